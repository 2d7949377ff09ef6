//! The table as it is drawn.

use super::deck::{face, name, suit};
use super::moves::{CALLS, Call};
use super::rules::Rules;
use super::state::{Asked, Flor, State, Told};
use ludometer_game::{Hand, HandCard, Part, Scene, Seat, Suit};

/// The truco above which there is none.
const HIGHEST: u8 = 3;

pub(super) fn scene(rules: &Rules, state: &State, viewer: Option<Seat>) -> Scene {
    let mut scene = Scene::default();
    for seat in Seat::all(2) {
        let (title, value) = (format!("Points of {seat}"), state.points[seat.index()].into());
        let max = rules.target.into();
        scene = scene.with(Part::Track { title, owner: Some(seat), value, max });
    }
    if !state.dealt {
        return scene;
    }
    for seat in Seat::all(2) {
        let sees = viewer.is_none_or(|viewer| viewer == seat);
        let role = if seat.index() == state.mao() { "mão" } else { "pé" };
        let cards = state.held(seat.index()).map(|card| if sees { open(card) } else { HandCard::hidden() });
        let cards = cards.collect();
        let title = format!("Hand of {seat}, {role}");
        scene = scene.with(Part::Hand(Hand { title, owner: Some(seat), cards }));
        let laid = state.laid[seat.index()].iter().filter_map(|laid| match (laid.shown(), laid.card()) {
            (Some(card), _) => Some(open(card)),
            (None, Some(card)) if sees => Some(HandCard::open(format!("down-{}", name(card)))),
            (None, card) => card.map(|_| HandCard::hidden()),
        });
        let (title, cards) = (format!("Tricks of {seat}"), laid.collect());
        scene = scene.with(Part::Hand(Hand { title, owner: Some(seat), cards }));
    }
    said(state).into_iter().fold(scene, |scene, line| scene.with(Part::Label(line)))
}

fn open(card: u8) -> HandCard {
    let suits = [Suit::Swords, Suit::Coins, Suit::Clubs, Suit::Cups];
    HandCard::spanish(name(card), face(card), suits[usize::from(suit(card))])
}

/// The bets, and what was told of the cards.
fn said(state: &State) -> Vec<String> {
    let mut lines = vec![format!("The hand pays {}", state.value())];
    let other = Seat::new(1 - state.mover);
    let truco = |level: u8| CALLS[Call::Truco as usize + usize::from(level) - 1].word();
    if state.level > 0 {
        lines[0] += &format!(": {} stands", truco(state.level));
        if state.level < HIGHEST {
            lines[0] += &format!(", and {} may raise", Seat::new(state.raiser));
        }
    }
    if state.proposed > 0 {
        lines.push(format!("{} says {}", Seat::new(state.proposer), truco(state.proposed)));
    }
    match state.asked {
        Asked::Envido => {
            let called: Vec<&str> = state.envido.calls().into_iter().map(Call::word).collect();
            lines.push(format!("{other} bets: {}", called.join(", then ")));
        }
        Asked::Flor => {
            let call =
                state.contra.map_or(Call::Flor, |contra| CALLS[Call::FlorFlor as usize + contra as usize]);
            lines.push(format!("{other} says {}", call.word()));
        }
        Asked::Truco | Asked::Card => {}
    }
    for seat in Seat::all(2) {
        let what = if state.flor[seat.index()] == Flor::Held { "flor" } else { "envido" };
        match state.told[seat.index()] {
            Told::Exactly(points) => lines.push(format!("{seat} told {points} points of {what}")),
            Told::AtMost(points) => lines.push(format!("{seat} has no more than {points} points of {what}")),
            Told::Nothing if state.flor[seat.index()] == Flor::Held => lines.push(format!("{seat} has flor")),
            Told::Nothing => {}
        }
    }
    lines
}
