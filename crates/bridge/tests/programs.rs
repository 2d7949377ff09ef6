//! Real programs behind real pipes and a real web address: what they say is played, what they do wrong is told.

use ludometer_bridge::{PATIENCE, Remote, open};
use ludometer_game::{Game, Rng, Turn};
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
    let silent = broken("time.sleep(60)", Duration::from_secs(1));
    assert!(silent.contains("did not answer within 1 second"), "{silent}");
    let nonsense = broken("answer = {\"state\": 1, \"turn\": 7, \"moves\": [\"a\"]}", PATIENCE);
    assert!(nonsense.contains("0 to 1"), "{nonsense}");
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
