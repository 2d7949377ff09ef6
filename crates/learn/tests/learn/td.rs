//! Temporal differences and the genetic choice of features: the same bytes at any number of threads and after any stop,
//! and players that learnt something.

use crate::kit::{StopsAfter, StopsAtQuestion, open};
use ludometer_agents::td::{Judge, Look, NETWORK};
use ludometer_agents::{AgentSpec, build};
use ludometer_game::{Game, Rng, Turn, View};
use ludometer_learn::{Rulebook, TrainError, Trained, Training, Watch, Wish, read_params, train};
use std::path::Path;

fn teach(
    (trainer, game): (&str, &str),
    options: &[(&str, &str)],
    threads: usize,
    folder: &Path,
    watch: &mut dyn Watch,
) -> Result<Trained, TrainError> {
    let rules = ludometer_games::read_params(game, std::iter::empty()).expect("rules");
    let rules = rules.iter().map(|(name, value)| (name.to_owned(), value.to_string())).collect();
    let training = Training {
        rulebook: Rulebook { game: game.to_owned(), file: None, version: 1, rules },
        params: &read_params(trainer, options.iter().copied())?,
        seed: 1,
        threads,
        command: format!("ludometer train {trainer} {game}"),
        folder,
        dry: false,
    };
    train(trainer, &open(game, &[]), &training, watch)
}

fn network(folder: &Path) -> String {
    std::fs::read_to_string(folder.join(NETWORK)).expect("a network")
}

/// The share of points of an agent against another, over so many matches in both seats.
fn score(game: &str, agents: [&str; 2], matches: u64) -> f64 {
    let rules = open(game, &[]);
    let mut points = 0.0;
    for number in 0..matches {
        let mut rng = Rng::stream(7, "score", number);
        let mine = (number % 2) as usize;
        let mut seats: Vec<_> = (0..2)
            .map(|seat| {
                let spec = AgentSpec::read(agents[usize::from(seat != mine)]).expect("an agent");
                build(&rules, &spec).expect("an agent that can play")
            })
            .collect();
        let mut state = rules.initial();
        loop {
            rules.settle(&mut state, &mut rng);
            let Turn::Seat(seat) = rules.turn(&state) else { break };
            let view = View::new(&rules, &state, seat);
            let chosen = seats[seat.index()].decide(&view, &mut rng).expect("a move").chosen;
            rules.play(&mut state, chosen);
        }
        let paid = rules.payoff(&state).points;
        let own = paid.as_slice()[mine];
        points += if own > 0.0 {
            1.0
        } else if own < 0.0 {
            0.0
        } else {
            0.5
        };
    }
    points / matches as f64
}

#[test]
fn a_network_learns_draughts() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join("lynch");
    let options = [("features", "neurodraughts"), ("games", "300"), ("depth", "3")];
    let trained = teach(("td", "draughts"), &options, 1, &folder, &mut ()).expect("trained");
    assert_eq!((trained.bot.kind.as_str(), trained.bot.iterations), ("td", 4));
    let spec = format!("td:bot={}", folder.display());
    let found = score("draughts", [&spec, "random"], 20);
    assert!(found > 0.9, "{found}");
    let page = std::fs::read_to_string(folder.join("training.html")).expect("a page");
    assert!(page.contains("4 sessions of 300 matches"), "{page}");
}

#[test]
fn stops_do_not_change_what_is_learnt() {
    let root = tempfile::tempdir().expect("a folder");
    let place = |name: &str| root.path().join(name);
    let options = [("games", "30"), ("sessions", "3"), ("depth", "1"), ("faithful", "on")];
    teach(("td", "draughts"), &options, 1, &place("whole"), &mut ()).expect("trained");
    let stopped = teach(("td", "draughts"), &options, 1, &place("parts"), &mut StopsAfter(1));
    assert!(matches!(stopped, Err(TrainError::Stopped { done: 1, .. })), "{stopped:?}");
    let midway = teach(("td", "draughts"), &options, 1, &place("parts"), &mut StopsAtQuestion(20));
    assert!(matches!(midway, Err(TrainError::Stopped { done: 1, .. })), "{midway:?}");
    let early = teach(("td", "draughts"), &options, 1, &place("early"), &mut StopsAtQuestion(20));
    assert!(matches!(early, Err(TrainError::StoppedEmpty { done: 0, .. })), "{early:?}");
    let on = teach(("td", "draughts"), &options, 1, &place("parts"), &mut ()).expect("trained");
    assert_eq!((on.before, on.bot.iterations), (1, 3));
    assert_eq!(network(&place("whole")), network(&place("parts")));
    let less = [("games", "30"), ("sessions", "2"), ("depth", "1"), ("faithful", "on")];
    let refused = teach(("td", "draughts"), &less, 1, &place("parts"), &mut ()).unwrap_err().to_string();
    assert!(refused.contains("after 3 sessions already"), "{refused}");
}

#[test]
fn stops_do_not_change_what_is_learnt_against_itself() {
    let root = tempfile::tempdir().expect("a folder");
    let place = |name: &str| root.path().join(name);
    let options = [("games", "40"), ("sessions", "3"), ("round", "8"), ("fall", "30")];
    teach(("td", "backgammon"), &options, 2, &place("whole"), &mut ()).expect("trained");
    let stopped = teach(("td", "backgammon"), &options, 1, &place("parts"), &mut StopsAfter(1));
    assert!(matches!(stopped, Err(TrainError::Stopped { done: 1, .. })), "{stopped:?}");
    let midway = teach(("td", "backgammon"), &options, 2, &place("parts"), &mut StopsAtQuestion(3));
    assert!(matches!(midway, Err(TrainError::Stopped { done: 1, .. })), "{midway:?}");
    let on = teach(("td", "backgammon"), &options, 1, &place("parts"), &mut ()).expect("trained");
    assert_eq!((on.before, on.bot.iterations), (1, 3));
    for name in [NETWORK, "bot.toml", "metrics.jsonl", "training.html", "training.bin"] {
        let read = |of: &str| std::fs::read(place(of).join(name)).expect("a file");
        assert!(read("whole") == read("parts"), "{name}");
    }
    let page = std::fs::read_to_string(place("whole").join("training.html")).expect("a page");
    assert!(!page.contains("kept"), "there is no clone");
}

#[test]
fn with_dice_it_plays_itself_on_any_number_of_threads() {
    let root = tempfile::tempdir().expect("a folder");
    let place = |name: &str| root.path().join(name);
    let options = [("games", "1000"), ("sessions", "2")];
    let trained = teach(("td", "backgammon"), &options, 1, &place("one"), &mut ()).expect("trained");
    let said = "6 ways, and the network says how likely each is: −1, −0.67, −0.33, 0.33, 0.67, 1";
    assert!(trained.notes.iter().any(|note| note.contains(said)), "{:?}", trained.notes);
    teach(("td", "backgammon"), &options, 3, &place("three"), &mut ()).expect("trained");
    assert_eq!(network(&place("one")), network(&place("three")));
    let spec = format!("td:bot={}", place("one").display());
    let found = score("backgammon", [&spec, "random"], 40);
    assert!(found > 0.8, "{found}");
}

#[test]
fn every_game_with_features_is_learnt() {
    let root = tempfile::tempdir().expect("a folder");
    for game in ["connect-four", "othello", "breakthrough", "tic-tac-toe", "leduc-poker", "gomoku"] {
        let folder = root.path().join(game);
        let options = [("games", "4"), ("sessions", "1"), ("depth", "1")];
        teach(("td", game), &options, 1, &folder, &mut ()).unwrap_or_else(|error| panic!("{game}: {error}"));
        let spec = format!("td:bot={}", folder.display());
        if open(game, &[]).seats() == 2 {
            score(game, [&spec, "random"], 2);
        }
    }
    let refused =
        teach(("td", "roads"), &[], 1, &root.path().join("roads"), &mut ()).unwrap_err().to_string();
    assert!(refused.contains("features"), "{refused}");
    for (game, typed, said) in [
        ("backgammon", ("faithful", "on"), "--opponent clone"),
        ("draughts", ("outputs", "results"), "--opponent self"),
        ("leduc-poker", ("outputs", "results"), "different amounts"),
    ] {
        let refused = teach(("td", game), &[typed], 1, &root.path().join("no"), &mut ());
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains(said), "{refused}");
    }
    let typed = [("features", "neurodraught")];
    let refused =
        teach(("td", "draughts"), &typed, 1, &root.path().join("no"), &mut ()).unwrap_err().to_string();
    assert!(refused.contains("did you mean `neurodraughts`?"), "{refused}");
}

#[test]
fn generations_are_the_same_at_any_number_of_threads_and_after_a_stop() {
    let root = tempfile::tempdir().expect("a folder");
    let place = |name: &str| root.path().join(name);
    let options = [
        ("population", "6"),
        ("generations", "3"),
        ("games", "6"),
        ("sessions", "2"),
        ("depth", "1"),
        ("matches", "2"),
        ("ablation", "4"),
    ];
    teach(("genetic", "draughts"), &options, 1, &place("one"), &mut ()).expect("trained");
    teach(("genetic", "draughts"), &options, 3, &place("three"), &mut ()).expect("trained");
    let stopped = teach(("genetic", "draughts"), &options, 2, &place("parts"), &mut StopsAfter(1));
    assert!(matches!(stopped, Err(TrainError::Stopped { done: 1, .. })), "{stopped:?}");
    let on = teach(("genetic", "draughts"), &options, 2, &place("parts"), &mut ()).expect("trained");
    assert_eq!((on.before, on.bot.iterations), (1, 3));
    for name in ["network.json", "metrics.jsonl", "ablation.json", "training.html", "generation-01.json"] {
        let read = |of: &str| std::fs::read_to_string(place(of).join(name)).expect("a file");
        assert_eq!(read("one"), read("three"), "{name}");
        assert_eq!(read("one"), read("parts"), "{name}");
    }
    let again = teach(("genetic", "draughts"), &options, 2, &place("parts"), &mut StopsAfter(0));
    assert_eq!(again.expect("finished, and measured").before, 3);
    let page = std::fs::read_to_string(place("parts").join("training.html")).expect("a page");
    for phrase in ["Which features survive", "What the best loses without a feature", "piece-advantage"] {
        assert!(page.contains(phrase), "no `{phrase}`");
    }
}

/// What the best of some generation loses says nothing of the best of a later one.
#[test]
fn nothing_is_said_of_a_best_that_was_not_measured() {
    let root = tempfile::tempdir().expect("a folder");
    let place = |name: &str| root.path().join(name);
    let teach_to = |generations, name: &str, watch: &mut dyn Watch| {
        let options = [
            ("generations", generations),
            ("population", "4"),
            ("games", "4"),
            ("sessions", "1"),
            ("depth", "1"),
            ("matches", "2"),
            ("ablation", "2"),
        ];
        teach(("genetic", "draughts"), &options, 2, &place(name), watch)
    };
    let read = |name: &str, file: &str| std::fs::read_to_string(place(name).join(file)).expect("a file");
    teach_to("3", "whole", &mut ()).expect("trained");
    teach_to("2", "parts", &mut ()).expect("trained");
    let stopped = teach_to("4", "parts", &mut StopsAfter(1));
    assert!(matches!(stopped, Err(TrainError::Stopped { done: 3, .. })), "{stopped:?}");
    assert!(!place("parts").join("ablation.json").exists());
    assert_eq!(read("parts", NETWORK), read("whole", NETWORK));
    // Who has no time for it has a bot without, and goes on with it another day.
    let mut hasty = During("ablation", Wish::Enough, false);
    let hurried = teach_to("3", "parts", &mut hasty).expect("a bot");
    assert!(hasty.2 && hurried.ended.is_some_and(|why| why.contains("before it was known")));
    assert!(!place("parts").join("ablation.json").exists());
    teach_to("3", "parts", &mut ()).expect("what was left out is measured");
    for file in ["ablation.json", "training.html"] {
        assert_eq!(read("parts", file), read("whole", file), "{file}");
    }
}

/// Wishes something of a training as soon as it does this.
struct During(&'static str, Wish, bool);

impl Watch for During {
    fn doing(&mut self, what: &str, _: u64, _: u64) {
        self.2 |= what == self.0;
    }
    fn wish(&mut self) -> Wish {
        if self.2 { self.1 } else { Wish::GoOn }
    }
}

/// What was measured stays until there is something better, and so does the page that shows it.
#[test]
fn an_ablation_that_is_stopped_takes_nothing_away() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join("ls");
    let teach_with = |trainings, generations, watch: &mut dyn Watch| {
        let few = [("population", "4"), ("games", "4"), ("sessions", "1"), ("depth", "1"), ("matches", "2")];
        let options =
            [&few[..], &[("ablation", "2"), ("trainings", trainings), ("generations", generations)]];
        teach(("genetic", "draughts"), &options.concat(), 2, &folder, watch)
    };
    teach_with("2", "2", &mut ()).expect("trained");
    let kept =
        || ["ablation.json", "network.json"].map(|file| std::fs::read(folder.join(file)).expect("a file"));
    let before = kept();
    let stopped = teach_with("3", "2", &mut During("ablation", Wish::Stop, false));
    assert!(matches!(stopped, Err(TrainError::StoppedBot { done: 2, .. })), "{stopped:?}");
    assert_eq!(kept(), before);
    let stopped = teach_with("2", "3", &mut During("generation 2: trained", Wish::Stop, false));
    assert!(matches!(stopped, Err(TrainError::Stopped { done: 2, .. })), "{stopped:?}");
    assert_eq!(kept(), before);
    let page = std::fs::read_to_string(folder.join("training.html")).expect("a page");
    assert!(page.contains("What the best loses without a feature"));
    teach_with("3", "2", &mut ()).expect("measured by more");
    assert_ne!(kept(), before);
}

#[test]
fn a_bot_vouches_for_its_network() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join("any");
    teach(("td", "draughts"), &[("games", "4"), ("sessions", "1")], 1, &folder, &mut ()).expect("trained");
    let other = network(&folder).replacen("\"depth\":3", "\"depth\":2", 1);
    assert_ne!(other, network(&folder));
    std::fs::write(folder.join("other.json"), &other).expect("written");
    let spec = format!("td:bot={}", folder.display());
    assert_eq!(refusal("draughts", &format!("{spec},network=other.json")), None);
    std::fs::write(folder.join(NETWORK), &other).expect("written");
    let said = refusal("draughts", &spec).expect("refused");
    assert!(said.contains("it is not the file bot.toml was written for"), "{said}");
}

#[test]
fn what_has_no_use_in_a_game_is_refused() {
    let root = tempfile::tempdir().expect("a folder");
    let first = open("pig", &[]).features().swap_remove(0).name;
    let weights = root.path().join("weights.toml");
    std::fs::write(&weights, format!("[weights]\n{first} = 1.0\n")).expect("written");
    let (td, features) =
        (format!("td:bot={}", root.path().display()), format!("features:weights={}", weights.display()));
    for (game, spec, useless) in [
        ("leduc-poker", &td, "depth=1"),
        ("leduc-poker", &td, "table=4"),
        ("draughts", &td, "worlds=8"),
        ("backgammon", &td, "worlds=8"),
        ("backgammon", &td, "quiescence=2"),
        ("pig", &features, "quiescence=0"),
    ] {
        let said = refusal(game, &format!("{spec},{useless}")).expect("refused");
        let name = useless.split('=').next().expect("a name");
        assert!(said.contains(&format!("`{name}` has no use")), "{game}: {said}");
    }
    assert_eq!(refusal("pig", &features), None);
}

/// Why an agent cannot be had in a game.
fn refusal(game: &str, spec: &str) -> Option<String> {
    build(&open(game, &[]), &AgentSpec::read(spec).expect("an agent")).err().map(|error| error.to_string())
}

/// The quick search of self-play sees what the agent's search sees.
#[test]
fn looking_ahead_quickly_is_minimax() {
    let learning = [("games", "20"), ("sessions", "1")];
    looks_as_it_plays(("draughts", 3), "td", &learning, 40);
    looks_as_it_plays(("backgammon", 1), "td", &learning, 40);
    looks_as_it_plays(("backgammon", 2), "td", &learning, 3);
}

fn looks_as_it_plays((name, depth): (&str, u32), trainer: &str, learning: &[(&str, &str)], plies: u32) {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join("any");
    teach((trainer, name), learning, 1, &folder, &mut ()).expect("trained");
    sees_what_it_plays(&open(name, &[]), &folder, depth, plies);
}

/// What the quick search thinks of the positions of a match is what the agent thinks of them.
pub fn sees_what_it_plays<G: Game>(game: &G, folder: &Path, depth: u32, plies: u32) {
    let (judge, _) = Judge::from_json(&game.features(), &network(folder)).expect("a network");
    let spec = format!("td:bot={},depth={depth},table=0", folder.display());
    let mut agent = build(game, &AgentSpec::read(&spec).expect("an agent")).expect("an agent");
    let (mut look, mut state) = (Look::default(), game.initial());
    let mut rng = Rng::stream(3, "look", 0);
    for _ in 0..plies {
        game.settle(&mut state, &mut rng);
        let Turn::Seat(seat) = game.turn(&state) else { break };
        let view = View::new(game, &state, seat);
        let decision = agent.decide(&view, &mut rng).expect("a move");
        let (chosen, value) = look.best(game, &judge, &state, depth, &mut rng).expect("a move");
        if !value.is_nan() {
            let told = decision.values[seat.index()];
            assert!((told - value).abs() < 1e-3, "{depth} plies: {told} and {value}");
        }
        game.play(&mut state, chosen);
    }
}

/// Two plies ahead with dice, written out: who moved last judges, and the mean counts.
#[test]
fn after_the_answer_to_a_throw_the_answerer_judges() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join("any");
    teach(("td", "backgammon"), &[("games", "20"), ("sessions", "1")], 1, &folder, &mut ()).expect("trained");
    let game = open("backgammon", &[]);
    let (judge, _) = Judge::from_json(&game.features(), &network(&folder)).expect("a network");
    let mut rng = Rng::stream(4, "answers", 0);
    let mut state = game.initial();
    game.settle(&mut state, &mut rng);
    let Turn::Seat(me) = game.turn(&state) else { panic!("nobody to move") };
    let (mut look, mut throws, mut moves) = (Look::default(), Vec::new(), Vec::new());
    let (_, found) = look.best(&game, &judge, &state, 2, &mut rng).expect("a move");
    game.moves(&state, &mut moves);
    let mut best = f64::NEG_INFINITY;
    for option in moves {
        let mut after = state.clone();
        game.play(&mut after, option);
        throws.clear();
        assert!(game.chance(&after, &mut throws));
        let answer = |(throw, odds): &(_, f64)| {
            let mut thrown = after.clone();
            game.play(&mut thrown, *throw);
            let mut look = Look::default();
            let mut rng = Rng::stream(5, "ties", 0);
            let (answer, _) = look.best(&game, &judge, &thrown, 1, &mut rng).expect("an answer");
            game.play(&mut thrown, answer);
            odds * -f64::from(look.judge(&game, &judge, &thrown, me.next(2)).0)
        };
        best = best.max(throws.iter().map(answer).sum());
    }
    assert!((best - f64::from(found)).abs() < 1e-4, "{best} and {found}");
}
