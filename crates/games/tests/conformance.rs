//! Every registered game obeys every law: with its defaults and at the corners of its parameters.
//! With its defaults, its matches end too.

use ludometer_game::{AnyGame, Game, GameVisitor, ParamKind, ParamSpec};
use ludometer_testkit::{any_equality, conformance, playouts_agree};

/// Parameters as they would be typed.
type Typed = Vec<(String, String)>;

/// Erases whatever it is given.
struct Erase;

impl GameVisitor for Erase {
    type Out = AnyGame;
    fn visit<G: Game>(self, game: G) -> AnyGame {
        AnyGame::new(game)
    }
}

/// Opens a game with parameters as typed; `None` when it refuses them.
fn open<V: GameVisitor>(name: &str, typed: &Typed, visitor: V) -> Option<V::Out> {
    let typed = typed.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    ludometer_games::open(name, typed, visitor).ok()
}

/// The corners of the parameter space: each parameter alone at each end of its range (each word of
/// a choice), then all at their first and all at their last value. A game may refuse some.
fn corners(specs: &[ParamSpec]) -> Vec<Typed> {
    let ends: Vec<(String, Vec<String>)> = specs.iter().map(|s| (s.name.clone(), ends(&s.kind))).collect();
    let alone = ends
        .iter()
        .flat_map(|(name, values)| values.iter().map(move |value| vec![(name.clone(), value.clone())]));
    let mut all: Vec<Typed> = alone.collect();
    let every = |pick: fn(&Vec<String>) -> Option<&String>| -> Typed {
        ends.iter().filter_map(|(name, values)| Some((name.clone(), pick(values)?.clone()))).collect()
    };
    all.push(every(|values| values.first()));
    all.push(every(|values| values.last()));
    all
}

fn ends(kind: &ParamKind) -> Vec<String> {
    match kind {
        ParamKind::Whole { min, max, step } => vec![min.to_string(), (max - (max - min) % step).to_string()],
        ParamKind::Real { min, max } => vec![min.to_string(), max.to_string()],
        ParamKind::Switch => vec!["off".into(), "on".into()],
        ParamKind::Choice(words) => words.clone(),
        ParamKind::Text => vec![],
        ParamKind::List { min, max, from, to } => {
            let list = |item: &i64, count: &usize| vec![item.to_string(); *count].join(",");
            vec![list(min, from), list(max, to)]
        }
    }
}

/// Runs all checks on one game with one set of parameters.
struct Checked<'a> {
    name: &'a str,
    typed: &'a Typed,
    matches: u64,
}

impl GameVisitor for Checked<'_> {
    type Out = ();
    fn visit<G: Game>(self, game: G) {
        let Checked { name, typed, matches } = self;
        let report = conformance(&game, matches, 1);
        let ends = !typed.is_empty() || report.endless == 0;
        assert!(report.holds() && ends, "{name} {typed:?}: {report}");
        let twin = open(name, typed, Erase).expect("the same game opens again");
        let report = any_equality(&game, &twin, 1, 1);
        assert!(report.holds(), "{name} {typed:?}: {report}");
    }
}

#[test]
fn games_obey_every_law() {
    for card in ludometer_games::cards() {
        let visitor = Checked { name: &card.name, typed: &vec![], matches: 20 };
        open(&card.name, &vec![], visitor).expect("defaults are legal");
    }
}

#[test]
fn games_obey_every_law_at_the_corners_of_their_parameters() {
    for card in ludometer_games::cards() {
        for typed in corners(&card.params) {
            open(&card.name, &typed, Checked { name: &card.name, typed: &typed, matches: 2 });
        }
    }
}

#[test]
fn playouts_draw_from_the_distribution_of_random_play() {
    struct Agree(String);
    impl GameVisitor for Agree {
        type Out = ();
        fn visit<G: Game>(self, game: G) {
            let report = playouts_agree(&game, 1, 2000);
            assert!(report.holds(), "{}: {report}", self.0);
        }
    }
    for card in ludometer_games::cards() {
        open(&card.name, &vec![], Agree(card.name.clone())).expect("defaults are legal");
    }
}

#[test]
fn every_game_is_documented_under_the_fixed_headings() {
    let headings =
        ["Rules", "Moves", "Notation", "Payoff", "Parameters", "Observables", "Source", "Version history"];
    let mut names = std::collections::HashSet::new();
    for card in ludometer_games::cards() {
        assert!(names.insert(card.name.clone()), "two games are called {}", card.name);
        for heading in headings {
            assert!(card.section(heading).is_some_and(|text| !text.is_empty()), "{}: {heading}", card.name);
        }
        let history = card.section("Version history").unwrap_or_default();
        assert!(history.contains(&format!("{}:", card.version)), "{}: version {}", card.name, card.version);
        let documented = card.section("Parameters").unwrap_or_default();
        for spec in &card.params {
            assert!(documented.contains(&format!("`{}`", spec.name)), "{}: `{}`", card.name, spec.name);
        }
    }
}

#[test]
fn every_feature_says_what_it_is_under_a_name_of_its_own() {
    struct Explained(String);
    impl GameVisitor for Explained {
        type Out = ();
        fn visit<G: Game>(self, game: G) {
            let mut names = std::collections::HashSet::new();
            for feature in game.features() {
                let said = feature.about.trim();
                assert!(!said.is_empty() && !said.contains('\n'), "{}: {}: {said}", self.0, feature.name);
                assert!(names.insert(feature.name.clone()), "{}: {} is there twice", self.0, feature.name);
            }
        }
    }
    for card in ludometer_games::cards() {
        open(&card.name, &vec![], Explained(card.name.clone())).expect("defaults are legal");
    }
}
