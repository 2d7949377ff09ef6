//! Exact values against theory, against a plain walk of the tree, and against each other.

use ludometer_agents::solve::exhaustive::{Exhaustive, key_fingerprint};
use ludometer_agents::solve::{SolvedMoves, demand_an_exact_value, solve_moves, solver_of};
use ludometer_agents::to_unit;
use ludometer_agents::{AgentSpec, build};
use ludometer_game::{Game, GameVisitor, Payoff, Rng, Seat, Seats, Solver, Turn, Unsolved, View};
use ludometer_testkit::toys;

fn always(_: u64) -> bool {
    true
}

struct Solve<'a> {
    moves: &'a str,
}

impl GameVisitor for Solve<'_> {
    /// Points of the mover, the best moves, all points in order.
    type Out = (f32, Vec<String>, Vec<f32>);

    fn visit<G: Game>(self, game: G) -> Self::Out {
        let mut state = game.initial();
        for text in self.moves.split_whitespace() {
            let chosen = game.parse(&state, text).expect("a legal move");
            game.play(&mut state, chosen);
        }
        game.settle(&mut state, &mut Rng::stream(1, "deal", 0));
        let mut solver = solver_of(&game, 1 << 22);
        let solved = solve_moves(&mut *solver, &game, &state, &mut always).unwrap();
        let text = |option| {
            let mut out = String::new();
            game.text(&state, option, &mut out);
            out
        };
        let best = solved.best().into_iter().map(text).collect();
        (solved.points, best, solved.moves.iter().map(|known| known.points).collect())
    }
}

fn solve(game: &str, set: &[(&str, &str)], moves: &str) -> (f32, Vec<String>, Vec<f32>) {
    ludometer_games::open(game, set.iter().copied(), Solve { moves }).unwrap()
}

#[test]
fn tic_tac_toe_is_drawn_by_every_first_move() {
    let (points, best, all) = solve("tic-tac-toe", &[], "");
    assert_eq!((points, best.len()), (0.0, 9));
    assert!(all.iter().all(|points| *points == 0.0));
    let (points, best, _) = solve("tic-tac-toe", &[], "b2 b1");
    assert_eq!(points, 1.0, "an edge in answer to the centre loses");
    assert!(!best.is_empty() && best.len() < 7, "{best:?}");
}

#[test]
fn nim_follows_its_theorem() {
    for misere in ["off", "on"] {
        for heaps in [[1, 1, 1], [1, 2, 3], [3, 4, 5], [2, 2, 0], [4, 4, 1], [5, 6, 3], [1, 0, 0], [1, 1, 0]]
        {
            let standing: Vec<i32> = heaps.iter().copied().filter(|heap| *heap > 0).collect();
            let list = standing.iter().map(ToString::to_string).collect::<Vec<_>>().join("+");
            let xor = standing.iter().fold(0, |xor, heap| xor ^ heap);
            let all_ones = standing.iter().all(|heap| *heap == 1);
            let wins = if misere == "on" && all_ones { standing.len().is_multiple_of(2) } else { xor != 0 };
            let (points, ..) = solve("nim", &[("heaps", &list), ("misere", misere)], "");
            assert_eq!(points > 0.0, wins, "{list} misère {misere}");
        }
    }
}

#[test]
fn the_first_seat_of_card_points_never_loses() {
    let (points, ..) = solve("card-points", &[], "");
    assert!(points >= 0.0);
}

/// Every state a few random moves away, against the plain walk.
struct AgainstTheWalk {
    skipped: usize,
}

fn walk<G: Game>(game: &G, state: &G::State) -> f32 {
    let Turn::Seat(mover) = game.turn(state) else { return game.payoff(state).points[Seat::new(0)] };
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let values = moves.into_iter().map(|option| {
        let mut child = state.clone();
        game.play(&mut child, option);
        walk(game, &child)
    });
    if mover.index() == 0 { values.fold(-9.0, f32::max) } else { values.fold(9.0, f32::min) }
}

impl GameVisitor for AgainstTheWalk {
    type Out = ();

    fn visit<G: Game>(self, game: G) {
        let mut rng = Rng::stream(5, "positions", 0);
        let mut solver = solver_of(&game, 1 << 20);
        for _ in 0..20 {
            let mut state = game.initial();
            let mut moves = Vec::new();
            for _ in 0..self.skipped {
                moves.clear();
                if game.turn(&state).seat().is_none() {
                    break;
                }
                game.moves(&state, &mut moves);
                game.play(&mut state, moves[rng.below(moves.len())]);
            }
            let Turn::Seat(mover) = game.turn(&state) else { continue };
            let solved: SolvedMoves<G::Move> = solve_moves(&mut *solver, &game, &state, &mut always).unwrap();
            let sign = if mover.index() == 0 { 1.0 } else { -1.0 };
            assert_eq!(solved.points, sign * walk(&game, &state));
            for known in &solved.moves {
                let mut child = state.clone();
                game.play(&mut child, known.option);
                assert_eq!(known.points, sign * walk(&game, &child));
            }
        }
    }
}

#[test]
fn solved_values_are_those_of_the_plain_walk() {
    for (game, set, skipped) in [
        ("tic-tac-toe", vec![], 2),
        ("connect-four", vec![("rows", "3"), ("columns", "4"), ("line", "3")], 5),
        ("connect-four", vec![("rows", "4"), ("columns", "4")], 9),
        ("connect-four", vec![("gravity", "off"), ("rows", "3"), ("columns", "3"), ("line", "3")], 2),
        ("breakthrough", vec![("rows", "5"), ("columns", "2")], 4),
        ("nim", vec![], 1),
    ] {
        ludometer_games::open(game, set, AgainstTheWalk { skipped }).unwrap();
    }
}

#[test]
fn typed_trees_have_their_values_with_and_without_chance() {
    for text in [
        "((3 12 8)(2 4 6)(14 5 2))",
        "({1:(2 4) 1:(7 4)} {1:(6 0) 1:(5 -2)})",
        "({9:(2 2) 1:(3 3)} {9:(1 1) 1:(4 4)})",
        "((1 2)(2 4))",
    ] {
        let tree = toys::Tree::parse(text).unwrap();
        let mut solver = Exhaustive::new(1 << 16);
        let solved = solver.solve(&tree, &tree.initial(), &mut always).unwrap();
        let expected = tree.value()[Seat::new(0)];
        assert!((solved.points - expected).abs() < 1e-5, "{text}: {} for {expected}", solved.points);
    }
}

#[test]
fn what_cannot_be_solved_is_said() {
    let endless = toys::Endless::new(1000);
    let said = Exhaustive::new(1 << 16).solve(&endless, &endless.initial(), &mut always);
    assert!(matches!(said, Err(Unsolved::Endless(_))), "{said:?}");
    struct Stopped;
    impl GameVisitor for Stopped {
        type Out = bool;
        fn visit<G: Game>(self, game: G) -> bool {
            let found = Exhaustive::new(1 << 20).solve(&game, &game.initial(), &mut |_| false);
            found == Err(Unsolved::Stopped)
        }
    }
    assert!(ludometer_games::open("breakthrough", [], Stopped).unwrap());
    let spy = toys::Spy::new(3);
    assert!(demand_an_exact_value(&spy).unwrap_err().to_string().contains("hidden"));
}

#[test]
fn a_perfect_player_beats_nobody_perfect_and_is_beaten_by_nobody() {
    struct Match;
    impl GameVisitor for Match {
        type Out = f32;
        fn visit<G: Game>(self, game: G) -> f32 {
            let mut worst = f32::INFINITY;
            for number in 0..20 {
                let mut perfect = build(&game, &AgentSpec::read("solve").unwrap()).unwrap();
                let mut random = build(&game, &AgentSpec::read("random").unwrap()).unwrap();
                let (mut state, mut rng) = (game.initial(), Rng::stream(number, "match", 0));
                while let Turn::Seat(seat) = game.turn(&state) {
                    let view = View::new(&game, &state, seat);
                    let agent = if seat.index() == 0 { &mut perfect } else { &mut random };
                    let decision = agent.decide(&view, &mut rng).unwrap();
                    assert!(seat.index() == 1 || decision.proven);
                    game.play(&mut state, decision.chosen);
                }
                worst = worst.min(game.payoff(&state).points[Seat::new(0)]);
            }
            worst
        }
    }
    assert!(ludometer_games::open("tic-tac-toe", [], Match).unwrap() >= 0.0);
}

/// A tree of random shape whose leaves are whole numbers, some of them large.
fn whole_tree(rng: &mut Rng, depth: u32) -> String {
    if depth == 0 || rng.below(5) == 0 {
        let size = [9, 1_000, 1_000_003][rng.below(3)];
        return (rng.below(2 * size + 1) as i64 - size as i64).to_string();
    }
    let children: Vec<String> = (0..1 + rng.below(3)).map(|_| whole_tree(rng, depth - 1)).collect();
    format!("({})", children.join(" "))
}

#[test]
fn whole_points_are_solved_to_the_last_digit() {
    let mut rng = Rng::stream(6, "trees", 0);
    for _ in 0..500 {
        let text = format!("({} {})", whole_tree(&mut rng, 4), whole_tree(&mut rng, 4));
        let tree = toys::Tree::parse(&text).unwrap();
        for bytes in [0, 1 << 16] {
            let mut solver = Exhaustive::new(bytes);
            let solved = solve_moves(&mut solver, &tree, &tree.initial(), &mut always).unwrap();
            assert_eq!(solved.points, tree.value()[Seat::new(0)], "{text}");
            assert!(solved.moves.iter().all(|known| known.points.fract() == 0.0), "{text}");
        }
    }
}

/// What everybody gets when each seat plays for its own points.
fn best_payoff<G: Game>(game: &G, state: &G::State) -> Payoff {
    let Turn::Seat(mover) = game.turn(state) else { return game.payoff(state) };
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let payoffs = moves.into_iter().map(|option| {
        let mut child = state.clone();
        game.play(&mut child, option);
        best_payoff(game, &child)
    });
    payoffs.reduce(|a, b| if b.points[mover] > a.points[mover] { b } else { a }).expect("a move")
}

/// Solves every position on a random way through the game and compares every seat's value.
fn solve_all_seats<G: Game>(game: &G, seed: u64) {
    let mut solver = solver_of(game, 1 << 20);
    let mut agent = build(game, &AgentSpec::read("solve").unwrap()).unwrap();
    let (mut state, mut rng) = (game.initial(), Rng::stream(seed, "way", 0));
    while let Turn::Seat(mover) = game.turn(&state) {
        let solved = solve_moves(&mut *solver, game, &state, &mut always).unwrap();
        let truth = best_payoff(game, &state);
        assert_eq!(solved.points, truth.points[mover], "{state:?}");
        for known in &solved.moves {
            let mut child = state.clone();
            game.play(&mut child, known.option);
            assert_eq!(known.points, best_payoff(game, &child).points[mover], "{known:?} in {state:?}");
        }
        let decision = agent.decide(&View::new(game, &state, mover), &mut rng).unwrap();
        let values: Vec<f32> =
            Seat::all(game.seats()).map(|seat| to_unit(truth.points[seat], game.bounds())).collect();
        assert_eq!(decision.values, values, "{state:?}");
        let next = rng.below(solved.moves.len());
        game.play(&mut state, solved.moves[next].option);
    }
}

#[test]
fn teams_of_any_size_have_the_right_value_for_every_seat() {
    for seed in 0..5 {
        solve_all_seats(&toys::Teams, seed);
        for stones in 1..=12 {
            solve_all_seats(&toys::Outnumbered::new(stones), seed);
        }
    }
}

/// One against two, with other keys, or with pay that divides the two.
struct Odd {
    salt: u64,
    bonus: f32,
}

const PLAIN: toys::Outnumbered = toys::Outnumbered::new(9);

impl Game for Odd {
    type State = <toys::Outnumbered as Game>::State;
    type Move = u8;

    fn seats(&self) -> usize {
        PLAIN.seats()
    }
    fn limit(&self) -> u32 {
        PLAIN.limit()
    }
    fn initial(&self) -> Self::State {
        PLAIN.initial()
    }
    fn turn(&self, state: &Self::State) -> Turn {
        PLAIN.turn(state)
    }
    fn moves(&self, state: &Self::State, out: &mut Vec<u8>) {
        PLAIN.moves(state, out);
    }
    fn play(&self, state: &mut Self::State, taken: u8) {
        PLAIN.play(state, taken);
    }
    fn payoff(&self, state: &Self::State) -> Payoff {
        let plain = PLAIN.payoff(state);
        let bonus = [0.0, self.bonus, -self.bonus];
        Payoff { points: Seats::from_fn(3, |seat| plain.points[seat] + bonus[seat.index()]), ..plain }
    }
    fn bounds(&self) -> (f32, f32) {
        PLAIN.bounds()
    }
    fn team(&self, seat: Seat) -> u8 {
        PLAIN.team(seat)
    }
    fn key(&self, state: &Self::State) -> u64 {
        PLAIN.key(state) ^ self.salt
    }
}

#[test]
fn teams_whose_members_are_paid_differently_are_refused() {
    let divided = Odd { salt: 0, bonus: 0.5 };
    let said = Exhaustive::new(1 << 16).solve(&divided, &divided.initial(), &mut always);
    assert_eq!(said, Err(Unsolved::Divided));
    assert!(Unsolved::Divided.to_string().contains("`mcts` would work"));
}

#[test]
fn other_keys_have_another_fingerprint() {
    let print = key_fingerprint(&Odd { salt: 0, bonus: 0.0 });
    assert_eq!(print, key_fingerprint(&PLAIN), "the same keys");
    for salt in [1, 1 << 20, 1 << 63] {
        assert_ne!(print, key_fingerprint(&Odd { salt, bonus: 0.0 }));
    }
}
