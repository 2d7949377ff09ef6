//! A position in words: the alternative text of its picture.

use crate::format::{decimal, plain};
use ludometer_game::{Grid, Hand, HandCard, Part, Scene, Seat};
use std::collections::BTreeMap;

/// What the picture shows, as sentences.
#[must_use]
pub fn scene_words(scene: &Scene) -> String {
    let sentences: Vec<String> = scene.parts.iter().filter_map(part_words).collect();
    if sentences.is_empty() { "Nothing on the table.".into() } else { sentences.join(" ") }
}

fn part_words(part: &Part) -> Option<String> {
    match part {
        Part::Grid(grid) => Some(grid_words(grid)),
        Part::Hand(hand) => Some(hand_words(hand)),
        Part::Label(label) => Some(label.clone()),
        Part::Track { title, owner, value, max } => {
            let owner = whose(title, *owner);
            Some(format!("{title}{owner}: {} of {}.", plain(f64::from(*value)), plain(f64::from(*max))))
        }
        _ => None,
    }
}

/// The name of a cell, or where it lies.
pub(super) fn cell_name(grid: &Grid, cell: usize) -> String {
    let columns = grid.columns.max(1);
    grid.names
        .get(cell)
        .filter(|name| !name.is_empty())
        .cloned()
        .unwrap_or_else(|| format!("row {} column {}", cell / columns + 1, cell % columns + 1))
}

fn grid_words(grid: &Grid) -> String {
    let mut words = format!("Board of {} rows and {} columns.", grid.rows, grid.columns);
    let mut held: BTreeMap<(Option<usize>, char), Vec<String>> = BTreeMap::new();
    for (cell, token) in grid.tokens.iter().enumerate() {
        if let Some(token) = token {
            let owner = token.owner.map(Seat::index);
            held.entry((owner, token.glyph)).or_default().push(cell_name(grid, cell));
        }
    }
    if held.is_empty() {
        words.push_str(" It is empty.");
    }
    for ((owner, glyph), cells) in held {
        let owner = owner.map_or_else(|| "Nobody's".into(), |seat| format!("Seat {}", seat + 1));
        words.push_str(&format!(" {owner} {glyph}: {}.", cells.join(", ")));
    }
    let marked: Vec<String> =
        (0..grid.marked.len()).filter(|&cell| grid.marked[cell]).map(|cell| cell_name(grid, cell)).collect();
    if !marked.is_empty() {
        words.push_str(&format!(" Last move: {}.", marked.join(", ")));
    }
    words
}

fn card_words(card: &HandCard) -> Option<String> {
    let spanish = card.spanish.map(|(number, suit)| format!("{number} of {}", suit.word()));
    spanish.or_else(|| card.face.clone())
}

fn hand_words(hand: &Hand) -> String {
    let open: Vec<String> = hand.cards.iter().filter_map(card_words).collect();
    let hidden = hand.cards.len() - open.len();
    let mut what = Vec::new();
    if !open.is_empty() {
        what.push(open.join(", "));
    }
    if hidden > 0 {
        what.push(format!("{} face down", decimal(hidden as f64, 0)));
    }
    if what.is_empty() {
        what.push("empty".into());
    }
    let owner = whose(&hand.title, hand.owner);
    format!("{}{owner}: {}.", hand.title, what.join(" and "))
}

/// " of seat 1", unless the title says whose it is itself.
fn whose(title: &str, owner: Option<Seat>) -> String {
    let said = |seat: &Seat| title.contains(" of ") || title.to_lowercase().contains(&seat.to_string());
    owner.filter(|seat| !said(seat)).map(|seat| format!(" of {seat}")).unwrap_or_default()
}
