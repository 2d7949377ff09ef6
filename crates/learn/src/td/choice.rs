//! Which features a network reads: a named set of the game, or names.

use ludometer_game::{Feature, unknown};

/// All of a game's features.
const ALL: &str = "all";
/// What a set with the slips of its publication is called after it.
const PUBLISHED: &str = "-published";

/// The names of the sets a game offers, in their order, and `all`.
#[must_use]
pub fn sets(features: &[Feature]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for set in features.iter().flat_map(|feature| feature.sets) {
        if !names.contains(set) {
            names.push(set);
        }
    }
    names.push(ALL);
    names
}

/// The places of the features that were typed, in rising order: a set, names with commas between them, or nothing for
/// the first set there is. A faithful learner reads a set as it was published.
///
/// # Errors
/// When there is no such set or feature; names the nearest.
pub fn chosen(features: &[Feature], typed: &str, faithful: bool) -> Result<Vec<u16>, String> {
    if features.is_empty() {
        return Err("this game offers no features".into());
    }
    let sets = sets(features);
    let typed = if typed.is_empty() { sets[0] } else { typed };
    let published = format!("{typed}{PUBLISHED}");
    let set = if faithful && sets.contains(&published.as_str()) { &published } else { typed };
    if sets.contains(&set) {
        let member = |feature: &Feature| set == ALL || feature.sets.contains(&set);
        return Ok((0u16..).zip(features).filter(|(_, one)| member(one)).map(|(place, _)| place).collect());
    }
    let names: Vec<&str> = features.iter().map(|feature| feature.name.as_str()).collect();
    let mut places = Vec::new();
    for name in typed.split(',').map(str::trim) {
        let place = names.iter().position(|known| *known == name);
        places.push(place.ok_or_else(|| {
            let known: Vec<&str> = sets.iter().chain(&names).copied().collect();
            unknown("set of features, or feature,", name, &known)
        })? as u16);
    }
    places.sort_unstable();
    places.dedup();
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features() -> Vec<Feature> {
        vec![
            Feature::new("men", (0.0, 12.0)).of(&["few", "both"]),
            Feature::new("kings", (0.0, 12.0)).of(&["both"]),
            Feature::new("kings-as-printed", (0.0, 12.0)).of(&["both-published"]),
            Feature::new("mobility", (0.0, 12.0)),
        ]
    }

    #[test]
    fn sets_and_names_are_found() {
        let of = |typed: &str, faithful| chosen(&features(), typed, faithful).unwrap();
        assert_eq!(of("", false), [0]);
        assert_eq!(of("both", false), [0, 1]);
        assert_eq!(of("both", true), [2]);
        assert_eq!(of("few", true), [0]);
        assert_eq!(of("all", false), [0, 1, 2, 3]);
        assert_eq!(of("mobility, men,men", false), [0, 3]);
        let refused = chosen(&features(), "king", false).unwrap_err();
        assert!(refused.contains("did you mean `kings`?"), "{refused}");
        assert!(chosen(&[], "", false).is_err());
    }
}
