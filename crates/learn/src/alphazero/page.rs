//! The page of a training: what every cycle measured, as curves and numbers.

use super::cycle::Cycle;
use ludometer_metrics::{Estimate, Line, Unit};
use ludometer_report::{Curve, TrainingPage, training_html};

/// The file in the bot folder, written anew after every cycle.
pub const PAGE: &str = "training.html";

/// The page after these cycles.
pub(super) fn page(game: &str, command: &str, rival: &str, cycles: &[Cycle]) -> String {
    let done = if cycles.len() == 1 { "1 cycle".to_owned() } else { format!("{} cycles", cycles.len()) };
    let matches: u64 = cycles.iter().map(|cycle| cycle.matches).sum();
    let caption = format!("AlphaZero, {done}, {matches} matches of self-play");
    training_html(&TrainingPage {
        title: game,
        caption: &caption,
        command,
        curves: curves(rival, cycles),
        table: table(cycles),
    })
}

fn curves(rival: &str, cycles: &[Cycle]) -> Vec<Curve> {
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
        axis: "cycle".into(),
        unit,
        lines,
    };
    let strength = vec![
        line("against the best before", |cycle| cycle.against_best),
        line(&format!("the best against {rival}"), |cycle| cycle.against_rival),
    ];
    vec![
        curve("Strength", "Points per match, 0 to 1", Unit::Share, strength),
        curve(
            "Mistakes",
            "Solved positions in which the network alone gives something away",
            Unit::Share,
            vec![line("mistakes", |cycle| cycle.mistakes)],
        ),
        curve(
            "Right answers",
            "On positions that were not learnt from",
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
                line("not learnt", |cycle| Some(cycle.validation.policy)),
                line("entropy", |cycle| Some(cycle.validation.entropy)),
            ],
        ),
        curve(
            "Loss of the value",
            "Squared error",
            Unit::Points,
            vec![
                line("learnt", |cycle| Some(cycle.learnt.value)),
                line("not learnt", |cycle| Some(cycle.validation.value)),
            ],
        ),
        curve(
            "Length",
            "Moves per match of self-play",
            Unit::Count,
            vec![line("moves", |cycle| Some(cycle.length))],
        ),
    ]
}

fn table(cycles: &[Cycle]) -> (Vec<String>, Vec<Vec<String>>) {
    let head = [
        "cycle",
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
