//! Loops that call no function of the file keep the budget and the number of listed moves in locals while they run,
//! which costs less than the global variables that all functions share.

use wasm_encoder::{Instruction as I, ValType};

use super::body::Body;
use super::faults::Trouble;
use super::memory::Global;
use super::runtime::Runtime;
use super::tree::{Block, Expr, Node, What};

/// What a quiet loop keeps in locals.
#[derive(Clone, Copy)]
pub(super) struct Purse {
    budget: u32,
    /// How many moves are listed and what marks them, where the loop may list some.
    pub(super) listing: Option<(u32, u32)>,
}

impl<'a> Body<'_, 'a> {
    /// Takes the budget into a local if the loop is a quiet one; says whether it did.
    pub(super) fn open_purse(&mut self, block: &'a Block<'a>, condition: Option<&'a Expr<'a>>) -> bool {
        let calls =
            |name: &str| name == "effect" || self.program.is_game(name) || self.program.has_function(name);
        let quiet = quiet_block(block, &calls) && condition.is_none_or(|e| quiet(e, &calls));
        let opened = quiet && self.purse.is_none();
        if opened {
            self.code.load(Global::Budget);
            let budget = self.code.keep(ValType::I64);
            let listing = self.lists_moves().then(|| {
                self.code.load(Global::Listed);
                let listed = self.code.keep(ValType::I32);
                self.code.load(Global::Stamp);
                (listed, self.code.keep(ValType::I32))
            });
            self.purse = Some(Purse { budget, listing });
        }
        opened
    }

    /// Gives the budget back after a loop that took it.
    pub(super) fn close_purse(&mut self, opened: bool) {
        if opened {
            self.return_purse();
            self.purse = None;
        }
    }

    /// Gives the budget back before the function is left.
    pub(super) fn return_purse(&mut self) {
        if let Some(purse) = self.purse {
            self.code.get(purse.budget).store(Global::Budget);
            if let Some((listed, _)) = purse.listing {
                self.code.get(listed).store(Global::Listed);
            }
        }
    }

    /// Takes steps off the budget.
    pub(super) fn charge(&mut self, steps: i64, line: u32) {
        let site = self.program.site(line, Trouble::Endless);
        let Some(Purse { budget: purse, .. }) = self.purse else {
            self.code.charge(steps, site);
            return;
        };
        self.code.get(purse).int(steps).put(I::I64Sub).put(I::LocalTee(purse)).int(0).put(I::I64LtS).when();
        self.code.word(site).int(0).call(Runtime::Fault).put(I::Unreachable).end();
    }
}

/// Whether a block calls none of the functions that `calls` knows by name.
fn quiet_block(block: &Block, calls: &dyn Fn(&str) -> bool) -> bool {
    let all = |exprs: &[Expr]| exprs.iter().all(|e| quiet(e, calls));
    block.iter().all(|step| match &step.what {
        What::Local(_, values) | What::Return(values) => all(values),
        What::Assign(targets, values) => all(targets) && all(values),
        What::Update(_, target, value) => quiet(target, calls) && quiet(value, calls),
        What::Call(call) => quiet(call, calls),
        What::Do(block) => quiet_block(block, calls),
        What::While(condition, block) | What::Repeat(block, condition) => {
            quiet(condition, calls) && quiet_block(block, calls)
        }
        What::If(branches, otherwise) => {
            let quiet_branch = |(e, block): &(Expr, Block)| quiet(e, calls) && quiet_block(block, calls);
            branches.iter().all(quiet_branch)
                && otherwise.as_ref().is_none_or(|block| quiet_block(block, calls))
        }
        What::Count(count) => {
            let ends = quiet(&count.start, calls) && quiet(&count.stop, calls);
            ends && count.step.as_ref().is_none_or(|e| quiet(e, calls)) && quiet_block(&count.body, calls)
        }
        What::Each(_, over, block) => all(over) && quiet_block(block, calls),
        What::Function(..) | What::Break | What::Continue | What::Type => true,
    })
}

/// The same for an expression.
fn quiet(e: &Expr, calls: &dyn Fn(&str) -> bool) -> bool {
    let all = |exprs: &[Expr]| exprs.iter().all(|e| quiet(e, calls));
    match &*e.node {
        Node::Call(function, args) => {
            let owner = match &*function.node {
                Node::Name(name) => Some(*name),
                Node::Field(of, _) => match &*of.node {
                    Node::Name(name) => Some(*name),
                    _ => None,
                },
                _ => None,
            };
            owner.is_some_and(|name| !calls(name)) && all(args)
        }
        Node::Method(..) | Node::Function(_) => false,
        Node::Field(of, _) | Node::Not(of) | Node::Minus(of) | Node::Length(of) | Node::Brackets(of) => {
            quiet(of, calls)
        }
        Node::Index(a, b) | Node::Binary(_, a, b) => quiet(a, calls) && quiet(b, calls),
        Node::Choice(a, b, c) => quiet(a, calls) && quiet(b, calls) && quiet(c, calls),
        Node::List(items) => all(items),
        Node::Nil | Node::Flag(_) | Node::Number(_) | Node::Text(_) | Node::Filled => true,
        Node::Rest | Node::Name(_) | Node::Table(_) => true,
    }
}
