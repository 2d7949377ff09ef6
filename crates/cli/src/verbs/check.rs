//! `check` and `bench`: whether a game keeps its word, and how fast it is.

use super::list::table;
use super::{check_report, game_request, open_game};
use crate::args::{Common, GameArgs};
use crate::output::{Answer, Out};
use comfy_table::Table;
use ludometer_lab::{CheckReport, Checked, House, LabError, Lanes, Measuring, RULES_ENDING, check_rules};
use std::io::ErrorKind;
use std::time::{Duration, Instant};

/// Random matches of a check where nobody says.
const MATCHES: u64 = 100;

/// A check that takes longer says how far it has come, so often.
const PATIENCE: Duration = Duration::from_secs(2);

pub fn check(
    game: &GameArgs,
    matches: Option<u64>,
    common: &Common,
    out: &mut Out,
) -> anyhow::Result<Answer> {
    let report = examine(game, matches.unwrap_or(MATCHES), common, out)?;
    let shown =
        if out.json { out.json(&serde_json::to_value(&report)?) } else { check_report::show(&report, out) };
    match shown {
        // Who reads only the first lines still wants the answer.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        shown => shown?,
    }
    Ok(if report.passed { Answer::Yes } else { Answer::No })
}

/// Checks a game. A rules file is checked as a whole, unless a position was typed to start from.
pub fn examine(
    game: &GameArgs,
    matches: u64,
    common: &Common,
    out: &mut Out,
) -> Result<CheckReport, LabError> {
    let matches = if common.dry_run { 1 } else { matches };
    let request = game_request(game)?;
    if request.game.ends_with(RULES_ENDING) && request.opening.is_empty() {
        let mut said = Instant::now();
        let mut progress = |checked: Checked<'_>| {
            if said.elapsed() > PATIENCE {
                said = Instant::now();
                let Checked { done, of, next } = checked;
                out.say(format!("{done} of {of} settings checked, now {}", next.join(" ")));
            }
        };
        return check_rules(&request, matches, common.seed, &mut progress);
    }
    Ok(open_to(game, common, "check")?.check(matches, common.seed))
}

pub fn bench(game: &GameArgs, seconds: f64, common: &Common, out: &mut Out) -> anyhow::Result<Answer> {
    anyhow::ensure!((0.001..=3600.0).contains(&seconds), "--seconds takes 0.001 to 3600");
    let usual = Measuring::over(Duration::from_secs_f64(seconds));
    let how = if common.dry_run { Measuring::dry() } else { usual };
    let speed = open_to(game, common, "measure")?.speed(how, common.seed);
    if out.json {
        out.json(&serde_json::to_value(&speed)?)?;
        return Ok(Answer::Yes);
    }
    let mut rows = table(&[]);
    let perft = format!("perft leaves per second, depth {}", speed.perft_depth);
    for (what, value) in [
        ("random playouts per second", speed.playouts_per_s),
        ("random moves per second", speed.moves_per_s),
        ("plies per random playout", speed.plies_per_playout),
        (&perft, speed.perft_per_s),
        ("mcts simulations per second, 10 000 per move", speed.mcts_sims_per_s),
        ("mcts simulations per second, one search of a million", speed.mcts_million_sims_per_s),
        ("bytes of tree per simulation", speed.bytes_per_node),
        ("bytes of tree after a million simulations", speed.tree_bytes as f64),
        ("bytes per state", speed.bytes_per_state as f64),
    ] {
        rows.add_row([what.to_owned(), readable(value)]);
    }
    out.line(format!("{}, one thread, per CPU second", speed.game))?;
    if let Some(lanes) = &speed.lanes {
        lane_rows(lanes, &mut rows);
    }
    out.line(rows)?;
    if let Some(slow) = speed.lanes.and_then(|lanes| lanes.slow_lane) {
        out.line(slow)?;
    }
    Ok(Answer::Yes)
}

fn lane_rows(lanes: &Lanes, rows: &mut Table) {
    for (lane, about) in [("wasm", "compiled rules"), ("vm", "rules in the Luau machine")] {
        if let Some(speed) = lanes.lanes.get(lane) {
            let what = format!("random playouts per second, {about}");
            rows.add_row([what, readable(speed.playouts_per_s)]);
        }
    }
    if let Some(ratio) = lanes.twin_ratio {
        rows.add_row(["times as many playouts by the built-in game".to_owned(), readable(ratio)]);
    }
}

/// Opens a game in which there is still something to do.
fn open_to(game: &GameArgs, common: &Common, what: &'static str) -> Result<Box<dyn House>, LabError> {
    let house = open_game(game, common)?;
    if house.is_over() { Err(LabError::Over(what)) } else { Ok(house) }
}

/// Large numbers with spaces between thousands, small ones with a decimal.
fn readable(value: f64) -> String {
    if value < 1000.0 {
        return format!("{value:.1}");
    }
    let digits = format!("{value:.0}");
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_spaced() {
        assert_eq!(readable(6_543_210.4), "6 543 210");
        assert_eq!(readable(21.26), "21.3");
    }
}
