//! Spreadsheets as text: reads comma-separated values as spreadsheet programs write them.
//!
//! Cells may stand in quotes and then hold commas, line breaks and doubled quotes. A byte-order mark, either
//! kind of line end, and semicolons or tabs in place of commas are understood.

/// A spreadsheet: names of the columns and the rows below them.
#[derive(Debug, PartialEq)]
pub(crate) struct Sheet {
    /// Names of the columns.
    pub head: Vec<String>,
    /// Rows with something in them, each as long as the head.
    pub rows: Vec<Row>,
}

/// A row of a spreadsheet.
#[derive(Debug, PartialEq)]
pub(crate) struct Row {
    /// Its number in the spreadsheet, where the head is row 1.
    pub number: usize,
    /// Its cells.
    pub cells: Vec<String>,
}

impl Sheet {
    /// Reads a spreadsheet; what is wrong is said with row and column.
    pub(crate) fn read(text: &str) -> Result<Sheet, String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut rows = split(text, separator(text))?.into_iter();
        let head = rows
            .next()
            .filter(|row| !row.is_blank())
            .ok_or("row 1 must name the columns; write name,count")?;
        let head = names(head.cells)?;
        let filled = rows.filter(|row| !row.is_blank());
        let rows = filled.map(|row| row.fitted(&head)).collect::<Result<Vec<_>, _>>()?;
        if rows.is_empty() {
            Err("there are no rows below the names; each kind of card is a row".into())
        } else {
            Ok(Sheet { head, rows })
        }
    }
}

impl Row {
    fn is_blank(&self) -> bool {
        self.cells.iter().all(String::is_empty)
    }

    /// The same row with as many cells as there are columns; empty cells beyond them are no matter.
    fn fitted(mut self, head: &[String]) -> Result<Row, String> {
        let (found, wanted) = (self.cells.len(), head.len());
        let beyond = self.cells.iter().skip(wanted).any(|cell| !cell.is_empty());
        if found < wanted || beyond {
            let row = self.number;
            let columns = if found == 1 { "column" } else { "columns" };
            return Err(format!(
                "row {row}: {found} {columns} where the first row has {wanted}; put quotes around cells with commas"
            ));
        }
        self.cells.truncate(wanted);
        Ok(self)
    }
}

/// The names of the columns; empty cells at the end name none.
fn names(mut cells: Vec<String>) -> Result<Vec<String>, String> {
    while cells.last().is_some_and(String::is_empty) {
        cells.pop();
    }
    for (at, name) in cells.iter().enumerate() {
        if name.is_empty() {
            return Err(format!("row 1, column {}: the column has no name; name it in row 1", letters(at)));
        }
        if cells[..at].contains(name) {
            return Err(format!(
                "row 1, column {}: two columns are called `{name}`; give one of them another name",
                letters(at)
            ));
        }
    }
    Ok(cells)
}

/// What stands between cells: whatever there is most of in the first line.
fn separator(text: &str) -> char {
    let first = text.lines().next().unwrap_or_default();
    let often = |mark: char| first.matches(mark).count();
    // The last of equals is taken, so that nothing at all means commas.
    [';', '\t', ','].into_iter().max_by_key(|&mark| often(mark)).unwrap_or(',')
}

/// A column as spreadsheets call it, from 0: A to Z, then AA.
fn letters(column: usize) -> String {
    let last = (b'A' + (column % 26) as u8) as char;
    if column < 26 { last.to_string() } else { format!("{}{last}", letters(column / 26 - 1)) }
}

/// All rows, blank ones as well.
fn split(text: &str, separator: char) -> Result<Vec<Row>, String> {
    let (mut rows, mut cells) = (Vec::new(), Vec::new());
    let mut rest = text;
    while !rest.is_empty() || !cells.is_empty() {
        let (cell, after) = cell(rest, separator)
            .map_err(|what| format!("row {}, column {}: {what}", rows.len() + 1, letters(cells.len())))?;
        cells.push(cell);
        match after.strip_prefix(separator) {
            Some(next) => rest = next,
            None => {
                rest = after.strip_prefix("\r\n").or(after.strip_prefix(['\r', '\n'])).unwrap_or(after);
                rows.push(Row { number: rows.len() + 1, cells: std::mem::take(&mut cells) });
            }
        }
    }
    Ok(rows)
}

/// The first cell of a text and what follows it: a separator, a line end or nothing.
fn cell(text: &str, separator: char) -> Result<(String, &str), String> {
    let ends = |letter: char| letter == separator || letter == '\r' || letter == '\n';
    let Some(mut inside) = text.trim_start_matches(' ').strip_prefix('"') else {
        let end = text.find(ends).unwrap_or(text.len());
        return Ok((text[..end].trim().to_owned(), &text[end..]));
    };
    let mut found = String::new();
    loop {
        let (part, after) =
            inside.split_once('"').ok_or("a quote is opened and never closed; quotes inside are doubled")?;
        found.push_str(part);
        match after.strip_prefix('"') {
            Some(more) => {
                found.push('"');
                inside = more;
            }
            None => {
                let after = after.trim_start_matches(' ');
                if after.is_empty() || after.starts_with(ends) {
                    return Ok((found, after));
                }
                return Err("something stands behind the closing quote; quotes inside are doubled".into());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<(usize, Vec<String>)> {
        Sheet::read(text).unwrap().rows.into_iter().map(|row| (row.number, row.cells)).collect()
    }

    #[test]
    fn plain_rows_are_read() {
        let sheet = Sheet::read("name,cost\nImp,1\nOld oak , 5\n").unwrap();
        assert_eq!(sheet.head, ["name", "cost"]);
        assert_eq!(sheet.rows[1].cells, ["Old oak", "5"]);
    }

    #[test]
    fn quotes_hold_commas_quotes_and_line_breaks() {
        let text = "name,says\n\"Imp, small\",\"he says \"\"no\"\"\"\nElk,\"two\nlines\"\nOwl,x\n";
        let found = rows(text);
        assert_eq!(found[0].1, ["Imp, small", "he says \"no\""]);
        assert_eq!(found[1].1, ["Elk", "two\nlines"]);
        assert_eq!(found[2].0, 4, "a line break in quotes begins no row");
    }

    #[test]
    fn marks_and_line_ends_of_other_programs_are_understood() {
        let wanted = rows("a,b\n1,2\n3,4");
        for text in
            ["\u{feff}a,b\r\n1,2\r\n3,4\r\n", "a;b\n1;2\n3;4\n", "a\tb\n1\t2\n3\t4", "a,b,,\n1,2,,\n3,4,,\n"]
        {
            assert_eq!(rows(text), wanted, "{text:?}");
        }
    }

    #[test]
    fn blank_rows_are_counted_and_left_out() {
        assert_eq!(rows("a,b\n\n1,2\n,\n3,4\n\n").iter().map(|row| row.0).collect::<Vec<_>>(), [3, 5]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (text, says) in [
            ("", "row 1 must name the columns; write name,count"),
            ("a,b\n", "there are no rows below the names; each kind of card is a row"),
            ("a,,b\n1,2,3", "row 1, column B: the column has no name; name it in row 1"),
            ("a,a\n1,2", "row 1, column B: two columns are called `a`; give one of them another name"),
            ("a,b\n1\n", "row 2: 1 column where the first row has 2; put quotes around cells with commas"),
            (
                "a,b\n1,2\n1,2,3\n",
                "row 3: 3 columns where the first row has 2; put quotes around cells with commas",
            ),
            (
                "a,b\n1,\"2\n",
                "row 2, column B: a quote is opened and never closed; quotes inside are doubled",
            ),
            (
                "a,b\n\"1\"2,3\n",
                "row 2, column A: something stands behind the closing quote; quotes inside are doubled",
            ),
        ] {
            assert_eq!(Sheet::read(text), Err(says.to_owned()), "{text:?}");
        }
    }

    #[test]
    fn columns_have_the_letters_of_spreadsheets() {
        assert_eq!([0, 25, 26, 701, 702].map(letters), ["A", "Z", "AA", "ZZ", "AAA"]);
    }
}
