//! One seeded match of every game, told in full, against the file that keeps it.
//!
//! `LUDOMETER_BLESS=1 cargo test -p ludometer-games --test playthroughs` writes the files anew. It
//! refuses when a game behaves differently under an unchanged version: raise the version first, or
//! delete the file of a game that was never released.

use ludometer_game::{Card, Game, GameVisitor};
use ludometer_testkit::{playthrough, signature};
use std::collections::HashSet;
use std::path::PathBuf;
use std::{env, fs};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/playthroughs")
}

/// The first lines of a file: what decides whether behaviour changed.
fn heading<G: Game>(card: &Card, game: &G) -> String {
    let params: Vec<String> =
        card.params.iter().map(|spec| format!("{}={}", spec.name, spec.default)).collect();
    let version = format!("game: {}, version {}", card.name, card.version);
    format!("{version}\nsignature: {:016x}\nparams: {}\n", signature(game, 1, 20), params.join(" "))
}

/// The whole text of one game.
struct Told<'a>(&'a Card);

impl GameVisitor for Told<'_> {
    type Out = String;
    fn visit<G: Game>(self, game: G) -> String {
        heading(self.0, &game) + &playthrough(&game, 1)
    }
}

fn first_difference(kept: &str, now: &str) -> String {
    let pairs = kept.lines().zip(now.lines()).enumerate();
    match pairs.into_iter().find(|(_, (old, new))| old != new) {
        Some((at, (old, new))) => format!("line {}:\n  kept: {old}\n  now:  {new}", at + 1),
        None => "one of the texts is longer".into(),
    }
}

/// Whether two texts are of one version but of different behaviour.
fn changed_silently(kept: &str, now: &str) -> bool {
    let line = |text: &str, at: usize| text.lines().nth(at).map(str::to_owned);
    line(kept, 0) == line(now, 0) && line(kept, 1) != line(now, 1)
}

#[test]
fn games_play_as_the_kept_playthroughs_say() {
    let bless = env::var("LUDOMETER_BLESS").is_ok_and(|value| value == "1");
    let mut wrong = Vec::new();
    for card in ludometer_games::cards() {
        let now = ludometer_games::open(&card.name, [], Told(&card)).expect("defaults are legal");
        let path = folder().join(format!("{}.txt", card.name));
        let kept = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
        if kept == now {
            continue;
        }
        if !kept.is_empty() && changed_silently(&kept, &now) {
            wrong.push(format!(
                "{}: behaviour changed; raise its version (see the top of this test)",
                card.name
            ));
        } else if bless {
            fs::create_dir_all(folder()).expect("the folder of playthroughs can be made");
            fs::write(&path, now).expect("a playthrough can be written");
        } else {
            wrong.push(format!("{}: {}", card.name, first_difference(&kept, &now)));
        }
    }
    assert!(wrong.is_empty(), "{}\nif this is meant, run with LUDOMETER_BLESS=1", wrong.join("\n"));
}

#[test]
fn every_kept_playthrough_belongs_to_a_game() {
    let names: HashSet<String> =
        ludometer_games::cards().into_iter().map(|card| card.name + ".txt").collect();
    for entry in fs::read_dir(folder()).expect("playthroughs are kept") {
        let file = entry.expect("the folder can be read").file_name().to_string_lossy().into_owned();
        assert!(names.contains(&file), "no game is called like {file}");
    }
}
