//! `solve`: exact values.

use super::list::table;
use super::{open_game, style};
use crate::args::{Common, SolveArgs};
use crate::output::{Answer, Out};
use crate::progress::Counter;
use anyhow::{Context, bail};
use ludometer_lab::show::scene_text;
use ludometer_lab::{House, LabError, Solution, SolvedFile, Solving, Unsolved};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set when the user asks to stop; what was learnt is kept where --table names a file.
static STOP: AtomicBool = AtomicBool::new(false);

pub fn solve(typed: &SolveArgs, common: &Common, out: &mut Out) -> anyhow::Result<Answer> {
    let house = open_game(&typed.game, common)?;
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .context("the interrupt key cannot be watched")?;
    let mut counter = Counter::new(out.quiet, "positions");
    let dry = common.dry_run;
    let mut go_on = |nodes| {
        counter.count(nodes);
        !STOP.load(Ordering::Relaxed) && !dry
    };
    let memory = (typed.memory as usize) << 20;
    let mut how = Solving { memory, table: typed.table.clone(), go_on: &mut go_on };
    if let Some(file) = &typed.file {
        if typed.table.is_some() {
            bail!("--file measures each position from an empty table; leave --table out");
        }
        let report = solve_file(&*house, file, typed.first, &mut how)?;
        drop(counter);
        return answer_file(&report, out);
    }
    let solution = match house.solve(common.seed, &mut how) {
        Err(LabError::Unsolved(Unsolved::Stopped)) if dry => {
            drop(counter);
            out.line("A dry run: everything is in place; the position was not solved.")?;
            return Ok(Answer::Yes);
        }
        other => other?,
    };
    drop(counter);
    if out.json {
        out.json(&serde_json::to_value(&solution)?)?;
    } else {
        print(&*house, &solution, out)?;
    }
    Ok(Answer::Yes)
}

fn solve_file(
    house: &dyn House,
    file: &Path,
    first: Option<usize>,
    how: &mut Solving<'_>,
) -> anyhow::Result<SolvedFile> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let numbered = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim().to_owned()));
    let written = numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let lines: Vec<(usize, String)> = written.take(first.unwrap_or(usize::MAX)).collect();
    if lines.is_empty() {
        bail!("{} holds no positions; a line is MOVES SCORE", file.display());
    }
    house.solve_file(&lines, how).with_context(|| file.display().to_string())
}

fn answer_file(report: &SolvedFile, out: &mut Out) -> anyhow::Result<Answer> {
    if out.json {
        out.json(&serde_json::to_value(report)?)?;
    } else {
        out.line(format!(
            "{} of {} positions solved, {} as the file says; {:.1} µs of CPU and {:.0} nodes for each",
            report.solved,
            report.positions,
            report.exact,
            1e6 * report.mean_seconds,
            report.mean_nodes
        ))?;
        for (line, ours, theirs) in &report.wrong {
            out.line(format!("line {line}: {ours}, the file says {theirs}"))?;
        }
    }
    if report.solved < report.positions {
        bail!("stopped after {} of {} positions", report.solved, report.positions);
    }
    Ok(if report.wrong.is_empty() { Answer::Yes } else { Answer::No })
}

fn print(house: &dyn House, solution: &Solution, out: &mut Out) -> anyhow::Result<()> {
    out.line(scene_text(&solution.scene, style()))?;
    let word = match solution.value {
        1 => "wins",
        0 => "draws",
        _ => "loses",
    };
    let points = if house.info().bounds == (-1.0, 1.0) && solution.points.fract() == 0.0 {
        String::new()
    } else {
        format!(" ({} points)", solution.points)
    };
    let score = solution.score.map_or_else(String::new, |score| format!(", score {score}"));
    out.line(format!(
        "{} to move {word} with best play{points}{score}; {} positions looked at",
        solution.to_move, solution.nodes
    ))?;
    let mut moves = table(&["move", "value", "score", ""]);
    for known in &solution.moves {
        let best = if solution.best.contains(&known.text) { "best" } else { "" };
        moves.add_row([
            known.text.clone(),
            format!("{}", known.points),
            known.score.map_or_else(|| "-".into(), |score| score.to_string()),
            best.into(),
        ]);
    }
    out.line(moves)?;
    Ok(())
}
