//! Dead elements: what does nobody use although they could?
//!
//! # Question
//! Which cells, cards, actions or pieces are on offer but (almost) never chosen?
//!
//! # Unit
//! Decisions; *share* is the share of chances that were taken.
//!
//! # Range
//! 0 to 0.005 for the shares listed.
//!
//! # Reading
//! An empty table is good. What is listed with many chances is dead content under this kind of player:
//! cut it, make it stronger, or check that stronger players see its use. The surest come first: those
//! whose interval ends lowest. With few chances the interval is wide and the line proves nothing.
//!
//! # Formula
//! `dead-elements`: elements with chosen / chances below 0.005. A chance is a decision at which some
//! legal move has the element; it is chosen when the move played has it. All seats together; decisions
//! of one seat in one match are a cluster: Wilson's interval with the effective number of decisions
//! (Korn & Graubard 1998; the number of clusters when it was never chosen). At most 60 are listed.
//!
//! # Blind spots
//! What is never legal does not appear at all. Random agents use everything: look at strong ones. With
//! very many elements a low share may be a fair share.

use crate::usage::Usage;
use crate::{Card, Context, Entry, Measure, Metric, Unit};
use ludometer_record::MatchRecord;
use ludometer_stats::{Clusters, Estimate};

/// Below this share of its chances an element is dead.
const DEAD: f64 = 0.005;

/// The most elements listed.
const MOST_ROWS: usize = 60;

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    Card::from_source("dead-elements", "Dead elements", include_str!("dead_elements.rs"), &["dead-elements"])
}

/// Chances and choices by element.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    elements: Usage,
}

impl Metric for Tally {
    fn observe(&mut self, context: &Context, record: &MatchRecord) {
        self.elements.observe(context, record, |option| &option.elements);
    }

    fn merge(&mut self, other: Self) {
        self.elements.merge(other.elements);
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        if self.elements.by_name.is_empty() {
            return vec![];
        }
        let mut dead: Vec<(Estimate, u64, &str)> = Vec::new();
        for (name, seats) in &self.elements.by_name {
            let mut chances = Clusters::default();
            seats.iter().for_each(|seat| chances.merge(seat));
            let share = chances.share();
            if share.value < DEAD {
                dead.push((share, chances.hits(), context.names.text(*name)));
            }
        }
        dead.sort_by(|a, b| a.0.high.total_cmp(&b.0.high).then(a.2.cmp(b.2)));
        let row = |(share, chosen, text): &(Estimate, u64, &str)| {
            vec![
                Entry::Text((*text).to_owned()),
                Entry::count(share.n),
                Entry::count(*chosen),
                Entry::Estimate(*share),
            ]
        };
        let mut rows: Vec<Vec<Entry>> = dead.iter().take(MOST_ROWS).map(row).collect();
        if let Some(rest) = dead.get(MOST_ROWS..).filter(|rest| !rest.is_empty()) {
            let label = Entry::Text(format!("({} more)", rest.len()));
            let chances = rest.iter().map(|(share, _, _)| share.n).sum();
            let chosen = rest.iter().map(|(_, chosen, _)| chosen).sum();
            rows.push(vec![label, Entry::count(chances), Entry::count(chosen), Entry::nothing()]);
        }
        let columns = ["element", "chances", "chosen", "share"].map(String::from).to_vec();
        vec![Measure::table("dead-elements", "Elements (almost) never used", Unit::Share, columns, rows)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::support::{World, find};
    use ludometer_stats::wilson;

    fn rows(measures: &[Measure]) -> &[Vec<Entry>] {
        let Shape::Table { rows, .. } = &find(measures, "dead-elements").shape else { panic!("no table") };
        rows
    }

    #[test]
    fn what_nobody_chooses_is_listed_with_its_chances() {
        let mut world = World::new(&["X", "O"]);
        let legal: [(&str, &[&str]); 3] =
            [("hit", &["action:hit"]), ("wait", &["action:wait", "card:none"]), ("flee", &["action:flee"])];
        let records: Vec<MatchRecord> =
            (0..300).map(|i| world.game().decide_with(0, &legal, u16::from(i == 7)).done()).collect();
        let found = world.measure::<Tally>(&records);
        let rows = rows(&found);
        let text = |row: &Vec<Entry>| row[0].clone();
        assert_eq!(
            rows.iter().map(text).collect::<Vec<_>>(),
            ["action:flee", "action:wait", "card:none"].map(|name| Entry::Text(name.into()))
        );
        assert_eq!(rows[0][1..3], [Entry::Number(300.0), Entry::Number(0.0)]);
        assert_eq!(rows[0][3], Entry::Estimate(wilson(0, 300)));
        assert_eq!(rows[1][2], Entry::Number(1.0));
    }

    #[test]
    fn nothing_dead_is_an_empty_table() {
        let mut world = World::new(&["A"]);
        let records = [world.game().decide(0, &["a"], 0).done()];
        assert!(rows(&world.measure::<Tally>(&records)).is_empty());
        assert!(world.measure::<Tally>(&[]).is_empty());
    }
}
