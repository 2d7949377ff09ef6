//! Many comparisons at once: which may be called findings.

/// Benjamini & Hochberg (1995): marks the tests that count as discoveries when at most the share
/// `rate` of the marked ones may be false. For tests that are independent or lean the same way.
#[must_use]
pub fn benjamini_hochberg(p_values: &[f64], rate: f64) -> Vec<bool> {
    let tests = p_values.len() as f64;
    let mut sorted: Vec<f64> = p_values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let cut =
        (0..sorted.len()).rev().find(|&k| sorted[k] <= (k + 1) as f64 * rate / tests).map(|k| sorted[k]);
    p_values.iter().map(|p| cut.is_some_and(|cut| *p <= cut)).collect()
}

/// Benjamini & Yekutieli (2001): the same for tests that depend on each other in any way; stricter.
#[must_use]
pub fn benjamini_yekutieli(p_values: &[f64], rate: f64) -> Vec<bool> {
    let harmonic: f64 = (1..=p_values.len()).map(|i| 1.0 / i as f64).sum();
    benjamini_hochberg(p_values, rate / harmonic.max(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_example_of_the_paper() {
        // Table 1 of Benjamini & Hochberg: four of fifteen at 5 %.
        let p = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
            0.6528, 0.7590, 1.0,
        ];
        assert_eq!(benjamini_hochberg(&p, 0.05).iter().filter(|found| **found).count(), 4);
        assert_eq!(benjamini_yekutieli(&p, 0.05).iter().filter(|found| **found).count(), 3);
        assert!(benjamini_hochberg(&[], 0.05).is_empty());
    }

    proptest! {
        #[test]
        fn smaller_p_values_are_marked_first(p in prop::collection::vec(0.0..1.0f64, 0..30)) {
            let marks = benjamini_hochberg(&p, 0.1);
            for (i, marked) in marks.iter().enumerate() {
                prop_assert!(!marked || (0..p.len()).all(|j| p[j] > p[i] || marks[j]));
                prop_assert!(p[i] > 0.1 / p.len() as f64 || *marked);
            }
        }
    }
}
