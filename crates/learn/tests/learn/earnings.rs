//! What searchers earn against the equilibrium of Leduc poker, worked out exactly.
//!
//! A searcher is asked once for everything a seat may know, with a seed of its own; what that pure strategy
//! earns against the equilibrium needs no matches. Several such strategies give an interval.

use crate::kit::PLENTY;
use ludometer_agents::{Agent, AgentSpec, build};
use ludometer_game::{Game, GameVisitor, Rng, Turn, View};
use ludometer_learn::cfr::solver::{Method, Solver};
use ludometer_learn::cfr::tree::Tree;
use ludometer_stats::mean;
use std::collections::HashMap;

/// Strategies taken of each searcher.
const SEEDS: u64 = 12;

/// Asks a searcher everywhere.
struct Questioning<'a, G: Game> {
    game: &'a G,
    solver: &'a Solver,
    agent: Box<dyn Agent<G>>,
    seed: u64,
    sets: HashMap<(u8, Vec<u8>), u32>,
    /// The move chosen in each information set: its sequence.
    chosen: HashMap<u32, usize>,
}

impl<G: Game> Questioning<'_, G> {
    fn ask(&mut self, state: &G::State) {
        let mut after = Vec::new();
        match self.game.turn(state) {
            Turn::Chance => {
                let mut odds = Vec::new();
                assert!(self.game.chance(state, &mut odds));
                after.extend(odds.into_iter().map(|(outcome, _)| outcome));
            }
            Turn::Seat(seat) => {
                let mut info = Vec::new();
                self.game.info(state, seat, &mut info);
                let number = self.sets[&(seat.index() as u8, info)];
                self.game.moves(state, &mut after);
                if !self.chosen.contains_key(&number) {
                    let view = View::new(self.game, state, seat);
                    let mut rng = Rng::stream(self.seed, "ask", u64::from(number));
                    let decision = self.agent.decide(&view, &mut rng).expect("a decision");
                    let place = view.legal().iter().position(|option| *option == decision.chosen);
                    let first = self.solver.tree().sets[number as usize].first as usize;
                    self.chosen.insert(number, first + place.expect("a legal move"));
                }
            }
            _ => return,
        }
        for made in after {
            let mut next = state.clone();
            self.game.play(&mut next, made);
            self.ask(&next);
        }
    }

    /// Points a match against the equilibrium, on the average over the seats.
    fn earns(&self) -> f64 {
        let (tree, form) = (self.solver.tree(), self.solver.form());
        let against = |me: usize| {
            let mut policy = self.solver.average();
            for (number, set) in (0..).zip(&tree.sets).filter(|(_, set)| usize::from(set.seat) == me) {
                policy[set.sequences()].fill(0.0);
                policy[self.chosen[&number]] = 1.0;
            }
            form.value(me, &policy)
        };
        (0..form.seats()).map(against).sum::<f64>() / form.seats() as f64
    }
}

/// What agents earn, one strategy of each for every seed.
struct Earnings<'a>(&'a [&'a str]);

impl GameVisitor for Earnings<'_> {
    type Out = Vec<Vec<f64>>;

    fn visit<G: Game>(self, game: G) -> Self::Out {
        let tree = Tree::grow(&game, PLENTY).expect("a small game");
        let sets = (0..).zip(&tree.sets).map(|(number, set)| ((set.seat, tree.info(set).to_vec()), number));
        let sets: HashMap<_, _> = sets.collect();
        let mut solver = Solver::new(tree, Method::Plus, 1, 0.6).expect("perfect recall");
        solver.run(2000);
        let earns = |spec: &str, seed: u64| {
            let agent = build(&game, &AgentSpec::read(spec).expect("a spec")).expect("an agent");
            let sets = sets.clone();
            let mut asked =
                Questioning { game: &game, solver: &solver, agent, seed, sets, chosen: HashMap::new() };
            asked.ask(&game.initial());
            asked.earns()
        };
        self.0.iter().map(|spec| (0..SEEDS).map(|seed| earns(spec, seed)).collect()).collect()
    }
}

/// Nobody earns anything against an equilibrium; who loses least plays best.
#[test]
fn information_set_search_earns_more_than_averaging_against_the_equilibrium() {
    let specs = ["ismcts:sims=2000", "pimc:deals=100"];
    let earned = ludometer_games::open("leduc-poker", [], Earnings(&specs)).expect("the game");
    let more: Vec<f64> = earned[0].iter().zip(&earned[1]).map(|(one, other)| one - other).collect();
    let more = mean(&more).expect("an interval");
    println!("{:?}", [0, 1].map(|agent| mean(&earned[agent])));
    assert!(more.low > 0.0, "{more:?}");
    assert!(earned.iter().flatten().all(|&points| points < 1e-3), "an equilibrium cannot be beaten");
}
