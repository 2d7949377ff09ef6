//! Standings: the block is the unit.

use crate::kit::{carry_out, game, request};
use ludometer_lab::{Effort, PairingResult, standings};

/// A player that never folds takes a random one's chips; nim has no points beyond who won.
#[test]
fn games_with_points_say_what_was_earned() {
    let poker = game("kuhn-poker", &[]);
    let agents = ["ismcts:sims=100", "random"];
    let (outcome, _folder) = carry_out(&request("tournament", poker, &agents, Effort::Blocks(200)));
    let [first, second] = standings(&outcome).unwrap().pairings.remove(0).points.expect("poker has chips");
    assert!(first.low > 0.0 && first.high < 2.0 && first.n == 400, "{first:?}");
    assert!((first.value + second.value).abs() < 1e-9, "what one wins the other loses: {second:?}");
    assert_eq!(pairing("1,1", &["random", "greedy"], 2).points, None);
}

fn pairing(heaps: &str, agents: &[&str], blocks: u64) -> PairingResult {
    let game = game("nim", &[&format!("heaps={heaps}")]);
    let (outcome, _folder) = carry_out(&request("tournament", game, agents, Effort::Blocks(blocks)));
    standings(&outcome).unwrap().pairings.remove(0)
}

/// Every match of nim 1,1 is won by the second seat, so every block is split evenly: the agents are equal.
#[test]
fn blocks_that_are_split_make_agents_equal() {
    let score = pairing("1,1", &["random", "greedy"], 50).score;
    assert_eq!((score.value, score.n), (0.5, 100));
}

#[test]
fn blocks_that_are_all_won_leave_room_for_doubt() {
    let pairing = pairing("5,6,7,9", &["solve", "random"], 25);
    assert_eq!((pairing.first.as_str(), pairing.score.n), ("solve", 50));
    let score = pairing.score;
    assert!(score.value == 1.0 && score.low > 0.8 && score.low < 1.0, "{score:?}");
}
