//! A recorded match, step by step on the board.

use crate::session::highlight;
use ludometer_arena::Table;
use ludometer_game::{AnyGame, AnyMove, AnyState, Game, Scene, Seat, Turn};
use ludometer_record::{Actor, MatchRecord, Names, Ply};

/// One step of a replay.
#[derive(Clone, PartialEq, Debug)]
pub struct ReplayStep {
    /// What happened: "X plays b2", "the start".
    pub caption: String,
    /// What the mover thought the position was worth to each seat before the move, −1 to 1.
    pub values: Vec<f32>,
    /// The board after it.
    pub scene: Scene,
}

/// Redraws a match. When the rules no longer play a recorded move (another version of the game),
/// the steps so far come with the reason.
pub(crate) fn replay(
    table: &Table<AnyGame>,
    record: &MatchRecord,
    names: &Names,
) -> (Vec<ReplayStep>, Option<String>) {
    let game = &*table.game;
    let mut state = table.start.clone();
    let start = ReplayStep { caption: "The start".into(), values: vec![], scene: game.scene(&state, None) };
    let mut steps = vec![start];
    for (number, ply) in record.plies.iter().enumerate() {
        let Some(option) = ply.played() else {
            return (steps, Some(format!("ply {} names no move", number + 1)));
        };
        let text = names.text(option.text);
        let Some(chosen) = recorded(game, &state, ply, names) else {
            return (steps, Some(format!("these rules do not play ply {}, `{text}`", number + 1)));
        };
        let caption = match game.turn(&state) {
            Turn::Seat(seat) => format!("{} plays {text}", game.seat_name(seat)),
            _ => format!("Chance: {text}"),
        };
        let before = state.clone();
        game.play(&mut state, chosen);
        let mut scene = game.scene(&state, None);
        highlight(game, &before, chosen, None, &mut scene);
        steps.push(ReplayStep { caption, values: ply.values.clone(), scene });
    }
    (steps, None)
}

/// The move a recorded ply made; none where these rules do not play it here, or somebody else is to move.
pub(crate) fn recorded(game: &AnyGame, state: &AnyState, ply: &Ply, names: &Names) -> Option<AnyMove> {
    let expected = match ply.actor {
        Actor::Seat(seat) => game.turn(state).seat().map(Seat::index) == Some(usize::from(seat)),
        Actor::Chance => game.turn(state) == Turn::Chance,
    };
    ply.played().filter(|_| expected).and_then(|option| game.parse(state, names.text(option.text)))
}
