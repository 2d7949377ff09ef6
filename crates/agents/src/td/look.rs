//! Plain α–β to a fixed depth with a network at its leaves: what self-play asks millions of times.
//!
//! It remembers nothing and orders nothing; its values are those of minimax. Chance is averaged over its outcomes, at the
//! edge it is left to come, and so are outcomes nobody lists and dice that never stop. What is learnt is how a seat stands
//! after its own move: with dice, where a search often ends after the other's, a position is judged from the seat that has
//! just moved.

use super::coding::Active;
use super::files::Judge;
use crate::evaluation::Scratch;
use crate::expectiminimax::search::MOST_THROWS;
use crate::{point_scale, to_unit};
use ludometer_game::{ChanceKind, Game, Rng, Seat, Sum, Turn, are_opponents};

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
    /// Whether everybody gets the same, so that nobody is an enemy.
    together: bool,
    /// Whether the other seat may judge: two opponents with dice.
    other: Option<Seat>,
}

impl<G: Game> Eye<'_, G> {
    /// Whether a seat wants what the one that looks wants.
    fn is_mine(&self, seat: Seat) -> bool {
        self.together || self.game.team(seat) == self.game.team(self.me)
    }
}

/// Where in the tree a position is.
#[derive(Clone, Copy)]
struct At {
    /// Plies left.
    depth: u32,
    /// Whether the own side moved last.
    moved: bool,
    /// Chance turns since then.
    throws: u32,
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
        let together = game.traits().sum == Sum::Shared;
        let eye = Eye { game, judge, me, bounds: point_scale(game), together, other: judge_after(game, me) };
        let below = At { depth: depth.saturating_sub(1), moved: true, throws: 0 };
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
            let worth = self.value(&eye, &next, below, (value, f32::INFINITY));
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

    /// What the network says where nobody looks further.
    #[inline(always)]
    fn edge(&mut self, eye: &Eye<'_, G>, state: &G::State, moved: bool) -> f32 {
        match eye.other {
            Some(other) if !moved => -self.leaf(eye.game, eye.judge, state, other),
            _ => self.leaf(eye.game, eye.judge, state, eye.me),
        }
    }

    /// What a position is worth, as far as that lies within the window.
    fn value(&mut self, eye: &Eye<'_, G>, state: &G::State, at: At, window: (f32, f32)) -> f32 {
        let game = eye.game;
        match game.turn(state) {
            Turn::Over => to_unit(game.payoff(state).points[eye.me], eye.bounds),
            Turn::Chance | Turn::Seat(_) if at.depth == 0 => self.edge(eye, state, at.moved),
            Turn::Chance if at.throws < MOST_THROWS => self.average(eye, state, at),
            Turn::Chance => self.edge(eye, state, at.moved),
            Turn::Seat(seat) => {
                let below = At { depth: at.depth - 1, moved: eye.is_mine(seat), throws: 0 };
                self.best_of(eye, state, below, window)
            }
            _ => 0.0,
        }
    }

    /// What a decision is worth; `below` is where its moves lead.
    fn best_of(
        &mut self,
        eye: &Eye<'_, G>,
        state: &G::State,
        below: At,
        (mut low, mut high): (f32, f32),
    ) -> f32 {
        let mine = below.moved;
        let start = self.moves.len();
        eye.game.moves(state, &mut self.moves);
        let mut best = if mine { f32::NEG_INFINITY } else { f32::INFINITY };
        for at in start..self.moves.len() {
            let mut next = state.clone();
            eye.game.play(&mut next, self.moves[at]);
            let worth = self.value(eye, &next, below, (low, high));
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

    fn average(&mut self, eye: &Eye<'_, G>, state: &G::State, at: At) -> f32 {
        let start = self.odds.len();
        if !eye.game.chance(state, &mut self.odds) {
            return self.edge(eye, state, at.moved);
        }
        let mut sum = 0.0;
        let below = At { throws: at.throws + 1, ..at };
        for place in start..self.odds.len() {
            let (outcome, odds) = self.odds[place];
            let mut next = state.clone();
            eye.game.play(&mut next, outcome);
            let window = (f32::NEG_INFINITY, f32::INFINITY);
            sum += odds * f64::from(self.value(eye, &next, below, window));
        }
        self.odds.truncate(start);
        sum as f32
    }
}

/// The seat that judges a position after a move that `me` did not make, where that is not `me`: the opponent's, with dice.
pub(crate) fn judge_after<G: Game>(game: &G, me: Seat) -> Option<Seat> {
    (game.traits().chance != ChanceKind::None && are_opponents(game)).then(|| me.next(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Evaluation;
    use crate::expectiminimax::search::{Limits, Prune, Search};
    use crate::td::{Coding, Net, PLAIN};
    use crate::{Patience, Sight};
    use ludometer_game::{Feature, Payoff, Traits};
    use std::sync::Arc;

    /// Each seat says a number once; then dice are thrown that never stop, or of which nobody lists the outcomes.
    struct Dicing {
        listed: bool,
    }

    impl Game for Dicing {
        type State = Vec<u8>;
        type Move = u8;

        fn seats(&self) -> usize {
            2
        }
        fn limit(&self) -> u32 {
            100
        }
        fn initial(&self) -> Vec<u8> {
            Vec::new()
        }
        fn turn(&self, state: &Vec<u8>) -> Turn {
            match state.len() {
                said @ (0 | 1) => Turn::Seat(Seat::new(said as u8)),
                _ => Turn::Chance,
            }
        }
        fn moves(&self, _: &Vec<u8>, out: &mut Vec<u8>) {
            out.extend(1..=2);
        }
        fn play(&self, state: &mut Vec<u8>, chosen: u8) {
            if chosen > 0 {
                state.push(chosen);
            }
        }
        fn payoff(&self, _: &Vec<u8>) -> Payoff {
            Payoff::draw(2)
        }
        fn traits(&self) -> Traits {
            Traits { chance: ChanceKind::Listed, hidden: false, sum: Sum::Zero }
        }
        fn chance(&self, _: &Vec<u8>, out: &mut Vec<(u8, f64)>) -> bool {
            out.extend(self.listed.then_some((0, 1.0)));
            self.listed
        }
        fn draw(&self, _: &Vec<u8>, _: &mut Rng) -> u8 {
            0
        }
        fn features(&self) -> Vec<Feature> {
            vec![Feature::new("own", (0.0, 2.0))]
        }
        fn read_features(&self, state: &Vec<u8>, me: Seat, out: &mut Vec<f32>) {
            out.push(state.get(me.index()).copied().unwrap_or_default().into());
        }
    }

    fn judge(game: &Dicing) -> Judge {
        let mut rng = Rng::stream(1, "dicing", 0);
        let coding = Coding::new(&game.features(), &[0]);
        Judge { net: Net::new(coding.inputs(), 3, &PLAIN, || rng.unit() as f32 - 0.5), coding }
    }

    /// The first seat said 1, and the second decides what the first gets: whoever moved last judges.
    #[test]
    fn after_dice_that_cannot_be_followed_who_moved_last_judges() {
        for listed in [true, false] {
            let game = Dicing { listed };
            let judge = judge(&game);
            let (mut look, mut rng) = (Look::default(), Rng::stream(2, "ties", 0));
            let mut said = |state: &[u8], seat| look.judge(&game, &judge, &state.to_vec(), Seat::new(seat)).0;
            let own = said(&[1], 0).max(said(&[2], 0));
            let answered = -said(&[1, 1], 1).max(said(&[1, 2], 1));
            assert!((own - answered).abs() > 1e-3, "the seats see the same: this test says nothing");
            let (_, found) = look.best(&game, &judge, &game.initial(), 3, &mut rng).expect("a move");
            assert_eq!(found, answered, "listed {listed}");
            let evaluation = Evaluation::Judge { judge: Arc::new(judge), fingerprint: String::new() };
            let sight = Sight::new(&game, Seat::new(0), &evaluation);
            for table in [0, 1 << 16] {
                let limits = Limits {
                    depth: 3,
                    nodes: u64::MAX,
                    patience: Patience::endless(),
                    prune: Prune::Star2,
                    bounds: (-1.0, 1.0),
                    order: true,
                    every: false,
                };
                let searched = Search::new(table).run(&sight, &game.initial(), &[1, 2], &limits);
                assert_eq!(searched.moves[0].worth.value, answered, "listed {listed}, table {table}");
            }
        }
    }
}
