//! The page of a genetic search: how fit the best is, which features survive, and what the best loses without each.

use super::ablation::{Ablation, compared, finding};
use super::population::{Individual, World};
use ludometer_agents::bot::Bot;
use ludometer_metrics::{Estimate, Line, Unit};
use ludometer_report::{Curve, Strip, TrainingPage, training_html};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// The file in the bot folder, written anew after each generation.
pub const PAGE: &str = "training.html";

/// What a generation was: a line of `metrics.jsonl`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 0.
    pub generation: u64,
    /// The best one's share of the points it could get.
    pub best: f64,
    /// The mean of the others that go on.
    pub others: f64,
    /// Matches of each of them.
    pub matches: u64,
    /// The number of the best individual: who keeps it stays the best.
    pub number: u64,
    /// Features of the best one.
    pub features: Vec<String>,
    /// Of those that go on, the share that has each candidate.
    pub shares: Vec<(String, f64)>,
}

impl Generation {
    /// Those who go on, the fittest first; `most` is what one could get.
    pub fn of(generation: u64, all: &[Individual], most: u64, world: &World<'_>) -> Generation {
        let score = |one: &Individual| one.fitness as f64 / most.max(1) as f64;
        let others = all.iter().skip(1).map(score).sum::<f64>() / (all.len().max(2) - 1) as f64;
        let name = |at: usize| world.features[usize::from(world.candidates[at])].name.clone();
        let count = |at: usize| all.iter().filter(|one| one.genes.has(at)).count();
        let candidates = 0..world.candidates.len();
        let features = candidates.clone().filter(|at| all[0].genes.has(*at)).map(name).collect();
        let shares = candidates.map(|at| (name(at), count(at) as f64 / all.len() as f64)).collect();
        let (best, number) = (score(&all[0]), all[0].number);
        Generation { generation, best, others, matches: most / 2, number, features, shares }
    }

    /// What a line of progress says.
    #[must_use]
    pub fn measures(&self) -> Vec<(String, f64)> {
        let all = [("best", self.best), ("others", self.others), ("features", self.features.len() as f64)];
        all.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

/// The page after these generations; what was found by leaving features out comes at the end.
#[must_use]
pub fn page(bot: &Bot, past: &[Generation], ablations: &[Ablation], live: bool) -> String {
    let caption = match past.last() {
        Some(last) => format!(
            "Genetic choice of features, {} {}; the best reads {}: {}",
            past.len(),
            if past.len() == 1 { "generation" } else { "generations" },
            last.features.len(),
            last.features.join(", ")
        ),
        None => "Genetic choice of features".into(),
    };
    training_html(&TrainingPage {
        title: &bot.game,
        caption: &caption,
        command: &bot.command,
        curves: curves(past),
        strips: strip(past).into_iter().collect(),
        table: table(past),
        more: ablation_table(ablations).into_iter().collect(),
        live,
    })
}

fn curves(past: &[Generation]) -> Vec<Curve> {
    let line = |label: &str, read: fn(&Generation) -> f64| Line {
        label: label.into(),
        points: past
            .iter()
            .map(|one| (one.generation as f64, Estimate::fact(read(one), one.matches)))
            .collect(),
    };
    let curve = |title: &str, about: &str, unit, lines| Curve {
        title: title.into(),
        about: about.into(),
        axis: "generation".into(),
        unit,
        lines,
    };
    vec![
        curve(
            "Fitness",
            "Share of the points in the tournament of a generation: the best, and the mean of the others that go on",
            Unit::Share,
            vec![line("best", |one| one.best), line("mean of the others", |one| one.others)],
        ),
        curve(
            "Features",
            "Features of the best, and of all that go on, on average",
            Unit::Count,
            vec![
                line("best", |one| one.features.len() as f64),
                line("all", |one| one.shares.iter().map(|(_, share)| share).sum()),
            ],
        ),
    ]
}

fn strip(past: &[Generation]) -> Option<Strip> {
    let names: Vec<&String> = past.last()?.shares.iter().map(|(name, _)| name).collect();
    let row = |(at, name): (usize, &&String)| {
        let share = |one: &Generation| one.shares.get(at).map_or(0.0, |(_, share)| *share);
        ((*name).clone(), past.iter().map(share).collect())
    };
    Some(Strip {
        title: "Which features survive".into(),
        about: "Share of those that go on who have a feature; the darker the more".into(),
        axis: "generation".into(),
        columns: past.iter().map(|one| one.generation.to_string()).collect(),
        rows: names.iter().enumerate().map(row).collect(),
    })
}

fn table(past: &[Generation]) -> (Vec<String>, Vec<Vec<String>>) {
    let head = ["generation", "best", "others", "features", "which"];
    let row = |one: &Generation| {
        vec![
            one.generation.to_string(),
            format!("{:.1} %", 100.0 * one.best),
            format!("{:.1} %", 100.0 * one.others),
            one.features.len().to_string(),
            one.features.join(", "),
        ]
    };
    (head.map(str::to_owned).into(), past.iter().map(row).collect())
}

fn ablation_table(found: &[Ablation]) -> Option<(String, Vec<String>, Vec<Vec<String>>)> {
    if found.is_empty() {
        return None;
    }
    let head = [
        "trained again without",
        "mean score against the best",
        "95 %",
        "each training",
        "against nothing left out",
    ];
    let row = |(one, than): (&Ablation, Ordering)| {
        let score = one.score();
        let percent = |read: fn(&Estimate) -> f64| {
            score.as_ref().map_or_else(|| "–".to_owned(), |score| format!("{:.1} %", 100.0 * read(score)))
        };
        vec![
            one.without.clone().unwrap_or_else(|| "nothing: as it is".into()),
            percent(|score| score.value),
            format!("{} to {}", percent(|score| score.low), percent(|score| score.high)),
            one.scores().iter().map(|score| format!("{:.0}", 100.0 * score)).collect::<Vec<_>>().join(" "),
            match than {
                Ordering::Less => "worse",
                Ordering::Greater => "better",
                Ordering::Equal if one.without.is_none() => "–",
                Ordering::Equal => "not told apart",
            }
            .into(),
        ]
    };
    let title = match finding(found) {
        Some(finding) => format!("What the best loses without a feature: {finding}"),
        None => "What the best loses without a feature".into(),
    };
    let mut rows: Vec<(&Ablation, Ordering)> = found.iter().zip(compared(found)).collect();
    let score = |one: &Ablation| one.score().map_or(0.0, |score| score.value);
    rows.sort_by(|(one, _), (other, _)| score(one).total_cmp(&score(other)));
    Some((title, head.map(str::to_owned).into(), rows.into_iter().map(row).collect()))
}
