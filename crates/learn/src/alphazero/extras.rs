//! Further numbers a network may learn to say: they are not played by, and teach it what matters.
//!
//! `turns-left` is how much of the longest match is still to come, 0 to 1. `score` is the mover's lead at the end
//! where the game keeps a score, `lead / (5 + |lead|)`: between −1 and 1, and fine where matches are close.

use ludometer_game::{Game, Seat};

/// How soon a lead counts as large.
const CLOSE: f32 = 5.0;

/// The names, as far as this game has them.
pub(super) fn names<G: Game>(game: &G, wanted: bool) -> Vec<&'static str> {
    let scored = game.score(&game.initial(), Seat::new(0)).is_some();
    let all = [(true, "turns-left"), (scored, "score")];
    all.into_iter().filter(|(there, _)| wanted && *there).map(|(_, name)| name).collect()
}

/// What `seat`, who moved so many plies before the end, should have said.
pub(super) fn write<G: Game>(game: &G, end: &G::State, seat: Seat, plies: u32, names: usize) -> Vec<f32> {
    let turns = plies as f32 / game.limit().max(1) as f32;
    [turns, score(game, end, seat)].into_iter().take(names).collect()
}

fn score<G: Game>(game: &G, end: &G::State, seat: Seat) -> f32 {
    let of = |seat: Seat| game.score(end, seat).unwrap_or(f32::NAN);
    let others = Seat::all(game.seats()).filter(|other| game.team(*other) != game.team(seat));
    // Who plays alone, or with everybody, leads nobody: the score itself counts.
    let lead = of(seat) - others.map(of).reduce(f32::max).unwrap_or(0.0);
    lead / (CLOSE + lead.abs())
}
