//! Expectiminimax with all its cuts against the plain definition, and against trees worked out by hand.

mod agent;
mod equality;
mod textbook;
mod wooded;

use ludometer_agents::expectiminimax::found::Found;
use ludometer_agents::expectiminimax::search::{Limits, Prune, Search};
use ludometer_agents::{Evaluation, Patience, Scratch, Sight};
use ludometer_game::{Game, Turn};

fn evaluation<G: Game>(game: &G) -> Evaluation {
    Evaluation::read(game, "test", "").unwrap()
}

fn limits(depth: u32, prune: Prune) -> Limits<'static> {
    let patience = Patience::endless();
    Limits { depth, nodes: u64::MAX, patience, prune, bounds: (-1.0, 1.0), order: false, every: false }
}

/// Searches a position, its moves in the order of the game.
fn search<G: Game>(game: &G, state: &G::State, limits: &Limits<'_>, table: usize) -> Found<G::Move> {
    let evaluation = evaluation(game);
    let Turn::Seat(seat) = game.turn(state) else { panic!("nobody moves") };
    let sight = Sight::new(game, seat, &evaluation);
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    Search::new(table).run(&sight, state, &legal, limits)
}

/// The definition: the best of all moves, the mean of all outcomes; throws cost no depth. For the side of
/// the view.
fn plain<G: Game>(sight: &Sight<'_, G>, state: &G::State, depth: u32) -> f64 {
    let game = sight.game;
    let after = |option: G::Move| {
        let mut child = state.clone();
        game.play(&mut child, option);
        child
    };
    match game.turn(state) {
        Turn::Over => sight.result(state).into(),
        Turn::Seat(_) | Turn::Chance if depth == 0 => sight.estimate(state, &mut Scratch::default()).into(),
        Turn::Seat(mover) => {
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            let values = moves.into_iter().map(|option| plain(sight, &after(option), depth - 1));
            let best =
                if sight.wants_more(mover) { values.reduce(f64::max) } else { values.reduce(f64::min) };
            best.unwrap()
        }
        Turn::Chance => {
            let mut odds = Vec::new();
            assert!(game.chance(state, &mut odds));
            odds.into_iter().map(|(thrown, p)| p * plain(sight, &after(thrown), depth)).sum()
        }
        _ => 0.0,
    }
}
