//! Which features a network reads: a named set of the game, or names.
//!
//! Some were published with a slip, and so are there twice: mended, and under their name with `-published` after it as
//! they were printed.

use ludometer_game::{Feature, unknown};

/// All of a game's features, each once.
const ALL: &str = "all";
/// What a set or a feature with the slips of its publication is called after it.
const PUBLISHED: &str = "-published";

/// The names of the sets a game offers, in their order, and `all`, each once.
#[must_use]
pub fn sets(features: &[Feature]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for set in features.iter().flat_map(|feature| feature.sets) {
        if !names.contains(set) {
            names.push(set);
        }
    }
    // A game may have a set of that name, too; whoever asks for it gets all features.
    if !names.contains(&ALL) {
        names.push(ALL);
    }
    names
}

/// The places of the features that were typed, in rising order: sets and names with commas between them, or nothing for
/// the first set there is. A faithful learner reads sets and features as they were published, where they were with a
/// slip; to any other they are there only by name.
///
/// # Errors
/// When there is no such set or feature; names the nearest.
pub fn chosen(features: &[Feature], typed: &str, faithful: bool) -> Result<Vec<u16>, String> {
    if features.is_empty() {
        return Err("this game offers no features".into());
    }
    let sets = sets(features);
    let typed = if typed.is_empty() { sets[0] } else { typed };
    let names: Vec<&str> = features.iter().map(|feature| feature.name.as_str()).collect();
    let mut places = Vec::new();
    for name in typed.split(',').map(str::trim) {
        let published = format!("{name}{PUBLISHED}");
        let set = if faithful && sets.contains(&published.as_str()) { &published } else { name };
        if sets.contains(&set) {
            let member = |feature: &Feature| match set {
                ALL => !is_other_form(&names, &feature.name, faithful),
                _ => feature.sets.contains(&set),
            };
            places.extend((0u16..).zip(features).filter(|(_, one)| member(one)).map(|(place, _)| place));
            continue;
        }
        let published = names.iter().position(|known| faithful && *known == published);
        let place = published.or_else(|| names.iter().position(|known| *known == name));
        places.push(place.ok_or_else(|| {
            let known: Vec<&str> = sets.iter().chain(&names).copied().collect();
            unknown("set of features, or feature,", name, &known)
        })? as u16);
    }
    places.sort_unstable();
    places.dedup();
    Ok(places)
}

/// Whether a feature is the form that is not read of one that is there mended and as it was published.
fn is_other_form(names: &[&str], name: &str, faithful: bool) -> bool {
    match name.strip_suffix(PUBLISHED) {
        Some(mended) => !faithful && names.contains(&mended),
        None => faithful && names.iter().any(|known| known.strip_suffix(PUBLISHED) == Some(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features() -> Vec<Feature> {
        vec![
            Feature::new("men", (0.0, 12.0)).of(&["few", "both"]),
            Feature::new("kings", (0.0, 12.0)).of(&["both"]),
            Feature::new("kings-published", (0.0, 12.0)).of(&["both-published"]),
            Feature::new("mobility", (0.0, 12.0)),
            Feature::new("never-published", (0.0, 12.0)),
        ]
    }

    #[test]
    fn a_set_is_named_once() {
        assert_eq!(sets(&features()), ["few", "both", "both-published", "all"]);
        let named =
            [Feature::new("men", (0.0, 12.0)).of(&["few", "all"]), Feature::new("kings", (0.0, 12.0))];
        assert_eq!(sets(&named), ["few", "all"]);
        assert_eq!(chosen(&named, "all", false).unwrap(), [0, 1]);
    }

    #[test]
    fn sets_and_names_are_found() {
        let of = |typed: &str, faithful| chosen(&features(), typed, faithful).unwrap();
        assert_eq!(of("", false), [0]);
        assert_eq!(of("both", false), [0, 1]);
        assert_eq!(of("both", true), [2]);
        assert_eq!(of("few", true), [0]);
        assert_eq!(of("all", false), [0, 1, 3, 4]);
        assert_eq!(of("all", true), [0, 2, 3, 4]);
        assert_eq!(of("mobility, men,men", false), [0, 3]);
        assert_eq!(of("men,kings", false), [0, 1]);
        assert_eq!(of("few, mobility", false), [0, 3]);
        assert_eq!(of("both,mobility", true), [2, 3]);
        assert_eq!(of("men,kings", true), [0, 2]);
        assert_eq!(of("kings-published", false), [2]);
        assert_eq!(of("kings,kings-published", true), [2]);
        let refused = chosen(&features(), "king", false).unwrap_err();
        assert!(refused.contains("did you mean `kings`?"), "{refused}");
        assert!(chosen(&[], "", false).is_err());
    }
}
