//! The page of a training: what every cycle measured, as curves and numbers.

use super::cycle::Cycle;
use ludometer_metrics::{Estimate, Line, Unit};
use ludometer_report::{Curve, TrainingPage, training_html};
use ludometer_stats::wilson;

/// The file in the bot folder, written anew after every cycle.
pub const PAGE: &str = "training.html";

/// What a page is about.
pub struct Subject<'a> {
    /// The game.
    pub game: &'a str,
    /// The command that repeats the training.
    pub command: &'a str,
    /// The agent networks are measured against.
    pub rival: Option<&'a str>,
    /// What a step of the training is called.
    pub unit: &'static str,
}

/// The page after these cycles.
#[must_use]
pub fn page(subject: &Subject<'_>, cycles: &[Cycle]) -> String {
    let Subject { game, command, unit, .. } = subject;
    let plural = if cycles.len() == 1 { "" } else { "s" };
    let matches: u64 = cycles.iter().map(|cycle| cycle.matches).sum();
    let played = if matches > 0 { format!(", {matches} matches of self-play") } else { String::new() };
    let caption = format!("AlphaZero, {} {unit}{plural}{played}", cycles.len());
    training_html(&TrainingPage {
        title: game,
        caption: &caption,
        command,
        curves: curves(subject, cycles),
        table: table(unit, cycles),
    })
}

/// The curves of which something was measured.
fn curves(subject: &Subject<'_>, cycles: &[Cycle]) -> Vec<Curve> {
    let mut curves = all_curves(subject, cycles);
    for curve in &mut curves {
        curve.lines.retain(|line| !line.points.is_empty());
    }
    curves.retain(|curve| !curve.lines.is_empty());
    curves
}

fn all_curves(subject: &Subject<'_>, cycles: &[Cycle]) -> Vec<Curve> {
    // A share of so many, with its interval.
    let share = |label: &str, read: fn(&Cycle) -> (Option<f64>, u64)| Line {
        label: label.into(),
        points: cycles
            .iter()
            .filter_map(|cycle| {
                let (share, n) = read(cycle);
                Some((cycle.cycle as f64, wilson((share? * n as f64).round() as u64, n)))
            })
            .collect(),
    };
    let line = |label: &str, read: fn(&Cycle) -> Option<f64>| Line {
        label: label.into(),
        points: cycles
            .iter()
            .filter_map(|cycle| Some((cycle.cycle as f64, Estimate::fact(read(cycle)?, cycle.positions))))
            .collect(),
    };
    let curve = |title: &str, about: &str, unit: Unit, lines: Vec<Line>| Curve {
        title: title.into(),
        about: about.into(),
        axis: subject.unit.into(),
        unit,
        lines,
    };
    let strength = vec![
        share("against the best before", |cycle| (cycle.against_best, cycle.best_pairs)),
        share(&format!("the best against {}", subject.rival.unwrap_or_default()), |cycle| {
            (cycle.against_rival, cycle.rival_pairs)
        }),
    ];
    vec![
        curve("Strength", "Score over pairs of matches, with 95 % intervals", Unit::Share, strength),
        curve(
            "Mistakes",
            "Solved positions in which the network alone gives something away, with 95 % intervals",
            Unit::Share,
            vec![share("mistakes", |cycle| (cycle.mistakes, cycle.exercises))],
        ),
        curve(
            "Right answers",
            "On positions that were new, or where there were none on known ones",
            Unit::Share,
            vec![
                line("likeliest move is the one to learn", |cycle| Some(cycle.validation.policy_accuracy)),
                line("value has the right sign", |cycle| Some(cycle.validation.value_accuracy)),
            ],
        ),
        curve(
            "Loss of the policy",
            "Cross-entropy in nats; the entropy of the policy beside",
            Unit::Points,
            vec![
                line("learnt", |cycle| Some(cycle.learnt.policy)),
                line("new positions", |cycle| Some(cycle.validation.policy)),
                line("entropy", |cycle| Some(cycle.validation.entropy)),
            ],
        ),
        curve(
            "Loss of the value",
            "Squared error",
            Unit::Points,
            vec![
                line("learnt", |cycle| Some(cycle.learnt.value)),
                line("new positions", |cycle| Some(cycle.validation.value)),
            ],
        ),
        curve(
            "Length",
            "Moves per match of self-play",
            Unit::Count,
            vec![line("moves", |cycle| Some(cycle.length).filter(|length| *length > 0.0))],
        ),
    ]
}

fn table(unit: &str, cycles: &[Cycle]) -> (Vec<String>, Vec<Vec<String>>) {
    let head = [
        unit,
        "matches",
        "positions",
        "policy loss",
        "value loss",
        "policy right",
        "value right",
        "against best",
        "accepted",
        "against rival",
        "mistakes",
    ];
    let share =
        |share: Option<f64>| share.map_or_else(|| "–".to_owned(), |share| format!("{:.1} %", 100.0 * share));
    let row = |cycle: &Cycle| {
        vec![
            cycle.cycle.to_string(),
            cycle.matches.to_string(),
            cycle.positions.to_string(),
            format!("{:.3}", cycle.validation.policy),
            format!("{:.3}", cycle.validation.value),
            share(Some(cycle.validation.policy_accuracy)),
            share(Some(cycle.validation.value_accuracy)),
            share(cycle.against_best),
            if cycle.accepted { "yes" } else { "no" }.to_owned(),
            share(cycle.against_rival),
            share(cycle.mistakes),
        ]
    };
    (head.map(str::to_owned).to_vec(), cycles.iter().map(row).collect())
}
