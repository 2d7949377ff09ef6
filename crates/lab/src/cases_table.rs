//! Case bases as tables: our own, a column for each attribute and one for the decisions, and those of other programs.
//!
//! A decision is `scenario:facing:action:points:asked:asked…` with numbers, decisions stand one after the other with
//! spaces between them. What is unknown is an empty cell, or `?` in a decision; an action `15/3` stands in three scenarios
//! because nobody knows in which it was made.

use ludometer_agents::cases::coding::MOST_DECISIONS;
use ludometer_game::{AnyGame, Case, CaseBook, CaseDecision, CaseRow, CaseSchema, ImportedCase, RowError};
use std::io::{self, Write};

/// The column of the decisions.
const DECISIONS: &str = "decisions";

/// How the rows of a table read.
pub(crate) struct Table<'a> {
    book: &'a dyn CaseBook<AnyGame>,
    schema: &'a CaseSchema,
    head: Vec<String>,
    own: bool,
}

impl<'a> Table<'a> {
    /// A table with this first line.
    ///
    /// # Errors
    /// When a column is missing; says which.
    pub fn new(book: &'a dyn CaseBook<AnyGame>, schema: &'a CaseSchema, line: &str) -> Result<Self, String> {
        let head: Vec<String> =
            line.trim_start_matches('\u{feff}').split(',').map(|name| name.trim().into()).collect();
        let foreign = book.columns();
        let own = head.iter().any(|name| name == DECISIONS) || foreign.is_empty();
        let mut wanted: Vec<&str> = foreign.to_vec();
        if own {
            wanted = schema
                .attributes
                .iter()
                .map(|attribute| attribute.name.as_str())
                .chain([DECISIONS])
                .collect();
        }
        match wanted.iter().find(|name| !head.iter().any(|own| own == *name)) {
            Some(missing) => Err(format!("column `{missing}` is missing")),
            None => Ok(Table { book, schema, head, own }),
        }
    }

    /// A row as a case.
    ///
    /// # Errors
    /// When a cell is not what it should be; says which.
    pub fn read(&self, line: &str) -> Result<ImportedCase, String> {
        let cells: Vec<&str> = line.split(',').collect();
        if cells.len() != self.head.len() {
            return Err(format!("{} cells under {} columns", cells.len(), self.head.len()));
        }
        let row = CaseRow { head: &self.head, cells: &cells };
        let read = if self.own { self.own_row(&row) } else { self.book.import(&row) };
        read.map_err(|error| error.to_string())
    }

    fn own_row(&self, row: &CaseRow<'_>) -> Result<ImportedCase, RowError> {
        let cell = |name: &str| {
            let at = self.head.iter().position(|own| own == name);
            at.and_then(|at| row.cells.get(at)).map_or("", |cell| cell.trim())
        };
        let mut case = Case::default();
        for attribute in &self.schema.attributes {
            let text = cell(&attribute.name);
            let value = if text.is_empty() { Some(f32::NAN) } else { number(text) };
            let wrong = || RowError::new(&attribute.name, format!("`{text}` is not a number"));
            let value = value.ok_or_else(wrong)?;
            attribute.admits(value).map_err(|what| RowError::new(&attribute.name, what))?;
            case.values.push(value);
        }
        for (at, text) in cell(DECISIONS).split_whitespace().enumerate() {
            if at == MOST_DECISIONS {
                return Err(RowError::new(
                    DECISIONS,
                    format!("a case has at most {MOST_DECISIONS} decisions"),
                ));
            }
            let wrong = || RowError::new(DECISIONS, format!("`{text}` is no decision of this game"));
            case.decisions.push(decision(self.schema, text).ok_or_else(wrong)?);
        }
        Ok(ImportedCase { case, notes: Vec::new() })
    }
}

/// A number with an end.
fn number(text: &str) -> Option<f32> {
    text.parse().ok().filter(|number: &f32| number.is_finite())
}

fn decision(schema: &CaseSchema, text: &str) -> Option<CaseDecision> {
    let mut parts = text.split(':');
    let scenario: u8 = parts.next()?.parse().ok()?;
    let facing = parts.next()?.parse().ok()?;
    let (action, among) = parts.next().map(|part| part.split_once('/').unwrap_or((part, "1")))?;
    let (action, among): (u16, u8) = (action.parse().ok()?, among.parse().ok().filter(|among| *among > 0)?);
    let known = schema.actions.is_empty() || usize::from(action) < schema.actions.len();
    let points = number(parts.next()?)?;
    let value = |part: &str| if part == "?" { Some(f32::NAN) } else { number(part) };
    let asked: Vec<f32> = parts.map(value).collect::<Option<_>>()?;
    let whole = schema.scenarios.get(usize::from(scenario))?.asks.len() == asked.len();
    (known && whole).then_some(CaseDecision { scenario, facing, action, among, points, asked })
}

/// Writes the first line of our own tables.
pub(crate) fn write_head(schema: &CaseSchema, out: &mut dyn Write) -> io::Result<()> {
    for attribute in &schema.attributes {
        write!(out, "{},", attribute.name)?;
    }
    writeln!(out, "{DECISIONS}")
}

/// Writes a case as a row of our own tables.
pub(crate) fn write_row(case: &Case, out: &mut dyn Write) -> io::Result<()> {
    for value in &case.values {
        match value.is_nan() {
            true => write!(out, ",")?,
            false => write!(out, "{value},")?,
        }
    }
    for (at, decision) in case.decisions.iter().enumerate() {
        let CaseDecision { scenario, facing, action, among, points, asked } = decision;
        let space = if at > 0 { " " } else { "" };
        write!(out, "{space}{scenario}:{facing}:{action}")?;
        if *among > 1 {
            write!(out, "/{among}")?;
        }
        write!(out, ":{points}")?;
        for value in asked {
            match value.is_nan() {
                true => write!(out, ":?")?,
                false => write!(out, ":{value}")?,
            }
        }
    }
    writeln!(out)
}
