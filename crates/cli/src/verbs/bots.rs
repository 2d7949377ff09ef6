//! `test-bot`: bots examined; and what all verbs about bots share.

use super::list::table;
use super::quality::test_table;
use crate::args::Common;
use crate::bot_args::TestBotArgs;
use crate::interrupt::{asked_to_stop, watch_the_interrupt_key};
use crate::output::{Answer, Out};
use crate::progress::Counter;
use anyhow::{Context, anyhow, bail};
use ludometer_lab::{
    AgentSpec, Bot, BotFiles, Examined, Examining, GameRequest, Grade, House, NETWORK, Opening, PositionFile,
    Reached, TABLE, open, player_of,
};
use serde_json::json;
use std::path::Path;

/// A bot, by folder or name.
pub fn read_bot(name: &str) -> anyhow::Result<(BotFiles, Bot)> {
    let files = BotFiles::find(name).map_err(|cause| anyhow!("{name}: {cause}"))?;
    let bot = Bot::read(&files).map_err(|cause| anyhow!("{name}: {cause}"))?;
    Ok((files, bot))
}

/// The rules it was trained for, as `--set` takes them.
pub fn rules(bot: &Bot) -> Vec<String> {
    bot.rules.iter().map(|(name, value)| format!("{name}={value}")).collect()
}

/// The rules a bot was trained for, with what was typed in their place.
pub fn changed(bot: &Bot, typed: &[String]) -> Vec<String> {
    let name = |set: &str| set.split('=').next().unwrap_or_default().trim().to_owned();
    let kept = rules(bot).into_iter().filter(|rule| typed.iter().all(|set| name(set) != name(rule)));
    kept.chain(typed.iter().cloned()).collect()
}

/// The game it was trained for, with these rules.
pub fn game_of(bot: &Bot, set: Vec<String>) -> GameRequest {
    GameRequest { game: bot.opened_as().to_owned(), set, opening: Opening::default() }
}

/// Refuses a name that the words of an agent cannot hold.
pub fn demand_a_plain_name(bot: &str) -> anyhow::Result<()> {
    match bot.contains([',', '=']) {
        true => bail!(
            "{bot}: this takes the folder of a bot or the name of a shipped one, without `KIND:bot=`; and no name of \
             a folder with a comma or an equals sign, which an agent's `bot=` cannot hold"
        ),
        false => Ok(()),
    }
}

/// A bot of any kind, with the game it was trained for, or with other numbers of its rules where it learnt some.
pub fn open_any(name: &str, set: &[String], seed: u64) -> anyhow::Result<(BotFiles, Bot, Box<dyn House>)> {
    demand_a_plain_name(name)?;
    let (files, bot) = read_bot(name)?;
    let house = open(&game_of(&bot, changed(&bot, set)), seed)
        .with_context(|| format!("{name} was trained for {}", bot.opened_as()))?;
    Ok((files, bot, house))
}

/// A bot that is a network, with the game it was trained for, or with other numbers of its rules where it learnt some.
pub fn open_bot(name: &str, set: &[String], seed: u64) -> anyhow::Result<(BotFiles, Bot, Box<dyn House>)> {
    let (files, bot, house) = open_any(name, set, seed)?;
    if bot.kind != NETWORK {
        return Err(wrong_kind(name, &bot, "networks that `train alphazero` made"));
    }
    Ok((files, bot, house))
}

/// What is said of a bot of a kind that a verb cannot use.
fn wrong_kind(name: &str, bot: &Bot, wanted: &str) -> anyhow::Error {
    let player = player_of(&bot.kind);
    anyhow!(
        "{name} is a bot of the kind `{}`, and this works for {wanted}; \
         `ludometer analyze {} --agent {player}:bot={name}` asks it",
        bot.kind,
        bot.opened_as()
    )
}

pub fn test_bot(typed: &TestBotArgs, common: &Common, out: &mut Out) -> anyhow::Result<Answer> {
    let (files, bot, house) = open_any(&typed.bot, &typed.set, common.seed)?;
    if ![NETWORK, TABLE].contains(&bot.kind.as_str()) {
        return Err(wrong_kind(&typed.bot, &bot, "networks and tables"));
    }
    let Some(positions) = &typed.positions else {
        if bot.kind == TABLE {
            return test_table(typed, common, &files, &*house, out);
        }
        bail!("--positions PATH is missing: {} is examined on positions whose worth is known", typed.bot);
    };
    let agents = agents(typed, &bot, common)?;
    let first = if common.dry_run { Some(1) } else { typed.first };
    let files = position_files(positions, first.unwrap_or(u64::MAX))?;
    watch_the_interrupt_key()?;
    let total: usize = files.iter().map(|(_, lines)| lines.len()).sum();
    let mut counter = Counter::new(out.quiet, "positions examined");
    let mut go_on = |reached: Reached| {
        counter.count(reached.solved, &format!(" of {total}"));
        !asked_to_stop()
    };
    let examined = house.examine(Examining {
        agents: &agents,
        files: &files,
        threads: common.threads(),
        memory: (typed.memory as usize) << 20,
        seed: common.seed,
        go_on: &mut go_on,
    });
    drop(counter);
    let examined = examined?;
    if out.json {
        let mut answer = serde_json::to_value(&examined)?;
        answer["bot"] = json!(typed.bot);
        answer["fingerprint"] = json!(bot.fingerprint);
        answer["set"] = json!(changed(&bot, &typed.set));
        out.json(&answer)?;
    } else {
        print(&examined, out)?;
    }
    if !examined.complete {
        let done = examined.overall.first().map_or(0, |grade| grade.positions);
        bail!("stopped after {done} of {total} positions; the shares above are of those");
    }
    Ok(Answer::Yes)
}

/// The network alone and with a search, or whoever plays bots of another kind.
fn agents(typed: &TestBotArgs, bot: &Bot, common: &Common) -> anyhow::Result<Vec<AgentSpec>> {
    let name = &typed.bot;
    let sims = if common.dry_run { 1 } else { typed.sims };
    let specs = match bot.kind.as_str() {
        NETWORK => vec![format!("policy:bot={name}"), format!("puct:bot={name},sims={sims}")],
        kind => vec![format!("{}:bot={name}", player_of(kind))],
    };
    Ok(specs.iter().map(|spec| AgentSpec::read(spec)).collect::<Result<_, _>>()?)
}

/// The positions of a file, or of all `.txt` files of a folder.
fn position_files(place: &Path, first: u64) -> anyhow::Result<Vec<PositionFile>> {
    let here = || place.display().to_string();
    let mut paths = vec![place.to_owned()];
    if place.is_dir() {
        let entries = std::fs::read_dir(place).with_context(here)?;
        paths = entries
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()
            .with_context(here)?;
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
        paths.sort();
    }
    let mut files = Vec::new();
    for path in &paths {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let numbered = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim().to_owned()));
        let written = numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        files.push((name, written.take(first as usize).collect()));
    }
    if files.iter().all(|(_, lines): &PositionFile| lines.is_empty()) {
        bail!("{} holds no positions: a line of a .txt file is MOVES SCORE, like `4433 1`", place.display());
    }
    Ok(files)
}

fn print(examined: &Examined, out: &mut Out) -> anyhow::Result<()> {
    out.line("Moves that keep the result of best play (in a lost position any does), with 95 % intervals:")?;
    let names: Vec<&str> = examined.overall.iter().map(|grade| grade.agent.as_str()).collect();
    let mut head = vec!["positions", "n"];
    head.extend(&names);
    let mut rows = table(&head);
    let mut row = |name: &str, grades: &[Grade]| {
        let mut cells = vec![name.to_owned(), grades.first().map_or(0, |grade| grade.positions).to_string()];
        cells.extend(grades.iter().map(|grade| {
            let (low, high) = grade.interval;
            format!("{:.1} % ({:.1}–{:.1})", 100.0 * grade.share, 100.0 * low, 100.0 * high)
        }));
        rows.add_row(cells);
    };
    examined.files.iter().for_each(|file| row(&file.file, &file.agents));
    row("all", &examined.overall);
    out.line(rows)?;
    Ok(())
}
