//! From a training to a bot that plays: what is written, what an agent makes of it, stops on the way.

use crate::kit::open;
use ludometer_agents::bot::{BOT, Bot, BotFiles, fingerprint};
use ludometer_agents::cfr::policy::{Policy, STRATEGY};
use ludometer_agents::{Agent, AgentError, AgentSpec};
use ludometer_game::{AnyGame, Game, Rng, Turn, View};
use ludometer_learn::{Progress, Rulebook, TrainError, Trained, Training, Watch, Wish, read_params, train};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Stops at this many questions; remembers what it heard.
#[derive(Default)]
pub struct Listener {
    stop_at: Option<u32>,
    asked: u32,
    heard: Vec<Progress>,
}

impl Watch for Listener {
    fn wish(&mut self) -> Wish {
        self.asked += 1;
        match self.stop_at {
            Some(at) if self.asked >= at => Wish::Stop,
            _ if self.asked.is_multiple_of(5) => Wish::Look,
            _ => Wish::GoOn,
        }
    }
    fn reached(&mut self, progress: &Progress) {
        self.heard.push(progress.clone());
    }
}

/// A training of a shipped game.
pub struct Lesson<'a> {
    pub game: &'a str,
    pub typed: &'a [(&'a str, &'a str)],
    pub options: &'a [(&'a str, &'a str)],
    pub folder: &'a Path,
    pub dry: bool,
}

impl Lesson<'_> {
    pub fn teach(&self, watch: &mut dyn Watch) -> Result<Trained, TrainError> {
        let rules = ludometer_games::read_params(self.game, self.typed.iter().copied()).expect("rules");
        let rules = rules.iter().map(|(name, value)| (name.to_owned(), value.to_string())).collect();
        let training = Training {
            rulebook: Rulebook { game: self.game.to_owned(), file: None, version: 1, rules },
            params: &read_params("cfr", self.options.iter().copied())?,
            seed: 1,
            threads: 1,
            command: "ludometer train cfr".into(),
            folder: self.folder,
            dry: self.dry,
        };
        train("cfr", &open(self.game, self.typed), &training, watch)
    }
}

/// The agent that plays a bot.
fn agent(game: &AnyGame, spec: &str) -> Result<Box<dyn Agent<AnyGame>>, AgentError> {
    let spec = AgentSpec::read(spec).expect("a specification");
    Ok(ludometer_agents::cfr::prepare(game, spec.params())?.seat())
}

/// A bot for Kuhn poker.
fn kuhn(folder: &Path, options: &[(&str, &str)]) -> Trained {
    let lesson = Lesson { game: "kuhn-poker", typed: &[], options, folder, dry: false };
    lesson.teach(&mut ()).expect("a bot")
}

/// All files of a folder.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    entries
        .map(|e| (e.file_name().to_string_lossy().into_owned(), fs::read(e.path()).expect("a file")))
        .collect()
}

#[test]
fn a_bot_says_what_it_is() {
    let root = tempfile::tempdir().unwrap();
    let trained = kuhn(root.path(), &[("iterations", "500")]);
    let bot = Bot::read(&BotFiles::Folder(root.path().to_owned())).unwrap();
    assert_eq!(bot, trained.bot);
    assert_eq!((bot.kind.as_str(), bot.game.as_str(), bot.method.as_str()), ("cfr", "kuhn-poker", "cfr+"));
    assert_eq!((bot.iterations, bot.measures["information-sets"]), (500, 12.0));
    assert!((bot.measures["value-1"] + 1.0 / 18.0).abs() < 1e-3);
    assert!(bot.measures["exploitability"] < 2e-3);
    assert_eq!(bot.rules["ante"], "1");
    let files: Vec<String> = contents(root.path()).into_keys().collect();
    assert_eq!(files, ["bot.toml", "strategy.bin", "training.bin"]);
}

/// What an agent said of a move: its text, shares, qualities and values.
type Told = (String, Vec<f32>, Vec<f32>, Vec<f32>);

/// Plays matches with a bot in all seats.
fn play(game: &str, folder: &Path, matches: u64) -> Vec<Told> {
    let game = open(game, &[]);
    let mut agent = agent(&game, &format!("cfr:bot={}", folder.display())).unwrap();
    let mut told = Vec::new();
    for seed in 0..matches {
        let (mut state, mut rng) = (game.initial(), Rng::stream(seed, "match", 0));
        loop {
            let chosen = match game.turn(&state) {
                Turn::Seat(seat) => {
                    let view = View::new(&game, &state, seat);
                    let decision = agent.decide(&view, &mut rng).unwrap();
                    let text = view.text(decision.chosen);
                    told.push((text, decision.shares, decision.qualities, decision.values));
                    decision.chosen
                }
                Turn::Chance => game.draw(&state, &mut rng),
                _ => break,
            };
            game.play(&mut state, chosen);
        }
    }
    told
}

#[test]
fn an_agent_plays_what_was_learnt_the_same_way_every_time() {
    let root = tempfile::tempdir().unwrap();
    for (game, options) in [("kuhn-poker", [("iterations", "300")]), ("leduc-poker", [("iterations", "200")])]
    {
        let folder = root.path().join(game);
        Lesson { game, typed: &[], options: &options, folder: &folder, dry: false }.teach(&mut ()).unwrap();
        let told = play(game, &folder, 200);
        assert_eq!(told, play(game, &folder, 200));
        let policy = Policy::from_bytes(&fs::read(folder.join(STRATEGY)).unwrap()).unwrap();
        for (text, shares, qualities, values) in told {
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            assert!(qualities.iter().chain(&values).all(|value| (-1.0..=1.0).contains(value)));
            assert!(
                values.is_empty() || (values[0] + values[1]).abs() < 1e-5,
                "one wins what the other loses"
            );
            assert!(policy.texts().contains(&text), "{text}");
        }
    }
}

#[test]
fn moves_that_are_mixed_are_worth_the_same() {
    let root = tempfile::tempdir().unwrap();
    kuhn(root.path(), &[("iterations", "20000")]);
    let policy = Policy::from_bytes(&fs::read(root.path().join(STRATEGY)).unwrap()).unwrap();
    let mixed = policy.sets().filter(|(_, _, choices)| choices.iter().all(|choice| choice.share > 0.05));
    let mut count = 0;
    for (seat, info, choices) in mixed {
        let worth: Vec<f32> = choices.iter().map(|choice| choice.worth.expect("it is met")).collect();
        assert!((worth[0] - worth[1]).abs() < 0.02, "{seat} {info:?}: {choices:?}");
        count += 1;
    }
    assert!(count >= 2, "kuhn poker bluffs and calls");
}

#[test]
fn a_training_that_is_stopped_goes_on_to_the_same_bytes() {
    let root = tempfile::tempdir().unwrap();
    for method in ["cfr+", "cfr", "external", "outcome"] {
        let options = [("iterations", "3000"), ("method", method), ("csv", "on")];
        let whole = root.path().join(format!("whole-{method}"));
        kuhn(&whole, &options);
        let folder = root.path().join(format!("stopped-{method}"));
        let lesson =
            Lesson { game: "kuhn-poker", typed: &[], options: &options, folder: &folder, dry: false };
        let mut last = 0;
        for stop_at in [1, 4] {
            let stopped = lesson.teach(&mut Listener { stop_at: Some(stop_at), ..Listener::default() });
            let Err(TrainError::Stopped { done, total: 3000, .. }) = stopped else { panic!("{stopped:?}") };
            assert!(done > last && done < 3000);
            last = done;
            assert!(!folder.join(BOT).exists(), "no bot before the end");
        }
        assert_eq!(lesson.teach(&mut ()).unwrap().before, last);
        assert!(contents(&folder) == contents(&whole), "{method}: other bytes");
        assert_eq!(lesson.teach(&mut ()).unwrap().before, 3000, "there is nothing left to learn");
        assert!(contents(&folder) == contents(&whole), "{method}: other bytes");
    }
}

#[test]
fn a_bot_can_go_on_to_learn() {
    let root = tempfile::tempdir().unwrap();
    let (grown, whole) = (root.path().join("grown"), root.path().join("whole"));
    kuhn(&grown, &[("iterations", "100")]);
    assert_eq!(kuhn(&grown, &[("iterations", "250")]).before, 100);
    kuhn(&whole, &[("iterations", "250")]);
    assert!(contents(&grown) == contents(&whole));
}

#[test]
fn every_doubling_is_told_with_what_can_be_gained_against_it() {
    let root = tempfile::tempdir().unwrap();
    let mut listener = Listener::default();
    let options = [("iterations", "100")];
    Lesson { game: "kuhn-poker", typed: &[], options: &options, folder: root.path(), dry: false }
        .teach(&mut listener)
        .unwrap();
    let told: Vec<u64> = listener.heard.iter().map(|progress| progress.done).collect();
    assert!([1, 2, 4, 8, 16, 32, 64, 100].iter().all(|done| told.contains(done)), "{told:?}");
    let exploitability = |progress: &Progress| progress.measures[0].clone();
    let (first, last) = (exploitability(&listener.heard[0]), exploitability(listener.heard.last().unwrap()));
    assert_eq!(first.0, "exploitability");
    assert!(last.1 < first.1 / 4.0, "{first:?} and {last:?}");
}

#[test]
fn a_dry_run_leaves_nothing() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("bot");
    let lesson = Lesson { game: "kuhn-poker", typed: &[], options: &[], folder: &folder, dry: true };
    assert_eq!(lesson.teach(&mut ()).unwrap().bot.iterations, 1);
    assert!(!folder.exists());
}

#[test]
fn the_table_names_what_each_seat_has_seen() {
    let root = tempfile::tempdir().unwrap();
    kuhn(root.path(), &[("iterations", "2000"), ("csv", "on")]);
    let table = fs::read_to_string(root.path().join("strategy.csv")).unwrap();
    assert_eq!(table.lines().next(), Some("seat,information,seen,move,probability,worth"));
    assert_eq!(table.lines().count(), 1 + 12 * 2);
    let row = |seen: &str, text: &str| {
        let found = table.lines().find(|line| line.contains(&format!(",{seen},{text},")));
        let line = found.unwrap_or_else(|| panic!("no {seen} {text} in {table}"));
        line.split(',').nth(4).unwrap().parse::<f64>().unwrap()
    };
    // Nobody folds a king or calls a bet with a jack.
    assert!(row("? K bet", "call") > 0.999);
    assert!(row("? J bet", "call") < 0.001);
}

/// What is said of an agent that cannot play.
fn refused(game: &str, typed: &[(&str, &str)], spec: &str) -> String {
    agent(&open(game, typed), spec).map(|_| ()).expect_err(spec).to_string()
}

#[test]
fn a_bot_plays_only_the_rules_it_was_trained_for() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("kuhn");
    kuhn(&folder, &[("iterations", "10")]);
    let spec = format!("cfr:bot={}", folder.display());
    for (game, typed) in
        [("kuhn-poker", &[("ante", "2")][..]), ("leduc-poker", &[]), ("kuhn-poker", &[("cards", "4")])]
    {
        let said = refused(game, typed, &spec);
        assert!(said.contains("was trained for kuhn-poker version 1 (ante=1 bet=1 cards=3)"), "{said}");
    }
    assert!(refused("kuhn-poker", &[], "cfr").contains("write `cfr:bot=FOLDER`"));
    assert!(refused("kuhn-poker", &[], "cfr:bot=no/such").contains("there is no such folder"));
    let root = root.path().display();
    assert!(refused("kuhn-poker", &[], &format!("cfr:bot={root}")).contains("it has no bot.toml"));
}

#[test]
fn damaged_files_and_strangers_are_told() {
    let root = tempfile::tempdir().unwrap();
    let trained = kuhn(root.path(), &[("iterations", "10")]);
    let spec = format!("cfr:bot={}", root.path().display());
    let strategy = fs::read(root.path().join(STRATEGY)).unwrap();
    fs::write(root.path().join(STRATEGY), &strategy[1..]).unwrap();
    let said = refused("kuhn-poker", &[], &spec);
    assert!(said.contains("the same `ludometer train` command mends that"), "{said}");

    // A strategy that lacks an information set: no move is made up.
    let whole = Policy::from_bytes(&strategy).unwrap();
    let mut short = Policy::new(whole.texts().to_vec());
    whole.sets().skip(1).for_each(|(seat, info, choices)| short.push(seat.index() as u8, info, choices));
    let bot = Bot { fingerprint: fingerprint(&short.to_bytes()), ..trained.bot };
    fs::write(root.path().join(STRATEGY), short.to_bytes()).unwrap();
    fs::write(root.path().join(BOT), bot.to_toml()).unwrap();
    let faults = faults(&spec);
    assert!(!faults.is_empty());
    for fault in faults {
        assert!(fault.contains("the bot has no strategy for what seat 1 knows here"), "{fault}");
        assert!(fault.contains(STRATEGY), "{fault}");
    }
}

/// Asks for the first decision of many deals and collects what goes wrong.
fn faults(spec: &str) -> Vec<String> {
    let game = open("kuhn-poker", &[]);
    let mut agent = agent(&game, spec).unwrap();
    let mut faults = Vec::new();
    for seed in 0..30 {
        let (mut state, mut rng) = (game.initial(), Rng::stream(seed, "deal", 0));
        game.settle(&mut state, &mut rng);
        let Turn::Seat(seat) = game.turn(&state) else { panic!("somebody moves") };
        let view = View::new(&game, &state, seat);
        faults.extend(agent.decide(&view, &mut rng).err().map(|fault| fault.to_string()));
    }
    faults
}
