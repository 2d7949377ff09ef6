//! A position as text for the terminal.

use crate::format::{cut, plain};
use crate::style::Style;
use ludometer_game::{CellShape, Grid, Hand, Part, Scene, Seat, Token};

/// Draws a position. Readable without colour: pieces are their glyphs, the last move stands in
/// brackets.
#[must_use]
pub fn scene_text(scene: &Scene, style: Style) -> String {
    let parts: Vec<String> = scene.parts.iter().map(|part| part_text(part, style)).collect();
    style.finish(parts.concat())
}

fn part_text(part: &Part, style: Style) -> String {
    match part {
        Part::Grid(grid) => grid_text(grid, style),
        Part::Hand(hand) => hand_text(hand, style),
        Part::Label(label) => format!("{label}\n"),
        Part::Track { title, owner, value, max } => track_text(title, *owner, *value, *max, style),
        _ => String::new(),
    }
}

fn grid_text(grid: &Grid, style: Style) -> String {
    let hex = grid.shape == CellShape::Hex;
    let margin = grid.row_names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    // Hexagon rows shift by half a cell, so cells are four characters wide instead of three.
    let (pitch, shift) = if hex { (4, 2) } else { (3, 0) };
    let mut text = String::new();
    for row in 0..grid.rows {
        text.push_str(&" ".repeat(row * shift));
        let name = grid.row_names.get(row).map_or("", String::as_str);
        text.push_str(&format!("{name:>margin$} "));
        for column in 0..grid.columns {
            let cell = row * grid.columns + column;
            let marked = grid.marked.get(cell) == Some(&true);
            text.push_str(&cell_text(grid.tokens.get(cell).and_then(Option::as_ref), marked, style));
            text.push_str(&" ".repeat(pitch - 3));
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    if grid.column_names.iter().any(|name| !name.is_empty()) {
        text.push_str(&" ".repeat(grid.rows.saturating_sub(1) * shift + margin + 1));
        for name in grid.column_names.iter().take(grid.columns) {
            text.push_str(&format!("{:^pitch$}", cut(name, pitch)));
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text
}

fn cell_text(token: Option<&Token>, marked: bool, style: Style) -> String {
    let glyph = match token {
        Some(token) => style.paint(&token.glyph.to_string(), Style::seat(token.owner)),
        None => "·".into(),
    };
    if marked { format!("[{glyph}]") } else { format!(" {glyph} ") }
}

fn hand_text(hand: &Hand, style: Style) -> String {
    let cards: Vec<String> = hand
        .cards
        .iter()
        .map(|card| {
            let face = card.face.clone().unwrap_or_else(|| "?".into());
            let face = style.paint(&face, Style::seat(hand.owner));
            if card.marked { format!("[{face}]") } else { face }
        })
        .collect();
    let cards = if cards.is_empty() { "empty".into() } else { cards.join(" ") };
    format!("{}{}: {cards}\n", hand.title, whose(&hand.title, hand.owner))
}

/// The owner in words, unless the title names it already.
fn whose(title: &str, owner: Option<Seat>) -> String {
    match owner {
        Some(seat) if !title.to_lowercase().contains(&seat.to_string()) => format!(" ({seat})"),
        _ => String::new(),
    }
}

fn track_text(title: &str, owner: Option<Seat>, value: f32, max: f32, style: Style) -> String {
    const WIDTH: f32 = 20.0;
    let part = if max > 0.0 { (value / max).clamp(0.0, 1.0) } else { 0.0 };
    let full = (part * WIDTH).round() as usize;
    let bar = style.paint(&"█".repeat(full), Style::seat(owner));
    let rest = "·".repeat(WIDTH as usize - full);
    let (value, max) = (plain(f64::from(value)), plain(f64::from(max)));
    format!("{title}{}: {bar}{rest} {value} of {max}\n", whose(title, owner))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_game::{Board, HandCard, Piece};

    fn board() -> Grid {
        let mut grid = Grid::over(&Board::lettered(2, 3));
        grid.tokens[0] = Some(Token { glyph: 'X', owner: Some(Seat::new(0)), piece: Piece::Cross });
        grid.tokens[5] = Some(Token { glyph: 'O', owner: Some(Seat::new(1)), piece: Piece::Nought });
        grid
    }

    #[test]
    fn a_board_has_captions_and_marks_the_last_move() {
        let mut scene = Scene::of(Part::Grid(board()));
        scene.mark(ludometer_game::ElementKind::Cell, "c1");
        let text = scene_text(&scene, Style::default());
        assert_eq!(text, "2  X  ·  ·\n1  ·  · [O]\n   a  b  c\n");
    }

    #[test]
    fn hexagons_lean_to_the_right() {
        let mut grid = board();
        grid.shape = CellShape::Hex;
        let text = scene_text(&Scene::of(Part::Grid(grid)), Style { unicode: false, ..Style::default() });
        assert_eq!(text, "2  X   .   .\n  1  .   .   O\n     a   b   c\n");
    }

    #[test]
    fn hands_and_tracks_are_lines() {
        let hand = Hand {
            title: "Hand".into(),
            owner: Some(Seat::new(1)),
            cards: vec![HandCard::open("K"), HandCard::hidden()],
        };
        let scene = Scene::of(Part::Hand(hand)).with(Part::Track {
            title: "Score".into(),
            owner: None,
            value: 5.0,
            max: 10.0,
        });
        let text = scene_text(&scene, Style { unicode: false, ..Style::default() });
        assert_eq!(text, "Hand (seat 2): K ?\nScore: ##########.......... 5 of 10\n");
    }
}
