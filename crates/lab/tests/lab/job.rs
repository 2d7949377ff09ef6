//! A job: its command, its folder, its file, and what is left of it when the time is up.

use crate::kit;
use ludometer_lab::{Effort, GameRequest, Job, Opening, PlannedGroup, Request};
use std::collections::BTreeSet;

fn request() -> Request {
    let game = GameRequest {
        opening: Opening { moves: "4 4".into(), ..Opening::default() },
        ..kit::game("connect-four", &["rows=8"])
    };
    Request { seed: 7, ..kit::request("playtest", game, &["mcts:sims=10"], Effort::Matches(40)) }
}

fn job(groups: Vec<PlannedGroup>) -> Job {
    Job {
        schema: 1,
        program: "test".into(),
        command: request().command(),
        game_version: 1,
        agents: vec!["random".into()],
        longer: vec!["whether skill matters".into()],
        minutes: Some(2.5),
        request: request(),
        groups,
    }
}

#[test]
fn the_command_repeats_the_request() {
    assert_eq!(
        request().command(),
        "ludometer playtest connect-four --agent mcts:sims=10 --set rows=8 --moves '4 4' --matches 40 --seed 7"
    );
}

#[test]
fn another_request_has_another_folder_and_says_what_differs() {
    let other = Request { seed: 8, ..request() };
    assert_ne!(request().default_folder(), other.default_folder());
    assert_eq!(request().difference(&other).as_deref(), Some("--seed"));
    assert_eq!(request().difference(&request()), None);
}

#[test]
fn a_job_survives_its_file() {
    let job = job(vec![PlannedGroup::new("random".into(), vec![0, 0], 20)]);
    assert_eq!(Job::from_toml(&job.to_toml(), "job.toml".into()).unwrap(), job);
    assert_eq!(job.schedule().len(), 40);
    assert_eq!(job.wanted().len(), 40);
}

#[test]
fn a_job_that_is_cut_keeps_the_blocks_without_a_gap() {
    let mut job = job(vec![
        PlannedGroup::new("one".into(), vec![0, 0], 3),
        PlannedGroup::new("other".into(), vec![0, 0], 2),
    ]);
    assert_eq!(job.cut_short(), None);
    job.cut(&BTreeSet::from([0, 1, 2, 4, 5, 6, 7]));
    assert_eq!(job.groups.iter().map(PlannedGroup::played).collect::<Vec<_>>(), [1, 1]);
    assert_eq!(job.wanted(), [0, 6, 1, 7]);
    let cut = job.cut_short().unwrap();
    assert!(cut.contains("4 of the 10"), "{cut}");
    assert_eq!(Job::from_toml(&job.to_toml(), "job.toml".into()).unwrap(), job);
}

#[test]
fn what_stays_open_goes_by_the_matches_that_were_played() {
    let mut job = job(vec![PlannedGroup::new("random".into(), vec![0, 0], 98)]);
    let planned = "a seat advantage smaller than 7 points at random: 385 matches (about --minutes 3)";
    assert_eq!(job.open_questions(), [planned, "whether skill matters"]);
    job.cut(&(0..50).collect());
    let played = "a seat advantage smaller than 14 points at random: 385 matches";
    assert_eq!(job.open_questions(), [played, "whether skill matters"], "a plan that was cut knows no times");
    job.cut(&BTreeSet::new());
    assert_eq!(job.open_questions()[0], "any seat advantage at random: 385 matches");
    job.groups[0] = PlannedGroup::new("random".into(), vec![0, 0], 500);
    assert_eq!(job.open_questions(), ["whether skill matters"]);
}
