//! How far declarations may reach, so that no number, board or deck outgrows what the program can hold.

use crate::schema::{Kind, Schema};

/// Numbers stay within this, so that even their differences fit a cell.
pub(crate) const FARTHEST: i32 = 1_000_000_000;
/// The largest value of a place of a board.
const LARGEST_VALUE: i32 = 65_535;
/// The most cards of a set, all kinds together.
const MOST_CARDS: u64 = 1_000_000;

impl Schema {
    /// The first declaration that reaches too far: its line, what is wrong, and the value.
    pub(crate) fn too_far(&self) -> Option<(u32, String, String)> {
        self.fields.iter().find_map(|field| {
            let (what, value) = self.beyond(&field.name, &field.kind)?;
            Some((field.line, what, value))
        })
    }

    fn beyond(&self, name: &str, kind: &Kind) -> Option<(String, String)> {
        match kind {
            Kind::Number { min, max } if *min < -FARTHEST || *max > FARTHEST => Some((
                format!("`{name}` must stay between -{FARTHEST} and {FARTHEST}"),
                format!("{min}..{max}"),
            )),
            Kind::Grid(grid) if !(0..=LARGEST_VALUE).contains(&grid.max) => {
                Some((format!("max of `{name}` must be from 0 to {LARGEST_VALUE}"), grid.max.to_string()))
            }
            Kind::Tokens { max, .. } if !(0..=LARGEST_VALUE).contains(max) => {
                Some((format!("max of `{name}` must be from 0 to {LARGEST_VALUE}"), max.to_string()))
            }
            Kind::Grid(grid) if grid.of.is_some_and(|of| self.cards.get(of).is_none()) => {
                Some((format!("of = ... of `{name}` is no set of cards"), String::new()))
            }
            Kind::Pile { of, .. } => match self.cards.get(*of) {
                None => Some((format!("of = ... of `{name}` is no set of cards"), String::new())),
                Some(set) => {
                    let total: u64 = set.counts.iter().map(|&count| u64::from(count)).sum();
                    let what = || format!("the cards of `{name}` must be {MOST_CARDS} at most");
                    (total > MOST_CARDS).then(|| (what(), total.to_string()))
                }
            },
            _ => None,
        }
    }
}
