//! What the designer wants of the game: `goals = { length = { 20, 60 }, share = { ... }, win = { ... } }`.

use crate::declare::{Declared, Read};
use crate::error::Wrong;
use crate::schema::Schema;
use ludometer_game::{Goal, GoalOf, ParamKind, ParamSpec, Sum, unknown};
use mlua::{Table, Value};

/// A goal as the file states it.
#[derive(Clone, PartialEq, Debug)]
pub struct Stated {
    /// The goal.
    pub goal: Goal,
    /// The parameter and its value for which it is meant; all where there is none.
    pub only: Option<(String, String)>,
    /// Whether it is meant for the parameters of this game.
    pub now: bool,
}

impl std::fmt::Display for Stated {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.only {
            Some((name, value)) => write!(f, "{} with {name}={value}", self.goal),
            None => write!(f, "{}", self.goal),
        }
    }
}

const RANGE: &str = "write the least and the most: { 45, 55 }";
const WIN: &str = "write win = { 40, 60 }, or win = { level = { easy = { 60, 80 }, hard = { 10, 30 } } }";

impl Schema {
    /// A goal for matches that are won together needs a game that is.
    pub(crate) fn demand_fitting_goals(&self, file: &str, sum: Sum) -> Read<()> {
        let together = sum == Sum::Shared || self.seats.len() == 1;
        match self.goals.iter().any(|stated| stated.goal.of == GoalOf::Wins) && !together {
            false => Ok(()),
            true => Err(Wrong {
                file: file.into(),
                what: "the goal `win` is for games that are won alone or together".into(),
                hint: "write share = { Red = { 45, 55 } }".into(),
                ..Wrong::default()
            }),
        }
    }
}

impl Declared<'_> {
    /// The goals, for a schema with seats, sides and parameters.
    pub(crate) fn goals(&self, game: &Table, schema: &Schema) -> Read<Vec<Stated>> {
        let Some(goals) = self.get::<Option<Table>>(game, "goals")? else { return Ok(Vec::new()) };
        let mut all = Vec::new();
        for (name, value) in self.entries("goals", &goals)? {
            match name.as_str() {
                "length" => {
                    let (low, high) = self.range("length", &value, 1e6)?;
                    all.push(always(Goal { of: GoalOf::Length, low, high }));
                }
                "share" => self.shares(&value, schema, &mut all)?,
                "win" => self.wins(&value, schema, &mut all)?,
                other => {
                    let what = format!("goals has no setting `{other}`");
                    return Err(self.at(&["goals", other], &what, "", "it takes length, share, win"));
                }
            }
        }
        Ok(all)
    }

    fn shares(&self, value: &Value, schema: &Schema, all: &mut Vec<Stated>) -> Read<()> {
        let Value::Table(table) = value else {
            return Err(self.at(
                &["goals", "share"],
                "share names players or sides",
                "",
                "write share = { Red = { 45, 55 } }",
            ));
        };
        let known: Vec<&str> = schema.seats.iter().chain(&schema.sides).map(String::as_str).collect();
        for (who, value) in self.entries("share", table)? {
            if !known.contains(&who.as_str()) {
                return Err(self.at(
                    &["goals", "share", &who],
                    &unknown("player or side", &who, &known),
                    "",
                    "",
                ));
            }
            let (low, high) = self.share(&format!("share of {who}"), &value)?;
            all.push(always(Goal { of: GoalOf::Share(who), low, high }));
        }
        Ok(())
    }

    /// `{ 40, 60 }`, `{ level = { [1] = { 60, 80 } } }`, or the words of one parameter alone:
    /// `{ easy = { 60, 80 } }`.
    fn wins(&self, value: &Value, schema: &Schema, all: &mut Vec<Stated>) -> Read<()> {
        let Value::Table(table) = value else {
            return Err(self.at(&["goals", "win"], "win is not understood", "", WIN));
        };
        if table.get::<Value>(1).is_ok_and(|first| first.is_number() || first.is_integer()) {
            let (low, high) = self.share("win", value)?;
            all.push(always(Goal { of: GoalOf::Wins, low, high }));
            return Ok(());
        }
        for (name, value) in self.entries("win", table)? {
            if let Some(param) = schema.params.iter().find(|param| param.name == name) {
                let Value::Table(values) = &value else {
                    return Err(self.at(&["goals", "win"], "win is not understood", "", WIN));
                };
                for (word, value) in self.entries("win", values)? {
                    all.push(self.win_with(param, &word, &value)?);
                }
            } else {
                all.push(self.win_with(self.param_of(&name, schema)?, &name, &value)?);
            }
        }
        Ok(())
    }

    /// The only parameter that has this word.
    fn param_of<'a>(&self, word: &str, schema: &'a Schema) -> Read<&'a ParamSpec> {
        let has = |param: &&ParamSpec| matches!(&param.kind, ParamKind::Choice(words) if words.iter().any(|w| w == word));
        let mut found = schema.params.iter().filter(has);
        match (found.next(), found.next()) {
            (Some(param), None) => Ok(param),
            (Some(_), Some(_)) => Err(self.at(
                &["goals", "win", word],
                &format!("several parameters have the choice `{word}`"),
                "",
                WIN,
            )),
            _ => Err(self.at(
                &["goals", "win", word],
                &format!("win: no parameter or choice is called `{word}`"),
                "",
                WIN,
            )),
        }
    }

    fn win_with(&self, param: &ParamSpec, word: &str, value: &Value) -> Read<Stated> {
        let typed = param.read(word).map_err(|error| {
            self.at(&["goals", "win", &param.name, word], &format!("win: {error}"), "", "")
        })?;
        let (low, high) = self.share(&format!("win with {}={word}", param.name), value)?;
        let now = self.value_of(&param.name)? == typed.to_string();
        Ok(Stated {
            goal: Goal { of: GoalOf::Wins, low, high },
            only: Some((param.name.clone(), typed.to_string())),
            now,
        })
    }

    /// The value of a parameter as it is typed.
    fn value_of(&self, name: &str) -> Read<String> {
        let params: Table = self.get(&self.record, "params")?;
        let mut value = String::new();
        for entry in self.each(&params)? {
            if self.get::<String>(&entry, "id")? == name {
                value = match self.get::<Value>(&entry, "value")? {
                    Value::Boolean(true) => "on".into(),
                    Value::Boolean(false) => "off".into(),
                    other => word_of(&other),
                };
            }
        }
        Ok(value)
    }

    /// Two percentages as shares.
    fn share(&self, what: &str, value: &Value) -> Read<(f64, f64)> {
        self.range(what, value, 100.0).map(|(low, high)| (rounded(low / 100.0), rounded(high / 100.0)))
    }

    /// Two numbers from 0 to the most.
    fn range(&self, what: &str, value: &Value, most: f64) -> Read<(f64, f64)> {
        let ends: Vec<f64> = match value {
            Value::Table(table) => table.sequence_values().collect::<mlua::Result<_>>().unwrap_or_default(),
            _ => Vec::new(),
        };
        // "length", "share of Red", "win with level=easy".
        let of = ["goals", what.split(' ').next().unwrap_or_default()];
        match ends[..] {
            [low, high] if 0.0 <= low && low <= high && high <= most => Ok((rounded(low), rounded(high))),
            [low, high] => {
                let what = format!("the goal `{what}` takes numbers from 0 to {most}, the smaller first");
                Err(self.at(&of, &what, &format!("{low} to {high}"), RANGE))
            }
            _ => Err(self.at(&of, &format!("the goal `{what}` takes two numbers"), "", RANGE)),
        }
    }

    /// Names and values of a table, by name: a table of Luau has no order of its own.
    fn entries(&self, what: &str, table: &Table) -> Read<Vec<(String, Value)>> {
        let pairs = table.pairs::<Value, Value>().collect::<mlua::Result<Vec<_>>>();
        let pairs = pairs.map_err(|_| self.at(&["goals"], &format!("{what} is not understood"), "", ""))?;
        let mut all: Vec<(String, Value)> =
            pairs.into_iter().map(|(name, value)| (word_of(&name), value)).collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(all)
    }
}

fn always(goal: Goal) -> Stated {
    Stated { goal, only: None, now: true }
}

/// Rounded to what a record keeps to the digit.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

/// A word or a number as it is typed.
fn word_of(value: &Value) -> String {
    value.to_string().unwrap_or_default()
}
