//! One seeded random match as text: every public answer of the game in every state.
//!
//! The text is compared with a file, so that any change of what a game says shows as a readable
//! difference. Keys are left out: they may change with the hasher.

use crate::glance::{encoded, featured, observed};
use crate::signature::Fnv;
use crate::walk::{any_move, worth};
use ludometer_game::{Element, Game, Rng, Scene, Seat, Seen, Story, Turn, text_of};
use std::fmt::Write;

mod drawing;

/// A match of more states than this is told in full only at its beginning and its end.
const FULL: usize = 40;
const BEGINNING: usize = 20;
const END: usize = 5;
/// Longer rows of numbers are shown as a hash.
const SHOWN: usize = 64;

/// Writes one random match of this seed.
pub fn playthrough<G: Game>(game: &G, seed: u64) -> String {
    let (plies, last) = record(game, seed);
    let mut out = String::new();
    heading(game, &mut out);
    let told = |at: usize| plies.len() <= FULL || at < BEGINNING || at + END >= plies.len();
    let mut story = Story::default();
    for (at, (state, chosen)) in plies.iter().enumerate() {
        if told(at) {
            line(&mut out, &format!("\n## State {at}"));
            describe(game, state, &mut out);
            made(game, state, *chosen, &mut out);
        } else {
            line(&mut out, &format!("{at}: {}", text_of(game, state, *chosen)));
        }
        let after = plies.get(at + 1).map_or(&last, |(next, _)| next);
        game.narrate(state, *chosen, after, &mut story);
    }
    line(&mut out, &format!("\n## State {} (last)", plies.len()));
    describe(game, &last, &mut out);
    line(&mut out, &format!("ending: {}", game.ending(&last)));
    line(&mut out, &format!("scores: {:?}", story.scores));
    line(&mut out, &format!("counts: {:?}", story.counts));
    line(&mut out, &format!("notes: {:?}", story.notes));
    out
}

/// The states with the move made in each, and the last state.
#[allow(clippy::type_complexity)]
fn record<G: Game>(game: &G, seed: u64) -> (Vec<(G::State, G::Move)>, G::State) {
    let mut rng = Rng::stream(seed, "playthrough", 0);
    let mut state = game.initial();
    let mut plies = Vec::new();
    for _ in 0..game.limit() {
        let Some(chosen) = any_move(game, &state, &mut rng) else { break };
        plies.push((state.clone(), chosen));
        game.play(&mut state, chosen);
    }
    (plies, state)
}

fn line(out: &mut String, text: &str) {
    out.push_str(text.trim_end());
    out.push('\n');
}

fn heading<G: Game>(game: &G, out: &mut String) {
    let seats: Vec<_> = Seat::all(game.seats()).map(|s| (game.seat_name(s), game.team(s))).collect();
    line(out, &format!("seats: {seats:?}"));
    line(out, &format!("limit: {}", game.limit()));
    line(out, &format!("bounds: {:?}", game.bounds()));
    line(out, &format!("traits: {:?}", game.traits()));
    line(out, &format!("board: {:?}", game.board().map(|b| (b.rows, b.columns, b.shape))));
    line(out, &format!("observables: {:?}", game.observables()));
    line(out, &format!("actions: {:?}", game.actions()));
    line(out, &format!("encoding: {:?}", game.encoding()));
    let features: Vec<_> = game.features().into_iter().map(|f| (f.name, f.range)).collect();
    line(out, &format!("features: {features:?}"));
}

fn describe<G: Game>(game: &G, state: &G::State, out: &mut String) {
    let turn = game.turn(state);
    line(out, &format!("turn: {turn:?}, stage: {:?}, episode: {}", game.stage(state), game.episode(state)));
    if let Some(position) = game.position(state) {
        line(out, &format!("position: {position}"));
    }
    scenes(game, state, out);
    let payoff = worth(game, state);
    line(out, &format!("points: {:?}, places: {:?}", payoff.points, payoff.place));
    line(out, &format!("observables: {:?}", observed(game, state, None)));
    for seat in Seat::all(game.seats()) {
        known_to(game, state, seat, out);
    }
    if let Some(fault) = game.fault(state) {
        line(out, &format!("fault: {fault}"));
    }
    match turn {
        Turn::Seat(_) => legal(game, state, out),
        Turn::Chance => odds(game, state, out),
        _ => {}
    }
}

/// The picture that shows everything, and those of the seats where they differ from it.
fn scenes<G: Game>(game: &G, state: &G::State, out: &mut String) {
    let whole: Scene = game.scene(state, None);
    out.push_str(&drawing::drawn(&whole));
    for seat in Seat::all(game.seats()) {
        let own = game.scene(state, Some(seat));
        if own != whole {
            line(out, &format!("as {seat} sees it:"));
            out.push_str(&drawing::drawn(&own));
        }
    }
}

fn known_to<G: Game>(game: &G, state: &G::State, seat: Seat, out: &mut String) {
    let mut info = Vec::new();
    game.info(state, seat, &mut info);
    let input = encoded(game, state, seat);
    let features = featured(game, state, seat);
    let (score, estimate) = (game.score(state, seat), game.evaluate(state, seat));
    line(out, &format!("{seat} ({}):", game.side(state, seat)));
    let bytes: Vec<u8> = features.iter().flat_map(|x| x.to_le_bytes()).collect();
    let features = shown(&features, &bytes);
    line(out, &format!("  score: {score:?}, evaluate: {estimate:?}, features: {features}"));
    line(out, &format!("  observables: {:?}", observed(game, state, Some(seat))));
    let bytes: Vec<u8> = input.iter().flat_map(|x| x.to_le_bytes()).collect();
    line(out, &format!("  info: {}", shown(&info, &info)));
    line(out, &format!("  encode: {}", shown(&input, &bytes)));
}

/// Short rows as they are, long ones as a hash.
fn shown<T: std::fmt::Debug>(items: &[T], bytes: &[u8]) -> String {
    if items.len() <= SHOWN {
        return format!("{items:?}");
    }
    let mut hash = Fnv::new();
    hash.add(bytes);
    format!("{} numbers, hash {:016x}", items.len(), hash.0)
}

fn legal<G: Game>(game: &G, state: &G::State, out: &mut String) {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    out.push_str("moves:");
    for option in moves {
        let mut elements = Vec::new();
        game.elements(state, option, &mut elements);
        let named = |e: &Element| format!("{}={}", e.kind.word(), e.name);
        let named: Vec<String> = elements.iter().map(named).collect();
        let _ = write!(out, " {}#{}", text_of(game, state, option), game.index(state, option));
        if !named.is_empty() {
            let _ = write!(out, "({})", named.join(","));
        }
    }
    out.push('\n');
}

fn odds<G: Game>(game: &G, state: &G::State, out: &mut String) {
    let mut odds = Vec::new();
    if !game.chance(state, &mut odds) {
        return line(out, "chance: drawn");
    }
    out.push_str("chance:");
    for (outcome, odd) in odds {
        let _ = write!(out, " {}:{odd:.6}", text_of(game, state, outcome));
    }
    out.push('\n');
}

fn made<G: Game>(game: &G, state: &G::State, chosen: G::Move, out: &mut String) {
    line(out, &format!("played: {}", text_of(game, state, chosen)));
    for seat in Seat::all(game.seats()) {
        if let Seen::Hidden(class) = game.seen(state, chosen, seat) {
            line(out, &format!("  {seat} sees only a move of class {class}"));
        }
    }
}
