//! Cuts, tables and ordering change nothing: the values are those of the plain definition.

use super::wooded::Wooded;
use super::{evaluation, limits, plain};
use ludometer_agents::Sight;
use ludometer_agents::expectiminimax::found::Counts;
use ludometer_agents::expectiminimax::search::{Limits, Prune, Search};
use ludometer_game::{Game, GameVisitor, Rng, Turn};

/// Values are rounded once at every chance turn.
const ROUNDING: f64 = 1e-6;

/// Every way to search that must not matter: cuts, ordering, table.
const WAYS: [(Prune, bool, usize); 9] = [
    (Prune::None, false, 0),
    (Prune::Star1, false, 0),
    (Prune::Star1, true, 0),
    (Prune::Star1, false, 1 << 16),
    (Prune::Star1, true, 1 << 16),
    (Prune::Star2, false, 0),
    (Prune::Star2, true, 0),
    (Prune::Star2, false, 1 << 16),
    (Prune::Star2, true, 1 << 16),
];

/// Compares a position at a depth, searched in every way; says what each way counted.
fn compare<G: Game>(game: &G, state: &G::State, depth: u32) -> Vec<Counts> {
    let Turn::Seat(seat) = game.turn(state) else { return Vec::new() };
    let evaluation = evaluation(game);
    let sight = Sight::new(game, seat, &evaluation);
    let sign = if sight.wants_more(seat) { 1.0 } else { -1.0 };
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    let value_of = |&option: &G::Move| {
        let mut child = state.clone();
        game.play(&mut child, option);
        sign * plain(&sight, &child, depth - 1)
    };
    let values: Vec<f64> = legal.iter().map(value_of).collect();
    let expected = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let true_value = |option| values[legal.iter().position(|other| *other == option).unwrap()];
    let mut counts = Vec::new();
    for (prune, order, table) in WAYS {
        for every in [true, false] {
            let what = format!("depth {depth}, {prune:?}, order {order}, table {table}, every {every}");
            let limits = Limits { order, every, bounds: sight.least_and_most(), ..limits(depth, prune) };
            let found = Search::new(table).run(&sight, state, &legal, &limits);
            for known in &found.moves {
                // Who has found a win looks no deeper at other moves.
                if found.depth < depth {
                    continue;
                }
                let (own, value) = (true_value(known.option), f64::from(known.worth.value));
                if known.exact {
                    assert!((value - own).abs() < ROUNDING, "{value} is {own}: {what}");
                }
                assert!(value > own - ROUNDING, "{value} is no bound of {own}: {what}");
            }
            let best = found.moves[0];
            assert!((f64::from(best.worth.value) - expected).abs() < ROUNDING, "{best:?} {expected}: {what}");
            assert!(true_value(best.option) > expected - ROUNDING, "not one of the best: {what}");
            if !every {
                counts.push(found.last);
            }
        }
    }
    counts
}

/// A tree of random shape with dice and few different leaves, so that ties are common.
fn random_tree(rng: &mut Rng, depth: u32, seats: usize) -> String {
    if depth == 0 || rng.below(8) == 0 {
        let leaf = |rng: &mut Rng| (rng.below(7) as i64 - 3).to_string();
        return (0..seats).map(|_| leaf(rng)).collect::<Vec<_>>().join(",");
    }
    let dice = rng.below(2) == 0;
    let children: Vec<String> = (0..1 + rng.below(3))
        .map(|_| {
            let child = random_tree(rng, depth - 1, seats);
            if dice { format!("{}:{child}", 1 + rng.below(5)) } else { child }
        })
        .collect();
    if dice { format!("{{{}}}", children.join(" ")) } else { format!("({})", children.join(" ")) }
}

#[test]
fn star_equals_plain_on_thousands_of_trees_at_every_depth() {
    let mut rng = Rng::stream(1, "dice trees", 0);
    let mut cuts = vec![Counts::default(); WAYS.len()];
    for _ in 0..3000 {
        let text = format!("({} {})", random_tree(&mut rng, 7, 1), random_tree(&mut rng, 7, 1));
        let tree = Wooded::parse(&text);
        for depth in 1..=5 {
            for (sum, counts) in cuts.iter_mut().zip(compare(&tree, &tree.initial(), depth)) {
                sum.chance_cuts += counts.chance_cuts;
                sum.probe_cuts += counts.probe_cuts;
                sum.leaves += counts.leaves;
            }
        }
    }
    // The test would be empty if nothing were cut.
    let of =
        |prune| WAYS.iter().zip(&cuts).filter(move |((one, ..), _)| *one == prune).map(|(_, counts)| counts);
    let everything = cuts[0].leaves;
    assert!(of(Prune::Star1).all(|counts| counts.chance_cuts > 1000 && counts.leaves < everything));
    assert!(of(Prune::Star2).all(|counts| counts.probe_cuts > 500 && counts.leaves < everything));
}

#[test]
fn so_it_does_where_chance_follows_every_decision() {
    let mut rng = Rng::stream(3, "dice trees", 0);
    for _ in 0..300 {
        let node = |rng: &mut Rng| {
            let leaf = |rng: &mut Rng| (rng.below(9) as i64 - 4).to_string();
            let replies = |rng: &mut Rng| (0..4).map(|_| leaf(rng)).collect::<Vec<_>>().join(" ");
            let throws: Vec<String> =
                (0..5).map(|_| format!("{}:({})", 1 + rng.below(3), replies(rng))).collect();
            format!("{{{}}}", throws.join(" "))
        };
        let moves: Vec<String> = (0..4).map(|_| node(&mut rng)).collect();
        let tree = Wooded::parse(&format!("({})", moves.join(" ")));
        compare(&tree, &tree.initial(), 2);
    }
}

#[test]
fn three_seats_are_all_against_one() {
    let mut rng = Rng::stream(2, "dice trees", 0);
    for _ in 0..500 {
        let text = format!("({} {})", random_tree(&mut rng, 6, 3), random_tree(&mut rng, 6, 3));
        let tree = Wooded::parse(&text);
        for depth in 1..=4 {
            compare(&tree, &tree.initial(), depth);
        }
    }
}

/// Random positions of a game.
struct Positions {
    number: u64,
    deepest: u32,
    /// Plies from the start, at most.
    plies: usize,
}

impl GameVisitor for Positions {
    type Out = ();

    fn visit<G: Game>(self, game: G) {
        let mut moves = Vec::new();
        for number in 0..self.number {
            let mut rng = Rng::stream(4, "positions", number);
            let mut state = game.initial();
            for _ in 0..rng.below(self.plies) {
                game.settle(&mut state, &mut rng);
                if !matches!(game.turn(&state), Turn::Seat(_)) {
                    break;
                }
                moves.clear();
                game.moves(&state, &mut moves);
                game.play(&mut state, moves[rng.below(moves.len())]);
            }
            game.settle(&mut state, &mut rng);
            for depth in 1..=self.deepest {
                compare(&game, &state, depth);
            }
        }
    }
}

#[test]
fn so_it_does_on_real_games() {
    for (name, set, number, deepest, plies) in [
        ("pig", vec![("target", "20")], 30, 4, 12),
        ("pig", vec![("target", "15"), ("dice", "2"), ("faces", "3")], 15, 3, 8),
        ("pig", vec![("seats", "3"), ("target", "12")], 15, 4, 12),
        // Late positions have fewer plays.
        ("backgammon", vec![], 3, 2, 160),
        ("backgammon", vec![("scoring", "win")], 3, 2, 160),
        ("backgammon", vec![("cube", "on")], 2, 2, 160),
        ("tic-tac-toe", vec![], 5, 3, 6),
    ] {
        ludometer_games::open(name, set, Positions { number, deepest, plies }).unwrap();
    }
}
