//! `train`: bots that are learnt, gone on with after a kill, and played.

use crate::kit::{Desk, says};
use serde_json::Value;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long to wait for a process that hangs before the test gives up.
const PATIENCE: Duration = Duration::from_secs(120);

#[test]
fn a_training_tells_how_it_goes_and_how_to_play_its_bot() {
    let desk = Desk::new();
    let ran = desk.ok("train cfr kuhn-poker --iterations 600 --out bots/kuhn");
    says(&ran.err, &["12 information sets", "512 of 600 iterations: exploitability "]);
    says(&ran.out, &["kuhn-poker by cfr+, 600 iterations: exploitability ", "value-1 -0.055"]);
    says(&ran.out, &["Bot: bots/kuhn", "ludometer play kuhn-poker --seat 2=cfr:bot=bots/kuhn"]);
    says(&desk.read("bots/kuhn/bot.toml"), &["kind = \"cfr\"", "game = \"kuhn-poker\"", "exploitability = "]);
    let quiet = desk.ok("train cfr kuhn-poker --iterations 600 --out bots/kuhn --quiet");
    assert_eq!(quiet.err, "");
    assert!(quiet.out == ran.out, "the same bot again");
}

#[test]
fn progress_and_result_are_lines_of_json() {
    let desk = Desk::new();
    let ran = desk.ok("train cfr leduc-poker --iterations 300 --method external --json");
    let lines: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (last, steps) = lines.split_last().expect("lines");
    for step in steps {
        assert!(step["exploitability"].as_f64().is_some_and(|found| found > 0.0), "{step}");
        assert_eq!(step["of"], 300);
    }
    assert_eq!(steps.last().expect("a step")["iterations"], 300);
    assert_eq!((&last["method"], &last["measures"]["information-sets"]), (&"external".into(), &288.0.into()));
    assert_eq!(last["agent"], "cfr:bot=bots/leduc-poker-cfr");
    assert!(desk.path("bots/leduc-poker-cfr/bot.toml").exists());
}

#[test]
fn a_bot_plays_in_every_verb_that_takes_agents() {
    let desk = Desk::new();
    desk.ok("train cfr leduc-poker --iterations 200 --out leduc");
    let rated = desk.json("tournament leduc-poker random cfr:bot=leduc --pairs 200 --out run --json");
    assert_eq!(rated["agents"][0]["agent"], "cfr:bot=leduc", "{rated}");
    let thought = desk.json("analyze leduc-poker --moves 'K Q' --agent cfr:bot=leduc --json");
    let moves = thought["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 2);
    let total: f64 = moves.iter().filter_map(|option| option["probability"].as_f64()).sum();
    assert!((total - 1.0).abs() < 1e-3, "{thought}");
    says(
        &desk.refused("analyze kuhn-poker --agent cfr:bot=leduc"),
        &["was trained for leduc-poker version 1"],
    );
    says(
        &desk.refused("analyze leduc-poker --agent cfr"),
        &["write `cfr:bot=FOLDER`", "ludometer train cfr"],
    );
}

/// Long enough to be hit in the middle; what was learnt is kept at every doubling.
const LONG: &str = "train cfr leduc-poker --method outcome --iterations 1000000 --quiet";

#[test]
fn a_killed_training_goes_on_to_the_same_bytes() {
    let (desk, undisturbed) = (Desk::new(), Desk::new());
    let state = desk.path("bots/leduc-poker-cfr/training.bin");
    let mut kept = None;
    for _ in 0..2 {
        let mut command = desk.command(LONG);
        let mut child =
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
        let began = Instant::now();
        while std::fs::read(&state).ok() == kept {
            assert!(began.elapsed() < PATIENCE, "nothing was kept");
            assert!(child.try_wait().expect("a child").is_none(), "it was over before it could be killed");
            sleep(Duration::from_millis(1));
        }
        child.kill().expect("a living child");
        child.wait().expect("a child");
        kept = std::fs::read(&state).ok();
    }
    assert!(!desk.path("bots/leduc-poker-cfr/bot.toml").exists(), "no bot before the end");
    desk.ok(LONG);
    undisturbed.ok(LONG);
    for file in ["bot.toml", "strategy.bin", "training.bin"] {
        let bytes =
            |desk: &Desk| std::fs::read(desk.path("bots/leduc-poker-cfr").join(file)).expect("a file");
        assert!(bytes(&desk) == bytes(&undisturbed), "{file} is not the same");
    }
}

#[cfg(unix)]
#[test]
fn the_interrupt_key_keeps_what_was_learnt_and_says_so() {
    let desk = Desk::new();
    let line = "train cfr leduc-poker --iterations 1000000000000 --out bot";
    let mut command = desk.command(line);
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let began = Instant::now();
    while !desk.path("bot/training.bin").exists() {
        assert!(began.elapsed() < PATIENCE, "the training did not begin");
        sleep(Duration::from_millis(2));
    }
    let number = child.id().to_string();
    let sent = std::process::Command::new("kill").args(["-INT", &number]).status().expect("kill");
    assert!(sent.success());
    let output = child.wait_with_output().expect("a child");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    says(&said, &["stopped after ", "the same command goes on from there", "makes a bot of what there is"]);
    let done = said.split("--iterations ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a number");
    let finished = desk.ok(&format!("train cfr leduc-poker --iterations {done} --out bot"));
    says(&finished.err, &["iterations done before; going on"]);
    assert!(desk.path("bot/bot.toml").exists());
}

#[test]
fn what_cannot_be_trained_says_what_would_work_and_leaves_nothing() {
    let desk = Desk::new();
    let cases: [(&str, &[&str]); 11] = [
        ("train crf kuhn-poker", &["unknown trainer `crf`", "`cfr`"]),
        ("train cfr", &["<GAME>"]),
        ("train cfr khun-poker", &["unknown game `khun-poker`", "did you mean `kuhn-poker`?"]),
        ("train cfr kuhn-poker --method best", &["`method` cannot be `best`", "cfr+|cfr|external|outcome"]),
        ("train cfr kuhn-poker --iterations 0", &["`iterations` cannot be `0`", "it takes 1.."]),
        ("train cfr kuhn-poker --set cards=99", &["`cards` cannot be `99`"]),
        (
            "train cfr connect-four --limit 10000",
            &["too large for `train cfr`", "10000 are the limit", "·10^", "nothing is hidden"],
        ),
        (
            "train cfr goofspiel --set cards=9 --limit 100000",
            &["--set cards=3 (about 1·10^3 positions) would fit", "`ismcts`"],
        ),
        ("train cfr tricks", &["a shuffle with too many", "would fit", "`ismcts`"]),
        ("train cfr kuhn-poker --out a,b", &["--out a,b", "comma"]),
        ("train cfr tic-tac-toe", &["seats that remember all they did", "`solve`"]),
    ];
    for (line, phrases) in cases {
        says(&desk.refused(line), phrases);
        assert!(desk.contents().is_empty(), "`{line}` left files");
    }
    let dry = desk.ok("train cfr kuhn-poker --dry-run");
    says(&dry.out, &["1 iteration: ", "nothing was written"]);
    assert!(desk.contents().is_empty(), "a dry run leaves nothing");
}

#[test]
fn a_folder_of_another_bot_is_left_alone() {
    let desk = Desk::new();
    desk.ok("train cfr kuhn-poker --iterations 5 --out bot");
    let before = desk.contents();
    says(&desk.refused("train cfr leduc-poker --out bot"), &["bot holds another bot (the game differs)"]);
    says(&desk.refused("train cfr kuhn-poker --seed 2 --out bot"), &["(--seed differs)"]);
    says(&desk.refused("train cfr kuhn-poker --iterations 4 --out bot"), &["after 5 iterations already"]);
    assert!(desk.contents() == before);
}

#[test]
fn the_page_of_a_trainer_explains_its_options() {
    let page = Desk::new().ok("train cfr --help").out;
    says(
        &page,
        &["Idea", "--iterations <ITERATIONS>", "--method <METHOD>", "[default: cfr+]", "--csv", "--limit"],
    );
    says(&Desk::new().ok("train --help").out, &["cfr", "Counterfactual regret"]);
    let alone = Desk::new().run("train");
    assert_eq!(alone.code, Some(2), "{alone}");
    says(&alone.err, &["<METHOD>", "cfr"]);
}
