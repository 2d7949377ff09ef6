//! The chart kit: pure functions from data to SVG.
//!
//! Every drawing is about 420 units wide, so that its text stays readable on a phone, names its
//! colours by class, so that it works in light, dark and on paper, and carries an `aria-label` and
//! tooltips. The numbers behind it are a [`DataTable`], shown beside it.

mod axis;
mod bars;
mod heat;
mod histogram;
mod lines;
mod strip;
mod table;

pub use bars::{Bar, BarSection, Bars, bars};
pub use heat::heat;
pub use histogram::{Histogram, histogram};
pub use lines::{Lines, lines};
pub use strip::{Strip, strip};
pub use table::{DataTable, data_table};

pub(crate) use bars::MOST as MOST_BARS;
pub(crate) use histogram::range;
pub(crate) use table::entry_text;

use crate::format::Px;
use maud::{Markup, html};

/// Width of every chart in its own units.
pub(crate) const WIDTH: f64 = 420.0;
/// Guessed width of a letter at the size of chart text.
pub(crate) const LETTER: f64 = 7.5;

/// The frame of every chart.
pub(crate) fn svg(height: f64, label: &str, content: &Markup) -> String {
    let label = crate::format::printable(label);
    html! {
        svg.chart xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (Px(WIDTH)) " " (Px(height)) } role="img" aria-label=(label) {
            (content)
        }
    }
    .into_string()
}

/// The class of the colour of the `index`th seat or series.
pub(crate) fn tone(index: usize) -> String {
    format!("s{}", index % 8)
}

/// Places for legend entries of these texts: x, row, wrapped at the width of the chart.
pub(crate) fn legend_places<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<(f64, usize)> {
    let (mut x, mut row) = (8.0, 0);
    let mut places = Vec::new();
    for text in texts {
        let width = 26.0 + text.chars().count() as f64 * LETTER + 14.0;
        if x > 8.0 && x + width > WIDTH {
            (x, row) = (8.0, row + 1);
        }
        places.push((x, row));
        x += width;
    }
    places
}
