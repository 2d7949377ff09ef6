//! How a match is told as cases: what a player who remembers hands keeps of them, and what it asks.
//!
//! A *case* is one episode (a hand, a deal) as one seat lived it: numbers by name, and every decision of that seat
//! with what was known then and what it brought. A game tells its cases through a [`CaseBook`]; one that says nothing
//! gets [`Derived`], made of what a seat sees.

mod derived;
mod erased;
mod name;
mod row;
mod tactic;

pub use derived::Derived;
pub(crate) use erased::AnyBook;
pub use row::{CaseRow, ImportedCase, RowError};
pub use tactic::{Alike, Typical};

use crate::{Game, Seat, Turn};

/// How alike two values of an attribute are, 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Likeness {
    /// 1 where they are equal, else 0: for categories.
    Equal,
    /// The same for names, such as those of cards, each as one number.
    Name,
    /// 1 − |a − b| / this, not below 0: for numbers.
    Interval(f32),
    /// The same by the distance between the smallest and the largest value a base holds, where nobody knows them before.
    Span,
}

/// A number a case has.
#[derive(Clone, PartialEq, Debug)]
pub struct Attribute {
    /// Its name, which is its column where cases are written as a table.
    pub name: String,
    /// How two values compare.
    pub likeness: Likeness,
    /// What its values 0, 1, 2 and so on mean; empty for numbers.
    pub words: &'static [&'static str],
}

impl Attribute {
    /// A value as it is read.
    #[must_use]
    pub fn tell(&self, value: f32) -> String {
        if self.likeness == Likeness::Name {
            return name::of(value);
        }
        let word = self.words.get(value as usize).filter(|_| value >= 0.0 && value.fract() == 0.0);
        word.map_or_else(|| value.to_string(), |word| (*word).to_owned())
    }

    /// Whether it can have a value; what is unknown always can be.
    ///
    /// # Errors
    /// When it cannot, in words.
    pub fn admits(&self, value: f32) -> Result<(), String> {
        let many = self.words.len();
        let is_word = many == 0 || (0.0..many as f32).contains(&value) && value.fract() == 0.0;
        match self.likeness {
            _ if value.is_nan() => Ok(()),
            Likeness::Interval(most) if value.abs() > most => {
                Err(format!("{value} is not from -{most} to {most}"))
            }
            _ if !is_word => Err(format!("{value} is none of its {many} words, which count from 0")),
            _ => Ok(()),
        }
    }
}

/// A kind of decision. Only decisions of one scenario are compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Scenario {
    /// Its name.
    pub name: String,
    /// Places of the attributes that are known when it is asked; similarity is taken over them.
    pub asks: Vec<usize>,
    /// Places of the attributes by which its decisions are clustered. What is asked, too, counts as it was then, the
    /// rest as it was in the end.
    pub groups: Vec<usize>,
    /// Whether the code of the action taken belongs to them.
    pub by_action: bool,
    /// The index that finds its decisions.
    pub index: usize,
    /// The account that says how well a decision turned out.
    pub account: usize,
    /// Whether points are worth counting here; otherwise only winning is.
    pub counts: bool,
}

/// What decisions are found by before they are compared: clusters of cases.
#[derive(Clone, PartialEq, Debug)]
pub struct CaseIndex {
    /// Its name.
    pub name: String,
    /// Places of its attributes, all of which are known when anything is asked.
    pub places: Vec<usize>,
    /// How many clusters there are.
    pub clusters: usize,
}

/// An answer to a query.
#[derive(Clone, PartialEq, Debug)]
pub struct CaseAction {
    /// Its name.
    pub name: String,
    /// What it counts as where decisions are clustered.
    pub code: f32,
}

/// A play that is never made, whatever was made before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaseRule {
    /// Its name, by which it is switched off.
    pub name: &'static str,
    /// What it forbids.
    pub about: &'static str,
}

/// What cases of a game are.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CaseSchema {
    /// The numbers.
    pub attributes: Vec<Attribute>,
    /// The kinds of decision; at most 255.
    pub scenarios: Vec<Scenario>,
    /// The answers by number; empty where an answer has its number from somewhere else.
    pub actions: Vec<CaseAction>,
    /// The indexes.
    pub indexes: Vec<CaseIndex>,
    /// Names of the accounts on which points are kept.
    pub accounts: Vec<String>,
    /// Plays that are never made.
    pub rules: Vec<CaseRule>,
    /// What to know of the names of its tactics, in a sentence; empty where nothing is.
    pub tactics: &'static str,
    /// For whom those stand in who play the first hands of a new base; empty where for nobody.
    pub stand_in: &'static str,
}

impl CaseSchema {
    /// The place of an attribute.
    ///
    /// # Panics
    /// When there is none of that name.
    #[must_use]
    pub fn place(&self, name: &str) -> usize {
        let found = self.attributes.iter().position(|attribute| attribute.name == name);
        found.unwrap_or_else(|| panic!("a case has no `{name}`"))
    }

    /// The name of an action.
    #[must_use]
    pub fn action_name(&self, action: u16) -> String {
        let known = self.actions.get(usize::from(action));
        known.map_or_else(|| format!("action {action}"), |action| action.name.clone())
    }

    /// What an action counts as where decisions are clustered.
    #[must_use]
    pub fn action_code(&self, action: u16) -> f32 {
        self.actions.get(usize::from(action)).map_or(f32::from(action), |action| action.code)
    }
}

/// A question a state puts to the seat to move. A turn may put several: first whether to bet, then which card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CaseQuery {
    /// The scenario.
    pub scenario: u8,
    /// What stands between the players, such as a bet that must be answered: only decisions that faced the same are
    /// compared.
    pub facing: u32,
    /// The answer of somebody who remembers nothing.
    pub default: u16,
}

/// A decision as a case keeps it.
#[derive(Clone, PartialEq, Debug)]
pub struct CaseDecision {
    /// The scenario.
    pub scenario: u8,
    /// What stood between the players.
    pub facing: u32,
    /// The answer.
    pub action: u16,
    /// In how many scenarios it stands, one after the other, because nobody knows in which it was made; it weighs so much
    /// less. 1 where it is known.
    pub among: u8,
    /// What the account of the scenario brought in the whole case.
    pub points: f32,
    /// The values of what the scenario asks, as they were known then; not a number is unknown.
    pub asked: Vec<f32>,
}

/// An episode as one seat lived it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Case {
    /// A value for each attribute, as the seat knew them in the end; not a number is unknown.
    pub values: Vec<f32>,
    /// What the seat decided, in order.
    pub decisions: Vec<CaseDecision>,
}

/// A query and an answer to it, for who revises.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// The scenario.
    pub scenario: u8,
    /// What stood between the players.
    pub facing: u32,
    /// A value for each attribute.
    pub values: &'a [f32],
    /// The answer.
    pub action: u16,
}

/// Tells the cases of a game.
pub trait CaseBook<G: Game>: Send + Sync {
    /// What cases are here.
    fn schema(&self, game: &G) -> CaseSchema;
    /// Appends the questions that are put to the seat to move, `me`, in the order they are answered; none where nothing
    /// that is remembered would help.
    fn queries(&self, game: &G, state: &G::State, me: Seat, out: &mut Vec<CaseQuery>);
    /// Appends a value for each attribute as far as `me` knows it; not a number where it does not.
    fn read(&self, game: &G, state: &G::State, me: Seat, out: &mut Vec<f32>);
    /// The same when an episode ends with a move that is made `before`: as `me` knows it in the end. The default reads
    /// the end of the match, or the last state of the episode.
    fn close(
        &self,
        game: &G,
        (before, after): (&G::State, &G::State),
        _chosen: G::Move,
        me: Seat,
        out: &mut Vec<f32>,
    ) {
        self.read(game, if game.turn(after) == Turn::Over { after } else { before }, me, out);
    }
    /// How a legal move of `me` answers a query of this state; none where the query does not come up any more, because
    /// an earlier one was answered by this move.
    fn action(&self, game: &G, state: &G::State, me: Seat, query: CaseQuery, chosen: G::Move) -> Option<u16>;
    /// Adds to each account what a move (of a seat or of chance) brought `me`. The default has one account: payoff.
    fn gain(
        &self,
        game: &G,
        (before, after): (&G::State, &G::State),
        _chosen: G::Move,
        me: Seat,
        out: &mut [f32],
    ) {
        let points = |state| game.payoff(state).points[me];
        out[0] += points(after) - points(before);
    }
    /// The answer among these that comes nearest to one that cannot be given; none if any would do.
    fn nearest(&self, _wanted: u16, _possible: &[u16]) -> Option<u16> {
        None
    }
    /// The place of the move of somebody who remembers nothing, where no question is put.
    fn fallback(&self, _game: &G, _state: &G::State, _me: Seat, _moves: &[G::Move]) -> usize {
        0
    }
    /// What a rule, by its place in the schema, puts in the place of an answer, and why; nothing if it has no objection.
    fn veto(&self, _rule: usize, _answer: Answer<'_>) -> Option<(u16, String)> {
        None
    }
    /// The name of a tactic; none where what it is told by says enough.
    fn tactic(&self, _alike: &Alike<'_>) -> Option<String> {
        None
    }
    /// Columns of the tables of other programs that can be read as cases; none if no other program is known.
    fn columns(&self) -> &'static [&'static str] {
        &[]
    }
    /// Reads a row of such a table.
    ///
    /// # Errors
    /// When a cell is not what it should be.
    fn import(&self, _row: &CaseRow<'_>) -> Result<ImportedCase, RowError> {
        Ok(ImportedCase::default())
    }
}
