//! Everything one seat can ask about a state, as text, so that two states can be compared.

use ludometer_game::{Game, Packed, Seat, Turn, text_of};

/// One answer of a game: the name of the question, and the answer.
pub(crate) type Answer = (&'static str, String);

/// All answers a seat (or, without one, somebody who sees everything) gets in this state. Legal
/// moves are the seat's business only on its own turn.
pub(crate) fn glance<G: Game>(game: &G, state: &G::State, viewer: Option<Seat>) -> Vec<Answer> {
    let turn = game.turn(state);
    let mut answers = vec![
        ("turn", format!("{turn:?}")),
        ("stage", game.stage(state).into_owned()),
        ("episode", game.episode(state).to_string()),
        ("scene", format!("{:?}", game.scene(state, viewer))),
        ("observables", format!("{:?}", observed(game, state, viewer))),
        ("score", per_seat(game, |seat| game.score(state, seat))),
        ("evaluate", estimates(game, state, viewer)),
        ("fault", format!("{:?}", game.fault(state))),
    ];
    if matches!(turn, Turn::Seat(mover) if viewer.is_none_or(|seat| seat == mover)) {
        answers.push(("moves", moves(game, state)));
    }
    if turn == Turn::Over {
        answers.push(("payoff", format!("{:?}", game.payoff(state))));
        answers.push(("ending", game.ending(state).into_owned()));
    }
    if let Some(seat) = viewer {
        let mut info = Vec::new();
        game.info(state, seat, &mut info);
        answers.push(("info", format!("{info:02x?}")));
        answers.push(("encoding", format!("{:?}", encoded(game, state, seat))));
        answers.push(("features", format!("{:?}", featured(game, state, seat))));
    }
    answers
}

/// The first question that two lists answer differently, with both answers.
pub(crate) fn first_difference(left: &[Answer], right: &[Answer]) -> Option<String> {
    if let Some(((name, a), (_, b))) = left.iter().zip(right).find(|(a, b)| a != b) {
        return Some(format!("`{name}` is {a} against {b}"));
    }
    (left.len() != right.len()).then(|| "different questions can be asked".to_owned())
}

/// The network input of a seat, prefilled so that gaps show as NaN.
pub(crate) fn encoded<G: Game>(game: &G, state: &G::State, seat: Seat) -> Vec<f32> {
    let mut out = vec![f32::NAN; game.encoding().map_or(0, ludometer_game::Encoding::len)];
    if !out.is_empty() {
        game.encode(state, seat, &mut out);
    }
    out
}

/// The features of a seat.
pub(crate) fn featured<G: Game>(game: &G, state: &G::State, seat: Seat) -> Vec<f32> {
    let mut out = Vec::new();
    game.read_features(state, seat, &mut out);
    out
}

pub(crate) fn observed<G: Game>(game: &G, state: &G::State, viewer: Option<Seat>) -> Vec<f32> {
    let mut out = Vec::new();
    game.observe(state, viewer, &mut out);
    out
}

/// Estimates of the viewer; an estimate for another seat may use what the viewer does not know.
fn estimates<G: Game>(game: &G, state: &G::State, viewer: Option<Seat>) -> String {
    match viewer {
        Some(seat) => format!("{:?}", game.evaluate(state, seat)),
        None => per_seat(game, |seat| game.evaluate(state, seat)),
    }
}

fn per_seat<G: Game>(game: &G, ask: impl Fn(Seat) -> Option<f32>) -> String {
    format!("{:?}", Seat::all(game.seats()).map(ask).collect::<Vec<_>>())
}

/// The legal moves in order, each with its bytes, text, number and elements.
fn moves<G: Game>(game: &G, state: &G::State) -> String {
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    let describe = |&option: &G::Move| {
        let mut elements = Vec::new();
        game.elements(state, option, &mut elements);
        (option.pack(), text_of(game, state, option), game.index(state, option), elements)
    };
    format!("{:?}", legal.iter().map(describe).collect::<Vec<_>>())
}
