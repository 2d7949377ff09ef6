//! A heat strip: a row for each thing, a column for each step of time, and a shade for how much there was of it.

use super::{LETTER, WIDTH, svg};
use crate::format::{Px, percent, printable};
use crate::palette::HEAT_STEPS;
use maud::{Markup, html};

/// Height of a row.
const ROW: f64 = 16.0;
/// Room for the names of rows at most.
const NAMES: f64 = 180.0;

/// A heat strip of shares, 0 to 1.
#[derive(Clone, Debug)]
pub struct Strip {
    /// What it shows.
    pub title: String,
    /// What is drawn.
    pub about: String,
    /// What runs along the bottom.
    pub axis: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// Rows: a name, and a share for each column.
    pub rows: Vec<(String, Vec<f64>)>,
}

/// Draws it.
#[must_use]
pub fn strip(strip: &Strip) -> String {
    let longest = strip.rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let left = (longest as f64 * LETTER + 8.0).min(NAMES);
    let width = (WIDTH - left - 4.0) / strip.columns.len().max(1) as f64;
    let bottom = strip.rows.len() as f64 * ROW;
    let shade = |share: f64| (share.clamp(0.0, 1.0) * (HEAT_STEPS - 1) as f64).round() as usize;
    // As many captions as do not touch.
    let apart = ((3.0 * LETTER) / width).ceil().max(1.0) as usize;
    let content = html! {
        @for (row, (name, shares)) in strip.rows.iter().enumerate() {
            @let top = row as f64 * ROW;
            text.label x=(Px(left - 6.0)) y=(Px(top + ROW * 0.72)) text-anchor="end" { (printable(name)) }
            @for (column, share) in shares.iter().enumerate() {
                g {
                    title { (printable(name)) ", " (strip.axis) " " (strip.columns.get(column).map_or("", String::as_str)) ": " (percent(*share, 0)) }
                    rect class={ "h" (shade(*share)) } x=(Px(left + column as f64 * width)) y=(Px(top))
                        width=(Px(width)) height=(Px(ROW - 1.0)) {}
                }
            }
        }
        @for (column, name) in strip.columns.iter().enumerate().step_by(apart) {
            text.label x=(Px(left + (column as f64 + 0.5) * width)) y=(Px(bottom + 14.0)) text-anchor="middle" { (printable(name)) }
        }
        text.label x=(Px(left - 6.0)) y=(Px(bottom + 14.0)) text-anchor="end" { (strip.axis) }
        (legend(bottom + 20.0))
    };
    svg(bottom + 36.0, &format!("{}: {}", strip.title, strip.about), &content)
}

/// What the shades mean, at the right.
fn legend(top: f64) -> Markup {
    const STEP: f64 = 12.0;
    let (full, none) = (percent(1.0, 0), percent(0.0, 0));
    let right = WIDTH - 4.0 - (full.chars().count() + 1) as f64 * LETTER;
    let left = right - HEAT_STEPS as f64 * STEP;
    html! {
        text.label x=(Px(left - 4.0)) y=(Px(top + 10.0)) text-anchor="end" { (none) }
        @for step in 0..HEAT_STEPS {
            rect class={ "h" (step) } x=(Px(left + step as f64 * STEP)) y=(Px(top)) width=(Px(STEP)) height="12" {}
        }
        text.label x=(Px(right + 4.0)) y=(Px(top + 10.0)) { (full) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_and_names_are_drawn() {
        let drawn = strip(&Strip {
            title: "What survives".into(),
            about: "Share of <those> who have it".into(),
            axis: "generation".into(),
            columns: vec!["0".into(), "1".into()],
            rows: vec![("men".into(), vec![0.0, 1.0])],
        });
        assert!(drawn.contains("men, generation 1: 100") && drawn.contains("&lt;those&gt;"), "{drawn}");
        let deepest = format!("class=\"h{}\"", HEAT_STEPS - 1);
        assert!(drawn.contains("class=\"h0\"") && drawn.contains(&deepest), "{drawn}");
        // Those of the row and those of the legend.
        assert_eq!(drawn.matches("<rect class=\"h").count(), 2 + HEAT_STEPS);
    }
}
