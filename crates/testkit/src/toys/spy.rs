//! Spy: a game that notices when an agent looks at what it must not know.
//!
//! Power: a test hook. Chance picks a secret number that nobody sees; the players guess in turn,
//! and who names it wins. While [`Spy::watching`] runs an agent, every call that could use the
//! secret on the true state rings an alarm; on sampled states everything is allowed. An honest
//! first guess is right one time in [`Spy::numbers`].

use ludometer_game::{ChanceKind, Game, Part, Payoff, Rng, Scene, Seat, Seen, Sum, Traits, Turn};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The rules, with the hook.
pub struct Spy {
    numbers: u8,
    watched: AtomicBool,
    alarms: AtomicU64,
}

/// The secret (0 before it is picked), guesses in order, and whether this is a sample.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    secret: u8,
    guesses: Vec<u8>,
    sampled: bool,
}

impl State {
    fn found(&self) -> bool {
        self.guesses.last() == Some(&self.secret)
    }
}

/// Chance outcomes are written as this plus the number.
const PICK: u8 = 100;

impl Spy {
    /// Two to fifty numbers to guess among.
    #[must_use]
    pub fn new(numbers: u8) -> Self {
        assert!((2..=50).contains(&numbers), "two to fifty numbers");
        Spy { numbers, watched: AtomicBool::new(false), alarms: AtomicU64::new(0) }
    }

    /// How many numbers there are to guess among.
    #[must_use]
    pub fn numbers(&self) -> u8 {
        self.numbers
    }

    /// Runs an agent under watch. One agent at a time: the watch is on the game, not on a thread.
    pub fn watching<T>(&self, agent: impl FnOnce() -> T) -> T {
        self.watched.store(true, Ordering::SeqCst);
        let answer = agent();
        self.watched.store(false, Ordering::SeqCst);
        answer
    }

    /// How often an agent under watch used the true secret.
    pub fn alarms(&self) -> u64 {
        self.alarms.load(Ordering::SeqCst)
    }

    fn notice(&self, state: &State) {
        if self.watched.load(Ordering::SeqCst) && !state.sampled {
            self.alarms.fetch_add(1, Ordering::SeqCst);
        }
    }

    fn open_numbers(&self, state: &State) -> Vec<u8> {
        (1..=self.numbers).filter(|number| !state.guesses.contains(number)).collect()
    }
}

impl Game for Spy {
    type State = State;
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        u32::from(self.numbers) + 1
    }
    fn initial(&self) -> State {
        State { secret: 0, guesses: Vec::new(), sampled: false }
    }
    fn turn(&self, state: &State) -> Turn {
        match state.secret {
            0 => Turn::Chance,
            _ if state.found() => Turn::Over,
            _ => Turn::Seat(Seat::new((state.guesses.len() % 2) as u8)),
        }
    }
    fn moves(&self, state: &State, out: &mut Vec<u8>) {
        out.extend(self.open_numbers(state));
    }
    fn play(&self, state: &mut State, chosen: u8) {
        self.notice(state);
        if chosen > PICK { state.secret = chosen - PICK } else { state.guesses.push(chosen) }
    }
    fn payoff(&self, state: &State) -> Payoff {
        self.notice(state);
        if state.secret == 0 || !state.found() {
            return Payoff::draw(2);
        }
        Payoff::win(2, Seat::new(((state.guesses.len() + 1) % 2) as u8))
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::Listed, hidden: true, sum: Sum::Zero }
    }
    fn chance(&self, state: &State, out: &mut Vec<(u8, f64)>) -> bool {
        self.notice(state);
        out.extend((1..=self.numbers).map(|number| (PICK + number, 1.0 / f64::from(self.numbers))));
        true
    }
    fn sample(&self, state: &State, _me: Seat, rng: &mut Rng) -> State {
        let mut world = State { sampled: true, ..state.clone() };
        if state.secret != 0 && !state.found() {
            let open = self.open_numbers(state);
            world.secret = open[rng.below(open.len())];
        }
        world
    }
    fn info(&self, state: &State, _me: Seat, out: &mut Vec<u8>) {
        out.push(u8::from(state.secret != 0) + u8::from(state.secret != 0 && state.found()));
        out.extend(&state.guesses);
    }
    fn seen(&self, _state: &State, made: u8, _by: Seat) -> Seen<u8> {
        if made > PICK { Seen::Hidden(0) } else { Seen::Full(made) }
    }
    fn text(&self, _state: &State, chosen: u8, out: &mut String) {
        if chosen > PICK {
            out.push_str(&format!("pick-{}", chosen - PICK));
        } else {
            out.push_str(&chosen.to_string());
        }
    }
    fn scene(&self, state: &State, viewer: Option<Seat>) -> Scene {
        let scene = Scene::of(Part::Label(format!("guessed: {:?}", state.guesses)));
        if viewer.is_some() {
            return scene;
        }
        scene.with(Part::Label(format!("secret: {}", state.secret)))
    }
    /// Guesses that missed count against who made them.
    fn score(&self, state: &State, seat: Seat) -> Option<f32> {
        let own = state.guesses.iter().skip(seat.index()).step_by(2).count();
        Some(0.0 - own as f32)
    }
    fn key(&self, state: &State) -> u64 {
        self.notice(state);
        state
            .guesses
            .iter()
            .fold(u64::from(state.secret), |key, &guess| key.wrapping_mul(64) + u64::from(guess))
    }
    fn actions(&self) -> Option<usize> {
        Some(self.numbers.into())
    }
    fn index(&self, _state: &State, chosen: u8) -> usize {
        usize::from(chosen) - 1
    }
}
