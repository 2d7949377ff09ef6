//! How a depth-limited search looks at a game: for one side, from −1 to 1.
//!
//! One seat and its team want a high value, everybody else a low one. Between two opponents that is
//! the game itself; with more seats it is the paranoid view, in which all others play against one.

use crate::evaluation::{Evaluation, Scratch, squash};
use crate::td::judge_after;
use crate::{AgentError, point_scale, to_unit};
use ludometer_game::{ChanceKind, Game, Seat, Sum, are_opponents};

/// An estimate never reaches what only a finished match pays.
pub(crate) const SURE: f32 = 0.999;

/// The view of one side.
pub struct Sight<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    me: Seat,
    bounds: (f32, f32),
    /// Whether the bounds are finite, so that points can be brought to −1 to 1.
    bounded: bool,
    /// Whether two seats play for opposite ends, so that one number says everything.
    opponents: bool,
    together: bool,
    /// The other side, where a network over features looks from whoever has just moved.
    other: Option<Seat>,
    evaluation: &'a Evaluation,
}

impl<'a, G: Game> Sight<'a, G> {
    /// The view of the seat to move. Between two opponents it is always the first seat's, so that what
    /// one move's search remembers serves the next; a network over features looks from the seat that plays.
    pub fn new(game: &'a G, mover: Seat, evaluation: &'a Evaluation) -> Self {
        let (low, high) = point_scale(game);
        let opponents = are_opponents(game);
        let judges = matches!(evaluation, Evaluation::Judge { .. });
        let me = if opponents && !judges { Seat::new(0) } else { mover };
        Sight {
            game,
            me,
            bounds: (low, high),
            bounded: low.is_finite() && high.is_finite(),
            opponents,
            together: game.traits().sum == Sum::Shared,
            other: if judges { judge_after(game, me) } else { None },
            evaluation,
        }
    }

    /// The table's key: what is known for one view says nothing in another.
    #[inline]
    #[must_use]
    pub fn key(&self, state: &G::State) -> u64 {
        self.game.key(state) ^ (self.me.index() as u64).wrapping_mul(0xa076_1d64_78bd_642f)
    }

    /// Whether a seat wants high values.
    #[inline]
    #[must_use]
    pub fn wants_more(&self, mover: Seat) -> bool {
        self.together || mover == self.me || self.game.team(mover) == self.game.team(self.me)
    }

    /// What a finished match is worth.
    #[inline]
    #[must_use]
    pub fn result(&self, state: &G::State) -> f32 {
        self.scaled(self.game.payoff(state).points[self.me])
    }

    /// What a match that stops here pays the side of this view, in the game's points.
    #[must_use]
    pub fn pays(&self, state: &G::State) -> f32 {
        self.game.payoff(state).points[self.me]
    }

    /// What an unfinished match looks worth; `scratch` is for reading features.
    #[inline]
    pub fn estimate(&self, state: &G::State, scratch: &mut Scratch) -> f32 {
        let value = match self.evaluation {
            Evaluation::Game => self.scaled(self.game.evaluate(state, self.me).unwrap_or_default()),
            Evaluation::Payoff => self.result(state),
            Evaluation::Linear { .. } => self.weighted(state, &mut scratch.numbers),
            Evaluation::Judge { judge, .. } => judge.of(self.game, state, self.me, scratch),
        };
        if self.bounded { value.clamp(-SURE, SURE) } else { value }
    }

    /// What an unfinished match looks worth after a move of the side that wants high values, or of the other one: with
    /// dice, a network over features looks from the seat that has just moved.
    #[inline]
    pub fn estimate_after(&self, state: &G::State, more: bool, scratch: &mut Scratch) -> f32 {
        match (self.evaluation, self.other) {
            (Evaluation::Judge { judge, .. }, Some(other)) if !more => {
                (-judge.of(self.game, state, other, scratch)).clamp(-SURE, SURE)
            }
            _ => self.estimate(state, scratch),
        }
    }

    /// Points as this view measures them: −1 to 1, or as they are where the game has no finite bounds.
    #[inline]
    fn scaled(&self, points: f32) -> f32 {
        if self.bounded { to_unit(points, self.bounds) } else { points }
    }

    /// Whether values go from −1 to 1.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        self.bounded
    }

    /// The smallest and the largest value there is.
    #[must_use]
    pub fn least_and_most(&self) -> (f32, f32) {
        if self.bounded { (-1.0, 1.0) } else { (f32::NEG_INFINITY, f32::INFINITY) }
    }

    /// A value as decisions tell it: from −1 to 1.
    #[must_use]
    pub fn told(&self, value: f32) -> f32 {
        if self.bounded || value.is_infinite() { value.clamp(-1.0, 1.0) } else { squash(value) }
    }

    /// What the weights of a file make of a position. A seat sees its own features; between two opponents
    /// half of what it has more than the other counts, so that a position is worth to one what it costs
    /// the other, and nobody is thought better off for being looked at.
    fn weighted(&self, state: &G::State, numbers: &mut Vec<f32>) -> f32 {
        let mut sum_of = |seat| self.evaluation.sum(self.game, state, seat, numbers);
        let own = sum_of(self.me);
        squash(if self.opponents { (own - sum_of(self.me.next(2))) / 2.0 } else { own })
    }

    /// The most points the side that wants high values, or the other one, can get out of a match.
    #[must_use]
    pub fn most(&self, more: bool) -> f32 {
        let (low, high) = self.bounds;
        if more { high } else { -low }
    }

    /// Whether the value for one side says what everybody gets: two opponents, two teams of a game in
    /// which one wins what the other loses, or all on one side.
    #[must_use]
    pub fn says_all(&self) -> bool {
        let seats = || Seat::all(self.game.seats());
        let mut others = seats().filter(|&seat| !self.wants_more(seat)).map(|seat| self.game.team(seat));
        let Some(team) = others.next() else { return true };
        self.game.traits().sum == Sum::Zero && others.all(|other| other == team)
    }

    /// What a value means to each seat, as far as one number can tell: what one side wins, the others lose
    /// together.
    #[must_use]
    pub fn values(&self, value: f32) -> Vec<f32> {
        let seats = || Seat::all(self.game.seats());
        let mine = seats().filter(|&seat| self.wants_more(seat)).count();
        let others = self.game.seats() - mine;
        let share = value * mine as f32 / others.max(1) as f32;
        seats().map(|seat| if self.wants_more(seat) { value } else { -share }).collect()
    }
}

/// Refuses games with chance or hidden information.
///
/// # Errors
/// When the game has either; the error says what would work.
pub fn demand_certainty<G: Game>(game: &G, agent: &str) -> Result<(), AgentError> {
    let traits = game.traits();
    let instead = match (traits.hidden, traits.chance) {
        (false, ChanceKind::None) => return Ok(()),
        (false, ChanceKind::Listed) => "`expectiminimax` or `mcts`",
        _ => "`mcts`",
    };
    Err(AgentError::CannotPlay {
        agent: agent.into(),
        needs: "a game without chance and without hidden information".into(),
        instead: instead.into(),
    })
}
