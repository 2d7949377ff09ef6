//! `test-bot` on the table of a Q-learner: matches, situations, and a proof where there can be one.

use super::list::table;
use crate::args::Common;
use crate::bot_args::TestBotArgs;
use crate::interrupt::{asked_to_stop, watch_the_interrupt_key};
use crate::output::{Answer, Out};
use crate::progress::Stage;
use ludometer_lab::{BotFiles, House, Quality, QualityRequest, SituationKind, quality};
use serde_json::json;

pub fn test_table(
    typed: &TestBotArgs,
    common: &Common,
    files: &BotFiles,
    house: &dyn House,
    out: &mut Out,
) -> anyhow::Result<Answer> {
    watch_the_interrupt_key()?;
    let mut stage = Stage::new(out.quiet);
    let situations = if common.dry_run { 1 } else { typed.situations as usize };
    let mut go_on = |what: &str, done: u64| {
        stage.show(what, done, situations as u64);
        !asked_to_stop()
    };
    let found = quality(
        house,
        QualityRequest {
            bot: files,
            matches: if common.dry_run { 1 } else { typed.matches },
            situations,
            base: typed.base.as_deref().filter(|_| !common.dry_run),
            seed: common.seed,
            go_on: &mut go_on,
        },
    )?;
    drop(stage);
    if out.json {
        let mut answer = serde_json::to_value(&found)?;
        answer["bot"] = json!(typed.bot);
        out.json(&answer)?;
    } else {
        print(&found, out)?;
    }
    Ok(Answer::Yes)
}

fn print(found: &Quality, out: &mut Out) -> anyhow::Result<()> {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let between = |(low, high): (f64, f64)| format!("{:.1}–{:.1}", 100.0 * low, 100.0 * high);
    out.line(format!("After {} episodes; wins and draws, with 95 % intervals:", found.episodes))?;
    let mut rows = table(&["test", "seat", "won", "drawn", "lost", "quality", "interval"]);
    for share in &found.matches {
        rows.add_row([
            share.test.clone(),
            share.seat.to_string(),
            share.won.to_string(),
            share.drawn.to_string(),
            share.lost.to_string(),
            percent(share.quality),
            between(share.interval),
        ]);
    }
    out.line(rows)?;
    if !found.base.is_empty() {
        out.line("Situations whose answer is known:")?;
        let mut rows = table(&["situation", "n", "right", "interval", "random play", "known to the table"]);
        for answers in &found.base {
            rows.add_row([
                named(answers.kind).to_owned(),
                answers.situations.to_string(),
                percent(answers.right),
                between(answers.interval),
                percent(answers.floor),
                percent(answers.known),
            ]);
        }
        out.line(rows)?;
    }
    if !found.opening.is_empty() {
        out.line(format!("It opens with {}.", found.opening.join(" or ")))?;
    }
    for proof in &found.proof {
        let seat = proof.seat;
        match (proof.unbeatable, &proof.loses_by) {
            (Some(true), _) => out.line(format!(
                "Seat {seat} cannot be beaten: proven by all answers, {} positions.",
                proof.positions
            ))?,
            (Some(false), Some(line)) => {
                out.line(format!("Seat {seat} can be beaten: {}", line.join(" ")))?;
            }
            _ => {}
        }
    }
    if let Some(why) = &found.unproven {
        out.line(format!("No proof that it cannot be beaten: {why}."))?;
    }
    Ok(())
}

fn named(kind: SituationKind) -> &'static str {
    match kind {
        SituationKind::WinNow => "win now",
        SituationKind::DoNotLoseNow => "do not lose now",
        SituationKind::AvoidTheFork => "avoid the fork",
    }
}
