//! How a run goes: a bar on a terminal, a plain line now and then elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ludometer_lab::{Job, MatchRecord, Observer, Watch};
use std::io::{IsTerminal, Write, stderr};
use std::path::Path;
use std::time::{Duration, Instant};

/// Prints a line of talk; nobody minds if it cannot be shown.
macro_rules! talk {
    ($($words:tt)*) => {
        let _ = writeln!(stderr(), $($words)*);
    };
}

/// Between two plain lines.
const SILENCE: Duration = Duration::from_secs(5);

/// "1458/s".
fn whole_rate(state: &indicatif::ProgressState, out: &mut dyn std::fmt::Write) {
    let _ = write!(out, "{:.0}/s", state.per_sec());
}

/// Shows a number that grows, where nobody knows how far.
pub struct Counter {
    bar: Option<ProgressBar>,
    quiet: bool,
    unit: &'static str,
    last_line: Instant,
}

impl Counter {
    pub fn new(quiet: bool, unit: &'static str) -> Self {
        let bar = (!quiet && stderr().is_terminal()).then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
            let style = format!("{{spinner}} {{human_pos}} {unit}, {{rate}}, {{elapsed}}{{msg}}");
            bar.with_style(
                ProgressStyle::with_template(&style)
                    .unwrap_or_else(|_| ProgressStyle::default_spinner())
                    .with_key("rate", whole_rate),
            )
        });
        Counter { bar, quiet, unit, last_line: Instant::now() }
    }

    /// `note` is what else there is to say, put behind.
    pub fn count(&mut self, reached: u64, note: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(note.to_owned());
            bar.set_position(reached);
        } else if !self.quiet && self.last_line.elapsed() > SILENCE {
            self.last_line = Instant::now();
            talk!("{reached} {}{note}", self.unit);
        }
    }
}

impl Drop for Counter {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// Between two plain lines about a part of a work whose parts are lines themselves.
const LONG_SILENCE: Duration = Duration::from_secs(30);

/// Shows what is being done between two marks of a long work.
pub struct Stage {
    quiet: bool,
    bar: Option<ProgressBar>,
    what: String,
    last_line: Instant,
}

impl Stage {
    pub fn new(quiet: bool) -> Self {
        Stage { quiet, bar: None, what: String::new(), last_line: Instant::now() }
    }

    /// So much of it is done; a total of 0 is not known.
    pub fn show(&mut self, what: &str, done: u64, total: u64) {
        if !self.quiet && stderr().is_terminal() {
            if self.what != what {
                self.clear();
                what.clone_into(&mut self.what);
            }
            let bar = self.bar.get_or_insert_with(|| stage_bar(what, total));
            bar.set_position(done);
        } else if !self.quiet && total > 0 && self.last_line.elapsed() > LONG_SILENCE {
            self.last_line = Instant::now();
            talk!("          {what}: {done} of {total}");
        }
    }

    /// Makes room for a line of talk.
    pub fn clear(&mut self) {
        self.last_line = Instant::now();
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.clear();
    }
}

fn stage_bar(what: &str, total: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(5));
    let style = if total > 0 { "{bar:24} {msg}: {pos} of {len}, {eta} left" } else { "{spinner} {msg}" };
    bar.set_style(ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.with_message(what.to_owned())
}

/// Shows the rate, the time left and the live estimate.
pub struct Progress {
    quiet: bool,
    bar: Option<ProgressBar>,
    began: Instant,
    last_line: Instant,
    total: u64,
    before: u64,
    done: u64,
    /// Matches between equals, and what the first seat took of them as twice wins plus draws.
    counted: u64,
    first_seat: u64,
    seats: usize,
}

impl Progress {
    pub fn new(quiet: bool) -> Self {
        let now = Instant::now();
        Progress {
            quiet,
            bar: None,
            began: now,
            last_line: now,
            total: 0,
            before: 0,
            done: 0,
            counted: 0,
            first_seat: 0,
            seats: 0,
        }
    }

    /// "first seat takes 54 % ±3 of the points".
    fn estimate(&self) -> String {
        if self.counted == 0 || self.seats < 2 {
            return String::new();
        }
        let n = self.counted as f64;
        let share = self.first_seat as f64 / 2.0 / n;
        let half = 1.96 * (share * (1.0 - share) / n).sqrt();
        format!("seat 1 scores {:.0} % ±{:.0} among equals", 100.0 * share, 100.0 * half.max(0.5 / n))
    }
}

impl Observer for Progress {
    fn began(&mut self, total: u64, before: u64) {
        // One after the other, where a work is several runs.
        (self.total, self.before, self.done, self.began) = (total, before, 0, Instant::now());
        (self.counted, self.first_seat) = (0, 0);
        if self.quiet {
            return;
        }
        if before == total && total > 0 {
            talk!("all {total} matches were played before");
        } else if before > 0 {
            talk!("{before} of {total} matches were finished before; going on");
        }
        if stderr().is_terminal() && before < total {
            let style = "{bar:24} {pos}/{len} matches, {rate}, {eta} left; {msg}";
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(5));
            bar.set_style(
                ProgressStyle::with_template(style)
                    .unwrap_or_else(|_| ProgressStyle::default_bar())
                    .with_key("rate", whole_rate),
            );
            bar.set_position(before);
            bar.reset_eta();
            self.bar = Some(bar);
        }
    }

    fn finished(&mut self, record: &MatchRecord) {
        self.done += 1;
        self.seats = record.places.len();
        // A match between different agents says more about them than about the seats.
        if record.is_finished() && record.agents.iter().all(|agent| *agent == record.agents[0]) {
            let tie = record.places.iter().all(|place| *place == 1);
            self.first_seat += if tie { 1 } else { 2 * u64::from(record.places[0] == 1) };
            self.counted += 1;
        }
        if let Some(bar) = &self.bar {
            bar.set_message(self.estimate());
            bar.inc(1);
        } else if !self.quiet && self.last_line.elapsed() > SILENCE {
            self.last_line = Instant::now();
            let rate = self.done as f64 / self.began.elapsed().as_secs_f64();
            let left = (self.total - self.before - self.done) as f64 / rate;
            let finished = self.before + self.done;
            talk!("{finished}/{} matches, {rate:.0}/s, {left:.0} s left; {}", self.total, self.estimate());
        }
    }

    fn ended(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Watch for Progress {
    fn planned(&mut self, job: &Job, lines: &[String], folder: &Path) {
        if self.quiet {
            return;
        }
        talk!("Plan (kept in {}):", folder.join("job.toml").display());
        for line in lines {
            talk!("  {line}");
        }
        for question in job.open_questions() {
            talk!("  needs longer: {question}");
        }
    }
}
