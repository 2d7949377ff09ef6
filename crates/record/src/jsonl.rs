//! A run as JSON lines: one match a line in job order, every name as text, keys in a fixed order,
//! numbers as short as they can be read back exactly. Nothing in it depends on when, where or on how
//! many threads the run was played, so equal jobs give equal bytes.
//!
//! A number that is none (not finite) is `null`. A seed takes all 64 bits, more than a JavaScript number
//! can hold, so it is written as text; a plain number is read too.

use crate::{Actor, Ending, Evidence, Header, MatchRecord, NameId, Names, Opt, Ply, Problem, Run};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::io::{self, Write};

type Text<'a> = Cow<'a, str>;

/// One line. The order of the fields is the order of the keys.
#[derive(Serialize, Deserialize)]
struct Line<'a> {
    number: u64,
    group: u32,
    group_name: Text<'a>,
    block: u64,
    rotation: u8,
    #[serde(serialize_with = "as_text", deserialize_with = "seed")]
    seed: u64,
    agents: Cow<'a, [u16]>,
    agent_names: Vec<Text<'a>>,
    sides: Vec<Text<'a>>,
    #[serde(deserialize_with = "numbers")]
    points: Cow<'a, [f32]>,
    places: Cow<'a, [u8]>,
    ending: Ending,
    because: Text<'a>,
    #[serde(deserialize_with = "numbers")]
    scores: Cow<'a, [f32]>,
    sources: Vec<Source<'a>>,
    counts: Vec<Count<'a>>,
    notes: Cow<'a, [String]>,
    evidence: Cow<'a, Option<Evidence>>,
    plies: Vec<LinePly<'a>>,
}

#[derive(Serialize, Deserialize)]
struct Source<'a> {
    seat: u8,
    source: Text<'a>,
    points: Option<f32>,
}

#[derive(Serialize, Deserialize)]
struct Count<'a> {
    name: Text<'a>,
    count: Option<f64>,
}

#[derive(Serialize, Deserialize)]
struct LinePly<'a> {
    /// Nobody is chance.
    seat: Option<u8>,
    stage: Text<'a>,
    chosen: u32,
    legal: Vec<LineOption<'a>>,
    #[serde(deserialize_with = "numbers")]
    values: Cow<'a, [f32]>,
    proven: bool,
    #[serde(deserialize_with = "numbers")]
    shares: Cow<'a, [f32]>,
    nodes: u64,
    #[serde(deserialize_with = "numbers")]
    observed: Cow<'a, [f32]>,
    #[serde(deserialize_with = "numbers")]
    scores: Cow<'a, [f32]>,
}

#[derive(Serialize, Deserialize)]
struct LineOption<'a> {
    text: Text<'a>,
    elements: Vec<Text<'a>>,
}

fn numbers<'de, D: Deserializer<'de>>(input: D) -> Result<Cow<'static, [f32]>, D::Error> {
    let numbers = Vec::<Option<f32>>::deserialize(input)?;
    Ok(numbers.into_iter().map(|number| number.unwrap_or(f32::NAN)).collect())
}

fn as_text<S: Serializer>(seed: &u64, output: S) -> Result<S::Ok, S::Error> {
    output.collect_str(seed)
}

fn seed<'de, D: Deserializer<'de>>(input: D) -> Result<u64, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Seed<'a> {
        Number(u64),
        #[serde(borrow)]
        Text(Text<'a>),
    }
    match Seed::deserialize(input)? {
        Seed::Number(seed) => Ok(seed),
        Seed::Text(text) => text.parse().map_err(serde::de::Error::custom),
    }
}

/// Writes all whole matches of a run, and returns what could not be read.
pub fn write_jsonl(run: &Run, mut out: impl Write) -> io::Result<Vec<Problem>> {
    let mut problems = Vec::new();
    for record in run.whole(&mut problems) {
        serde_json::to_writer(&mut out, &line(&record, run.header(), run.names()))?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(problems)
}

fn line<'a>(record: &'a MatchRecord, header: &'a Header, names: &'a Names) -> Line<'a> {
    let text = |&id: &NameId| Cow::Borrowed(names.text(id));
    let spec = |&id: &u16| header.agents.get(usize::from(id)).map_or("?", |agent| &agent.spec).into();
    Line {
        number: record.number,
        group: record.group,
        group_name: header.groups.get(record.group as usize).map_or("?", |group| &group.name).into(),
        block: record.block,
        rotation: record.rotation,
        seed: record.seed,
        agents: (&record.agents).into(),
        agent_names: record.agents.iter().map(spec).collect(),
        sides: record.sides.iter().map(text).collect(),
        points: (&record.points).into(),
        places: (&record.places).into(),
        ending: record.ending,
        because: text(&record.because),
        scores: (&record.scores).into(),
        sources: record
            .sources
            .iter()
            .map(|(seat, source, points)| source_line(*seat, text(source), *points))
            .collect(),
        counts: record
            .counts
            .iter()
            .map(|(name, count)| Count { name: text(name), count: Some(*count) })
            .collect(),
        notes: (&record.notes).into(),
        evidence: Cow::Borrowed(&record.evidence),
        plies: record.plies.iter().map(|ply| ply_line(ply, names)).collect(),
    }
}

fn source_line(seat: u8, source: Text, points: f32) -> Source {
    Source { seat, source, points: Some(points) }
}

fn ply_line<'a>(ply: &'a Ply, names: &'a Names) -> LinePly<'a> {
    let text = |&id: &NameId| Cow::Borrowed(names.text(id));
    let option = |option: &'a Opt| LineOption {
        text: text(&option.text),
        elements: option.elements.iter().map(text).collect(),
    };
    LinePly {
        seat: ply.actor.seat().map(|seat| seat as u8),
        stage: text(&ply.stage),
        chosen: ply.chosen,
        legal: ply.legal.iter().map(option).collect(),
        values: (&ply.values).into(),
        proven: ply.proven,
        shares: (&ply.shares).into(),
        nodes: ply.nodes,
        observed: (&ply.observed).into(),
        scores: (&ply.scores).into(),
    }
}

/// Reads one line back; its names are taken into `names`.
pub fn read_json_line(text: &str, names: &mut Names) -> serde_json::Result<MatchRecord> {
    let line: Line = serde_json::from_str(text)?;
    Ok(MatchRecord {
        number: line.number,
        group: line.group,
        block: line.block,
        rotation: line.rotation,
        seed: line.seed,
        agents: line.agents.into_owned(),
        sides: ids(&line.sides, names),
        plies: line.plies.into_iter().map(|ply| read_ply(ply, names)).collect(),
        points: line.points.into_owned(),
        places: line.places.into_owned(),
        ending: line.ending,
        because: names.id(&line.because),
        scores: line.scores.into_owned(),
        sources: (line.sources.iter())
            .map(|line| (line.seat, names.id(&line.source), line.points.unwrap_or(f32::NAN)))
            .collect(),
        counts: (line.counts.iter())
            .map(|line| (names.id(&line.name), line.count.unwrap_or(f64::NAN)))
            .collect(),
        notes: line.notes.into_owned(),
        evidence: line.evidence.into_owned(),
    })
}

fn read_ply(line: LinePly, names: &mut Names) -> Ply {
    Ply {
        actor: line.seat.map_or(Actor::Chance, Actor::Seat),
        stage: names.id(&line.stage),
        chosen: line.chosen,
        legal: (line.legal.iter())
            .map(|option| Opt { text: names.id(&option.text), elements: ids(&option.elements, names) })
            .collect(),
        values: line.values.into_owned(),
        proven: line.proven,
        shares: line.shares.into_owned(),
        nodes: line.nodes,
        observed: line.observed.into_owned(),
        scores: line.scores.into_owned(),
    }
}

fn ids(texts: &[Text], names: &mut Names) -> Vec<NameId> {
    texts.iter().map(|text| names.id(text)).collect()
}
