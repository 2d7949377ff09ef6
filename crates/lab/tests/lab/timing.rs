//! How long a match takes is found out without waiting for its end.

use crate::kit::house;
use ludometer_lab::{AgentSpec, LabError, Stopwatch, Timing};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn time(cancelled: bool, usual_plies: Option<f64>) -> Result<Timing, LabError> {
    let cancel = AtomicBool::new(cancelled);
    let watch = Stopwatch { window: Duration::ZERO, seed: 1, usual_plies, cancel: &cancel };
    house("breakthrough", &[]).time(&AgentSpec::read("random").unwrap(), watch)
}

#[test]
fn a_match_is_played_out_where_its_length_is_not_known() {
    let timing = time(false, None).unwrap();
    assert!(timing.plies_per_match >= 1.0 && timing.moves_per_decision >= 1.0, "{timing:?}");
    assert!(timing.seconds_per_match > 0.0, "{timing:?}");
}

#[test]
fn a_slow_match_is_judged_by_its_first_plies() {
    let timing = time(false, Some(40.0)).unwrap();
    assert_eq!(timing.plies_per_match, 40.0);
}

#[test]
fn the_interrupt_key_is_heard() {
    assert!(matches!(time(true, None), Err(LabError::StoppedPlanning)));
}
