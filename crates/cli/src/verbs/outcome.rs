//! How a match ended, in words.

use ludometer_lab::Ended;

/// Who won and why: "X wins (line)."
pub fn headline(ended: &Ended, seats: &[String], cooperative: bool) -> String {
    let because = &ended.because;
    if ended.broken {
        return format!("The match broke: {because}.");
    }
    let winners: Vec<&str> = names(seats, |seat| ended.places.get(seat) == Some(&1));
    match winners.as_slice() {
        [] => format!("Everybody lost ({because})."),
        all if all.len() == seats.len() && seats.len() > 1 && cooperative => {
            format!("Everybody wins ({because}).")
        }
        all if all.len() == seats.len() && seats.len() > 1 => format!("A draw ({because})."),
        [one] => format!("{one} wins ({because})."),
        [first @ .., last] => format!("{} and {last} win ({because}).", first.join(", ")),
    }
}

/// The points of every seat, with its place where there are more than two: "Points  X: 1, O: −1".
pub fn points(ended: &Ended, seats: &[String]) -> String {
    let one = |(seat, name): (usize, &String)| {
        let points = ended.points.get(seat).map_or_else(|| "–".to_owned(), |points| number(*points));
        match ended.places.get(seat) {
            Some(place) if seats.len() > 2 => format!("{name}: {points} (place {place})"),
            _ => format!("{name}: {points}"),
        }
    };
    let all: Vec<String> = seats.iter().enumerate().map(one).collect();
    format!("Points  {}", all.join(", "))
}

fn names(seats: &[String], chosen: impl Fn(usize) -> bool) -> Vec<&str> {
    seats.iter().enumerate().filter(|(seat, _)| chosen(*seat)).map(|(_, name)| name.as_str()).collect()
}

/// A number as people write it: whole where it is, two decimals where it is not.
fn number(points: f32) -> String {
    let text = format!("{points:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.replace('-', "−") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    fn ended(points: &[f32], places: &[u8]) -> Ended {
        Ended { points: points.to_vec(), places: places.to_vec(), because: "line".into(), broken: false }
    }

    #[test]
    fn winners_are_named() {
        let three = seats(&["A", "B", "C"]);
        let said = |places: &[u8], cooperative| headline(&ended(&[], places), &three, cooperative);
        assert_eq!(said(&[2, 1, 2], false), "B wins (line).");
        assert_eq!(said(&[1, 1, 3], false), "A and B win (line).");
        assert_eq!(said(&[1, 1, 1], false), "A draw (line).");
        assert_eq!(said(&[1, 1, 1], true), "Everybody wins (line).");
        assert_eq!(said(&[2, 2, 2], true), "Everybody lost (line).");
        let broken = Ended { broken: true, ..ended(&[0.0; 3], &[1; 3]) };
        assert_eq!(headline(&broken, &three, false), "The match broke: line.");
    }

    #[test]
    fn points_are_numbers_for_people() {
        let two = seats(&["X", "O"]);
        assert_eq!(points(&ended(&[1.0, -1.0], &[1, 2]), &two), "Points  X: 1, O: −1");
        assert_eq!(points(&ended(&[0.5, -0.0], &[1, 2]), &two), "Points  X: 0.5, O: 0");
        let three = seats(&["Seat 1", "Seat 2", "Seat 3"]);
        let said = points(&ended(&[10.0, -1.0, 1.0 / 3.0], &[1, 3, 2]), &three);
        assert_eq!(said, "Points  Seat 1: 10 (place 1), Seat 2: −1 (place 3), Seat 3: 0.33 (place 2)");
    }
}
