//! The tests a file brings along: functions of `Game.tests`, which play matches and say what to expect.

use crate::error::RulesError;
use crate::hint::with_hint;
use crate::sandbox::{renew_budget, wrong};
use crate::script::Script;
use crate::told::mistake;
use crate::trial::{Complaint, Trial};
use crate::vm::Opened;
use mlua::{Buffer, Function, Lua, Table, Value, Variadic};

const TRIAL: &str = include_str!("luau/trial.luau");
/// Questions one test may ask its match.
const MOST_QUESTIONS: usize = 10_000;

/// How a test of a rules file went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestOutcome {
    /// Its name.
    pub name: String,
    /// Its line in the file.
    pub line: u32,
    /// What went wrong; nothing where it passed.
    pub problem: Option<String>,
}

/// Runs the tests a file brings along, in the order they stand there.
#[must_use]
pub fn run_tests(script: &Script) -> Vec<TestOutcome> {
    let file = &script.source().file;
    let refused = |error: mlua::Error| RulesError::Wrong(wrong(file, &error));
    let outcomes = script.opened().and_then(|opened| run_all(script, &opened).map_err(refused));
    // The file was opened before, so that this is a matter of memory.
    outcomes.unwrap_or_else(|error| {
        vec![TestOutcome { name: file.clone(), line: 0, problem: Some(error.to_string()) }]
    })
}

fn run_all(script: &Script, opened: &Opened) -> mlua::Result<Vec<TestOutcome>> {
    let host = opened.host(&script.source().file)?;
    let line_of = |test: &Function| test.info().line_defined.unwrap_or(0) as u32;
    let mut tests: Vec<_> = opened.tests.iter().map(|(name, test)| (line_of(test), name, test)).collect();
    tests.sort_by_key(|(line, ..)| *line);
    tests
        .into_iter()
        .map(|(line, name, test)| {
            let problem = run_one(script, opened, &host, test)?;
            Ok(TestOutcome { name: name.clone(), line, problem })
        })
        .collect()
}

/// Runs one test in a match of its own; gives what went wrong.
fn run_one(script: &Script, opened: &Opened, host: &Table, test: &Function) -> mlua::Result<Option<String>> {
    renew_budget();
    let cells: Buffer = host.get("cells")?;
    let (mut trial, mut asked) = (Trial::new(script), 0);
    let problem = opened.lua.scope(|scope| {
        let ask = scope.create_function_mut(|lua, (word, args): (String, Variadic<Value>)| {
            // Every question renews the time of the machine, so that questions are counted too.
            asked += 1;
            if asked > MOST_QUESTIONS {
                let what = format!("the test asks the match more than {MOST_QUESTIONS} times");
                return Ok((Value::Nil, Some(what), None));
            }
            read(&cells, &mut trial.state.cells);
            let answer = answer(lua, &mut trial, &word, &args);
            write(&cells, &trial.state.cells);
            answer
        })?;
        let chunk = opened.lua.load(TRIAL).set_name("=trial");
        let run: Function = chunk.call((host.clone(), ask, opened.hidden()?, opened.later()?))?;
        run.call::<Value>(test.clone())
    });
    let source = script.source();
    Ok(match problem {
        Ok(Value::Nil) => None,
        Ok(problem) => Some(with_hint(mistake(&source.file, &problem), source).to_string()),
        // A test that never ends cannot tell so itself.
        Err(error) => Some(wrong(&source.file, &error).to_string()),
    })
}

fn read(buffer: &Buffer, cells: &mut [i32]) {
    for (at, cell) in cells.iter_mut().enumerate() {
        *cell = i32::from_le_bytes(buffer.read_bytes(4 * at));
    }
}

fn write(buffer: &Buffer, cells: &[i32]) {
    cells.iter().enumerate().for_each(|(at, cell)| buffer.write_bytes(4 * at, &cell.to_le_bytes()));
}

/// What a test gets when it asks the match: an answer, or what is wrong and what would work.
type Answer = (Value, Option<String>, Option<String>);

fn answer(lua: &Lua, trial: &mut Trial, word: &str, args: &[Value]) -> mlua::Result<Answer> {
    let given = match done(trial, word, args) {
        Ok(given) => given,
        Err(Complaint { what, hint }) => return Ok((Value::Nil, Some(what), Some(hint))),
    };
    let value = match given {
        Given::Nothing => Value::Nil,
        Given::Flag(flag) => Value::Boolean(flag),
        Given::Number(number) => Value::Integer(number),
        Given::Text(text) => Value::String(lua.create_string(text)?),
    };
    Ok((value, None, None))
}

/// What the match answers.
enum Given {
    Nothing,
    Flag(bool),
    Number(i64),
    Text(String),
}

fn done(trial: &mut Trial, word: &str, args: &[Value]) -> Result<Given, Complaint> {
    let nothing = |()| Given::Nothing;
    let number = |number: Option<i64>| number.map_or(Given::Nothing, Given::Number);
    match word {
        "start" => trial.start(optional(word, args)?.unwrap_or(1) as u64).map(nothing),
        "chance" => {
            trial.expect_chance(&numbers(word, args)?);
            Ok(Given::Nothing)
        }
        "play" => move_of(args).and_then(|(action, args)| trial.play(&action, &args)).map(nothing),
        "legal" => move_of(args).and_then(|(action, args)| trial.legal(&action, &args)).map(Given::Flag),
        "random" => {
            trial.random(optional(word, args)?.map_or(u32::MAX, |plies| plies.max(0) as u32)).map(nothing)
        }
        "result" => Ok(number(trial.result(optional(word, args)?.unwrap_or(0))?.map(i64::from))),
        "winner" => Ok(number(trial.winner().map(|seat| seat as i64))),
        "because" => Ok(trial.because().map_or(Given::Nothing, Given::Text)),
        _ => Ok(Given::Flag(trial.over())),
    }
}

/// `"drop-3"`, or `"drop", 3`.
fn move_of(args: &[Value]) -> Result<(String, Vec<i64>), Complaint> {
    match args.split_first() {
        Some((Value::String(action), rest)) => Ok((action.to_string_lossy(), numbers("play", rest)?)),
        _ => Err(Complaint::new(
            "a move begins with a text",
            "write t.play(\"drop-3\") or t.play(\"drop\", 3)",
        )),
    }
}

fn optional(word: &str, args: &[Value]) -> Result<Option<i64>, Complaint> {
    let filled: Vec<Value> = args.iter().filter(|arg| !arg.is_nil()).cloned().collect();
    Ok(numbers(word, &filled)?.first().copied())
}

fn numbers(word: &str, args: &[Value]) -> Result<Vec<i64>, Complaint> {
    let whole = |arg: &Value| match arg {
        Value::Integer(number) => Ok(*number),
        Value::Number(number) if number.fract() == 0.0 => Ok(*number as i64),
        other => {
            let found = other.to_string().unwrap_or_default();
            Err(Complaint::new(format!("t.{word} takes whole numbers, not {found}"), ""))
        }
    };
    args.iter().map(whole).collect()
}
