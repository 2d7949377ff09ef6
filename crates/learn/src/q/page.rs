//! The page of a training: how well what was learnt plays, and how large the table is.

use super::mark::Mark;
use ludometer_agents::bot::Bot;
use ludometer_metrics::{Estimate, Line, Unit};
use ludometer_report::{Curve, TrainingPage, training_html};

/// The file in the bot folder, written anew as training goes.
pub const PAGE: &str = "training.html";

/// The page after these marks.
#[must_use]
pub fn page(bot: &Bot, marks: &[Mark]) -> String {
    let caption = format!("Q-learning by method {}, {} episodes", bot.method, bot.iterations);
    training_html(&TrainingPage {
        title: &bot.game,
        caption: &caption,
        command: &bot.command,
        curves: curves(marks),
        strips: Vec::new(),
        more: Vec::new(),
        table: table(marks),
        live: false,
    })
}

fn curves(marks: &[Mark]) -> Vec<Curve> {
    let seats = marks.first().map_or(0, |mark| mark.against_random.len());
    let mut quality = vec![shares(marks, "first seat against its clone", |mark| mark.clones.first())];
    for seat in 0..seats {
        let label = format!("seat {} against random play", seat + 1);
        quality.push(shares(marks, &label, move |mark| mark.against_random.get(seat)));
    }
    for seat in 0..seats {
        let label = format!("random play of seat {}", seat + 1);
        quality.push(shares(marks, &label, move |mark| mark.random.get(seat)));
    }
    let learning = (0..seats)
        .map(|seat| shares(marks, &format!("seat {}", seat + 1), move |mark| mark.learning.get(seat)))
        .collect();
    let number = |label: &str, read: fn(&Mark) -> u64| Line {
        label: label.into(),
        points: marks
            .iter()
            .map(|mark| (mark.episodes as f64, Estimate::fact(read(mark) as f64, mark.episodes)))
            .collect(),
    };
    let size = vec![number("states", |mark| mark.states), number("pairs", |mark| mark.pairs)];
    let all = [
        ("Quality", "Wins and draws of what was learnt, with 95 % intervals", Unit::Share, quality),
        (
            "While learning",
            "Wins and draws in the matches learnt from, exploration and all",
            Unit::Share,
            learning,
        ),
        ("Size of the table", "States seen, and pairs of state and action tried", Unit::Count, size),
    ];
    let curve = |(title, about, unit, mut lines): (&str, &str, Unit, Vec<Line>)| {
        lines.retain(|line| !line.points.is_empty());
        let (title, about, axis) = (title.into(), about.into(), "episodes".into());
        (!lines.is_empty()).then_some(Curve { title, about, axis, unit, lines })
    };
    all.into_iter().filter_map(curve).collect()
}

fn shares<'a>(marks: &'a [Mark], label: &str, read: impl Fn(&'a Mark) -> Option<&'a [u64; 3]>) -> Line {
    let point = |mark: &'a Mark| {
        let results = read(mark).filter(|results| results.iter().sum::<u64>() > 0)?;
        Some((mark.episodes as f64, Mark::quality(results)))
    };
    Line { label: label.into(), points: marks.iter().filter_map(point).collect() }
}

fn table(marks: &[Mark]) -> (Vec<String>, Vec<Vec<String>>) {
    let seats = marks.first().map_or(0, |mark| mark.against_random.len());
    let mut head: Vec<String> =
        ["episodes", "states", "pairs", "megabytes", "clone test"].map(str::to_owned).into();
    head.extend((1..=seats).map(|seat| format!("seat {seat} against random")));
    let share = |results: Option<&[u64; 3]>| match results.filter(|results| results.iter().sum::<u64>() > 0) {
        Some(results) => format!("{:.1} %", 100.0 * Mark::quality(results).value),
        None => "–".to_owned(),
    };
    let row = |mark: &Mark| {
        let sizes = [mark.episodes.to_string(), mark.states.to_string(), mark.pairs.to_string()];
        let megabytes = format!("{:.1}", mark.bytes as f64 / 1e6);
        let qualities = (0..seats).map(|seat| share(mark.against_random.get(seat)));
        sizes.into_iter().chain([megabytes, share(mark.clones.first())]).chain(qualities).collect()
    };
    (head, marks.iter().map(row).collect())
}
