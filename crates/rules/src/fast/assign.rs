//! Declarations and assignments.

use wasm_encoder::{Instruction as I, ValType};

use super::SlowLane;
use super::body::{Body, Variable};
use super::constants::Known;
use super::kinds::{Kind, Range};
use super::program::Value;
use super::tree::{Binary, Expr, Node};

/// A value that waits to be given a name or a place.
struct Kept<'a> {
    value: Value,
    slot: Option<u32>,
    known: Option<Known<'a>>,
}

impl<'a> Body<'_, 'a> {
    pub(super) fn local(
        &mut self,
        names: &'a [&'a str],
        values: &'a [Expr<'a>],
        line: u32,
    ) -> Result<(), SlowLane> {
        if values.is_empty() {
            return self
                .slow(line, format!("declares `{}` without a value; give it one", names.join("`, `")));
        }
        let kept = self.values(values, names.len(), line)?;
        for (name, kept) in names.iter().zip(kept) {
            match kept.known {
                Some(known) if !self.changes(name) => {
                    let kind = match known {
                        Known::Table(table) => Kind::Constant(self.program.constants.number(table)),
                        _ => kept.value.kind,
                    };
                    let range = kept.value.range;
                    self.declare(name, Variable { kind, range, slot: None, known: Some(known) });
                }
                Some(known) => {
                    let value = self.push_changing(known, line)?;
                    self.declare_pushed(name, value, line)?;
                }
                None => {
                    let Value { kind, range } = kept.value;
                    let range = self.drift(name, range);
                    self.declare(name, Variable { kind, range, slot: kept.slot, known: None });
                }
            }
        }
        Ok(())
    }

    /// Pushes a known value for a variable that will change: a table gets its address.
    pub(super) fn push_changing(&mut self, known: Known<'a>, line: u32) -> Result<Value, SlowLane> {
        let Known::Table(table) = known else { return Ok(self.push_known(known)) };
        let kind = self.program.constants.kind(table);
        let laid = kind.and_then(|kind| Some((self.program.constants.lay(table, &kind)?, kind)));
        let Some((address, kind)) = laid else {
            return self.slow(line, "uses a table that mixes kinds of values");
        };
        self.code.word(address);
        Ok(Value { kind, range: Range::ANY })
    }

    /// Declares a variable with the value on the stack.
    pub(super) fn declare_pushed(&mut self, name: &'a str, value: Value, line: u32) -> Result<(), SlowLane> {
        let value = self.settle(value, line);
        let slot = value.kind.wasm().map(|wasm| self.code.keep(wasm));
        let range = self.drift(name, value.range);
        self.declare(name, Variable { kind: value.kind, range, slot, known: None });
        Ok(())
    }

    /// Compiles at least `wanted` values into locals.
    fn values(
        &mut self,
        values: &'a [Expr<'a>],
        wanted: usize,
        line: u32,
    ) -> Result<Vec<Kept<'a>>, SlowLane> {
        let mut kept = Vec::new();
        for (number, e) in values.iter().enumerate() {
            let last = number + 1 == values.len();
            if last && wanted > values.len() && matches!(&*e.node, Node::Call(..)) {
                let results = self.call(e)?;
                let mut slots: Vec<_> = results.iter().rev().map(|value| self.keep(value)).collect();
                slots.reverse();
                kept.extend(results.into_iter().zip(slots).map(|(value, slot)| Kept {
                    value,
                    slot,
                    known: None,
                }));
                continue;
            }
            kept.push(self.kept(e)?);
        }
        if kept.len() < wanted {
            return self.slow(line, "names more variables than there are values");
        }
        Ok(kept)
    }

    fn kept(&mut self, e: &'a Expr<'a>) -> Result<Kept<'a>, SlowLane> {
        if let Some(known) = self.known(e) {
            let (kind, range) = match known {
                Known::Number(number) => (Kind::Number, Range::of(number)),
                Known::Flag(_) => (Kind::Flag, Range::ANY),
                Known::Text(_) | Known::Table(_) => (Kind::Text, Range::ANY),
            };
            return Ok(Kept { value: Value { kind, range }, slot: None, known: Some(known) });
        }
        let value = self.expr(e)?;
        let value = self.settle(value, e.line);
        let slot = self.keep(&value);
        Ok(Kept { value, slot, known: None })
    }

    fn keep(&mut self, value: &Value) -> Option<u32> {
        value.kind.wasm().map(|wasm| self.code.keep(wasm))
    }

    pub(super) fn assign(
        &mut self,
        targets: &'a [Expr<'a>],
        values: &'a [Expr<'a>],
        line: u32,
    ) -> Result<(), SlowLane> {
        if let ([target], [value]) = (targets, values) {
            if matches!(&*value.node, Node::Nil) {
                return self.remove_last(target, line);
            }
            let target = self.target(target, line)?;
            let value = self.expr_for(value, &target.kind())?;
            return self.store(&target, value, line);
        }
        let mut aims = Vec::new();
        for target in targets {
            aims.push(self.target(target, line)?);
        }
        let kept = self.values(values, targets.len(), line)?;
        for (target, kept) in aims.iter().zip(kept) {
            let value = match (kept.known, kept.slot) {
                (Some(known), _) => self.push_for(known, &target.kind(), line)?,
                (None, Some(slot)) => {
                    self.code.get(slot);
                    kept.value
                }
                (None, None) => kept.value,
            };
            self.store(target, value, line)?;
        }
        Ok(())
    }

    /// `target += value` and its like; the target is worked out once.
    pub(super) fn update(
        &mut self,
        operation: Binary,
        target: &'a Expr<'a>,
        value: &'a Expr<'a>,
        line: u32,
    ) -> Result<(), SlowLane> {
        let target = self.target(target, line)?;
        let before = self.fetch(&target, line)?;
        if before.kind != Kind::Number {
            return self.slow(line, format!("counts with {}", before.kind.words()));
        }
        let range = self.arithmetic(operation, before.range, value, line)?;
        self.store(&target, Value { kind: Kind::Number, range }, line)
    }

    /// `{ 1, 2, 3 }`: a list of numbers.
    pub(super) fn new_list(&mut self, items: &'a [Expr<'a>], line: u32) -> Result<Value, SlowLane> {
        use super::faults::Trouble;
        use super::runtime::Runtime;
        let site = self.program.site(line, Trouble::Memory);
        self.code.word((items.len() as u32).max(8)).word(site).call(Runtime::NewList);
        let list = self.code.keep(ValType::I32);
        for item in items {
            self.code.get(list);
            let range = self.number(item)?;
            self.settle(Value { kind: Kind::Number, range }, line);
            self.code.word(site).call(Runtime::Push);
        }
        self.code.put(I::LocalGet(list));
        Ok(Value { kind: Kind::List, range: Range::ANY })
    }
}
