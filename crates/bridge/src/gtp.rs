//! A program that speaks the Go Text Protocol, version 2: commands of one line, answers that end with an empty line.

use crate::child::{Pipe, starter};
use crate::link::{BridgeError, Limits, short};
use std::time::{Duration, Instant};

/// A program that speaks the protocol.
pub struct Gtp {
    pipe: Pipe,
    command: String,
}

/// Starts such programs.
pub type GtpOpener = Box<dyn Fn() -> Result<Gtp, BridgeError> + Send + Sync>;

/// Starts such programs by a command line.
///
/// # Errors
/// When the command is none.
pub fn gtp_opener(command: &str, limits: Limits) -> Result<GtpOpener, BridgeError> {
    let start = starter(command, limits)?;
    let command = command.to_owned();
    Ok(Box::new(move || Ok(Gtp { pipe: start()?, command: command.clone() })))
}

impl Gtp {
    /// Gives a command; what it answers comes back without its sign.
    ///
    /// # Errors
    /// When the program refuses it, is silent for so long, or ends.
    pub fn command(&mut self, command: &str, within: Duration) -> Result<String, BridgeError> {
        let began = Instant::now();
        let left = || within.saturating_sub(began.elapsed());
        self.pipe.say(command, within)?;
        let mut first = self.pipe.hear(left())?;
        while first.trim().is_empty() {
            first = self.pipe.hear(left())?;
        }
        let mut lines = vec![first];
        loop {
            let line = self.pipe.hear(left())?;
            if line.trim().is_empty() {
                break;
            }
            lines.push(line);
        }
        let answer = lines.join("\n");
        // A command may have a number, which comes back behind the sign.
        let said =
            |rest: &str| rest.trim_start_matches(|digit: char| digit.is_ascii_digit()).trim().to_owned();
        match (answer.strip_prefix('='), answer.strip_prefix('?')) {
            (Some(rest), _) => Ok(said(rest)),
            (_, Some(rest)) => Err(BridgeError::Refused { command: self.command.clone(), what: said(rest) }),
            _ => Err(BridgeError::Nonsense {
                command: self.command.clone(),
                what: format!("an answer to `{command}` begins with = or ?"),
                answer: short(&answer),
            }),
        }
    }
}
