//! Whether a bot can be beaten at all: every answer of its opponents to everything it may play.

use ludometer_agents::q::{Sight, Values, highest_of};
use ludometer_game::{Game, Seat, Turn, text_of};
use rustc_hash::FxHashSet;
use serde::Serialize;

/// Positions that are looked at before it is given up.
const POSITIONS: usize = 2_000_000;

/// What was found about a bot in one seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Invincible {
    /// The seat, from 1.
    pub seat: usize,
    /// Whether it cannot lose; none where there are too many positions to say.
    pub unbeatable: Option<bool>,
    /// Positions looked at.
    pub positions: u64,
    /// Moves by which it loses, if it does.
    pub loses_by: Option<Vec<String>>,
}

/// Why a game cannot be gone through.
pub(crate) fn provable<G: Game>(game: &G) -> Result<(), &'static str> {
    match game.traits() {
        traits if traits.hidden => Err("something is hidden"),
        _ if game.seats() < 2 => Err("it is played alone"),
        _ => Ok(()),
    }
}

/// Goes through everything that can happen to a bot in a seat.
pub(crate) fn prove<G: Game>(game: &G, values: &Values, seat: Seat) -> Invincible {
    let mut walk = Walk {
        game,
        values,
        seat,
        sight: Sight::new(game, values.folded),
        safe: FxHashSet::default(),
        line: Vec::new(),
    };
    let found = walk.worst(&game.initial(), 0);
    let lost = found == Some(true);
    Invincible {
        seat: seat.index() + 1,
        unbeatable: found.map(|lost| !lost),
        positions: walk.safe.len() as u64,
        loses_by: lost.then(|| walk.line.into_iter().rev().collect()),
    }
}

struct Walk<'a, G: Game> {
    game: &'a G,
    values: &'a Values,
    seat: Seat,
    sight: Sight,
    /// Positions from which the bot cannot lose; one from which it can ends the walk.
    safe: FxHashSet<G::State>,
    /// The moves by which it loses, the last one first.
    line: Vec<String>,
}

impl<G: Game> Walk<'_, G> {
    /// Whether the bot can lose from here; none where that takes too long.
    fn worst(&mut self, state: &G::State, plies: u32) -> Option<bool> {
        if self.safe.contains(state) {
            return Some(false);
        }
        if self.safe.len() >= POSITIONS || plies > self.game.limit() {
            return None;
        }
        let options = match self.game.turn(state) {
            Turn::Seat(mover) => self.options(state, mover),
            Turn::Chance => self.outcomes(state)?,
            Turn::Over => {
                let lost = self.game.payoff(state).place[self.seat] > 1;
                return Some(lost);
            }
            _ => return None,
        };
        for option in options {
            let mut next = state.clone();
            self.game.play(&mut next, option);
            if self.worst(&next, plies + 1)? {
                self.line.push(text_of(self.game, state, option));
                return Some(true);
            }
        }
        self.safe.insert(state.clone());
        Some(false)
    }

    /// All moves, or of the bot's own those it may play.
    fn options(&mut self, state: &G::State, mover: Seat) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        if mover != self.seat {
            return moves;
        }
        let place = self.sight.look(self.game, state, mover, &moves);
        let best = highest_of(self.values, mover.index(), place, self.sight.slots());
        moves.into_iter().zip(best).filter(|(_, best)| *best).map(|(option, _)| option).collect()
    }

    fn outcomes(&self, state: &G::State) -> Option<Vec<G::Move>> {
        let mut odds = Vec::new();
        self.game.chance(state, &mut odds).then(|| odds.into_iter().map(|(outcome, _)| outcome).collect())
    }
}
