//! Tower: one player stacks blocks and stops in time.
//!
//! Power: a game for one seat, with dice. Each block is one to four high, equally likely; above ten
//! the tower falls. A tower of eight or more wins. With the best play (build below eight) the chance
//! of a win is [`Tower::win_rate`].

use ludometer_game::{ChanceKind, Game, Part, Payoff, Scene, Seat, Sum, Traits, Turn};

const TOP: u8 = 10;
const ENOUGH: u8 = 8;

/// The rules.
pub struct Tower;

/// Who is busy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    Choosing,
    Building,
    Stopped,
}

/// The height, and what happens next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    height: u8,
    phase: Phase,
}

/// Moves of the player; blocks are 1 to 4.
const BUILD: u8 = 10;
const STOP: u8 = 11;

impl Tower {
    /// The probability of a win with the best play.
    #[must_use]
    pub fn win_rate() -> f64 {
        fn from(height: u8) -> f64 {
            match height {
                ENOUGH..=TOP => 1.0,
                _ if height > TOP => 0.0,
                _ => (1..=4).map(|block| from(height + block)).sum::<f64>() / 4.0,
            }
        }
        from(0)
    }
}

impl Game for Tower {
    type State = State;
    type Move = u8;

    fn seats(&self) -> usize {
        1
    }
    fn limit(&self) -> u32 {
        2 * u32::from(TOP) + 3
    }
    fn initial(&self) -> State {
        State { height: 0, phase: Phase::Choosing }
    }
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            _ if state.height > TOP => Turn::Over,
            Phase::Choosing => Turn::Seat(Seat::new(0)),
            Phase::Building => Turn::Chance,
            Phase::Stopped => Turn::Over,
        }
    }
    fn moves(&self, _state: &State, out: &mut Vec<u8>) {
        out.extend([BUILD, STOP]);
    }
    fn play(&self, state: &mut State, chosen: u8) {
        match chosen {
            BUILD => state.phase = Phase::Building,
            STOP => state.phase = Phase::Stopped,
            block => *state = State { height: state.height + block, phase: Phase::Choosing },
        }
    }
    fn payoff(&self, state: &State) -> Payoff {
        Payoff::together(1, (ENOUGH..=TOP).contains(&state.height))
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::Listed, hidden: false, sum: Sum::Shared }
    }
    fn chance(&self, _state: &State, out: &mut Vec<(u8, f64)>) -> bool {
        out.extend((1..=4).map(|block| (block, 0.25)));
        true
    }
    fn text(&self, _state: &State, chosen: u8, out: &mut String) {
        match chosen {
            BUILD => out.push_str("build"),
            STOP => out.push_str("stop"),
            block => out.push_str(&block.to_string()),
        }
    }
    fn scene(&self, state: &State, _viewer: Option<Seat>) -> Scene {
        let (title, value, max) = ("height".into(), f32::from(state.height), f32::from(TOP));
        Scene::of(Part::Track { title, owner: Some(Seat::new(0)), value, max })
    }
    fn score(&self, state: &State, _seat: Seat) -> Option<f32> {
        Some(if state.height > TOP { 0.0 } else { f32::from(state.height) })
    }
    fn ending(&self, state: &State) -> std::borrow::Cow<'static, str> {
        if state.height > TOP { "fallen".into() } else { "stopped".into() }
    }
}
