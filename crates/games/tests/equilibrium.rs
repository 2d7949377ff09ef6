//! The small games of hidden information solved by themselves: what they are worth in equilibrium.
//!
//! A plain CFR+ on the whole tree, read through nothing but the contract. Best responses to what it finds
//! enclose the true value, whatever CFR+ did.

use ludometer_game::{Game, GameVisitor, Seat, Turn};
use std::collections::HashMap;

enum Node {
    /// Points of the first seat.
    End(f64),
    Chance(Vec<(f64, usize)>),
    /// A seat, its information set and the node after each move.
    Choice(usize, usize, Vec<usize>),
}

/// The whole tree of a game for two, children before parents; what is kept for each information set.
#[derive(Default)]
struct Tree {
    nodes: Vec<Node>,
    numbers: HashMap<(usize, Vec<u8>), usize>,
    regrets: Vec<Vec<f64>>,
    /// What the present pass adds to the regrets.
    changes: Vec<Vec<f64>>,
    averages: Vec<Vec<f64>>,
}

impl Tree {
    fn grow<G: Game>(&mut self, game: &G, state: &G::State) -> usize {
        let child = |tree: &mut Tree, chosen| {
            let mut next = state.clone();
            game.play(&mut next, chosen);
            tree.grow(game, &next)
        };
        let node = match game.turn(state) {
            Turn::Chance => {
                let mut odds = Vec::new();
                assert!(game.chance(state, &mut odds), "chance is listed");
                Node::Chance(odds.into_iter().map(|(outcome, p)| (p, child(self, outcome))).collect())
            }
            Turn::Seat(seat) => {
                let (mut info, mut legal) = (Vec::new(), Vec::new());
                game.info(state, seat, &mut info);
                game.moves(state, &mut legal);
                let next = self.numbers.len();
                let number = *self.numbers.entry((seat.index(), info)).or_insert(next);
                if number == next {
                    self.regrets.push(vec![0.0; legal.len()]);
                    self.changes.push(vec![0.0; legal.len()]);
                    self.averages.push(vec![0.0; legal.len()]);
                }
                Node::Choice(seat.index(), number, legal.into_iter().map(|m| child(self, m)).collect())
            }
            _ => Node::End(game.payoff(state).points[Seat::new(0)].into()),
        };
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn root(&self) -> usize {
        self.nodes.len() - 1
    }

    /// One pass for `me`.
    fn improve(&mut self, me: usize, weight: f64) {
        self.learn(self.root(), me, [1.0, 1.0], weight);
        for (regrets, changes) in self.regrets.iter_mut().zip(&mut self.changes) {
            for (regret, change) in regrets.iter_mut().zip(changes) {
                *regret = (*regret + std::mem::take(change)).max(0.0);
            }
        }
    }

    /// The value of a node to `me`; changes of the regrets below it are collected.
    fn learn(&mut self, at: usize, me: usize, reach: [f64; 2], weight: f64) -> f64 {
        let (seat, set, children) = match &self.nodes[at] {
            Node::End(points) => return if me == 0 { *points } else { -points },
            Node::Chance(odds) => {
                let odds = odds.clone();
                let after = |tree: &mut Tree, p: f64, next| {
                    let mut reach = reach;
                    reach[1 - me] *= p;
                    p * tree.learn(next, me, reach, weight)
                };
                return odds.into_iter().map(|(p, next)| after(self, p, next)).sum();
            }
            Node::Choice(seat, set, children) => (*seat, *set, children.clone()),
        };
        let policy = normalised(&self.regrets[set]);
        let mut values = Vec::new();
        for (&share, &next) in policy.iter().zip(&children) {
            let mut reach = reach;
            reach[seat] *= share;
            values.push(self.learn(next, me, reach, weight));
        }
        let value: f64 = policy.iter().zip(&values).map(|(share, value)| share * value).sum();
        for (choice, share) in policy.iter().enumerate() {
            if seat == me {
                self.changes[set][choice] += reach[1 - me] * (values[choice] - value);
            } else {
                self.averages[set][choice] += weight * reach[seat] * share;
            }
        }
        value
    }

    /// What `me` gets at best against the average strategy of the other.
    fn best_response(&self, me: usize) -> f64 {
        let mut response = Response { tree: self, me, members: HashMap::new(), chosen: HashMap::new() };
        response.gather(self.root(), 1.0);
        response.value(self.root())
    }
}

fn normalised(weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    let even = 1.0 / weights.len() as f64;
    weights.iter().map(|weight| if sum > 0.0 { weight / sum } else { even }).collect()
}

struct Response<'a> {
    tree: &'a Tree,
    me: usize,
    /// The nodes of each of my sets, with how likely the others and chance lead there.
    members: HashMap<usize, Vec<(usize, f64)>>,
    chosen: HashMap<usize, usize>,
}

impl Response<'_> {
    fn gather(&mut self, at: usize, reach: f64) {
        match &self.tree.nodes[at] {
            Node::End(_) => {}
            Node::Chance(odds) => odds.iter().for_each(|(p, next)| self.gather(*next, reach * p)),
            Node::Choice(seat, set, children) if *seat == self.me => {
                self.members.entry(*set).or_default().push((at, reach));
                children.iter().for_each(|next| self.gather(*next, reach));
            }
            Node::Choice(_, set, children) => {
                let policy = normalised(&self.tree.averages[*set]);
                children.iter().zip(policy).for_each(|(next, share)| self.gather(*next, reach * share));
            }
        }
    }

    fn value(&mut self, at: usize) -> f64 {
        match &self.tree.nodes[at] {
            Node::End(points) => {
                if self.me == 0 {
                    *points
                } else {
                    -points
                }
            }
            Node::Chance(odds) => odds.iter().map(|(p, next)| p * self.value(*next)).sum(),
            Node::Choice(seat, set, children) if *seat == self.me => {
                let best = self.choose(*set, children.len());
                self.value(children[best])
            }
            Node::Choice(_, set, children) => {
                let policy = normalised(&self.tree.averages[*set]);
                children.iter().zip(policy).map(|(next, share)| share * self.value(*next)).sum()
            }
        }
    }

    /// The move that is best on the average over all nodes of a set.
    fn choose(&mut self, set: usize, moves: usize) -> usize {
        if let Some(&known) = self.chosen.get(&set) {
            return known;
        }
        let members = self.members[&set].clone();
        let mut worth = vec![0.0; moves];
        for (at, reach) in members {
            let Node::Choice(_, _, children) = &self.tree.nodes[at] else { continue };
            for (choice, next) in children.iter().enumerate() {
                worth[choice] += reach * self.value(*next);
            }
        }
        let best = (0..moves).fold(0, |best, choice| if worth[choice] > worth[best] { choice } else { best });
        self.chosen.insert(set, best);
        best
    }
}

/// The bounds of the game's value to the first seat after so many iterations, and the number of
/// information sets.
struct Solve(u32);

impl GameVisitor for Solve {
    type Out = ([f64; 2], usize);

    fn visit<G: Game>(self, game: G) -> Self::Out {
        let mut tree = Tree::default();
        tree.grow(&game, &game.initial());
        for iteration in 1..=self.0 {
            for me in [0, 1] {
                tree.improve(me, iteration.into());
            }
        }
        ([-tree.best_response(1), tree.best_response(0)], tree.numbers.len())
    }
}

fn check(name: &str, typed: &[(&str, &str)], iterations: u32, value: f64, sets: usize) {
    let ([low, high], found) =
        ludometer_games::open(name, typed.iter().copied(), Solve(iterations)).expect("a game");
    assert_eq!(found, sets, "{name} {typed:?}");
    assert!(low <= value + 1e-4 && value - 1e-4 <= high, "{name} {typed:?}: {value} in {low} to {high}");
    assert!(high - low < 0.004, "{name} {typed:?}: {low} to {high}");
}

#[test]
fn kuhn_poker_is_worth_minus_one_eighteenth() {
    check("kuhn-poker", &[], 500, -1.0 / 18.0, 12);
}

#[test]
fn leduc_poker_is_worth_its_known_value() {
    check("leduc-poker", &[], 500, -0.0856, 288);
}

#[test]
fn liars_dice_is_worth_what_openspiel_finds() {
    check("liars-dice", &[("faces", "2")], 500, 0.5, 32);
    check("liars-dice", &[("faces", "3")], 500, 1.0 / 9.0, 192);
}
