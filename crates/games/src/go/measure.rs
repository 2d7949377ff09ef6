//! Numbers about a position: the static evaluation, and features for linear evaluations.

use super::area::territory;
use super::stones::{BLACK, EMPTY, Layout, Stones, WHITE};
use ludometer_game::Feature;

/// What an empty point is worth to the player whose stones are nearer, and how much of a group remains
/// that has one liberty left: less when it is the other player's turn.
const NEARER: f32 = 0.7;
const IN_ATARI: [f32; 2] = [0.7, 0.2];

/// How far a stone reaches, so that the first one does not own the whole board.
const FAR: usize = 3;

/// Empty points that are nearer to the stones of one player than to those of the other, but not too far.
fn reach<const P: usize>(stones: &Stones<P>, layout: &Layout) -> [u32; 2] {
    let (mut owner, mut points) = ([EMPTY; P], [0; 2]);
    let stones_on = |place: &u8| stones.colour(*place) < EMPTY;
    let mut edge: Vec<u8> = layout.all().filter(stones_on).collect();
    for &place in &edge {
        owner[usize::from(place) % P] = stones.colour(place);
    }
    const BOTH: u8 = EMPTY + 1;
    let mut claims: Vec<(u8, u8)> = Vec::new();
    for _ in 0..FAR {
        for &place in &edge {
            for near in layout.around(place) {
                if stones.colour(near) == EMPTY && owner[usize::from(near) % P] == EMPTY {
                    claims.push((near, owner[usize::from(place) % P]));
                }
            }
        }
        edge.clear();
        for (place, claimed) in claims.drain(..) {
            let owner = &mut owner[usize::from(place) % P];
            if *owner == EMPTY {
                edge.push(place);
                *owner = claimed;
            } else if *owner != claimed {
                *owner = BOTH;
            }
        }
    }
    for place in layout.all().filter(|place| !stones_on(place)) {
        if let player @ 0..EMPTY = owner[usize::from(place) % P] {
            points[usize::from(player)] += 1;
        }
    }
    points
}

/// What there is of one player's stones.
#[derive(Clone, Copy, Default)]
struct Groups {
    number: u32,
    /// Empty points next to a stone.
    liberties: u32,
    /// Stones of groups with one liberty.
    in_atari: u32,
}

fn groups<const P: usize>(stones: &Stones<P>, layout: &Layout) -> [Groups; 2] {
    let (mut found, mut seen, mut free) = ([Groups::default(); 2], [false; P], [[false; P]; 2]);
    let mut liberties: Vec<u8> = Vec::new();
    for first in layout.all().filter(|&place| stones.colour(place) < EMPTY) {
        if seen[usize::from(first) % P] {
            continue;
        }
        let player = usize::from(stones.colour(first));
        let mut size = 0;
        for stone in stones.group(first) {
            seen[usize::from(stone) % P] = true;
            size += 1;
            liberties.extend(layout.around(stone).into_iter().filter(|&near| stones.colour(near) == EMPTY));
        }
        liberties.sort_unstable();
        liberties.dedup();
        found[player].number += 1;
        found[player].in_atari += if liberties.len() == 1 { size } else { 0 };
        for place in liberties.drain(..) {
            free[player][usize::from(place) % P] = true;
        }
    }
    for player in [BLACK, WHITE] {
        found[player].liberties = free[player].iter().map(|&free| u32::from(free)).sum();
    }
    found
}

/// How many points Black is ahead without komi, at a glance.
pub(super) fn lead<const P: usize>(stones: &Stones<P>, layout: &Layout, mover: usize) -> f32 {
    let (reach, groups) = (reach(stones, layout), groups(stones, layout));
    let [black, white] = [BLACK, WHITE].map(|player| {
        let lost = 1.0 - IN_ATARI[usize::from(player != mover)];
        f32::from(stones.counts()[player]) + NEARER * reach[player] as f32
            - lost * groups[player].in_atari as f32
    });
    black - white
}

pub(super) fn features(cells: usize) -> Vec<Feature> {
    let kinds = [
        ("stones", "stones on the board"),
        ("territory", "empty points from which only stones of this player are reached"),
        ("reach", "empty points nearer to stones of this player than to the other's, but not too far"),
        ("groups", "groups of stones"),
        ("liberties", "empty points next to a stone"),
        ("in-atari", "stones of groups with one liberty"),
    ];
    let of_both = |(name, about): (&str, &'static str)| {
        ["own", "their"].map(|who| Feature::new(format!("{who}-{name}"), (0.0, cells as f32)).about(about))
    };
    let on_turn = Feature::new("on-turn", (0.0, 1.0)).about("1 where this seat is on turn");
    kinds.into_iter().flat_map(of_both).chain([on_turn]).collect()
}

/// Appends the numbers of [`features`].
pub(super) fn read<const P: usize>(
    stones: &Stones<P>,
    layout: &Layout,
    mover: usize,
    me: usize,
    out: &mut Vec<f32>,
) {
    let groups = groups(stones, layout);
    let kinds = [
        stones.counts().map(u32::from),
        territory(stones, layout),
        reach(stones, layout),
        groups.map(|groups| groups.number),
        groups.map(|groups| groups.liberties),
        groups.map(|groups| groups.in_atari),
    ];
    out.extend(kinds.into_iter().flat_map(|both| [both[me] as f32, both[1 - me] as f32]));
    out.push(f32::from(u8::from(mover == me)));
}
