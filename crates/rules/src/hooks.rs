//! Rules a file may have beyond moves and actions: what effects do, what always holds, what is plausible.

use crate::error::Wrong;
use crate::schema::Schema;
use ludometer_game::nearest;
use mlua::{Function, Lua, Table, Value};

/// Reads the optional rules of a file into its schema, and gives them to what runs the rules.
pub(crate) struct Hooks<'a> {
    /// The machine.
    pub lua: &'a Lua,
    /// The file, for messages.
    pub file: &'a str,
    /// What the words of the file left.
    pub record: &'a Table,
    /// The table the file returned.
    pub rules: &'a Table,
}

impl Hooks<'_> {
    /// Fills in what the schema says of optional rules.
    ///
    /// # Errors
    /// When one is not what it should be.
    pub(crate) fn read(&self, schema: &mut Schema, later: &Table) -> Result<(), Wrong> {
        let effects = self.effects()?;
        let always = self.functions("always", "Game.always = { [\"no debts\"] = function(s) ... end }")?;
        let names = |rules: &[(String, Function)]| rules.iter().map(|(name, _)| name.clone()).collect();
        schema.effects = names(&effects);
        schema.always = names(&always);
        schema.plausible = self.plausible()?;
        self.hand_over(effects, always, later).map_err(|error| self.wrong(0, &error.to_string(), ""))
    }

    /// The tests the file brings along.
    ///
    /// # Errors
    /// When they are no functions.
    pub(crate) fn tests(&self) -> Result<Vec<(String, Function)>, Wrong> {
        self.functions("tests", "Game.tests = { [\"red can win\"] = function(t) ... end }")
    }

    fn hand_over(
        &self,
        effects: Vec<(String, Function)>,
        always: Vec<(String, Function)>,
        later: &Table,
    ) -> mlua::Result<()> {
        let functions: Vec<Function> = effects.into_iter().map(|(_, function)| function).collect();
        later.set("effects", functions)?;
        let rule = |(name, holds): (String, Function)| {
            let rule = self.lua.create_table()?;
            rule.set("name", name)?;
            rule.set("holds", holds)?;
            Ok(rule)
        };
        later.set("always", always.into_iter().map(rule).collect::<mlua::Result<Vec<Table>>>()?)
    }

    /// The line of the rule that says which tables are plausible.
    fn plausible(&self) -> Result<Option<u32>, Wrong> {
        match self.rules.get::<Value>("plausible") {
            Ok(Value::Nil) => Ok(None),
            Ok(Value::Function(rule)) => Ok(Some(rule.info().line_defined.unwrap_or(0) as u32)),
            _ => {
                let hint = "write function Game.plausible(s, seat)";
                Err(self.wrong(0, "Game.plausible must be a function", hint))
            }
        }
    }

    /// The functions that content tables name, in the order of their numbers.
    fn effects(&self) -> Result<Vec<(String, Function)>, Wrong> {
        let given = self.functions("effects", "function Game.effects.burn(s, who)")?;
        let met: Vec<Table> = self.record.get("effects").unwrap_or_default();
        let find = |effect: Table| {
            let text = |key: &str| effect.get::<String>(key).unwrap_or_default();
            let name = text("name");
            match given.iter().find(|(known, _)| *known == name) {
                Some(found) => Ok(found.clone()),
                None => {
                    let near = nearest(&name, given.iter().map(|(known, _)| known.as_str()));
                    let hint = near.map_or_else(
                        || format!("write function Game.effects.{name}(s, ...)"),
                        |near| format!("did you mean `{near}`?"),
                    );
                    let what = format!("{}: nobody says what the effect `{name}` does", text("where"));
                    Err(self.wrong(effect.get("line").unwrap_or(0), &what, &hint))
                }
            }
        };
        met.into_iter().map(find).collect()
    }

    /// A table of functions by name, in the order of the names.
    fn functions(&self, key: &str, write: &str) -> Result<Vec<(String, Function)>, Wrong> {
        let bad = |what: String| self.wrong(0, &what, &format!("write {write}"));
        let table = match self.rules.get::<Value>(key) {
            Ok(Value::Table(table)) => table,
            Ok(Value::Nil) => return Ok(Vec::new()),
            _ => return Err(bad(format!("Game.{key} must be a table of functions"))),
        };
        let mut found = Vec::new();
        for pair in table.pairs::<Value, Value>() {
            match pair {
                Ok((Value::String(name), Value::Function(function))) => {
                    found.push((name.to_string_lossy(), function));
                }
                Ok((name, _)) => {
                    let name = name.to_string().unwrap_or_default();
                    return Err(bad(format!("`{name}` of Game.{key} must be a function with a name")));
                }
                Err(error) => return Err(self.wrong(0, &error.to_string(), "")),
            }
        }
        found.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(found)
    }

    fn wrong(&self, line: u32, what: &str, hint: &str) -> Wrong {
        Wrong { file: self.file.into(), line, what: what.into(), value: String::new(), hint: hint.into() }
    }
}
