//! What a file declares must mean something: unknown settings, double names and half a scoring are refused.

use crate::declare::{Declared, RULES, Read};
use crate::error::Wrong;
use crate::schema::{Field, Kind, Schema};
use ludometer_game::nearest;
use mlua::{Table, Value};

/// Refuses rules that nobody would ever run: a misspelt `stuck` would be missed only when it is needed.
pub(crate) fn demand_known_rules(file: &str, rules: &Table, schema: &Schema) -> Result<(), Wrong> {
    let known: Vec<&str> =
        RULES.into_iter().chain(schema.actions.iter().map(|action| action.name.as_str())).collect();
    let mut unknown: Vec<(String, u32)> = Vec::new();
    for (key, value) in rules.pairs::<Value, Value>().flatten() {
        let name = key.to_string().unwrap_or_default();
        if !known.contains(&name.as_str()) {
            let line = value.as_function().and_then(|rule| rule.info().line_defined);
            unknown.push((name, line.and_then(|line| line.try_into().ok()).unwrap_or(0)));
        }
    }
    unknown.sort_unstable();
    let Some((name, line)) = unknown.into_iter().next() else { return Ok(()) };
    let hint = nearest(&name, known.iter().copied()).map_or_else(
        || "it is no action and no rule; functions of your own are local functions".into(),
        |near| format!("did you mean `Game.{near}`?"),
    );
    let what = format!("nobody runs `Game.{name}`");
    Err(Wrong { file: file.into(), line, what, value: String::new(), hint })
}

/// Settings of an action.
const OF_ACTION: [&str; 4] = ["args", "title", "pick", "secret"];
/// What scores can be worth.
const SCORINGS: [&str; 3] = ["win", "difference", "score"];

impl Declared<'_> {
    /// Refuses settings of an action that nobody reads.
    pub(crate) fn demand_known_settings(&self, action: &str, spec: &Table) -> Read<()> {
        let mut unknown: Vec<String> = Vec::new();
        for pair in spec.pairs::<Value, Value>() {
            let (key, _) = pair.map_err(|error| self.here(&error.to_string(), "", ""))?;
            let name = key.to_string().unwrap_or_default();
            if !key.is_string() || !OF_ACTION.contains(&name.as_str()) {
                unknown.push(name);
            }
        }
        unknown.sort_unstable();
        let Some(name) = unknown.first() else { return Ok(()) };
        let hint = nearest(name, OF_ACTION).map_or_else(
            || format!("it takes {}", OF_ACTION.join(", ")),
            |near| format!("did you mean `{near}`?"),
        );
        Err(self.here(&format!("the action `{action}` has no setting `{name}`"), "", &hint))
    }

    /// Scores are worth something known, and their ends are told where they count as points.
    pub(crate) fn demand_scoring(&self, game: &Table, schema: &Schema) -> Read<()> {
        let scoring = schema.scoring.as_str();
        if !SCORINGS.contains(&scoring) {
            let hint = "write scoring = \"win\", \"difference\" or \"score\"";
            return Err(self.here("scoring is not understood", scoring, hint));
        }
        if scoring != "win" && self.get::<Value>(game, "score")?.is_nil() {
            let what = format!("scoring = \"{scoring}\" needs the lowest and the highest score");
            return Err(self.here(&what, "", "write score = { 0, 50 }"));
        }
        Ok(())
    }

    /// Players and phases are told apart by their names.
    pub(crate) fn demand_different_names(&self, schema: &Schema) -> Read<()> {
        for (what, names) in [("players", &schema.seats), ("phases", &schema.phases)] {
            let twice = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name));
            if let Some((_, name)) = twice {
                return Err(self.here(&format!("two {what} are called `{name}`"), "", ""));
            }
        }
        Ok(())
    }

    /// A number begins within its range.
    pub(crate) fn demand_start(&self, field: &Field) -> Read<()> {
        match field.kind {
            Kind::Number { min, max } if !(min..=max).contains(&field.start) => {
                let what = format!("start of `{}` is outside {min}..{max}", field.name);
                Err(self.wrong(field.line, &what, &field.start.to_string(), ""))
            }
            _ => Ok(()),
        }
    }
}
