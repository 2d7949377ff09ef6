//! Broken rules files: each is refused, or breaks in play, with exactly the message in `mistakes/SAYS`.

use ludometer_game::{Game, Rng, Turn};
use ludometer_rules::{Script, Source};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Random matches in which a mistake must show.
const MATCHES: u64 = 20;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes")
}

/// What is said of a file: at once, or in play.
fn said(name: &str) -> String {
    let source = Source::read(&folder().join(format!("{name}.luau"))).expect("a file");
    match ludometer_rules::open(source, []) {
        Err(error) => error.to_string(),
        Ok(script) => in_play(&script).unwrap_or_else(|| "nothing".into()),
    }
}

fn in_play(script: &Script) -> Option<String> {
    (0..MATCHES).find_map(|number| {
        let (mut state, mut rng) = (script.initial(), Rng::stream(1, "mistakes", number));
        for _ in 0..script.limit() {
            let chosen = match script.turn(&state) {
                Turn::Seat(_) => {
                    let mut legal = Vec::new();
                    script.moves(&state, &mut legal);
                    match legal.len() {
                        0 => return Some(script.why_no_move(&state).to_string()),
                        count => legal[rng.below(count)],
                    }
                }
                Turn::Chance => script.draw(&state, &mut rng),
                Turn::Broken => return script.fault(&state).map(|fault| fault.to_string()),
                _ => return None,
            };
            script.play(&mut state, chosen);
        }
        Some("the match does not end".into())
    })
}

/// `name: message`, one a line.
fn expected() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(folder().join("SAYS")).unwrap_or_default();
    let pair = |line: &str| line.split_once(": ").map(|(name, says)| (name.to_owned(), says.to_owned()));
    text.lines().filter_map(pair).collect()
}

#[test]
fn every_mistake_gets_its_message() {
    let entries = std::fs::read_dir(folder()).expect("the corpus").flatten();
    let files =
        entries.filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(".luau")?.to_owned()));
    let found: BTreeMap<String, String> = files.map(|name| (name.clone(), said(&name))).collect();
    if std::env::var_os("LUDOMETER_BLESS").is_some() {
        let text: String = found.iter().map(|(name, says)| format!("{name}: {says}\n")).collect();
        std::fs::write(folder().join("SAYS"), text).expect("the corpus can be written");
    }
    assert!(found.len() >= 40);
    for (name, says) in &expected() {
        assert_eq!(found.get(name), Some(says), "{name}");
    }
    assert_eq!(found.keys().collect::<Vec<_>>(), expected().keys().collect::<Vec<_>>());
}
