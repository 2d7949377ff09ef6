//! α–β against plain minimax, and against games whose values are known.

use ludometer_agents::alphabeta::effective_branching;
use ludometer_agents::alphabeta::search::{Limits, Search};
use ludometer_agents::{AgentSpec, Decision, Evaluation, Patience, Sight, build, minimax, to_unit};
use ludometer_game::{Game, GameVisitor, Rng, Seat, Turn, View};
use ludometer_testkit::toys;

fn limits(depth: u32) -> Limits<'static> {
    let patience = Patience::endless();
    Limits { depth, nodes: u64::MAX, patience, quiescence: 0, extend: false, every: false }
}

fn evaluation<G: Game>(game: &G) -> Evaluation {
    Evaluation::read(game, "test", "").unwrap()
}

/// Compares the values of a state at every depth, and the chosen move's own value.
fn compare<G: Game>(game: &G, state: &G::State, deepest: u32, table: usize, seed: u64) {
    let evaluation = evaluation(game);
    let Turn::Seat(seat) = game.turn(state) else { return };
    let sight = Sight::new(game, seat, &evaluation);
    let sign = if sight.wants_more(seat) { 1.0 } else { -1.0 };
    for depth in 1..=deepest {
        let mut search: Search<G> = Search::new(table);
        for every in [false, true] {
            search.forget();
            let limits = Limits { every, ..limits(depth) };
            let found = search.run(&sight, state, &limits, &mut Rng::stream(seed, "think", 0));
            let expected = sign * minimax::value(&sight, state, depth, &mut 0);
            let best = found.moves[0];
            assert_eq!(best.worth.value, expected, "depth {depth}, table {table}, every {every}");
            let mut child = state.clone();
            game.play(&mut child, best.option);
            let own = sign * minimax::value(&sight, &child, depth - 1, &mut 0);
            assert_eq!(own, expected, "the chosen move is one of the best");
            if every && found.depth == depth {
                for known in &found.moves {
                    let mut child = state.clone();
                    game.play(&mut child, known.option);
                    let own = sign * minimax::value(&sight, &child, depth - 1, &mut 0);
                    assert_eq!(known.worth.value, own, "every move has its own value");
                }
            }
        }
    }
}

/// A tree of random shape with few different leaves, so that ties are common.
fn random_tree(rng: &mut Rng, depth: u32, seats: usize) -> String {
    if depth == 0 || rng.below(6) == 0 {
        let leaf = |rng: &mut Rng| (rng.below(7) as i64 - 3).to_string();
        return (0..seats.max(1)).map(|_| leaf(rng)).collect::<Vec<_>>().join(",");
    }
    let children: Vec<String> = (0..1 + rng.below(4)).map(|_| random_tree(rng, depth - 1, seats)).collect();
    format!("({})", children.join(" "))
}

#[test]
fn alpha_beta_equals_minimax_on_thousands_of_trees_at_every_depth() {
    let mut rng = Rng::stream(1, "trees", 0);
    for number in 0..3000 {
        let text = format!("({} {})", random_tree(&mut rng, 5, 1), random_tree(&mut rng, 5, 1));
        let tree = toys::Tree::parse(&text).unwrap();
        for table in [0, 1 << 16] {
            compare(&tree, &tree.initial(), 6, table, number);
        }
    }
}

#[test]
fn the_paranoid_view_of_three_seats_equals_its_minimax() {
    let mut rng = Rng::stream(2, "trees", 0);
    for number in 0..500 {
        let text = format!("({} {})", random_tree(&mut rng, 4, 3), random_tree(&mut rng, 4, 3));
        let tree = toys::Tree::parse(&text).unwrap();
        compare(&tree, &tree.initial(), 5, 1 << 16, number);
    }
}

/// Random positions of real games at small depths.
struct OnGames {
    deepest: u32,
}

impl GameVisitor for OnGames {
    type Out = ();

    fn visit<G: Game>(self, game: G) {
        let mut rng = Rng::stream(3, "positions", 0);
        let mut moves = Vec::new();
        for number in 0..30 {
            let mut state = game.initial();
            for _ in 0..rng.below(12) {
                moves.clear();
                if !matches!(game.turn(&state), Turn::Seat(_)) {
                    break;
                }
                game.moves(&state, &mut moves);
                game.play(&mut state, moves[rng.below(moves.len())]);
            }
            compare(&game, &state, self.deepest, 0, number);
        }
    }
}

#[test]
fn alpha_beta_equals_minimax_on_real_games() {
    for (name, set, deepest) in [
        ("tic-tac-toe", vec![], 4),
        ("connect-four", vec![("rows", "4"), ("columns", "5")], 4),
        ("breakthrough", vec![("rows", "6"), ("columns", "4")], 3),
        ("nim", vec![], 4),
        ("nim", vec![("seats", "3")], 4),
    ] {
        ludometer_games::open(name, set, OnGames { deepest }).unwrap();
    }
}

struct Ask<'a> {
    spec: &'a str,
    moves: &'a str,
}

impl GameVisitor for Ask<'_> {
    /// The move, the value for the mover, whether it is proven.
    type Out = (String, f32, bool);

    fn visit<G: Game>(self, game: G) -> Self::Out {
        let mut state = game.initial();
        for text in self.moves.split_whitespace() {
            let chosen = game.parse(&state, text).expect("a legal move");
            game.play(&mut state, chosen);
        }
        let seat = game.turn(&state).seat().expect("a seat to move");
        let mut agent = build(&game, &AgentSpec::read(self.spec).unwrap()).unwrap();
        let view = View::new(&game, &state, seat);
        let decision = agent.decide(&view, &mut Rng::stream(1, "think", 0)).unwrap();
        (view.text(decision.chosen), decision.values[seat.index()], decision.proven)
    }
}

fn ask(game: &str, moves: &str, spec: &str) -> (String, f32, bool) {
    ludometer_games::open(game, [], Ask { spec, moves }).unwrap()
}

#[test]
fn tic_tac_toe_is_a_draw_and_known_to_be_one() {
    for spec in ["alphabeta:depth=9", "alphabeta", "alphabeta:depth=9,table=0"] {
        let (_, value, proven) = ask("tic-tac-toe", "", spec);
        assert_eq!((value, proven), (0.0, true), "{spec}");
    }
}

#[test]
fn a_win_is_taken_at_once_and_a_threat_is_stopped() {
    // Three in column 4 and the move.
    assert_eq!(ask("connect-four", "4 1 4 1 4 1", "alphabeta:depth=8").0, "4");
    assert_eq!(ask("connect-four", "4 1 4 1 4", "alphabeta:depth=8").0, "4");
    let (_, value, proven) = ask("connect-four", "3 3 4 4 5", "alphabeta:depth=6");
    assert_eq!((value, proven), (-1.0, true), "an open three");
}

/// In how many plies the match ends if the winner hurries and the loser resists; none if neither side
/// can force it within `depth`.
fn plies_to_end<G: Game>(game: &G, state: &G::State, depth: u32) -> Option<(f32, u32)> {
    let Turn::Seat(mover) = game.turn(state) else {
        return Some((game.payoff(state).points[Seat::new(0)], 0));
    };
    if depth == 0 {
        return None;
    }
    let sign = if mover.index() == 0 { 1.0 } else { -1.0 };
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let ends: Vec<Option<(f32, u32)>> = moves
        .into_iter()
        .map(|option| {
            let mut child = state.clone();
            game.play(&mut child, option);
            plies_to_end(game, &child, depth - 1).map(|(value, plies)| (sign * value, plies + 1))
        })
        .collect();
    if let Some(quickest) = ends.iter().flatten().filter(|(value, _)| *value > 0.0).map(|end| end.1).min() {
        return Some((sign, quickest));
    }
    let lost = ends.iter().all(|end| end.is_some_and(|(value, _)| value < 0.0));
    lost.then(|| (-sign, ends.iter().flatten().map(|end| end.1).max().unwrap_or(0)))
}

/// Random positions that are lost within a few plies.
struct Resists;

impl GameVisitor for Resists {
    type Out = usize;

    fn visit<G: Game>(self, game: G) -> usize {
        let mut rng = Rng::stream(4, "positions", 0);
        let mut agent = build(&game, &AgentSpec::read("alphabeta:depth=7").unwrap()).unwrap();
        let mut seen = 0;
        for _ in 0..800 {
            let mut state = game.initial();
            let mut moves = Vec::new();
            for _ in 0..4 + rng.below(10) {
                moves.clear();
                if !matches!(game.turn(&state), Turn::Seat(_)) {
                    break;
                }
                game.moves(&state, &mut moves);
                game.play(&mut state, moves[rng.below(moves.len())]);
            }
            let Turn::Seat(seat) = game.turn(&state) else { continue };
            let sign = if seat.index() == 0 { 1.0 } else { -1.0 };
            let Some((value, plies)) = plies_to_end(&game, &state, 6) else { continue };
            agent.start();
            let view = View::new(&game, &state, seat);
            let decision = agent.decide(&view, &mut Rng::stream(1, "think", 0)).unwrap();
            assert_eq!((decision.values[0], decision.proven), (value, true));
            game.play(&mut state, decision.chosen);
            let after = plies_to_end(&game, &state, 6).expect("still decided").1;
            assert_eq!(after + 1, plies, "won: {}", sign * value > 0.0);
            seen += usize::from(sign * value < 0.0 && plies > 2);
        }
        seen
    }
}

#[test]
fn a_win_is_hurried_and_a_loss_is_put_off_as_long_as_can_be() {
    let set = [("rows", "4"), ("columns", "5")];
    let resisted = ludometer_games::open("connect-four", set, Resists).unwrap();
    assert!(resisted > 10, "only {resisted} lost positions with a choice");
}

#[test]
fn games_it_cannot_play_are_refused_with_what_would_work() {
    for game in ["pig", "kuhn-poker", "card-points"] {
        struct Refused(&'static str);
        impl GameVisitor for Refused {
            type Out = String;
            fn visit<G: Game>(self, game: G) -> String {
                build(&game, &AgentSpec::read(self.0).unwrap()).err().expect("a refusal").to_string()
            }
        }
        for agent in ["alphabeta", "minimax"] {
            let said = ludometer_games::open(game, [], Refused(agent)).unwrap();
            assert!(said.contains("without chance") && said.contains("`mcts` would work"), "{said}");
        }
    }
}

/// What an agent says of a typed tree.
fn think(tree: &toys::Tree, spec: &str, seed: u64) -> Decision<u8> {
    let mut agent = build(tree, &AgentSpec::read(spec).unwrap()).unwrap();
    let root = tree.initial();
    agent.decide(&View::new(tree, &root, Seat::new(0)), &mut Rng::stream(seed, "t", 0)).unwrap()
}

#[test]
fn what_a_stopped_search_calls_proven_is_true() {
    let mut rng = Rng::stream(9, "stopped", 0);
    let mut texts: Vec<String> = (0..40).map(|_| random_tree(&mut rng, 4, 1)).collect();
    // Bounds of the depth before, beside a new value, once passed for a proof.
    texts.push("(((-10 -10)(-10 -10)) (0 ((-10 -10)(-10 -10)(-10 -10)(-10 -10))))".into());
    for text in texts.iter().filter(|text| text.starts_with('(')) {
        let tree = toys::Tree::parse(text).unwrap();
        let truth = to_unit(tree.value()[Seat::new(0)], tree.bounds());
        for (nodes, seed) in (1..120).flat_map(|nodes| [(nodes, 1), (nodes, 2)]) {
            let said = think(&tree, &format!("alphabeta:nodes={nodes}"), seed);
            assert!(!said.proven || (said.values[0] - truth).abs() < 1e-5, "{nodes} on {text}: {said:?}");
        }
    }
}

#[test]
fn among_three_nothing_is_proven_that_depends_on_another_seats_whim() {
    // After the first move the second seat loses whatever it does, and may let either of the others win.
    let whim = toys::Tree::parse("((1,-1,-1 -1,-1,1) (-1,1,-1 -1,1,-1))").unwrap();
    for spec in ["alphabeta:depth=5,many=maxn", "alphabeta:depth=5,many=paranoid"] {
        let said = think(&whim, spec, 1);
        assert!(!said.proven && said.proofs.first() != Some(&true), "{spec}: {said:?}");
    }
    let forced = toys::Tree::parse("((1,-1,-1 1,-1,-1) (-1,1,-1 -1,1,-1))").unwrap();
    for spec in ["alphabeta:depth=5,many=maxn", "alphabeta:depth=5,many=paranoid"] {
        let said = think(&forced, spec, 1);
        assert!(said.proven && said.values[0] == 1.0 && said.chosen == 0, "{spec}: {said:?}");
    }
    let paranoid = think(&whim, "alphabeta:depth=5,many=paranoid", 1);
    assert_eq!(paranoid.values, [-1.0, 0.5, 0.5], "the others share what the first seat loses");
}

#[test]
fn each_for_itself_differs_from_all_against_one() {
    // The second seat prefers the left branch for its own sake; a paranoid first seat fears the right.
    let tree = toys::Tree::parse("((5,3,0 -5,1,0) (1,0,0 1,0,0))").unwrap();
    let value = |spec: &str| {
        let mut agent = build(&tree, &AgentSpec::read(spec).unwrap()).unwrap();
        let (root, first) = (tree.initial(), Seat::new(0));
        let decision = agent.decide(&View::new(&tree, &root, first), &mut Rng::stream(1, "t", 0)).unwrap();
        decision.chosen
    };
    assert_eq!(value("alphabeta:depth=3,many=maxn"), 0);
    assert_eq!(value("alphabeta:depth=3,many=paranoid"), 1);
}

#[test]
fn a_budget_of_positions_is_kept() {
    struct Nodes(u64);
    impl GameVisitor for Nodes {
        type Out = (u64, f64);
        fn visit<G: Game>(self, game: G) -> Self::Out {
            let spec = AgentSpec::read(&format!("alphabeta:nodes={}", self.0)).unwrap();
            let mut agent = build(&game, &spec).unwrap();
            let state = game.initial();
            let view = View::new(&game, &state, Seat::new(0));
            let decision = agent.decide(&view, &mut Rng::stream(1, "think", 0)).unwrap();
            (decision.nodes, decision.facts[0].1)
        }
    }
    let (few, shallow) = ludometer_games::open("breakthrough", [], Nodes(2000)).unwrap();
    let (many, deep) = ludometer_games::open("breakthrough", [], Nodes(50_000)).unwrap();
    assert!(few <= 2002 && many <= 50_002, "{few} {many}");
    assert!(shallow >= 1.0 && deep > shallow, "{shallow} {deep}");
}

#[test]
fn the_effective_branching_of_a_full_tree_is_its_branching() {
    assert!((effective_branching(3 + 9 + 27, 3) - 3.0).abs() < 1e-9);
    assert!((effective_branching(35 + 35 * 35, 2) - 35.0).abs() < 1e-9);
}
