//! The bootstrap by block, for numbers that have no formula for their interval.
//!
//! Matches of one block share a deal and are correlated: the block is what is drawn again, never a
//! single match.

use crate::{Estimate, Splitmix, quantile};

/// Any statistic of blocks with its 95 % percentile interval from `rounds` resamplings (2,000 is
/// usual). The stream of random numbers is that of `name`. `None` without blocks or when the
/// statistic of the blocks is not a finite number; resamplings in which it is not are left out.
pub fn bootstrap<B>(
    blocks: &[B],
    rounds: usize,
    name: &str,
    statistic: impl Fn(&[&B]) -> f64,
) -> Option<Estimate> {
    let all: Vec<&B> = blocks.iter().collect();
    let value = if blocks.is_empty() { f64::NAN } else { statistic(&all) };
    if !value.is_finite() {
        return None;
    }
    let mut stream = Splitmix::named(name);
    let mut drawn = all.clone();
    let mut found = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        drawn.iter_mut().for_each(|slot| *slot = all[stream.below(all.len())]);
        found.push(statistic(&drawn));
    }
    found.retain(|number| number.is_finite());
    found.sort_by(f64::total_cmp);
    let end = |p| quantile(&found, p).unwrap_or(value);
    Some(Estimate { value, low: end(0.025).min(value), high: end(0.975).max(value), n: blocks.len() as u64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn average(blocks: &[&Vec<f64>]) -> f64 {
        let values: Vec<f64> = blocks.iter().flat_map(|block| block.iter().copied()).collect();
        values.iter().sum::<f64>() / values.len() as f64
    }

    #[test]
    fn near_the_t_interval_of_block_means() {
        let blocks: Vec<Vec<f64>> = (0..200).map(|i| vec![f64::from(i % 7), f64::from(i % 5)]).collect();
        let means: Vec<f64> = blocks.iter().map(|block| block.iter().sum::<f64>() / 2.0).collect();
        let formula = crate::mean(&means).unwrap();
        let found = bootstrap(&blocks, 4000, "test", average).unwrap();
        assert!((found.value - formula.value).abs() < 1e-12);
        assert!((found.low - formula.low).abs() < 0.03 && (found.high - formula.high).abs() < 0.03);
    }

    #[test]
    fn blocks_that_cancel_leave_no_doubt() {
        let blocks = vec![vec![0.0, 1.0]; 30];
        let found = bootstrap(&blocks, 500, "test", average).unwrap();
        assert_eq!((found.low, found.high), (0.5, 0.5));
    }

    #[test]
    fn the_name_fixes_the_numbers() {
        let blocks: Vec<Vec<f64>> = (0..20).map(|i| vec![f64::from(i * i)]).collect();
        let run = |name| bootstrap(&blocks, 300, name, average);
        assert_eq!(run("one"), run("one"));
        assert_ne!(run("one"), run("two"));
        assert_eq!(bootstrap(&Vec::<Vec<f64>>::new(), 300, "none", average), None);
    }
}
