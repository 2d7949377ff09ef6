//! What can go wrong while a compiled rule runs, and how the designer is told.

use ludometer_game::Fault;

/// The site of a chance call without an outcome: no fault, the rule waits.
pub(super) const WAITING: u32 = 0;
/// The site of an outcome that its chance call cannot have.
pub(super) const WRONG_OUTCOME: u32 = 1;
/// The site of a seat that can do nothing though the match is not over.
pub(super) const NO_MOVES: u32 = 2;
/// The site of places that leave somebody out.
pub(super) const NO_PLACES: u32 = 3;

/// A place in the rules that can stop them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Site {
    pub(super) line: u32,
    pub(super) trouble: Trouble,
}

/// Why a rule stopped.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Trouble {
    /// A chance call without an outcome.
    Waiting,
    /// The host gave an outcome that cannot be.
    WrongOutcome,
    /// Nobody can move and nobody finished the match.
    NoMoves,
    /// A place that a list, pile or grid does not have.
    Index(String),
    /// A pile without room.
    Full(String, u32),
    /// Taking away what is not the last.
    NotLast(String),
    /// Taking from nothing.
    Empty(String),
    /// A seat that does not exist.
    Seat(u32),
    /// A place in the ranking that does not exist.
    Place(u32),
    /// Too many steps.
    Endless,
    /// A function that calls itself too often.
    Deep(String),
    /// Division by zero.
    Zero,
    /// A number beyond what Luau holds exactly.
    Large,
    /// A number beyond what the state holds.
    Cell,
    /// Local lists take too much memory.
    Memory,
    /// `assert` or `error`.
    Said(String),
    /// An argument of a move outside its range.
    Argument { action: String, arg: String, min: i32, max: i32 },
    /// A chance call with a number of outcomes that cannot be.
    Outcomes,
    /// A number that is no effect.
    Effect,
    /// `math.clamp` with its ends the wrong way round.
    Clamp,
    /// A result unlike the one that was given before.
    Result,
    /// Places that leave somebody out, or put nobody first.
    Places,
    /// A value that was still out of range when the action ended; the host finds which.
    Wide,
}

impl Trouble {
    /// In words.
    fn words(&self, value: i64) -> String {
        match self {
            Trouble::Waiting => "a chance call has no outcome".into(),
            Trouble::WrongOutcome => format!("the outcome {value} cannot be"),
            Trouble::NoMoves => "the seat to move has no legal move, and the match is not over".into(),
            Trouble::Index(of) => format!("{of} has no place {value}"),
            Trouble::Full(of, room) => format!("{of} is full; it has room for {room}"),
            Trouble::NotLast(of) => format!("only the last of {of} can become nil, not {value}"),
            Trouble::Empty(of) => format!("{of} is empty"),
            Trouble::Seat(seats) => format!("there is no player {value}; there are {seats}"),
            Trouble::Place(seats) => format!("there is no place {value}; there are {seats}"),
            Trouble::Endless => "the rule does not come to an end".into(),
            Trouble::Deep(name) => format!("`{name}` calls itself too often"),
            Trouble::Zero => "a division by zero".into(),
            Trouble::Large => "a number is too large to be exact".into(),
            Trouble::Cell => format!("{value} is too large for the state"),
            Trouble::Memory => "the lists need too much memory".into(),
            Trouble::Said(text) => text.clone(),
            Trouble::Argument { action, arg, min, max } => {
                format!("`can.{action}` was given {arg} {value}, outside {min} to {max}")
            }
            Trouble::Outcomes => format!("chance cannot choose one of {value}"),
            Trouble::Effect => format!("there is no effect {value}"),
            Trouble::Result => "the match ends in more than one way".into(),
            Trouble::Places => "places are for everybody, and somebody is first".into(),
            Trouble::Clamp => "`math.clamp` has its smallest above its largest value".into(),
            Trouble::Wide => "a value is out of range".into(),
        }
    }

    /// Whether the value that came along says anything.
    fn has_value(&self) -> bool {
        !matches!(
            self,
            Trouble::Empty(_)
                | Trouble::Endless
                | Trouble::Deep(_)
                | Trouble::Zero
                | Trouble::Memory
                | Trouble::Said(_)
                | Trouble::NoMoves
                | Trouble::Result
                | Trouble::Places
        )
    }
}

impl Site {
    /// The fault as everybody else sees it.
    pub(super) fn fault(&self, file: &str, value: i64) -> Fault {
        Fault {
            what: self.trouble.words(value),
            place: format!("{file}:{}", self.line),
            value: if self.trouble.has_value() { value.to_string() } else { String::new() },
        }
    }
}
