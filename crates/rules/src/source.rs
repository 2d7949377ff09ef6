//! A rules file and the spreadsheets beside it.

use crate::error::{RulesError, Wrong};
use mlua::{Lua, Table, Value};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// The text of a rules file.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name, for messages.
    pub file: String,
    /// What it says.
    pub text: String,
    /// Spreadsheets it may ask for.
    pub sheets: Sheets,
}

/// Spreadsheets by file name.
#[derive(Clone, Debug, Default)]
pub struct Sheets(Arc<BTreeMap<String, String>>);

impl Source {
    /// A text of this name, without spreadsheets.
    #[must_use]
    pub fn new(file: &str, text: &str) -> Source {
        Source { file: file.to_owned(), text: text.to_owned(), sheets: Sheets::default() }
    }

    /// What tells this text from any other: the version of the rules.
    #[must_use]
    pub fn version(&self) -> u32 {
        // A sheet the rules do not name cannot change them.
        let named = self.sheets.0.iter().filter(|(name, _)| self.text.contains(name.as_str()));
        let sheets: String = named.flat_map(|(name, text)| [name.as_str(), text]).collect();
        xxh3_64(format!("{}\0{sheets}", self.text).as_bytes()) as u32
    }

    /// Reads a file and the spreadsheets in its folder.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(path: &Path) -> Result<Source, RulesError> {
        let unreadable = |cause: std::io::Error| RulesError::Unreadable {
            path: path.to_owned(),
            cause: cause.to_string(),
        };
        let text = std::fs::read_to_string(path).map_err(unreadable)?;
        let file = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let folder = path.parent().unwrap_or(Path::new("."));
        Ok(Source { file, text, sheets: Sheets::beside(folder) })
    }

    /// The line on which a rule begins, counted from 1; 0 where there is none.
    #[must_use]
    pub fn line_of_rule(&self, rule: &str) -> u32 {
        let begins = |line: &str| {
            let head = line.trim_start().strip_prefix("function ").unwrap_or_default();
            head.split_once('(')
                .and_then(|(name, _)| name.trim().split_once('.'))
                .is_some_and(|(_, name)| name == rule)
        };
        self.text.lines().position(begins).map_or(0, |at| at as u32 + 1)
    }

    /// Where a rule begins: file and line.
    #[must_use]
    pub fn place_of(&self, rule: &str) -> String {
        Wrong { file: self.file.clone(), line: self.line_of_rule(rule), ..Wrong::default() }.place()
    }

    /// The comment the file begins with, as documentation.
    #[must_use]
    pub fn note(&self) -> String {
        let lines = self.text.lines().skip_while(|line| line.starts_with("--!"));
        let comment = lines.map_while(|line| line.strip_prefix("--"));
        comment.map(|line| format!("//!{line}\n")).collect()
    }

    /// All texts in quotes, in the order they first stand there.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for line in self.text.lines() {
            let code = line.split("--").next().unwrap_or_default();
            for (at, part) in code.split('"').enumerate() {
                if at % 2 == 1 && !found.iter().any(|known| known == part) {
                    found.push(part.to_owned());
                }
            }
        }
        found
    }
}

impl Sheets {
    /// These spreadsheets: names and texts.
    #[must_use]
    pub fn of(sheets: &[(&str, &str)]) -> Sheets {
        Sheets(Arc::new(sheets.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect()))
    }

    /// All spreadsheets in a folder.
    fn beside(folder: &Path) -> Sheets {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let sheets = entries.filter_map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            name.ends_with(".csv")
                .then(|| Some((name, std::fs::read_to_string(entry.path()).ok()?)))
                .flatten()
        });
        Sheets(Arc::new(sheets.collect()))
    }

    /// The rows of a spreadsheet as records, or what is wrong with it.
    ///
    /// # Errors
    /// When memory runs out.
    pub fn rows(&self, lua: &Lua, name: &str) -> mlua::Result<(Value, Value)> {
        let problem = |text: String| Ok((Value::Nil, Value::String(lua.create_string(&text)?)));
        let Some(text) = self.0.get(name) else {
            return problem(format!("there is no file `{name}` beside the rules"));
        };
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let Some((_, head)) = lines.next() else { return problem(format!("`{name}` is empty")) };
        let head: Vec<&str> = head.split(',').map(str::trim).collect();
        let rows: Table = lua.create_table()?;
        for (number, line) in lines {
            let cells: Vec<&str> = line.split(',').map(str::trim).collect();
            if cells.len() != head.len() {
                let (row, found, wanted) = (number + 1, cells.len(), head.len());
                return problem(format!(
                    "`{name}`, row {row}: {found} columns where the first row has {wanted}"
                ));
            }
            let row = lua.create_table()?;
            for (column, cell) in head.iter().zip(cells) {
                match cell.parse::<i32>() {
                    Ok(number) => row.set(*column, number)?,
                    Err(_) => row.set(*column, cell)?,
                }
            }
            rows.push(row)?;
        }
        Ok((Value::Table(rows), Value::Nil))
    }
}
