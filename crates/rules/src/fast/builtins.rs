//! What Luau brings along: `math`, `bit32`, `table`, `assert`, `error`; and the words of rules files that are
//! plain functions: `count`, `note`.

use wasm_encoder::{Instruction as I, ValType};

use super::SlowLane;
use super::body::Body;
use super::code::four;
use super::faults::Trouble;
use super::finish::MOST_POINTS;
use super::kinds::{Kind, Range};
use super::memory::Global;
use super::program::Value;
use super::runtime::{Import, Runtime};
use super::tree::{Binary, Expr, Node};
use crate::lane::EventKind;

/// A number on the stack that can reach so far.
fn number(range: Range) -> Value {
    Value { kind: Kind::Number, range }
}

impl<'a> Body<'_, 'a> {
    /// A call of a function by its mere name.
    pub(super) fn word(
        &mut self,
        name: &str,
        args: &'a [Expr<'a>],
        line: u32,
    ) -> Result<Vec<Value>, SlowLane> {
        match (name, args) {
            ("assert", [condition, rest @ ..]) => {
                let said = rest.first().map_or(Ok("an assertion does not hold"), |text| self.text(text))?;
                let site = self.program.site(line, Trouble::Said(said.to_owned()));
                self.flag(condition)?;
                self.code.put(I::I32Eqz).when();
                self.code.word(site).int(0).call(Runtime::Fault).put(I::Unreachable).end();
            }
            ("error", [text, ..]) => {
                let text = self.text(text)?.to_owned();
                let site = self.program.site(line, Trouble::Said(text));
                self.code.word(site).int(0).call(Runtime::Fault).put(I::Unreachable);
            }
            ("effect", [which, rest @ ..]) => self.effect(which, rest, line)?,
            ("count", [text]) => {
                let text = self.listed_text(text)?;
                self.code.int(1);
                self.tell(EventKind::Count, text);
            }
            ("count", [text, value]) => {
                let text = self.listed_text(text)?;
                let value = self.limited(value, -MOST_POINTS, MOST_POINTS, Trouble::Cell, line)?;
                self.code.get(value);
                self.tell(EventKind::Count, text);
            }
            ("note", [text]) => {
                let text = self.listed_text(text)?;
                self.code.int(0);
                self.tell(EventKind::Note, text);
            }
            _ => return self.slow(line, format!("calls `{name}`, which the fast lane does not have")),
        }
        Ok(Vec::new())
    }

    /// Tells the host of an event about no seat, with the value on the stack.
    fn tell(&mut self, kind: EventKind, text: u32) {
        let value = self.code.keep(ValType::I64);
        self.code.load(Global::Telling).when();
        self.code.word(kind as u32).word(text).word(0).get(value).put(I::I32WrapI64).import(Import::Tell);
        self.code.end();
    }

    /// A call of a function of a library.
    pub(super) fn library(
        &mut self,
        library: &str,
        name: &str,
        args: &'a [Expr<'a>],
        line: u32,
    ) -> Result<Vec<Value>, SlowLane> {
        match library {
            "math" => self.math(name, args, line).map(|value| vec![value]),
            "bit32" => self.bits(name, args, line).map(|value| vec![value]),
            "table" => self.table(name, args, line),
            _ => self.slow(line, format!("calls `{library}.{name}`, which the fast lane does not have")),
        }
    }

    /// Compiles an exact number into a local.
    fn exact(&mut self, e: &'a Expr<'a>) -> Result<(u32, Range), SlowLane> {
        let range = self.number(e)?;
        let value = self.settle(number(range), e.line);
        Ok((self.code.keep(ValType::I64), value.range))
    }

    fn math(&mut self, name: &str, args: &'a [Expr<'a>], line: u32) -> Result<Value, SlowLane> {
        match (name, args) {
            ("floor", [whole]) => match &*whole.node {
                Node::Binary(Binary::Divide, a, b) => self.binary(Binary::Floor, a, b, line),
                _ => Ok(number(self.number(whole)?)),
            },
            ("min" | "max", [first, rest @ ..]) => {
                let (mut best, mut range) = self.exact(first)?;
                for other in rest {
                    let (other, reach) = self.exact(other)?;
                    range = self.extreme(name == "min", (best, range), (other, reach));
                    best = self.code.keep(ValType::I64);
                }
                self.code.get(best);
                Ok(number(range))
            }
            ("clamp", [value, least, most]) => {
                let (value, (least, low), (most, high)) =
                    (self.exact(value)?, self.exact(least)?, self.exact(most)?);
                let site = self.program.site(line, Trouble::Clamp);
                self.code.get(least).get(most).put(I::I64GtS).stop_when(site, least);
                let range = self.extreme(false, value, (least, low));
                let raised = self.code.keep(ValType::I64);
                Ok(number(self.extreme(true, (raised, range), (most, high))))
            }
            ("abs", [value]) => {
                let (value, range) = self.exact(value)?;
                self.code.int(0).get(value).put(I::I64Sub).get(value);
                self.code.get(value).int(0).put(I::I64LtS).put(I::Select);
                Ok(number(Range::new(0, range.min.abs().max(range.max.abs()))))
            }
            ("sign", [value]) => {
                let (value, _) = self.exact(value)?;
                self.code.get(value).int(0).put(I::I64GtS).put(I::I64ExtendI32U);
                self.code.get(value).int(0).put(I::I64LtS).put(I::I64ExtendI32U).put(I::I64Sub);
                Ok(number(Range::new(-1, 1)))
            }
            ("random", _) => self.slow(line, "uses `math.random`; chance comes from `chance`"),
            _ => self.slow(line, format!("calls `math.{name}`, which the fast lane does not have")),
        }
    }

    /// Pushes the smaller or the larger of two locals.
    fn extreme(&mut self, smaller: bool, (a, one): (u32, Range), (b, other): (u32, Range)) -> Range {
        self.code.get(a).get(b).get(a).get(b);
        self.code.put(if smaller { I::I64LtS } else { I::I64GtS }).put(I::Select);
        if smaller {
            Range::new(one.min.min(other.min), one.max.min(other.max))
        } else {
            Range::new(one.min.max(other.min), one.max.max(other.max))
        }
    }

    fn bits(&mut self, name: &str, args: &'a [Expr<'a>], line: u32) -> Result<Value, SlowLane> {
        let word = Range::new(0, i64::from(u32::MAX));
        let (operation, first, rest) = match (name, args) {
            ("lshift" | "rshift", [value, places]) => {
                let (value, _) = self.exact(value)?;
                let (places, _) = self.exact(places)?;
                let shift = if name == "lshift" { Runtime::ShiftLeft } else { Runtime::ShiftRight };
                self.code.get(value).get(places).call(shift);
                return Ok(number(word));
            }
            ("band", [first, rest @ ..]) => (I::I64And, first, rest),
            ("bor", [first, rest @ ..]) => (I::I64Or, first, rest),
            ("bxor", [first, rest @ ..]) => (I::I64Xor, first, rest),
            _ => return self.slow(line, format!("calls `bit32.{name}`, which the fast lane does not have")),
        };
        let range = self.number(first)?;
        self.settle(number(range), line);
        for other in rest {
            let range = self.number(other)?;
            self.settle(number(range), line);
            self.code.put(operation.clone());
        }
        self.code.int(word.max).put(I::I64And);
        Ok(number(word))
    }

    fn table(&mut self, name: &str, args: &'a [Expr<'a>], line: u32) -> Result<Vec<Value>, SlowLane> {
        let [list, rest @ ..] = args else {
            return self.slow(line, format!("calls `table.{name}` without a list"));
        };
        if self.known(list).is_some() {
            return self.outside(line, "a table that");
        }
        let holder = self.holder(list)?;
        let pile = match holder.kind {
            Kind::Pile { .. } => true,
            Kind::List => false,
            _ => return self.slow(line, format!("calls `table.{name}` with {}", holder.kind.words())),
        };
        self.note_write_into(&holder, line);
        match (name, rest) {
            ("insert", [value]) => {
                let range = self.number(value)?;
                let kept = self.code.keep(ValType::I64);
                // The value may have made the list longer.
                self.length(&holder, line)?;
                self.code.int(1).put(I::I64Add);
                let spot = super::holders::Spot::new(self.code.keep(ValType::I64), Range::ANY);
                self.code.get(kept);
                self.store(&super::writes::Target::Place(holder, spot, Kind::Number), number(range), line)?;
                Ok(Vec::new())
            }
            ("remove", []) => {
                let site = self.program.site(line, Trouble::Empty(holder.words.clone()));
                self.address(&holder);
                self.code.word(site).call(if pile { Runtime::PopPile } else { Runtime::PopList });
                Ok(vec![number(Range::ANY)])
            }
            ("remove", [at]) => {
                let site = self.program.site(line, Trouble::Index(holder.words.clone()));
                let spot = self.spot(at)?;
                self.address(&holder);
                self.code.get(spot.at).word(site).call(if pile {
                    Runtime::TakePile
                } else {
                    Runtime::TakeList
                });
                Ok(vec![number(Range::ANY)])
            }
            ("clear", []) => {
                self.clear(&holder);
                Ok(Vec::new())
            }
            _ => self.slow(line, format!("calls `table.{name}`, which the fast lane does not have")),
        }
    }

    /// Empties a pile, whose cells become 0, or a local list.
    fn clear(&mut self, holder: &super::holders::Holder) {
        if let Kind::Pile { room, .. } = holder.kind {
            self.address(holder);
            self.code.word(0).word(4 * (room + 1)).put(I::MemoryFill(0));
        } else {
            self.address(holder);
            self.code.word(0).put(I::I32Store(four(0)));
        }
    }
}
