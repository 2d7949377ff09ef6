//! How long matches take, measured before a play-test is planned.

use crate::LabError;
use ludometer_agents::{AgentSpec, prepare};
use ludometer_arena::{Halted, Plan, Schedule, Table, demand_tables, play_match};
use ludometer_game::Game;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How a game is to be timed.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch<'a> {
    /// How long to measure.
    pub window: Duration,
    /// The seed of the matches.
    pub seed: u64,
    /// Plies of a usual match, where they are known: then a slow match need not be played out.
    pub usual_plies: Option<f64>,
    /// Set to stop.
    pub cancel: &'a AtomicBool,
}

/// What a few matches of an agent against itself took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Timing {
    /// Seconds per match on one thread.
    pub seconds_per_match: f64,
    /// Plies per match.
    pub plies_per_match: f64,
    /// Legal moves per decision.
    pub moves_per_decision: f64,
}

/// A match in hand when the window closes may go on for this many windows more.
const OVERTIME: u32 = 4;

/// Plays matches until the window is over. Without usual plies at least one is played to its end.
pub(crate) fn time<G: Game>(
    table: &Table<G>,
    spec: &AgentSpec,
    watch: Stopwatch<'_>,
) -> Result<Timing, LabError> {
    let seats = table.game.seats();
    let schedule =
        Schedule { seed: watch.seed, plans: vec![Plan { lineup: vec![0; seats], blocks: u64::MAX / 64 }] };
    let ready = [prepare(&*table.game, spec)?];
    demand_tables(std::slice::from_ref(spec), &ready, &schedule, 1)?;
    let mut agents: Vec<_> = (0..seats).map(|_| ready[0].seat()).collect();
    let began = Instant::now();
    let halted = || {
        let late = watch.usual_plies.is_some() && began.elapsed() >= watch.window * OVERTIME;
        late || watch.cancel.load(Ordering::Relaxed)
    };
    let mut halted_plies = 0;
    let (mut matches, mut decisions, mut options, mut finished_plies) = (0u64, 0usize, 0usize, 0usize);
    while matches == 0 || began.elapsed() < watch.window {
        let Some(slot) = schedule.slot(matches) else { break };
        let record = match play_match(table, &slot, &mut agents, &halted) {
            Ok((record, _)) => record,
            Err(Halted { plies }) => {
                halted_plies = plies;
                break;
            }
        };
        decisions += record.decisions();
        let choices = record.plies.iter().filter(|ply| ply.actor.seat().is_some());
        options += choices.map(|ply| ply.legal.len()).sum::<usize>();
        finished_plies += record.plies.len();
        matches += 1;
    }
    if watch.cancel.load(Ordering::Relaxed) {
        return Err(LabError::StoppedPlanning);
    }
    let plies_per_match =
        if matches > 0 { finished_plies as f64 / matches as f64 } else { watch.usual_plies.unwrap_or(1.0) };
    let played = finished_plies + halted_plies;
    Ok(Timing {
        seconds_per_match: began.elapsed().as_secs_f64() / played.max(1) as f64 * plies_per_match.max(1.0),
        plies_per_match,
        moves_per_decision: options as f64 / decisions.max(1) as f64,
    })
}
