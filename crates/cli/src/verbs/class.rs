//! `tournament GAME --folder`: a class of programs, its league and its marks.

use super::game_request;
use super::list::table;
use super::playtest::with_openings;
use super::runs::create_for;
use crate::args::{ClassArgs, Common, TournamentArgs};
use crate::interrupt::{STOP, watch_the_interrupt_key};
use crate::output::{Answer, Out};
use crate::progress::Progress;
use anyhow::Context;
use ludometer_lab::{ClassConduct, ClassRequest, ClassResult, Marks, run_class, write_marks};
use serde_json::json;
use std::path::{Path, PathBuf};

pub fn class(
    folder: &Path,
    typed: &TournamentArgs,
    common: &Common,
    out: &mut Out,
) -> anyhow::Result<Answer> {
    let game = with_openings(game_request(&typed.game)?, typed.openings.as_deref())?;
    let named = folder.file_name().unwrap_or_default().to_string_lossy();
    let place = common.out.clone();
    let place = place.unwrap_or_else(|| PathBuf::from("runs").join(format!("class-{named}")));
    // What cannot be written is worth saying before anything is played. A class that goes on has marks of its own.
    if let Some(path) = typed.class.csv.as_ref().filter(|path| !path.exists() || !place.exists()) {
        drop(create_for(path, "--csv")?);
        std::fs::remove_file(path)?;
    }
    let request = ClassRequest {
        folder: folder.to_owned(),
        bots: if typed.agents.is_empty() { vec!["random".into()] } else { typed.agents.clone() },
        pairs: typed.pairs,
        qualifying: typed.class.qualifying,
        limits: limits(&typed.class),
        seed: common.seed,
        out: place.join(if common.dry_run { "dry-run" } else { "" }),
        dry: common.dry_run,
        game,
    };
    watch_the_interrupt_key()?;
    let mut progress = Progress::new(out.quiet);
    // More programs at once than there are cores would take each other's time.
    let how = ClassConduct { threads: common.threads(), cancel: &STOP, observer: &mut progress };
    let result = run_class(&request, how)?;
    if let Some(path) = &typed.class.csv {
        let mut bytes = Vec::new();
        let written = write_marks(&result.marks, &mut bytes).and_then(|()| std::fs::write(path, bytes));
        written.with_context(|| format!("{}: the marks cannot be written", path.display()))?;
    }
    if out.json {
        out.json(&json!({"marks": result.marks, "league": result.league, "folder": result.folder}))?;
    } else {
        print(&result, &request, typed.class.csv.as_deref(), out)?;
    }
    Ok(Answer::Yes)
}

/// What a program may take, as an agent is told.
fn limits(class: &ClassArgs) -> String {
    let typed = [
        class.move_time.map(|seconds| format!("move={seconds}")),
        class.match_time.map(|seconds| format!("match={seconds}")),
        class.megabytes.map(|megabytes| format!("memory={megabytes}")),
    ];
    typed.into_iter().flatten().collect::<Vec<_>>().join(",")
}

/// A remark that fits a table; the log has all of it.
fn shortened(remark: &str) -> String {
    const MOST: usize = 80;
    match remark.chars().count() {
        0..=MOST => remark.to_owned(),
        _ => remark.chars().take(MOST - 1).chain(['…']).collect(),
    }
}

fn print(
    result: &ClassResult,
    request: &ClassRequest,
    csv: Option<&Path>,
    out: &mut Out,
) -> anyhow::Result<()> {
    let mut rows =
        table(&["place", "name", "author", "rating", "won", "drawn", "lost", "forfeits", "remarks"]);
    for marks in &result.marks {
        let Marks { place, name, author, rating, league, forfeits, why, .. } = marks;
        rows.add_row([
            place.map_or_else(|| "–".to_owned(), |place| place.to_string()),
            name.clone(),
            author.clone(),
            rating.map_or_else(
                || "–".to_owned(),
                |rating| format!("{:+.0} ({:+.0} to {:+.0})", rating.value, rating.low, rating.high),
            ),
            league[0].to_string(),
            league[1].to_string(),
            league[2].to_string(),
            forfeits.to_string(),
            shortened(why.lines().next().unwrap_or_default()),
        ]);
    }
    out.line(rows)?;
    let fixed = result.league.iter().flat_map(|league| league.agents.iter().enumerate());
    for (at, bot) in fixed.filter(|(_, standing)| request.bots.contains(&standing.agent)) {
        out.line(format!("{} is in place {} with {:+.0}.", bot.agent, at + 1, bot.rating.value))?;
    }
    out.line(format!("Logs: {}", request.out.join("logs").display()))?;
    if let Some(folder) = &result.folder {
        out.line(format!("League: {}", folder.join("report.html").display()))?;
    }
    if let Some(csv) = csv {
        out.line(format!("Marks: {}", csv.display()))?;
    }
    Ok(())
}
