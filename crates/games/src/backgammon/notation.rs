//! Moves as text.

use super::checkers::{BAR, Checkers, OFF, bit};
use super::plays::Play;
use super::{Backgammon, Move, Phase, State};
use ludometer_game::Game;
use std::fmt::Write;

/// The way of one checker in a turn: the places it touches, each with whether it hits there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Path {
    touched: [(u8, bool); 5],
    length: usize,
}

impl Path {
    const NONE: Path = Path { touched: [(OFF, false); 5], length: 0 };

    pub fn touched(&self) -> &[(u8, bool)] {
        &self.touched[..self.length]
    }

    pub fn start(&self) -> u8 {
        self.touched[0].0
    }

    pub fn end(&self) -> u8 {
        self.touched[self.length - 1].0
    }

    fn touch(&mut self, place: u8, hit: bool) {
        self.touched[self.length] = (place, hit);
        self.length += 1;
    }

    /// Whether another checker goes the same way; only the first to land on a blot hits it.
    fn repeats(&self, first: &Path) -> bool {
        let mut pairs = self.touched().iter().zip(first.touched());
        let hits_on_the_way = first.touched().iter().rev().skip(1).any(|(_, hit)| *hit);
        self.length == first.length && pairs.all(|(own, its)| own.0 == its.0) && !hits_on_the_way
    }
}

/// The ways of all checkers of a play, those from the back first.
pub(super) fn paths(state: &State, play: Play) -> ([Path; 4], usize) {
    let mut blots = state.field().blots;
    let (mut paths, mut number) = ([Path::NONE; 4], 0);
    for (from, die) in play.steps(state.dice) {
        let to = from.saturating_sub(die);
        let at = paths[..number].iter().position(|path| path.end() == from).unwrap_or(number);
        if at == number {
            paths[at].touch(from, false);
            number += 1;
        }
        paths[at].touch(to, blots & bit(to) != 0);
        blots &= !bit(to);
    }
    paths[..number].sort_unstable_by(|one, other| other.cmp(one));
    (paths, number)
}

pub(super) fn write_place(place: u8, out: &mut String) {
    // Writing to a String cannot fail.
    let _ = match place {
        OFF => write!(out, "off"),
        BAR => write!(out, "bar"),
        point => write!(out, "{point}"),
    };
}

/// `13/8`; points on the way are named only where something is hit.
fn write_path(path: &Path, out: &mut String) {
    write_place(path.start(), out);
    for (at, &(place, hit)) in path.touched().iter().enumerate().skip(1) {
        if hit || at + 1 == path.length {
            out.push('/');
            write_place(place, out);
            out.push_str(if hit { "*" } else { "" });
        }
    }
}

fn write_play(state: &State, play: Play, out: &mut String) {
    let (paths, number) = paths(state, play);
    let mut rest = &paths[..number];
    out.push_str(if rest.is_empty() { "pass" } else { "" });
    while let [first, others @ ..] = rest {
        let times = 1 + others.iter().take_while(|path| path.repeats(first)).count();
        write_path(first, out);
        if times > 1 {
            let _ = write!(out, "({times})");
        }
        rest = &rest[times..];
        out.push_str(if rest.is_empty() { "" } else { "+" });
    }
}

pub(super) fn write_move(state: &State, chosen: Move, out: &mut String) {
    // Writing to a String cannot fail.
    let _ = match chosen {
        Move::Play(play) => {
            write_play(state, play, out);
            Ok(())
        }
        Move::Throw(high, low) => write!(out, "{high}{low}"),
        Move::Open(white, black) => write!(out, "{white}-{black}"),
        Move::Roll => write!(out, "roll"),
        Move::Double => write!(out, "double"),
        Move::Take => write!(out, "take"),
        Move::Drop => write!(out, "drop"),
    };
}

fn read_place(text: &str) -> Option<u8> {
    match text.trim_end_matches('*') {
        "off" => Some(OFF),
        "bar" => Some(BAR),
        point => point.parse().ok().filter(|point| (1..BAR).contains(point)),
    }
}

/// Where the checkers stand after what was typed, and the points it names as landed on.
fn read_steps(own: Checkers, text: &str) -> Option<(Checkers, u32)> {
    let (mut own, mut landed) = (own, 0);
    for part in text.split('+') {
        let (way, times) = match part.strip_suffix(')') {
            Some(part) => part.split_once('(').and_then(|(way, times)| Some((way, times.parse().ok()?)))?,
            None => (part, 1u8),
        };
        let places: Vec<u8> = way.split('/').map(read_place).collect::<Option<_>>()?;
        let [from, on @ ..] = &places[..] else { return None };
        let to = on.last().filter(|_| (1..=4).contains(&times))?;
        (0..times).for_each(|_| own.shift(*from, *to));
        landed |= on.iter().fold(0, |set, place| set | bit(*place));
    }
    Some((own, landed))
}

/// The play that leads where the text says, in whatever order and detail it is written.
fn read_play(state: &State, text: &str) -> Option<Play> {
    let field = state.field();
    let wanted = match text {
        "pass" => (field.own, 0),
        steps => read_steps(field.own, steps).map(|(own, landed)| (own, landed & field.blots))?,
    };
    let mut found = None;
    field.each_play(state.dice, &mut |play| {
        found = found.or_else(|| (field.after(play, state.dice) == wanted).then_some(play));
    });
    found
}

pub(super) fn read_move(game: &Backgammon, state: &State, text: &str) -> Option<Move> {
    let text = text.trim().to_ascii_lowercase();
    let mut options = Vec::new();
    match state.phase {
        Phase::Playing => return read_play(state, &text).map(Move::Play),
        Phase::Opening | Phase::Rolling => {
            let mut odds = Vec::new();
            game.chance(state, &mut odds);
            options.extend(odds.into_iter().map(|(outcome, _)| outcome));
        }
        _ => game.moves(state, &mut options),
    }
    let mut written = String::new();
    options.into_iter().find(|option| {
        written.clear();
        write_move(state, *option, &mut written);
        written == text
    })
}
