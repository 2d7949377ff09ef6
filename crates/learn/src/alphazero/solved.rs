//! Positions whose best moves are known, where the game has a solver of its own.

use ludometer_agents::network::{Asked, Model};
use ludometer_game::{Game, Rng, Seat, Turn};

/// Positions that are solved.
const POSITIONS: usize = 200;
/// Memory of the solver.
const BYTES: usize = 64 << 20;
/// Positions the solver may look at for one question.
const PATIENCE: u64 = 50_000;
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
    /// Draws positions from random matches and solves them; none where the game has no solver. Positions in which
    /// every move is as good are left out.
    pub fn draw(game: &G, seed: u64) -> Exercises<G> {
        let Some(mut solver) = game.solver(BYTES) else { return Exercises(Vec::new()) };
        let mut all = Vec::new();
        for index in 0..TRIES {
            if all.len() >= POSITIONS {
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
                        Some(if mover == seat { found.points } else { -found.points })
                    }
                    _ => None,
                }
            };
            let Some(worths) = moves.iter().map(worth).collect::<Option<Vec<f32>>>() else { continue };
            let best = worths.iter().copied().fold(f32::MIN, f32::max);
            let right: Vec<bool> = worths.iter().map(|worth| *worth >= best).collect();
            if right.contains(&false) {
                all.push(Exercise { state, seat, moves, right });
            }
        }
        Exercises(all)
    }

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
    while let Turn::Seat(_) = game.turn(path.last()?) {
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
