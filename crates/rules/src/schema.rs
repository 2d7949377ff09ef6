//! What a rules file declares: fields of the state with their ranges, who sees them, actions, seats.
//!
//! The state of a match is one row of cells, 32-bit numbers. First come the [`HEADER`] cells, which every
//! game has, then the fields in the order of their names' declaration. Nothing of a state lies elsewhere, so
//! that copying, comparing and hashing need no help from the designer.

use crate::advice::Advises;
use crate::goals::Stated;
use ludometer_game::ParamSpec;

/// Cells in front of the declared fields; the results of the seats follow them.
pub const HEADER: usize = 4;
/// Whose turn it is, counted from 1.
pub const TURN: usize = 0;
/// The phase, counted from 0.
pub const PHASE: usize = 1;
/// How the match ended: an [`Ended`] as a number.
pub const ENDED: usize = 2;
/// Why it ended: the number of a text of the file, counted from 1; 0 where nothing was said.
pub const BECAUSE: usize = 3;

/// How a match ended, and so what the result cells mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum Ended {
    /// It goes on.
    Not = 0,
    /// Each seat has won (1), lost (−1) or neither (0).
    Won = 1,
    /// Each seat has a score; the highest wins.
    Scored = 2,
    /// Each seat has a place; 1 is the best.
    Ranked = 3,
    /// All seats have won (1) or lost (−1) together.
    Together = 4,
}

impl Ended {
    /// From the number in a cell.
    #[must_use]
    pub fn read(cell: i32) -> Option<Ended> {
        [Ended::Not, Ended::Won, Ended::Scored, Ended::Ranked, Ended::Together]
            .into_iter()
            .find(|ended| *ended as i32 == cell)
    }
}

/// Who sees a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum See {
    /// Everybody.
    All,
    /// The seat it belongs to; of a pile, others see how many there are.
    Owner,
    /// The seats of the team it belongs to; of a pile, others see how many there are.
    Team,
    /// Nobody; of a pile, everybody sees how many there are.
    None,
}

/// What one copy of a field holds.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// A whole number; one cell.
    Number {
        /// Smallest.
        min: i32,
        /// Largest.
        max: i32,
    },
    /// Yes or no; one cell, 1 or 0.
    Flag,
    /// A board; a cell for each place, row by row, places counted from 1.
    Grid(Grid),
    /// Cards in a row; a cell with their number, then `room` cells, 0 beyond the last card.
    Pile {
        /// The number of the card set.
        of: usize,
        /// The most cards it can hold.
        room: usize,
        /// Whether the order of the cards says anything.
        ordered: bool,
    },
    /// Counted things of several kinds; a cell for each kind, from 0 to `max`.
    Tokens {
        /// The name of each kind.
        names: Vec<String>,
        /// The most there can be of a kind.
        max: i32,
    },
}

/// A board.
#[derive(Clone, PartialEq, Debug)]
pub struct Grid {
    /// Places in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Whether places are hexagons.
    pub hex: bool,
    /// Names of the values, from 0; empty where they are mere numbers.
    pub values: Vec<String>,
    /// The largest value.
    pub max: i32,
    /// The number of the card set whose kinds lie there, where cards do; 0 is an empty place.
    pub of: Option<usize>,
}

impl Kind {
    /// Cells of one copy.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Kind::Number { .. } | Kind::Flag => 1,
            Kind::Grid(grid) => grid.width * grid.height,
            Kind::Pile { room, .. } => 1 + room,
            Kind::Tokens { names, .. } => names.len(),
        }
    }

    /// The set of the cards that lie in it.
    #[must_use]
    pub fn cards(&self) -> Option<usize> {
        match self {
            Kind::Pile { of, .. } => Some(*of),
            Kind::Grid(grid) => grid.of,
            Kind::Number { .. } | Kind::Flag | Kind::Tokens { .. } => None,
        }
    }
}

/// A field of the state.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// Its name in the rules: `s.board`.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// What one copy holds.
    pub kind: Kind,
    /// Whether every seat has a copy: `s.hand[2]`.
    pub per_player: bool,
    /// Who sees it.
    pub see: See,
    /// Whether it follows from what everybody knows, and is neither drawn, encoded nor hashed.
    pub helper: bool,
    /// Its first cell.
    pub first: usize,
    /// How it is drawn, where the designer says so.
    pub draw: String,
    /// The number or flag a match begins with.
    pub start: i32,
    /// The line that declares it.
    pub line: u32,
    /// For each copy, which kinds of cards can lie there; empty where all can.
    pub only: Vec<Vec<bool>>,
    /// Whether `only` goes by the side of a copy's player instead.
    pub by_side: bool,
    /// The first cell of the field that says to whom it is revealed: for each copy a cell for each seat, 1 or 0.
    pub shown: Option<usize>,
}

/// A set of cards, tiles or other kinds of things; ids count from 1.
#[derive(Clone, PartialEq, Debug)]
pub struct CardSet {
    /// The name of each kind.
    pub names: Vec<String>,
    /// How many there are of each kind.
    pub counts: Vec<u32>,
}

/// An argument of an action.
#[derive(Clone, PartialEq, Debug)]
pub struct Arg {
    /// Its name, for titles.
    pub name: String,
    /// Smallest value.
    pub min: i32,
    /// Largest value.
    pub max: i32,
    /// What its values name.
    pub names: Names,
}

/// What numbers stand for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Names {
    /// Themselves.
    Numbers,
    /// Kinds of a card set.
    Cards(usize),
    /// Places of the board with this field number.
    Places(usize),
    /// Seats.
    Seats,
}

/// An action.
#[derive(Clone, PartialEq, Debug)]
pub struct Action {
    /// Its name: the rule function `Game.NAME`.
    pub name: String,
    /// Its title for people, with `{argument}` in it.
    pub title: String,
    /// Its arguments.
    pub args: Vec<Arg>,
    /// The number of its first move; the last argument turns fastest.
    pub first: u32,
    /// What a click means: `board`, `board.column`, `hand`.
    pub pick: String,
    /// Whether others see only that it was done, not with which arguments.
    pub secret: bool,
}

impl Action {
    /// How many moves it has.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.args.iter().map(|arg| (arg.max - arg.min + 1) as u32).product()
    }
}

/// Everything a rules file declares, for one set of parameters.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Schema {
    /// The title of the game.
    pub title: String,
    /// Names of the seats; as many as there are seats.
    pub seats: Vec<String>,
    /// The team of each seat.
    pub teams: Vec<u8>,
    /// Names of the sides; none where nobody speaks of sides.
    pub sides: Vec<String>,
    /// The side each seat plays, counted from 0, where sides are fixed.
    pub plays: Vec<usize>,
    /// Whether chance deals the sides.
    pub dealt: bool,
    /// What the designer wants of the game.
    pub goals: Vec<Stated>,
    /// The phases; one without a name where none are declared.
    pub phases: Vec<String>,
    /// Fields of the state.
    pub fields: Vec<Field>,
    /// Card sets.
    pub cards: Vec<CardSet>,
    /// Actions.
    pub actions: Vec<Action>,
    /// All texts of the file in the order they first stand there; texts in cells are numbers into this.
    pub texts: Vec<String>,
    /// The most plies of a match.
    pub limit: u32,
    /// Lowest and highest score of a seat, where scores count.
    pub bounds: (i32, i32),
    /// What scores are worth: `win`, `difference` or `score`.
    pub scoring: String,
    /// Cells of a state.
    pub cells: usize,
    /// Parameters.
    pub params: Vec<ParamSpec>,
    /// Effects that content tables name: functions `Game.effects.NAME`, counted from 1 by `effect`.
    pub effects: Vec<String>,
    /// Strategies, and whether a position has a worth.
    pub advice: Advises,
    /// The line of `Game.plausible(s, seat)`, where the file has it.
    pub plausible: Option<u32>,
    /// Names of the functions of `Game.always`, which must give true after every move.
    pub always: Vec<String>,
}

impl Schema {
    /// How many moves there are in all.
    #[must_use]
    pub fn moves(&self) -> u32 {
        self.actions.iter().map(Action::count).sum()
    }

    /// The first result cell; one for each seat.
    #[must_use]
    pub fn results(&self) -> usize {
        HEADER
    }

    /// The cells of a seat's copy of a field; of the only one where it is shared.
    #[must_use]
    pub fn place(&self, field: &Field, seat: usize) -> std::ops::Range<usize> {
        let size = field.kind.size();
        let first = field.first + if field.per_player { seat * size } else { 0 };
        first..first + size
    }

    /// Whether seats know different things.
    #[must_use]
    pub fn hidden(&self) -> bool {
        self.fields.iter().any(|field| field.see != See::All)
    }
}
