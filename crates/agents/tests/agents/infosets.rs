//! Hidden information: the lecture's examples, on which a search of information sets is right and an
//! average over worlds is not; poker hands nobody should misplay; worlds with dice in them.

use ludometer_agents::{AgentSpec, Decision, build};
use ludometer_game::{Game, GameVisitor, Rng, Seat, View};
use ludometer_testkit::toys::Tree;

/// Asks an agent about a position reached by moves as text.
struct Ask<'a> {
    spec: &'a str,
    moves: &'a str,
    seed: u64,
}

/// What is said of each legal move, by its text, and what was chosen.
struct Told {
    chosen: String,
    moves: Vec<String>,
    /// In points of the game.
    worth: Vec<f32>,
    shares: Vec<f32>,
    visits: Vec<u32>,
    /// What the position is worth to the mover, in points.
    value: f32,
}

impl Told {
    fn worth(&self, named: &str) -> f32 {
        self.worth[self.moves.iter().position(|text| text == named).expect("a legal move")]
    }
}

impl GameVisitor for Ask<'_> {
    type Out = Told;

    fn visit<G: Game>(self, game: G) -> Told {
        let mut state = game.initial();
        for text in self.moves.split_whitespace() {
            let chosen = game.parse(&state, text).unwrap_or_else(|| panic!("`{text}` is not legal"));
            game.play(&mut state, chosen);
        }
        let seat = game.turn(&state).seat().expect("a seat to move");
        let mut agent = build(&game, &AgentSpec::read(self.spec).unwrap()).unwrap();
        let view = View::new(&game, &state, seat);
        let decision: Decision<G::Move> =
            agent.decide(&view, &mut Rng::stream(self.seed, "think", 0)).unwrap();
        let (low, high) = game.bounds();
        let points = |value: &f32| low + (value + 1.0) / 2.0 * (high - low);
        Told {
            chosen: view.text(decision.chosen),
            moves: view.legal().iter().map(|&option| view.text(option)).collect(),
            worth: decision.qualities.iter().map(points).collect(),
            shares: decision.shares,
            visits: decision.visits,
            value: points(&decision.values[seat.index()]),
        }
    }
}

fn ask(game: &str, moves: &str, spec: &str, seed: u64) -> Told {
    ludometer_games::open(game, [], Ask { spec, moves, seed }).unwrap()
}

const OBSERVERS: [&str; 2] = ["single", "multiple"];
const WORLDS: [(&str, [&str; 2]); 2] =
    [("roads", ["jewels-left", "jewels-right"]), ("four-cards", ["4H", "4D"])];

fn near(found: f32, exact: f32, slack: f32) -> bool {
    (found - exact).abs() <= slack
}

#[test]
fn who_does_not_know_the_way_takes_the_purse() {
    for observer in OBSERVERS {
        for seed in 0..50 {
            let told = ask("roads", "jewels-left", &format!("ismcts:sims=1000,observer={observer}"), seed);
            assert_eq!(told.chosen, "a", "{observer}, seed {seed}");
        }
        let even = format!("ismcts:sims=40000,even=on,observer={observer}");
        let told = ask("roads", "jewels-right", &even, 1);
        assert!(near(told.worth("a"), 1.0, 1e-3), "{:?}", told.worth);
        // Half of the simulations with results 15 apart: the error of the mean is 0.05.
        assert!(near(told.worth("b"), -2.5, 0.2), "{:?}", told.worth);
        assert!(near(told.value, 1.0, 1e-3), "the position is worth its best move: {}", told.value);
    }
}

#[test]
fn an_average_over_worlds_walks_under_the_bus() {
    for way in ["with=alphabeta", "with=mcts"] {
        for seed in 0..50 {
            let told = ask("roads", "jewels-left", &format!("pimc:{way}"), seed);
            assert_eq!(told.chosen, "b", "{way}, seed {seed}");
            assert!(near(told.worth("a"), 1.0, 1e-3) && told.worth("b") > 4.5, "{way}: {:?}", told.worth);
        }
    }
}

#[test]
fn a_six_is_led_from_the_four_cards() {
    for observer in OBSERVERS {
        for (seed, four) in (0..40).zip(["4H", "4D"].into_iter().cycle()) {
            let told = ask("four-cards", four, &format!("ismcts:sims=10000,observer={observer}"), seed);
            assert!(["6H", "6D"].contains(&told.chosen.as_str()), "{observer}, seed {seed}: {}", told.chosen);
        }
        let even = format!("ismcts:sims=200000,even=on,c=0.7,observer={observer}");
        let told = ask("four-cards", "4H", &even, 1);
        for (lead, exact) in [("6H", 0.0), ("6D", 0.0), ("8C", -0.5), ("7C", -0.5)] {
            // What is still tried now and then deep in the tree blurs a mean a little.
            assert!(near(told.worth(lead), exact, 0.05), "{observer}, {lead}: {:?}", told.worth);
        }
    }
}

#[test]
fn an_average_over_worlds_cannot_tell_the_leads_apart() {
    let mut clubs = 0;
    for seed in 0..40 {
        let told = ask("four-cards", "4D", "pimc:nodes=100000", seed);
        assert_eq!(told.worth, [0.0; 4], "with open cards every lead is worth nothing");
        assert_eq!(told.shares, [0.25; 4]);
        clubs += u32::from(told.chosen.ends_with('C'));
    }
    assert!((10..30).contains(&clubs), "a coin decides: {clubs} of 40");
}

/// Blind, MAX must throw away a six: half of the time it is the wrong one, whoever thinks about it.
#[test]
fn a_blind_discard_is_worth_a_half() {
    let specs = ["ismcts:sims=20000,even=on", "ismcts:sims=20000,even=on,observer=single", "pimc"];
    for spec in specs {
        let told = ask("four-cards", "4H 8C 9C 2S", spec, 3);
        for six in ["6H", "6D"] {
            // A hundred worlds are split as chance has it.
            assert!(near(told.worth(six), -0.5, 0.15), "{spec}: {:?}", told.worth);
        }
    }
}

/// What a game says that a position reached by moves as text is worth to a seat.
struct Worth(&'static str, usize);

impl GameVisitor for Worth {
    type Out = f32;

    fn visit<G: Game>(self, game: G) -> f32 {
        let mut state = game.initial();
        for text in self.0.split_whitespace() {
            let chosen = game.parse(&state, text).unwrap_or_else(|| panic!("`{text}` is not legal"));
            game.play(&mut state, chosen);
        }
        game.evaluate(&state, Seat::new(self.1 as u8)).expect("an evaluator")
    }
}

/// Who leaves a hand ends it: what follows in the match is not played, and only the score is judged.
#[test]
fn a_simulation_may_end_with_the_hand() {
    let dealt = "deal-1e.7e.3o-2b.5b.12c";
    let left = ludometer_games::open("truco", [], Worth("deal-1e.7e.3o-2b.5b.12c baralho", 0)).unwrap();
    let told = |options: &str, seed| ask("truco", dealt, &format!("ismcts:sims=600,even=on{options}"), seed);
    for rollout in ["random", "evaluate"] {
        let one = told(&format!(",episode=on,rollout={rollout}"), 1);
        assert!(near(one.worth("baralho"), left, 1e-3), "{} and {left}", one.worth("baralho"));
        assert!(one.worth("1e") > left + 0.01, "who has the best card keeps it");
    }
    let whole = told("", 1);
    assert!(!near(whole.worth("baralho"), left, 1e-3), "a whole match is luck");
    let again = [1, 1].map(|seed| told(",episode=on", seed).worth);
    assert_eq!(again[0], again[1]);
}

#[test]
fn nobody_folds_a_king_or_calls_with_a_jack() {
    let search = ["ismcts:sims=2000", "ismcts:sims=2000,observer=single", "pimc", "mcts:sims=2000"];
    for spec in search {
        for seed in 0..20 {
            for other in ["Q", "J"] {
                let told = ask("kuhn-poker", &format!("{other} K bet"), spec, seed);
                assert_eq!(told.chosen, "call", "{spec}, seed {seed}");
                assert!(near(told.worth("call"), 2.0, 0.01), "{spec}: {:?}", told.worth);
            }
            for other in ["Q", "K"] {
                let told = ask("kuhn-poker", &format!("{other} J bet"), spec, seed);
                assert_eq!(told.chosen, "fold", "{spec}, seed {seed}");
                assert!(near(told.worth("fold"), -1.0, 0.01), "{spec}: {:?}", told.worth);
            }
        }
    }
}

/// Who holds a pair bets, because the other may well pay. An average over worlds thinks that the other
/// sees the pair and folds, and does not care.
#[test]
fn a_pair_is_bet_by_who_knows_that_it_is_hidden() {
    for spec in ["ismcts:sims=3000", "ismcts:sims=3000,observer=single"] {
        for seed in 0..10 {
            let told = ask("leduc-poker", "K Q bet call K", spec, seed);
            assert_eq!(told.chosen, "bet", "{spec}, seed {seed}: {:?} {:?}", told.moves, told.worth);
        }
    }
    let told = ask("leduc-poker", "K Q bet call K", "pimc", 1);
    assert_eq!(told.worth, [3.0, 3.0], "{:?}", told.moves);
}

#[test]
fn mcts_searches_information_sets_where_something_is_hidden() {
    for (game, moves) in [("four-cards", "4H"), ("kuhn-poker", "K J"), ("leduc-poker", "J K bet")] {
        for seed in 0..5 {
            let [one, other] =
                ["mcts:sims=700,c=1", "ismcts:sims=700"].map(|spec| ask(game, moves, spec, seed));
            assert_eq!((one.chosen, one.visits, one.value), (other.chosen, other.visits, other.value));
        }
    }
}

#[test]
fn the_true_world_changes_nothing() {
    for (game, worlds) in WORLDS {
        for spec in ["ismcts:sims=300", "ismcts:sims=300,observer=single", "pimc", "pimc:with=mcts"] {
            let [one, other] = worlds.map(|world| ask(game, world, spec, 5));
            assert_eq!((one.chosen, one.worth), (other.chosen, other.worth), "{spec} on {game}");
        }
    }
}

/// Without anything hidden there is one world, and chance in it is averaged: the lecture's trees, and
/// deeper ones against the plain value.
#[test]
fn chance_left_in_a_world_is_averaged() {
    for (text, exact) in [
        ("({1:(2 4) 1:(7 4)} {1:(6 0) 1:(5 -2)})", [3.0, -1.0]),
        ("({9:(2 3) 1:(3 7)} {9:(1 4) 1:(4 5)})", [2.1, 1.3]),
        ("({9:(20 30) 1:(30 70)} {9:(1 40) 1:(400 500)})", [21.0, 40.9]),
    ] {
        let told = Ask { spec: "pimc", moves: "", seed: 1 }.visit(Tree::parse(text).unwrap());
        assert!(told.worth.iter().zip(exact).all(|(&w, e)| near(w, e, 2e-3)), "{text}: {:?}", told.worth);
    }
    let mut rng = Rng::stream(1, "trees", 0);
    for _ in 0..300 {
        let mut text = String::new();
        draw(&mut text, 5, true, &mut rng);
        let tree = Tree::parse(&text).unwrap();
        let exact = tree.value()[Seat::new(0)];
        let told = Ask { spec: "pimc:nodes=1000000", moves: "", seed: 1 }.visit(tree);
        let best = told.worth.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        assert!(near(best, exact, 2e-3), "{text}: {best} against {exact}");
    }
}

/// A random tree of brackets, chance and numbers; `choice` where it must begin with a bracket.
fn draw(text: &mut String, depth: u32, choice: bool, rng: &mut Rng) {
    if !choice && (depth == 0 || rng.below(4) == 0) {
        text.push_str(&(rng.below(41) as i32 - 20).to_string());
        return;
    }
    let chance = !choice && rng.below(3) == 0;
    text.push(if chance { '{' } else { '(' });
    for _ in 0..2 + rng.below(2) {
        if chance {
            text.push_str(&format!("{}:", 1 + rng.below(9)));
        }
        draw(text, depth.saturating_sub(1), false, rng);
        text.push(' ');
    }
    text.pop();
    text.push(if chance { '}' } else { ')' });
}
