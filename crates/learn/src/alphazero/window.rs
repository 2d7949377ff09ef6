//! What there is to learn from: the positions of the last cycles, each once, as many as there is room for.

use super::inputs::Inputs;
use super::position::{Harvest, Position};
use ludometer_game::{Rng, Symmetry};
use ludometer_net::{Batch, NetError, Plan, Sample};
use rustc_hash::FxHashMap;

/// Of a hundred positions that are new so many are only asked about at first; the next window learns them too.
const VALIDATION: u64 = 15;
/// The share of a position's chance that depends on how much its search changed the network's mind.
const SURPRISING: f64 = 0.5;

/// A position with everything its twins taught.
struct Entry {
    position: Position,
    count: f32,
}

/// The window.
pub struct Window {
    symmetries: Vec<Symmetry>,
    /// Positions to learn, and positions to ask about.
    learnt: Vec<Entry>,
    asked: Vec<Entry>,
    /// How often positions to learn come, each added to those before it.
    chances: Vec<f64>,
}

impl Window {
    /// The window over these harvests, the newest last; twins are averaged. Positions come turned to one
    /// image of each, so that images of each other are twins too.
    #[must_use]
    pub fn new(harvests: &[Harvest], symmetries: Vec<Symmetry>) -> Window {
        let mut window = Window { symmetries, learnt: Vec::new(), asked: Vec::new(), chances: Vec::new() };
        // Where each position is, and in which list.
        let mut known: FxHashMap<u64, (bool, usize)> = FxHashMap::default();
        let newest = harvests.len().saturating_sub(1);
        for (age, harvest) in harvests.iter().enumerate() {
            for position in &harvest.positions {
                let key = position.inputs.hash();
                let fresh = (age == newest && key % 100 < VALIDATION, usize::MAX);
                let (spared, at) = known.get(&key).copied().unwrap_or(fresh);
                let list = if spared { &mut window.asked } else { &mut window.learnt };
                match list.get_mut(at) {
                    Some(entry) => entry.add(position),
                    None => {
                        known.insert(key, (spared, list.len()));
                        list.push(Entry { position: position.clone(), count: 1.0 });
                    }
                }
            }
        }
        window.chances = chances(&window.learnt);
        window
    }

    /// Different positions to learn, and to ask about.
    #[must_use]
    pub fn len(&self) -> (usize, usize) {
        (self.learnt.len(), self.asked.len())
    }

    /// Positions drawn to learn from by their chances, each turned at random.
    ///
    /// # Errors
    /// When the positions are of another network.
    pub fn draw(&self, plan: &Plan, count: usize, rng: &mut Rng) -> Result<Batch, NetError> {
        let mut batch = Batch::new(plan);
        let mut room = Room::new(plan);
        for _ in 0..count {
            let entry = &self.learnt[self.pick(rng.unit())];
            let turn = rng.below(self.symmetries.len() + 1);
            room.write(entry, turn.checked_sub(1).map(|turn| &self.symmetries[turn]), plan);
            batch.push(&room.sample())?;
        }
        Ok(batch)
    }

    /// The position to learn at a share of all chances.
    fn pick(&self, share: f64) -> usize {
        let all = self.chances.last().copied().unwrap_or_default();
        let at = self.chances.partition_point(|sum| *sum <= share * all);
        at.min(self.chances.len().saturating_sub(1))
    }

    /// Positions that were not learnt from, at most so many; where nothing is new, some that were.
    ///
    /// # Errors
    /// When the positions are of another network.
    pub fn validation(&self, plan: &Plan, most: usize) -> Result<Batch, NetError> {
        let mut batch = Batch::new(plan);
        let mut room = Room::new(plan);
        let known = if self.asked.is_empty() { &self.learnt } else { &self.asked };
        // The newest are the most like what comes next.
        for entry in known.iter().rev().take(most) {
            room.write(entry, None, plan);
            batch.push(&room.sample())?;
        }
        Ok(batch)
    }
}

impl Entry {
    /// Averages with a twin.
    fn add(&mut self, twin: &Position) {
        self.count += 1.0;
        let own = &mut self.position;
        // Positions that look alike to a network may differ in their moves; an action that one lacks stays as it is.
        let of_twin =
            |action: u32| twin.policy.iter().find(|(other, _)| *other == action).map(|(_, share)| *share);
        let policy = own.policy.iter_mut().filter_map(|(action, own)| Some((own, of_twin(*action)?)));
        let numbers = [(&mut own.value, &twin.value), (&mut own.aux, &twin.aux)];
        let numbers = numbers.into_iter().flat_map(|(own, other)| own.iter_mut().zip(other.iter().copied()));
        for (own, other) in policy.chain(numbers).chain([(&mut own.surprise, twin.surprise)]) {
            *own += (other - *own) / self.count;
        }
    }
}

/// How often each position comes, added up: more often where the search changed the network's mind, and where it was
/// met often. The root of the count keeps openings, met in thousands of matches, both known and in their place.
fn chances(entries: &[Entry]) -> Vec<f64> {
    let surprise: f64 = entries.iter().map(|entry| f64::from(entry.position.surprise)).sum();
    let mean = surprise / entries.len().max(1) as f64;
    let chance = |entry: &Entry| {
        let surprised = if mean > 0.0 { f64::from(entry.position.surprise) / mean } else { 1.0 };
        (1.0 - SURPRISING + SURPRISING * surprised) * f64::from(entry.count).sqrt()
    };
    let mut sum = 0.0;
    let added = |entry| {
        sum += chance(entry);
        sum
    };
    entries.iter().map(added).collect()
}

/// The image of a position that stands for all its images: that with the smallest hash.
pub(super) fn canonical(position: Position, symmetries: &[Symmetry]) -> Position {
    let mut best = position.inputs.hash();
    let mut chosen = None;
    let mut numbers = Vec::new();
    position.inputs.write(&mut numbers);
    for symmetry in symmetries {
        let inputs = Inputs::new(&turned(&numbers, symmetry));
        if inputs.hash() < best {
            best = inputs.hash();
            chosen = Some((inputs, symmetry));
        }
    }
    match chosen {
        Some((inputs, symmetry)) => {
            Position { inputs, policy: turned_policy(&position.policy, symmetry), ..position }
        }
        None => {
            let mut policy = position.policy;
            policy.sort_by_key(|(action, _)| *action);
            Position { policy, ..position }
        }
    }
}

/// Inputs as they look when the board is turned; constants behind the planes stay.
fn turned(inputs: &[f32], symmetry: &Symmetry) -> Vec<f32> {
    let planes = inputs.len() / symmetry.cells.len() * symmetry.cells.len();
    let mut out = inputs.to_vec();
    symmetry.turn_planes(&inputs[..planes], &mut out[..planes]);
    out
}

/// Actions stay ordered, so that twins list them alike.
fn turned_policy(policy: &[(u32, f32)], symmetry: &Symmetry) -> Vec<(u32, f32)> {
    let turn = |&(action, share): &(u32, f32)| (symmetry.actions[action as usize], share);
    let mut policy: Vec<(u32, f32)> = policy.iter().map(turn).collect();
    policy.sort_by_key(|(action, _)| *action);
    policy
}

/// A sample as a batch takes it.
struct Room {
    inputs: Vec<f32>,
    policy: Vec<f32>,
    legal: Vec<bool>,
    value: Vec<f32>,
    aux: Vec<f32>,
}

impl Room {
    fn new(plan: &Plan) -> Room {
        let (policy, legal) = (vec![0.0; plan.policy], vec![false; plan.policy]);
        Room { inputs: Vec::new(), policy, legal, value: Vec::new(), aux: Vec::new() }
    }

    fn write(&mut self, entry: &Entry, turn: Option<&Symmetry>, plan: &Plan) {
        let position = &entry.position;
        position.inputs.write(&mut self.inputs);
        if let Some(symmetry) = turn {
            self.inputs = turned(&self.inputs, symmetry);
        }
        self.value.clone_from(&position.value);
        self.aux.clone_from(&position.aux);
        self.policy.fill(0.0);
        // Without a list of actions there is nothing to learn about them.
        self.legal.fill(position.policy.is_empty() && plan.policy == 1);
        let total: f32 = position.policy.iter().map(|(_, share)| share).sum();
        for &(action, share) in &position.policy {
            let action = turn.map_or(action, |symmetry| symmetry.actions[action as usize]) as usize;
            self.legal[action] = true;
            self.policy[action] = if total > 0.0 { share / total } else { 0.0 };
        }
    }

    fn sample(&self) -> Sample<'_> {
        Sample {
            inputs: &self.inputs,
            policy: &self.policy,
            legal: &self.legal,
            value: &self.value,
            aux: &self.aux,
            weight: 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board of 1 × 3 with a piece in one cell.
    fn position(cell: usize, share: f32, value: f32) -> Position {
        let mut inputs = [0.0; 3];
        inputs[cell] = 1.0;
        Position {
            inputs: Inputs::new(&inputs),
            policy: vec![(0, share), (2, 1.0 - share)],
            value: vec![value],
            aux: vec![0.5],
            surprise: 1.0,
        }
    }

    fn mirror() -> Symmetry {
        Symmetry { cells: vec![2, 1, 0], actions: vec![2, 1, 0] }
    }

    #[test]
    fn images_of_a_position_are_twins_and_are_averaged() {
        let (left, right) = (position(0, 0.25, 1.0), position(2, 0.75, 0.0));
        let one = canonical(left, &[mirror()]);
        let other = canonical(right, &[mirror()]);
        assert_eq!((&one.inputs, &one.policy), (&other.inputs, &other.policy));
        let harvest = Harvest { positions: vec![one, other], ..Harvest::default() };
        let window = Window::new(&[harvest], vec![mirror()]);
        let (learnt, asked) = window.len();
        assert_eq!(learnt + asked, 1);
        let entry = window.learnt.iter().chain(&window.asked).next().expect("one");
        assert_eq!((entry.count, entry.position.value[0]), (2.0, 0.5));
    }

    #[test]
    fn surprising_positions_and_those_met_often_come_more_often() {
        let entry = |surprise, count| {
            let position = Position { surprise, ..position(0, 0.5, 0.0) };
            Entry { position, count }
        };
        let learnt = vec![entry(0.0, 1.0), entry(0.2, 1.0), entry(0.1, 100.0)];
        let chances = chances(&learnt);
        assert_eq!(chances, [0.5, 2.0, 12.0]);
        let window = Window { symmetries: Vec::new(), learnt, asked: Vec::new(), chances };
        let picked = [0.0, 0.5 / 12.0, 0.16, 0.17, 1.0].map(|share| window.pick(share));
        assert_eq!(picked, [0, 1, 1, 2, 2]);
    }
}
