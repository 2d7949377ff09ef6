//! How long are matches, and does the length vary too much to plan for? Fine if the standard
//! deviation is at most half of the mean, a problem if it exceeds the mean.

use super::{Status, Verdict, read};
use crate::copies;
use crate::format;
use crate::ladder::Ladder;
use ludometer_metrics::Unit;

const STEADY: f64 = 0.5;
const WILD: f64 = 1.0;
const ENOUGH: u64 = 20;

pub(super) fn verdict(ladder: &Ladder<'_>) -> Option<Verdict> {
    let (rung, measure) = ladder.best_with("length")?;
    let mean = read::labelled(measure, &["mean", "average"]).filter(|mean| mean.n > 0)?;
    let number = |words: &[&str]| read::labelled(measure, words).map(|found| found.value);
    let sd = number(&["sd", "standard deviation"]);
    let variation = sd.filter(|_| mean.value > 0.0).map(|sd| sd / mean.value);
    let doubt = copies::doubt(&rung);
    let status = match variation {
        _ if mean.n < ENOUGH || doubt.is_some() => Status::Unsure,
        Some(variation) if variation <= STEADY => Status::Fine,
        Some(variation) if variation > WILD => Status::Problem,
        _ => Status::Unsure,
    };
    let steady = match (status, variation) {
        (_, None) => String::new(),
        _ if doubt.is_some() => " How much it varies is not settled.".into(),
        (Status::Fine, _) => " Lengths are steady.".into(),
        (Status::Problem, _) => " Lengths differ very much from match to match.".into(),
        (Status::Unsure, _) if mean.n < ENOUGH => " Too few matches to say how much it varies.".into(),
        (Status::Unsure, _) => " Lengths vary much; whether too much is for your players to say.".into(),
    };
    let answer = format!("{} moves on average.{steady}", format::estimate(&mean, Unit::Count));
    let mut detail = format!("With {} in every seat", rung.name());
    if let (Some(min), Some(max)) = (number(&["min", "shortest"]), number(&["max", "longest"])) {
        detail.push_str(&format!(": from {} to {} moves", format::plain(min), format::plain(max)));
    }
    if let (Some(sd), Some(variation)) = (sd, variation) {
        let part = format::percent(variation, 0);
        detail.push_str(&format!(", standard deviation {} ({part} of the mean)", format::decimal(sd, 1)));
    }
    detail.push('.');
    if let Some(doubt) = doubt {
        detail.push_str(&doubt);
    } else if mean.n < ENOUGH {
        detail.push_str(&format!(" {}", read::settle(ENOUGH, mean.n)));
    }
    let question = "How long is a match?".into();
    Some(Verdict { id: "length".into(), question, answer, status, detail, n: mean.n })
}
