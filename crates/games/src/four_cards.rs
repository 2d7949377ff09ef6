//! Four cards: a hand of whist in which looking at every world alike misleads.
//!
//! # Rules
//! Two players, four cards each, four tricks. MAX holds 6♥ 6♦ 8♣ 7♣. MIN holds 2♠ 9♣ 3♣ and one card
//! more, 4♥ or 4♦ with even odds, which only MIN sees; everything else is known to both. MAX leads. Who
//! can must follow suit; the higher card of the suit led takes the trick, and its taker leads the next.
//! More tricks win, two each are a tie.
//!
//! # Moves
//! A card of the hand. A chance turn comes first: the card MIN is dealt.
//!
//! # Notation
//! A card is its rank and its suit: `6H`, `8C`. A deal and a trick: `4D 8C 9C`.
//!
//! # Payoff
//! 1 for more tricks, −1 for fewer, 0 for two each.
//!
//! # Parameters
//! None.
//!
//! # Observables
//! `tricks-max`, `tricks-min`: tricks taken. `four`: −1 when MIN is known to have been dealt 4♥, 1 for
//! 4♦, 0 when the viewer does not know.
//!
//! # Source
//! The four-card example of S. Russell and P. Norvig's lectures, with suits of our own. With MIN's hand
//! known every lead is worth 0. With it hidden a 6 is still worth 0, but a club is worth −1/2: MIN takes
//! it with the nine and leads the two of spades, and MAX must throw away a 6 without knowing which of
//! them will be needed against the four. Averaging over the two worlds cannot tell the leads apart.
//!
//! # Version history
//! 1: first version.

use ludometer_game::{
    Card, ChanceKind, Element, ElementKind, Encoding, Game, GameVisitor, Hand, HandCard, ParamError, Params,
    Part, Payoff, Rng, Scene, Seat, Seen, Sum, Traits, Turn,
};
use std::cmp::Ordering;

/// All cards. MAX holds the first four, MIN the next three and one of the last two.
const NAMES: [&str; 9] = ["6H", "6D", "8C", "7C", "2S", "9C", "3C", "4H", "4D"];
const MAX: Seat = Seat::new(0);
const MIN: Seat = Seat::new(1);
const FOURS: [u8; 2] = [7, 8];

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    Card::from_source("four-cards", "Four cards", 1, include_str!("four_cards.rs"), vec![])
}

/// Builds the game.
///
/// # Errors
/// Never: there is nothing to choose.
pub fn open<V: GameVisitor>(_params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    Ok(visitor.visit(FourCards))
}

/// The rules.
pub struct FourCards;

/// Hands as bits, the cards played in order, and who leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    hands: [u16; 2],
    played: [u8; 8],
    count: u8,
    leader: u8,
    tricks: [u8; 2],
    /// The four MIN was dealt.
    four: Option<u8>,
    /// Whether play has shown which one it is.
    shown: bool,
}

fn suit(card: u8) -> u8 {
    NAMES[usize::from(card)].as_bytes()[1]
}

fn rank(card: u8) -> u8 {
    NAMES[usize::from(card)].as_bytes()[0]
}

fn cards(set: u16) -> impl Iterator<Item = u8> {
    (0..NAMES.len() as u8).filter(move |card| set >> card & 1 == 1)
}

impl State {
    fn mover(&self) -> usize {
        usize::from((self.leader + self.count) % 2)
    }

    /// The card led, if the trick is half done.
    fn led(&self) -> Option<u8> {
        (self.count % 2 == 1).then(|| self.played[usize::from(self.count) - 1])
    }

    fn legal(&self) -> u16 {
        let hand = self.hands[self.mover()];
        let Some(led) = self.led() else { return hand };
        let following =
            cards(hand).filter(|&card| suit(card) == suit(led)).fold(0, |set, card| set | 1 << card);
        if following == 0 { hand } else { following }
    }

    /// The four as a viewer knows it.
    fn known_four(&self, viewer: Option<Seat>) -> Option<u8> {
        self.four.filter(|_| self.shown || viewer != Some(MAX))
    }

    /// Notes what a card of MIN tells: it is the four, or it does not follow a red suit.
    fn tell(&mut self, card: u8) {
        let not_followed =
            self.led().is_some_and(|led| suit(led) != suit(card) && b"HD".contains(&suit(led)));
        self.shown |= self.mover() == MIN.index() && (FOURS.contains(&card) || not_followed);
    }

    /// −1 for hearts, 1 for diamonds, 0 when the viewer does not know.
    fn four_side(&self, viewer: Option<Seat>) -> f32 {
        self.known_four(viewer).map_or(0.0, |four| if four == FOURS[0] { -1.0 } else { 1.0 })
    }
}

impl Game for FourCards {
    type State = State;
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        9
    }
    fn initial(&self) -> State {
        State {
            hands: [0b1111, 0b111_0000],
            played: [0; 8],
            count: 0,
            leader: 0,
            tricks: [0; 2],
            four: None,
            shown: false,
        }
    }
    fn turn(&self, state: &State) -> Turn {
        match (state.four, state.count) {
            (None, _) => Turn::Chance,
            (_, 8) => Turn::Over,
            _ => Turn::Seat(Seat::new(state.mover() as u8)),
        }
    }
    fn moves(&self, state: &State, out: &mut Vec<u8>) {
        out.extend(cards(state.legal()));
    }
    fn play(&self, state: &mut State, card: u8) {
        if state.four.is_none() {
            state.four = Some(card);
            state.hands[MIN.index()] |= 1 << card;
            return;
        }
        state.tell(card);
        let (mover, led) = (state.mover(), state.led());
        state.hands[mover] &= !(1 << card);
        state.played[usize::from(state.count)] = card;
        state.count += 1;
        if let Some(led) = led {
            let takes = suit(card) == suit(led) && rank(card) > rank(led);
            state.leader = if takes { mover as u8 } else { 1 - mover as u8 };
            state.tricks[usize::from(state.leader)] += 1;
        }
    }
    fn payoff(&self, state: &State) -> Payoff {
        match state.tricks[0].cmp(&state.tricks[1]) {
            Ordering::Greater => Payoff::win(2, MAX),
            Ordering::Less => Payoff::win(2, MIN),
            Ordering::Equal => Payoff::draw(2),
        }
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::Listed, hidden: true, sum: Sum::Zero }
    }
    fn chance(&self, _state: &State, out: &mut Vec<(u8, f64)>) -> bool {
        out.extend(FOURS.map(|four| (four, 0.5)));
        true
    }

    fn sample(&self, state: &State, me: Seat, rng: &mut Rng) -> State {
        if state.four.is_none() || state.known_four(Some(me)).is_some() {
            return *state;
        }
        let four = FOURS[rng.below(2)];
        let mut world = State { four: Some(four), ..*state };
        // It is not shown, so MIN still holds it.
        world.hands[MIN.index()] = state.hands[MIN.index()] & 0b111_0000 | 1 << four;
        world
    }
    fn info(&self, state: &State, me: Seat, out: &mut Vec<u8>) {
        out.push(u8::from(state.four.is_some()));
        out.push(state.known_four(Some(me)).unwrap_or(0));
        out.extend(&state.played[..usize::from(state.count)]);
    }
    fn seen(&self, state: &State, made: u8, by: Seat) -> Seen<u8> {
        if state.four.is_none() && by == MAX { Seen::Hidden(0) } else { Seen::Full(made) }
    }

    fn text(&self, _state: &State, card: u8, out: &mut String) {
        out.push_str(NAMES[usize::from(card)]);
    }
    fn scene(&self, state: &State, viewer: Option<Seat>) -> Scene {
        let mut scene = Scene::default();
        for seat in [MAX, MIN] {
            let face = |card: u8| {
                let hidden = FOURS.contains(&card) && state.known_four(viewer).is_none();
                if hidden { HandCard::hidden() } else { HandCard::open(NAMES[usize::from(card)]) }
            };
            let cards = cards(state.hands[seat.index()]).map(face).collect();
            let title = format!("Hand of {}", self.seat_name(seat));
            scene = scene.with(Part::Hand(Hand { title, owner: Some(seat), cards }));
            let title = format!("Tricks of {}", self.seat_name(seat));
            let value = state.tricks[seat.index()].into();
            scene = scene.with(Part::Track { title, owner: Some(seat), value, max: 4.0 });
        }
        let led = state.led().map(|card| HandCard::open(NAMES[usize::from(card)]));
        scene.with(Part::Hand(Hand { title: "Trick".into(), owner: None, cards: led.into_iter().collect() }))
    }
    fn seat_name(&self, seat: Seat) -> String {
        ["MAX", "MIN"][seat.index()].into()
    }

    fn elements(&self, state: &State, card: u8, out: &mut Vec<Element>) {
        let action = match (state.four, state.led()) {
            (None, _) => "deal",
            (_, None) => "lead",
            (_, Some(led)) if suit(led) == suit(card) => "follow",
            _ => "discard",
        };
        out.push(Element::new(ElementKind::Action, action));
        out.push(Element::new(ElementKind::Card, NAMES[usize::from(card)]));
    }
    fn observables(&self) -> Vec<String> {
        ["tricks-max", "tricks-min", "four"].map(String::from).to_vec()
    }
    fn observe(&self, state: &State, viewer: Option<Seat>, out: &mut Vec<f32>) {
        out.extend(state.tricks.map(f32::from));
        out.push(state.four_side(viewer));
    }
    fn score(&self, state: &State, seat: Seat) -> Option<f32> {
        Some(state.tricks[seat.index()].into())
    }

    fn actions(&self) -> Option<usize> {
        Some(NAMES.len())
    }
    fn index(&self, _state: &State, card: u8) -> usize {
        card.into()
    }
    fn encoding(&self) -> Option<Encoding> {
        Some(Encoding::Flat { len: 2 * NAMES.len() + 3 })
    }
    /// The cards played and the card led (a number for each card each), the four as known, the lead in
    /// tricks, and whether `me` is MIN.
    fn encode(&self, state: &State, me: Seat, out: &mut [f32]) {
        out.fill(0.0);
        let cards = NAMES.len();
        for &card in &state.played[..usize::from(state.count)] {
            out[usize::from(card)] = 1.0;
        }
        if let Some(led) = state.led() {
            out[cards + usize::from(led)] = 1.0;
        }
        out[2 * cards] = state.four_side(Some(me));
        let [own, other] = [me, me.next(2)].map(|seat| f32::from(state.tricks[seat.index()]));
        out[2 * cards + 1] = (own - other) / 4.0;
        out[2 * cards + 2] = me.index() as f32;
    }
}

#[cfg(test)]
mod tests;
