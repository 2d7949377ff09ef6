//! Features for learners: what LS-Draughts and NeuroDraughts read, the other terms of Samuel, and plain counts.
//!
//! Sets: `ls-draughts` (the 15 that the genetic algorithm chooses from), `neurodraughts` (the 12 of Mark Lynch),
//! `samuel`, and for repeating what was published with its slips `ls-draughts-published` and
//! `neurodraughts-published`. A network reads as many of a feature's lowest bits as the authors give it, and no more:
//! larger numbers come round to 0 again.

mod half;
mod lynch;
mod samuel;
#[cfg(test)]
mod tests;

use super::board::Board;
use super::measure;
use half::Half;
use ludometer_game::{Code, Feature};

/// A feature: its name, how many bits of it are read, its largest value, its sets, and how it is read.
struct Term {
    name: &'static str,
    bits: u8,
    range: (i8, i8),
    sets: &'static [&'static str],
    read: fn(&Half) -> i32,
}

const fn term(
    name: &'static str,
    bits: u8,
    range: (i8, i8),
    sets: &'static [&'static str],
    read: fn(&Half) -> i32,
) -> Term {
    Term { name, bits, range, sets, read }
}

/// As Lynch has it, and with it LS-Draughts.
const LYNCH: &[&str] = &["ls-draughts", "neurodraughts", "ls-draughts-published", "neurodraughts-published"];
/// The same, and a term of Samuel.
const BOTH: &[&str] =
    &["ls-draughts", "neurodraughts", "samuel", "ls-draughts-published", "neurodraughts-published"];
/// Published with a slip.
const SLIPPED: &[&str] = &["ls-draughts", "neurodraughts"];
const SLIPPED_BOTH: &[&str] = &["ls-draughts", "neurodraughts", "samuel"];
const SLIPS: &[&str] = &["ls-draughts-published", "neurodraughts-published"];
/// What LS-Draughts adds.
const ADDED: &[&str] = &["ls-draughts", "ls-draughts-published"];
const ADDED_BOTH: &[&str] = &["ls-draughts", "samuel", "ls-draughts-published"];
const SAMUEL: &[&str] = &["samuel"];

const TERMS: [Term; 35] = [
    term("piece-advantage", 4, (0, 36), LYNCH, lynch::piece_advantage),
    term("piece-disadvantage", 4, (0, 36), SLIPPED, lynch::piece_disadvantage),
    term("piece-threat", 3, (0, 24), SLIPPED, lynch::piece_threat),
    term("piece-take", 3, (0, 24), LYNCH, lynch::piece_take),
    term("advancement", 3, (-8, 8), SLIPPED_BOTH, lynch::advancement),
    term("double-diagonal", 4, (0, 12), BOTH, lynch::double_diagonal),
    term("back-row-bridge", 1, (0, 1), BOTH, lynch::back_row_bridge),
    term("centre-control", 3, (0, 8), SLIPPED_BOTH, lynch::centre_control),
    term("x-centre-control", 3, (0, 8), SLIPPED_BOTH, lynch::x_centre_control),
    term("total-mobility", 4, (0, 32), BOTH, lynch::total_mobility),
    term("exposure", 3, (0, 12), BOTH, lynch::exposure),
    term("king-centre-control", 3, (0, 8), BOTH, lynch::king_centre_control),
    term("diagonal-moment", 4, (0, 36), ADDED_BOTH, lynch::diagonal_moment),
    term("threat", 3, (0, 32), ADDED_BOTH, lynch::threat),
    term("taken", 3, (0, 32), ADDED, lynch::taken),
    term("apex", 1, (0, 1), SAMUEL, samuel::apex),
    term("corner", 1, (0, 1), SAMUEL, samuel::corner),
    term("cramp", 2, (0, 2), SAMUEL, samuel::cramp),
    term("deny", 4, (0, 32), SAMUEL, samuel::deny),
    term("dyke", 3, (0, 24), SAMUEL, samuel::dyke),
    term("exchange", 4, (0, 32), SAMUEL, samuel::exchange),
    term("fork", 3, (0, 12), SAMUEL, samuel::fork),
    term("gap", 4, (0, 32), SAMUEL, samuel::gap),
    term("guard", 1, (0, 1), SAMUEL, samuel::guard),
    term("hole", 3, (0, 12), SAMUEL, samuel::hole),
    term("mobility", 3, (0, 32), SAMUEL, samuel::mobility),
    term("move", 1, (0, 1), SAMUEL, samuel::the_move),
    term("node", 3, (0, 12), SAMUEL, samuel::node),
    term("oreo", 1, (0, 1), SAMUEL, samuel::oreo),
    term("pole", 3, (0, 12), SAMUEL, samuel::pole),
    term("piece-disadvantage-published", 4, (0, 36), SLIPS, lynch::published_disadvantage),
    term("piece-threat-published", 3, (0, 24), SLIPS, lynch::published_threat),
    term("advancement-published", 3, (0, 16), SLIPS, lynch::published_advancement),
    term("centre-control-published", 3, (0, 7), SLIPS, lynch::published_centre),
    term("x-centre-control-published", 3, (0, 7), SLIPS, lynch::published_x_centre),
];

/// All features: the terms above, then plain counts.
pub(super) fn features() -> Vec<Feature> {
    let feature = |term: &Term| {
        let range = (f32::from(term.range.0), f32::from(term.range.1));
        Feature::new(term.name, range).coded(Code::Bits(term.bits)).of(term.sets)
    };
    TERMS.iter().map(feature).chain(measure::features()).collect()
}

/// Appends the numbers of [`features`].
pub(super) fn read(board: &Board, mover: usize, me: usize, out: &mut Vec<f32>) {
    let half = Half::new(board, me);
    out.extend(TERMS.iter().map(|term| (term.read)(&half) as f32));
    measure::read(board, mover, me, out);
}

/// Appends those at these places, in rising order.
#[inline]
pub(super) fn read_chosen(board: &Board, mover: usize, me: usize, chosen: &[u16], out: &mut Vec<f32>) {
    let half = Half::new(board, me);
    let terms = chosen.iter().map_while(|at| TERMS.get(usize::from(*at)));
    let before = out.len();
    out.extend(terms.map(|term| (term.read)(&half) as f32));
    let plain = &chosen[out.len() - before..];
    if !plain.is_empty() {
        let start = out.len();
        measure::read(board, mover, me, out);
        for (to, from) in plain.iter().enumerate() {
            out[start + to] = out[start + usize::from(*from) - TERMS.len()];
        }
        out.truncate(start + plain.len());
    }
}
