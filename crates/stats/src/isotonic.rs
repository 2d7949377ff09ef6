//! Numbers that should never fall, with noise: the nearest ones that do not.

/// The sequence nearest to these numbers, by squares, that never falls: neighbours that do are averaged.
#[must_use]
pub fn isotonic(numbers: &[f64]) -> Vec<f64> {
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for number in numbers {
        pools.push((*number, 1));
        while let [.., (before, n), (after, m)] = pools[..] {
            if before <= after {
                break;
            }
            pools.truncate(pools.len() - 2);
            pools.push(((before * n as f64 + after * m as f64) / (n + m) as f64, n + m));
        }
    }
    pools.into_iter().flat_map(|(mean, n)| std::iter::repeat_n(mean, n)).collect()
}

/// The place at which a rising measurement reaches `wanted`, between the measured places, which are sorted; the first or
/// last place where it never does. `None` where nothing was measured.
#[must_use]
pub fn read_off(measured: &[(f64, f64)], wanted: f64) -> Option<f64> {
    let values: Vec<f64> = measured.iter().map(|(_, value)| *value).collect();
    let rising = isotonic(&values);
    match rising.iter().position(|value| *value >= wanted) {
        None => measured.last().map(|(place, _)| *place),
        Some(0) => Some(measured[0].0),
        Some(at) => {
            let ((from, _), (to, _)) = (measured[at - 1], measured[at]);
            let (low, high) = (rising[at - 1], rising[at]);
            Some(from + (to - from) * if high > low { (wanted - low) / (high - low) } else { 0.5 })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn falling_neighbours_are_averaged() {
        assert_eq!(isotonic(&[1.0, 4.0, 2.0, 8.0]), [1.0, 3.0, 3.0, 8.0]);
        assert_eq!(isotonic(&[3.0, 2.0, 1.0]), [2.0, 2.0, 2.0]);
        assert!(isotonic(&[]).is_empty());
    }

    #[test]
    fn places_are_read_off_between_measurements() {
        let measured = [(0.0, 1.0), (0.25, 4.0), (0.5, 2.0), (0.75, 8.0)];
        assert_eq!(read_off(&measured, 5.5), Some(0.625));
        assert_eq!((read_off(&measured, 0.5), read_off(&measured, 9.0)), (Some(0.0), Some(0.75)));
        assert_eq!(read_off(&[], 1.0), None);
    }
}
