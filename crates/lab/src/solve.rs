//! Exact values: one position, or a file of them.

use crate::LabError;
use crate::opening::{parse_legal, text_of};
use crate::solve_table::{self, TableId};
use cpu_time::ThreadTime;
use ludometer_agents::solve::exhaustive::Exhaustive;
use ludometer_agents::solve::{SolvedMoves, demand_an_exact_value, solve_moves};
use ludometer_agents::{Memory, demand_memory};
use ludometer_arena::Table;
use ludometer_game::{Game, Rng, Scene, Solver, Turn, Unsolved};
use serde::Serialize;
use std::path::PathBuf;

/// How to solve.
pub struct Solving<'a> {
    /// Bytes for positions already solved.
    pub memory: usize,
    /// A file that keeps what was learnt from one run to the next.
    pub table: Option<PathBuf>,
    /// Hears how many positions were looked at; `false` stops.
    pub go_on: &'a mut dyn FnMut(u64) -> bool,
}

/// What a position is worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Solution {
    /// The game.
    pub game: String,
    /// The position, where the game has a notation for it.
    pub position: Option<String>,
    /// Whose turn it is: the seat's name.
    pub to_move: String,
    /// 1 the seat to move wins, 0 a draw, −1 it loses: the sign of its points.
    pub value: i8,
    /// Points of the seat to move.
    pub points: f32,
    /// The finer measure where the game has one: the sign is the result, the size how soon it comes.
    pub score: Option<i32>,
    /// All moves that are best.
    pub best: Vec<String>,
    /// Every move with its worth.
    pub moves: Vec<SolvedText>,
    /// Positions looked at.
    pub nodes: u64,
    /// CPU seconds.
    pub seconds: f64,
    /// The picture of the position.
    #[serde(skip)]
    pub scene: Scene,
}

/// A move and what it is worth to who makes it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SolvedText {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Points.
    pub points: f32,
    /// The finer measure.
    pub score: Option<i32>,
}

/// A file of positions, solved and compared with what it says.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct SolvedFile {
    /// The game.
    pub game: String,
    /// Positions in the file.
    pub positions: u64,
    /// Positions solved.
    pub solved: u64,
    /// Positions whose value is the file's.
    pub exact: u64,
    /// Where it differs: line, ours, the file's.
    pub wrong: Vec<(usize, i32, i32)>,
    /// CPU seconds for a position, from an empty table.
    pub mean_seconds: f64,
    /// Positions looked at for a position.
    pub mean_nodes: f64,
}

/// Solves the starting position.
pub(crate) fn solve<G: Game>(
    table: &Table<G>,
    id: &TableId,
    seed: u64,
    how: &mut Solving<'_>,
) -> Result<Solution, LabError> {
    let game = &table.game;
    demand_an_exact_value(game)?;
    demand_memory("solve", Memory { bytes: how.memory, parameter: "memory" })?;
    let mut state = table.start.clone();
    game.settle(&mut state, &mut Rng::stream(seed, "opening", 1));
    let Turn::Seat(seat) = game.turn(&state) else { return Err(LabError::Over("solve")) };
    let (began, kept) = (ThreadTime::now(), how.table.clone());
    let solved = match game.solver(how.memory) {
        Some(mut own) => {
            if let Some(path) = &how.table {
                let name = path.display();
                return Err(LabError::Usage(format!(
                    "{} has a solver of its own, which keeps no file; leave --table {name} out",
                    id.game
                )));
            }
            solve_moves(&mut *own, game, &state, how.go_on)
        }
        None => exhaustively(game, &state, id, how)?,
    };
    let solved = solved.map_err(|why| match &kept {
        Some(path) if why == Unsolved::Stopped => LabError::SolvingKept(path.clone()),
        _ => LabError::Unsolved(why),
    })?;
    let text = |option| text_of(game, &state, option);
    Ok(Solution {
        game: id.game.clone(),
        position: game.position(&state),
        to_move: game.seat_name(seat),
        value: sign(solved.points),
        points: solved.points,
        score: solved.score,
        best: solved.best().into_iter().map(text).collect(),
        moves: solved
            .moves
            .iter()
            .map(|known| SolvedText { text: text(known.option), points: known.points, score: known.score })
            .collect(),
        nodes: solved.nodes,
        seconds: began.elapsed().as_secs_f64(),
        scene: game.scene(&state, None),
    })
}

/// With a table that may come from a file and goes back to it, also when stopped.
fn exhaustively<G: Game>(
    game: &G,
    state: &G::State,
    id: &TableId,
    how: &mut Solving<'_>,
) -> Result<Result<SolvedMoves<G::Move>, Unsolved>, LabError> {
    let mut solver = Exhaustive::new(how.memory);
    if let Some(path) = &how.table {
        solve_table::read(path, id, solver.table_mut())?;
    }
    let solved = solve_moves(&mut solver, game, state, how.go_on);
    if let Some(path) = &how.table {
        solve_table::write(path, id, solver.table())?;
    }
    Ok(solved)
}

fn sign(points: f32) -> i8 {
    i8::from(points > 0.0) - i8::from(points < 0.0)
}

/// Solves every line of a file, "moves score", each from an empty table.
pub(crate) fn solve_file<G: Game>(
    table: &Table<G>,
    id: &TableId,
    lines: &[(usize, String)],
    how: &mut Solving<'_>,
) -> Result<SolvedFile, LabError> {
    let game = &table.game;
    demand_an_exact_value(game)?;
    demand_memory("solve", Memory { bytes: how.memory, parameter: "memory" })?;
    let mut solver: Box<dyn Solver<G>> =
        game.solver(how.memory).unwrap_or_else(|| Box::new(Exhaustive::new(how.memory)));
    let mut report =
        SolvedFile { game: id.game.clone(), positions: lines.len() as u64, ..SolvedFile::default() };
    let (mut seconds, mut nodes) = (0.0, 0u64);
    for (number, line) in lines {
        let bad = |what: String| LabError::PositionFile { line: *number, what };
        let (moves, score) = line
            .rsplit_once(char::is_whitespace)
            .ok_or_else(|| bad(format!("`{line}` is not MOVES SCORE")))?;
        let expected: i32 = score.trim().parse().map_err(|_| bad(format!("`{score}` is not a score")))?;
        let state = position(table, moves).map_err(bad)?;
        solver.forget();
        let began = ThreadTime::now();
        let found = match solver.solve(game, &state, &mut |found| (how.go_on)(nodes + found)) {
            Ok(found) => found,
            Err(Unsolved::Stopped) => break,
            Err(other) => return Err(LabError::Unsolved(other)),
        };
        seconds += began.elapsed().as_secs_f64();
        nodes += found.nodes;
        report.solved += 1;
        let ours = found.score.unwrap_or_else(|| i32::from(sign(found.points)));
        if ours == expected {
            report.exact += 1;
        } else {
            report.wrong.push((*number, ours, expected));
        }
    }
    let count = report.solved.max(1) as f64;
    (report.mean_seconds, report.mean_nodes) = (seconds / count, nodes as f64 / count);
    Ok(report)
}

/// The state after moves written one after the other, with or without spaces.
fn position<G: Game>(table: &Table<G>, moves: &str) -> Result<G::State, String> {
    let game = &table.game;
    let mut state = table.start.clone();
    let words: Vec<&str> = moves.split_whitespace().collect();
    let apart = words.len() == 1 && parse_legal(game, &state, words[0]).is_none();
    let letters: Vec<String> = moves.chars().map(String::from).collect();
    let texts: Vec<&str> = if apart { letters.iter().map(String::as_str).collect() } else { words };
    for (at, text) in texts.iter().enumerate() {
        let chosen = matches!(game.turn(&state), Turn::Seat(_)).then(|| parse_legal(game, &state, text));
        let chosen = chosen.flatten().ok_or_else(|| format!("move {} `{text}` is not legal", at + 1))?;
        game.play(&mut state, chosen);
    }
    match game.turn(&state) {
        Turn::Seat(_) => Ok(state),
        _ => Err("the match is over after these moves".into()),
    }
}
