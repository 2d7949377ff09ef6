//! Board heat: where on the board does each seat move?
//!
//! # Question
//! Which cells do the moves of a seat touch?
//!
//! # Unit
//! Share of the seat's decisions.
//!
//! # Range
//! 0 to 1 per cell. A move may touch several cells (from and to), so a map may add up to more than 1.
//!
//! # Reading
//! A map as flat as chance is a board without landmarks; one hot cell is a place everybody fights for;
//! cold borders may be cut off. Random play shows what the rules favour by themselves.
//!
//! # Formula
//! `board-heat`, for each seat and cell: decisions whose chosen move has the element `cell:NAME` / all
//! decisions of the seat. Cells in board order.
//!
//! # Blind spots
//! Shows where moves go, not where pieces stay. The map has no interval; n is the seat's decisions.

use crate::{Card, Context, Layer, Measure, Metric, Shape, Unit};
use ludometer_record::{MatchRecord, NameId};
use rustc_hash::FxHashMap;

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    Card::from_source("board-heat", "Board heat", include_str!("board_heat.rs"), &["board-heat"])
}

/// Touches of elements by seat.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    decisions: Vec<u64>,
    touches: FxHashMap<(usize, NameId), u64>,
}

impl Metric for Tally {
    fn observe(&mut self, context: &Context, record: &MatchRecord) {
        if context.header.game.board.is_none() {
            return;
        }
        self.decisions.resize(context.seats(), 0);
        for ply in &record.plies {
            let Some(seat) = ply.actor.seat().filter(|seat| *seat < context.seats()) else { continue };
            self.decisions[seat] += 1;
            let elements = ply.played().map_or(&[][..], |option| &option.elements);
            for (place, element) in elements.iter().enumerate() {
                if !elements[..place].contains(element) {
                    *self.touches.entry((seat, *element)).or_default() += 1;
                }
            }
        }
    }

    fn merge(&mut self, other: Self) {
        self.decisions.resize(self.decisions.len().max(other.decisions.len()), 0);
        self.decisions.iter_mut().zip(other.decisions).for_each(|(mine, theirs)| *mine += theirs);
        for (key, count) in other.touches {
            *self.touches.entry(key).or_default() += count;
        }
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        let Some(board) = &context.header.game.board else { return vec![] };
        let layer = |(seat, decisions): (usize, &u64)| {
            let share = |cell: &String| {
                let touches = context.cell_id(cell).and_then(|id| self.touches.get(&(seat, id)));
                touches.copied().unwrap_or(0) as f64 / (*decisions).max(1) as f64
            };
            let cells = board.cells.iter().map(share).collect();
            Layer { label: context.seat_name(seat).into(), cells, n: *decisions }
        };
        let layers: Vec<Layer> = self.decisions.iter().enumerate().map(layer).collect();
        if layers.iter().all(|layer| layer.n == 0) {
            return vec![];
        }
        let (id, title) = ("board-heat".into(), "Where each seat moves".into());
        vec![Measure { id, title, unit: Unit::Share, shape: Shape::Heat { layers } }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::{World, find};

    #[test]
    fn cells_in_board_order() {
        let mut world = World::new(&["X", "O"]).board(&["a1", "b1", "c1"]);
        let records = [
            world.game().decide(0, &["a1", "b1"], 1).decide(1, &["a1", "c1"], 1).decide(0, &["a1"], 0).done(),
            world.game().decide_with(0, &[("move", &["cell:a1", "cell:b1", "piece:man"])], 0).done(),
        ];
        let found = world.measure::<Tally>(&records);
        let Shape::Heat { layers } = &find(&found, "board-heat").shape else { panic!("no heat") };
        assert_eq!(layers[0], Layer { label: "X".into(), cells: vec![2.0 / 3.0, 2.0 / 3.0, 0.0], n: 3 });
        assert_eq!(layers[1], Layer { label: "O".into(), cells: vec![0.0, 0.0, 1.0], n: 1 });
    }

    #[test]
    fn silent_without_a_board_or_a_move() {
        let mut world = World::new(&["X", "O"]);
        let records = [world.game().moves(3).done()];
        assert!(world.measure::<Tally>(&records).is_empty());
        let world = world.board(&["a"]);
        assert!(world.measure::<Tally>(&[]).is_empty());
    }
}
