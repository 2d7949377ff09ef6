//! max^n: with three or more seats everybody maximises what is their own.
//!
//! Values are vectors, one number per seat, so that no window cuts anything; the search is plain,
//! deepened ply by ply. Among equals the first move counts, in an order drawn at the root.

use super::found::{Counts, Found, RootMove, Worth};
use super::search::Limits;
use crate::evaluation::{Scratch, squash};
use crate::sight::SURE;
use crate::{Evaluation, Patience, to_unit};
use ludometer_game::{Game, Rng, Seat, Seats, Turn};

/// A value per seat and whether it rests on finished matches alone.
#[derive(Clone, Copy)]
struct Shares {
    values: Seats<f32>,
    proven: bool,
}

/// A search without memory.
pub struct MaxN<'a, G: Game> {
    game: &'a G,
    evaluation: &'a Evaluation,
    limits: &'a Limits<'a>,
    counts: Counts,
    next_look: u64,
    stopped: bool,
    depth: u32,
}

impl<'a, G: Game> MaxN<'a, G> {
    /// A search of this game.
    pub fn new(game: &'a G, evaluation: &'a Evaluation, limits: &'a Limits<'a>) -> Self {
        MaxN { game, evaluation, limits, counts: Counts::default(), next_look: 0, stopped: false, depth: 0 }
    }

    /// Searches for the seat to move. Also returns what the best move brings every seat.
    pub fn run(mut self, root: &G::State, me: Seat, rng: &mut Rng) -> (Found<G::Move>, Vec<f32>) {
        let mut legal = Vec::new();
        self.game.moves(root, &mut legal);
        rng.shuffle(&mut legal);
        let unknown = Worth { value: 0.0, proven: false };
        let start = |&option: &G::Move| {
            let nothing = RootMove { option, worth: unknown, exact: false, nodes: 0 };
            (nothing, Seats::all(0.0, self.game.seats()))
        };
        let mut best: Vec<(RootMove<G::Move>, Seats<f32>)> = legal.iter().map(start).collect();
        let (mut finished, mut proven) = (0, false);
        for depth in 1..=self.limits.depth {
            self.depth = depth;
            let next = self.iteration(root, me, &legal);
            if self.stopped {
                break;
            }
            finished = depth;
            legal = next.iter().map(|(known, _)| known.option).collect();
            proven = next.iter().all(|(known, _)| known.worth.proven);
            best = next;
            if proven {
                break;
            }
        }
        let values = best[0].1.as_slice().to_vec();
        let line = vec![best[0].0.option];
        let moves = best.into_iter().map(|(known, _)| known).collect();
        (Found { moves, proven, depth: finished, counts: self.counts, line }, values)
    }

    fn iteration(
        &mut self,
        root: &G::State,
        me: Seat,
        legal: &[G::Move],
    ) -> Vec<(RootMove<G::Move>, Seats<f32>)> {
        let mut searched = Vec::new();
        for &option in legal {
            let before = self.counts.nodes;
            let mut child = root.clone();
            self.game.play(&mut child, option);
            let shares = self.value(&child, self.depth - 1);
            if self.stopped {
                break;
            }
            let worth = Worth { value: shares.values[me], proven: shares.proven };
            let nodes = self.counts.nodes - before;
            searched.push((RootMove { option, worth, exact: true, nodes }, shares.values));
        }
        searched.sort_by(|(a, _), (b, _)| b.worth.value.total_cmp(&a.worth.value));
        searched
    }

    fn value(&mut self, state: &G::State, depth: u32) -> Shares {
        self.counts.nodes += 1;
        let none = Shares { values: Seats::all(0.0, self.game.seats()), proven: false };
        if self.must_stop() {
            return none;
        }
        let mover = match self.game.turn(state) {
            Turn::Over => {
                return Shares { values: crate::units(self.game, &self.game.payoff(state)), proven: true };
            }
            Turn::Seat(seat) => seat,
            _ => return none,
        };
        if depth == 0 {
            return Shares { values: self.estimates(state), proven: false };
        }
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let mut best: Option<Shares> = None;
        let (mut proven, mut agreed) = (true, true);
        for option in moves {
            let mut child = state.clone();
            self.game.play(&mut child, option);
            let found = self.value(&child, depth - 1);
            proven &= found.proven;
            match best {
                Some(best) if found.values[mover] < best.values[mover] => {}
                // Nobody knows which of two equals the mover takes.
                Some(best) if found.values[mover] == best.values[mover] => {
                    agreed &= found.values == best.values;
                }
                _ => (best, agreed) = (Some(found), true),
            }
        }
        best.map_or(none, |best| Shares { proven: proven && agreed, ..best })
    }

    /// Whether the budget is spent. The first depth is always finished, unless nobody waits for it.
    fn must_stop(&mut self) -> bool {
        let (nodes, patience, can_stop) = (self.counts.nodes, &self.limits.patience, self.depth > 1);
        if nodes >= self.next_look {
            self.next_look = Patience::next_look(nodes);
            self.stopped |= patience.is_halted() || can_stop && patience.is_late();
        }
        self.stopped |= can_stop && nodes > self.limits.nodes;
        self.stopped
    }

    fn estimates(&self, state: &G::State) -> Seats<f32> {
        let bounds = self.game.bounds();
        let mut values = match self.evaluation {
            Evaluation::Payoff => crate::units(self.game, &self.game.payoff(state)),
            Evaluation::Game => Seats::from_fn(self.game.seats(), |seat| {
                to_unit(self.game.evaluate(state, seat).unwrap_or_default(), bounds)
            }),
            Evaluation::Linear { .. } => {
                let mut numbers = Vec::new();
                Seats::from_fn(self.game.seats(), |seat| {
                    squash(self.evaluation.sum(self.game, state, seat, &mut numbers))
                })
            }
            Evaluation::Judge { judge, .. } => {
                let mut scratch = Scratch::default();
                Seats::from_fn(self.game.seats(), |seat| judge.of(self.game, state, seat, &mut scratch))
            }
        };
        for seat in Seat::all(self.game.seats()) {
            values[seat] = values[seat].clamp(-SURE, SURE);
        }
        values
    }
}
