//! The numbers of a case, the fourteen scenarios, and the rules of revision by name.

use super::revise::RULES;
use super::{ENVIDO_ACCOUNT, HAND_ACCOUNT};
use ludometer_game::{Attribute, CaseAction, CaseIndex, CaseSchema, Likeness, Scenario};

/// The strongest card, as a number.
const CARD: Likeness = Likeness::Interval(52.0);

/// The attributes in order. Players are 1 (the seat itself), 2 (the other) and 0 (nobody).
const ATTRIBUTES: [(&str, Likeness); 37] = [
    ("leads", Likeness::Equal),
    ("high", CARD),
    ("middle", CARD),
    ("low", CARD),
    ("own-1", CARD),
    ("other-1", CARD),
    ("own-2", CARD),
    ("other-2", CARD),
    ("own-3", CARD),
    ("other-3", CARD),
    ("won-1", Likeness::Equal),
    ("won-2", Likeness::Equal),
    ("won-3", Likeness::Equal),
    ("envido", Likeness::Equal),
    ("real-envido", Likeness::Equal),
    ("falta-envido", Likeness::Equal),
    ("envido-points", Likeness::Equal),
    ("envido-refused", Likeness::Equal),
    ("envido-won", Likeness::Equal),
    ("flor", Likeness::Equal),
    ("contra-flor", Likeness::Equal),
    ("contra-flor-resto", Likeness::Equal),
    ("flor-won", Likeness::Equal),
    ("truco", Likeness::Equal),
    ("retruco", Likeness::Equal),
    ("vale-quatro", Likeness::Equal),
    ("truco-refused", Likeness::Equal),
    ("hand-won", Likeness::Equal),
    ("high-suit", Likeness::Equal),
    ("middle-suit", Likeness::Equal),
    ("low-suit", Likeness::Equal),
    ("high-kind", CARD),
    ("middle-kind", CARD),
    ("low-kind", CARD),
    ("other-1-kind", CARD),
    ("other-2-kind", CARD),
    ("other-3-kind", CARD),
];

/// Places of attributes, for who writes them.
pub(in crate::truco) struct Places;

impl Places {
    pub const ALL: usize = ATTRIBUTES.len();
    pub const LEADS: usize = 0;
    pub const CARDS: usize = 1;
    /// The own card of the first trick, the other's, and so on.
    pub const LAID: usize = 4;
    pub const WON: usize = 10;
    pub const ENVIDO: usize = 13;
    pub const ENVIDO_POINTS: usize = 16;
    pub const ENVIDO_REFUSED: usize = 17;
    pub const ENVIDO_WON: usize = 18;
    pub const FLOR: usize = 19;
    pub const FLOR_WON: usize = 22;
    pub const TRUCO: usize = 23;
    pub const TRUCO_REFUSED: usize = 26;
    pub const HAND_WON: usize = 27;
    pub const SUITS: usize = 28;
    pub const KINDS: usize = 31;
    pub const OTHER_KINDS: usize = 34;
}

/// Names, what is asked, what is clustered.
const CARDS: [(&str, &[&str], &[&str]); 6] = [
    ("1st card, agent leads", &[], &["high-kind", "middle-kind", "low-kind"]),
    ("1st card, agent second", &["other-1"], &["high-kind", "middle-kind", "low-kind", "other-1-kind"]),
    ("2nd card, won 1st", &["own-1", "other-1"], &[]),
    ("2nd card, lost 1st", &["own-1", "other-1", "other-2"], &["other-2-kind"]),
    ("3rd card, won 2nd", &["own-1", "other-1", "own-2", "other-2"], &[]),
    ("3rd card, lost 2nd", &["own-1", "other-1", "own-2", "other-2", "other-3"], &["other-3-kind"]),
];
const ENVIDO: [&str; 2] = ["envido, agent first to bet", "envido, agent second"];
const TRUCO: [&str; 6] = [
    "truco in trick 1, agent first",
    "truco in trick 1, agent second",
    "truco in trick 2, won 1st",
    "truco in trick 2, lost 1st",
    "truco in trick 3, won 2nd",
    "truco in trick 3, lost 2nd",
];

/// The answers in order, with what they count as among clusters.
const ACTIONS: [(&str, f32); 17] = [
    ("high card", 46.0),
    ("middle card", 16.0),
    ("low card", 4.0),
    ("high card face down", -1.0),
    ("middle card face down", -1.0),
    ("low card face down", -1.0),
    ("leaves", -10.0),
    ("no envido", 0.0),
    ("envido", 1.0),
    ("real envido", 2.0),
    ("falta envido", 3.0),
    ("accepts envido", 4.0),
    ("refuses envido", 5.0),
    ("no truco", 0.0),
    ("raises truco", 1.0),
    ("accepts truco", 2.0),
    ("refuses truco", 3.0),
];

/// Players by their numbers.
const PLAYERS: [&str; 3] = ["nobody", "oneself", "the other"];
/// Attributes that are told by `Equal` and are no players.
const NO_PLAYERS: [&str; 4] = ["envido-points", "high-suit", "middle-suit", "low-suit"];

/// What the values of an attribute mean.
fn words(name: &str) -> &'static [&'static str] {
    let player = ATTRIBUTES.contains(&(name, Likeness::Equal)) && !NO_PLAYERS.contains(&name);
    if player { &PLAYERS } else { &[] }
}

fn places(names: &[&str]) -> Vec<usize> {
    let place = |name: &&str| ATTRIBUTES.iter().position(|(own, _)| own == name);
    names.iter().filter_map(place).collect()
}

/// What cases of truco are.
pub(super) fn schema() -> CaseSchema {
    let hand = ["high", "middle", "low"];
    let mut scenarios = Vec::new();
    for (name, asks, groups) in CARDS {
        scenarios.push(Scenario {
            name: name.into(),
            asks: places(&[&hand, asks].concat()),
            groups: places(groups),
            by_action: true,
            index: 0,
            account: HAND_ACCOUNT,
            counts: false,
        });
    }
    for name in ENVIDO {
        scenarios.push(Scenario {
            name: name.into(),
            asks: places(&["envido-points"]),
            groups: places(&["envido", "real-envido", "falta-envido", "envido-points"]),
            by_action: false,
            index: 1,
            account: ENVIDO_ACCOUNT,
            counts: true,
        });
    }
    for (name, (_, asks, _)) in TRUCO.into_iter().zip(CARDS) {
        scenarios.push(Scenario {
            name: name.into(),
            asks: places(&[&hand, asks].concat()),
            groups: places(&["truco", "retruco", "vale-quatro", "high-kind", "middle-kind", "low-kind"]),
            by_action: false,
            index: 0,
            account: HAND_ACCOUNT,
            counts: true,
        });
    }
    let index =
        |name: &str, of: &[&str], clusters| CaseIndex { name: name.into(), places: places(of), clusters };
    CaseSchema {
        attributes: ATTRIBUTES
            .map(|(name, likeness)| Attribute { name: name.into(), likeness, words: words(name) })
            .into(),
        scenarios,
        actions: ACTIONS.map(|(name, code)| CaseAction { name: name.into(), code }).into(),
        indexes: vec![index("cards", &hand, 8), index("envido", &["envido-points"], 2)],
        accounts: ["envido", "hand"].map(String::from).into(),
        rules: RULES.into(),
        tactics: "The calls by which tactics are told are those of the whole hand, also later ones.",
        stand_in: "the human players of the thesis, whose hands are not public",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_the_names_they_should() {
        let name = |place: usize| ATTRIBUTES[place].0;
        let places = [
            (Places::LEADS, "leads"),
            (Places::CARDS, "high"),
            (Places::LAID, "own-1"),
            (Places::WON, "won-1"),
            (Places::ENVIDO, "envido"),
            (Places::ENVIDO_POINTS, "envido-points"),
            (Places::ENVIDO_REFUSED, "envido-refused"),
            (Places::ENVIDO_WON, "envido-won"),
            (Places::FLOR, "flor"),
            (Places::FLOR_WON, "flor-won"),
            (Places::TRUCO, "truco"),
            (Places::TRUCO_REFUSED, "truco-refused"),
            (Places::HAND_WON, "hand-won"),
            (Places::SUITS, "high-suit"),
            (Places::KINDS, "high-kind"),
            (Places::OTHER_KINDS, "other-1-kind"),
        ];
        places.into_iter().for_each(|(place, expected)| assert_eq!(name(place), expected));
        assert_eq!((schema().scenarios.len(), Places::ALL), (14, 37));
    }
}
