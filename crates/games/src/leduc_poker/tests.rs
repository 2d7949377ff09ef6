//! Tests of Leduc poker.

use super::*;
use std::collections::{HashMap, HashSet};

fn game(seats: u8) -> LeducPoker {
    LeducPoker { stakes: Stakes { seats, ante: 1, bets: [2, 4], raises: 2 } }
}

fn hand(game: &LeducPoker, moves: &str) -> State {
    moves.split_whitespace().fold(game.initial(), |mut state, text| {
        let chosen = game.parse(&state, text).unwrap_or_else(|| panic!("`{text}` is not legal"));
        game.play(&mut state, chosen);
        state
    })
}

#[test]
fn pots_go_where_they_should() {
    let game = game(2);
    let first = |moves| {
        let state = hand(&game, moves);
        assert_eq!(game.turn(&state), Turn::Over, "{moves}");
        game.payoff(&state).points[Seat::new(0)]
    };
    assert_eq!(first("K Q bet fold"), 1.0);
    assert_eq!(first("K Q check bet fold"), -1.0);
    assert_eq!(first("K Q check bet raise fold"), 3.0);
    assert_eq!(first("K Q check check J check check"), 1.0);
    assert_eq!(first("K Q check check Q check check"), -1.0, "a pair beats the higher card");
    assert_eq!(first("J J bet call Q bet call"), 0.0, "equal cards share the pot");
    assert_eq!(first("K Q bet raise call J check bet raise call"), 13.0);
    assert_eq!(first("K Q bet raise call J bet fold"), 5.0);
}

#[test]
fn raises_are_counted_in_each_round() {
    let game = game(2);
    let words = |moves| {
        let (state, mut legal) = (hand(&game, moves), Vec::new());
        game.moves(&state, &mut legal);
        legal.into_iter().map(|chosen| LeducPoker::word(&state, chosen)).collect::<Vec<_>>()
    };
    assert_eq!(words("K Q"), ["check", "bet"]);
    assert_eq!(words("K Q bet"), ["fold", "call", "raise"]);
    assert_eq!(words("K Q bet raise"), ["fold", "call"]);
    assert_eq!(words("K Q bet raise call J"), ["check", "bet"]);
}

#[test]
fn three_play_until_all_have_answered() {
    let game = game(3);
    let state = hand(&game, "K Q J check bet fold raise call");
    assert_eq!((state.betting.round, state.betting.mover), (1, 0));
    assert_eq!(state.betting.paid[..3], [5, 5, 1]);
    let state = hand(&game, "K Q J bet fold call 10 check bet fold");
    assert_eq!(game.payoff(&state).points.as_slice(), &[-3.0, -1.0, 4.0]);
    let state = hand(&game, "K K Q bet call fold J check check");
    assert_eq!(game.payoff(&state).points.as_slice(), &[0.5, 0.5, -1.0]);
}

/// What a walk over the whole tree finds.
#[derive(Default)]
struct Census {
    infos: HashSet<(Seat, Vec<u8>)>,
    /// Lines of betting in each round at which somebody acts.
    lines: [HashSet<u64>; 2],
    /// Finished hands, and all states, each counted once for every way to deal suits.
    ends: usize,
    states: usize,
}

fn take_census(game: &LeducPoker, state: &State, ways: usize, census: &mut Census) {
    census.states += ways;
    let mut options = Vec::new();
    match game.turn(state) {
        Turn::Chance => {
            for (rank, &cards) in (1..).zip(&game.deck(state)).filter(|(_, cards)| **cards > 0) {
                let mut next = *state;
                game.play(&mut next, Move::Deal(rank));
                take_census(game, &next, ways * cards, census);
            }
        }
        Turn::Seat(seat) => {
            let mut info = Vec::new();
            game.info(state, seat, &mut info);
            census.infos.insert((seat, info));
            census.lines[usize::from(state.betting.round)].insert(state.betting.line());
            game.moves(state, &mut options);
        }
        _ => census.ends += ways,
    }
    for option in options {
        let mut next = *state;
        game.play(&mut next, option);
        take_census(game, &next, ways, census);
    }
}

#[test]
fn the_tree_has_the_known_size() {
    let game = game(2);
    let mut census = Census::default();
    take_census(&game, &game.initial(), 1, &mut census);
    let lines = [0, 1].map(|round: usize| census.lines[round].len());
    assert_eq!(lines, [6, 30]);
    assert_eq!(census.infos.len(), 3 * 6 + 3 * 3 * 30, "288: own rank, open rank, line");
    // With suits: six own cards, then five that can be laid open.
    assert_eq!(6 * lines[0] + 6 * 5 * lines[1], 936);
    assert_eq!((census.states, census.ends), (9457, 5520), "OpenSpiel counts the same with suits");
}

#[test]
fn hidden_cards_are_drawn_anew_as_likely_as_they_are() {
    let game = game(2);
    let state = hand(&game, "K Q check check K");
    let mut rng = Rng::stream(1, "leduc sample", 0);
    let mut seen: HashMap<u8, u32> = HashMap::new();
    for _ in 0..4000 {
        let world = game.sample(&state, Seat::new(0), &mut rng);
        assert_eq!((world.cards[0], world.open), (3, 3));
        *seen.entry(world.cards[1]).or_default() += 1;
    }
    assert_eq!(seen.get(&3), None, "both kings are seen");
    assert!((1850..2150).contains(&seen[&1]), "{seen:?}");
    for _ in 0..4000 {
        let world = game.sample(&state, Seat::new(1), &mut rng);
        *seen.entry(10 + world.cards[0]).or_default() += 1;
    }
    // A jack twice, a queen and a king once.
    assert!((1850..2150).contains(&seen[&11]) && (880..1120).contains(&seen[&12]), "{seen:?}");
    let shown = hand(&game, "K Q check check K check check");
    assert_eq!(game.sample(&shown, Seat::new(1), &mut rng), shown, "a showdown shows the cards");
}

#[test]
fn folded_cards_stay_hidden() {
    let game = game(3);
    let state = hand(&game, "K Q J bet fold call 10 check check");
    let known = |viewer, of| game.known_card(&state, Some(Seat::new(viewer)), Seat::new(of));
    assert_eq!((known(0, 2), known(0, 1), known(1, 1)), (2, 0, 3));
}
