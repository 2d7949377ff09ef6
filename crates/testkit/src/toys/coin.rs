//! Coin: a rigged coin whose every figure is known.
//!
//! Power: the golden game of the metrics. Before each toss the player on turn (they alternate)
//! makes one of `choices` moves that change nothing. The coin then moves the lead one step towards
//! the first seat with probability `p`, else towards the second; a lead of `steps` wins. This is the
//! gambler's ruin: [`Coin::win_rate`] and [`Coin::mean_tosses`] are exact for any play.

use ludometer_game::{ChanceKind, Element, ElementKind, Game, Part, Payoff, Scene, Seat, Sum, Traits, Turn};

/// The rules: bias, lead that wins, idle choices.
pub struct Coin {
    p: f64,
    steps: i8,
    choices: u8,
}

/// The lead of the first seat, whose turn it is, and whether the coin is in the air.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    lead: i8,
    mover: u8,
    flying: bool,
}

/// Chance outcomes; idle moves are below them.
const HEADS: u8 = 100;
const TAILS: u8 = 101;

impl Coin {
    /// Heads has probability `p`, a lead of `steps` wins, each toss is preceded by one of `choices`
    /// idle moves.
    #[must_use]
    pub fn new(p: f64, steps: i8, choices: u8) -> Self {
        assert!(p > 0.0 && p < 1.0 && steps > 0 && (1..HEADS).contains(&choices), "a playable coin game");
        Coin { p, steps, choices }
    }

    /// The probability that the first seat wins, from this lead.
    #[must_use]
    pub fn win_rate(&self, lead: i8) -> f64 {
        let (ratio, steps) = ((1.0 - self.p) / self.p, i32::from(self.steps));
        let from_bottom = i32::from(lead) + steps;
        if (ratio - 1.0).abs() < 1e-12 {
            return f64::from(from_bottom) / f64::from(2 * steps);
        }
        (1.0 - ratio.powi(from_bottom)) / (1.0 - ratio.powi(2 * steps))
    }

    /// The value for the first seat, from this lead: wins minus losses.
    #[must_use]
    pub fn value(&self, lead: i8) -> f64 {
        2.0 * self.win_rate(lead) - 1.0
    }

    /// The mean number of tosses of a match. A match has as many decisions, and twice as many plies.
    #[must_use]
    pub fn mean_tosses(&self) -> f64 {
        let (drift, steps) = (2.0 * self.p - 1.0, f64::from(self.steps));
        if drift.abs() < 1e-12 { steps * steps } else { steps * self.value(0) / drift }
    }

    /// The lead of the first seat in this state.
    #[must_use]
    pub fn lead(state: &State) -> i8 {
        state.lead
    }
}

impl Game for Coin {
    type State = State;
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        2000 * u32::from(self.steps.unsigned_abs())
    }
    fn initial(&self) -> State {
        State { lead: 0, mover: 0, flying: false }
    }
    fn turn(&self, state: &State) -> Turn {
        match state.flying {
            _ if state.lead.abs() == self.steps => Turn::Over,
            true => Turn::Chance,
            false => Turn::Seat(Seat::new(state.mover)),
        }
    }
    fn moves(&self, _state: &State, out: &mut Vec<u8>) {
        out.extend(0..self.choices);
    }
    fn play(&self, state: &mut State, chosen: u8) {
        *state = match chosen {
            HEADS => State { lead: state.lead + 1, mover: 1 - state.mover, flying: false },
            TAILS => State { lead: state.lead - 1, mover: 1 - state.mover, flying: false },
            _ => State { flying: true, ..*state },
        };
    }
    fn payoff(&self, state: &State) -> Payoff {
        match state.lead {
            lead if lead == self.steps => Payoff::win(2, Seat::new(0)),
            lead if lead == -self.steps => Payoff::win(2, Seat::new(1)),
            _ => Payoff::draw(2),
        }
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::Listed, hidden: false, sum: Sum::Zero }
    }
    fn chance(&self, _state: &State, out: &mut Vec<(u8, f64)>) -> bool {
        out.extend([(HEADS, self.p), (TAILS, 1.0 - self.p)]);
        true
    }
    fn text(&self, _state: &State, chosen: u8, out: &mut String) {
        match chosen {
            HEADS => out.push_str("heads"),
            TAILS => out.push_str("tails"),
            idle => out.push_str(&format!("toss-{}", idle + 1)),
        }
    }
    fn scene(&self, state: &State, _viewer: Option<Seat>) -> Scene {
        let (title, value, max) = ("lead".into(), state.lead.into(), self.steps.into());
        Scene::of(Part::Track { title, owner: Some(Seat::new(0)), value, max })
    }
    fn elements(&self, _state: &State, _chosen: u8, out: &mut Vec<Element>) {
        out.push(Element::new(ElementKind::Action, "toss"));
    }
    fn observables(&self) -> Vec<String> {
        vec!["lead".into()]
    }
    fn observe(&self, state: &State, _viewer: Option<Seat>, out: &mut Vec<f32>) {
        out.push(state.lead.into());
    }
    fn score(&self, state: &State, seat: Seat) -> Option<f32> {
        Some(f32::from(
            state.lead.max(0) * i8::from(seat.index() == 0) - state.lead.min(0) * i8::from(seat.index() == 1),
        ))
    }
    fn evaluate(&self, state: &State, seat: Seat) -> Option<f32> {
        let value = self.value(state.lead) as f32;
        Some(if seat.index() == 0 { value } else { -value })
    }
}
