//! Data on standard output, talk on standard error.

use anstream::{AutoStream, stderr, stdout};
use owo_colors::OwoColorize;
use serde_json::Value;
use std::fmt::Display;
use std::io::{self, IsTerminal, Stderr, Stdout, Write};

/// What a verb answers: exit code 0 or 1.
pub enum Answer {
    /// Done, or yes.
    Yes,
    /// Done, and the answer is no.
    No,
}

/// Where everything is printed. Colours are dropped where they are not wanted.
pub struct Out {
    out: AutoStream<Stdout>,
    err: AutoStream<Stderr>,
    /// Whether the answer is wanted in JSON.
    pub json: bool,
    /// Whether talk is unwanted.
    pub quiet: bool,
}

impl Out {
    pub fn new(json: bool, quiet: bool) -> Self {
        Out { out: stdout(), err: stderr(), json, quiet }
    }

    /// A line of the answer.
    pub fn line(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// A part of the answer without a line end, shown at once.
    pub fn prompt(&mut self, text: impl Display) -> io::Result<()> {
        write!(self.out, "{text}")?;
        self.out.flush()
    }

    /// Wipes the screen and what has scrolled off it, where there is a screen. This is no matter of
    /// taste, so it does not go the way of colours.
    pub fn wipe(&mut self) -> io::Result<()> {
        self.out.flush()?;
        let mut screen = io::stdout();
        if screen.is_terminal() {
            screen.write_all(b"\x1b[H\x1b[2J\x1b[3J")?;
            screen.flush()?;
        }
        Ok(())
    }

    /// The answer in JSON.
    pub fn json(&mut self, value: &Value) -> io::Result<()> {
        writeln!(self.out, "{value:#}")
    }

    /// The plain stream, for large data.
    pub fn raw(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    /// Talk, unless unwanted. Nobody minds if it cannot be shown.
    pub fn say(&mut self, text: impl Display) {
        if !self.quiet {
            let _ = writeln!(self.err, "{text}");
        }
    }

    /// Something the reader must know, wanted or not.
    pub fn warn(&mut self, text: &str) {
        let _ = writeln!(self.err, "{} {text}", "warning:".yellow().bold());
    }

    /// An error.
    pub fn error(&mut self, text: &str) {
        let _ = writeln!(self.err, "{} {text}", "error:".red().bold());
    }
}
