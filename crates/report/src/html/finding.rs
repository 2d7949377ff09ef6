//! Chart titles that state the finding. A measure that is not known here keeps its own title.

use crate::chart::range;
use crate::format;
use ludometer_metrics::{Bin, Estimate, Layer, Line, Measure, Row, Shape, Unit};
use ludometer_record::GameInfo;

/// What a measure shows, as a sentence without its full stop.
pub(super) fn finding(measure: &Measure, game: &GameInfo) -> String {
    let sentence = match (measure.id.as_str(), &measure.shape) {
        ("seat-wins", Shape::Rows { rows, .. }) => clearly_first(rows, "wins more than every other seat"),
        ("agent-wins", Shape::Rows { rows, .. }) => clearly_first(rows, "wins more"),
        ("length-histogram", Shape::Histogram { bins, .. }) => middle_half(bins),
        ("branching-by-turn", Shape::Lines { lines, .. }) => trend(lines),
        ("value-by-turn", Shape::Lines { lines, .. }) => Some(pulls_ahead(lines)),
        ("board-heat", Shape::Heat { layers }) => busiest(layers, measure.unit, game),
        ("dead-elements", Shape::Table { rows, .. }) => Some(match rows.len() {
            0 => "Everything is used".into(),
            1 => "One thing is never used".into(),
            many => format!("{many} things are never used"),
        }),
        ("completion", Shape::Rows { rows, .. }) => completion(rows),
        ("endings", Shape::Rows { rows, .. }) => most_frequent(rows, "Most matches end by"),
        ("openings", Shape::Rows { rows, .. }) => most_frequent(rows, "The most frequent opening is"),
        ("length", Shape::Rows { .. }) => measure
            .row("mean")
            .map(|mean| format!("A match takes {} moves on average", format::value(mean, Unit::Count))),
        _ => None,
    };
    sentence.unwrap_or_else(|| measure.title.clone())
}

/// The row whose interval lies above all others.
fn clearly_first(rows: &[Row], what: &str) -> Option<String> {
    if rows.len() < 2 {
        return None;
    }
    let above = |row: &&Row| {
        rows.iter().all(|other| std::ptr::eq(*row, other) || row.estimate.low > other.estimate.high)
    };
    Some(rows.iter().find(above).map_or_else(
        || "None wins clearly more than all others".into(),
        |row| format!("{} {what}", row.label),
    ))
}

/// Between which lengths the middle half of the matches lies.
fn middle_half(bins: &[Bin]) -> Option<String> {
    let total: u64 = bins.iter().map(|bin| bin.count).sum();
    let at = |part: f64| {
        let mut seen = 0;
        bins.iter().find(|bin| {
            seen += bin.count;
            seen as f64 >= part * total as f64
        })
    };
    if total == 0 {
        return None;
    }
    let (low, high) = (at(0.25)?, at(0.75)?);
    if low == high {
        return Some(format!("Half of the matches or more take {} moves", range(low)));
    }
    let (first, last) = (range(low), range(high));
    let first = first.split('–').next().unwrap_or(&first).to_owned();
    let last = last.split('–').next_back().unwrap_or(&last).to_owned();
    Some(format!("Half of the matches or more take {first} to {last} moves"))
}

/// How the first quarter of a line compares with its last.
fn trend(lines: &[Line]) -> Option<String> {
    let points = &lines.iter().find(|line| line.points.len() >= 4)?.points;
    let quarter = points.len() / 4;
    let mean =
        |points: &[(f64, Estimate)]| points.iter().map(|(_, e)| e.value).sum::<f64>() / points.len() as f64;
    let (early, late) = (mean(&points[..quarter]), mean(&points[points.len() - quarter..]));
    let numbers = format!("from {} to {} moves", format::decimal(early, 1), format::decimal(late, 1));
    Some(if late > early * 1.15 {
        format!("Choice grows during a match, {numbers}")
    } else if late < early * 0.87 {
        format!("Choice shrinks during a match, {numbers}")
    } else {
        format!("Choice stays about the same, {numbers}")
    })
}

/// From which turn on one line lies wholly above all others, to the end.
fn pulls_ahead(lines: &[Line]) -> String {
    let at = |line: &Line, x: f64| line.points.iter().find(|(place, _)| *place == x).map(|(_, e)| *e);
    let leads = |leader: &Line, x: f64| {
        at(leader, x).is_some_and(|own| {
            let mut others =
                lines.iter().filter(|other| !std::ptr::eq(*other, leader)).filter_map(|other| at(other, x));
            others.all(|other| own.low > other.high)
        })
    };
    for leader in lines.iter().filter(|_| lines.len() > 1) {
        let since = leader.points.iter().rev().take_while(|(x, _)| leads(leader, *x)).last();
        if let Some((since, _)) = since {
            return format!("{} is estimated ahead from turn {} on", leader.label, format::plain(*since));
        }
    }
    "No seat is clearly ahead to the end".into()
}

/// The cell that all seats together use most.
fn busiest(layers: &[Layer], unit: Unit, game: &GameInfo) -> Option<String> {
    let board = game.board.as_ref()?;
    let weight = |cell: usize| -> f64 {
        let part = |layer: &Layer| {
            layer.cells.get(cell).copied().unwrap_or(0.0)
                * if unit == Unit::Share { layer.n as f64 } else { 1.0 }
        };
        layers.iter().map(part).sum()
    };
    let busiest = (0..board.cells.len()).max_by(|&a, &b| weight(a).total_cmp(&weight(b)).then(b.cmp(&a)))?;
    if weight(busiest) <= 0.0 {
        return None;
    }
    let unused = (0..board.cells.len()).filter(|&cell| weight(cell) == 0.0).count();
    let unused = match unused {
        0 => "every cell is used".into(),
        1 => "one cell is never used".into(),
        many => format!("{many} cells are never used"),
    };
    Some(format!("{} is used most; {unused}", board.cells[busiest]))
}

fn completion(rows: &[Row]) -> Option<String> {
    let bad: Vec<&Row> = rows
        .iter()
        .filter(|row| {
            ["limit", "illegal", "fault", "panic"].contains(&row.label.as_str()) && row.estimate.value > 0.0
        })
        .collect();
    match bad[..] {
        [] => Some("Every match came to an end by the rules".into()),
        [row, ..] => {
            Some(format!("{} of matches end by: {}", format::value(&row.estimate, Unit::Share), row.label))
        }
    }
}

fn most_frequent(rows: &[Row], words: &str) -> Option<String> {
    let first = rows.iter().max_by(|a, b| a.estimate.value.total_cmp(&b.estimate.value))?;
    Some(format!("{words} {} ({})", first.label, format::value(&first.estimate, Unit::Share)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(label: &str, values: &[f64]) -> Line {
        let point = |(nth, &value): (usize, &f64)| {
            (nth as f64 + 1.0, Estimate { value, low: value - 0.1, high: value + 0.1, n: 9 })
        };
        Line { label: label.into(), points: values.iter().enumerate().map(point).collect() }
    }

    #[test]
    fn titles_follow_the_data() {
        assert_eq!(
            pulls_ahead(&[line("X", &[0.0, 0.1, 0.5, 0.6]), line("O", &[0.0, -0.1, -0.5, -0.6])]),
            "X is estimated ahead from turn 3 on"
        );
        assert_eq!(
            pulls_ahead(&[line("X", &[0.5, 0.0]), line("O", &[-0.5, 0.0])]),
            "No seat is clearly ahead to the end"
        );
        assert_eq!(
            trend(&[line("all", &[7.0, 6.0, 5.0, 3.0])]).unwrap(),
            "Choice shrinks during a match, from 7.0 to 3.0 moves"
        );
        let bins: Vec<Bin> = [1, 2, 2, 1]
            .iter()
            .zip(0..)
            .map(|(&count, nth)| Bin { low: f64::from(nth * 5), high: f64::from(nth * 5 + 5), count })
            .collect();
        assert_eq!(middle_half(&bins).unwrap(), "Half of the matches or more take 5 to 14 moves");
    }
}
