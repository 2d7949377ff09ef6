//! What a run keeps of who played it.

use crate::kit::{carry_out, game, request};
use ludometer_lab::{Effort, agent};
use ludometer_record::Run;

#[test]
fn a_record_pins_who_played() {
    let (outcome, _folder) =
        carry_out(&request("playtest", game("tic-tac-toe", &[]), &["mcts:sims=50"], Effort::Matches(2)));
    let run = Run::open(outcome.folder.path()).unwrap();
    let info = &run.header().agents[0];
    assert_eq!(info.version, agent("mcts").unwrap().version);
    assert!(info.params.contains(&("sims".into(), "50".into())), "{info:?}");
    assert!(info.params.len() > 1, "defaults are written down too: {info:?}");
}
