//! Bots on positions whose worth is known: how often does the chosen move keep the result?

use crate::solve::read_lines;
use crate::{LabError, Reached};
use ludometer_agents::solve::{demand_an_exact_value, solver_of};
use ludometer_agents::{AgentSpec, Memory, Ready, demand_memory, prepare};
use ludometer_arena::Table;
use ludometer_game::{AnyGame, AnyMove, AnyState, Game, Rng, Seat, Sum, Turn, Unsolved, View, text_of};
use ludometer_stats::wilson;
use serde::Serialize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A file of positions: its name, and its lines with their numbers.
pub type PositionFile = (String, Vec<(usize, String)>);

/// How to examine.
pub struct Examining<'a> {
    /// Who is examined.
    pub agents: &'a [AgentSpec],
    /// On what.
    pub files: &'a [PositionFile],
    /// Threads to work on.
    pub threads: usize,
    /// Bytes for positions already solved, in all threads together.
    pub memory: usize,
    /// The seed of agents that draw.
    pub seed: u64,
    /// Hears how far it has come; `false` stops.
    pub go_on: &'a mut (dyn FnMut(Reached) -> bool + Send),
}

/// How an examination went.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Examined {
    /// The game.
    pub game: String,
    /// File by file.
    pub files: Vec<ExaminedFile>,
    /// Over all files.
    pub overall: Vec<Grade>,
    /// Whether all positions were examined, or the user stopped before.
    pub complete: bool,
}

/// How it went on one file.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExaminedFile {
    /// The file.
    pub file: String,
    /// Agent by agent.
    pub agents: Vec<Grade>,
}

/// How often an agent kept the result.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Grade {
    /// The agent.
    pub agent: String,
    /// Positions.
    pub positions: u64,
    /// Positions in which its move keeps the result.
    pub right: u64,
    /// The share.
    pub share: f64,
    /// Between these it lies, with 95 % confidence.
    pub interval: (f64, f64),
}

impl Grade {
    fn new(agent: &AgentSpec, right: u64, positions: u64) -> Grade {
        let share = wilson(right, positions);
        let interval = (share.low, share.high);
        Grade { agent: agent.to_string(), positions, right, share: share.value, interval }
    }
}

/// A position to be asked about.
struct Task {
    file: usize,
    line: usize,
    state: AnyState,
    seat: Seat,
    /// 1, 0 or −1: what the mover gets with best play, by the file.
    best: i32,
}

/// Lets agents choose in every position, and solves what they chose.
pub(crate) fn examine(table: &Table<AnyGame>, name: &str, how: Examining<'_>) -> Result<Examined, LabError> {
    let game = &*table.game;
    demand_an_exact_value(game)?;
    demand_memory("test-bot", Memory { bytes: how.memory, parameter: "memory" })?;
    let ready: Vec<Ready<AnyGame>> =
        how.agents.iter().map(|spec| prepare(game, spec)).collect::<Result<_, _>>()?;
    let tasks = tasks(table, how.files)?;
    let counts = Mutex::new(vec![vec![(0u64, 0u64); ready.len()]; how.files.len()]);
    let (next, done, failed) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(None));
    let go_on = Mutex::new(how.go_on);
    let work = || {
        let mut examiner = Examiner {
            game,
            seats: ready.iter().map(Ready::seat).collect(),
            solver: solver_of(game, how.memory / how.threads.max(1)),
            seed: how.seed,
        };
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(at) else { return };
            let mut goes = |nodes| {
                let solved = done.load(Ordering::Relaxed) as u64;
                go_on.lock().is_ok_and(|mut ask| ask(Reached { nodes, solved }))
            };
            match examiner.right(at, task, &mut goes) {
                Ok(right) => {
                    note(&counts, task.file, &right);
                    done.fetch_add(1, Ordering::Relaxed);
                }
                Err(cause) => {
                    next.store(tasks.len(), Ordering::Relaxed);
                    let file = how.files[task.file].0.clone();
                    if let Ok(mut failed) = failed.lock() {
                        failed.get_or_insert(match cause {
                            cause @ LabError::PositionFile { .. } => {
                                LabError::InFile { file, cause: Box::new(cause) }
                            }
                            cause => cause,
                        });
                    }
                }
            }
        }
    };
    std::thread::scope(|scope| (0..how.threads.max(1)).for_each(|_| drop(scope.spawn(work))));
    let examined = graded(name, how.agents, how.files, &counts.into_inner().unwrap_or_default());
    let some = examined.overall.iter().any(|grade| grade.positions > 0);
    match failed.into_inner().ok().flatten() {
        // What was found out before the user stopped is worth hearing.
        Some(LabError::Unsolved(Unsolved::Stopped)) if some => Ok(Examined { complete: false, ..examined }),
        Some(cause) => Err(cause),
        None => Ok(examined),
    }
}

/// All positions: what is wrong with the last one is said before the first one is asked about.
fn tasks(table: &Table<AnyGame>, files: &[PositionFile]) -> Result<Vec<Task>, LabError> {
    let mut tasks = Vec::new();
    for (file, (name, lines)) in files.iter().enumerate() {
        let read = read_lines(table, lines)
            .map_err(|cause| LabError::InFile { file: name.clone(), cause: Box::new(cause) })?;
        for (line, state, score) in read {
            // Lines are read only where a seat is to move.
            let Turn::Seat(seat) = table.game.turn(&state) else { continue };
            tasks.push(Task { file, line, state, seat, best: score.signum() });
        }
    }
    Ok(tasks)
}

fn note(counts: &Mutex<Vec<Vec<(u64, u64)>>>, file: usize, right: &[bool]) {
    if let Ok(mut counts) = counts.lock() {
        for (count, right) in counts[file].iter_mut().zip(right) {
            count.0 += u64::from(*right);
            count.1 += 1;
        }
    }
}

fn graded(name: &str, agents: &[AgentSpec], files: &[PositionFile], counts: &[Vec<(u64, u64)>]) -> Examined {
    let grades = |counts: &[(u64, u64)]| {
        agents.iter().zip(counts).map(|(spec, count)| Grade::new(spec, count.0, count.1)).collect::<Vec<_>>()
    };
    let sum = |at: usize| counts.iter().fold((0, 0), |sum, file| (sum.0 + file[at].0, sum.1 + file[at].1));
    let total: Vec<(u64, u64)> = (0..agents.len()).map(sum).collect();
    let file = |((file, _), counts): (&PositionFile, &Vec<(u64, u64)>)| ExaminedFile {
        file: file.clone(),
        agents: grades(counts),
    };
    Examined {
        game: name.to_owned(),
        files: files.iter().zip(counts).map(file).collect(),
        overall: grades(&total),
        complete: true,
    }
}

/// One thread's agents and solver.
struct Examiner<'a> {
    game: &'a AnyGame,
    seats: Vec<Box<dyn ludometer_agents::Agent<AnyGame>>>,
    solver: Box<dyn ludometer_game::Solver<AnyGame>>,
    seed: u64,
}

impl Examiner<'_> {
    /// Whether each agent's move keeps the result.
    fn right(
        &mut self,
        at: usize,
        task: &Task,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Vec<bool>, LabError> {
        let mut known: Vec<(AnyMove, bool)> = Vec::new();
        let mut right = Vec::new();
        for which in 0..self.seats.len() {
            // A solver that is quick may never ask.
            if !go_on(0) {
                return Err(Unsolved::Stopped.into());
            }
            let view = View::new(self.game, &task.state, task.seat);
            let mut rng = Rng::stream(self.seed, "test-bot", at as u64);
            self.seats[which].start();
            let chosen = self.seats[which].decide(&view, &mut rng).map_err(LabError::AgentFailed)?.chosen;
            let keeps = match known.iter().find(|(option, _)| *option == chosen) {
                Some((_, keeps)) => *keeps,
                None => self.keeps(task, chosen, go_on)?,
            };
            known.push((chosen, keeps));
            right.push(keeps);
        }
        Ok(right)
    }

    fn keeps(
        &mut self,
        task: &Task,
        chosen: AnyMove,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<bool, LabError> {
        if task.best < 0 {
            return Ok(true);
        }
        let mut next = task.state.clone();
        self.game.play(&mut next, chosen);
        let points = match self.game.turn(&next) {
            Turn::Over => self.game.payoff(&next).points[task.seat],
            Turn::Seat(seat) => {
                let points = self.solver.result(self.game, &next, go_on)?;
                let together = self.game.traits().sum == Sum::Shared
                    || self.game.team(seat) == self.game.team(task.seat);
                if together { points } else { -points }
            }
            _ => return Err(Unsolved::Unlisted.into()),
        };
        let result = i32::from(points > 0.0) - i32::from(points < 0.0);
        if result > task.best {
            let better = text_of(self.game, &task.state, chosen);
            let what = format!(
                "its score is wrong: {better} gives more than that; `ludometer solve` knows the right one"
            );
            return Err(LabError::PositionFile { line: task.line, what });
        }
        Ok(result == task.best)
    }
}
