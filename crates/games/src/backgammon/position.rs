//! Positions as text.

use super::checkers::{BAR, CHECKERS, Checkers, mirrored, places};
use super::notation::write_place;
use super::{CENTRE, DOUBLINGS, Phase, State};
use ludometer_game::PositionError;
use std::fmt::Write;

fn write_side(side: &Checkers) -> String {
    let written = |place| {
        let mut text = String::new();
        write_place(place, &mut text);
        format!("{text}:{}", side.on(place))
    };
    let standing: Vec<String> = places(side.any()).map(written).collect();
    if standing.is_empty() { "-".into() } else { standing.join(" ") }
}

const PLAYERS: [&str; 2] = ["white", "black"];

pub(super) fn write(state: &State, cube: bool) -> String {
    let [white, black] = state.sides.map(|side| write_side(&side));
    let who = PLAYERS[usize::from(state.mover)];
    let mut text = format!("{white} | {black} | ");
    match state.phase {
        Phase::Opening => text.push_str("opening"),
        Phase::Doubling => text.push_str(&format!("{who} may double")),
        Phase::Offered => text.push_str(&format!("{who} doubles")),
        Phase::Rolling => text.push_str(&format!("{who} throws")),
        Phase::Playing => text.push_str(&format!("{who} plays {}{}", state.dice[0], state.dice[1])),
        Phase::BorneOff => text.push_str(&format!("{who} won")),
        Phase::Dropped => text.push_str(&format!("{who} won by a drop")),
    }
    if cube {
        let holder = PLAYERS.get(usize::from(state.holder)).unwrap_or(&"centre");
        // Writing to a String cannot fail.
        let _ = write!(text, " | {} {holder}", 1u8 << state.doublings);
    }
    text
}

fn unreadable(what: &str) -> PositionError {
    let example = "24:2 13:5 8:3 6:5 | bar:1 13:5 8:3 6:5 | white plays 31";
    PositionError::Unreadable { what: what.into(), example: example.into() }
}

fn read_side(text: &str) -> Option<Checkers> {
    let mut standing: Vec<(u8, u8)> = Vec::new();
    for word in text.split_whitespace().filter(|word| *word != "-") {
        let (place, number) = word.split_once(':')?;
        let place = if place == "bar" { BAR } else { place.parse().ok().filter(|p| (1..BAR).contains(p))? };
        let number = number.parse().ok().filter(|n| (1..=CHECKERS).contains(n))?;
        standing.push((place, number));
    }
    let total: u32 = standing.iter().map(|(_, number)| u32::from(*number)).sum();
    let twice = |at: usize| standing[..at].iter().any(|(place, _)| *place == standing[at].0);
    let fits = total <= CHECKERS.into() && !(0..standing.len()).any(twice);
    fits.then(|| Checkers::standing(&standing))
}

/// Who is on turn, what comes next, and the dice.
fn read_turn(text: &str) -> Option<(u8, Phase, [u8; 2])> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words == ["opening"] {
        return Some((0, Phase::Opening, [0, 0]));
    }
    let (who, rest) = words.split_first()?;
    let mover = PLAYERS.iter().position(|player| player == who)? as u8;
    let (phase, dice) = match rest {
        ["may", "double"] => (Phase::Doubling, [0, 0]),
        ["doubles"] => (Phase::Offered, [0, 0]),
        ["throws"] => (Phase::Rolling, [0, 0]),
        ["won"] => (Phase::BorneOff, [0, 0]),
        ["won", "by", "a", "drop"] => (Phase::Dropped, [0, 0]),
        ["plays", dice] => {
            let die = |digit: u8| Some(digit.wrapping_sub(b'0')).filter(|die| (1..=6).contains(die));
            let &[one, other] = dice.as_bytes() else { return None };
            let (one, other) = (die(one)?, die(other)?);
            (Phase::Playing, [one.max(other), one.min(other)])
        }
        _ => return None,
    };
    Some((mover, phase, dice))
}

/// How often the stake was doubled, and who holds the cube.
fn read_cube(text: &str) -> Option<(u8, u8)> {
    let (stake, holder) = text.trim().split_once(' ')?;
    let doublings = (0..=DOUBLINGS).find(|doublings| (1u8 << doublings).to_string() == stake)?;
    let holder = match holder {
        "centre" => CENTRE,
        player => PLAYERS.iter().position(|known| *known == player)? as u8,
    };
    ((holder == CENTRE) == (doublings == 0)).then_some((doublings, holder))
}

pub(super) fn read(text: &str, cube: bool) -> Result<State, PositionError> {
    let parts: Vec<&str> = text.split('|').map(str::trim).collect();
    let (white, black, turn, stake) = match parts[..] {
        [white, black, turn] => (white, black, turn, "1 centre"),
        [white, black, turn, stake] if cube => (white, black, turn, stake),
        _ => return Err(unreadable("White, Black and the turn are separated by `|`")),
    };
    let (Some(white), Some(black)) = (read_side(white), read_side(black)) else {
        return Err(unreadable("each side has at most 15 checkers, written as place and number"));
    };
    if white.any() & mirrored(black.any()) != 0 {
        return Err(unreadable("both sides stand on one point"));
    }
    let Some((mover, phase, dice)) = read_turn(turn) else {
        return Err(unreadable("the turn says who plays which dice, throws, or has won"));
    };
    let Some((doublings, holder)) = read_cube(stake) else {
        return Err(unreadable("the cube shows 1 to 64 and is in the centre only at 1"));
    };
    let state = State { sides: [white, black], dice, mover, phase, doublings, holder };
    if is_possible(&state, cube) { Ok(state) } else { Err(unreadable("the checkers do not fit the turn")) }
}

/// Whether the checkers, the cube and what comes next go together.
fn is_possible(state: &State, cube: bool) -> bool {
    let done = state.sides.map(|side| side.is_home_and_dry());
    let mover = usize::from(state.mover);
    let may_double = cube && state.holder != 1 - state.mover && state.doublings < DOUBLINGS;
    match state.phase {
        Phase::BorneOff => done[mover] && !done[1 - mover],
        Phase::Opening => state.sides == [Checkers::start(); 2] && state.doublings == 0,
        Phase::Doubling | Phase::Offered | Phase::Dropped => may_double && done == [false, false],
        Phase::Rolling | Phase::Playing => done == [false, false],
    }
}
