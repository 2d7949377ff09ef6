//! Moves as sixteen inline bytes, so that erased games need no allocation per move.

/// A value that fits into sixteen bytes and comes back unchanged.
pub trait Packed: Copy {
    /// The bytes of this value.
    fn pack(self) -> [u8; 16];
    /// The value of these bytes, which came from [`Packed::pack`].
    fn unpack(bytes: [u8; 16]) -> Self;
}

impl Packed for [u8; 16] {
    fn pack(self) -> [u8; 16] {
        self
    }
    fn unpack(bytes: [u8; 16]) -> Self {
        bytes
    }
}

macro_rules! packed_integers {
    ($($int:ty),*) => {$(
        impl Packed for $int {
            fn pack(self) -> [u8; 16] {
                u128::from(self).to_le_bytes()
            }
            fn unpack(bytes: [u8; 16]) -> Self {
                // The bytes came from this very type, so the upper ones are zero.
                u128::from_le_bytes(bytes) as $int
            }
        }
    )*};
}
packed_integers!(u8, u16, u32, u64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_survive() {
        assert_eq!(u8::unpack(200u8.pack()), 200);
        assert_eq!(u64::unpack(u64::MAX.pack()), u64::MAX);
    }
}
