//! What is said of a file where games are listed: its note, and what it declares besides rules.

use crate::schema::Schema;
use crate::source::Source;

/// The documentation of a file, as the lines of a module doc.
pub(crate) fn doc(source: &Source, schema: &Schema) -> String {
    let sides = schema.sides.iter().enumerate().map(|(at, side)| {
        let seats = schema.plays.iter().filter(|plays| **plays == at).count();
        if seats == 1 { side.clone() } else { format!("{side}, {seats} seats") }
    });
    let goals = schema.goals.iter().map(ToString::to_string);
    let strategies = schema.advice.strategies.iter().map(|name| format!("`strategy:{name}`"));
    let parts =
        [("Sides", sides.collect()), ("Goals", goals.collect()), ("Strategies", strategies.collect())];
    let listed = parts.into_iter().map(|(heading, lines): (&str, Vec<String>)| match lines.is_empty() {
        true => String::new(),
        false => format!(
            "//!\n//! # {heading}\n{}",
            lines.iter().map(|line| format!("//! - {line}\n")).collect::<String>()
        ),
    });
    source.note() + &listed.collect::<String>()
}
