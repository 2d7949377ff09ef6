//! What runs rules: a Luau machine, or the same rules compiled. Both do the same, to the bit.

use ludometer_game::Fault;

/// What a rule waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Need {
    /// A number below this one.
    Below(u32),
    /// The seed of a shuffle.
    Shuffle,
}

/// How a rule ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Ran {
    /// It is done; the cells are new.
    Done,
    /// It waits for chance; the cells are as they were.
    Chance(Need),
    /// It is wrong; the cells are as they were.
    Broken(Fault),
}

/// Something a rule tells the record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// What it is.
    pub kind: EventKind,
    /// Its name.
    pub text: String,
    /// The seat it is about, counted from 1; 0 where it is about none.
    pub seat: u32,
    /// How much.
    pub value: i32,
}

/// What a rule tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// Something was counted.
    Count,
    /// Something is worth a note.
    Note,
    /// A seat scored.
    Score,
}

/// Runs the rules of one game on cells.
pub trait Lane {
    /// Prepares a match.
    fn set_up(&mut self, cells: &mut [i32], outcomes: &[u64]) -> Ran;
    /// Plays a move, looks whether the match is over, and whether somebody can go on.
    fn act(
        &mut self,
        cells: &mut [i32],
        chosen: u32,
        outcomes: &[u64],
        events: Option<&mut Vec<Event>>,
    ) -> Ran;
    /// Appends the legal moves.
    ///
    /// # Errors
    /// When the rules are wrong.
    fn moves(&mut self, cells: &[i32], out: &mut Vec<u32>) -> Result<(), Fault>;
    /// Plays random moves to the end or for so many plies.
    fn play_out(&mut self, cells: &mut [i32], seed: u64, plies: u32) -> Ran;
}
