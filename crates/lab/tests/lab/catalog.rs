//! What is listed is for people.

use ludometer_game::Card;
use ludometer_lab::{Listing, agents, game, games, metrics};

#[test]
fn links_between_items_become_words() {
    let doc = "//! See [`Foo::bar`], [`View`](crate::View) and a[0]; [`open";
    let listing = Listing::from(Card::from_source("x", "X", 1, doc, Vec::new()));
    assert_eq!(listing.doc.trim(), "See `Foo::bar`, `View` and a[0]; [`open");
}

#[test]
fn nothing_that_is_listed_links_to_code() {
    for listing in games().into_iter().chain(agents()).chain(metrics()) {
        assert!(!listing.doc.contains("[`"), "{}: {}", listing.name, listing.doc);
    }
}

#[test]
fn a_game_explains_its_features_and_lists_each_set_once() {
    let truco = game("truco").expect("a game");
    let sets: Vec<&str> = truco.feature_sets.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(sets, ["hand", "all"]);
    assert_eq!(truco.feature_sets[1].1.len(), truco.features.len());
    let draughts = game("draughts").expect("a game");
    let first = &draughts.features[0];
    assert_eq!(
        (first.name.as_str(), first.values.as_str(), first.bits),
        ("piece-advantage", "0 to 36", Some(4))
    );
    assert!(first.about.contains("worth more"), "{}", first.about);
    let numbers = game("pig.luau").expect("a rules file").features;
    assert_eq!((numbers[0].values.as_str(), numbers[0].bits), ("any number", None));
}
