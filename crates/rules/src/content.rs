//! Content tables: a spreadsheet's rows as records the rules read, and its cells as parameters.
//!
//! A cell is called `TABLE.ROW.COLUMN`: the name of the table, the name of the row in small letters with
//! dashes, the name of the column. Only cells that hold numbers are parameters.

use crate::sheet::Sheet;
use crate::source::Source;
use ludometer_game::{ParamError, ParamSpec, Params, Value as Param, unknown};
use mlua::{Function, Lua, Table};
use std::cell::RefCell;
use std::rc::Rc;

/// The values a cell can be set to.
const RANGE: std::ops::RangeInclusive<i64> = i16::MIN as i64..=i16::MAX as i64;

/// The tables that a file has read so far; none when it has run to its end.
pub(crate) type Tables = Rc<RefCell<Option<Vec<Content>>>>;

/// What the word `table` asks: gives the records of a spreadsheet, or what is wrong with it.
pub(crate) fn reader(
    lua: &Lua,
    source: &Source,
    set: Option<&Params>,
    tables: &Tables,
) -> mlua::Result<Function> {
    let (sheets, set, tables) = (source.sheets.clone(), set.cloned(), tables.clone());
    lua.create_function(move |lua, (file, name): (String, Option<String>)| {
        let name = name.unwrap_or_else(|| slug(file.strip_suffix(".csv").unwrap_or(&file)));
        let mut open = tables.borrow_mut();
        let Some(known) = open.as_mut() else {
            let problem = format!(
                "spreadsheets are read outside of rules; write local Rows = table(\"{file}\") at the top"
            );
            return Ok((None, Some(problem)));
        };
        let read = match known.iter().any(|table| table.name == name) {
            true => Err(format!("two tables are called `{name}`; write table(\"{file}\", \"{name}-2\")")),
            false => sheets.text(&file).and_then(|text| Content::read(&name, &file, text, set.as_ref())),
        };
        match read {
            Ok(table) => {
                let records = table.records(lua)?;
                known.push(table);
                Ok((Some(records), None))
            }
            Err(problem) => Ok((None, Some(problem))),
        }
    })
}

/// A table of a rules file.
#[derive(Clone, Debug)]
pub(crate) struct Content {
    /// Its name in parameters.
    pub name: String,
    /// The spreadsheet.
    pub file: String,
    /// The name of each row in parameters.
    rows: Vec<String>,
    /// The number of each row in the spreadsheet.
    numbers: Vec<usize>,
    columns: Vec<Column>,
}

#[derive(Clone, Debug)]
struct Column {
    name: String,
    cells: Cells,
}

/// A column holds numbers when its first filled cell does.
#[derive(Clone, Debug)]
enum Cells {
    Numbers(Vec<i32>),
    Texts(Vec<String>),
}

impl Content {
    /// Reads a spreadsheet and puts the cells that were set in place.
    pub(crate) fn read(name: &str, file: &str, text: &str, set: Option<&Params>) -> Result<Content, String> {
        let located = |what: String| format!("`{file}`, {what}");
        let sheet = Sheet::read(text).map_err(located)?;
        let columns = (0..sheet.head.len()).map(|at| Column::read(&sheet, at));
        let columns = columns.collect::<Result<Vec<_>, _>>().map_err(located)?;
        let mut content = Content {
            name: name.to_owned(),
            file: file.to_owned(),
            rows: row_names(&sheet).map_err(located)?,
            numbers: sheet.rows.iter().map(|row| row.number).collect(),
            columns,
        };
        set.into_iter().flat_map(Params::iter).for_each(|(cell, value)| content.set(cell, value));
        Ok(content)
    }

    fn set(&mut self, cell: &str, value: &Param) {
        let Param::Whole(number) = value else { return };
        let Some((row, column)) = self.place(cell).and_then(|(row, column)| self.at(row, column).ok()) else {
            return;
        };
        if let Cells::Numbers(cells) = &mut self.columns[column].cells {
            cells[row] = *number as i32;
        }
    }

    /// Row and column of a cell of this table, as typed.
    fn place<'a>(&self, cell: &'a str) -> Option<(&'a str, &'a str)> {
        cell.strip_prefix(&self.name)?.strip_prefix('.')?.split_once('.')
    }

    fn at(&self, row: &str, column: &str) -> Result<(usize, usize), ParamError> {
        let file = &self.file;
        let find = |kind: &str, name: &str, names: Vec<&str>| {
            let at = names.iter().position(|known| *known == name);
            at.ok_or_else(|| ParamError::Unknown(unknown(&format!("{kind} of {file}"), name, &names)))
        };
        let rows = self.rows.iter().map(String::as_str).collect();
        let numbers = self.columns.iter().filter(|column| matches!(column.cells, Cells::Numbers(_)));
        let names: Vec<&str> = numbers.map(|column| column.name.as_str()).collect();
        let row = find("row", row, rows)?;
        find("number column", column, names)?;
        let column = self.columns.iter().position(|known| known.name == column).unwrap_or_default();
        Ok((row, column))
    }

    /// How many cells are parameters.
    fn count(&self) -> usize {
        let numbers = self.columns.iter().filter(|column| matches!(column.cells, Cells::Numbers(_)));
        numbers.count() * self.rows.len()
    }

    /// A line for the documentation: how cells are set.
    pub(crate) fn told(&self) -> String {
        let first = self.columns.iter().find(|column| matches!(column.cells, Cells::Numbers(_)));
        let Some((column, row)) = first.zip(self.rows.first()) else { return String::new() };
        let Content { name, file, .. } = self;
        let example = format!("{name}.{row}.{}", column.name);
        format!("And {} cells of {file}: --set {name}.ROW.COLUMN=VALUE, such as {example}", self.count())
    }

    /// The rows as records. Their numbers in the spreadsheet are beside them, for messages.
    pub(crate) fn records(&self, lua: &Lua) -> mlua::Result<Table> {
        let records = lua.create_table_with_capacity(self.rows.len(), 0)?;
        for row in 0..self.rows.len() {
            let record = lua.create_table()?;
            for column in &self.columns {
                match &column.cells {
                    Cells::Numbers(cells) => record.set(column.name.as_str(), cells[row])?,
                    Cells::Texts(cells) => record.set(column.name.as_str(), cells[row].as_str())?,
                }
            }
            records.push(record)?;
        }
        let beside = lua.create_table()?;
        beside.set("file", self.file.as_str())?;
        beside.set("numbers", self.numbers.clone())?;
        records.set_metatable(Some(beside))?;
        Ok(records)
    }
}

impl Column {
    fn read(sheet: &Sheet, at: usize) -> Result<Column, String> {
        let name = sheet.head[at].clone();
        let texts = || sheet.rows.iter().map(|row| row.cells[at].clone());
        let first = texts().find(|cell| !cell.is_empty()).unwrap_or_default();
        if !is_whole(&first) {
            demand_texts(sheet, &name, at)?;
            return Ok(Column { name, cells: Cells::Texts(texts().collect()) });
        }
        let number = |row: &crate::sheet::Row| {
            let located =
                |what: &str| format!("row {}, column `{name}`: `{}` {what}", row.number, row.cells[at]);
            match row.cells[at].as_str() {
                "" => Ok(0),
                cell if !is_whole(cell) => Err(located(
                    "is not a whole number, and the column began with one; empty cells count as 0",
                )),
                cell => cell.parse().ok().filter(|number| RANGE.contains(number)).ok_or_else(|| {
                    let (low, high) = RANGE.into_inner();
                    located(&format!("is too far from 0; cells hold numbers from {low} to {high}"))
                }),
            }
        };
        let numbers = sheet.rows.iter().map(number).collect::<Result<Vec<i64>, _>>()?;
        let cells = numbers.into_iter().map(|number| number as i32).collect();
        Ok(Column { name, cells: Cells::Numbers(cells) })
    }
}

/// A column that begins with something else than a number holds texts to its end; a name may look like a number.
fn demand_texts(sheet: &Sheet, name: &str, at: usize) -> Result<(), String> {
    let number = sheet.rows.iter().find(|row| name != "name" && is_whole(&row.cells[at]));
    let text = sheet.rows.iter().find(|row| !row.cells[at].is_empty());
    match (number, text) {
        (Some(number), Some(text)) => Err(format!(
            "row {}, column `{name}`: `{}` is not a whole number, and row {} has one; write whole numbers in all \
             rows, or none",
            text.number, text.cells[at], number.number
        )),
        _ => Ok(()),
    }
}

/// Whether a cell holds a whole number, however long.
fn is_whole(cell: &str) -> bool {
    let digits = cell.strip_prefix(['-', '+']).unwrap_or(cell);
    !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// What the rows are called: by their column `name`, or by their count where there is none.
fn row_names(sheet: &Sheet) -> Result<Vec<String>, String> {
    let column = sheet.head.iter().position(|name| name == "name");
    let mut names: Vec<String> = Vec::new();
    for (at, row) in sheet.rows.iter().enumerate() {
        if column.is_some_and(|column| row.cells[column].is_empty()) {
            return Err(format!("row {}, column `name`: the row has no name; fill in its cell", row.number));
        }
        let slug = column.map(|column| slug(&row.cells[column])).filter(|slug| !slug.is_empty());
        let name = slug.unwrap_or_else(|| (at + 1).to_string());
        if let Some(other) = names.iter().position(|known| *known == name) {
            let (row, other) = (row.number, sheet.rows[other].number);
            return Err(format!(
                "row {row}, column `name`: row {other} is called `{name}` already; say how many there are in a column count"
            ));
        }
        names.push(name);
    }
    Ok(names)
}

/// A name as it is typed: small letters and digits, dashes between words.
pub(crate) fn slug(name: &str) -> String {
    let plain = |letter: char| if letter.is_alphanumeric() { letter } else { ' ' };
    let spaced: String = name.chars().flat_map(char::to_lowercase).map(plain).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join("-")
}

/// The parameter that a cell of one of these tables is.
///
/// # Errors
/// When there is no such table, row or column of numbers.
pub(crate) fn parameter(tables: &[Content], cell: &str) -> Result<ParamSpec, ParamError> {
    let Some((table, (row, column))) = tables.iter().find_map(|table| Some((table, table.place(cell)?)))
    else {
        let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
        let typed = cell.split('.').next().unwrap_or_default();
        return Err(ParamError::Unknown(match names.contains(&typed) {
            true => format!("`{cell}` names no cell; write {typed}.ROW.COLUMN=VALUE"),
            false => unknown("table", typed, &names),
        }));
    };
    let (row_at, column_at) = table.at(row, column)?;
    let now = match &table.columns[column_at].cells {
        Cells::Numbers(cells) => i64::from(cells[row_at]),
        Cells::Texts(_) => 0,
    };
    let about = format!("{column} of {row} in {}", table.file);
    Ok(ParamSpec::whole(cell, &about, now, RANGE))
}
