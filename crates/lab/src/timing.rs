//! How long matches take, measured before a play-test is planned.

use ludometer_agents::{AgentError, AgentSpec, build};
use ludometer_arena::{Schedule, Table, play_match};
use ludometer_game::Game;
use std::time::{Duration, Instant};

/// What a few matches of an agent against itself took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Timing {
    /// Matches timed.
    pub matches: u64,
    /// Seconds per match on one thread.
    pub seconds_per_match: f64,
    /// Legal moves per decision.
    pub moves_per_decision: f64,
}

/// Plays at least one match, and more until the window is over.
pub(crate) fn time<G: Game>(
    table: &Table<G>,
    spec: &AgentSpec,
    window: Duration,
    seed: u64,
) -> Result<Timing, AgentError> {
    let seats = table.game.seats();
    let plan = ludometer_arena::Plan { lineup: vec![0; seats], blocks: u64::MAX / 64 };
    let schedule = Schedule { seed, plans: vec![plan] };
    let mut agents = Vec::new();
    for _ in 0..seats {
        agents.push(build(&table.game, spec)?);
    }
    let began = Instant::now();
    let (mut matches, mut decisions, mut options) = (0u64, 0usize, 0usize);
    while matches == 0 || began.elapsed() < window {
        let Some(slot) = schedule.slot(matches) else { break };
        let (record, _) = play_match(table, &slot, &mut agents);
        decisions += record.decisions();
        let choices = record.plies.iter().filter(|ply| ply.actor.seat().is_some());
        options += choices.map(|ply| ply.legal.len()).sum::<usize>();
        matches += 1;
    }
    Ok(Timing {
        matches,
        seconds_per_match: began.elapsed().as_secs_f64() / matches as f64,
        moves_per_decision: options as f64 / decisions.max(1) as f64,
    })
}
