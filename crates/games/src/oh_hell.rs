//! Oh hell: say how many tricks you will take, and take exactly that many.
//!
//! # Rules
//! Everybody is dealt a hand, and one more card is turned up: its suit is trump. From seat 1 on
//! everybody bids a number of tricks. With `hook=on` the last bidder may not make the bids add up to
//! the tricks there are, so somebody must fail. Then seat 1 leads a card and the others play one in
//! turn; who can must follow the suit led. The highest trump takes the trick, or without one the highest
//! card of the suit led, and the taker leads the next. Who takes exactly what was bid scores the bonus
//! and the tricks.
//!
//! # Moves
//! First a bid, then the cards of the hand. The deal is one chance turn: with few deals each is listed
//! by its number, with many the move carries the seed of a shuffle. Everybody sees only the own hand,
//! the turned card, the bids and what is played.
//!
//! # Notation
//! A bid is `bid-` and its number: `bid-2`. A card is its rank and its suit: `QS`, `10H`. A deal is
//! `deal-` and sixteen hexadecimal digits.
//!
//! # Payoff
//! The points scored; each plays for the own points. A bid that is made pays `bonus` and `trick` for
//! every trick. A missed one pays 0, or as `miss` says.
//!
//! # Parameters
//! `seats` (2 to 6). `suits` (2 to 4): spades, hearts, diamonds, clubs. `ranks` (2 to 13): the highest
//! of each suit. `hand` (1 to 12): cards in each hand. `bonus` (0 to 50): points for a bid that is made.
//! `trick` (0 to 10): points for each trick. `miss`: a missed bid pays `nothing`, its `tricks`, or costs
//! as a `penalty` `trick` for each trick above or below the bid. `hook`: the rule above.
//!
//! # Observables
//! `trick`: tricks taken. `bid-sum`: the sum of the bids. `missing-1` and on: tricks each seat still
//! lacks to its bid, negative when there are too many.
//!
//! # Source
//! Oh hell, one deal of it. OpenSpiel's `oh_hell` is the same with `seats` as `players`, `suits` as
//! `num_suits`, `ranks` as `num_cards_per_suit`, `hand` as `num_tricks_fixed`, `trick` as
//! `points_per_trick`, `bonus=10`, `hook=on`, the last seat as dealer, and `miss=tricks` (or
//! `miss=penalty` for `off_bid_penalty`). Hidden hands are drawn anew with equal odds among all deals
//! that fit; what a bid may tell is left to the players.
//!
//! # Version history
//! 1: first version.

use crate::deals::{Deck, any_card, cards};
use crate::trick_table::{MOST_SEATS, Shape, Table};
use ludometer_game::{
    Card, ChanceKind, Element, ElementKind, Encoding, Feature, Game, GameVisitor, Packed, ParamError,
    ParamSpec, Params, Part, Payoff, Rng, Scene, Seat, Seats, Seen, Story, Sum, Traits, Turn,
};
use std::borrow::Cow;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole("seats", "players", 4, 2..=MOST_SEATS as i64),
        ParamSpec::whole("suits", "suits in the deck", 4, 2..=4),
        ParamSpec::whole("ranks", "cards of each suit", 13, 2..=13),
        ParamSpec::whole("hand", "cards in each hand", 5, 1..=12),
        ParamSpec::whole("bonus", "points for a bid that is made", 10, 0..=50),
        ParamSpec::whole("trick", "points for each trick", 1, 0..=10),
        ParamSpec::choice("miss", "what a missed bid pays", &["nothing", "tricks", "penalty"]),
        ParamSpec::switch("hook", "the bids may not add up to the tricks", true),
    ];
    Card::from_source("oh-hell", "Oh hell", 1, include_str!("oh_hell.rs"), params)
}

/// Builds the game.
///
/// # Errors
/// When the deck is too small for the hands and the turned card, or nothing scores.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    let (seats, hand) = (params.count("seats"), params.count("hand"));
    let deck = Deck { suits: params.count("suits"), ranks: params.count("ranks") };
    if seats * hand >= deck.size() {
        let (size, most) = (deck.size(), (deck.size() - 1) / seats);
        return Err(ParamError::Together(format!(
            "{seats} hands of {hand} and a turned card need more than the {size} cards of the deck; \
             {seats} seats can have {most}"
        )));
    }
    let (bonus, trick) = (params.whole("bonus") as f32, params.whole("trick") as f32);
    if bonus == 0.0 && trick == 0.0 {
        return Err(ParamError::Together("`bonus` and `trick` are both 0: nothing would score".into()));
    }
    let miss = match params.word("miss") {
        "tricks" => Miss::Tricks,
        "penalty" => Miss::Penalty,
        _ => Miss::Nothing,
    };
    let shape = Shape { deck, seats, hand, turned: true };
    Ok(visitor.visit(OhHell { shape, bonus, trick, miss, hook: params.switch("hook") }))
}

/// What a missed bid pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Miss {
    Nothing,
    Tricks,
    Penalty,
}

/// The rules for one table.
pub struct OhHell {
    shape: Shape,
    bonus: f32,
    trick: f32,
    miss: Miss,
    hook: bool,
}

/// The table, the bids made so far from seat 1 on, and the tricks of each seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    table: Table,
    bids: [u8; MOST_SEATS],
    bidders: u8,
    tricks: [u8; MOST_SEATS],
}

/// A bid, a card that is played, or the deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Says how many tricks the seat will take.
    Bid(u8),
    /// Plays a card of the hand.
    Play(u8),
    /// The deal of this number.
    Deal(u64),
}

impl Packed for Move {
    fn pack(self) -> [u8; 16] {
        match self {
            Move::Bid(tricks) => u128::from(tricks),
            Move::Play(card) => 1 << 64 | u128::from(card),
            Move::Deal(number) => 2 << 64 | u128::from(number),
        }
        .to_le_bytes()
    }
    fn unpack(bytes: [u8; 16]) -> Self {
        let all = u128::from_le_bytes(bytes);
        match all >> 64 {
            0 => Move::Bid(all as u8),
            1 => Move::Play(all as u8),
            _ => Move::Deal(all as u64),
        }
    }
}

impl OhHell {
    fn bidding(&self, state: &State) -> bool {
        usize::from(state.bidders) < self.shape.seats
    }

    fn bid_sum(&self, state: &State) -> u8 {
        state.bids[..self.shape.seats].iter().sum()
    }

    /// The bids the seat on turn may make.
    fn legal_bids(&self, state: &State) -> impl Iterator<Item = u8> {
        let last = usize::from(state.bidders) + 1 == self.shape.seats;
        let (tricks, sum) = (self.shape.hand as u8, self.bid_sum(state));
        let hooked = self.hook && last;
        (0..=tricks).filter(move |bid| !hooked || sum + bid != tricks)
    }

    fn play_card(&self, state: &mut State, card: u8) {
        let trump = state.table.turned.map(|turned| self.shape.deck.suit(turned));
        if let Some(taker) = self.shape.play(&mut state.table, card, trump) {
            state.tricks[taker.index()] += 1;
        }
    }

    /// What the tricks of a seat would score now.
    fn points(&self, state: &State, seat: usize) -> f32 {
        let (bid, tricks) = (f32::from(state.bids[seat]), f32::from(state.tricks[seat]));
        match self.miss {
            _ if self.bidding(state) => 0.0,
            _ if bid == tricks => self.bonus + self.trick * tricks,
            Miss::Nothing => 0.0,
            Miss::Tricks => self.trick * tricks,
            Miss::Penalty => -self.trick * (bid - tricks).abs(),
        }
    }

    /// Tricks a seat still lacks to its bid.
    fn missing(&self, state: &State, seat: usize) -> f32 {
        f32::from(state.bids[seat]) - f32::from(state.tricks[seat])
    }
}

impl Game for OhHell {
    type State = State;
    type Move = Move;

    fn seats(&self) -> usize {
        self.shape.seats
    }
    fn limit(&self) -> u32 {
        (1 + self.shape.seats + self.shape.plays()) as u32
    }
    fn initial(&self) -> State {
        let table = self.shape.empty_table();
        State { table, bids: [0; MOST_SEATS], bidders: 0, tricks: [0; MOST_SEATS] }
    }
    fn turn(&self, state: &State) -> Turn {
        match state.table.dealt {
            false => Turn::Chance,
            true if self.bidding(state) => Turn::Seat(Seat::new(state.bidders)),
            true if self.shape.is_over(&state.table) => Turn::Over,
            true => Turn::Seat(self.shape.mover(&state.table)),
        }
    }
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if self.bidding(state) {
            out.extend(self.legal_bids(state).map(Move::Bid));
        } else {
            out.extend(cards(self.shape.legal(&state.table)).map(Move::Play));
        }
    }
    fn play(&self, state: &mut State, chosen: Move) {
        match chosen {
            Move::Play(card) => self.play_card(state, card),
            Move::Deal(number) => state.table = self.shape.deal(number),
            Move::Bid(tricks) => {
                state.bids[usize::from(state.bidders)] = tricks;
                state.bidders += 1;
            }
        }
    }
    fn payoff(&self, state: &State) -> Payoff {
        Payoff::from_points(Seats::from_fn(self.shape.seats, |seat| self.points(state, seat.index())))
    }
    fn bounds(&self) -> (f32, f32) {
        let tricks = self.trick * self.shape.hand as f32;
        (if self.miss == Miss::Penalty { -tricks } else { 0.0 }, self.bonus + tricks)
    }
    fn traits(&self) -> Traits {
        let listed = self.shape.listed().is_some();
        let chance = if listed { ChanceKind::Listed } else { ChanceKind::Drawn };
        Traits { chance, hidden: true, sum: Sum::General }
    }
    fn chance(&self, _state: &State, out: &mut Vec<(Move, f64)>) -> bool {
        let Some(deals) = self.shape.listed() else { return false };
        out.extend((0..deals).map(|number| (Move::Deal(number), 1.0 / deals as f64)));
        true
    }
    fn draw(&self, _state: &State, rng: &mut Rng) -> Move {
        Move::Deal(self.shape.draw_deal(rng))
    }

    fn sample(&self, state: &State, me: Seat, rng: &mut Rng) -> State {
        if !state.table.dealt {
            return *state;
        }
        State { table: self.shape.sample(&state.table, me, rng), ..*state }
    }
    fn info(&self, state: &State, me: Seat, out: &mut Vec<u8>) {
        out.push(state.bidders);
        out.extend(&state.bids[..usize::from(state.bidders)]);
        self.shape.info(&state.table, me, out);
    }
    fn seen(&self, _state: &State, made: Move, _by: Seat) -> Seen<Move> {
        if matches!(made, Move::Deal(_)) { Seen::Hidden(0) } else { Seen::Full(made) }
    }

    fn text(&self, _state: &State, chosen: Move, out: &mut String) {
        match chosen {
            Move::Bid(tricks) => out.push_str(&format!("bid-{tricks}")),
            Move::Play(card) => out.push_str(&self.shape.deck.name(card)),
            Move::Deal(number) => out.push_str(&format!("deal-{number:016x}")),
        }
    }
    fn parse(&self, state: &State, text: &str) -> Option<Move> {
        if !state.table.dealt {
            return self.shape.read_deal(text).map(Move::Deal);
        }
        let typed = text.trim();
        if self.bidding(state) {
            let said = |bid: &u8| typed.eq_ignore_ascii_case(&format!("bid-{bid}"));
            return self.legal_bids(state).find(said).map(Move::Bid);
        }
        let named = |card: &u8| typed.eq_ignore_ascii_case(&self.shape.deck.name(*card));
        cards(self.shape.legal(&state.table)).find(named).map(Move::Play)
    }
    fn scene(&self, state: &State, viewer: Option<Seat>) -> Scene {
        let mut scene = self.shape.picture(&state.table, viewer);
        if let Some(turned) = state.table.turned {
            scene = scene
                .with(Part::Label(format!("Turned up: {}; its suit is trump", self.shape.deck.name(turned))));
        }
        for seat in Seat::all(usize::from(state.bidders)) {
            let (bid, tricks) = (state.bids[seat.index()], state.tricks[seat.index()]);
            let title = format!("Tricks of {seat}, who bid {bid}");
            let max = self.shape.hand as f32;
            scene = scene.with(Part::Track { title, owner: Some(seat), value: tricks.into(), max });
        }
        scene
    }
    fn stage(&self, state: &State) -> Cow<'static, str> {
        match state.table.dealt {
            false => "deal".into(),
            true if self.bidding(state) => "bid".into(),
            true => "play".into(),
        }
    }

    fn elements(&self, state: &State, chosen: Move, out: &mut Vec<Element>) {
        let (action, named) = match chosen {
            Move::Deal(_) => ("deal", None),
            Move::Bid(tricks) => ("bid", Some(Element::new(ElementKind::Amount, format!("bid {tricks}")))),
            Move::Play(card) => {
                let named = Element::new(ElementKind::Card, self.shape.deck.name(card));
                (self.shape.action(&state.table, card), Some(named))
            }
        };
        out.push(Element::new(ElementKind::Action, action));
        out.extend(named);
    }
    fn observables(&self) -> Vec<String> {
        let missing = (1..=self.shape.seats).map(|seat| format!("missing-{seat}"));
        ["trick".to_owned(), "bid-sum".to_owned()].into_iter().chain(missing).collect()
    }
    fn observe(&self, state: &State, _viewer: Option<Seat>, out: &mut Vec<f32>) {
        out.push((usize::from(state.table.count) / self.shape.seats) as f32);
        out.push(self.bid_sum(state).into());
        out.extend((0..self.shape.seats).map(|seat| self.missing(state, seat)));
    }
    fn score(&self, state: &State, seat: Seat) -> Option<f32> {
        Some(self.points(state, seat.index()))
    }
    fn ending(&self, _state: &State) -> Cow<'static, str> {
        "all cards played".into()
    }
    fn narrate(&self, _before: &State, _chosen: Move, after: &State, story: &mut Story) {
        if self.turn(after) == Turn::Over {
            for seat in Seat::all(self.shape.seats) {
                let made = self.missing(after, seat.index()) == 0.0;
                let points = self.points(after, seat.index());
                story.score(seat, if made { "bids made" } else { "bids missed" }, points);
                story.count(if made { "bids made" } else { "bids missed" }, 1.0);
            }
        }
    }

    fn actions(&self) -> Option<usize> {
        Some(self.shape.deck.size() + self.shape.hand + 1)
    }
    fn index(&self, _state: &State, chosen: Move) -> usize {
        match chosen {
            Move::Play(card) => card.into(),
            Move::Bid(tricks) => self.shape.deck.size() + usize::from(tricks),
            Move::Deal(_) => 0,
        }
    }
    fn encoding(&self) -> Option<Encoding> {
        Some(Encoding::Flat { len: self.shape.encoded() + self.shape.deck.size() + 3 * self.shape.seats })
    }
    /// The table, the turned card, then for each seat from `me` on whether it has bid, its bid and its
    /// tricks.
    fn encode(&self, state: &State, me: Seat, out: &mut [f32]) {
        let (table, rest) = out.split_at_mut(self.shape.encoded());
        self.shape.encode(&state.table, me, table);
        let (turned, seats) = rest.split_at_mut(self.shape.deck.size());
        turned.fill(0.0);
        if let Some(card) = state.table.turned {
            turned[usize::from(card)] = 1.0;
        }
        for (place, numbers) in seats.chunks_exact_mut(3).enumerate() {
            let seat = (me.index() + place) % self.shape.seats;
            let share = |count: u8| f32::from(count) / self.shape.hand as f32;
            numbers[0] = f32::from(u8::from(seat < usize::from(state.bidders)));
            numbers[1] = share(state.bids[seat]);
            numbers[2] = share(state.tricks[seat]);
        }
    }
    fn features(&self) -> Vec<Feature> {
        let tricks = self.shape.hand as f32;
        vec![
            Feature::new("trumps-in-hand", (0.0, tricks)).about("trumps in the own hand"),
            Feature::new("missing", (-tricks, tricks)).about("the own bid less the tricks taken"),
        ]
    }
    fn read_features(&self, state: &State, me: Seat, out: &mut Vec<f32>) {
        let hand = state.table.hands[me.index()];
        let trumps = state.table.turned.map_or(0, |card| self.shape.deck.of_suit(self.shape.deck.suit(card)));
        out.extend([(hand & trumps).count_ones() as f32, self.missing(state, me.index())]);
    }

    fn playout(&self, state: &mut State, buffer: &mut Vec<Move>, rng: &mut Rng) -> Payoff {
        if !state.table.dealt {
            let deal = self.draw(state, rng);
            self.play(state, deal);
        }
        while self.bidding(state) {
            buffer.clear();
            self.moves(state, buffer);
            self.play(state, buffer[rng.below(buffer.len())]);
        }
        while !self.shape.is_over(&state.table) {
            let card = any_card(self.shape.legal(&state.table), rng);
            self.play_card(state, card);
        }
        self.payoff(state)
    }
}

#[cfg(test)]
mod tests;
