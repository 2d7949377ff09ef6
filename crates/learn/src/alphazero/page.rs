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
        strips: Vec::new(),
        more: Vec::new(),
        table: table(unit, cycles),
        live: false,
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
    strength(subject, cycles).into_iter().chain(learning(subject, cycles)).collect()
}

/// How well networks play.
fn strength(subject: &Subject<'_>, cycles: &[Cycle]) -> Vec<Curve> {
    let rival = format!("the best against {}", subject.rival.unwrap_or_default());
    let best = share(cycles, "against the best before", |cycle| (cycle.against_best, cycle.best_pairs));
    let rival = share(cycles, &rival, |cycle| (cycle.against_rival, cycle.rival_pairs));
    let mistakes = share(cycles, "mistakes", |cycle| (cycle.mistakes, cycle.exercises));
    let about = "Solved positions in which the network alone gives something away, with 95 % intervals";
    vec![
        Curve {
            title: "Strength".into(),
            about: "Score over pairs of matches, with 95 % intervals".into(),
            axis: subject.unit.into(),
            unit: Unit::Share,
            lines: vec![best, rival],
        },
        Curve {
            title: "Mistakes".into(),
            about: about.into(),
            axis: subject.unit.into(),
            unit: Unit::Share,
            lines: vec![mistakes],
        },
    ]
}

/// What networks learn, and how long their matches are.
fn learning(subject: &Subject<'_>, cycles: &[Cycle]) -> Vec<Curve> {
    let right = share(cycles, "likeliest move is the one to learn", |cycle| {
        (cycle.validation.of_policy().map(|[_, accuracy, _]| accuracy), cycle.validated)
    });
    let sign = line(cycles, "value has the right sign", |cycle| Some(cycle.validation.value_accuracy));
    let policy = vec![
        line(cycles, "learnt", |cycle| Some(cycle.learnt.of_policy()?[0])),
        line(cycles, "new positions", |cycle| Some(cycle.validation.of_policy()?[0])),
        line(cycles, "entropy", |cycle| Some(cycle.validation.of_policy()?[2])),
    ];
    let value = vec![
        line(cycles, "learnt", |cycle| Some(cycle.learnt.value)),
        line(cycles, "new positions", |cycle| Some(cycle.validation.value)),
    ];
    let length = line(cycles, "moves", |cycle| Some(cycle.length).filter(|length| *length > 0.0));
    let known = "On positions that were new, or where there were none on known ones";
    let curves = [
        ("Right answers", known, Unit::Share, vec![right, sign]),
        (
            "Loss of the policy",
            "Cross-entropy in nats; the entropy of the policy beside",
            Unit::Points,
            policy,
        ),
        ("Loss of the value", "Squared error", Unit::Points, value),
        ("Length", "Moves per match of self-play", Unit::Count, vec![length]),
    ];
    let axis = subject.unit;
    let curve = |(title, about, unit, lines): (&str, &str, Unit, Vec<Line>)| Curve {
        title: title.into(),
        about: about.into(),
        axis: axis.into(),
        unit,
        lines,
    };
    curves.into_iter().map(curve).collect()
}

/// A share of so many, with its interval.
fn share(cycles: &[Cycle], label: &str, read: fn(&Cycle) -> (Option<f64>, u64)) -> Line {
    let point = |cycle: &Cycle| {
        let (share, n) = read(cycle);
        // The interval takes whole successes; the share itself may count halves.
        let interval = wilson((share? * n as f64).round() as u64, n);
        Some((cycle.cycle as f64, Estimate { value: share?, ..interval }))
    };
    Line { label: label.into(), points: cycles.iter().filter_map(point).collect() }
}

/// A number as it was measured.
fn line(cycles: &[Cycle], label: &str, read: fn(&Cycle) -> Option<f64>) -> Line {
    let point = |cycle: &Cycle| Some((cycle.cycle as f64, Estimate::fact(read(cycle)?, cycle.validated)));
    Line { label: label.into(), points: cycles.iter().filter_map(point).collect() }
}

fn table(unit: &str, cycles: &[Cycle]) -> (Vec<String>, Vec<Vec<String>>) {
    let head = [
        unit,
        "matches",
        "positions",
        "validated on",
        "policy loss",
        "value loss",
        "policy right",
        "value right",
        "against best",
        "accepted",
        "against rival",
        "mistakes",
    ];
    let missing = || "–".to_owned();
    let share = |share: Option<f64>| share.map_or_else(missing, |share| format!("{:.1} %", 100.0 * share));
    let row = |cycle: &Cycle| {
        let policy = cycle.validation.of_policy();
        vec![
            cycle.cycle.to_string(),
            cycle.matches.to_string(),
            cycle.positions.to_string(),
            cycle.validated.to_string(),
            policy.map_or_else(missing, |[loss, _, _]| format!("{loss:.3}")),
            format!("{:.3}", cycle.validation.value),
            share(policy.map(|[_, accuracy, _]| accuracy)),
            share(Some(cycle.validation.value_accuracy)),
            share(cycle.against_best),
            if cycle.accepted { "yes" } else { "no" }.to_owned(),
            share(cycle.against_rival),
            share(cycle.mistakes),
        ]
    };
    (head.map(str::to_owned).to_vec(), cycles.iter().map(row).collect())
}
