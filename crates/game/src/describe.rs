//! Words a game uses to describe its moves and positions to people, records and networks.

use crate::Seat;
use std::borrow::Cow;

/// What an [`Element`] is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum ElementKind {
    /// What is done: "drop", "take left", "bet".
    Action,
    /// A place on the board, named as in [`Board::cells`].
    Cell,
    /// A card, tile or die face.
    Card,
    /// A phase or stage of the turn.
    Phase,
    /// A kind of piece.
    Piece,
    /// A number the designer would name: an amount, a heap, a bid.
    Amount,
}

impl ElementKind {
    /// The word used in records.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            ElementKind::Action => "action",
            ElementKind::Cell => "cell",
            ElementKind::Card => "card",
            ElementKind::Phase => "phase",
            ElementKind::Piece => "piece",
            ElementKind::Amount => "amount",
        }
    }
}

/// Something a designer can name that a move uses. Heat maps, dead content and restricted play are
/// built on elements.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Element {
    /// What it is.
    pub kind: ElementKind,
    /// Its name.
    pub name: String,
}

impl Element {
    /// An element of this kind.
    pub fn new(kind: ElementKind, name: impl Into<String>) -> Self {
        Element { kind, name: name.into() }
    }
}

/// How the cells of a board lie together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CellShape {
    /// Rows and columns at right angles.
    Square,
    /// Hexagons; each row is shifted half a cell to the right of the one above.
    Hex,
}

/// The map of a board: what heat maps are drawn on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// Rows, drawn from the top.
    pub rows: usize,
    /// Columns, drawn from the left.
    pub columns: usize,
    /// How cells lie together.
    pub shape: CellShape,
    /// Cell names, row by row from the top left.
    pub cells: Vec<String>,
}

impl Board {
    /// A square board whose cells are named like on a chess board: letter of the column, then the
    /// row counted from the bottom (a1 is bottom left).
    #[must_use]
    pub fn lettered(rows: usize, columns: usize) -> Self {
        let cells =
            (0..rows).flat_map(|row| (0..columns).map(move |column| Self::name(row, column, rows))).collect();
        Board { rows, columns, shape: CellShape::Square, cells }
    }

    /// The chess-like name of a cell; `row` counts from the top.
    #[must_use]
    pub fn name(row: usize, column: usize, rows: usize) -> String {
        let letter = (b'a' + (column % 26) as u8) as char;
        let again = column / 26;
        if again == 0 { format!("{letter}{}", rows - row) } else { format!("{letter}{letter}{}", rows - row) }
    }
}

/// The size of the tensor a network reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// Planes over a grid.
    Grid {
        /// Planes.
        channels: usize,
        /// Rows of a plane.
        rows: usize,
        /// Columns of a plane.
        columns: usize,
    },
    /// A plain vector.
    Flat {
        /// Its length.
        len: usize,
    },
}

impl Encoding {
    /// How many numbers [`crate::Game::encode`] writes.
    #[must_use]
    pub const fn len(self) -> usize {
        match self {
            Encoding::Grid { channels, rows, columns } => channels * rows * columns,
            Encoding::Flat { len } => len,
        }
    }

    /// Whether nothing is encoded.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// The name and range of a hand-made number about a position, for linear evaluations and learners;
/// [`crate::Game::read_features`] gives the numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Feature {
    /// Its name, lower case with dashes.
    pub name: String,
    /// Smallest and largest value; infinite where nobody knows them.
    pub range: (f32, f32),
    /// How a network reads it.
    pub code: Code,
    /// The named sets it belongs to, from which learners choose.
    pub sets: &'static [&'static str],
    /// What it says, in one line for people; empty where its name says all that is known. A pair of own and their
    /// feature may share the line.
    pub about: Cow<'static, str>,
}

/// How a network reads a feature.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Code {
    /// One input: the number, of which so much counts as 1. Where that is 0, learners find out what is usual.
    Number(f32),
    /// One input for each of so many of its lowest bits, the lowest first; negative numbers have the bits of their
    /// two's complement. At most 8.
    Bits(u8),
}

impl Feature {
    /// A feature of this name and range, in no named set, read as a number whose largest value counts as 1; it is not
    /// explained yet.
    #[must_use]
    pub fn new(name: impl Into<String>, range: (f32, f32)) -> Self {
        let most = range.0.abs().max(range.1.abs());
        let unit = if most.is_finite() { most } else { 0.0 };
        Feature { name: name.into(), range, code: Code::Number(unit), sets: &[], about: Cow::Borrowed("") }
    }

    /// The same feature, read otherwise.
    #[must_use]
    pub fn coded(self, code: Code) -> Self {
        Feature { code, ..self }
    }

    /// The same feature in these sets.
    #[must_use]
    pub fn of(self, sets: &'static [&'static str]) -> Self {
        Feature { sets, ..self }
    }

    /// The same feature, explained.
    #[must_use]
    pub fn about(self, about: impl Into<Cow<'static, str>>) -> Self {
        Feature { about: about.into(), ..self }
    }
}

/// What a match tells beside moves and payoff; filled by [`crate::Game::narrate`] while it is played.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Story {
    /// Points of the game by source: seat, source, how many.
    pub scores: Vec<(Seat, String, f32)>,
    /// Named counts: how often something happened.
    pub counts: Vec<(String, f64)>,
    /// Things worth reading later.
    pub notes: Vec<String>,
}

impl Story {
    /// Adds points of one source to a seat.
    pub fn score(&mut self, seat: Seat, source: &str, points: f32) {
        match self.scores.iter_mut().find(|(who, what, _)| *who == seat && what == source) {
            Some((_, _, sum)) => *sum += points,
            None => self.scores.push((seat, source.to_owned(), points)),
        }
    }

    /// Adds to a named count.
    pub fn count(&mut self, name: &str, times: f64) {
        match self.counts.iter_mut().find(|(what, _)| what == name) {
            Some((_, sum)) => *sum += times,
            None => self.counts.push((name.to_owned(), times)),
        }
    }

    /// Writes a note.
    pub fn note(&mut self, text: impl Into<String>) {
        self.notes.push(text.into());
    }
}

/// Why a text is not a position of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// The game has no notation for positions.
    #[error("this game has no notation for positions; use --moves instead")]
    NoNotation,
    /// The text does not read.
    #[error("not a position: {what}; a position looks like `{example}`")]
    Unreadable {
        /// What is wrong with it.
        what: String,
        /// A text that does read.
        example: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_named_like_on_a_chess_board() {
        let board = Board::lettered(6, 7);
        assert_eq!(board.cells[0], "a6");
        assert_eq!(board.cells[41], "g1");
    }

    #[test]
    fn story_sums_what_has_one_name() {
        let mut story = Story::default();
        story.count("captures", 1.0);
        story.count("captures", 2.0);
        story.score(Seat::new(0), "line", 1.0);
        story.score(Seat::new(1), "line", 1.0);
        assert_eq!(story.counts, vec![("captures".to_owned(), 3.0)]);
        assert_eq!(story.scores.len(), 2);
    }
}
