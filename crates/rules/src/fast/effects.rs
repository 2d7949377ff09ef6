//! `effect(number, ...)`: calls the function that a cell of a table names. Numbers are those of the schema.

use wasm_encoder::{Instruction as I, ValType};

use super::SlowLane;
use super::body::Body;
use super::faults::Trouble;
use super::tree::Expr;

impl<'a> Body<'_, 'a> {
    /// Calls one of the effects; 0 is none.
    pub(super) fn effect(
        &mut self,
        which: &'a Expr<'a>,
        args: &'a [Expr<'a>],
        line: u32,
    ) -> Result<(), SlowLane> {
        self.number(which)?;
        let number = self.code.keep(ValType::I64);
        let names = &self.program.facts.schema.effects;
        let done = self.code.block();
        for (at, name) in names.iter().enumerate() {
            let Some(function) = self.program.effect(name) else {
                return self
                    .slow(line, format!("may call the effect `{name}`, which is not written plainly"));
            };
            self.code.get(number).int(at as i64 + 1).put(I::I64Eq).when();
            let results = self.own(function, args, line)?;
            self.discard(&results);
            self.code.jump(done).end();
        }
        let site = self.program.site(line, Trouble::Effect);
        self.code.get(number).int(0).put(I::I64Ne).stop_when(site, number);
        // The machine works arguments out even where there is nothing to call.
        for arg in args {
            let value = self.expr(arg)?;
            self.discard(&[value]);
        }
        self.code.end();
        Ok(())
    }
}
