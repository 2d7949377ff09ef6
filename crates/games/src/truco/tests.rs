//! Tests of truco.

use super::*;

mod betting;
mod cases;
mod counts;
mod flores;
mod knowledge;
mod players;
mod smaller;
mod tricks;

const DEFAULTS: Rules = Rules {
    target: 24,
    envido_first: false,
    falta: Falta::Loser,
    flor: true,
    flor_flor: 6,
    leaving_pays_envido: false,
    facedown: true,
};
const GAME: Truco = Truco { rules: DEFAULTS };

/// The mão, seat 1, has 28 points of envido and the strongest cards; the pé has 27.
const PLAIN: &str = "deal-1e.7e.3o-2b.5b.12c";
/// Both have a flor, that of the pé is better: 28 and 35.
const FLORES: &str = "deal-1e.7e.12e-4b.5b.6b";

/// Plays moves as typed; they must be legal.
fn play_all(game: &Truco, state: &mut State, moves: &str) {
    for text in moves.split_whitespace() {
        let chosen = game.parse(state, text).unwrap_or_else(|| panic!("`{text}` is not legal: {state:?}"));
        game.play(state, chosen);
    }
}

/// A match after these moves.
fn after(game: &Truco, moves: &str) -> State {
    let mut state = game.initial();
    play_all(game, &mut state, moves);
    state
}

/// The words of all legal moves.
fn legal(game: &Truco, state: &State) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.into_iter().map(|legal| ludometer_game::text_of(game, state, legal)).collect()
}

fn may(game: &Truco, state: &State, word: &str) -> bool {
    legal(game, state).iter().any(|legal| legal == word)
}

/// Every line of calls from here until `done`, with the points it has paid and the state it leads to.
fn lines(game: &Truco, start: &State, done: fn(&State) -> bool) -> Vec<(String, u8)> {
    let mut found = Vec::new();
    follow(game, start, &mut Vec::new(), done, &mut found);
    found.sort();
    found
}

fn follow(
    game: &Truco,
    state: &State,
    said: &mut Vec<&'static str>,
    done: fn(&State) -> bool,
    found: &mut Vec<(String, u8)>,
) {
    if done(state) {
        found.push((said.join(" "), state.points.iter().sum()));
        return;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    for chosen in moves {
        let Move::Say(call) = chosen else { continue };
        let mut next = *state;
        game.play(&mut next, chosen);
        said.push(call.word());
        follow(game, &next, said, done, found);
        said.pop();
    }
}

/// A table as written down: a line of calls and what it pays.
fn table(written: &[(&str, u8)]) -> Vec<(String, u8)> {
    let mut table: Vec<_> = written.iter().map(|(line, points)| ((*line).to_owned(), *points)).collect();
    table.sort();
    table
}
