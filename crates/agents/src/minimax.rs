//! Plain minimax: every line of play to a depth, nothing left out.
//!
//! # Idea
//! Try every move, every reply, and so on for `depth` plies; value the positions at the edge by the
//! game's estimate, and finished matches by their result. My side takes the highest value, everybody
//! else the lowest. No cuts, no memory, no ordering: the textbook, for teaching and as the yardstick of
//! everything cleverer.
//!
//! # Paper
//! Shannon 1950, "Programming a computer for playing chess"; von Neumann 1928 for the value.
//!
//! # Needs
//! A game without chance and without hidden information. Weights for its features may come from a file
//! (`eval=weights.toml`), which is read as `alphabeta` reads it.
//!
//! # Cost
//! Moves per turn to the power of `depth`.
//!
//! # Wrong tool
//! For anything but teaching and checking: `alphabeta` gives the same answer sooner.

use crate::evaluation::{Evaluation, Scratch};
use crate::sight::{Sight, demand_certainty};
use crate::{Agent, AgentError, Decision, Patience, Ready};
use ludometer_game::{Card, Fault, Game, ParamSpec, Params, Rng, Turn, View};

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole("depth", "plies to look ahead", 3, 1..=100),
        ParamSpec::text("eval", "file of feature weights; the game's own estimate where empty", ""),
    ];
    Card::from_source("minimax", "Minimax", 1, include_str!("minimax.rs"), params)
}

/// Makes the agent ready.
///
/// # Errors
/// When the game has chance or hidden information, or the file of weights does not read.
pub fn prepare<G: Game>(game: &G, params: &Params) -> Result<Ready<G>, AgentError> {
    demand_certainty(game, "minimax")?;
    let evaluation = Evaluation::read(game, "minimax", params.word("eval"))?;
    let depth = params.count("depth") as u32;
    let fingerprint = evaluation.fingerprint();
    let make = move || Minimax { depth, evaluation: evaluation.clone() };
    Ok(Ready::new(make).with_fingerprint(fingerprint))
}

struct Minimax {
    depth: u32,
    evaluation: Evaluation,
}

impl<G: Game> Agent<G> for Minimax {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault> {
        let sight = Sight::new(view.game(), view.seat(), &self.evaluation);
        let root = view.sample(rng);
        let more = sight.wants_more(view.seat());
        let mut walk = Walk::new(&sight, Patience::of(view, None));
        let mut value_of = |&option: &G::Move| {
            let mut child = root.clone();
            view.game().play(&mut child, option);
            let found = walk.value(&child, self.depth - 1);
            if more { found } else { -found }
        };
        let qualities: Vec<f32> = view.legal().iter().map(&mut value_of).collect();
        let best = qualities.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let ties: Vec<usize> = (0..qualities.len()).filter(|&place| qualities[place] >= best).collect();
        let chosen = view.legal()[ties[rng.below(ties.len())]];
        let share = |&quality: &f32| if quality >= best { 1.0 / ties.len() as f32 } else { 0.0 };
        Ok(Decision {
            shares: qualities.iter().map(share).collect(),
            values: sight.values(if more { best } else { -best }),
            nodes: walk.nodes,
            line: vec![chosen],
            facts: vec![("depth", f64::from(self.depth))],
            qualities,
            ..Decision::blind(chosen)
        })
    }
}

/// The minimax value of a state for the side of `sight`, looking `depth` plies ahead.
pub fn value<G: Game>(sight: &Sight<'_, G>, state: &G::State, depth: u32, nodes: &mut u64) -> f32 {
    let mut walk = Walk::new(sight, Patience::endless());
    let found = walk.value(state, depth);
    *nodes += walk.nodes;
    found
}

/// A walk through the tree, which somebody may halt.
struct Walk<'a, G: Game> {
    sight: &'a Sight<'a, G>,
    patience: Patience<'a>,
    nodes: u64,
    next_look: u64,
    halted: bool,
}

impl<'a, G: Game> Walk<'a, G> {
    fn new(sight: &'a Sight<'a, G>, patience: Patience<'a>) -> Self {
        Walk { sight, patience, nodes: 0, next_look: 0, halted: false }
    }

    /// The value of a state; anything once halted.
    fn value(&mut self, state: &G::State, depth: u32) -> f32 {
        if self.nodes >= self.next_look {
            self.next_look = Patience::next_look(self.nodes);
            self.halted |= self.patience.is_halted();
        }
        if self.halted {
            return 0.0;
        }
        self.nodes += 1;
        let game = self.sight.game;
        let mover = match game.turn(state) {
            Turn::Over => return self.sight.result(state),
            Turn::Seat(seat) => seat,
            // Rules that break are worth nothing to anybody.
            _ => return 0.0,
        };
        if depth == 0 {
            return self.sight.estimate(state, &mut Scratch::default());
        }
        let more = self.sight.wants_more(mover);
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let children = moves.into_iter().map(|option| {
            let mut child = state.clone();
            game.play(&mut child, option);
            self.value(&child, depth - 1)
        });
        let best = if more { children.reduce(f32::max) } else { children.reduce(f32::min) };
        best.unwrap_or(0.0)
    }
}
