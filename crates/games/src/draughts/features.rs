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

/// A feature: its name, how many bits of it are read, its smallest and largest value, its sets, how it is read, and
/// what it says to people.
struct Term {
    name: &'static str,
    bits: u8,
    range: (i8, i8),
    sets: &'static [&'static str],
    read: fn(&Half) -> i32,
    about: &'static str,
}

const fn term(
    name: &'static str,
    bits: u8,
    range: (i8, i8),
    sets: &'static [&'static str],
    read: fn(&Half) -> i32,
) -> Term {
    Term { name, bits, range, sets, read, about: "" }
}

impl Term {
    const fn about(self, about: &'static str) -> Term {
        Term { about, ..self }
    }
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
    term("piece-advantage", 4, (0, 36), LYNCH, lynch::piece_advantage)
        .about("by how much the own pieces are worth more, a man 2 and a king 3; else 0"),
    term("piece-disadvantage", 4, (0, 36), SLIPPED, lynch::piece_disadvantage)
        .about("by how much the other's pieces are worth more, a man 2 and a king 3; else 0"),
    term("piece-threat", 3, (0, 24), SLIPPED, lynch::piece_threat)
        .about("the other's pieces that could jump, those in two or more directions twice"),
    term("piece-take", 3, (0, 24), LYNCH, lynch::piece_take)
        .about("own pieces that could jump, those in two or more directions twice"),
    term("advancement", 3, (-8, 8), SLIPPED_BOTH, lynch::advancement)
        .about("own men in the fifth and sixth row from the own side less those in the third and fourth"),
    term("double-diagonal", 4, (0, 12), BOTH, lynch::double_diagonal)
        .about("own pieces on the two diagonals between the double corners"),
    term("back-row-bridge", 1, (0, 1), BOTH, lynch::back_row_bridge)
        .about("1 where own men stand on 1 and 3 (White's on 30 and 32) and the other has no king"),
    term("centre-control", 3, (0, 8), SLIPPED_BOTH, lynch::centre_control)
        .about("own men on the eight squares in the middle"),
    term("x-centre-control", 3, (0, 8), SLIPPED_BOTH, lynch::x_centre_control)
        .about("squares in the middle that the other's men hold or its pieces can step to"),
    term("total-mobility", 4, (0, 32), BOTH, lynch::total_mobility)
        .about("empty squares the other can step to, whether or not it must capture"),
    term("exposure", 3, (0, 12), BOTH, lynch::exposure)
        .about("own pieces with an empty square on both sides along a diagonal"),
    term("king-centre-control", 3, (0, 8), BOTH, lynch::king_centre_control)
        .about("own kings on the eight squares in the middle"),
    term("diagonal-moment", 4, (0, 36), ADDED_BOTH, lynch::diagonal_moment).about(
        "own pieces: 3 for each on the diagonals between the double corners, less further off, down to 0",
    ),
    term("threat", 3, (0, 32), ADDED_BOTH, lynch::threat)
        .about("empty squares to which the other can step so that it could jump from there"),
    term("taken", 3, (0, 32), ADDED, lynch::taken)
        .about("empty squares to which one can step so that one could jump from there"),
    term("apex", 1, (0, 1), SAMUEL, samuel::apex)
        .about("1 where nobody has a king, and the other's men but no own ones stand on 7 or 26"),
    term("corner", 1, (0, 1), SAMUEL, samuel::corner)
        .about("1 where the other is behind, is worth 6 or less and can step to a double corner"),
    term("cramp", 2, (0, 2), SAMUEL, samuel::cramp).about(
        "2 with own pieces on 13 and 9 or 14, the other's on 17, 21, 22, 25 (White: turned round); else 0",
    ),
    term("deny", 4, (0, 32), SAMUEL, samuel::deny)
        .about("empty squares to which the other can step only to lose the piece"),
    term("dyke", 3, (0, 24), SAMUEL, samuel::dyke).about("rows of three own pieces on a diagonal"),
    term("exchange", 4, (0, 32), SAMUEL, samuel::exchange)
        .about("empty squares to which the other can step and force an exchange"),
    term("fork", 3, (0, 12), SAMUEL, samuel::fork)
        .about("squares between two own pieces of one row to which the other can step and attack both"),
    term("gap", 4, (0, 32), SAMUEL, samuel::gap)
        .about("empty squares between two own pieces on a diagonal, or between one and the edge"),
    term("guard", 1, (0, 1), SAMUEL, samuel::guard).about("1 where back-row-bridge or oreo is 1"),
    term("hole", 3, (0, 12), SAMUEL, samuel::hole)
        .about("empty squares with three or four own pieces around them"),
    term("mobility", 3, (0, 32), SAMUEL, samuel::mobility).about("total-mobility less deny"),
    term("move", 1, (0, 1), SAMUEL, samuel::the_move).about(
        "1 where both have as many pieces, few in all, an odd number in the files from the own back row",
    ),
    term("node", 3, (0, 12), SAMUEL, samuel::node)
        .about("own pieces with three or four empty squares around them"),
    term("oreo", 1, (0, 1), SAMUEL, samuel::oreo)
        .about("1 where own pieces stand on 2, 3 and 7 (White's on 26, 30 and 31) and the other has no king"),
    term("pole", 3, (0, 12), SAMUEL, samuel::pole).about("own men with four empty squares around them"),
    term("piece-disadvantage-published", 4, (0, 36), SLIPS, lynch::published_disadvantage)
        .about("piece-disadvantage with its slip: the lowest bit is set for 1 alone"),
    term("piece-threat-published", 3, (0, 24), SLIPS, lynch::published_threat)
        .about("piece-threat with its slip: who could jump in three directions counts once"),
    term("advancement-published", 3, (0, 16), SLIPS, lynch::published_advancement)
        .about("advancement with its slip: 8 more, and the lowest bit is set for 1 alone"),
    term("centre-control-published", 3, (0, 7), SLIPS, lynch::published_centre)
        .about("centre-control with its slip: one less, but not below 0"),
    term("x-centre-control-published", 3, (0, 7), SLIPS, lynch::published_x_centre)
        .about("x-centre-control with its slip: one less, but not below 0"),
];

/// All features: the terms above, then plain counts.
pub(super) fn features() -> Vec<Feature> {
    let feature = |term: &Term| {
        let range = (f32::from(term.range.0), f32::from(term.range.1));
        Feature::new(term.name, range).coded(Code::Bits(term.bits)).of(term.sets).about(term.about)
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
