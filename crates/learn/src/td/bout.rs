//! Matches of networks: learning ones, and those that only measure.
//!
//! A match is compiled for each game; whoever wants one asks [`Matches`], which is compiled once for all of them.

use super::ends::{End, Ends};
use super::learner::{Rates, Traces};
use super::settings::Plan;
use ludometer_agents::td::{Active, Judge, Look};
use ludometer_agents::{point_scale, to_unit};
use ludometer_game::{Game, Rng, Seat, Seats, Turn};

/// Matches of networks in some game.
pub trait Matches: Sync {
    /// How many seats there are.
    fn seats(&self) -> usize;
    /// A match in which a network learns in one seat, and another plays all others. None where it broke: its end teaches
    /// nothing.
    fn learn(
        &self,
        learner: (&mut Judge, &mut Traces),
        other: &Judge,
        lesson: &Lesson,
        rng: &mut Rng,
    ) -> Option<Learnt>;
    /// A match in which a network plays all seats; nothing is learnt yet. Also how many plies it took; none where it
    /// broke.
    fn watch(&self, judge: &Judge, rng: &mut Rng) -> Option<(Vec<Seen>, u32)>;
    /// What a match between networks that do not learn pays each seat, −1 to 1; one network for each seat, and none where
    /// it broke. After the opening chance has a stream of its own: what it brings does not depend on who thinks.
    fn play(&self, judges: &[&Judge], rng: &mut Rng, dice: &mut Rng) -> Option<Seats<f32>>;
    /// How all these matches ended.
    fn ends(&self) -> &Ends;
}

/// Where a network learns, and how fast.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// The seat it has.
    pub seat: Seat,
    /// How fast.
    pub rates: Rates,
}

/// How a match of networks is played.
pub struct Table<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// Plies to look ahead.
    pub depth: u32,
    /// Random plies before anybody thinks: two networks that do not learn would repeat one match for ever.
    pub opening: u32,
    /// Plies after which a match is drawn.
    pub limit: u32,
    /// What a drawn match pays.
    pub draw: f32,
    /// How matches ended at it.
    ends: Ends,
}

/// What a match that learns left.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Learnt {
    /// What the learner got, −1 to 1.
    pub result: f32,
    /// The square of how wrong its last prediction was.
    pub error: f64,
    /// Plies it took.
    pub plies: u32,
}

/// What a player saw after each of its moves, and what it got.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Seen {
    /// The active inputs.
    pub steps: Vec<Active>,
    /// What the match paid, −1 to 1.
    pub result: f32,
    /// What that is worth to who learns.
    pub reward: f32,
}

impl<'a, G: Game> Table<'a, G> {
    /// The table of a plan.
    pub fn new(game: &'a G, plan: &Plan) -> Self {
        let Plan { depth, opening, limit, draw, .. } = *plan;
        Table { game, depth, opening, limit, draw, ends: Ends::default() }
    }

    /// A state after random moves. Where they end the match it is the start; where they break it, it stays broken.
    fn opened(&self, rng: &mut Rng) -> G::State {
        let mut moves = Vec::new();
        let mut state = self.game.initial();
        let or_start = |state: G::State| match self.game.turn(&state) {
            Turn::Broken => state,
            _ => self.game.initial(),
        };
        for _ in 0..self.opening {
            if self.settled(&mut state, 0, rng).is_none() {
                return or_start(state);
            }
            moves.clear();
            self.game.moves(&state, &mut moves);
            if moves.is_empty() {
                return state;
            }
            self.game.play(&mut state, moves[rng.below(moves.len())]);
        }
        match self.settled(&mut state, 0, rng) {
            Some(_) => state,
            None => or_start(state),
        }
    }

    /// The best move of a seat by what it knows: where something is hidden, in a world that could be.
    fn choose(
        &self,
        judge: &Judge,
        state: &G::State,
        (look, rng): (&mut Look<G>, &mut Rng),
    ) -> Option<G::Move> {
        let Turn::Seat(mover) = self.game.turn(state) else { return None };
        let found = match self.game.traits().hidden {
            true => {
                let world = self.game.sample(state, mover, rng);
                look.best(self.game, judge, &world, self.depth, rng)
            }
            false => look.best(self.game, judge, state, self.depth, rng),
        };
        found.map(|(chosen, _)| chosen)
    }

    /// Whether a state can be judged: the match goes on.
    fn goes_on(&self, state: &G::State) -> bool {
        matches!(self.game.turn(state), Turn::Seat(_) | Turn::Chance)
    }

    /// Lets chance act; whose turn it is then, where the match goes on.
    fn settled(&self, state: &mut G::State, plies: u32, rng: &mut Rng) -> Option<Seat> {
        self.game.settle(state, rng);
        match self.game.turn(state) {
            Turn::Seat(seat) if plies < self.limit => Some(seat),
            _ => None,
        }
    }

    /// Counts a match that stops here. What everybody gets, −1 to 1: one that was cut is drawn, one that broke is none.
    fn ended(&self, state: &G::State) -> Option<Seats<f32>> {
        let end = End::of(self.game, state);
        self.ends.count(&end);
        match end {
            End::Over => Some(results_of(self.game, state)),
            End::Cut => Some(Seats::all(0.0, self.game.seats())),
            End::Broken(_) => None,
        }
    }

    fn reward(&self, result: f32) -> f32 {
        if result == 0.0 { self.draw } else { result }
    }
}

/// What everybody got of a match that is over, −1 to 1.
pub fn results_of<G: Game>(game: &G, state: &G::State) -> Seats<f32> {
    let (scale, points) = (point_scale(game), game.payoff(state).points);
    Seats::from_fn(game.seats(), |seat| to_unit(points[seat], scale))
}

impl<G: Game> Matches for Table<'_, G> {
    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn learn(
        &self,
        (learner, traces): (&mut Judge, &mut Traces),
        other: &Judge,
        Lesson { seat, rates }: &Lesson,
        rng: &mut Rng,
    ) -> Option<Learnt> {
        let (seat, mut look) = (*seat, Look::default());
        traces.start();
        let mut state = self.opened(rng);
        let mut plies = 0;
        while let Some(mover) = self.settled(&mut state, plies, rng) {
            plies += 1;
            let judge = if mover == seat { &*learner } else { other };
            let Some(chosen) = self.choose(judge, &state, (&mut look, rng)) else { break };
            self.game.play(&mut state, chosen);
            if mover == seat && self.goes_on(&state) {
                let (_, active) = look.judge(self.game, learner, &state, seat);
                traces.step(&mut learner.net, rates, active);
            }
        }
        let result = self.ended(&state)?[seat];
        let error = traces.finish(&mut learner.net, rates, self.reward(result)).unwrap_or_default();
        Some(Learnt { result, error: f64::from(error).powi(2), plies })
    }

    fn watch(&self, judge: &Judge, rng: &mut Rng) -> Option<(Vec<Seen>, u32)> {
        let mut look = Look::default();
        let mut seen = vec![Seen::default(); self.game.seats()];
        let mut state = self.opened(rng);
        let mut plies = 0;
        while let Some(mover) = self.settled(&mut state, plies, rng) {
            plies += 1;
            let Some(chosen) = self.choose(judge, &state, (&mut look, rng)) else { break };
            self.game.play(&mut state, chosen);
            if self.goes_on(&state) {
                let (_, active) = look.judge(self.game, judge, &state, mover);
                seen[mover.index()].steps.push(active.clone());
            }
        }
        let results = self.ended(&state)?;
        for (seen, result) in seen.iter_mut().zip(results.iter()) {
            (seen.result, seen.reward) = (*result, self.reward(*result));
        }
        Some((seen, plies))
    }

    fn play(&self, judges: &[&Judge], rng: &mut Rng, dice: &mut Rng) -> Option<Seats<f32>> {
        let mut look = Look::default();
        let mut state = self.opened(rng);
        let mut plies = 0;
        while let Some(mover) = self.settled(&mut state, plies, dice) {
            plies += 1;
            let judge = judges[mover.index()];
            let Some(chosen) = self.choose(judge, &state, (&mut look, rng)) else { break };
            self.game.play(&mut state, chosen);
        }
        self.ended(&state)
    }

    fn ends(&self) -> &Ends {
        &self.ends
    }
}
