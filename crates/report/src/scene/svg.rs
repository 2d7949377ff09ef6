//! A position as an SVG picture.
//!
//! The board is one path, tokens are single elements, and pages with many positions share both, so
//! that a step of a sample match stays near two kilobytes. Colours are classes; the style sheet
//! decides between light, dark and paper.

use super::describe::scene_words;
use super::hands::{hand, track};
use super::pieces::token;
use super::stamps::Stamps;
use crate::board::Layout;
use crate::format::{Px, cut, printable};
use ludometer_game::{CellShape, Grid, Part, Scene};
use maud::{Markup, html};

const CELL: f64 = 40.0;
const MARGIN: f64 = 4.0;
/// Room for captions beside and below a board.
const CAPTION: f64 = 20.0;
const NARROWEST: f64 = 240.0;
const LETTER: f64 = 7.5;

/// Draws a position. The picture is complete XML with its own alternative text.
#[must_use]
pub fn scene_svg(scene: &Scene) -> String {
    stamped(scene, &mut Stamps::written_out())
}

/// Draws a position in a page whose boards and pieces are shared.
pub(crate) fn stamped(scene: &Scene, stamps: &mut Stamps) -> String {
    let room = scene.parts.iter().map(natural_width).fold(NARROWEST, f64::max);
    let mut y = MARGIN;
    let mut drawn = Vec::new();
    for part in &scene.parts {
        let (picture, height) = draw(part, room, stamps);
        drawn.push((y, picture));
        y += height + 6.0;
    }
    let (width, height) = (room + 2.0 * MARGIN, (y - 6.0 + MARGIN).max(CELL));
    html! {
        svg.scene xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (Px(width)) " " (Px(height)) } role="img" {
            title { (printable(&scene_words(scene))) }
            @for (y, picture) in drawn {
                g transform={ "translate(" (Px(MARGIN)) " " (Px(y)) ")" } { (picture) }
            }
        }
    }
    .into_string()
}

fn natural_width(part: &Part) -> f64 {
    match part {
        Part::Grid(grid) => {
            Layout::cells_across(grid.rows, grid.columns, is_hex(grid)) * CELL + row_caption_room(grid)
        }
        _ => NARROWEST,
    }
}

fn is_hex(grid: &Grid) -> bool {
    grid.shape == CellShape::Hex
}

fn row_caption_room(grid: &Grid) -> f64 {
    let longest = grid.row_names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    if longest == 0 { 0.0 } else { (longest.min(6) as f64 * LETTER + 8.0).max(CAPTION) }
}

fn draw(part: &Part, room: f64, stamps: &mut Stamps) -> (Markup, f64) {
    match part {
        Part::Grid(grid) => draw_grid(grid, room, stamps),
        Part::Hand(row) => hand(row, room),
        Part::Track { title, owner, value, max } => track(title, *owner, *value, *max, room),
        Part::Label(label) => draw_label(label, room),
        _ => (html! {}, 0.0),
    }
}

fn draw_label(label: &str, room: f64) -> (Markup, f64) {
    let lines = wrap(&printable(label), (room / LETTER) as usize);
    let height = lines.len() as f64 * 18.0;
    let picture = html! {
        @for (nth, line) in lines.iter().enumerate() {
            text.label x="0" y=(Px(14.0 + nth as f64 * 18.0)) { (line) }
        }
    };
    (picture, height)
}

/// Breaks a text at plain spaces (never at the hard ones inside numbers) into lines of at most `most` characters.
pub(crate) fn wrap(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split([' ', '\n', '\t']).filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn draw_grid(grid: &Grid, room: f64, stamps: &mut Stamps) -> (Markup, f64) {
    let board = Layout { rows: grid.rows, columns: grid.columns, hex: is_hex(grid), cell: CELL };
    let captions = row_caption_room(grid);
    let left = captions + (room - captions - board.width()) / 2.0;
    let below = if grid.column_names.iter().any(|name| !name.is_empty()) { CAPTION } else { 0.0 };
    let empty = html! { (cells(grid, &board)) (names(grid, &board)) };
    let marked = marked(grid, &board);
    let picture = html! {
        g transform={ "translate(" (Px(left)) " 0)" } {
            (stamps.place(empty, 0.0, 0.0))
            @if !marked.is_empty() { path.marked d=(marked) {} }
            @for row in 0..grid.rows {
                @for column in 0..grid.columns {
                    @if let Some(Some(piece)) = grid.tokens.get(row * grid.columns + column) {
                        @let (x, y) = board.centre(row, column);
                        (stamps.place(token(piece, CELL), x, y))
                    }
                }
            }
        }
    };
    (picture, board.height() + below)
}

/// All cells of one shade as one path.
fn cells(grid: &Grid, board: &Layout) -> Markup {
    let (mut even, mut odd) = (String::new(), String::new());
    for row in 0..grid.rows {
        for column in 0..grid.columns {
            let shade = if grid.checkered && (row + column) % 2 == 1 { &mut odd } else { &mut even };
            shade.push_str(&board.outline(row, column, 0.75));
        }
    }
    html! {
        path.cell d=(even) {}
        @if !odd.is_empty() { path.cell.alt d=(odd) {} }
    }
}

/// The highlighted cells.
fn marked(grid: &Grid, board: &Layout) -> String {
    let cells = (0..grid.rows).flat_map(|row| (0..grid.columns).map(move |column| (row, column)));
    let shown = cells.filter(|(row, column)| grid.marked.get(row * grid.columns + column) == Some(&true));
    shown.map(|(row, column)| board.outline(row, column, 1.75)).collect()
}

fn names(grid: &Grid, board: &Layout) -> Markup {
    let last = grid.rows.saturating_sub(1);
    html! {
        @for (row, name) in grid.row_names.iter().take(grid.rows).enumerate() {
            @let (_, y) = board.centre(row, 0);
            text.caption.end x=(Px(board.row_start(row) - 6.0)) y=(Px(y + 4.5)) { (printable(&cut(name, 6))) }
        }
        @for (column, name) in grid.column_names.iter().take(grid.columns).enumerate() {
            @let (x, _) = board.centre(last, column);
            text.caption x=(Px(x)) y=(Px(board.height() + 15.0)) { (printable(&cut(name, 5))) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_game::{Board, Hand, HandCard, Piece, Seat, Suit, Token};

    fn every_part() -> Scene {
        let mut grid = Grid::over(&Board::lettered(2, 3));
        let pieces = [Piece::Disc, Piece::King, Piece::Cross, Piece::Nought, Piece::Pawn, Piece::Letter];
        for (cell, piece) in pieces.into_iter().enumerate() {
            grid.tokens[cell] = Some(Token { glyph: '<', owner: Some(Seat::new(cell as u8)), piece });
        }
        grid.checkered = true;
        let ace = HandCard::spanish("1e", 1, Suit::Swords);
        let cards = vec![HandCard::open("A&B"), ace, HandCard::hidden()];
        let mut scene = Scene::of(Part::Grid(grid))
            .with(Part::Hand(Hand { title: "<Hand>".into(), owner: None, cards }))
            .with(Part::Hand(Hand {
                title: "Dice".into(),
                owner: Some(Seat::new(1)),
                cards: vec![HandCard::open("6")],
            }))
            .with(Part::Hand(Hand {
                title: "Heap".into(),
                owner: None,
                cards: vec![HandCard::open("●"); 40],
            }))
            .with(Part::Label("to <move>: \u{0} first".into()))
            .with(Part::Track { title: "Score".into(), owner: None, value: 3.0, max: 0.0 });
        scene.mark(ludometer_game::ElementKind::Cell, "a1");
        scene
    }

    #[test]
    fn every_part_is_well_formed_and_escaped() {
        let svg = scene_svg(&every_part());
        let tree = roxmltree::Document::parse(&svg).expect("well-formed");
        let count = |class: &str| {
            tree.descendants()
                .filter(|node| node.attribute("class").is_some_and(|c| c.split(' ').any(|c| c == class)))
                .count()
        };
        assert_eq!(count("pip"), 6, "a six has six spots");
        assert_eq!(count("disc"), 3 + 40, "three discs on the board, forty counters");
        assert_eq!(count("back"), 1);
        assert_eq!(count("crown"), 1);
        assert_eq!((count("swords"), count("suit")), (1, 3), "blade, guard and grip");
        assert!(count("marked") == 1);
        assert!(!svg.contains("<Hand>") && !svg.contains("style="));
    }

    #[test]
    fn hexagons_and_nothing_at_all_are_drawn() {
        let mut grid = Grid::over(&Board::lettered(3, 3));
        grid.shape = CellShape::Hex;
        for scene in [Scene::of(Part::Grid(grid)), Scene::default()] {
            roxmltree::Document::parse(&scene_svg(&scene)).expect("well-formed");
        }
    }

    #[test]
    fn the_title_says_what_is_seen() {
        let words = scene_words(&every_part());
        assert!(words.starts_with("Board of 2 rows and 3 columns. Seat 1 <: a2."), "{words}");
        assert!(words.contains("Last move: a1."), "{words}");
        assert!(words.contains("<Hand>: A&B, 1 of swords and 1 face down."), "{words}");
    }

    #[test]
    fn long_labels_wrap() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("54\u{a0}% of it", 4), ["54\u{a0}%", "of", "it"]);
        assert!(wrap("", 5).is_empty());
    }
}
