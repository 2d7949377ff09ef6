//! `playtest` and `tournament`: jobs that leave a run folder.

use super::class::class;
use super::list::table;
use super::{game_request, style};
use crate::args::{Common, PlaytestArgs, TournamentArgs};
use crate::interrupt::{STOP, watch_the_interrupt_key};
use crate::output::{Answer, Out};
use crate::progress::Progress;
use comfy_table::Table;
use ludometer_lab::show::{remarks, summary_text, verdicts};
use ludometer_lab::{
    Conduct, Effort, GameRequest, LabError, Outcome, Request, Standings, conduct, openings, standings,
};
use serde_json::json;

pub fn playtest(typed: &PlaytestArgs, common: &Common, out: &mut Out) -> anyhow::Result<Answer> {
    let effort = match typed.matches {
        _ if common.dry_run => Effort::Matches(1),
        Some(matches) => Effort::Matches(matches),
        None => Effort::Minutes(typed.minutes),
    };
    let request = Request {
        verb: "playtest".into(),
        seed: common.seed,
        agents: typed.agent.clone(),
        effort,
        dry: common.dry_run,
        game: game_request(&typed.game)?,
    };
    let outcome = carry_out(&request, common, out)?;
    for problem in &outcome.problems {
        out.warn(problem);
    }
    if let Some(why) = outcome.job.cut_short() {
        out.say(format!("Cut short: {why}."));
    }
    let verdicts = verdicts(&outcome.summary);
    let report = outcome.folder.file("report.html");
    if out.json {
        out.json(&json!({
            "folder": outcome.folder.path(),
            "report": report,
            "verdicts": verdicts,
            "remarks": remarks(&outcome.summary),
            "summary": outcome.summary,
        }))?;
        return Ok(Answer::Yes);
    }
    if !out.quiet {
        out.line(summary_text(&outcome.summary, &verdicts, style()))?;
    }
    out.line(format!("Report: {}", report.display()))?;
    Ok(Answer::Yes)
}

pub fn tournament(typed: &TournamentArgs, common: &Common, out: &mut Out) -> anyhow::Result<Answer> {
    if let Some(folder) = &typed.class.folder {
        return class(folder, typed, common, out);
    }
    let pairs = if common.dry_run { 1 } else { typed.pairs };
    let request = Request {
        verb: "tournament".into(),
        seed: common.seed,
        agents: typed.agents.clone(),
        effort: Effort::Blocks(pairs),
        dry: common.dry_run,
        game: with_openings(game_request(&typed.game)?, typed.openings.as_deref())?,
    };
    let outcome = carry_out(&request, common, out)?;
    let standings = standings(&outcome)?;
    if out.json {
        let mut answer = serde_json::to_value(&standings)?;
        answer["folder"] = json!(outcome.folder.path());
        out.json(&answer)?;
        return Ok(Answer::Yes);
    }
    out.line(format!("{}: {} matches", standings.game, standings.matches))?;
    out.line(ratings(&standings))?;
    out.line(pairings(&standings))?;
    for agent in standings.agents.iter().filter(|agent| agent.forfeits > 0) {
        let first = agent.forfeited.as_deref().unwrap_or_default();
        out.warn(&format!(
            "{} forfeited {} of {} matches, the first one so: {first}",
            agent.agent, agent.forfeits, agent.matches
        ));
    }
    for pairing in &standings.pairings {
        if let Some(remark) = &pairing.remark {
            out.warn(&format!("{} against {}: {remark}", pairing.first, pairing.second));
        }
    }
    out.line(format!("Run folder: {}", outcome.folder.path().display()))?;
    Ok(Answer::Yes)
}

/// The game, with first moves that are made for the players.
pub fn with_openings(mut game: GameRequest, typed: Option<&str>) -> Result<GameRequest, LabError> {
    if let Some(typed) = typed {
        game.opening.several = openings(&game, typed)?;
    }
    Ok(game)
}

/// The agents, the best first; with points where those say more than who won.
fn ratings(standings: &Standings) -> Table {
    let head = ["agent", "rating", "95 % interval", "won", "drawn", "lost", "points a match"];
    let with_points = standings.agents.iter().any(|agent| agent.points.is_some());
    let mut ratings = table(&head[..head.len() - usize::from(!with_points)]);
    for agent in &standings.agents {
        let rating = &agent.rating;
        let mut row = vec![
            agent.agent.clone(),
            format!("{:+.0}", rating.value),
            format!("{:+.0} to {:+.0}", rating.low, rating.high),
            agent.wins.to_string(),
            agent.draws.to_string(),
            agent.losses.to_string(),
        ];
        row.extend(agent.points.map(|points| format!("{points:+.3}")));
        ratings.add_row(row);
    }
    ratings
}

/// How every two agents did against each other; with points where those say more than who won.
fn pairings(standings: &Standings) -> Table {
    let head =
        ["pairing", "score of the first", "95 % interval", "matches", "points of the first", "95 % interval"];
    let with_points = standings.pairings.iter().any(|pairing| pairing.points.is_some());
    let mut pairings = table(&head[..if with_points { 6 } else { 4 }]);
    for pairing in &standings.pairings {
        let score = &pairing.score;
        let mut row = vec![
            format!("{} against {}", pairing.first, pairing.second),
            format!("{:.1} %", 100.0 * score.value),
            format!("{:.1} to {:.1} %", 100.0 * score.low, 100.0 * score.high),
            pairing.matches.to_string(),
        ];
        if let Some([points, _]) = &pairing.points {
            row.push(format!("{:+.3}", points.value));
            row.push(format!("{:+.3} to {:+.3}", points.low, points.high));
        }
        pairings.add_row(row);
    }
    pairings
}

fn carry_out(request: &Request, common: &Common, out: &Out) -> anyhow::Result<Outcome> {
    watch_the_interrupt_key()?;
    let mut progress = Progress::new(out.quiet);
    let how = Conduct {
        threads: common.threads_for(&request.game.game),
        out: common.out.clone(),
        cancel: &STOP,
        observer: &mut progress,
    };
    match conduct(request, how) {
        Err(LabError::Agent(error)) => {
            Err(anyhow::Error::from(error).context(format!("cannot play {}", request.game.game)))
        }
        other => Ok(other?),
    }
}
