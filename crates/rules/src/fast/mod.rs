//! The fast lane: rule functions that stay in a subset of Luau (whole numbers, declared state, loops,
//! functions, lists of numbers) are compiled to WebAssembly.
//!
//! [`compile`] turns a file into [`Compiled`], or says with a line why the file must run in the Luau VM;
//! [`Instance`] runs it. What a rule means is what the VM does with it; numbers are whole and exact up to 2^53,
//! and what would lose exactness stops the rule.
//!
//! From source to module: `lex` → `parse` → `tree` → one `body` for each function and each combination of the
//! kinds of its arguments → `module`, which adds the `runtime` and the `driver`.

mod actions;
mod arith;
mod assign;
mod body;
mod builtins;
mod calls;
mod code;
mod conditions;
mod constants;
mod drift;
mod driver;
mod effects;
mod expr;
mod faults;
mod finish;
mod generator;
mod holders;
mod keys;
mod kinds;
mod known;
mod lane;
mod lex;
mod loops;
mod memory;
mod module;
mod parse;
mod parse_expr;
mod program;
mod quiet;
mod reveal;
mod runtime;
mod tree;
mod writes;

use std::collections::BTreeMap;

use thiserror::Error;

use crate::schema::Schema;

pub use keys::line_of_setting;
pub use lane::Instance;
pub(crate) use lex::names;
pub use module::Compiled;
pub use reveal::reveal;

/// What the compiler is told.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The name of the file, for messages.
    pub file: &'a str,
    /// The whole file, with the functions of the kit that it uses.
    pub source: &'a str,
    /// What the file declares.
    pub schema: &'a Schema,
    /// Values of all local variables at the top of the file, after the file has run in the VM.
    pub constants: &'a BTreeMap<String, Constant>,
    /// The line of every rule, as the VM found them: `moves`, `effects.burn`; `None` where nobody asked.
    pub defined: Option<&'a BTreeMap<String, u32>>,
}

/// The value of a variable at the top of a file.
#[derive(Clone, PartialEq, Debug)]
pub enum Constant {
    /// Nothing.
    Nil,
    /// True or false.
    Flag(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// Values in a row.
    List(Vec<Constant>),
    /// Values by name.
    Record(BTreeMap<String, Constant>),
    /// A function.
    Function,
    /// The game that rule functions are put into.
    Game,
    /// Anything else, by its Luau type.
    Other(&'static str),
}

/// Why a file runs in the Luau VM.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("slow lane, because {}{because}", place(*line))]
pub struct SlowLane {
    /// The line; 0 where no line is to blame.
    pub line: u32,
    /// The reason, in the designer's words.
    pub because: String,
    /// Whether the file is wrong there, not merely slow: matches would depend on one another.
    pub wrong: bool,
    /// Whether something is named there that does not exist: wrong as soon as the line runs.
    pub unknown: bool,
}

/// Where a reason stands; line 0 is none.
fn place(line: u32) -> String {
    if line == 0 { String::new() } else { format!("line {line} ") }
}

impl SlowLane {
    /// A reason that only costs speed.
    pub fn new(line: u32, because: impl Into<String>) -> SlowLane {
        SlowLane { line, because: because.into(), wrong: false, unknown: false }
    }
}

/// Room for the deepest nesting the parser lets through, in the slowest build.
const STACK: usize = 64 << 20;

/// Compiles the rule functions of a file.
///
/// # Errors
/// When a function leaves the subset; the file then runs in the VM.
pub fn compile(facts: &Facts) -> Result<Compiled, SlowLane> {
    on_deep_stack(|| module::build(facts))?
}

/// Does work that calls itself as deep as a file nests.
fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, SlowLane> {
    std::thread::scope(|scope| {
        let deep = std::thread::Builder::new().stack_size(STACK);
        match deep.spawn_scoped(scope, work).map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(cause) => Err(SlowLane::new(0, format!("could not be compiled: {cause}"))),
        }
    })
}
