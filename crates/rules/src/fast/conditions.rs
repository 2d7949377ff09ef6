//! Conditions as jumps: `a and b` leaves at `a` where that decides, without making a value of it.

use wasm_encoder::Instruction as I;

use super::SlowLane;
use super::body::Body;
use super::code::Label;
use super::constants::Known;
use super::tree::{Binary, Expr, Node};

impl<'a> Body<'_, 'a> {
    /// Jumps where a condition does not hold.
    pub(super) fn jump_unless(&mut self, e: &'a Expr<'a>, to: Label) -> Result<(), SlowLane> {
        match (self.known(e), &*e.node) {
            (Some(Known::Flag(true)), _) => {}
            (_, Node::Brackets(inner)) => self.jump_unless(inner, to)?,
            (_, Node::Not(inner)) => self.jump_where(inner, to)?,
            (_, Node::Binary(Binary::And, a, b)) => {
                self.jump_unless(a, to)?;
                self.jump_unless(b, to)?;
            }
            (_, Node::Binary(Binary::Or, a, b)) => {
                let holds = self.code.block();
                self.jump_where(a, holds)?;
                self.jump_unless(b, to)?;
                self.code.end();
            }
            _ => {
                self.flag(e)?;
                self.code.put(I::I32Eqz).jump_if(to);
            }
        }
        Ok(())
    }

    /// Jumps where a condition holds.
    fn jump_where(&mut self, e: &'a Expr<'a>, to: Label) -> Result<(), SlowLane> {
        match (self.known(e), &*e.node) {
            (Some(Known::Flag(false)), _) => {}
            (_, Node::Brackets(inner)) => self.jump_where(inner, to)?,
            (_, Node::Not(inner)) => self.jump_unless(inner, to)?,
            (_, Node::Binary(Binary::Or, a, b)) => {
                self.jump_where(a, to)?;
                self.jump_where(b, to)?;
            }
            (_, Node::Binary(Binary::And, a, b)) => {
                let fails = self.code.block();
                self.jump_unless(a, fails)?;
                self.jump_where(b, to)?;
                self.code.end();
            }
            _ => {
                self.flag(e)?;
                self.code.jump_if(to);
            }
        }
        Ok(())
    }
}
