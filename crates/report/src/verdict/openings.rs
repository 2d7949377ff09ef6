//! Does one opening dominate? A problem if the most frequent opening of the strongest players
//! surely makes up more than three quarters of their matches.

use super::{Status, Verdict, read};
use crate::format;
use crate::ladder::Ladder;
use ludometer_metrics::Unit;

const DOMINANT: f64 = 0.75;

pub(super) fn verdict(ladder: &Ladder<'_>) -> Option<Verdict> {
    let (rung, measure) = ladder.best_with("openings")?;
    // A row in brackets sums up the rare ones.
    let rows: Vec<_> = read::rows(measure).into_iter().filter(|(name, _)| !name.starts_with('(')).collect();
    let (name, share) =
        rows.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value)).filter(|(_, share)| share.n > 0)?;
    let measured = format!("{name} opens {} of matches", format::estimate(share, Unit::Share));
    let (status, answer) = if share.high <= DOMINANT {
        (Status::Fine, format!("No: the most frequent, {measured}."))
    } else if share.low > DOMINANT {
        (Status::Problem, format!("Yes: {measured}."))
    } else {
        (Status::Unsure, format!("Not settled: {measured}."))
    };
    let border = format::percent(DOMINANT, 0);
    let mut detail =
        format!("Judged with {} in every seat; more than {border} counts as dominant.", rung.name());
    if status == Status::Unsure {
        let needed = read::needed(share.n, (share.high - share.low) / 2.0, (share.value - DOMINANT).abs());
        detail.push_str(&format!(" {}", read::settle(needed, share.n)));
    }
    let question = "Does one opening dominate?".into();
    Some(Verdict { id: "openings".into(), question, answer, status, detail, n: share.n })
}
