//! Tests of tricks.

use super::*;
use crate::trick_table::slow::Slow;
use ludometer_testkit::conformance;
use std::collections::{HashMap, HashSet};

fn table(seats: usize, suits: usize, ranks: usize, hand: usize) -> Tricks {
    let shape = Shape { deck: Deck { suits, ranks }, seats, hand, turned: false };
    Tricks { shape, partners: false, heart: 1, queen: 13, breaking: true, moon: true }
}

fn set(game: &Tricks, names: &str) -> u64 {
    let find = |name: &str| cards(game.shape.deck.all()).find(|&card| game.shape.deck.name(card) == name);
    names.split_whitespace().fold(0, |set, name| set | one(find(name).expect("a card of the deck")))
}

/// A match from these hands.
fn dealt(game: &Tricks, hands: &[&str]) -> State {
    let mut state = game.initial();
    state.table.dealt = true;
    for (seat, names) in hands.iter().enumerate() {
        state.table.hands[seat] = set(game, names);
    }
    state
}

fn play_all(game: &Tricks, state: &mut State, moves: &str) {
    for text in moves.split_whitespace() {
        let chosen = game.parse(state, text).unwrap_or_else(|| panic!("`{text}` is not legal"));
        game.play(state, chosen);
    }
}

#[test]
fn hearts_and_the_queen_cost_who_takes_them() {
    let game = table(3, 2, 4, 2);
    let mut state = dealt(&game, &["KS AS", "QS JH", "JS QH"]);
    play_all(&game, &mut state, "KS QS JS");
    assert_eq!(state.taken[..3], [13, 0, 0]);
    play_all(&game, &mut state, "AS JH QH");
    assert_eq!(state.taken[..3], [15, 0, 0]);
    assert_eq!(game.turn(&state), Turn::Over);
    assert_eq!(game.payoff(&state).points.as_slice(), &[-10.0, 5.0, 5.0]);
    assert_eq!(game.score(&state, Seat::new(0)), Some(-15.0));
}

#[test]
fn hearts_are_led_only_when_broken_or_alone() {
    let game = table(3, 2, 4, 2);
    let mut state = dealt(&game, &["AH JS", "KH QH", "JH QS"]);
    assert_eq!(game.legal(&state), set(&game, "JS"));
    play_all(&game, &mut state, "JS");
    assert_eq!(game.legal(&state), set(&game, "KH QH"));
    let mut alone = dealt(&game, &["AH JH", "KS QS", "JS AS"]);
    assert_eq!(game.legal(&alone), set(&game, "AH JH"));
    play_all(&game, &mut alone, "AH");
    assert_eq!(alone.table.lacks[0], 1, "and everybody knows that there is no spade");
    let free = Tricks { breaking: false, ..table(3, 2, 4, 2) };
    assert_eq!(free.legal(&dealt(&free, &["AH JS", "KH QH", "JH QS"])).count_ones(), 2);
}

#[test]
fn taking_everything_makes_the_others_pay() {
    let all = ["AH KS AS", "KH QS JH", "QH JS 10S"];
    let game = Tricks { breaking: false, ..table(3, 2, 5, 3) };
    let mut state = dealt(&game, &all);
    play_all(&game, &mut state, "AH KH QH KS QS JS AS JH 10S");
    assert_eq!(state.taken[..3], [17, 0, 0]);
    assert_eq!(game.payoff(&state).points.as_slice()[0], 17.0 / 3.0 - 17.0, "a heart was not dealt");
    let whole = Tricks { breaking: false, ..table(3, 2, 3, 2) };
    let mut moon = dealt(&whole, &["AH AS", "KH QS", "QH KS"]);
    play_all(&whole, &mut moon, "AH KH QH AS QS KS");
    let total = 16.0;
    assert_eq!(whole.ending(&moon), "moon");
    assert_eq!(
        whole.payoff(&moon).points.as_slice(),
        &[2.0, -1.0, -1.0].map(|part: f32| {
            let mean = 2.0 * total / 3.0;
            if part > 0.0 { mean } else { mean - total }
        })
    );
    let earthly = Tricks { moon: false, breaking: false, ..table(3, 2, 3, 2) };
    assert_eq!(earthly.payoff(&moon).place.as_slice(), &[3, 1, 1]);
}

#[test]
fn partners_pay_together() {
    let game = Tricks { partners: true, ..table(4, 2, 4, 1) };
    let mut state = dealt(&game, &["KS", "QS", "AS", "JH"]);
    play_all(&game, &mut state, "KS QS AS JH");
    assert_eq!(state.taken, [0, 0, 14, 0]);
    assert_eq!(game.payoff(&state).points.as_slice(), &[-7.0, 7.0, -7.0, 7.0]);
    assert_eq!(game.payoff(&state).place.as_slice(), &[3, 1, 3, 1]);
}

fn lists(table: &Table, seats: usize) -> Vec<Vec<u8>> {
    table.hands[..seats].iter().map(|&hand| cards(hand).collect()).collect()
}

fn slow_legal(game: &Tricks, slow: &Slow) -> Vec<u8> {
    let mut legal = slow.following();
    let heart = |card: &u8| card / slow.ranks == 1;
    let played = slow.taken.iter().flatten().chain(slow.trick.iter().map(|(_, card)| card)).any(heart);
    if game.breaking && slow.trick.is_empty() && !played && legal.iter().any(|card| !heart(card)) {
        legal.retain(|card| !heart(card));
    }
    legal
}

fn slow_penalties(game: &Tricks, slow: &Slow) -> Vec<f64> {
    let cost = |card: &u8| match game.shape.deck.name(*card).as_str() {
        "QS" => f64::from(game.queen),
        name if name.ends_with('H') => f64::from(game.heart),
        _ => 0.0,
    };
    slow.taken.iter().map(|taken| taken.iter().map(cost).sum()).collect()
}

/// What each seat pays on average under random play, and the number of ways to play: by the lists.
fn slow_random(game: &Tricks, slow: &Slow) -> (Vec<f64>, u64) {
    if slow.over() {
        return (slow_penalties(game, slow), 1);
    }
    let legal = slow_legal(game, slow);
    let (mut sum, mut count) = (vec![0.0; slow.hands.len()], 0);
    for &card in &legal {
        let mut next = slow.clone();
        next.play(card);
        let (part, ways) = slow_random(game, &next);
        sum.iter_mut().zip(part).for_each(|(all, one)| *all += one / legal.len() as f64);
        count += ways;
    }
    (sum, count)
}

/// The same by the game.
fn random(game: &Tricks, state: &State) -> (Vec<f64>, u64) {
    if game.turn(state) == Turn::Over {
        return (state.taken[..game.seats()].iter().map(|&taken| f64::from(taken)).collect(), 1);
    }
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    let (mut sum, mut count) = (vec![0.0; game.seats()], 0);
    for &card in &legal {
        let mut next = *state;
        game.play(&mut next, card);
        let (part, ways) = random(game, &next);
        sum.iter_mut().zip(part).for_each(|(all, one)| *all += one / legal.len() as f64);
        count += ways;
    }
    (sum, count)
}

#[test]
fn every_way_to_play_every_deal_is_as_the_rules_say() {
    let game = table(3, 2, 3, 2);
    for number in 0..game.shape.listed().expect("few deals") {
        let mut state = game.initial();
        game.play(&mut state, Move::Deal(number));
        let slow = Slow::new(3, None, lists(&state.table, 3));
        let ((fast, ways), (known, known_ways)) = (random(&game, &state), slow_random(&game, &slow));
        assert_eq!(ways, known_ways, "deal {number}");
        assert!(fast.iter().zip(known).all(|(a, b)| (a - b).abs() < 1e-9), "deal {number}");
    }
}

/// What the first side gains with open cards and best play of both sides, without the moon.
fn open_value(game: &Tricks, state: &State) -> f32 {
    let Turn::Seat(seat) = game.turn(state) else { return game.payoff(state).points[Seat::new(0)] };
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    let values = legal.into_iter().map(|card| {
        let mut next = *state;
        game.play(&mut next, card);
        open_value(game, &next)
    });
    if seat.index() % 2 == 0 { values.fold(f32::MIN, f32::max) } else { values.fold(f32::MAX, f32::min) }
}

fn slow_open_value(game: &Tricks, slow: &Slow) -> f64 {
    if slow.over() {
        let pays = slow_penalties(game, slow);
        return (pays[1] + pays[3] - pays[0] - pays[2]) / 2.0;
    }
    let values = slow_legal(game, slow).into_iter().map(|card| {
        let mut next = slow.clone();
        next.play(card);
        slow_open_value(game, &next)
    });
    if slow.mover.is_multiple_of(2) {
        values.fold(f64::MIN, f64::max)
    } else {
        values.fold(f64::MAX, f64::min)
    }
}

#[test]
fn partners_with_open_cards_have_the_exact_value() {
    let game = Tricks { partners: true, moon: false, ..table(4, 3, 4, 3) };
    let mut differing = HashSet::new();
    for number in 0..30 {
        let mut state = game.initial();
        game.play(&mut state, Move::Deal(number));
        let exact = slow_open_value(&game, &Slow::new(4, None, lists(&state.table, 4)));
        assert_eq!(f64::from(open_value(&game, &state)), exact, "deal {number}");
        differing.insert(exact.to_bits());
    }
    assert!(differing.len() > 3, "the deals are not all alike");
}

/// All deals in which `me` has the same cards and everybody could have played as they did.
fn consistent(game: &Tricks, state: &State, start: &State, me: usize) -> HashSet<Vec<u64>> {
    let sizes = vec![game.shape.hand as u32; game.shape.seats];
    let deck = game.shape.deck;
    let plays: Vec<u8> = replayed(game, state);
    let fits = |hands: &Vec<u64>| {
        let own = hands[me] == start.table.hands[me];
        let mut slow = Slow::new(deck.ranks, None, hands.iter().map(|&hand| cards(hand).collect()).collect());
        own && plays.iter().all(|&card| {
            let legal = slow_legal(game, &slow).contains(&card);
            slow.play(card);
            legal
        })
    };
    (0..deck.deals(&sizes) as u64).map(|number| deck.numbered_deal(&sizes, number)).filter(fits).collect()
}

/// The cards played so far, as an observer's info lists them.
fn replayed(game: &Tricks, state: &State) -> Vec<u8> {
    let mut info = Vec::new();
    game.info(state, Seat::new(0), &mut info);
    info[9..].to_vec()
}

#[test]
fn samples_are_the_consistent_deals_all_of_them_evenly() {
    let mut rng = Rng::stream(1, "tricks worlds", 0);
    for (seats, suits, ranks, hand) in [(3, 3, 3, 3), (3, 2, 4, 2), (4, 3, 3, 2)] {
        let game = table(seats, suits, ranks, hand);
        for _ in 0..8 {
            let mut state = game.initial();
            let deal = game.draw(&state, &mut rng);
            game.play(&mut state, deal);
            let start = state;
            for _ in 0..1 + rng.below(game.shape.plays() - 2) {
                let card = any_card(game.legal(&state), &mut rng);
                game.play_card(&mut state, card);
            }
            let me = rng.below(seats);
            let worlds = consistent(&game, &state, &start, me);
            if worlds.len() > 300 {
                continue;
            }
            let plays = replayed(&game, &state);
            // A world shows the cards left; those played are the same in all.
            let mut seen: HashMap<Vec<u64>, f64> = worlds
                .into_iter()
                .map(|hands| {
                    let left = |hand: u64| plays.iter().fold(hand, |set, &card| set & !one(card));
                    (hands.into_iter().map(left).collect(), 0.0)
                })
                .collect();
            let mean = 20.0;
            for _ in 0..seen.len() * mean as usize {
                let world = game.sample(&state, Seat::new(me as u8), &mut rng);
                *seen.get_mut(&world.table.hands[..seats]).expect("a consistent deal") += 1.0;
            }
            let chi2: f64 = seen.values().map(|count| (count - mean).powi(2) / mean).sum();
            let freedom = seen.len() as f64 - 1.0;
            assert!(seen.values().all(|&count| count > 0.0), "every deal is reached");
            assert!(chi2 < freedom + 5.0 * (2.0 * freedom).sqrt() + 10.0, "{chi2} of {freedom}");
        }
    }
}

#[test]
fn the_laws_hold_for_small_tables_and_partners() {
    let games = [
        table(3, 2, 3, 2),
        table(3, 2, 5, 2),
        Tricks { partners: true, ..table(4, 4, 5, 5) },
        Tricks { breaking: false, moon: false, ..table(4, 3, 4, 3) },
    ];
    for game in games {
        let report = conformance(&game, 5, 1);
        assert!(report.holds(), "{report}");
    }
}
