//! The report of a run: verdicts, charts, sample matches drawn on the board.

use crate::LabError;
use crate::conduct::{measure, summary_bytes};
use crate::house::House;
use crate::job::Job;
use crate::open::{open, open_recorded};
use crate::replay::ReplayStep;
use crate::session::Ended;
use crate::tactics;
use ludometer_game::{Game, Scene};
use ludometer_metrics::Summary;
use ludometer_record::folder::{REPORT, SUMMARY, write_atomically};
use ludometer_record::{Ending, MatchRecord, Run, RunFolder, SCHEMA};
use ludometer_report::{ReportInput, SampleMatch, Step, Tactics, report_html, verdicts};
use std::path::{Path, PathBuf};

/// The text of `report.html`. Without the game, or with another version of its rules, boards are not
/// drawn and the report says why.
pub(crate) fn page(house: Result<&dyn House, String>, job: &Job, run: &Run, summary: &Summary) -> String {
    let mut notes: Vec<String> = job.cut_short().into_iter().chain(job.open_questions()).collect();
    let planned = job.wanted().len() as u64;
    let whole: u64 = summary.groups.iter().map(|group| group.matches).sum();
    if whole < planned {
        notes.push(format!("this report: only {whole} of {planned} planned matches could be read; play on"));
    }
    if let Err(reason) = &house {
        notes.push(format!("the boards of sample matches: {reason}"));
    }
    let house = house.ok();
    let tactics = house.and_then(|house| tactics(house, run));
    let input = ReportInput {
        summary,
        verdicts: &verdicts(summary),
        tactics: tactics.as_ref(),
        samples: &samples(house, run),
        command: &job.command,
        notes: &notes,
    };
    report_html(&input)
}

/// Measures and draws a run again, in its folder or, if a file is named, in that file alone; returns
/// the report's path and what could not be read.
///
/// # Errors
/// When the folder is not a run, or the report cannot be written.
pub fn redraw(path: &Path, file: Option<&Path>) -> Result<(PathBuf, Summary, Vec<String>), LabError> {
    let folder = RunFolder::open(path)?;
    let run = Run::open(path)?;
    let (job, house) = reopen(&folder, &run)?;
    let (summary, problems) = measure(&run);
    let page = page(house.as_deref().map_err(Clone::clone), &job, &run, &summary);
    let report = match file {
        Some(file) => {
            let io = |cause| LabError::File { path: file.to_owned(), cause };
            write_atomically(file, page.as_bytes()).map_err(io)?;
            file.to_owned()
        }
        None => {
            folder.write(SUMMARY, summary_bytes(&summary))?;
            folder.write(REPORT, page)?
        }
    };
    Ok((report, summary, problems))
}

/// A recorded match, step by step.
#[derive(Clone, PartialEq, Debug)]
pub struct Replay {
    /// What was recorded.
    pub record: MatchRecord,
    /// The names of the seats.
    pub seats: Vec<String>,
    /// Whether all seats win or lose together.
    pub cooperative: bool,
    /// How it ended.
    pub ended: Ended,
    /// The steps.
    pub steps: Vec<ReplayStep>,
    /// Why it cannot be redrawn to its end, if it cannot.
    pub warning: Option<String>,
}

/// Reads a recorded match.
///
/// # Errors
/// When the folder is not a run or has no such match.
pub fn replay_match(path: &Path, number: u64) -> Result<Replay, LabError> {
    let folder = RunFolder::open(path)?;
    let run = Run::open(path)?;
    let (_, house) = reopen(&folder, &run)?;
    let found = run.get(number).map_err(|problem| LabError::Usage(problem.to_string()))?;
    let record = found.ok_or_else(|| {
        LabError::Usage(format!("{} has no match {number}; it has {}", path.display(), run.count()))
    })?;
    let (steps, warning) = match house {
        Ok(house) => house.replay(&record, run.names()),
        Err(reason) => (captions(&record, &run), Some(reason)),
    };
    let game = &run.header().game;
    let ended = Ended {
        points: record.points.clone(),
        places: record.places.clone(),
        because: run.names().text(record.because).to_owned(),
        broken: matches!(record.ending, Ending::Fault | Ending::Panic),
    };
    Ok(Replay { record, seats: game.seats.clone(), cooperative: game.cooperative, ended, steps, warning })
}

/// The job of a folder, and the game if this release has it in the version that was played; if not,
/// the reason.
#[expect(clippy::type_complexity, reason = "one caller needs the job, the other the game")]
pub(crate) fn reopen(
    folder: &RunFolder,
    run: &Run,
) -> Result<(Job, Result<Box<dyn House>, String>), LabError> {
    let file = folder.file(ludometer_record::folder::JOB);
    let text = folder.job()?.ok_or_else(|| LabError::JobFile {
        path: file.clone(),
        cause: "the file is missing; without it nobody knows how the run was made".into(),
    })?;
    let job = Job::from_toml(&text, file.clone())?;
    if job.schema > SCHEMA {
        let cause = format!("format {} is newer than this release reads", job.schema);
        return Err(LabError::JobFile { path: file, cause });
    }
    let header = run.header();
    let (request, seed) = (&job.request.game, job.request.seed);
    // A rules file may have changed or moved since; the run kept what it said.
    let opened = open_recorded(request, &header.game, seed).unwrap_or_else(|| open(request, seed));
    let house = match opened {
        Ok(house) if house.info().version == header.game.version => Ok(house),
        Ok(house) => Err(format!(
            "the match was played by version {} of the rules, this release has version {}; {} redraws it",
            header.game.version,
            house.info().version,
            header.program
        )),
        Err(error) => Err(format!("{error}; {} redraws it", header.program)),
    };
    Ok((job, house))
}

/// The moves of a match without its boards.
fn captions(record: &MatchRecord, run: &Run) -> Vec<ReplayStep> {
    let seats = &run.header().game.seats;
    let step = |ply: &ludometer_record::Ply| {
        let text = ply.legal.get(ply.chosen as usize).map_or("?", |option| run.names().text(option.text));
        let caption = match ply.actor.seat() {
            Some(seat) => format!("{} plays {text}", seats.get(seat).map_or("?", String::as_str)),
            None => format!("Chance: {text}"),
        };
        ReplayStep { caption, values: ply.values.clone(), scene: Scene::default() }
    };
    record.plies.iter().map(step).collect()
}

/// Tactics of a game whose players hide something from each other, or that tells its own cases: elsewhere hands are no
/// hands but whole matches, of which charts say more.
fn tactics(house: &dyn House, run: &Run) -> Option<Tactics> {
    let game = house.game();
    let told = game.traits().hidden || !game.cases().schema(&game).actions.is_empty();
    let found = told.then(|| tactics::of_run(house, run))?;
    (!found.situations.is_empty()).then_some(found)
}

/// A typical match, the shortest and the longest of the strongest agent against itself.
fn samples(house: Option<&dyn House>, run: &Run) -> Vec<SampleMatch> {
    let groups = &run.header().groups;
    let Some(group) = groups.iter().rposition(ludometer_record::Group::is_self_play) else {
        return Vec::new();
    };
    let mut problems = Vec::new();
    let mut lengths: Vec<(usize, u64)> = run
        .whole(&mut problems)
        .filter(|record| record.group as usize == group)
        .map(|record| (record.decisions(), record.number))
        .collect();
    lengths.sort_unstable();
    let last = lengths.len().saturating_sub(1);
    let mut chosen: Vec<(&str, u64)> = Vec::new();
    for (title, index) in [("A typical match", lengths.len() / 2), ("The shortest", 0), ("The longest", last)]
    {
        if let Some(&(_, number)) = lengths.get(index)
            && chosen.iter().all(|(_, taken)| *taken != number)
        {
            chosen.push((title, number));
        }
    }
    let draw = |(title, number): (&str, u64)| {
        let record = run.get(number).ok().flatten()?;
        let steps = match house {
            Some(house) => house.replay(&record, run.names()).0,
            None => captions(&record, run),
        };
        let caption = caption(&record, &groups[group].name, run.names().text(record.because));
        let step = |step: ReplayStep| Step { caption: step.caption, scene: step.scene };
        let steps = steps.into_iter().map(step).collect();
        Some(SampleMatch { title: title.to_owned(), number, caption, steps })
    };
    chosen.into_iter().filter_map(draw).collect()
}

/// Which match it is, how long it was and why it ended.
fn caption(record: &MatchRecord, agent: &str, because: &str) -> String {
    let ending = match because {
        "" => record.ending.word(),
        words => words,
    };
    let (number, length) = (record.number, record.decisions());
    let moves = if length == 1 { "move" } else { "moves" };
    // A match that simply came to its end needs no reason.
    let reason = if ending == "finished" { String::new() } else { format!(" Ending: {ending}.") };
    format!("Match {number}, {agent} in every seat: {length} {moves}.{reason}")
}
