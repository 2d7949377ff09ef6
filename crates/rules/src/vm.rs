//! Opens a rules file in Luau: runs it once, and keeps what it declared and its rules.

use crate::advice::Advises;
use crate::content::{self, Content, Tables};
use crate::declare::Declared;
use crate::error::{RulesError, Wrong};
use crate::fast::{self, Compiled, Constant, Facts, SlowLane};
use crate::heads::demand_heads;
use crate::hint::with_hint;
use crate::hooks::Hooks;
use crate::kit;
use crate::sandbox;
use crate::schema::Schema;
use crate::source::Source;
use crate::strict::demand_known_rules;
use crate::told::unaccepted;
use crate::values;
use ludometer_game::{Params, Value as Param, nearest};
use mlua::{Function, Lua, Table, Value};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Chance outcomes one rule may use.
pub const MOST_OUTCOMES: usize = 1024;

/// A file that has run: what it declared and its rules.
pub struct Opened {
    /// The machine.
    pub lua: Lua,
    /// What the words of the file left behind.
    left: Table,
    /// The table the file returned.
    pub(crate) rules: Table,
    /// What it declared.
    pub schema: Schema,
    /// What its variables hold, or why the compiler cannot know.
    constants: Result<BTreeMap<String, Constant>, SlowLane>,
    /// The tables it read.
    pub content: Vec<Content>,
    /// Its tests, by name.
    pub tests: Vec<(String, Function)>,
}

impl Opened {
    /// Runs a file with these values of its parameters; those not given keep their defaults.
    ///
    /// # Errors
    /// When the file is wrong.
    pub fn run(source: &Source, params: Option<&Params>) -> Result<Opened, RulesError> {
        let wrong =
            |error: mlua::Error| RulesError::Wrong(with_hint(sandbox::wrong(&source.file, &error), source));
        let lua = sandbox::open().map_err(wrong)?;
        let content = Tables::new(RefCell::new(Some(Vec::new())));
        let left: Table = words(&lua, source, params, &content).map_err(wrong)?;
        let revealed = fast::reveal(&source.text);
        let text = revealed.as_deref().unwrap_or(source.text.as_str());
        let chunk = lua.load(text).set_name(format!("={}", source.file));
        let returned = chunk.into_function().and_then(|file| guarded(&left, &file)).map_err(wrong)?;
        let (first, second) = returned.map_err(|problem| unaccepted(source, &problem))?;
        let (variables, rules) = if revealed.is_ok() { (first, second) } else { (Value::Nil, first) };
        let record: Table = left.get("declared").map_err(wrong)?;
        let declared = Declared {
            file: &source.file,
            text: &source.text,
            record: record.clone(),
            texts: source.texts(),
        };
        let mut schema = declared.schema()?;
        let rules = match rules {
            Value::Table(rules) => rules,
            _ => {
                return Err(missing(
                    &source.file,
                    "the file does not return its game",
                    "end it with return Game",
                )
                .into());
            }
        };
        let constants = match (&variables, revealed) {
            (Value::Table(variables), _) => Ok(values::constants(variables, &rules).map_err(wrong)?),
            (_, Err(slow)) => Err(slow),
            (_, Ok(_)) => Err(SlowLane::new(0, "the file does not give its variables away")),
        };
        let later: Table = left.get("later").map_err(wrong)?;
        let hooks = Hooks { lua: &lua, file: &source.file, record: &record, rules: &rules };
        hooks.read(&mut schema, &later)?;
        let tests = hooks.tests()?;
        schema.advice = Advises::read(&source.file, &rules, &schema)?;
        lock(&rules).map_err(wrong)?;
        let content = content.take().unwrap_or_default();
        let opened = Opened { lua, left, rules, schema, constants, content, tests };
        opened.demand_rules(source)?;
        Ok(opened)
    }

    /// Compiles the rules.
    ///
    /// # Errors
    /// When they cannot be compiled: then the machine runs them.
    pub fn compile(&self, source: &Source) -> Result<Compiled, SlowLane> {
        let constants = self.constants.as_ref().map_err(Clone::clone)?;
        // The kit stands behind the file, so that lines of the file stay what they are.
        let whole = format!("{}\n{}", source.text, kit::TEXT);
        let defined = self.defined();
        fast::compile(&Facts {
            file: &source.file,
            source: &whole,
            schema: &self.schema,
            constants,
            defined: Some(&defined),
        })
        .map_err(|slow| kit::blamed_on_caller(slow, &source.text))
    }

    /// The line of every rule the compiler needs.
    fn defined(&self) -> BTreeMap<String, u32> {
        let line = |table: &Table, name: &str| match table.get::<Value>(name) {
            Ok(Value::Function(rule)) => rule.info().line_defined.and_then(|line| u32::try_from(line).ok()),
            _ => None,
        };
        let actions = self.schema.actions.iter().map(|action| action.name.as_str());
        let rules = ["setup", "moves", "over", "stuck"].into_iter().chain(actions);
        let mut all: BTreeMap<String, u32> =
            rules.filter_map(|name| Some((name.to_owned(), line(&self.rules, name)?))).collect();
        for (of, names) in [("effects", &self.schema.effects), ("always", &self.schema.always)] {
            let Ok(Value::Table(table)) = self.rules.get::<Value>(of) else { continue };
            all.extend(names.iter().filter_map(|name| Some((format!("{of}.{name}"), line(&table, name)?))));
        }
        all
    }

    /// Every action has its rule, and moves are listed.
    fn demand_rules(&self, source: &Source) -> Result<(), Wrong> {
        let file = source.file.as_str();
        let has = |name: &str| matches!(self.rules.get::<Value>(name), Ok(Value::Function(_)));
        if !has("moves") {
            return Err(missing(
                file,
                "nobody says which moves are legal",
                "write function Game.moves(s, can)",
            ));
        }
        if !has("over") && !has("stuck") {
            return Err(missing(
                file,
                "nobody says when the match is over",
                "write function Game.over(s, finish)",
            ));
        }
        demand_known_rules(file, &self.rules, &self.schema)?;
        demand_heads(source, &self.rules, &self.schema)?;
        let missing_rule = self.schema.actions.iter().find(|action| !has(&action.name));
        missing_rule.map_or(Ok(()), |action| {
            let args: Vec<&str> = action.args.iter().map(|arg| arg.name.as_str()).collect();
            let head = [&["s"][..], &args].concat().join(", ");
            let what = format!("the action `{}` has no rule", action.name);
            Err(missing(file, &what, &format!("write function Game.{}({head})", action.name)))
        })
    }

    /// What words and rules share and rules cannot reach.
    pub fn hidden(&self) -> mlua::Result<Table> {
        self.left.get("hidden")
    }

    /// What rules say while they run, and which of them runs.
    pub fn later(&self) -> mlua::Result<Table> {
        self.left.get("later")
    }
}

/// Puts the words and the kit into a machine and closes it.
fn words(lua: &Lua, source: &Source, params: Option<&Params>, tables: &Tables) -> mlua::Result<Table> {
    let before: Vec<String> = names(lua)?;
    let values = lua.create_table()?;
    for (name, value) in params.into_iter().flat_map(Params::iter) {
        match value {
            Param::Switch(on) => values.set(name, *on)?,
            Param::Whole(number) => values.set(name, *number)?,
            Param::Word(word) => values.set(name, word.as_str())?,
            Param::Real(_) | Param::List(_) => {}
        }
    }
    let left: Table = lua.load(kit::WORDS).set_name("=words").call((source.file.as_str(), values))?;
    let rows = content::reader(lua, source, params, tables)?;
    lua.load(kit::CONTENT).set_name("=content").call::<()>((left.clone(), rows))?;
    lua.load(kit::TEXT).set_name("=kit").exec()?;
    let renew = lua.create_function(|_, ()| {
        sandbox::renew_budget();
        Ok(())
    })?;
    let near = lua.create_function(|_, (name, names): (String, Vec<String>)| {
        Ok(nearest(&name, names.iter().map(String::as_str)).map(str::to_owned))
    })?;
    let hidden: Table = left.get("hidden")?;
    hidden.set("renew", renew)?;
    hidden.set("nearest", near)?;
    let added: Vec<String> = names(lua)?.into_iter().filter(|name| !before.contains(name)).collect();
    sandbox::close(lua, &added)?;
    Ok(left)
}

/// Locks the game and the tables in it: what rules wrote there would outlive the match.
fn lock(rules: &Table) -> mlua::Result<()> {
    for pair in rules.pairs::<Value, Value>() {
        if let (_, Value::Table(inner)) = pair? {
            inner.set_readonly(true);
        }
    }
    rules.set_readonly(true);
    Ok(())
}

fn names(lua: &Lua) -> mlua::Result<Vec<String>> {
    lua.globals().pairs::<String, Value>().map(|pair| Ok(pair?.0)).collect()
}

/// Runs a file; what goes wrong comes back with its line.
fn guarded(left: &Table, file: &Function) -> mlua::Result<Result<(Value, Value), Value>> {
    let xpcall: Function = left.get::<Table>("hidden")?.get("xpcall")?;
    let keep: Function = left.get("noticed")?;
    let (fine, answer, more): (bool, Value, Value) = xpcall.call((file, keep))?;
    Ok(if fine { Ok((answer, more)) } else { Err(answer) })
}

fn missing(file: &str, what: &str, hint: &str) -> Wrong {
    Wrong { file: file.into(), what: what.into(), hint: hint.into(), ..Wrong::default() }
}
