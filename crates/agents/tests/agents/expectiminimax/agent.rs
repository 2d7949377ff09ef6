//! The agent around the search: what it refuses, what it says, and that it plays well.

use super::wooded::Wooded;
use super::{evaluation, plain};
use ludometer_agents::{AgentSpec, Decision, Explored, Sight, Told, build, prepare};
use ludometer_game::{Game, GameVisitor, Rng, Seat, Turn, View};
use ludometer_testkit::toys;

fn refusal<G: Game>(game: &G, spec: &str) -> String {
    build(game, &AgentSpec::read(spec).unwrap()).err().expect("a refusal").to_string()
}

#[test]
fn games_it_cannot_play_are_refused_with_what_would_work() {
    struct Refused;
    impl GameVisitor for Refused {
        type Out = String;
        fn visit<G: Game>(self, game: G) -> String {
            refusal(&game, "expectiminimax:depth=1")
        }
    }
    for game in ["kuhn-poker", "liars-dice", "goofspiel"] {
        let said = ludometer_games::open(game, [], Refused).unwrap();
        assert!(said.contains("without hidden information") && said.contains("`mcts` would work"), "{said}");
    }
    let said = ludometer_games::open("pig", [], GiveUpOnDice).unwrap();
    assert!(said.contains("`expectiminimax` or `mcts` would work"), "{said}");
}

/// What `alphabeta` says of a game with dice.
struct GiveUpOnDice;

impl GameVisitor for GiveUpOnDice {
    type Out = String;

    fn visit<G: Game>(self, game: G) -> String {
        refusal(&game, "alphabeta")
    }
}

#[test]
fn without_bounds_there_is_nothing_to_cut_with() {
    let tree = Wooded::parse("({1:(20 20) 1:(30 30)} {9:(1 1) 1:(400 400)})").without_bounds();
    for spec in ["expectiminimax", "expectiminimax:prune=star1", "expectiminimax:prune=star2"] {
        let said = refusal(&tree, spec);
        assert!(
            said.contains("finite bounds") && said.contains("`expectiminimax:prune=none` would work"),
            "{said}"
        );
    }
    let decision = decide(&tree, &tree.initial(), "expectiminimax:prune=none");
    assert_eq!(decision.chosen, 1, "40.9 is more than 25");
    assert!(decision.values[0] > 0.9 && decision.values[0] <= 1.0);
    assert_eq!(decision.values[0], -decision.values[1]);
    assert!(!decision.proven, "nothing is the best there is");
}

fn decide<G: Game>(game: &G, state: &G::State, spec: &str) -> Decision<G::Move> {
    let mut agent = build(game, &AgentSpec::read(spec).unwrap()).unwrap();
    let seat = game.turn(state).seat().expect("a seat to move");
    agent.decide(&View::new(game, state, seat), &mut Rng::stream(1, "think", 0)).unwrap()
}

#[test]
fn time_is_not_reproducible_and_depth_is() {
    let tree = Wooded::parse("({1:(2 4) 1:(7 4)} {1:(6 0) 1:(5 -2)})");
    let reproducible = |spec| prepare(&tree, &AgentSpec::read(spec).unwrap()).unwrap().reproducible();
    assert!(reproducible("expectiminimax:depth=3") && !reproducible("expectiminimax:time=0.1"));
}

#[test]
fn a_decision_says_what_was_counted() {
    let tree = Wooded::parse("({1:(2 2) 1:(2 1)} {1:(0 1) 1:(1 1)})");
    let decision = decide(&tree, &tree.initial(), "expectiminimax:depth=2");
    let names: Vec<&str> = decision.facts.iter().map(|(name, _)| *name).collect();
    for name in ["depth", "leaves", "cut-offs at chance turns", "probes", "table hits", "effective branching"]
    {
        assert!(names.contains(&name), "{name} in {names:?}");
    }
    assert_eq!((decision.chosen, decision.values[0], decision.proven), (0, 0.75, true));
    assert_eq!(decision.qualities[0], 0.75);
}

/// Alone against the dice: the tower is built while that is worth it.
#[test]
fn one_seat_plays_against_the_dice() {
    let sight_of = |state: &<toys::Tower as Game>::State| {
        let evaluation = evaluation(&toys::Tower);
        let sight = Sight::new(&toys::Tower, Seat::new(0), &evaluation);
        plain(&sight, state, 6)
    };
    let game = toys::Tower;
    let mut state = game.initial();
    let mut rng = Rng::stream(1, "tower", 0);
    for _ in 0..20 {
        game.settle(&mut state, &mut rng);
        if game.turn(&state) == Turn::Over {
            break;
        }
        let decision = decide(&game, &state, "expectiminimax:depth=6");
        assert!((f64::from(decision.values[0]) - sight_of(&state)).abs() < 1e-6);
        game.play(&mut state, decision.chosen);
    }
}

/// Compares what an agent shows with the plain definition; throws are valued for who decided at the root.
fn confirm<G: Game>(
    sight: &Sight<'_, G>,
    state: &G::State,
    tree: &[Explored<G::Move>],
    (root, depth): (Seat, u32),
) -> usize {
    let mut throws = 0;
    for one in tree {
        let (by, below) = match sight.game.turn(state) {
            Turn::Seat(seat) => (seat, depth - 1),
            _ => (root, depth),
        };
        throws += usize::from(sight.game.turn(state) == Turn::Chance);
        let mut after = state.clone();
        sight.game.play(&mut after, one.option);
        let value = plain(sight, &after, below);
        let (value, shown) = (if sight.wants_more(by) { value } else { -value }, f64::from(one.value));
        match one.told {
            Told::Exact => assert!((shown - value).abs() < 1e-6, "{shown} {value}"),
            Told::AtMost => assert!(shown > value - 1e-6, "{shown} {value}"),
            Told::AtLeast => assert!(shown < value + 1e-6, "{shown} {value}"),
        }
        throws += confirm(sight, &after, &one.children, (root, below));
    }
    throws
}

struct Show<'a>(&'a str, u32);

impl GameVisitor for Show<'_> {
    /// Throws that were shown.
    type Out = usize;

    fn visit<G: Game>(self, game: G) -> usize {
        let mut shown = 0;
        for number in 0..4 {
            let mut rng = Rng::stream(2, "shown", number);
            let mut state = game.initial();
            game.settle(&mut state, &mut rng);
            let seat = game.turn(&state).seat().expect("a seat to move");
            let view = View::new(&game, &state, seat);
            let mut agent = build(&game, &AgentSpec::read(self.0).unwrap()).unwrap();
            assert!(agent.explored(&view, 4, 4).is_empty(), "nothing was decided yet");
            let decision = agent.decide(&view, &mut rng).unwrap();
            let tree = agent.explored(&view, 4, 4);
            assert_eq!(tree[0].option, decision.chosen, "the chosen move comes first");
            let evaluation = evaluation(&game);
            shown += confirm(&Sight::new(&game, seat, &evaluation), &state, &tree, (seat, self.1));
        }
        shown
    }
}

#[test]
fn the_tree_it_shows_holds() {
    for every in ["on", "off"] {
        let pig = format!("expectiminimax:depth=4,every={every}");
        let few = [("target", "20"), ("faces", "4")];
        assert!(ludometer_games::open("pig", few, Show(&pig, 4)).unwrap() > 10);
    }
    let backgammon = "expectiminimax:depth=2,every=on";
    assert!(ludometer_games::open("backgammon", [], Show(backgammon, 2)).unwrap() > 10);
}

#[test]
fn the_budget_of_positions_is_kept() {
    struct Nodes(u64);
    impl GameVisitor for Nodes {
        type Out = (u64, f64);
        fn visit<G: Game>(self, game: G) -> Self::Out {
            let mut state = game.initial();
            game.settle(&mut state, &mut Rng::stream(1, "dice", 0));
            let decision = decide(&game, &state, &format!("expectiminimax:nodes={}", self.0));
            (decision.nodes, decision.facts[0].1)
        }
    }
    let (few, shallow) = ludometer_games::open("backgammon", [], Nodes(300)).unwrap();
    let (many, deep) = ludometer_games::open("backgammon", [], Nodes(20_000)).unwrap();
    assert!(few <= 310 && many <= 20_010, "{few} {many}");
    assert!(shallow == 1.0 && deep == 2.0, "{shallow} {deep}");
}
