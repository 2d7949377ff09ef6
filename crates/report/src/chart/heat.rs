//! A heat map over the board. Shades run in steps whose ink is chosen by contrast (see the
//! palette), so numbers can be read on every shade, in light and dark.

use super::{WIDTH, svg};
use crate::board::Layout;
use crate::format::{self, Px, printable};
use crate::palette::HEAT_STEPS;
use ludometer_metrics::Unit;
use ludometer_record::BoardInfo;
use maud::{Markup, html};

const CAPTION: f64 = 22.0;
/// Cells of small boards are not blown up beyond this.
const LARGEST: f64 = 64.0;

/// Draws one value per cell. `most` is the value of the deepest shade, shared by maps that are to
/// be compared; `label` says what is seen.
#[must_use]
pub fn heat(label: &str, board: &BoardInfo, cells: &[f64], most: f64, unit: Unit) -> String {
    let across = Layout::cells_across(board.rows, board.columns, board.hex).max(1.0);
    let cell = ((WIDTH - CAPTION - 8.0) / across).min(LARGEST);
    let layout = Layout { rows: board.rows, columns: board.columns, hex: board.hex, cell };
    let left = CAPTION + (WIDTH - CAPTION - layout.width()) / 2.0;
    let bottom = 4.0 + layout.height();
    let content = html! {
        g transform={ "translate(" (Px(left)) " 4)" } font-size=(Px(letters(&layout))) {
            @for row in 0..board.rows {
                @for column in 0..board.columns {
                    @let nth = row * board.columns + column;
                    (one_cell(board, &layout, (row, column), cells.get(nth).copied(), most, unit))
                }
            }
            (captions(board, &layout))
        }
        (legend(bottom + CAPTION + 4.0, most, unit))
    };
    svg(bottom + CAPTION + 34.0, label, &content)
}

/// The size of the number inside a cell.
fn letters(layout: &Layout) -> f64 {
    (layout.cell * 0.3).min(13.0)
}

/// The shade of a value.
fn step(value: f64, most: f64) -> usize {
    let part = if most > 0.0 && value.is_finite() { (value / most).clamp(0.0, 1.0) } else { 0.0 };
    (part * (HEAT_STEPS - 1) as f64).round() as usize
}

fn one_cell(
    board: &BoardInfo,
    layout: &Layout,
    (row, column): (usize, usize),
    value: Option<f64>,
    most: f64,
    unit: Unit,
) -> Markup {
    let Some(value) = value.filter(|value| value.is_finite()) else {
        return html! { path.cell d=(layout.outline(row, column, 0.75)) {} };
    };
    let step = step(value, most);
    let (x, y) = layout.centre(row, column);
    let name = board.cells.get(row * board.columns + column).map_or("", String::as_str);
    let size = letters(layout);
    html! {
        g {
            title { (printable(name)) ": " (exact(value, unit)) }
            path class={ "h" (step) } d=(layout.outline(row, column, 0.75)) {}
            // Below this size a number is a smudge; the tooltip and the table still have it.
            @if size >= 8.0 {
                text class={ "number i" (step) } x=(Px(x)) y=(Px(y + size * 0.36)) { (short(value, unit)) }
            }
        }
    }
}

fn exact(value: f64, unit: Unit) -> String {
    if unit == Unit::Share { format::percent(value, 1) } else { format::plain(value) }
}

/// The number inside a cell: per cent without the sign.
fn short(value: f64, unit: Unit) -> String {
    let (value, shown) = match unit {
        Unit::Share => (value, value * 100.0),
        _ => (value, value),
    };
    match shown {
        _ if value == 0.0 => "0".into(),
        shown if shown >= 9950.0 => format!("{}k", format::decimal(shown / 1000.0, 0)),
        shown if shown.fract() == 0.0 || shown >= 9.95 => format!("{shown:.0}"),
        shown => format!("{shown:.1}"),
    }
}

/// Names below columns and beside rows, where cell names like `c4` agree on them.
fn captions(board: &BoardInfo, layout: &Layout) -> Markup {
    let split = |nth: usize| {
        let name = board.cells.get(nth)?;
        let digits = name.find(|c: char| c.is_ascii_digit())?;
        Some(name.split_at(digits))
    };
    let agreed = |mut names: Vec<Option<&str>>| {
        names.dedup();
        match names[..] {
            [Some(name)] if !name.is_empty() && name.len() <= 3 => Some(name.to_owned()),
            _ => None,
        }
    };
    let column_name =
        |column| agreed((0..board.rows).map(|row| Some(split(row * board.columns + column)?.0)).collect());
    let row_name =
        |row| agreed((0..board.columns).map(|column| Some(split(row * board.columns + column)?.1)).collect());
    let last = board.rows.saturating_sub(1);
    html! {
        @for (column, name) in (0..board.columns).filter_map(|column| Some((column, column_name(column)?))) {
            text.tick x=(Px(layout.centre(last, column).0)) y=(Px(layout.height() + 15.0)) { (printable(&name)) }
        }
        @for (row, name) in (0..board.rows).filter_map(|row| Some((row, row_name(row)?))) {
            text.tick.end x=(Px(layout.row_start(row) - 6.0)) y=(Px(layout.centre(row, 0).1 + 4.5)) { (printable(&name)) }
        }
    }
}

fn legend(y: f64, most: f64, unit: Unit) -> Markup {
    const LEFT: f64 = 110.0;
    const STEP: f64 = 18.0;
    let unit_name = if unit == Unit::Share { "%" } else { "" };
    let end = LEFT + HEAT_STEPS as f64 * STEP;
    html! {
        text.tick.end x=(Px(LEFT - 8.0)) y=(Px(y + 14.0)) { "0 " (unit_name) }
        @for step in 0..HEAT_STEPS {
            rect class={ "h" (step) } x=(Px(LEFT + step as f64 * STEP)) y=(Px(y + 4.0)) width=(Px(STEP)) height="12" {}
        }
        text.tick.start x=(Px(end + 8.0)) y=(Px(y + 14.0)) { (short(most, unit)) " " (unit_name) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(hex: bool) -> BoardInfo {
        let cells = ["a2", "b2", "a1", "b1"].map(String::from).to_vec();
        BoardInfo { rows: 2, columns: 2, hex, cells }
    }

    #[test]
    fn every_cell_has_its_shade_number_and_name() {
        let svg = heat("moves of <X>", &board(false), &[0.0, 0.125, 0.25, 0.5], 0.5, Unit::Share);
        let tree = roxmltree::Document::parse(&svg).expect("well-formed");
        let texts: Vec<_> = tree.descendants().filter_map(|node| node.text()).collect();
        for text in ["12", "25", "50", "a", "b", "1", "2", "b1"] {
            assert!(texts.iter().any(|t| t.starts_with(text)), "{text} in {texts:?}");
        }
        assert_eq!(tree.descendants().filter(|n| n.has_tag_name("path")).count(), 4, "no hole in any row");
        assert!(svg.contains("class=\"number i10\"") && svg.contains("class=\"number i0\""));
    }

    #[test]
    fn missing_numbers_and_hexagons_are_drawn() {
        for cells in [vec![], vec![f64::NAN; 4], vec![1.0, 2.0, 3.0, 20_000.0]] {
            roxmltree::Document::parse(&heat("", &board(true), &cells, 0.0, Unit::Count))
                .expect("well-formed");
        }
        let none = BoardInfo { rows: 0, columns: 0, hex: false, cells: vec![] };
        roxmltree::Document::parse(&heat("", &none, &[], 1.0, Unit::Count)).expect("well-formed");
    }
}
