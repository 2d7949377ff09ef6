//! Tests of Goofspiel.

use super::*;
use ludometer_testkit::conformance;

fn table(seats: usize, cards: usize, order: Order) -> Goofspiel {
    Goofspiel { seats, cards, order, carry: false, by_difference: true }
}

fn after(game: &Goofspiel, moves: &str) -> State {
    moves.split_whitespace().fold(game.initial(), |mut state, text| {
        let chosen = game.parse(&state, text).unwrap_or_else(|| panic!("`{text}` is not legal"));
        game.play(&mut state, chosen);
        state
    })
}

fn next(game: &Goofspiel, state: &State, chosen: Move) -> State {
    let mut state = *state;
    game.play(&mut state, chosen);
    state
}

fn bids(game: &Goofspiel, state: &State) -> Vec<Move> {
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    legal
}

#[test]
fn the_highest_bid_takes_the_prize() {
    let game = table(3, 4, Order::Random);
    let state = after(&game, "prize-3 1 4 2 prize-4 4 1 3");
    assert_eq!(state.points[..3], [4, 3, 0]);
    let mean = 7.0 / 3.0;
    assert_eq!(game.payoff(&state).points.as_slice(), &[4.0 - mean, 3.0 - mean, -mean]);
    assert_eq!(game.payoff(&state).place.as_slice(), &[1, 2, 3]);
}

#[test]
fn a_shared_best_bid_wins_nothing_or_carries() {
    let discard = table(2, 3, Order::Descending);
    assert_eq!(after(&discard, "2 2 3 1").points[..2], [2, 0]);
    let carry = Goofspiel { carry: true, ..table(2, 3, Order::Descending) };
    assert_eq!(after(&carry, "2 2 3 1").points[..2], [5, 0], "3 and 2 in one go");
    let lost = after(&carry, "1 1 2 2 3 3");
    assert_eq!((lost.points, carry.turn(&lost)), ([0; 4], Turn::Over), "nobody gets what is left");
    let lower = after(&table(3, 3, Order::Ascending), "3 3 1");
    assert_eq!(lower.points[..3], [0; 3], "the third seat does not inherit the prize");
}

#[test]
fn winners_share_one_and_losers_share_minus_one() {
    let game = Goofspiel { by_difference: false, ..table(3, 3, Order::Ascending) };
    let points = |moves| game.payoff(&after(&game, moves)).points.as_slice().to_vec();
    assert_eq!(points("3 2 1 2 3 2 1 1 3"), [-0.5, -0.5, 1.0], "1, 2 and 3 points");
    assert_eq!(points("3 2 1 2 1 3 1 3 2"), [-0.5, 1.0, -0.5]);
    let even = Goofspiel { by_difference: false, ..table(3, 4, Order::Ascending) };
    let tied = even.payoff(&after(&even, "1 2 3 2 4 1 3 1 4 4 3 2"));
    assert_eq!(tied.points.as_slice(), &[0.5, -1.0, 0.5], "4, 2 and 4 points");
}

/// What seat 1 gets on average against a seat 2 that bids at random, when it takes the best of the
/// bids it considers.
fn against_random(game: &Goofspiel, state: &State, considers: &dyn Fn(&State, Move) -> bool) -> f64 {
    let worth = |chosen: Move| against_random(game, &next(game, state, chosen), considers);
    match game.turn(state) {
        Turn::Chance => {
            let mut odds = Vec::new();
            game.chance(state, &mut odds);
            odds.iter().map(|&(prize, odd)| odd * worth(prize)).sum()
        }
        Turn::Seat(seat) if seat.index() == 0 => {
            let considered = bids(game, state).into_iter().filter(|&bid| considers(state, bid));
            considered.map(worth).fold(f64::NEG_INFINITY, f64::max)
        }
        Turn::Seat(_) => {
            let all = bids(game, state);
            all.iter().copied().map(worth).sum::<f64>() / all.len() as f64
        }
        _ => game.payoff(state).points[Seat::new(0)].into(),
    }
}

/// Ross 1971. Bidding the value k of the prize against a bid that is uniform over n cards gains
/// k(2k − n − 1)/n on average, which sums to (n² − 1)/6, half of it above the mean.
#[test]
fn bidding_the_value_of_the_prize_is_best_against_random_bids() {
    for cards in 2..=4 {
        let game = table(2, cards, Order::Random);
        let exact = ((cards * cards - 1) as f64) / 12.0;
        let best = against_random(&game, &game.initial(), &|_, _| true);
        let matches = |state: &State, bid| bid == Move::Bid(state.prize());
        let matching = against_random(&game, &game.initial(), &matches);
        assert!((best - exact).abs() < 1e-6, "{cards} cards: best {best}, known {exact}");
        assert!((matching - exact).abs() < 1e-6, "{cards} cards: matching {matching}, known {exact}");
    }
}

/// The value of a zero-sum game in which the row player gets these numbers, with at most two rows and
/// two columns.
fn two_by_two(matrix: &[Vec<f64>]) -> f64 {
    let low = |row: &Vec<f64>| row.iter().copied().fold(f64::INFINITY, f64::min);
    let floor = matrix.iter().map(low).fold(f64::NEG_INFINITY, f64::max);
    let high = |column: usize| matrix.iter().map(|row| row[column]).fold(f64::NEG_INFINITY, f64::max);
    let ceiling = (0..matrix[0].len()).map(high).fold(f64::INFINITY, f64::min);
    if ceiling - floor < 1e-9 {
        return floor;
    }
    let [a, b, c, d] = [matrix[0][0], matrix[0][1], matrix[1][0], matrix[1][1]];
    (a * d - b * c) / (a + d - b - c)
}

/// What the first of two seats gets when both bid best from here on, for hands of at most two cards.
fn worth(game: &Goofspiel, state: &State) -> f64 {
    match game.turn(state) {
        Turn::Chance => {
            let mut odds = Vec::new();
            game.chance(state, &mut odds);
            odds.iter().map(|&(prize, odd)| odd * worth(game, &next(game, state, prize))).sum()
        }
        Turn::Seat(_) => two_by_two(&round_matrix(game, state)),
        _ => game.payoff(state).points[Seat::new(0)].into(),
    }
}

fn round_matrix(game: &Goofspiel, state: &State) -> Vec<Vec<f64>> {
    let row = |&first: &Move| {
        let committed = next(game, state, first);
        let cell = |&second: &Move| worth(game, &next(game, &committed, second));
        bids(game, &committed).iter().map(cell).collect()
    };
    bids(game, state).iter().map(row).collect()
}

/// The same values from the rules alone: hands and prizes as lists, the difference of points.
fn slow_worth(mine: &[i32], theirs: &[i32], prizes: &[i32]) -> f64 {
    if prizes.is_empty() {
        return 0.0;
    }
    let without = |hand: &[i32], card: i32| hand.iter().copied().filter(|&c| c != card).collect::<Vec<_>>();
    let of_prize = |&prize: &i32| {
        let cell = |a: i32, b: i32| {
            f64::from((a - b).signum() * prize)
                + slow_worth(&without(mine, a), &without(theirs, b), &without(prizes, prize))
        };
        let matrix: Vec<Vec<f64>> =
            mine.iter().map(|&a| theirs.iter().map(|&b| cell(a, b)).collect()).collect();
        two_by_two(&matrix)
    };
    prizes.iter().map(of_prize).sum::<f64>() / prizes.len() as f64
}

#[test]
fn three_cards_are_fair_and_every_second_round_has_its_exact_value() {
    let game = table(2, 3, Order::Random);
    for prize in 1..=3 {
        let opened = after(&game, &format!("prize-{prize}"));
        let matrix = round_matrix(&game, &opened);
        for (mine, row) in (1..).zip(&matrix) {
            for (theirs, &cell) in (1..).zip(row) {
                let mirrored = matrix[theirs as usize - 1][mine as usize - 1];
                assert!((cell + mirrored).abs() < 1e-6, "equal players: the value of the game is 0");
                let left = |used: i32| (1..=3).filter(|&card| card != used).collect::<Vec<i32>>();
                let rest = slow_worth(&left(mine), &left(theirs), &left(prize));
                let exact = (f64::from((mine - theirs).signum() * prize) + rest) / 2.0;
                assert!((cell - exact).abs() < 1e-6, "prize {prize}, {mine} against {theirs}: {cell}");
            }
        }
        let matching = &matrix[prize as usize - 1];
        assert!(matching.iter().all(|&cell| cell > -1e-6), "bidding the value of the prize never loses");
    }
}

#[test]
fn hidden_bids_are_drawn_anew_and_evenly() {
    let game = table(3, 4, Order::Descending);
    let state = after(&game, "1 2 3 2 4");
    let mut rng = Rng::stream(1, "goofspiel sample", 0);
    let mut seen = [[0u32; 5]; 2];
    for _ in 0..3000 {
        let world = game.sample(&state, Seat::new(2), &mut rng);
        for seat in 0..2 {
            seen[seat][usize::from(world.bids[1][seat])] += 1;
            assert_eq!(
                world.hands[seat] | 1 << world.bids[1][seat],
                state.hands[seat] | 1 << state.bids[1][seat]
            );
        }
    }
    assert_eq!((seen[0][1], seen[1][2]), (0, 0), "spent cards do not come back");
    for count in [seen[0][2], seen[0][3], seen[0][4], seen[1][1], seen[1][3], seen[1][4]] {
        assert!((880..1120).contains(&count), "{seen:?}");
    }
    let own = game.sample(&state, Seat::new(0), &mut rng);
    assert_eq!(own.bids[1][0], 2, "a seat knows its own bid");
}

#[test]
fn the_laws_hold_for_every_kind_of_table() {
    for seats in 2..=4 {
        for order in [Order::Random, Order::Ascending, Order::Descending] {
            for (carry, by_difference) in [(false, false), (true, true)] {
                let game = Goofspiel { seats, cards: 4, order, carry, by_difference };
                let report = conformance(&game, 5, 1);
                assert!(report.holds(), "{seats} {order:?} {carry}: {report}");
            }
        }
    }
}
