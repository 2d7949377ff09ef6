//! One hand of truco, made small: the game that `ludometer train cfr` can solve to play truco by.
//!
//! # Rules
//! The mão, seat 1, and the pé, seat 2, play one hand of truco, or rather one half of it: chance says whether
//! it is played for the tricks or for the envido. So the game is as large as both halves together and not as
//! large as one inside the other; what is said of the one tells nothing of the other here.
//!
//! **Tricks.** Cards of truco that are nearly equally strong are one class, and cards of one class tie. Both
//! get three of the forty cards; only the classes are kept. Tricks, ties, truco, retruco and vale quatro are
//! as in truco, answers too; no card is played face down, and nobody leaves. A last card is laid by itself
//! where nothing can be said before it.
//!
//! **Envido.** Both know the points of their hand, dealt as likely as two hands without a flor have them. The
//! mão calls or passes, then the pé. Calls and answers are as in truco. Chance says first what falta pays:
//! in truco that depends on the score.
//!
//! The players by rules of thumb of truco, `balanced`, `bold`, `timid` and `honest`, come as strategies here
//! too, by classes of cards and without a score.
//!
//! # Moves
//! A card by its class, a call, an answer, a pass. Chance deals the half, then each seat's cards or points.
//!
//! # Notation
//! `c0` is a card of the weakest class. `envido`, `real-envido`, `falta-envido`, `truco`, `retruco`,
//! `vale-quatro`, `quero`, `nao-quero`, `pass`. Chance: `for-tricks`, `for-envido-12` where falta pays 12,
//! `cards-5.3.0`, `points-27`.
//!
//! # Payoff
//! Points of the hand, won or lost.
//!
//! # Parameters
//! `classes`: how many classes of cards there are; the finer, the larger.
//!
//! # Observables
//! `value`: what the tricks pay as it stands, 0 where it is about envido. `trick`: tricks finished.
//!
//! # Source
//! Truco as it is built in here. The odds of hands are those of forty cards.
//!
//! # Version history
//! 1: first version.

use crate::truco::advice::names as styles;
use ludometer_game::{
    Card, ChanceKind, Element, ElementKind, Fault, Game, GameVisitor, Hand, HandCard, ParamError, ParamSpec,
    Params, Part, Payoff, Rng, Scene, Seat, Seats, Seen, Sum, Traits, Turn,
};
use std::borrow::Cow;

mod advice;
mod classes;
mod moves;
mod play;
mod points;
mod state;

pub use classes::Classes;
pub use moves::Move;
pub use play::{legal, play};
pub use state::{Half, Holding, State};

/// What falta can pay, the most first; each is as likely.
pub const FALTAS: [u8; 8] = [24, 20, 16, 12, 9, 6, 4, 2];
/// The number of this version, for games it stands for.
pub const VERSION: u32 = 1;
/// The name of this game, for games it stands for.
pub const NAME: &str = "truco-hand";
/// The parameter that says how many classes of cards there are.
pub const CLASSES: &str = "classes";

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let most = classes::MOST as i64;
    let params = vec![ParamSpec::whole(CLASSES, "classes of cards", 6, classes::LEAST as i64..=most)];
    Card::from_source(NAME, "Truco, one hand", VERSION, include_str!("truco_hand.rs"), params)
}

/// Builds the game.
///
/// # Errors
/// Never: every number of classes has its table.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    Ok(visitor.visit(TrucoHand::new(params.count(CLASSES))))
}

/// The game with cards in so many classes.
pub struct TrucoHand {
    classes: Classes,
}

impl TrucoHand {
    /// The game with so many classes.
    #[must_use]
    pub fn new(classes: usize) -> TrucoHand {
        TrucoHand { classes: Classes::new(classes) }
    }

    /// What a seat may hold, with how likely it is when the other seat holds `other`.
    fn holdings(&self, half: Half, other: Holding) -> Vec<(Holding, f64)> {
        let ways: Vec<(Holding, f64)> = match half {
            Half::Tricks => {
                let other = if let Holding::Cards(cards) = other { Some(cards) } else { None };
                let all = self.classes.hands(other).into_iter();
                all.map(|(cards, ways)| (Holding::Cards(cards), ways)).collect()
            }
            Half::Envido(_) => {
                let other = if let Holding::Points(points) = other { Some(points) } else { None };
                let all = points::ways(other).into_iter();
                all.map(|(points, ways)| (Holding::Points(points), ways)).collect()
            }
        };
        let all: f64 = ways.iter().map(|(_, ways)| ways).sum();
        ways.into_iter().map(|(holding, ways)| (holding, ways / all)).collect()
    }
}

impl Game for TrucoHand {
    type State = State;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        3 + state::MOST_MOVES as u32
    }
    fn initial(&self) -> State {
        State::START
    }
    fn turn(&self, state: &State) -> Turn {
        match () {
            () if state.paid.is_some() => Turn::Over,
            () if !state.is_dealt() => Turn::Chance,
            () => Turn::Seat(Seat::new(state.mover)),
        }
    }
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        legal(state, out);
    }
    fn play(&self, state: &mut State, chosen: Move) {
        play(state, chosen);
    }
    fn payoff(&self, state: &State) -> Payoff {
        let won = f32::from(state.paid.unwrap_or(0));
        Payoff::from_points(Seats::from_fn(2, |seat| if seat.index() == 0 { won } else { -won }))
    }
    fn bounds(&self) -> (f32, f32) {
        let most = f32::from(FALTAS[0]);
        (-most, most)
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::Listed, hidden: true, sum: Sum::Zero }
    }

    fn chance(&self, state: &State, out: &mut Vec<(Move, f64)>) -> bool {
        let Some(half) = state.half else {
            let faltas = FALTAS.map(|falta| (Move::Begin(Half::Envido(falta)), 0.5 / FALTAS.len() as f64));
            out.push((Move::Begin(Half::Tricks), 0.5));
            out.extend(faltas);
            return true;
        };
        let dealt = self.holdings(half, state.holds[0]).into_iter();
        out.extend(dealt.map(|(holding, odds)| (Move::Deal(holding), odds)));
        true
    }

    fn sample(&self, state: &State, me: Seat, rng: &mut Rng) -> State {
        let mut world = *state;
        let other = 1 - me.index();
        let (Some(half), false) = (state.half, state.holds[other] == Holding::Nothing || state.shown) else {
            return world;
        };
        let own = state.holds[me.index()];
        let fits = |holding: &Holding| holding.has_all(&state.laid[other]);
        let worlds: Vec<_> = self.holdings(half, own).into_iter().filter(|(held, _)| fits(held)).collect();
        if let Some(drawn) = rng.roulette(worlds.iter().map(|(_, odds)| *odds)) {
            world.holds[other] = worlds[drawn].0;
        }
        world
    }
    fn info(&self, state: &State, me: Seat, out: &mut Vec<u8>) {
        state.known_to(me.index(), out);
    }
    fn seen(&self, state: &State, made: Move, by: Seat) -> Seen<Move> {
        let owner = usize::from(state.holds[0] != Holding::Nothing);
        match made {
            Move::Deal(_) if by.index() != owner => Seen::Hidden(0),
            _ => Seen::Full(made),
        }
    }

    fn text(&self, _state: &State, chosen: Move, out: &mut String) {
        chosen.write(out);
    }
    fn scene(&self, state: &State, viewer: Option<Seat>) -> Scene {
        let mut scene = Scene::default();
        for seat in Seat::all(2) {
            let sees = state.shown || viewer.is_none_or(|viewer| viewer == seat);
            let cards = state.shown_as(seat.index()).into_iter();
            let card = |text: String| if sees { HandCard::open(text) } else { HandCard::hidden() };
            let (title, cards) = (format!("Hand of {seat}"), cards.map(card).collect());
            scene = scene.with(Part::Hand(Hand { title, owner: Some(seat), cards }));
            let laid = state.laid[seat.index()].iter().filter(|&&class| class != state::NO_CARD);
            let cards = laid.map(|class| HandCard::open(format!("c{class}"))).collect();
            scene =
                scene.with(Part::Hand(Hand { title: format!("Tricks of {seat}"), owner: Some(seat), cards }));
        }
        scene.with(Part::Label(state.said()))
    }
    fn seat_name(&self, seat: Seat) -> String {
        if seat.index() == 0 { "mão".into() } else { "pé".into() }
    }
    fn stage(&self, state: &State) -> Cow<'static, str> {
        match state.half {
            _ if !state.is_dealt() => "deal".into(),
            Some(Half::Envido(_)) => "envido".into(),
            _ if state.proposed > 0 => "truco".into(),
            _ => "card".into(),
        }
    }

    fn elements(&self, state: &State, chosen: Move, out: &mut Vec<Element>) {
        let text = ludometer_game::text_of(self, state, chosen);
        match chosen {
            Move::Card(_) => {
                out.extend([
                    Element::new(ElementKind::Action, "play"),
                    Element::new(ElementKind::Card, text),
                ]);
            }
            Move::Deal(_) | Move::Begin(_) => out.push(Element::new(ElementKind::Action, "deal")),
            _ => out.push(Element::new(ElementKind::Action, text)),
        }
    }
    fn observables(&self) -> Vec<String> {
        ["value", "trick"].map(String::from).to_vec()
    }
    fn observe(&self, state: &State, _viewer: Option<Seat>, out: &mut Vec<f32>) {
        let value = if state.half == Some(Half::Tricks) { state.value() } else { 0 };
        out.extend([value.into(), state.trick() as f32]);
    }
    fn ending(&self, state: &State) -> Cow<'static, str> {
        match state.last() {
            Some(made) if made == moves::REFUSED => "refused".into(),
            Some(made) if made == moves::PASSED => "passed".into(),
            _ if state.shown => "envido compared".into(),
            _ => "tricks played".into(),
        }
    }
    fn strategies(&self) -> Vec<String> {
        styles()
    }
    fn advise(
        &self,
        state: &State,
        seat: Seat,
        strategy: usize,
        moves: &[Move],
        out: &mut Vec<f32>,
    ) -> Result<(), Fault> {
        let chosen = advice::choice(&self.classes, state, seat.index(), strategy, moves);
        out.extend(moves.iter().map(|&legal| if Some(legal) == chosen { 1.0 } else { 0.0 }));
        Ok(())
    }
    fn constants(&self) -> Vec<(String, f32)> {
        vec![(CLASSES.into(), self.classes.count() as f32)]
    }
}

#[cfg(test)]
mod tests;
