//! A rules file and the spreadsheets beside it.

use crate::error::{RulesError, Wrong};
use crate::literals::literals;
use std::collections::{BTreeMap, HashSet};
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

/// Spreadsheets by file name: their text, or why it could not be read.
#[derive(Clone, Debug, Default)]
pub struct Sheets(Arc<BTreeMap<String, Result<String, String>>>);

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
        let sheets: String = self.named_sheets().into_iter().flat_map(<[String; 2]>::from).collect();
        xxh3_64(format!("{}\0{sheets}", self.text).as_bytes()) as u32
    }

    /// Spreadsheets the rules name: names and texts.
    #[must_use]
    pub fn named_sheets(&self) -> Vec<(String, String)> {
        let named = self.sheets.0.iter().filter(|(name, _)| self.text.contains(name.as_str()));
        named.filter_map(|(name, text)| Some((name.clone(), text.clone().ok()?))).collect()
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
        let bytes = std::fs::read(path).map_err(unreadable)?;
        let text = String::from_utf8(bytes).map_err(|_| RulesError::Unreadable {
            path: path.to_owned(),
            cause: "it is not UTF-8 text; save it as UTF-8".into(),
        })?;
        // Editors of Windows put a mark in front of the text.
        let text = text.strip_prefix('\u{feff}').map_or(text.clone(), str::to_owned);
        let file = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        // The parent of a bare name is empty.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let sheets = Sheets::beside(folder, &text);
        Ok(Source { file, text, sheets })
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
        let mut known = HashSet::new();
        literals(&self.text).into_iter().filter(|text| known.insert(text.clone())).collect()
    }
}

impl Sheets {
    /// These spreadsheets: names and texts.
    #[must_use]
    pub fn of<'a>(sheets: impl IntoIterator<Item = (&'a str, &'a str)>) -> Sheets {
        let named = sheets.into_iter().map(|(name, text)| (name.to_owned(), Ok(text.to_owned())));
        Sheets(Arc::new(named.collect()))
    }

    /// The spreadsheets in a folder that some rules name.
    fn beside(folder: &Path, rules: &str) -> Sheets {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let sheets = entries.filter_map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            let wanted = name.ends_with(".csv") && rules.contains(&name);
            wanted.then(|| (name, text_of(&entry.path())))
        });
        Sheets(Arc::new(sheets.collect()))
    }

    /// The text of a spreadsheet.
    ///
    /// # Errors
    /// When there is none of this name, or it is no text.
    pub(crate) fn text(&self, name: &str) -> Result<&str, String> {
        match self.0.get(name) {
            Some(Ok(text)) => Ok(text),
            Some(Err(cause)) => Err(format!("`{name}` cannot be read: {cause}")),
            None => Err(format!("there is no file `{name}` beside the rules; save it in the same folder")),
        }
    }
}

/// The text of a file, or why there is none.
fn text_of(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|cause| cause.to_string())?;
    String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text; save it as CSV UTF-8".into())
}
