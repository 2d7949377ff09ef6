//! What a game says before the first move.

use crate::report::{Breaches, Law};
use ludometer_game::{Game, MAX_SEATS, Seat};
use std::collections::HashSet;

/// Seats, bounds, limit, board and names fit together.
pub(crate) fn declared<G: Game>(game: &G, out: &mut Breaches) {
    let seats = game.seats();
    out.demand(Law::Declared, (1..=MAX_SEATS).contains(&seats), || format!("{seats} seats"));
    out.demand(Law::Declared, game.limit() > 0, || "the limit is 0 moves".into());
    let (low, high) = game.bounds();
    out.demand(Law::Declared, low.is_finite() && high.is_finite() && low <= high, || {
        format!("bounds from {low} to {high}")
    });
    out.demand(Law::Declared, game.actions() != Some(0), || "an action space of 0 moves".into());
    out.demand(Law::Declared, game.encoding().is_none_or(|encoding| !encoding.is_empty()), || {
        "an encoding of length 0".into()
    });
    if let Some(board) = game.board() {
        out.demand(Law::Declared, board.cells.len() == board.rows * board.columns, || {
            format!("{} cells on a board of {} by {}", board.cells.len(), board.rows, board.columns)
        });
        distinct("cell", board.cells, out);
    }
    distinct("observable", game.observables(), out);
    distinct("feature", game.features().into_iter().map(|feature| feature.name).collect(), out);
    distinct("seat", Seat::all(seats.min(MAX_SEATS)).map(|seat| game.seat_name(seat)).collect(), out);
}

fn distinct(kind: &str, names: Vec<String>, out: &mut Breaches) {
    let mut known = HashSet::new();
    for name in names {
        out.demand(Law::Declared, !name.trim().is_empty(), || format!("a {kind} has no name"));
        if let Some(twice) = known.replace(name) {
            out.add(Law::Declared, format!("two {kind}s are called `{twice}`"));
        }
    }
}
