//! What the variables of a file hold once it has run, as the compiler takes it.

use crate::fast::Constant;
use mlua::{Table, Value};
use std::collections::BTreeMap;

/// How deep tables may lie in one another.
const DEEPEST: usize = 8;
/// How many values all variables together may hold.
const MOST: usize = 200_000;

/// Reads the variables of a file; `game` is what it returns.
pub(crate) fn constants(variables: &Table, game: &Table) -> mlua::Result<BTreeMap<String, Constant>> {
    let mut reader = Reader { game, left: MOST };
    let mut all = BTreeMap::new();
    for pair in variables.pairs::<String, Value>() {
        let (name, value) = pair?;
        all.insert(name, reader.read(&value, 0)?);
    }
    Ok(all)
}

struct Reader<'a> {
    game: &'a Table,
    left: usize,
}

impl Reader<'_> {
    fn read(&mut self, value: &Value, depth: usize) -> mlua::Result<Constant> {
        self.left = self.left.saturating_sub(1);
        Ok(match value {
            Value::Nil => Constant::Nil,
            Value::Boolean(flag) => Constant::Flag(*flag),
            Value::Integer(number) => Constant::Number(*number as f64),
            Value::Number(number) => Constant::Number(*number),
            Value::String(text) => Constant::Text(text.to_string_lossy()),
            Value::Function(_) => Constant::Function,
            Value::Table(table) if table == self.game => Constant::Game,
            Value::Table(_) if depth == DEEPEST || self.left == 0 => Constant::Other("large table"),
            Value::Table(table) => self.table(table, depth)?,
            other => Constant::Other(other.type_name()),
        })
    }

    /// A table with anything in its first place is a list; what has names in a list is not for the rules.
    fn table(&mut self, table: &Table, depth: usize) -> mlua::Result<Constant> {
        if table.raw_len() > 0 || table.is_empty() {
            let items = table.sequence_values::<Value>();
            let items: Vec<Constant> =
                items.map(|item| self.read(&item?, depth + 1)).collect::<mlua::Result<_>>()?;
            let whole = items.len() == table.raw_len();
            return Ok(if whole { Constant::List(items) } else { Constant::Other("list with gaps") });
        }
        let mut record = BTreeMap::new();
        for pair in table.pairs::<Value, Value>() {
            let (Value::String(name), value) = pair? else { return Ok(Constant::Other("table with gaps")) };
            record.insert(name.to_string_lossy(), self.read(&value, depth + 1)?);
        }
        Ok(Constant::Record(record))
    }
}
