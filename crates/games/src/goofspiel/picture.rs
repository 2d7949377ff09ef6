//! The picture of a round: the prize, the bids on the table, the hands and the points.

use super::{Goofspiel, State, values};
use ludometer_game::{Hand, HandCard, Part, Scene, Seat};

fn row(title: &str, owner: Option<Seat>, cards: Vec<HandCard>) -> Part {
    Part::Hand(Hand { title: title.into(), owner, cards })
}

fn open(value: u8) -> HandCard {
    HandCard::open(value.to_string())
}

impl Goofspiel {
    pub(super) fn picture(&self, state: &State, viewer: Option<Seat>) -> Scene {
        let prize = Some(state.prize()).filter(|&value| value > 0);
        let mut scene = Scene::of(row("Prize", None, prize.map(open).into_iter().collect()));
        if state.carried > 0 {
            scene = scene.with(Part::Label(format!("{} points carried over", state.carried)));
        }
        if let Some(last) = state.round().checked_sub(1) {
            let bids = state.bids[last][..self.seats].iter().copied().map(open).collect();
            scene = scene.with(row("Bids of the last round", None, bids));
        }
        for seat in Seat::all(self.seats) {
            if state.bid(seat) > 0 {
                let known = state.known_bid(viewer, seat);
                let card = if known > 0 { open(known) } else { HandCard::hidden() };
                scene = scene.with(row(&format!("Bid of {seat}"), Some(seat), vec![card]));
            }
            let hand = values(state.known_hand(viewer, seat)).map(open).collect();
            scene = scene.with(row(&format!("Hand of {seat}"), Some(seat), hand));
            let value = f32::from(state.points[seat.index()]);
            let title = format!("Points of {seat}");
            scene = scene.with(Part::Track { title, owner: Some(seat), value, max: self.total() });
        }
        scene
    }
}
