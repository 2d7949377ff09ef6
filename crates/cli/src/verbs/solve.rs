//! `solve`: exact values.

use super::list::table;
use super::{open_game, style};
use crate::args::{Common, SolveArgs};
use crate::interrupt::{asked_to_stop, watch_the_interrupt_key};
use crate::output::{Answer, Out};
use crate::progress::Counter;
use anyhow::{Context, bail};
use ludometer_lab::show::scene_text;
use ludometer_lab::{House, LabError, Reached, Solution, SolvedFile, Solving, Unsolved};
use std::path::Path;

pub fn solve(typed: &SolveArgs, common: &Common, out: &mut Out) -> anyhow::Result<Answer> {
    let house = open_game(&typed.game, common)?;
    watch_the_interrupt_key()?;
    match &typed.file {
        Some(_) if typed.table.is_some() => {
            bail!(
                "--file measures each position from an empty table; leave --table out (--skip N goes on with a file)"
            )
        }
        Some(file) => solve_file(&*house, typed, file, common.dry_run, out),
        None => solve_position(&*house, typed, common, out),
    }
}

/// The memory for positions already solved.
fn bytes(typed: &SolveArgs) -> usize {
    (typed.memory as usize) << 20
}

/// Whether to go on: not once the user asks to stop, and not at all in a dry run.
fn goes_on(dry: bool) -> bool {
    !asked_to_stop() && !dry
}

fn solve_position(
    house: &dyn House,
    typed: &SolveArgs,
    common: &Common,
    out: &mut Out,
) -> anyhow::Result<Answer> {
    let mut counter = Counter::new(out.quiet, "positions");
    let mut go_on = |reached: Reached| {
        counter.count(reached.nodes, "");
        goes_on(common.dry_run)
    };
    let mut how = Solving { memory: bytes(typed), table: typed.table.clone(), go_on: &mut go_on };
    let solved = house.solve(common.seed, &mut how);
    drop(counter);
    let solution = match solved {
        Err(LabError::Unsolved(Unsolved::Stopped) | LabError::SolvingKept(_)) if common.dry_run => {
            return dry_run(out);
        }
        other => other?,
    };
    if out.json {
        out.json(&serde_json::to_value(&solution)?)?;
    } else {
        print(house, &solution, out)?;
    }
    match &solution.not_kept {
        Some(why) => bail!("the answer stands, but what was learnt on the way is lost: {why}"),
        None => Ok(Answer::Yes),
    }
}

fn dry_run(out: &mut Out) -> anyhow::Result<Answer> {
    out.line("A dry run: everything is in place; nothing was solved to its end.")?;
    Ok(Answer::Yes)
}

fn solve_file(
    house: &dyn House,
    typed: &SolveArgs,
    file: &Path,
    dry: bool,
    out: &mut Out,
) -> anyhow::Result<Answer> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let numbered = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim().to_owned()));
    let written = numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let most = typed.first.unwrap_or(u64::MAX) as usize;
    let lines: Vec<(usize, String)> = written.skip(typed.skip as usize).take(most).collect();
    if lines.is_empty() {
        let after = if typed.skip > 0 { format!(" after the first {}", typed.skip) } else { String::new() };
        bail!("{} holds no positions{after}; a line is MOVES SCORE", file.display());
    }
    let mut counter = Counter::new(out.quiet, "positions looked at");
    let mut go_on = |reached: Reached| {
        counter.count(reached.nodes, &format!("; {} of {} solved", reached.solved, lines.len()));
        goes_on(dry)
    };
    let mut how = Solving { memory: bytes(typed), table: None, go_on: &mut go_on };
    let report = house.solve_file(&lines, &mut how).with_context(|| file.display().to_string())?;
    drop(counter);
    if dry && report.solved < report.positions {
        return dry_run(out);
    }
    answer_file(&report, typed.skip, out)
}

fn answer_file(report: &SolvedFile, skipped: u64, out: &mut Out) -> anyhow::Result<Answer> {
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
        bail!(
            "stopped after {} of {} positions; --skip {} goes on from there",
            report.solved,
            report.positions,
            skipped + report.solved
        );
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
