//! Tricks: avoid the hearts and the queen of spades.
//!
//! # Rules
//! Everybody is dealt a hand. Seat 1 leads a card, the others play one in turn; who can must follow
//! the suit led. The highest card of the suit led takes the trick, and the taker leads the next. Every
//! heart taken costs points, and so does the queen of spades. With `breaking=on` hearts may not be led
//! before one has been played, unless the leader has nothing else. With `moon=on` a side that takes all
//! the hearts and the queen of the deck pays nothing, and every other side pays for all of them. With
//! `partners=on` seats 1 and 3 play against 2 and 4. Cards that are not dealt stay hidden.
//!
//! # Moves
//! A card of the hand. The deal is one chance turn: with few deals each is listed by its number, with
//! many the move carries the seed of a shuffle. Everybody sees only the own hand.
//!
//! # Notation
//! A card is its rank and its suit: `QS`, `10H`. A deal is `deal-` and sixteen hexadecimal digits.
//!
//! # Payoff
//! The mean of what the seats' sides pay, less what the own side pays: zero-sum, more is better.
//!
//! # Parameters
//! `seats` (3 or 4). `partners`: two sides of two, with 4 seats. `suits` (2 to 4): spades, hearts, then
//! diamonds, clubs. `ranks` (3 to 13): the highest of each suit. `hand` (0 to 17): cards in each hand, 0
//! for as many as the deck gives. `heart` (1 to 5), `queen` (0 to 30): what they cost. `breaking`,
//! `moon`: the rules above.
//!
//! # Observables
//! `trick`: tricks taken. `broken`: 1 once hearts may be led. `penalty-1` and on: what each seat has
//! taken.
//!
//! # Source
//! Hearts, without the passing of cards; here seat 1 leads any card, where Hearts begins with the two
//! of clubs. Hidden hands are drawn anew with equal odds among all deals that fit: who did not follow a
//! suit has none of it, and who led hearts before they were broken had nothing else.
//!
//! # Version history
//! 1: first version.

use crate::deals::{Deck, any_card, cards, one};
use crate::trick_table::{Shape, Table};
use ludometer_game::{
    Card, ChanceKind, Element, ElementKind, Encoding, Feature, Game, GameVisitor, Packed, ParamError,
    ParamSpec, Params, Part, Payoff, Rng, Scene, Seat, Seats, Seen, Story, Sum, Traits, Turn,
};
use std::borrow::Cow;

/// The most seats, and the suits that matter.
const MOST: usize = 4;
const SPADES: usize = 0;
const HEARTS: usize = 1;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole("seats", "players", 4, 3..=MOST as i64),
        ParamSpec::switch("partners", "seats 1 and 3 against 2 and 4", false),
        ParamSpec::whole("suits", "suits in the deck", 4, 2..=4),
        ParamSpec::whole("ranks", "cards of each suit", 13, 3..=13),
        ParamSpec::whole("hand", "cards in each hand; 0: as many as there are", 0, 0..=17),
        ParamSpec::whole("heart", "points each heart costs", 1, 1..=5),
        ParamSpec::whole("queen", "points the queen of spades costs", 13, 0..=30),
        ParamSpec::switch("breaking", "hearts are not led before one was played", true),
        ParamSpec::switch("moon", "who takes everything makes the others pay", true),
    ];
    Card::from_source("tricks", "Tricks", 1, include_str!("tricks.rs"), params)
}

/// Builds the game.
///
/// # Errors
/// When the deck is too small for the hands, or partners do not come in pairs.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    let (seats, partners) = (params.count("seats"), params.switch("partners"));
    if partners && seats != 4 {
        return Err(ParamError::Together(format!("`partners=on` needs 4 seats, not {seats}")));
    }
    let deck = Deck { suits: params.count("suits"), ranks: params.count("ranks") };
    let most = deck.size() / seats;
    let hand = match params.count("hand") {
        0 => most,
        hand if hand <= most => hand,
        hand => {
            let size = deck.size();
            return Err(ParamError::Together(format!(
                "{seats} hands of {hand} need more than the {size} cards of the deck; `hand` up to {most} fits"
            )));
        }
    };
    Ok(visitor.visit(Tricks {
        shape: Shape { deck, seats, hand, turned: false },
        partners,
        heart: params.count("heart") as u8,
        queen: params.count("queen") as u8,
        breaking: params.switch("breaking"),
        moon: params.switch("moon"),
    }))
}

/// The rules for one table.
pub struct Tricks {
    shape: Shape,
    partners: bool,
    heart: u8,
    queen: u8,
    breaking: bool,
    moon: bool,
}

/// The table, what each seat has taken, and whether a heart has been played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    table: Table,
    taken: [u8; MOST],
    broken: bool,
}

/// A card that is played, or the deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Plays a card of the hand.
    Play(u8),
    /// The deal of this number.
    Deal(u64),
}

impl Packed for Move {
    fn pack(self) -> [u8; 16] {
        match self {
            Move::Play(card) => u128::from(card),
            Move::Deal(number) => 1 << 64 | u128::from(number),
        }
        .to_le_bytes()
    }
    fn unpack(bytes: [u8; 16]) -> Self {
        let all = u128::from_le_bytes(bytes);
        if all >> 64 == 0 { Move::Play(all as u8) } else { Move::Deal(all as u64) }
    }
}

impl Tricks {
    /// What a card costs who takes it.
    fn cost(&self, card: u8) -> u8 {
        match self.shape.deck.suit(card) {
            HEARTS => self.heart,
            SPADES if Some(card) == self.shape.deck.card(SPADES, "Q") => self.queen,
            _ => 0,
        }
    }

    /// What the hearts and the queen of the whole deck cost.
    fn total(&self) -> u8 {
        self.heart * self.shape.deck.ranks as u8 + self.queen
    }

    fn same_side(&self, one: Seat, other: Seat) -> bool {
        self.team(one) == self.team(other)
    }

    /// What the side of a seat has taken.
    fn side_taken(&self, state: &State, seat: Seat) -> u8 {
        let side = Seat::all(self.shape.seats).filter(|&other| self.same_side(seat, other));
        side.map(|other| state.taken[other.index()]).sum()
    }

    /// What the side of a seat pays, as far as it is played.
    fn pays(&self, state: &State, seat: Seat) -> u8 {
        let shot = |seat: &Seat| self.moon && self.side_taken(state, *seat) == self.total();
        match Seat::all(self.shape.seats).find(shot) {
            Some(shooter) if self.same_side(shooter, seat) => 0,
            Some(_) => self.total(),
            None => self.side_taken(state, seat),
        }
    }

    fn legal(&self, state: &State) -> u64 {
        let legal = self.shape.legal(&state.table);
        let leads = self.shape.trick(&state.table).is_empty();
        match legal & !self.shape.deck.of_suit(HEARTS) {
            others if leads && self.breaking && !state.broken && others != 0 => others,
            _ => legal,
        }
    }

    fn play_card(&self, state: &mut State, card: u8) {
        let deck = self.shape.deck;
        if deck.suit(card) == HEARTS {
            if self.breaking && !state.broken && self.shape.trick(&state.table).is_empty() {
                // Only who has nothing else may lead a heart now.
                let others = ((1 << deck.suits) - 1) & !(1 << HEARTS);
                state.table.lacks[self.shape.mover(&state.table).index()] |= others;
            }
            state.broken = true;
        }
        if let Some(taker) = self.shape.play(&mut state.table, card, None) {
            let trick = self.shape.last_trick(&state.table);
            state.taken[taker.index()] += trick.iter().map(|&card| self.cost(card)).sum::<u8>();
        }
    }

    fn hearts_and_queen(&self) -> u64 {
        let all = self.shape.deck.all();
        cards(all).filter(|&card| self.cost(card) > 0).fold(0, |set, card| set | one(card))
    }
}

impl Game for Tricks {
    type State = State;
    type Move = Move;

    fn seats(&self) -> usize {
        self.shape.seats
    }
    fn limit(&self) -> u32 {
        self.shape.plays() as u32 + 1
    }
    fn initial(&self) -> State {
        State { table: self.shape.empty_table(), taken: [0; MOST], broken: false }
    }
    fn turn(&self, state: &State) -> Turn {
        match state.table.dealt {
            false => Turn::Chance,
            true if self.shape.is_over(&state.table) => Turn::Over,
            true => Turn::Seat(self.shape.mover(&state.table)),
        }
    }
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        out.extend(cards(self.legal(state)).map(Move::Play));
    }
    fn play(&self, state: &mut State, chosen: Move) {
        match chosen {
            Move::Play(card) => self.play_card(state, card),
            Move::Deal(number) => state.table = self.shape.deal(number),
        }
    }
    fn payoff(&self, state: &State) -> Payoff {
        let pays = Seats::from_fn(self.shape.seats, |seat| f32::from(self.pays(state, seat)));
        let mean = pays.iter().sum::<f32>() / self.shape.seats as f32;
        Payoff::from_points(Seats::from_fn(self.shape.seats, |seat| mean - pays[seat]))
    }
    fn bounds(&self) -> (f32, f32) {
        let sides = if self.partners { 2.0 } else { self.shape.seats as f32 };
        // The largest distance from the mean: one side pays all, or all but one pay all.
        let most = f32::from(self.total()) * (sides - 1.0) / sides;
        (-most, most)
    }
    fn traits(&self) -> Traits {
        let listed = self.shape.listed().is_some();
        let chance = if listed { ChanceKind::Listed } else { ChanceKind::Drawn };
        Traits { chance, hidden: true, sum: Sum::Zero }
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
        self.shape.info(&state.table, me, out);
    }
    fn seen(&self, _state: &State, made: Move, _by: Seat) -> Seen<Move> {
        match made {
            Move::Deal(_) => Seen::Hidden(0),
            Move::Play(_) => Seen::Full(made),
        }
    }

    fn text(&self, _state: &State, chosen: Move, out: &mut String) {
        match chosen {
            Move::Play(card) => out.push_str(&self.shape.deck.name(card)),
            Move::Deal(number) => out.push_str(&format!("deal-{number:016x}")),
        }
    }
    fn parse(&self, state: &State, text: &str) -> Option<Move> {
        if !state.table.dealt {
            return self.shape.read_deal(text).map(Move::Deal);
        }
        let named = |card: &u8| self.shape.deck.name(*card).eq_ignore_ascii_case(text.trim());
        cards(self.legal(state)).find(named).map(Move::Play)
    }
    fn scene(&self, state: &State, viewer: Option<Seat>) -> Scene {
        let mut scene = self.shape.picture(&state.table, viewer);
        for seat in Seat::all(self.shape.seats) {
            let (title, value) = (format!("Penalty of {seat}"), f32::from(state.taken[seat.index()]));
            let max = f32::from(self.total());
            scene = scene.with(Part::Track { title, owner: Some(seat), value, max });
        }
        scene
    }
    fn team(&self, seat: Seat) -> u8 {
        let index = seat.index() as u8;
        if self.partners { index % 2 } else { index }
    }

    fn elements(&self, state: &State, chosen: Move, out: &mut Vec<Element>) {
        match chosen {
            Move::Deal(_) => out.push(Element::new(ElementKind::Action, "deal")),
            Move::Play(card) => {
                out.push(Element::new(ElementKind::Action, self.shape.action(&state.table, card)));
                out.push(Element::new(ElementKind::Card, self.shape.deck.name(card)));
            }
        }
    }
    fn observables(&self) -> Vec<String> {
        let penalties = (1..=self.shape.seats).map(|seat| format!("penalty-{seat}"));
        ["trick".to_owned(), "broken".to_owned()].into_iter().chain(penalties).collect()
    }
    fn observe(&self, state: &State, _viewer: Option<Seat>, out: &mut Vec<f32>) {
        out.push((usize::from(state.table.count) / self.shape.seats) as f32);
        out.push(f32::from(u8::from(state.broken || !self.breaking)));
        out.extend(state.taken[..self.shape.seats].iter().copied().map(f32::from));
    }
    fn score(&self, state: &State, seat: Seat) -> Option<f32> {
        Some(0.0 - f32::from(self.pays(state, seat)))
    }
    fn evaluate(&self, state: &State, seat: Seat) -> Option<f32> {
        Some(self.payoff(state).points[seat])
    }
    fn ending(&self, state: &State) -> Cow<'static, str> {
        let shot = |seat| self.moon && self.side_taken(state, seat) == self.total();
        if Seat::all(self.shape.seats).any(shot) { "moon".into() } else { "all cards played".into() }
    }
    fn narrate(&self, before: &State, _chosen: Move, after: &State, story: &mut Story) {
        let took = |seat: &Seat| after.taken[seat.index()] > before.taken[seat.index()];
        let Some(taker) = Seat::all(self.shape.seats).find(took) else { return };
        for &card in self.shape.last_trick(&after.table).iter().filter(|&&card| self.cost(card) > 0) {
            let source = if self.shape.deck.suit(card) == HEARTS { "hearts" } else { "queen of spades" };
            story.score(taker, source, -f32::from(self.cost(card)));
        }
    }

    fn actions(&self) -> Option<usize> {
        Some(self.shape.deck.size())
    }
    fn index(&self, _state: &State, chosen: Move) -> usize {
        match chosen {
            Move::Play(card) => card.into(),
            Move::Deal(_) => 0,
        }
    }
    fn encoding(&self) -> Option<Encoding> {
        Some(Encoding::Flat { len: self.shape.encoded() + self.shape.seats + 1 })
    }
    /// The table, then what each seat has taken, from `me` on, and whether hearts may be led.
    fn encode(&self, state: &State, me: Seat, out: &mut [f32]) {
        let (table, rest) = out.split_at_mut(self.shape.encoded());
        self.shape.encode(&state.table, me, table);
        for (place, number) in rest.iter_mut().enumerate().take(self.shape.seats) {
            let seat = (me.index() + place) % self.shape.seats;
            *number = f32::from(state.taken[seat]) / f32::from(self.total());
        }
        rest[self.shape.seats] = f32::from(u8::from(state.broken || !self.breaking));
    }
    fn features(&self) -> Vec<Feature> {
        let cards = (0.0, self.shape.hand as f32);
        let pays = (0.0, f32::from(self.total()));
        vec![
            Feature::new("penalty-cards-in-hand", cards).about("cards in the own hand that cost points"),
            Feature::new("top-cards-in-hand", cards).about("cards of the best three ranks in the own hand"),
            Feature::new("own-penalty", pays).about("what the own side pays as it stands"),
        ]
    }
    /// Top cards are the best three ranks.
    fn read_features(&self, state: &State, me: Seat, out: &mut Vec<f32>) {
        let hand = state.table.hands[me.index()];
        let deck = self.shape.deck;
        let top = cards(hand).filter(|&card| deck.rank(card) + 3 >= deck.ranks).count();
        out.push((hand & self.hearts_and_queen()).count_ones() as f32);
        out.extend([top as f32, f32::from(self.pays(state, me))]);
    }

    fn playout(&self, state: &mut State, _buffer: &mut Vec<Move>, rng: &mut Rng) -> Payoff {
        if !state.table.dealt {
            let deal = self.draw(state, rng);
            self.play(state, deal);
        }
        while !self.shape.is_over(&state.table) {
            let card = any_card(self.legal(state), rng);
            self.play_card(state, card);
        }
        self.payoff(state)
    }
}

#[cfg(test)]
mod tests;
