//! Exact values: one position, or a file of them.

use crate::LabError;
use crate::opening::{legal_texts, parse_legal};
use crate::solve_table::{self, TableId};
use cpu_time::ThreadTime;
use ludometer_agents::solve::exhaustive::Exhaustive;
use ludometer_agents::solve::{SolvedMoves, demand_an_exact_value, solve_moves, solver_of};
use ludometer_agents::{Memory, demand_memory};
use ludometer_arena::Table;
use ludometer_game::{Game, Rng, Scene, Turn, Unsolved, text_of};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// How far solving has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reached {
    /// Positions looked at.
    pub nodes: u64,
    /// Positions of a file solved.
    pub solved: u64,
}

/// How to solve.
pub struct Solving<'a> {
    /// Bytes for positions already solved.
    pub memory: usize,
    /// A file that keeps what was learnt from one run to the next.
    pub table: Option<PathBuf>,
    /// Hears how far it has come; `false` stops.
    pub go_on: &'a mut dyn FnMut(Reached) -> bool,
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
    /// Why what was learnt is not in the file of --table, where it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_kept: Option<String>,
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
    let game = &*table.game;
    demand_an_exact_value(game)?;
    demand_memory("solve", Memory { bytes: how.memory, parameter: "memory" })?;
    let mut state = table.start.clone();
    game.settle(&mut state, &mut Rng::stream(seed, "opening", 1));
    let Turn::Seat(seat) = game.turn(&state) else { return Err(LabError::Over("solve")) };
    let began = ThreadTime::now();
    let mut not_kept = None;
    let solved = match how.table.clone() {
        None => {
            let mut solver = solver_of(game, how.memory);
            solve_moves(&mut *solver, game, &state, &mut on_position(how.go_on))?
        }
        Some(path) if game.solver(how.memory).is_some() => {
            return Err(LabError::Usage(format!(
                "{} has a solver of its own, which keeps no file; leave --table {} out",
                id.game,
                path.display()
            )));
        }
        Some(path) => with_table(game, &state, id, how, &path, &mut not_kept)?,
    };
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
        not_kept,
        scene: game.scene(&state, None),
    })
}

/// Tells who asked about one position how far it has come.
fn on_position(go_on: &mut dyn FnMut(Reached) -> bool) -> impl FnMut(u64) -> bool {
    move |nodes| go_on(Reached { nodes, solved: 0 })
}

/// With a table that comes from a file and goes back to it, also when stopped. An answer is not lost with
/// the file: why that could not be written comes back in `not_kept`.
fn with_table<G: Game>(
    game: &G,
    state: &G::State,
    id: &TableId,
    how: &mut Solving<'_>,
    path: &Path,
    not_kept: &mut Option<String>,
) -> Result<SolvedMoves<G::Move>, LabError> {
    let mut solver = Exhaustive::new(how.memory);
    solve_table::probe(path)?;
    solve_table::read(path, id, solver.table_mut())?;
    // In a dry run nothing is written.
    if !(how.go_on)(Reached::default()) {
        return Err(Unsolved::Stopped.into());
    }
    let solved = solve_moves(&mut solver, game, state, &mut on_position(how.go_on));
    let written = solve_table::write(path, id, solver.table());
    match (solved, written) {
        (Ok(solved), written) => {
            *not_kept = written.err().map(|cause| format!("{}: {cause}", path.display()));
            Ok(solved)
        }
        (Err(_), Err(cause)) => Err(LabError::TableNotWritable { path: path.to_owned(), cause }),
        (Err(Unsolved::Stopped), Ok(())) => Err(LabError::SolvingKept(path.to_owned())),
        (Err(why), Ok(())) => Err(why.into()),
    }
}

fn sign(points: f32) -> i8 {
    i8::from(points > 0.0) - i8::from(points < 0.0)
}

/// Solves every line of a file, "moves score", each from an empty table.
pub(crate) fn solve_file<G: Game>(
    table: &Table<G>,
    name: &str,
    lines: &[(usize, String)],
    how: &mut Solving<'_>,
) -> Result<SolvedFile, LabError> {
    let game = &*table.game;
    demand_an_exact_value(game)?;
    demand_memory("solve", Memory { bytes: how.memory, parameter: "memory" })?;
    let mut solver = solver_of(game, how.memory);
    let mut report =
        SolvedFile { game: name.to_owned(), positions: lines.len() as u64, ..SolvedFile::default() };
    let (mut seconds, mut nodes) = (0.0, 0u64);
    for (number, state, expected) in read_lines(table, lines)? {
        let solved = report.solved;
        let mut go_on = |found| (how.go_on)(Reached { nodes: nodes + found, solved });
        // A solver that is quick may never ask.
        if !go_on(0) {
            break;
        }
        solver.forget();
        let began = ThreadTime::now();
        let found = match solver.solve(game, &state, &mut go_on) {
            Ok(found) => found,
            Err(Unsolved::Stopped) => break,
            Err(other) => return Err(other.into()),
        };
        seconds += began.elapsed().as_secs_f64();
        nodes += found.nodes;
        report.solved += 1;
        let ours = found.score.unwrap_or_else(|| i32::from(sign(found.points)));
        if ours == expected {
            report.exact += 1;
        } else {
            report.wrong.push((number, ours, expected));
        }
    }
    let count = report.solved.max(1) as f64;
    (report.mean_seconds, report.mean_nodes) = (seconds / count, nodes as f64 / count);
    Ok(report)
}

/// A line of a file: its number, the position, the score it says.
pub(crate) type Line<S> = (usize, S, i32);

/// All lines: what is wrong with the last one is said before the first one is solved.
pub(crate) fn read_lines<G: Game>(
    table: &Table<G>,
    lines: &[(usize, String)],
) -> Result<Vec<Line<G::State>>, LabError> {
    let read = |(line, text): &(usize, String)| {
        let (state, score) =
            read_line(table, text).map_err(|what| LabError::PositionFile { line: *line, what })?;
        Ok((*line, state, score))
    };
    lines.iter().map(read).collect()
}

/// The position of a line, and the score it says.
fn read_line<G: Game>(table: &Table<G>, line: &str) -> Result<(G::State, i32), String> {
    let example = "a line is the moves, a space and the score, like `4433 1`";
    let (moves, score) = line
        .rsplit_once(char::is_whitespace)
        .ok_or_else(|| format!("`{line}` is not MOVES SCORE; {example}"))?;
    let score = score.trim().parse().map_err(|_| format!("`{score}` is not a score; {example}"))?;
    Ok((position(table, moves)?, score))
}

/// The state after moves written one after the other, with or without spaces.
fn position<G: Game>(table: &Table<G>, moves: &str) -> Result<G::State, String> {
    let game = &*table.game;
    let mut state = table.start.clone();
    let words: Vec<&str> = moves.split_whitespace().collect();
    let apart = words.len() == 1 && parse_legal(game, &state, words[0]).is_none();
    let letters: Vec<String> = moves.trim().chars().map(String::from).collect();
    let texts: Vec<&str> = if apart { letters.iter().map(String::as_str).collect() } else { words };
    for (at, text) in texts.iter().enumerate() {
        if !matches!(game.turn(&state), Turn::Seat(_)) {
            return Err(format!("the match is over before move {} `{text}`", at + 1));
        }
        let chosen = parse_legal(game, &state, text).ok_or_else(|| {
            let legal = legal_texts(game, &state).join(" ");
            format!("move {} `{text}` is not legal; legal: {legal}", at + 1)
        })?;
        game.play(&mut state, chosen);
    }
    match game.turn(&state) {
        Turn::Seat(_) => Ok(state),
        _ => Err("the match is over after these moves".into()),
    }
}
