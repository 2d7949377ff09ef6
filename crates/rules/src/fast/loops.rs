//! Loops. Each takes steps off the budget, so that no rule runs for ever.

use wasm_encoder::{Instruction as I, ValType};

use super::SlowLane;
use super::body::{Body, Exits, Variable};
use super::constants::Known;
use super::holders::Spot;
use super::kinds::{EXACT, Kind, Range};
use super::program::Value;
use super::tree::{Block, Count, Expr, Node, What};

/// A loop with at most so many rounds pays for all of them at once.
const PREPAID: i64 = 1000;

impl<'a> Body<'_, 'a> {
    pub(super) fn while_loop(
        &mut self,
        condition: &'a Expr<'a>,
        block: &'a Block<'a>,
        line: u32,
    ) -> Result<bool, SlowLane> {
        let endless = self.known(condition) == Some(Known::Flag(true));
        let purse = self.open_purse(block, Some(condition));
        let leave = self.code.block();
        let again = self.code.repeat();
        self.charge(1, line);
        if !endless {
            self.jump_unless(condition, leave)?;
        }
        self.round(block, leave)?;
        self.code.jump(again).end().end();
        self.close_purse(purse);
        Ok(endless && !breaks(block))
    }

    pub(super) fn repeat_loop(
        &mut self,
        block: &'a Block<'a>,
        until: &'a Expr<'a>,
        line: u32,
    ) -> Result<(), SlowLane> {
        let purse = self.open_purse(block, Some(until));
        let leave = self.code.block();
        let again = self.code.repeat();
        self.charge(1, line);
        self.scoped(|body| {
            let next = body.code.block();
            body.loops.push(Exits { leave, next });
            body.open_block(block)?;
            body.loops.pop();
            body.code.end();
            body.flag(until)
        })?;
        self.code.put(I::I32Eqz).jump_if(again).end().end();
        self.close_purse(purse);
        Ok(())
    }

    /// The statements of one round; `continue` goes to their end.
    fn round(&mut self, block: &'a Block<'a>, leave: super::code::Label) -> Result<(), SlowLane> {
        let next = self.code.block();
        self.loops.push(Exits { leave, next });
        self.block(block)?;
        self.loops.pop();
        self.code.end();
        Ok(())
    }

    pub(super) fn count_loop(&mut self, count: &'a Count<'a>, line: u32) -> Result<(), SlowLane> {
        let (at, start) = self.kept_number(&count.start)?;
        let (stop, last) = self.kept_number(&count.stop)?;
        let step = match &count.step {
            None => Some(1),
            Some(step) => match self.known(step) {
                Some(Known::Number(step)) => Some(step),
                _ => None,
            },
        };
        let stride = match (&count.step, step) {
            (Some(step), None) => self.kept_number(step)?.0,
            (_, step) => {
                self.code.int(step.unwrap_or(1));
                self.code.keep(ValType::I64)
            }
        };
        let purse = self.open_purse(&count.body, None);
        let prepaid = self.prepay(start, last, step, line);
        let leave = self.code.block();
        let again = self.code.repeat();
        if !prepaid {
            self.charge(1, line);
        }
        self.past(at, stop, stride, step);
        self.code.jump_if(leave);
        let range = match step {
            Some(1..) => Range::new(start.min, last.max.max(start.min)),
            Some(_) => Range::new(last.min.min(start.max), start.max),
            None => Range::ANY,
        };
        self.scoped(|body| {
            body.loop_variable(count.name, at, range);
            body.round(&count.body, leave)
        })?;
        self.code.get(at).get(stride).put(I::I64Add).set(at);
        self.code.jump(again).end().end();
        self.close_purse(purse);
        Ok(())
    }

    /// Pays for all rounds of a loop that is known to be short.
    fn prepay(&mut self, start: Range, last: Range, step: Option<i64>, line: u32) -> bool {
        let rounds = match step {
            Some(1..) => last.max.saturating_sub(start.min),
            Some(..=-1) => start.max.saturating_sub(last.min),
            _ => return false,
        };
        let short = rounds < PREPAID;
        if short && rounds >= 0 {
            self.charge(rounds + 1, line);
        }
        short
    }

    /// Pushes whether a counting loop is past its end.
    fn past(&mut self, at: u32, stop: u32, stride: u32, step: Option<i64>) {
        match step {
            Some(1..) => {
                self.code.get(at).get(stop).put(I::I64GtS);
            }
            Some(_) => {
                self.code.get(at).get(stop).put(I::I64LtS);
            }
            None => {
                self.code.get(at).get(stop).put(I::I64GtS).get(at).get(stop).put(I::I64LtS);
                self.code.get(stride).int(0).put(I::I64GtS).put(I::Select);
            }
        }
    }

    /// Declares the variable of a loop: the counter itself where the rules leave it alone, else a copy.
    fn loop_variable(&mut self, name: &'a str, counter: u32, range: Range) {
        let (slot, range) = if self.changes(name) {
            self.code.get(counter);
            (self.code.keep(ValType::I64), Range::ANY)
        } else {
            (counter, range)
        };
        self.declare(name, Variable { kind: Kind::Number, range, slot: Some(slot), known: None });
    }

    fn kept_number(&mut self, e: &'a Expr<'a>) -> Result<(u32, Range), SlowLane> {
        let range = self.number(e)?;
        let value = self.settle(Value { kind: Kind::Number, range }, e.line);
        Ok((self.code.keep(ValType::I64), value.range))
    }

    pub(super) fn each_loop(
        &mut self,
        names: &'a [&'a str],
        over: &'a [Expr<'a>],
        block: &'a Block<'a>,
        line: u32,
    ) -> Result<(), SlowLane> {
        let [over] = over else {
            return self.slow(line, "loops in a way that needs several values after `in`");
        };
        let [index_name, rest @ ..] = names else { return Ok(()) };
        let holder = self.holder(listed(over))?;
        if rest.len() > 1 {
            return self.slow(line, "names more than two values in a loop over a list");
        }
        self.code.int(1);
        let at = self.code.keep(ValType::I64);
        let purse = self.open_purse(block, None);
        let leave = self.code.block();
        let again = self.code.repeat();
        self.charge(1, line);
        self.code.get(at);
        self.length(&holder, line)?;
        self.code.put(I::I64GtS).jump_if(leave);
        self.scoped(|body| {
            let range = Range::new(1, EXACT);
            body.loop_variable(index_name, at, range);
            if let [value_name] = rest {
                let element = body.read(&holder, &Spot::sure(at), line)?;
                body.declare_pushed(value_name, element, line)?;
            }
            body.round(block, leave)
        })?;
        self.code.get(at).int(1).put(I::I64Add).set(at);
        self.code.jump(again).end().end();
        self.close_purse(purse);
        Ok(())
    }
}

/// What a loop runs over, without the `ipairs` or `pairs` around it.
fn listed<'a>(over: &'a Expr<'a>) -> &'a Expr<'a> {
    let Node::Call(function, args) = &*over.node else { return over };
    match (&*function.node, args.as_slice()) {
        (Node::Name("ipairs" | "pairs"), [list]) => list,
        _ => over,
    }
}

/// Whether a block leaves the loop around it.
fn breaks(block: &Block) -> bool {
    block.iter().any(|step| match &step.what {
        What::Break => true,
        What::Do(block) => breaks(block),
        What::If(branches, otherwise) => {
            branches.iter().any(|(_, block)| breaks(block)) || otherwise.as_ref().is_some_and(breaks)
        }
        _ => false,
    })
}
