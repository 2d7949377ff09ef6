//! A game that two win or lose together: whoever looks ahead for one takes the other for a friend.

use crate::td::sees_what_it_plays;
use ludometer_game::{ChanceKind, Feature, Game, Payoff, Seat, Sum, Traits, Turn};
use ludometer_learn::{Rulebook, Training, read_params, train};

/// Moves of a match, and the sum two of them win with.
const MOVES: u8 = 6;
const WANTED: u8 = 12;

/// Two add 1 to 3 to a pile in turn, and want it to be so high in the end.
struct Pile;

/// Moves so far, and how high it is.
type State = (u8, u8);

impl Game for Pile {
    type State = State;
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        MOVES.into()
    }
    fn initial(&self) -> State {
        (0, 0)
    }
    fn turn(&self, (moves, _): &State) -> Turn {
        if *moves == MOVES { Turn::Over } else { Turn::Seat(Seat::new(moves % 2)) }
    }
    fn moves(&self, _: &State, out: &mut Vec<u8>) {
        out.extend(1..=3);
    }
    fn play(&self, state: &mut State, chosen: u8) {
        *state = (state.0 + 1, state.1 + chosen);
    }
    fn payoff(&self, (_, pile): &State) -> Payoff {
        Payoff::together(2, *pile == WANTED)
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::None, hidden: false, sum: Sum::Shared }
    }
    fn features(&self) -> Vec<Feature> {
        vec![Feature::new("moves", (0.0, MOVES.into())), Feature::new("pile", (0.0, (3 * MOVES).into()))]
    }
    fn read_features(&self, (moves, pile): &State, _: Seat, out: &mut Vec<f32>) {
        out.extend([f32::from(*moves), f32::from(*pile)]);
    }
}

#[test]
fn who_wins_together_looks_ahead_together() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join("pile");
    let options = [("games", "20"), ("sessions", "1")];
    let training = Training {
        rulebook: Rulebook { game: "pile".into(), file: None, version: 1, rules: Vec::new() },
        params: &read_params("td", options).expect("options"),
        seed: 1,
        threads: 1,
        command: "ludometer train td pile".into(),
        folder: &folder,
        dry: false,
    };
    train("td", &Pile, &training, &mut ()).expect("trained");
    for depth in 1..=4 {
        sees_what_it_plays(&Pile, &folder, depth, MOVES.into());
    }
}
