//! What was noticed about one submission of a class, and the marks of all as a table.

use crate::LabError;
use crate::class::Marks;
use ludometer_record::{Ending, MatchRecord, Run};
use ludometer_report::CsvLine;
use ludometer_stats::Estimate;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Of one kind of failure so many are told.
const TOLD: usize = 20;

/// A match that was lost by failing.
pub struct Failure {
    /// The match.
    pub number: u64,
    /// What happened.
    pub what: String,
}

/// The log of one submission.
pub struct Log {
    name: String,
    path: PathBuf,
    text: String,
}

impl Log {
    /// The log of a submission, in the folder of the class.
    pub fn new(out: &Path, name: &str) -> Log {
        let path = out.join("logs").join(format!("{name}.txt"));
        Log { name: name.to_owned(), path, text: format!("{name}\n") }
    }

    /// The name of the submission's folder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it is written.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds something.
    pub fn say(&mut self, text: &str) {
        self.text.push_str(text.trim_end());
        self.text.push('\n');
    }

    /// Adds how a pairing went.
    pub fn pairing(&mut self, opponent: &str, score: Option<&Estimate>, failures: &[Failure]) {
        let scored = score.map_or_else(String::new, |score| {
            let percent = |share: f64| 100.0 * share;
            let (low, high) = (percent(score.low), percent(score.high));
            format!(": {:.1} % ({low:.1} to {high:.1}) of {} matches", percent(score.value), score.n)
        });
        self.say(&format!("\nAgainst {opponent}{scored}; {} forfeited", failures.len()));
        for failure in failures.iter().take(TOLD) {
            self.say(&format!("  match {}: {}", failure.number, failure.what));
        }
        if failures.len() > TOLD {
            self.say(&format!("  and {} more", failures.len() - TOLD));
        }
    }

    /// Writes it.
    pub fn write(&self) -> Result<(), LabError> {
        let failed = |cause| LabError::File { path: self.path.clone(), cause };
        let folder = self.path.parent().map_or(Ok(()), std::fs::create_dir_all);
        folder.and_then(|()| std::fs::write(&self.path, &self.text)).map_err(failed)
    }
}

/// The agent that lost a match by failing.
pub fn forfeited_by(record: &MatchRecord) -> Option<usize> {
    // The evidence begins with who failed: "seat 2 forfeits: …".
    let what = &record.evidence.as_ref().filter(|_| record.ending == Ending::Forfeit)?.what;
    let seat: usize = what.strip_prefix("seat ")?.split(' ').next()?.parse().ok()?;
    record.agents.get(seat.checked_sub(1)?).map(|agent| usize::from(*agent))
}

/// The matches of a run that an agent lost by failing.
pub fn forfeits_of(folder: &Path, agent: &str) -> Result<Vec<Failure>, LabError> {
    let run = Run::open(folder)?;
    let who = run.header().agents.iter().position(|known| known.spec == agent);
    let mut problems = Vec::new();
    let forfeited = run.whole(&mut problems).filter(|record| record.ending == Ending::Forfeit);
    let own = forfeited.filter(|record| who.is_some() && forfeited_by(record) == who);
    let told = |record: MatchRecord| Failure {
        number: record.number,
        what: record.evidence.map(|evidence| evidence.what).unwrap_or_default(),
    };
    Ok(own.map(told).collect())
}

/// Writes the marks of a class: a line for each submission.
///
/// # Errors
/// When it cannot be written.
pub fn write_marks(marks: &[Marks], out: &mut dyn Write) -> io::Result<()> {
    let bots: Vec<&str> = marks
        .iter()
        .max_by_key(|marks| marks.against.len())
        .map(|marks| marks.against.iter().map(|(bot, _)| bot.as_str()).collect())
        .unwrap_or_default();
    let mut head = CsvLine::default();
    for word in ["place", "name", "author", "qualified", "why"] {
        head.text(word);
    }
    for bot in &bots {
        head.text(&format!("score against {bot}")).text("low").text("high");
    }
    for word in ["forfeits", "rating", "rating low", "rating high", "won", "drawn", "lost", "log"] {
        head.text(word);
    }
    head.end(out)?;
    for one in marks {
        let mut line = CsvLine::default();
        line.maybe(one.place.as_ref()).text(&one.name).text(&one.author);
        line.text(if one.qualified { "yes" } else { "no" }).text(&one.why);
        for bot in &bots {
            let score = one.against.iter().find(|(known, _)| known == bot).map(|(_, score)| score);
            let share = |read: fn(&Estimate) -> f64| score.map(|score| format!("{:.4}", read(score)));
            line.maybe(share(|score| score.value)).maybe(share(|score| score.low));
            line.maybe(share(|score| score.high));
        }
        let elo =
            |read: fn(&Estimate) -> f64| one.rating.as_ref().map(|rating| format!("{:.1}", read(rating)));
        line.number(one.forfeits).maybe(elo(|rating| rating.value));
        line.maybe(elo(|rating| rating.low)).maybe(elo(|rating| rating.high));
        one.league.iter().for_each(|count| {
            line.number(count);
        });
        line.text(&one.log.to_string_lossy());
        line.end(out)?;
    }
    Ok(())
}
