//! One row per ply: moves of seats and outcomes of chance.

use super::field::Line;
use ludometer_record::{Header, MatchRecord, Names, Ply};
use std::borrow::Borrow;
use std::io::{self, Write};

/// One row per ply, as one text.
#[must_use]
pub fn moves_csv(header: &Header, names: &Names, records: &[MatchRecord]) -> String {
    let mut out = Vec::new();
    write_moves_csv(&mut out, header, names, records).expect("memory takes every write");
    String::from_utf8(out).expect("every field is text")
}

/// Writes one row per ply.
///
/// # Errors
/// When the writer fails.
pub fn write_moves_csv<R: Borrow<MatchRecord>>(
    out: &mut impl Write,
    header: &Header,
    names: &Names,
    records: impl IntoIterator<Item = R>,
) -> io::Result<()> {
    titles(header).end(out)?;
    for record in records {
        let record = record.borrow();
        for (nth, ply) in record.plies.iter().enumerate() {
            row(header, names, record, nth, ply).end(out)?;
        }
    }
    Ok(())
}

fn titles(header: &Header) -> Line {
    let mut line = Line::default();
    for title in [
        "match",
        "group",
        "ply",
        "who",
        "agent",
        "stage",
        "move",
        "elements",
        "legal moves",
        "share",
        "nodes",
    ] {
        line.text(title);
    }
    for kind in ["value", "score"] {
        for seat in &header.game.seats {
            line.text(&format!("{kind} {seat}"));
        }
    }
    for observable in &header.game.observables {
        line.text(observable);
    }
    line
}

fn row(header: &Header, names: &Names, record: &MatchRecord, nth: usize, ply: &Ply) -> Line {
    let seat = ply.actor.seat();
    let who = seat.map_or("chance", |seat| header.game.seats.get(seat).map_or("?", String::as_str));
    let agent = seat
        .and_then(|seat| record.agents.get(seat))
        .and_then(|&agent| header.agents.get(usize::from(agent)))
        .map_or("", |agent| agent.spec.as_str());
    let group = header.groups.get(record.group as usize).map_or("?", |group| group.name.as_str());
    let chosen = ply.played();
    let elements: Vec<&str> =
        chosen.iter().flat_map(|chosen| &chosen.elements).map(|&element| names.text(element)).collect();
    let mut line = Line::default();
    line.number(record.number).text(group).number(nth + 1).text(who).text(agent).text(names.text(ply.stage));
    line.text(chosen.map_or("?", |chosen| names.text(chosen.text))).text(&elements.join(" "));
    line.number(ply.legal.len()).maybe(ply.shares.get(ply.chosen as usize)).number(ply.nodes);
    for numbers in [&ply.values, &ply.scores] {
        for seat in 0..header.game.seats.len() {
            line.maybe(numbers.get(seat));
        }
    }
    for observable in 0..header.game.observables.len() {
        line.maybe(ply.observed.get(observable));
    }
    line
}
