//! Features for learners: the numbers a rules file has anyway, turned so that the seat that looks comes first.

use crate::content::slug;
use crate::schema::{Field, Kind, Schema};
use ludometer_game::Feature;

impl Schema {
    /// Names of what [`Schema::read_features`] gives; none where the rules have no numbers but those on boards.
    pub(crate) fn features(&self) -> Vec<Feature> {
        // Nobody knows how large a number can become.
        let anything = (f32::NEG_INFINITY, f32::INFINITY);
        let numbers = self.observables().len();
        if numbers == 0 {
            return Vec::new();
        }
        let named =
            self.observed().map(|(field, offset, cell)| Feature::new(name(field, offset, cell), anything));
        let flag = |name: String, about: String| Feature::new(name, (0.0, 1.0)).about(about);
        let seats = (1..=self.seats.len())
            .map(|seat| flag(format!("in-seat-{seat}"), format!("1 where this seat is seat {seat}")));
        let on_turn = flag("on-turn".to_owned(), "1 where this seat is on turn".to_owned());
        named.chain(seats).chain([on_turn]).collect()
    }

    /// Appends the numbers as `me` sees them, its own before those of who comes after it; 0 for what it does not see.
    pub(crate) fn read_features(&self, cells: &[i32], me: usize, on_turn: bool, out: &mut Vec<f32>) {
        let start = out.len();
        out.extend(self.observed().map(|(field, offset, cell)| {
            let owner = if field.per_player { (me + offset) % self.seats.len() } else { offset };
            let pile = matches!(field.kind, Kind::Pile { .. });
            let seen = pile || self.sees(cells, field, owner, Some(me));
            if seen { cells[self.place(field, owner).start + cell] as f32 } else { 0.0 }
        }));
        if out.len() == start {
            return;
        }
        out.extend((0..self.seats.len()).map(|seat| f32::from(u8::from(seat == me))));
        out.push(f32::from(u8::from(on_turn)));
    }
}

/// "gold-own", "gold-next-1", "stock".
fn name(field: &Field, offset: usize, cell: usize) -> String {
    let mut name = field.name.clone();
    if field.per_player {
        name += &if offset == 0 { "-own".to_owned() } else { format!("-next-{offset}") };
    }
    if let Kind::Tokens { names, .. } = &field.kind {
        name += &format!("-{}", slug(&names[cell]));
    }
    name
}
