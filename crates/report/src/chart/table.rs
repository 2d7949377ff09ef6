//! The numbers behind a chart as a table: for the reader who wants them exactly, for the terminal,
//! and for those who cannot see the drawing.

use super::histogram::range;
use crate::format;
use ludometer_metrics::{Bin, Entry, Layer, Line, Measure, Row, Shape, Unit};
use ludometer_record::BoardInfo;
use std::collections::BTreeMap;

/// A table of finished texts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DataTable {
    /// Column titles.
    pub columns: Vec<String>,
    /// Rows, each as long as the columns.
    pub rows: Vec<Vec<String>>,
}

/// The numbers of any measure. The board names the cells of heat maps.
#[must_use]
pub fn data_table(measure: &Measure, board: Option<&BoardInfo>) -> DataTable {
    let unit = measure.unit;
    match &measure.shape {
        Shape::Rows { rows, .. } => rows_table(rows, unit),
        Shape::Histogram { bins, axis } => histogram_table(bins, axis),
        Shape::Lines { axis, lines } => lines_table(axis, lines, unit),
        Shape::Heat { layers } => heat_table(layers, board, unit),
        Shape::Table { columns, rows } => DataTable {
            columns: columns.clone(),
            rows: rows.iter().map(|row| row.iter().map(|entry| entry_text(entry, unit)).collect()).collect(),
        },
    }
}

fn rows_table(rows: &[Row], unit: Unit) -> DataTable {
    let row = |Row { label, estimate }: &Row| {
        let interval = format::interval(estimate, unit).unwrap_or_else(|| "–".into());
        vec![label.clone(), format::value(estimate, unit), interval, format::whole(estimate.n)]
    };
    let columns = ["", "value", "95 % interval", "n"].map(String::from).to_vec();
    DataTable { columns, rows: rows.iter().map(row).collect() }
}

fn histogram_table(bins: &[Bin], axis: &str) -> DataTable {
    let total = bins.iter().map(|bin| bin.count).sum::<u64>().max(1) as f64;
    let row =
        |bin: &Bin| vec![range(bin), format::whole(bin.count), format::percent(bin.count as f64 / total, 1)];
    DataTable {
        columns: vec![axis.to_owned(), "matches".into(), "share".into()],
        rows: bins.iter().map(row).collect(),
    }
}

/// One row per cell of the board, one column per map.
fn heat_table(layers: &[Layer], board: Option<&BoardInfo>, unit: Unit) -> DataTable {
    let cells = layers.iter().map(|layer| layer.cells.len()).max().unwrap_or(0);
    let name = |cell: usize| {
        let named = board.and_then(|board| board.cells.get(cell));
        named.cloned().unwrap_or_else(|| (cell + 1).to_string())
    };
    let value = |value: &f64| match unit {
        Unit::Share => format::percent(*value, 1),
        _ => format::plain(*value),
    };
    let row = |cell: usize| {
        let values = layers.iter().map(|layer| layer.cells.get(cell).map_or_else(|| "–".into(), value));
        std::iter::once(name(cell)).chain(values).collect()
    };
    let title = |layer: &Layer| format!("{} (n = {})", layer.label, format::whole(layer.n));
    DataTable {
        columns: std::iter::once("cell".into()).chain(layers.iter().map(title)).collect(),
        rows: (0..cells).map(row).collect(),
    }
}

/// What is written in a cell of a table.
pub(crate) fn entry_text(entry: &Entry, unit: Unit) -> String {
    match entry {
        Entry::Number(number) => format::plain(*number),
        Entry::Text(text) => text.clone(),
        Entry::Estimate(estimate) => format::estimate(estimate, unit),
    }
}

/// One row per place on the axis, one column per line.
fn lines_table(axis: &str, lines: &[Line], unit: Unit) -> DataTable {
    // Places are turns; thousandths tell any two of them apart.
    let mut places: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for (nth, line) in lines.iter().enumerate() {
        for (x, estimate) in &line.points {
            let row =
                places.entry((x * 1000.0).round() as i64).or_insert_with(|| vec!["–".into(); lines.len()]);
            row[nth] = format!("{}, n = {}", format::estimate(estimate, unit), format::whole(estimate.n));
        }
    }
    let rows = places
        .into_iter()
        .map(|(place, values)| std::iter::once(format::plain(place as f64 / 1000.0)).chain(values).collect());
    DataTable {
        columns: std::iter::once(axis.to_owned())
            .chain(lines.iter().map(|line| line.label.clone()))
            .collect(),
        rows: rows.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_metrics::Estimate;

    fn table(unit: Unit, shape: Shape) -> DataTable {
        let board = BoardInfo { rows: 1, columns: 2, hex: false, cells: vec!["a1".into(), "b1".into()] };
        data_table(&Measure { id: "x".into(), title: "X".into(), unit, shape }, Some(&board))
    }

    #[test]
    fn every_shape_has_a_table() {
        let estimate = Estimate { value: 0.5, low: 0.4, high: 0.6, n: 1000 };
        let rows = table(
            Unit::Share,
            Shape::Rows { rows: vec![Row { label: "X".into(), estimate }], reference: None },
        );
        assert_eq!(rows.rows, [["X", "50\u{a0}%", "40–60\u{a0}%", "1,000"]]);
        let bins = vec![Bin { low: 5.0, high: 7.0, count: 3 }, Bin { low: 7.0, high: 9.0, count: 1 }];
        let histogram = table(Unit::Count, Shape::Histogram { bins, axis: "moves".into() });
        assert_eq!(histogram.rows[0], ["5–6", "3", "75.0\u{a0}%"]);
        let line = |label: &str, x| Line { label: label.into(), points: vec![(x, estimate)] };
        let lines = table(
            Unit::Value,
            Shape::Lines { axis: "turn".into(), lines: vec![line("X", 1.0), line("O", 2.0)] },
        );
        assert_eq!(
            lines.rows,
            [["1", "0.50 (0.40–0.60), n = 1,000", "–"], ["2", "–", "0.50 (0.40–0.60), n = 1,000"]]
        );
        let layers = vec![Layer { label: "X".into(), cells: vec![0.25, 0.75], n: 8 }];
        let heat = table(Unit::Share, Shape::Heat { layers });
        assert_eq!((heat.columns[1].as_str(), heat.rows[1][0].as_str()), ("X (n = 8)", "b1"));
    }
}
