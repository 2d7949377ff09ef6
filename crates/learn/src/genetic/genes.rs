//! Chromosomes: one bit for each candidate feature, and how new ones come from old ones.

use ludometer_game::Rng;

/// Which of the candidate features somebody has: bit i is the i-th.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Genes(pub u64);

/// Candidates at most.
pub const MOST: usize = 64;

impl Genes {
    /// All of so many candidates.
    #[must_use]
    pub const fn all(candidates: usize) -> Genes {
        Genes(if candidates >= MOST { u64::MAX } else { (1 << candidates) - 1 })
    }

    /// A chromosome drawn at random; never an empty one, which could not learn.
    #[must_use]
    pub fn random(candidates: usize, rng: &mut Rng) -> Genes {
        loop {
            let genes = Genes(rng.bits() & Genes::all(candidates).0);
            if genes.0 != 0 {
                return genes;
            }
        }
    }

    /// How many features it has.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it has the i-th feature.
    #[must_use]
    pub const fn has(self, at: usize) -> bool {
        self.0 >> at & 1 == 1
    }

    /// The places it has, of these.
    #[must_use]
    pub fn of(self, places: &[u16]) -> Vec<u16> {
        places.iter().enumerate().filter(|(at, _)| self.has(*at)).map(|(_, place)| *place).collect()
    }

    /// One-point crossover: the first `point` genes of one, the others of the other, and the other way round.
    #[must_use]
    pub const fn crossed(self, other: Genes, point: usize) -> [Genes; 2] {
        let head = Genes::all(point).0;
        [Genes(self.0 & head | other.0 & !head), Genes(other.0 & head | self.0 & !head)]
    }

    /// The same with one gene turned over; one that would be left empty stays as it is.
    #[must_use]
    pub const fn mutated(self, at: usize) -> Genes {
        let turned = Genes(self.0 ^ 1 << at);
        if turned.0 == 0 { self } else { turned }
    }
}

/// How children are made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Breeding {
    /// How many are drawn for each parent, of which the fittest is taken.
    pub tour: usize,
    /// How often two parents are crossed.
    pub crossover: f64,
    /// How often a child has a gene turned over.
    pub mutation: f64,
}

impl Breeding {
    /// Children of parents with these genes and fitness, in pairs.
    #[must_use]
    pub fn children(
        &self,
        parents: &[(Genes, u64)],
        candidates: usize,
        many: usize,
        rng: &mut Rng,
    ) -> Vec<Genes> {
        let mut children = Vec::new();
        while children.len() < many {
            let pair = [self.parent(parents, rng), self.parent(parents, rng)];
            // A point inside, so that each child has something of both.
            let point = if candidates > 1 { 1 + rng.below(candidates - 1) } else { 0 };
            let crossed = if rng.unit() < self.crossover { pair[0].crossed(pair[1], point) } else { pair };
            for child in crossed {
                let child =
                    if rng.unit() < self.mutation { child.mutated(rng.below(candidates)) } else { child };
                // What crossing leaves empty cannot learn: it is drawn anew.
                children.push(if child.0 == 0 { Genes::random(candidates, rng) } else { child });
            }
        }
        children.truncate(many);
        children
    }

    /// The fittest of some drawn at random; between equals the first drawn.
    fn parent(&self, parents: &[(Genes, u64)], rng: &mut Rng) -> Genes {
        let mut best: Option<(Genes, u64)> = None;
        for _ in 0..self.tour {
            let drawn = parents[rng.below(parents.len())];
            if best.is_none_or(|best| drawn.1 > best.1) {
                best = Some(drawn);
            }
        }
        best.map_or(Genes::all(1), |(genes, _)| genes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crossing_at_a_point_swaps_what_is_behind_it() {
        let (one, other) = (Genes(0b1111_0000), Genes(0b0011_0011));
        assert_eq!(one.crossed(other, 4), [Genes(0b0011_0000), Genes(0b1111_0011)]);
        assert_eq!(one.crossed(other, 0), [other, one]);
        assert_eq!(Genes(0b100).mutated(2), Genes(0b100), "nobody is left without a feature");
        assert_eq!(Genes(0b100).mutated(0), Genes(0b101));
        assert_eq!(Genes(0b101).of(&[7, 8, 9]), [7, 9]);
        assert_eq!(Genes::all(64).count(), 64);
    }

    #[test]
    fn children_have_features_and_the_fit_are_chosen() {
        let breeding = Breeding { tour: 3, crossover: 1.0, mutation: 0.3 };
        let mut rng = Rng::stream(1, "genes", 0);
        let parents: Vec<(Genes, u64)> =
            (0..50).map(|fitness| (Genes::random(15, &mut rng), fitness)).collect();
        let children = breeding.children(&parents, 15, 50, &mut rng);
        assert_eq!(children.len(), 50);
        assert!(children.iter().all(|child| child.0 != 0 && child.0 < 1 << 15));
        let chosen: Vec<Genes> = (0..2000).map(|_| breeding.parent(&parents, &mut rng)).collect();
        let better = parents[25..].iter().map(|(genes, _)| genes);
        let share = better.map(|one| chosen.iter().filter(|chosen| *chosen == one).count()).sum::<usize>();
        // The best of three is in the upper half seven times out of eight.
        assert!((1650..1850).contains(&share), "{share}");
    }
}
