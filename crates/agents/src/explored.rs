//! The top of the tree an agent looked through, for drawing.

/// What a value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// It is the value itself, as far as the agent looked.
    Exact,
    /// The value is at most this: more was not worth finding out.
    AtMost,
    /// The value is at least this: more was not worth finding out.
    AtLeast,
}

/// A move the agent looked at, with what lies behind it.
#[derive(Clone, PartialEq, Debug)]
pub struct Explored<M> {
    /// The move.
    pub option: M,
    /// How good it is for who makes it, −1 to 1.
    pub value: f32,
    /// What the value says.
    pub told: Told,
    /// Whether it is proven.
    pub proven: bool,
    /// Visits or positions below it, where they were counted.
    pub visits: Option<u64>,
    /// The moves after it that were looked at, the most important first; only so many.
    pub children: Vec<Explored<M>>,
    /// How many moves after it are not among the children.
    pub more: usize,
    /// Whether moves after it were cut off.
    pub cut: bool,
}
