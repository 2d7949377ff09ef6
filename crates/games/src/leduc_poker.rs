//! Leduc poker: one hidden card each, one card for all, two rounds of bets.
//!
//! # Rules
//! The deck has one rank more than there are players, two cards of each. Everybody pays the ante and
//! gets one card that only they see. Then the first round of betting: in turn, players check or bet;
//! once there is a bet they fold, call or raise. A round allows a fixed number of bets and raises, all of
//! one size, and ends when everybody has answered the last one. After it one card is laid open for all,
//! and a second round with larger bets follows. The first player still in begins each round. If all but
//! one fold, that one takes the pot. Otherwise the cards are shown: a card that pairs the open one wins,
//! else the higher card; equal cards share the pot.
//!
//! # Moves
//! `check` or `bet` when there is nothing to pay, `fold`, `call` or `raise` when there is. Deals are
//! listed chance; suits mean nothing, so a chance move is a rank.
//!
//! # Notation
//! The five words; a dealt card is its rank: `K Q bet call Q check check`.
//!
//! # Payoff
//! Chips won or lost: zero-sum.
//!
//! # Parameters
//! `seats` (2 to 4). `ante`, `small-bet`, `big-bet`: chips, the bets for the first and the second round.
//! `raises` (1 to 3): bets and raises in one round.
//!
//! # Observables
//! `pot`: chips in the middle. `open-card`: its rank, counted from 1, or 0. `card-1`, `card-2` and so on:
//! the rank of each player's card, 0 when the viewer has not seen it.
//!
//! # Source
//! F. Southey and others, "Bayes' bluff: opponent modelling in poker", 2005. With the defaults the game
//! has 288 information sets, 936 if suits are told apart, and is worth −0.0856 to the first player.
//!
//! # Version history
//! 1: first version.

use ludometer_game::{
    Card, ChanceKind, Element, ElementKind, Encoding, Feature, Game, GameVisitor, Hand, HandCard, Packed,
    ParamError, ParamSpec, Params, Part, Payoff, Rng, Scene, Seat, Seats, Seen, Sum, Traits, Turn,
};
use std::borrow::Cow;

mod betting;
use betting::{Betting, CHOICES, Choice, MOST, Stakes};

/// Ranks from the lowest; a deck of n ranks is the last n.
const RANKS: [&str; MOST + 1] = ["9", "10", "J", "Q", "K"];
/// Cards of one rank.
const SUITS: usize = 2;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole("seats", "players", 2, 2..=MOST as i64),
        ParamSpec::whole("ante", "chips everybody pays before the deal", 1, 1..=10),
        ParamSpec::whole("small-bet", "chips of a bet in the first round", 2, 1..=10),
        ParamSpec::whole("big-bet", "chips of a bet in the second round", 4, 1..=10),
        ParamSpec::whole("raises", "bets and raises in one round", 2, 1..=3),
    ];
    Card::from_source("leduc-poker", "Leduc poker", 1, include_str!("leduc_poker.rs"), params)
}

/// Builds the game.
///
/// # Errors
/// Never: every legal value of the parameters fits every other.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    let number = |name| params.count(name) as u8;
    let bets = [number("small-bet"), number("big-bet")];
    let (seats, ante, raises) = (number("seats"), number("ante"), number("raises"));
    Ok(visitor.visit(LeducPoker { stakes: Stakes { seats, ante, bets, raises } }))
}

/// The rules for one number of players and one size of bets.
pub struct LeducPoker {
    stakes: Stakes,
}

/// Cards as ranks from 1 (0 is not dealt yet), and the betting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    cards: [u8; MOST],
    open: u8,
    betting: Betting,
}

/// A choice of a player, or a card dealt by chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Gives up.
    Fold,
    /// Checks, or calls a bet.
    Call,
    /// Bets, or raises a bet.
    Raise,
    /// A card of this rank, counted from 1.
    Deal(u8),
}

impl Packed for Move {
    fn pack(self) -> [u8; 16] {
        match self {
            Move::Deal(rank) => rank.pack(),
            Move::Fold => 100u8.pack(),
            Move::Call => 101u8.pack(),
            Move::Raise => 102u8.pack(),
        }
    }
    fn unpack(bytes: [u8; 16]) -> Self {
        match bytes[0] {
            100 => Move::Fold,
            101 => Move::Call,
            102 => Move::Raise,
            rank => Move::Deal(rank),
        }
    }
}

impl From<Choice> for Move {
    fn from(choice: Choice) -> Move {
        [Move::Fold, Move::Call, Move::Raise][choice as usize]
    }
}

impl LeducPoker {
    fn ranks(&self) -> usize {
        self.seats() + 1
    }

    fn face(&self, rank: u8) -> &'static str {
        RANKS[RANKS.len() - self.ranks() + usize::from(rank) - 1]
    }

    fn cards<'a>(&self, state: &'a State) -> &'a [u8] {
        &state.cards[..self.seats()]
    }

    /// How many cards of each rank are still in the deck, from rank 1.
    fn deck(&self, state: &State) -> [usize; MOST + 1] {
        let mut left = [SUITS; MOST + 1];
        left[self.ranks()..].fill(0);
        for card in state.cards.into_iter().chain([state.open]).filter(|card| *card > 0) {
            left[usize::from(card) - 1] -= 1;
        }
        left
    }

    /// The rank of a card drawn from the deck.
    fn drawn(&self, state: &State, rng: &mut Rng) -> u8 {
        let left = self.deck(state);
        let mut number = rng.below(left.iter().sum());
        let rank = left.iter().position(|&cards| {
            let here = number < cards;
            number = number.saturating_sub(cards);
            here
        });
        // The number is below the sum, so some rank holds it.
        1 + rank.unwrap_or(0) as u8
    }

    /// Whether this seat knows that seat's card.
    fn knows(&self, state: &State, viewer: Option<Seat>, of: Seat) -> bool {
        let shown = state.betting.is_showdown(&self.stakes) && !state.betting.has_folded(of.index());
        shown || viewer.is_none_or(|seat| seat == of)
    }

    /// The card of a seat as a viewer knows it; 0 is unknown.
    fn known_card(&self, state: &State, viewer: Option<Seat>, of: Seat) -> u8 {
        if self.knows(state, viewer, of) { state.cards[of.index()] } else { 0 }
    }

    /// What a card is worth at the showdown.
    fn strength(&self, state: &State, seat: Seat) -> u8 {
        let card = state.cards[seat.index()];
        let best = if card == state.open { u8::MAX } else { card };
        if state.betting.has_folded(seat.index()) { 0 } else { best }
    }

    fn word(state: &State, chosen: Move) -> &'static str {
        match (chosen, state.betting.faces_bet()) {
            (Move::Fold, _) => "fold",
            (Move::Call, true) => "call",
            (Move::Call, false) => "check",
            (_, true) => "raise",
            (_, false) => "bet",
        }
    }
}

impl Game for LeducPoker {
    type State = State;
    type Move = Move;

    fn seats(&self) -> usize {
        self.stakes.seats.into()
    }
    fn limit(&self) -> u32 {
        (self.seats() + 1 + self.stakes.choices()) as u32
    }
    fn initial(&self) -> State {
        State { cards: [0; MOST], open: 0, betting: Betting::start(&self.stakes) }
    }
    fn turn(&self, state: &State) -> Turn {
        match state.betting.round {
            0 if state.cards[self.seats() - 1] == 0 => Turn::Chance,
            1 if state.open == 0 => Turn::Chance,
            2 => Turn::Over,
            _ => Turn::Seat(Seat::new(state.betting.mover)),
        }
    }
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        let legal = CHOICES.into_iter().filter(|choice| state.betting.allows(*choice, &self.stakes));
        out.extend(legal.map(Move::from));
    }
    fn play(&self, state: &mut State, chosen: Move) {
        let choice = match chosen {
            Move::Fold => Choice::Fold,
            Move::Call => Choice::Call,
            Move::Raise => Choice::Raise,
            Move::Deal(rank) => {
                match self.cards(state).iter().position(|card| *card == 0) {
                    Some(seat) => state.cards[seat] = rank,
                    None => state.open = rank,
                }
                return;
            }
        };
        state.betting.choose(choice, &self.stakes);
    }
    fn payoff(&self, state: &State) -> Payoff {
        if !state.betting.is_over() {
            return Payoff::draw(self.seats());
        }
        let strengths = Seats::from_fn(self.seats(), |seat| self.strength(state, seat));
        let best = strengths.iter().copied().max().unwrap_or(0);
        let winners = strengths.iter().filter(|&&strength| strength == best).count();
        let share = f32::from(state.betting.pot()) / winners as f32;
        Payoff::from_points(Seats::from_fn(self.seats(), |seat| {
            let won = if strengths[seat] == best { share } else { 0.0 };
            won - f32::from(state.betting.paid[seat.index()])
        }))
    }
    fn bounds(&self) -> (f32, f32) {
        let most = f32::from(self.stakes.most());
        (-most, most * (self.seats() - 1) as f32)
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::Listed, hidden: true, sum: Sum::Zero }
    }

    fn chance(&self, state: &State, out: &mut Vec<(Move, f64)>) -> bool {
        let left = self.deck(state);
        let all: usize = left.iter().sum();
        let listed = (1..).zip(left).filter(|(_, cards)| *cards > 0);
        out.extend(listed.map(|(rank, cards)| (Move::Deal(rank), cards as f64 / all as f64)));
        true
    }
    fn draw(&self, state: &State, rng: &mut Rng) -> Move {
        Move::Deal(self.drawn(state, rng))
    }

    fn sample(&self, state: &State, me: Seat, rng: &mut Rng) -> State {
        let mut world = *state;
        let hidden = Seat::all(self.seats())
            .filter(|of| state.cards[of.index()] > 0 && !self.knows(state, Some(me), *of));
        hidden.clone().for_each(|seat| world.cards[seat.index()] = 0);
        for seat in hidden {
            world.cards[seat.index()] = self.drawn(&world, rng);
        }
        world
    }
    fn info(&self, state: &State, me: Seat, out: &mut Vec<u8>) {
        out.push(self.cards(state).iter().filter(|&&card| card > 0).count() as u8);
        out.push(state.open);
        out.extend(Seat::all(self.seats()).map(|of| self.known_card(state, Some(me), of)));
        out.extend(state.betting.line().to_le_bytes());
    }
    fn seen(&self, state: &State, made: Move, by: Seat) -> Seen<Move> {
        let owner = self.cards(state).iter().position(|card| *card == 0);
        let hidden = matches!(made, Move::Deal(_)) && owner.is_some_and(|owner| owner != by.index());
        if hidden { Seen::Hidden(0) } else { Seen::Full(made) }
    }

    fn text(&self, state: &State, chosen: Move, out: &mut String) {
        out.push_str(match chosen {
            Move::Deal(rank) => self.face(rank),
            choice => LeducPoker::word(state, choice),
        });
    }
    fn scene(&self, state: &State, viewer: Option<Seat>) -> Scene {
        let mut scene = Scene::default();
        for seat in Seat::all(self.seats()) {
            let cards = match (state.cards[seat.index()], self.known_card(state, viewer, seat)) {
                (0, _) => vec![],
                (_, 0) => vec![HandCard::hidden()],
                (_, known) => vec![HandCard::open(self.face(known))],
            };
            let folded = if state.betting.has_folded(seat.index()) { ", folded" } else { "" };
            let title = format!("Card of {seat}{folded}");
            scene = scene.with(Part::Hand(Hand { title, owner: Some(seat), cards }));
            let (title, value) = (format!("Chips of {seat}"), state.betting.paid[seat.index()].into());
            let max = self.stakes.most().into();
            scene = scene.with(Part::Track { title, owner: Some(seat), value, max });
        }
        let cards = (state.open > 0).then(|| HandCard::open(self.face(state.open))).into_iter().collect();
        scene.with(Part::Hand(Hand { title: "Open card".into(), owner: None, cards }))
    }
    fn stage(&self, state: &State) -> Cow<'static, str> {
        if state.betting.round == 0 { "first round".into() } else { "second round".into() }
    }

    fn elements(&self, state: &State, chosen: Move, out: &mut Vec<Element>) {
        out.push(match chosen {
            Move::Deal(rank) => Element::new(ElementKind::Card, self.face(rank)),
            choice => Element::new(ElementKind::Action, LeducPoker::word(state, choice)),
        });
    }
    fn observables(&self) -> Vec<String> {
        let cards = (1..=self.seats()).map(|seat| format!("card-{seat}"));
        ["pot", "open-card"].map(String::from).into_iter().chain(cards).collect()
    }
    fn observe(&self, state: &State, viewer: Option<Seat>, out: &mut Vec<f32>) {
        out.extend([f32::from(state.betting.pot()), f32::from(state.open)]);
        out.extend(Seat::all(self.seats()).map(|of| f32::from(self.known_card(state, viewer, of))));
    }
    fn ending(&self, state: &State) -> Cow<'static, str> {
        if state.betting.is_showdown(&self.stakes) { "showdown".into() } else { "fold".into() }
    }

    fn actions(&self) -> Option<usize> {
        Some(CHOICES.len())
    }
    fn index(&self, _state: &State, chosen: Move) -> usize {
        match chosen {
            Move::Fold => 0,
            Move::Call => 1,
            _ => 2,
        }
    }
    fn encoding(&self) -> Option<Encoding> {
        let choices = CHOICES.len() * self.stakes.choices();
        Some(Encoding::Flat { len: 2 * self.ranks() + 2 * self.seats() + choices })
    }
    /// Own card, open card, own seat, each as one number among zeros; chips of everybody from me on;
    /// the choices so far, three numbers each.
    fn encode(&self, state: &State, me: Seat, out: &mut [f32]) {
        out.fill(0.0);
        let (ranks, seats) = (self.ranks(), self.seats());
        for (at, card) in [state.cards[me.index()], state.open].into_iter().enumerate() {
            if card > 0 {
                out[at * ranks + usize::from(card) - 1] = 1.0;
            }
        }
        let rest = &mut out[2 * ranks..];
        rest[me.index()] = 1.0;
        for from_me in 0..seats {
            let paid = state.betting.paid[(me.index() + from_me) % seats];
            rest[seats + from_me] = f32::from(paid) / f32::from(self.stakes.most());
        }
        for (choice, numbers) in state.betting.choices().zip(rest[2 * seats..].chunks_mut(CHOICES.len())) {
            numbers[choice as usize] = 1.0;
        }
    }
    fn features(&self) -> Vec<Feature> {
        let (ranks, most) = ((0.0, self.ranks() as f32), f32::from(self.stakes.most()));
        let pot = (0.0, most * self.seats() as f32);
        vec![
            Feature::new("own-card", ranks).about("rank of the own card, from 1; 0 before the deal"),
            Feature::new("open-card", ranks).about("rank of the open card, from 1; 0 before it is turned"),
            Feature::new("pair", (0.0, 1.0)).about("1 where the own card pairs the open one"),
            Feature::new("pot", pot).about("chips of all seats in the pot"),
            Feature::new("own-chips", (0.0, most)).about("own chips in the pot"),
        ]
    }
    fn read_features(&self, state: &State, me: Seat, out: &mut Vec<f32>) {
        let card = state.cards[me.index()];
        let pair = u8::from(card > 0 && card == state.open);
        out.extend([card, state.open, pair].map(f32::from));
        out.extend([state.betting.pot().into(), f32::from(state.betting.paid[me.index()])]);
    }
}

#[cfg(test)]
mod tests;
