//! Liar's dice: bid on dice you do not all see, and call the bluff.
//!
//! # Rules
//! Everybody throws their dice and looks at them alone. In turn, beginning with the first seat, players
//! bid that at least so many of all dice show a face. Each bid is higher than the last: more dice, or as
//! many of a higher face. Instead of bidding a player may call the last bidder a liar: all dice are
//! shown. With `wild` on, the highest face counts as every face. If there are as many as was bid, the
//! bidder wins and the caller loses, otherwise the other way round; the rest neither win nor lose. It is
//! one round: nobody loses dice.
//!
//! # Moves
//! A bid or `liar`. After the highest bid of all only `liar` is left. Each seat's throw is a chance
//! turn; dice that differ only in their order are one outcome.
//!
//! # Notation
//! A bid of two fives: `2x5`. A throw is its faces, the lowest first: `1335`.
//!
//! # Payoff
//! 1 for the winner of the call, −1 for the loser, 0 for the others.
//!
//! # Parameters
//! `seats` (2 to 4). `dice` (1 to 5): for each seat. `faces` (2 to 8). `wild`: whether the highest face
//! counts as every face.
//!
//! # Observables
//! `quantity`, `face`: the last bid, 0 before it. `matching`: how many of the dice the viewer knows fit
//! it.
//!
//! # Source
//! Folk game; the one-round form and the order of bids are those of OpenSpiel's `liars_dice`. With the
//! defaults it has 24576 information sets.
//!
//! # Version history
//! 1: first version.

use ludometer_game::{
    Card, ChanceKind, Element, ElementKind, Encoding, Feature, Game, GameVisitor, Hand, HandCard, Packed,
    ParamError, ParamSpec, Params, Part, Payoff, Rng, Scene, Seat, Seats, Seen, Sum, Traits, Turn,
};
use std::borrow::Cow;

mod dice;
use dice::{Dice, MOST_DICE, MOST_FACES};

/// The most seats.
const MOST: usize = 4;
/// Words of a set of all bids there can be.
const WORDS: usize = (MOST * MOST_DICE * MOST_FACES).div_ceil(64);

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole("seats", "players", 2, 2..=MOST as i64),
        ParamSpec::whole("dice", "dice of each player", 1, 1..=MOST_DICE as i64),
        ParamSpec::whole("faces", "faces of a die", 6, 2..=MOST_FACES as i64),
        ParamSpec::switch("wild", "whether the highest face counts as every face", true),
    ];
    Card::from_source("liars-dice", "Liar's dice", 1, include_str!("liars_dice.rs"), params)
}

/// Builds the game.
///
/// # Errors
/// Never: every legal value of the parameters fits every other.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    let (seats, dice, faces) = (params.count("seats"), params.count("dice"), params.count("faces"));
    Ok(visitor.visit(LiarsDice { seats, dice, faces, wild: params.switch("wild") }))
}

/// The rules for one table.
pub struct LiarsDice {
    seats: usize,
    dice: usize,
    faces: usize,
    wild: bool,
}

/// Dice and bids. Bids only rise and players take turns, so the set of bids tells their whole story.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    hands: [Dice; MOST],
    thrown: u8,
    bids: [u64; WORDS],
    /// The number of the last bid, counted from 1; 0 before it.
    last: u8,
    mover: u8,
    called: bool,
}

/// A choice of a player, or a throw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// The bid of this number in rising order, from 0.
    Bid(u8),
    /// Calls the last bid a lie.
    Liar,
    /// The dice of one seat.
    Throw(Dice),
}

impl Packed for Move {
    fn pack(self) -> [u8; 16] {
        let (kind, value) = match self {
            Move::Bid(number) => (0, number.into()),
            Move::Liar => (1, 0),
            Move::Throw(dice) => (2, dice.code()),
        };
        (u64::from(value) << 2 | kind).pack()
    }
    fn unpack(bytes: [u8; 16]) -> Self {
        let packed = u64::unpack(bytes);
        match (packed & 3, packed >> 2) {
            (0, number) => Move::Bid(number as u8),
            (1, _) => Move::Liar,
            (_, code) => Move::Throw(Dice::of_code(code as u32)),
        }
    }
}

impl LiarsDice {
    /// How many bids there are.
    fn bids(&self) -> usize {
        self.seats * self.dice * self.faces
    }

    /// How many dice of which face (from 1) a bid names.
    fn meaning(&self, bid: u8) -> (usize, usize) {
        (usize::from(bid) / self.faces + 1, usize::from(bid) % self.faces + 1)
    }

    /// The last bid: how many of which face; zeros before it.
    fn last(&self, state: &State) -> (usize, usize) {
        state.last.checked_sub(1).map_or((0, 0), |bid| self.meaning(bid))
    }

    /// How many dice of a hand fit a face.
    fn fitting(&self, hand: Dice, face: usize) -> usize {
        let wild = self.wild && face != self.faces;
        hand.showing(face) + if wild { hand.showing(self.faces) } else { 0 }
    }

    /// How many of the dice the viewer knows fit the last bid.
    fn matching(&self, state: &State, viewer: Option<Seat>) -> usize {
        let (quantity, face) = self.last(state);
        let known = Seat::all(self.seats).filter(|of| quantity > 0 && knows(state, viewer, *of));
        known.map(|of| self.fitting(state.hands[of.index()], face)).sum()
    }

    /// How likely the last bid holds, to somebody who knows this hand only.
    fn odds(&self, state: &State, hand: Dice) -> f32 {
        let (quantity, face) = self.last(state);
        let missing = quantity.saturating_sub(if quantity > 0 { self.fitting(hand, face) } else { 0 });
        let ways = if self.wild && face != self.faces { 2.0 } else { 1.0 };
        let unseen = self.dice * (self.seats - 1);
        // Probabilities of 0, 1, 2 … fitting dice among those thrown so far.
        let mut shares = vec![0.0; unseen + 1];
        shares[0] = 1.0;
        for _ in 0..unseen {
            for fitting in (0..shares.len()).rev() {
                let fewer = if fitting > 0 { shares[fitting - 1] } else { 0.0 };
                shares[fitting] += (fewer - shares[fitting]) * ways / self.faces as f32;
            }
        }
        shares.iter().skip(missing).sum::<f32>().clamp(0.0, 1.0)
    }

    fn bid_text(&self, bid: u8) -> String {
        let (quantity, face) = self.meaning(bid);
        format!("{quantity}x{face}")
    }

    /// Who made the last bid.
    fn bidder(&self, state: &State) -> usize {
        (usize::from(state.mover) + self.seats - 1) % self.seats
    }
}

/// Whether a viewer knows the dice of that seat.
fn knows(state: &State, viewer: Option<Seat>, of: Seat) -> bool {
    state.called || viewer.is_none_or(|seat| seat == of)
}

impl Game for LiarsDice {
    type State = State;
    type Move = Move;

    fn seats(&self) -> usize {
        self.seats
    }
    fn limit(&self) -> u32 {
        (self.seats + self.bids() + 1) as u32
    }
    fn initial(&self) -> State {
        let hands = [Dice::default(); MOST];
        State { hands, thrown: 0, bids: [0; WORDS], last: 0, mover: 0, called: false }
    }
    fn turn(&self, state: &State) -> Turn {
        match state.called {
            true => Turn::Over,
            _ if usize::from(state.thrown) < self.seats => Turn::Chance,
            _ => Turn::Seat(Seat::new(state.mover)),
        }
    }
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        out.extend((state.last..self.bids() as u8).map(Move::Bid));
        out.extend((state.last > 0).then_some(Move::Liar));
    }
    fn play(&self, state: &mut State, chosen: Move) {
        match chosen {
            Move::Throw(dice) => {
                state.hands[usize::from(state.thrown)] = dice;
                state.thrown += 1;
            }
            Move::Bid(bid) => {
                state.bids[usize::from(bid) / 64] |= 1 << (bid % 64);
                state.last = bid + 1;
                state.mover = (state.mover + 1) % self.seats as u8;
            }
            Move::Liar => state.called = true,
        }
    }
    fn payoff(&self, state: &State) -> Payoff {
        if !state.called {
            return Payoff::draw(self.seats);
        }
        let held = self.matching(state, None) >= self.last(state).0;
        let (bidder, caller) = (self.bidder(state), usize::from(state.mover));
        let (winner, loser) = if held { (bidder, caller) } else { (caller, bidder) };
        Payoff::from_points(Seats::from_fn(self.seats, |seat| match seat.index() {
            index if index == winner => 1.0,
            index if index == loser => -1.0,
            _ => 0.0,
        }))
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::Listed, hidden: true, sum: Sum::Zero }
    }

    fn chance(&self, _state: &State, out: &mut Vec<(Move, f64)>) -> bool {
        Dice::each(self.dice, self.faces, &mut |dice, odds| out.push((Move::Throw(dice), odds)));
        true
    }
    fn draw(&self, _state: &State, rng: &mut Rng) -> Move {
        Move::Throw(Dice::thrown(self.dice, self.faces, rng))
    }

    fn sample(&self, state: &State, me: Seat, rng: &mut Rng) -> State {
        let mut world = *state;
        for seat in Seat::all(state.thrown.into()).filter(|of| !knows(state, Some(me), *of)) {
            world.hands[seat.index()] = Dice::thrown(self.dice, self.faces, rng);
        }
        world
    }
    fn info(&self, state: &State, me: Seat, out: &mut Vec<u8>) {
        out.extend([state.thrown, u8::from(state.called)]);
        for seat in Seat::all(self.seats).filter(|of| knows(state, Some(me), *of)) {
            out.extend(state.hands[seat.index()].code().to_le_bytes());
        }
        out.extend(state.bids.iter().flat_map(|word| word.to_le_bytes()));
    }
    fn seen(&self, state: &State, made: Move, by: Seat) -> Seen<Move> {
        let hidden = matches!(made, Move::Throw(_)) && usize::from(state.thrown) != by.index();
        if hidden { Seen::Hidden(0) } else { Seen::Full(made) }
    }

    fn text(&self, _state: &State, chosen: Move, out: &mut String) {
        match chosen {
            Move::Bid(bid) => out.push_str(&self.bid_text(bid)),
            Move::Liar => out.push_str("liar"),
            Move::Throw(dice) => out.extend(dice.faces().map(|face| face.to_string())),
        }
    }
    fn scene(&self, state: &State, viewer: Option<Seat>) -> Scene {
        let mut scene = Scene::default();
        for seat in Seat::all(self.seats) {
            let shown = |face: usize| HandCard::open(face.to_string());
            let cards = match usize::from(state.thrown) > seat.index() {
                false => vec![],
                _ if knows(state, viewer, seat) => state.hands[seat.index()].faces().map(shown).collect(),
                _ => vec![HandCard::hidden(); self.dice],
            };
            let title = format!("Dice of {seat}");
            scene = scene.with(Part::Hand(Hand { title, owner: Some(seat), cards }));
        }
        let said = match state.last.checked_sub(1) {
            None => "No bid".into(),
            Some(bid) => format!("{} bids {}", Seat::new(self.bidder(state) as u8), self.bid_text(bid)),
        };
        scene.with(Part::Label(said))
    }

    fn elements(&self, _state: &State, chosen: Move, out: &mut Vec<Element>) {
        match chosen {
            Move::Bid(bid) => {
                let (quantity, face) = self.meaning(bid);
                out.push(Element::new(ElementKind::Action, "bid"));
                out.push(Element::new(ElementKind::Amount, quantity.to_string()));
                out.push(Element::new(ElementKind::Card, face.to_string()));
            }
            Move::Liar => out.push(Element::new(ElementKind::Action, "liar")),
            Move::Throw(dice) => {
                out.extend(dice.faces().map(|face| Element::new(ElementKind::Card, face.to_string())));
            }
        }
    }
    fn observables(&self) -> Vec<String> {
        ["quantity", "face", "matching"].map(String::from).to_vec()
    }
    fn observe(&self, state: &State, viewer: Option<Seat>, out: &mut Vec<f32>) {
        let (quantity, face) = self.last(state);
        out.extend([quantity, face, self.matching(state, viewer)].map(|number| number as f32));
    }
    fn ending(&self, state: &State) -> Cow<'static, str> {
        let held = self.matching(state, None) >= self.last(state).0;
        if held { "the bid held".into() } else { "a liar was caught".into() }
    }

    fn actions(&self) -> Option<usize> {
        Some(self.bids() + 1)
    }
    fn index(&self, _state: &State, chosen: Move) -> usize {
        if let Move::Bid(bid) = chosen { bid.into() } else { self.bids() }
    }
    fn encoding(&self) -> Option<Encoding> {
        Some(Encoding::Flat { len: self.faces + self.seats + self.bids() + 1 })
    }
    /// The share of own dice for each face, own seat, all bids made, and whether the last was called.
    fn encode(&self, state: &State, me: Seat, out: &mut [f32]) {
        out.fill(0.0);
        for (face, share) in (1..=self.faces).zip(&mut *out) {
            *share = state.hands[me.index()].showing(face) as f32 / self.dice as f32;
        }
        let rest = &mut out[self.faces..];
        rest[me.index()] = 1.0;
        for (bid, made) in rest[self.seats..].iter_mut().take(self.bids()).enumerate() {
            *made = (state.bids[bid / 64] >> (bid % 64) & 1) as f32;
        }
        rest[self.seats + self.bids()] = f32::from(u8::from(state.called));
    }
    fn features(&self) -> Vec<Feature> {
        let all = (self.dice * self.seats) as f32;
        vec![
            Feature::new("quantity", (0.0, all)).about("dice the last bid speaks of; 0 before it"),
            Feature::new("own-matching", (0.0, self.dice as f32)).about("own dice that fit the last bid"),
            Feature::new("odds", (0.0, 1.0)).about("how likely the last bid holds, as far as own dice tell"),
        ]
    }
    /// The odds are those that the last bid holds, as far as own dice tell.
    fn read_features(&self, state: &State, me: Seat, out: &mut Vec<f32>) {
        let (quantity, face) = self.last(state);
        let hand = state.hands[me.index()];
        let matching = if quantity > 0 { self.fitting(hand, face) } else { 0 };
        out.extend([quantity as f32, matching as f32, self.odds(state, hand)]);
    }
}

#[cfg(test)]
mod tests;
