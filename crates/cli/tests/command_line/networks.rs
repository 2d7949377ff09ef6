//! Networks: trained, examined, exported, made easier; and everything that can be wrong with one.

use crate::kit::{Desk, says};
use serde_json::Value;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long to wait for a process that hangs before the test gives up.
const PATIENCE: Duration = Duration::from_secs(120);

/// A training that is over at once.
const SHORT: &str =
    "--cycles 2 --games 24 --sims 8 --blocks 1 --channels 8 --gate 2 --pairs 1 --rival random";

fn trained(desk: &Desk, game: &str, folder: &str) {
    desk.ok(&format!("train alphazero {game} {SHORT} --out {folder}"));
}

#[test]
fn threads_do_not_change_what_is_learnt() {
    let desk = Desk::new();
    let bot = |threads: u32, folder: &str| {
        desk.ok(&format!("train alphazero tic-tac-toe {SHORT} --threads {threads} --out {folder}"));
        desk.read(&format!("{folder}/bot.toml"))
    };
    assert!(bot(1, "one") == bot(2, "two"), "one thread and two learn the same");
    says(&desk.read("one/ranking-policy.csv"), &["rank,cycle,policy_accuracy,value_accuracy"]);
    assert_eq!(desk.read("one/metrics.jsonl").lines().count(), 2);
    says(&desk.read("one/training.html"), &["tic-tac-toe", "ludometer train alphazero tic-tac-toe"]);
}

#[test]
fn a_killed_training_goes_on_to_the_same_weights() {
    let (desk, undisturbed) = (Desk::new(), Desk::new());
    let long = format!("train alphazero tic-tac-toe {SHORT} --cycles 6 --out bot --quiet").replacen(
        "--cycles 2 ",
        "",
        1,
    );
    let mut child =
        desk.command(&long).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let began = Instant::now();
    while !desk.path("bot/metrics.jsonl").exists() {
        assert!(began.elapsed() < PATIENCE, "nothing was kept");
        sleep(Duration::from_millis(1));
    }
    child.kill().expect("a child");
    child.wait().expect("a child");
    desk.ok(&long);
    undisturbed.ok(&long);
    for file in ["bot.toml", "model.safetensors", "metrics.jsonl"] {
        let bytes = |desk: &Desk| std::fs::read(desk.path("bot").join(file)).expect("a file");
        assert!(bytes(&desk) == bytes(&undisturbed), "{file} is not the same");
    }
}

#[test]
fn minutes_make_a_bot_of_what_there_is() {
    let desk = Desk::new();
    let line = format!("train alphazero tic-tac-toe {SHORT} --minutes 0.001 --out bot");
    let line = line.replacen("--cycles 2", "", 1);
    says(&desk.ok(&line).err, &[" 1 cycle: ", "It ended early: the time was up"]);
    let bot = desk.read("bot/bot.toml");
    let done = bot.lines().find_map(|line| line.strip_prefix("iterations = ")).expect("iterations");
    says(&bot, &[&format!("--cycles {done}\"")]);
    says(
        &desk.refused(&line.replacen("--sims 8", "--sims 9", 1)),
        &["bot holds another bot (--sims was 8 and is 9)"],
    );
    let thought = desk.json("analyze tic-tac-toe --agent policy:bot=bot --json");
    assert_eq!(thought["moves"].as_array().map(Vec::len), Some(9));
}

#[test]
fn a_bot_is_asked_in_every_verb_and_shows_its_priors() {
    let desk = Desk::new();
    trained(&desk, "tic-tac-toe", "bot");
    let thought = desk.json("analyze tic-tac-toe --agent puct:bot=bot,sims=50 --json");
    for option in thought["moves"].as_array().expect("moves") {
        assert!(option["prior"].as_f64().is_some_and(|prior| prior > 0.0), "{option}");
    }
    says(&desk.ok("analyze tic-tac-toe --agent puct:model=bot,sims=50").out, &["prior", "visits"]);
    let alone = |agent: &str| {
        desk.json(&format!("analyze tic-tac-toe --moves b2 --agent {agent} --json"))["best"].clone()
    };
    assert_eq!(alone("puct:bot=bot,sims=0"), alone("policy:bot=bot"), "no simulations are the network alone");
    let rated = desk
        .json("tournament tic-tac-toe random policy:bot=bot puct:bot=bot,sims=16 --pairs 4 --out run --json");
    assert_eq!(rated["agents"].as_array().map(Vec::len), Some(3));
}

#[test]
fn shipped_bots_are_loaded_by_name() {
    let desk = Desk::new();
    let thought =
        desk.json("analyze tic-tac-toe --moves 'a1 a3 b1 b3' --agent puct:bot=tic-tac-toe,sims=64 --json");
    assert_eq!(thought["best"], "c1", "{thought}");
    std::fs::create_dir(desk.path("tic-tac-toe")).expect("a folder");
    desk.ok("predict tic-tac-toe");
    says(
        &desk.refused("analyze tic-tac-toe --agent puct:bot=nobody"),
        &["no such folder", "come with the program: "],
    );
    says(
        &desk.refused("analyze connect-four --agent puct:bot=tic-tac-toe"),
        &["was trained for tic-tac-toe version 1", "train another bot"],
    );
}

#[test]
fn the_steps_of_the_thesis_one_by_one() {
    let desk = Desk::new();
    desk.ok("construct tic-tac-toe --blocks 1 --channels 8 --seed 3 --out first");
    let memory = desk.json("self-play first --games 12 --sims 8 --out memory --json");
    assert_eq!(memory["matches"], 12);
    let matches = desk.read("memory/matches.jsonl");
    let first: Value = serde_json::from_str(matches.lines().next().expect("a match")).expect("JSON");
    let turns = first["turns"].as_array().expect("turns");
    assert_eq!((&turns[0]["player"], &turns[0]["before"]), (&1.into(), &Value::Null));
    assert_eq!((&turns[1]["player"], &turns[1]["before"]), (&2.into(), &1.into()));
    assert_eq!(turns[0]["qualities"].as_array().map(Vec::len), Some(9));
    let picked = turns[0]["picked"].as_u64().expect("an action") as usize;
    assert!(turns[1]["qualities"][picked].is_null(), "a cell that is taken has no quality");
    says(
        &desk.ok("train memory tic-tac-toe --memory memory --bot first --epochs 2 --out second").out,
        &["Bot: second"],
    );
    says(&desk.ok("predict second --moves a1").out, &["prior", "plays"]);
    let predicted = desk.json("predict second --moves a1 --json");
    assert_eq!(predicted["inputs"].as_array().map(|inputs| inputs.len() % 9), Some(0), "{predicted}");
    let numbers =
        predicted["moves"].as_array().expect("moves").iter().map(|option| option["action"].as_u64());
    let mut numbers: Vec<u64> = numbers.map(|number| number.expect("a number")).collect();
    numbers.sort_unstable();
    assert!(numbers.len() == 8 && numbers.windows(2).all(|two| two[0] < two[1]) && numbers[7] < 9);
    desk.ok("train memory tic-tac-toe --memory memory --epochs 1 --blocks 1 --channels 8 --out fresh");
    says(
        &desk.refused("train memory tic-tac-toe --memory memory --bot first --blocks 2 --out other"),
        &["a bot has its own blocks"],
    );
    let csv = desk.ok("export memory --csv").out;
    assert!(csv.starts_with("state_1,state_2,"), "{csv:.60}");
    let lines = csv.lines().count() as u64;
    assert_eq!(Some(lines - 1), memory["positions"].as_u64());
    let turns = desk.ok("export memory --moves-csv").out;
    assert!(
        turns.starts_with("match,turn,player,before,move,picked,points_1,points_2,quality_1,"),
        "{turns:.80}"
    );
    let wide = |line: &str| line.split(',').count();
    assert!(turns.lines().all(|line| wide(line) == wide(turns.lines().next().unwrap_or_default())));
    let jsonl = desk.ok("export memory --jsonl").out;
    let position: Value = serde_json::from_str(jsonl.lines().next().expect("a line")).expect("JSON");
    assert_eq!(position["policy"].as_array().map(Vec::len), Some(9));
}

#[test]
fn memories_that_do_not_fit_are_refused() {
    let desk = Desk::new();
    desk.ok("construct tic-tac-toe --blocks 1 --channels 8 --out first");
    desk.ok("self-play first --games 2 --sims 4 --out memory");
    says(&desk.refused("self-play first --games 2 --sims 4 --out memory"), &["memory: it is not empty"]);
    says(&desk.refused("train memory connect-four --memory memory"), &["matches are of tic-tac-toe"]);
    says(&desk.refused("train memory tic-tac-toe"), &["--memory FOLDER", "ludometer self-play"]);
    says(&desk.refused("train memory tic-tac-toe --memory first"), &["memory.toml"]);
    says(&desk.refused("export memory --pdn"), &["--csv or --jsonl", "--moves-csv"]);
}

#[test]
fn a_bot_is_examined_on_positions_whose_worth_is_known() {
    let desk = Desk::new();
    trained(&desk, "connect-four", "bot");
    std::fs::create_dir(desk.path("positions")).expect("a folder");
    desk.write("positions/wins.txt", "# X completes a column\n121212 18\n\n44 2\n");
    desk.write("positions/notes.md", "not positions");
    let line = "test-bot bot --positions positions --sims 64 --first 1 --json";
    let examined = desk.json(line);
    assert_eq!(examined["files"][0]["file"], "wins");
    let grades = examined["files"][0]["agents"].as_array().expect("agents");
    assert_eq!(grades.len(), 2);
    assert_eq!((&grades[1]["right"], &grades[1]["positions"]), (&1.into(), &1.into()), "{examined}");
    says(&desk.ok("test-bot bot --positions positions --sims 8 --first 1").out, &["wins", "all", "%"]);
    desk.write("positions/broken.txt", "121212 18\n9 1\n");
    says(&desk.refused("test-bot bot --positions positions"), &["broken, line 2: move 1 `9` is not legal"]);
    desk.write("positions/broken.txt", "121212 0\n");
    says(
        &desk.refused("test-bot bot --positions positions/broken.txt --sims 64"),
        &["broken, line 1: its score is wrong: 1 gives more than that"],
    );
    says(&desk.refused("test-bot bot --positions nowhere"), &["nowhere"]);
    desk.ok("train cfr kuhn-poker --iterations 10 --out kuhn");
    says(&desk.refused("test-bot kuhn --positions positions"), &["a bot of the kind `cfr`"]);
}

#[test]
fn levels_are_fitted_kept_and_played() {
    let desk = Desk::new();
    trained(&desk, "tic-tac-toe", "bot");
    let ran = desk.run("ladder bot --against random --rates 0.6,0.4 --sims 16 --pairs 8 --json");
    assert!(matches!(ran.code, Some(0 | 1)), "{ran}");
    let ladder: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!((&ladder["levels"][0]["asked"], &ladder["levels"][1]["asked"]), (&0.4.into(), &0.6.into()));
    says(&desk.read("bot/ladder.toml"), &["against = \"random\"", "asked = 0.4"]);
    desk.ok("tournament tic-tac-toe puct:bot=bot,level=1 puct:bot=bot,level=2 --pairs 2 --out run");
    says(&desk.refused("analyze tic-tac-toe --agent puct:bot=bot,level=3"), &["no level 3", "there are 2"]);
    says(
        &desk.refused("analyze tic-tac-toe --agent puct:bot=bot,level=1,sims=5"),
        &["a level has its own sims"],
    );
    says(&desk.refused("ladder bot --rates 2"), &["between 0 and 1"]);
    says(
        &desk.refused("analyze tic-tac-toe --agent puct:bot=tic-tac-toe,level=1"),
        &["has no levels", "--out FOLDER"],
    );
    says(&desk.refused("ladder tic-tac-toe --pairs 1"), &["comes with the program", "--out"]);
    says(&desk.refused("ladder bot --pairs 1 --out bot"), &["bot exists already"]);
    let ran =
        desk.run("ladder tic-tac-toe --against random --rates 0.5 --sims 4 --pairs 2 --out levels/easier");
    assert!(matches!(ran.code, Some(0 | 1)), "{ran}");
    desk.ok("analyze tic-tac-toe --agent puct:bot=levels/easier,level=1");
    desk.ok("analyze tic-tac-toe --agent puct:bot=levels/easier,level=1,kernel=portable");
    desk.ok("playtest tic-tac-toe --agent puct:bot=levels/easier,level=1 --dry-run");
    says(
        &desk.refused("analyze tic-tac-toe --agent puct:bot=tic-tac-toe,root=gumbel,noise=0.2"),
        &["`noise` has no use with root=gumbel"],
    );
    desk.ok(&format!("train alphazero tic-tac-toe {SHORT} --cycles 4 --out bot").replacen(
        "--cycles 2 ",
        "",
        1,
    ));
    says(&desk.refused("analyze tic-tac-toe --agent puct:bot=bot,level=1"), &["has learnt on since"]);
}

#[test]
fn a_network_becomes_onnx() {
    let desk = Desk::new();
    trained(&desk, "tic-tac-toe", "bot");
    desk.ok("export bot --onnx bot.onnx");
    let file = std::fs::read(desk.path("bot.onnx")).expect("a file");
    assert!(file.windows(13).any(|text| text == b"rows from the"), "it says what its inputs are");
    says(&desk.refused("export bot --onnx bot.onnx"), &["bot.onnx exists already"]);
    desk.ok("export tic-tac-toe --onnx shipped.onnx");
    desk.ok("train cfr kuhn-poker --iterations 10 --out kuhn");
    says(&desk.refused("export kuhn --onnx kuhn.onnx"), &["kuhn: a bot of the kind `cfr` is no network"]);
}

#[test]
fn a_trained_bot_is_not_called_weak_because_it_looks_at_little() {
    let desk = Desk::new();
    let ran =
        desk.run("playtest tic-tac-toe --agent policy:bot=tic-tac-toe,temperature=1 --matches 20 --out run");
    assert!(!ran.out.contains("Too weak to judge"), "{}", ran.out);
    let weak = desk.run("playtest tic-tac-toe --agent mcts:sims=4 --matches 20 --out other");
    says(&weak.out, &["Too weak to judge"]);
}

#[test]
fn one_bot_learns_several_settings_of_the_rules() {
    let desk = Desk::new();
    desk.ok(&format!("train alphazero pig --vary target=20..40 --set target=30 {SHORT} --out bot"));
    for target in [20, 30, 40] {
        desk.json(&format!("analyze pig --set target={target} --agent policy:bot=bot --json"));
    }
    let told = desk.json("predict bot --set target=25 --json");
    assert_eq!(told["constants"], serde_json::json!([0.25]));
    let ladder = "ladder bot --set target=20 --against random --rates 0.5 --sims 2 --pairs 2 --json";
    assert_eq!(
        serde_json::from_str::<Value>(&desk.run(ladder).out).expect("JSON")["constants"],
        serde_json::json!([0.0])
    );
    desk.json("analyze pig --set target=20 --agent puct:bot=bot,level=1 --json");
    let other = desk.refused("analyze pig --set target=30 --agent puct:bot=bot,level=1");
    says(&other, &["levels were made for other numbers of the rules"]);
    says(&desk.refused("ladder bot --set target=50 --pairs 1"), &["what is learnt is 20 to 40"]);
    let far = desk.refused("analyze pig --set target=80 --agent policy:bot=bot");
    says(&far, &["`target` is 80 here, and what is learnt is 20 to 40"]);
    says(&desk.refused("analyze pig --set faces=8 --agent policy:bot=bot"), &["was trained for pig"]);
    says(&desk.refused("train alphazero pig --vary target --out other"), &["is not NAME=LOW..HIGH"]);
    desk.ok(&format!("train alphazero pig {SHORT} --out plain"));
    says(&desk.refused("analyze pig --set target=95 --agent policy:bot=plain"), &["was trained for pig"]);
    says(
        &desk.refused("train alphazero snowball --vary size=5..9 --set size=9 --out other"),
        &["the board or the moves change"],
    );
    says(&desk.refused("train alphazero nim --vary heaps=1..2 --out other"), &["heaps"]);
}

#[test]
fn a_bot_finds_the_rules_file_it_was_trained_for() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("rules")).expect("a folder");
    desk.ok("new rules/mine.luau");
    let told = desk.ok(&format!("train alphazero rules/mine.luau {SHORT} --out bot")).out;
    says(&told, &["ludometer play rules/mine.luau --seat 2=puct:bot=bot"]);
    desk.ok("predict bot");
    desk.ok("self-play bot --games 2 --sims 2 --out memory");
    std::fs::rename(desk.path("rules"), desk.path("elsewhere")).expect("a folder");
    says(&desk.refused("ladder bot --pairs 1"), &["bot was trained for rules/mine.luau"]);
}

#[test]
fn damaged_and_newer_bots_are_refused() {
    let desk = Desk::new();
    trained(&desk, "tic-tac-toe", "bot");
    let asked = "analyze tic-tac-toe --agent puct:bot=bot";
    let toml = desk.read("bot/bot.toml");
    desk.write("bot/bot.toml", toml.replacen("schema = 1", "schema = 99", 1));
    says(&desk.refused(asked), &["form 99", "newer than form 1"]);
    desk.write("bot/bot.toml", &toml);
    let weights = std::fs::read(desk.path("bot/model.safetensors")).expect("weights");
    desk.write("bot/model.safetensors", &weights[..weights.len() - 9]);
    says(&desk.refused(asked), &["model.safetensors", "not the file bot.toml was written for"]);
    desk.write("bot/model.safetensors", &weights);
    let plan = desk.read("bot/model.toml");
    desk.write("bot/model.toml", plan.replacen("rows = 3", "rows = 4", 1));
    says(&desk.refused(asked), &["model.toml", "another board"]);
    desk.write("bot/model.toml", "rows = ");
    says(&desk.refused(asked), &["model.toml"]);
    says(
        &desk.refused("analyze tic-tac-toe --agent cfr:bot=bot"),
        &["of the kind `alphazero`; write `puct:bot=bot`"],
    );
    says(&desk.refused("analyze tic-tac-toe --agent puct"), &["write `puct:bot=FOLDER`", "train alphazero"]);
}
