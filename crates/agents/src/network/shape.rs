//! Between a game and a network: the mover's seat always comes first.

use ludometer_game::{Encoding, Game, Seat, Seats, Sum};
use ludometer_net::Plan;

/// What a game lacks to be learnt by a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lacking {
    /// It does not say what a position looks like to a network.
    Encoder,
}

impl Lacking {
    /// In words.
    #[must_use]
    pub const fn needs(self) -> &'static str {
        match self {
            Lacking::Encoder => {
                "an encoder (`encoding` and `encode` of the contract; rules files always have one)"
            }
        }
    }
}

/// The plan of a network for this game: residual blocks over a board, fully connected layers otherwise.
///
/// # Errors
/// When the game has no encoder.
pub fn plan<G: Game>(game: &G, blocks: usize, channels: usize) -> Result<Plan, Lacking> {
    let encoding = game.encoding().filter(|encoding| !encoding.is_empty()).ok_or(Lacking::Encoder)?;
    let body = match encoding {
        Encoding::Grid { channels: planes, rows, columns } => {
            Plan::grid(planes, rows, columns, blocks, channels)
        }
        Encoding::Flat { len } => Plan::flat(len, 1 + 2 * blocks, channels),
    };
    Ok(body.with_outputs(policy_actions(game).unwrap_or(1), value_outputs(game)))
}

/// How many actions the policy speaks of; none where the game has no fixed list of them, and moves are judged by
/// the positions they lead to.
#[must_use]
pub fn policy_actions<G: Game>(game: &G) -> Option<usize> {
    game.actions().filter(|actions| *actions > 0)
}

/// How many values a network of this game predicts: one where it says what everybody gets, else one per seat.
#[must_use]
pub fn value_outputs<G: Game>(game: &G) -> usize {
    match (game.traits().sum, game.seats()) {
        (_, 1) | (Sum::Shared, _) | (Sum::Zero, 2) => 1,
        (_, seats) => seats,
    }
}

/// Writes what a seat sees of a position.
pub fn write_input<G: Game>(game: &G, state: &G::State, seat: Seat, out: &mut [f32]) {
    out.fill(0.0);
    game.encode(state, seat, out);
}

/// What a position is worth to every seat, −1 to 1, from what the network says to `seat`.
#[must_use]
pub fn read_values<G: Game>(game: &G, seat: Seat, said: &[f32]) -> Seats<f32> {
    let seats = game.seats();
    let opposed = game.traits().sum == Sum::Zero;
    Seats::from_fn(seats, |of: Seat| match said {
        [own] if of == seat || !opposed => own.clamp(-1.0, 1.0),
        [own] => -own.clamp(-1.0, 1.0),
        all => all[(of.index() + seats - seat.index()) % seats].clamp(-1.0, 1.0),
    })
}

/// What the network should say to `seat` when everybody gets this, −1 to 1.
pub fn write_values<G: Game>(game: &G, seat: Seat, units: &Seats<f32>, out: &mut Vec<f32>) {
    let seats = game.seats();
    let round = (0..value_outputs(game)).map(|step| units[Seat::new(((seat.index() + step) % seats) as u8)]);
    out.extend(round);
}

/// How likely each legal move is: the softmax of what the network says of these, and of nothing else.
pub fn read_priors<G: Game>(
    game: &G,
    state: &G::State,
    moves: &[G::Move],
    said: &[f32],
    temperature: f32,
    out: &mut Vec<f32>,
) {
    out.clear();
    if policy_actions(game).is_none() {
        out.resize(moves.len(), 1.0 / moves.len() as f32);
        return;
    }
    let logit = |&option: &G::Move| said.get(game.index(state, option)).copied().unwrap_or(f32::MIN);
    out.extend(moves.iter().map(logit));
    let most = out.iter().copied().fold(f32::MIN, f32::max);
    out.iter_mut().for_each(|logit| *logit = libm::expf((*logit - most) / temperature));
    let total: f32 = out.iter().sum();
    out.iter_mut().for_each(|share| *share /= total);
}
