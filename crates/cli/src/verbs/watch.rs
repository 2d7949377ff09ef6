//! `check --watch`: checks a rules file again whenever it, or a spreadsheet beside it, is saved.

use super::check::examine;
use super::check_report;
use crate::args::{Common, GameArgs};
use crate::output::{Answer, Out};
use anyhow::Context;
use ludometer_lab::RULES_ENDING;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Between two looks at the files.
const LOOK: Duration = Duration::from_millis(100);

/// Random matches of a check where nobody says: who waits wants an answer soon.
const MATCHES: u64 = 25;

/// When the files were saved last, and how long they are.
type Saved = BTreeMap<PathBuf, (SystemTime, u64)>;

/// Checks until the interrupt key.
pub fn watch(
    game: &GameArgs,
    matches: Option<u64>,
    common: &Common,
    out: &mut Out,
) -> anyhow::Result<Answer> {
    let path = Path::new(&game.game);
    anyhow::ensure!(
        path.is_file() && game.game.ends_with(RULES_ENDING),
        "--watch looks at a rules file on disk, and there is no {}; ludometer new {} begins one",
        path.display(),
        if game.game.ends_with(RULES_ENDING) { &game.game } else { "my-game.luau" },
    );
    // There is nothing to save, so that a check need not be finished.
    ctrlc::set_handler(|| std::process::exit(0)).context("the interrupt key cannot be watched")?;
    let (mut seen, mut checked) = (saved(path), None);
    let mut number = 0;
    loop {
        // A file that is being written is looked at when it has come to rest.
        let now = saved(path);
        if now == seen && now.contains_key(path) && checked.as_ref() != Some(&now) {
            number += 1;
            show(game, matches.unwrap_or(MATCHES), common, number, out)?;
            checked = Some(now);
        } else {
            seen = now;
            std::thread::sleep(LOOK);
        }
    }
}

/// One check. What cannot be checked now may be mended a moment later.
fn show(game: &GameArgs, matches: u64, common: &Common, number: u64, out: &mut Out) -> anyhow::Result<()> {
    let report = examine(game, matches, common, out);
    if out.json {
        match report {
            Ok(report) => out.line(serde_json::to_value(&report)?)?,
            Err(error) => out.error(&error.to_string()),
        }
        return Ok(());
    }
    out.wipe()?;
    out.line(format!("— check {number} of {} —", game.game))?;
    match report {
        Ok(report) => check_report::show(&report, out)?,
        Err(error) => out.error(&error.to_string()),
    }
    out.line("")?;
    out.say("Save the file to check it again; Ctrl-C ends.");
    Ok(())
}

/// The rules file, where it is there, and the spreadsheets beside it.
fn saved(path: &Path) -> Saved {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let sheets = beside.filter(|file| file.extension().is_some_and(|end| end == "csv"));
    let stamp = |file: PathBuf| {
        let about = std::fs::metadata(&file).ok()?;
        Some((file, (about.modified().ok()?, about.len())))
    };
    std::iter::once(path.to_owned()).chain(sheets).filter_map(stamp).collect()
}
