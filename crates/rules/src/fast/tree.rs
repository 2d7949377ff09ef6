//! A Luau file as a tree.

use std::collections::HashSet;

/// Statements one after another.
pub(super) type Block<'a> = Vec<Step<'a>>;

/// An expression.
#[derive(Debug)]
pub(super) struct Expr<'a> {
    pub(super) line: u32,
    /// How many expressions stand inside one another, this one included.
    pub(super) depth: u32,
    pub(super) node: Box<Node<'a>>,
}

/// What an expression is.
#[derive(Debug)]
pub(super) enum Node<'a> {
    Nil,
    Flag(bool),
    Number(f64),
    Text(String),
    /// A text with values to fill in.
    Filled,
    /// `...`
    Rest,
    Name(&'a str),
    Field(Expr<'a>, &'a str),
    Index(Expr<'a>, Expr<'a>),
    Call(Expr<'a>, Vec<Expr<'a>>),
    Method(Expr<'a>, Vec<Expr<'a>>),
    Function(Function<'a>),
    /// A table of which every entry is a mere value in its place.
    List(Vec<Expr<'a>>),
    /// A table with keys; those that are known names, with their values.
    Table(Vec<(String, Expr<'a>)>),
    Not(Expr<'a>),
    Minus(Expr<'a>),
    Length(Expr<'a>),
    Binary(Binary, Expr<'a>, Expr<'a>),
    /// `if c then a else b`
    Choice(Expr<'a>, Expr<'a>, Expr<'a>),
    Brackets(Expr<'a>),
}

impl<'a> Expr<'a> {
    pub(super) fn new(line: u32, node: Node<'a>) -> Expr<'a> {
        let deepest = |all: &[&Expr]| all.iter().map(|e| e.depth).max().unwrap_or(0);
        let of_list = |all: &[Expr]| all.iter().map(|e| e.depth).max().unwrap_or(0);
        let inside = match &node {
            Node::Nil | Node::Flag(_) | Node::Number(_) | Node::Text(_) | Node::Filled | Node::Rest => 0,
            Node::Name(_) | Node::Function(_) | Node::Table(_) => 0,
            Node::Field(a, _) | Node::Not(a) | Node::Minus(a) | Node::Length(a) | Node::Brackets(a) => {
                a.depth
            }
            Node::Index(a, b) | Node::Binary(_, a, b) => deepest(&[a, b]),
            Node::Call(a, args) | Node::Method(a, args) => a.depth.max(of_list(args)),
            Node::List(items) => of_list(items),
            Node::Choice(a, b, c) => deepest(&[a, b, c]),
        };
        Expr { line, depth: inside + 1, node: Box::new(node) }
    }

    /// How the designer wrote it, for messages; `None` where it is not a mere path.
    pub(super) fn path(&self) -> Option<String> {
        match &*self.node {
            Node::Name(name) => Some((*name).to_owned()),
            Node::Field(of, name) => Some(format!("{}.{name}", of.path()?)),
            Node::Index(of, at) => Some(format!("{}[{}]", of.path()?, at.path()?)),
            Node::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }
}

/// An operation on two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Binary {
    Or,
    And,
    Less,
    More,
    AtMost,
    AtLeast,
    Same,
    Other,
    Join,
    Add,
    Take,
    Times,
    Divide,
    Floor,
    Rest,
    Power,
}

/// A function, wherever it stands.
#[derive(Debug)]
pub(super) struct Function<'a> {
    pub(super) line: u32,
    pub(super) params: Vec<&'a str>,
    pub(super) varargs: bool,
    pub(super) body: Block<'a>,
    /// Names that are assigned to after their declaration, wherever in the function.
    pub(super) assigned: HashSet<&'a str>,
}

/// A statement.
#[derive(Debug)]
pub(super) struct Step<'a> {
    pub(super) line: u32,
    pub(super) what: What<'a>,
}

/// What a statement is.
#[derive(Debug)]
pub(super) enum What<'a> {
    Local(Vec<&'a str>, Vec<Expr<'a>>),
    Assign(Vec<Expr<'a>>, Vec<Expr<'a>>),
    Update(Binary, Expr<'a>, Expr<'a>),
    Call(Expr<'a>),
    Do(Block<'a>),
    While(Expr<'a>, Block<'a>),
    Repeat(Block<'a>, Expr<'a>),
    If(Vec<(Expr<'a>, Block<'a>)>, Option<Block<'a>>),
    Count(Count<'a>),
    Each(Vec<&'a str>, Vec<Expr<'a>>, Block<'a>),
    /// `function a.b.c()`; `local function f()` has one name and `true`.
    Function(Vec<&'a str>, bool, Function<'a>),
    Return(Vec<Expr<'a>>),
    Break,
    Continue,
    /// A declaration of a type, which does nothing.
    Type,
}

/// `for name = start, stop, step do body end`
#[derive(Debug)]
pub(super) struct Count<'a> {
    pub(super) name: &'a str,
    pub(super) start: Expr<'a>,
    pub(super) stop: Expr<'a>,
    pub(super) step: Option<Expr<'a>>,
    pub(super) body: Block<'a>,
}
