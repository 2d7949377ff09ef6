//! Tests of the four-card hand: the values of the lecture, from both sides.

use super::*;

fn next(state: &State, card: u8) -> State {
    let mut next = *state;
    FourCards.play(&mut next, card);
    next
}

fn after(moves: &str) -> State {
    moves.split_whitespace().fold(FourCards.initial(), |state, text| {
        let card = FourCards.parse(&state, text).unwrap_or_else(|| panic!("`{text}` is not legal"));
        next(&state, card)
    })
}

fn legal(state: &State) -> Vec<u8> {
    cards(state.legal()).collect()
}

fn worth(state: &State) -> f64 {
    FourCards.payoff(state).points[MAX].into()
}

fn is_over(state: &State) -> bool {
    FourCards.turn(state) == Turn::Over
}

/// What the deal is worth when both see all cards.
fn open_value(state: &State) -> f64 {
    if is_over(state) {
        return worth(state);
    }
    let values = legal(state).into_iter().map(|card| open_value(&next(state, card)));
    if state.mover() == 0 { values.fold(f64::MIN, f64::max) } else { values.fold(f64::MAX, f64::min) }
}

/// The pairs of values, one for each world, that one plan of MAX can have against the best of MIN in
/// each world. `states` has what the worlds look like; a world MAX can rule out is missing.
fn plans(states: [Option<State>; 2]) -> Vec<[f64; 2]> {
    let first = states.into_iter().flatten().next().expect("a world is left");
    if is_over(&first) {
        return vec![states.map(|state| state.map_or(f64::INFINITY, |state| worth(&state)))];
    }
    let step = |card: u8, may: &dyn Fn(&State) -> bool| {
        states.map(|state| state.filter(may).map(|state| next(&state, card)))
    };
    if first.mover() == 0 {
        return legal(&first).into_iter().flat_map(|card| plans(step(card, &|_| true))).collect();
    }
    // MAX sees the card of MIN and plans for each; MIN takes the worst of them in each world.
    let mut combined = vec![[f64::INFINITY; 2]];
    for card in 0..NAMES.len() as u8 {
        let after = step(card, &|state| legal(state).contains(&card));
        if after.iter().any(Option::is_some) {
            let replies = plans(after);
            let worse = |one: &[f64; 2], other: &[f64; 2]| [one[0].min(other[0]), one[1].min(other[1])];
            combined =
                combined.iter().flat_map(|one| replies.iter().map(|other| worse(one, other))).collect();
        }
        combined.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
        combined.dedup();
    }
    combined
}

/// The best a plan of MAX guarantees on average over both worlds.
fn guaranteed(lead: &str) -> f64 {
    let worlds = ["4H", "4D"].map(|four| Some(after(&format!("{four} {lead}"))));
    plans(worlds).into_iter().map(|[hearts, diamonds]| (hearts + diamonds) / 2.0).fold(f64::MIN, f64::max)
}

/// The best MAX can do on average, not knowing the world, against a MIN that takes a club with the nine,
/// leads the two, and then plays best with open cards.
fn held_to(states: &[State]) -> f64 {
    let first = states[0];
    if is_over(&first) {
        return states.iter().map(worth).sum();
    }
    if first.mover() == 0 {
        let after = |card: u8| states.iter().map(|state| next(state, card)).collect::<Vec<_>>();
        return legal(&first).into_iter().map(|card| held_to(&after(card))).fold(f64::MIN, f64::max);
    }
    let reply = |state: &State| {
        let wanted = ["9C", "2S"].map(|name| NAMES.iter().position(|&n| n == name).expect("a card") as u8);
        let could = legal(state);
        let best = |&a: &u8, &b: &u8| open_value(&next(state, a)).total_cmp(&open_value(&next(state, b)));
        wanted.into_iter().find(|card| could.contains(card)).or_else(|| could.iter().copied().min_by(best))
    };
    // MAX tells the worlds apart once MIN plays differently in them.
    let replies: Vec<u8> = states.iter().map(|state| reply(state).expect("a card")).collect();
    let mut shown = replies.clone();
    shown.sort_unstable();
    shown.dedup();
    let group = |card: &u8| {
        let here = states.iter().zip(&replies).filter(|(_, reply)| *reply == card);
        held_to(&here.map(|(state, &card)| next(state, card)).collect::<Vec<_>>())
    };
    shown.iter().map(group).sum()
}

#[test]
fn with_open_cards_every_lead_is_worth_nothing() {
    for four in ["4H", "4D"] {
        for lead in ["6H", "6D", "8C", "7C"] {
            assert_eq!(open_value(&after(&format!("{four} {lead}"))), 0.0, "{four}, {lead} led");
        }
    }
}

#[test]
fn with_the_four_hidden_a_six_keeps_the_tie_and_a_club_does_not() {
    assert_eq!(["6H", "6D"].map(guaranteed), [0.0, 0.0], "no plan can have more: it is 0 with open cards");
    assert_eq!(["8C", "7C"].map(guaranteed), [-0.5, -0.5]);
    for lead in ["8C", "7C"] {
        let worlds = ["4H", "4D"].map(|four| after(&format!("{four} {lead}")));
        assert_eq!(held_to(&worlds) / 2.0, -0.5, "and MIN holds every plan to that after {lead}");
    }
}

#[test]
fn the_line_of_the_lecture() {
    let blind = after("4H 8C 9C 2S");
    assert_eq!(legal(&blind).len(), 3, "MAX must throw away a card");
    assert!(!blind.shown);
    assert_eq!(open_value(&after("4H 8C 9C 2S 6D")), 0.0);
    assert_eq!(open_value(&after("4H 8C 9C 2S 6H")), -1.0);
    assert_eq!(open_value(&after("4D 8C 9C 2S 6D")), -1.0);
}

#[test]
fn max_learns_the_four_by_seeing_or_missing_it() {
    assert!(after("4H 6H 4H").shown);
    assert_eq!(after("4D 6H 2S").known_four(Some(MAX)), Some(FOURS[1]), "no heart: it is the diamond");
    assert!(!after("4D 8C 3C").shown);
    let mut rng = Rng::stream(1, "four cards", 0);
    let hidden = after("4D 8C 3C");
    let hearts =
        (0..1000).filter(|_| FourCards.sample(&hidden, MAX, &mut rng).four == Some(FOURS[0])).count();
    assert!((430..570).contains(&hearts), "{hearts}");
    assert_eq!(FourCards.sample(&hidden, MIN, &mut rng), hidden, "MIN knows everything");
}
