//! The words that rules get handed: `can`, which lists moves, and `chance`.

use wasm_encoder::{Instruction as I, ValType};

use super::SlowLane;
use super::body::Body;
use super::code::four;
use super::faults::Trouble;
use super::holders::Spot;
use super::kinds::{Kind, Range};
use super::memory::Global;
use super::program::Value;
use super::runtime::Runtime;
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
        self.list_move();
        Ok(())
    }

    /// Lists the move on the stack, once.
    fn list_move(&mut self) {
        let layout = self.program.layout;
        let (number, kept) = (self.code.keep(ValType::I32), self.purse.and_then(|purse| purse.listing));
        let (listed, stamp) = kept.unwrap_or_else(|| {
            self.code.load(Global::Listed);
            let listed = self.code.keep(ValType::I32);
            self.code.load(Global::Stamp);
            (listed, self.code.keep(ValType::I32))
        });
        self.code.get(number).word(2).put(I::I32Shl).put(I::I32Load(four(layout.stamps)));
        self.code.get(stamp).put(I::I32Ne).when();
        self.code.get(number).word(2).put(I::I32Shl).get(stamp).put(I::I32Store(four(layout.stamps)));
        self.code.get(listed).word(2).put(I::I32Shl).get(number).put(I::I32Store(four(layout.listed)));
        self.code.get(listed).word(1).put(I::I32Add).set(listed);
        if kept.is_none() {
            self.code.get(listed).store(Global::Listed);
        }
        self.code.end();
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
                self.note_write_into(&holder, line);
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
