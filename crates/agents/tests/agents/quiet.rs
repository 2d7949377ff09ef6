//! Beyond the depth: α–β with quiescence and extensions against plain minimax with the same two rules.

use ludometer_agents::alphabeta::search::{Limits, Search};
use ludometer_agents::{Evaluation, Patience, Scratch, Sight};
use ludometer_game::{Game, GameVisitor, Rng, Turn};
use ludometer_testkit::toys::Thicket;

/// Plain minimax, every line, with the rules for noisy and for forced moves. Values are for the side of
/// the sight.
struct Oracle<'a, G: Game> {
    sight: &'a Sight<'a, G>,
    quiescence: u32,
    extend: bool,
    /// The depth asked of the root.
    depth: u32,
}

impl<G: Game> Oracle<'_, G> {
    fn best(&self, state: &G::State, values: impl Iterator<Item = f32>) -> f32 {
        let Turn::Seat(mover) = self.sight.game.turn(state) else { panic!("nobody chooses") };
        let best =
            if self.sight.wants_more(mover) { values.reduce(f32::max) } else { values.reduce(f32::min) };
        best.expect("something to choose from")
    }

    fn moves(&self, state: &G::State) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.sight.game.moves(state, &mut moves);
        moves
    }

    fn after(&self, state: &G::State, option: G::Move) -> G::State {
        let mut child = state.clone();
        self.sight.game.play(&mut child, option);
        child
    }

    /// With `depth` plies to go, `ply` plies from the root. A forced move costs no depth, as long as it
    /// lies within twice the depth of the root.
    fn value(&self, state: &G::State, depth: u32, ply: u32) -> f32 {
        if self.sight.game.turn(state) == Turn::Over {
            return self.sight.result(state);
        }
        if depth == 0 {
            return self.quiet(state, self.quiescence);
        }
        let moves = self.moves(state);
        let free = self.extend && moves.len() == 1 && ply < 2 * self.depth;
        let below = if free { depth } else { depth - 1 };
        let values = moves.iter().map(|&option| self.value(&self.after(state, option), below, ply + 1));
        self.best(state, values)
    }

    /// Who moves may stand still or make a noisy move; where all moves are noisy, standing still is none.
    fn quiet(&self, state: &G::State, plies: u32) -> f32 {
        if self.sight.game.turn(state) == Turn::Over {
            return self.sight.result(state);
        }
        let standing = self.sight.estimate(state, &mut Scratch::default());
        if plies == 0 || !G::NOISY {
            return standing;
        }
        let moves = self.moves(state);
        let is_noisy = |option: &G::Move| self.sight.game.noisy(state, *option);
        let noisy: Vec<G::Move> = moves.iter().copied().filter(is_noisy).collect();
        let still = if noisy.len() == moves.len() { None } else { Some(standing) };
        let values = noisy.iter().map(|&option| self.quiet(&self.after(state, option), plies - 1));
        self.best(state, still.into_iter().chain(values))
    }
}

/// How a search is asked.
#[derive(Clone, Copy, Debug)]
struct Rules {
    quiescence: u32,
    extend: bool,
    table: usize,
}

impl Rules {
    fn drawn(rng: &mut Rng, table: usize) -> Self {
        Rules { quiescence: [0, 1, 2, 3, 8][rng.below(5)], extend: rng.below(3) > 0, table }
    }
}

/// Compares the value, the chosen move and every move's own value at every depth. Returns how often noise
/// or force made a difference.
fn compare<G: Game>(game: &G, state: &G::State, deepest: u32, rules: Rules) -> usize {
    let evaluation = Evaluation::read(game, "test", "").unwrap();
    let Turn::Seat(seat) = game.turn(state) else { return 0 };
    let sight = Sight::new(game, seat, &evaluation);
    let sign = if sight.wants_more(seat) { 1.0 } else { -1.0 };
    let Rules { quiescence, extend, table } = rules;
    let mut differences = 0;
    for depth in 1..=deepest {
        let oracle = Oracle { sight: &sight, quiescence, extend, depth };
        let plain = Oracle { quiescence: 0, extend: false, ..oracle };
        let moves = oracle.moves(state);
        let own =
            |oracle: &Oracle<'_, G>, option| sign * oracle.value(&oracle.after(state, option), depth - 1, 1);
        let expected = moves.iter().map(|&option| own(&oracle, option)).fold(f32::NEG_INFINITY, f32::max);
        let simple = moves.iter().map(|&option| own(&plain, option)).fold(f32::NEG_INFINITY, f32::max);
        differences += usize::from(expected != simple);
        for every in [false, true] {
            let patience = Patience::endless();
            let limits = Limits { depth, nodes: u64::MAX, patience, quiescence, extend, every };
            let mut rng = Rng::stream(u64::from(depth), "think", 0);
            let found = Search::new(table).run(&sight, state, &limits, &mut rng);
            let best = found.moves[0];
            assert_eq!(best.worth.value, expected, "depth {depth}, every {every}, {rules:?}");
            assert_eq!(own(&oracle, best.option), expected, "the chosen move is one of the best");
            for known in found.moves.iter().filter(|_| every && found.depth == depth) {
                assert_eq!(known.worth.value, own(&oracle, known.option), "every move has its own value");
            }
        }
    }
    differences
}

#[test]
fn noisy_and_forced_moves_are_followed_as_plain_minimax_follows_them() {
    let mut rng = Rng::stream(1, "thickets", 0);
    let mut differences = 0;
    for seed in 0..4000 {
        let thicket = Thicket::new(seed, 4 + rng.below(5) as u8);
        let table = [0, 1 << 16][rng.below(2)];
        let rules = Rules::drawn(&mut rng, table);
        differences += compare(&thicket, &thicket.initial(), 5, rules);
    }
    assert!(differences > 3000, "noise and force mattered {differences} times only");
}

/// Random positions of real games.
struct OnGames {
    deepest: u32,
    positions: usize,
}

impl GameVisitor for OnGames {
    type Out = usize;

    fn visit<G: Game>(self, game: G) -> usize {
        let mut rng = Rng::stream(2, "positions", 0);
        let mut differences = 0;
        for _ in 0..self.positions {
            let mut state = game.initial();
            for _ in 0..4 + rng.below(50) {
                let mut moves = Vec::new();
                if game.turn(&state).seat().is_none() {
                    break;
                }
                game.moves(&state, &mut moves);
                game.play(&mut state, moves[rng.below(moves.len())]);
            }
            let rules = Rules::drawn(&mut rng, 0);
            differences += compare(&game, &state, self.deepest, rules);
        }
        differences
    }
}

#[test]
fn the_edge_of_real_games_is_that_of_plain_minimax() {
    for (game, set, deepest) in
        [("draughts", &[][..], 3), ("othello", &[], 2), ("go", &[("size", "5")], 2), ("gomoku", &[], 1)]
    {
        let on_games = OnGames { deepest, positions: 40 };
        let differences = ludometer_games::open(game, set.iter().copied(), on_games).unwrap();
        assert!(differences > 0, "no noise in {game}");
    }
}
