//! All matches of a schedule on several threads.

use crate::one::{Table, play_match};
use crate::schedule::Schedule;
use ludometer_agents::{Agent, AgentError, AgentSpec, build};
use ludometer_game::Game;
use ludometer_record::{Ending, MatchRecord, Names};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Hears how a run goes. All methods do nothing by default; whoever draws implements them.
pub trait Observer {
    /// The run begins: matches in all, and how many of them were finished by an earlier run.
    fn began(&mut self, _total: u64, _before: u64) {}
    /// A match was finished and handed to the sink.
    fn finished(&mut self, _record: &MatchRecord) {}
    /// The run is over.
    fn ended(&mut self) {}
}

/// Hears nothing.
pub struct Quiet;
impl Observer for Quiet {}

/// Takes finished matches.
pub trait Sink {
    /// Keeps a match, whose names are its own; `false` stops the run.
    fn take(&mut self, record: MatchRecord, names: &Names) -> bool;
    /// Called now and then while no match finishes: a good time to make sure of what was taken.
    fn idle(&mut self) {}
}

/// How long no match may finish before the sink is told.
const IDLE: Duration = Duration::from_secs(1);

/// Plays the matches with these numbers. Each result goes to `sink` as it comes, in no particular
/// order; the sink can stop the run, as can `cancel`.
///
/// # Errors
/// When an agent cannot play the game; nothing is played then.
pub fn run<G: Game>(
    table: &Table<G>,
    schedule: &Schedule,
    specs: &[AgentSpec],
    numbers: &[u64],
    threads: usize,
    cancel: &AtomicBool,
    sink: &mut dyn Sink,
) -> Result<(), AgentError> {
    for spec in specs {
        build(&table.game, spec)?;
    }
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let failed: Mutex<Option<AgentError>> = Mutex::new(None);
    let (send, results) = sync_channel(256);
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, numbers.len().max(1)) {
            let (send, next, stop, failed) = (send.clone(), &next, &stop, &failed);
            scope.spawn(move || {
                let mut bench = Bench::new(table, specs);
                while !stop.load(Ordering::Relaxed) && !cancel.load(Ordering::Relaxed) {
                    let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                    let played = match bench.play(schedule, number) {
                        Ok(Some(played)) => played,
                        Ok(None) => return,
                        Err(error) => {
                            stop.store(true, Ordering::Relaxed);
                            *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                            return;
                        }
                    };
                    if send.send(played).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        loop {
            match results.recv_timeout(IDLE) {
                Ok((record, names)) => {
                    if !sink.take(record, &names) {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                Err(RecvTimeoutError::Timeout) => sink.idle(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

/// The agents of one worker, made when first needed and used again in later matches.
struct Bench<'a, G: Game> {
    table: &'a Table<G>,
    specs: &'a [AgentSpec],
    /// By agent, then by seat.
    waiting: Vec<Vec<Option<Box<dyn Agent<G>>>>>,
}

impl<'a, G: Game> Bench<'a, G> {
    fn new(table: &'a Table<G>, specs: &'a [AgentSpec]) -> Self {
        let seats = table.game.seats();
        let waiting = specs.iter().map(|_| (0..seats).map(|_| None).collect()).collect();
        Bench { table, specs, waiting }
    }

    /// Plays a match; none if the schedule has no such number.
    fn play(&mut self, schedule: &Schedule, number: u64) -> Result<Option<(MatchRecord, Names)>, AgentError> {
        let Some(slot) = schedule.slot(number) else { return Ok(None) };
        let mut seated = Vec::new();
        for (seat, &agent) in slot.agents.iter().enumerate() {
            seated.push(match self.waiting[agent][seat].take() {
                Some(known) => known,
                None => build(&self.table.game, &self.specs[agent])?,
            });
        }
        let (record, names) = play_match(self.table, &slot, &mut seated);
        // After a panic nobody knows what state the agents are in.
        if record.ending != Ending::Panic {
            for ((seat, &agent), used) in slot.agents.iter().enumerate().zip(seated) {
                self.waiting[agent][seat] = Some(used);
            }
        }
        Ok(Some((record, names)))
    }
}
