//! Are there real decisions? Fine if at most a quarter of them are forced, a problem if more than half
//! are.

use super::{Status, Verdict, read};
use crate::copies;
use crate::format;
use crate::ladder::Ladder;
use ludometer_metrics::Unit;

const FEW: f64 = 0.25;
const MANY: f64 = 0.5;

pub(super) fn verdict(ladder: &Ladder<'_>) -> Option<Verdict> {
    let (rung, measure) = ladder.best_with("branching")?;
    let choices =
        read::labelled(measure, &["mean", "moves per decision", "moves"]).filter(|found| found.n > 0)?;
    let forced = rung
        .measure("forced")
        .and_then(|measure| read::rows(measure).first().map(|(_, share)| *share))
        .or_else(|| read::labelled(measure, &["forced"]));
    let decisions = read::labelled(measure, &["decisions"]);
    let offered = format!("{} moves to choose from on average", format::estimate(&choices, Unit::Count));
    let doubt = copies::doubt(&rung);
    let (status, answer) = match forced {
        Some(forced) => {
            let status = match forced {
                _ if doubt.is_some() => Status::Unsure,
                forced if forced.high <= FEW => Status::Fine,
                forced if forced.low > MANY => Status::Problem,
                _ => Status::Unsure,
            };
            let share = format::estimate(&forced, Unit::Share);
            let word = ["Yes", "Few", "Some"][match status {
                Status::Fine => 0,
                Status::Problem => 1,
                Status::Unsure => 2,
            }];
            (status, format!("{word}: {offered}; {share} of decisions are forced."))
        }
        None if choices.low >= 2.0 && doubt.is_none() => (Status::Fine, format!("Yes: {offered}.")),
        None if choices.high < 1.5 && doubt.is_none() => (Status::Problem, format!("Few: {offered}.")),
        None => (Status::Unsure, format!("Some: {offered}.")),
    };
    let mut detail = format!("With {} in every seat.", rung.name());
    if let Some(decisions) = decisions {
        detail.push_str(&format!(" A match holds {} decisions.", format::estimate(&decisions, Unit::Count)));
    }
    if let Some(doubt) = doubt {
        detail.push_str(&doubt);
    } else if status == Status::Unsure {
        detail.push_str(" Up to a quarter of forced decisions is fine, more than half is a problem; in between, watch people play.");
    }
    let n = rung.found.matches;
    Some(Verdict {
        id: "decisions".into(),
        question: "Are there real decisions?".into(),
        answer,
        status,
        detail,
        n,
    })
}
