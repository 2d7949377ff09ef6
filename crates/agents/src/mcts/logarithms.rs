//! Natural logarithms of visit counts, the small ones from a table: they are the bulk of all asked for.

use std::sync::LazyLock;

const SMALL: usize = 4096;
static TABLE: LazyLock<[f32; SMALL]> = LazyLock::new(|| std::array::from_fn(|n| libm::logf(n.max(1) as f32)));

/// The table, looked up once per search.
#[derive(Clone, Copy)]
pub(crate) struct Logarithms(&'static [f32; SMALL]);

impl Logarithms {
    pub fn new() -> Self {
        Logarithms(&TABLE)
    }

    #[inline]
    pub fn of(self, visits: u32) -> f32 {
        match self.0.get(visits as usize) {
            Some(&known) => known,
            None => libm::logf(visits as f32),
        }
    }
}
