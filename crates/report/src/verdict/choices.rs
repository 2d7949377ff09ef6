//! Does playing better win? In every duel the stronger agent's score is compared with the equal
//! share. Fine if some duel's whole interval lies above it; a problem if the best duel's interval
//! stays within 5 points of it; unsure in between.

use super::{Status, Verdict, equal_share, read};
use crate::copies;
use crate::format;
use crate::ladder::{Ladder, Rung};
use ludometer_metrics::{Estimate, Shape, Unit};

const TOLERANCE: f64 = 0.05;

struct Duel<'a> {
    /// The score of equals.
    equal: f64,
    stronger: &'a str,
    weaker: &'a str,
    score: Estimate,
    /// Why it settles nothing, if its matches are copies.
    doubt: Option<String>,
}

pub(super) fn verdict(ladder: &Ladder<'_>) -> Option<Verdict> {
    let duels: Vec<Duel<'_>> = ladder.duels.iter().filter_map(|rung| duel(ladder, rung)).collect();
    // A duel that was played many times tells more than the copies of another one.
    let best = duels.iter().max_by(|a, b| {
        let told = a.doubt.is_none().cmp(&b.doubt.is_none());
        told.then(a.score.low.total_cmp(&b.score.low))
    })?;
    let measured = format!(
        "{} scores {} against {}, {} is equal",
        best.stronger,
        format::estimate(&best.score, Unit::Share),
        best.weaker,
        format::percent(best.equal, usize::from((best.equal * 100.0).fract() > 1e-9))
    );
    let (status, answer) = if best.doubt.is_some() {
        (Status::Unsure, format!("Not settled: {measured}."))
    } else if best.score.low > best.equal + TOLERANCE {
        (Status::Fine, format!("Yes: {measured}."))
    } else if best.score.low > best.equal {
        (Status::Fine, format!("Yes, a little: {measured}."))
    } else if best.score.high < best.equal + TOLERANCE {
        (Status::Problem, format!("Hardly: {measured}."))
    } else {
        (Status::Unsure, format!("Not settled: {measured}."))
    };
    let mut detail = match thinks_longer(best) {
        true => String::from("The stronger agent thinks longer; both take every seat equally often."),
        false => String::from("Both take every seat equally often."),
    };
    for other in duels.iter().filter(|duel| !std::ptr::eq(*duel, best)) {
        let score = format::estimate(&other.score, Unit::Share);
        detail.push_str(&format!(" {} scores {score} against {}.", other.stronger, other.weaker));
    }
    if let Some(doubt) = &best.doubt {
        detail.push_str(doubt);
    } else if status == Status::Unsure {
        let half = (best.score.high - best.score.low) / 2.0;
        let needed = read::needed(best.score.n, half, (best.score.value - best.equal).abs().max(0.01));
        detail.push_str(&format!(" {}", read::settle(needed, best.score.n)));
    }
    let n = duels.iter().map(|duel| duel.score.n).sum();
    Some(Verdict {
        id: "choices".into(),
        question: "Does playing better win?".into(),
        answer,
        status,
        detail,
        n,
    })
}

/// Parameters that say how long an agent thinks, and nothing of what it knows.
const EFFORT: [&str; 5] = ["depth", "deals", "nodes", "sims", "time"];

/// Whether two agents differ in how long they think, and not in what they know.
fn thinks_longer(duel: &Duel<'_>) -> bool {
    let is_effort = |param: &&str| EFFORT.contains(&param.split('=').next().unwrap_or(param));
    let [weaker, stronger] = [duel.weaker, duel.stronger].map(|spec| {
        let (name, params) = spec.split_once(':').unwrap_or((spec, ""));
        let (effort, rest): (Vec<&str>, Vec<&str>) = params.split(',').partition(is_effort);
        (effort, (name, rest))
    });
    weaker.1 == stronger.1 && weaker.0 != stronger.0
}

/// The score of the stronger of two agents; the measure has shared out ties already.
fn duel<'a>(ladder: &Ladder<'a>, rung: &Rung<'a>) -> Option<Duel<'a>> {
    let agents = ladder.agents(rung);
    let &[weaker, stronger] = agents.as_slice() else { return None };
    let measure = rung.measure("agent-wins")?;
    let Shape::Rows { reference, .. } = measure.shape else { return None };
    let score = read::rows(measure).into_iter().find(|(label, _)| *label == stronger)?.1;
    if score.n == 0 {
        return None;
    }
    let game = &ladder.summary.header.game;
    let equal = reference.unwrap_or_else(|| equal_share(&game.teams, game.seats.len()));
    Some(Duel { equal, stronger, weaker, score, doubt: copies::doubt(rung) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_thinks_longer_knows_nothing_else() {
        let longer = |weaker, stronger| {
            let score = Estimate { value: 0.7, low: 0.6, high: 0.8, n: 100 };
            thinks_longer(&Duel { equal: 0.5, stronger, weaker, score, doubt: None })
        };
        assert!(longer("mcts:sims=100", "mcts:sims=1000"));
        assert!(longer("td:bot=a", "td:bot=a,depth=5"));
        assert!(longer("alphabeta:nodes=100,eval=f.toml", "alphabeta:eval=f.toml,time=1"));
        for (weaker, stronger) in [
            ("random", "mcts:sims=1000"),
            ("td:bot=a", "td:bot=b"),
            ("td:bot=a,depth=3", "td:bot=b,depth=5"),
            ("mcts:sims=100,c=1", "mcts:sims=100,c=2"),
            ("exec:a", "exec:b"),
        ] {
            assert!(!longer(weaker, stronger), "{weaker} and {stronger}");
        }
    }
}
