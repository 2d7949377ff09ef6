//! A program behind a pipe: questions go to its standard input, answers come from its standard output.

use crate::link::{BridgeError, Limits, Link, Opener, Seconds, short};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a program said on its standard error is kept so far.
const KEPT_LINES: usize = 5;
/// Lines that wait until they are listened to.
const UNHEARD: usize = 8;
/// How often the memory of a program is looked at while it thinks.
const GLANCE: Duration = Duration::from_millis(20);
/// Bytes that the pipe to a program takes at once, even if the program does not read.
const TAKEN_AT_ONCE: usize = 16_384;

/// Starts programs by a command line, split as a shell would, but without one.
pub fn opener(command: &str, limits: Limits) -> Result<Opener, BridgeError> {
    let start = starter(command, limits)?;
    Ok(Box::new(move || Ok(Box::new(start()?))))
}

/// The same for who talks to it in another way.
pub fn starter(
    command: &str,
    limits: Limits,
) -> Result<impl Fn() -> Result<Pipe, BridgeError> + Send + Sync + use<>, BridgeError> {
    let words = shlex::split(command).filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| BridgeError::Command(command.to_owned()))?;
    let command = command.to_owned();
    Ok(move || Pipe::start(&command, &words, &limits))
}

/// A program that runs.
pub struct Pipe {
    command: String,
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
    /// The last lines of its standard error.
    said: Arc<Mutex<Vec<String>>>,
    memory: Option<u64>,
}

impl Pipe {
    fn start(command: &str, words: &[String], limits: &Limits) -> Result<Pipe, BridgeError> {
        let failed = |cause: std::io::Error| BridgeError::Start {
            command: command.to_owned(),
            cause: cause.to_string(),
        };
        let mut child = in_folder(words, limits)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let lacking = || failed(std::io::Error::other("its input and output cannot be had"));
        let input = child.stdin.take().ok_or_else(lacking)?;
        let output = child.stdout.take().ok_or_else(lacking)?;
        let errors = child.stderr.take().ok_or_else(lacking)?;
        // A program that says more than it is asked waits until somebody listens.
        let (send, answers) = sync_channel(UNHEARD);
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            // Whoever listened may have gone.
            while let Some(line) = read_line(&mut output) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        let said = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&said);
        std::thread::spawn(move || {
            let mut errors = BufReader::new(errors);
            while let Some(line) = read_line(&mut errors) {
                let mut lines = heard.lock().unwrap_or_else(PoisonError::into_inner);
                lines.push(line);
                let many = lines.len().saturating_sub(KEPT_LINES);
                lines.drain(..many);
            }
        });
        Ok(Pipe { command: command.to_owned(), child, input, answers, said, memory: limits.memory })
    }

    /// Says a line.
    ///
    /// # Errors
    /// When the program has ended, or does not read a long line in time.
    pub fn say(&mut self, line: &str, within: Duration) -> Result<(), BridgeError> {
        let line = format!("{line}\n");
        if line.len() <= TAKEN_AT_ONCE {
            return self.input.write_all(line.as_bytes()).map_err(|_| self.ended());
        }
        let Pipe { input, child, .. } = self;
        let (done, wait) = sync_channel(1);
        let said = std::thread::scope(|scope| {
            scope.spawn(move || drop(done.send(input.write_all(line.as_bytes()))));
            let said = wait.recv_timeout(within);
            if said.is_err() {
                // Writing ends when nobody could read any more.
                end_with_its_children(child);
                let _ = child.kill();
            }
            said
        });
        match said {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(self.ended()),
            Err(_) => Err(self.silent(within)),
        }
    }

    fn silent(&self, within: Duration) -> BridgeError {
        BridgeError::Silent { command: self.command.clone(), seconds: Seconds(within) }
    }

    /// Waits for a line.
    ///
    /// # Errors
    /// When none comes in time, the program ends, or it takes more memory than it may.
    pub fn hear(&mut self, within: Duration) -> Result<String, BridgeError> {
        let began = Instant::now();
        loop {
            let left = within.saturating_sub(began.elapsed());
            let step = if self.memory.is_some() { left.min(GLANCE) } else { left };
            let heard = self.answers.recv_timeout(step);
            self.check_memory()?;
            match heard {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if began.elapsed() < within => {}
                Err(RecvTimeoutError::Timeout) => return Err(self.silent(within)),
            }
        }
    }

    fn check_memory(&self) -> Result<(), BridgeError> {
        let Some(allowed) = self.memory else { return Ok(()) };
        match most_memory(self.child.id()) {
            Some(taken) if taken > allowed => Err(BridgeError::Memory {
                command: self.command.clone(),
                taken: taken / 1_000_000,
                allowed: allowed / 1_000_000,
            }),
            _ => Ok(()),
        }
    }

    /// How it ended, with what it said last.
    fn ended(&mut self) -> BridgeError {
        // What it said last may still be on its way.
        std::thread::sleep(Duration::from_millis(50));
        let status = self.child.try_wait().ok().flatten();
        let lines = self.said.lock().unwrap_or_else(PoisonError::into_inner).join(" | ");
        let status = status.map_or_else(String::new, |status| format!(" ({status})"));
        let said = if lines.is_empty() { status } else { format!("{status}, and said: {}", end_of(&lines)) };
        BridgeError::Ended { command: self.command.clone(), said }
    }
}

/// The end of a long text: what a program says last is why it ended.
fn end_of(text: &str) -> String {
    const MOST: usize = 300;
    let letters = text.chars().count();
    let end: String = text.chars().skip(letters.saturating_sub(MOST)).collect();
    if letters > MOST { format!("…{end}") } else { end }
}

/// A line in whatever letters; none at the end.
fn read_line(from: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let read = from.read_until(b'\n', &mut line).ok()?;
    (read > 0).then(|| String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned())
}

/// The command in its folder. A program of that folder is meant by `./player`, wherever this program runs.
fn in_folder(words: &[String], limits: &Limits) -> Command {
    let own = limits.folder.as_ref().map(|folder| folder.join(&words[0])).filter(|path| path.is_file());
    let own = own.filter(|_| words[0].contains('/')).and_then(|path| path.canonicalize().ok());
    let mut command = own.map_or_else(|| Command::new(&words[0]), Command::new);
    command.args(&words[1..]);
    // The interrupt key is for this program, which ends its own.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    if let Some(folder) = &limits.folder {
        command.current_dir(folder);
    }
    command
}

/// Ends a program and everything it started.
fn end_with_its_children(child: &Child) {
    if cfg!(unix) {
        let group = format!("-{}", child.id());
        let quiet = || Stdio::null();
        let kill =
            Command::new("kill").args(["-KILL", "--", &group]).stdout(quiet()).stderr(quiet()).status();
        // Without such a command only the program itself is ended.
        drop(kill);
    }
}

/// The most bytes of memory a process ever had, where the system tells.
fn most_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

impl Link for Pipe {
    fn ask(&mut self, question: &str, within: Duration) -> Result<String, BridgeError> {
        // What nobody asked for would be taken for the next answer, and that for the one after it.
        if let Ok(line) = self.answers.try_recv() {
            return Err(BridgeError::Nonsense {
                command: self.command.clone(),
                what: "it says more than it is asked: one line for each question".into(),
                answer: short(&line),
            });
        }
        let began = Instant::now();
        self.say(question, within)?;
        self.hear(within.saturating_sub(began.elapsed()))
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // It may have ended by itself, and what it started with it.
        end_with_its_children(&self.child);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
