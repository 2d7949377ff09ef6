//! How much memory a training takes, so that it is refused before it runs out.

use super::inputs::Inputs;
use super::selfplay::SelfPlay;
use super::settings::Plan;
use ludometer_agents::Memory;
use ludometer_agents::puct::{probe, search_bytes};
use ludometer_game::{Game, Seat};
use ludometer_net::{Body, Input, Plan as Shape};

/// What a position takes beside its inputs and moves.
const BESIDE: usize = 160;
/// Legal moves of a position that are counted at most.
const MOVES: usize = 128;

/// What a training takes at most, with the parameter that asks for most of it.
pub(super) fn room<G: Game>(game: &G, shape: &Shape, plan: &Plan, threads: usize) -> Memory {
    let trees = SelfPlay::<G>::matches_at_once(threads).saturating_mul(search_bytes(game, &plan.full));
    let parts = [
        (window_bytes(game, shape, plan), "window"),
        (network_bytes(shape, plan.batch), "channels"),
        (trees, "sims"),
    ];
    let bytes = parts.iter().fold(0usize, |sum, (bytes, _)| sum.saturating_add(*bytes));
    let parameter = parts.into_iter().max_by_key(|(bytes, _)| *bytes).map_or("window", |(_, name)| name);
    Memory { bytes, parameter }
}

/// Bytes that the positions of the window take at most: twice, since they are averaged into a copy.
pub(super) fn window_bytes<G: Game>(game: &G, shape: &Shape, plan: &Plan) -> usize {
    let moves = 8 * shape.policy.min(MOVES);
    2 * plan.window * (inputs_bytes(game, shape) + moves + BESIDE)
}

/// Bytes that a network takes while it learns: its weights several times over (slopes, what the optimiser remembers, the
/// running mean, copies ready to be asked), and what every layer says of a batch.
pub(super) fn network_bytes(shape: &Shape, batch: usize) -> usize {
    const COPIES: usize = 12;
    let (cells, planes) = match shape.input {
        Input::Grid { planes, rows, columns } => (rows * columns, planes),
        Input::Flat { inputs } => (1, inputs),
    };
    let (layers, width, taps) = match shape.body {
        Body::ResNet { blocks, channels } => (2 * blocks, channels, 9),
        Body::Mlp { layers, width } => (layers, width, 1),
    };
    let body = width.saturating_mul(planes + width.saturating_mul(layers)).saturating_mul(taps);
    let heads =
        shape.heads.channels * cells * (shape.policy + shape.heads.hidden) + 2 * width * shape.heads.channels;
    let said = 3 * batch * cells * width * (layers + 1);
    4usize.saturating_mul(body.saturating_add(heads).saturating_mul(COPIES).saturating_add(said))
}

/// The largest inputs of a random match; constants are numbers, and with them all inputs are.
fn inputs_bytes<G: Game>(game: &G, shape: &Shape) -> usize {
    if shape.constants > 0 {
        return 4 * shape.input_len();
    }
    let (mut seen, mut most) = (vec![0.0; shape.input_len()], 0);
    probe(game, |state, _| {
        seen.fill(0.0);
        game.encode(state, Seat::new(0), &mut seen);
        most = most.max(Inputs::new(&seen).bytes());
    });
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_takes_more_than_its_weights() {
        let small = network_bytes(&Shape::grid(3, 6, 7, 4, 64).with_outputs(7, 1), 256);
        let large = network_bytes(&Shape::grid(3, 6, 7, 64, 1024).with_outputs(7, 1), 256);
        assert!((16 << 20..256 << 20).contains(&small), "{small}");
        assert!(large > 50 << 30, "{large}");
    }
}
