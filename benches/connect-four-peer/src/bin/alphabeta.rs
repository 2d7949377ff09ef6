//! `alphabeta` on connect four against the crate `minimax`, same rules, same estimate, same run.
//!
//! Usage: `cargo run --release --bin alphabeta -- [DEPTH]`; depth 10 from the empty board unless typed.
//!
//! The crate plays on this project's board and asks this project's estimate, brought to its whole numbers
//! by a scale that keeps the order, so both searches must find the same value. Its fast strategy deepens
//! step by step with a transposition table, as ours does; its plain one is α–β without either. Ours runs
//! without quiescence and extensions: neither changes anything on connect four, which has no noisy moves
//! and hardly a forced one. Every run starts with an empty table on one thread; time is CPU time, the
//! best of five.

use cpu_time::ProcessTime;
use ludometer_agents::{AgentSpec, build};
use ludometer_game::{Game, GameVisitor, Rng, Seat, Turn, View};
use minimax::{Evaluation, Evaluator, IterativeOptions, IterativeSearch, Negamax, Strategy, Winner};
use std::marker::PhantomData;

/// Steps of the crate's whole numbers for 1.
const STEPS: f32 = 10_000.0;
const REPEATS: usize = 5;

fn main() {
    let depth = std::env::args().nth(1).map_or(10, |typed| typed.parse().expect("a depth"));
    ludometer_games::open("connect-four", [], Race { depth }).expect("a built-in game");
}

struct Race {
    depth: u8,
}

impl GameVisitor for Race {
    type Out = ();

    fn visit<G: Game>(self, game: G) {
        let game: &'static G = Box::leak(Box::new(game));
        let root = Board { game, state: game.initial() };
        let ours = ours(game, self.depth);
        let deepening = timed(|| {
            let options = IterativeOptions::new().with_table_byte_size(16 << 20);
            let mut search = IterativeSearch::new(Estimate::<G>(PhantomData), options);
            search.set_max_depth(self.depth);
            search.choose_move(&root);
            f32::from(search.root_value()) / STEPS
        });
        let plain = timed(|| {
            let mut search = Negamax::new(Estimate::<G>(PhantomData), self.depth);
            search.choose_move(&root);
            f32::from(search.root_value()) / STEPS
        });
        println!("depth {}                          ms     value", self.depth);
        for (name, (seconds, value)) in [
            ("ludometer alphabeta", ours),
            ("minimax, deepening, table", deepening),
            ("minimax, plain", plain),
        ] {
            println!("{name:26} {:10.2} {value:9.4}", seconds * 1e3);
        }
    }
}

fn ours<G: Game>(game: &G, depth: u8) -> (f64, f32) {
    let spec = AgentSpec::read(&format!("alphabeta:depth={depth},quiescence=0,extend=off")).expect("a spec");
    let state = game.initial();
    let view = View::new(game, &state, Seat::new(0));
    timed(|| {
        let mut agent = build(game, &spec).expect("alphabeta plays connect four");
        agent.decide(&view, &mut Rng::stream(1, "race", 0)).expect("a decision").values[0]
    })
}

/// The least CPU time of several runs, and what they found.
fn timed(mut run: impl FnMut() -> f32) -> (f64, f32) {
    let runs = (0..REPEATS).map(|_| {
        let start = ProcessTime::now();
        let value = run();
        (start.elapsed().as_secs_f64(), value)
    });
    runs.min_by(|a, b| a.0.total_cmp(&b.0)).expect("several runs")
}

/// A state that knows its rules, as the crate's functions have no other way to them.
struct Board<G: Game> {
    game: &'static G,
    state: G::State,
}

impl<G: Game> Clone for Board<G> {
    fn clone(&self) -> Self {
        Board { game: self.game, state: self.state.clone() }
    }
}

struct Rules<G>(PhantomData<G>);

impl<G: Game> minimax::Game for Rules<G> {
    type S = Board<G>;
    type M = G::Move;

    fn generate_moves(board: &Board<G>, moves: &mut Vec<G::Move>) -> Option<Winner> {
        let winner = Self::get_winner(board);
        if winner.is_none() {
            board.game.moves(&board.state, moves);
        }
        winner
    }

    fn apply(board: &mut Board<G>, chosen: G::Move) -> Option<Board<G>> {
        let mut next = board.clone();
        next.game.play(&mut next.state, chosen);
        Some(next)
    }

    fn get_winner(board: &Board<G>) -> Option<Winner> {
        if board.game.turn(&board.state) != Turn::Over {
            return None;
        }
        // A line ends the match, so only who moved last can have won.
        let won = board.game.payoff(&board.state).points.iter().any(|&points| points > 0.0);
        Some(if won { Winner::PlayerJustMoved } else { Winner::Draw })
    }

    fn zobrist_hash(board: &Board<G>) -> u64 {
        board.game.key(&board.state)
    }
}

struct Estimate<G>(PhantomData<G>);

impl<G: Game> Evaluator for Estimate<G> {
    type G = Rules<G>;

    fn evaluate(&self, board: &Board<G>) -> Evaluation {
        let seat = board.game.turn(&board.state).seat().expect("a seat's turn");
        (board.game.evaluate(&board.state, seat).unwrap_or_default() * STEPS) as Evaluation
    }
}
