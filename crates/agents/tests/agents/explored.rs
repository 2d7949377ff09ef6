//! The tree an agent shows afterwards: every value it names holds.

use ludometer_agents::{AgentSpec, Evaluation, Explored, Sight, Told, build, minimax};
use ludometer_game::{Game, GameVisitor, Rng, Turn, View};

struct Ask<'a>(&'a str);

impl GameVisitor for Ask<'_> {
    type Out = ();

    fn visit<G: Game>(self, game: G) {
        let mut root = game.initial();
        let mut rng = Rng::stream(5, "position", 0);
        for _ in 0..12 {
            let Turn::Seat(seat) = game.turn(&root) else { break };
            let view = View::new(&game, &root, seat);
            let mut agent = build(&game, &AgentSpec::read(self.0).unwrap()).unwrap();
            let decision = agent.decide(&view, &mut rng).unwrap();
            let tree = agent.explored(&view, 3, 4);
            assert!(!tree.is_empty() && tree.len() <= 4);
            assert_eq!(tree[0].option, decision.chosen, "the chosen move comes first");
            let shown: Vec<G::Move> = first_line(&tree);
            let both = shown.len().min(decision.line.len());
            assert_eq!(shown[..both], decision.line[..both], "and the line it expects after it");
            // A win ends the search before its depth is reached.
            let depth = decision.facts.iter().find(|(name, _)| *name == "depth").unwrap().1 as u32;
            confirm(&game, &root, &tree, depth);
            let next = view.legal()[rng.below(view.legal().len())];
            game.play(&mut root, next);
        }
    }
}

/// Compares with plain minimax to the same depth.
fn confirm<G: Game>(game: &G, state: &G::State, tree: &[Explored<G::Move>], depth: u32) {
    let evaluation = Evaluation::read(game, "test", "").unwrap();
    for one in tree {
        let Turn::Seat(seat) = game.turn(state) else { panic!("nobody moves here") };
        let sight = Sight::new(game, seat, &evaluation);
        let mut after = state.clone();
        game.play(&mut after, one.option);
        let value = minimax::value(&sight, &after, depth - 1, &mut 0);
        let true_value = if sight.wants_more(seat) { value } else { -value };
        match one.told {
            Told::Exact => assert_eq!(one.value, true_value),
            Told::AtMost => assert!(one.value >= true_value),
            Told::AtLeast => assert!(one.value <= true_value),
        }
        let mut legal = Vec::new();
        if matches!(game.turn(&after), Turn::Seat(_)) {
            game.moves(&after, &mut legal);
        }
        assert_eq!(one.children.len() + one.more, legal.len());
        confirm(game, &after, &one.children, depth - 1);
    }
}

fn first_line<M: Copy>(tree: &[Explored<M>]) -> Vec<M> {
    let mut line = Vec::new();
    let mut at = tree;
    while let Some(first) = at.first() {
        line.push(first.option);
        at = &first.children;
    }
    line
}

#[test]
fn what_alpha_beta_shows_is_what_minimax_says() {
    for every in ["on", "off"] {
        let spec = format!("alphabeta:depth=4,extend=off,every={every}");
        ludometer_games::open("tic-tac-toe", [], Ask(&spec)).unwrap();
        let small = [("rows", "4"), ("columns", "4")];
        ludometer_games::open("connect-four", small, Ask(&spec)).unwrap();
    }
}

struct Plain<'a>(&'a str);

impl GameVisitor for Plain<'_> {
    type Out = usize;

    fn visit<G: Game>(self, game: G) -> usize {
        let mut rng = Rng::stream(1, "explored", 0);
        let mut root = game.initial();
        game.settle(&mut root, &mut rng);
        let view = View::new(&game, &root, game.turn(&root).seat().unwrap());
        let mut agent = build(&game, &AgentSpec::read(self.0).unwrap()).unwrap();
        assert!(agent.explored(&view, 3, 4).is_empty(), "nothing was decided yet");
        agent.decide(&view, &mut rng).unwrap();
        assert!(agent.explored(&view, 0, 4).is_empty());
        let tree = agent.explored(&view, 3, 4);
        for pair in tree.windows(2) {
            assert!(pair[0].visits >= pair[1].visits);
        }
        assert!(tree.iter().all(|one| (-1.0..=1.0).contains(&one.value)));
        first_line(&tree).len()
    }
}

#[test]
fn uct_shows_its_most_visited_moves_and_only_its_own_where_something_is_hidden() {
    assert_eq!(ludometer_games::open("connect-four", [], Plain("mcts:sims=500")).unwrap(), 3);
    assert_eq!(ludometer_games::open("pig", [], Plain("mcts:sims=500")).unwrap(), 3);
    assert_eq!(ludometer_games::open("kuhn-poker", [], Plain("mcts:sims=500")).unwrap(), 1);
    assert_eq!(ludometer_games::open("connect-four", [], Plain("greedy")).unwrap(), 0);
}
