//! Kinds of values the subset knows, and how far a number can reach.

use std::rc::Rc;

use wasm_encoder::ValType;

/// The largest number that a Luau number holds exactly along with all smaller ones.
pub(super) const EXACT: i64 = 1 << 53;

/// The kind of a value. Kinds without a wasm type exist only while compiling: a function is compiled anew for
/// each combination of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    /// A whole number; `i64`.
    Number,
    /// Yes or no; `i32`.
    Flag,
    /// A phase; `i32`, counted from 0.
    Phase,
    /// A text; `i32`, its number among the texts met while compiling.
    Text,
    /// A list made by the rules; `i32`, the address of its head.
    List,
    /// A pile of the state; `i32`, the address of its first cell.
    Pile { room: u32, kinds: i32 },
    /// A board of the state; `i32`, the address of its first cell.
    Grid { size: u32, max: i32 },
    /// A list or record of the file that is chosen while running; `i32`, its address.
    Fixed(Rc<Shape>),
    /// A text that is known while compiling, by its number among the texts met.
    Literal(u32),
    /// A list, record or card set of the file, by its number among the constants met while compiling.
    Constant(usize),
    /// A field that every seat has, before a seat is named; by its number in the schema.
    Seats(usize),
    /// The state.
    State,
    /// The list of moves under construction.
    Can,
    /// The result under construction.
    Finish,
    /// The source of chance.
    Chance,
}

/// What a constant in memory looks like; everything takes slots of eight bytes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Shape {
    /// A slot with the length, then the elements.
    List(Kind),
    /// The values by their names.
    Record(Vec<(String, Kind)>),
}

impl Kind {
    /// How it travels through wasm, if it does.
    pub(super) fn wasm(&self) -> Option<ValType> {
        match self {
            Kind::Number => Some(ValType::I64),
            Kind::Flag | Kind::Phase | Kind::Text | Kind::List => Some(ValType::I32),
            Kind::Pile { .. } | Kind::Grid { .. } | Kind::Fixed(_) => Some(ValType::I32),
            Kind::Literal(_) | Kind::Constant(_) | Kind::Seats(_) => None,
            Kind::State | Kind::Can | Kind::Finish | Kind::Chance => None,
        }
    }

    /// In the designer's words.
    pub(super) fn words(&self) -> &'static str {
        match self {
            Kind::Number => "a number",
            Kind::Flag => "true or false",
            Kind::Phase => "a phase",
            Kind::Text | Kind::Literal(_) => "a text",
            Kind::List => "a list",
            Kind::Pile { .. } => "a pile",
            Kind::Grid { .. } => "a grid",
            Kind::Fixed(_) | Kind::Constant(_) => "a table of the file",
            Kind::Seats(_) => "a field of every player",
            Kind::State => "the state",
            Kind::Can => "the list of moves",
            Kind::Finish => "the result",
            Kind::Chance => "the chance",
        }
    }
}

/// The smallest and the largest value a number can have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Range {
    pub(super) min: i64,
    pub(super) max: i64,
}

impl Range {
    /// Any number that a variable can hold.
    pub(super) const ANY: Range = Range { min: -EXACT, max: EXACT };

    pub(super) fn new(min: i64, max: i64) -> Range {
        Range { min, max }
    }

    pub(super) fn of(value: i64) -> Range {
        Range { min: value, max: value }
    }

    /// The smallest of a few ranges around this one: functions are compiled anew for each of them.
    pub(super) fn rough(self) -> Range {
        let [tiny, narrow] = [1 << 20, 1 << 31].map(|most| Range { min: -most, max: most });
        let [place, count] = [1, 0].map(|min| Range { min, ..tiny });
        let fits = |range: &Range| self.within(range.min, range.max);
        [place, count, tiny, narrow].into_iter().find(fits).unwrap_or(Range::ANY)
    }

    pub(super) fn within(self, min: i64, max: i64) -> bool {
        self.min >= min && self.max <= max
    }

    /// Whether every value is exact in a Luau number.
    pub(super) fn exact(self) -> bool {
        self.within(-EXACT, EXACT)
    }

    /// Whether every value fits 32 bits with a sign.
    pub(super) fn narrow(self) -> bool {
        self.within(i64::from(i32::MIN), i64::from(i32::MAX))
    }

    pub(super) fn join(self, other: Range) -> Range {
        Range { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    pub(super) fn plus(self, other: Range) -> Option<Range> {
        Range::checked(self.min.checked_add(other.min), self.max.checked_add(other.max))
    }

    pub(super) fn minus(self, other: Range) -> Option<Range> {
        Range::checked(self.min.checked_sub(other.max), self.max.checked_sub(other.min))
    }

    pub(super) fn times(self, other: Range) -> Option<Range> {
        let corners = [
            self.min.checked_mul(other.min)?,
            self.min.checked_mul(other.max)?,
            self.max.checked_mul(other.min)?,
            self.max.checked_mul(other.max)?,
        ];
        let min = corners.iter().min().copied();
        Range::checked(min, corners.iter().max().copied())
    }

    /// Well inside 64 bits, so that one more addition cannot overflow.
    fn checked(min: Option<i64>, max: Option<i64>) -> Option<Range> {
        let range = Range { min: min?, max: max? };
        range.within(-(1 << 62), 1 << 62).then_some(range)
    }
}
