//! What bad input gets: the nearest name and the valid list, or the range; exit 2, and no file.

use crate::kit::{Desk, says};

/// Every command is an error, says all its phrases and leaves the folder empty.
fn all_refused(cases: &[(&str, &[&str])]) {
    let desk = Desk::new();
    for (line, phrases) in cases {
        says(&desk.refused(line), phrases);
        assert!(desk.contents().is_empty(), "`{line}` left files");
    }
}

#[test]
fn an_unknown_game_gets_the_nearest_and_the_list_from_every_verb() {
    let wanted: &[&str] =
        &["unknown game `conect-four`", "did you mean `connect-four`?", "valid: ", "tic-tac-toe", "pig"];
    all_refused(&[
        ("games conect-four", wanted),
        ("playtest conect-four --matches 2 --out run", wanted),
        ("tournament conect-four random greedy --out run", wanted),
        ("play conect-four", wanted),
        ("analyze conect-four", wanted),
        ("check conect-four", wanted),
        ("bench conect-four", wanted),
        ("train cfr conect-four", wanted),
    ]);
}

#[test]
fn games_are_found_as_people_call_them() {
    for (typed, meant) in [
        ("connect4", "connect-four"),
        ("conect", "connect-four"),
        ("poker", "kuhn-poker"),
        ("tictactoe", "tic-tac-toe"),
        ("ttt", "tic-tac-toe"),
    ] {
        all_refused(&[(&format!("games {typed}"), &[&format!("did you mean `{meant}`?")])]);
    }
}

#[test]
fn what_is_typed_twice_or_not_at_all_is_refused() {
    let twice: &[&str] = &["given twice; give it once"];
    let nothing: &[&str] = &["nothing follows", "write `mcts` alone"];
    all_refused(&[
        ("playtest tic-tac-toe --agent mcts:sims=3,sims=4 --out run", twice),
        ("analyze tic-tac-toe --agent mcts:sims=3,sims=3", twice),
        ("playtest connect-four --set rows=3 --set rows=4 --out run", twice),
        ("tournament tic-tac-toe random mcts: --out run", nothing),
        ("play tic-tac-toe --seat 2=mcts:", nothing),
        ("analyze tic-tac-toe --agent mcts:sims=3,", nothing),
    ]);
}

#[test]
fn an_unknown_agent_gets_the_nearest_and_the_list() {
    let wanted: &[&str] = &["unknown agent `mtcs`", "did you mean `mcts`?", "valid: ", "random", "greedy"];
    all_refused(&[
        ("agents mtcs", wanted),
        ("playtest tic-tac-toe --agent mtcs --matches 2 --out run", wanted),
        ("tournament tic-tac-toe random mtcs:sims=5 --out run", wanted),
        ("analyze tic-tac-toe --agent mtcs", wanted),
        ("play tic-tac-toe --seat 2=mtcs", wanted),
    ]);
}

#[test]
fn an_unknown_metric_gets_the_nearest_and_the_list() {
    all_refused(&[(
        "metrics dramma",
        &["unknown metric `dramma`", "did you mean `drama`?", "valid: ", "wins", "comeback"],
    )]);
}

#[test]
fn an_unknown_parameter_gets_the_nearest_and_the_list() {
    all_refused(&[
        (
            "playtest connect-four --set colums=3 --out run",
            &["unknown parameter `colums`", "did you mean `columns`?", "valid: rows, columns, line, gravity"],
        ),
        (
            "playtest connect-four --agent mcts:sms=3 --out run",
            &["agent `mcts`", "unknown parameter `sms`", "did you mean `sims`?", "temperature"],
        ),
    ]);
}

#[test]
fn a_value_out_of_range_gets_the_range() {
    all_refused(&[
        ("playtest connect-four --set columns=99 --out run", &["`columns` cannot be `99`", "takes 2..11"]),
        (
            "playtest connect-four --set columns=many --out run",
            &["`columns` cannot be `many`", "takes 2..11"],
        ),
        ("playtest connect-four --set gravity=maybe --out run", &["`gravity` cannot be `maybe`", "on|off"]),
        ("playtest card-points --set cards=3 --out run", &["`cards` cannot be `3`", "2..20 in steps of 2"]),
        (
            "playtest card-points --set deck=tarot --out run",
            &["`deck` cannot be `tarot`", "french|spanish|small"],
        ),
        ("playtest tic-tac-toe --agent mcts:sims=0 --out run", &["`sims` cannot be `0`", "takes 1.."]),
        (
            "playtest tic-tac-toe --agent mcts:final=luck --out run",
            &["`final`", "`luck`", "visits", "quality"],
        ),
        ("playtest tic-tac-toe --matches 0 --out run", &["--matches", "0 is not in 1.."]),
        ("playtest tic-tac-toe --minutes 0 --out run", &["minutes are a number above 0"]),
        ("playtest tic-tac-toe --threads 0 --out run", &["--threads", "0 is not in 1..=1024"]),
        ("tournament tic-tac-toe random greedy --pairs 0 --out run", &["--pairs", "0 is not in 1.."]),
        ("bench tic-tac-toe --seconds 0", &["--seconds takes 0.001 to 3600"]),
    ]);
}

#[test]
fn tables_that_do_not_fit_into_memory_are_refused_before_anything_is_written() {
    let words: &[&str] =
        &["2048 tables of 1024 MB", "more than this machine can give", "lower `table`", "fewer threads"];
    let table: &[&str] = &["more than this machine can give", "lower `memory`"];
    let line = "playtest connect-four --agent alphabeta:table=1024";
    let many = format!("{line} --matches 9999 --threads 1024 --out run");
    all_refused(&[(&many, words), ("solve nim --memory 1000000", table)]);
}

#[test]
fn every_parameter_of_every_game_defends_its_range() {
    let desk = Desk::new();
    let games = desk.json("games --json");
    for game in games.as_array().expect("games") {
        let name = game["name"].as_str().expect("a name");
        for param in game["params"].as_array().expect("parameters") {
            let param_name = param["name"].as_str().expect("a name");
            let said = desk.refused(&format!("playtest {name} --set {param_name}=no-such-value --out run"));
            says(&said, &[param_name, "no-such-value", param["range"].as_str().expect("a range")]);
        }
    }
    assert!(desk.contents().is_empty());
}

#[test]
fn settings_that_are_not_name_and_value_are_shown_how_to_be() {
    all_refused(&[
        ("playtest connect-four --set columns --out run", &["`columns` is not name=value", "--set rows=8"]),
        ("play tic-tac-toe --seat second", &["`second` is not SEAT=AGENT", "--seat 2="]),
        ("play tic-tac-toe --seat 3=random", &["there is no seat `3`", "seats 1 to 2"]),
        ("export run", &["--csv", "--moves-csv", "--jsonl"]),
        ("export run --csv --jsonl", &["--csv", "cannot be used with", "--jsonl"]),
        ("playtest tic-tac-toe --matches 4 --minutes 1", &["--matches", "cannot be used with", "--minutes"]),
        ("tournament tic-tac-toe random", &["two agents or more", "ludometer tournament GAME SPEC SPEC"]),
        ("completions man", &["ludometer completions man --out FOLDER"]),
    ]);
}

#[test]
fn a_mistyped_verb_or_option_gets_a_tip() {
    all_refused(&[
        ("playtst", &["unrecognized subcommand 'playtst'", "'playtest'"]),
        ("playtest connect-four --matchs 3", &["'--matchs'", "'--matches'"]),
        ("playtest", &["<GAME>"]),
        ("completions tcsh", &["bash, zsh, fish, elvish, powershell, man"]),
    ]);
}
