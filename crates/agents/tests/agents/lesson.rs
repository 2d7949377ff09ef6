//! Search as it is taught: the worked examples of the lecture, and the plain oracle.

use ludometer_agents::lesson::{
    Event, Growth, LessonError, MOST_CANDIDATES, MOST_NAMED, MOST_SKIPPED, Measure, Role, Walk, grow, path,
    ply, walk,
};
use ludometer_agents::{Evaluation, Sight, minimax};
use ludometer_game::{Game, GameVisitor, Rng, Seat, Turn};
use ludometer_testkit::toys;

const ENOUGH: usize = 100_000;

fn tree(text: &str) -> toys::Tree {
    toys::Tree::parse(text).unwrap()
}

fn typed(text: &str) -> Walk {
    let game = tree(text);
    walk(&game, &game.initial(), 255, Measure::Points, ENOUGH).unwrap()
}

/// Every event in short: the way to its position, then what happened.
fn short(walk: &Walk) -> Vec<String> {
    let name = |node: usize| {
        let way: Vec<&str> =
            path(&walk.nodes, node)[1..].iter().map(|&at| walk.nodes[at].by.as_str()).collect();
        if way.is_empty() { "root".to_owned() } else { way.join(".") }
    };
    let line = |event: &Event| match event {
        Event::Call { node, window, above } => match above {
            None => format!("{} [{}, {}]", name(*node), window.alpha, window.beta),
            Some(v) => format!("v={v} {} [{}, {}]", name(*node), window.alpha, window.beta),
        },
        Event::Leaf { node, value, .. } => format!("{} is {value}", name(*node)),
        Event::Back { node, v, window, .. } => {
            format!("{} v={v} [{}, {}]", name(*node), window.alpha, window.beta)
        }
        Event::Cut { node, v, bound, skipped, .. } => {
            let skipped: Vec<String> = skipped.iter().map(|&node| name(node)).collect();
            format!("{} cuts {v} at {bound}: {}", name(*node), skipped.join(" "))
        }
        Event::Return { node, v } => format!("{} returns {v}", name(*node)),
    };
    walk.events.iter().map(line).collect()
}

#[test]
fn the_tree_of_the_lecture_is_worth_3_and_7_of_9_leaves_are_looked_at() {
    let walk = typed("((3 12 8)(2 4 6)(14 5 2))");
    assert_eq!((walk.value, walk.leaves(), walk.cuts()), (3.0, 7, 1));
    let skipped: Vec<Option<f32>> =
        walk.nodes.iter().filter(|node| node.role == Role::Skipped).map(|node| node.pays).collect();
    assert_eq!(skipped, [Some(4.0), Some(6.0)]);
    let line: Vec<&str> = walk.best_line()[1..].iter().map(|&at| walk.nodes[at].by.as_str()).collect();
    assert_eq!(line, ["1", "1"]);
}

#[test]
fn the_trace_of_the_lecture_has_the_window_at_each_call_v_before_it_cuts_and_returns() {
    let walk = typed("((3 12 8)(2 4 6)(14 5 2))");
    let expected = [
        "root [-inf, inf]",
        "v=-inf 1 [-inf, inf]",
        "v=inf 1.1 [-inf, inf]",
        "1.1 is 3",
        "1 v=3 [-inf, 3]",
        "v=3 1.2 [-inf, 3]",
        "1.2 is 12",
        "1 v=3 [-inf, 3]",
        "v=3 1.3 [-inf, 3]",
        "1.3 is 8",
        "1 v=3 [-inf, 3]",
        "1 returns 3",
        "root v=3 [3, inf]",
        "v=3 2 [3, inf]",
        "v=inf 2.1 [3, inf]",
        "2.1 is 2",
        "2 v=2 [3, inf]",
        "2 cuts 2 at 3: 2.2 2.3",
        "2 returns 2",
        "root v=3 [3, inf]",
        "v=3 3 [3, inf]",
        "v=inf 3.1 [3, inf]",
        "3.1 is 14",
        "3 v=14 [3, 14]",
        "v=14 3.2 [3, 14]",
        "3.2 is 5",
        "3 v=5 [3, 5]",
        "v=5 3.3 [3, 5]",
        "3.3 is 2",
        "3 v=2 [3, 5]",
        "3 returns 2",
        "root v=3 [3, inf]",
        "root returns 3",
    ];
    assert_eq!(short(&walk), expected);
}

#[test]
fn max_cuts_at_beta_as_min_does_at_alpha() {
    // MIN has 5 from its first move, so MAX needs no more than its first 6.
    let walk = typed("(((5 4)(6 9 1)))");
    assert_eq!((walk.value, walk.leaves()), (5.0, 3));
    assert!(short(&walk).contains(&"1.2 cuts 6 at 5: 1.2.2 1.2.3".to_owned()), "{:#?}", short(&walk));
}

#[test]
fn only_the_order_of_values_matters() {
    let (plain, image) = (typed("((1 2)(2 4))"), typed("((1 20)(20 400))"));
    let mins = |walk: &Walk| -> Vec<f32> {
        let of_min = |event: &Event| match event {
            Event::Return { node, v } if walk.nodes[*node].role == Role::Min => Some(*v),
            _ => None,
        };
        walk.events.iter().filter_map(of_min).collect()
    };
    assert_eq!((mins(&plain), mins(&image)), (vec![1.0, 2.0], vec![1.0, 20.0]));
    assert_eq!((plain.value, image.value), (2.0, 20.0));
    assert_eq!(plain.best_line(), image.best_line());
    assert_eq!(plain.leaves(), image.leaves());
}

fn random_tree(rng: &mut Rng, depth: u32) -> String {
    if depth == 0 || rng.below(6) == 0 {
        return (rng.below(9) as i64 - 4).to_string();
    }
    let children: Vec<String> = (0..1 + rng.below(4)).map(|_| random_tree(rng, depth - 1)).collect();
    format!("({})", children.join(" "))
}

#[test]
fn the_walk_finds_the_value_of_random_trees_and_every_cut_is_sound() {
    let mut rng = Rng::stream(1, "trees", 0);
    for _ in 0..2000 {
        let text = format!("({} {})", random_tree(&mut rng, 4), random_tree(&mut rng, 4));
        let game = tree(&text);
        let walk = typed(&text);
        assert_eq!(walk.value, game.value()[Seat::new(0)], "{text}");
        for event in &walk.events {
            if let Event::Cut { node, v, bound, skipped, .. } = event {
                let max = walk.nodes[*node].role == Role::Max;
                assert!(if max { v >= bound } else { v <= bound }, "{text}");
                assert!(!skipped.is_empty());
            }
        }
        let line = walk.best_line();
        assert_eq!(walk.nodes[line[line.len() - 1]].pays, Some(walk.value), "{text}");
    }
}

struct AgainstMinimax;

impl GameVisitor for AgainstMinimax {
    type Out = ();

    fn visit<G: Game>(self, game: G) {
        let evaluation = Evaluation::read(&game, "test", "").unwrap();
        let root = game.initial();
        let Turn::Seat(seat) = game.turn(&root) else { panic!("somebody moves first") };
        let sight = Sight::new(&game, seat, &evaluation);
        for depth in 1..=3 {
            let walk = walk(&game, &root, depth, Measure::Units, ENOUGH).unwrap();
            assert_eq!(walk.value, minimax::value(&sight, &root, depth, &mut 0));
            assert!(walk.nodes.iter().enumerate().all(|(at, _)| ply(&walk.nodes, at) <= depth as usize));
        }
    }
}

#[test]
fn the_walk_equals_minimax_on_real_games() {
    for name in ["tic-tac-toe", "connect-four", "breakthrough", "nim"] {
        ludometer_games::open(name, [], AgainstMinimax).unwrap();
    }
}

#[test]
fn what_cannot_be_told_is_refused() {
    let game = tree("({1:3 1:4} 2)");
    let refused = walk(&game, &game.initial(), 9, Measure::Points, ENOUGH).unwrap_err();
    assert_eq!(refused, LessonError::Uncertain);
    let game = tree("((3 12 8)(2 4 6)(14 5 2))");
    let refused = walk(&game, &game.initial(), 9, Measure::Points, 10).unwrap_err().to_string();
    assert!(refused.contains("more than 10 steps") && refused.contains("lower --plies"), "{refused}");
    let refused = growth(&game, 100, 30).unwrap_err().to_string();
    assert!(refused.contains("lower --simulations"), "{refused}");
    let spy = toys::Spy::new(3);
    assert_eq!(growth(&spy, 5, ENOUGH).unwrap_err(), LessonError::Hidden);
    let leaf = tree("3");
    assert_eq!(growth(&leaf, 5, ENOUGH).unwrap_err(), LessonError::Over);
}

fn growth<G: Game>(game: &G, simulations: u32, most: usize) -> Result<Growth, LessonError> {
    grow(game, &game.initial(), simulations, 1.4, Measure::Points, most, &mut Rng::stream(1, "lesson", 0))
}

#[test]
fn uct_tries_every_move_once_then_the_highest_bound_and_backs_up_means() {
    let game = tree("((3 12 8)(2 4 6)(14 5 2))");
    let growth = growth(&game, 400, ENOUGH).unwrap();
    let first: Vec<&str> =
        (0..3).map(|nth| growth.nodes[growth.iterations[nth].expanded.unwrap()].by.as_str()).collect();
    assert_eq!(first, ["1", "2", "3"], "untried moves come first, in their order");
    let mut sums = vec![(0u32, 0.0f32); growth.nodes.len()];
    for iteration in &growth.iterations {
        for pick in &iteration.picks {
            let chosen = pick.candidates.iter().find(|candidate| candidate.child == pick.child);
            for candidate in &pick.candidates {
                assert!(candidate.bound <= chosen.unwrap().bound);
                assert_eq!(candidate.visits, sums[candidate.child].0);
                assert!((candidate.q - mean(sums[candidate.child])).abs() < 1e-4);
                let explore = 1.4 * 14.0 * (libm::logf(pick.visits as f32) / candidate.visits as f32).sqrt();
                assert_eq!(candidate.explore, explore, "the constant is stretched to the range of −14 to 14");
            }
        }
        for backup in &iteration.backups {
            // Who moves to an odd ply is the first seat; the root is seen with its eyes too.
            let seat = usize::from(ply(&growth.nodes, backup.node) == 2);
            let (visits, sum) = sums[backup.node];
            sums[backup.node] = (visits + 1, sum + iteration.rollout.result[seat]);
            assert_eq!(backup.visits, visits + 1);
            assert!((backup.q - mean(sums[backup.node])).abs() < 1e-4);
            sums[backup.node].1 = backup.q * backup.visits as f32;
        }
    }
    assert_eq!(growth.nodes.len(), 13, "the whole tree is known");
    let root_moves = growth.nodes.iter().enumerate().filter(|(_, node)| node.parent == Some(0));
    let most = root_moves.max_by_key(|(at, _)| sums[*at].0).unwrap();
    assert_eq!(most.1.by, "1", "in the end the best move is looked at most");
}

fn mean((visits, sum): (u32, f32)) -> f32 {
    if visits == 0 { 0.0 } else { sum / visits as f32 }
}

/// So many leaves: 1, 2, 3 and so on.
fn wide(leaves: usize) -> String {
    (1..=leaves).map(|leaf| leaf.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_cut_among_many_moves_names_the_first_and_counts_the_others() {
    let walk = typed(&format!("((5)({}))", wide(40)));
    assert_eq!((walk.value, walk.cuts(), walk.skipped()), (5.0, 1, 39));
    let kept: Vec<_> = walk.nodes.iter().filter(|node| node.role == Role::Skipped).collect();
    assert_eq!(kept.len(), MOST_SKIPPED);
    assert_eq!(kept[0].by, "2");
    assert!(kept.iter().all(|node| node.scene == ludometer_game::Scene::default()), "nobody sees them");
    assert!(
        walk.events
            .iter()
            .any(|event| matches!(event, Event::Cut { more, .. } if *more == 39 - MOST_SKIPPED))
    );
}

#[test]
fn uct_among_many_moves_keeps_the_highest_bounds_and_counts_the_others() {
    let growth = growth(&tree(&format!("({})", wide(40))), 200, ENOUGH).unwrap();
    let weighed: Vec<_> =
        growth.iterations.iter().flat_map(|one| &one.picks).filter(|pick| pick.more > 0).collect();
    assert_eq!(weighed.len(), 160, "after every move was tried once");
    for pick in weighed {
        assert_eq!((pick.candidates.len(), pick.more), (MOST_CANDIDATES, 40 - MOST_CANDIDATES));
        assert_eq!(pick.candidates[0].child, pick.child, "the highest bound is chosen");
        assert!(pick.candidates.is_sorted_by(|a, b| a.bound >= b.bound));
    }
}

struct Small;

impl GameVisitor for Small {
    type Out = ();

    fn visit<G: Game>(self, game: G) {
        let growth = growth(&game, 10, ENOUGH).unwrap();
        for iteration in &growth.iterations {
            let rollout = &iteration.rollout;
            assert!(rollout.length > MOST_NAMED && rollout.moves.len() == MOST_NAMED);
        }
        let walk = walk(&game, &game.initial(), 2, Measure::Units, ENOUGH).unwrap();
        let calls = walk.events.iter().filter(|event| matches!(event, Event::Call { .. })).count();
        let kept = walk.nodes.iter().filter(|node| node.role == Role::Skipped).count();
        assert_eq!(walk.nodes.len(), calls + kept);
        assert!(kept <= MOST_SKIPPED * walk.cuts() && kept < walk.skipped(), "{kept} of {}", walk.skipped());
    }
}

#[test]
fn logs_of_large_games_stay_small() {
    ludometer_games::open("hex", [], Small).unwrap();
}

#[test]
fn uct_walks_through_chance() {
    let growth = growth(&tree("({1:3 1:4} 2)"), 30, ENOUGH).unwrap();
    let chance = growth.nodes.iter().position(|node| node.role == Role::Chance).unwrap();
    assert_eq!(growth.nodes.iter().filter(|node| node.parent == Some(chance)).count(), 2);
    assert!(growth.iterations.iter().all(|iteration| iteration.backups.last().unwrap().node == 0));
}
