//! Bids: both players choose a card in secret, then both are shown.
//!
//! Power: simultaneous choice. The first bid of a round is a commitment the other seat sees only as
//! a class; sampling draws it anew. Prizes 1, 2, … come in order; the higher bid takes the prize,
//! equal bids leave it. Who has more prize points at the end wins.

use ludometer_game::{
    ChanceKind, Encoding, Game, Hand, HandCard, Part, Payoff, Rng, Scene, Seat, Seen, Sum, Traits, Turn,
};

/// The most cards a player can hold.
const MOST: usize = 8;

/// The rules for a number of rounds.
pub struct Bids {
    rounds: u8,
}

/// Revealed bids by round, and the one lying face down.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    shown: [[u8; MOST]; 2],
    round: u8,
    committed: Option<u8>,
}

impl Bids {
    /// As many rounds as cards in each hand, at most 8.
    #[must_use]
    pub fn new(rounds: u8) -> Self {
        assert!((1..=MOST).contains(&rounds.into()), "one to eight rounds");
        Bids { rounds }
    }

    fn hand(&self, state: &State, player: usize) -> impl Iterator<Item = u8> {
        let used = state.shown[player];
        (1..=self.rounds).filter(move |card| !used.contains(card))
    }

    fn points(&self, state: &State, player: usize) -> u8 {
        let won = |round: usize| state.shown[player][round] > state.shown[1 - player][round];
        (0..usize::from(state.round)).filter(|&round| won(round)).map(|round| round as u8 + 1).sum()
    }

    /// The face-down bid, if this seat made it.
    fn own_commitment(state: &State, seat: Seat) -> Option<u8> {
        state.committed.filter(|_| seat == Seat::new(0))
    }
}

impl Game for Bids {
    type State = State;
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        2 * u32::from(self.rounds)
    }
    fn initial(&self) -> State {
        State { shown: [[0; MOST]; 2], round: 0, committed: None }
    }
    fn turn(&self, state: &State) -> Turn {
        if state.round == self.rounds {
            Turn::Over
        } else {
            Turn::Seat(Seat::new(u8::from(state.committed.is_some())))
        }
    }
    fn moves(&self, state: &State, out: &mut Vec<u8>) {
        out.extend(self.hand(state, usize::from(state.committed.is_some())));
    }
    fn play(&self, state: &mut State, bid: u8) {
        match state.committed.take() {
            None => state.committed = Some(bid),
            Some(first) => {
                let round = usize::from(state.round);
                (state.shown[0][round], state.shown[1][round]) = (first, bid);
                state.round += 1;
            }
        }
    }
    fn payoff(&self, state: &State) -> Payoff {
        match self.points(state, 0).cmp(&self.points(state, 1)) {
            std::cmp::Ordering::Greater => Payoff::win(2, Seat::new(0)),
            std::cmp::Ordering::Less => Payoff::win(2, Seat::new(1)),
            std::cmp::Ordering::Equal => Payoff::draw(2),
        }
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::None, hidden: true, sum: Sum::Zero }
    }

    fn sample(&self, state: &State, me: Seat, rng: &mut Rng) -> State {
        let mut world = state.clone();
        if state.committed.is_some() && me == Seat::new(1) {
            let hand: Vec<u8> = self.hand(state, 0).collect();
            world.committed = Some(hand[rng.below(hand.len())]);
        }
        world
    }
    fn info(&self, state: &State, me: Seat, out: &mut Vec<u8>) {
        out.extend([state.round, u8::from(state.committed.is_some())]);
        out.extend(state.shown.iter().flatten());
        out.push(Bids::own_commitment(state, me).unwrap_or(0));
    }
    fn seen(&self, state: &State, made: u8, by: Seat) -> Seen<u8> {
        // The second bid is shown as soon as it is made.
        if state.committed.is_none() && by == Seat::new(1) { Seen::Hidden(0) } else { Seen::Full(made) }
    }
    fn text(&self, _state: &State, bid: u8, out: &mut String) {
        out.push_str(&bid.to_string());
    }
    fn scene(&self, state: &State, viewer: Option<Seat>) -> Scene {
        let mut scene = Scene::of(Part::Label(format!("prize {}", state.round + 1)));
        for seat in Seat::all(2) {
            let shown = &state.shown[seat.index()][..usize::from(state.round)];
            let mut cards: Vec<HandCard> = shown.iter().map(|bid| HandCard::open(bid.to_string())).collect();
            if let (Some(bid), 0) = (state.committed, seat.index()) {
                let open = viewer != Some(Seat::new(1));
                cards.push(if open { HandCard::open(bid.to_string()) } else { HandCard::hidden() });
            }
            scene = scene.with(Part::Hand(Hand { title: "bids".into(), owner: Some(seat), cards }));
        }
        scene
    }
    fn score(&self, state: &State, seat: Seat) -> Option<f32> {
        Some(f32::from(self.points(state, seat.index())))
    }
    fn actions(&self) -> Option<usize> {
        Some(usize::from(self.rounds))
    }
    fn index(&self, _state: &State, bid: u8) -> usize {
        usize::from(bid) - 1
    }
    fn encoding(&self) -> Option<Encoding> {
        Some(Encoding::Flat { len: 2 * MOST + 2 })
    }
    fn encode(&self, state: &State, me: Seat, out: &mut [f32]) {
        let (own, other) = (state.shown[me.index()], state.shown[1 - me.index()]);
        for (to, bid) in out.iter_mut().zip(own.into_iter().chain(other)) {
            *to = f32::from(bid) / f32::from(self.rounds);
        }
        out[2 * MOST] = f32::from(u8::from(state.committed.is_some()));
        out[2 * MOST + 1] = f32::from(Bids::own_commitment(state, me).unwrap_or(0));
    }
}
