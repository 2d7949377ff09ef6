//! The decisions that are compared with one another: of one scenario, facing the same, in one cluster of the index.
//!
//! They lie column by column, so that similarity is a few passes over floats without a branch.

use ludometer_game::Likeness;

/// Decisions, column by column.
#[derive(Clone, Debug, Default)]
pub struct Drawer {
    /// What was known, a column for each attribute that is asked.
    columns: Vec<Vec<f32>>,
    /// Whether any of them has a value that is not known.
    gaps: Vec<bool>,
    actions: Vec<u16>,
    among: Vec<u8>,
    points: Vec<f32>,
    cases: Vec<u32>,
    groups: Vec<u32>,
}

/// A decision of a drawer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Entry {
    /// The answer.
    pub action: u16,
    /// In how many scenarios it stands.
    pub among: u8,
    /// What it brought.
    pub points: f32,
    /// The case, counted from 0.
    pub case: u32,
    /// Its point among those that are clustered.
    pub group: u32,
}

/// How values of a column compare: a factor, where 0 means equality.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measure(f32);

impl Measure {
    /// Of a likeness, between the smallest and the largest value that came.
    #[must_use]
    pub fn of(likeness: Likeness, (low, high): (f32, f32)) -> Self {
        match likeness {
            Likeness::Equal | Likeness::Name => Measure(0.0),
            Likeness::Interval(most) if most > 0.0 => Measure(1.0 / most),
            Likeness::Span if high > low => Measure(1.0 / (high - low)),
            _ => Measure(0.0),
        }
    }

    /// How alike two values are, one by one; 0 where one is unknown.
    #[cfg(test)]
    pub(super) fn between(self, asked: f32, known: f32) -> f32 {
        if self.0 == 0.0 { f32::from(u8::from(asked == known)) } else { self.scaled(asked, known) }
    }

    #[inline(always)]
    fn scaled(self, asked: f32, known: f32) -> f32 {
        // The larger of something unknown and 0 is 0.
        (1.0 - (asked - known).abs() * self.0).max(0.0)
    }
}

impl Drawer {
    /// How many decisions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// Adds a decision with what was known.
    pub fn push(&mut self, asked: &[f32], entry: Entry) {
        self.columns.resize(asked.len(), Vec::new());
        self.columns.iter_mut().zip(asked).for_each(|(column, value)| column.push(*value));
        self.gaps.resize(asked.len(), false);
        self.gaps.iter_mut().zip(asked).for_each(|(gap, value)| *gap |= value.is_nan());
        self.actions.push(entry.action);
        self.among.push(entry.among);
        self.points.push(entry.points);
        self.cases.push(entry.case);
        self.groups.push(entry.group);
    }

    /// Gives back room that is not used.
    pub fn shrink(&mut self) {
        self.columns.iter_mut().for_each(Vec::shrink_to_fit);
        self.actions.shrink_to_fit();
        self.among.shrink_to_fit();
        self.points.shrink_to_fit();
        self.cases.shrink_to_fit();
        self.groups.shrink_to_fit();
    }

    /// One of them.
    #[must_use]
    pub fn entry(&self, at: usize) -> Entry {
        Entry {
            action: self.actions[at],
            among: self.among[at],
            points: self.points[at],
            case: self.cases[at],
            group: self.groups[at],
        }
    }

    /// What was known when one of them was made, in the order it is asked.
    pub fn asked(&self, at: usize) -> impl Iterator<Item = f32> + '_ {
        self.columns.iter().map(move |column| column[at])
    }

    /// Whether all of them have 0 in a column.
    #[must_use]
    pub fn is_zero(&self, column: usize) -> bool {
        self.columns.get(column).is_some_and(|column| column.iter().all(|value| *value == 0.0))
    }

    /// The sum of the similarities of each decision with what is asked; what is not known is not asked. Returns how
    /// many attributes were. Of a decision that does not know them all, the others count for those.
    pub fn compare(&self, asked: &[f32], measures: &[Measure], sums: &mut Vec<f32>) -> usize {
        sums.clear();
        sums.resize(self.len(), 0.0);
        let mut many = 0;
        for ((column, &asked), &measure) in self.columns.iter().zip(asked).zip(measures) {
            if asked.is_nan() {
                continue;
            }
            many += 1;
            if measure.0 == 0.0 {
                for (sum, known) in sums.iter_mut().zip(column) {
                    *sum += f32::from(u8::from(asked == *known));
                }
            } else {
                for (sum, known) in sums.iter_mut().zip(column) {
                    *sum += measure.scaled(asked, *known);
                }
            }
        }
        self.fill_gaps(asked, many, sums);
        many
    }

    fn fill_gaps(&self, asked: &[f32], many: usize, sums: &mut [f32]) {
        let gaps = || {
            self.columns
                .iter()
                .zip(&self.gaps)
                .zip(asked)
                .filter(|((_, gap), asked)| **gap && !asked.is_nan())
        };
        if gaps().next().is_none() {
            return;
        }
        for (at, sum) in sums.iter_mut().enumerate() {
            let known = many - gaps().filter(|((column, _), _)| column[at].is_nan()).count();
            if known > 0 && known < many {
                *sum *= many as f32 / known as f32;
            }
        }
    }
}
