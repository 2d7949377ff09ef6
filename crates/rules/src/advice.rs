//! Advice a file gives: named strategies and the worth of a position, both over what one seat sees.

use crate::error::Wrong;
use crate::sandbox;
use crate::schema::Schema;
use crate::source::Source;
use crate::told::{noticed, refused};
use crate::vm::put_cells;
use ludometer_game::Fault;
use mlua::{Buffer, Function, Lua, Table, Value};

const ADVICE: &str = include_str!("luau/advice.luau");
/// The largest worth of a position; the smallest is as far below 0.
pub(crate) const SURE: f32 = 100.0;

/// What a file gives advice on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Advises {
    /// Names of its strategies, sorted.
    pub strategies: Vec<String>,
    /// Whether it says what a position is worth.
    pub value: bool,
}

impl Advises {
    /// Reads what the returned game advises.
    ///
    /// # Errors
    /// When a strategy has no proper name or is no function.
    pub(crate) fn read(file: &str, rules: &Table, schema: &Schema) -> Result<Advises, Wrong> {
        let wrong = |what: String, value: &Value, hint: &str| Wrong {
            file: file.into(),
            line: line_of(value),
            what,
            value: match value {
                Value::Nil | Value::Function(_) => String::new(),
                other => other.to_string().unwrap_or_default(),
            },
            hint: hint.into(),
        };
        let value: Value = rules.get("value").unwrap_or(Value::Nil);
        if !value.is_nil() && !value.is_function() {
            return Err(wrong("`value` must be a function".into(), &value, "write function Game.value(v)"));
        }
        let strategies = match rules.get::<Value>("strategies").unwrap_or(Value::Nil) {
            Value::Nil => Vec::new(),
            Value::Table(stated) => strategies(&stated).map_err(|(what, value)| wrong(what, &value, HINT))?,
            other => return Err(wrong("`strategies` must be a table of functions".into(), &other, HINT)),
        };
        let called_action =
            |action: &&crate::schema::Action| action.args.iter().any(|arg| arg.name == "action");
        if let Some(action) = schema.actions.iter().find(called_action).filter(|_| !strategies.is_empty()) {
            let what = format!(
                "strategies know moves by `action`, and an argument of `{}` is called so",
                action.name
            );
            return Err(wrong(what, &Value::Nil, "give the argument another name"));
        }
        Ok(Advises { strategies, value: !value.is_nil() })
    }

    /// Whether there is any.
    pub(crate) fn is_some(&self) -> bool {
        self.value || !self.strategies.is_empty()
    }
}

const HINT: &str = "write Game.strategies = { rush = function(v, moves) ... end }";

fn strategies(stated: &Table) -> Result<Vec<String>, (String, Value)> {
    let mut names = Vec::new();
    for pair in stated.pairs::<Value, Value>() {
        let (name, strategy) = pair.map_err(|error| (error.to_string(), Value::Nil))?;
        let Some(name) = name.as_string().map(mlua::LuaString::to_string_lossy).filter(|name| is_word(name))
        else {
            return Err(("the name of a strategy must be a word in small letters".into(), name));
        };
        if !strategy.is_function() {
            return Err((format!("the strategy `{name}` must be a function"), strategy));
        }
        names.push(name);
    }
    names.sort_unstable();
    Ok(names)
}

/// Whether a name can stand in `strategy:NAME`.
fn is_word(name: &str) -> bool {
    let fits = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "-_".contains(letter);
    name.starts_with(|letter: char| letter.is_ascii_lowercase()) && name.chars().all(fits)
}

fn line_of(value: &Value) -> u32 {
    let Value::Function(function) = value else { return 0 };
    function.info().line_defined.and_then(|line| line.try_into().ok()).unwrap_or(0)
}

/// What one seat looks at.
pub(crate) struct Look<'a> {
    pub cells: &'a [i32],
    /// For each copy of each field, in their order, whether the seat sees it.
    pub seen: Vec<u8>,
    /// The seat, counted from 0.
    pub seat: usize,
}

impl Schema {
    /// What a seat looks at in a state with these cells.
    pub(crate) fn look<'a>(&self, cells: &'a [i32], seat: usize) -> Look<'a> {
        let seen = self.fields.iter().flat_map(|field| {
            let viewer = self.hidden().then_some(seat);
            (0..self.copies(field)).map(move |owner| u8::from(self.sees(cells, field, owner, viewer)))
        });
        Look { cells, seen: seen.collect(), seat }
    }
}

/// The advice of one game in a Luau machine.
pub(crate) struct Advice {
    source: Source,
    cells: Buffer,
    seen: Buffer,
    moves: Buffer,
    weights: Buffer,
    advise: Function,
    value: Function,
    fault: Function,
}

impl Advice {
    /// Puts what a file advises beside its rules.
    pub fn new(
        lua: &Lua,
        source: &Source,
        (layout, rules, hidden, later): (Table, Table, Table, Table),
    ) -> mlua::Result<Advice> {
        let host: Table = lua.load(ADVICE).set_name("=advice").call((layout, rules, hidden, later))?;
        Ok(Advice {
            source: source.clone(),
            cells: host.get("cells")?,
            seen: host.get("seen")?,
            moves: host.get("moves")?,
            weights: host.get("weights")?,
            advise: host.get("advise")?,
            value: host.get("value")?,
            fault: host.get("fault")?,
        })
    }

    /// Appends a weight for each move.
    ///
    /// # Errors
    /// When the strategy breaks or answers with nonsense.
    pub fn advise(
        &self,
        name: &str,
        look: &Look<'_>,
        moves: &[u32],
        out: &mut Vec<f32>,
    ) -> Result<(), Fault> {
        self.give(look);
        let bytes: Vec<u8> = moves.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.moves.write_bytes(0, &bytes);
        match self.advise.call::<u8>((name, look.seat + 1, moves.len())) {
            Ok(0) => {
                let weight = |at: usize| f64::from_le_bytes(self.weights.read_bytes(8 * at)) as f32;
                out.extend((0..moves.len()).map(weight));
                Ok(())
            }
            Ok(_) => Err(noticed(&self.fault, &self.source)),
            Err(error) => Err(refused(&error, &self.source)),
        }
    }

    /// What the seat thinks of its position, from −[`SURE`] to [`SURE`].
    ///
    /// # Errors
    /// When the function breaks or answers with nonsense.
    pub fn value(&self, look: &Look<'_>) -> Result<f32, Fault> {
        self.give(look);
        match self.value.call::<(u8, f32)>(look.seat + 1) {
            Ok((0, worth)) => Ok(worth),
            Ok(_) => Err(noticed(&self.fault, &self.source)),
            Err(error) => Err(refused(&error, &self.source)),
        }
    }

    fn give(&self, look: &Look<'_>) {
        put_cells(&self.cells, look.cells);
        self.seen.write_bytes(0, &look.seen);
        sandbox::renew_budget();
    }
}
