//! What a file declares must mean something: unknown settings, double names and half a scoring are refused.

use crate::declare::{Declared, RULES, Read};
use crate::error::Wrong;
use crate::schema::{Action, Field, Kind, Schema};
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
/// What a click on a move can mean.
const PICKS: [&str; 3] = ["board", "board.column", "hand"];
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
        let what = format!("the action `{action}` has no setting `{name}`");
        Err(self.at(&["actions", action, name], &what, "", &hint))
    }

    /// The name of an action names its rule as well: `function Game.take(s)`.
    pub(crate) fn demand_word(&self, action: &str) -> Read<()> {
        let fits = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        if !action.starts_with(|first: char| first.is_ascii_digit()) && action.chars().all(fits) {
            return Ok(());
        }
        let word: String = action.chars().map(|letter| if fits(letter) { letter } else { '_' }).collect();
        let what = format!("the name of the action `{action}` is no word that a rule can be called by");
        let word = word.trim_matches(|letter: char| letter == '_' || letter.is_ascii_digit());
        let name = if word.is_empty() { "take" } else { word };
        Err(self.at(&["actions", action], &what, "", &format!("write {name} = {{ title = \"{action}\" }}")))
    }

    /// Whether others see the arguments of an action.
    pub(crate) fn secret(&self, action: &str, spec: &Table) -> Read<bool> {
        match self.get::<Value>(spec, "secret")? {
            Value::Nil => Ok(false),
            Value::Boolean(secret) => Ok(secret),
            other => {
                let what = format!("secret of the action `{action}` must be true or false");
                let value = other.to_string().unwrap_or_default();
                Err(self.at(
                    &["actions", action, "secret"],
                    &what,
                    &value,
                    "write secret = true, or leave it out",
                ))
            }
        }
    }

    /// Arguments have different names, the title names no others, and a click means something.
    pub(crate) fn demand_clear_action(&self, action: &Action) -> Read<()> {
        let names: Vec<&str> = action.args.iter().map(|arg| arg.name.as_str()).collect();
        let twice = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name));
        if let Some((_, name)) = twice {
            let what = format!("two arguments of the action `{}` are called `{name}`", action.name);
            return Err(self.at(
                &["actions", &action.name, "args"],
                &what,
                "",
                "give one of them another name",
            ));
        }
        let stranger = named_in(&action.title).find(|name| !names.contains(name));
        if let Some(name) = stranger {
            let what =
                format!("title of the action `{}` names `{{{name}}}`, which is no argument", action.name);
            let hint = match (nearest(name, names.iter().copied()), names.is_empty()) {
                (Some(near), _) => format!("did you mean `{{{near}}}`?"),
                (None, true) => "it has no arguments".into(),
                (None, false) => format!("its arguments are {}", names.join(", ")),
            };
            return Err(self.at(&["actions", &action.name, "title"], &what, "", &hint));
        }
        if !action.pick.is_empty() && !PICKS.contains(&action.pick.as_str()) {
            let what = format!("pick of the action `{}` means nothing", action.name);
            let hint = format!("it takes \"{}\"", PICKS.join("\", \""));
            return Err(self.at(&["actions", &action.name, "pick"], &what, &action.pick, &hint));
        }
        Ok(())
    }

    /// Scores are worth something known, and their ends are told where they count as points.
    pub(crate) fn demand_scoring(&self, game: &Table, schema: &Schema) -> Read<()> {
        let scoring = schema.scoring.as_str();
        if !SCORINGS.contains(&scoring) {
            let hint = "write scoring = \"win\", \"difference\" or \"score\"";
            return Err(self.at(&["scoring"], "scoring is not understood", scoring, hint));
        }
        if scoring != "win" && self.get::<Value>(game, "score")?.is_nil() {
            let what = format!("scoring = \"{scoring}\" needs the lowest and the highest score");
            return Err(self.at(&["scoring"], &what, "", "write score = { 0, 50 }"));
        }
        Ok(())
    }

    /// Players and phases are told apart by their names.
    pub(crate) fn demand_different_names(&self, schema: &Schema) -> Read<()> {
        for (what, names) in [("players", &schema.seats), ("phases", &schema.phases)] {
            let twice = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name));
            if let Some((_, name)) = twice {
                let said = format!("two {what} are called `{name}`");
                return Err(self.at(&[what], &said, "", "give one of them another name"));
            }
        }
        Ok(())
    }

    /// A number begins within its range.
    pub(crate) fn demand_start(&self, field: &Field) -> Read<()> {
        match field.kind {
            Kind::Number { min, max } if !(min..=max).contains(&field.start) => {
                let what = format!("start of `{}` is outside {min}..{max}", field.name);
                Err(self.wrong(field.line, &what, &field.start.to_string(), "change the start, or the range"))
            }
            _ => Ok(()),
        }
    }
}

/// What stands in braces in a title.
fn named_in(title: &str) -> impl Iterator<Item = &str> {
    title.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0))
}
