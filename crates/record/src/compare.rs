//! What differs between two headers, in words.

use crate::Header;
use serde_json::Value;

impl Header {
    /// Every difference between the header of a stored run and this one, one line each. The program is
    /// not compared: after an upgrade a run goes on, as long as the game and the agents, which have
    /// versions of their own, behave as before.
    #[must_use]
    pub fn differences(&self, stored: &Header) -> Vec<String> {
        let same_program = Header { program: stored.program.clone(), ..self.clone() };
        let (now, there) = (serde_json::to_value(same_program), serde_json::to_value(stored));
        let mut lines = Vec::new();
        collect("", &there.unwrap_or_default(), &now.unwrap_or_default(), &mut lines);
        lines
    }
}

fn collect(path: &str, there: &Value, now: &Value, lines: &mut Vec<String>) {
    match (there, now) {
        (Value::Object(there), Value::Object(now)) => {
            for (key, value) in there {
                let dot = if path.is_empty() { "" } else { "." };
                collect(&format!("{path}{dot}{key}"), value, now.get(key).unwrap_or(&Value::Null), lines);
            }
        }
        (Value::Array(there), Value::Array(now)) if there.len() == now.len() => {
            for (index, (there, now)) in there.iter().zip(now).enumerate() {
                match (pair(there), pair(now)) {
                    (Some((name, there)), Some((same, now))) if name == same => {
                        collect(&format!("{path}.{name}"), there, now, lines);
                    }
                    _ => collect(&format!("{path}[{index}]"), there, now, lines),
                }
            }
        }
        _ if there == now => {}
        _ => lines.push(format!("{path}: {} in the folder, {} now{}", short(there), short(now), why(path))),
    }
}

/// What it means that a number at this path differs, where the number alone does not say it.
fn why(path: &str) -> &'static str {
    match path {
        "game.version" => " (this release plays the game by changed rules)",
        _ if path.starts_with("agents[") && path.ends_with("].version") => {
            " (this release has a changed version of the agent)"
        }
        _ => "",
    }
}

/// A parameter: its name and its value.
fn pair(value: &Value) -> Option<(&str, &Value)> {
    match value.as_array()?.as_slice() {
        [Value::String(name), value] => Some((name, value)),
        _ => None,
    }
}

/// A value on part of a line.
fn short(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = value.to_string();
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST).chain("…".chars()).collect()
}
