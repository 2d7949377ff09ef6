//! An empty folder to type commands in, and what came back.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A job that is over at once and still has two agents, so that every kind of group is played.
pub const QUICK: &str = "--matches 4 --agent random --agent mcts:sims=20";

/// An empty folder in which commands are typed.
pub struct Desk {
    folder: TempDir,
}

impl Desk {
    pub fn new() -> Self {
        Desk { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    /// A desk with a finished run of tic-tac-toe in `run`.
    pub fn with_run() -> Self {
        let desk = Desk::new();
        desk.ok(&format!("playtest tic-tac-toe {QUICK} --out run"));
        desk
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    }

    /// The program, ready to be started here. Words are separated by spaces; `'…'` is one word.
    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludometer"));
        command.args(words(line)).current_dir(self.folder.path()).stdin(Stdio::null());
        for setting in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(setting);
        }
        command
    }

    /// Types a command and waits for its end.
    pub fn run(&self, line: &str) -> Ran {
        let output = self.command(line).output().expect("the program starts");
        Ran::new(line, output)
    }

    /// Types a command that must succeed.
    pub fn ok(&self, line: &str) -> Ran {
        let ran = self.run(line);
        assert_eq!(ran.code, Some(0), "{ran}");
        ran
    }

    /// Types a command that must succeed and answer in JSON.
    pub fn json(&self, line: &str) -> Value {
        let ran = self.ok(line);
        serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}\n{ran}"))
    }

    /// Types a command that must be an error, and returns what it says.
    pub fn refused(&self, line: &str) -> String {
        let ran = self.run(line);
        assert_eq!(ran.code, Some(2), "{ran}");
        assert_eq!(ran.out, "", "errors belong on standard error: {ran}");
        assert!(ran.err.lines().any(|line| line.starts_with("error: ")), "{ran}");
        ran.err
    }

    /// Types a command and then these lines.
    pub fn typing(&self, line: &str, input: &str) -> Ran {
        let mut command = self.command(line);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the program listens");
        Ran::new(line, child.wait_with_output().expect("the program ends"))
    }

    /// Every file below, with its bytes.
    pub fn contents(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(self.folder.path(), &mut files);
        files
    }

    /// Every file below but databases, which keep a counter of how often they were opened.
    pub fn plain_files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = self.contents();
        files.retain(|path, _| path.extension().is_none_or(|end| end != "db"));
        files
    }

    /// The bytes that must never depend on threads or interruptions.
    pub fn canonical(&self, run: &str) -> (String, String) {
        (self.read(&format!("{run}/summary.json")), self.ok(&format!("export {run} --jsonl")).out)
    }

    /// The names of all games.
    pub fn games(&self) -> Vec<String> {
        let list = self.json("games --json");
        let name = |game: &Value| game["name"].as_str().expect("a name").to_owned();
        list.as_array().expect("a list").iter().map(name).collect()
    }
}

fn collect(folder: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.insert(path.clone(), fs::read(&path).expect("a file"));
        }
    }
}

fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (nth, part) in line.split('\'').enumerate() {
        if nth % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// What came back.
pub struct Ran {
    line: String,
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Ran {
    fn new(line: &str, output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("text in UTF-8");
        let ran = Ran {
            line: line.to_owned(),
            code: output.status.code(),
            out: text(output.stdout),
            err: text(output.stderr),
        };
        assert!(!ran.err.contains("panicked"), "{ran}");
        ran
    }
}

impl std::fmt::Display for Ran {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Ran { line, code, out, err } = self;
        write!(f, "`ludometer {line}` came back with {code:?}\n--- output\n{out}\n--- errors\n{err}")
    }
}

/// Demands every phrase.
pub fn says(text: &str, phrases: &[&str]) {
    for phrase in phrases {
        assert!(text.contains(phrase), "no `{phrase}` in:\n{text}");
    }
}
