//! Which matches are played: groups of blocks, a block being the same deal with the agents rotated
//! through all seats.

use ludometer_game::Rng;

/// The blocks one lineup plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The agent of each seat in rotation 0.
    pub lineup: Vec<usize>,
    /// How many blocks.
    pub blocks: u64,
}

/// All matches of a job, numbered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// The seed of the job.
    pub seed: u64,
    /// The groups, in order.
    pub plans: Vec<Plan>,
}

/// One match to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Its place in the job.
    pub number: u64,
    /// Its group.
    pub group: usize,
    /// Its block inside the group.
    pub block: u64,
    /// By how many seats the lineup is rotated.
    pub rotation: usize,
    /// The agent of each seat.
    pub agents: Vec<usize>,
    /// The seed of its dice and deals: the same for the whole block, in every group.
    pub seed: u64,
}

impl Schedule {
    /// How many matches there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.plans.iter().map(|plan| plan.blocks * plan.lineup.len() as u64).sum()
    }

    /// How many seats an agent has in a match at most.
    #[must_use]
    pub fn most_seats(&self, agent: usize) -> usize {
        let seats = |plan: &Plan| plan.lineup.iter().filter(|seated| **seated == agent).count();
        self.plans.iter().map(seats).max().unwrap_or(0)
    }

    /// Whether there is nothing to play.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All numbers in an order that lets every group grow at its own pace, so that what is finished
    /// at any moment stands for the whole, and the time left can be told.
    #[must_use]
    pub fn fair_order(&self) -> Vec<u64> {
        let mut first = 0;
        let mut order: Vec<(f64, u64)> = Vec::new();
        for plan in &self.plans {
            let matches = plan.blocks * plan.lineup.len() as u64;
            order.extend((0..matches).map(|place| ((place as f64 + 0.5) / matches as f64, first + place)));
            first += matches;
        }
        order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        order.into_iter().map(|(_, number)| number).collect()
    }

    /// The match with this number, if the schedule has it.
    #[must_use]
    pub fn slot(&self, number: u64) -> Option<Slot> {
        let mut left = number;
        for (group, plan) in self.plans.iter().enumerate() {
            let seats = plan.lineup.len() as u64;
            if left < plan.blocks * seats {
                let (block, rotation) = (left / seats, (left % seats) as usize);
                let mut agents = plan.lineup.clone();
                agents.rotate_right(rotation);
                let seed = Rng::derive(self.seed, "block", block);
                return Some(Slot { number, group, block, rotation, agents, seed });
            }
            left -= plan.blocks * seats;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_rotates_every_agent_through_every_seat() {
        let plans = vec![Plan { lineup: vec![0, 0], blocks: 2 }, Plan { lineup: vec![3, 4, 5], blocks: 1 }];
        let schedule = Schedule { seed: 1, plans };
        assert_eq!(schedule.len(), 7);
        let agents: Vec<Vec<usize>> = (4..7).map(|n| schedule.slot(n).unwrap().agents).collect();
        assert_eq!(agents, vec![vec![3, 4, 5], vec![5, 3, 4], vec![4, 5, 3]]);
        assert_eq!(schedule.slot(7), None);
    }

    #[test]
    fn the_fair_order_mixes_groups_and_forgets_nothing() {
        let plans = vec![Plan { lineup: vec![0, 0], blocks: 1 }, Plan { lineup: vec![1, 1], blocks: 3 }];
        let order = Schedule { seed: 1, plans }.fair_order();
        assert_eq!(order, vec![2, 0, 3, 4, 5, 1, 6, 7]);
    }

    #[test]
    fn a_block_shares_its_deal_across_rotations_and_groups() {
        let plans = vec![Plan { lineup: vec![0, 1], blocks: 2 }, Plan { lineup: vec![1, 2], blocks: 2 }];
        let schedule = Schedule { seed: 1, plans };
        let seed = |number| schedule.slot(number).unwrap().seed;
        assert_eq!(seed(0), seed(1));
        assert_eq!(seed(0), seed(4));
        assert_ne!(seed(0), seed(2));
    }
}
