//! `cases`: case bases brought in from tables, cleaned and written as tables, tactics; and why a player who remembers decided so.

use super::bots::{demand_a_plain_name, open_any};
use super::list::table;
use crate::args::Common;
use crate::bot_args::CasesArgs;
use crate::output::{Answer, Out};
use anyhow::{anyhow, bail};
use ludometer_lab::show::Tactics;
use ludometer_lab::{
    AskedWhy, BOT, Bot, BotFiles, CASES, CasesClean, CasesCleaned, CasesImport, CasesImported, GameRequest,
    House, Known, Opening, SimilarCase, Voted, Why, clean_cases, export_cases, form_of_cases, import_cases,
    quoted, tactics_of_base, tactics_of_run,
};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

pub fn cases(typed: &CasesArgs, common: &Common, out: &mut Out) -> anyhow::Result<Answer> {
    match typed {
        CasesArgs::Import { game, from } => {
            let folder = common.out.clone().unwrap_or_else(|| PathBuf::from("bases").join(&game.game));
            demand_a_plain_name(&folder.display().to_string())?;
            let sets: String = game.set.iter().map(|set| format!(" --set {}", quoted(set))).collect();
            let from_text = quoted(&from.display().to_string());
            let request = CasesImport {
                command: format!(
                    "ludometer cases import {}{sets} {from_text} --seed {}",
                    quoted(&game.game),
                    common.seed
                ),
                game: GameRequest {
                    game: game.game.clone(),
                    set: game.set.clone(),
                    opening: Opening::default(),
                },
                from: from.clone(),
                out: folder,
                seed: common.seed,
                threads: common.threads(),
            };
            report(&import_cases(&request)?, &format!("{}{sets}", quoted(&game.game)), out)?;
        }
        CasesArgs::Clean { base } => report_cleaned(&clean(base, common)?, out)?,
        CasesArgs::Export { base } => export(base, common, out)?,
        CasesArgs::Tactics { from } => print_tactics(&tactics(from, common)?, out)?,
    }
    Ok(Answer::Yes)
}

/// The table of a base, or what its numbers mean.
fn export(base: &str, common: &Common, out: &mut Out) -> anyhow::Result<()> {
    let (files, _, house) = open_base(base, common)?;
    if out.json {
        return Ok(out.json(&serde_json::to_value(form_of_cases(&*house, &files)?)?)?);
    }
    let mut stdout = BufWriter::new(out.raw());
    let cases = export_cases(&*house, &files, &mut stdout)?;
    stdout.flush()?;
    drop(stdout);
    out.say(format!("{cases} cases"));
    Ok(())
}

fn clean(base: &str, common: &Common) -> anyhow::Result<CasesCleaned> {
    let (files, bot, house) = open_base(base, common)?;
    let named = base.trim_end_matches('/');
    let folder = common.out.clone().unwrap_or_else(|| PathBuf::from(format!("{named}-clean")));
    demand_a_plain_name(&folder.display().to_string())?;
    let command = format!("ludometer cases clean {} --seed {}", quoted(base), common.seed);
    let request = CasesClean { out: folder, seed: common.seed, command, threads: common.threads() };
    Ok(clean_cases(&*house, (&files, bot), &request)?)
}

fn report_cleaned(cleaned: &CasesCleaned, out: &mut Out) -> anyhow::Result<()> {
    if out.json {
        return Ok(out.json(&serde_json::to_value(cleaned)?)?);
    }
    for (rule, many) in &cleaned.cleaned.forbidden {
        out.line(format!("{many} decisions taken out by the rule {rule}"))?;
    }
    out.line(format!(
        "{} cases that were there twice, {} without decisions",
        cleaned.cleaned.twins, cleaned.cleaned.empty
    ))?;
    out.line(format!("{} cases, {} decisions are left", cleaned.cases, cleaned.decisions))?;
    out.line(format!("Base: {}", cleaned.base.display()))?;
    Ok(())
}

/// The tactics of a run or a base.
fn tactics(from: &Path, common: &Common) -> anyhow::Result<Tactics> {
    if from.is_dir() && !from.join(BOT).exists() {
        return Ok(tactics_of_run(from)?);
    }
    let (files, _, house) = open_base(&from.display().to_string(), common)?;
    Ok(tactics_of_base(&*house, &files)?)
}

/// A base, with the game it is of.
fn open_base(typed: &str, common: &Common) -> anyhow::Result<(BotFiles, Bot, Box<dyn House>)> {
    demand_a_plain_name(typed)?;
    BotFiles::find_kind(CASES, typed).map_err(|cause| anyhow!("{typed}: {cause}"))?;
    let (files, bot, house) = open_any(typed, &[], common.seed)?;
    if bot.kind != CASES {
        bail!("{typed} is a bot of the kind `{}`, and this works for case bases", bot.kind);
    }
    Ok((files, bot, house))
}

fn print_tactics(tactics: &Tactics, out: &mut Out) -> anyhow::Result<()> {
    if out.json {
        return Ok(out.json(&serde_json::to_value(tactics)?)?);
    }
    if tactics.situations.is_empty() {
        out.line("No decisions: nobody finished a hand.")?;
    }
    if tactics.left_out > 0 {
        out.line(format!("{} matches are broken or come after hands enough: left out", tactics.left_out))?;
    }
    if tactics.matches.is_none() {
        out.line(
            "Nobody knows which of these hands are of the same match: intervals take hands for independent.",
        )?;
    }
    if !tactics.note.is_empty() {
        out.line(&tactics.note)?;
    }
    for situation in &tactics.situations {
        let (name, decisions, account) = (&situation.name, situation.decisions, &situation.account);
        out.line(format!("\n{name}: {decisions} decisions, points of the {account}"))?;
        let (columns, cells) = situation.table();
        let mut rows = table(&columns);
        rows.add_rows(cells);
        out.line(rows)?;
    }
    Ok(())
}

fn report(imported: &CasesImported, game: &str, out: &mut Out) -> anyhow::Result<()> {
    if out.json {
        return Ok(out.json(&serde_json::to_value(imported)?)?);
    }
    for (file, rows) in &imported.files {
        out.line(format!("{file}: {rows} cases"))?;
    }
    out.line(format!("{} cases, {} decisions", imported.cases, imported.decisions))?;
    let mut rows = table(&["scenario", "situations", "clusters"]);
    for scenario in &imported.scenarios {
        rows.add_row([scenario.name.clone(), scenario.points.to_string(), scenario.clusters.to_string()]);
    }
    out.line(rows)?;
    for (note, many) in &imported.notes {
        let share = 100.0 * *many as f64 / imported.cases.max(1) as f64;
        out.line(format!("{note}: {many} ({share:.1} % of all cases)"))?;
    }
    let base = imported.base.display();
    out.line(format!("Base: {base}"))?;
    out.line(format!("Play against it: ludometer play {game} --seat 2=cases:base={base}"))?;
    Ok(())
}

/// Why an agent decided so.
pub fn print_why(why: &Why, out: &mut Out) -> anyhow::Result<()> {
    for asked in &why.asked {
        out.line("")?;
        print_asked(asked, out)?;
    }
    for note in &why.notes {
        out.line(note)?;
    }
    Ok(())
}

fn print_asked(asked: &AskedWhy, out: &mut Out) -> anyhow::Result<()> {
    out.line(format!("{} ({})", asked.scenario, known(&asked.known)))?;
    out.line(format!(
        "  {} of {} cases in cluster {} of the index are at least {} % similar",
        asked.found, asked.compared, asked.index, asked.threshold
    ))?;
    if asked.found > 0 {
        let mut cases = table(&["  case", "similarity", "cluster", "answer", "points", "what was known"]);
        let here = ["  here", "", "", "", ""].map(str::to_owned);
        cases.add_row(here.into_iter().chain([known(&asked.known)]));
        for case in &asked.cases {
            cases.add_row([
                format!("  {}", case.case),
                format!("{:.1} %", 100.0 * case.similarity),
                case.cluster.to_string(),
                unsure(case),
                signed(case.points),
                known(&case.known),
            ]);
        }
        out.line(cases)?;
        if asked.cluster.is_some() {
            out.line(votes("clusters", &asked.clusters))?;
        }
        let whose = asked.cluster.map_or_else(String::new, |cluster| format!(" of cluster {cluster}"));
        out.line(votes(&format!("answers{whose}"), &asked.actions))?;
        let cluster = asked.cluster.map_or_else(String::new, |cluster| format!("cluster {cluster}, then "));
        out.line(format!("  chosen: {cluster}{}", asked.chosen))?;
    }
    for change in &asked.changes {
        out.line(format!("  {change}"))?;
    }
    out.line(format!("  answer: {}", asked.answer))?;
    Ok(())
}

/// What was known, in one line.
fn known(known: &[Known]) -> String {
    let told: Vec<String> = known.iter().map(|(name, _, told)| format!("{name} {told}")).collect();
    told.join(", ")
}

/// The answer of a case, and whether it is known that it was given here.
fn unsure(case: &SimilarCase) -> String {
    match case.among {
        1 => case.action.clone(),
        among => format!("{} (here or elsewhere: 1/{among})", case.action),
    }
}

/// What speaks for each of these.
fn votes(what: &str, voted: &[Voted]) -> comfy_table::Table {
    let what = format!("  {what}");
    let mut votes = table(&[what.as_str(), "cases", "weight", "won", "points"]);
    for Voted { name, cases, weight, won, points } in voted {
        votes.add_row([
            format!("  {name}"),
            cases.to_string(),
            format!("{weight:.1}"),
            format!("{:.1} %", 100.0 * won),
            signed(*points),
        ]);
    }
    votes
}

fn signed(points: f32) -> String {
    let rounded = (100.0 * points).round() / 100.0;
    format!("{rounded:+}").replace('-', "−")
}
