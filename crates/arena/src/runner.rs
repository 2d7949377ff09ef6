//! All matches of a schedule on several threads.

use crate::one::{Table, play_match};
use crate::schedule::{Schedule, Slot};
use ludometer_agents::{Agent, AgentError, AgentSpec, Ready, Want, demand_room, prepare};
use ludometer_game::Game;
use ludometer_record::{Ending, MatchRecord, Names};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
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

/// How a run goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// As ordered.
    On,
    /// No new match is begun; those begun are played to their end.
    Finish,
    /// At once: matches that are not over leave nothing.
    Halt,
}

/// Takes finished matches.
pub trait Sink {
    /// Keeps a match, whose names are its own, and says how to go on.
    fn take(&mut self, record: MatchRecord, names: &Names) -> Flow;
    /// Called now and then while no match finishes: a good time to make sure of what was taken.
    fn idle(&mut self) -> Flow {
        Flow::On
    }
}

/// How long no match may finish before the sink is told.
const IDLE: Duration = Duration::from_secs(1);

/// What is to be played, by whom.
pub struct Order<'a> {
    /// All matches of the job.
    pub schedule: &'a Schedule,
    /// The agents the schedule's lineups point to.
    pub specs: &'a [AgentSpec],
    /// The matches wanted now.
    pub numbers: &'a [u64],
    /// How many threads play.
    pub threads: usize,
    /// Set to stop, also in the middle of a decision.
    pub cancel: &'a AtomicBool,
}

/// Plays the matches of an order. Each result goes to `sink` as it comes, in no particular order; the
/// sink can stop the run, as can `cancel`. A match that is not over by then leaves nothing.
///
/// # Errors
/// When an agent cannot play the game or its tables do not fit into memory; nothing is played then.
pub fn run<G: Game>(table: &Table<G>, order: &Order<'_>, sink: &mut dyn Sink) -> Result<(), AgentError> {
    let ready = order.specs.iter().map(|spec| prepare(&*table.game, spec)).collect::<Result<Vec<_>, _>>()?;
    demand_tables(order.specs, &ready, order.schedule, order.threads)?;
    let next = AtomicUsize::new(0);
    let (finish, stop) = (AtomicBool::new(false), AtomicBool::new(false));
    let halted = || stop.load(Ordering::Relaxed) || order.cancel.load(Ordering::Relaxed);
    let (send, results) = sync_channel(256);
    thread::scope(|scope| {
        for _ in 0..order.threads.clamp(1, order.numbers.len().max(1)) {
            let (send, next, halted, ready, finish) = (send.clone(), &next, &halted, &ready, &finish);
            scope.spawn(move || {
                let mut bench = Bench::new(table, ready);
                while !finish.load(Ordering::Relaxed) {
                    let Some(&number) = order.numbers.get(next.fetch_add(1, Ordering::Relaxed)) else {
                        return;
                    };
                    let played = order.schedule.slot(number).and_then(|slot| bench.play(&slot, halted));
                    if played.is_none_or(|played| send.send(played).is_err()) {
                        return;
                    }
                }
            });
        }
        drop(send);
        loop {
            let flow = match results.recv_timeout(IDLE) {
                Ok((record, names)) => sink.take(record, &names),
                Err(RecvTimeoutError::Timeout) => sink.idle(),
                Err(RecvTimeoutError::Disconnected) => break,
            };
            finish.fetch_or(flow != Flow::On, Ordering::Relaxed);
            stop.fetch_or(flow == Flow::Halt, Ordering::Relaxed);
        }
    });
    Ok(())
}

/// Refuses agents whose tables, one for each seat on each thread, are more than there is memory for.
///
/// # Errors
/// When they do not fit; the error says what to lower.
pub fn demand_tables<G: Game>(
    specs: &[AgentSpec],
    ready: &[Ready<G>],
    schedule: &Schedule,
    threads: usize,
) -> Result<(), AgentError> {
    let threads = threads.min(usize::try_from(schedule.len()).unwrap_or(usize::MAX)).max(1);
    let want = |(agent, (spec, ready)): (usize, (&AgentSpec, &Ready<G>))| {
        let tables = threads * schedule.most_seats(agent);
        ready.memory().map(|memory| Want { agent: spec.to_string(), memory, tables })
    };
    let wants: Vec<Want> = specs.iter().zip(ready).enumerate().filter_map(want).collect();
    demand_room(&wants)
}

/// The agents of one worker, made when first needed and used again in later matches.
struct Bench<'a, G: Game> {
    table: &'a Table<G>,
    ready: &'a [Ready<G>],
    /// By agent: as many as ever sat at one table.
    waiting: Vec<Vec<Box<dyn Agent<G>>>>,
}

impl<'a, G: Game> Bench<'a, G> {
    fn new(table: &'a Table<G>, ready: &'a [Ready<G>]) -> Self {
        Bench { table, ready, waiting: ready.iter().map(|_| Vec::new()).collect() }
    }

    /// Plays a match; none if it was halted.
    fn play(&mut self, slot: &Slot, halted: &(dyn Fn() -> bool + Sync)) -> Option<(MatchRecord, Names)> {
        let seat = |&agent: &usize| self.waiting[agent].pop().unwrap_or_else(|| self.ready[agent].seat());
        let mut seated: Vec<_> = slot.agents.iter().map(seat).collect();
        let (record, names) = play_match(self.table, slot, &mut seated, halted).ok()?;
        // After a panic nobody knows what state the agents are in.
        if record.ending != Ending::Panic {
            for (&agent, used) in slot.agents.iter().zip(seated) {
                self.waiting[agent].push(used);
            }
        }
        Some((record, names))
    }
}
