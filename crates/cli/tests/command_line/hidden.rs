//! `analyze` where something is hidden: who knows what, imagined worlds, averages that mislead.

use crate::kit::{Desk, says};

#[test]
fn an_average_that_misleads_is_shown_beside_what_is_true() {
    let desk = Desk::new();
    let command = "analyze roads --moves jewels-left --agent pimc";
    let answer = desk.json(&format!("{command} --json"));
    assert_eq!(answer["best"], "b");
    let hidden = &answer["hidden"];
    let [knows] = hidden["knows"].as_array().expect("seats").as_slice() else { panic!("one traveller") };
    assert_eq!((&knows["seat"], &knows["alike"]), (&"Traveller".into(), &2.into()));
    assert!(knows["sees"].as_str().is_some_and(|text| text.contains("Nobody tells you")), "{knows}");
    let worlds = hidden["worlds"].as_array().expect("worlds");
    assert_eq!(worlds.len(), 2, "there are no more");
    for world in worlds {
        assert!(world["picture"].as_str().is_some_and(|text| text.contains("The jewels are on the")));
        assert_eq!((&world["moves"][0]["move"], &world["moves"][0]["best"]), (&"b".into(), &true.into()));
    }
    let averaging = &hidden["averaging"];
    let value = |place: usize, key: &str| averaging["moves"][place][key].as_f64().expect("a number");
    assert!((value(1, "average") - 1.0).abs() < 1e-3 && value(1, "unknowing").abs() < 0.1, "{averaging}");
    assert_eq!(averaging["misled"]["move"], "b");
    assert_eq!(averaging["misled"]["fork"]["after"], "b");
    assert_eq!(desk.json(&format!("{command} --json")), answer, "the same seed gives the same answer");
    let text = desk.ok(command).out;
    says(&text, &["to Traveller at least 2 worlds look alike", "World 1 as Traveller imagines it"]);
    says(&text, &["The average promises too much of b: it assumes that Traveller will know later"]);
    says(&text, &["After b it plans ", "where Traveller sees the same."]);
}

#[test]
fn on_the_four_cards_a_club_looks_as_good_as_a_six() {
    let desk = Desk::new();
    let text = desk.ok("analyze four-cards --moves 4H --agent pimc").out;
    says(&text, &["to MAX at least 2 worlds look alike; MIN knows everything", "not knowing"]);
    says(&text, &["The average promises too much of "]);
    let misled = desk.json("analyze four-cards --moves 4H --agent pimc --json");
    let misled = misled["hidden"]["averaging"]["misled"]["move"].as_str().expect("a move").to_owned();
    assert!(misled.ends_with('C'), "{misled}");
}

#[test]
fn worlds_are_imagined_and_never_the_true_one_by_necessity() {
    let desk = Desk::new();
    let ask = |deal: &str| {
        let command = format!("analyze kuhn-poker --moves '{deal}' --agent ismcts:sims=2000 --json");
        desk.json(&command)["hidden"].clone()
    };
    let hidden = ask("K Q");
    assert_eq!(hidden["worlds"].as_array().map(Vec::len), Some(2));
    assert!(hidden["averaging"].is_null());
    assert_eq!(hidden, ask("K J"), "who holds the king sees no difference");
    assert_ne!(hidden, ask("Q J"));
}

#[test]
fn worlds_are_shown_as_many_as_wanted_and_only_where_there_are_some() {
    let desk = Desk::new();
    let tricks = "analyze tricks --agent ismcts:sims=20";
    says(&desk.ok(&format!("{tricks} --worlds 2")).out, &["World 2 as", "at least 200 worlds look alike"]);
    assert!(!desk.ok(&format!("{tricks} --worlds 1")).out.contains("World 2"));
    assert!(!desk.ok(&format!("{tricks} --worlds 0")).out.contains("Who knows what"));
    says(&desk.refused("analyze tic-tac-toe --worlds 2"), &["--worlds has no effect", "nothing is hidden"]);
    assert!(!desk.ok("analyze tic-tac-toe --agent random").out.contains("Who knows what"));
    let answer = desk.json("analyze tic-tac-toe --agent random --json");
    assert!(answer.get("hidden").is_none());
}

/// Kuhn's equilibrium: who holds the queen never bets, who holds the king bets three times as often as who
/// holds the jack bluffs, at most every third time.
#[test]
fn small_games_are_shown_with_their_equilibrium() {
    let desk = Desk::new();
    let bets = |moves: &str| {
        let answer = desk.json(&format!("analyze kuhn-poker --agent random --json --moves '{moves}'"));
        let mixed = &answer["hidden"]["equilibrium"];
        assert!(mixed["exploitability"].as_f64().is_some_and(|gain| gain < 1e-3), "{mixed}");
        let moves = mixed["moves"].as_array().expect("moves");
        let bet = moves.iter().find(|mixed| mixed["move"] == "bet").expect("a bet");
        bet["probability"].as_f64().expect("a probability")
    };
    let (jack, queen, king) = (bets("J Q"), bets("Q K"), bets("K J"));
    assert!(jack < 0.34 && queen < 0.01 && (king - 3.0 * jack).abs() < 0.02, "{jack} {queen} {king}");
    says(
        &desk.ok("analyze kuhn-poker --agent random").out,
        &["How often Seat 1 should play each move", "CFR+"],
    );
    let large = desk.json("analyze blind-tic-tac-toe --agent random --json");
    assert!(large["hidden"]["equilibrium"].is_null(), "too large to solve unasked");
}
