//! The report of a run: verdicts, charts, sample matches drawn on the board.

use crate::LabError;
use crate::conduct::{measure, summary_bytes};
use crate::house::{House, open};
use crate::job::Job;
use crate::replay::ReplayStep;
use ludometer_metrics::Summary;
use ludometer_record::folder::{REPORT, SUMMARY, write_atomically};
use ludometer_record::{MatchRecord, Run, RunFolder};
use ludometer_report::{ReportInput, SampleMatch, Step, report_html, verdicts};
use std::path::{Path, PathBuf};

/// The text of `report.html`.
pub(crate) fn page(house: &dyn House, job: &Job, run: &Run, summary: &Summary) -> String {
    let input = ReportInput {
        summary,
        verdicts: &verdicts(summary),
        samples: &samples(house, run),
        command: &job.command,
        notes: &job.longer,
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
    let (job, house) = reopen(&folder)?;
    let (summary, problems) = measure(&run);
    let page = page(&*house, &job, &run, &summary);
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

/// A recorded match, step by step, with a warning if it cannot be redrawn to its end.
///
/// # Errors
/// When the folder is not a run or has no such match.
pub fn replay_match(
    path: &Path,
    number: u64,
) -> Result<(MatchRecord, Vec<ReplayStep>, Option<String>), LabError> {
    let folder = RunFolder::open(path)?;
    let run = Run::open(path)?;
    let (_, house) = reopen(&folder)?;
    let found = run.get(number).map_err(|problem| LabError::Usage(problem.to_string()))?;
    let record = found.ok_or_else(|| {
        LabError::Usage(format!("{} has no match {number}; it has {}", path.display(), run.count()))
    })?;
    let (steps, warning) = house.replay(&record, run.names());
    Ok((record, steps, warning))
}

fn reopen(folder: &RunFolder) -> Result<(Job, Box<dyn House>), LabError> {
    let file = folder.file(ludometer_record::folder::JOB);
    let text = folder.job()?.ok_or_else(|| LabError::JobFile {
        path: file.clone(),
        cause: "the file is missing; without it nobody knows which rules to draw".into(),
    })?;
    let job = Job::from_toml(&text, file)?;
    let house = open(&job.request.game, job.request.seed)?;
    Ok((job, house))
}

/// A typical match, the shortest and the longest of the strongest agent against itself.
fn samples(house: &dyn House, run: &Run) -> Vec<SampleMatch> {
    let groups = &run.header().groups;
    let Some(group) = groups.iter().rposition(ludometer_record::Group::is_self_play) else {
        return Vec::new();
    };
    let mut problems = Vec::new();
    let mut all: Vec<MatchRecord> =
        run.whole(&mut problems).filter(|record| record.group as usize == group).collect();
    all.sort_by_key(|record| (record.decisions(), record.number));
    let picks =
        [("A typical match", all.len() / 2), ("The shortest", 0), ("The longest", all.len().wrapping_sub(1))];
    let mut chosen: Vec<(String, usize)> = Vec::new();
    for (title, index) in picks {
        if index < all.len() && chosen.iter().all(|(_, taken)| *taken != index) {
            chosen.push((title.to_owned(), index));
        }
    }
    let draw = |(title, index): (String, usize)| {
        let record = &all[index];
        let (steps, _) = house.replay(record, run.names());
        let caption = format!(
            "Match {} of {}: {} moves, ended by {}.",
            record.number,
            groups[group].name,
            record.decisions(),
            run.names().text(record.because)
        );
        let step = |step: ReplayStep| Step { caption: step.caption, scene: step.scene };
        SampleMatch { title, caption, steps: steps.into_iter().map(step).collect() }
    };
    chosen.into_iter().map(draw).collect()
}
