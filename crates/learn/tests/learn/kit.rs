//! A solver for a game by name, and a game of three hands.

use ludometer_game::{
    AnyGame, ChanceKind, Game, GameVisitor, Payoff, Rng, Seat, Seats, Seen, Sum, Traits, Turn,
};
use ludometer_learn::cfr::solver::{Method, Solver};
use ludometer_learn::cfr::tree::Tree;
use ludometer_learn::{Progress, Watch, Wish};

/// A limit no test meets.
pub const PLENTY: usize = 3_000_000;

/// A game without its type, so that what is tested is compiled for one game only.
struct Erase;

impl GameVisitor for Erase {
    type Out = AnyGame;

    fn visit<G: Game>(self, game: G) -> AnyGame {
        AnyGame::new(game)
    }
}

/// A shipped game.
pub fn open(name: &str, typed: &[(&str, &str)]) -> AnyGame {
    ludometer_games::open(name, typed.iter().copied(), Erase).expect("a game")
}

/// Stops a training after so many cycles or marks.
pub struct StopsAfter(pub u64);

impl Watch for StopsAfter {
    fn wish(&mut self) -> Wish {
        if self.0 == 0 { Wish::Stop } else { Wish::GoOn }
    }
    fn reached(&mut self, _progress: &Progress) {
        self.0 -= 1;
    }
}

/// Stops a training when it asks for the so-manieth time whether to go on.
pub struct StopsAtQuestion(pub u64);

impl Watch for StopsAtQuestion {
    fn wish(&mut self) -> Wish {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 { Wish::Stop } else { Wish::GoOn }
    }
}

/// A solver of a game that has learnt nothing yet.
pub fn solver_of<G: Game>(game: &G, method: Method) -> Solver {
    let tree = Tree::grow(game, PLENTY).expect("a small game");
    Solver::new(tree, method, 1, 0.6).expect("perfect recall")
}

/// The same for a shipped game.
pub fn begin(name: &str, typed: &[(&str, &str)], method: Method) -> Solver {
    solver_of(&open(name, typed), method)
}

/// A random strategy, by sequence.
pub fn random_policy(solver: &Solver, seed: u64) -> Vec<f64> {
    let mut rng = Rng::stream(seed, "policy", 0);
    let mut policy = solver.form().uniform();
    for set in &solver.tree().sets {
        let weights: Vec<f64> = set.sequences().map(|_| rng.unit() + 0.01).collect();
        let sum: f64 = weights.iter().sum();
        set.sequences().zip(weights).for_each(|(at, weight)| policy[at] = weight / sum);
    }
    policy
}

/// Rock, paper, scissors in secret; wins of each hand count differently.
pub struct Hands {
    /// What rock, paper and scissors win.
    pub wins: [f32; 3],
}

/// The hands shown so far.
pub type Shown = [Option<u8>; 2];

impl Game for Hands {
    type State = Shown;
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        2
    }
    fn initial(&self) -> Shown {
        [None; 2]
    }
    fn turn(&self, state: &Shown) -> Turn {
        match state {
            [None, _] => Turn::Seat(Seat::new(0)),
            [_, None] => Turn::Seat(Seat::new(1)),
            _ => Turn::Over,
        }
    }
    fn moves(&self, _: &Shown, out: &mut Vec<u8>) {
        out.extend(0..3);
    }
    fn play(&self, state: &mut Shown, chosen: u8) {
        state[usize::from(state[0].is_some())] = Some(chosen);
    }
    fn payoff(&self, state: &Shown) -> Payoff {
        let [Some(one), Some(other)] = *state else { return Payoff::draw(2) };
        let points = match (3 + one - other) % 3 {
            0 => 0.0,
            1 => self.wins[usize::from(one)],
            _ => -self.wins[usize::from(other)],
        };
        let mut both = Seats::all(points, 2);
        both[Seat::new(1)] = -points;
        Payoff::from_points(both)
    }
    fn bounds(&self) -> (f32, f32) {
        (-9.0, 9.0)
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::None, hidden: true, sum: Sum::Zero }
    }
    fn info(&self, state: &Shown, me: Seat, out: &mut Vec<u8>) {
        out.push(state[me.index()].map_or(9, |hand| hand));
    }
    fn seen(&self, _: &Shown, made: u8, by: Seat) -> Seen<u8> {
        if by == Seat::new(1) { Seen::Hidden(0) } else { Seen::Full(made) }
    }
}
