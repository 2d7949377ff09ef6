//! Chart titles that state the finding. A measure that is not known here keeps its own title.

use crate::chart::range;
use crate::format;
use ludometer_metrics::{Bin, Entry, Estimate, Layer, Line, Measure, Row, Shape, Unit};
use ludometer_record::GameInfo;

/// What a measure shows, as a sentence without its full stop.
pub(super) fn finding(measure: &Measure, game: &GameInfo) -> String {
    let sentence = match (measure.id.as_str(), &measure.shape) {
        ("seat-wins", Shape::Rows { rows, .. }) => clearly_first(rows, "seat", "wins"),
        ("side-wins", Shape::Rows { rows, .. }) => clearly_first(rows, "side", "wins"),
        ("agent-wins", Shape::Rows { rows, .. }) => clearly_first(rows, "agent", "scores"),
        ("length-histogram", Shape::Histogram { bins, .. }) => middle_half(bins),
        ("branching-by-turn", Shape::Lines { lines, .. }) => trend(lines),
        ("value-by-turn", Shape::Lines { lines, .. }) => Some(pulls_ahead(lines)),
        ("wins-by-length", Shape::Table { columns, rows }) => favoured_by_length(columns, rows),
        ("move-table", Shape::Table { rows, .. }) => match rows.first().and_then(|row| row.first()) {
            Some(Entry::Text(name)) if rows.len() > 1 => Some(format!("The move played most is {name}")),
            _ => None,
        },
        ("branching", Shape::Rows { rows, .. }) => {
            rows.first().map(|row| format!("{} to choose from on average", moves(&row.estimate)))
        }
        ("board-heat", Shape::Heat { layers }) => busiest(layers, measure.unit, game),
        ("dead-elements", Shape::Table { rows, .. }) => Some(match rows.len() {
            0 => "Everything is used".into(),
            1 => "One thing is hardly ever used".into(),
            many => format!("{many} things are hardly ever used"),
        }),
        ("completion", Shape::Rows { rows, .. }) => completion(rows),
        ("endings", Shape::Rows { rows, .. }) => most_frequent(rows, "The most frequent ending is"),
        ("counts", Shape::Rows { rows, .. }) => happens_most(rows),
        ("openings", Shape::Rows { rows, .. }) => most_frequent(rows, "The most frequent opening is"),
        ("openings", Shape::Table { rows, .. }) => first_of_table(rows),
        ("length", Shape::Rows { .. }) => {
            measure.row("mean").map(|mean| format!("A match takes {} on average", moves(mean)))
        }
        _ => None,
    };
    sentence.unwrap_or_else(|| measure.title.clone())
}

/// So many moves.
fn moves(number: &Estimate) -> String {
    let number = format::value(number, Unit::Count);
    format!("{number} {}", format::noun(&number, "move", "moves"))
}

/// What the game counts most of.
fn happens_most(rows: &[Row]) -> Option<String> {
    let most = rows.iter().max_by(|a, b| a.estimate.value.total_cmp(&b.estimate.value))?;
    let times = format::value(&most.estimate, Unit::Count);
    Some(format!("Most often: {}, {times} {} a match", most.label, format::noun(&times, "time", "times")))
}

/// The row whose interval lies above all others.
fn clearly_first(rows: &[Row], who: &str, does: &str) -> Option<String> {
    if rows.len() < 2 {
        return None;
    }
    let others =
        |row: &Row| rows.iter().filter(|other| other.label != row.label).cloned().collect::<Vec<Row>>();
    let above = |row: &&Row| others(row).iter().all(|other| row.estimate.low > other.estimate.high);
    let Some(first) = rows.iter().find(above) else {
        return Some(format!("No {who} clearly {does} more than the others"));
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
        let length = range(low);
        return Some(format!(
            "At least half of the matches take {length} {}",
            format::noun(&length, "move", "moves")
        ));
    }
    let (first, last) = (range(low), range(high));
    let first = first.split('–').next().unwrap_or(&first).to_owned();
    let last = last.split('–').next_back().unwrap_or(&last).to_owned();
    Some(format!("The middle half of the matches takes {first} to {last} moves"))
}

/// How the first quarter of a line compares with its last.
fn trend(lines: &[Line]) -> Option<String> {
    let points = &lines.iter().find(|line| line.points.len() >= 4)?.points;
    let quarter = points.len() / 4;
    let mean =
        |points: &[(f64, Estimate)]| points.iter().map(|(_, e)| e.value).sum::<f64>() / points.len() as f64;
    let (early, late) = (mean(&points[..quarter]), mean(&points[points.len() - quarter..]));
    let (early_text, late_text) = (format::decimal(early, 1), format::decimal(late, 1));
    let numbers = if early_text == late_text {
        format!("about {early_text} moves")
    } else {
        format!("from {early_text} to {late_text} moves")
    };
    Some(if late > early * 1.15 {
        format!("Choice grows during a match, {numbers}")
    } else if late < early * 0.87 {
        format!("Choice shrinks during a match, {numbers}")
    } else {
        format!("Choice stays about the same, {numbers}")
    })
}

/// The longest stretch of turns in which one line lies wholly above all others, if it is worth a word.
fn pulls_ahead(lines: &[Line]) -> String {
    let stretches = lines
        .iter()
        .filter(|_| lines.len() > 1)
        .filter_map(|leader| Some((leader, longest_lead(leader, lines)?)));
    let best = stretches.max_by_key(|(_, stretch)| stretch.len());
    let Some((leader, stretch)) = best.filter(|(leader, stretch)| stretch.len() * 4 >= leader.points.len())
    else {
        return "No seat is clearly ahead for long".into();
    };
    let turn = |place: usize| format::plain(leader.points[place].0);
    let (first, last) = (turn(stretch.start), turn(stretch.end - 1));
    let to_the_end = stretch.end == leader.points.len();
    match (stretch.start, to_the_end) {
        (0, true) => format!("{} is estimated ahead all the time", leader.label),
        (_, true) => format!("{} is estimated ahead from turn {first} on", leader.label),
        (_, false) => format!("{} is estimated ahead from turn {first} to {last}", leader.label),
    }
}

/// The places of the longest run of points at which a line lies wholly above all others.
fn longest_lead(leader: &Line, lines: &[Line]) -> Option<std::ops::Range<usize>> {
    let at = |line: &Line, x: f64| line.points.iter().find(|(place, _)| *place == x).map(|(_, e)| *e);
    let leads = |(x, own): &(f64, Estimate)| {
        let others = lines.iter().filter(|other| !std::ptr::eq(*other, leader));
        others.filter_map(|other| at(other, *x)).all(|other| own.low > other.high)
    };
    let mut longest: Option<std::ops::Range<usize>> = None;
    let mut start = 0;
    for (place, point) in leader.points.iter().enumerate() {
        if !leads(point) {
            start = place + 1;
        } else if longest.as_ref().is_none_or(|longest| place + 1 - start > longest.len()) {
            longest = Some(start..place + 1);
        }
    }
    longest
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
                return Some(format!("{name} does better in short matches than in long ones"));
            }
            if long.low > short.high {
                return Some(format!("{name} does better in long matches than in short ones"));
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
            pulls_ahead(&[line("X", &[0.5, 0.5, 0.5, 0.0]), line("O", &[-0.5, -0.5, -0.5, 0.4])]),
            "X is estimated ahead from turn 1 to 3",
            "a last turn that few matches reach does not count"
        );
        assert_eq!(
            pulls_ahead(&[line("X", &[0.0; 5]), line("O", &[0.0; 5])]),
            "No seat is clearly ahead for long"
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
        assert_eq!(middle_half(&bins).unwrap(), "The middle half of the matches takes 5 to 14 moves");
    }
}
