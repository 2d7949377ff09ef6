//! A row of a table that another program wrote.

use super::Case;

/// A row by the names of its columns.
pub struct CaseRow<'a> {
    /// The names.
    pub head: &'a [String],
    /// The cells.
    pub cells: &'a [&'a str],
}

/// Why a row is no case.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column `{column}`: {what}")]
pub struct RowError {
    /// The column.
    pub column: String,
    /// What is wrong there.
    pub what: String,
}

/// What a row tells.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ImportedCase {
    /// The case.
    pub case: Case,
    /// What is worth counting over all rows, in a few fixed phrases: what could be inferred, and what stays unknown.
    pub notes: Vec<&'static str>,
}

impl RowError {
    /// Something wrong in a column.
    pub fn new(column: &str, what: impl Into<String>) -> Self {
        RowError { column: column.into(), what: what.into() }
    }
}

impl CaseRow<'_> {
    /// A whole number of the row.
    ///
    /// # Errors
    /// When there is no such column or it holds something else.
    pub fn whole(&self, column: &str) -> Result<i32, RowError> {
        let at = self.head.iter().position(|name| name == column);
        let cell = at.and_then(|at| self.cells.get(at));
        let cell = cell.ok_or_else(|| RowError::new(column, "it is missing"))?.trim();
        cell.parse().map_err(|_| RowError::new(column, format!("`{cell}` is not a whole number")))
    }

    /// A whole number that must be one of these.
    ///
    /// # Errors
    /// When it is another.
    pub fn one_of(&self, column: &str, legal: &[i32]) -> Result<i32, RowError> {
        let number = self.whole(column)?;
        if legal.contains(&number) {
            return Ok(number);
        }
        let legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
        Err(RowError::new(column, format!("{number} is none of {}", legal.join(", "))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_by_name_and_checked() {
        let head = ["who".to_owned(), "card".to_owned()];
        let row = CaseRow { head: &head, cells: &["2", "x"] };
        assert_eq!(row.one_of("who", &[1, 2]), Ok(2));
        let said = |error: Result<i32, RowError>| error.unwrap_err().to_string();
        assert_eq!(said(row.one_of("who", &[0, 1])), "column `who`: 2 is none of 0, 1");
        assert_eq!(said(row.whole("card")), "column `card`: `x` is not a whole number");
        assert_eq!(said(row.whole("suit")), "column `suit`: it is missing");
    }
}
