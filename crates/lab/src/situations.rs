//! Situations a player should know what to do in: win now, do not let the other win now, do not walk into a loss.
//!
//! They are taken from random play, or where a game is small all there are, and what is right is what the solver says.

use ludometer_agents::solve::{demand_an_exact_value, solver_of};
use ludometer_game::{Game, Rng, Seat, Solver, Sum, Turn};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

/// Where there are no more positions than this, all of them are taken.
const SMALL: usize = 10_000;
/// Memory of the solver.
const BYTES: usize = 256 << 20;
/// Positions the solver may look at for one move.
const PATIENCE: u64 = 50_000;
/// Random matches for each situation wanted, at most.
const TRIES: u64 = 60;

/// What a situation asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A move wins at once.
    WinNow,
    /// Some moves let the opponent win at once, others do not.
    DoNotLoseNow,
    /// Some moves give the result away later: they walk into a fork, or let one go.
    AvoidTheFork,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 3] = [Kind::WinNow, Kind::DoNotLoseNow, Kind::AvoidTheFork];
}

/// A position, and which of its moves are right.
pub(crate) struct Situation<G: Game> {
    pub kind: Kind,
    pub state: G::State,
    pub seat: Seat,
    pub moves: Vec<G::Move>,
    pub right: Vec<bool>,
}

/// At most so many situations, a third of each kind; of a small game all, whatever was asked for. None where best play
/// does not decide the result.
pub(crate) fn situations<G: Game>(
    game: &G,
    wanted: usize,
    seed: u64,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Vec<Situation<G>> {
    if demand_an_exact_value(game).is_err() || game.seats() != 2 {
        return Vec::new();
    }
    let mut judge = Judge { game, solver: solver_of(game, BYTES) };
    if let Some(all) = all_positions(game) {
        return all.into_iter().filter_map(|state| judge.situation(state, true)).collect();
    }
    let (each, mut found, mut counts) = (wanted.div_ceil(3), Vec::new(), [0; 3]);
    let mut seen = FxHashSet::default();
    for number in 0..TRIES * wanted as u64 {
        if counts.iter().all(|count| *count >= each) || !go_on(found.len()) {
            break;
        }
        let Some(state) = random_position(game, &mut Rng::stream(seed, "situations", number)) else {
            continue;
        };
        if !seen.insert(state.clone()) {
            continue;
        }
        let forks = counts[Kind::AvoidTheFork as usize] < each;
        let Some(situation) = judge.situation(state, forks) else { continue };
        let count = &mut counts[situation.kind as usize];
        if *count < each {
            *count += 1;
            found.push(situation);
        }
    }
    found
}

/// All positions in which a seat is to move, if they are few and chance has no part in it.
fn all_positions<G: Game>(game: &G) -> Option<Vec<G::State>> {
    let (mut seen, mut all, mut moves) = (FxHashSet::default(), vec![game.initial()], Vec::new());
    let mut at = 0;
    while at < all.len() {
        let state = all[at].clone();
        at += 1;
        match game.turn(&state) {
            Turn::Seat(_) => {}
            Turn::Over => continue,
            _ => return None,
        }
        moves.clear();
        game.moves(&state, &mut moves);
        for &option in &moves {
            let mut next = state.clone();
            game.play(&mut next, option);
            if seen.insert(next.clone()) {
                all.push(next);
            }
        }
        if all.len() > SMALL {
            return None;
        }
    }
    Some(all)
}

/// A position from a random match, later ones as likely as earlier ones.
fn random_position<G: Game>(game: &G, rng: &mut Rng) -> Option<G::State> {
    let (mut state, mut moves, mut path) = (game.initial(), Vec::new(), Vec::new());
    for _ in 0..game.limit() {
        game.settle(&mut state, rng);
        let Turn::Seat(_) = game.turn(&state) else { break };
        path.push(state.clone());
        moves.clear();
        game.moves(&state, &mut moves);
        game.play(&mut state, *moves.get(rng.below(moves.len().max(1)))?);
    }
    (!path.is_empty()).then(|| path.swap_remove(rng.below(path.len())))
}

struct Judge<'a, G: Game> {
    game: &'a G,
    solver: Box<dyn Solver<G>>,
}

impl<G: Game> Judge<'_, G> {
    /// What a position asks for; none where every move is as good, nobody knows, or it would have to be solved and forks
    /// are not wanted.
    fn situation(&mut self, state: G::State, forks: bool) -> Option<Situation<G>> {
        let seat = self.game.turn(&state).seat()?;
        let mut moves = Vec::new();
        self.game.moves(&state, &mut moves);
        let wins = |judge: &Self, option: G::Move| judge.wins_now(&state, option, seat);
        let won: Vec<bool> = moves.iter().map(|option| wins(self, *option)).collect();
        let safe: Vec<bool> = moves.iter().map(|option| !self.answered(&state, *option, seat)).collect();
        let mixed = |right: &[bool]| right.contains(&true) && right.contains(&false);
        let (kind, right) = if won.contains(&true) {
            (Kind::WinNow, won)
        } else if mixed(&safe) {
            (Kind::DoNotLoseNow, safe)
        } else if forks {
            (Kind::AvoidTheFork, self.keeps(&state, seat, &moves)?)
        } else {
            return None;
        };
        mixed(&right).then_some(Situation { kind, state, seat, moves, right })
    }

    fn wins_now(&self, state: &G::State, option: G::Move, seat: Seat) -> bool {
        let mut next = state.clone();
        self.game.play(&mut next, option);
        self.game.turn(&next) == Turn::Over
            && self.game.payoff(&next).won(seat)
            && !self.game.payoff(&next).is_tie()
    }

    /// Whether the opponent can win at once after a move.
    fn answered(&self, state: &G::State, option: G::Move, seat: Seat) -> bool {
        let mut next = state.clone();
        self.game.play(&mut next, option);
        let Turn::Seat(mover) = self.game.turn(&next) else { return false };
        let mut moves = Vec::new();
        self.game.moves(&next, &mut moves);
        mover != seat && moves.into_iter().any(|answer| self.wins_now(&next, answer, mover))
    }

    /// Which moves keep the result of best play.
    fn keeps(&mut self, state: &G::State, seat: Seat, moves: &[G::Move]) -> Option<Vec<bool>> {
        let mut worths = Vec::new();
        for &option in moves {
            let mut next = state.clone();
            self.game.play(&mut next, option);
            let points = match self.game.turn(&next) {
                Turn::Over => self.game.payoff(&next).points[seat],
                Turn::Seat(mover) => {
                    let found = self.solver.result(self.game, &next, &mut |nodes| nodes < PATIENCE).ok()?;
                    let together = self.game.traits().sum == Sum::Shared
                        || self.game.team(mover) == self.game.team(seat);
                    if together { found } else { -found }
                }
                _ => return None,
            };
            worths.push(points);
        }
        let best = worths.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        Some(worths.iter().map(|worth| *worth >= best).collect())
    }
}
