//! The file of a base.
//!
//! `cases.bin` is a line that says what it is, the length of a head (4 bytes), the head in JSON, the cases one after the
//! other as the module `coding` writes them, and the xxh3 of all that (8 bytes); numbers have their lowest byte first. The
//! head says what the cases are and where the clusters lie; which case belongs to which follows from that. The whole
//! file is read into memory, since every decision looks through thousands of cases, and written whole or not at all.
//! That is why it is no SQLite database, whose bytes would also differ between two runs of the same job; `ludometer
//! cases export` writes a table for other programs.

use super::base::Base;
use super::kmeans::Clusters;
use ludometer_game::CaseSchema;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// The file in the bot folder.
pub const CASES: &str = "cases.bin";
const HEAD: &[u8] = b"ludometer cases 2\n";

/// What is known of a base beside its cases.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Chronicle {
    /// Matches it learnt from.
    pub matches: u64,
    /// Cases when the indexes were made.
    pub indexed: u64,
    /// Numbers a trainer keeps, by name.
    pub counts: Vec<(String, u64)>,
}

impl Chronicle {
    /// The number of this name; 0 where there is none.
    #[must_use]
    pub fn count(&self, name: &str) -> u64 {
        self.counts.iter().find(|(own, _)| own == name).map_or(0, |(_, count)| *count)
    }

    /// Adds to the number of this name.
    pub fn add(&mut self, name: &str, more: u64) {
        match self.counts.iter_mut().find(|(own, _)| own == name) {
            Some((_, count)) => *count += more,
            None => self.counts.push((name.to_owned(), more)),
        }
    }
}

/// The head of the file.
#[derive(Serialize, Deserialize)]
struct Head {
    /// What the cases are: names of attributes, scenarios with what they ask, actions.
    shape: Shape,
    cases: u64,
    indexes: Vec<Option<Clusters>>,
    groups: Vec<Option<Clusters>>,
    chronicle: Chronicle,
}

/// The part of a schema that says how to read a case.
#[derive(PartialEq, Serialize, Deserialize)]
struct Shape {
    attributes: Vec<String>,
    scenarios: Vec<(String, Vec<usize>)>,
    actions: Vec<String>,
}

impl Shape {
    fn of(schema: &CaseSchema) -> Shape {
        Shape {
            attributes: schema.attributes.iter().map(|attribute| attribute.name.clone()).collect(),
            scenarios: schema.scenarios.iter().map(|one| (one.name.clone(), one.asks.clone())).collect(),
            actions: schema.actions.iter().map(|action| action.name.clone()).collect(),
        }
    }
}

/// Writes the file, and says what it holds in short.
///
/// # Errors
/// When it cannot be written.
pub fn write(base: &Base, chronicle: &Chronicle, out: &mut dyn Write) -> io::Result<String> {
    let (indexes, groups) = base.clusters();
    let shape = Shape::of(base.schema());
    let head = Head { shape, cases: base.len() as u64, indexes, groups, chronicle: chronicle.clone() };
    let head = serde_json::to_vec(&head)?;
    let mut hash = Xxh3::new();
    for part in [HEAD, &(head.len() as u32).to_le_bytes(), &head, base.bytes()] {
        hash.update(part);
        out.write_all(part)?;
    }
    let sum = hash.digest().to_le_bytes();
    out.write_all(&sum)?;
    hash.update(&sum);
    Ok(format!("{:016x}", hash.digest()))
}

/// Reads the bytes of the file as a base of this schema.
///
/// # Errors
/// When they are damaged or hold other cases; says so in words.
pub fn read(schema: CaseSchema, bytes: &[u8]) -> Result<(Base, Chronicle), String> {
    let damaged = || "it is damaged or of another release; import or train it again".to_owned();
    let whole = bytes.split_last_chunk::<8>().filter(|(body, sum)| xxh3_64(body).to_le_bytes() == **sum);
    let body = whole.and_then(|(body, _)| body.strip_prefix(HEAD)).ok_or_else(damaged)?;
    let (length, body) = body.split_first_chunk::<4>().ok_or_else(damaged)?;
    let (head, cases) = body.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(damaged)?;
    let head: Head = serde_json::from_slice(head).map_err(|_| damaged())?;
    if head.shape != Shape::of(&schema) {
        return Err(
            "its cases have other attributes, scenarios or actions than this release gives this game; \
                    import or train it again"
                .into(),
        );
    }
    let mut base = Base::new(schema);
    if !fit(&base, &head) {
        return Err(damaged());
    }
    base.take_clusters(head.indexes, head.groups);
    base.take(cases.to_vec(), head.cases).ok_or_else(damaged)?;
    Ok((base, head.chronicle))
}

/// Whether the clusters of a head are over what the schema says.
fn fit(base: &Base, head: &Head) -> bool {
    let schema = base.schema();
    let all = |clusters: &[Option<Clusters>], widths: Vec<usize>| {
        let one = |(clusters, width): (&Option<Clusters>, &usize)| {
            clusters.as_ref().is_none_or(|clusters| clusters.fits(*width))
        };
        clusters.len() == widths.len() && clusters.iter().zip(&widths).all(one)
    };
    let index = schema.indexes.iter().map(|index| index.places.len()).collect();
    let group = schema.scenarios.iter().map(|one| one.groups.len() + usize::from(one.by_action)).collect();
    all(&head.indexes, index) && all(&head.groups, group)
}
