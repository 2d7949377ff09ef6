//! A tree drawn by hand whose unfinished positions look like something, or whose points have no bounds.

use ludometer_game::{Game, Payoff, Seat, Traits, Turn};
use ludometer_testkit::toys;

/// A tree with an evaluator that knows nothing, but differs from node to node.
pub struct Wooded {
    tree: toys::Tree,
    bounds: (f32, f32),
}

impl Wooded {
    pub fn parse(text: &str) -> Self {
        let tree = toys::Tree::parse(text).unwrap();
        Wooded { bounds: tree.bounds(), tree }
    }

    /// The same tree, whose points could be anything.
    pub fn without_bounds(self) -> Self {
        Wooded { bounds: (f32::NEG_INFINITY, f32::INFINITY), ..self }
    }
}

impl Game for Wooded {
    type State = usize;
    type Move = u8;

    fn seats(&self) -> usize {
        self.tree.seats()
    }
    fn limit(&self) -> u32 {
        self.tree.limit()
    }
    fn initial(&self) -> usize {
        self.tree.initial()
    }
    fn turn(&self, node: &usize) -> Turn {
        self.tree.turn(node)
    }
    fn moves(&self, node: &usize, out: &mut Vec<u8>) {
        self.tree.moves(node, out);
    }
    fn play(&self, node: &mut usize, chosen: u8) {
        self.tree.play(node, chosen);
    }
    fn payoff(&self, node: &usize) -> Payoff {
        self.tree.payoff(node)
    }
    fn bounds(&self) -> (f32, f32) {
        self.bounds
    }
    fn traits(&self) -> Traits {
        self.tree.traits()
    }
    fn chance(&self, node: &usize, out: &mut Vec<(u8, f64)>) -> bool {
        self.tree.chance(node, out)
    }
    fn evaluate(&self, node: &usize, seat: Seat) -> Option<f32> {
        let (low, high) = self.tree.bounds();
        let looks = (node.wrapping_mul(0x9e37_79b9) >> 7) % 11;
        let points = low + (high - low) * looks as f32 / 10.0;
        Some(if seat.index() == 0 { points } else { -points })
    }
}
