//! Memory that one thread uses while it asks a network.

/// Memory that one thread uses while it asks a network; it grows with the first calls.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// Planes and constants, a row per cell.
    pub(super) input: Vec<f32>,
    /// What the body made of the positions so far.
    pub(super) rows: Vec<f32>,
    /// What its next layer makes of that.
    pub(super) inner: Vec<f32>,
    /// Transformed tiles of the input.
    pub(super) spectrum: Vec<f32>,
    /// Their products with the transformed weights.
    pub(super) products: Vec<f32>,
    pub(super) head: Vec<f32>,
    pub(super) hidden: Vec<f32>,
    pub(super) answer: Vec<f32>,
}

impl Scratch {
    /// Memory for one thread.
    #[must_use]
    pub fn new() -> Scratch {
        Scratch::default()
    }
}

/// The first numbers of a buffer, which grows if need be and never shrinks.
pub(super) fn sized(buffer: &mut Vec<f32>, length: usize) -> &mut [f32] {
    if buffer.len() < length {
        buffer.resize(length, 0.0);
    }
    &mut buffer[..length]
}
