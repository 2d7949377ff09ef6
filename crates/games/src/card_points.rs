//! Card points: take the left or the right card of an open row.
//!
//! # Rules
//! An even number of cards is dealt at random, open, in a row. Two players in turn take the
//! leftmost or the rightmost card. When the row is empty, the higher sum of card values wins.
//!
//! # Moves
//! `left` or `right`. The deal is a chance turn; its move carries a 64-bit seed that determines the
//! row.
//!
//! # Notation
//! Moves are `left` and `right`, a deal `deal-` and sixteen hexadecimal digits. A position is the
//! row, the sums of both players and who is on turn: `A 7 3 K | 12 5 | 1`; before the deal `deal`.
//!
//! # Payoff
//! 1 for the winner, −1 for the loser, 0 for a draw.
//!
//! # Parameters
//! `cards` (2 to 20, even): the length of the row. `deck`: `french` (52 cards: 2 to 10, J 11, Q 12,
//! K 13, A 14), `spanish` (40 cards: 2 to 7, S 8, C 9, R 10, A 11) or `small` (20 cards: 1 to 5).
//!
//! # Observables
//! `cards-left`: cards in the row. `difference`: sum of the first player minus that of the second.
//! `ends-gap`: how far the values of the two end cards are apart.
//!
//! # Source
//! A. B. Pereira, "Wisebots", PUC-Rio 2012, where bots learn it by Q-learning. The first player
//! never loses: with an even number of cards, they can take all cards in odd places or all in even
//! places. Dynamic programming over what is left of the row solves it exactly.
//!
//! # Version history
//! 1: first version.

use ludometer_game::{
    Card, ChanceKind, Element, ElementKind, Encoding, Feature, Game, GameVisitor, Hand, HandCard, Packed,
    ParamError, ParamSpec, Params, Part, Payoff, PositionError, Rng, Scene, Seat, Story, Sum, Traits, Turn,
};
use std::cmp::Ordering;

mod deck;
use deck::{COPIES, DECKS, Deck, Row};

/// The most cards in a row.
const MOST: usize = 20;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let decks: Vec<&str> = DECKS.iter().map(|deck| deck.name).collect();
    let params = vec![
        ParamSpec::whole("cards", "cards in the row", 8, 2..=MOST as i64).step(2),
        ParamSpec::choice("deck", "which cards are shuffled", &decks),
    ];
    Card::from_source("card-points", "Card points", 1, include_str!("card_points.rs"), params)
}

/// Builds the game.
///
/// # Errors
/// Never: every legal value of the parameters fits every other.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    let deck = DECKS.iter().find(|deck| deck.name == params.word("deck"));
    let deck = deck.expect("the parameter only admits the names of decks");
    Ok(visitor.visit(CardPoints { cards: params.count("cards"), deck }))
}

/// The rules for one row length and deck.
pub struct CardPoints {
    cards: usize,
    deck: &'static Deck,
}

/// What is left of the row and what has been taken. Who is on turn follows from the number of cards
/// left, which starts even.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    row: Row,
    sums: [u16; 2],
    dealt: bool,
}

impl State {
    fn mover(&self) -> usize {
        usize::from(self.row.len % 2)
    }

    fn difference(&self) -> i32 {
        i32::from(self.sums[0]) - i32::from(self.sums[1])
    }

    /// Values of the leftmost and the rightmost card; 0 when there is none.
    fn ends(&self) -> (u8, u8) {
        match self.row.len {
            0 => (0, 0),
            len => (self.row.get(0), self.row.get(usize::from(len) - 1)),
        }
    }
}

/// A choice of a player, or the deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Takes the leftmost card.
    Left,
    /// Takes the rightmost card.
    Right,
    /// Deals the row of this seed.
    Deal(u64),
}

impl Packed for Move {
    fn pack(self) -> [u8; 16] {
        let (kind, seed) = match self {
            Move::Left => (0, 0),
            Move::Right => (1, 0),
            Move::Deal(seed) => (2, seed),
        };
        (kind << 64 | u128::from(seed)).to_le_bytes()
    }
    fn unpack(bytes: [u8; 16]) -> Self {
        let all = u128::from_le_bytes(bytes);
        match all >> 64 {
            0 => Move::Left,
            1 => Move::Right,
            _ => Move::Deal(all as u64),
        }
    }
}

impl CardPoints {
    /// By how much the player on turn gains on the other from here when both play best: exact, by
    /// dynamic programming over the intervals of the row.
    #[must_use]
    pub fn best_difference(&self, state: &State) -> i32 {
        let values: Vec<i32> = state.row.iter().map(i32::from).collect();
        let n = values.len();
        // best[i] is the gain of whoever is on turn with the cards i.. of the present length.
        let mut best = vec![0; n + 1];
        for length in 1..=n {
            for from in 0..=n - length {
                let (left, right) = (values[from] - best[from + 1], values[from + length - 1] - best[from]);
                best[from] = left.max(right);
            }
        }
        best[0]
    }

    fn scale(&self) -> f32 {
        f32::from(self.deck.best())
    }

    /// The largest sum one player can reach.
    fn most(&self) -> f32 {
        self.scale() * self.cards as f32 / 2.0
    }

    fn read_row(&self, text: &str) -> Result<Row, PositionError> {
        let mut row = Row::default();
        for face in text.split_whitespace() {
            let Some(value) = self.deck.value(face) else {
                return Err(unreadable(format!("`{face}` is no card of the {} deck", self.deck.name)));
            };
            if usize::from(row.len) == self.cards {
                return Err(unreadable(format!("the row has at most {} cards", self.cards)));
            }
            if row.iter().filter(|other| *other == value).count() == COPIES {
                return Err(unreadable(format!("the deck has only {COPIES} cards `{face}`")));
            }
            row.push(value);
        }
        Ok(row)
    }
}

fn unreadable(what: String) -> PositionError {
    PositionError::Unreadable { what, example: "A 7 3 K | 12 5 | 1".into() }
}

impl Game for CardPoints {
    type State = State;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        self.cards as u32 + 1
    }
    fn initial(&self) -> State {
        State { row: Row::default(), sums: [0, 0], dealt: false }
    }
    fn turn(&self, state: &State) -> Turn {
        match state.row.len {
            _ if !state.dealt => Turn::Chance,
            0 => Turn::Over,
            _ => Turn::Seat(Seat::new(state.mover() as u8)),
        }
    }
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        // The last card is at both ends; one of the two names is enough.
        out.push(Move::Left);
        out.extend((state.row.len > 1).then_some(Move::Right));
    }
    fn play(&self, state: &mut State, chosen: Move) {
        let mover = state.mover();
        match chosen {
            Move::Left => state.sums[mover] += u16::from(state.row.take_left()),
            Move::Right => state.sums[mover] += u16::from(state.row.take_right()),
            Move::Deal(seed) => {
                *state = State { row: self.deck.deal(seed, self.cards), sums: [0, 0], dealt: true };
            }
        }
    }
    fn payoff(&self, state: &State) -> Payoff {
        match state.difference().cmp(&0) {
            Ordering::Greater => Payoff::win(2, Seat::new(0)),
            Ordering::Less => Payoff::win(2, Seat::new(1)),
            Ordering::Equal => Payoff::draw(2),
        }
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::Drawn, hidden: false, sum: Sum::Zero }
    }
    fn draw(&self, _state: &State, rng: &mut Rng) -> Move {
        Move::Deal(rng.bits())
    }

    fn text(&self, _state: &State, chosen: Move, out: &mut String) {
        match chosen {
            Move::Left => out.push_str("left"),
            Move::Right => out.push_str("right"),
            Move::Deal(seed) => out.push_str(&format!("deal-{seed:016x}")),
        }
    }
    fn parse(&self, state: &State, text: &str) -> Option<Move> {
        let text = text.trim().to_ascii_lowercase();
        match (self.turn(state), text.as_str()) {
            (Turn::Chance, deal) => u64::from_str_radix(deal.strip_prefix("deal-")?, 16).ok().map(Move::Deal),
            (Turn::Seat(_), "left") => Some(Move::Left),
            (Turn::Seat(_), "right") if state.row.len > 1 => Some(Move::Right),
            _ => None,
        }
    }
    fn position(&self, state: &State) -> Option<String> {
        if !state.dealt {
            return Some("deal".into());
        }
        let row: Vec<&str> = state.row.iter().map(|value| self.deck.face(value)).collect();
        let [first, second] = state.sums;
        let row = if row.is_empty() { String::new() } else { row.join(" ") + " " };
        Some(format!("{row}| {first} {second} | {}", state.mover() + 1))
    }
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        if text.trim() == "deal" {
            return Ok(self.initial());
        }
        let parts: Vec<&str> = text.split('|').collect();
        let [row, sums, mover] = parts[..] else {
            return Err(unreadable("row, sums and seat are separated by `|`".into()));
        };
        let row = self.read_row(row)?;
        let sums: Vec<u16> = sums.split_whitespace().filter_map(|sum| sum.parse().ok()).collect();
        let &[first, second] = &sums[..] else {
            return Err(unreadable("two sums are needed, one for each player".into()));
        };
        if f32::from(first).max(f32::from(second)) > self.most() {
            return Err(unreadable(format!("no player can have taken more than {}", self.most())));
        }
        let state = State { row, sums: [first, second], dealt: true };
        if mover.trim() != (state.mover() + 1).to_string() {
            return Err(unreadable(format!(
                "with {} cards left it is the turn of seat {}",
                row.len,
                state.mover() + 1
            )));
        }
        Ok(state)
    }
    fn scene(&self, state: &State, _viewer: Option<Seat>) -> Scene {
        let cards = state.row.iter().map(|value| HandCard::open(self.deck.face(value))).collect();
        let mut scene = Scene::of(Part::Hand(Hand { title: "Row".into(), owner: None, cards }));
        for seat in Seat::all(2) {
            let (title, value) = (format!("Sum of {seat}"), f32::from(state.sums[seat.index()]));
            scene = scene.with(Part::Track { title, owner: Some(seat), value, max: self.most() });
        }
        scene
    }

    fn elements(&self, state: &State, chosen: Move, out: &mut Vec<Element>) {
        let (left, right) = state.ends();
        let (action, value) = match chosen {
            Move::Left => ("take left", left),
            Move::Right => ("take right", right),
            Move::Deal(_) => return out.push(Element::new(ElementKind::Action, "deal")),
        };
        out.push(Element::new(ElementKind::Action, action));
        out.push(Element::new(ElementKind::Card, self.deck.face(value)));
    }
    fn observables(&self) -> Vec<String> {
        ["cards-left", "difference", "ends-gap"].map(String::from).to_vec()
    }
    fn observe(&self, state: &State, _viewer: Option<Seat>, out: &mut Vec<f32>) {
        let (left, right) = state.ends();
        out.extend([state.row.len.into(), state.difference() as f32, left.abs_diff(right).into()]);
    }
    fn score(&self, state: &State, seat: Seat) -> Option<f32> {
        Some(state.sums[seat.index()].into())
    }
    fn evaluate(&self, state: &State, seat: Seat) -> Option<f32> {
        let lead = state.difference() as f32 / (2.0 * self.scale());
        Some(lead.clamp(-0.9, 0.9) * if seat.index() == 0 { 1.0 } else { -1.0 })
    }
    fn narrate(&self, before: &State, _chosen: Move, after: &State, story: &mut Story) {
        if before.dealt {
            let seat = before.mover();
            let taken = after.sums[seat] - before.sums[seat];
            story.score(Seat::new(seat as u8), "cards", taken.into());
        }
    }

    fn actions(&self) -> Option<usize> {
        Some(2)
    }
    fn index(&self, _state: &State, chosen: Move) -> usize {
        usize::from(chosen == Move::Right)
    }
    fn encoding(&self) -> Option<Encoding> {
        Some(Encoding::Flat { len: self.cards + 3 })
    }
    /// The row from the left, padded with 0; own sum, other sum, whether it is my turn.
    fn encode(&self, state: &State, me: Seat, out: &mut [f32]) {
        let (row, rest) = out.split_at_mut(self.cards);
        row.fill(0.0);
        for (to, value) in row.iter_mut().zip(state.row.iter()) {
            *to = f32::from(value) / self.scale();
        }
        rest[0] = f32::from(state.sums[me.index()]) / self.most();
        rest[1] = f32::from(state.sums[1 - me.index()]) / self.most();
        rest[2] = f32::from(u8::from(self.turn(state) == Turn::Seat(me)));
    }
    fn features(&self) -> Vec<Feature> {
        vec![
            Feature::new("lead", (-140.0, 140.0)).about("own points less those of the other"),
            Feature::new("left-card", (0.0, 14.0)).about("value of the leftmost card; 0 without one"),
            Feature::new("right-card", (0.0, 14.0)).about("value of the rightmost card; 0 without one"),
        ]
    }
    fn read_features(&self, state: &State, me: Seat, out: &mut Vec<f32>) {
        let sign = if me.index() == 0 { 1.0 } else { -1.0 };
        let (left, right) = state.ends();
        out.extend([state.difference() as f32 * sign, left.into(), right.into()]);
    }

    fn playout(&self, state: &mut State, _buffer: &mut Vec<Move>, rng: &mut Rng) -> Payoff {
        if !state.dealt {
            let deal = self.draw(state, rng);
            self.play(state, deal);
        }
        // At most 20 choices between two ends: one draw of 64 bits holds them all.
        let mut coins = rng.bits();
        while state.row.len > 0 {
            self.play(state, if coins & 1 == 0 { Move::Left } else { Move::Right });
            coins >>= 1;
        }
        self.payoff(state)
    }
}

#[cfg(test)]
mod tests;
