//! Random numbers that a search is spiced with.

use ludometer_game::Rng;

/// A number from the open interval between 0 and 1.
fn open_unit(rng: &mut Rng) -> f64 {
    (rng.unit() + f64::EPSILON / 4.0).min(1.0 - f64::EPSILON / 2.0)
}

/// A draw from the standard Gumbel distribution.
pub(super) fn gumbel(rng: &mut Rng) -> f32 {
    -libm::log(-libm::log(open_unit(rng))) as f32
}

/// Shares that sum to 1, drawn from a symmetric Dirichlet distribution.
pub(super) fn dirichlet(alpha: f32, count: usize, rng: &mut Rng) -> Vec<f32> {
    let drawn: Vec<f64> = (0..count).map(|_| gamma(f64::from(alpha), rng)).collect();
    let total: f64 = drawn.iter().sum();
    if total > 0.0 {
        drawn.into_iter().map(|share| (share / total) as f32).collect()
    } else {
        vec![1.0 / count as f32; count]
    }
}

/// A draw from the standard normal distribution (Box and Muller).
fn normal(rng: &mut Rng) -> f64 {
    let (radius, angle) = (open_unit(rng), rng.unit());
    libm::sqrt(-2.0 * libm::log(radius)) * libm::cos(std::f64::consts::TAU * angle)
}

/// A draw from the gamma distribution with this shape (Marsaglia and Tsang 2000).
fn gamma(shape: f64, rng: &mut Rng) -> f64 {
    if shape < 1.0 {
        return gamma(shape + 1.0, rng) * libm::pow(open_unit(rng), 1.0 / shape);
    }
    let (d, c) = (shape - 1.0 / 3.0, 1.0 / libm::sqrt(9.0 * shape - 3.0));
    loop {
        let x = normal(rng);
        let v = libm::pow(1.0 + c * x, 3.0);
        if v > 0.0 && libm::log(open_unit(rng)) < 0.5 * x * x + d * (1.0 - v + libm::log(v)) {
            return d * v;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_has_the_moments_it_should() {
        let mut rng = Rng::stream(1, "noise", 0);
        let n = 20_000;
        let mean = (0..n).map(|_| f64::from(gumbel(&mut rng))).sum::<f64>() / f64::from(n);
        assert!((mean - 0.5772).abs() < 0.03, "{mean}");
        for alpha in [0.2f32, 1.0, 3.0] {
            let (mut first, mut squares) = (0.0, 0.0);
            for _ in 0..n {
                let shares = dirichlet(alpha, 4, &mut rng);
                assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-5);
                first += f64::from(shares[0]);
                squares += f64::from(shares[0]).powi(2);
            }
            let mean = first / f64::from(n);
            let variance = squares / f64::from(n) - mean * mean;
            let expected = 0.25 * 0.75 / (4.0 * f64::from(alpha) + 1.0);
            assert!(
                (mean - 0.25).abs() < 0.01 && (variance - expected).abs() < 0.01,
                "{alpha}: {mean} {variance}"
            );
        }
    }
}
