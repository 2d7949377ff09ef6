//! A Luau machine in which rules can do nothing but play: no files, clock, dice or code of their own, bounded
//! memory and time.

use crate::error::Wrong;
use mlua::chunk::Compiler;
use mlua::{Lua, Value, ffi, lua_State};
use std::cell::Cell;
use std::ffi::c_int;

/// Bytes a machine may use.
const MEMORY: usize = 64 << 20;
/// Loop turns and calls one rule may take.
const BUDGET: u64 = 20_000_000;
/// More of them for telling what went wrong.
const GRACE: u64 = 100_000;
/// What is said of a rule without end.
const ENDLESS: &str = "it goes on and on";
/// What is left of Luau's own words.
pub(crate) const ALLOWED: [&str; 21] = [
    "buffer",
    "assert",
    "bit32",
    "error",
    "ipairs",
    "math",
    "next",
    "pairs",
    "print",
    "rawequal",
    "rawget",
    "rawlen",
    "rawset",
    "select",
    "setmetatable",
    "getmetatable",
    "string",
    "table",
    "tonumber",
    "tostring",
    "type",
];
/// What is taken from its libraries: what differs from run to run, and what can take for ever in a single call.
const TAKEN: [(&str, &str); 8] = [
    ("math", "random"),
    ("math", "randomseed"),
    ("math", "noise"),
    ("string", "find"),
    ("string", "match"),
    ("string", "gmatch"),
    ("string", "gsub"),
    ("table", "move"),
];

thread_local! {
    /// What is left of the time of the rule that runs on this thread.
    static LEFT: Cell<u64> = const { Cell::new(BUDGET) };
}

/// Time for another rule.
pub fn renew_budget() {
    LEFT.set(BUDGET);
}

/// A machine before the words of the rules are added; [`close`] ends that.
pub fn open() -> mlua::Result<Lua> {
    let lua = Lua::new();
    lua.set_memory_limit(MEMORY)?;
    lua.set_compiler(Compiler::new().set_optimization_level(2).set_debug_level(1).set_type_info_level(1));
    renew_budget();
    count_steps(&lua)?;
    Ok(lua)
}

/// Lets the machine count loop turns and calls by itself. The callback of `mlua` does so many more things that it
/// took 45 % of the time of random playouts.
#[allow(unsafe_code, reason = "measured: playouts are twice as fast")]
fn count_steps(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: the state is valid inside `exec_raw`, and so is the record of its callbacks, which lives as long as
    // the state; the callback keeps to what Luau allows there.
    unsafe {
        lua.exec_raw((), |state| {
            (*ffi::lua_callbacks(state)).interrupt = Some(spend);
        })
    }
}

/// Counts a loop turn or a call, and stops the rule when there were too many. Then there is a little left for
/// saying so.
#[allow(unsafe_code, reason = "a callback of the machine")]
unsafe extern "C-unwind" fn spend(state: *mut lua_State, collecting: c_int) {
    if collecting >= 0 {
        return;
    }
    match LEFT.get() {
        0 => {
            LEFT.set(GRACE);
            // SAFETY: Luau lets this callback stop the rule; the string is static, and no value with a
            // destructor is alive in this frame, which the machine leaves without returning.
            unsafe {
                ffi::lua_pushlstring(state, ENDLESS.as_ptr().cast(), ENDLESS.len());
                ffi::lua_error(state)
            }
        }
        left => LEFT.set(left - 1),
    }
}

/// Takes away what rules must not have, but for these words, and locks the rest.
pub fn close(lua: &Lua, words: &[String]) -> mlua::Result<()> {
    let globals = lua.globals();
    for (library, name) in TAKEN {
        globals.get::<mlua::Table>(library)?.set(name, Value::Nil)?;
    }
    let mut names = Vec::new();
    for pair in globals.pairs::<String, Value>() {
        names.push(pair?.0);
    }
    for name in names.iter().filter(|name| !ALLOWED.contains(&name.as_str()) && !words.contains(name)) {
        globals.set(name.as_str(), Value::Nil)?;
    }
    // Rules that talk would talk a million times.
    globals.set("print", lua.create_function(|_, _: mlua::MultiValue| Ok(()))?)?;
    lua.sandbox(true)
}

/// What Luau says, in our words: `file:line: text` apart.
pub fn wrong(file: &str, error: &mlua::Error) -> Wrong {
    let text = match error {
        mlua::Error::SyntaxError { message, .. } => message.clone(),
        mlua::Error::RuntimeError(message) => message.clone(),
        mlua::Error::MemoryError(_) => format!("it uses more than {} MB of memory", MEMORY >> 20),
        mlua::Error::CallbackError { cause, .. } => return wrong(file, cause),
        other => other.to_string(),
    };
    said(file, &text)
}

/// The first line of what Luau says; stacks mean nothing to a designer.
pub fn said(file: &str, text: &str) -> Wrong {
    let first = text.lines().next().unwrap_or_default();
    let (line, what) =
        apart(file, first).or_else(|| apart("kit", first).map(|(_, what)| (0, what))).unwrap_or((0, first));
    let what = what.strip_prefix("runtime error: ").unwrap_or(what);
    let (what, hint) = match what {
        ENDLESS => (what.to_owned(), "a loop never ends: does what it waits for ever happen?"),
        "not enough memory" => (
            format!("it uses more than {} MB of memory", MEMORY >> 20),
            "does a list or a text grow without end?",
        ),
        _ if what.contains("readonly table") => (
            what.to_owned(),
            "what is declared, the game itself and what a strategy sees stay as they are; what is remembered \
                 stands in state = { ... }",
        ),
        _ if what.contains("stack overflow") => (what.to_owned(), "a function calls itself without end"),
        _ => (what.to_owned(), ""),
    };
    Wrong { file: file.into(), line, what, value: String::new(), hint: hint.into() }.apart()
}

fn apart<'a>(file: &str, text: &'a str) -> Option<(u32, &'a str)> {
    let start = text.find(&format!("{file}:"))? + file.len() + 1;
    let (line, what) = text[start..].split_once(':')?;
    Some((line.trim().parse().ok()?, what.trim()))
}
