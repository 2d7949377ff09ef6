//! Rules of revision: plays no memory should talk anybody into. Three classes after the thesis: a bet left out that can
//! only win, bluffs out of habit, and the wrong card. The thesis does not say what replaces them.

use super::read::{FACE_DOWN, word};
use super::schema::Places;
use super::{ENVIDO_SCENARIO, PROPOSED, TRUCO_SCENARIO, act};
use ludometer_game::{Answer, CaseRule};

/// The rules in order.
pub(super) const RULES: [CaseRule; 5] = [
    CaseRule {
        name: "sure-win",
        about: "second to play the third card, holding the winner, and not raising",
    },
    CaseRule {
        name: "sure-loss",
        about: "second to play the third card, unable to win or tie, and accepting or raising",
    },
    CaseRule {
        name: "empty-envido",
        about: "beginning with envido with fewer than 20 points: no pair of a suit",
    },
    CaseRule { name: "too-strong", about: "beating a card with a stronger one than is needed" },
    CaseRule {
        name: "wasted",
        about: "answering a card that cannot be beaten or tied with more than the lowest",
    },
];

/// Points of envido that need two cards of a suit.
const PAIR: f32 = 20.0;

/// What a rule puts in the place of an answer, and why.
pub(super) fn veto(rule: usize, answer: Answer<'_>) -> Option<(u16, String)> {
    match RULES[rule].name {
        "sure-win" => sure_win(answer),
        "sure-loss" => sure_loss(answer),
        "empty-envido" => empty_envido(answer),
        "too-strong" => too_strong(answer),
        _ => wasted(answer),
    }
}

/// The cards that are still held, by place and number: those not laid before. None where one was laid face down: a case
/// does not say which.
fn held(values: &[f32]) -> Option<impl Iterator<Item = (u16, f32)> + Clone> {
    let mut left = [0, 1, 2].map(|place| Some((place as u16, values[Places::CARDS + place])));
    for trick in 0..2 {
        let laid = values[Places::LAID + 2 * trick];
        if laid == FACE_DOWN {
            return None;
        }
        if let Some(card) = left.iter_mut().find(|card| card.is_some_and(|(_, card)| card == laid)) {
            *card = None;
        }
    }
    Some(left.into_iter().flatten())
}

/// The last card, and the open one it answers, where the seat is second in the third trick.
fn last_two(answer: Answer<'_>) -> Option<(f32, f32)> {
    let other = answer.values[Places::LAID + 5];
    let mut left = held(answer.values)?;
    let (_, own) = left.next()?;
    // A card face down is below all others.
    let last = left.next().is_none() && answer.scenario == TRUCO_SCENARIO + 5 && !other.is_nan();
    last.then_some((own, other))
}

/// Whether a tie in the third trick wins: who won the first does, or else the mão.
fn tie_wins(values: &[f32]) -> bool {
    let first = values[Places::WON];
    first == 1.0 || (first == 0.0 && values[Places::WON + 1] == 0.0 && values[Places::LEADS] == 1.0)
}

fn sure_win(answer: Answer<'_>) -> Option<(u16, String)> {
    let (own, other) = last_two(answer)?;
    let wins = own > other || (own == other && tie_wins(answer.values));
    let meek = [act::CALM, act::TRUCO_YES, act::TRUCO_NO].contains(&answer.action);
    // Where nothing can be raised any more, what was proposed is accepted.
    let all = answer.facing == PROPOSED + 3;
    let instead = if all { act::TRUCO_YES } else { act::RAISE };
    (wins && meek && answer.action != instead)
        .then(|| (instead, format!("{} wins the hand against {}", word(own), word(other))))
}

fn sure_loss(answer: Answer<'_>) -> Option<(u16, String)> {
    let (own, other) = last_two(answer)?;
    let loses = own < other || (own == other && !tie_wins(answer.values));
    let asked = answer.facing > PROPOSED;
    let dares = asked && [act::TRUCO_YES, act::RAISE].contains(&answer.action);
    (loses && dares).then(|| (act::TRUCO_NO, format!("{} loses the hand against {}", word(own), word(other))))
}

fn empty_envido(answer: Answer<'_>) -> Option<(u16, String)> {
    let envido = (ENVIDO_SCENARIO..TRUCO_SCENARIO).contains(&answer.scenario);
    let points = answer.values[Places::ENVIDO_POINTS];
    let begins = answer.facing == 0 && (act::ENVIDO..=act::FALTA).contains(&answer.action);
    (envido && begins && points < PAIR).then(|| (act::SILENT, format!("{points} points are no envido")))
}

/// The open card that is answered in the first or second trick.
fn answered(answer: Answer<'_>) -> Option<f32> {
    let trick = match answer.scenario {
        1 => 0,
        3 => 1,
        _ => return None,
    };
    let other = answer.values[Places::LAID + 2 * trick + 1];
    (answer.action <= act::LOW && !other.is_nan()).then_some(other)
}

fn too_strong(answer: Answer<'_>) -> Option<(u16, String)> {
    let other = answered(answer)?;
    let own = answer.values[Places::CARDS + usize::from(answer.action)];
    let beats = held(answer.values)?.filter(|(_, card)| *card > other);
    let (place, least) = beats.min_by(|one, two| one.1.total_cmp(&two.1))?;
    (own > least).then(|| (place, format!("{} beats {} as well as {}", word(least), word(other), word(own))))
}

fn wasted(answer: Answer<'_>) -> Option<(u16, String)> {
    let other = answered(answer)?;
    let cards = held(answer.values)?;
    if cards.clone().any(|(_, card)| card >= other) {
        return None;
    }
    let own = answer.values[Places::CARDS + usize::from(answer.action)];
    let (place, least) = cards.min_by(|one, two| one.1.total_cmp(&two.1))?;
    (own > least).then(|| (place, format!("nothing beats {}", word(other))))
}
