//! The heads of functions as they stand in a file: `function Game.take(s, stones)`.
//!
//! Luau takes any head for right and hands nothing to a name too many, so that a forgotten `s` shows only as something
//! that is nil, lines later.

use crate::error::Wrong;
use crate::schema::Schema;
use crate::source::Source;
use mlua::{Table, Value};

/// The head of a function.
pub(crate) struct Head<'a> {
    /// Everything in front of the bracket; nothing behind `function` where it has no name.
    before: &'a str,
    params: Vec<&'a str>,
}

impl<'a> Head<'a> {
    /// The head that a line holds.
    fn of(line: &'a str) -> Option<Head<'a>> {
        let code = line.split("--").next()?;
        let (before, rest) = code.split_at_checked(code.find("function")? + "function".len())?;
        let (name, rest) = rest.split_once('(')?;
        let (inside, _) = rest.split_once(')')?;
        // A parameter may come with its type.
        let params = inside.split(',').map(|param| param.split(':').next().unwrap_or_default().trim());
        let before = code[..before.len() + name.len()].trim_start();
        Some(Head { before, params: params.filter(|param| !param.is_empty()).collect() })
    }

    /// The functions a line of a file stands in, the innermost first; lines count from 1.
    pub(crate) fn around(text: &'a str, line: u32) -> Vec<Head<'a>> {
        let lines: Vec<&str> = text.lines().take(line as usize).collect();
        let mut deep = usize::MAX;
        let mut outside = |line: &str| {
            let out = indent(line) < deep && !line.trim().is_empty();
            deep = if out { indent(line) } else { deep };
            out
        };
        lines.into_iter().rev().filter(|line| outside(line)).filter_map(Head::of).collect()
    }

    pub(crate) fn takes(&self, name: &str) -> bool {
        self.params.contains(&name)
    }

    /// The same head with one more parameter: the state comes first, everything else last.
    pub(crate) fn with(&self, name: &'a str) -> String {
        let more: &[&str] = &[name];
        let parts = if name == "s" { [more, &self.params[..]] } else { [&self.params[..], more] };
        format!("{}({})", self.before, parts.concat().join(", "))
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Every rule takes what it is handed in the order it is handed.
///
/// # Errors
/// When a rule is written with a colon, or names in its head what it gets in another place.
pub(crate) fn demand_heads(source: &Source, rules: &Table, schema: &Schema) -> Result<(), Wrong> {
    let fixed = [("setup", "chance"), ("moves", "can"), ("over", "finish"), ("stuck", "finish")];
    let fixed = fixed.into_iter().map(|(rule, last)| (rule, vec!["s", last]));
    let actions = schema.actions.iter().map(|action| {
        let args = action.args.iter().map(|arg| arg.name.as_str());
        (action.name.as_str(), ["s"].into_iter().chain(args).chain(["chance"]).collect())
    });
    fixed.chain(actions).try_for_each(|(rule, handed)| demand_head(source, rules, rule, &handed))
}

fn demand_head(source: &Source, rules: &Table, rule: &str, handed: &[&str]) -> Result<(), Wrong> {
    let Ok(Value::Function(function)) = rules.get::<Value>(rule) else { return Ok(()) };
    let line = function.info().line_defined.unwrap_or(0);
    let text = source.text.lines().nth(line.wrapping_sub(1)).unwrap_or_default();
    let Some(head) = Head::of(text) else { return Ok(()) };
    let taken = handed.split_last().filter(|(last, _)| **last == "chance" && !head.takes("chance"));
    let write = taken.map_or(handed, |(_, others)| others).join(", ");
    let wrong = |what: String, value: String| Wrong {
        file: source.file.clone(),
        line: line as u32,
        what,
        value,
        hint: format!("write function Game.{rule}({write})"),
    };
    if head.before.contains(':') {
        return Err(wrong(
            format!("the name of the rule `{rule}` has a colon, and needs a dot"),
            String::new(),
        ));
    }
    let elsewhere = |(at, name): (usize, &&str)| handed.contains(name) && handed.get(at) != Some(name);
    match head.params.iter().enumerate().any(elsewhere) {
        true => Err(wrong(
            format!("Game.{rule} is handed {}, in this order", handed.join(", ")),
            head.params.join(", "),
        )),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "local function a(x)\n\treturn x\nend\nfunction Game.take(s, n: number)\n\tif n > 1 then\n\
        \t\tlocal f = function(y) return y end\n\t\ts.sum = f(n)\n\tend\nend\n";

    #[test]
    fn a_line_stands_in_functions() {
        for (line, first) in
            [(2, Some("local function a(x, c)")), (7, Some("function Game.take(s, n, c)")), (3, None)]
        {
            let heads = Head::around(FILE, line);
            let found = heads.first().map(|head| head.with("c"));
            assert_eq!(found.as_deref(), first, "{line}");
        }
        let inner = Head::around(FILE, 6);
        assert_eq!(
            inner.iter().map(|head| head.with("s")).collect::<Vec<_>>(),
            ["local f = function(s, y)", "function Game.take(s, s, n)",]
        );
    }
}
