//! What there is to learn from: the positions of the last cycles, each once, as many as there is room for.

use super::position::{Harvest, Position};
use ludometer_game::{Rng, Symmetry};
use ludometer_net::{Batch, NetError, Plan, Sample};
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_64;

/// Of a hundred positions so many are never learnt, only asked about.
const VALIDATION: u64 = 15;

/// A position with everything its twins taught.
struct Entry {
    position: Position,
    count: f32,
}

/// The window.
pub(super) struct Window {
    symmetries: Vec<Symmetry>,
    /// Positions to learn, and positions to ask about.
    learnt: Vec<Entry>,
    asked: Vec<Entry>,
}

impl Window {
    /// The window over these harvests, the newest last; twins are averaged, those turned by a symmetry too.
    pub fn new(harvests: &[Harvest], symmetries: Vec<Symmetry>) -> Window {
        let mut window = Window { symmetries, learnt: Vec::new(), asked: Vec::new() };
        let mut known: FxHashMap<u64, (bool, usize)> = FxHashMap::default();
        for position in harvests.iter().flat_map(|harvest| &harvest.positions) {
            let position = window.canonical(position);
            let key = hash_of(&position.inputs);
            let spared = key % 100 < VALIDATION;
            let list = if spared { &mut window.asked } else { &mut window.learnt };
            match known.get(&key) {
                Some(&(_, at)) => list[at].add(&position),
                None => {
                    known.insert(key, (spared, list.len()));
                    list.push(Entry { position, count: 1.0 });
                }
            }
        }
        window
    }

    /// Different positions to learn, and to ask about.
    pub fn len(&self) -> (usize, usize) {
        (self.learnt.len(), self.asked.len())
    }

    /// Positions drawn to learn from, each turned at random.
    pub fn draw(&self, plan: &Plan, count: usize, rng: &mut Rng) -> Result<Batch, NetError> {
        let mut batch = Batch::new(plan);
        let mut room = Room::new(plan);
        for _ in 0..count {
            let entry = &self.learnt[rng.below(self.learnt.len())];
            let turn = rng.below(self.symmetries.len() + 1);
            room.write(&entry.position, turn.checked_sub(1).map(|turn| &self.symmetries[turn]), plan);
            batch.push(&room.sample())?;
        }
        Ok(batch)
    }

    /// Positions that were not learnt from, at most so many.
    pub fn validation(&self, plan: &Plan, most: usize) -> Result<Batch, NetError> {
        let mut batch = Batch::new(plan);
        let mut room = Room::new(plan);
        // The newest are the most like what comes next.
        for entry in self.asked.iter().rev().take(most) {
            room.write(&entry.position, None, plan);
            batch.push(&room.sample())?;
        }
        Ok(batch)
    }

    /// The image of a position that stands for all its images: that with the smallest hash.
    fn canonical(&self, position: &Position) -> Position {
        let mut best = (hash_of(&position.inputs), position.clone());
        for symmetry in &self.symmetries {
            let image = turned(position, symmetry);
            let hash = hash_of(&image.inputs);
            if hash < best.0 {
                best = (hash, image);
            }
        }
        best.1
    }
}

impl Entry {
    /// Averages with a twin.
    fn add(&mut self, twin: &Position) {
        self.count += 1.0;
        for ((_, own), (_, other)) in self.position.policy.iter_mut().zip(&twin.policy) {
            *own += (other - *own) / self.count;
        }
        for (own, other) in self.position.value.iter_mut().zip(&twin.value) {
            *own += (other - *own) / self.count;
        }
    }
}

fn hash_of(inputs: &[f32]) -> u64 {
    let bytes: Vec<u8> = inputs.iter().flat_map(|input| input.to_le_bytes()).collect();
    xxh3_64(&bytes)
}

/// A position as it looks when the board is turned. Actions stay ordered, so that twins list them alike.
fn turned(position: &Position, symmetry: &Symmetry) -> Position {
    let planes = position.inputs.len() / symmetry.cells.len() * symmetry.cells.len();
    let mut inputs = position.inputs.clone();
    symmetry.turn_planes(&position.inputs[..planes], &mut inputs[..planes]);
    let turn = |&(action, share): &(u32, f32)| (symmetry.actions[action as usize], share);
    let mut policy: Vec<(u32, f32)> = position.policy.iter().map(turn).collect();
    policy.sort_by_key(|(action, _)| *action);
    Position { inputs, policy, value: position.value.clone() }
}

/// A sample as a batch takes it.
struct Room {
    inputs: Vec<f32>,
    policy: Vec<f32>,
    legal: Vec<bool>,
    value: Vec<f32>,
}

impl Room {
    fn new(plan: &Plan) -> Room {
        let (policy, legal) = (vec![0.0; plan.policy], vec![false; plan.policy]);
        Room { inputs: Vec::new(), policy, legal, value: Vec::new() }
    }

    fn write(&mut self, position: &Position, turn: Option<&Symmetry>, plan: &Plan) {
        let image;
        let position = match turn {
            Some(symmetry) => {
                image = turned(position, symmetry);
                &image
            }
            None => position,
        };
        self.inputs.clone_from(&position.inputs);
        self.value.clone_from(&position.value);
        self.policy.fill(0.0);
        // Without a list of actions there is nothing to learn about them.
        self.legal.fill(position.policy.is_empty() && plan.policy == 1);
        let total: f32 = position.policy.iter().map(|(_, share)| share).sum();
        for &(action, share) in &position.policy {
            self.legal[action as usize] = true;
            self.policy[action as usize] = if total > 0.0 { share / total } else { 0.0 };
        }
    }

    fn sample(&self) -> Sample<'_> {
        Sample {
            inputs: &self.inputs,
            policy: &self.policy,
            legal: &self.legal,
            value: &self.value,
            aux: &[],
            weight: 1.0,
        }
    }
}
