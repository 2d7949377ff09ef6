//! The input of a network, from the declarations alone; the viewer's seat comes first.
//!
//! A game whose only large thing is one shared board gets planes over it, all others a plain vector. Boards:
//! a plane for each value. Piles: how many of each kind a seat sees, and how many cards there are. Numbers
//! and tokens: scaled to their range. Turn and phase: one of each.

use crate::schema::{Field, Grid, Kind, PHASE, Schema, TURN};
use ludometer_game::Encoding;

impl Schema {
    /// Fields that are encoded.
    fn encoded(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| !field.helper)
    }

    /// The board whose planes carry everything, if there is just one.
    fn only_board(&self) -> Option<(&Field, &Grid)> {
        let mut boards = self.encoded().filter_map(|field| match &field.kind {
            Kind::Grid(grid) => Some((field, grid)),
            _ => None,
        });
        let board = boards.next().filter(|(field, _)| !field.per_player)?;
        let piles = self.encoded().any(|field| matches!(field.kind, Kind::Pile { .. }));
        (boards.next().is_none() && !piles).then_some(board)
    }

    /// The size of the input.
    pub(crate) fn encoding(&self) -> Encoding {
        let mut numbers = 0;
        self.numbers(&vec![0; self.cells], 0, &mut |_| numbers += 1);
        match self.only_board() {
            Some((_, grid)) => Encoding::Grid {
                channels: grid.max as usize + 1 + numbers,
                rows: grid.height,
                columns: grid.width,
            },
            None => {
                let mut boards = 0;
                self.boards(&vec![0; self.cells], 0, &mut |_| boards += 1);
                Encoding::Flat { len: boards + numbers }
            }
        }
    }

    /// Writes the input of a seat.
    pub(crate) fn encode(&self, cells: &[i32], me: usize, out: &mut [f32]) {
        let mut at = 0;
        let mut put = |value: f32, times: usize| {
            out[at..at + times].fill(value);
            at += times;
        };
        let plane = self.only_board().map_or(1, |(_, grid)| grid.width * grid.height);
        self.boards(cells, me, &mut |value| put(value, 1));
        self.numbers(cells, me, &mut |value| put(value, plane));
    }

    /// The seats as `me` counts them.
    fn round(&self, me: usize) -> impl Iterator<Item = usize> {
        let seats = self.seats.len();
        (0..seats).map(move |step| (me + step) % seats)
    }

    /// The copies of a field as `me` counts them.
    fn owners(&self, field: &Field, me: usize) -> Vec<usize> {
        if field.per_player { self.round(me).collect() } else { vec![0] }
    }

    /// A value of a board that stands for a seat stands for another one when `me` looks first.
    fn turned(&self, grid: &Grid, value: i32, me: usize) -> i32 {
        let seat_of = |value: i32| {
            // A card stands for itself, whatever its name begins with.
            let name = grid.values.get(value as usize).filter(|_| grid.of.is_none())?;
            self.seats.iter().position(|seat| name.starts_with(seat.as_str()))
        };
        let Some(seat) = seat_of(value) else { return value };
        let wanted = (seat + me) % self.seats.len();
        let rest = &grid.values[value as usize][self.seats[seat].len()..];
        let same = format!("{}{rest}", self.seats[wanted]);
        grid.values.iter().position(|name| *name == same).map_or(value, |found| found as i32)
    }

    fn boards(&self, cells: &[i32], me: usize, put: &mut dyn FnMut(f32)) {
        for field in self.encoded() {
            let Kind::Grid(grid) = &field.kind else { continue };
            for owner in self.owners(field, me) {
                let seen = self.sees(cells, field, owner, Some(me));
                for value in 0..=grid.max {
                    let wanted = self.turned(grid, value, me);
                    for &cell in &cells[self.place(field, owner)] {
                        put(f32::from(u8::from(seen && cell == wanted)));
                    }
                }
            }
        }
    }

    fn numbers(&self, cells: &[i32], me: usize, put: &mut dyn FnMut(f32)) {
        for seat in self.round(me) {
            put(f32::from(u8::from(cells[TURN] as usize == seat + 1)));
        }
        if self.phases.len() > 1 {
            (0..self.phases.len()).for_each(|phase| put(f32::from(u8::from(cells[PHASE] as usize == phase))));
        }
        for field in self.encoded() {
            for owner in self.owners(field, me) {
                let copy = &cells[self.place(field, owner)];
                let seen = self.sees(cells, field, owner, Some(me));
                match &field.kind {
                    Kind::Grid(_) => {}
                    Kind::Flag => put(if seen { copy[0] as f32 } else { 0.0 }),
                    Kind::Number { min, max } => {
                        let range = (max - min).max(1) as f32;
                        put(if seen { (copy[0] - min) as f32 / range } else { 0.0 });
                    }
                    Kind::Tokens { max, .. } => {
                        copy.iter().for_each(|&cell| put(if seen { cell as f32 / *max as f32 } else { 0.0 }));
                    }
                    Kind::Pile { of, room, .. } => {
                        let count = copy[0] as usize;
                        put(count as f32 / *room as f32);
                        for (kind, &copies) in (1..).zip(&self.cards[*of].counts) {
                            let held = copy[1..=count].iter().filter(|card| **card == kind).count();
                            put(if seen { held as f32 / copies.max(1) as f32 } else { 0.0 });
                        }
                    }
                }
            }
        }
    }
}
