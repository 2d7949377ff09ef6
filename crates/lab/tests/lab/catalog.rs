//! What is listed is for people.

use ludometer_game::Card;
use ludometer_lab::{Listing, agents, games, metrics};

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
