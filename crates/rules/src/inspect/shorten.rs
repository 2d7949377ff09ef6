//! Makes the match that shows something shorter: leaves moves out while the rest still shows it.

use super::sight::Sight;
use super::survey::Shown;
use super::walk::{Next, Walk, work};
use crate::{Move, Script};
use ludometer_game::{Game, Rng, Turn};

/// Plies spent on shortening one match.
const PLIES: u64 = 4000;

/// The same with a shorter match, where leaving out moves gives one.
#[must_use]
pub fn shorten(script: &Script, shown: &Shown) -> Shown {
    let (mut line, mut moves) = (shown.line.clone(), shown.moves.clone());
    // Of these only the length of the whole match tells.
    if matches!(shown.sight, Sight::Limit | Sight::Refilled { .. }) {
        return shown.clone();
    }
    let mut spent = 0;
    let mut size = line.len() / 2;
    while size > 0 {
        let mut from = 0;
        while from < line.len() && spent < PLIES {
            let upto = (from + size).min(line.len());
            let rest = [&line[..from], &line[upto..]].concat();
            let (found, plies) = replay(script, &shown.sight, &rest, line.len());
            spent += plies;
            match found {
                Some(shorter) => (line, moves) = shorter,
                None => from += size,
            }
        }
        size /= 2;
    }
    Shown { line, moves, ..shown.clone() }
}

/// A match in moves and texts.
type Line = (Vec<Move>, Vec<String>);

/// Plays these moves, leaving out what is not legal, until the sight shows; not for as long as `below`.
fn replay(script: &Script, sight: &Sight, moves: &[Move], below: usize) -> (Option<Line>, u64) {
    let mut walk = Walk::new(script);
    let mut rest = moves.iter();
    // Chance that the shorter match asks for in other places than the longer one.
    let mut rng = Rng::stream(1, "shorten", 0);
    let mut listed = 0;
    loop {
        let shows = |walk: &Walk<'_>| walk.sights.iter().any(|seen| seen.is_like(sight));
        let found = shows(&walk);
        let next = if found { Next::End } else { walk.next() };
        if found || shows(&walk) {
            let shorter = walk.moves.len() < below;
            let plies = work(walk.moves.len() as u64, listed);
            return (shorter.then_some((walk.moves, walk.texts)), plies);
        }
        let chosen = match next {
            Next::Choice(options) => {
                listed += options.len() as u64;
                rest.find(|chosen| options.contains(chosen)).copied()
            }
            Next::Chance => Some(match rest.as_slice().first() {
                Some(&outcome @ Move::Chance(_)) if fits(script, &walk, outcome) => {
                    rest.next();
                    outcome
                }
                _ => walk.draw(&mut rng),
            }),
            Next::End => None,
        };
        match chosen {
            Some(chosen) if walk.moves.len() + 1 < below => walk.play(chosen),
            _ => return (None, work(walk.moves.len() as u64, listed)),
        }
    }
}

/// Whether chance can bring this outcome here.
fn fits(script: &Script, walk: &Walk<'_>, outcome: Move) -> bool {
    let mut listed = Vec::new();
    script.turn(&walk.state) == Turn::Chance
        && (!script.chance(&walk.state, &mut listed) || listed.iter().any(|(other, _)| *other == outcome))
}
