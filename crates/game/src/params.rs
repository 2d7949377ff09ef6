//! Parameters: every rule number has a name, a default and a range.
//!
//! The same words describe the rules of a game (`--set rows=8`) and the settings of an agent
//! (`mcts:sims=2000`). What was typed is checked here, once; [`Params`] only holds legal values.

use crate::unknown;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A parameter's value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// `gravity=on`.
    Switch(bool),
    /// `rows=8`.
    Whole(i64),
    /// `c=1.4`.
    Real(f64),
    /// `deck=spanish`.
    Word(String),
    /// `heaps=3,4,5`.
    List(Vec<i64>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Switch(on) => f.write_str(if *on { "on" } else { "off" }),
            Value::Whole(number) => write!(f, "{number}"),
            Value::Real(number) => write!(f, "{number}"),
            Value::Word(word) => f.write_str(word),
            Value::List(items) => {
                let items: Vec<String> = items.iter().map(ToString::to_string).collect();
                f.write_str(&items.join(","))
            }
        }
    }
}

/// What values a parameter takes.
#[derive(Clone, PartialEq, Debug)]
pub enum ParamKind {
    /// A whole number from `min` to `max` in steps of `step` from `min`.
    Whole {
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
        /// Distance between legal values.
        step: i64,
    },
    /// A real number from `min` to `max`.
    Real {
        /// Smallest.
        min: f64,
        /// Largest.
        max: f64,
    },
    /// On or off.
    Switch,
    /// One of these words.
    Choice(Vec<String>),
    /// Any text: a path or a name that something else will check.
    Text,
    /// `items` whole numbers (from..=to of them), each from `min` to `max`.
    List {
        /// Smallest item.
        min: i64,
        /// Largest item.
        max: i64,
        /// Fewest items.
        from: usize,
        /// Most items.
        to: usize,
    },
}

impl fmt::Display for ParamKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamKind::Whole { min, max, step: 1 } => write!(f, "{min}..{max}"),
            ParamKind::Whole { min, max, step } => write!(f, "{min}..{max} in steps of {step}"),
            ParamKind::Real { min, max } => write!(f, "{min}..{max}"),
            ParamKind::Switch => f.write_str("on|off"),
            ParamKind::Choice(words) => f.write_str(&words.join("|")),
            ParamKind::Text => f.write_str("text"),
            ParamKind::List { min, max, from, to } => {
                write!(f, "{from} to {to} numbers, each {min}..{max}, separated by commas")
            }
        }
    }
}

/// A parameter as declared: name, meaning, legal values, default.
#[derive(Clone, PartialEq, Debug)]
pub struct ParamSpec {
    /// What is typed.
    pub name: String,
    /// What it means, one line.
    pub about: String,
    /// Legal values.
    pub kind: ParamKind,
    /// The value when nothing is typed.
    pub default: Value,
}

impl ParamSpec {
    fn new(name: &str, about: &str, kind: ParamKind, default: Value) -> Self {
        ParamSpec { name: name.into(), about: about.into(), kind, default }
    }

    /// A whole number.
    #[must_use]
    pub fn whole(name: &str, about: &str, default: i64, range: std::ops::RangeInclusive<i64>) -> Self {
        let kind = ParamKind::Whole { min: *range.start(), max: *range.end(), step: 1 };
        Self::new(name, about, kind, Value::Whole(default))
    }

    /// Makes only every `step`-th number of a whole range legal.
    #[must_use]
    pub fn step(mut self, by: i64) -> Self {
        if let ParamKind::Whole { step, .. } = &mut self.kind {
            *step = by;
        }
        self
    }

    /// A real number.
    #[must_use]
    pub fn real(name: &str, about: &str, default: f64, range: std::ops::RangeInclusive<f64>) -> Self {
        let kind = ParamKind::Real { min: *range.start(), max: *range.end() };
        Self::new(name, about, kind, Value::Real(default))
    }

    /// On or off.
    #[must_use]
    pub fn switch(name: &str, about: &str, default: bool) -> Self {
        Self::new(name, about, ParamKind::Switch, Value::Switch(default))
    }

    /// One of several words; the first is the default.
    #[must_use]
    pub fn choice(name: &str, about: &str, words: &[&str]) -> Self {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        let default = Value::Word(words[0].clone());
        Self::new(name, about, ParamKind::Choice(words), default)
    }

    /// Any text.
    #[must_use]
    pub fn text(name: &str, about: &str, default: &str) -> Self {
        Self::new(name, about, ParamKind::Text, Value::Word(default.into()))
    }

    /// A list of whole numbers.
    #[must_use]
    pub fn list(
        name: &str,
        about: &str,
        default: &[i64],
        each: std::ops::RangeInclusive<i64>,
        count: std::ops::RangeInclusive<usize>,
    ) -> Self {
        let kind =
            ParamKind::List { min: *each.start(), max: *each.end(), from: *count.start(), to: *count.end() };
        Self::new(name, about, kind, Value::List(default.to_vec()))
    }

    /// Reads a value of this parameter from text.
    ///
    /// # Errors
    /// When the text is not of the parameter's kind or out of its range.
    pub fn read(&self, text: &str) -> Result<Value, ParamError> {
        let bad = || ParamError::NotAValue {
            name: self.name.clone(),
            value: text.to_owned(),
            range: self.kind.to_string(),
        };
        let text = text.trim();
        let value = match &self.kind {
            ParamKind::Whole { .. } => Value::Whole(text.parse().map_err(|_| bad())?),
            ParamKind::Real { .. } => Value::Real(text.parse().map_err(|_| bad())?),
            ParamKind::Switch => Value::Switch(match text {
                "on" | "true" | "yes" | "1" => true,
                "off" | "false" | "no" | "0" => false,
                _ => return Err(bad()),
            }),
            ParamKind::Choice(_) | ParamKind::Text => Value::Word(text.to_owned()),
            ParamKind::List { .. } => Value::List(
                text.split([',', ' ', '+'])
                    .filter(|item| !item.is_empty())
                    .map(|item| item.parse().map_err(|_| bad()))
                    .collect::<Result<_, _>>()?,
            ),
        };
        if self.admits(&value) { Ok(value) } else { Err(bad()) }
    }

    /// Whether the value is of the right kind and in range.
    #[must_use]
    pub fn admits(&self, value: &Value) -> bool {
        match (&self.kind, value) {
            (ParamKind::Whole { min, max, step }, Value::Whole(n)) => {
                (min..=max).contains(&n) && (n - min) % step == 0
            }
            (ParamKind::Real { min, max }, Value::Real(x)) => (min..=max).contains(&x),
            (ParamKind::Switch, Value::Switch(_)) | (ParamKind::Text, Value::Word(_)) => true,
            (ParamKind::Choice(words), Value::Word(word)) => words.contains(word),
            (ParamKind::List { min, max, from, to }, Value::List(items)) => {
                (from..=to).contains(&&items.len()) && items.iter().all(|n| (min..=max).contains(&n))
            }
            _ => false,
        }
    }
}

/// Checked values of all parameters of one game or agent, in declared order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Params {
    values: Vec<(String, Value)>,
    typed: Vec<String>,
}

impl Params {
    /// All defaults.
    #[must_use]
    pub fn defaults(specs: &[ParamSpec]) -> Self {
        let values = specs.iter().map(|s| (s.name.clone(), s.default.clone())).collect();
        Params { values, typed: Vec::new() }
    }

    /// The defaults, changed by what was typed as (name, text).
    ///
    /// # Errors
    /// When a name is unknown or typed twice, or a value is not legal.
    pub fn read<'a>(
        specs: &[ParamSpec],
        typed: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, ParamError> {
        let mut params = Params::defaults(specs);
        for (name, text) in typed {
            let spec =
                specs.iter().find(|s| s.name == name).ok_or_else(|| ParamError::unknown(name, specs))?;
            if params.is_typed(name) {
                return Err(ParamError::Twice(name.to_owned()));
            }
            params.typed.push(name.to_owned());
            params.put(name, spec.read(text)?);
        }
        Ok(params)
    }

    fn put(&mut self, name: &str, value: Value) {
        if let Some(slot) = self.values.iter_mut().find(|(known, _)| known == name) {
            slot.1 = value;
        }
    }

    /// Whether somebody typed this parameter, be it with its default.
    #[must_use]
    pub fn is_typed(&self, name: &str) -> bool {
        self.typed.iter().any(|typed| typed == name)
    }

    /// Those that are numbers, by name; a switch is 0 or 1.
    #[must_use]
    pub fn numbers(&self) -> Vec<(String, f32)> {
        let number = |value: &Value| match value {
            Value::Switch(on) => Some(f32::from(u8::from(*on))),
            Value::Whole(whole) => Some(*whole as f32),
            Value::Real(real) => Some(*real as f32),
            Value::Word(_) | Value::List(_) => None,
        };
        self.iter().filter_map(|(name, value)| Some((name.to_owned(), number(value)?))).collect()
    }

    /// Names and values in declared order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value))
    }

    fn get(&self, name: &str) -> &Value {
        let found = self.values.iter().find(|(known, _)| known == name);
        &found.unwrap_or_else(|| panic!("parameter `{name}` is not declared in the card")).1
    }

    /// A declared whole number.
    #[must_use]
    pub fn whole(&self, name: &str) -> i64 {
        match self.get(name) {
            Value::Whole(number) => *number,
            other => panic!("parameter `{name}` is declared as {other:?}"),
        }
    }

    /// A declared whole number that counts something.
    #[must_use]
    pub fn count(&self, name: &str) -> usize {
        usize::try_from(self.whole(name)).expect("a count is declared with a minimum of 0 or more")
    }

    /// A declared real number.
    #[must_use]
    pub fn real(&self, name: &str) -> f64 {
        match self.get(name) {
            Value::Real(number) => *number,
            other => panic!("parameter `{name}` is declared as {other:?}"),
        }
    }

    /// A declared switch.
    #[must_use]
    pub fn switch(&self, name: &str) -> bool {
        match self.get(name) {
            Value::Switch(on) => *on,
            other => panic!("parameter `{name}` is declared as {other:?}"),
        }
    }

    /// A declared choice or text.
    #[must_use]
    pub fn word(&self, name: &str) -> &str {
        match self.get(name) {
            Value::Word(word) => word,
            other => panic!("parameter `{name}` is declared as {other:?}"),
        }
    }

    /// A declared list.
    #[must_use]
    pub fn list(&self, name: &str) -> &[i64] {
        match self.get(name) {
            Value::List(items) => items,
            other => panic!("parameter `{name}` is declared as {other:?}"),
        }
    }
}

/// Why parameters were refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParamError {
    /// No parameter has this name: what [`unknown`](crate::unknown) says.
    #[error("{0}")]
    Unknown(String),
    /// The value is of the wrong kind or out of range.
    #[error("parameter `{name}` cannot be `{value}`; it takes {range}")]
    NotAValue {
        /// The parameter.
        name: String,
        /// What was typed.
        value: String,
        /// What is legal.
        range: String,
    },
    /// The parameter is typed more than once, and nobody knows which value is meant.
    #[error("parameter `{0}` is given twice; give it once")]
    Twice(String),
    /// Each value is legal, but not together.
    #[error("{0}")]
    Together(String),
}

impl ParamError {
    fn unknown(name: &str, specs: &[ParamSpec]) -> Self {
        let names: Vec<&str> = specs.iter().map(|s| s.name.as_str()).collect();
        ParamError::Unknown(unknown("parameter", name, &names))
    }
}

#[cfg(test)]
mod tests;
