//! One abstract picture of a position, drawn alike by the terminal, the report and the browser.

use crate::{CellShape, ElementKind, Seat};

/// A picture: parts from top to bottom.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    /// What is drawn, in order.
    pub parts: Vec<Part>,
}

/// One part of a picture.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Part {
    /// A board.
    Grid(Grid),
    /// A row of cards, dice or tokens: a hand, a pile, a heap, the dice just thrown.
    Hand(Hand),
    /// A line of text.
    Label(String),
    /// A number on its way to a maximum: a score, a life total.
    Track {
        /// What it counts.
        title: String,
        /// Whose it is.
        owner: Option<Seat>,
        /// Where it stands.
        value: f32,
        /// Where it ends.
        max: f32,
    },
}

/// A board of cells with at most one token each.
#[derive(Clone, PartialEq, Debug)]
pub struct Grid {
    /// Rows, from the top.
    pub rows: usize,
    /// Columns, from the left.
    pub columns: usize,
    /// How cells lie together.
    pub shape: CellShape,
    /// Draw cells in two alternating shades.
    pub checkered: bool,
    /// Cell names, as in [`crate::Board::cells`]; used to highlight the last move.
    pub names: Vec<String>,
    /// Captions below the columns.
    pub column_names: Vec<String>,
    /// Captions left of the rows.
    pub row_names: Vec<String>,
    /// Tokens, row by row.
    pub tokens: Vec<Option<Token>>,
    /// Cells to highlight.
    pub marked: Vec<bool>,
}

impl Grid {
    /// An empty grid drawn over this board, with captions as on a chess board.
    #[must_use]
    pub fn over(board: &crate::Board) -> Self {
        let cells = board.rows * board.columns;
        Grid {
            rows: board.rows,
            columns: board.columns,
            shape: board.shape,
            checkered: false,
            names: board.cells.clone(),
            column_names: (0..board.columns).map(|c| ((b'a' + c as u8 % 26) as char).to_string()).collect(),
            row_names: (0..board.rows).map(|r| (board.rows - r).to_string()).collect(),
            tokens: vec![None; cells],
            marked: vec![false; cells],
        }
    }
}

/// A piece lying on a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Token {
    /// One character that stands for it in text.
    pub glyph: char,
    /// Whose it is; gives the colour.
    pub owner: Option<Seat>,
    /// How to draw it.
    pub piece: Piece,
}

/// The shape of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Piece {
    /// A round disc.
    Disc,
    /// A disc that wears a crown.
    King,
    /// An X.
    Cross,
    /// A ring.
    Nought,
    /// A pawn, drawn as its glyph on a small disc.
    Pawn,
    /// The glyph itself.
    Letter,
}

/// A row of cards or counters.
#[derive(Clone, PartialEq, Debug)]
pub struct Hand {
    /// What it is: "Hand", "Heap 2", "Dice".
    pub title: String,
    /// Whose it is; gives the colour.
    pub owner: Option<Seat>,
    /// From left to right.
    pub cards: Vec<HandCard>,
}

/// One card of a [`Hand`].
#[derive(Clone, PartialEq, Debug)]
pub struct HandCard {
    /// What it shows; `None` is a face-down card.
    pub face: Option<String>,
    /// Whether to highlight it.
    pub marked: bool,
    /// The number and the suit of a Spanish card, which is drawn.
    pub spanish: Option<(u8, Suit)>,
}

/// A suit of the Spanish deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Suit {
    /// Oros.
    Coins,
    /// Copas.
    Cups,
    /// Espadas.
    Swords,
    /// Bastos.
    Clubs,
}

impl Suit {
    /// Its name.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Suit::Coins => "coins",
            Suit::Cups => "cups",
            Suit::Swords => "swords",
            Suit::Clubs => "clubs",
        }
    }
}

impl HandCard {
    /// A card that shows its face.
    pub fn open(face: impl Into<String>) -> Self {
        HandCard { face: Some(face.into()), marked: false, spanish: None }
    }

    /// A Spanish card; its face is what it is called in moves.
    pub fn spanish(face: impl Into<String>, number: u8, suit: Suit) -> Self {
        HandCard { spanish: Some((number, suit)), ..HandCard::open(face) }
    }

    /// A face-down card.
    #[must_use]
    pub const fn hidden() -> Self {
        HandCard { face: None, marked: false, spanish: None }
    }
}

impl Scene {
    /// A picture with one part.
    #[must_use]
    pub fn of(part: Part) -> Self {
        Scene { parts: vec![part] }
    }

    /// Adds a part below the others.
    #[must_use]
    pub fn with(mut self, part: Part) -> Self {
        self.parts.push(part);
        self
    }

    /// Highlights every cell, or every open card, of that name. Other elements have no place in a picture.
    pub fn mark(&mut self, kind: ElementKind, name: &str) {
        for part in &mut self.parts {
            match part {
                Part::Grid(grid) if kind == ElementKind::Cell => {
                    for (cell, marked) in grid.names.iter().zip(&mut grid.marked) {
                        *marked |= cell == name;
                    }
                }
                Part::Hand(hand) if kind == ElementKind::Card => {
                    for card in &mut hand.cards {
                        card.marked |= card.face.as_deref() == Some(name);
                    }
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    #[test]
    fn marking_finds_cells_and_cards_by_name() {
        let hand =
            Hand { title: "Hand".into(), owner: None, cards: vec![HandCard::open("K"), HandCard::hidden()] };
        let mut scene = Scene::of(Part::Grid(Grid::over(&Board::lettered(3, 3)))).with(Part::Hand(hand));
        scene.mark(ElementKind::Cell, "b2");
        scene.mark(ElementKind::Card, "K");
        scene.mark(ElementKind::Card, "a1");
        let Part::Grid(grid) = &scene.parts[0] else { panic!("a grid") };
        assert_eq!(grid.marked.iter().position(|&m| m), Some(4));
        let Part::Hand(hand) = &scene.parts[1] else { panic!("a hand") };
        assert!(hand.cards[0].marked && !hand.cards[1].marked);
    }
}
