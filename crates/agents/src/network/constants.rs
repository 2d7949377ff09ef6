//! What a network is told of the rules, where it learnt several settings of them at once.

use ludometer_game::Game;
use serde::{Deserialize, Serialize};

/// A parameter of the rules that varied while a network learnt.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Varied {
    /// The parameter.
    pub name: String,
    /// Its smallest value.
    pub low: f32,
    /// Its largest value.
    pub high: f32,
}

/// What a network that learnt with these parameters varied is told of this game: 0 for the smallest value, 1 for the
/// largest.
///
/// # Errors
/// When the game does not tell one of them, or it lies outside of what was learnt; in words.
pub fn constants<G: Game>(game: &G, varied: &[Varied]) -> Result<Vec<f32>, String> {
    let told = game.constants();
    let constant = |one: &Varied| {
        let found = told.iter().find(|(name, _)| *name == one.name);
        let value = found.map(|(_, value)| *value).ok_or_else(|| {
            let names: Vec<&str> = told.iter().map(|(name, _)| name.as_str()).collect();
            match names.is_empty() {
                true => format!("this game does not tell a network its `{}`; rules files do", one.name),
                false => {
                    format!("this game has no number `{}` to tell; it has {}", one.name, names.join(", "))
                }
            }
        })?;
        match value {
            value if (one.low..=one.high).contains(&value) => {
                Ok(if one.high > one.low { (value - one.low) / (one.high - one.low) } else { 0.0 })
            }
            value => Err(format!(
                "`{}` is {value} here, and what is learnt is {} to {}; --set {}=N within that would do",
                one.name, one.low, one.high, one.name
            )),
        }
    };
    varied.iter().map(constant).collect()
}
