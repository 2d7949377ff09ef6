//! What cannot be trained, and what is said then.

use crate::bots::Lesson;
use ludometer_learn::{card, read_params};

/// Names and values as typed.
type Typed<'a> = &'a [(&'a str, &'a str)];

/// What is said of a training that is refused; it leaves no folder.
fn refused(game: &str, typed: &[(&str, &str)], options: &[(&str, &str)]) -> String {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("bot");
    let said =
        Lesson { game, typed, options, folder: &folder, dry: false }.teach(&mut ()).unwrap_err().to_string();
    assert!(!folder.exists(), "{said}");
    said
}

#[test]
fn a_game_too_large_says_how_large_and_what_would_fit() {
    let said = refused("leduc-poker", &[], &[("limit", "1000")]);
    for phrase in ["1000 are the limit", "information sets)", "--limit 2000000 might do"] {
        assert!(said.contains(phrase), "no `{phrase}` in {said}");
    }
    let said = refused("goofspiel", &[("cards", "13")], &[("limit", "20000")]);
    for phrase in ["within 4 plies there are 20000 already", "·10^", "`ismcts` plays it"] {
        assert!(said.contains(phrase), "no `{phrase}` in {said}");
    }
}

#[test]
fn games_of_the_wrong_kind_get_what_would_work() {
    let said = refused("tic-tac-toe", &[], &[("iterations", "1")]);
    assert!(said.contains("knows the same after different moves") && said.contains("`solve`"), "{said}");
}

#[test]
fn sampling_needs_two_seats() {
    for method in ["external", "outcome"] {
        let said = refused("roads", &[], &[("method", method)]);
        assert!(said.contains(&format!("two seats for --method {method}")), "{said}");
        assert!(said.contains("--method cfr+"), "{said}");
    }
}

#[test]
fn folders_of_other_bots_are_left_alone() {
    let root = tempfile::tempdir().unwrap();
    let teach = |game, typed, options: &[(&str, &str)]| {
        Lesson { game, typed, options, folder: root.path(), dry: false }
            .teach(&mut ())
            .map_err(|e| e.to_string())
    };
    teach("kuhn-poker", &[], &[("iterations", "20")]).unwrap();
    let kept = std::fs::read(root.path().join("training.bin")).unwrap();
    let cases: [(&str, Typed<'_>, Typed<'_>, &str); 4] = [
        ("leduc-poker", &[], &[("iterations", "20")], "holds another bot (the game differs)"),
        ("kuhn-poker", &[("ante", "2")], &[("iterations", "20")], "(--set ante was 1 and is 2)"),
        ("kuhn-poker", &[], &[("method", "cfr")], "(--method was cfr+ and is cfr)"),
        ("kuhn-poker", &[], &[("iterations", "7")], "after 20 iterations already; ask for more"),
    ];
    for (game, typed, options, phrase) in cases {
        let said = teach(game, typed, options).unwrap_err();
        assert!(said.contains(phrase), "no `{phrase}` in {said}");
    }
    assert_eq!(std::fs::read(root.path().join("training.bin")).unwrap(), kept);
}

#[test]
fn options_defend_their_range_and_trainers_have_pages() {
    let said = |name, value| read_params("cfr", [(name, value)]).unwrap_err().to_string();
    assert!(said("method", "cfr++").contains("cfr+|cfr|external|outcome"));
    assert!(said("iterations", "0").contains("it takes 1.."));
    assert!(said("iteration", "5").contains("did you mean `iterations`?"));
    assert!(card("crf").unwrap_err().to_string().contains("did you mean `cfr`?"));
    let card = card("cfr").unwrap();
    for heading in ["Idea", "Paper", "Needs", "Cost", "Wrong tool"] {
        assert!(card.section(heading).is_some(), "{heading}");
    }
}
