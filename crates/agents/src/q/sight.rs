//! What a table knows a state by: the fingerprint of what a seat knows, and the slots of its actions.
//!
//! Folded, all images of a position under the symmetries of the board are one state: the one whose planes come first
//! in order. Actions that are images of each other in that state are one action.

use super::shard::Place;
use ludometer_game::{Encoding, Game, Seat, Symmetry, View};
use xxhash_rust::xxh3::xxh3_64;

/// Reads states; what it needs for that is kept for the next one.
#[derive(Clone, Debug, Default)]
pub struct Sight {
    symmetries: Option<Vec<Symmetry>>,
    bytes: Vec<u8>,
    planes: Vec<f32>,
    image: Vec<f32>,
    first: Vec<f32>,
    /// The symmetries that lead to the first image; the board as it is counts as number 0.
    leading: Vec<usize>,
    /// The slot of each legal move.
    slots: Vec<u8>,
}

impl Sight {
    /// Every position for itself, or all images of it as one.
    pub fn new<G: Game>(game: &G, folded: bool) -> Sight {
        Sight { symmetries: folded.then(|| game.symmetries()), ..Sight::default() }
    }

    /// What a game lacks for its positions to be folded.
    ///
    /// # Errors
    /// When it has no encoder, no numbers of actions or no symmetries; in words.
    pub fn can_fold<G: Game>(game: &G) -> Result<(), &'static str> {
        match game.actions() {
            _ if game.encoding().is_none() => Err("an encoder"),
            None | Some(257..) => Err("numbers for at most 256 actions"),
            _ if game.symmetries().is_empty() => Err("symmetries of its board"),
            _ => Ok(()),
        }
    }

    /// The state a seat is in; [`Sight::slots`] has the slots of these moves then.
    pub fn look<G: Game>(&mut self, game: &G, state: &G::State, seat: Seat, moves: &[G::Move]) -> Place {
        if self.symmetries.is_none() {
            self.bytes.clear();
            game.info(state, seat, &mut self.bytes);
            return self.plain(moves.len());
        }
        self.planes.clear();
        self.planes.resize(game.encoding().map_or(0, Encoding::len), 0.0);
        game.encode(state, seat, &mut self.planes);
        self.fold(moves.len(), |at| game.index(state, moves[at]))
    }

    /// The same for who has a view only.
    pub fn look_at<G: Game>(&mut self, view: &View<'_, G>) -> Place {
        if self.symmetries.is_none() {
            self.bytes.clear();
            view.info(&mut self.bytes);
            return self.plain(view.legal().len());
        }
        self.planes.clear();
        self.planes.resize(view.encoding().map_or(0, Encoding::len), 0.0);
        view.encode(&mut self.planes);
        self.fold(view.legal().len(), |at| view.index(view.legal()[at]))
    }

    /// The slot of each legal move of the state looked at last.
    #[must_use]
    pub fn slots(&self) -> &[u8] {
        &self.slots
    }

    fn plain(&mut self, moves: usize) -> Place {
        if self.slots.len() != moves {
            self.slots.clear();
            self.slots.extend((0..moves).map(|at| at as u8));
        }
        Place::of(xxh3_64(&self.bytes))
    }

    fn fold(&mut self, moves: usize, number: impl Fn(usize) -> usize) -> Place {
        let symmetries = self.symmetries.as_deref().unwrap_or_default();
        self.first.clone_from(&self.planes);
        self.leading.clear();
        self.leading.push(0);
        self.image.resize(self.planes.len(), 0.0);
        for (number, symmetry) in symmetries.iter().enumerate() {
            symmetry.turn_planes(&self.planes, &mut self.image);
            let order = self.image.iter().map(|x| x.to_bits()).cmp(self.first.iter().map(|x| x.to_bits()));
            if order.is_lt() {
                self.first.clone_from(&self.image);
                self.leading.clear();
            }
            if order.is_le() {
                self.leading.push(number + 1);
            }
        }
        let turned = |action: usize, leading: &usize| match leading {
            0 => action,
            number => symmetries[number - 1].actions[action] as usize,
        };
        let slot = |at: usize| {
            let action = number(at);
            self.leading.iter().map(|leading| turned(action, leading)).min().unwrap_or(action) as u8
        };
        self.slots.clear();
        self.slots.extend((0..moves).map(slot));
        self.bytes.clear();
        self.bytes.extend(self.first.iter().flat_map(|number| number.to_le_bytes()));
        Place::of(xxh3_64(&self.bytes))
    }
}
