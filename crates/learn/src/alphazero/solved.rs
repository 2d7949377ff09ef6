//! Positions whose best moves are known, where the game can be solved quickly enough.

use ludometer_agents::network::{Asked, Model, policy_actions};
use ludometer_agents::solve::{demand_an_exact_value, solver_of};
use ludometer_game::{ChanceKind, Game, Rng, Seat, Sum, Turn};

/// Positions that are solved.
const POSITIONS: usize = 200;
/// Memory of the solver.
const BYTES: usize = 64 << 20;
/// Positions the solver may look at for one question.
const PATIENCE: u64 = 20_000;
/// Positions that cannot be solved, beside twice as many as are taken, before it is given up.
const HOPELESS: usize = 10;
/// Random matches that are drawn at most.
const TRIES: u64 = 5000;

/// A position with the moves that give nothing away.
struct Exercise<G: Game> {
    state: G::State,
    seat: Seat,
    moves: Vec<G::Move>,
    right: Vec<bool>,
}

/// Solved positions.
pub(super) struct Exercises<G: Game>(Vec<Exercise<G>>);

impl<G: Game> Exercises<G> {
    /// Draws positions from random matches and solves them; none where that takes too long. Positions in which every
    /// move is as good are left out. `go_on` hears how many there are; `false` stops.
    pub fn draw(game: &G, seed: u64, go_on: &mut dyn FnMut(usize) -> bool) -> Exercises<G> {
        let chance = game.traits().chance != ChanceKind::None;
        // Where moves have no numbers the network says nothing about them.
        if chance || policy_actions(game).is_none() || demand_an_exact_value(game).is_err() {
            return Exercises(Vec::new());
        }
        let together =
            |one: Seat, other: Seat| game.traits().sum == Sum::Shared || game.team(one) == game.team(other);
        let mut solver = solver_of(game, BYTES);
        let mut failed = 0;
        let mut all = Vec::new();
        for index in 0..TRIES {
            if all.len() >= POSITIONS || failed >= HOPELESS + 2 * all.len() || !go_on(all.len()) {
                break;
            }
            let mut rng = Rng::stream(seed, "exercises", index);
            let Some((state, seat)) = middle(game, &mut rng) else { continue };
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let worth = |option: &G::Move| {
                let mut next = state.clone();
                game.play(&mut next, *option);
                match game.turn(&next) {
                    Turn::Over => Some(game.payoff(&next).points[seat]),
                    Turn::Seat(mover) => {
                        let found = solver.solve(game, &next, &mut |nodes| nodes < PATIENCE).ok()?;
                        Some(if together(mover, seat) { found.points } else { -found.points })
                    }
                    _ => None,
                }
            };
            let Some(worths) = moves.iter().map(worth).collect::<Option<Vec<f32>>>() else {
                failed += 1;
                continue;
            };
            let best = worths.iter().copied().fold(f32::MIN, f32::max);
            let right: Vec<bool> = worths.iter().map(|worth| *worth >= best).collect();
            if right.contains(&false) {
                all.push(Exercise { state, seat, moves, right });
            }
        }
        Exercises(all)
    }

    /// None.
    pub fn none() -> Exercises<G> {
        Exercises(Vec::new())
    }

    /// The positions that are solved, at most.
    pub const MOST: u64 = POSITIONS as u64;

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The share in which the network's likeliest move gives something away.
    pub fn mistakes(&self, game: &G, model: &Model) -> Option<f64> {
        let mut asked = Asked::default();
        let wrong = self.0.iter().filter(|one| {
            model.judge(game, &one.state, one.seat, &one.moves, 1.0, &mut asked);
            let likeliest = (0..one.moves.len()).max_by(|a, b| asked.priors[*a].total_cmp(&asked.priors[*b]));
            likeliest.is_some_and(|chosen| !one.right[chosen])
        });
        (!self.0.is_empty()).then(|| wrong.count() as f64 / self.0.len() as f64)
    }
}

/// A position from a random match, with its mover.
fn middle<G: Game>(game: &G, rng: &mut Rng) -> Option<(G::State, Seat)> {
    let mut path = vec![game.initial()];
    let mut moves = Vec::new();
    // The limit of plies is no part of a position: a match may know no other end.
    while path.len() <= game.limit() as usize && matches!(game.turn(path.last()?), Turn::Seat(_)) {
        let mut state = path.last()?.clone();
        moves.clear();
        game.moves(&state, &mut moves);
        game.play(&mut state, *moves.get(rng.below(moves.len().max(1)))?);
        path.push(state);
    }
    // The end is over, and the beginning is hard to solve.
    let (from, last) = (path.len() / 2, path.len() - 1);
    let state = path.swap_remove(if from < last { from + rng.below(last - from) } else { 0 });
    Some((state.clone(), game.turn(&state).seat()?))
}
