//! Perfect play where the game is small enough, or knows a solver of its own.
//!
//! # Idea
//! Go through every line of play that can matter to the end of the match, remember positions in a
//! table, and play a move that is exactly best; equal moves are told apart by lot. A game may bring a
//! faster solver of its own, as Connect Four does. Where the budget does not reach, or lines of play never
//! end, the move is `alphabeta`'s with the same budget, or `mcts`'s in a game with chance, and the record
//! does not call it proven: near the end of a match, play becomes perfect.
//!
//! # Paper
//! Allis 1994, "Searching for solutions in games and artificial intelligence".
//!
//! # Needs
//! One seat, two sides that play for opposite ends, or one common cause; no hidden information; from the
//! position on, only chance that lists its outcomes.
//!
//! # Cost
//! `nodes` positions for each legal move at most; `memory` megabytes.
//!
//! # Wrong tool
//! In the opening of any game too large to solve: it thinks long and then plays like `alphabeta`.

pub mod exhaustive;

use crate::{Agent, AgentError, AgentSpec, Decision, Memory, Ready, demand_memory, to_unit};
use exhaustive::Exhaustive;
use ludometer_game::{
    Card, ChanceKind, Fault, Game, ParamSpec, Params, Rng, Seat, Solver, Sum, Turn, Unsolved, View,
};

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole(
            "nodes",
            "positions to look at for each legal move",
            1_000_000,
            1..=1_000_000_000_000,
        ),
        ParamSpec::whole("memory", "megabytes for positions already solved", 32, 1..=65_536),
    ];
    Card::from_source("solve", "Perfect play", 1, include_str!("mod.rs"), params)
}

/// Makes the agent ready.
///
/// # Errors
/// When the game has hidden information or more than two sides.
pub fn prepare<G: Game>(game: &G, params: &Params) -> Result<Ready<G>, AgentError> {
    demand_an_exact_value(game)?;
    let (nodes, megabytes) = (params.count("nodes") as u64, params.count("memory"));
    let memory = Memory { bytes: megabytes << 20, parameter: "memory" };
    demand_memory("solve", memory)?;
    let substitute = match game.traits().chance {
        ChanceKind::None => format!("alphabeta:nodes={nodes},table={}", megabytes / 2),
        _ => "mcts".to_owned(),
    };
    let substitute = crate::prepare(game, &AgentSpec::read(&substitute)?)?;
    let bytes = megabytes << 19;
    let make = move || Perfect::<G> { nodes, bytes, solver: None, substitute: substitute.seat() };
    Ok(Ready::new(make).with_memory(memory))
}

/// Refuses games that have no single exact value.
///
/// # Errors
/// When best play does not decide what everybody gets.
pub fn demand_an_exact_value<G: Game>(game: &G) -> Result<(), AgentError> {
    let traits = game.traits();
    let teams: std::collections::BTreeSet<u8> = Seat::all(game.seats()).map(|seat| game.team(seat)).collect();
    let sides = match traits.sum {
        Sum::Zero => teams.len() <= 2,
        Sum::Shared => true,
        Sum::General => game.seats() == 1,
    };
    let lacks = if traits.hidden {
        "a game without hidden information"
    } else if !sides {
        "one seat, two opposite sides or one common cause"
    } else {
        return Ok(());
    };
    Err(AgentError::CannotPlay { agent: "solve".into(), needs: lacks.into(), instead: "`mcts`".into() })
}

/// The solver of a game: its own, or the exhaustive one.
pub fn solver_of<G: Game>(game: &G, bytes: usize) -> Box<dyn Solver<G>> {
    game.solver(bytes).unwrap_or_else(|| Box::new(Exhaustive::new(bytes)))
}

/// A move with its exact worth to who makes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SolvedMove<M> {
    /// The move.
    pub option: M,
    /// Points.
    pub points: f32,
    /// The finer measure, where the game has one and the match goes on.
    pub score: Option<i32>,
}

/// All moves of a position, solved.
#[derive(Clone, PartialEq, Debug)]
pub struct SolvedMoves<M> {
    /// In the order of generation.
    pub moves: Vec<SolvedMove<M>>,
    /// Points of the seat to move.
    pub points: f32,
    /// The finer measure, where the game has one.
    pub score: Option<i32>,
    /// Positions looked at.
    pub nodes: u64,
}

impl<M: Copy> SolvedMoves<M> {
    /// The best moves: by points, then by score; a match that ends at once is as good as it gets.
    #[must_use]
    pub fn best(&self) -> Vec<M> {
        let is_best = |known: &&SolvedMove<M>| {
            known.points >= self.points && (known.score.is_none() || known.score >= self.score)
        };
        self.moves.iter().filter(is_best).map(|known| known.option).collect()
    }
}

/// Solves every move of a state in which a seat is to move.
///
/// # Errors
/// When the solver has no answer.
pub fn solve_moves<G: Game>(
    solver: &mut dyn Solver<G>,
    game: &G,
    state: &G::State,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<SolvedMoves<G::Move>, Unsolved> {
    let Turn::Seat(mover) = game.turn(state) else { return Err(Unsolved::Broken) };
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    let (mut moves, mut nodes, mut ended) = (Vec::new(), 0, false);
    for option in legal {
        let mut child = state.clone();
        game.play(&mut child, option);
        if game.turn(&child) == Turn::Over {
            ended = true;
            moves.push(SolvedMove { option, points: game.payoff(&child).points[mover], score: None });
            continue;
        }
        let solved = solver.solve(game, &child, &mut |found| go_on(nodes + found))?;
        nodes += solved.nodes;
        let next = game.turn(&child).seat().unwrap_or(Seat::new(0));
        let points = points_for(game, mover, solved.points, next);
        let score = solved.score.map(|score| if on_one_side(game, mover, next) { score } else { -score });
        moves.push(SolvedMove { option, points, score });
    }
    let points = moves.iter().map(|known| known.points).fold(f32::NEG_INFINITY, f32::max);
    let mut score = moves.iter().filter_map(|known| known.score).max();
    if ended {
        let solved = solver.solve(game, state, &mut |found| go_on(nodes + found))?;
        nodes += solved.nodes;
        score = solved.score;
    }
    Ok(SolvedMoves { moves, points, score, nodes })
}

/// Whether two seats win and lose together.
fn on_one_side<G: Game>(game: &G, one: Seat, other: Seat) -> bool {
    game.traits().sum == Sum::Shared || game.team(one) == game.team(other)
}

/// The points of `seat` where those of `known` are known. Of two sides one gets what the other loses, and
/// the members of a side share it equally: one against two has twice as much at stake.
fn points_for<G: Game>(game: &G, seat: Seat, points: f32, known: Seat) -> f32 {
    if on_one_side(game, seat, known) {
        return points;
    }
    let members = |of: Seat| Seat::all(game.seats()).filter(|&seat| game.team(seat) == game.team(of)).count();
    // Adding nothing turns a negative nothing into a plain one.
    -points * members(known) as f32 / members(seat) as f32 + 0.0
}

struct Perfect<G: Game> {
    nodes: u64,
    bytes: usize,
    solver: Option<Box<dyn Solver<G>>>,
    /// Who moves where the solver does not get through.
    substitute: Box<dyn Agent<G>>,
}

impl<G: Game> Agent<G> for Perfect<G> {
    fn start(&mut self) {
        if let Some(solver) = &mut self.solver {
            solver.forget();
        }
        self.substitute.start();
    }

    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault> {
        let game = view.game();
        let root = view.sample(rng);
        let solver = self.solver.get_or_insert_with(|| solver_of(game, self.bytes));
        let budget = self.nodes * view.legal().len() as u64;
        let mut looked_at = 0;
        let mut go_on = |nodes| {
            looked_at = nodes;
            nodes < budget && !view.halted()
        };
        match solve_moves(&mut **solver, game, &root, &mut go_on) {
            Ok(solved) => Ok(exact(view, &solved, rng)),
            Err(_) => {
                let decision = self.substitute.decide(view, rng)?;
                let mut facts = vec![("solving given up after", looked_at as f64)];
                facts.extend(decision.facts);
                Ok(Decision { nodes: decision.nodes + looked_at, facts, ..decision })
            }
        }
    }
}

fn exact<G: Game>(view: &View<'_, G>, solved: &SolvedMoves<G::Move>, rng: &mut Rng) -> Decision<G::Move> {
    let game = view.game();
    let best = solved.best();
    let share = 1.0 / best.len() as f32;
    let value = |seat| to_unit(points_for(game, seat, solved.points, view.seat()), game.bounds());
    Decision {
        shares: view.legal().iter().map(|option| if best.contains(option) { share } else { 0.0 }).collect(),
        qualities: solved.moves.iter().map(|known| to_unit(known.points, game.bounds())).collect(),
        proofs: vec![true; solved.moves.len()],
        values: Seat::all(game.seats()).map(value).collect(),
        proven: true,
        nodes: solved.nodes,
        ..Decision::blind(best[rng.below(best.len())])
    }
}
