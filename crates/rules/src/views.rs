//! What a seat sees of the cells, and cells it cannot tell from the true ones.

use crate::schema::{Field, HEADER, Kind, Schema, See};
use ludometer_game::Rng;

impl Schema {
    /// Whether a seat sees what is in a copy of a field; nobody in particular sees everything.
    pub(crate) fn sees(&self, field: &Field, owner: usize, viewer: Option<usize>) -> bool {
        match (field.see, viewer) {
            (See::All, _) | (_, None) => true,
            (See::Owner, Some(viewer)) => viewer == owner,
            (See::None, Some(_)) => false,
        }
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
                match (&field.kind, self.sees(field, owner, viewer)) {
                    (Kind::Pile { ordered: false, .. }, true) => {
                        let mut sorted = copy[1..].to_vec();
                        sorted[..copy[0] as usize].sort_unstable();
                        out(copy[0]);
                        sorted.into_iter().for_each(&mut out);
                    }
                    (_, true) => copy.iter().for_each(|&cell| out(cell)),
                    (Kind::Pile { .. }, false) => out(copy[0]),
                    (_, false) => {}
                }
            }
        }
    }

    /// Draws anew what a seat does not see: hidden cards from all it does not see elsewhere, hidden numbers
    /// from their ranges.
    pub(crate) fn redraw(&self, cells: &mut [i32], viewer: usize, rng: &mut Rng) {
        for set in 0..self.cards.len() {
            self.redraw_cards(cells, set, viewer, rng);
        }
        for field in self.fields.iter().filter(|field| field.see != See::All) {
            for owner in 0..self.copies(field) {
                if self.sees(field, owner, Some(viewer)) {
                    continue;
                }
                let place = self.place(field, owner);
                match &field.kind {
                    Kind::Number { min, max } => cells[place.start] = between(*min, *max, rng),
                    Kind::Flag => cells[place.start] = between(0, 1, rng),
                    Kind::Grid(grid) => place.for_each(|at| cells[at] = between(0, grid.max, rng)),
                    Kind::Pile { .. } => {}
                }
            }
        }
    }

    fn redraw_cards(&self, cells: &mut [i32], set: usize, viewer: usize, rng: &mut Rng) {
        let mut left: Vec<i64> = self.cards[set].counts.iter().map(|&count| i64::from(count)).collect();
        let mut hidden: Vec<usize> = Vec::new();
        for field in &self.fields {
            if !matches!(field.kind, Kind::Pile { of, .. } if of == set) {
                continue;
            }
            for owner in 0..self.copies(field) {
                let place = self.place(field, owner);
                let cards = place.start + 1..place.start + 1 + cells[place.start] as usize;
                if self.sees(field, owner, Some(viewer)) {
                    cards.for_each(|at| left[cells[at] as usize - 1] -= 1);
                } else {
                    hidden.extend(cards);
                }
            }
        }
        let kinds = left.iter().enumerate();
        let mut unseen: Vec<i32> = kinds
            .flat_map(|(kind, &count)| std::iter::repeat_n(kind as i32 + 1, count.max(0) as usize))
            .collect();
        if unseen.len() < hidden.len() {
            // There are more cards than were declared: only their own faces are sure to be possible.
            unseen = hidden.iter().map(|&at| cells[at]).collect();
        }
        rng.shuffle(&mut unseen);
        hidden.into_iter().zip(unseen).for_each(|(at, card)| cells[at] = card);
    }
}

fn between(min: i32, max: i32, rng: &mut Rng) -> i32 {
    min + rng.below((max - min) as usize + 1) as i32
}
