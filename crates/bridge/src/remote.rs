//! A game that another program knows, as a [`Game`].

use crate::lines::Lines;
use crate::link::{BridgeError, Opener, short};
use crate::position::{Position, Status};
use ludometer_game::{
    ChanceKind, Fault, Game, Part, Payoff, Rng, Scene, Seat, Seats, Seen, Sum, Traits, Turn,
};
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

/// The form of questions and answers.
pub const PROTOCOL: u32 = 1;
/// Plies after which a match is given up, where a program says nothing about it.
const LIMIT: u32 = 1000;
/// Seconds an answer may be allowed.
const PATIENT: std::ops::RangeInclusive<f64> = 0.01..=86_400.0;

/// What a program says of its game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hello {
    /// The game's name.
    pub name: String,
    /// How many seats it has.
    pub seats: usize,
    /// The version of its rules.
    #[serde(default = "first_version")]
    pub version: u32,
    /// Plies after which a match is given up.
    #[serde(default = "usual_limit")]
    pub limit: u32,
    /// The least and the most points a seat can get.
    #[serde(default = "usual_points")]
    pub points: (f32, f32),
    /// Whether chance has a part in it.
    #[serde(default)]
    pub chance: bool,
    /// Whether seats do not see everything: the program answers `view` and `sample` then.
    #[serde(default)]
    pub hidden: bool,
    /// `zero` where what one wins the others lose, `general`, or `shared`.
    #[serde(default = "usual_sum")]
    pub sum: String,
    /// What the seats are called.
    #[serde(default)]
    pub seat_names: Vec<String>,
    /// Seconds an answer may take, where that is not the usual.
    #[serde(default)]
    pub patience: Option<f64>,
    /// Whether the program answers a list of questions by a list of answers.
    #[serde(default)]
    pub batch: bool,
}

fn first_version() -> u32 {
    1
}

fn usual_limit() -> u32 {
    LIMIT
}

fn usual_points() -> (f32, f32) {
    (-1.0, 1.0)
}

fn usual_sum() -> String {
    "zero".into()
}

/// What a program answers when it does not answer.
#[derive(Deserialize)]
struct Sorry {
    error: String,
}

/// A position, or why there is none.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    position: Position,
    fault: Option<Arc<Fault>>,
}

/// A game that another program knows.
pub struct Remote {
    hello: Hello,
    command: String,
    first: State,
    lines: Lines,
}

impl Remote {
    /// Asks a program about its game.
    ///
    /// # Errors
    /// When it does not start, or does not say what its game is.
    pub fn open(command: &str, open: Opener, patience: Duration) -> Result<Remote, BridgeError> {
        let lines = Lines::new(command, open, patience);
        let nonsense = |what: String, answer: &str| BridgeError::Nonsense {
            command: command.to_owned(),
            what,
            answer: short(answer),
        };
        let answer = lines.ask(format!(r#"{{"do":"hello","protocol":{PROTOCOL}}}"#))?;
        if let Ok(Sorry { error }) = serde_json::from_str(&answer) {
            return Err(BridgeError::Refused { command: command.to_owned(), what: error });
        }
        let hello: Hello =
            serde_json::from_str(&answer).map_err(|error| nonsense(error.to_string(), &answer))?;
        check(&hello).map_err(|what| nonsense(what, &answer))?;
        if let Some(seconds) = hello.patience {
            lines.wait_for(Duration::from_secs_f64(seconds));
        }
        if hello.batch {
            lines.take_lists();
        }
        let answer = lines.ask(r#"{"do":"initial"}"#.to_owned())?;
        let position =
            Position::read(&answer, hello.seats, hello.points).map_err(|what| nonsense(what, &answer))?;
        let first = State { position, fault: None };
        let game = Remote { hello, command: command.to_owned(), first, lines };
        if game.hello.hidden {
            game.demand_views().map_err(|fault| nonsense(fault.what, &fault.value))?;
        }
        Ok(game)
    }

    /// What the program says of its game.
    #[must_use]
    pub fn hello(&self) -> &Hello {
        &self.hello
    }

    /// A game that hides something answers what that is.
    fn demand_views(&self) -> Result<(), Fault> {
        for seat in Seat::all(self.hello.seats) {
            self.view(&self.first, seat)?;
            self.draw_world(&self.first, seat, 0)?;
        }
        Ok(())
    }

    /// What a seat knows.
    fn view(&self, state: &State, seat: Seat) -> Result<String, Fault> {
        let question =
            format!(r#"{{"do":"view","state":{},"seat":{}}}"#, state.position.state(), seat.index());
        let fault = |what: String| Fault { what, place: self.command.clone(), value: short(&question) };
        let answer = self.lines.ask(question.clone()).map_err(|error| fault(error.to_string()))?;
        match serde_json::from_str(&answer) {
            Ok(Sorry { error }) => Err(fault(format!("the program says: {error}"))),
            Err(_) => Ok(answer),
        }
    }

    /// A state as a seat believes it could be.
    fn draw_world(&self, state: &State, seat: Seat, seed: usize) -> Result<Position, Fault> {
        let (state, seat) = (state.position.state(), seat.index());
        self.ask(format!(r#"{{"do":"sample","state":{state},"seat":{seat},"seed":{seed}}}"#))
    }

    /// Asks about a state; what is wrong with the answer is a fault.
    fn ask(&self, question: String) -> Result<Position, Fault> {
        let fault =
            |what: String, value: &str| Fault { what, place: self.command.clone(), value: value.to_owned() };
        let asked = short(&question);
        let answer = self.lines.ask(question).map_err(|error| fault(error.to_string(), &asked))?;
        Position::read(&answer, self.hello.seats, self.hello.points).map_err(
            |what| match serde_json::from_str(&answer) {
                Ok(Sorry { error }) => fault(format!("the program says: {error}"), &asked),
                Err(_) => {
                    self.lines.distrust();
                    fault(format!("the answer cannot be used: {what}"), &short(&answer))
                }
            },
        )
    }
}

fn check(hello: &Hello) -> Result<(), String> {
    match hello {
        Hello { seats: 0 | 9.., .. } => {
            Err(format!("there are {} seats, and 1 to 8 are possible", hello.seats))
        }
        Hello { limit: 0, .. } => Err("`limit` is 0: no match could be played".into()),
        Hello { points: (low, high), .. } if low.partial_cmp(high) != Some(std::cmp::Ordering::Less) => {
            Err("`points` are the least and the most a seat can get, such as [-1, 1]".into())
        }
        Hello { sum, .. } if !["zero", "general", "shared"].contains(&sum.as_str()) => {
            Err(format!("`sum` is `{sum}`, and can be zero, general or shared"))
        }
        Hello { patience: Some(seconds), .. } if !PATIENT.contains(seconds) => {
            Err(format!("`patience` is {seconds} seconds, and can be 0.01 to 86400"))
        }
        _ => Ok(()),
    }
}

impl Game for Remote {
    type State = State;
    /// The place of a move among those of its state.
    type Move = u16;

    fn seats(&self) -> usize {
        self.hello.seats
    }
    fn limit(&self) -> u32 {
        self.hello.limit
    }
    fn initial(&self) -> State {
        self.first.clone()
    }
    fn turn(&self, state: &State) -> Turn {
        match state.position.status() {
            _ if state.fault.is_some() => Turn::Broken,
            Status::Seat(seat) => Turn::Seat(*seat),
            Status::Chance(_) => Turn::Chance,
            Status::Over(_) => Turn::Over,
        }
    }
    fn moves(&self, state: &State, out: &mut Vec<u16>) {
        out.extend(0..state.position.moves().len() as u16);
    }
    fn play(&self, state: &mut State, chosen: u16) {
        let Some(text) = state.position.moves().get(usize::from(chosen)) else { return };
        let text = serde_json::Value::from(text.as_str());
        let question = format!(r#"{{"do":"play","state":{},"move":{text}}}"#, state.position.state());
        match self.ask(question) {
            Ok(position) => state.position = position,
            Err(fault) => state.fault = Some(Arc::new(fault)),
        }
    }
    fn payoff(&self, state: &State) -> Payoff {
        let Status::Over(points) = state.position.status() else {
            return Payoff::from_points(Seats::from_fn(self.hello.seats, |_| 0.0));
        };
        Payoff::from_points(Seats::from_fn(self.hello.seats, |seat: Seat| points[seat.index()]))
    }
    fn bounds(&self) -> (f32, f32) {
        self.hello.points
    }
    fn traits(&self) -> Traits {
        let sum = match self.hello.sum.as_str() {
            "general" => Sum::General,
            "shared" => Sum::Shared,
            _ => Sum::Zero,
        };
        let chance = if self.hello.chance { ChanceKind::Listed } else { ChanceKind::None };
        Traits { chance, hidden: self.hello.hidden, sum }
    }
    fn chance(&self, state: &State, out: &mut Vec<(u16, f64)>) -> bool {
        let Status::Chance(odds) = state.position.status() else { return false };
        out.extend((0u16..).zip(odds.iter().copied()));
        true
    }
    fn sample(&self, state: &State, me: Seat, rng: &mut Rng) -> State {
        if !self.hello.hidden {
            return state.clone();
        }
        match self.draw_world(state, me, rng.below(1 << 31)) {
            Ok(position) => State { position, fault: None },
            Err(fault) => State { fault: Some(Arc::new(fault)), ..state.clone() },
        }
    }
    fn info(&self, state: &State, me: Seat, out: &mut Vec<u8>) {
        if !self.hello.hidden {
            out.extend(state.position.state().as_bytes());
            return;
        }
        // Nobody can be told here that a program fails: what it knows is nothing, and the next question tells it.
        out.extend(self.view(state, me).unwrap_or_default().as_bytes());
    }
    fn seen(&self, state: &State, made: u16, by: Seat) -> Seen<u16> {
        if !self.hello.hidden || self.turn(state) == Turn::Seat(by) {
            return Seen::Full(made);
        }
        // What a seat knows afterwards is all it sees of a move.
        let (mut after, mut known) = (state.clone(), Vec::new());
        self.play(&mut after, made);
        self.info(&after, by, &mut known);
        let mut class = DefaultHasher::new();
        known.hash(&mut class);
        Seen::Hidden(class.finish() as u32)
    }
    fn text(&self, state: &State, chosen: u16, out: &mut String) {
        out.push_str(state.position.moves().get(usize::from(chosen)).map_or("?", String::as_str));
    }
    fn seat_name(&self, seat: Seat) -> String {
        let named = self.hello.seat_names.get(seat.index()).cloned();
        named.unwrap_or_else(|| format!("Seat {}", seat.index() + 1))
    }
    fn scene(&self, state: &State, viewer: Option<Seat>) -> Scene {
        let hidden = self.hello.hidden && viewer.is_some();
        let text = match state.position.picture().filter(|_| !hidden) {
            Some(picture) => picture.to_owned(),
            None => {
                let mut known = Vec::new();
                self.info(state, viewer.unwrap_or(Seat::new(0)), &mut known);
                String::from_utf8_lossy(&known).into_owned()
            }
        };
        Scene { parts: text.lines().map(|line| Part::Label(line.to_owned())).collect() }
    }
    fn fault(&self, state: &State) -> Option<Fault> {
        state.fault.as_deref().cloned()
    }
}
