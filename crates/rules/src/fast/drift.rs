//! How far a variable that changes can get, so that counters need no check at every step.
//!
//! A statement runs at most once for each step of the budget while its function runs. So a variable that is only
//! counted up and down by bounded amounts stays within the budget times their sum.

use super::body::Body;
use super::constants::Known;
use super::driver::BUDGET;
use super::kinds::{Kind, Range};
use super::tree::{Binary, Block, Expr, Node, What};

/// How often one statement can run, with room to spare.
const ROUNDS: i64 = 1 << 25;
const _: () = assert!(BUDGET < ROUNDS);

/// Beyond this a variable is checked each time it is written.
const FARTHEST: i64 = 1 << 52;

/// How a variable changes.
enum Change<'a> {
    /// It becomes this.
    Set(&'a Expr<'a>),
    /// This is added or taken away.
    By(&'a Expr<'a>),
    /// Something else happens to it.
    Otherwise,
}

impl<'a> Body<'_, 'a> {
    /// How far a variable of this name can get that starts within `start`.
    pub(super) fn drift(&self, name: &str, start: Range) -> Range {
        if !self.changes(name) {
            return start;
        }
        self.bounded(name, start).filter(|range| range.within(-FARTHEST, FARTHEST)).unwrap_or(Range::ANY)
    }

    fn bounded(&self, name: &str, start: Range) -> Option<Range> {
        let mut changes = Vec::new();
        changes_of(&self.function.body, name, &mut changes);
        let (mut range, mut amount) = (start, 0i64);
        for change in changes {
            match change {
                Change::Set(e) => range = range.join(self.reach(e)?),
                Change::By(e) => {
                    let reach = self.reach(e)?;
                    amount = amount.checked_add(reach.min.abs().max(reach.max.abs()))?;
                }
                Change::Otherwise => return None,
            }
        }
        let most = amount.checked_mul(ROUNDS)?;
        range.plus(Range::new(-most, most))
    }

    /// How far an expression can reach wherever it stands in the function, if that is plain to see.
    fn reach(&self, e: &'a Expr<'a>) -> Option<Range> {
        match &*e.node {
            Node::Name(name) => {
                let variable = self.variable(name);
                let once = declarations(&self.function.body, name) + self.parameter(name) == 1;
                match variable {
                    Some(variable) if once && !self.changes(name) && variable.kind == Kind::Number => {
                        Some(variable.range)
                    }
                    None if declarations(&self.function.body, name) == 0 => self.reach_known(e),
                    _ => None,
                }
            }
            Node::Number(_) => self.reach_known(e),
            Node::Brackets(inner) => self.reach(inner),
            Node::Minus(inner) => Range::of(0).minus(self.reach(inner)?),
            Node::Binary(Binary::Add, a, b) => self.reach(a)?.plus(self.reach(b)?),
            Node::Binary(Binary::Take, a, b) => self.reach(a)?.minus(self.reach(b)?),
            Node::Binary(Binary::Times, a, b) => self.reach(a)?.times(self.reach(b)?),
            _ => None,
        }
    }

    fn reach_known(&self, e: &'a Expr<'a>) -> Option<Range> {
        match self.known(e)? {
            Known::Number(number) => Some(Range::of(number)),
            _ => None,
        }
    }

    /// How many parameters have this name.
    fn parameter(&self, name: &str) -> usize {
        self.function.params.iter().filter(|param| **param == name).count()
    }
}

/// All that happens to variables of a name in a block.
fn changes_of<'a>(block: &'a Block<'a>, name: &str, changes: &mut Vec<Change<'a>>) {
    let is_it = |e: &Expr| matches!(&*e.node, Node::Name(other) if *other == name);
    for step in block {
        match &step.what {
            What::Assign(targets, values) if targets.iter().any(is_it) => {
                changes.push(match (targets.as_slice(), values.as_slice()) {
                    ([_], [value]) => match &*value.node {
                        Node::Binary(Binary::Add | Binary::Take, a, b) if is_it(a) => Change::By(b),
                        Node::Binary(Binary::Add, a, b) if is_it(b) => Change::By(a),
                        _ => Change::Set(value),
                    },
                    _ => Change::Otherwise,
                });
            }
            What::Update(operation, target, value) if is_it(target) => {
                let counted = matches!(operation, Binary::Add | Binary::Take);
                changes.push(if counted { Change::By(value) } else { Change::Otherwise });
            }
            _ => {}
        }
        for inner in inner_blocks(&step.what) {
            changes_of(inner, name, changes);
        }
    }
}

/// How many variables of a name a block declares.
fn declarations(block: &Block, name: &str) -> usize {
    let count = |names: &[&str]| names.iter().filter(|other| **other == name).count();
    let in_step = |what: &What| match what {
        What::Local(names, _) | What::Each(names, _, _) => count(names),
        What::Count(counting) => count(&[counting.name]),
        _ => 0,
    };
    let inside = |what| inner_blocks(what).into_iter().map(|inner| declarations(inner, name)).sum::<usize>();
    block.iter().map(|step| in_step(&step.what) + inside(&step.what)).sum()
}

/// Blocks that stand directly inside a statement.
pub(super) fn inner_blocks<'s, 'a>(what: &'s What<'a>) -> Vec<&'s Block<'a>> {
    match what {
        What::Do(block) | What::While(_, block) | What::Repeat(block, _) | What::Each(_, _, block) => {
            vec![block]
        }
        What::Count(counting) => vec![&counting.body],
        What::If(branches, otherwise) => branches.iter().map(|(_, block)| block).chain(otherwise).collect(),
        _ => Vec::new(),
    }
}
