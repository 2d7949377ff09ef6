//! The functional signature: one number that changes when a game's behaviour does.

use crate::walk::{any_move, worth};
use ludometer_game::{Game, Rng, Turn, text_of};

/// Hashes the texts of all legal and played moves and the payoffs of random matches. Stored beside
/// the version of a game, it notices a change of behaviour without a change of version.
pub fn signature<G: Game>(game: &G, seed: u64, matches: u64) -> u64 {
    let mut hash = Fnv::new();
    let mut legal = Vec::new();
    for index in 0..matches {
        let mut rng = Rng::stream(seed, "signature", index);
        let mut state = game.initial();
        for _ in 0..game.limit() {
            if let Turn::Seat(seat) = game.turn(&state) {
                legal.clear();
                game.moves(&state, &mut legal);
                hash.add(&[seat.index() as u8]);
                legal.iter().for_each(|&option| hash.add(text_of(game, &state, option).as_bytes()));
            }
            let Some(chosen) = any_move(game, &state, &mut rng) else { break };
            hash.add(text_of(game, &state, chosen).as_bytes());
            game.play(&mut state, chosen);
        }
        let payoff = worth(game, &state);
        payoff.points.iter().for_each(|points| hash.add(&points.to_le_bytes()));
        hash.add(payoff.place.as_slice());
    }
    hash.0
}

/// FNV-1a with a separator after every part: the same number on every machine and in every release
/// of the compiler, which the hashers of the standard library do not promise.
pub(crate) struct Fnv(pub u64);

impl Fnv {
    pub const fn new() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    pub fn add(&mut self, part: &[u8]) {
        for &byte in part.iter().chain(&[0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
