//! Counts of clusters told as tactics with names.

use super::Lived;
use super::count::{Counts, Put, Spread, count};
use ludometer_agents::cases::{Base, Names as Words, told};
use ludometer_game::{Alike, AnyGame, Attribute, CaseBook, CaseDecision, CaseSchema, Likeness, Typical};
use ludometer_report::{Situation, Tactic, Tactics};
use ludometer_stats::{Estimate, Moments};
use std::collections::BTreeMap;

/// From how many deviations a cluster differs enough for its name to say so.
const TELLING: f32 = 0.5;
/// How many differences a name says.
const MOST_TOLD: usize = 2;
/// Answers rarer than this are not listed.
const RARE: f64 = 0.02;

/// What is told of hands whose decisions a base has clustered.
pub(crate) fn tell(
    book: &dyn CaseBook<AnyGame>,
    base: &Base,
    hands: &[Lived],
    left_out: u64,
    (words, agents): (&Words, &[String]),
) -> Tactics {
    let schema = base.schema();
    let teller = Teller { book, schema, words, agents };
    let scenarios = 0..schema.scenarios.len();
    let situation = |scenario| {
        let puts = puts(base, hands, scenario);
        let counts = count(&puts, base.groups(scenario).len(), agents.len());
        (!puts.is_empty()).then(|| teller.situation(scenario, &puts, &counts))
    };
    let situations = scenarios.filter_map(situation).collect();
    let note = schema.tactics.to_owned();
    Tactics { matches: None, hands: hands.len() as u64, left_out, note, situations }
}

/// The decisions of a scenario with their clusters.
fn puts<'a>(base: &Base, hands: &'a [Lived], scenario: usize) -> Vec<Put<'a>> {
    let told_by = &base.schema().scenarios[scenario];
    let all = hands.iter().flat_map(|hand| once(hand).map(move |decision| (hand, decision)));
    all.filter(|(_, decision)| usize::from(decision.scenario) == scenario)
        .map(|(hand, decision)| Put {
            hand,
            cluster: usize::from(base.group_of(&hand.case, decision)),
            action: decision.action,
            points: decision.points,
            values: told_by.groups.iter().map(|place| told(told_by, &hand.case, decision, *place)).collect(),
        })
        .collect()
}

/// The decisions of a hand, each once: one that stands in several scenarios, because nobody knows in which it was made,
/// counts in one of them, another one from hand to hand.
fn once(hand: &Lived) -> impl Iterator<Item = &CaseDecision> {
    let mut unsure = 0;
    hand.case.decisions.iter().filter(move |decision| {
        let among = u64::from(decision.among);
        unsure += u64::from(among > 1);
        among <= 1 || unsure % among == hand.number % among
    })
}

struct Teller<'a> {
    book: &'a dyn CaseBook<AnyGame>,
    schema: &'a CaseSchema,
    words: &'a Words,
    agents: &'a [String],
}

impl Teller<'_> {
    fn situation(&self, scenario: usize, puts: &[Put<'_>], counts: &[Counts]) -> Situation {
        let told_by = &self.schema.scenarios[scenario];
        let all = overall(counts, told_by.groups.len());
        let found = counts.iter().filter(|counts| !counts.actions.is_empty());
        let mut tactics: Vec<Tactic> = found.map(|counts| self.tactic(scenario, counts, &all)).collect();
        tactics.sort_by(|one, other| other.share.value.total_cmp(&one.share.value));
        tell_apart(&mut tactics);
        let account = self.schema.accounts[told_by.account].clone();
        Situation { name: told_by.name.clone(), decisions: puts.len() as u64, account, tactics }
    }

    fn tactic(&self, scenario: usize, counts: &Counts, all: &[Moments]) -> Tactic {
        let groups = &self.schema.scenarios[scenario].groups;
        let typical: Vec<Typical> = groups
            .iter()
            .zip(counts.spreads.iter().zip(all))
            .map(|(place, (spread, all))| typical(*place, spread, all))
            .collect();
        let actions = shares(&counts.actions);
        let alike = Alike { scenario, typical: &typical, actions: &actions };
        let seen = typical.iter().zip(all).filter_map(|(typical, all)| {
            let attribute = &self.schema.attributes[typical.place];
            let told = if unseen(attribute, all) { None } else { seen(attribute, typical) };
            Some((attribute.name.clone(), told?))
        });
        let listed = actions.iter().filter(|(_, share)| *share >= RARE);
        let players = self.agents.iter().zip(&counts.players).filter(|(_, share)| share.chances() > 0);
        Tactic {
            name: self.book.tactic(&alike).unwrap_or_else(|| self.name(&alike)),
            decisions: counts.share.hits(),
            share: counts.share.share(),
            seen: seen.collect(),
            answers: listed.map(|(action, share)| (self.answer(*action), *share)).collect(),
            // Counted in halves, so that a hand that brought nothing is half won.
            won: Estimate { n: counts.points.n(), ..counts.won.share() },
            points: counts.points.mean(),
            players: players.map(|(agent, share)| (agent.clone(), share.share())).collect(),
        }
    }

    /// A name where the game has none: how its decisions differ from others, and what was done.
    fn name(&self, alike: &Alike<'_>) -> String {
        let mut telling: Vec<&Typical> =
            alike.typical.iter().filter(|typical| typical.lead.abs() >= TELLING).collect();
        telling.sort_by(|one, other| other.lead.abs().total_cmp(&one.lead.abs()));
        telling.truncate(MOST_TOLD);
        let told = |typical: &Typical| {
            let word = if typical.lead > 0.0 { "high" } else { "low" };
            format!("{word} {}", self.schema.attributes[typical.place].name)
        };
        let mut parts: Vec<String> = telling.into_iter().map(told).collect();
        if parts.is_empty() {
            parts.push("as usual".to_owned());
        }
        parts.extend(alike.actions.first().map(|(action, _)| self.answer(*action)));
        parts.join("; ")
    }

    fn answer(&self, action: u16) -> String {
        self.words.of(action).unwrap_or_else(|| self.schema.action_name(action))
    }
}

/// How each attribute is spread over all decisions of a scenario.
fn overall(counts: &[Counts], width: usize) -> Vec<Moments> {
    let mut all = vec![Moments::default(); width];
    for counts in counts {
        all.iter_mut().zip(&counts.spreads).for_each(|(all, spread)| all.merge(&spread.moments));
    }
    all
}

fn typical(place: usize, spread: &Spread, all: &Moments) -> Typical {
    let mean = spread.moments.average().unwrap_or(f64::NAN);
    let (mode, often) = spread.mode();
    let lead = match (all.average(), all.deviation()) {
        (Some(usual), Some(deviation)) if deviation > 0.0 && !mean.is_nan() => (mean - usual) / deviation,
        _ => 0.0,
    };
    Typical { place, mean: mean as f32, mode, often, lead: lead as f32 }
}

/// Whether an observable is 0 in all decisions of a scenario, as what its seat cannot see is.
fn unseen(attribute: &Attribute, all: &Moments) -> bool {
    attribute.likeness == Likeness::Span
        && all.average() == Some(0.0)
        && all.deviation().is_none_or(|deviation| deviation == 0.0)
}

/// What is seen of an attribute: its most frequent word, or its mean.
fn seen(attribute: &Attribute, typical: &Typical) -> Option<String> {
    // What never came up, such as a call nobody made, says nothing.
    let never = !attribute.words.is_empty() && typical.mode == 0.0 && typical.often > 0.995;
    if typical.mean.is_nan() || never {
        return None;
    }
    Some(match attribute.words {
        [] => format!("{:.1}", typical.mean),
        _ => format!("{} {:.0} %", attribute.tell(typical.mode), 100.0 * typical.often),
    })
}

/// Answers by their shares, the most frequent first, of equals the lower number.
fn shares(actions: &BTreeMap<u16, u64>) -> Vec<(u16, f64)> {
    let all: u64 = actions.values().sum();
    let mut shares: Vec<(u16, f64)> =
        actions.iter().map(|(action, many)| (*action, *many as f64 / all as f64)).collect();
    shares.sort_by(|one, other| other.1.total_cmp(&one.1));
    shares
}

/// Numbers those that have the same name.
fn tell_apart(tactics: &mut [Tactic]) {
    let names: Vec<String> = tactics.iter().map(|tactic| tactic.name.clone()).collect();
    for (at, tactic) in tactics.iter_mut().enumerate() {
        let same = |name: &&String| **name == tactic.name;
        if names.iter().filter(same).count() > 1 {
            tactic.name = format!("{} ({})", names[at], names[..=at].iter().filter(same).count());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_game::Case;

    #[test]
    fn what_a_seat_cannot_see_is_not_told() {
        let attribute = |likeness| Attribute { name: "card-2".into(), likeness, words: &[] };
        let moments = |values: &[f64]| {
            let mut moments = Moments::default();
            values.iter().for_each(|value| moments.add(*value));
            moments
        };
        let observable = attribute(Likeness::Span);
        assert!(unseen(&observable, &moments(&[0.0, 0.0])) && unseen(&observable, &moments(&[0.0])));
        assert!(!unseen(&observable, &moments(&[1.0, -1.0])), "a mean of 0 is something else");
        assert!(!unseen(&observable, &moments(&[2.0])));
        assert!(!unseen(&attribute(Likeness::Equal), &moments(&[0.0, 0.0])));
    }

    #[test]
    fn a_decision_that_may_stand_elsewhere_counts_once() {
        let decision = |scenario, among| CaseDecision {
            scenario,
            facing: 0,
            action: 0,
            among,
            points: 0.0,
            asked: vec![],
        };
        let decisions =
            vec![decision(0, 1), decision(8, 2), decision(10, 2), decision(8, 2), decision(10, 2)];
        let case = Case { values: Vec::new(), decisions };
        let scenarios = |number| {
            let hand = Lived { case: case.clone(), number, player: None };
            once(&hand).map(|decision| decision.scenario).collect::<Vec<_>>()
        };
        assert_eq!((scenarios(0), scenarios(1)), (vec![0, 10, 10], vec![0, 8, 8]));
    }
}
