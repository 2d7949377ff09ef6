//! Training by self-play: the same weights at any number of threads and after any stop.

use crate::kit::{StopsAfter, open};
use ludometer_agents::bot::{Bot, BotFiles};
use ludometer_learn::alphazero::{Cycle, METRICS};
use ludometer_learn::{Rulebook, TrainError, Trained, Training, Watch, read_params, train};
use std::path::Path;

/// A short training on a small board.
const SHORT: &[(&str, &str)] = &[
    ("cycles", "3"),
    ("games", "24"),
    ("sims", "16"),
    ("cheap", "8"),
    ("full", "0.5"),
    ("blocks", "1"),
    ("channels", "8"),
    ("batch", "32"),
    ("gate", "4"),
    ("rival", "random"),
    ("pairs", "4"),
];

fn teach(
    game: &str,
    options: &[(&str, &str)],
    threads: usize,
    folder: &Path,
    watch: &mut dyn Watch,
) -> Result<Trained, TrainError> {
    let mut typed = SHORT.to_vec();
    typed.retain(|(name, _)| options.iter().all(|(other, _)| other != name));
    typed.extend(options);
    let rules = ludometer_games::read_params(game, std::iter::empty()).expect("rules");
    let rules = rules.iter().map(|(name, value)| (name.to_owned(), value.to_string())).collect();
    let training = Training {
        rulebook: Rulebook { game: game.to_owned(), file: None, version: 1, rules },
        params: &read_params("alphazero", typed)?,
        seed: 1,
        threads,
        command: "ludometer train alphazero".into(),
        folder,
        dry: false,
    };
    train("alphazero", &open(game, &[]), &training, watch)
}

fn read(folder: &Path) -> Bot {
    Bot::read(&BotFiles::Folder(folder.to_owned())).expect("a bot")
}

#[test]
fn threads_and_stops_do_not_change_the_weights() {
    let root = tempfile::tempdir().expect("a folder");
    let weights = |name: &str| read(&root.path().join(name)).fingerprint;
    teach("tic-tac-toe", &[], 1, &root.path().join("one"), &mut ()).expect("trained");
    teach("tic-tac-toe", &[], 2, &root.path().join("two"), &mut ()).expect("trained");
    assert_eq!(weights("one"), weights("two"));
    let stopped = teach("tic-tac-toe", &[], 2, &root.path().join("stopped"), &mut StopsAfter(1));
    assert!(matches!(stopped, Err(TrainError::Stopped { done: 1, total: 3, .. })), "{stopped:?}");
    let trained = teach("tic-tac-toe", &[], 1, &root.path().join("stopped"), &mut ()).expect("trained");
    assert_eq!((trained.before, trained.bot.iterations), (1, 3));
    assert_eq!(weights("one"), weights("stopped"));
}

#[test]
fn contests_of_several_seats_do_not_depend_on_threads() {
    let root = tempfile::tempdir().expect("a folder");
    let options =
        [("cycles", "2"), ("games", "6"), ("sims", "4"), ("cheap", "2"), ("gate", "3"), ("pairs", "2")];
    let trained = |name: &str, threads| {
        teach("oh-hell", &options, threads, &root.path().join(name), &mut ()).expect("trained").bot
    };
    let (one, two) = (trained("one", 1), trained("two", 2));
    assert!(one.measures.contains_key("against-rival"), "{:?}", one.measures);
    assert_eq!((one.fingerprint, one.measures), (two.fingerprint, two.measures));
}

#[test]
fn what_others_keep_beside_a_bot_stays() {
    let root = tempfile::tempdir().expect("a folder");
    let (folder, letter) = (root.path().join("bot"), root.path().join("bot/best-1.txt"));
    teach("tic-tac-toe", &[("cycles", "1")], 2, &folder, &mut ()).expect("trained");
    std::fs::write(&letter, "mine").expect("a file");
    teach("tic-tac-toe", &[("cycles", "3")], 2, &folder, &mut ()).expect("trained");
    assert!(letter.exists());
    assert!(!folder.join("best-0001.safetensors").exists());
}

#[test]
fn games_of_every_kind_can_be_learnt() {
    let root = tempfile::tempdir().expect("a folder");
    for game in ["connect-four", "snowball", "backgammon", "leduc-poker", "oh-hell", "pig"] {
        let options =
            [("cycles", "2"), ("games", "2"), ("sims", "4"), ("cheap", "2"), ("gate", "1"), ("pairs", "1")];
        let trained = teach(game, &options, 2, &root.path().join(game), &mut ());
        assert_eq!(trained.unwrap_or_else(|error| panic!("{game}: {error}")).bot.iterations, 2);
    }
}

#[test]
fn the_first_network_need_not_prove_itself() {
    let root = tempfile::tempdir().expect("a folder");
    teach("tic-tac-toe", &[], 2, root.path(), &mut ()).expect("trained");
    let lines = std::fs::read_to_string(root.path().join(METRICS)).expect("metrics");
    let cycles: Vec<Cycle> = lines.lines().map(|line| serde_json::from_str(line).expect("a cycle")).collect();
    assert!(cycles[0].accepted && cycles[0].against_best.is_none());
    assert!(cycles[1..].iter().all(|cycle| cycle.against_best.is_some()));
    assert!(cycles.iter().all(|cycle| cycle.exercises > 50), "tic-tac-toe is solved at once");
}

#[test]
fn nothing_is_made_where_a_training_is_refused() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join("none");
    for option in [("rival", "nobody"), ("kernel", "sse"), ("drawn", "5")] {
        assert!(teach("tic-tac-toe", &[option], 2, &folder, &mut ()).is_err(), "{option:?}");
        assert!(!folder.exists(), "{option:?}");
    }
}

#[test]
fn a_little_training_beats_chance() {
    let root = tempfile::tempdir().expect("a folder");
    let options = [("cycles", "4"), ("games", "100"), ("pairs", "40"), ("passes", "8"), ("channels", "16")];
    let trained = teach("tic-tac-toe", &options, 2, root.path(), &mut ()).expect("trained");
    let score = trained.bot.measures["against-rival"];
    assert!(score > 0.75, "{score} against random");
}

#[test]
fn training_ends_when_no_network_becomes_better() {
    let root = tempfile::tempdir().expect("a folder");
    // Whoever learns far too fast becomes worse.
    let options = [("cycles", "50"), ("rate", "0.5"), ("follow", "1"), ("patience", "2"), ("games", "4")];
    let trained = teach("tic-tac-toe", &options, 2, root.path(), &mut ()).expect("trained");
    assert!(trained.bot.iterations < 50, "{} cycles", trained.bot.iterations);
}
