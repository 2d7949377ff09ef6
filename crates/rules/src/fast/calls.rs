//! Calls of the file's own functions, and who answers all other calls.

use wasm_encoder::Instruction as I;

use super::SlowLane;
use super::body::Body;
use super::constants::Known;
use super::faults::Trouble;
use super::kinds::{Kind, Range};
use super::memory::Global;
use super::program::Value;
use super::runtime::Runtime;
use super::tree::{Expr, Node};

/// How deep functions may call themselves; more would not fit the stack of a wasm instance.
const DEEPEST_CALLS: u32 = 3000;

/// A function of so many instructions takes in no others.
const LONGEST: usize = 10_000;

impl<'a> Body<'_, 'a> {
    /// Compiles a call; all it gives back is pushed.
    pub(super) fn call(&mut self, e: &'a Expr<'a>) -> Result<Vec<Value>, SlowLane> {
        let Node::Call(function, args) = &*e.node else {
            return self.slow(e.line, "calls something with `:`");
        };
        match &*function.node {
            Node::Name(name) => {
                if self.variable(name).is_some() {
                    return self.slow(e.line, format!("calls `{name}`, which is no function of the file"));
                }
                match self.program.function(name, self.order, e.line)? {
                    Some(number) => self.own(number, args, e.line),
                    None => self.word(name, args, e.line),
                }
            }
            Node::Field(of, name) => self.call_in(of, name, args, e.line),
            _ => self.slow(e.line, "calls something that is no function of the file"),
        }
    }

    fn call_in(
        &mut self,
        of: &'a Expr<'a>,
        name: &'a str,
        args: &'a [Expr<'a>],
        line: u32,
    ) -> Result<Vec<Value>, SlowLane> {
        let Node::Name(owner) = &*of.node else {
            return self.slow(line, "calls something that is no function of the file");
        };
        let Some(variable) = self.variable(owner) else {
            if self.program.is_game(owner) {
                return match self.program.rule(name) {
                    Some(number) => self.own(number, args, line),
                    None => self.slow(line, format!("calls `{owner}.{name}`, which is not written")),
                };
            }
            return self.library(owner, name, args, line);
        };
        match variable.kind {
            Kind::Can => self.can(name, args, line).map(|()| Vec::new()),
            Kind::Finish => self.finish(name, args, line).map(|()| Vec::new()),
            Kind::Chance => self.chance(name, args, line),
            _ => self.slow(line, format!("calls `{owner}.{name}`, which is no function of the file")),
        }
    }

    /// Calls a function of the file, compiled for the kinds of these arguments.
    pub(super) fn own(
        &mut self,
        function: usize,
        args: &'a [Expr<'a>],
        line: u32,
    ) -> Result<Vec<Value>, SlowLane> {
        self.calls = true;
        let named = self.program.named(function);
        let (name, declared) = (named.name.clone(), named.function);
        let mut given = Vec::new();
        for (number, arg) in args.iter().enumerate() {
            let changing = declared.params.get(number).is_some_and(|param| declared.assigned.contains(param));
            let last = number + 1 == args.len();
            if last && declared.params.len() > args.len() && matches!(&*arg.node, Node::Call(..)) {
                given.extend(self.call(arg)?);
                continue;
            }
            let value = match self.known(arg) {
                Some(known) if changing => self.push_changing(known, line)?,
                Some(Known::Text(text)) => {
                    Value { kind: Kind::Literal(self.program.constants.text(text)), range: Range::ANY }
                }
                Some(known) => self.push_known(known),
                None => self.expr(arg)?,
            };
            let value = self.settle(value, line);
            if number < declared.params.len() {
                given.push(value);
            } else {
                self.discard(&[value]);
            }
        }
        if given.len() < declared.params.len() {
            return self.slow(line, format!("calls `{name}` with fewer values than it takes"));
        }
        if given.len() > declared.params.len() {
            return self.slow(line, format!("calls `{name}` with more values than it takes"));
        }
        let (number, results, itself) = self.program.copy(function, &given, line)?;
        self.note_call(number);
        if itself {
            self.deeper(&name, line);
            self.code.put(I::Call(number));
            self.code.load(Global::Depth).word(1).put(I::I32Sub).store(Global::Depth);
            return Ok(results);
        }
        match self.program.short(number) {
            Some(code) if self.code.mark() < LONGEST => self.code.inline(code),
            _ => {
                self.code.put(I::Call(number));
            }
        }
        Ok(results)
    }

    /// Counts a call of a function to itself.
    fn deeper(&mut self, name: &str, line: u32) {
        let site = self.program.site(line, Trouble::Deep(name.to_owned()));
        self.code.load(Global::Depth).word(1).put(I::I32Add).store(Global::Depth);
        self.code.load(Global::Depth).word(DEEPEST_CALLS).put(I::I32GtU).when();
        self.code.word(site).int(0).call(Runtime::Fault).put(I::Unreachable).end();
    }

    /// Whether a call is one of `error`, after which nothing happens.
    pub(super) fn is_error(&self, e: &'a Expr<'a>) -> bool {
        let Node::Call(function, _) = &*e.node else { return false };
        let Node::Name("error") = &*function.node else { return false };
        self.variable("error").is_none()
            && matches!(self.program.function("error", self.order, e.line), Ok(None))
    }

    /// The text an argument is known to be.
    pub(super) fn text(&mut self, e: &'a Expr<'a>) -> Result<&'a str, SlowLane> {
        match self.known(e) {
            Some(Known::Text(text)) => Ok(text),
            _ => self.slow(e.line, "puts a text together; it must stand in quotes"),
        }
    }

    /// The number of a known text in the schema.
    pub(super) fn listed_text(&mut self, e: &'a Expr<'a>) -> Result<u32, SlowLane> {
        let text = self.text(e)?;
        match self.program.listed_text(text) {
            Some(number) => Ok(number),
            None => self.slow(e.line, format!("uses the text `{text}`, which does not stand in the file")),
        }
    }
}
