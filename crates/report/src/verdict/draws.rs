//! Are there too many draws? Fine if the whole interval lies below 30 %, a problem if it lies
//! above. Judged between the strongest players, where draws are most frequent.

use super::{Status, Verdict, read};
use crate::copies;
use crate::format;
use crate::ladder::Ladder;
use ludometer_metrics::Unit;

const TOO_MANY: f64 = 0.3;

pub(super) fn verdict(ladder: &Ladder<'_>) -> Option<Verdict> {
    if ladder.summary.header.game.seats.len() < 2 || ladder.summary.header.game.cooperative {
        return None;
    }
    let (rung, measure) = ladder.best_with("draws")?;
    let draws = read::labelled(measure, &["drawn", "draw"])
        .or(read::rows(measure).first().map(|(_, draws)| *draws))?;
    if draws.n == 0 {
        return None;
    }
    let share = format::estimate(&draws, Unit::Share);
    let border = format::percent(TOO_MANY, 0);
    let doubt = copies::doubt(&rung);
    let (status, answer) = if draws.high <= TOO_MANY && doubt.is_none() {
        (Status::Fine, format!("No: {share} of matches are drawn."))
    } else if draws.low >= TOO_MANY && doubt.is_none() {
        (Status::Problem, format!("Yes: {share} of matches are drawn."))
    } else {
        (Status::Unsure, format!("Not settled: {share} of matches are drawn."))
    };
    let mut detail =
        format!("Judged with {} in every seat; more than {border} counts as too many.", rung.name());
    if let Some(doubt) = doubt {
        detail.push_str(&doubt);
    } else if status == Status::Unsure {
        let needed = read::needed(draws.n, (draws.high - draws.low) / 2.0, (draws.value - TOO_MANY).abs());
        detail.push_str(&format!(" {}", read::settle(needed, draws.n)));
    }
    let question = "Are there too many draws?".into();
    Some(Verdict { id: "draws".into(), question, answer, status, detail, n: draws.n })
}
