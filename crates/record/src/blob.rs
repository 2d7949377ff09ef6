//! One match in few bytes.
//!
//! A blob is a checksum (8 bytes) and a postcard encoding. Two things make it small: every distinct
//! legal move of the match is written once and referred to by number, and shares take 16 bits. So
//! that a match is the same before and after it was stored, shares are rounded once, by
//! [`MatchRecord::normalise`], before anybody uses them.

use crate::{Actor, Ending, Evidence, MatchRecord, NameId, Opt, Ply};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::HashMap;
use xxhash_rust::xxh3::xxh3_64;

/// Shares are stored as multiples of one part in this many.
const PARTS: f32 = u16::MAX as f32;

/// The bytes of the checksum.
const CHECKSUM: usize = 8;

impl MatchRecord {
    /// Rounds shares to the precision in which they are stored (1/65535). Storing does it too, and
    /// doing it twice changes nothing; who looks at a record that was never stored calls it first, so
    /// that the same match gives the same numbers everywhere.
    pub fn normalise(&mut self) {
        for share in self.plies.iter_mut().flat_map(|ply| &mut ply.shares) {
            *share = share_of(parts_of(*share));
        }
    }
}

fn parts_of(share: f32) -> u16 {
    // The cast saturates, and turns what is not a number into 0.
    (share * PARTS).round() as u16
}

fn share_of(parts: u16) -> f32 {
    f32::from(parts) / PARTS
}

/// A match as it is encoded.
#[derive(Serialize, Deserialize)]
struct Packed<'a> {
    number: u64,
    group: u32,
    block: u64,
    rotation: u8,
    seed: u64,
    agents: Cow<'a, [u16]>,
    sides: Cow<'a, [NameId]>,
    /// Distinct legal moves.
    options: Vec<Cow<'a, Opt>>,
    plies: Vec<PackedPly<'a>>,
    points: Cow<'a, [f32]>,
    places: Cow<'a, [u8]>,
    ending: Ending,
    because: NameId,
    scores: Cow<'a, [f32]>,
    sources: Cow<'a, [(u8, NameId, f32)]>,
    counts: Cow<'a, [(NameId, f64)]>,
    notes: Cow<'a, [String]>,
    evidence: Cow<'a, Option<Evidence>>,
}

#[derive(Serialize, Deserialize)]
struct PackedPly<'a> {
    actor: Actor,
    stage: NameId,
    chosen: u32,
    /// Positions in `options`.
    legal: Vec<u32>,
    values: Cow<'a, [f32]>,
    proven: bool,
    shares: Vec<u16>,
    nodes: u64,
    observed: Cow<'a, [f32]>,
    scores: Cow<'a, [f32]>,
}

/// Packs a match.
pub(crate) fn pack(record: &MatchRecord) -> Result<Vec<u8>, postcard::Error> {
    let mut known = HashMap::new();
    let mut options = Vec::new();
    let mut position = |option| {
        *known.entry(key(option)).or_insert_with(|| {
            options.push(Cow::Borrowed(option));
            options.len() as u32 - 1
        })
    };
    let plies = record.plies.iter().map(|ply| pack_ply(ply, &mut position)).collect();
    let packed = Packed {
        number: record.number,
        group: record.group,
        block: record.block,
        rotation: record.rotation,
        seed: record.seed,
        agents: (&record.agents).into(),
        sides: (&record.sides).into(),
        options,
        plies,
        points: (&record.points).into(),
        places: (&record.places).into(),
        ending: record.ending,
        because: record.because,
        scores: (&record.scores).into(),
        sources: (&record.sources).into(),
        counts: (&record.counts).into(),
        notes: (&record.notes).into(),
        evidence: Cow::Borrowed(&record.evidence),
    };
    let mut bytes = postcard::to_extend(&packed, vec![0; CHECKSUM])?;
    let checksum = xxh3_64(&bytes[CHECKSUM..]);
    bytes[..CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
    Ok(bytes)
}

fn key(option: &Opt) -> (NameId, &[NameId]) {
    (option.text, &option.elements)
}

fn pack_ply<'a>(ply: &'a Ply, position: impl FnMut(&'a Opt) -> u32) -> PackedPly<'a> {
    PackedPly {
        actor: ply.actor,
        stage: ply.stage,
        chosen: ply.chosen,
        legal: ply.legal.iter().map(position).collect(),
        values: (&ply.values).into(),
        proven: ply.proven,
        shares: ply.shares.iter().map(|&share| parts_of(share)).collect(),
        nodes: ply.nodes,
        observed: (&ply.observed).into(),
        scores: (&ply.scores).into(),
    }
}

/// Unpacks a match, or says why the bytes are not one.
pub(crate) fn unpack(bytes: &[u8]) -> Result<MatchRecord, String> {
    let (checksum, body) = bytes.split_first_chunk::<CHECKSUM>().ok_or("it is cut short")?;
    if xxh3_64(body) != u64::from_le_bytes(*checksum) {
        return Err("its bytes have changed since they were written".into());
    }
    let packed: Packed = postcard::from_bytes(body).map_err(|error| error.to_string())?;
    let Packed { options, plies, .. } = packed;
    let plies: Option<Vec<Ply>> = plies.into_iter().map(|ply| unpack_ply(ply, &options)).collect();
    Ok(MatchRecord {
        number: packed.number,
        group: packed.group,
        block: packed.block,
        rotation: packed.rotation,
        seed: packed.seed,
        agents: packed.agents.into_owned(),
        sides: packed.sides.into_owned(),
        plies: plies.ok_or("a ply names a move that is not there")?,
        points: packed.points.into_owned(),
        places: packed.places.into_owned(),
        ending: packed.ending,
        because: packed.because,
        scores: packed.scores.into_owned(),
        sources: packed.sources.into_owned(),
        counts: packed.counts.into_owned(),
        notes: packed.notes.into_owned(),
        evidence: packed.evidence.into_owned(),
    })
}

fn unpack_ply(ply: PackedPly, options: &[Cow<Opt>]) -> Option<Ply> {
    let option = |&position: &u32| Some(options.get(position as usize)?.as_ref().clone());
    Some(Ply {
        actor: ply.actor,
        stage: ply.stage,
        chosen: ply.chosen,
        legal: ply.legal.iter().map(option).collect::<Option<_>>()?,
        values: ply.values.into_owned(),
        proven: ply.proven,
        shares: ply.shares.into_iter().map(share_of).collect(),
        nodes: ply.nodes,
        observed: ply.observed.into_owned(),
        scores: ply.scores.into_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stored_share_is_its_own_rounding() {
        for parts in 0..=u16::MAX {
            assert_eq!(parts_of(share_of(parts)), parts);
        }
        assert_eq!(share_of(parts_of(1.0)), 1.0);
        assert_eq!(share_of(parts_of(-0.5)), 0.0);
        assert_eq!(share_of(parts_of(7.0)), 1.0);
        assert_eq!(share_of(parts_of(f32::NAN)), 0.0);
    }
}
