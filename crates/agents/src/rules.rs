//! Four rules of thumb: win, block, prevent a fork, make a fork.
//!
//! # Idea
//! Win if a move wins. Else leave no move by which the opponent wins; among those that do so, none after which the
//! opponent can make a fork; and if one of the rest makes a fork, that one. A fork is a move after which every answer
//! leaves a win. What is left is drawn at random. It is how people play tic-tac-toe, and a rival that does not learn.
//!
//! # Paper
//! The rule player of "Wisebots" (PUC-Rio 2012).
//!
//! # Needs
//! Two opponents, no chance, nothing hidden, and at most 24 moves at the start.
//!
//! # Cost
//! The number of legal moves to the fourth power: nothing on a small board.
//!
//! # Wrong tool
//! Where games are not won by a threat: it plays at random there.

use crate::{Agent, AgentError, Decision, Ready};
use ludometer_game::{Card, ChanceKind, Fault, Game, Params, Rng, Seat, Turn, View, are_opponents};

/// Moves at the start at most: all answers to all answers are looked at.
const MOST_MOVES: usize = 24;
/// Positions looked at for a decision; what is not found by then is not seen.
const NODES: u64 = 100_000;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    Card::from_source("rules", "Rules of thumb", 1, include_str!("rules.rs"), Vec::new())
}

/// Makes the agent ready.
///
/// # Errors
/// When there is chance, something is hidden, or there are not two opponents.
pub fn prepare<G: Game>(game: &G, _params: &Params) -> Result<Ready<G>, AgentError> {
    let traits = game.traits();
    let many = moves(game, &game.initial()).len() > MOST_MOVES;
    if many || !are_opponents(game) || traits.hidden || traits.chance != ChanceKind::None {
        return Err(AgentError::CannotPlay {
            agent: "rules".into(),
            needs: "two opponents, no chance, nothing hidden and at most 24 moves at the start".into(),
            instead: "`random` or `mcts`".into(),
        });
    }
    Ok(Ready::new(|| Thumb { nodes: 0 }))
}

struct Thumb {
    nodes: u64,
}

impl<G: Game> Agent<G> for Thumb {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault> {
        let (game, seat) = (view.game(), view.seat());
        let state = view.sample(rng);
        self.nodes = 0;
        let legal = view.legal();
        let wins: Vec<G::Move> =
            legal.iter().copied().filter(|option| self.wins(game, &state, *option, seat)).collect();
        let left = if wins.is_empty() { self.careful(game, &state, legal) } else { wins };
        let chosen = left[rng.below(left.len())];
        let share = |option: &G::Move| if left.contains(option) { 1.0 / left.len() as f32 } else { 0.0 };
        Ok(Decision {
            shares: legal.iter().map(share).collect(),
            nodes: self.nodes,
            line: vec![chosen],
            ..Decision::blind(chosen)
        })
    }
}

impl Thumb {
    /// The moves that block, prevent and make forks, as far as there are any.
    fn careful<G: Game>(&mut self, game: &G, state: &G::State, legal: &[G::Move]) -> Vec<G::Move> {
        let mut left = legal.to_vec();
        let kept = |left: &mut Vec<G::Move>, good: Vec<G::Move>| {
            if !good.is_empty() {
                *left = good;
            }
        };
        let blocks = left.iter().copied().filter(|&option| !self.can_win(game, &after(game, state, option)));
        let blocks = blocks.collect();
        kept(&mut left, blocks);
        let prevents =
            left.iter().copied().filter(|&option| !self.can_fork(game, &after(game, state, option)));
        let prevents = prevents.collect();
        kept(&mut left, prevents);
        let forks = left.iter().copied().filter(|&option| self.is_fork(game, &after(game, state, option)));
        let forks = forks.collect();
        kept(&mut left, forks);
        left
    }

    fn wins<G: Game>(&mut self, game: &G, state: &G::State, option: G::Move, seat: Seat) -> bool {
        self.nodes += 1;
        let next = after(game, state, option);
        game.turn(&next) == Turn::Over && game.payoff(&next).won(seat) && !game.payoff(&next).is_tie()
    }

    /// Whether who is to move can win at once.
    fn can_win<G: Game>(&mut self, game: &G, state: &G::State) -> bool {
        let Turn::Seat(seat) = game.turn(state) else { return false };
        if self.nodes > NODES {
            return false;
        }
        moves(game, state).into_iter().any(|option| self.wins(game, state, option, seat))
    }

    /// Whether who is to move can make a fork.
    fn can_fork<G: Game>(&mut self, game: &G, state: &G::State) -> bool {
        let Turn::Seat(_) = game.turn(state) else { return false };
        if self.nodes > NODES {
            return false;
        }
        moves(game, state).into_iter().any(|option| self.is_fork(game, &after(game, state, option)))
    }

    /// Whether whoever moved last wins next whatever the answer is.
    fn is_fork<G: Game>(&mut self, game: &G, state: &G::State) -> bool {
        let Turn::Seat(seat) = game.turn(state) else { return false };
        if self.nodes > NODES {
            return false;
        }
        let answers = moves(game, state);
        !answers.iter().any(|option| self.wins(game, state, *option, seat))
            && answers.into_iter().all(|option| self.can_win(game, &after(game, state, option)))
    }
}

fn after<G: Game>(game: &G, state: &G::State, option: G::Move) -> G::State {
    let mut next = state.clone();
    game.play(&mut next, option);
    next
}

fn moves<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}
