//! Expressions whose value is known while compiling: they cost nothing when rules run.

use super::Constant;
use super::body::Body;
use super::constants::{Known, whole};
use super::kinds::EXACT;
use super::tree::{Binary, Expr, Node};

impl<'a> Body<'_, 'a> {
    /// The value of an expression, if it is known.
    pub(super) fn known(&self, e: &'a Expr<'a>) -> Option<Known<'a>> {
        match &*e.node {
            Node::Number(number) => whole(*number).map(Known::Number),
            Node::Flag(flag) => Some(Known::Flag(*flag)),
            Node::Text(text) => Some(Known::Text(text)),
            Node::Name(name) => self.known_name(name, e.line),
            Node::Brackets(inner) => self.known(inner),
            Node::Field(of, name) => self.known_field(self.known(of)?, name),
            Node::Index(of, at) => match (self.known(of)?, self.known(at)?) {
                (Known::Table(Constant::List(items)), Known::Number(at)) => {
                    let item = items.get(usize::try_from(at).ok()?.checked_sub(1)?)?;
                    self.program.constants.known(item)
                }
                (record, Known::Text(name)) => self.known_field(record, name),
                _ => None,
            },
            Node::Length(of) => match self.known(of)? {
                Known::Table(Constant::List(items)) => Some(Known::Number(items.len() as i64)),
                _ => None,
            },
            Node::Minus(of) => match self.known(of)? {
                Known::Number(number) => Some(Known::Number(-number)),
                _ => None,
            },
            Node::Not(of) => match self.known(of)? {
                Known::Flag(flag) => Some(Known::Flag(!flag)),
                _ => None,
            },
            Node::Binary(operation, a, b) => self.known_binary(*operation, a, b),
            Node::Choice(condition, yes, no) => match self.known(condition)? {
                Known::Flag(flag) => self.known(if flag { yes } else { no }),
                _ => None,
            },
            _ => None,
        }
    }

    fn known_name(&self, name: &str, line: u32) -> Option<Known<'a>> {
        match self.variable(name) {
            Some(variable) => variable.known,
            None => {
                let constant = self.program.constant(name, self.order, line).ok()??;
                self.program.constants.known(constant)
            }
        }
    }

    fn known_field(&self, of: Known<'a>, name: &str) -> Option<Known<'a>> {
        match of {
            Known::Table(Constant::Record(values)) => self.program.constants.known(values.get(name)?),
            _ => None,
        }
    }

    fn known_binary(&self, operation: Binary, a: &'a Expr<'a>, b: &'a Expr<'a>) -> Option<Known<'a>> {
        let a = self.known(a)?;
        match (operation, a) {
            (Binary::And, Known::Flag(false)) | (Binary::Or, Known::Flag(true)) => return Some(a),
            (Binary::And, Known::Flag(true)) | (Binary::Or, Known::Flag(false)) => return self.known(b),
            _ => {}
        }
        match (a, self.known(b)?) {
            (Known::Number(a), Known::Number(b)) => known_numbers(operation, a, b),
            (Known::Text(a), Known::Text(b)) => known_same(operation, a == b),
            (Known::Flag(a), Known::Flag(b)) => known_same(operation, a == b),
            _ => None,
        }
    }
}

fn known_same<'a>(operation: Binary, same: bool) -> Option<Known<'a>> {
    match operation {
        Binary::Same => Some(Known::Flag(same)),
        Binary::Other => Some(Known::Flag(!same)),
        _ => None,
    }
}

fn known_numbers<'a>(operation: Binary, a: i64, b: i64) -> Option<Known<'a>> {
    let number = match operation {
        Binary::Less => return Some(Known::Flag(a < b)),
        Binary::More => return Some(Known::Flag(a > b)),
        Binary::AtMost => return Some(Known::Flag(a <= b)),
        Binary::AtLeast => return Some(Known::Flag(a >= b)),
        Binary::Same | Binary::Other => return known_same(operation, a == b),
        Binary::Add => a + b,
        Binary::Take => a - b,
        Binary::Times => a.checked_mul(b)?,
        Binary::Floor if b != 0 => floor(a, b),
        Binary::Rest if b != 0 => a - floor(a, b) * b,
        _ => return None,
    };
    (number.abs() <= EXACT).then_some(Known::Number(number))
}

/// Division that rounds down.
pub(super) fn floor(a: i64, b: i64) -> i64 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}
