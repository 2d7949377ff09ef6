//! How fast the lanes of a rules file are, beside one another and beside the built-in game of the same name.

use crate::speed::{Measuring, rate};
use ludometer_game::{AnyGame, Game, GameVisitor, Params, Rng};
use ludometer_rules::{Lane, Ran, Script};
use serde::Serialize;
use std::collections::BTreeMap;

/// How fast the lanes of a rules file are.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Lanes {
    /// `vm`, the Luau machine, and `wasm`, the compiled rules.
    pub lanes: BTreeMap<String, LaneSpeed>,
    /// Why there is no `wasm`.
    pub slow_lane: Option<String>,
    /// How many times as many playouts the built-in game of the same name makes, where there is one.
    pub twin_ratio: Option<f64>,
}

/// How fast one lane is.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct LaneSpeed {
    /// Uniformly random matches from the first decision to the end.
    pub playouts_per_s: f64,
}

/// Measures the lanes of a rules file.
pub(crate) fn lanes(script: &Script, params: &Params, how: Measuring, seed: u64) -> Lanes {
    let (mut start, mut rng) = (script.initial(), Rng::stream(seed, "lanes", 0));
    script.settle(&mut start, &mut rng);
    let mut speed_of = |lane: &mut dyn Lane| {
        let mut cells = start.cells().to_vec();
        let playouts_per_s = rate(how.window, || {
            for _ in 0..BATCH {
                cells.copy_from_slice(start.cells());
                let ran = lane.play_out(&mut cells, rng.bits(), script.limit());
                debug_assert!(!matches!(ran, Ran::Chance(_)), "playouts draw their own chance");
            }
            BATCH
        });
        LaneSpeed { playouts_per_s }
    };
    let all = script.lanes().unwrap_or_default();
    let lanes: BTreeMap<String, LaneSpeed> =
        all.into_iter().map(|(name, mut lane)| (name.to_owned(), speed_of(&mut *lane))).collect();
    let fastest = lanes.values().map(|lane| lane.playouts_per_s).fold(0.0, f64::max);
    Lanes {
        lanes,
        slow_lane: script.slow_lane().map(ToString::to_string),
        twin_ratio: twin(script, params).map(|twin| playouts(&twin, how, seed) / fastest),
    }
}

/// Playouts between two looks at the clock.
const BATCH: u64 = 32;

struct Erase;

impl GameVisitor for Erase {
    type Out = AnyGame;

    fn visit<G: Game>(self, game: G) -> AnyGame {
        AnyGame::new(game)
    }
}

/// The built-in game of the same name with the same parameters, if there is one.
fn twin(script: &Script, params: &Params) -> Option<AnyGame> {
    let name = script.file().strip_suffix(ludometer_rules::shipped::ENDING)?;
    let typed: Vec<(String, String)> =
        params.iter().map(|(name, value)| (name.to_owned(), value.to_string())).collect();
    let typed = typed.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    ludometer_games::open(name, typed, Erase).ok()
}

fn playouts(game: &AnyGame, how: Measuring, seed: u64) -> f64 {
    let (mut start, mut rng) = (game.initial(), Rng::stream(seed, "twin", 0));
    game.settle(&mut start, &mut rng);
    rate(how.window, || {
        for _ in 0..BATCH {
            std::hint::black_box(game.playout(&mut start.clone(), &mut Vec::new(), &mut rng));
        }
        BATCH
    })
}
