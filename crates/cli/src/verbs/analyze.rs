//! `analyze`: what an agent thinks of a position.

use super::list::table;
use super::{open_game, style};
use crate::args::{AnalyzeArgs, Common};
use crate::output::{Answer, Out};
use ludometer_lab::show::scene_text;
use ludometer_lab::{AgentSpec, Analysis, LabError};

pub fn analyze(typed: &AnalyzeArgs, common: &Common, out: &mut Out) -> anyhow::Result<Answer> {
    let house = open_game(&typed.game, common)?;
    let typed = AgentSpec::read(&typed.agent)?;
    let spec = if common.dry_run { typed.dry()? } else { typed };
    let analysis = house.analyze(&spec, common.seed)?.ok_or(LabError::Over("analyze"))?;
    if out.json {
        out.json(&serde_json::to_value(&analysis)?)?;
    } else {
        print(&analysis, out)?;
    }
    Ok(Answer::Yes)
}

fn print(analysis: &Analysis, out: &mut Out) -> anyhow::Result<()> {
    out.line(scene_text(&analysis.scene, style()))?;
    let seat = analysis.seat - 1;
    let proven = if analysis.proven { "proven" } else { "estimated" };
    let value = analysis.values.get(seat);
    let value = value.map_or_else(String::new, |v| format!(", {proven} value {v:+.3}"));
    out.line(format!(
        "{} to move; {} looked at {} positions{value}",
        analysis.to_move, analysis.agent, analysis.nodes
    ))?;
    let mut moves = table(&["move", "probability", "value", "visits"]);
    let number = |n: Option<f32>, scale: f32, unit: &str| {
        n.map_or_else(
            || "-".into(),
            |n| format!("{:.*}{unit}", if unit.is_empty() { 3 } else { 1 }, n * scale),
        )
    };
    for opinion in &analysis.moves {
        moves.add_row([
            opinion.text.clone(),
            number(opinion.probability, 100.0, " %"),
            number(opinion.value, 1.0, ""),
            opinion.visits.map_or_else(|| "-".into(), |visits| visits.to_string()),
        ]);
    }
    out.line(moves)?;
    out.line(format!("plays {}; expects {}", analysis.best, analysis.line.join(" ")))?;
    Ok(())
}
