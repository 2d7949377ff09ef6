//! The match memory of `self-play` as a table: a row for each turn.

use crate::LabError;
use ludometer_learn::alphazero::MatchMemory;
use ludometer_learn::{MATCHES, MemoryFolder};
use ludometer_report::CsvLine;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

/// Writes the turns of all matches of a memory.
///
/// # Errors
/// When the folder is no memory, a line does not read, or writing fails.
pub fn write_turns(folder: &Path, out: &mut dyn Write) -> Result<(), LabError> {
    if !MemoryFolder::is_one(folder) {
        return Err(LabError::Usage(format!(
            "{} keeps positions alone, no matches: --csv or --jsonl; `ludometer self-play` keeps matches",
            folder.display()
        )));
    }
    // Where moves have no numbers a turn has as many qualities as moves; a table would be ragged.
    let actions = Some(MemoryFolder::open(folder)?.info.actions).filter(|actions| *actions > 1).unwrap_or(0);
    let path = folder.join(MATCHES);
    let read = |cause| LabError::File { path: path.clone(), cause };
    let lines = BufReader::new(File::open(&path).map_err(read)?).lines();
    for (number, line) in lines.enumerate() {
        let one: MatchMemory = serde_json::from_str(&line.map_err(read)?)
            .map_err(|error| LabError::Usage(format!("{}:{}: {error}", path.display(), number + 1)))?;
        if number == 0 {
            head(&one, actions).end(out).map_err(LabError::Output)?;
        }
        for line in lines_of(&one, actions) {
            line.end(out).map_err(LabError::Output)?;
        }
    }
    Ok(())
}

/// Names of the columns.
fn head(one: &MatchMemory, actions: usize) -> CsvLine {
    let state = one.turns.first().map_or(0, |turn| turn.state.len());
    let mut line = CsvLine::default();
    for name in ["match", "turn", "player", "before", "move", "picked"] {
        line.text(name);
    }
    for (name, count) in [("points", one.points.len()), ("quality", actions), ("state", state)] {
        for at in 1..=count {
            line.text(&format!("{name}_{at}"));
        }
    }
    line
}

fn lines_of(one: &MatchMemory, actions: usize) -> impl Iterator<Item = CsvLine> + '_ {
    one.turns.iter().zip(1..).map(move |(turn, number)| {
        let mut line = CsvLine::default();
        line.number(one.number).number(number).number(turn.player).maybe(turn.before);
        line.text(&turn.text).number(turn.picked);
        for points in &one.points {
            line.number(points);
        }
        for quality in turn.qualities.iter().take(actions) {
            line.maybe(*quality);
        }
        for input in &turn.state {
            line.number(input);
        }
        line
    })
}
