//! What a check remembers from match to match: which states, infos and histories it has met.

use crate::report::{Breaches, Law};
use ludometer_game::{Game, Packed, Seat, Turn};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Enough to meet transpositions often; more would only cost memory.
const REMEMBERED: usize = 50_000;

/// States by equality with hash and key; outlooks by key; infos with what they stood for.
pub(crate) struct Memory<G: Game> {
    states: HashMap<G::State, u64>,
    outlooks: HashMap<u64, u64>,
    infos: HashMap<(Seat, Vec<u8>), u64>,
    /// Samples taken in games that hide something, and whether one ever differed from the truth.
    pub samples: u64,
    pub differed: bool,
}

impl<G: Game> Memory<G> {
    pub fn new() -> Self {
        Memory {
            states: HashMap::new(),
            outlooks: HashMap::new(),
            infos: HashMap::new(),
            samples: 0,
            differed: false,
        }
    }

    /// Equal states have equal hashes and keys, whatever the way to them; equal keys, equal outlooks.
    pub fn identity(&mut self, game: &G, state: &G::State, out: &mut Breaches) {
        let copy = state.clone();
        out.demand(Law::Keys, copy == *state && hash_of(&copy) == hash_of(state), || {
            "a clone differs from its original".into()
        });
        let key = game.key(state);
        out.demand(Law::Keys, game.key(&copy) == key, || format!("a clone has another key than {key:x}"));
        if let Some(&known) = self.states.get(state) {
            out.demand(Law::Keys, known == key, || format!("equal states have keys {known:x} and {key:x}"));
        } else if self.states.len() < REMEMBERED {
            self.states.insert(copy, key);
            let ahead = outlook(game, state);
            let known = *self.outlooks.entry(key).or_insert(ahead);
            out.demand(Law::Keys, known == ahead, || {
                format!(
                    "the key {key:x} is shared with a state of another turn, other moves or another payoff"
                )
            });
        }
    }

    /// One info never stands for two things: two histories of what the seat saw (where something is
    /// hidden), or two states (where nothing is).
    pub fn info(&mut self, game: &G, state: &G::State, histories: &[u64], out: &mut Breaches) {
        for (seat, &history) in Seat::all(game.seats()).zip(histories) {
            let mut info = Vec::new();
            game.info(state, seat, &mut info);
            let stands_for = if game.traits().hidden { history } else { hash_of(state) };
            let full = self.infos.len() >= REMEMBERED;
            match self.infos.get(&(seat, info.clone())) {
                Some(&known) => out.demand(Law::Recall, known == stands_for, || {
                    format!("{seat} has the info {info:02x?} here and in a place it could tell from this")
                }),
                None if !full => {
                    self.infos.insert((seat, info), stands_for);
                }
                None => {}
            }
        }
    }
}

/// What can be seen at once of a state's future, as one hash: turn, legal moves, the final payoff.
fn outlook<G: Game>(game: &G, state: &G::State) -> u64 {
    let turn = game.turn(state);
    let mut legal = Vec::new();
    if turn.seat().is_some() {
        game.moves(state, &mut legal);
    }
    let mut legal: Vec<[u8; 16]> = legal.into_iter().map(Packed::pack).collect();
    legal.sort_unstable();
    let points = (turn == Turn::Over).then(|| game.payoff(state).points);
    hash_of(&(turn, legal, points.map(|points| points.iter().map(|p| p.to_bits()).collect::<Vec<_>>())))
}

/// What each seat has seen in this episode, as one hash. Recall is asked within an episode: what an
/// earlier hand left behind is its score.
pub(crate) fn extend_histories<G: Game>(
    game: &G,
    before: &G::State,
    chosen: G::Move,
    after: &G::State,
    histories: &mut [u64],
) {
    let turn: Turn = game.turn(before);
    let fresh = game.episode(before) != game.episode(after);
    for (seat, history) in Seat::all(game.seats()).zip(histories) {
        *history = if fresh { 0 } else { hash_of(&(*history, turn, game.seen(before, chosen, seat))) };
    }
}

/// A hash with fixed keys.
pub(crate) fn hash_of<T: Hash>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
