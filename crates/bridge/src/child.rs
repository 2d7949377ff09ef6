//! A program behind a pipe: questions go to its standard input, answers come from its standard output.

use crate::link::{BridgeError, Link, Opener, short};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// What a program said on its standard error is kept so far.
const KEPT_LINES: usize = 5;

/// Starts programs by a command line, split as a shell would, but without one.
pub fn opener(command: &str, patience: Duration) -> Result<Opener, BridgeError> {
    let words = shlex::split(command).filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| BridgeError::Command(command.to_owned()))?;
    let command = command.to_owned();
    Ok(Box::new(move || Ok(Box::new(Pipe::start(&command, &words, patience)?))))
}

struct Pipe {
    command: String,
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
    /// The last lines of its standard error.
    said: Arc<Mutex<Vec<String>>>,
    patience: Duration,
}

impl Pipe {
    fn start(command: &str, words: &[String], patience: Duration) -> Result<Pipe, BridgeError> {
        let failed = |cause: std::io::Error| BridgeError::Start {
            command: command.to_owned(),
            cause: cause.to_string(),
        };
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let lacking = || failed(std::io::Error::other("its input and output cannot be had"));
        let input = child.stdin.take().ok_or_else(lacking)?;
        let output = child.stdout.take().ok_or_else(lacking)?;
        let errors = child.stderr.take().ok_or_else(lacking)?;
        let (send, answers) = channel();
        std::thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            // Whoever listened may have gone.
            lines.take_while(|line| send.send(line.clone()).is_ok()).for_each(drop);
        });
        let said = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&said);
        std::thread::spawn(move || {
            for line in BufReader::new(errors).lines().map_while(Result::ok) {
                let mut lines = heard.lock().unwrap_or_else(PoisonError::into_inner);
                lines.push(line);
                let many = lines.len().saturating_sub(KEPT_LINES);
                lines.drain(..many);
            }
        });
        Ok(Pipe { command: command.to_owned(), child, input, answers, said, patience })
    }

    /// How it ended, with what it said last.
    fn ended(&mut self) -> BridgeError {
        // What it said last may still be on its way.
        std::thread::sleep(Duration::from_millis(50));
        let status = self.child.try_wait().ok().flatten();
        let lines = self.said.lock().unwrap_or_else(PoisonError::into_inner).join(" | ");
        let status = status.map_or_else(String::new, |status| format!(" ({status})"));
        let said = if lines.is_empty() { status } else { format!("{status}, and said: {}", short(&lines)) };
        BridgeError::Ended { command: self.command.clone(), said }
    }
}

impl Link for Pipe {
    fn ask(&mut self, question: &str) -> Result<String, BridgeError> {
        let line = format!("{question}\n");
        if self.input.write_all(line.as_bytes()).and_then(|()| self.input.flush()).is_err() {
            return Err(self.ended());
        }
        match self.answers.recv_timeout(self.patience) {
            Ok(answer) => Ok(answer),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
            Err(RecvTimeoutError::Timeout) => {
                Err(BridgeError::Silent { command: self.command.clone(), seconds: self.patience.as_secs() })
            }
        }
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
