//! Every measure as a table.

use crate::chart::data_table;
use crate::format;
use crate::ladder::Ladder;
use crate::style::Style;
use comfy_table::{ContentArrangement, Table};
use ludometer_metrics::{Measure, Shape, Summary};
use ludometer_record::BoardInfo;
use owo_colors::Style as Paint;

/// Columns of the longest bar of a histogram.
const BAR: f64 = 30.0;

/// All measures of all groups, strongest group first.
#[must_use]
pub fn measures_text(summary: &Summary, style: Style) -> String {
    let mut text = String::new();
    for rung in Ladder::of(summary).all() {
        let heading = format!("{} · {}", rung.name(), format::count(rung.found.matches, "match", "matches"));
        text.push_str(&format!("{}\n\n", style.paint(&heading, Paint::new().bold().underline())));
        for measure in &rung.found.measures {
            text.push_str(&format!(
                "{} [{}]\n",
                style.paint(&measure.title, Paint::new().bold()),
                measure.id
            ));
            text.push_str(&measure_text(measure, summary.header.game.board.as_ref(), style));
            text.push('\n');
        }
    }
    style.finish(text)
}

fn measure_text(measure: &Measure, board: Option<&BoardInfo>, style: Style) -> String {
    let data = data_table(measure, board);
    if data.rows.is_empty() {
        return "nothing to list\n".into();
    }
    let bars = bars(measure);
    let mut table = Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(u16::try_from(style.width).unwrap_or(u16::MAX));
    let with = |mut row: Vec<String>, last: Option<String>| {
        row.extend(last);
        row
    };
    table.set_header(with(data.columns, bars.as_ref().map(|_| String::new())));
    for (nth, row) in data.rows.into_iter().enumerate() {
        table.add_row(with(row, bars.as_ref().map(|bars| bars[nth].clone())));
    }
    table.trim_fmt() + "\n"
}

/// A bar per row of a histogram.
fn bars(measure: &Measure) -> Option<Vec<String>> {
    let Shape::Histogram { bins, .. } = &measure.shape else { return None };
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or(0).max(1) as f64;
    Some(bins.iter().map(|bin| "█".repeat((bin.count as f64 / most * BAR).round() as usize)).collect())
}
