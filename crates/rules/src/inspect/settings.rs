//! Which values of the parameters to try: the ends of every range alone, and some of them together.

use ludometer_game::{ParamKind, ParamSpec, Rng};

/// Parameters that are typed, `name` and `value`.
pub type Typed = Vec<(String, String)>;

/// Settings to try at most.
const MOST: usize = 48;
/// Ends drawn at random, all parameters at once.
const MIXED: u64 = 6;

/// Which settings are tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// What to type for each; the first is what was typed already.
    pub tried: Vec<Typed>,
    /// How many more ends there are that would be too many.
    pub left_out: usize,
}

/// What was typed, then every end of every other parameter alone, then ends together: all lowest, all
/// highest, and a few mixed.
#[must_use]
pub fn settings(specs: &[ParamSpec], typed: &Typed, seed: u64) -> Settings {
    let is_typed = |spec: &&ParamSpec| typed.iter().any(|(name, _)| *name == spec.name);
    let free: Vec<(&str, Vec<String>)> =
        specs.iter().filter(|spec| !is_typed(spec)).map(|spec| (spec.name.as_str(), ends(spec))).collect();
    let mut tried = vec![typed.clone()];
    let mut add = |chosen: Vec<(&str, &String)>| {
        let chosen = chosen.into_iter().map(|(name, value)| (name.to_owned(), value.clone()));
        let setting: Typed = typed.iter().cloned().chain(chosen).collect();
        if !tried.contains(&setting) {
            tried.push(setting);
        }
    };
    for (name, ends) in &free {
        ends.iter().for_each(|end| add(vec![(name, end)]));
    }
    let open: Vec<&(&str, Vec<String>)> = free.iter().filter(|(_, ends)| !ends.is_empty()).collect();
    if open.len() > 1 {
        add(open.iter().filter_map(|(name, ends)| Some((*name, ends.first()?))).collect());
        add(open.iter().filter_map(|(name, ends)| Some((*name, ends.last()?))).collect());
        for number in 0..MIXED {
            let mut rng = Rng::stream(seed, "settings", number);
            add(open.iter().map(|(name, ends)| (*name, &ends[rng.below(ends.len())])).collect());
        }
    }
    let left_out = tried.len().saturating_sub(MOST);
    if left_out > 0 {
        // Spread over the whole list, so that late parameters have their turn.
        let count = tried.len();
        tried = (0..MOST).map(|at| tried[at * count / MOST].clone()).collect();
    }
    Settings { tried, left_out }
}

/// The ends of a parameter's range but for its default.
fn ends(spec: &ParamSpec) -> Vec<String> {
    let all = match &spec.kind {
        ParamKind::Whole { min, max, step } => vec![min.to_string(), (max - (max - min) % step).to_string()],
        ParamKind::Real { min, max } => vec![min.to_string(), max.to_string()],
        ParamKind::Switch => vec!["off".into(), "on".into()],
        ParamKind::Choice(words) => words.clone(),
        ParamKind::Text | ParamKind::List { .. } => Vec::new(),
    };
    let default = spec.default.to_string();
    let mut ends: Vec<String> = all.into_iter().filter(|end| *end != default).collect();
    ends.dedup();
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    fn specs() -> Vec<ParamSpec> {
        vec![
            ParamSpec::whole("size", "", 5, 3..=8).step(2),
            ParamSpec::switch("swap", "", true),
            ParamSpec::choice("deck", "", &["small", "large", "huge"]),
        ]
    }

    fn shown(setting: &Typed) -> String {
        setting.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_end_is_tried_alone_and_some_together() {
        let all: Vec<String> = settings(&specs(), &Typed::new(), 1).tried.iter().map(shown).collect();
        assert_eq!(all[..6], ["", "size=3", "size=7", "swap=off", "deck=large", "deck=huge"]);
        assert_eq!(all[6..8], ["size=3 swap=off deck=large", "size=7 swap=off deck=huge"]);
        assert!(all.len() <= 8 + MIXED as usize);
    }

    #[test]
    fn what_was_typed_stays() {
        let typed = vec![("size".to_owned(), "5".to_owned())];
        let all = settings(&specs(), &typed, 1).tried;
        assert!(all.iter().all(|setting| setting[0] == typed[0] && setting.len() <= 3));
    }

    #[test]
    fn very_many_parameters_are_sampled() {
        let many: Vec<ParamSpec> =
            (0..100).map(|n| ParamSpec::whole(&format!("n{n}"), "", 1, 0..=2)).collect();
        let all = settings(&many, &Typed::new(), 1);
        assert_eq!((all.tried.len(), all.tried[0].len()), (MOST, 0));
        assert_eq!(all.left_out, 201 + 8 - MOST);
    }
}
