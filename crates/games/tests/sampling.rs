//! The sampling law on very many positions of every game in which something is hidden.

use ludometer_game::{Game, GameVisitor};
use ludometer_testkit::sampling;

/// A million positions in all; where nothing is optimised, enough to notice.
const POSITIONS: u64 = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };

struct IsHidden;

impl GameVisitor for IsHidden {
    type Out = bool;
    fn visit<G: Game>(self, game: G) -> bool {
        game.traits().hidden
    }
}

struct Sampled<'a> {
    name: &'a str,
    positions: u64,
}

impl GameVisitor for Sampled<'_> {
    type Out = ();
    fn visit<G: Game>(self, game: G) {
        let report = sampling(&game, self.positions, 1);
        assert!(report.holds(), "{}: {report}", self.name);
        assert!(report.plies + report.matches >= self.positions, "{}: {report}", self.name);
    }
}

#[test]
fn no_seat_tells_a_sample_from_the_truth() {
    let is_hidden = |name: &String| ludometer_games::open(name, [], IsHidden).expect("defaults are legal");
    let names: Vec<String> =
        ludometer_games::cards().into_iter().map(|card| card.name).filter(is_hidden).collect();
    assert!(names.len() >= 9, "{names:?}");
    let positions = POSITIONS.div_ceil(names.len() as u64);
    for name in &names {
        ludometer_games::open(name, [], Sampled { name, positions }).expect("defaults are legal");
    }
}
