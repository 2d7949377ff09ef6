//! Outnumbered: one against two on one heap.
//!
//! Power: teams of unequal size, and points that share out what is at stake. Seat 1 plays alone against 2
//! and 3. Each in turn takes one or two stones; the side that takes the last one wins. Who plays alone wins
//! or loses two points, each of the others one.

use ludometer_game::{Game, Part, Payoff, Scene, Seat, Seats, Turn};

/// The rules.
pub struct Outnumbered {
    stones: u8,
}

impl Outnumbered {
    /// With a heap of so many stones.
    #[must_use]
    pub const fn new(stones: u8) -> Self {
        Outnumbered { stones }
    }
}

/// Stones left, and who takes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    stones: u8,
    mover: u8,
}

impl Game for Outnumbered {
    type State = State;
    type Move = u8;

    fn seats(&self) -> usize {
        3
    }
    fn limit(&self) -> u32 {
        u32::from(self.stones)
    }
    fn initial(&self) -> State {
        State { stones: self.stones, mover: 0 }
    }
    fn turn(&self, state: &State) -> Turn {
        if state.stones == 0 { Turn::Over } else { Turn::Seat(Seat::new(state.mover)) }
    }
    fn moves(&self, state: &State, out: &mut Vec<u8>) {
        out.extend(1..=state.stones.min(2));
    }
    fn play(&self, state: &mut State, taken: u8) {
        *state = State { stones: state.stones - taken, mover: (state.mover + 1) % 3 };
    }
    fn payoff(&self, state: &State) -> Payoff {
        if state.stones > 0 {
            return Payoff::draw(3);
        }
        // Seat 2 is next after seat 1.
        let alone_won = state.mover == 1;
        let won = |seat: Seat| (seat.index() == 0) == alone_won;
        let stake = |seat: Seat| if seat.index() == 0 { 2.0 } else { 1.0 };
        Payoff {
            points: Seats::from_fn(3, |seat| if won(seat) { stake(seat) } else { -stake(seat) }),
            place: Seats::from_fn(3, |seat| if won(seat) { 1 } else { 2 }),
        }
    }
    fn bounds(&self) -> (f32, f32) {
        (-2.0, 2.0)
    }
    fn text(&self, _state: &State, taken: u8, out: &mut String) {
        out.push_str(&taken.to_string());
    }
    fn scene(&self, state: &State, _viewer: Option<Seat>) -> Scene {
        Scene::of(Part::Label(format!("{} stones", state.stones)))
    }
    fn team(&self, seat: Seat) -> u8 {
        u8::from(seat.index() > 0)
    }
}
