//! `ladder`: a bot made easier and harder.

use super::bots::{changed, demand_a_plain_name, open_bot};
use super::list::table;
use crate::args::Common;
use crate::bot_args::LadderArgs;
use crate::interrupt::{STOP, watch_the_interrupt_key};
use crate::output::{Answer, Out};
use anyhow::bail;
use ludometer_lab::{
    AgentSpec, Bot, BotFiles, LADDER, Ladder, LadderRequest, Level, copy_with_levels, ladder as find_levels,
    quoted, write_levels,
};
use serde_json::json;
use std::path::PathBuf;

pub fn ladder(typed: &LadderArgs, common: &Common, out: &mut Out) -> anyhow::Result<Answer> {
    let (files, bot, house) = open_bot(&typed.bot, &typed.set, common.seed)?;
    if house.info().seats.len() < 2 {
        bail!("{} is played alone: there is nobody a level could win against", bot.opened_as());
    }
    if house.info().cooperative {
        bail!("all seats of {} win together: there is nobody a level could win against", bot.opened_as());
    }
    let against = AgentSpec::read(&typed.against)?;
    let folder = folder(typed, common, &files)?;
    watch_the_interrupt_key()?;
    // From easy to hard, however they were typed.
    let mut rates = typed.rates.clone();
    rates.sort_by(f64::total_cmp);
    rates.dedup();
    rates.truncate(if common.dry_run { 1 } else { rates.len() });
    let request = LadderRequest {
        bot: &files,
        against: &if common.dry_run { against.dry()? } else { against },
        rates: &rates,
        sims: if common.dry_run { 1 } else { typed.sims },
        pairs: if common.dry_run { 1 } else { typed.pairs },
        seed: common.seed,
        threads: common.threads(),
        cancel: &STOP,
    };
    let found = find_levels(&*house, &request, &mut |agent, score| {
        out.say(format!("{agent} wins {:.0} %", 100.0 * score));
    })?;
    match &common.out {
        _ if common.dry_run => {}
        Some(copy) => copy_with_levels(&files, &found, copy)?,
        None => write_levels(&found, &folder)?,
    }
    if out.json {
        let mut answer = serde_json::to_value(&found)?;
        answer["bot"] = json!(folder);
        answer["written"] = json!((!common.dry_run).then(|| folder.join(LADDER)));
        out.json(&answer)?;
    } else {
        print(&folder.display().to_string(), &bot, &changed(&bot, &typed.set), &found, out)?;
        if common.dry_run {
            out.line("A dry run: everything is in place; nothing was written.")?;
        }
    }
    Ok(if found.levels.iter().any(missed) && !common.dry_run { Answer::No } else { Answer::Yes })
}

/// Where the bot with its levels will be: where it is, or in a copy.
fn folder(typed: &LadderArgs, common: &Common, files: &BotFiles) -> anyhow::Result<PathBuf> {
    match (&common.out, files) {
        (Some(copy), _) if copy.exists() => {
            bail!("{} exists already; --out names a new folder for a copy of the bot", copy.display())
        }
        (Some(copy), _) => {
            demand_a_plain_name(&format!("--out {}", copy.display()))?;
            Ok(copy.clone())
        }
        (None, BotFiles::Folder(folder)) => Ok(folder.clone()),
        (None, BotFiles::Shipped(_)) => {
            bail!(
                "{} comes with the program; --out FOLDER names a new folder for a copy of it with its levels",
                typed.bot
            )
        }
    }
}

fn missed(level: &Level) -> bool {
    level.asked < level.interval.0 || level.asked > level.interval.1
}

fn print(folder: &str, bot: &Bot, rules: &[String], found: &Ladder, out: &mut Out) -> anyhow::Result<()> {
    out.line(format!("{folder} against {}, wins with draws counted half:", found.against))?;
    let mut rows = table(&["level", "asked", "measured", "simulations", "temperature", "noise", ""]);
    for (number, level) in (1..).zip(&found.levels) {
        let (low, high) = level.interval;
        rows.add_row([
            number.to_string(),
            format!("{:.0} %", 100.0 * level.asked),
            format!("{:.0} % ({:.0}–{:.0})", 100.0 * level.measured, 100.0 * low, 100.0 * high),
            level.sims.to_string(),
            level.temperature.to_string(),
            level.noise.to_string(),
            if missed(level) { "missed".to_owned() } else { String::new() },
        ]);
    }
    out.line(rows)?;
    let misses = |too_weak: bool| {
        found.levels.iter().any(|level| missed(level) && (level.measured < level.asked) == too_weak)
    };
    if misses(true) {
        out.line("Missed, too weak: higher --sims or a longer training; more --pairs measure better.")?;
    }
    if misses(false) {
        out.line(
            "Missed, too strong: a stronger --against, or higher --rates; more --pairs measure better.",
        )?;
    }
    let sets: String = rules.iter().map(|set| format!(" --set {}", quoted(set))).collect();
    let seat = format!("2=puct:bot={folder},level={}", found.levels.len().div_ceil(2));
    out.line(format!(
        "Play against it: ludometer play {}{sets} --seat {}",
        quoted(bot.opened_as()),
        quoted(&seat)
    ))?;
    Ok(())
}
