//! What a seat sees of the cells.

use crate::schema::{Field, HEADER, Kind, Schema, See};
use crate::sides::SIDE;

impl Schema {
    /// Whether a seat sees what is in a copy of a field; nobody in particular sees everything.
    pub(crate) fn sees(&self, cells: &[i32], field: &Field, owner: usize, viewer: Option<usize>) -> bool {
        let Some(viewer) = viewer else { return true };
        let declared = match field.see {
            See::All => true,
            See::Owner => viewer == owner,
            See::Team => self.teams[viewer] == self.teams[owner],
            See::None => false,
        };
        declared || field.shown.is_some_and(|first| cells[first + owner * self.seats.len() + viewer] == 1)
    }

    /// Which kinds of cards can lie in a copy of a field; none where all can.
    pub(crate) fn only<'a>(&self, cells: &[i32], field: &'a Field, owner: usize) -> Option<&'a [bool]> {
        let sides = self.fields.iter().find(|other| field.by_side && other.name == SIDE);
        let place = sides.map_or(owner, |side| cells[self.place(side, owner).start].max(1) as usize - 1);
        field.only.get(place).map(Vec::as_slice)
    }

    /// How many copies a field has.
    pub(crate) fn copies(&self, field: &Field) -> usize {
        if field.per_player { self.seats.len() } else { 1 }
    }

    /// Gives everything a seat sees to `out`: header, visible cells, sizes of hidden piles. Piles without an
    /// order come sorted.
    pub(crate) fn view(&self, cells: &[i32], viewer: Option<usize>, mut out: impl FnMut(i32)) {
        cells[..HEADER + self.seats.len()].iter().for_each(|&cell| out(cell));
        for field in &self.fields {
            for owner in 0..self.copies(field) {
                let copy = &cells[self.place(field, owner)];
                match (&field.kind, self.sees(cells, field, owner, viewer)) {
                    (Kind::Pile { ordered: false, .. }, true) => {
                        let mut sorted = copy[1..].to_vec();
                        sorted[..copy[0] as usize].sort_unstable();
                        out(copy[0]);
                        sorted.into_iter().for_each(&mut out);
                    }
                    (_, true) => copy.iter().for_each(|&cell| out(cell)),
                    (Kind::Pile { .. }, false) => out(copy[0]),
                    // Of cards that lie face down, everybody sees where they lie.
                    (Kind::Grid(grid), false) if grid.of.is_some() => {
                        copy.iter().for_each(|&cell| out(i32::from(cell != 0)));
                    }
                    (_, false) => {}
                }
            }
        }
    }
}
