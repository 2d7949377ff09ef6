//! The board as people draw it, and what a designer can name in a move.
//!
//! Cells are named after White's points on both sides, because a cell has one name only: White's 6
//! point is cell `6` also when Black enters there.

use super::checkers::{BAR, CHECKERS, OFF, PLACES};
use super::notation::{Path, paths};
use super::plays::Play;
use super::{Move, NAMES, Phase, State};
use ludometer_game::{
    Board, CellShape, Element, ElementKind, Grid, Hand, HandCard, Part, Piece, Scene, Seat, Token,
};

/// Six points, the bar, six points.
const COLUMNS: usize = 13;
/// Checkers that are drawn on one point; the last shows how many there are when there are more.
const STACK: usize = 5;
const BARS: [&str; 2] = ["white-bar", "black-bar"];

/// The name of a player's place; nothing for what is off the board.
fn cell(player: usize, place: u8) -> Option<String> {
    match place {
        OFF => None,
        BAR => Some(BARS[player].into()),
        point => Some(if player == 0 { point } else { BAR - point }.to_string()),
    }
}

/// The far and the near row from the left, as White's places. White's bar is in the far row, where
/// White enters.
fn rows() -> [[u8; COLUMNS]; 2] {
    [[13, 14, 15, 16, 17, 18, BAR, 19, 20, 21, 22, 23, 24], [12, 11, 10, 9, 8, 7, OFF, 6, 5, 4, 3, 2, 1]]
}

/// Who stands on a place of [`rows`], and how many. In the near row, White's off is Black's bar.
fn standing(state: &State, place: u8) -> Option<(usize, u8)> {
    let white = if place == OFF { 0 } else { state.sides[0].on(place) };
    let black = if place == BAR { 0 } else { state.sides[1].on(BAR - place) };
    match (white, black) {
        (0, 0) => None,
        (0, number) => Some((1, number)),
        (number, _) => Some((0, number)),
    }
}

fn place_name(place: u8) -> String {
    if place == OFF { BARS[1].into() } else { cell(0, place).unwrap_or_default() }
}

pub(super) fn board() -> Board {
    let cells = rows().as_flattened().iter().map(|place| place_name(*place)).collect();
    Board { rows: 2, columns: COLUMNS, shape: CellShape::Square, cells }
}

fn token(state: &State, place: u8, height: usize) -> Option<Token> {
    let (player, number) = standing(state, place)?;
    let (owner, number) = (Some(Seat::new(player as u8)), usize::from(number));
    if height + 1 == STACK && number > STACK {
        let glyph = char::from_digit(number as u32, u32::from(PLACES)).unwrap_or('?');
        return Some(Token { glyph, owner, piece: Piece::Pawn });
    }
    let glyph = if player == 0 { 'O' } else { 'X' };
    (height < number).then_some(Token { glyph, owner, piece: Piece::Disc })
}

/// The two rows, each as stacks that grow towards the middle.
fn grid(state: &State) -> Grid {
    let [far, near] = rows();
    let heights = (0..STACK).map(|height| (far, height)).chain((0..STACK).rev().map(|height| (near, height)));
    let (mut names, mut tokens) = (Vec::new(), Vec::new());
    for (row, height) in heights {
        names.extend(row.map(place_name));
        tokens.extend(row.map(|place| token(state, place, height)));
    }
    let caption = |place| if place == OFF { "bar".into() } else { place_name(place) };
    Grid {
        rows: 2 * STACK,
        columns: COLUMNS,
        shape: CellShape::Square,
        checkered: false,
        marked: vec![false; names.len()],
        names,
        column_names: near.map(caption).to_vec(),
        row_names: Vec::new(),
        tokens,
    }
}

pub(super) fn scene(state: &State, cube: bool) -> Scene {
    let mut scene = Scene::of(Part::Grid(grid(state)));
    for (player, name) in NAMES.iter().enumerate() {
        scene = scene.with(Part::Track {
            title: format!("{name} borne off"),
            owner: Some(Seat::new(player as u8)),
            value: state.sides[player].on(OFF).into(),
            max: CHECKERS.into(),
        });
    }
    if state.phase == Phase::Playing {
        let cards = state.dice.map(|die| HandCard::open(die.to_string())).to_vec();
        scene = scene.with(Part::Hand(Hand { title: "Dice".into(), owner: Some(state.mover()), cards }));
    }
    if cube {
        let holder =
            NAMES.get(usize::from(state.holder)).map_or("in the centre".into(), |n| format!("held by {n}"));
        scene = scene.with(Part::Label(format!("Cube at {}, {holder}", state.stake())));
    }
    scene
}

/// Where checkers start and end, and what they do there.
fn name_play(state: &State, play: Play, out: &mut Vec<Element>) {
    let action = |name: &str| Element::new(ElementKind::Action, name);
    let player = usize::from(state.mover);
    let (paths, number) = paths(state, play);
    let paths = &paths[..number];
    let steps = || paths.iter().flat_map(Path::touched);
    let done = [
        (play == Play::PASS, "pass"),
        (paths.iter().any(|path| path.start() == BAR), "enter"),
        (steps().any(|(_, hit)| *hit), "hit"),
        (steps().any(|(place, _)| *place == OFF), "bear off"),
    ];
    out.extend(done.iter().filter(|(done, _)| *done).map(|(_, name)| action(name)));
    if done.iter().all(|(done, _)| !done) {
        out.push(action("move"));
    }
    let mut named: Vec<u8> = Vec::new();
    for place in paths.iter().flat_map(|path| [path.start(), path.end()]) {
        if !named.contains(&place) {
            named.push(place);
            out.extend(cell(player, place).map(|name| Element::new(ElementKind::Cell, name)));
        }
    }
}

pub(super) fn elements(state: &State, chosen: Move, out: &mut Vec<Element>) {
    let action = |name: &str| Element::new(ElementKind::Action, name);
    match chosen {
        Move::Play(play) => name_play(state, play, out),
        Move::Throw(one, other) | Move::Open(one, other) => {
            out.extend([one, other].map(|die| Element::new(ElementKind::Card, die.to_string())));
        }
        Move::Roll => out.push(action("roll")),
        Move::Double => out.push(action("double")),
        Move::Take => out.push(action("take")),
        Move::Drop => out.push(action("drop")),
    }
}
