//! Strategies of the game inside a search: they play the matches of simulations, and say which moves
//! are looked at first.

use crate::AgentError;
use crate::strategy::{favourites, number_of};
use ludometer_game::{Fault, Game, ParamError, ParamSpec, Params, Payoff, Rng, Seat, Turn, View};

/// The share of blind moves beside a strategy that suits most games: without any, every match from a
/// position would be the same.
const BLIND: f64 = 0.2;

/// A strategy that plays the matches of simulations.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Guide {
    /// Its number.
    pub strategy: usize,
    /// The share of blind moves.
    pub blind: f64,
}

/// The parameters of strategies in a search.
pub(crate) fn params() -> [ParamSpec; 3] {
    [
        ParamSpec::text("guide", "strategy of the game that plays the matches of simulations", ""),
        ParamSpec::real("guide-epsilon", "share of blind moves with `guide`", BLIND, 0.0..=1.0),
        ParamSpec::text("prior", "strategy of the game that says which moves are tried first", ""),
    ]
}

/// Reads them: who plays the matches, and who says what comes first.
///
/// # Errors
/// When the game does not state such a strategy, or settings do not go together.
pub(crate) fn read<G: Game>(
    game: &G,
    agent: &str,
    params: &Params,
) -> Result<(Option<Guide>, Option<usize>), AgentError> {
    let named = |key: &str| match params.word(key) {
        "" => Ok(None),
        name => number_of(game, &format!("{agent}:{key}={name}"), name).map(Some),
    };
    let refuse = |what: &str| {
        let cause = ParamError::Together(what.into());
        Err(AgentError::Params { agent: agent.into(), cause })
    };
    let guide = named("guide")?.map(|strategy| Guide { strategy, blind: params.real("guide-epsilon") });
    if guide.is_none() && params.real("guide-epsilon") != BLIND {
        return refuse("`guide-epsilon` has no effect without `guide`; type both");
    }
    if guide.is_some() && params.word("rollout") != "random" {
        return refuse("`guide` and `rollout` both say how a new position is valued; type one of them");
    }
    Ok((guide, named("prior")?))
}

/// Whether the strategies a search uses work here at all. Inside simulations one that breaks is passed over.
pub(crate) fn demand_advice<G: Game>(
    view: &View<'_, G>,
    guide: Option<Guide>,
    prior: Option<usize>,
) -> Result<(), Fault> {
    let used = guide.map(|guide| guide.strategy).into_iter().chain(prior);
    used.into_iter().try_for_each(|strategy| view.advise(strategy, &mut Vec::new()))
}

impl Guide {
    /// A match to its end or the limit, each move the strategy's or, now and then, a blind one.
    pub(crate) fn playout<G: Game>(
        self,
        game: &G,
        state: &mut G::State,
        moves: &mut Vec<G::Move>,
        rng: &mut Rng,
    ) -> Payoff {
        play_on(Some(self), game, state, moves, rng, |_| true)
    }

    fn pick<G: Game>(
        self,
        game: &G,
        state: &G::State,
        seat: Seat,
        moves: &[G::Move],
        rng: &mut Rng,
    ) -> G::Move {
        let mut weights = Vec::new();
        let blind = moves.len() == 1 || (self.blind > 0.0 && rng.unit() < self.blind);
        if blind || game.advise(state, seat, self.strategy, moves, &mut weights).is_err() {
            return moves[rng.below(moves.len())];
        }
        let best = favourites(&weights);
        moves[best[rng.below(best.len())]]
    }
}

/// A match to its end, to the limit or until it shall not go on, each move a guide's, or a random one without any. What
/// it pays then; a draw where rules break.
pub(crate) fn play_on<G: Game>(
    guide: Option<Guide>,
    game: &G,
    state: &mut G::State,
    moves: &mut Vec<G::Move>,
    rng: &mut Rng,
    goes_on: impl Fn(&G::State) -> bool,
) -> Payoff {
    for _ in 0..game.limit() {
        if !goes_on(state) {
            break;
        }
        let chosen = match game.turn(state) {
            Turn::Seat(seat) => {
                moves.clear();
                game.moves(state, moves);
                match guide {
                    _ if moves.is_empty() => return Payoff::draw(game.seats()),
                    Some(guide) => guide.pick(game, state, seat, moves, rng),
                    None => moves[rng.below(moves.len())],
                }
            }
            Turn::Chance => game.draw(state, rng),
            Turn::Over => break,
            _ => return Payoff::draw(game.seats()),
        };
        game.play(state, chosen);
    }
    game.payoff(state)
}

/// Puts moves in the order a strategy likes them, equals by lot; by lot alone where it breaks.
pub(super) fn order<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    strategy: usize,
    moves: &mut [G::Move],
    rng: &mut Rng,
) {
    rng.shuffle(moves);
    let mut weights = Vec::new();
    if game.advise(state, seat, strategy, moves, &mut weights).is_err() {
        return;
    }
    let mut rated: Vec<(f32, G::Move)> = weights.into_iter().zip(moves.iter().copied()).collect();
    rated.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (place, (_, option)) in moves.iter_mut().zip(rated) {
        *place = option;
    }
}
