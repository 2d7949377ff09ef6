//! Case bases: the same cases at any number of threads and after a stop, duplicates, cleaning, what is refused.

use crate::kit::{StopsAfter, open};
use ludometer_agents::bot::{Bot, BotFiles};
use ludometer_agents::cases::{CASES, Cleaned, NAMES, Why, clean, load, store};
use ludometer_agents::{Agent, AgentSpec, build};
use ludometer_game::{AnyGame, Game, Rng, Seat, Turn, View};
use ludometer_learn::{Rulebook, TrainError, Trained, Training, Watch, Wish, read_params, train};
use std::fs;
use std::path::Path;

/// Trains a base.
fn learn(
    game: (&str, &AnyGame),
    typed: &[(&str, &str)],
    threads: usize,
    folder: &Path,
    watch: &mut dyn Watch,
) -> Result<Trained, TrainError> {
    let params = read_params("cases", typed.iter().copied())?;
    let rulebook = Rulebook { game: game.0.into(), file: None, version: 1, rules: Vec::new() };
    let command = format!("ludometer train cases {}", game.0);
    let training = Training { rulebook, params: &params, seed: 1, command, threads, folder, dry: false };
    train("cases", game.1, &training, watch)
}

/// All of a base in short, as it is stored and as it is read.
fn content(folder: &Path) -> String {
    store::read(&folder.join(CASES)).expect("a base").fingerprint().to_owned()
}

/// Asks for an end at every question after so many.
struct Impatient(u64);

impl Watch for Impatient {
    fn wish(&mut self) -> Wish {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 { Wish::Stop } else { Wish::GoOn }
    }
}

#[test]
fn threads_and_stops_change_nothing() {
    let root = tempfile::tempdir().expect("a folder");
    let leduc = open("leduc-poker", &[]);
    let typed = [("boot", "300"), ("players", "random ismcts:sims=4"), ("matches", "120"), ("enough", "10")];
    let folder = |name: &str| root.path().join(name);
    learn(("leduc-poker", &leduc), &typed, 1, &folder("one"), &mut ()).expect("a base");
    learn(("leduc-poker", &leduc), &typed, 3, &folder("three"), &mut ()).expect("a base");
    assert_eq!(content(&folder("one")), content(&folder("three")));
    for rounds in [3, 20, 44] {
        let stopped = learn(("leduc-poker", &leduc), &typed, 2, &folder("stopped"), &mut Impatient(rounds));
        assert!(matches!(stopped, Err(TrainError::StoppedBot { .. })), "after {rounds} rounds: {stopped:?}");
    }
    let whole = learn(("leduc-poker", &leduc), &typed, 2, &folder("stopped"), &mut ()).expect("a base");
    assert_eq!(content(&folder("one")), content(&folder("stopped")));
    assert_eq!(whole.bot.iterations, 120);
    let told = |name: &str| fs::read_to_string(folder(name).join("bot.toml")).expect("a bot");
    assert_eq!(told("one"), told("stopped"));
    let less = [("boot", "300"), ("players", "random ismcts:sims=4"), ("matches", "8"), ("enough", "10")];
    let said =
        learn(("leduc-poker", &leduc), &less, 1, &folder("one"), &mut StopsAfter(9)).unwrap_err().to_string();
    assert!(said.contains("after 120 matches already"), "{said}");
}

#[test]
fn who_learns_on_meets_other_deals_and_keeps_nothing_forbidden() {
    let root = tempfile::tempdir().expect("a folder");
    let truco = open("truco", &[]);
    let place = |name: &str| root.path().join(name);
    let first = [("boot", "40"), ("players", "strategy:bold strategy:honest"), ("matches", "16")];
    learn(("truco", &truco), &first, 2, &place("first"), &mut ()).expect("a base");
    let from = place("first").display().to_string();
    let second = [("from", from.as_str()), ("matches", "16")];
    let on = learn(("truco", &truco), &second, 2, &place("second"), &mut ()).expect("a base");
    let [hands, twins] =
        ["hands", "twins"].map(|name| on.bot.measures.get(name).copied().unwrap_or_default());
    assert!(hands > 50.0 && 10.0 * twins < hands, "{twins} twins of {hands}");
    for name in ["first", "second"] {
        let files = BotFiles::find(&place(name).display().to_string()).expect("a bot");
        let (base, ..) = load(&truco, &files).expect("a base");
        let book = truco.cases();
        let (_, cleaned) = clean(&base, |rule, answer| book.veto(rule, answer).map(|(instead, _)| instead));
        assert_eq!(cleaned, Cleaned::default(), "{name}");
    }
}

#[test]
fn who_asks_for_more_matches_gets_what_one_go_gives() {
    let root = tempfile::tempdir().expect("a folder");
    let kuhn = open("kuhn-poker", &[]);
    let learn_to = |folder: &str, matches: &str| {
        let typed = [("boot", "20"), ("enough", "10"), ("round", "8"), ("matches", matches)];
        learn(("kuhn-poker", &kuhn), &typed, 1, &root.path().join(folder), &mut ())
    };
    learn_to("one", "40").expect("a base");
    learn_to("two", "16").expect("a base");
    learn_to("two", "40").expect("a base");
    let [one, two] = ["one", "two"].map(|name| content(&root.path().join(name)));
    assert_eq!(one, two);
    learn_to("short", "13").expect("a base");
    let kept = content(&root.path().join("short"));
    let refused = learn_to("short", "40").expect_err("a round was cut short");
    assert!(matches!(refused, TrainError::CutShort { done: 13, round: 8, .. }), "{refused}");
    assert_eq!(content(&root.path().join("short")), kept);
    learn_to("short", "13").expect("what is there is enough");
}

/// What a bot remembered is not learnt anew behind its back.
#[test]
fn a_lost_base_is_missed() {
    let root = tempfile::tempdir().expect("a folder");
    let kuhn = open("kuhn-poker", &[]);
    let folder = root.path().join("kuhn");
    let again = || {
        let typed = [("boot", "20"), ("enough", "10"), ("matches", "8")];
        learn(("kuhn-poker", &kuhn), &typed, 1, &folder, &mut ())
    };
    again().expect("a base");
    fs::remove_file(folder.join("cases.db")).expect("it was there");
    let refused = again().expect_err("its cases are lost");
    assert!(matches!(&refused, TrainError::Lost(place) if place.ends_with("cases.db")), "{refused}");
}

/// Cases are written before what makes the folder a bot.
#[test]
fn a_kill_between_two_files_loses_nothing() {
    let root = tempfile::tempdir().expect("a folder");
    let (kuhn, folder) = (open("kuhn-poker", &[]), |name: &str| root.path().join(name));
    let typed = [("boot", "20"), ("players", "random"), ("matches", "40")];
    learn(("kuhn-poker", &kuhn), &typed, 1, &folder("whole"), &mut ()).expect("a base");
    let stopped = learn(("kuhn-poker", &kuhn), &typed, 1, &folder("killed"), &mut Impatient(5));
    assert!(matches!(stopped, Err(TrainError::StoppedBot { .. })), "{stopped:?}");
    fs::remove_file(folder("killed").join("bot.toml")).expect("a bot");
    learn(("kuhn-poker", &kuhn), &typed, 1, &folder("killed"), &mut ()).expect("a base");
    assert_eq!(content(&folder("whole")), content(&folder("killed")));
}

#[test]
fn others_may_take_the_other_seats() {
    let root = tempfile::tempdir().expect("a folder");
    let (kuhn, folder) = (open("kuhn-poker", &[]), |name: &str| root.path().join(name));
    let against = |players: &'static str| {
        [("boot", "20"), ("players", "random"), ("matches", "80"), ("enough", "50"), ("against", players)]
    };
    let typed = against("random ismcts:sims=4");
    learn(("kuhn-poker", &kuhn), &typed, 1, &folder("one"), &mut ()).expect("a base");
    let stopped = learn(("kuhn-poker", &kuhn), &typed, 3, &folder("three"), &mut Impatient(7));
    assert!(matches!(stopped, Err(TrainError::StoppedBot { .. })), "{stopped:?}");
    let told = learn(("kuhn-poker", &kuhn), &typed, 3, &folder("three"), &mut ()).expect("a base");
    assert_eq!(content(&folder("one")), content(&folder("three")));
    assert!(told.notes.iter().any(|note| note == "against random, ismcts:sims=4"), "{:?}", told.notes);
    let refused = |typed: &[(&str, &str)]| {
        learn(("kuhn-poker", &kuhn), typed, 1, &folder("none"), &mut ()).unwrap_err().to_string()
    };
    assert!(refused(&against("nobody")).contains("nobody"));
    let from = folder("one").display().to_string();
    assert!(refused(&[("from", &from), ("boot", "9")]).contains("--boot has no use with --from"));
    assert!(refused(&[("from", &from), ("players", "random")]).contains("--players has no use with --from"));
}

/// Leduc poker has few hands: the same are met again, and what is known well is not kept.
#[test]
fn what_is_known_is_not_kept_again() {
    let root = tempfile::tempdir().expect("a folder");
    let (kuhn, place) = (open("kuhn-poker", &[]), root.path().join("kuhn"));
    let typed = [("boot", "20"), ("players", "random"), ("matches", "400"), ("enough", "5")];
    let trained = learn(("kuhn-poker", &kuhn), &typed, 2, &place, &mut ()).expect("a base");
    let measure = |name: &str| trained.bot.measures.get(name).copied().unwrap_or_default();
    assert!(measure("twins") > 0.0 && measure("old") > 100.0, "{:?}", trained.bot.measures);
    let (base, told, _) = load(&kuhn, &BotFiles::Folder(place)).expect("a base");
    assert!(base.len() < 60, "{}", base.len());
    let mut all: Vec<&[u8]> = (0..base.len()).map(|case| base.bytes_of(case)).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), base.len(), "no hand is kept twice");
    assert_eq!(told.matches, 400);
}

#[test]
fn all_policies_play_and_say_why() {
    let root = tempfile::tempdir().expect("a folder");
    let (leduc, place) = (open("leduc-poker", &[]), root.path().join("leduc"));
    let typed = [("boot", "200"), ("players", "random ismcts:sims=4"), ("matches", "16")];
    learn(("leduc-poker", &leduc), &typed, 2, &place, &mut ()).expect("a base");
    let bot = place.display();
    for policy in NAMES {
        let spec = AgentSpec::read(&format!("cases:base={bot},policy={policy}")).expect("an agent");
        let mut agent: Box<dyn Agent<AnyGame>> = build(&leduc, &spec).expect("it plays");
        let mut rng = Rng::stream(1, "match", 0);
        let mut told = Vec::new();
        let mut state = leduc.initial();
        while let turn @ (Turn::Chance | Turn::Seat(_)) = leduc.turn(&state) {
            let chosen = match turn {
                Turn::Seat(seat) => {
                    let view = View::new(&leduc, &state, seat);
                    let decision = agent.decide(&view, &mut Rng::stream(2, "think", 0)).expect("a move");
                    let why = agent.why(&view, &mut Rng::stream(2, "think", 0)).expect("reasons");
                    told.push((view.text(decision.chosen), why));
                    decision.chosen
                }
                _ => leduc.draw(&state, &mut rng),
            };
            leduc.play(&mut state, chosen);
        }
        assert!(!told.is_empty());
        for (_, Why { asked, .. }) in &told {
            assert_eq!(asked.len(), 1, "{policy}");
            assert!(asked[0].compared >= asked[0].found);
            assert_eq!(asked[0].cluster.is_some(), policy.contains('C') && asked[0].found > 0, "{policy}");
            assert!(!asked[0].answer.is_empty() && asked[0].cases.len() <= 5);
        }
    }
    let refused = |spec: &str| {
        let spec = AgentSpec::read(spec).expect("an agent");
        build(&leduc, &spec).map(|_| ()).unwrap_err().to_string()
    };
    assert!(refused("cases").contains("train cases"));
    assert!(refused(&format!("cases:base={bot},without=bluff")).contains("rule of revision `bluff`"));
    let kuhn = open("kuhn-poker", &[]);
    let other = build(&kuhn, &AgentSpec::read(&format!("cases:base={bot}")).expect("an agent"));
    assert!(other.map(|_| ()).unwrap_err().to_string().contains("trained for leduc-poker"));
    assert!(Bot::read(&BotFiles::Folder(place.clone())).is_ok_and(|bot| bot.kind == "cases"));
    let seats = Seat::all(leduc.seats()).count();
    assert_eq!(leduc.cases().schema(&leduc).scenarios.len(), seats);
}

#[test]
fn bad_words_are_refused() {
    let root = tempfile::tempdir().expect("a folder");
    let leduc = open("leduc-poker", &[]);
    let said = |typed: &[(&str, &str)]| {
        learn(("leduc-poker", &leduc), typed, 1, &root.path().join("no"), &mut ()).unwrap_err().to_string()
    };
    assert!(said(&[("policies", "NPS+PVCX")]).contains("did you mean `PVC"));
    assert!(said(&[("from", "nowhere")]).contains("nowhere"));
    assert!(said(&[("players", "randm")]).contains("did you mean `random`"));
    assert!(!root.path().join("no").exists(), "nothing is written");
}

/// A game that tells no cases of its own: what others do not see is compared by name.
#[test]
fn cards_that_only_a_seat_sees_are_part_of_its_cases() {
    for (name, own) in [("liars-dice", 1), ("oh-hell", 5)] {
        let game = open(name, &[]);
        let book = game.cases();
        let schema = book.schema(&game);
        let (mut rng, mut dealt) = (Rng::stream(7, "deal", 0), Vec::new());
        for _ in 0..20 {
            let mut state = game.initial();
            while game.turn(&state) == Turn::Chance {
                let drawn = game.draw(&state, &mut rng);
                game.play(&mut state, drawn);
            }
            let view = View::new(&game, &state, Seat::new(0));
            let mut values = Vec::new();
            view.read_case(&*book, &mut values);
            assert_eq!(values.len(), schema.attributes.len());
            let names = (1..=8).map(|nth| schema.place(&format!("own-{nth}")));
            let told: Vec<String> = names
                .filter(|place| !values[*place].is_nan())
                .map(|place| schema.attributes[place].tell(values[place]))
                .collect();
            assert!(told.len() == own && told.is_sorted(), "{name}: {told:?}");
            let seen = format!("{:?}", view.scene());
            assert!(
                told.iter().all(|card| seen.contains(&format!("Some(\"{card}\")"))),
                "{told:?} in {seen}"
            );
            dealt.push(told);
        }
        dealt.dedup();
        assert!(dealt.len() > 5, "{name}: {dealt:?}");
        // What is asked has them, what is clustered by has not.
        let scenario = &schema.scenarios[0];
        let own = schema.place("own-1");
        assert!(scenario.asks.contains(&own) && !scenario.groups.contains(&own));
    }
}
