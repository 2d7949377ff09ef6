//! `report`, `replay`, `export`: what to do with a run folder.

use super::bots::{open_any, read_bot};
use super::outcome::{headline, points};
use super::style;
use crate::args::{Common, ExportArgs};
use crate::output::{Answer, Out};
use anyhow::{Context, anyhow, bail};
use ludometer_lab::show::{remarks, scene_text, summary_text, verdicts};
use ludometer_lab::{
    Export, Format, LabError, Replay, ReplayStep, TABLE, TrainingMemory, onnx_of, redraw, replay_match,
    write_table, write_turns,
};
use owo_colors::OwoColorize;
use serde_json::json;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, ErrorKind, IsTerminal, Write, stdin};
use std::path::Path;

pub fn report(run: &Path, common: &Common, out: &mut Out) -> anyhow::Result<Answer> {
    if let Some(path) = common.out.as_deref().filter(|path| path.exists()) {
        bail!("{} exists already; choose another name for --out", path.display());
    }
    let (report, summary, problems) = redraw(run, common.out.as_deref())?;
    for problem in &problems {
        out.warn(problem);
    }
    let verdicts = verdicts(&summary);
    if out.json {
        out.json(&json!({
            "report": report, "verdicts": verdicts, "remarks": remarks(&summary), "summary": summary,
            "problems": problems,
        }))?;
        return Ok(Answer::Yes);
    }
    if !out.quiet {
        out.line(summary_text(&summary, &verdicts, style()))?;
    }
    out.line(format!("Report: {}", report.display()))?;
    Ok(Answer::Yes)
}

pub fn replay(run: &Path, number: u64, all: bool, out: &mut Out) -> anyhow::Result<Answer> {
    let replay = replay_match(run, number)?;
    let Replay { record, steps, warning, .. } = &replay;
    if out.json {
        let captions: Vec<&str> = steps.iter().map(|step| step.caption.as_str()).collect();
        out.json(&json!({
            "match": number, "steps": captions, "seats": replay.seats, "points": record.points,
            "places": record.places, "ending": record.ending.word(), "because": replay.ended.because,
            "warning": warning,
        }))?;
        return Ok(Answer::Yes);
    }
    let wait = !all && stdin().is_terminal();
    for (index, step) in steps.iter().enumerate() {
        show(index, steps.len(), step, out)?;
        if wait && index + 1 < steps.len() {
            out.prompt("Enter for the next move, q to stop: ")?;
            let mut line = String::new();
            if stdin().read_line(&mut line)? == 0 || line.trim() == "q" {
                return Ok(Answer::Yes);
            }
        }
    }
    if let Some(warning) = warning {
        out.warn(&format!("{warning}; the recording was made by another version of the rules"));
    }
    if let Some(evidence) = &record.evidence {
        out.line(format!("{} at ply {}: {}", record.ending.word(), evidence.ply, evidence.what))?;
    }
    if record.is_finished() {
        out.line(headline(&replay.ended, &replay.seats, replay.cooperative).bold())?;
    }
    out.line(points(&replay.ended, &replay.seats))?;
    Ok(Answer::Yes)
}

fn show(index: usize, steps: usize, step: &ReplayStep, out: &mut Out) -> anyhow::Result<()> {
    out.line(format!("{index}/{}: {}", steps - 1, step.caption))?;
    if !step.values.is_empty() {
        let values: Vec<String> = step.values.iter().map(|value| format!("{value:+.2}")).collect();
        out.line(format!("  the mover saw values {}", values.join(" ")))?;
    }
    Ok(out.line(scene_text(&step.scene, style()))?)
}

pub fn export(typed: &ExportArgs, common: &Common, out: &mut Out) -> anyhow::Result<Answer> {
    if let Some(file) = &typed.onnx {
        return export_onnx(&typed.run, file, common, out);
    }
    let chosen = [
        (typed.csv, Format::Csv),
        (typed.moves_csv, Format::MovesCsv),
        (typed.jsonl, Format::JsonLines),
        (typed.pdn, Format::Pdn),
    ];
    let Some((_, format)) = chosen.into_iter().find(|(wanted, _)| *wanted) else {
        bail!(
            "say what to write: --csv (matches), --moves-csv (moves), --jsonl (everything), --pdn (draughts) or \
             --onnx FILE (a bot that is a network)"
        );
    };
    if is_table(&typed.run) {
        return export_table(&typed.run, format, common, out);
    }
    if let Some(memory) = TrainingMemory::find(&typed.run)? {
        return export_memory(&typed.run, &memory, format, common, out);
    }
    let run = Export::open(&typed.run)?;
    run.allows(format)?;
    let problems = match &common.out {
        None => run.write(format, out.raw())?,
        Some(path) => {
            let mut file = BufWriter::new(create(path)?);
            let problems = run.write(format, &mut file)?;
            file.flush().with_context(|| format!("{} cannot be written", path.display()))?;
            problems
        }
    };
    for problem in problems {
        out.warn(&problem);
    }
    Ok(Answer::Yes)
}

/// The network of a bot.
fn export_onnx(bot: &Path, file: &Path, common: &Common, out: &mut Out) -> anyhow::Result<Answer> {
    if common.out.is_some() {
        bail!("--onnx names the file already; leave --out out");
    }
    let bytes = onnx_of(&bot.to_string_lossy())?;
    let mut written = create_for(file, "--onnx")?;
    written.write_all(&bytes).with_context(|| format!("{} cannot be written", file.display()))?;
    out.say(format!("{}: {} bytes", file.display(), bytes.len()));
    Ok(Answer::Yes)
}

/// Whether a place is that of a bot that is a table.
fn is_table(place: &Path) -> bool {
    read_bot(&place.to_string_lossy()).is_ok_and(|(_, bot)| bot.kind == TABLE)
}

/// What every action is worth to a Q-learner.
fn export_table(place: &Path, format: Format, common: &Common, out: &mut Out) -> anyhow::Result<Answer> {
    if format != Format::Csv {
        bail!("the table of a bot is written with --csv");
    }
    let (files, _, house) = open_any(&place.to_string_lossy(), &[], common.seed)?;
    let files = &files;
    let written = match &common.out {
        None => write_table(&*house, files, out.raw())?,
        Some(path) => {
            let mut file = BufWriter::new(create(path)?);
            let written = write_table(&*house, files, &mut file)?;
            file.flush().with_context(|| format!("{} cannot be written", path.display()))?;
            written
        }
    };
    if written.named < written.lines {
        let (without, all) = (written.lines - written.named, written.lines);
        out.say(format!(
            "{without} of {all} lines have no position and move: their states were not found again"
        ));
    }
    Ok(Answer::Yes)
}

/// What a network learnt or can learn from.
fn export_memory(
    folder: &Path,
    memory: &TrainingMemory,
    format: Format,
    common: &Common,
    out: &mut Out,
) -> anyhow::Result<Answer> {
    let write = |out: &mut dyn Write| match format {
        Format::Csv | Format::JsonLines => memory.write(format, out),
        Format::MovesCsv => write_turns(folder, out),
        Format::Pdn => Err(LabError::Usage(
            "a memory is written with --csv or --jsonl (positions) or --moves-csv (the turns of its matches)"
                .into(),
        )),
    };
    match &common.out {
        None => write(out.raw())?,
        Some(path) => {
            let mut file = BufWriter::new(create(path)?);
            write(&mut file)?;
            file.flush().with_context(|| format!("{} cannot be written", path.display()))?;
        }
    }
    Ok(Answer::Yes)
}

/// A new file; one that exists is never written over.
pub fn create(path: &Path) -> anyhow::Result<File> {
    create_for(path, "--out")
}

/// The same where another option names it.
pub fn create_for(path: &Path, option: &str) -> anyhow::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => {
            anyhow!("{} exists already; choose another name for {option}", path.display())
        }
        _ => anyhow::Error::from(error).context(format!("{} cannot be created", path.display())),
    })
}
