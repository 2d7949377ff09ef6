//! `analyze`: what an agent thinks of a position.

use super::cases::print_why;
use super::explain::{Explained, explain, refuse_files_that_exist};
use super::hidden;
use super::list::table;
use super::{request, style};
use crate::args::{AnalyzeArgs, Common};
use crate::output::{Answer, Out};
use anyhow::bail;
use comfy_table::Table;
use ludometer_lab::show::scene_text;
use ludometer_lab::{AgentSpec, Analysis, House, LabError, Proof, Thought, open, open_typed};
use serde_json::Value;

/// Worlds shown where nobody says.
const WORLDS: usize = 3;

pub fn analyze(typed: &AnalyzeArgs, common: &Common, out: &mut Out) -> anyhow::Result<Answer> {
    let (analysis, explained) = ask(typed, common)?;
    if out.json {
        out.json(&answer(&analysis, &explained)?)?;
    } else {
        show(typed, &analysis, &explained, out)?;
    }
    Ok(Answer::Yes)
}

/// Asks the agent that was typed.
pub fn ask(typed: &AnalyzeArgs, common: &Common) -> anyhow::Result<(Analysis, Explained)> {
    let house = open_subject(typed, common)?;
    refuse_files_that_exist(typed)?;
    let spec = agent(typed, common, &*house)?;
    if typed.worlds.is_some() && !house.info().hidden {
        bail!("--worlds has no effect: nothing is hidden in this game");
    }
    let worlds = typed.worlds.map_or(WORLDS, |worlds| worlds as usize);
    let analysis = house.analyze(&spec, worlds, common.seed)?.ok_or(LabError::Over("analyze"))?;
    let explained = explain(typed, common, &*house, &analysis)?;
    Ok((analysis, explained))
}

/// Its opinion in JSON.
pub fn answer(analysis: &Analysis, explained: &Explained) -> anyhow::Result<Value> {
    let mut answer = serde_json::to_value(analysis)?;
    answer["files"] = serde_json::to_value(&explained.files)?;
    if let Some(trace) = &explained.trace {
        answer["trace"] = trace.lines().collect();
    }
    Ok(answer)
}

/// Its opinion below the position.
pub fn show(
    typed: &AnalyzeArgs,
    analysis: &Analysis,
    explained: &Explained,
    out: &mut Out,
) -> anyhow::Result<()> {
    match &typed.typed {
        Some(tree) => out.line(tree)?,
        None => out.line(scene_text(&analysis.scene, style()))?,
    }
    print(analysis, explained, out)
}

fn open_subject(typed: &AnalyzeArgs, common: &Common) -> Result<Box<dyn House>, LabError> {
    match (&typed.typed, &typed.game) {
        (Some(tree), _) => open_typed(tree, typed.start.moves.as_deref().unwrap_or_default(), common.seed),
        (None, game) => open(&request(game.as_deref().unwrap_or_default(), &typed.start)?, common.seed),
    }
}

/// The agent that was typed, or the default. Whoever can value every move is asked to.
fn agent(typed: &AnalyzeArgs, common: &Common, house: &dyn House) -> anyhow::Result<AgentSpec> {
    let certain = house.info().chance == "none";
    let default = if typed.typed.is_some() && certain { "alphabeta" } else { "mcts:sims=5000" };
    let spec = AgentSpec::read(typed.agent.as_deref().unwrap_or(default))?.unless_typed("every", "on")?;
    Ok(if common.dry_run { spec.dry()? } else { spec })
}

fn print(analysis: &Analysis, explained: &Explained, out: &mut Out) -> anyhow::Result<()> {
    let (thought, mover) = (&analysis.thought, &analysis.to_move);
    let positions = if thought.nodes == 1 { "position" } else { "positions" };
    let (agent, nodes, worth) = (&analysis.agent, thought.nodes, worth(thought, analysis.seat - 1));
    out.line(format!("{mover} to move; {agent} looked at {nodes} {positions}{worth}"))?;
    if thought.moves.iter().any(|opinion| opinion.value.is_some()) {
        out.line(if analysis.points { format!("Values are the points of {mover}.") } else { scale(mover) })?;
    }
    out.line(opinions(thought, usize::MAX))?;
    out.line(match thought.line.as_slice() {
        [_, _, ..] => format!("plays {}; expects {}", thought.best, thought.line.join(" ")),
        _ => format!("plays {}", thought.best),
    })?;
    if !thought.facts.is_empty() {
        out.line(facts(thought))?;
    }
    if let Some(why) = &analysis.why {
        print_why(why, out)?;
    }
    if let Some(hidden) = &analysis.hidden {
        hidden::print(hidden, mover, out)?;
    }
    if let Some(trace) = &explained.trace {
        out.line(format!("\n{}", trace.trim_end()))?;
    }
    for (what, path) in &explained.files {
        out.say(format!("{what}: {}", path.display()));
    }
    Ok(())
}

/// What else was counted, on one line.
fn facts(thought: &Thought) -> String {
    let one = |(name, value): &(&str, f64)| {
        let decimals = if value.fract() == 0.0 { 0 } else { 2 };
        format!("{name} {value:.decimals$}")
    };
    thought.facts.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// What the position is worth to the mover, as far as the agent can tell.
fn worth(thought: &Thought, mover: usize) -> String {
    let best = thought.moves.iter().find(|opinion| opinion.text == thought.best);
    match (best.and_then(|best| best.proof).filter(|_| thought.proven), thought.values.get(mover)) {
        (Some(proof @ (Proof::Win | Proof::Loss | Proof::Draw)), _) => format!(": a {}", word(proof)),
        (Some(Proof::Exact), Some(exact)) => format!(", proven value {}", value(*exact)),
        (_, Some(estimate)) => format!(", estimated value {}", value(*estimate)),
        (_, None) => String::new(),
    }
}

/// A value with its sign.
pub fn value(value: f32) -> String {
    format!("{value:+.3}").replace('-', "−")
}

/// How values are read.
pub fn scale(mover: &str) -> String {
    format!("Values are for {mover}, from −1 (the worst result) to 1 (the best).")
}

/// The best moves with what the agent thinks of them, at most this many.
pub fn opinions(thought: &Thought, most: usize) -> Table {
    let any_proof = thought.moves.iter().any(|opinion| opinion.proof.is_some());
    let any_prior = thought.moves.iter().any(|opinion| opinion.prior.is_some());
    let head = [("move", true), ("prior", any_prior), ("probability", true), ("value", true)];
    let head = head.into_iter().chain([("visits", true), ("proof", any_proof)]);
    let head: Vec<&str> = head.filter(|(_, shown)| *shown).map(|(name, _)| name).collect();
    let mut moves = table(&head);
    let missing = || "–".to_owned();
    for opinion in thought.moves.iter().take(most) {
        let percent =
            |share: Option<f32>| share.map_or_else(missing, |share| format!("{:.1} %", 100.0 * share));
        let mut row = vec![opinion.text.clone()];
        if any_prior {
            row.push(percent(opinion.prior));
        }
        row.extend([
            percent(opinion.probability),
            opinion.value.map_or_else(missing, value),
            opinion.visits.map_or_else(missing, |visits| visits.to_string()),
        ]);
        if any_proof {
            row.push(opinion.proof.map_or("", word).to_owned());
        }
        moves.add_row(row);
    }
    let left = thought.moves.len().saturating_sub(most);
    if left > 0 {
        moves.add_row([format!("… {left} more")]);
    }
    moves
}

fn word(proof: Proof) -> &'static str {
    match proof {
        Proof::Win => "proven win",
        Proof::Loss => "proven loss",
        Proof::Draw => "proven draw",
        Proof::Exact => "proven",
    }
}
