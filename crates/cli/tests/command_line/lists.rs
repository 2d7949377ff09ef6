//! What there is: the welcome, the three lists and their pages.

use crate::kit::{Desk, says};

#[test]
fn without_arguments_it_says_what_it_is_and_what_to_type_next() {
    let ran = Desk::new().ok("");
    says(
        &ran.out,
        &["Ludometer measures games", "ludometer playtest connect-four", "ludometer games", "--help"],
    );
    assert_eq!(ran.err, "");
}

#[test]
fn the_version_is_told() {
    assert_eq!(Desk::new().ok("--version").out, concat!("ludometer ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn every_listed_thing_has_a_page_in_text_and_in_json() {
    let desk = Desk::new();
    for (verb, known) in [("games", "connect-four"), ("agents", "mcts"), ("metrics", "wins")] {
        let listed = desk.json(&format!("{verb} --json"));
        let list = desk.ok(verb).out;
        says(&list, &[known]);
        for thing in listed.as_array().expect("a list") {
            let word = |key: &str| thing[key].as_str().expect("a text");
            says(&list, &[word("name")]);
            let mut alone = desk.json(&format!("{verb} {} --json", word("name")));
            // Features are told only of a game that is asked about: it must be opened for that.
            let told = alone.as_object_mut().expect("an object");
            for only_there in ["features", "feature_sets"] {
                told.remove(only_there);
            }
            assert_eq!(alone, *thing);
            let page = desk.ok(&format!("{verb} {}", word("name"))).out;
            says(&page, &[word("title"), word("name")]);
            for param in thing["params"].as_array().expect("parameters") {
                let word = |key: &str| param[key].as_str().expect("a text");
                says(&page, &[word("name"), word("default"), word("range")]);
            }
        }
    }
}

#[test]
fn pages_are_plain_text_without_links_into_the_code() {
    let desk = Desk::new();
    for game in desk.games() {
        let page = desk.ok(&format!("games {game}")).out;
        assert!(!page.contains("[`") && !page.contains("::"), "{page}");
    }
}

#[test]
fn the_page_of_a_game_explains_rules_moves_and_parameters() {
    let page = Desk::new().ok("games connect-four").out;
    says(&page, &["Rules", "Moves", "Notation", "Payoff", "columns", "2..11", "--set NAME=VALUE"]);
}
