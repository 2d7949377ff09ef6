//! Last one standing: up to eight seats, and seats that leave the game.
//!
//! Power: eight seats, elimination, places by order of leaving. Everybody has two lives; who is on
//! turn takes one from somebody else. The last one standing wins.

use ludometer_game::{ChanceKind, Element, ElementKind, Game, Hand, HandCard, Part};
use ludometer_game::{Payoff, Scene, Seat, Seats, Sum, Traits, Turn};

const LIVES: u8 = 2;

/// The rules for a number of seats.
pub struct Standing {
    seats: usize,
}

/// Lives, the place of everybody who has left (0 while in the game), and who is on turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    lives: Seats<u8>,
    left: Seats<u8>,
    mover: Seat,
}

impl State {
    fn standing(&self) -> usize {
        self.lives.iter().filter(|&&lives| lives > 0).count()
    }
}

impl Standing {
    /// Two to eight seats.
    #[must_use]
    pub fn new(seats: usize) -> Self {
        assert!((2..=8).contains(&seats), "two to eight seats");
        Standing { seats }
    }
}

impl Game for Standing {
    type State = State;
    type Move = u8;

    fn seats(&self) -> usize {
        self.seats
    }
    fn limit(&self) -> u32 {
        self.seats as u32 * u32::from(LIVES)
    }
    fn initial(&self) -> State {
        let (lives, left) = (Seats::all(LIVES, self.seats), Seats::all(0, self.seats));
        State { lives, left, mover: Seat::new(0) }
    }
    fn turn(&self, state: &State) -> Turn {
        if state.standing() == 1 { Turn::Over } else { Turn::Seat(state.mover) }
    }
    fn moves(&self, state: &State, out: &mut Vec<u8>) {
        let victims = Seat::all(self.seats).filter(|&seat| seat != state.mover && state.lives[seat] > 0);
        out.extend(victims.map(|seat| seat.index() as u8));
    }
    fn play(&self, state: &mut State, victim: u8) {
        let victim = Seat::new(victim);
        if state.lives[victim] == 1 {
            state.left[victim] = state.standing() as u8;
        }
        state.lives[victim] -= 1;
        state.mover = state.mover.next(self.seats);
        while state.lives[state.mover] == 0 {
            state.mover = state.mover.next(self.seats);
        }
    }
    fn payoff(&self, state: &State) -> Payoff {
        let place = Seats::from_fn(self.seats, |seat| state.left[seat].max(1));
        let worst = self.seats as f32 - 1.0;
        Payoff { points: Seats::from_fn(self.seats, |seat| 1.0 - f32::from(place[seat] - 1) / worst), place }
    }
    fn bounds(&self) -> (f32, f32) {
        (0.0, 1.0)
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::None, hidden: false, sum: Sum::General }
    }
    fn text(&self, _state: &State, victim: u8, out: &mut String) {
        out.push_str(&format!("hit-{}", victim + 1));
    }
    fn scene(&self, state: &State, _viewer: Option<Seat>) -> Scene {
        let row = |seat| {
            let cards = vec![HandCard::open("*"); usize::from(state.lives[seat])];
            Part::Hand(Hand { title: "lives".into(), owner: Some(seat), cards })
        };
        Scene { parts: Seat::all(self.seats).map(row).collect() }
    }
    fn elements(&self, _state: &State, _victim: u8, out: &mut Vec<Element>) {
        out.push(Element::new(ElementKind::Action, "hit"));
    }
    fn score(&self, state: &State, seat: Seat) -> Option<f32> {
        Some(f32::from(state.lives[seat]))
    }
    fn actions(&self) -> Option<usize> {
        Some(self.seats)
    }
    fn index(&self, _state: &State, victim: u8) -> usize {
        usize::from(victim)
    }
}
