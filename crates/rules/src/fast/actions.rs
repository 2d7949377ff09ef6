//! The words that rules get handed: `can`, which lists moves, and `chance`.

use wasm_encoder::{Instruction as I, ValType};

use super::SlowLane;
use super::body::Body;
use super::code::four;
use super::faults::Trouble;
use super::holders::Spot;
use super::kinds::{Kind, Range};
use super::program::Value;
use super::runtime::{Runtime, list};
use super::tree::Expr;

impl<'a> Body<'_, 'a> {
    /// `can.ACTION(args...)`
    pub(super) fn can(&mut self, name: &str, args: &'a [Expr<'a>], line: u32) -> Result<(), SlowLane> {
        let schema = self.program.facts.schema;
        let Some(action) = schema.actions.iter().find(|action| action.name == name) else {
            return self.slow(line, format!("lists `{name}`, but the game has no action `{name}`"));
        };
        if action.args.len() != args.len() {
            return self.slow(
                line,
                format!("lists `{name}` with {} values; it takes {}", args.len(), action.args.len()),
            );
        }
        let mut kept = Vec::new();
        for (e, arg) in args.iter().zip(&action.args) {
            let range = self.number(e)?;
            let value = self.code.keep(ValType::I64);
            let (min, max) = (i64::from(arg.min), i64::from(arg.max));
            if !range.within(min, max) {
                let (action, arg) = (name.to_owned(), arg.name.clone());
                let trouble = Trouble::Argument { action, arg, min: min as i32, max: max as i32 };
                let site = self.program.site(line, trouble);
                self.code
                    .get(value)
                    .int(min)
                    .put(I::I64Sub)
                    .int(max - min)
                    .put(I::I64GtU)
                    .stop_when(site, value);
            }
            kept.push(value);
        }
        self.code.int(0);
        let mut least = 0;
        for (value, arg) in kept.into_iter().zip(&action.args) {
            let width = i64::from(arg.max) - i64::from(arg.min) + 1;
            self.code.int(width).put(I::I64Mul).get(value).put(I::I64Add);
            least = least * width + i64::from(arg.min);
        }
        self.code.int(i64::from(action.first) - least).put(I::I64Add).put(I::I32WrapI64);
        self.code.inline(&list(&self.program.layout));
        Ok(())
    }

    /// `chance.below(n)` and its like.
    pub(super) fn chance(
        &mut self,
        name: &str,
        args: &'a [Expr<'a>],
        line: u32,
    ) -> Result<Vec<Value>, SlowLane> {
        let [arg] = args else {
            return self.slow(line, format!("calls `chance.{name}` without its one value"));
        };
        match name {
            "below" | "roll" => {
                let range = self.number(arg)?;
                let site = self.program.site(line, Trouble::Outcomes);
                self.code.word(site).call(Runtime::Below);
                let first = i64::from(name == "roll");
                if first == 1 {
                    self.code.int(1).put(I::I64Add);
                }
                let most = range.max.clamp(1, i64::from(u32::MAX)) - 1;
                Ok(vec![Value { kind: Kind::Number, range: Range::new(first, most + first) }])
            }
            "pick" => {
                let holder = self.holder(arg)?;
                let site = self.program.site(line, Trouble::Outcomes);
                self.length(&holder, line)?;
                self.code.word(site).call(Runtime::Below).int(1).put(I::I64Add);
                let at = self.code.keep(ValType::I64);
                Ok(vec![self.read(&holder, &Spot::sure(at), line)?])
            }
            "shuffle" => {
                let holder = self.holder(arg)?;
                self.address(&holder);
                let shuffle = match holder.kind {
                    Kind::Pile { .. } => {
                        self.code.word(4).put(I::I32Add);
                        Runtime::ShufflePile
                    }
                    Kind::List => {
                        self.code.put(I::I32Load(four(8)));
                        Runtime::ShuffleList
                    }
                    _ => return self.slow(line, format!("shuffles {}", holder.kind.words())),
                };
                self.length(&holder, line)?;
                self.code.put(I::I32WrapI64).call(shuffle);
                Ok(Vec::new())
            }
            _ => self.slow(line, format!("calls `chance.{name}`, which there is not")),
        }
    }
}
