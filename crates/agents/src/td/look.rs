//! Plain α–β to a fixed depth with a network at its leaves: what self-play asks millions of times.
//!
//! It remembers nothing and orders nothing; its values are those of minimax. Chance is averaged over its outcomes, at the
//! edge it is left to come. What is learnt is how a seat stands after its own move: with dice, where a search often ends
//! after the other's, a position is judged from the seat that has just moved.

use super::coding::Active;
use super::files::Judge;
use crate::evaluation::Scratch;
use crate::to_unit;
use ludometer_game::{ChanceKind, Game, Rng, Seat, Turn, are_opponents};

/// Looks ahead for one seat after the other; holds nothing but scratch space.
pub struct Look<G: Game> {
    /// Moves of all plies on the way down, one after the other.
    moves: Vec<G::Move>,
    odds: Vec<(G::Move, f64)>,
    scratch: Scratch,
    /// Positions the network was asked about.
    pub asked: u64,
}

impl<G: Game> Default for Look<G> {
    fn default() -> Self {
        Look { moves: Vec::new(), odds: Vec::new(), scratch: Scratch::default(), asked: 0 }
    }
}

/// Who looks, and with what.
struct Eye<'a, G: Game> {
    game: &'a G,
    judge: &'a Judge,
    me: Seat,
    bounds: (f32, f32),
    /// Whether the other seat may judge: two opponents with dice.
    other: Option<Seat>,
}

impl<G: Game> Look<G> {
    /// The best move of the seat to move, `depth` plies ahead, and what it is worth to it; equal ones are told apart by
    /// lot. None where there is no move.
    pub fn best(
        &mut self,
        game: &G,
        judge: &Judge,
        state: &G::State,
        depth: u32,
        rng: &mut Rng,
    ) -> Option<(G::Move, f32)> {
        let Turn::Seat(me) = game.turn(state) else { return None };
        let eye = Eye { game, judge, me, bounds: game.bounds(), other: judge_after(game, me) };
        self.moves.clear();
        game.moves(state, &mut self.moves);
        rng.shuffle(&mut self.moves);
        let many = self.moves.len();
        let (mut best, mut value) = (*self.moves.first()?, f32::NEG_INFINITY);
        if many == 1 {
            return Some((best, f32::NAN));
        }
        for at in 0..many {
            let option = self.moves[at];
            let mut next = state.clone();
            game.play(&mut next, option);
            let worth = self.value(&eye, &next, depth.saturating_sub(1), (value, f32::INFINITY), true);
            if worth > value {
                (best, value) = (option, worth);
            }
        }
        Some((best, value))
    }

    /// What a position is worth to a seat by the network alone; the active inputs are left for who learns.
    pub fn judge(&mut self, game: &G, judge: &Judge, state: &G::State, me: Seat) -> (f32, &Active) {
        let value = self.leaf(game, judge, state, me);
        (value, &self.scratch.active)
    }

    #[inline(always)]
    fn leaf(&mut self, game: &G, judge: &Judge, state: &G::State, me: Seat) -> f32 {
        self.asked += 1;
        judge.of(game, state, me, &mut self.scratch)
    }

    /// What a position is worth, as far as that lies within the window; `moved` says whether the own side moved last.
    fn value(
        &mut self,
        eye: &Eye<'_, G>,
        state: &G::State,
        depth: u32,
        window: (f32, f32),
        moved: bool,
    ) -> f32 {
        let game = eye.game;
        match game.turn(state) {
            Turn::Over => to_unit(game.payoff(state).points[eye.me], eye.bounds),
            Turn::Chance | Turn::Seat(_) if depth == 0 => match eye.other {
                Some(other) if !moved => -self.leaf(game, eye.judge, state, other),
                _ => self.leaf(game, eye.judge, state, eye.me),
            },
            Turn::Chance => self.average(eye, state, depth, moved),
            Turn::Seat(seat) => {
                let mine = game.team(seat) == game.team(eye.me);
                self.best_of(eye, state, mine, depth, window)
            }
            _ => 0.0,
        }
    }

    fn best_of(
        &mut self,
        eye: &Eye<'_, G>,
        state: &G::State,
        mine: bool,
        depth: u32,
        (mut low, mut high): (f32, f32),
    ) -> f32 {
        let start = self.moves.len();
        eye.game.moves(state, &mut self.moves);
        let mut best = if mine { f32::NEG_INFINITY } else { f32::INFINITY };
        for at in start..self.moves.len() {
            let mut next = state.clone();
            eye.game.play(&mut next, self.moves[at]);
            let worth = self.value(eye, &next, depth - 1, (low, high), mine);
            if mine {
                best = best.max(worth);
                low = low.max(worth);
            } else {
                best = best.min(worth);
                high = high.min(worth);
            }
            if low >= high {
                break;
            }
        }
        self.moves.truncate(start);
        if best.is_finite() { best } else { 0.0 }
    }

    fn average(&mut self, eye: &Eye<'_, G>, state: &G::State, depth: u32, moved: bool) -> f32 {
        let start = self.odds.len();
        if !eye.game.chance(state, &mut self.odds) {
            return self.leaf(eye.game, eye.judge, state, eye.me);
        }
        let mut sum = 0.0;
        for at in start..self.odds.len() {
            let (outcome, odds) = self.odds[at];
            let mut next = state.clone();
            eye.game.play(&mut next, outcome);
            let window = (f32::NEG_INFINITY, f32::INFINITY);
            sum += odds * f64::from(self.value(eye, &next, depth, window, moved));
        }
        self.odds.truncate(start);
        sum as f32
    }
}

/// The seat that judges a position after a move that `me` did not make, where that is not `me`: the opponent's, with dice.
pub(crate) fn judge_after<G: Game>(game: &G, me: Seat) -> Option<Seat> {
    (game.traits().chance != ChanceKind::None && are_opponents(game)).then(|| me.next(2))
}
