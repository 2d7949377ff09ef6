//! How varied are the openings? Fine if the most frequent opening of the strongest players surely makes
//! up no more than three quarters of their matches, a problem if it surely makes up more: then the first
//! turn is hardly a choice to them.

use super::{Status, Verdict, read, strength};
use crate::copies;
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
    let doubt = copies::doubt(&rung).or_else(|| strength::doubt(&rung));
    let measured = format::estimate(share, Unit::Share);
    let (status, answer) = if share.high <= DOMINANT && doubt.is_none() {
        (Status::Fine, format!("Varied: the most frequent first move, {name}, opens {measured} of matches."))
    } else if share.low > DOMINANT && doubt.is_none() {
        (Status::Problem, format!("One leads: {measured} of matches open with {name}."))
    } else {
        (
            Status::Unsure,
            format!("Not settled: the most frequent first move, {name}, opens {measured} of matches."),
        )
    };
    let border = format::percent(DOMINANT, 0);
    let mut detail = format!("Measured with {} in every seat; up to {border} counts as varied.", rung.name());
    match (status, doubt) {
        (_, Some(doubt)) => detail.push_str(&doubt),
        (Status::Problem, None) => detail.push_str(
            " Strong players often agree on the first move of a small or solved game; \
             whether people do too, only people can show.",
        ),
        (Status::Unsure, None) => {
            let half = (share.high - share.low) / 2.0;
            let needed = read::needed(share.n, half, (share.value - DOMINANT).abs());
            detail.push_str(&format!(" {}", read::settle(needed, share.n)));
        }
        (Status::Fine, None) => {}
    }
    let question = "How varied are the openings?".into();
    Some(Verdict { id: "openings".into(), question, answer, status, detail, n: share.n })
}
