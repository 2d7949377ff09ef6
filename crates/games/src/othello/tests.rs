//! Othello: a slow board against the bit sets, a solved board, known positions, texts that are refused.

use super::*;
use ludometer_game::Rng;
use proptest::prelude::*;
use std::collections::HashMap;

/// The rules as one would write them first: an array of cells, and a walk along each line.
struct Slow {
    size: i32,
    cells: Vec<Option<usize>>,
}

impl Slow {
    fn of<B: Bits>(game: &Othello<B>, state: &Position<B>) -> Self {
        let cells = (0..game.board.cells()).map(|cell| state.owner(cell)).collect();
        Slow { size: game.board.size() as i32, cells }
    }

    fn at(&self, row: i32, column: i32) -> Option<Option<usize>> {
        let inside = (0..self.size).contains(&row) && (0..self.size).contains(&column);
        inside.then(|| self.cells[(row * self.size + column) as usize])
    }

    /// The cells a disc of this player turns; none where it may not be played.
    fn turned(&self, cell: usize, player: usize) -> Vec<usize> {
        if self.cells[cell].is_some() {
            return vec![];
        }
        let (row, column) = (cell as i32 / self.size, cell as i32 % self.size);
        let ways = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
        ways.filter(|way| *way != (0, 0)).flat_map(|way| self.line(row, column, way, player)).collect()
    }

    fn line(&self, mut row: i32, mut column: i32, (down, right): (i32, i32), player: usize) -> Vec<usize> {
        let mut passed = Vec::new();
        loop {
            (row, column) = (row + down, column + right);
            match self.at(row, column) {
                Some(Some(owner)) if owner == player => return passed,
                Some(Some(_)) => passed.push((row * self.size + column) as usize),
                _ => return vec![],
            }
        }
    }
}

fn cells<B: Bits>(set: B) -> Vec<usize> {
    set.cells().map(|cell| cell as usize).collect()
}

/// Compares legal cells and turned discs of both players.
fn compare<B: Bits>(game: &Othello<B>, state: &Position<B>) {
    let slow = Slow::of(game, state);
    for player in 0..2 {
        let [own, their] = [state.discs[player], state.discs[1 - player]];
        let may: Vec<usize> =
            (0..game.board.cells()).filter(|&cell| !slow.turned(cell, player).is_empty()).collect();
        assert_eq!(cells(game.flips.playable(own, their)), may, "{state:?}");
        for cell in may {
            let mut turned = slow.turned(cell, player);
            turned.sort_unstable();
            assert_eq!(
                cells(game.flips.turned(B::cell(cell as u32), own, their)),
                turned,
                "{cell} in {state:?}"
            );
        }
    }
}

/// Any board, also such as no match leads to, on which fills are as long as they can get.
fn any_board<B: Bits>(size: usize, owners: &[u8]) {
    let game = Othello::<B>::new(size);
    let mut discs = [B::NONE; 2];
    for (cell, owner) in owners.iter().take(size * size).enumerate() {
        if *owner < 2 {
            discs[usize::from(*owner)] |= B::cell(cell as u32);
        }
    }
    compare(&game, &game.settle(discs, 0));
}

fn mostly_white() -> impl Strategy<Value = u8> {
    prop::sample::select(&[0, 1, 1, 1, 1, 1, 2][..])
}

proptest! {
    #[test]
    fn the_slow_board_agrees_everywhere(owners in prop::collection::vec(0u8..3, 100)) {
        any_board::<u64>(4, &owners);
        any_board::<u64>(6, &owners);
        any_board::<u64>(8, &owners);
        any_board::<u128>(8, &owners);
        any_board::<u128>(10, &owners);
    }

    #[test]
    fn it_agrees_on_boards_with_long_lines(owners in prop::collection::vec(mostly_white(), 100)) {
        any_board::<u64>(8, &owners);
        any_board::<u128>(10, &owners);
    }

    #[test]
    fn it_agrees_along_random_matches(seed: u64) {
        let game = Othello::<u64>::new(8);
        let (mut state, mut rng, mut legal) = (game.initial(), Rng::stream(seed, "othello", 0), Vec::new());
        while !state.over {
            compare(&game, &state);
            legal.clear();
            game.moves(&state, &mut legal);
            game.play(&mut state, legal[rng.below(legal.len())]);
        }
        compare(&game, &state);
    }
}

/// Black's discs less White's under perfect play.
fn solve(game: &Othello<u64>, state: &Position<u64>, known: &mut HashMap<Position<u64>, i32>) -> i32 {
    if state.over {
        return state.count(0) as i32 - state.count(1) as i32;
    }
    if let Some(&value) = known.get(state) {
        return value;
    }
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    let below = legal.into_iter().map(|chosen| {
        let mut next = *state;
        game.play(&mut next, chosen);
        solve(game, &next, known)
    });
    let value = if state.mover == 0 { below.max() } else { below.min() }.expect("there is always a move");
    known.insert(*state, value);
    value
}

#[test]
fn white_wins_the_smallest_board_by_eight_discs() {
    let game = Othello::<u64>::new(4);
    let mut known = HashMap::new();
    assert_eq!(solve(&game, &game.initial(), &mut known), -8);
    // Along the first best line to see the discs themselves: 3 to 11, two cells stay empty.
    let mut state = game.initial();
    while !state.over {
        let mut legal = Vec::new();
        game.moves(&state, &mut legal);
        let best = legal.into_iter().find(|&chosen| {
            let mut next = state;
            game.play(&mut next, chosen);
            solve(&game, &next, &mut known) == -8
        });
        game.play(&mut state, best.expect("a move that keeps the value"));
    }
    assert_eq!([state.count(0), state.count(1)], [3, 11]);
}

#[test]
fn black_starts_on_the_four_usual_cells() {
    let game = Othello::<u64>::new(8);
    let (state, mut legal, mut text) = (game.initial(), Vec::new(), String::new());
    game.moves(&state, &mut legal);
    for chosen in legal {
        game.text(&state, chosen, &mut text);
        text.push(' ');
    }
    assert_eq!(text, "d3 c4 f5 e6 ");
    let start = "......../......../......../...wb.../...bw.../......../......../........ b";
    assert_eq!(game.position(&state).as_deref(), Some(start));
}

#[test]
fn who_cannot_move_passes_and_only_then() {
    let game = Othello::<u64>::new(4);
    let mut state = game.read_position("bbbw/bbbb/bbbb/.... b").expect("a position");
    assert_eq!(game.parse(&state, "pass"), Some(game.pass()));
    assert_eq!(game.turn(&state), Turn::Seat(Seat::new(0)));
    game.play(&mut state, game.pass());
    assert_eq!(game.parse(&state, "pass"), None);
    let chosen = game.parse(&state, "D4").expect("White encloses a column");
    game.play(&mut state, chosen);
    assert_eq!(game.position(&state).as_deref(), Some("bbbw/bbbw/bbbw/...w b"));
}

#[test]
fn matches_end_for_three_reasons() {
    let game = Othello::<u64>::new(4);
    for (position, ending, winner) in [
        ("bbbb/bbbb/bbbb/.... w", "all discs turned", Some(0)),
        ("bbbb/bbbb/wwww/wwww w", "board full", None),
        ("bbbb/bbbb/bbbb/bb.w b", "no moves left", Some(0)),
        ("wwww/wwww/wwwb/wwww w", "board full", Some(1)),
    ] {
        let state = game.read_position(position).expect("a position");
        assert!(state.over && game.ending(&state) == ending, "{position}: {}", game.ending(&state));
        assert_eq!([0, 1].map(Seat::new).iter().position(|&seat| game.payoff(&state).won(seat)), winner);
    }
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let game = Othello::<u64>::new(4);
    for (text, reason) in [
        ("..../.wb./.bw./....", "who moves"),
        ("..../.wb./.bw./.... x", "`x` does not say who moves: b or w"),
        ("..../.wb./.bw. b", "4 rows of 4"),
        ("..../.wb./.bw./...q b", "`q` is neither b, w nor ."),
        ("..../.w../.bw./.... b", "never empty"),
    ] {
        let refused = game.read_position(text).unwrap_err().to_string();
        assert!(refused.contains(reason), "{refused}");
    }
}

#[test]
fn corners_are_noisy_and_told() {
    let game = Othello::<u64>::new(4);
    let before = game.read_position("..../.wb./.bb./.... w").expect("a position");
    let mut after = before;
    let corner = game.parse(&before, "d4").expect("White encloses the diagonal");
    game.play(&mut after, corner);
    let mut story = Story::default();
    game.narrate(&before, corner, &after, &mut story);
    assert!(game.noisy(&before, corner) && !game.noisy(&before, game.pass()));
    assert_eq!(story.counts, vec![("corners".to_owned(), 1.0)]);
    assert_eq!(story.scores.iter().map(|(.., points)| points).sum::<f32>(), 1.0);
}

/// Who looks one move ahead with this evaluation should beat chance clearly.
#[test]
fn the_evaluation_beats_chance() {
    let game = Othello::<u64>::new(8);
    let (mut rng, mut points) = (Rng::stream(1, "evaluation", 0), 0.0);
    for nth in 0..60 {
        let me = Seat::new(nth % 2);
        let (mut state, mut legal) = (game.initial(), Vec::new());
        while !state.over {
            legal.clear();
            game.moves(&state, &mut legal);
            let worth = |chosen: &&u8| {
                let mut next = state;
                game.play(&mut next, **chosen);
                game.evaluate(&next, me).unwrap_or_default()
            };
            let best = legal.iter().max_by(|a, b| worth(a).total_cmp(&worth(b)));
            let chosen = match game.turn(&state) {
                Turn::Seat(seat) if seat == me => *best.expect("there is always a move"),
                _ => legal[rng.below(legal.len())],
            };
            game.play(&mut state, chosen);
        }
        points += game.payoff(&state).points[me];
    }
    assert!(points > 40.0, "{points} points in 60 matches");
}
