//! Games as one would write them in Rust without thinking of speed: arrays, loops, a list of moves. They play the
//! same random matches as the rules files, from the same seeds.

pub mod connect_four;
pub mod draughts;
pub mod snowball;

/// The generator both lanes draw from.
pub struct Sfc32 {
    a: u32,
    b: u32,
    c: u32,
    counter: u32,
}

impl Sfc32 {
    pub fn new(seed: u64) -> Sfc32 {
        let mut generator = Sfc32 { a: seed as u32, b: (seed >> 32) as u32, c: 0, counter: 1 };
        for _ in 0..12 {
            generator.draw();
        }
        generator
    }

    fn draw(&mut self) -> u32 {
        let value = self.a.wrapping_add(self.b).wrapping_add(self.counter);
        self.counter = self.counter.wrapping_add(1);
        self.a = self.b ^ (self.b >> 9);
        self.b = self.c.wrapping_add(self.c << 3);
        self.c = self.c.rotate_left(21).wrapping_add(value);
        value
    }

    pub fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.draw()) * n as u64) >> 32) as usize
    }
}
