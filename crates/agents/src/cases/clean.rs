//! Maintenance: a base without the decisions that rules of revision forbid, and without hands it has twice.

use super::base::Base;
use ludometer_game::{Answer, Case, CaseDecision, CaseSchema};
use rustc_hash::FxHashSet;
use serde::Serialize;
use std::collections::BTreeMap;

/// What was taken out of a base.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Cleaned {
    /// Forbidden decisions, by the rule that forbids them; one that may stand in several scenarios counts once.
    pub forbidden: BTreeMap<&'static str, u64>,
    /// Cases that were there already.
    pub twins: u64,
    /// Cases in which nothing is decided any more.
    pub empty: u64,
}

/// The same base without what should not be remembered; its indexes and clusters are still to be made. The first rule that
/// forbids a decision is the one that counts.
pub fn clean<R>(base: &Base, rules: R) -> (Base, Cleaned)
where
    R: Fn(usize, Answer<'_>) -> Option<u16>,
{
    let schema = base.schema();
    let (mut cleaner, mut cleaned) = (Base::new(schema.clone()), Cleaned::default());
    cleaner.take_names(base.names().clone());
    let mut known = FxHashSet::default();
    for number in 0..base.len() {
        let mut case = base.case(number);
        let mut decisions = std::mem::take(&mut case.decisions);
        let asked_something = !decisions.is_empty();
        while let Some(first) = decisions.first() {
            // The same decision in each of the scenarios in which it may have been made.
            let many = usize::from(first.among).min(decisions.len());
            let kept = case.decisions.len();
            let mut forbidden = None;
            for decision in decisions.drain(..many) {
                match forbidden_by(schema, &case, &decision, &rules) {
                    Some(rule) => forbidden = forbidden.or(Some(rule)),
                    None => case.decisions.push(decision),
                }
            }
            forbidden.into_iter().for_each(|rule| *cleaned.forbidden.entry(rule).or_default() += 1);
            let left = (case.decisions.len() - kept) as u8;
            case.decisions[kept..].iter_mut().for_each(|decision| decision.among = left);
        }
        if asked_something && case.decisions.is_empty() {
            cleaned.empty += 1;
            continue;
        }
        let mut bytes = Vec::new();
        super::coding::write(&case, &mut bytes);
        match known.insert(bytes) {
            true => cleaner.add(&case),
            false => cleaned.twins += 1,
        }
    }
    (cleaner, cleaned)
}

fn forbidden_by<R>(
    schema: &CaseSchema,
    case: &Case,
    decision: &CaseDecision,
    rules: &R,
) -> Option<&'static str>
where
    R: Fn(usize, Answer<'_>) -> Option<u16>,
{
    let values = known_then(schema, case, decision);
    let CaseDecision { scenario, facing, action, .. } = *decision;
    let answer = Answer { scenario, facing, values: &values, action };
    let forbids = |number: usize| rules(number, answer).is_some_and(|instead| instead != action);
    (0..schema.rules.len()).find(|number| forbids(*number)).map(|number| schema.rules[number].name)
}

/// The values of a case as they were known when a decision was made: what other scenarios ask and this one does not came
/// later.
fn known_then(schema: &CaseSchema, case: &Case, decision: &CaseDecision) -> Vec<f32> {
    let mut values = case.values.clone();
    for place in schema.scenarios.iter().flat_map(|scenario| &scenario.asks) {
        values[*place] = f32::NAN;
    }
    let asks = &schema.scenarios[usize::from(decision.scenario)].asks;
    asks.iter().zip(&decision.asked).for_each(|(place, value)| values[*place] = *value);
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::tests::{case, schema};
    use ludometer_game::CaseRule;

    #[test]
    fn what_is_forbidden_and_what_is_there_twice_goes() {
        let mut schema = schema();
        schema.rules =
            vec![CaseRule { name: "no-threes", about: "" }, CaseRule { name: "no-fours", about: "" }];
        let mut base = Base::new(schema);
        let mut mixed = case(&[24.0, 12.0, 6.0, 1.0], 3, 2.0);
        mixed.decisions[1].asked[0] = 3.0;
        mixed.decisions[2].asked[0] = 4.0;
        let whole = case(&[24.0, 12.0, 6.0, 1.0], 1, 2.0);
        let lost = case(&[3.0, 2.0, 1.0, 1.0], 2, 2.0);
        let silent = case(&[9.0, 2.0, 1.0, 1.0], 0, 2.0);
        [&mixed, &whole, &lost, &silent].into_iter().for_each(|case| base.add(case));
        let rules = |rule: usize, answer: Answer<'_>| (answer.values[0] == 3.0 + rule as f32).then_some(2);
        let (cleaner, cleaned) = clean(&base, rules);
        let forbidden = BTreeMap::from([("no-threes", 3), ("no-fours", 1)]);
        assert_eq!(cleaned, Cleaned { forbidden, twins: 1, empty: 1 });
        assert_eq!((cleaner.len(), cleaner.decisions()), (2, 1));
        assert_eq!(cleaner.case(0), whole);
        let nothing = clean(&cleaner, |_, _| None);
        assert_eq!((nothing.0.bytes(), nothing.1), (cleaner.bytes(), Cleaned::default()));
        let same = clean(&cleaner, |_, answer| Some(answer.action));
        assert_eq!(same.1, Cleaned::default(), "a rule that leaves an answer as it is forbids nothing");
    }

    #[test]
    fn a_decision_that_may_stand_elsewhere_counts_where_it_is_left() {
        let mut schema = schema();
        schema.rules = vec![CaseRule { name: "no-threes", about: "" }];
        let mut base = Base::new(schema);
        let mut unsure = case(&[24.0, 12.0, 6.0, 1.0], 6, 2.0);
        let among = [1, 3, 3, 3, 2, 2];
        unsure.decisions.iter_mut().zip(among).for_each(|(decision, among)| decision.among = among);
        for forbidden in [2, 4, 5] {
            unsure.decisions[forbidden].asked[0] = 3.0;
        }
        base.add(&unsure);
        let (cleaner, _) = clean(&base, |_, answer: Answer<'_>| (answer.values[0] == 3.0).then_some(2));
        let left: Vec<u8> = cleaner.case(0).decisions.iter().map(|decision| decision.among).collect();
        assert_eq!(left, [1, 2, 2]);
    }

    #[test]
    fn what_came_later_is_not_known() {
        let mut schema = schema();
        schema.scenarios[0].asks = vec![0];
        let told = case(&[24.0, 12.0, 6.0, 1.0], 1, 2.0);
        let mut decision = told.decisions[0].clone();
        decision.asked = vec![7.0];
        let values = known_then(&schema, &told, &decision);
        assert_eq!(
            (values[0], values[1], values[2]),
            (7.0, 12.0, 6.0),
            "nobody asks for the second and third"
        );
        assert!(values[3].is_nan(), "the other scenario asks for it");
    }
}
