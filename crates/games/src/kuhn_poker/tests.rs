//! Tests of Kuhn poker.

use super::*;
use std::collections::HashMap;

fn standard() -> KuhnPoker {
    KuhnPoker::new(3, 1.0, 1.0)
}

fn hand(game: &KuhnPoker, moves: &str) -> State {
    moves.split_whitespace().fold(game.initial(), |mut state, text| {
        let chosen = game.parse(&state, text).unwrap_or_else(|| panic!("`{text}` is not legal"));
        game.play(&mut state, chosen);
        state
    })
}

#[test]
fn pots_go_where_they_should() {
    let game = standard();
    let first = |moves| {
        let state = hand(&game, moves);
        assert_eq!(game.turn(&state), Turn::Over, "{moves}");
        game.payoff(&state).points[Seat::new(0)]
    };
    assert_eq!(first("K Q check check"), 1.0);
    assert_eq!(first("J Q check check"), -1.0);
    assert_eq!(first("J K bet fold"), 1.0);
    assert_eq!(first("J K bet call"), -2.0);
    assert_eq!(first("K J check bet fold"), -1.0);
    assert_eq!(first("K J check bet call"), 2.0);
}

/// The value of the first seat when each bets (or calls) with these probabilities by card and line.
fn value(game: &KuhnPoker, state: &State, bets: &dyn Fn(u8, Line) -> f64) -> f64 {
    let after = |chosen| {
        let mut next = *state;
        game.play(&mut next, chosen);
        value(game, &next, bets)
    };
    match game.turn(state) {
        Turn::Chance => {
            let mut odds = Vec::new();
            game.chance(state, &mut odds);
            odds.into_iter().map(|(outcome, odd)| odd * after(outcome)).sum()
        }
        Turn::Seat(seat) => {
            let bet = bets(state.cards[seat.index()], state.line);
            bet * after(Move::Chips) + (1.0 - bet) * after(Move::Pass)
        }
        _ => game.payoff(state).points[Seat::new(0)].into(),
    }
}

#[test]
fn kuhns_equilibrium_is_worth_minus_one_eighteenth() {
    let (game, third) = (standard(), 1.0 / 3.0);
    // The member of Kuhn's family in which the first player never bets.
    let equilibrium = |card, line| match (card, line) {
        (_, Line::Start) | (1, Line::Bet | Line::CheckBet) => 0.0,
        (1, Line::Check) | (2, Line::Bet | Line::CheckBet) => third,
        (2, Line::Check) => 0.0,
        _ => 1.0,
    };
    let worth = value(&game, &game.initial(), &equilibrium);
    assert!((worth + 1.0 / 18.0).abs() < 1e-9, "{worth}");
}

#[test]
fn hidden_cards_are_drawn_anew_and_evenly() {
    let game = KuhnPoker::new(4, 1.0, 1.0);
    let state = hand(&game, "Q K check");
    let mut rng = Rng::stream(1, "kuhn sample", 0);
    let mut seen = [0u32; 5];
    for _ in 0..3000 {
        let world = game.sample(&state, Seat::new(0), &mut rng);
        assert_eq!(world.cards[0], state.cards[0]);
        seen[usize::from(world.cards[1])] += 1;
    }
    assert_eq!((seen[0], seen[3]), (0, 0), "no card is dealt twice");
    assert!([1, 2, 4].iter().all(|&rank| (880..1120).contains(&seen[rank])), "{seen:?}");
    let shown = hand(&game, "Q K check check");
    assert_eq!(game.sample(&shown, Seat::new(0), &mut rng), shown, "a showdown shows both cards");
}

#[test]
fn fast_playouts_draw_from_the_same_distribution() {
    let game = standard();
    let rounds = 40_000u64;
    let mut ends: HashMap<State, [f64; 2]> = HashMap::new();
    for index in 0..rounds {
        let mut rng = Rng::stream(1, "kuhn", index);
        let mut fast = game.initial();
        game.playout(&mut fast, &mut Vec::new(), &mut rng);
        ends.entry(fast).or_default()[0] += 1.0;
        let mut state = game.initial();
        while game.turn(&state) != Turn::Over {
            let chosen = match game.turn(&state) {
                Turn::Chance => game.draw(&state, &mut rng),
                _ => [Move::Pass, Move::Chips][rng.below(2)],
            };
            game.play(&mut state, chosen);
        }
        ends.entry(state).or_default()[1] += 1.0;
    }
    assert_eq!(ends.len(), 6 * 5, "six deals, five ways to bet");
    for (end, [fast, plain]) in ends {
        assert!((fast - plain).abs() < 5.0 * (fast + plain).sqrt(), "{end:?}: {fast} against {plain}");
    }
}
