//! Points, moves and positions as text.

use super::stones::{EMPTY, Effect};
use super::{Go, NOWHERE, Past, Position};
use ludometer_game::{Board, CellShape, Game, PositionError};

/// The letter of a column; there is no i, which looks like a 1.
pub(super) fn column(number: usize) -> char {
    let letter = b'a' + number as u8;
    char::from(letter + u8::from(letter >= b'i'))
}

impl<const P: usize> Go<P> {
    /// A point, or `pass`.
    pub(super) fn move_name(&self, chosen: u8) -> String {
        if chosen == self.pass() {
            return "pass".into();
        }
        let (row, number) =
            (usize::from(chosen) / self.squares.columns, usize::from(chosen) % self.squares.columns);
        format!("{}{}", column(number), self.squares.rows - row)
    }

    pub(super) fn map(&self) -> Board {
        let (rows, columns) = (self.squares.rows, self.squares.columns);
        let cells = (0..self.pass()).map(|cell| self.move_name(cell)).collect();
        Board { rows, columns, shape: CellShape::Square, cells }
    }

    /// Points where a stone would be legal but for ko.
    pub(super) fn forbidden_cells(&self, state: &Position<P>) -> Vec<u8> {
        let forbidden = |&cell: &u8| {
            let place = self.layout.place(cell);
            let effect = || state.stones.effect(&self.layout, place, state.mover());
            state.stones.colour(place) == EMPTY
                && effect() != Effect::Suicide
                && self.forbidden(state, place, effect())
        };
        (0..self.pass()).filter(forbidden).collect()
    }

    pub(super) fn write_position(&self, state: &Position<P>) -> String {
        let rows = self.squares.write(|cell| self.owner(state, cell));
        let names: Vec<String> =
            self.forbidden_cells(state).into_iter().map(|cell| self.move_name(cell)).collect();
        let ko = if names.is_empty() { "-".into() } else { names.join(",") };
        format!("{rows} {} {} {ko}", self.squares.letters[state.mover()], state.passes)
    }

    fn refuse(&self, what: impl Into<String>) -> PositionError {
        PositionError::Unreadable { what: what.into(), example: self.write_position(&self.initial()) }
    }

    pub(super) fn parse_position(&self, text: &str) -> Result<Position<P>, PositionError> {
        let mut fields = text.split_whitespace();
        let mut state = self.read_stones(fields.next().unwrap_or_default())?;
        state.mover = match fields.next() {
            Some("b" | "B") => 0,
            Some("w" | "W") => 1,
            Some(other) => return Err(self.refuse(format!("`{other}` does not say who moves: b or w"))),
            None => return Err(self.refuse("who moves is missing")),
        };
        state.passes = match fields.next().unwrap_or("0") {
            "0" => 0,
            "1" => 1,
            "2" => 2,
            other => return Err(self.refuse(format!("`{other}` passes in a row; the second ends the match"))),
        };
        let ko = fields.next().unwrap_or("-");
        if let Some(more) = fields.next() {
            return Err(self.refuse(format!("`{more}` is one field too many")));
        }
        for name in ko.split(',').filter(|_| ko != "-") {
            self.read_ko(&mut state, name)?;
        }
        Ok(state)
    }

    /// Puts the stones on the board one by one. Where in the end every group has a liberty, none is ever
    /// without one on the way, so a stone that would capture or die shows that the board cannot be.
    fn read_stones(&self, rows: &str) -> Result<Position<P>, PositionError> {
        let owners = self.squares.read(rows).map_err(|what| self.refuse(what))?;
        let mut state = self.initial();
        for (cell, player) in (0..).zip(owners).filter_map(|(cell, owner)| Some((cell, owner?))) {
            let place = self.layout.place(cell);
            if state.stones.effect(&self.layout, place, player) != Effect::Quiet {
                let name = self.move_name(cell);
                return Err(self.refuse(format!("the stones at or around {name} have no liberty")));
            }
            state.stones.put(&self.layout, place, player, |_| ());
            state.board ^= self.numbers[player][usize::from(place) % P];
        }
        if self.superko {
            state.past = Past::default();
            state.past.remember(state.board, state.stones.count());
        }
        Ok(state)
    }

    /// Forbids a point: the board that a stone there would make was there before.
    fn read_ko(&self, state: &mut Position<P>, name: &str) -> Result<(), PositionError> {
        let named = |&cell: &u8| self.move_name(cell).eq_ignore_ascii_case(name);
        let cell =
            (0..self.pass()).find(named).ok_or_else(|| self.refuse(format!("`{name}` is no point")))?;
        let place = self.layout.place(cell);
        if state.stones.colour(place) != EMPTY {
            return Err(self.refuse(format!("ko cannot forbid {name}, where a stone is")));
        }
        let effect = state.stones.effect(&self.layout, place, state.mover());
        if effect == Effect::Suicide {
            return Err(self.refuse(format!("{name} is suicide whatever ko says")));
        }
        let mut after = state.clone();
        self.put(&mut after, place, |_| ());
        if self.superko {
            if !state.past.holds(after.board) {
                state.past.remember(after.board, after.stones.count());
            }
        } else if after.ko != NOWHERE && state.ko == NOWHERE {
            state.ko = place;
        } else {
            return Err(self.refuse(format!("a stone on {name} takes no simple ko")));
        }
        Ok(())
    }
}
