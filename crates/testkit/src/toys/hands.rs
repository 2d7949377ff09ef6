//! Hands: a match of several deals.
//!
//! Power: episodes. In each hand a die says how much is at stake; the player on turn keeps it or
//! gives it up for a sure two. The players alternate; the higher total after all hands wins.

use ludometer_game::{ChanceKind, Game, Part, Payoff, Scene, Seat, Story, Sum, Traits, Turn};
use std::cmp::Ordering;

/// The rules for a number of hands for each player.
pub struct Hands {
    each: u8,
}

/// Hands played, what is at stake (0 before the roll), and the totals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    hand: u8,
    stake: u8,
    totals: [u8; 2],
}

/// Moves beside the faces 1 to 4 of the die.
const KEEP: u8 = 10;
const SWAP: u8 = 11;

impl Hands {
    /// One to twenty hands for each player.
    #[must_use]
    pub fn new(each: u8) -> Self {
        assert!((1..=20).contains(&each), "one to twenty hands each");
        Hands { each }
    }
}

impl Game for Hands {
    type State = State;
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        4 * u32::from(self.each)
    }
    fn initial(&self) -> State {
        State { hand: 0, stake: 0, totals: [0; 2] }
    }
    fn turn(&self, state: &State) -> Turn {
        match state.stake {
            _ if state.hand == 2 * self.each => Turn::Over,
            0 => Turn::Chance,
            _ => Turn::Seat(Seat::new(state.hand % 2)),
        }
    }
    fn moves(&self, _state: &State, out: &mut Vec<u8>) {
        out.extend([KEEP, SWAP]);
    }
    fn play(&self, state: &mut State, chosen: u8) {
        let won = match chosen {
            KEEP => state.stake,
            SWAP => 2,
            face => {
                state.stake = face;
                return;
            }
        };
        state.totals[usize::from(state.hand % 2)] += won;
        state.hand += 1;
        state.stake = 0;
    }
    fn payoff(&self, state: &State) -> Payoff {
        match state.totals[0].cmp(&state.totals[1]) {
            Ordering::Greater => Payoff::win(2, Seat::new(0)),
            Ordering::Less => Payoff::win(2, Seat::new(1)),
            Ordering::Equal => Payoff::draw(2),
        }
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::Listed, hidden: false, sum: Sum::Zero }
    }
    fn chance(&self, _state: &State, out: &mut Vec<(u8, f64)>) -> bool {
        out.extend((1..=4).map(|face| (face, 0.25)));
        true
    }
    fn text(&self, _state: &State, chosen: u8, out: &mut String) {
        match chosen {
            KEEP => out.push_str("keep"),
            SWAP => out.push_str("swap"),
            face => out.push_str(&face.to_string()),
        }
    }
    fn scene(&self, state: &State, _viewer: Option<Seat>) -> Scene {
        Scene::of(Part::Label(format!("hand {}, stake {}", state.hand + 1, state.stake)))
    }
    fn score(&self, state: &State, seat: Seat) -> Option<f32> {
        Some(f32::from(state.totals[seat.index()]))
    }
    fn episode(&self, state: &State) -> u32 {
        u32::from(state.hand)
    }
    fn narrate(&self, before: &State, chosen: u8, after: &State, story: &mut Story) {
        if let KEEP | SWAP = chosen {
            let player = before.hand % 2;
            let won = after.totals[usize::from(player)] - before.totals[usize::from(player)];
            story.score(Seat::new(player), if chosen == KEEP { "kept" } else { "swapped" }, won.into());
            story.count("hands", 1.0);
        }
    }
}
