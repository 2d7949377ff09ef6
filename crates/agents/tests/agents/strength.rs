//! Agents play as well as they should: known values, proofs, and the better one wins.

use ludometer_agents::{AgentSpec, Decision, build};
use ludometer_game::{ChanceKind, Game, GameVisitor, Payoff, Rng, Seat, Sum, Traits, Turn, View};
use ludometer_testkit::toys;

/// Asks an agent about a position reached by moves as text.
struct Ask<'a> {
    spec: &'a str,
    moves: &'a str,
    seed: u64,
}

/// A decision as text.
#[derive(Debug)]
struct Told {
    chosen: String,
    values: Vec<f32>,
    proven: bool,
    nodes: u64,
    line: usize,
}

impl GameVisitor for Ask<'_> {
    type Out = Told;

    fn visit<G: Game>(self, game: G) -> Told {
        let mut state = game.initial();
        for text in self.moves.split_whitespace() {
            let chosen = game.parse(&state, text).expect("a legal move");
            game.play(&mut state, chosen);
        }
        let seat = game.turn(&state).seat().expect("a seat to move");
        let mut agent = build(&game, &AgentSpec::read(self.spec).unwrap()).unwrap();
        let view = View::new(&game, &state, seat);
        let decision: Decision<G::Move> =
            agent.decide(&view, &mut Rng::stream(self.seed, "think", 0)).unwrap();
        Told {
            chosen: view.text(decision.chosen),
            values: decision.values,
            proven: decision.proven,
            nodes: decision.nodes,
            line: decision.line.len(),
        }
    }
}

fn ask(game: &str, moves: &str, spec: &str) -> Told {
    ludometer_games::open(game, [], Ask { spec, moves, seed: 1 }).unwrap()
}

#[test]
fn a_win_is_taken_at_once() {
    for seed in 0..20 {
        let told = ludometer_games::open(
            "tic-tac-toe",
            [],
            Ask { spec: "mcts:sims=100", moves: "a1 a2 b1 b2", seed },
        )
        .unwrap();
        assert_eq!(told.chosen, "c1");
        assert!(told.proven && told.nodes < 100 && told.values == [1.0, -1.0], "{told:?}");
    }
    assert_eq!(ask("connect-four", "4 1 4 1 4 1", "mcts:sims=200").chosen, "4");
}

#[test]
fn a_forced_loss_is_avoided() {
    // O must stop the three in column 4.
    assert_eq!(ask("connect-four", "4 1 4 1 4", "mcts:sims=500").chosen, "4");
    // The examples of failing episodes that plain Q-learning loses by force.
    let told = ask("tic-tac-toe", "b3 a3", "mcts:sims=3000");
    assert_ne!(told.chosen, "b1");
}

#[test]
fn tic_tac_toe_is_proven_drawn() {
    let told = ask("tic-tac-toe", "b2 a1 c1 a3", "mcts:sims=20000");
    assert!(told.proven && told.values == [0.0, 0.0], "{told:?}");
    assert!(told.line > 0);
}

/// 3, 4, 5 is won by taking two from the first heap and by nothing else. Proofs that hold on every way
/// to a position make this a small search.
#[test]
fn nim_is_proven_and_won() {
    let told = ask("nim", "", "mcts:sims=16000");
    assert!(told.proven && told.chosen == "1:2" && told.values == [1.0, -1.0], "{told:?}");
}

#[test]
fn the_search_finds_the_value_of_a_hand_drawn_tree() {
    let tree = toys::Tree::parse("((3 12 8)(2 4 6)(14 5 2))").unwrap();
    let exact = tree.value()[Seat::new(0)];
    let told = Ask { spec: "mcts:sims=2000", moves: "", seed: 1 }.visit(tree);
    assert_eq!(exact, 3.0);
    assert!(told.proven, "a tree this small is proven: {told:?}");
    assert_eq!(told.nodes.cmp(&2000), std::cmp::Ordering::Less);
}

fn ask_tree(text: &str, seed: u64) -> Told {
    Ask { spec: "mcts:sims=2000", moves: "", seed }.visit(toys::Tree::parse(text).unwrap())
}

/// All moves are proven, none wins outright: the best counts, not the most visited.
#[test]
fn a_graded_tree_is_played_by_its_exact_values() {
    for seed in 0..50 {
        assert_eq!(ask_tree("((4 9 9 9 10)(5 10 10))", seed).chosen, "2");
        assert_eq!(ask_tree("((4 10 10 10 10) 5 (0 10 10))", seed).chosen, "2");
    }
}

/// The second seat gets the same either way, so nobody knows what the others get.
#[test]
fn a_kingmaker_proves_nothing() {
    for seed in 0..20 {
        assert!(!ask_tree("((0,1,5 5,1,0)(2,0,2 1,0,3))", seed).proven);
        assert!(ask_tree("((0,1,5 5,2,0)(2,0,2 1,1,3))", seed).proven);
    }
}

#[test]
fn a_win_is_known_whatever_the_bounds() {
    for most in [3, 41, 47, 97] {
        let told = ask_tree(&format!("((0 -{most}) {most} ({most} -1))"), 1);
        assert!(told.proven && told.chosen == "2", "{most}: {told:?}");
    }
}

/// A secret is dealt too widely to list, and one deal in 200 loses: no number of draws is a proof.
#[test]
fn draws_that_cannot_be_listed_prove_nothing() {
    let told = Ask { spec: "mcts:sims=20000", moves: "", seed: 1 }.visit(Lottery);
    assert!(!told.proven, "{told:?}");
}

/// One choice, then a draw from 200 of which one loses.
struct Lottery;

impl Game for Lottery {
    type State = (bool, u8);
    type Move = u8;
    fn seats(&self) -> usize {
        1
    }
    fn limit(&self) -> u32 {
        2
    }
    fn initial(&self) -> Self::State {
        (false, 0)
    }
    fn turn(&self, state: &Self::State) -> Turn {
        match state {
            (false, _) => Turn::Seat(Seat::new(0)),
            (true, 0) => Turn::Chance,
            _ => Turn::Over,
        }
    }
    fn moves(&self, _state: &Self::State, out: &mut Vec<u8>) {
        out.push(0);
    }
    fn play(&self, state: &mut Self::State, chosen: u8) {
        *state = (true, chosen);
    }
    fn payoff(&self, state: &Self::State) -> Payoff {
        Payoff::together(1, state.1 != 200)
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::Drawn, hidden: false, sum: Sum::Shared }
    }
    fn draw(&self, _state: &Self::State, rng: &mut Rng) -> u8 {
        1 + rng.below(200) as u8
    }
}

/// Wins of `strong` in `matches` against `weak`, seats changing; draws count half.
struct Duel<'a> {
    strong: &'a str,
    weak: &'a str,
    matches: u64,
}

impl GameVisitor for Duel<'_> {
    type Out = f64;

    fn visit<G: Game>(self, game: G) -> f64 {
        let seats = game.seats();
        let mut strong = build(&game, &AgentSpec::read(self.strong).unwrap()).unwrap();
        let mut weak = build(&game, &AgentSpec::read(self.weak).unwrap()).unwrap();
        let mut score = 0.0;
        for number in 0..self.matches {
            let mine = Seat::new((number % seats as u64) as u8);
            let (mut dice, mut thinking) =
                (Rng::stream(number / seats as u64, "dice", 0), Rng::stream(number, "think", 0));
            let mut state = game.initial();
            loop {
                let chosen = match game.turn(&state) {
                    Turn::Chance => game.draw(&state, &mut dice),
                    Turn::Seat(seat) => {
                        let view = View::new(&game, &state, seat);
                        let agent = if seat == mine { &mut strong } else { &mut weak };
                        agent.decide(&view, &mut thinking).unwrap().chosen
                    }
                    _ => break,
                };
                game.play(&mut state, chosen);
            }
            let payoff = game.payoff(&state);
            score += if payoff.is_tie() { 0.5 } else { f64::from(u8::from(payoff.won(mine))) };
        }
        score / self.matches as f64
    }
}

/// Score of the first agent; seeds are fixed, so this is the same on every machine.
fn duel(game: &str, set: &[(&str, &str)], strong: &str, weak: &str, matches: u64) -> f64 {
    ludometer_games::open(game, set.iter().copied(), Duel { strong, weak, matches }).unwrap()
}

#[test]
fn search_beats_random_play() {
    for (game, set, matches, least) in [
        ("tic-tac-toe", &[][..], 100, 0.85),
        ("connect-four", &[], 60, 0.95),
        ("card-points", &[], 100, 0.65),
        ("nim", &[], 100, 0.75),
        ("nim", &[("seats", "3")], 90, 0.40),
        ("pig", &[("target", "40")], 200, 0.72),
        ("pig", &[("target", "40"), ("seats", "4")], 60, 0.5),
        ("breakthrough", &[("rows", "6"), ("columns", "6")], 40, 0.95),
        ("snowball", &[("size", "6"), ("limit", "24"), ("target", "8")], 30, 0.9),
    ] {
        let score = duel(game, set, "mcts:sims=200", "random", matches);
        assert!(score >= least, "{game} {set:?}: {score}");
    }
}

#[test]
fn greedy_beats_random_play() {
    for (game, least) in [("tic-tac-toe", 0.7), ("connect-four", 0.7), ("pig", 0.8), ("snowball", 0.8)] {
        let score = duel(game, &[], "greedy", "random", 100);
        assert!(score >= least, "{game}: {score}");
    }
}

#[test]
fn more_simulations_play_better() {
    let score = duel("connect-four", &[], "mcts:sims=1000", "mcts:sims=50", 60);
    assert!(score >= 0.8, "{score}");
}

#[test]
fn strong_play_draws_tic_tac_toe() {
    let score = duel("tic-tac-toe", &[], "mcts:sims=2000", "mcts:sims=2000", 20);
    assert_eq!(score, 0.5);
}

/// With an even number of cards the first seat can always take all odd or all even places.
#[test]
fn a_strong_first_seat_never_loses_card_points() {
    struct FirstSeat;
    impl GameVisitor for FirstSeat {
        type Out = ();
        fn visit<G: Game>(self, game: G) {
            let mut agent = build(&game, &AgentSpec::read("mcts:sims=5000").unwrap()).unwrap();
            for seed in 0..30 {
                let mut state = game.initial();
                let mut rng = Rng::stream(seed, "match", 0);
                while game.turn(&state) != Turn::Over {
                    let chosen = match game.turn(&state) {
                        Turn::Seat(seat) => {
                            agent.decide(&View::new(&game, &state, seat), &mut rng).unwrap().chosen
                        }
                        _ => game.draw(&state, &mut rng),
                    };
                    game.play(&mut state, chosen);
                }
                assert!(game.payoff(&state).points[Seat::new(0)] >= 0.0, "seed {seed}: {state:?}");
            }
        }
    }
    ludometer_games::open("card-points", [], FirstSeat).unwrap();
}

#[test]
fn a_temperature_makes_moves_vary() {
    let chosen: std::collections::HashSet<String> = (0..40)
        .map(|seed| {
            let ask = Ask { spec: "mcts:sims=50,temperature=1", moves: "", seed };
            ludometer_games::open("tic-tac-toe", [], ask).unwrap().chosen
        })
        .collect();
    assert!(chosen.len() >= 5, "{chosen:?}");
}
