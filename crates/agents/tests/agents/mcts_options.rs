//! The options of `mcts`: off they change nothing, on they keep to what is true.

use ludometer_agents::{AgentError, AgentSpec, Decision, build, to_unit};
use ludometer_game::{Game, GameVisitor, Rng, Seat, Seats, Turn, View};
use ludometer_testkit::toys::Tree;

fn decide<G: Game>(game: &G, state: &G::State, spec: &str, seed: u64) -> Decision<G::Move> {
    let seat = game.turn(state).seat().expect("a seat to move");
    let mut agent = build(game, &AgentSpec::read(spec).unwrap()).unwrap();
    agent.decide(&View::new(game, state, seat), &mut Rng::stream(seed, "think", 0)).unwrap()
}

/// Asks about a position reached by moves as text; a decision as its chosen move, its facts and all of
/// it as text.
struct Ask<'a> {
    spec: &'a str,
    moves: &'a str,
}

#[derive(Debug)]
struct Told {
    chosen: String,
    visits: Vec<u32>,
    proven: bool,
    nodes: u64,
    values: Vec<f32>,
    all: String,
}

impl GameVisitor for Ask<'_> {
    type Out = Told;

    fn visit<G: Game>(self, game: G) -> Told {
        let mut state = game.initial();
        for text in self.moves.split_whitespace() {
            let chosen = game.parse(&state, text).expect("a legal move");
            game.play(&mut state, chosen);
        }
        let decision = decide(&game, &state, self.spec, 1);
        let mut chosen = String::new();
        game.text(&state, decision.chosen, &mut chosen);
        Told {
            chosen,
            all: format!("{decision:?}"),
            visits: decision.visits,
            proven: decision.proven,
            nodes: decision.nodes,
            values: decision.values,
        }
    }
}

fn ask(game: &str, moves: &str, spec: &str) -> Told {
    ludometer_games::open(game, [], Ask { spec, moves }).unwrap()
}

const OPTIONS: [&str; 7] = [
    "rave=100",
    "rave=100,grave=20",
    "rollout=mast",
    "bounds=on",
    "widen=0.6",
    "threads=2",
    "rave=100,grave=20,rollout=mast,bounds=on,widen=0.6,threads=2",
];

#[test]
fn what_is_off_changes_nothing() {
    for (game, moves) in [("connect-four", "4 4"), ("hex", ""), ("breakthrough", "")] {
        let plain = ask(game, moves, "mcts:sims=300");
        let off = ask(game, moves, "mcts:sims=300,rave=0,grave=0,bounds=off,widen=0,threads=1");
        assert_eq!(plain.all, off.all, "{game}");
    }
}

#[test]
fn wins_are_taken_and_losses_avoided_with_every_option() {
    for option in OPTIONS {
        let spec = |sims| format!("mcts:sims={sims},{option}");
        let told = ask("tic-tac-toe", "a1 a2 b1 b2", &spec(200));
        assert!(told.chosen == "c1" && told.proven && told.values == [1.0, -1.0], "{option}: {told:?}");
        assert_eq!(ask("connect-four", "4 1 4 1 4", &spec(1000)).chosen, "4", "{option}");
        let told = ask("nim", "", &spec(40_000));
        assert!(told.proven && told.chosen == "1:2", "{option}: {told:?}");
        let told = ask("tic-tac-toe", "b2 a1 c1 a3", &spec(40_000));
        assert!(told.proven && told.values == [0.0, 0.0], "{option}: {told:?}");
    }
}

/// A tree of random shape with few different leaves, so that ties are common; `luck` adds dice.
fn random_tree(rng: &mut Rng, depth: u32, seats: usize, luck: bool) -> String {
    if depth == 0 || rng.below(7) == 0 {
        let leaf = |rng: &mut Rng| (rng.below(9) as i64 - 4).to_string();
        return (0..seats).map(|_| leaf(rng)).collect::<Vec<_>>().join(",");
    }
    let count = 1 + rng.below(3);
    let dice = luck && rng.below(4) == 0;
    let mut children = Vec::new();
    for _ in 0..count {
        let weight = if dice { format!("{}:", 1 + rng.below(3)) } else { String::new() };
        children.push(format!("{weight}{}", random_tree(rng, depth - 1, seats, luck)));
    }
    let children = children.join(" ");
    if dice { format!("{{{children}}}") } else { format!("({children})") }
}

fn random_root(rng: &mut Rng, depth: u32, seats: usize, luck: bool) -> (String, Tree) {
    let mut child = || random_tree(rng, depth, seats, luck);
    let text = format!("({} {} {})", child(), child(), child());
    let tree = Tree::parse(&text).unwrap();
    (text, tree)
}

fn units(tree: &Tree, value: &Seats<f32>) -> Seats<f32> {
    Seats::from_fn(value.len(), |seat| to_unit(value[seat], tree.bounds()))
}

/// What every seat gets behind a node, the plain way.
fn exact(tree: &Tree, node: usize) -> Seats<f32> {
    let (mut moves, mut odds) = (Vec::new(), Vec::new());
    let behind = |option: u8| {
        let mut child = node;
        tree.play(&mut child, option);
        exact(tree, child)
    };
    match tree.turn(&node) {
        Turn::Seat(seat) => {
            tree.moves(&node, &mut moves);
            let better =
                |best: Seats<f32>, next: Seats<f32>| if next[seat] > best[seat] { next } else { best };
            moves.into_iter().map(behind).reduce(better).expect("a bracket is never empty")
        }
        Turn::Chance => {
            tree.chance(&node, &mut odds);
            let outcomes: Vec<(Seats<f32>, f32)> =
                odds.into_iter().map(|(option, odds)| (behind(option), odds as f32)).collect();
            Seats::from_fn(tree.seats(), |seat| outcomes.iter().map(|(value, odds)| value[seat] * odds).sum())
        }
        _ => units(tree, &tree.payoff(&node).points),
    }
}

/// The decision's values are those of the tree, and so are those of its proven moves.
fn check(tree: &Tree, text: &str, spec: &str, decision: &Decision<u8>) {
    let root = tree.initial();
    let close = |a: f32, b: f32| (a - b).abs() < 1e-5;
    let values = units(tree, &tree.value());
    assert!(
        values.iter().zip(&decision.values).all(|(a, b)| close(*a, *b)),
        "{spec} on {text}: {values:?} {decision:?}"
    );
    let mut moves = Vec::new();
    tree.moves(&root, &mut moves);
    for (&option, place) in moves.iter().zip(0..) {
        let mut child = root;
        tree.play(&mut child, option);
        let worth = exact(tree, child)[Seat::new(0)];
        if decision.proofs.get(place) == Some(&true) {
            assert!(close(worth, decision.qualities[place]), "{spec} on {text}: move {option}");
        }
        if option == decision.chosen {
            assert!(close(worth, values[Seat::new(0)]), "{spec} on {text}: {option} is not the best");
        }
    }
}

#[test]
fn bounds_prove_the_value_of_every_small_tree_with_and_without_dice() {
    let mut rng = Rng::stream(1, "bounds", 0);
    for number in 0..600 {
        let (text, tree) = random_root(&mut rng, 4, 1, number % 2 == 1);
        for spec in
            ["mcts:sims=30000,bounds=on", "mcts:sims=30000,c=20,bounds=on,rave=50,rollout=mast,widen=0.7"]
        {
            let decision = decide(&tree, &tree.initial(), spec, number);
            assert!(decision.proven, "{spec} on {text}: {decision:?}");
            check(&tree, &text, spec, &decision);
        }
    }
}

#[test]
fn every_option_keeps_the_proofs_of_trees_without_dice() {
    let mut rng = Rng::stream(2, "proofs", 0);
    for number in 0..60 {
        let (text, tree) = random_root(&mut rng, 3, 1, false);
        for option in OPTIONS {
            // A high exploration, so that every leaf is seen.
            let spec = format!("mcts:sims=30000,c=20,{option}");
            let decision = decide(&tree, &tree.initial(), &spec, number);
            assert!(decision.proven, "{spec} on {text}: {decision:?}");
            check(&tree, &text, &spec, &decision);
        }
    }
}

/// With three seats nobody knows which of equals is chosen, so not every tree has one value.
#[test]
fn what_bounds_prove_of_three_seats_is_true_and_no_less_than_before() {
    let mut rng = Rng::stream(3, "three", 0);
    let mut proven = [0, 0];
    for number in 0..200 {
        let (text, tree) = random_root(&mut rng, 3, 3, false);
        let plain = decide(&tree, &tree.initial(), "mcts:sims=3000,c=20", number);
        let bounded = decide(&tree, &tree.initial(), "mcts:sims=3000,c=20,bounds=on", number);
        assert!(bounded.proven || !plain.proven, "{text}");
        if bounded.proven {
            check(&tree, &text, "bounds=on", &bounded);
        }
        proven = [proven[0] + u32::from(plain.proven), proven[1] + u32::from(bounded.proven)];
    }
    assert!(proven[0] >= 40 && proven[1] >= 2 * proven[0], "{proven:?}");
}

/// The first move may bring as much as the second is sure to bring, but need not.
#[test]
fn among_three_the_move_that_makes_the_proof_is_played() {
    let tree = Tree::parse("((0.5,0,0 0.5,0,0 0.5,0,0 -1,0,0) 0.5,0,0 (-1,1,0 1,0,0))").unwrap();
    for seed in 0..20 {
        let said = decide(&tree, &tree.initial(), "mcts:sims=2000,bounds=on", seed);
        assert!(!said.proven || said.chosen == 1, "{said:?}");
    }
}

#[test]
fn bounds_prove_with_fewer_simulations() {
    let mut rng = Rng::stream(4, "fewer", 0);
    let (mut plain, mut bounded) = (0, 0);
    for number in 0..100 {
        let (_, tree) = random_root(&mut rng, 4, 1, false);
        plain += decide(&tree, &tree.initial(), "mcts:sims=30000", number).nodes;
        bounded += decide(&tree, &tree.initial(), "mcts:sims=30000,bounds=on", number).nodes;
    }
    assert!(bounded * 3 < plain * 2, "{bounded} against {plain}");
}

/// 1 for sure against 0 or a little: the second move can never be better, however it goes on.
#[test]
fn a_beaten_move_gets_no_more_simulations() {
    let tree = Tree::parse("((1 2 (9 8 7 (1 2 3))) (0 (9 8 7 (6 5 4))) (9 (8 0)))").unwrap();
    let decision = decide(&tree, &tree.initial(), "mcts:sims=2000,bounds=on", 1);
    assert!(decision.proven && decision.chosen == 2, "{decision:?}");
    // The mean of dice is a value, too: 5 for sure beats even chances of 10 and −2.
    let tree = Tree::parse("({1:10 1:-2} 5 (-10 10))").unwrap();
    let decision = decide(&tree, &tree.initial(), "mcts:sims=2000,bounds=on", 1);
    assert!(decision.proven && decision.chosen == 1, "{decision:?}");
    assert!(!decide(&tree, &tree.initial(), "mcts:sims=2000", 1).proven);
}

/// A kingmaker is as open with bounds as without.
#[test]
fn bounds_do_not_guess_between_equals() {
    let open = Tree::parse("((0,1,5 5,1,0)(2,0,2 1,0,3))").unwrap();
    let settled = Tree::parse("((0,1,5 5,2,0)(2,0,2 1,1,3))").unwrap();
    for seed in 0..20 {
        assert!(!decide(&open, &open.initial(), "mcts:sims=500,bounds=on", seed).proven);
        assert!(decide(&settled, &settled.initial(), "mcts:sims=500,bounds=on", seed).proven);
    }
}

/// After V visits ⌈V^½⌉ moves are considered; the root counts one visit before the first simulation.
#[test]
fn widening_looks_at_few_moves_first() {
    for (sims, moves) in [(1, 1), (2, 2), (4, 2), (5, 3), (16, 4), (17, 5)] {
        let told = ask("hex", "", &format!("mcts:sims={sims},widen=0.5"));
        assert_eq!(told.visits.iter().filter(|&&visits| visits > 0).count(), moves, "{sims}");
    }
    // The evaluator sees the open three, so that even one simulation looks at it.
    assert_eq!(ask("connect-four", "4 1 4 1 4 1", "mcts:sims=1,widen=0.5").chosen, "4");
}

#[test]
fn threads_share_the_simulations_and_repeat_themselves() {
    for threads in [2, 3, 4] {
        let spec = format!("mcts:sims=301,threads={threads}");
        let told = ask("connect-four", "4 4", &spec);
        assert_eq!((told.nodes, told.visits.iter().sum::<u32>()), (301, 301));
        assert_eq!(told.all, ask("connect-four", "4 4", &spec).all);
    }
    assert_eq!(ask("connect-four", "", "mcts:sims=3,threads=8").nodes, 3);
}

#[test]
fn refusals_say_what_would_work() {
    struct Refused<'a>(&'a str);
    impl GameVisitor for Refused<'_> {
        type Out = AgentError;
        fn visit<G: Game>(self, game: G) -> AgentError {
            let spec = AgentSpec::read(self.0).unwrap();
            build(&game, &spec).err().expect("a refusal")
        }
    }
    let refused =
        |game: &str, spec: &str| ludometer_games::open(game, [], Refused(spec)).unwrap().to_string();
    for option in ["rave=9", "rollout=mast", "bounds=on", "widen=0.5"] {
        let said = refused("kuhn-poker", &format!("mcts:{option}"));
        assert!(said.contains("hidden information") && said.contains("`mcts` without these"), "{said}");
    }
    let said = refused("hex", "mcts:grave=9");
    assert!(said.contains("`grave` has no effect without `rave`"), "{said}");
    let said = refused("hex", "mcts:mast-epsilon=0.2");
    assert!(said.contains("without `rollout=mast`"), "{said}");
    for (typed, range) in [("widen=2", "0..1"), ("threads=0", "1..256"), ("rave=-1", "0..1000000000")] {
        let said = AgentSpec::read(&format!("mcts:{typed}")).unwrap_err().to_string();
        assert!(said.contains(range), "{said}");
    }
}
