//! Do matches come to an end? Any match that broke is a problem; endless ones are a problem once
//! they are more than a rare accident; none at all is fine when enough were played to say so.

use super::{Status, Verdict, read};
use crate::format;
use crate::ladder::Ladder;

/// Endless matches beyond this share are a problem.
const RARE: f64 = 0.01;
/// Without any accident this many matches put its share below 5 % (rule of three).
const ENOUGH: u64 = 60;

pub(super) fn verdict(ladder: &Ladder<'_>) -> Option<Verdict> {
    let mut n = 0;
    let mut broken = Vec::new();
    let mut endless = Vec::new();
    let mut surely_endless = false;
    for rung in ladder.all() {
        let Some(measure) = rung.measure("completion") else { continue };
        n += rung.found.matches;
        for (word, what) in [
            ("illegal", "with an illegal move"),
            ("fault", "with a fault in the rules"),
            ("panic", "with a failure of the program"),
        ] {
            if let Some(share) = read::labelled(measure, &[word]).filter(|share| share.value > 0.0) {
                broken.push(format!("{} ended {what} ({})", matches_of(share.value, share.n), rung.name()));
            }
        }
        if let Some(share) = read::labelled(measure, &["limit"]).filter(|share| share.value > 0.0) {
            endless.push(format!("{} at the limit ({})", matches_of(share.value, share.n), rung.name()));
            surely_endless |= share.low > RARE;
        }
    }
    if n == 0 {
        return None;
    }
    let limit = format!("The limit is {} moves.", format::whole(u64::from(ladder.summary.header.game.limit)));
    let (status, answer, detail) = if !broken.is_empty() {
        (Status::Problem, format!("No: {}.", broken[0]), broken.join("; ") + ".")
    } else if surely_endless {
        (Status::Problem, format!("Not always: {}.", endless[0]), format!("{}. {limit}", endless.join("; ")))
    } else if !endless.is_empty() {
        (
            Status::Unsure,
            format!("Nearly always: {}.", endless[0]),
            format!("{}. {limit} More matches, or a higher limit, would settle it.", endless.join("; ")),
        )
    } else if n < ENOUGH {
        (
            Status::Unsure,
            format!("All {} did, but they are few.", format::whole(n)),
            format!("{limit} About {ENOUGH} matches would settle it."),
        )
    } else {
        let rarest = format::percent(3.0 / n as f64, 1);
        (
            Status::Fine,
            format!("Yes: all {} did.", format::count(n, "match", "matches")),
            format!(
                "If any match never ends, it is less than 1 in {} ({rarest}). {limit}",
                format::whole(n / 3)
            ),
        )
    };
    let question = "Does every match come to an end?".into();
    Some(Verdict { id: "completion".into(), question, answer, status, detail, n })
}

/// How many of `n` a share is.
fn matches_of(share: f64, n: u64) -> String {
    format::count((share * n as f64).round() as u64, "match", "matches")
}
