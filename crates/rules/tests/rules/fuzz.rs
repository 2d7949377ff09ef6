//! Torn files: whatever happens to a rules file, it is refused or it is a game; nothing crashes and nothing hangs.
//!
//! The long form goes on for as long as it is told to:
//! `LUDOMETER_FUZZ_SECONDS=300 cargo test --release -p ludometer-rules --test rules fuzz -- --ignored --nocapture`

use ludometer_game::{Game, Rng, Seat, Turn};
use ludometer_rules::{Script, Sheets, Source, kit, shipped, templates::TEMPLATES};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Torn files of the short form.
const CASES: u64 = 150;
/// Moves played where a torn file is still a game.
const PLIES: u32 = 40;
/// A file that takes longer than this hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// What is put in place of a part of a file.
const STRANGE: &[&str] = &[
    "0",
    "-1",
    "1.5",
    "1e300",
    "-2147483648",
    "2147483647",
    "4294967296",
    "9007199254740993",
    "0/0",
    "1/0",
    "nil",
    "true",
    "{}",
    "{ 1, 2 }",
    "\"\"",
    "'\\xff'",
    "[[x]]",
    "`{s}`",
    "function() end",
    "return",
    "end",
    "local",
    "s",
    "s.turn",
    "chance",
    "can",
    "finish",
    "Game",
    "game",
    "#",
    "..",
    "//",
    "%",
    "error({})",
    "error(nil)",
    "setmetatable({}, { __index = error })",
    "table.create(1e9)",
    "string.rep('x', 1e9)",
    "while true do end",
];

/// All files that are torn: shipped ones, templates and broken ones.
fn corpus() -> Vec<String> {
    let shipped = shipped::names().into_iter().map(|name| shipped::find(name).expect("it is shipped").text);
    let templates = TEMPLATES.iter().map(|template| template.text.to_owned());
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let mut broken: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the corpus").flatten().map(|entry| entry.path()).collect();
    broken.retain(|path| path.extension().is_some_and(|ending| ending == "luau"));
    broken.sort();
    let broken = broken.iter().map(|path| std::fs::read_to_string(path).expect("a text"));
    shipped.chain(templates).chain(broken).collect()
}

/// Words, numbers, signs and blanks, one after the other.
fn tokens(text: &str) -> Vec<String> {
    let kind = |letter: char| match letter {
        _ if letter.is_alphanumeric() || letter == '_' => 0,
        _ if letter.is_whitespace() => 1,
        _ => 2,
    };
    let mut found: Vec<String> = Vec::new();
    let mut last = 2;
    for letter in text.chars() {
        match found.last_mut().filter(|_| kind(letter) == last && last != 2) {
            Some(token) => token.push(letter),
            None => found.push(letter.to_string()),
        }
        last = kind(letter);
    }
    found
}

fn lines(text: &str) -> Vec<String> {
    text.split_inclusive('\n').map(str::to_owned).collect()
}

/// Leaves out, doubles, swaps or replaces a part.
fn shake(parts: &mut Vec<String>, others: &[String], rng: &mut Rng) {
    if parts.is_empty() {
        return;
    }
    let (one, other) = (rng.below(parts.len()), rng.below(parts.len()));
    match rng.below(5) {
        0 => drop(parts.remove(one)),
        1 => parts.insert(other, parts[one].clone()),
        2 => parts.swap(one, other),
        3 => parts[one] = others[rng.below(others.len())].clone(),
        _ => parts[one] = format!(" {} ", STRANGE[rng.below(STRANGE.len())]),
    }
}

/// Puts another name in place of a name, another number in place of a number: much of what comes out still runs.
fn exchange(parts: &mut [String], others: &[String], rng: &mut Rng) {
    let is_number = |token: &str| token.starts_with(|letter: char| letter.is_ascii_digit());
    let is_name = |token: &str| token.starts_with(|letter: char| letter.is_ascii_alphabetic());
    let named: Vec<usize> =
        (0..parts.len()).filter(|&at| is_number(&parts[at]) || is_name(&parts[at])).collect();
    if named.is_empty() {
        return;
    }
    let at = named[rng.below(named.len())];
    let number = is_number(&parts[at]);
    let fits = |token: &&str| if number { is_number(token) } else { is_name(token) };
    let pool: Vec<&str> =
        others.iter().map(String::as_str).chain(STRANGE.iter().copied()).filter(fits).collect();
    parts[at] = pool[rng.below(pool.len())].to_owned();
}

/// So many of something inside one another.
fn nested(rng: &mut Rng) -> String {
    let depth = [10, 300, 3000, 100_000][rng.below(4)];
    let (open, close) =
        [("(", ")"), ("{", "}"), ("if true then ", " end "), ("-", ""), ("function() return ", " end ")]
            [rng.below(5)];
    format!("local deep = {}1{}\n", open.repeat(depth), close.repeat(depth))
}

/// A torn file.
fn torn(corpus: &[String], rng: &mut Rng) -> String {
    // Files that work come first; torn, they get farther than broken ones.
    let working = shipped::names().len() + TEMPLATES.len();
    let choice = if rng.below(3) > 0 { working } else { corpus.len() };
    let mut text = corpus[rng.below(choice)].clone();
    let other = &corpus[rng.below(corpus.len())];
    for _ in 0..[1, 1, 1, 2, 4][rng.below(5)] {
        text = match rng.below(16) {
            0..=2 => {
                let mut parts = lines(&text);
                shake(&mut parts, &lines(other), rng);
                parts.concat()
            }
            3..=8 => {
                let mut parts = tokens(&text);
                shake(&mut parts, &tokens(other), rng);
                parts.concat()
            }
            9..=12 => {
                let mut parts = tokens(&text);
                exchange(&mut parts, &tokens(other), rng);
                parts.concat()
            }
            13 => text.chars().take(rng.below(text.len() + 1)).collect(),
            14 => {
                let mut letters: Vec<char> = text.chars().collect();
                let at = rng.below(letters.len() + 1);
                letters.splice(
                    at..at,
                    (0..rng.below(20)).filter_map(|_| char::from_u32(rng.below(0x300) as u32)),
                );
                letters.into_iter().collect()
            }
            _ => {
                let mut parts = lines(&text);
                parts.insert(rng.below(parts.len() + 1), nested(rng));
                parts.concat()
            }
        };
    }
    text
}

/// Does with a game what the tools do with one.
fn play(script: &Script, rng: &mut Rng) {
    let mut state = script.initial();
    for _ in 0..PLIES {
        script.scene(&state, Some(Seat::new(0)));
        let (mut legal, mut info) = (Vec::new(), Vec::new());
        let chosen = match script.turn(&state) {
            Turn::Seat(seat) => {
                script.info(&state, seat, &mut info);
                script.sample(&state, seat, rng);
                script.moves(&state, &mut legal);
                match legal.len() {
                    0 => return drop(script.why_no_move(&state)),
                    count => legal[rng.below(count)],
                }
            }
            Turn::Chance => script.draw(&state, rng),
            Turn::Over => return drop((script.payoff(&state), script.ending(&state))),
            _ => return drop(script.fault(&state)),
        };
        let mut text = String::new();
        script.text(&state, chosen, &mut text);
        script.play(&mut state, chosen);
    }
    script.playout(&mut state, &mut Vec::new(), rng);
}

/// Tries the torn file of this number; whether it was a game.
fn attempt(corpus: &[String], number: u64) -> bool {
    let mut rng = Rng::stream(5, "fuzz", number);
    let text = torn(corpus, &mut rng);
    let source = Source {
        sheets: Sheets::of([("duel.csv", "name,cost\nrat,1\n")]),
        ..Source::new("torn.luau", &text)
    };
    let begun = Instant::now();
    let outcome =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| match ludometer_rules::open(source, []) {
            Ok(script) => {
                play(&script, &mut rng);
                true
            }
            Err(error) => {
                assert!(!error.to_string().trim().is_empty());
                false
            }
        }));
    let took = begun.elapsed();
    if outcome.is_err() || took > PATIENCE {
        let shown: String = text.chars().take(20_000).collect();
        panic!("case {number} ({took:?}):\n{shown}");
    }
    outcome.unwrap_or(false)
}

#[test]
fn torn_files_are_refused_or_games() {
    let corpus = corpus();
    let games = (0..CASES).filter(|&number| attempt(&corpus, number)).count();
    // Both kinds are met, or the test tests nothing.
    assert!(games > 10 && games < CASES as usize - 10, "{games}");
}

#[test]
#[ignore = "goes on for minutes: LUDOMETER_FUZZ_SECONDS=300"]
fn torn_files_for_a_long_time() {
    let read =
        |name: &str, other: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(other);
    let (seconds, first) = (read("LUDOMETER_FUZZ_SECONDS", 60), read("LUDOMETER_FUZZ_FIRST", CASES));
    let (corpus, begun) = (corpus(), Instant::now());
    let mut number = first;
    while begun.elapsed() < Duration::from_secs(seconds) {
        attempt(&corpus, number);
        number += 1;
    }
    println!("{} torn files", number - first);
}

/// Names of the kit stand in the corpus, so that tearing files tears their calls as well.
#[test]
fn the_corpus_uses_the_kit() {
    let text = corpus().concat();
    let used = kit::functions().filter(|name| text.contains(&format!("{name}("))).count();
    assert!(used > 15, "{used}");
}
