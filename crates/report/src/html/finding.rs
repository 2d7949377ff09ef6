//! Chart titles that state the finding. A measure that is not known here keeps its own title.

use crate::chart::range;
use crate::format;
use ludometer_metrics::{Bin, Entry, Estimate, Layer, Line, Measure, Row, Shape, Unit};
use ludometer_record::GameInfo;

/// What a measure shows, as a sentence without its full stop.
pub(super) fn finding(measure: &Measure, game: &GameInfo) -> String {
    let sentence = match (measure.id.as_str(), &measure.shape) {
        ("seat-wins", Shape::Rows { rows, .. }) => clearly_first(rows, "wins"),
        ("agent-wins", Shape::Rows { rows, .. }) => clearly_first(rows, "scores"),
        ("length-histogram", Shape::Histogram { bins, .. }) => middle_half(bins),
        ("branching-by-turn", Shape::Lines { lines, .. }) => trend(lines),
        ("value-by-turn", Shape::Lines { lines, .. }) => Some(pulls_ahead(lines)),
        ("wins-by-length", Shape::Table { columns, rows }) => favoured_by_length(columns, rows),
        ("move-table", Shape::Table { rows, .. }) => match rows.first().and_then(|row| row.first()) {
            Some(Entry::Text(name)) if rows.len() > 1 => Some(format!("{name} is the move played most")),
            _ => None,
        },
        ("branching", Shape::Rows { rows, .. }) => rows.first().map(|row| {
            format!("{} moves to choose from on average", format::value(&row.estimate, measure.unit))
        }),
        ("board-heat", Shape::Heat { layers }) => busiest(layers, measure.unit, game),
        ("dead-elements", Shape::Table { rows, .. }) => Some(match rows.len() {
            0 => "Everything is used".into(),
            1 => "One thing is hardly ever used".into(),
            many => format!("{many} things are hardly ever used"),
        }),
        ("completion", Shape::Rows { rows, .. }) => completion(rows),
        ("endings", Shape::Rows { rows, .. }) => most_frequent(rows, "Most matches end by"),
        ("openings", Shape::Rows { rows, .. }) => most_frequent(rows, "The most frequent opening is"),
        ("openings", Shape::Table { rows, .. }) => first_of_table(rows),
        ("length", Shape::Rows { .. }) => measure
            .row("mean")
            .map(|mean| format!("A match takes {} moves on average", format::value(mean, Unit::Count))),
        _ => None,
    };
    sentence.unwrap_or_else(|| measure.title.clone())
}

/// The row whose interval lies above all others.
fn clearly_first(rows: &[Row], does: &str) -> Option<String> {
    if rows.len() < 2 {
        return None;
    }
    let others =
        |row: &Row| rows.iter().filter(|other| other.label != row.label).cloned().collect::<Vec<Row>>();
    let above = |row: &&Row| others(row).iter().all(|other| row.estimate.low > other.estimate.high);
    let Some(first) = rows.iter().find(above) else {
        return Some(format!("Nobody clearly {does} more than all others"));
    };
    Some(match &others(first)[..] {
        [other] => format!("{} {does} more than {}", first.label, other.label),
        _ => format!("{} {does} more than all others", first.label),
    })
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

/// Who does clearly better in the shortest matches than in the longest.
fn favoured_by_length(columns: &[String], rows: &[Vec<Entry>]) -> Option<String> {
    let (short, long) = (rows.first()?, rows.last().filter(|_| rows.len() > 1)?);
    for (column, title) in columns.iter().enumerate() {
        if let (Some(Entry::Estimate(short)), Some(Entry::Estimate(long))) =
            (short.get(column), long.get(column))
        {
            let name = title.trim_end_matches(" wins");
            if short.low > long.high {
                return Some(format!("Short matches favour {name}"));
            }
            if long.low > short.high {
                return Some(format!("Long matches favour {name}"));
            }
        }
    }
    Some("No clear link between length and winner".into())
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
    let by_the_rules = ["finished", "drawn"];
    let bad = rows.iter().find(|row| !by_the_rules.contains(&row.label.as_str()) && row.estimate.value > 0.0);
    Some(match bad {
        None => "Every match came to an end by the rules".into(),
        Some(row) => {
            format!("{} of matches end by: {}", format::value(&row.estimate, Unit::Share), row.label)
        }
    })
}

/// The most frequent opening heads its table.
fn first_of_table(rows: &[Vec<Entry>]) -> Option<String> {
    let row = rows.first()?;
    let Some(Entry::Text(name)) = row.first() else { return None };
    let share = row.iter().find_map(|entry| match entry {
        Entry::Estimate(share) => Some(share),
        _ => None,
    })?;
    Some(format!("The most frequent opening is {name} ({})", format::value(share, Unit::Share)))
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
