//! Real programs behind real pipes and a real web address: what they say is played, what they do wrong is told.

use ludometer_bridge::{Limits, PATIENCE, Remote, gtp_opener, open, opener};
use ludometer_game::{Game, Rng, Seat, Seen, Turn};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Whether there is an interpreter; says so where there is none.
fn python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok();
    if !found {
        eprintln!("skipped: there is no python3 here");
    }
    found
}

/// A program in a folder of its own.
struct Program(tempfile::TempDir);

impl Program {
    fn new(text: &str) -> Program {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("game.py"), text).expect("a file");
        Program(folder)
    }

    fn open(&self, patience: Duration) -> Result<Remote, String> {
        let name = format!("exec:python3 '{}'", self.0.path().join("game.py").display());
        open(&name, patience).map_err(|error| error.to_string())
    }
}

/// Plays a random match; how many plies it had, and why it broke if it did.
fn play(game: &Remote, seed: u64) -> (u32, Option<String>) {
    let (mut state, mut rng, mut moves) = (game.initial(), Rng::stream(seed, "match", 0), Vec::new());
    for ply in 0..game.limit() {
        game.settle(&mut state, &mut rng);
        match game.turn(&state) {
            Turn::Seat(_) => {}
            Turn::Over => return (ply, None),
            _ => return (ply, game.fault(&state).map(|fault| fault.to_string())),
        }
        moves.clear();
        game.moves(&state, &mut moves);
        game.play(&mut state, moves[rng.below(moves.len())]);
    }
    (game.limit(), None)
}

#[test]
fn the_example_is_played_to_its_end() {
    if !python() {
        return;
    }
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/games/dots.py");
    let game = open(&format!("exec:python3 '{}'", example.display()), PATIENCE).expect("a game");
    assert_eq!((game.hello().name.as_str(), game.seats()), ("dots", 2));
    for seed in 0..5 {
        assert_eq!(play(&game, seed), (12, None), "every edge is drawn");
    }
}

/// A game of one move that does what `deed` says when it is played.
fn naughty(deed: &str) -> String {
    format!(
        r#"
import json, sys, time
for line in sys.stdin:
    question = json.loads(line)
    if question["do"] == "hello":
        answer = {{"name": "naughty", "seats": 2}}
    elif question["do"] == "initial":
        answer = {{"state": 0, "turn": 0, "moves": ["go"]}}
    else:
        {deed}
    print(json.dumps(answer), flush=True)
"#
    )
}

#[test]
fn what_goes_wrong_breaks_the_match_and_is_told() {
    if !python() {
        return;
    }
    let broken = |deed: &str, patience: Duration| {
        let program = Program::new(&naughty(deed));
        let game = program.open(patience).expect("a game");
        let (_, why) = play(&game, 1);
        let why = why.unwrap_or_else(|| panic!("{deed} should break it"));
        // The next match has a program that works again, and breaks in the same way.
        assert!(play(&game, 2).1.is_some());
        why
    };
    let crashed = broken("sys.exit('out of cards')", PATIENCE);
    assert!(crashed.contains("ended") && crashed.contains("out of cards"), "{crashed}");
    let silent = broken("time.sleep(60)", Duration::from_secs(3));
    assert!(silent.contains("did not answer within 3 seconds"), "{silent}");
    let nonsense = broken("answer = {\"state\": 1, \"turn\": 7, \"moves\": [\"a\"]}", PATIENCE);
    assert!(nonsense.contains("0 to 1"), "{nonsense}");
    let chatty = broken("answer = 'debug'; print(answer); print(answer, flush=True)", PATIENCE);
    assert!(chatty.contains("cannot be used"), "{chatty}");
    let letters = "sys.stderr.buffer.write(b'\\xfc\\n'); sys.stderr.flush(); sys.exit('gone')";
    assert!(broken(letters, PATIENCE).contains("gone"), "letters of another alphabet harm nobody");
    let sorry = broken("answer = {\"error\": \"no such move\"}", PATIENCE);
    assert!(sorry.contains("the program says: no such move"), "{sorry}");
}

#[test]
fn programs_that_are_no_games_are_refused() {
    let refused = |name: &str| open(name, PATIENCE).err().map(|error| error.to_string()).expect("refused");
    assert!(refused("exec:no-such-program-anywhere").contains("does not start"));
    assert!(refused("exec:'unfinished").contains("not a command"));
    assert!(refused("http://127.0.0.1:9").contains("does not start"));
    if python() {
        let mute = Program::new("print('hello')").open(PATIENCE).err().expect("refused");
        assert!(mute.contains("answered what cannot be used") && mute.contains("hello"), "{mute}");
        let blind = COUNTS.replace("\"limit\": 20", "\"limit\": 20, \"hidden\": True");
        let blind = blind.replace(
            "    state = 0 if",
            "    if question['do'] == 'view':\n        return {'error': 'which view?'}\n    state = 0 if",
        );
        let blind = Program::new(&blind).open(PATIENCE).err().expect("refused");
        assert!(blind.contains("which view?"), "{blind}");
        let nine = r#"print('{"name": "many", "seats": 9}')"#;
        let many = Program::new(nine).open(PATIENCE).err().expect("refused");
        assert!(many.contains("1 to 8"), "{many}");
    }
}

/// Answers questions over the web until nobody asks any more.
fn serve(listener: &TcpListener) {
    for stream in listener.incoming() {
        let mut stream = stream.expect("a caller");
        while let Some(question) = read_request(&mut stream) {
            let answer = match question {
                asked if asked.contains("hello") => r#"{"name": "web", "seats": 1, "chance": true}"#,
                asked if asked.contains("initial") => {
                    r#"{"state": "s", "turn": "chance", "moves": ["1", "2"]}"#
                }
                asked if asked.contains(r#""state":"s""#) => r#"{"state": "t", "turn": 0, "moves": ["end"]}"#,
                _ => r#"{"state": "u", "points": [1]}"#,
            };
            let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", answer.len());
            stream.write_all((head + answer).as_bytes()).expect("a listener");
        }
    }
}

/// The body of a request; none where the caller has gone.
fn read_request(stream: &mut impl Read) -> Option<String> {
    let mut text = Vec::new();
    let mut byte = [0];
    while !text.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).ok()?;
        text.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&text).to_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "))?.trim().parse().ok()?;
    let mut body = vec![0; length];
    stream.read_exact(&mut body).ok()?;
    Some(String::from_utf8_lossy(&body).into_owned())
}

#[test]
fn a_web_address_is_a_game_too() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    std::thread::spawn(move || serve(&listener));
    let game = open(&address, PATIENCE).expect("a game");
    assert_eq!((game.hello().name.as_str(), play(&game, 1)), ("web", (1, None)));
}

/// Whether there is a JavaScript engine; says so where there is none.
fn node() -> bool {
    let found = Command::new("node").arg("--version").output().is_ok();
    if !found {
        eprintln!("skipped: there is no node here");
    }
    found
}

fn example(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/games").join(name).display().to_string()
}

#[test]
fn javascript_speaks_the_same_language() {
    if !node() {
        return;
    }
    let game = open(&format!("exec:node '{}'", example("nim.mjs")), PATIENCE).expect("a game");
    assert_eq!((game.hello().name.as_str(), game.hello().batch), ("nim", true));
    let broken: Vec<_> = (0..5).filter_map(|seed| play(&game, seed).1).collect();
    assert!(broken.is_empty(), "{broken:?}");
}

/// Counts up to ten, answers lists, ends where it is asked to play `die`, and tells how long the lists were.
const COUNTS: &str = r#"
import json, sys
longest = 1
def answer(question):
    if question["do"] == "hello":
        return {"name": "counts", "seats": 2, "batch": True, "limit": 20}
    state = 0 if question["do"] == "initial" else question["state"] + 1
    if question.get("move") == "die":
        sys.exit("as you wish")
    if state == 10:
        return {"state": state, "over": True, "winner": 0}
    return {"state": state, "turn": state % 2, "moves": ["up", "die"], "text": f"longest {longest}"}
for line in sys.stdin:
    questions = json.loads(line)
    if isinstance(questions, list):
        longest = max(longest, len(questions))
        print(json.dumps([answer(question) for question in questions]), flush=True)
    else:
        print(json.dumps(answer(questions)), flush=True)
"#;

#[test]
fn a_program_that_says_more_than_it_is_asked_is_noticed() {
    if !python() {
        return;
    }
    let twice =
        "import sys\nfor line in sys.stdin:\n    print(line.strip()); print(line.strip(), flush=True)";
    let program = Program::new(twice);
    let command = format!("python3 '{}'", program.0.path().join("game.py").display());
    let mut line = opener(&command, Limits::default()).and_then(|open| open()).expect("a program");
    assert_eq!(line.ask("one", PATIENCE).as_deref(), Ok("one"));
    // A line too many may still be on its way when the next question is asked; they become more and more.
    let noticed = (0..1000).find_map(|_| line.ask("more", PATIENCE).err());
    assert!(noticed.expect("noticed").to_string().contains("more than it is asked"));
}

#[test]
fn what_many_threads_ask_goes_as_lists() {
    if !python() {
        return;
    }
    let program = Program::new(COUNTS);
    let game = program.open(PATIENCE).expect("a game");
    let longest = std::sync::atomic::AtomicUsize::new(0);
    let climb = || {
        for _ in 0..20 {
            let mut state = game.initial();
            while game.turn(&state) != Turn::Over {
                game.play(&mut state, 0);
                assert_eq!(game.fault(&state), None);
                let told = format!("{:?}", game.scene(&state, None));
                let length =
                    told.split("longest ").nth(1).and_then(|rest| rest.split('"').next()?.parse().ok());
                longest.fetch_max(length.unwrap_or(0), std::sync::atomic::Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| (0..24).for_each(|_| drop(scope.spawn(climb))));
    assert!(longest.into_inner() > 1, "nobody waited for anybody");
}

#[test]
fn a_question_that_kills_the_program_breaks_no_match_but_its_own() {
    if !python() {
        return;
    }
    let program = Program::new(COUNTS);
    let game = program.open(PATIENCE).expect("a game");
    let climb = |killer: bool| {
        let mut state = game.initial();
        for step in 0..10 {
            game.play(&mut state, u16::from(killer && step == 5));
        }
        assert_eq!(game.fault(&state).is_some(), killer, "{:?}", game.fault(&state));
        if let Some(fault) = game.fault(&state) {
            assert!(fault.what.contains("as you wish"), "{fault}");
        }
    };
    std::thread::scope(|scope| (0..16).for_each(|thread| drop(scope.spawn(move || climb(thread % 4 == 0)))));
}

#[test]
fn a_seat_sees_only_its_own_card() {
    if !python() {
        return;
    }
    let game = open(&format!("exec:python3 '{}'", example("kuhn.py")), PATIENCE).expect("a game");
    let (mut rng, mut deals) = (Rng::stream(1, "deal", 0), Vec::new());
    assert!(game.chance(&game.initial(), &mut deals));
    for &(deal, _) in &deals {
        let mut state = game.initial();
        game.play(&mut state, deal);
        let known = |state: &_, seat: u8| {
            let mut known = Vec::new();
            game.info(state, Seat::new(seat), &mut known);
            known
        };
        let mut other_cards = std::collections::BTreeSet::new();
        for _ in 0..20 {
            let world = game.sample(&state, Seat::new(0), &mut rng);
            assert_eq!(known(&world, 0), known(&state, 0), "what a seat knows stays");
            other_cards.insert(known(&world, 1));
        }
        assert_eq!(other_cards.len(), 2, "the other card is one of two");
        // Two deals look alike to a seat exactly where its own card is the same.
        let seen = |by: u8, deal| match game.seen(&game.initial(), deal, Seat::new(by)) {
            Seen::Hidden(class) => class,
            Seen::Full(_) => panic!("a deal is not seen in full"),
        };
        let alike = deals.iter().filter(|(other, _)| seen(0, *other) == seen(0, deal)).count();
        assert_eq!(alike, 2);
    }
}

#[test]
fn a_module_is_a_game_and_cannot_do_harm() {
    let game = open(&example("nim.wat"), PATIENCE).expect("a game");
    assert_eq!(game.hello().name, "nim in WebAssembly");
    for seed in 0..20 {
        let (plies, broken) = play(&game, seed);
        assert!((3..=9).contains(&plies) && broken.is_none(), "{plies} {broken:?}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let module = |text: &str| {
        let path = folder.path().join("game.wat");
        std::fs::write(&path, text).expect("a file");
        let opened = open(&path.display().to_string(), Duration::from_secs(2));
        opened.err().map(|error| error.to_string()).expect("refused")
    };
    let calls = |answer: &str| {
        format!(
            r#"(module (memory (export "memory") 1) (func (export "input") (param i32) (result i32) i32.const 0)
            (func (export "output") (result i32) i32.const 0)
            (func (export "answer") (param i32) (result i32) {answer}))"#
        )
    };
    assert!(module("(module)").contains("exports no `memory`"));
    assert!(module(&calls("(loop br 0) unreachable")).contains("did not answer within 2 seconds"));
    assert!(module(&calls("unreachable")).contains("ended"));
    assert!(module(&calls("i32.const 70000")).contains("not inside its memory"));
    assert!(module(&calls("i32.const 3")).contains("cannot be used"));
    let imports = r#"(module (import "wasi_snapshot_preview1" "fd_write" (func)))"#;
    assert!(module(imports).contains("imports `wasi_snapshot_preview1.fd_write`"));
    assert!(module("(module").contains("does not start"));
}

#[test]
fn a_program_that_takes_too_much_memory_is_ended() {
    if !python() || !cfg!(target_os = "linux") {
        return;
    }
    let limits = Limits { folder: None, memory: Some(100_000_000) };
    let command = "python3 -c 'input(); x = bytearray(10 ** 9); x[::4096] = x[::4096]; print(1); input()'";
    let mut line = opener(command, limits).and_then(|open| open()).expect("a program");
    let error = line.ask("go", PATIENCE).expect_err("too much").to_string();
    assert!(error.contains("100 MB are allowed"), "{error}");
}

#[test]
fn a_program_that_does_not_read_is_not_waited_for() {
    if !python() {
        return;
    }
    let sleeper = "python3 -c 'import time; time.sleep(600)'";
    let mut line = opener(sleeper, Limits::default()).and_then(|open| open()).expect("a program");
    let error = line.ask(&"long".repeat(100_000), Duration::from_millis(300)).expect_err("nobody reads");
    assert!(error.to_string().contains("did not answer within 0.3 seconds"), "{error}");
}

#[test]
fn a_game_says_how_long_it_may_think() {
    if !python() {
        return;
    }
    let hello = r#"{"name": "sloth", "seats": 1, "patience": SECONDS}"#;
    let sloth = |seconds: &str| {
        let hello = hello.replace("SECONDS", seconds);
        Program::new(&format!(
            "import sys, time\nfor line in sys.stdin:\n    if 'hello' in line: print('{hello}', flush=True)\n    \
             elif 'initial' in line: print('{{\"state\": 0, \"turn\": 0, \"moves\": [\"a\"]}}', flush=True)\n    \
             else: time.sleep(600)\n"
        ))
    };
    let game = sloth("0.3");
    let game = game.open(PATIENCE).expect("a game");
    let mut state = game.initial();
    game.play(&mut state, 0);
    let fault = game.fault(&state).expect("too slow").what;
    assert!(fault.contains("did not answer within 0.3 seconds"), "{fault}");
    let error = sloth("-1").open(PATIENCE).err().expect("no time").to_string();
    assert!(error.contains("0.01 to 86400"), "{error}");
}

#[test]
fn engines_speak_gtp() {
    if !python() {
        return;
    }
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/players/gtp/random_gtp.py");
    let start = gtp_opener(&format!("python3 '{}'", engine.display()), Limits::default()).expect("a command");
    let mut engine = start().expect("an engine");
    assert_eq!(engine.command("protocol_version", PATIENCE).as_deref(), Ok("2"));
    assert_eq!(engine.command("7 boardsize 3", PATIENCE).as_deref(), Ok(""));
    let played = engine.command("genmove black", PATIENCE).expect("a move");
    assert!(["A", "B", "C"].iter().any(|column| played.starts_with(column)), "{played}");
    let refused = engine.command("dance", PATIENCE).expect_err("no such command").to_string();
    assert!(refused.contains("says: "), "{refused}");
}
