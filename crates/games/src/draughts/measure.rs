//! Numbers about a position: the static evaluation, and features for linear evaluations.

use super::board::{BACK, Board, CENTRE, each, place_of};
use super::{BLACK, WHITE};
use ludometer_game::Feature;

/// What a king is worth in men.
const KING: f32 = 1.5;
/// What one row forward is worth to a man, a man on the back row that keeps enemies from being crowned,
/// and a piece in the centre.
const ROW: f32 = 0.03;
const GUARD: f32 = 0.08;
const CENTRAL: f32 = 0.03;
/// What it is worth to be on turn, and to be on turn with a capture.
const TEMPO: f32 = 0.03;
const CAPTURE: f32 = 0.4;
/// Only finished matches are worth a whole point.
const SURE: f32 = 0.9;
/// A lead of this share of all strength is halfway to a sure win: a man up with all others on the board is
/// worth about a third.
const HALFWAY: f32 = 0.12;

/// Rows the men of a player have come forward, all together.
fn advancement(board: &Board, player: usize) -> usize {
    let come = |row: usize| if player == BLACK { row } else { 7 - row };
    each(board.men(player)).map(|bit| come(place_of(bit).0)).sum()
}

/// Steps a player could make if nobody had to capture.
fn mobility(board: &Board, player: usize) -> u32 {
    let goers = |way| if player == BLACK { board.goers::<BLACK>(way) } else { board.goers::<WHITE>(way) };
    (0..4).map(|way| board.steppers(goers(way), way).count_ones()).sum()
}

fn capturers(board: &Board, player: usize) -> u32 {
    if player == BLACK { board.capturers::<BLACK>() } else { board.capturers::<WHITE>() }
}

fn strength(board: &Board, player: usize) -> f32 {
    let count = |set: u32| set.count_ones() as f32;
    count(board.men(player))
        + KING * count(board.kings(player))
        + ROW * advancement(board, player) as f32
        + GUARD * count(board.men(player) & BACK[player])
        + CENTRAL * count(board.sides[player] & CENTRE)
}

/// How well player `me` stands, from −1 to 1: a lead in strength counts more the fewer pieces are left.
pub(super) fn outlook(board: &Board, mover: usize, me: usize) -> f32 {
    let mut strengths = [BLACK, WHITE].map(|player| strength(board, player));
    strengths[mover] += if capturers(board, mover) == 0 { TEMPO } else { CAPTURE };
    let [own, their] = [strengths[me], strengths[1 - me]];
    let lead = (own - their) / (own + their);
    SURE * lead / (lead.abs() + HALFWAY)
}

pub(super) fn features() -> Vec<Feature> {
    let kinds = [
        ("men", 12.0, "men on the board"),
        ("kings", 12.0, "kings on the board"),
        ("advancement", 72.0, "rows the men have come forward, all together"),
        ("back-rank", 4.0, "men on the row where those of the other are crowned"),
        ("centre", 8.0, "pieces on the eight squares in the middle"),
        ("mobility", 48.0, "steps that could be made if nobody had to capture"),
        ("threats", 12.0, "pieces that could capture if they were on turn"),
    ];
    let of_both = |(name, most, about): (&str, f32, &'static str)| {
        ["own", "their"].map(|who| Feature::new(format!("{who}-{name}"), (0.0, most)).about(about))
    };
    let on_turn = Feature::new("on-turn", (0.0, 1.0)).about("1 where this seat is on turn");
    kinds.into_iter().flat_map(of_both).chain([on_turn]).collect()
}

/// Appends the numbers of [`features`]. A threat is a piece that could capture if it were on turn.
pub(super) fn read(board: &Board, mover: usize, me: usize, out: &mut Vec<f32>) {
    let kinds: [fn(&Board, usize) -> u32; 7] = [
        |board, player| board.men(player).count_ones(),
        |board, player| board.kings(player).count_ones(),
        |board, player| advancement(board, player) as u32,
        |board, player| (board.men(player) & BACK[player]).count_ones(),
        |board, player| (board.sides[player] & CENTRE).count_ones(),
        mobility,
        |board, player| capturers(board, player).count_ones(),
    ];
    out.extend(kinds.into_iter().flat_map(|number| [me, 1 - me].map(|player| number(board, player) as f32)));
    out.push(f32::from(u8::from(mover == me)));
}
