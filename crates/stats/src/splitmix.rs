//! A small random generator for resampling, started from a name.

/// Steele, Lea & Flood's splitmix64.
#[derive(Clone, Debug)]
pub struct Splitmix(u64);

impl Splitmix {
    /// The stream with this name; the same name gives the same numbers everywhere.
    #[must_use]
    pub fn named(name: &str) -> Self {
        // FNV-1a.
        Splitmix(name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        }))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, which must not be 0; the bias is below n / 2⁶⁴.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// A number from 0 to 1, 1 excluded.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values() {
        let mut stream = Splitmix(1_234_567);
        assert_eq!(stream.bits(), 6_457_827_717_110_365_317);
        assert_eq!(stream.bits(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn names_part_the_streams() {
        assert_ne!(Splitmix::named("a").bits(), Splitmix::named("b").bits());
        let mut stream = Splitmix::named("below");
        let mut seen = [false; 6];
        (0..200).for_each(|_| seen[stream.below(6)] = true);
        assert_eq!(seen, [true; 6]);
        assert!((0..200).all(|_| (0.0..1.0).contains(&stream.unit())));
    }
}
