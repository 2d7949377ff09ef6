//! Q-learners and programs in other languages, by the real binary.

use crate::kit::{Desk, says};
use serde_json::json;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn a_table_is_trained_examined_and_played() {
    let desk = Desk::new();
    let told = desk.ok("train q tic-tac-toe --method pessimistic --episodes 3000 --out ana");
    says(&told.err, &["seat 1 learns, seat 2 learns", "1000 of 3000 episodes: states "]);
    says(&told.out, &["tic-tac-toe by pessimistic, 3000 episodes", "--seat 2=q:bot=ana"]);
    says(&desk.read("ana/training.html"), &["Quality", "Size of the table"]);
    let tested = desk.json("test-bot ana --matches 50 --json");
    assert!(tested["unbeatable"].is_boolean(), "a small game is gone through: {tested}");
    assert_eq!(tested["base"][0]["kind"], "win-now");
    let kinds: u64 = (0..3).map(|kind| tested["base"][kind]["situations"].as_u64().unwrap_or(0)).sum();
    assert_eq!(kinds, 3515, "every state in which moves differ");
    let again = desk.json("test-bot ana --matches 50 --base base.jsonl --json");
    assert_eq!(desk.read("base.jsonl").lines().count(), 3515);
    assert_eq!(
        desk.json("test-bot ana --matches 50 --base base.jsonl --json"),
        again,
        "read again, the same"
    );
    desk.write("wrong.jsonl", "{\"kind\":\"win-now\",\"position\":\"xx./oo./...\",\"right\":[\"a3\"]}\n");
    says(&desk.refused("test-bot ana --base wrong.jsonl"), &["wrong.jsonl:1", "not all of a3 are legal"]);
    desk.ok("tournament tic-tac-toe q:bot=ana rules random --pairs 2 --out run");
    desk.json("analyze tic-tac-toe --agent q:bot=ana,sims=10 --json");
    says(&desk.refused("analyze connect-four --agent q:bot=ana"), &["trained for tic-tac-toe"]);
    says(
        &desk.refused("train q tic-tac-toe --episodes 3000 --out ana"),
        &["--method was pessimistic and is q"],
    );
    says(
        &desk.refused("train q tic-tac-toe --method pessimistic --out ana --episodes 5"),
        &["after 3000 episodes already"],
    );
    says(&desk.refused("train q go --fold --method minimax-q --seat first --out no"), &["--fold"]);
    let table = desk.ok("export ana --csv").out;
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("seat,table,state,position,action,move,value"));
    assert!(
        lines.all(|line| line.split(',').nth(3).is_some_and(|position| position.contains('/'))),
        "{table}"
    );
    says(&desk.refused("export ana --jsonl"), &["--csv"]);
    says(&desk.refused("train q gomoku --set size=19 --episodes 5 --out no"), &["more than 256 legal moves"]);
    says(&desk.refused("train q nim --memory 5 --out no"), &["--memory 5", "64M or more"]);
    says(&desk.refused("train q nim --seat first --delta 0.2 --out no"), &["--opponent-epsilon"]);
    desk.ok("train q nim --episodes 5 --loss -20 --out nim");
    let bytes = std::fs::read(desk.path("ana/table.bin")).expect("a table");
    desk.write("ana/table.bin", &bytes[..bytes.len() - 1]);
    says(&desk.refused("analyze tic-tac-toe --agent q:bot=ana"), &["table.bin", "damaged"]);
}

#[test]
fn a_bot_answers_lines() {
    let desk = Desk::new();
    desk.ok("train q tic-tac-toe --episodes 200 --out ana");
    let asked = "{\"moves\": \"b2\"}\n{\"moves\": \"b2 b2\"}\nwhat?\n{\"position\": null, \"legal\": [\"a1\", \"roll\"]}\n";
    let said = desk.typing("serve-bot ana --lines", asked);
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(lines[0].contains("\"move\":") && lines[0].contains("\"seat\":1"), "{}", lines[0]);
    assert!(lines[1].contains("is not legal here"), "{}", lines[1]);
    assert!(lines[2].contains("not JSON"), "{}", lines[2]);
    assert!(lines[3].contains("`roll` is not legal in the position"), "{}", lines[3]);
    let said =
        desk.typing("serve-bot ana --lines", "{\"moves\": [\"b2\", \"a1\"]}\n{\"move\": \"b2\"}\n").out;
    assert!(said.lines().next().is_some_and(|line| line.contains("\"seat\":0")), "{said}");
    assert!(said.contains("unknown field `move`"), "{said}");
}

/// Asks a web address, and returns the reply as it came.
fn web(place: &str, ask: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(place).expect("somebody listens");
    let head = format!("{ask} HTTP/1.1\r\nhost: bot\r\nconnection: close\r\ncontent-length: {}", body.len());
    stream.write_all(format!("{head}\r\n\r\n{body}").as_bytes()).expect("it is heard");
    let mut reply = String::new();
    stream.read_to_string(&mut reply).expect("a reply");
    reply
}

#[test]
fn a_bot_answers_over_the_web() {
    let desk = Desk::new();
    desk.ok("train q tic-tac-toe --episodes 200 --out ana");
    let mut command = desk.command("serve-bot ana --listen 127.0.0.1:0");
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut told = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut told).expect("an address");
    let place = told.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address");
    let replies = [
        web(place, "POST /move", "{\"moves\": [\"b2\"], \"seed\": 3}"),
        web(place, "GET /openapi.json", ""),
        web(place, "POST /move", "{\"moves\": \"b2 b2\"}"),
        web(place, "POST /move", "{\"mvoes\": \"b2\"}"),
        web(place, "GET /move", ""),
        web(place, "GET /elsewhere", ""),
    ];
    child.kill().expect("it runs until it is ended");
    child.wait().expect("it ended");
    says(&replies[0], &["200 OK", "\"move\":", "\"seat\":1"]);
    says(&replies[1], &["200 OK", "\"openapi\":\"3.1.0\"", "/move"]);
    says(&replies[2], &["422", "is not legal here"]);
    says(&replies[3], &["400", "unknown field `mvoes`", "`moves`"]);
    says(&replies[4], &["405", "there is no GET /move: POST a question to /move"]);
    says(&replies[5], &["404", "there is no GET /elsewhere"]);
}

#[test]
fn a_program_in_another_language_is_a_game_and_a_player() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3 here");
        return;
    }
    let desk = Desk::new();
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/games/dots.py");
    std::fs::copy(example, desk.path("dots.py")).expect("the example");
    let player = "import json, sys\nfor line in sys.stdin:\n    question = json.loads(line)\n    print(json.dumps({'move': question['legal'][0]}), flush=True)\n";
    desk.write("first.py", player);
    let ran = desk
        .json("tournament 'exec:python3 dots.py' 'exec:python3 first.py' random --pairs 2 --out run --json");
    assert!(ran.to_string().contains("exec:python3 first.py"), "{ran}");
    let told = desk.ok("tournament tic-tac-toe 'exec:python3 mute.py' random --pairs 1 --out lost").err;
    says(&told, &["forfeited 2 of 2 matches", "ended"]);
    desk.write("mute.py", "import sys\nsys.exit('no idea')\n");
    says(&desk.refused("playtest 'exec:python3 mute.py'"), &["ended", "no idea"]);
    says(&desk.refused("playtest exec:"), &["not a command"]);
}

#[test]
fn a_module_is_play_tested() {
    let desk = Desk::new();
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/games/nim.wat");
    std::fs::copy(example, desk.path("nim.wat")).expect("the example");
    let ran = desk.json("playtest nim.wat --agent random --matches 20 --out run --json");
    assert_eq!(ran["summary"]["header"]["game"]["name"], "nim in WebAssembly", "{ran}");
    let solved = desk.json("solve nim.wat --json");
    assert_eq!(solved["value"], 1.0, "nine stones are won by taking one: {solved}");
    // A bot of such a game knows how to open it again.
    desk.ok("train q nim.wat --episodes 50 --out bot");
    assert_eq!(desk.json("test-bot bot --matches 20 --json")["episodes"], 50);
    desk.write("no.wasm", "nothing");
    says(&desk.refused("playtest no.wasm"), &["no.wasm", "does not start"]);
}

#[test]
fn a_class_qualifies_plays_its_league_and_gets_marks() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3 here");
        return;
    }
    let desk = Desk::new();
    let hand_in = |name: &str, settings: &str, program: &str| {
        std::fs::create_dir_all(desk.path(&format!("class/{name}"))).expect("a folder");
        desk.write(&format!("class/{name}/player.toml"), settings);
        desk.write(&format!("class/{name}/player.py"), program);
    };
    let answers = |answer: &str| {
        format!(
            "import json, sys, time\nfor line in sys.stdin:\n    legal = json.loads(line)['legal']\n    {answer}\n"
        )
    };
    let runs = "command = \"python3 player.py\"\nauthor = \"=Ada\"\n";
    hand_in("first", runs, &answers("print(json.dumps({'move': legal[0]}), flush=True)"));
    hand_in("cheat", runs, &answers("print(json.dumps({'move': 'z9'}), flush=True)"));
    hand_in("mute", runs, &answers("time.sleep(60)"));
    hand_in(
        "built",
        &format!("name = \"Built\"\nbuild = \"python3 -c 'print(1)'\"\n{runs}"),
        &answers("print(json.dumps({'move': legal[-1]}), flush=True)"),
    );
    hand_in("unbuilt", &format!("build = \"python3 -c 'exit(7)'\"\n{runs}"), "");
    hand_in("wordless", "word = 3", "");
    let told = desk.ok(
        "tournament tic-tac-toe random --folder class --csv marks.csv --pairs 3 --qualifying 1 --move-time 4 \
         --threads 2 --out run",
    );
    says(&told.out, &["Built", "random is in place", "Marks: marks.csv"]);
    let marks = desk.read("marks.csv");
    let line = |name: &str| {
        let found = marks.lines().find(|line| line.split(',').nth(1) == Some(name));
        found.unwrap_or_else(|| panic!("{name}: {marks}")).to_owned()
    };
    assert_eq!(marks.lines().count(), 7, "{marks}");
    assert!(line("first").contains(",yes,") && line("Built").contains(",yes,"), "{marks}");
    assert!(line("first").contains("'=Ada"), "a spreadsheet takes it for a text");
    says(&line("cheat"), &[",no,", "it forfeited 2 of 2 matches"]);
    says(&line("mute"), &["it forfeited 2 of 2 matches"]);
    says(&line("unbuilt"), &["does not build"]);
    says(&line("wordless"), &["player.toml", "unknown field"]);
    says(&desk.read("run/logs/cheat.txt"), &["match 0: seat 1 forfeits: `z9` is not legal"]);
    says(&desk.read("run/logs/mute.txt"), &["did not answer within 4 seconds"]);
    says(
        &desk.refused("tournament tic-tac-toe --folder class --csv marks.csv"),
        &["marks.csv exists already"],
    );
    says(&desk.refused("tournament tic-tac-toe --folder nowhere"), &["nowhere"]);
    says(&desk.refused("tournament tic-tac-toe gtp:nothing --folder class"), &["does not start"]);
    // Who mends a program qualifies anew, and the league is another one.
    hand_in("cheat", runs, &answers("print(json.dumps({'move': legal[0]}), flush=True)"));
    desk.ok("tournament tic-tac-toe random --folder class --csv again.csv --pairs 3 --qualifying 1 --move-time 4 --out run");
    assert!(desk.read("again.csv").lines().any(|line| line.contains(",cheat,") && line.contains(",yes,")));
    says(&desk.refused("tournament tic-tac-toe random rules --csv x.csv"), &["--folder"]);
}

#[test]
fn an_engine_that_speaks_gtp_plays() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3 here");
        return;
    }
    let desk = Desk::new();
    let engine = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/players/gtp/random_gtp.py");
    std::fs::copy(engine, desk.path("engine.py")).expect("the example");
    let ran = desk.json(
        "tournament hex 'gtp[letters=plain]:python3 engine.py' random --set size=4 --pairs 2 --out run --json",
    );
    assert_eq!(ran["matches"], 4, "{ran}");
    let told = desk.ok("replay run --all").out;
    assert!(!told.contains("forfeit"), "{told}");
    says(&desk.refused("tournament pig 'gtp:python3 engine.py' random"), &["a square board"]);
}

/// Copies the files of a folder, and those of its folders.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").filter_map(Result::ok) {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        match from.is_dir() {
            true => copy(&from, &to),
            false => drop(std::fs::copy(&from, &to).expect("a copy")),
        }
    }
}

#[test]
fn the_starters_play_a_class() {
    for program in ["python3", "node", "g++"] {
        if Command::new(program).arg("--version").output().is_err() {
            eprintln!("skipped: there is no {program} here");
            return;
        }
    }
    let desk = Desk::new();
    let players = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/players"));
    for starter in ["python", "javascript", "cpp"] {
        copy(&players.join(starter), &desk.path(&format!("class/{starter}")));
    }
    let told = desk.json("tournament connect-four --folder class --pairs 2 --qualifying 2 --out run --json");
    let marks = told["marks"].as_array().expect("marks");
    assert_eq!(marks.len(), 3);
    for one in marks {
        assert_eq!((&one["qualified"], &one["forfeits"]), (&json!(true), &json!(0)), "{one}");
    }
}

#[test]
fn a_boardgame_io_game_is_play_tested() {
    let installed = |desk: &Desk| {
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-audit", "--no-fund"]).current_dir(desk.path("game"));
        npm.output().is_ok_and(|done| done.status.success())
    };
    let desk = Desk::new();
    let example = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/games/boardgame-io"));
    std::fs::create_dir_all(desk.path("game")).expect("a folder");
    for entry in std::fs::read_dir(example).expect("the example").filter_map(Result::ok) {
        if entry.path().is_file() {
            std::fs::copy(entry.path(), desk.path("game").join(entry.file_name())).expect("a copy");
        }
    }
    if !installed(&desk) {
        eprintln!("skipped: boardgame.io cannot be installed here");
        return;
    }
    let command = "'exec:node game/play.mjs game/tic-tac-toe.mjs'";
    let ran = desk.json(&format!("playtest {command} --agent random --matches 20 --out run --json"));
    assert_eq!(ran["summary"]["header"]["game"]["seats"].as_array().map(Vec::len), Some(2), "{ran}");
    let solved = desk.json(&format!("solve {command} --json"));
    assert_eq!(solved["value"], 0.0, "tic-tac-toe is a draw: {solved}");
}
