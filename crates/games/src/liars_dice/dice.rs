//! The dice of one player, in no order.

use ludometer_game::Rng;

/// The most dice of a player.
pub(super) const MOST_DICE: usize = 5;
/// The most faces of a die.
pub(super) const MOST_FACES: usize = 8;

/// How many dice show each face: four bits a face, the lowest face in the lowest bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Dice(u32);

impl Dice {
    /// The dice as one number.
    pub(super) const fn code(self) -> u32 {
        self.0
    }

    /// The dice of a number that came from [`Dice::code`].
    pub(super) const fn of_code(code: u32) -> Self {
        Dice(code)
    }

    /// How many show this face, counted from 1.
    pub(super) const fn showing(self, face: usize) -> usize {
        (self.0 >> (4 * (face - 1)) & 15) as usize
    }

    const fn with(self, face: usize) -> Self {
        Dice(self.0 + (1 << (4 * (face - 1))))
    }

    /// Every die's face, the lowest first.
    pub(super) fn faces(self) -> impl Iterator<Item = usize> {
        (1..=MOST_FACES).flat_map(move |face| std::iter::repeat_n(face, self.showing(face)))
    }

    /// A random throw.
    pub(super) fn thrown(dice: usize, faces: usize, rng: &mut Rng) -> Self {
        (0..dice).fold(Dice::default(), |thrown, _| thrown.with(1 + rng.below(faces)))
    }

    /// Visits every throw with its probability.
    pub(super) fn each(dice: usize, faces: usize, visit: &mut impl FnMut(Dice, f64)) {
        // Ordered throws, each as likely as any other.
        let one = 1.0 / faces.pow(dice as u32) as f64;
        Dice::default().complete(dice, 1, faces, one, visit);
    }

    /// Adds dice that show `face` or a higher one. `odds` is the probability of one order of all dice
    /// times the number of orders of those already there.
    fn complete(self, left: usize, face: usize, faces: usize, odds: f64, visit: &mut impl FnMut(Dice, f64)) {
        if left == 0 {
            return visit(self, odds);
        }
        let (mut thrown, mut odds) = (self, odds);
        let before = self.faces().count();
        for more in 0..=left {
            if face < faces || more == left {
                thrown.complete(left - more, face + 1, faces, odds, visit);
            }
            thrown = thrown.with(face);
            // One more die of this face stands anywhere among the others.
            odds *= (before + more + 1) as f64 / (more + 1) as f64;
        }
    }
}
