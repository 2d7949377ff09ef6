//! Who plays whom, and how strong.

use crate::kit::{game, house, request};
use ludometer_lab::{AgentSpec, Effort, Planned, groups, plan, round_down};
use std::sync::atomic::AtomicBool;

fn planned(name: &str, set: &[&str]) -> Planned {
    let request = request("playtest", game(name, set), &[], Effort::Matches(6));
    plan(&*house(name, set), &request, 1, &AtomicBool::new(false)).unwrap()
}

#[test]
fn budgets_are_round_numbers_that_divide_by_eight() {
    assert_eq!(round_down(8.0), 8);
    assert_eq!(round_down(7000.0), 4000);
    assert_eq!(round_down(20_000.0), 16_000);
}

#[test]
fn a_ladder_plays_each_rung_and_each_step() {
    let three = planned("nim", &["seats=3"]);
    assert_eq!(three.groups.len(), 5);
    assert_eq!(three.groups[4].name, "mcts:sims=1000 against mcts:sims=100");
    assert_eq!(three.groups[4].lineup, [2, 1, 1]);
    let agents: Vec<AgentSpec> = three.agents;
    assert_eq!(groups(&agents, 1).len(), 3, "alone there is nobody to beat");
}
