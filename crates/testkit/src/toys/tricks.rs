//! Tricks: a tiny trick-taking game for three or four seats.
//!
//! Power: a large shuffle drawn as one chance move that carries a 64-bit seed, hidden hands, and
//! sampling that respects what play has shown: who did not follow suit has none of it. Two suits,
//! three cards each; the highest card of the suit led takes the trick. Most tricks win.

use ludometer_game::{
    ChanceKind, Element, ElementKind, Game, Hand, HandCard, Packed, Part, Payoff, Rng, Scene, Seat, Seats,
    Seen, Sum, Traits, Turn,
};

const HAND: usize = 3;
const SUITS: u8 = 2;

/// The rules for a number of seats.
pub struct Tricks {
    seats: usize,
}

/// A card: its suit in the lowest bit, its rank above.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Card(u8);

/// A card that is played, or the shuffle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Plays a card of the hand.
    Play(Card),
    /// Deals all cards as this seed orders them.
    Deal(u64),
}

/// Hands as sets of cards, the cards played so far in order, and who is known to lack which suit.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    dealt: bool,
    hands: [u32; 4],
    played: Vec<(Seat, Card)>,
    lacks: [[bool; SUITS as usize]; 4],
    tricks: [u8; 4],
    mover: Seat,
}

impl Card {
    fn suit(self) -> u8 {
        self.0 % SUITS
    }

    fn name(self) -> String {
        format!("{}{}", ['r', 'b'][usize::from(self.suit())], self.0 / SUITS + 1)
    }
}

impl Packed for Move {
    fn pack(self) -> [u8; 16] {
        match self {
            Move::Play(card) => (u128::from(card.0) << 64).to_le_bytes(),
            Move::Deal(seed) => (1 << 120 | u128::from(seed)).to_le_bytes(),
        }
    }
    fn unpack(bytes: [u8; 16]) -> Self {
        let all = u128::from_le_bytes(bytes);
        if all >> 120 == 1 { Move::Deal(all as u64) } else { Move::Play(Card((all >> 64) as u8)) }
    }
}

fn cards(set: u32) -> impl Iterator<Item = Card> {
    (0..u32::BITS as u8).filter(move |card| set >> card & 1 == 1).map(Card)
}

impl Tricks {
    /// Three or four seats.
    #[must_use]
    pub fn new(seats: usize) -> Self {
        assert!((3..=4).contains(&seats), "three or four seats");
        Tricks { seats }
    }

    /// The cards of the trick that lies open.
    fn trick<'a>(&self, state: &'a State) -> &'a [(Seat, Card)] {
        &state.played[state.played.len() / self.seats * self.seats..]
    }

    /// Deals these cards to the seats, as many to each as it lacks, and says whether nobody got a
    /// suit it is known to lack.
    fn deal_rest(&self, state: &mut State, to: &[(Seat, u32)], rest: &[Card]) -> bool {
        let mut rest = rest.iter();
        let mut fits = true;
        for &(seat, count) in to {
            state.hands[seat.index()] = 0;
            for card in rest.by_ref().take(count as usize) {
                state.hands[seat.index()] |= 1 << card.0;
                fits &= !state.lacks[seat.index()][usize::from(card.suit())];
            }
        }
        fits
    }
}

impl Game for Tricks {
    type State = State;
    type Move = Move;

    fn seats(&self) -> usize {
        self.seats
    }
    fn limit(&self) -> u32 {
        (self.seats * HAND) as u32 + 1
    }
    fn initial(&self) -> State {
        State {
            dealt: false,
            hands: [0; 4],
            played: Vec::new(),
            lacks: [[false; SUITS as usize]; 4],
            tricks: [0; 4],
            mover: Seat::new(0),
        }
    }
    fn turn(&self, state: &State) -> Turn {
        match state.dealt {
            false => Turn::Chance,
            true if state.played.len() == self.seats * HAND => Turn::Over,
            true => Turn::Seat(state.mover),
        }
    }
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        let hand = state.hands[state.mover.index()];
        let led = self.trick(state).first().map(|(_, card)| card.suit());
        let follows = |card: &Card| led.is_none_or(|suit| card.suit() == suit);
        let must_follow = cards(hand).any(|card| follows(&card));
        out.extend(cards(hand).filter(|card| !must_follow || follows(card)).map(Move::Play));
    }
    fn play(&self, state: &mut State, chosen: Move) {
        let card = match chosen {
            Move::Deal(seed) => {
                let mut deck: Vec<Card> = (0..(self.seats * HAND) as u8).map(Card).collect();
                Rng::stream(seed, "tricks deal", 0).shuffle(&mut deck);
                let everybody: Vec<_> = Seat::all(self.seats).map(|seat| (seat, HAND as u32)).collect();
                self.deal_rest(state, &everybody, &deck);
                state.dealt = true;
                return;
            }
            Move::Play(card) => card,
        };
        let me = state.mover;
        if let Some(led) = self.trick(state).first().map(|(_, first)| first.suit()) {
            state.lacks[me.index()][usize::from(led)] |= card.suit() != led;
        }
        state.hands[me.index()] &= !(1 << card.0);
        state.played.push((me, card));
        state.mover = me.next(self.seats);
        if state.played.len().is_multiple_of(self.seats) {
            let trick = &state.played[state.played.len() - self.seats..];
            let led = trick[0].1.suit();
            let best = trick.iter().filter(|(_, c)| c.suit() == led).max_by_key(|(_, c)| *c);
            state.mover = best.expect("the card led is of its own suit").0;
            state.tricks[state.mover.index()] += 1;
        }
    }
    fn payoff(&self, state: &State) -> Payoff {
        Payoff::from_points(Seats::from_fn(self.seats, |seat| f32::from(state.tricks[seat.index()])))
    }
    fn bounds(&self) -> (f32, f32) {
        (0.0, HAND as f32)
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::Drawn, hidden: true, sum: Sum::General }
    }
    fn draw(&self, _state: &State, rng: &mut Rng) -> Move {
        Move::Deal(rng.bits())
    }

    fn sample(&self, state: &State, me: Seat, rng: &mut Rng) -> State {
        let others: Vec<(Seat, u32)> = Seat::all(self.seats)
            .filter(|seat| *seat != me)
            .map(|seat| (seat, state.hands[seat.index()].count_ones()))
            .collect();
        let mut unseen: Vec<Card> = others.iter().flat_map(|(s, _)| cards(state.hands[s.index()])).collect();
        // In canonical order first, so that the draw does not depend on who really holds what.
        unseen.sort_unstable();
        let mut world = state.clone();
        loop {
            // The true deal fits, so some order does; each that does is equally likely.
            rng.shuffle(&mut unseen);
            if self.deal_rest(&mut world, &others, &unseen) {
                return world;
            }
        }
    }
    fn info(&self, state: &State, me: Seat, out: &mut Vec<u8>) {
        out.push(u8::from(state.dealt));
        out.extend(state.hands[me.index()].to_le_bytes());
        out.extend(state.played.iter().flat_map(|(seat, card)| [seat.index() as u8, card.0]));
    }
    fn seen(&self, _state: &State, made: Move, _by: Seat) -> Seen<Move> {
        match made {
            Move::Deal(_) => Seen::Hidden(0),
            Move::Play(_) => Seen::Full(made),
        }
    }

    fn text(&self, _state: &State, chosen: Move, out: &mut String) {
        match chosen {
            Move::Play(card) => out.push_str(&card.name()),
            Move::Deal(seed) => out.push_str(&format!("deal-{seed:016x}")),
        }
    }
    fn parse(&self, state: &State, text: &str) -> Option<Move> {
        if !state.dealt {
            return u64::from_str_radix(text.strip_prefix("deal-")?, 16).ok().map(Move::Deal);
        }
        let mut legal = Vec::new();
        self.moves(state, &mut legal);
        legal.into_iter().find(|option| matches!(option, Move::Play(card) if card.name() == text))
    }
    fn scene(&self, state: &State, viewer: Option<Seat>) -> Scene {
        let mut scene = Scene::default();
        for seat in Seat::all(self.seats) {
            let open = viewer.is_none_or(|me| me == seat);
            let face = |card: Card| if open { HandCard::open(card.name()) } else { HandCard::hidden() };
            let cards = cards(state.hands[seat.index()]).map(face).collect();
            scene = scene.with(Part::Hand(Hand { title: "hand".into(), owner: Some(seat), cards }));
        }
        let cards = self.trick(state).iter().map(|(_, card)| HandCard::open(card.name())).collect();
        scene.with(Part::Hand(Hand { title: "trick".into(), owner: None, cards }))
    }
    fn elements(&self, _state: &State, chosen: Move, out: &mut Vec<Element>) {
        if let Move::Play(card) = chosen {
            out.push(Element::new(ElementKind::Card, card.name()));
        }
    }
    fn score(&self, state: &State, seat: Seat) -> Option<f32> {
        Some(f32::from(state.tricks[seat.index()]))
    }
}
