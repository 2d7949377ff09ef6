//! The body of one function, statement by statement.

use wasm_encoder::Instruction as I;

use super::SlowLane;
use super::code::{Code, Label};
use super::constants::Known;
use super::faults::Trouble;
use super::kinds::{Kind, Range};
use super::program::{Program, Value};
use super::quiet::Purse;
use super::runtime::Runtime;
use super::tree::{Block, Expr, Function, Node, Step, What};

/// A local variable.
#[derive(Clone)]
pub(super) struct Variable<'a> {
    pub(super) kind: Kind,
    pub(super) range: Range,
    /// The wasm local it lives in, if it needs one.
    pub(super) slot: Option<u32>,
    /// Its value, if it is known and never changes.
    pub(super) known: Option<Known<'a>>,
}

/// Where `break` and `continue` go.
#[derive(Clone, Copy)]
pub(super) struct Exits {
    pub(super) leave: Label,
    pub(super) next: Label,
}

/// A function being compiled.
pub(super) struct Body<'p, 'a> {
    pub(super) program: &'p mut Program<'a>,
    pub(super) code: Code,
    /// The number of the statement at the top of the file that this function stands in.
    pub(super) order: usize,
    pub(super) loops: Vec<Exits>,
    /// Whether it calls other functions of the file.
    pub(super) calls: bool,
    /// What a quiet loop keeps in locals while it runs.
    pub(super) purse: Option<Purse>,
    scope: Vec<(&'a str, Variable<'a>)>,
    pub(super) function: &'a Function<'a>,
    name: String,
    copy: u32,
    results: Option<Vec<Value>>,
}

impl<'p, 'a> Body<'p, 'a> {
    /// Compiles a function for arguments such as these.
    pub(super) fn compile(
        program: &'p mut Program<'a>,
        function: usize,
        copy: u32,
        args: &[Value],
    ) -> Result<(Code, Vec<Value>), SlowLane> {
        let (name, order) = (program.named(function).name.clone(), program.named(function).order);
        let function = program.named(function).function;
        if function.varargs {
            return Err(SlowLane::new(function.line, "takes any number of values (`...`)"));
        }
        if gives_nothing(&function.body) {
            program.promise(copy, &[]);
        }
        let params: Vec<_> = args.iter().filter_map(|value| value.kind.wasm()).collect();
        let code = Code::new(&params, &[]);
        let calls = false;
        let (scope, loops) = (Vec::new(), Vec::new());
        let (purse, results) = (None, None);
        let mut body =
            Body { program, code, order, loops, calls, purse, scope, function, name, copy, results };
        let mut slots = 0..;
        for (param, Value { kind, range }) in function.params.iter().zip(args) {
            let slot = kind.wasm().and_then(|_| slots.next());
            let constant = *kind == Kind::Number && range.min == range.max && !body.changes(param);
            let known = match constant {
                true => Some(Known::Number(range.min)),
                false => body.program.constants.value_of(kind),
            };
            body.declare(param, Variable { kind: kind.clone(), range: *range, slot, known });
        }
        for at in 0..body.scope.len() {
            let (name, variable) = &body.scope[at];
            let range = body.drift(name, variable.range);
            body.scope[at].1.range = range;
        }
        let ended = body.block(&function.body)?;
        body.close(ended, function.line)
    }

    fn close(mut self, ended: bool, line: u32) -> Result<(Code, Vec<Value>), SlowLane> {
        let results = self.results.unwrap_or_default();
        if ended {
            self.code.put(I::Unreachable);
        } else if !results.is_empty() {
            let because = format!("starts `{}`, which may end without giving a value", self.name);
            return Err(SlowLane::new(line, because));
        }
        self.code.results = results.iter().filter_map(|value| value.kind.wasm()).collect();
        if self.calls {
            let site = self.program.site(line, Trouble::Endless);
            let mut front = Code::default();
            front.charge(1, site);
            self.code.prepend(front);
        }
        Ok((self.code, results))
    }

    pub(super) fn slow<T>(&self, line: u32, because: impl Into<String>) -> Result<T, SlowLane> {
        Err(SlowLane::new(line, because))
    }

    /// A rule that names what does not exist.
    pub(super) fn unknown<T>(&self, line: u32, because: impl Into<String>) -> Result<T, SlowLane> {
        Err(SlowLane { unknown: true, ..SlowLane::new(line, because) })
    }

    /// A rule that remembers something elsewhere than in the state.
    pub(super) fn outside<T>(&self, line: u32, what: &str) -> Result<T, SlowLane> {
        let slow = SlowLane::new(line, format!("changes {what} is outside the state"));
        Err(SlowLane { wrong: true, ..slow })
    }

    /// The innermost variable of this name.
    pub(super) fn variable(&self, name: &str) -> Option<&Variable<'a>> {
        self.scope.iter().rev().find(|(other, _)| *other == name).map(|(_, variable)| variable)
    }

    /// Whether the function can list moves.
    pub(super) fn lists_moves(&self) -> bool {
        self.scope.iter().any(|(_, variable)| variable.kind == Kind::Can)
    }

    /// Whether a variable of this name changes after its declaration.
    pub(super) fn changes(&self, name: &str) -> bool {
        self.function.assigned.contains(name)
    }

    pub(super) fn declare(&mut self, name: &'a str, variable: Variable<'a>) {
        self.scope.push((name, variable));
    }

    /// Compiles what `inside` does with the variables it declares forgotten afterwards.
    pub(super) fn scoped<T>(
        &mut self,
        inside: impl FnOnce(&mut Self) -> Result<T, SlowLane>,
    ) -> Result<T, SlowLane> {
        let outer = self.scope.len();
        let result = inside(self);
        self.scope.truncate(outer);
        result
    }

    /// Compiles statements; says whether their end is never reached.
    pub(super) fn block(&mut self, block: &'a Block<'a>) -> Result<bool, SlowLane> {
        self.scoped(|body| body.open_block(block))
    }

    /// The same, with the variables still known afterwards.
    pub(super) fn open_block(&mut self, block: &'a Block<'a>) -> Result<bool, SlowLane> {
        let mut ended = false;
        for step in block {
            ended = self.step(step)? || ended;
        }
        Ok(ended)
    }

    fn step(&mut self, step: &'a Step<'a>) -> Result<bool, SlowLane> {
        match &step.what {
            What::Local(names, values) => self.local(names, values, step.line)?,
            What::Assign(targets, values) => self.assign(targets, values, step.line)?,
            What::Update(operation, target, value) => self.update(*operation, target, value, step.line)?,
            What::Call(call) => return self.call_step(call),
            What::Do(block) => return self.block(block),
            What::While(condition, block) => return self.while_loop(condition, block, step.line),
            What::Repeat(block, condition) => self.repeat_loop(block, condition, step.line)?,
            What::If(branches, otherwise) => return self.branches(branches, otherwise.as_ref()),
            What::Count(count) => self.count_loop(count, step.line)?,
            What::Each(names, over, block) => self.each_loop(names, over, block, step.line)?,
            What::Function(..) => return self.slow(step.line, "makes a function inside a function"),
            What::Return(values) => {
                self.give_back(values, step.line)?;
                return Ok(true);
            }
            What::Break | What::Continue => {
                let Some(exits) = self.loops.last().copied() else {
                    return self.slow(step.line, "leaves a loop where there is none");
                };
                self.code.jump(if matches!(step.what, What::Break) { exits.leave } else { exits.next });
                return Ok(true);
            }
            What::Type => {}
        }
        Ok(false)
    }

    fn branches(
        &mut self,
        branches: &'a [(Expr<'a>, Block<'a>)],
        otherwise: Option<&'a Block<'a>>,
    ) -> Result<bool, SlowLane> {
        let Some(((condition, block), rest)) = branches.split_first() else {
            return otherwise.map_or(Ok(false), |block| self.block(block));
        };
        match self.known(condition) {
            Some(Known::Flag(true)) => return self.block(block),
            Some(Known::Flag(false)) => return self.branches(rest, otherwise),
            _ => {}
        }
        let done = self.code.block();
        let fails = self.code.block();
        self.jump_unless(condition, fails)?;
        let first = self.block(block)?;
        if !first && (!rest.is_empty() || otherwise.is_some()) {
            self.code.jump(done);
        }
        self.code.end();
        let second = self.branches(rest, otherwise)?;
        self.code.end();
        Ok(first && second)
    }

    fn call_step(&mut self, call: &'a Expr<'a>) -> Result<bool, SlowLane> {
        if self.is_error(call) {
            self.call(call)?;
            return Ok(true);
        }
        let results = self.call(call)?;
        self.discard(&results);
        Ok(false)
    }

    /// Takes values off the stack.
    pub(super) fn discard(&mut self, values: &[Value]) {
        for _ in values.iter().filter(|value| value.kind.wasm().is_some()) {
            self.code.put(I::Drop);
        }
    }

    fn give_back(&mut self, values: &'a [Expr<'a>], line: u32) -> Result<(), SlowLane> {
        let mut given = Vec::new();
        for (number, value) in values.iter().enumerate() {
            if number + 1 == values.len() && matches!(&*value.node, Node::Call(..)) {
                given.extend(self.call(value)?);
            } else {
                let value = self.expr(value)?;
                given.push(self.settle(value, line));
            }
        }
        self.return_purse();
        self.code.put(I::Return);
        let Some(before) = &mut self.results else {
            self.program.promise(self.copy, &given);
            self.results = Some(given);
            return Ok(());
        };
        let kinds = |values: &[Value]| values.iter().map(|value| value.kind.clone()).collect::<Vec<_>>();
        if kinds(before) != kinds(&given) {
            let because = format!("lets `{}` give back sometimes this and sometimes that", self.name);
            return Err(SlowLane::new(line, because));
        }
        for (before, now) in before.iter_mut().zip(given) {
            before.range = before.range.join(now.range);
        }
        Ok(())
    }
}

impl Code {
    /// Takes steps off the budget and stops where there are none left.
    pub(super) fn charge(&mut self, steps: i64, site: u32) {
        use super::memory::Global;
        self.load(Global::Budget).int(steps).put(I::I64Sub).store(Global::Budget);
        self.load(Global::Budget).int(0).put(I::I64LtS).when();
        self.word(site).int(0).call(Runtime::Fault).put(I::Unreachable).end();
    }
}

/// Whether no `return` of a block has a value.
fn gives_nothing(block: &Block) -> bool {
    block.iter().all(|step| match &step.what {
        What::Return(values) => values.is_empty(),
        What::Do(block) | What::While(_, block) | What::Repeat(block, _) | What::Each(_, _, block) => {
            gives_nothing(block)
        }
        What::Count(count) => gives_nothing(&count.body),
        What::If(branches, otherwise) => {
            branches.iter().all(|(_, block)| gives_nothing(block))
                && otherwise.as_ref().is_none_or(gives_nothing)
        }
        _ => true,
    })
}
