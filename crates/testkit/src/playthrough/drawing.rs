//! A scene in plain text, only for playthroughs: what is shown to people is drawn elsewhere.

use ludometer_game::{Grid, Part, Scene};

/// The parts of a scene, one below the other.
pub(super) fn drawn(scene: &Scene) -> String {
    let mut out = String::new();
    for part in &scene.parts {
        match part {
            Part::Grid(grid) => rows(grid, &mut out),
            Part::Hand(hand) => {
                let cards: Vec<&str> =
                    hand.cards.iter().map(|card| card.face.as_deref().unwrap_or("??")).collect();
                out.push_str(format!("| {}: {}", hand.title, cards.join(" ")).trim_end());
                out.push('\n');
            }
            Part::Label(text) => out.push_str(&format!("| {text}\n")),
            Part::Track { title, value, max, .. } => out.push_str(&format!("| {title}: {value} of {max}\n")),
            _ => out.push_str("| a part this drawing does not know\n"),
        }
    }
    out
}

fn rows(grid: &Grid, out: &mut String) {
    for row in grid.tokens.chunks(grid.columns.max(1)) {
        out.push_str("| ");
        out.extend(row.iter().map(|token| token.as_ref().map_or('.', |token| token.glyph)));
        out.push('\n');
    }
}
