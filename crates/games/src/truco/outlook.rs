//! How likely a seat is to win the tricks, against every hand the other one may hold.
//!
//! Only the power of cards matters, so the hands are counted by power: at most 560 of them instead of 7 770. The
//! small game of one hand knows even less of a card, its class, and asks the same.
//! Both play on plainly: the strongest card is led, and answered by the weakest that takes it, else by one
//! that ties, else by the weakest.

use super::deck::{CARDS, STRONGEST, power};
use super::state::State;
use super::tricks::{TRICKS, Taken, won};

const KINDS: usize = STRONGEST as usize + 1;

/// Up to three cards by power, the strongest first.
#[derive(Clone, Copy, Default)]
pub(crate) struct Few {
    powers: [i8; 3],
    count: usize,
}

impl Few {
    fn all(&self) -> &[i8] {
        &self.powers[..self.count]
    }

    /// Adds a card that is no stronger than the others.
    pub(crate) fn push(&mut self, power: i8) {
        self.powers[self.count] = power;
        self.count += 1;
    }

    fn take(&mut self, at: usize) -> i8 {
        let taken = self.powers[at];
        self.powers.copy_within(at + 1.., at);
        self.count -= 1;
        taken
    }
}

/// The tricks of a hand with open cards.
#[derive(Clone, Copy)]
pub(crate) struct Fight {
    /// What each seat holds.
    pub hands: [Few; 2],
    /// Who took which trick.
    pub results: [Option<Taken>; TRICKS],
    /// The trick that is played.
    pub trick: usize,
    /// The card that was led and not answered.
    pub led: Option<i8>,
    /// Who is to lay a card.
    pub to_play: usize,
    /// Who wins what is tied.
    pub mao: usize,
}

impl Fight {
    /// How the hand stands, without the cards of the other seat.
    fn of(state: &State, me: usize) -> Fight {
        let trick = state.trick();
        let to_play = state.to_play();
        let mut hands = [Few::default(); 2];
        state.held(me).for_each(|card| hands[me].push(power(card) as i8));
        let led = state.laid[1 - to_play].get(trick).and_then(|laid| laid.strength());
        let results = [0, 1, 2].map(|trick| state.taken(trick));
        Fight { hands, results, trick, led, to_play, mao: state.mao() }
    }

    /// Plays a card of the seat that is to play.
    fn lay(&mut self, at: usize) {
        let (me, card) = (self.to_play, self.hands[self.to_play].take(at));
        self.to_play = 1 - me;
        let Some(led) = self.led.take() else {
            self.led = Some(card);
            return;
        };
        let taken = if me == 0 { Taken::of(card, led) } else { Taken::of(led, card) };
        self.results[self.trick] = Some(taken);
        self.trick += 1;
        self.to_play = Taken::leads(Some(taken), self.mao);
    }

    fn plain_choice(&self) -> usize {
        let cards = self.hands[self.to_play].all();
        let Some(led) = self.led else { return 0 };
        let weakest = |fits: &dyn Fn(i8) -> bool| cards.iter().rposition(|&card| fits(card));
        weakest(&|card| card > led).or_else(|| weakest(&|card| card == led)).unwrap_or(cards.len() - 1)
    }

    fn winner(mut self) -> usize {
        loop {
            if let Some(winner) = won(self.results, self.mao) {
                return winner;
            }
            self.lay(self.plain_choice());
        }
    }
}

/// Counts of hands that are won, and of all.
#[derive(Default)]
struct Tally {
    won: u32,
    all: u32,
}

/// The share of hands of the other seat against which `me` wins the tricks, beginning with this card (its
/// place among those held) where it is on turn to play.
pub(super) fn share(state: &State, me: usize, first: Option<usize>) -> f32 {
    let other = 1 - me;
    let shown = state.laid[other].iter().filter_map(|laid| laid.shown());
    let mut kinds = [0u8; KINDS];
    (0..CARDS).for_each(|card| kinds[usize::from(power(card))] += 1);
    state.cards[me].into_iter().chain(shown).for_each(|card| kinds[usize::from(power(card))] -= 1);
    share_among(Fight::of(state, me), me, &mut kinds, state.held(other).count(), first)
}

/// The same where the other seat holds so many cards of these kinds, of which there are so many of each.
pub(crate) fn share_among(
    mut fight: Fight,
    me: usize,
    kinds: &mut [u8],
    held: usize,
    first: Option<usize>,
) -> f32 {
    let mut tally = Tally::default();
    if let Some(first) = first {
        fight.lay(first);
    }
    against(fight, me, kinds, (kinds.len() - 1, held, 1), 0, &mut tally);
    tally.won as f32 / tally.all as f32
}

/// Gives the other seat so many more cards of kinds up to `kind` in every way, and plays on. `weight` is the
/// number of ways to its cards so far, `again` how many of them are of this kind.
fn against(
    fight: Fight,
    me: usize,
    kinds: &mut [u8],
    (kind, more, weight): (usize, usize, u32),
    again: u32,
    tally: &mut Tally,
) {
    if more == 0 {
        tally.all += weight;
        tally.won += if fight.winner() == me { weight } else { 0 };
        return;
    }
    for next in (0..=kind).rev() {
        let (left, again) = (u32::from(kinds[next]), if next == kind { again } else { 0 });
        if left == 0 {
            continue;
        }
        let mut deeper = fight;
        deeper.hands[1 - me].push(next as i8);
        kinds[next] -= 1;
        let weight = weight * left / (again + 1);
        against(deeper, me, kinds, (next, more - 1, weight), again + 1, tally);
        kinds[next] += 1;
    }
}
