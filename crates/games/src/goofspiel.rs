//! Goofspiel: secret bids for a row of prizes.
//!
//! # Rules
//! Everybody holds the cards 1 to n. One prize card of the same values is turned up each round, and
//! everybody bids one card of the hand for it, all at once. The highest bid takes the prize; bids are
//! spent either way. When the highest bid is shared, the prize is discarded, or carried over to the
//! next round. After n rounds most prize points win.
//!
//! # Moves
//! The seats bid one after the other, but a bid lies face down until the last one is made: the others
//! see only that there is one. Then all are shown. With prizes in random order every prize is a chance
//! turn.
//!
//! # Notation
//! A bid is the number of its card: `4`. A prize is `prize-` and its value: `prize-3`. A round of two
//! seats: `prize-3 2 3`.
//!
//! # Payoff
//! With `score=win` the winners share 1 and the others share −1; a tie of all pays 0. With
//! `score=difference` each seat gets its points less the mean of all. Zero-sum either way.
//!
//! # Parameters
//! `seats` (2 to 4). `cards` (2 to 13): cards in each hand. `order`: prizes come `random`, `ascending`
//! or `descending`. `ties`: `discard` a prize nobody won alone, or `carry` it to the next round; what
//! is carried out of the last round is lost. `score`: `win` or `difference`.
//!
//! # Observables
//! `prize`: points at stake in this round. `lead`: points of the best seat less those of the second.
//! `rounds-left`: rounds not yet decided.
//!
//! # Source
//! Merrill Flood, 1930s; S. M. Ross, "Goofspiel: the game of pure strategy", 1971: against random bids
//! the best reply is to bid the value of the prize. The rules are those of OpenSpiel's `goofspiel` with
//! `imp_info=false`: `cards` is `num_cards`, `seats` is `players`, `order` is `points_order`,
//! `score=win` is `returns_type=win_loss`, `score=difference` is `point_difference`, and `ties=discard`
//! is its only rule. It plays the last round, which leaves no choice, by itself; here it is played out.
//!
//! # Version history
//! 1: first version.

use ludometer_game::{
    Card, ChanceKind, Element, ElementKind, Encoding, Feature, Game, GameVisitor, Packed, ParamError,
    ParamSpec, Params, Payoff, Rng, Scene, Seat, Seats, Seen, Story, Sum, Traits, Turn,
};

mod picture;
mod state;
pub use state::State;
use state::values;

/// The most cards in a hand, and the most seats.
const MOST: usize = 13;
const MOST_SEATS: usize = 4;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole("seats", "players", 2, 2..=MOST_SEATS as i64),
        ParamSpec::whole("cards", "cards in each hand", 5, 2..=MOST as i64),
        ParamSpec::choice("order", "how the prizes come", &["random", "ascending", "descending"]),
        ParamSpec::choice("ties", "what happens to a prize nobody won alone", &["discard", "carry"]),
        ParamSpec::choice("score", "what counts: winning, or by how much", &["win", "difference"]),
    ];
    Card::from_source("goofspiel", "Goofspiel", 1, include_str!("goofspiel.rs"), params)
}

/// Builds the game.
///
/// # Errors
/// Never: every legal value of the parameters fits every other.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    Ok(visitor.visit(Goofspiel {
        seats: params.count("seats"),
        cards: params.count("cards"),
        order: match params.word("order") {
            "ascending" => Order::Ascending,
            "descending" => Order::Descending,
            _ => Order::Random,
        },
        carry: params.word("ties") == "carry",
        by_difference: params.word("score") == "difference",
    }))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    Random,
    Ascending,
    Descending,
}

/// The rules for one table.
pub struct Goofspiel {
    seats: usize,
    cards: usize,
    order: Order,
    carry: bool,
    by_difference: bool,
}

/// A bid of a seat, or a prize turned up by chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Commits the card of this value.
    Bid(u8),
    /// Turns up the prize of this value.
    Prize(u8),
}

impl Packed for Move {
    fn pack(self) -> [u8; 16] {
        let (Move::Bid(value) | Move::Prize(value)) = self;
        u16::from_le_bytes([value, u8::from(matches!(self, Move::Prize(_)))]).pack()
    }
    fn unpack(bytes: [u8; 16]) -> Self {
        if bytes[1] == 0 { Move::Bid(bytes[0]) } else { Move::Prize(bytes[0]) }
    }
}

impl Goofspiel {
    /// All prize points there are.
    fn total(&self) -> f32 {
        (self.cards * (self.cards + 1) / 2) as f32
    }

    /// The prize of a round whose order is fixed.
    fn fixed_prize(&self, round: usize) -> Option<u8> {
        let prize = match self.order {
            Order::Random => return None,
            Order::Ascending => round + 1,
            Order::Descending => self.cards.checked_sub(round)?,
        };
        (round < self.cards).then_some(prize as u8)
    }

    /// Shows the bids, gives the prize away and turns the next one up where that needs no chance.
    fn decide(&self, state: &mut State) {
        let bids = &state.bids[state.round()][..self.seats];
        let best = bids.iter().copied().max().unwrap_or_default();
        let stake = state.prize() + state.carried;
        let mut winners = (0..self.seats).filter(|&seat| bids[seat] == best);
        match (winners.next(), winners.next()) {
            (Some(winner), None) => {
                state.points[winner] += stake;
                state.carried = 0;
            }
            _ => state.carried = if self.carry { stake } else { 0 },
        }
        state.rounds += 1;
        state.committed = 0;
        if let Some(prize) = self.fixed_prize(state.round()) {
            state.prizes[state.round()] = prize;
        }
    }

    /// The points of the winners and the others when only winning counts.
    fn win_or_lose(&self, state: &State) -> Seats<f32> {
        let points = &state.points[..self.seats];
        let best = points.iter().copied().max().unwrap_or_default();
        let winners = points.iter().filter(|&&own| own == best).count();
        let losers = self.seats - winners;
        Seats::from_fn(self.seats, |seat| match state.points[seat.index()] == best {
            _ if losers == 0 => 0.0,
            true => 1.0 / winners as f32,
            false => -1.0 / losers as f32,
        })
    }

    /// The best points of a seat other than this one.
    fn best_other(&self, state: &State, me: Seat) -> u8 {
        let others = Seat::all(self.seats).filter(|&seat| seat != me);
        others.map(|seat| state.points[seat.index()]).max().unwrap_or_default()
    }

    /// The seats from `me` on.
    fn from(&self, me: Seat) -> impl Iterator<Item = Seat> {
        let seats = self.seats;
        std::iter::successors(Some(me), move |seat| Some(seat.next(seats))).take(seats)
    }
}

impl Game for Goofspiel {
    type State = State;
    type Move = Move;

    fn seats(&self) -> usize {
        self.seats
    }
    fn limit(&self) -> u32 {
        (self.cards * (self.seats + 1)) as u32
    }
    fn initial(&self) -> State {
        let full = ((1u32 << (self.cards + 1)) - 2) as u16;
        let mut state = State {
            prizes: [0; MOST],
            bids: [[0; MOST_SEATS]; MOST],
            rounds: 0,
            committed: 0,
            hands: [0; MOST_SEATS],
            points: [0; MOST_SEATS],
            carried: 0,
        };
        state.hands[..self.seats].fill(full);
        state.prizes[0] = self.fixed_prize(0).unwrap_or(0);
        state
    }
    fn turn(&self, state: &State) -> Turn {
        match state.prize() {
            _ if state.round() == self.cards => Turn::Over,
            0 => Turn::Chance,
            _ => Turn::Seat(Seat::new(state.committed)),
        }
    }
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        out.extend(values(state.hands[usize::from(state.committed)]).map(Move::Bid));
    }
    fn play(&self, state: &mut State, chosen: Move) {
        let (round, seat) = (state.round(), usize::from(state.committed));
        match chosen {
            Move::Prize(value) => state.prizes[round] = value,
            Move::Bid(value) => {
                state.bids[round][seat] = value;
                state.hands[seat] &= !(1 << value);
                state.committed += 1;
                if usize::from(state.committed) == self.seats {
                    self.decide(state);
                }
            }
        }
    }
    fn payoff(&self, state: &State) -> Payoff {
        if !self.by_difference {
            return Payoff::from_points(self.win_or_lose(state));
        }
        let all: f32 = state.points.iter().copied().map(f32::from).sum();
        let mean = all / self.seats as f32;
        Payoff::from_points(Seats::from_fn(self.seats, |seat| f32::from(state.points[seat.index()]) - mean))
    }
    fn bounds(&self) -> (f32, f32) {
        if !self.by_difference {
            return (-1.0, 1.0);
        }
        let mean = self.total() / self.seats as f32;
        (-mean, self.total() - mean)
    }
    fn traits(&self) -> Traits {
        let chance = if self.order == Order::Random { ChanceKind::Listed } else { ChanceKind::None };
        Traits { chance, hidden: true, sum: Sum::Zero }
    }
    fn chance(&self, state: &State, out: &mut Vec<(Move, f64)>) -> bool {
        let odd = 1.0 / (self.cards - state.round()) as f64;
        out.extend(state.left_prizes(self.cards).map(|value| (Move::Prize(value), odd)));
        true
    }

    fn sample(&self, state: &State, me: Seat, rng: &mut Rng) -> State {
        let mut world = *state;
        for seat in Seat::all(state.committed.into()).filter(|&seat| seat != me) {
            let could: Vec<u8> = values(state.known_hand(Some(me), seat)).collect();
            let bid = could[rng.below(could.len())];
            world.bids[state.round()][seat.index()] = bid;
            world.hands[seat.index()] = state.known_hand(Some(me), seat) & !(1 << bid);
        }
        world
    }
    fn info(&self, state: &State, me: Seat, out: &mut Vec<u8>) {
        out.extend([state.rounds, state.committed, state.prize()]);
        for round in 0..state.round() {
            out.push(state.prizes[round]);
            out.extend(&state.bids[round][..self.seats]);
        }
        out.push(state.known_bid(Some(me), me));
    }
    fn seen(&self, state: &State, made: Move, by: Seat) -> Seen<Move> {
        let mover = usize::from(state.committed);
        // The last bid of a round is shown as soon as it is made.
        let shown = by.index() == mover || mover + 1 == self.seats;
        if matches!(made, Move::Bid(_)) && !shown { Seen::Hidden(0) } else { Seen::Full(made) }
    }

    fn text(&self, _state: &State, chosen: Move, out: &mut String) {
        match chosen {
            Move::Bid(value) => out.push_str(&value.to_string()),
            Move::Prize(value) => out.push_str(&format!("prize-{value}")),
        }
    }
    fn scene(&self, state: &State, viewer: Option<Seat>) -> Scene {
        self.picture(state, viewer)
    }

    fn elements(&self, _state: &State, chosen: Move, out: &mut Vec<Element>) {
        match chosen {
            Move::Bid(value) => out.push(Element::new(ElementKind::Card, value.to_string())),
            Move::Prize(value) => out.push(Element::new(ElementKind::Amount, format!("prize {value}"))),
        }
    }
    fn observables(&self) -> Vec<String> {
        ["prize", "lead", "rounds-left"].map(String::from).to_vec()
    }
    fn observe(&self, state: &State, _viewer: Option<Seat>, out: &mut Vec<f32>) {
        let mut points = state.points;
        points[..self.seats].sort_unstable_by(|a, b| b.cmp(a));
        out.push(f32::from(state.prize() + state.carried));
        out.push(f32::from(points[0] - points[1]));
        out.push((self.cards - state.round()) as f32);
    }
    fn score(&self, state: &State, seat: Seat) -> Option<f32> {
        Some(f32::from(state.points[seat.index()]))
    }
    fn evaluate(&self, state: &State, seat: Seat) -> Option<f32> {
        if self.by_difference || self.turn(state) == Turn::Over {
            return Some(self.payoff(state).points[seat]);
        }
        let lead = f32::from(state.points[seat.index()]) - f32::from(self.best_other(state, seat));
        Some((2.0 * lead / self.total()).clamp(-0.9, 0.9))
    }
    fn narrate(&self, before: &State, _chosen: Move, after: &State, story: &mut Story) {
        if after.rounds == before.rounds {
            return;
        }
        let gained = |seat: &Seat| after.points[seat.index()] - before.points[seat.index()];
        match Seat::all(self.seats).find(|seat| gained(seat) > 0) {
            Some(winner) => story.score(winner, "prizes", gained(&winner).into()),
            None => story.count("tied rounds", 1.0),
        }
    }

    fn actions(&self) -> Option<usize> {
        Some(self.cards)
    }
    fn index(&self, _state: &State, chosen: Move) -> usize {
        let (Move::Bid(value) | Move::Prize(value)) = chosen;
        usize::from(value) - 1
    }
    fn encoding(&self) -> Option<Encoding> {
        Some(Encoding::Flat { len: (self.seats + 3) * self.cards + 2 * self.seats + 1 })
    }
    /// Hands from `me` on, the prize, the prizes to come, the own bid (one number for each card each);
    /// then points and whether a bid is made, from `me` on, and what is carried.
    fn encode(&self, state: &State, me: Seat, out: &mut [f32]) {
        out.fill(0.0);
        let mut parts = out.chunks_exact_mut(self.cards);
        let mut next = |set: u16| {
            let part = parts.next().expect("the encoding has a part for each set of cards");
            values(set).for_each(|value| part[usize::from(value) - 1] = 1.0);
        };
        self.from(me).for_each(|seat| next(state.known_hand(Some(me), seat)));
        let one = |value: u8| (1 << value) & !1;
        next(one(state.prize()));
        next(state.left_prizes(self.cards).fold(0, |set, value| set | one(value)));
        next(one(state.bid(me)));
        let numbers = &mut out[(self.seats + 3) * self.cards..];
        for (at, seat) in self.from(me).enumerate() {
            numbers[2 * at] = f32::from(state.points[seat.index()]) / self.total();
            numbers[2 * at + 1] = f32::from(u8::from(state.bid(seat) > 0));
        }
        numbers[2 * self.seats] = f32::from(state.carried) / self.total();
    }
    fn features(&self) -> Vec<Feature> {
        let points = (0.0, self.total());
        let named = [
            ("own-points", "points of the prizes taken"),
            ("best-other-points", "points of the best of the others"),
            ("prize", "points at stake in this round, with what is carried over"),
            ("rounds-left", "rounds not yet decided"),
        ];
        named.map(|(name, about)| Feature::new(name, points).about(about)).to_vec()
    }
    fn read_features(&self, state: &State, me: Seat, out: &mut Vec<f32>) {
        let numbers = [state.points[me.index()], self.best_other(state, me), state.prize() + state.carried];
        out.extend(numbers.map(f32::from));
        out.push((self.cards - state.round()) as f32);
    }
}

#[cfg(test)]
mod tests;
