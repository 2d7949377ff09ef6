//! One row per match.
//!
//! The seed is written as text, in hexadecimal with `0x` before it: spreadsheets keep only 15 digits
//! of a number, and the last ones of a seed would be lost. A count that a match does not mention is 0
//! if the match was played to its end or to the limit; of a match that broke it is not known.

use super::field::Line;
use ludometer_record::{Ending, Header, MatchRecord, NameId, Names};
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// One row per match, as one text.
#[must_use]
pub fn matches_csv(header: &Header, names: &Names, records: &[MatchRecord]) -> String {
    let mut out = Vec::new();
    write_matches_csv(&mut out, header, names, records).expect("memory takes every write");
    String::from_utf8(out).expect("every field is text")
}

/// Writes one row per match. The records are walked twice: the first time for the names of their
/// counts, each of which becomes a column.
///
/// # Errors
/// When the writer fails.
pub fn write_matches_csv<R: Borrow<MatchRecord>>(
    out: &mut impl Write,
    header: &Header,
    names: &Names,
    records: impl IntoIterator<Item = R> + Clone,
) -> io::Result<()> {
    let (counts, scored) = columns(names, records.clone());
    titles(header, &counts, scored).end(out)?;
    for record in records {
        row(header, names, record.borrow(), &counts, scored).end(out)?;
    }
    Ok(())
}

/// All counts, sorted by name, and whether there are scores.
fn columns<R: Borrow<MatchRecord>>(
    names: &Names,
    records: impl IntoIterator<Item = R>,
) -> (BTreeMap<String, NameId>, bool) {
    let (mut counts, mut scored) = (BTreeMap::new(), false);
    for record in records {
        let record = record.borrow();
        counts.extend(record.counts.iter().map(|(id, _)| (names.text(*id).to_owned(), *id)));
        scored |= !record.scores.is_empty();
    }
    (counts, scored)
}

fn titles(header: &Header, counts: &BTreeMap<String, NameId>, scored: bool) -> Line {
    let mut line = Line::default();
    for title in
        ["match", "group", "block", "rotation", "seed", "length", "plies", "ending", "because", "winner"]
    {
        line.text(title);
    }
    let kinds: &[&str] = if scored {
        &["agent", "side", "points", "place", "score"]
    } else {
        &["agent", "side", "points", "place"]
    };
    for kind in kinds {
        for seat in &header.game.seats {
            line.text(&format!("{kind} {seat}"));
        }
    }
    for count in counts.keys() {
        line.text(count);
    }
    line.text("notes").text("evidence");
    line
}

fn row(
    header: &Header,
    names: &Names,
    record: &MatchRecord,
    counts: &BTreeMap<String, NameId>,
    scored: bool,
) -> Line {
    let seats = &header.game.seats;
    let winners: Vec<&str> = record
        .winners(header.game.cooperative)
        .into_iter()
        .filter_map(|seat| seats.get(seat).map(String::as_str))
        .collect();
    let group = header.groups.get(record.group as usize).map_or("?", |group| group.name.as_str());
    let mut line = Line::default();
    line.number(record.number).text(group).number(record.block).number(record.rotation);
    line.text(&format!("{:#x}", record.seed));
    line.number(record.decisions()).number(record.plies.len());
    line.text(record.ending.word()).text(names.text(record.because)).text(&winners.join(" + "));
    for seat in 0..seats.len() {
        let agent = record.agents.get(seat).and_then(|&agent| header.agents.get(usize::from(agent)));
        line.text(agent.map_or("", |agent| agent.spec.as_str()));
    }
    for seat in 0..seats.len() {
        line.text(record.sides.get(seat).map_or("", |&side| names.text(side)));
    }
    for seat in 0..seats.len() {
        line.maybe(record.points.get(seat));
    }
    for seat in 0..seats.len() {
        line.maybe(record.places.get(seat));
    }
    for seat in (0..seats.len()).filter(|_| scored) {
        line.maybe(record.scores.get(seat));
    }
    let silence = matches!(record.ending, Ending::Finished | Ending::Limit).then_some(0.0);
    for id in counts.values() {
        let counted = record.counts.iter().find(|(count, _)| count == id).map(|(_, number)| *number);
        line.maybe(counted.or(silence));
    }
    line.text(&record.notes.join("; "));
    line.text(
        &record.evidence.as_ref().map(|seen| format!("ply {}: {}", seen.ply, seen.what)).unwrap_or_default(),
    );
    line
}
