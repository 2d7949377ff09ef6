//! What the host calls: preparing a match, listing moves, playing one, playing at random to the end.

use wasm_encoder::{Instruction as I, ValType};

use ValType::{I32, I64};

use super::SlowLane;
use super::code::{Code, four};
use super::faults::NO_MOVES;
use super::kinds::Kind;
use super::memory::{Global, Layout};
use super::program::{Program, Value};
use super::runtime::{Import, Runtime};
use crate::schema::{BECAUSE, ENDED, Schema};

/// Steps one rule may take.
const BUDGET: i64 = 20_000_000;

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
}

impl Rules {
    /// Compiles all rule functions and what they call.
    pub(super) fn compile(program: &mut Program) -> Result<Rules, SlowLane> {
        let setup = rule(program, "setup", &[Kind::State, Kind::Chance])?;
        let moves = needed(program, "moves", &[Kind::State, Kind::Can])?;
        let over = rule(program, "over", &[Kind::State, Kind::Finish])?;
        let stuck = rule(program, "stuck", &[Kind::State, Kind::Finish])?;
        let mut actions = Vec::new();
        for action in &program.facts.schema.actions {
            let mut kinds = vec![Kind::State];
            kinds.extend(action.args.iter().map(|_| Kind::Number));
            kinds.push(Kind::Chance);
            actions.push(needed(program, &action.name, &kinds)?);
        }
        Ok(Rules { setup, moves, over, stuck, actions })
    }
}

fn rule(program: &mut Program, name: &str, offered: &[Kind]) -> Result<Option<Rule>, SlowLane> {
    let Some(function) = program.rule(name) else { return Ok(None) };
    let declared = program.named(function).function;
    let (taken, line) = (declared.params.len(), declared.line);
    let Some(kinds) = offered.get(..taken) else {
        return Err(SlowLane::new(line, format!("writes `{name}` with more values than it is given")));
    };
    let numbers = kinds.iter().filter(|kind| **kind == Kind::Number).count();
    let (number, results, _) = program.copy(function, kinds.to_vec(), line)?;
    Ok(Some(Rule { number, numbers, results }))
}

fn needed(program: &mut Program, name: &str, offered: &[Kind]) -> Result<Rule, SlowLane> {
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

/// Numbers of the driver's functions, counted from the first of them.
#[derive(Clone, Copy)]
#[repr(u32)]
enum Driver {
    Begin,
    ListMoves,
    Dispatch,
    After,
    Setup,
    Act,
    List,
    Playout,
}

/// What the host calls, with the numbers of the functions.
pub(super) const EXPORTS: [(&str, u32); 4] = [
    ("setup", Driver::Setup as u32),
    ("act", Driver::Act as u32),
    ("list", Driver::List as u32),
    ("playout", Driver::Playout as u32),
];

/// The driver of one game.
pub(super) struct Drive<'a> {
    pub(super) rules: &'a Rules,
    pub(super) schema: &'a Schema,
    pub(super) layout: &'a Layout,
    /// Where local lists begin.
    pub(super) arena: u32,
    /// The number of the driver's first function.
    pub(super) first: u32,
}

impl Drive<'_> {
    /// Its functions in the order of their numbers.
    pub(super) fn codes(&self) -> Vec<Code> {
        vec![
            self.begin(),
            self.list_moves(),
            self.dispatch(),
            self.after(),
            self.setup(),
            self.act(),
            self.list(),
            self.playout(),
        ]
    }

    fn call(&self, code: &mut Code, function: Driver) {
        code.put(I::Call(self.first + function as u32));
    }

    /// Forgets what the rule before left behind.
    fn begin(&self) -> Code {
        let mut code = Code::new(&[], &[]);
        code.int(BUDGET).store(Global::Budget);
        code.word(0).store(Global::Depth);
        code.word(self.arena).store(Global::Free);
        code.word(u32::MAX).store(Global::Wide);
        code.word(0).store(Global::Fresh);
        code
    }

    fn list_moves(&self) -> Code {
        let mut code = Code::new(&[], &[]);
        code.word(0).store(Global::Listed);
        code.load(Global::Stamp).word(1).put(I::I32Add).store(Global::Stamp);
        code.load(Global::Stamp).put(I::I32Eqz).when();
        let bytes = self.layout.stamps_end - self.layout.stamps;
        code.word(self.layout.stamps).word(0).word(bytes).put(I::MemoryFill(0));
        code.word(1).store(Global::Stamp).end();
        code.rule(&self.rules.moves);
        code
    }

    /// Runs the rule of the action that a move belongs to.
    fn dispatch(&self) -> Code {
        let mut code = Code::new(&[I32], &[]);
        let rest = code.fresh(I32);
        for (action, rule) in self.schema.actions.iter().zip(&self.rules.actions).rev() {
            code.get(0).word(action.first).put(I::I32GeU).when();
            code.get(0).word(action.first).put(I::I32Sub).set(rest);
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
            code.put(I::Return).end();
        }
        code
    }

    /// Looks whether the match is over, whether somebody can move, and whether all values are in range.
    fn after(&self) -> Code {
        let mut code = Code::new(&[], &[]);
        code.word(0).word(0).put(I::I32Store(four(4 * ENDED as u32)));
        code.word(0).word(0).put(I::I32Store(four(4 * BECAUSE as u32)));
        if let Some(over) = &self.rules.over {
            code.rule(over);
        }
        if let Some(stuck) = &self.rules.stuck {
            code.ended().put(I::I32Eqz).when();
            self.call(&mut code, Driver::ListMoves);
            code.load(Global::Listed).when();
            code.word(1).store(Global::Fresh).otherwise();
            code.rule(stuck);
            code.end().end();
        }
        code.load(Global::Wide).word(u32::MAX).put(I::I32Ne).when();
        code.load(Global::Wide).import(Import::Scan).end();
        code
    }

    /// Takes over what the host says about chance and events, in the last two arguments.
    fn hear(&self, code: &mut Code, given: u32) {
        code.word(0).store(Global::Playing).word(0).store(Global::Taken);
        code.get(given).store(Global::Given).get(given + 1).store(Global::Telling);
        self.call(code, Driver::Begin);
    }

    fn setup(&self) -> Code {
        let mut code = Code::new(&[I32, I32], &[]);
        self.hear(&mut code, 0);
        if let Some(setup) = &self.rules.setup {
            code.rule(setup);
        }
        self.call(&mut code, Driver::After);
        code
    }

    fn act(&self) -> Code {
        let mut code = Code::new(&[I32, I32, I32], &[]);
        self.hear(&mut code, 1);
        code.get(0);
        self.call(&mut code, Driver::Dispatch);
        self.call(&mut code, Driver::After);
        code
    }

    fn list(&self) -> Code {
        let mut code = Code::new(&[], &[I32]);
        code.word(0).store(Global::Playing).word(0).store(Global::Telling);
        code.word(0).store(Global::Given).word(0).store(Global::Taken);
        self.call(&mut code, Driver::Begin);
        self.call(&mut code, Driver::ListMoves);
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
        self.call(&mut code, Driver::Begin);
        self.call(&mut code, Driver::ListMoves);
        code.end();
        code.word(0).put(I::I64Load32S(four(0))).set(turn);
        code.load(Global::Listed).put(I::I32Eqz).stop_when(NO_MOVES, turn);
        self.call(&mut code, Driver::Begin);
        code.call(Runtime::Draw)
            .put(I::I64ExtendI32U)
            .load(Global::Listed)
            .put(I::I64ExtendI32U)
            .put(I::I64Mul);
        code.int(32).put(I::I64ShrU).put(I::I32WrapI64).word(2).put(I::I32Shl);
        code.put(I::I32Load(four(self.layout.listed)));
        self.call(&mut code, Driver::Dispatch);
        self.call(&mut code, Driver::After);
        code.jump(again).end().end();
        code
    }
}
