//! Nim: take stones from heaps; the last stone decides.
//!
//! # Rules
//! Players in turn take any number of stones, at least one, from one heap. Who takes the last stone of
//! all wins alone; with `misere` on, who takes it loses alone and all others share the first place.
//!
//! # Moves
//! A heap and how many stones to take from it.
//!
//! # Notation
//! `2:3` takes 3 stones from heap 2. A position is the heaps, joined by commas, then the number of the
//! seat to move (1 if left out): `3,4,5 1`.
//!
//! # Payoff
//! 1 for a winner, −1 for a loser. With more than two seats the points do not sum to 0.
//!
//! # Parameters
//! `seats` (2 to 6), `heaps` (1 to 8 heaps of 1 to 63 stones), `misere` (on or off).
//!
//! # Observables
//! `stones`: stones left. `heaps`: heaps left. `nim-sum`: the exclusive or of all heaps. Count
//! `heaps-cleared`.
//!
//! # Source
//! Traditional. C. L. Bouton, "Nim, a game with a complete mathematical theory", 1901: of two players
//! who take the last stone to win, the mover loses exactly when the exclusive or of the heaps is 0.
//!
//! # Version history
//! 1: first version.

use ludometer_game::{
    Card, ChanceKind, Element, ElementKind, Encoding, Feature, Game, GameVisitor, Hand, HandCard, Packed,
    ParamError, ParamSpec, Params, Part, Payoff, PositionError, Rng, Scene, Seat, Story, Sum, Traits, Turn,
};
use std::borrow::Cow;

const MAX_HEAPS: usize = 8;
/// Bits that hold the largest heap.
const BITS: usize = 6;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let largest = (1 << BITS) - 1;
    let params = vec![
        ParamSpec::whole("seats", "players", 2, 2..=6),
        ParamSpec::list("heaps", "stones in each heap", &[3, 4, 5], 1..=largest, 1..=MAX_HEAPS),
        ParamSpec::switch("misere", "who takes the last stone loses", false),
    ];
    Card::from_source("nim", "Nim", 1, include_str!("nim.rs"), params)
}

/// Builds the game.
///
/// # Errors
/// Never: all parameters go together.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    let heaps: Vec<u8> = params.list("heaps").iter().map(|&stones| stones as u8).collect();
    Ok(visitor.visit(Nim::new(params.count("seats"), &heaps, params.switch("misere"))))
}

/// The rules for one table and one set of heaps.
pub struct Nim {
    seats: usize,
    start: Heaps,
    count: usize,
    largest: usize,
    misere: bool,
}

/// What is left of the heaps; unused ones are empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Heaps {
    stones: [u8; MAX_HEAPS],
    mover: u8,
}

impl Heaps {
    fn total(&self) -> usize {
        self.stones.iter().map(|&stones| usize::from(stones)).sum()
    }

    fn nim_sum(&self) -> u8 {
        self.stones.iter().fold(0, |sum, stones| sum ^ stones)
    }
}

/// How many stones to take from which heap, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take {
    heap: u8,
    stones: u8,
}

impl Packed for Take {
    fn pack(self) -> [u8; 16] {
        u16::from_le_bytes([self.heap, self.stones]).pack()
    }
    fn unpack(bytes: [u8; 16]) -> Self {
        let [heap, stones] = u16::unpack(bytes).to_le_bytes();
        Take { heap, stones }
    }
}

impl Nim {
    fn new(seats: usize, heaps: &[u8], misere: bool) -> Self {
        let mut stones = [0; MAX_HEAPS];
        stones[..heaps.len()].copy_from_slice(heaps);
        let largest = usize::from(heaps.iter().copied().max().unwrap_or_default());
        Nim { seats, start: Heaps { stones, mover: 0 }, count: heaps.len(), largest, misere }
    }

    fn refuse(&self, what: impl Into<String>) -> PositionError {
        let example = self.position(&self.start).unwrap_or_default();
        PositionError::Unreadable { what: what.into(), example }
    }

    /// Whether the mover of a match of two wins with best play: Bouton's theorem. Misère play only
    /// differs when no heap has more than one stone.
    fn mover_wins(&self, state: &Heaps) -> bool {
        let flipped = self.misere && state.stones.iter().all(|&stones| stones < 2);
        (state.nim_sum() != 0) != flipped
    }

    fn read_mover(&self, text: &str) -> Result<u8, PositionError> {
        match text.parse::<usize>() {
            Ok(seat) if (1..=self.seats).contains(&seat) => Ok(seat as u8 - 1),
            _ => Err(self.refuse(format!("`{text}` is not a seat from 1 to {}", self.seats))),
        }
    }
}

impl Game for Nim {
    type State = Heaps;
    type Move = Take;

    fn seats(&self) -> usize {
        self.seats
    }
    fn limit(&self) -> u32 {
        self.start.total() as u32
    }
    fn initial(&self) -> Heaps {
        self.start
    }
    #[inline]
    fn turn(&self, state: &Heaps) -> Turn {
        if state.stones == [0; MAX_HEAPS] { Turn::Over } else { Turn::Seat(Seat::new(state.mover)) }
    }
    #[inline]
    fn moves(&self, state: &Heaps, out: &mut Vec<Take>) {
        for (heap, &left) in (0..).zip(&state.stones) {
            out.extend((1..=left).map(|stones| Take { heap, stones }));
        }
    }
    #[inline]
    fn play(&self, state: &mut Heaps, take: Take) {
        state.stones[usize::from(take.heap)] -= take.stones;
        state.mover = if usize::from(state.mover) + 1 == self.seats { 0 } else { state.mover + 1 };
    }
    fn payoff(&self, state: &Heaps) -> Payoff {
        let last = Seat::new((state.mover + self.seats as u8 - 1) % self.seats as u8);
        match (self.turn(state), self.misere) {
            (Turn::Over, false) => Payoff::win(self.seats, last),
            (Turn::Over, true) => Payoff::lose(self.seats, last),
            _ => Payoff::draw(self.seats),
        }
    }
    fn traits(&self) -> Traits {
        let sum = if self.seats == 2 { Sum::Zero } else { Sum::General };
        Traits { chance: ChanceKind::None, hidden: false, sum }
    }

    fn text(&self, _state: &Heaps, take: Take, out: &mut String) {
        out.push_str(&format!("{}:{}", take.heap + 1, take.stones));
    }
    fn position(&self, state: &Heaps) -> Option<String> {
        let heaps: Vec<String> = state.stones[..self.count].iter().map(ToString::to_string).collect();
        Some(format!("{} {}", heaps.join(","), state.mover + 1))
    }
    fn read_position(&self, text: &str) -> Result<Heaps, PositionError> {
        // A space after a comma does not end the heaps.
        let (heaps, mover) = match text.trim().rsplit_once(' ') {
            Some((heaps, mover)) if !heaps.trim_end().ends_with(',') => (heaps, self.read_mover(mover)?),
            _ => (text.trim(), 0),
        };
        let heaps: Vec<&str> = heaps.split(',').map(str::trim).collect();
        if heaps.len() != self.count {
            return Err(self.refuse(format!("{} heaps instead of {}", heaps.len(), self.count)));
        }
        let mut state = Heaps { stones: [0; MAX_HEAPS], mover };
        for (heap, text) in heaps.into_iter().enumerate() {
            state.stones[heap] = match text.parse() {
                Ok(stones) if stones <= self.start.stones[heap] => stones,
                Ok(stones) => {
                    let most = self.start.stones[heap];
                    return Err(self.refuse(format!("heap {} has {stones} of {most} stones", heap + 1)));
                }
                Err(_) => return Err(self.refuse(format!("`{text}` is not a number of stones"))),
            };
        }
        Ok(state)
    }
    fn scene(&self, state: &Heaps, _viewer: Option<Seat>) -> Scene {
        let heap = |number: usize| {
            let cards = vec![HandCard::open("●"); usize::from(state.stones[number])];
            Part::Hand(Hand { title: format!("Heap {}", number + 1), owner: None, cards })
        };
        Scene { parts: (0..self.count).map(heap).collect() }
    }

    fn elements(&self, _state: &Heaps, take: Take, out: &mut Vec<Element>) {
        out.push(Element::new(ElementKind::Action, format!("heap {}", take.heap + 1)));
        out.push(Element::new(ElementKind::Amount, format!("take {}", take.stones)));
    }
    fn observables(&self) -> Vec<String> {
        ["stones", "heaps", "nim-sum"].map(String::from).to_vec()
    }
    fn observe(&self, state: &Heaps, _viewer: Option<Seat>, out: &mut Vec<f32>) {
        let heaps = state.stones.iter().filter(|&&stones| stones > 0).count();
        out.extend([state.total() as f32, heaps as f32, f32::from(state.nim_sum())]);
    }
    /// Known for two seats only.
    fn evaluate(&self, state: &Heaps, seat: Seat) -> Option<f32> {
        let winning = self.mover_wins(state) == (seat == Seat::new(state.mover));
        (self.seats == 2).then_some(if winning { 0.9 } else { -0.9 })
    }
    fn ending(&self, _state: &Heaps) -> Cow<'static, str> {
        "last stone".into()
    }
    fn narrate(&self, _before: &Heaps, take: Take, after: &Heaps, story: &mut Story) {
        if after.stones[usize::from(take.heap)] == 0 {
            story.count("heaps-cleared", 1.0);
        }
    }

    fn actions(&self) -> Option<usize> {
        Some(self.count * self.largest)
    }
    fn index(&self, _state: &Heaps, take: Take) -> usize {
        usize::from(take.heap) * self.largest + usize::from(take.stones) - 1
    }
    fn encoding(&self) -> Option<Encoding> {
        Some(Encoding::Flat { len: self.count * BITS + self.seats })
    }
    /// The binary digits of each heap, then how many turns it is until `me` moves, one place for each.
    fn encode(&self, state: &Heaps, me: Seat, out: &mut [f32]) {
        out.fill(0.0);
        for (heap, stones) in state.stones[..self.count].iter().enumerate() {
            for bit in 0..BITS {
                out[heap * BITS + bit] = f32::from(stones >> bit & 1);
            }
        }
        let wait = (me.index() + self.seats - usize::from(state.mover)) % self.seats;
        out[self.count * BITS + wait] = 1.0;
    }
    fn features(&self) -> Vec<Feature> {
        let stones = (0.0, self.start.total() as f32);
        vec![
            Feature::new("stones", stones).about("stones on all heaps"),
            Feature::new("nim-sum", (0.0, 63.0)).about("sum of the heaps in binary, without carrying"),
            Feature::new("my-turn", (0.0, 1.0)).about("1 where this seat is on turn"),
        ]
    }
    fn read_features(&self, state: &Heaps, me: Seat, out: &mut Vec<f32>) {
        let my_turn = f32::from(me == Seat::new(state.mover));
        out.extend([state.total() as f32, f32::from(state.nim_sum()), my_turn]);
    }

    fn playout(&self, state: &mut Heaps, _buffer: &mut Vec<Take>, rng: &mut Rng) -> Payoff {
        // A heap has as many moves as stones, so a random stone names a random move: take it and all
        // above it.
        let mut total = state.total();
        let mut draws = rng.draws(MAX_HEAPS << BITS);
        while total > 0 {
            let mut stone = draws.below(total);
            let mut heap = 0;
            while stone >= usize::from(state.stones[heap]) {
                stone -= usize::from(state.stones[heap]);
                heap += 1;
            }
            let stones = state.stones[heap] - stone as u8;
            total -= usize::from(stones);
            self.play(state, Take { heap: heap as u8, stones });
        }
        self.payoff(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Whether the mover wins, by trying everything.
    fn wins(game: &Nim, state: &Heaps, known: &mut HashMap<Heaps, bool>) -> bool {
        if let Some(&won) = known.get(state) {
            return won;
        }
        let won = match game.turn(state) {
            Turn::Seat(_) => {
                let mut legal = Vec::new();
                game.moves(state, &mut legal);
                legal.into_iter().any(|take| {
                    let mut next = *state;
                    game.play(&mut next, take);
                    !wins(game, &next, known)
                })
            }
            _ => game.payoff(state).won(Seat::new(state.mover)),
        };
        known.insert(*state, won);
        won
    }

    #[test]
    fn the_exclusive_or_decides_as_exhaustive_search_does() {
        for misere in [false, true] {
            let game = Nim::new(2, &[4, 5, 6], misere);
            let mut known = HashMap::new();
            for number in 0..5 * 6 * 7 {
                let (mut state, mut rest) = (game.initial(), number);
                for stones in &mut state.stones[..3] {
                    (*stones, rest) = (rest % (*stones + 1), rest / (*stones + 1));
                }
                assert_eq!(game.mover_wins(&state), wins(&game, &state, &mut known), "{misere}: {state:?}");
            }
        }
    }

    #[test]
    fn the_last_stone_wins_or_loses_alone() {
        for (misere, places) in [(false, [2, 2, 1, 2]), (true, [1, 1, 4, 1])] {
            let game = Nim::new(4, &[2, 1], misere);
            let mut state = game.read_position("2,0 3").unwrap();
            let take = game.parse(&state, "1:2").unwrap();
            game.play(&mut state, take);
            assert_eq!(game.turn(&state), Turn::Over);
            assert_eq!(game.payoff(&state).place.as_slice(), places);
        }
    }

    #[test]
    fn impossible_positions_are_refused_with_the_reason() {
        let game = Nim::new(3, &[3, 4, 5], false);
        assert_eq!(game.read_position("1, 0, 5").map(|state| state.mover), Ok(0));
        for (text, reason) in [
            ("3,4", "2 heaps instead of 3"),
            ("3,4,5 4", "`4` is not a seat from 1 to 3"),
            ("3,4,5 0", "not a seat"),
            ("3,5,5 1", "heap 2 has 5 of 4 stones"),
            ("3,-1,5", "`-1` is not a number"),
            ("", "heaps instead of 3"),
        ] {
            let refused = game.read_position(text).unwrap_err().to_string();
            assert!(refused.contains(reason), "{text}: {refused}");
        }
    }
}
