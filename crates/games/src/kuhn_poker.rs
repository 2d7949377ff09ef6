//! Kuhn poker: one hidden card each, one bet.
//!
//! # Rules
//! Both players pay the ante and get one card of a small deck, which only they see. The first
//! player checks or bets. After a check, the second player checks too (showdown) or bets. Who faces
//! a bet calls (showdown) or folds (the bettor takes the pot). At a showdown the cards are shown and
//! the higher one takes the pot.
//!
//! # Moves
//! `check` or `bet` when there is no bet; `call` or `fold` when there is one. The deal is two chance
//! turns, one card for each player.
//!
//! # Notation
//! The four words; a dealt card is its rank: `Q`. A deal and a hand: `K Q bet fold`.
//!
//! # Payoff
//! Chips won or lost: zero-sum, between −(`ante` + `bet`) and `ante` + `bet`.
//!
//! # Parameters
//! `cards` (3 to 13): the deck is that many ranks, up to the king. `ante`, `bet` (1 to 10): chips.
//!
//! # Observables
//! `pot`: chips in the middle. `card-1`, `card-2`: the rank of each player's card, counted from 1;
//! 0 when the viewer has not seen it.
//!
//! # Source
//! H. W. Kuhn, "A simplified two-person poker", 1950. With three cards, ante 1 and bet 1 the game is
//! worth −1/18 to the first player.
//!
//! # Version history
//! 1: first version.

use ludometer_game::{
    Card, ChanceKind, Element, ElementKind, Encoding, Feature, Game, GameVisitor, Hand, HandCard, Packed,
    ParamError, ParamSpec, Params, Part, Payoff, Rng, Scene, Seat, Seats, Seen, Sum, Traits, Turn,
};
use std::borrow::Cow;

mod line;
use line::{LINES, Line};

/// Ranks from the lowest; a deck of n cards is the last n.
const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole("cards", "cards in the deck", 3, 3..=13),
        ParamSpec::whole("ante", "chips everybody pays before the deal", 1, 1..=10),
        ParamSpec::whole("bet", "chips of a bet", 1, 1..=10),
    ];
    Card::from_source("kuhn-poker", "Kuhn poker", 1, include_str!("kuhn_poker.rs"), params)
}

/// Builds the game.
///
/// # Errors
/// Never: every legal value of the parameters fits every other.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    let chips = |name| params.whole(name) as f32;
    Ok(visitor.visit(KuhnPoker::new(params.count("cards") as u8, chips("ante"), chips("bet"))))
}

/// The rules for one deck and one size of bet.
pub struct KuhnPoker {
    cards: u8,
    ante: f32,
    bet: f32,
}

/// Cards as ranks from 1 (0 before the deal), and the betting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    cards: [u8; 2],
    line: Line,
}

impl State {
    fn faces_bet(&self) -> bool {
        matches!(self.line, Line::Bet | Line::CheckBet)
    }

    /// Whether this seat has seen that seat's card.
    fn shown(&self, to: Seat, of: Seat) -> bool {
        to == of || self.line.is_showdown()
    }

    /// The card of a seat as a viewer knows it; 0 is unknown.
    fn known_card(&self, viewer: Option<Seat>, of: Seat) -> u8 {
        if viewer.is_none_or(|seat| self.shown(seat, of)) { self.cards[of.index()] } else { 0 }
    }
}

/// A choice of a player, or a card dealt by chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// No chips: check, or fold to a bet.
    Pass,
    /// Chips: bet, or call a bet.
    Chips,
    /// The card of this rank, counted from 1.
    Deal(u8),
}

impl Packed for Move {
    fn pack(self) -> [u8; 16] {
        match self {
            Move::Deal(rank) => rank.pack(),
            Move::Pass => 100u8.pack(),
            Move::Chips => 101u8.pack(),
        }
    }
    fn unpack(bytes: [u8; 16]) -> Self {
        match bytes[0] {
            100 => Move::Pass,
            101 => Move::Chips,
            rank => Move::Deal(rank),
        }
    }
}

impl KuhnPoker {
    fn new(cards: u8, ante: f32, bet: f32) -> Self {
        KuhnPoker { cards, ante, bet }
    }

    fn face(&self, rank: u8) -> &'static str {
        RANKS[RANKS.len() - usize::from(self.cards) + usize::from(rank) - 1]
    }

    /// A card other than this one (0 excludes none), each equally likely.
    fn other_card(&self, taken: u8, rng: &mut Rng) -> u8 {
        if taken == 0 {
            return 1 + rng.below(self.cards.into()) as u8;
        }
        let drawn = 1 + rng.below(usize::from(self.cards) - 1) as u8;
        drawn + u8::from(drawn >= taken)
    }

    fn pot(&self, state: &State) -> f32 {
        let [first, second] = state.line.bets();
        2.0 * self.ante + (first + second) * self.bet
    }

    fn word(state: &State, chosen: Move) -> &'static str {
        match (chosen, state.faces_bet()) {
            (Move::Pass, true) => "fold",
            (Move::Pass, false) => "check",
            (_, true) => "call",
            (_, false) => "bet",
        }
    }
}

impl Game for KuhnPoker {
    type State = State;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        5
    }
    fn initial(&self) -> State {
        State { cards: [0, 0], line: Line::Start }
    }
    fn turn(&self, state: &State) -> Turn {
        match state.line {
            _ if state.cards[1] == 0 => Turn::Chance,
            Line::Start | Line::CheckBet => Turn::Seat(Seat::new(0)),
            Line::Check | Line::Bet => Turn::Seat(Seat::new(1)),
            _ => Turn::Over,
        }
    }
    fn moves(&self, _state: &State, out: &mut Vec<Move>) {
        out.extend([Move::Pass, Move::Chips]);
    }
    fn play(&self, state: &mut State, chosen: Move) {
        match chosen {
            Move::Pass => state.line = state.line.then(false),
            Move::Chips => state.line = state.line.then(true),
            Move::Deal(rank) => state.cards[usize::from(state.cards[0] > 0)] = rank,
        }
    }
    fn payoff(&self, state: &State) -> Payoff {
        let first_wins = match state.line {
            Line::BetFold => true,
            Line::CheckBetFold => false,
            line if line.is_showdown() => state.cards[0] > state.cards[1],
            _ => return Payoff::draw(2),
        };
        // The loser's chips change hands; a bet nobody called goes back.
        let called = matches!(state.line, Line::BetCall | Line::CheckBetCall);
        let won = self.ante + if called { self.bet } else { 0.0 };
        let (winner, loser) = if first_wins { (0, 1) } else { (1, 0) };
        let mut payoff = Payoff { points: Seats::all(won, 2), place: Seats::all(1, 2) };
        payoff.points[Seat::new(loser)] = -won;
        payoff.place[Seat::new(loser)] = 2;
        debug_assert!(payoff.won(Seat::new(winner)));
        payoff
    }
    fn bounds(&self) -> (f32, f32) {
        (-self.ante - self.bet, self.ante + self.bet)
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::Listed, hidden: true, sum: Sum::Zero }
    }

    fn chance(&self, state: &State, out: &mut Vec<(Move, f64)>) -> bool {
        let taken = state.cards[0];
        let left = f64::from(self.cards) - f64::from(u8::from(taken > 0));
        out.extend((1..=self.cards).filter(|&rank| rank != taken).map(|rank| (Move::Deal(rank), 1.0 / left)));
        true
    }
    fn draw(&self, state: &State, rng: &mut Rng) -> Move {
        Move::Deal(self.other_card(state.cards[0], rng))
    }

    fn sample(&self, state: &State, me: Seat, rng: &mut Rng) -> State {
        let mut world = *state;
        let other = me.next(2);
        if state.cards[other.index()] > 0 && !state.shown(me, other) {
            world.cards[other.index()] = self.other_card(state.cards[me.index()], rng);
        }
        world
    }
    fn info(&self, state: &State, me: Seat, out: &mut Vec<u8>) {
        let dealt = state.cards.iter().filter(|&&card| card > 0).count() as u8;
        out.extend([dealt, state.line as u8]);
        out.extend(Seat::all(2).map(|of| state.known_card(Some(me), of)));
    }
    fn seen(&self, state: &State, made: Move, by: Seat) -> Seen<Move> {
        let owner = usize::from(state.cards[0] > 0);
        if matches!(made, Move::Deal(_)) && by.index() != owner { Seen::Hidden(0) } else { Seen::Full(made) }
    }

    fn text(&self, state: &State, chosen: Move, out: &mut String) {
        out.push_str(match chosen {
            Move::Deal(rank) => self.face(rank),
            choice => KuhnPoker::word(state, choice),
        });
    }
    fn scene(&self, state: &State, viewer: Option<Seat>) -> Scene {
        let mut scene = Scene::default();
        for seat in Seat::all(2) {
            let cards = match (state.cards[seat.index()], state.known_card(viewer, seat)) {
                (0, _) => vec![],
                (_, 0) => vec![HandCard::hidden()],
                (_, known) => vec![HandCard::open(self.face(known))],
            };
            scene =
                scene.with(Part::Hand(Hand { title: format!("Card of {seat}"), owner: Some(seat), cards }));
        }
        let max = 2.0 * (self.ante + self.bet);
        scene.with(Part::Track { title: "Pot".into(), owner: None, value: self.pot(state), max })
    }

    fn elements(&self, state: &State, chosen: Move, out: &mut Vec<Element>) {
        out.push(match chosen {
            Move::Deal(rank) => Element::new(ElementKind::Card, self.face(rank)),
            choice => Element::new(ElementKind::Action, KuhnPoker::word(state, choice)),
        });
    }
    fn observables(&self) -> Vec<String> {
        ["pot", "card-1", "card-2"].map(String::from).to_vec()
    }
    fn observe(&self, state: &State, viewer: Option<Seat>, out: &mut Vec<f32>) {
        out.push(self.pot(state));
        out.extend(Seat::all(2).map(|of| f32::from(state.known_card(viewer, of))));
    }
    fn ending(&self, state: &State) -> Cow<'static, str> {
        if state.line.is_showdown() { "showdown".into() } else { "fold".into() }
    }

    fn actions(&self) -> Option<usize> {
        Some(2)
    }
    fn index(&self, _state: &State, chosen: Move) -> usize {
        usize::from(chosen == Move::Chips)
    }
    fn encoding(&self) -> Option<Encoding> {
        Some(Encoding::Flat { len: usize::from(self.cards) + LINES + 2 })
    }
    /// Own card, betting line and own seat, each as one number among zeros.
    fn encode(&self, state: &State, me: Seat, out: &mut [f32]) {
        out.fill(0.0);
        let cards = usize::from(self.cards);
        if let Some(rank) = usize::from(state.cards[me.index()]).checked_sub(1) {
            out[rank] = 1.0;
        }
        out[cards + state.line as usize] = 1.0;
        out[cards + LINES + me.index()] = 1.0;
    }
    fn features(&self) -> Vec<Feature> {
        vec![
            Feature::new("own-card", (0.0, 13.0)).about("rank of the own card, from 1; 0 before the deal"),
            Feature::new("faces-bet", (0.0, 1.0)).about("1 where a bet waits for an answer"),
        ]
    }
    fn read_features(&self, state: &State, me: Seat, out: &mut Vec<f32>) {
        out.extend([f32::from(state.cards[me.index()]), f32::from(u8::from(state.faces_bet()))]);
    }

    fn playout(&self, state: &mut State, _buffer: &mut Vec<Move>, rng: &mut Rng) -> Payoff {
        while state.cards[1] == 0 {
            let card = self.draw(state, rng);
            self.play(state, card);
        }
        // At most three choices between two moves: one draw holds them all.
        let mut coins = rng.bits();
        while !state.line.is_over() {
            state.line = state.line.then(coins & 1 == 1);
            coins >>= 1;
        }
        self.payoff(state)
    }
}

#[cfg(test)]
mod tests;
