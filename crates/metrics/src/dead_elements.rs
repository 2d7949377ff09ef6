//! Dead elements: what does nobody use although they could?
//!
//! # Question
//! Which cells, cards, actions or pieces are on offer but (almost) never chosen?
//!
//! # Unit
//! Decisions; *share* is the share of chances that were taken.
//!
//! # Range
//! 0 to a twentieth of the share random play would have.
//!
//! # Reading
//! An empty table is good. What is listed with many chances is dead content under this kind of player:
//! cut it, make it stronger, or check that stronger players see its use. The surest come first: those
//! whose interval ends lowest. With few chances the interval is wide and the line proves nothing.
//!
//! # Formula
//! `dead-elements`: elements with chosen / chances below a twentieth of *fair*, the mean over chances of
//! (legal moves with the element / legal moves): what a random player would choose. A chance is a
//! decision at which some legal move has the element; it is chosen when the move played has it. All
//! seats together; decisions
//! of one seat in one match are a cluster: Wilson's interval with the effective number of decisions
//! (Korn & Graubard 1998; the number of clusters when it was never chosen). At most 60 are listed.
//!
//! # Blind spots
//! What is never legal does not appear at all. Random agents use everything: look at strong ones. What is
//! only ever good in rare positions looks dead until enough matches are played.

use crate::usage::Usage;
use crate::{Card, Context, Entry, Measure, Metric, Unit};
use ludometer_record::{MatchRecord, NameId, Opt};
use ludometer_stats::{Clusters, Estimate};
use rustc_hash::FxHashMap;

/// Below this part of its fair share an element is dead.
const DEAD: f64 = 0.05;

/// Fair shares are summed in these parts of one, as whole numbers, so that sums are exact.
const PARTS: u64 = 1_000_000;

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
    /// What random play would have chosen, by element.
    fair: FxHashMap<NameId, u64>,
}

impl Tally {
    /// Adds what a random player would choose at this decision.
    fn expect(&mut self, legal: &[Opt]) {
        let mut with: FxHashMap<NameId, u64> = FxHashMap::default();
        for option in legal {
            let mut own = option.elements.clone();
            own.sort_unstable();
            own.dedup();
            own.into_iter().for_each(|element| *with.entry(element).or_default() += 1);
        }
        for (element, moves) in with {
            *self.fair.entry(element).or_default() += moves * PARTS / legal.len() as u64;
        }
    }
}

impl Metric for Tally {
    fn observe(&mut self, context: &Context, record: &MatchRecord) {
        self.elements.observe(context, record, |option| &option.elements);
        let counts = |seat: usize| seat < context.seats();
        for ply in record.plies.iter().filter(|ply| ply.actor.seat().is_some_and(counts)) {
            self.expect(&ply.legal);
        }
    }

    fn merge(&mut self, other: Self) {
        self.elements.merge(other.elements);
        for (element, fair) in other.fair {
            *self.fair.entry(element).or_default() += fair;
        }
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        if self.elements.by_name.is_empty() {
            return vec![];
        }
        let mut dead: Vec<(Estimate, u64, &str, f64)> = Vec::new();
        for (name, seats) in &self.elements.by_name {
            let mut chances = Clusters::default();
            seats.iter().for_each(|seat| chances.merge(seat));
            let share = chances.share();
            let expected = self.fair.get(name).copied().unwrap_or_default() as f64 / PARTS as f64;
            let fair = expected / chances.chances().max(1) as f64;
            if share.value < DEAD * fair {
                dead.push((share, chances.hits(), context.names.text(*name), fair));
            }
        }
        dead.sort_by(|a, b| a.0.high.total_cmp(&b.0.high).then(a.2.cmp(b.2)));
        let row = |(share, chosen, text, fair): &(Estimate, u64, &str, f64)| {
            vec![
                Entry::Text((*text).to_owned()),
                Entry::count(share.n),
                Entry::count(*chosen),
                Entry::Estimate(*share),
                Entry::Estimate(Estimate::fact(*fair, share.n)),
            ]
        };
        let mut rows: Vec<Vec<Entry>> = dead.iter().take(MOST_ROWS).map(row).collect();
        if let Some(rest) = dead.get(MOST_ROWS..).filter(|rest| !rest.is_empty()) {
            let label = Entry::Text(format!("({} more)", rest.len()));
            let chances = rest.iter().map(|(share, ..)| share.n).sum();
            let chosen = rest.iter().map(|(_, chosen, ..)| chosen).sum();
            rows.push(vec![
                label,
                Entry::count(chances),
                Entry::count(chosen),
                Entry::nothing(),
                Entry::nothing(),
            ]);
        }
        let columns = ["element", "chances", "chosen", "share", "random play"].map(String::from).to_vec();
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
            (0..300).map(|i| world.game().decide_with(0, &legal, u32::from(i == 7)).done()).collect();
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
    fn a_fair_share_of_very_many_is_not_dead() {
        let mut world = World::new(&["X", "O"]);
        let cells: Vec<String> = (0..400).map(|cell| format!("cell:{cell}")).collect();
        let names: Vec<[&str; 1]> = cells.iter().map(|cell| [cell.as_str()]).collect();
        let legal: Vec<(&str, &[&str])> = names.iter().map(|name| (name[0], &name[..])).collect();
        let records: Vec<MatchRecord> =
            (0..400).map(|i| world.game().decide_with(0, &legal, i).done()).collect();
        assert!(rows(&world.measure::<Tally>(&records)).is_empty());
    }

    #[test]
    fn nothing_dead_is_an_empty_table() {
        let mut world = World::new(&["A"]);
        let records = [world.game().decide(0, &["a"], 0).done()];
        assert!(rows(&world.measure::<Tally>(&records)).is_empty());
        assert!(world.measure::<Tally>(&[]).is_empty());
    }
}
