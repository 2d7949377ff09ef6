//! A hand as numbers: for networks, for learners over features, and for records.

use super::deck::{CARDS, STRONGEST, envido, flor, is_flor, power};
use super::rules::Rules;
use super::state::{Asked, Flor, State, Told};
use super::tricks::{TRICKS, Taken};
use ludometer_game::Feature;

/// The most points envido and flor can have.
const MOST_ENVIDO: f32 = 33.0;
const MOST_FLOR: f32 = 38.0;
/// The sets of features: of the cards alone, and all.
const HAND: &[&str] = &["hand", "all"];
const ALL: &[&str] = &["all"];
/// Cards in three sets, the tricks, the bets, what is known, and the match.
const SETS: usize = 3 * CARDS as usize;
const TRICK_NUMBERS: usize = 3 * TRICKS + 2;
const BET_NUMBERS: usize = 4 + 4 + 2 + 4 + 4 + 5;
const KNOWN_NUMBERS: usize = 2 + 3 + 2;
const MATCH_NUMBERS: usize = 4;
/// The length of the encoding.
pub(super) const ENCODED: usize = SETS + TRICK_NUMBERS + BET_NUMBERS + KNOWN_NUMBERS + MATCH_NUMBERS;

const fn flag(on: bool) -> f32 {
    if on { 1.0 } else { 0.0 }
}

/// Writes numbers one after the other.
struct Pen<'a> {
    out: &'a mut [f32],
    at: usize,
}

impl Pen<'_> {
    fn put(&mut self, number: f32) {
        self.out[self.at] = number;
        self.at += 1;
    }

    /// One of so many numbers is 1.
    fn one_of(&mut self, count: usize, which: usize) {
        (0..count).for_each(|at| self.put(flag(at == which)));
    }
}

/// The strength of the other's card in the open trick, 0 face down or without one, and whether there is one.
fn led(state: &State, me: usize) -> (f32, bool) {
    let open = state.laid[1 - me].get(state.trick()).and_then(|laid| laid.strength());
    (open.map_or(0.0, |strength| f32::from(strength + 1)), open.is_some())
}

/// Own cards held, own cards laid, the other's cards seen (one number for each card each); for each trick
/// whether it was won, lost or tied; the card to beat; the bets; what is known of the other's points; score.
pub(super) fn encode(rules: &Rules, state: &State, me: usize, out: &mut [f32]) {
    let other = 1 - me;
    out.fill(0.0);
    for card in state.held(me) {
        out[usize::from(card)] = 1.0;
    }
    for trick in 0..TRICKS {
        if let Some(card) = state.laid[me][trick].card() {
            out[usize::from(CARDS + card)] = 1.0;
        }
        if let Some(card) = state.laid[other][trick].shown() {
            out[usize::from(2 * CARDS + card)] = 1.0;
        }
    }
    let mut pen = Pen { out, at: SETS };
    for trick in 0..TRICKS {
        let taken = state.taken(trick);
        for outcome in [Taken::By(me as u8), Taken::By(other as u8), Taken::Tied] {
            pen.put(flag(taken == Some(outcome)));
        }
    }
    let (strength, is_led) = led(state, me);
    pen.put(strength / f32::from(STRONGEST + 1));
    pen.put(flag(is_led));
    encode_bets(state, me, &mut pen);
    encode_known(state, me, &mut pen);
    for seat in [me, other] {
        pen.put(f32::from(state.points[seat]) / f32::from(rules.target));
    }
    pen.put(flag(state.mao() == me));
    pen.put(flag(state.dealt && state.me() == me));
}

fn encode_bets(state: &State, me: usize, pen: &mut Pen<'_>) {
    pen.one_of(4, state.level.into());
    pen.one_of(4, state.proposed.into());
    for seat in [me, 1 - me] {
        pen.put(flag(state.level > 0 && usize::from(state.raiser) == seat));
    }
    pen.one_of(4, state.asked as usize);
    for bit in 0..4 {
        pen.put(flag(state.envido.has(1 << bit)));
    }
    pen.put(flag(state.envido_over));
    pen.one_of(4, state.contra.map_or(4, |contra| contra as usize));
}

fn encode_known(state: &State, me: usize, pen: &mut Pen<'_>) {
    for seat in [me, 1 - me] {
        pen.put(flag(state.flor[seat] == Flor::Held));
    }
    let (exactly, at_most) = match state.told[1 - me] {
        Told::Nothing => (0, 0),
        Told::Exactly(points) => (points, 0),
        Told::AtMost(points) => (0, points),
    };
    pen.put(flag(state.told[1 - me] != Told::Nothing));
    pen.put(f32::from(exactly) / MOST_FLOR);
    pen.put(f32::from(at_most) / MOST_FLOR);
    let cards = &state.cards[me];
    pen.put(if state.dealt { f32::from(envido(cards)) / MOST_ENVIDO } else { 0.0 });
    pen.put(if state.dealt && is_flor(cards) { f32::from(flor(cards)) / MOST_FLOR } else { 0.0 });
}

/// The features, in the order in which [`read_features`] gives them.
pub(super) fn features(rules: &Rules) -> Vec<Feature> {
    let strength = (0.0, f32::from(STRONGEST + 1));
    let target = f32::from(rules.target);
    let hand =
        |name: &str, range: (f32, f32), about: &'static str| Feature::new(name, range).of(HAND).about(about);
    let whole =
        |name: &str, range: (f32, f32), about: &'static str| Feature::new(name, range).of(ALL).about(about);
    vec![
        hand("high", strength, "strength of the strongest card dealt, from 1; 0 once it is laid"),
        hand("middle", strength, "strength of the second card dealt, from 1; 0 once it is laid"),
        hand("low", strength, "strength of the weakest card dealt, from 1; 0 once it is laid"),
        hand("envido-points", (0.0, MOST_ENVIDO), "envido of the cards dealt"),
        hand("flor-points", (0.0, MOST_FLOR), "flor of the cards dealt; 0 without one"),
        hand("mao", (0.0, 1.0), "1 where this seat leads the first trick and wins what is equal"),
        hand("trick", (0.0, 3.0), "tricks finished"),
        hand("tricks-ahead", (-2.0, 2.0), "tricks won less tricks lost"),
        hand("first-trick", (-1.0, 1.0), "1 where the first trick was won, -1 where it was lost; else 0"),
        hand(
            "to-beat",
            strength,
            "strength of the other's card in the open trick, from 1; 0 face down or without",
        ),
        whole("value", (1.0, 4.0), "points the hand pays as it stands"),
        whole("proposed", (0.0, 3.0), "raise that waits for an answer: 1 truco, 2 retruco, 3 vale quatro"),
        whole("may-raise", (0.0, 1.0), "1 where this seat may raise what the hand pays"),
        whole(
            "envido-stake",
            (0.0, target),
            "points the calls of envido would pay, while they wait for an answer",
        ),
        whole("told", (0.0, MOST_FLOR), "points the other has told, exactly or at most; 0 while it has not"),
        whole("own-points", (0.0, target), "own points of the match"),
        whole("other-points", (0.0, target), "points of the other in the match"),
    ]
}

/// Appends the features of a seat. Cards that were laid count 0; the others from 1, the weakest, to 14.
pub(super) fn read_features(rules: &Rules, state: &State, me: usize, out: &mut Vec<f32>) {
    let cards = &state.cards[me];
    let own = |here: f32| if state.dealt { here } else { 0.0 };
    for &card in cards {
        out.push(if state.dealt && state.holds(me, card) { f32::from(power(card) + 1) } else { 0.0 });
    }
    out.push(own(envido(cards).into()));
    out.push(own(if is_flor(cards) { flor(cards).into() } else { 0.0 }));
    out.push(flag(state.mao() == me));
    out.push(state.trick() as f32);
    let ahead = |trick: usize| match state.taken(trick) {
        Some(Taken::By(seat)) if usize::from(seat) == me => 1.0,
        Some(Taken::By(_)) => -1.0,
        _ => 0.0,
    };
    out.push((0..TRICKS).map(ahead).sum::<f32>().clamp(-2.0, 2.0));
    out.push(ahead(0));
    out.push(led(state, me).0);
    out.push(state.value().into());
    out.push(state.proposed.into());
    let may_raise = state.level < 3 && (state.level == 0 || usize::from(state.raiser) == me);
    out.push(flag(may_raise));
    let stake = rules.envido_won(state.envido, state.points, me);
    out.push(if state.asked == Asked::Envido { stake.into() } else { 0.0 });
    let told = match state.told[1 - me] {
        Told::Exactly(points) | Told::AtMost(points) => points.into(),
        Told::Nothing => 0.0,
    };
    out.push(told);
    out.extend([state.points[me], state.points[1 - me]].map(f32::from));
}
