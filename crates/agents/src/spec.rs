//! The grammar of agents: `name` or `name:key=value,key=value`; `strategy:rush` is `strategy:name=rush`.

use crate::{AgentError, card, read_params};
use ludometer_game::Params;
use std::fmt;

/// Parameters that say how long an agent thinks.
const BUDGETS: [&str; 4] = ["deals", "sims", "nodes", "depth"];

/// The agent that is told by one word, and the parameter the word is for.
const TOLD: (&str, &str) = ("strategy", "name");

/// The agents that are other programs.
const PROGRAMS: [&str; 2] = ["exec", "gtp"];

/// An agent that is another program: `exec:COMMAND` or `exec[key=value,key=value]:COMMAND`, where the command may have
/// commas and colons; or a web address. Its name, what stands between the brackets, and its command.
fn program(text: &str) -> Option<(&'static str, &str, &str)> {
    if text.starts_with("http://") {
        return Some((PROGRAMS[0], "", text));
    }
    PROGRAMS.iter().find_map(|name| {
        let rest = text.strip_prefix(name)?;
        let (settings, rest) = match rest.strip_prefix('[') {
            Some(rest) => rest.split_once(']')?,
            None => ("", rest),
        };
        let command = rest.strip_prefix(':')?.trim();
        (!command.is_empty()).then_some((*name, settings, command))
    })
}

/// The pairs of a list `key=value,key=value`.
fn pairs<'a>(text: &str, list: &'a str) -> Result<Vec<(&'a str, &'a str)>, AgentError> {
    let parts = list.split(',').map(str::trim).filter(|part| !part.is_empty());
    let pair = |part: &'a str| match part.split_once('=') {
        Some((key, value)) => Ok((key.trim(), value.trim())),
        None => Err(AgentError::NotKeyValue { spec: text.into(), part: part.into() }),
    };
    parts.map(pair).collect()
}

/// An agent as typed, checked: the name exists and every parameter is legal.
#[derive(Clone, PartialEq, Debug)]
pub struct AgentSpec {
    name: String,
    params: Params,
    /// What was typed, in declared order: the canonical form.
    shown: String,
}

impl AgentSpec {
    /// Reads a specification.
    ///
    /// # Errors
    /// When the agent or a parameter is unknown, a parameter is missing or typed twice, or a value is
    /// out of range.
    pub fn read(text: &str) -> Result<Self, AgentError> {
        if let Some((name, settings, command)) = program(text) {
            let mut typed = pairs(text, settings)?;
            typed.push(("command", command));
            let params = read_params(name, typed)?;
            return Ok(AgentSpec { name: name.into(), params, shown: text.to_owned() });
        }
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name.trim(), Some(rest)),
            None => (text.trim(), None),
        };
        // A wrong name is worth saying before anything that follows it.
        card(name)?;
        let mut typed = Vec::new();
        for part in rest.into_iter().flat_map(|rest| rest.split(',')).map(str::trim) {
            if part.is_empty() {
                return Err(AgentError::NoSetting { spec: text.into(), agent: name.into() });
            }
            let pair = part.split_once('=').or_else(|| (name == TOLD.0).then_some((TOLD.1, part)));
            let (key, value) =
                pair.ok_or_else(|| AgentError::NotKeyValue { spec: text.into(), part: part.into() })?;
            typed.push((memory(name, key.trim())?, value.trim()));
        }
        let params = read_params(name, typed.iter().copied())?;
        let shown = Self::canonical(name, &params, |key| typed.iter().any(|(typed, _)| *typed == key));
        Ok(AgentSpec { name: name.into(), params, shown })
    }

    fn canonical(name: &str, params: &Params, typed: impl Fn(&str) -> bool) -> String {
        let pairs: Vec<String> = params
            .iter()
            .filter(|(key, _)| typed(key))
            .map(|(key, value)| match (name, key) == TOLD {
                true => value.to_string(),
                false => format!("{key}={}", value.to_string().replace(',', "+")),
            })
            .collect();
        if pairs.is_empty() { name.to_owned() } else { format!("{name}:{}", pairs.join(",")) }
    }

    /// The same agent with every budget it has at 1: for dry runs.
    ///
    /// # Errors
    /// Never for an agent that was read.
    pub fn dry(&self) -> Result<Self, AgentError> {
        // A level has its own budget.
        let levelled = self.params.iter().any(|(name, _)| name == "level" && self.params.is_typed(name));
        let has = |budget: &str| self.params.iter().any(|(name, _)| name == budget);
        let budgets = BUDGETS.iter().filter(|budget| !levelled && has(budget));
        budgets.into_iter().try_fold(self.clone(), |spec, budget| spec.with(budget, "1"))
    }

    /// The same agent with one parameter changed.
    ///
    /// # Errors
    /// When the agent has no such parameter or the value is out of range.
    pub fn with(&self, key: &str, value: &str) -> Result<Self, AgentError> {
        let (name, rest) = self.shown.split_once(':').unwrap_or((&self.shown, ""));
        let changed = format!("{key}=");
        let kept = rest.split(',').filter(|pair| !pair.is_empty() && !pair.starts_with(&changed));
        let pair = format!("{key}={value}");
        Self::read(&format!("{name}:{}", kept.chain([pair.as_str()]).collect::<Vec<_>>().join(",")))
    }

    /// The same agent with this value for a parameter, if it has one of that name and nobody typed it.
    ///
    /// # Errors
    /// When the value is not legal for the parameter.
    pub fn unless_typed(&self, key: &str, value: &str) -> Result<Self, AgentError> {
        let (name, rest) = self.shown.split_once(':').unwrap_or((&self.shown, ""));
        let mut pairs: Vec<String> =
            rest.split(',').filter(|pair| !pair.is_empty()).map(str::to_owned).collect();
        let typed = pairs.iter().any(|pair| pair.split('=').next() == Some(key));
        if typed || self.params.iter().all(|(name, _)| name != key) {
            return Ok(self.clone());
        }
        pairs.push(format!("{key}={value}"));
        Self::read(&format!("{name}:{}", pairs.join(",")))
    }

    /// The agent's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All parameters.
    #[must_use]
    pub fn params(&self) -> &Params {
        &self.params
    }
}

/// The parameter that a key stands for: a learned agent names its memory with `bot=`, and some people call that a model
/// or a base.
fn memory<'a>(agent: &str, key: &'a str) -> Result<&'a str, AgentError> {
    let params = card(agent)?.params;
    let has = |name: &str| params.iter().any(|param| param.name == name);
    Ok(if ["model", "base"].contains(&key) && !has(key) && has("bot") { "bot" } else { key })
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_canonical_form_names_what_was_typed_in_declared_order() {
        let shown = |text: &str| AgentSpec::read(text).unwrap().to_string();
        assert_eq!(shown("random"), "random");
        assert_eq!(shown("mcts: c=0.5 , sims=500"), "mcts:sims=500,c=0.5");
        assert_eq!(shown("mcts:c=1.40"), "mcts:c=1.4");
        assert_eq!(shown(" mcts : sims = 5 "), "mcts:sims=5");
    }

    #[test]
    fn a_dry_agent_thinks_once() {
        let dry = |text: &str| AgentSpec::read(text).unwrap().dry().unwrap().to_string();
        assert_eq!(dry("mcts:sims=500,c=2"), "mcts:sims=1,c=2");
        assert_eq!((dry("mcts"), dry("random")), ("mcts:sims=1".into(), "random".into()));
        assert_eq!(dry("alphabeta:depth=9,table=4"), "alphabeta:depth=1,nodes=1,table=4");
    }

    #[test]
    fn refusals_name_what_is_valid() {
        let refused = |text: &str| AgentSpec::read(text).unwrap_err().to_string();
        assert!(refused("mtcs").contains("did you mean `mcts`?"));
        assert!(refused("mcts:simz=5").contains("did you mean `sims`?"));
        assert!(refused("mcts:sims=0").contains("it takes 1.."));
        assert!(refused("mcts:500").contains("is not key=value"));
        assert!(refused("mtcs:").contains("did you mean `mcts`?"));
    }

    #[test]
    fn a_strategy_is_told_by_its_name() {
        let read = |text: &str| AgentSpec::read(text).unwrap();
        assert_eq!(read("strategy:rush").params().word("name"), "rush");
        assert_eq!(read("strategy:name=rush").to_string(), "strategy:rush");
        assert_eq!(read(&read(" strategy : rush ").to_string()), read("strategy:rush"));
        assert!(AgentSpec::read("strategy:rush,slow").unwrap_err().to_string().contains("given twice"));
    }

    #[test]
    fn what_was_typed_is_kept() {
        let shown =
            |text: &str| AgentSpec::read(text).unwrap().unless_typed("every", "on").unwrap().to_string();
        assert_eq!(shown("alphabeta"), "alphabeta:every=on");
        assert_eq!(shown("alphabeta:depth=3"), "alphabeta:depth=3,every=on");
        assert_eq!(shown("alphabeta:every=off"), "alphabeta:every=off");
        assert_eq!(shown("mcts:sims=3"), "mcts:sims=3");
    }

    #[test]
    fn nothing_typed_is_silently_dropped() {
        let refused = |text: &str| AgentSpec::read(text).unwrap_err().to_string();
        assert_eq!(
            refused("mcts:sims=3,sims=4"),
            "agent `mcts`: parameter `sims` is given twice; give it once"
        );
        for empty in ["mcts:", "mcts: ", "mcts:sims=3,", "mcts:,sims=3", "mcts:sims=3,,c=1"] {
            let said = refused(empty);
            assert!(said.contains("nothing follows") && said.contains("write `mcts` alone"), "{said}");
        }
    }
}
