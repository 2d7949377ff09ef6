//! Q-learning: the same table at any number of threads and after any stop, and bots that play what was learnt.

use crate::kit::{StopsAfter, open};
use ludometer_agents::bot::fingerprint;
use ludometer_agents::q::{TABLE, Table, Values};
use ludometer_agents::{AgentSpec, build};
use ludometer_game::{Game, Rng, Turn, View, text_of};
use ludometer_learn::q::{Cast, Cold, METRICS, Mark, Method, Plan, Role, Rounds, begin};
use ludometer_learn::{Rulebook, TrainError, Trained, Training, Watch, read_params, train};
use std::path::Path;

fn teach(
    game: &str,
    options: &[(&str, &str)],
    threads: usize,
    folder: &Path,
    watch: &mut dyn Watch,
) -> Result<Trained, TrainError> {
    let rules = ludometer_games::read_params(game, std::iter::empty()).expect("rules");
    let rules = rules.iter().map(|(name, value)| (name.to_owned(), value.to_string())).collect();
    let training = Training {
        rulebook: Rulebook { game: game.to_owned(), file: None, version: 1, rules },
        params: &read_params("q", options.iter().copied())?,
        seed: 1,
        threads,
        command: "ludometer train q".into(),
        folder,
        dry: false,
    };
    train("q", &open(game, &[]), &training, watch)
}

fn table(folder: &Path) -> Vec<u8> {
    std::fs::read(folder.join(TABLE)).expect("a table")
}

fn marks(folder: &Path) -> Vec<Mark> {
    Mark::read(&std::fs::read_to_string(folder.join(METRICS)).expect("marks"), u64::MAX)
}

#[test]
fn threads_and_stops_do_not_change_the_table() {
    let root = tempfile::tempdir().expect("a folder");
    for method in ["pessimistic", "double-q"] {
        let options = [("episodes", "5000"), ("method", method)];
        let place = |name: &str| root.path().join(format!("{name}-{method}"));
        teach("connect-four", &options, 1, &place("one"), &mut ()).expect("trained");
        teach("connect-four", &options, 3, &place("three"), &mut ()).expect("trained");
        assert!(table(&place("one")) == table(&place("three")));
        let stopped = teach("connect-four", &options, 2, &place("stopped"), &mut StopsAfter(2));
        assert!(matches!(stopped, Err(TrainError::Stopped { done: 2000, .. })), "{stopped:?}");
        let on = teach("connect-four", &options, 2, &place("stopped"), &mut ()).expect("trained");
        assert_eq!((on.before, on.bot.iterations), (2000, 5000));
        assert!(table(&place("one")) == table(&place("stopped")));
        assert_eq!(marks(&place("one")), marks(&place("stopped")));
    }
}

#[test]
fn what_does_not_fit_into_memory_is_kept_on_disk_unchanged() {
    let root = tempfile::tempdir().expect("a folder");
    let game = open("connect-four", &[]);
    let learner = Role::Learner { method: Method::Pessimistic, epsilon: 0.3 };
    let mut plan = Plan::showing(vec![learner; 2], 0.0, false);
    (plan.alpha, plan.gamma, plan.round) = ((0.7, 0.0), 0.7, 500);
    let cast = Cast { agents: vec![None, None], explorer: None };
    let learn = |cold: Option<&Cold>| {
        let mut values = begin(&plan, 2, (-1.0, 1.0));
        for round in 0..20 {
            let rounds = Rounds { game: &game, plan: &plan, cast: &cast, seed: 1, threads: 2, cold };
            rounds.learn(&mut values, round * 500..(round + 1) * 500).expect("learnt");
        }
        values
    };
    let whole = learn(None);
    // A tenth of what the tables take.
    let cold = Cold::new(root.path(), 2, 300_000).expect("a store");
    let few = learn(Some(&cold));
    let pairs = |values: &Values| values.tables.iter().map(Table::pairs).sum::<usize>() as u64;
    assert!(pairs(&few) * 2 < pairs(&whole), "{} of {} are in memory", pairs(&few), pairs(&whole));
    assert_eq!(pairs(&few) + cold.all_pairs(), pairs(&whole));
    let mut bytes = Vec::new();
    let print = few.write_to(&mut bytes, &cold).expect("written");
    assert!(bytes == whole.to_bytes(), "the same table");
    assert_eq!(print, fingerprint(&bytes));
    // Read again, everything is on disk at first.
    let other = tempfile::tempdir().expect("a folder");
    let again = Cold::new(other.path(), 2, 300_000).expect("a store");
    let read = Values::read_from(&mut &bytes[..], &mut |table, shard, pairs| {
        again.store(table, shard, pairs).expect("stored");
        false
    });
    let mut copy = Vec::new();
    read.expect("a table").write_to(&mut copy, &again).expect("written");
    assert!(copy == bytes);
}

#[test]
fn a_training_with_little_memory_stops_and_goes_on() {
    let root = tempfile::tempdir().expect("a folder");
    let options = [("episodes", "3000"), ("memory", "64M")];
    let place = |name: &str| root.path().join(name);
    teach("connect-four", &options[..1], 2, &place("whole"), &mut ()).expect("trained");
    teach("connect-four", &options, 2, &place("few"), &mut StopsAfter(1)).expect_err("stopped");
    // Where the table is kept is no part of what is learnt.
    teach("connect-four", &options, 2, &place("few"), &mut ()).expect("trained");
    assert!(table(&place("whole")) == table(&place("few")));
    assert!(!place("few").join("table.cold.db").exists(), "work files are removed");
    for wrong in ["2X", "", "-3G", "1K"] {
        let told = teach("connect-four", &[("memory", wrong)], 1, &place("no"), &mut ());
        assert_eq!(told.is_err(), !wrong.is_empty(), "{wrong}");
    }
}

#[test]
fn every_method_learns_to_beat_chance() {
    let root = tempfile::tempdir().expect("a folder");
    let all: &[&[(&str, &str)]] = &[
        &[("method", "q")],
        &[("method", "pessimistic")],
        &[("method", "double-q")],
        &[("method", "sarsa")],
        &[("method", "expected-sarsa")],
        &[("method", "q-lambda")],
        &[("method", "minimax-q")],
        &[("fold", "on")],
        &[("start", "50")],
        &[("seat", "first"), ("opponent", "random")],
        &[("explore", "mcts:sims=10")],
        &[("seat", "second"), ("opponent", "rules"), ("delta", "0.3")],
    ];
    for (number, more) in all.iter().enumerate() {
        let folder = root.path().join(number.to_string());
        let options = [&[("episodes", "12000")], *more].concat();
        teach("tic-tac-toe", &options, 2, &folder, &mut ())
            .unwrap_or_else(|error| panic!("{more:?}: {error}"));
        let marks = marks(&folder);
        let last = marks.last().expect("a mark");
        let learnt = last.against_random.iter().find(|results| results.iter().sum::<u64>() > 0);
        let quality = Mark::quality(learnt.expect("a seat that learnt")).value;
        assert!(quality > 0.9, "{more:?}: {quality}");
        let values = Values::from_bytes(&table(&folder)).expect("a table");
        assert_eq!(values.episodes, 12_000);
    }
}

#[test]
fn folding_takes_images_for_one_state() {
    let root = tempfile::tempdir().expect("a folder");
    let states = |fold: &str| {
        let options = [("episodes", "20000"), ("epsilon", "1"), ("fold", fold)];
        teach("tic-tac-toe", &options, 2, &root.path().join(fold), &mut ()).expect("trained");
        marks(&root.path().join(fold)).last().expect("a mark").states
    };
    // All positions to move in but those that are over, and those of them that differ.
    assert!((4400..=4520).contains(&states("off")), "{}", states("off"));
    assert_eq!(states("on"), 627);
}

#[test]
fn games_of_every_kind_can_be_learnt_and_played() {
    let root = tempfile::tempdir().expect("a folder");
    for game in ["card-points", "nim", "pig", "leduc-poker", "liars-dice", "tricks", "roads"] {
        let folder = root.path().join(game);
        let options = [("episodes", "300"), ("reward", "points")];
        teach(game, &options, 2, &folder, &mut ()).unwrap_or_else(|error| panic!("{game}: {error}"));
        let game = open(game, &[]);
        let spec = AgentSpec::read(&format!("q:bot={}", folder.display())).expect("a specification");
        let mut agent = build(&game, &spec).expect("an agent");
        let (mut state, mut rng) = (game.initial(), Rng::stream(1, "test", 0));
        agent.start();
        for _ in 0..game.limit() {
            game.settle(&mut state, &mut rng);
            let Turn::Seat(seat) = game.turn(&state) else { break };
            let chosen = agent.decide(&View::new(&game, &state, seat), &mut rng).expect("a move").chosen;
            game.play(&mut state, chosen);
        }
    }
}

#[test]
fn what_cannot_be_learnt_so_is_refused() {
    let root = tempfile::tempdir().expect("a folder");
    let refused = |game: &str, options: &[(&str, &str)]| {
        teach(game, options, 1, &root.path().join("none"), &mut ()).expect_err("refused").to_string()
    };
    assert!(refused("leduc-poker", &[("fold", "on")]).contains("--fold"));
    assert!(refused("tricks", &[("method", "minimax-q")]).contains("two opponents who both learn"));
    assert!(refused("nim", &[("lambda", "0.5")]).contains("--lambda has no use"));
    assert!(refused("nim", &[("opponent", "random")]).contains("--opponent has no use"));
    assert!(!root.path().join("none").exists(), "nothing is made where something is refused");
}

/// Places of tic-tac-toe in reading order, as the thesis numbers them.
const CELLS: [&str; 9] = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"];

#[test]
fn the_thesis_lost_positions_are_not_lost_by_the_variant_that_is_proven() {
    // What was played, and the move that loses by force.
    let examples: [(&[usize], usize); 3] = [(&[2, 1], 8), (&[3, 4, 6, 9], 2), (&[5, 2, 8, 9], 7)];
    let root = tempfile::tempdir().expect("a folder");
    let options = [("method", "minimax-q"), ("fold", "on"), ("episodes", "12000")];
    teach("tic-tac-toe", &options, 2, root.path(), &mut ()).expect("trained");
    let game = open("tic-tac-toe", &[]);
    let spec = AgentSpec::read(&format!("q:bot={}", root.path().display())).expect("a specification");
    let mut agent = build(&game, &spec).expect("an agent");
    for (played, losing) in examples {
        let mut state = game.initial();
        let find = |state: &_, cell: usize| {
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            moves.into_iter().find(|made| text_of(&game, state, *made) == CELLS[cell - 1]).expect("legal")
        };
        for &cell in played {
            let made = find(&state, cell);
            game.play(&mut state, made);
        }
        for seed in 0..10 {
            let mut rng = Rng::stream(seed, "test", 0);
            let view = View::new(&game, &state, ludometer_game::Seat::new(0));
            let chosen = agent.decide(&view, &mut rng).expect("a move").chosen;
            assert!(chosen != find(&state, losing), "{played:?}: {} loses", CELLS[losing - 1]);
        }
    }
}
