//! What the host calls: preparing a match, listing moves, playing one, playing at random to the end.

use wasm_encoder::{Instruction as I, ValType};

use ValType::{I32, I64};

use super::SlowLane;
use super::code::{Code, four};
use super::faults::{NO_MOVES, NO_PLACES, Trouble};
use super::generator::draw;
use super::kinds::{Kind, Range};
use super::memory::{Global, Layout};
use super::program::{Program, Value};
use super::runtime::{Import, Runtime};
use crate::schema::{Arg, BECAUSE, ENDED, Ended, Schema};

/// Steps one rule may take.
pub(super) const BUDGET: i64 = 20_000_000;

/// A rule function as the driver calls it.
struct Rule {
    number: u32,
    /// How many of the numbers it is offered it takes.
    numbers: usize,
    results: Vec<Value>,
}

/// The rule functions of a game.
pub(super) struct Rules {
    setup: Option<Rule>,
    moves: Rule,
    over: Option<Rule>,
    stuck: Option<Rule>,
    actions: Vec<Rule>,
    /// Rules that must always hold, with the sites that say so.
    always: Vec<(Rule, u32)>,
}

impl Rules {
    /// Compiles all rule functions and what they call.
    pub(super) fn compile(program: &mut Program) -> Result<Rules, SlowLane> {
        let setup = rule(program, "setup", &[Kind::State, Kind::Chance].map(plain))?;
        let moves = needed(program, "moves", &[Kind::State, Kind::Can].map(plain))?;
        let over = rule(program, "over", &[Kind::State, Kind::Finish].map(plain))?;
        let stuck = rule(program, "stuck", &[Kind::State, Kind::Finish].map(plain))?;
        let mut actions = Vec::new();
        for action in &program.facts.schema.actions {
            let arg = |arg: &Arg| {
                let range = Range::new(i64::from(arg.min), i64::from(arg.max));
                Value { kind: Kind::Number, range }
            };
            let mut offered = vec![plain(Kind::State)];
            offered.extend(action.args.iter().map(arg));
            offered.push(plain(Kind::Chance));
            actions.push(needed(program, &action.name, &offered)?);
        }
        let always = &program.facts.schema.always;
        let always = always.iter().map(|name| held(program, name)).collect::<Result<_, _>>()?;
        let rules = Rules { setup, moves, over, stuck, actions, always };
        rules.demand_judges(program)?;
        Ok(rules)
    }
}

impl Rules {
    /// Who judges only looks.
    fn demand_judges(&self, program: &Program) -> Result<(), SlowLane> {
        let judges =
            [("over", self.over.as_ref()), ("moves", Some(&self.moves)), ("stuck", self.stuck.as_ref())];
        let judges = judges.into_iter().filter_map(|(name, rule)| Some((name, rule?)));
        let always = self.always.iter().map(|(rule, _)| ("always", rule));
        judges.chain(always).try_for_each(|(name, rule)| program.demand_looks_only(name, rule.number))
    }
}

/// A rule that must always hold.
fn held(program: &mut Program, name: &str) -> Result<(Rule, u32), SlowLane> {
    let Some(function) = program.always(name) else {
        return Err(SlowLane::new(1, format!("begins a file that does not write `{name}` in Game.always")));
    };
    let line = program.named(function).function.line;
    let rule = compiled(program, function, name, &[plain(Kind::State)])?;
    match rule.results.as_slice() {
        [Value { kind: Kind::Flag, .. }] => Ok((rule, program.site(line, Trouble::Said(name.to_owned())))),
        _ => Err(SlowLane::new(line, format!("must give true or false: {name}"))),
    }
}

/// A value that is no number.
fn plain(kind: Kind) -> Value {
    Value { kind, range: Range::ANY }
}

fn rule(program: &mut Program, name: &str, offered: &[Value]) -> Result<Option<Rule>, SlowLane> {
    let Some(function) = program.rule(name) else { return Ok(None) };
    compiled(program, function, name, offered).map(Some)
}

fn compiled(program: &mut Program, function: usize, name: &str, offered: &[Value]) -> Result<Rule, SlowLane> {
    let declared = program.named(function).function;
    let (taken, line) = (declared.params.len(), declared.line);
    let Some(taken_values) = offered.get(..taken) else {
        return Err(SlowLane::new(line, format!("writes `{name}` with more values than it is given")));
    };
    let numbers = taken_values.iter().filter(|value| value.kind == Kind::Number).count();
    let (number, results, _) = program.copy(function, taken_values, line)?;
    Ok(Rule { number, numbers, results })
}

fn needed(program: &mut Program, name: &str, offered: &[Value]) -> Result<Rule, SlowLane> {
    rule(program, name, offered)?
        .ok_or_else(|| SlowLane::new(1, format!("begins a game without a rule `{name}`")))
}

impl Code {
    fn rule(&mut self, rule: &Rule) {
        self.put(I::Call(rule.number));
        for _ in rule.results.iter().filter(|value| value.kind.wasm().is_some()) {
            self.put(I::Drop);
        }
    }

    fn ended(&mut self) -> &mut Code {
        self.word(0).put(I::I32Load(four(4 * ENDED as u32)))
    }
}

/// What the host calls, in the order of the numbers.
pub(super) const EXPORTS: [&str; 4] = ["setup", "act", "list", "playout"];

/// The driver of one game.
pub(super) struct Drive<'a> {
    pub(super) rules: &'a Rules,
    pub(super) schema: &'a Schema,
    pub(super) layout: &'a Layout,
    /// Where local lists begin.
    pub(super) arena: u32,
}

impl Drive<'_> {
    /// Its functions in the order of their numbers.
    pub(super) fn codes(&self) -> Vec<Code> {
        vec![self.setup(), self.act(), self.list(), self.playout()]
    }

    /// Forgets what the rule before left behind.
    fn begin(&self, code: &mut Code) {
        code.int(BUDGET).store(Global::Budget);
        code.word(0).store(Global::Depth);
        code.word(self.arena).store(Global::Free);
        code.word(u32::MAX).store(Global::Wide);
        code.word(0).store(Global::Fresh);
    }

    fn list_moves(&self, code: &mut Code) {
        code.word(0).store(Global::Listed);
        code.load(Global::Stamp).word(1).put(I::I32Add).store(Global::Stamp);
        code.load(Global::Stamp).put(I::I32Eqz).when();
        let bytes = self.layout.stamps_end - self.layout.stamps;
        code.word(self.layout.stamps).word(0).word(bytes).put(I::MemoryFill(0));
        code.word(1).store(Global::Stamp).end();
        code.rule(&self.rules.moves);
    }

    /// Runs the rule of the action that the move on the stack belongs to.
    fn dispatch(&self, code: &mut Code) {
        let (chosen, rest) = (code.keep(I32), code.fresh(I32));
        let done = code.block();
        for (action, rule) in self.schema.actions.iter().zip(&self.rules.actions).rev() {
            code.get(chosen).word(action.first).put(I::I32GeU).when();
            code.get(chosen).word(action.first).put(I::I32Sub).set(rest);
            let mut args: Vec<u32> = action.args.iter().map(|_| code.fresh(I64)).collect();
            for (arg, local) in action.args.iter().zip(&args).rev() {
                let width = (arg.max - arg.min + 1).cast_unsigned();
                code.get(rest).word(width).put(I::I32RemU).put(I::I64ExtendI32U);
                code.int(i64::from(arg.min)).put(I::I64Add).set(*local);
                code.get(rest).word(width).put(I::I32DivU).set(rest);
            }
            args.truncate(rule.numbers);
            for local in args {
                code.get(local);
            }
            code.rule(rule);
            code.jump(done).end();
        }
        code.end();
    }

    /// Looks whether the match is over, whether somebody can move, and whether all values are in range.
    fn after(&self, code: &mut Code) {
        code.word(0).word(0).put(I::I32Store(four(4 * ENDED as u32)));
        code.word(0).word(0).put(I::I32Store(four(4 * BECAUSE as u32)));
        if let Some(over) = &self.rules.over {
            code.rule(over);
        }
        if let Some(stuck) = &self.rules.stuck {
            code.ended().put(I::I32Eqz).when();
            self.list_moves(code);
            code.load(Global::Listed).when();
            code.word(1).store(Global::Fresh).otherwise();
            code.rule(stuck);
            code.end().end();
        }
        self.places(code);
        for (rule, site) in &self.rules.always {
            code.put(I::Call(rule.number)).put(I::I32Eqz).when();
            code.word(*site).int(0).call(Runtime::Fault).put(I::Unreachable).end();
        }
        code.load(Global::Wide).word(u32::MAX).put(I::I32Ne).when();
        code.load(Global::Wide).import(Import::Scan).end();
    }

    /// Places are for everybody, and somebody is first.
    fn places(&self, code: &mut Code) {
        code.ended().put(I::I32Const(Ended::Ranked as i32)).put(I::I32Eq).when();
        let (missing, first) = (code.fresh(I32), code.fresh(I32));
        code.word(0).set(missing).word(0).set(first);
        for seat in 0..self.schema.seats.len() {
            let place = four(4 * (self.schema.results() + seat) as u32);
            code.get(missing).word(0).put(I::I32Load(place)).put(I::I32Eqz).put(I::I32Or).set(missing);
            code.get(first).word(0).put(I::I32Load(place)).word(1).put(I::I32Eq).put(I::I32Or).set(first);
        }
        code.get(missing).get(first).put(I::I32Eqz).put(I::I32Or).when();
        code.word(NO_PLACES).int(0).call(Runtime::Fault).put(I::Unreachable).end().end();
    }

    /// Takes over what the host says about chance and events, in the last two arguments.
    fn hear(&self, code: &mut Code, given: u32) {
        code.word(0).store(Global::Playing).word(0).store(Global::Taken);
        code.get(given).store(Global::Given).get(given + 1).store(Global::Telling);
        self.begin(code);
    }

    fn setup(&self) -> Code {
        let mut code = Code::new(&[I32, I32], &[]);
        self.hear(&mut code, 0);
        if let Some(setup) = &self.rules.setup {
            code.rule(setup);
        }
        self.after(&mut code);
        code
    }

    fn act(&self) -> Code {
        let mut code = Code::new(&[I32, I32, I32], &[]);
        self.hear(&mut code, 1);
        code.get(0);
        self.dispatch(&mut code);
        self.after(&mut code);
        code
    }

    fn list(&self) -> Code {
        let mut code = Code::new(&[], &[I32]);
        code.word(0).store(Global::Playing).word(0).store(Global::Telling);
        code.word(0).store(Global::Given).word(0).store(Global::Taken);
        self.begin(&mut code);
        self.list_moves(&mut code);
        code.load(Global::Listed);
        code
    }

    fn playout(&self) -> Code {
        let mut code = Code::new(&[I32, I32, I32], &[]);
        let turn = code.fresh(I64);
        code.word(1).store(Global::Playing).word(0).store(Global::Telling).word(0).store(Global::Fresh);
        code.get(0).get(1).call(Runtime::Seed);
        let leave = code.block();
        let again = code.repeat();
        code.get(2).put(I::I32Eqz).jump_if(leave);
        code.get(2).word(1).put(I::I32Sub).set(2);
        code.ended().jump_if(leave);
        code.load(Global::Fresh).put(I::I32Eqz).when();
        self.begin(&mut code);
        self.list_moves(&mut code);
        code.end();
        code.word(0).put(I::I64Load32S(four(0))).set(turn);
        code.load(Global::Listed).put(I::I32Eqz).stop_when(NO_MOVES, turn);
        self.begin(&mut code);
        code.inline(&draw());
        code.put(I::I64ExtendI32U).load(Global::Listed).put(I::I64ExtendI32U).put(I::I64Mul);
        code.int(32).put(I::I64ShrU).put(I::I32WrapI64).word(2).put(I::I32Shl);
        code.put(I::I32Load(four(self.layout.listed)));
        self.dispatch(&mut code);
        self.after(&mut code);
        code.jump(again).end().end();
        code
    }
}
