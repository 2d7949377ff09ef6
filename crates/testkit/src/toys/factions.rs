//! Factions: sides apart from seats.
//!
//! Power: an asymmetric game whose sides are dealt. Chance says who is the fox and who the hound.
//! The fox moves first whatever its seat; 15 hens are there; the fox takes one or two, the hound
//! guards (removes) two or three. Who takes the last hen wins.

use ludometer_game::{ChanceKind, Game, Part, Payoff, Scene, Seat, Sum, Traits, Turn};

/// The rules.
pub struct Factions;

/// Who is the fox (`None` before the deal), hens left, and whether the fox is on turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    fox: Option<Seat>,
    hens: u8,
    fox_moves: bool,
}

/// Chance outcomes: the fox is seat 1 or seat 2. Moves are the number of hens.
const FOX_FIRST: u8 = 100;
const FOX_SECOND: u8 = 101;

impl Factions {
    /// The seat of the faction on turn.
    fn seat(state: &State, fox: bool) -> Option<Seat> {
        state.fox.map(|seat| if fox { seat } else { seat.next(2) })
    }
}

impl Game for Factions {
    type State = State;
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        16
    }
    fn initial(&self) -> State {
        State { fox: None, hens: 15, fox_moves: true }
    }
    fn turn(&self, state: &State) -> Turn {
        match Factions::seat(state, state.fox_moves) {
            None => Turn::Chance,
            Some(_) if state.hens == 0 => Turn::Over,
            Some(seat) => Turn::Seat(seat),
        }
    }
    fn moves(&self, state: &State, out: &mut Vec<u8>) {
        let (least, most) = if state.fox_moves { (1, 2) } else { (2, 3) };
        out.extend(least.min(state.hens)..=most.min(state.hens));
    }
    fn play(&self, state: &mut State, chosen: u8) {
        match chosen {
            FOX_FIRST => state.fox = Some(Seat::new(0)),
            FOX_SECOND => state.fox = Some(Seat::new(1)),
            hens => *state = State { hens: state.hens - hens, fox_moves: !state.fox_moves, ..*state },
        }
    }
    fn payoff(&self, state: &State) -> Payoff {
        match Factions::seat(state, !state.fox_moves) {
            Some(last) if state.hens == 0 => Payoff::win(2, last),
            _ => Payoff::draw(2),
        }
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::Listed, hidden: false, sum: Sum::Zero }
    }
    fn chance(&self, _state: &State, out: &mut Vec<(u8, f64)>) -> bool {
        out.extend([(FOX_FIRST, 0.5), (FOX_SECOND, 0.5)]);
        true
    }
    fn text(&self, _state: &State, chosen: u8, out: &mut String) {
        match chosen {
            FOX_FIRST => out.push_str("fox-1"),
            FOX_SECOND => out.push_str("fox-2"),
            hens => out.push_str(&hens.to_string()),
        }
    }
    fn scene(&self, state: &State, _viewer: Option<Seat>) -> Scene {
        Scene::of(Part::Label(format!("{} hens", state.hens)))
    }
    fn side(&self, state: &State, seat: Seat) -> String {
        match state.fox {
            None => "undecided".into(),
            Some(fox) if fox == seat => "fox".into(),
            Some(_) => "hound".into(),
        }
    }
}
