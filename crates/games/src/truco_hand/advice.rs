//! The players by rules of thumb of truco in the small hand: what a strategy may be learnt against.
//!
//! They decide as in the match, by classes of cards instead of cards. The match itself they do not know: no
//! score makes a bet foolish here.

use super::classes::Classes;
use super::moves::Move;
use super::state::{Half, Holding, NO_CARD, State};
use crate::truco::advice::{FALTA_FROM, FEWER, STYLES, Style, WEAK};
use crate::truco::outlook::{Few, Fight, share_among};
use crate::truco::{Call, TRICKS};

/// The move this style makes.
pub(super) fn choice(
    classes: &Classes,
    state: &State,
    me: usize,
    style: usize,
    moves: &[Move],
) -> Option<Move> {
    let player = Player { classes, state, me, style: &STYLES[style % STYLES.len()], moves };
    let made = match state.half {
        Some(Half::Envido(_)) if state.envido.is_empty() => player.begin_envido(),
        Some(Half::Envido(_)) => player.answer_envido(),
        _ if state.proposed > 0 => player.answer_truco(),
        _ => player.on_turn(),
    };
    made.or_else(|| moves.first().copied())
}

/// A seat that decides.
struct Player<'a> {
    classes: &'a Classes,
    state: &'a State,
    me: usize,
    style: &'static Style,
    moves: &'a [Move],
}

impl Player<'_> {
    /// The first of these calls that is legal.
    fn say(&self, calls: &[Call]) -> Option<Move> {
        calls.iter().map(|&call| Move::Say(call)).find(|made| self.moves.contains(made))
    }

    /// The chance that the other seat has fewer points; equals are won by the mão.
    fn envido_chance(&self) -> f32 {
        FEWER[usize::from(self.state.points(self.me)) + usize::from(self.me == 0)]
    }

    fn begin_envido(&self) -> Option<Move> {
        let (chance, nerve) = (self.envido_chance(), &self.style.envido);
        match chance {
            _ if chance >= nerve.raise => self.say(&[Call::RealEnvido]),
            _ if chance >= nerve.call => self.say(&[Call::Envido]),
            _ => Some(Move::Pass),
        }
    }

    fn answer_envido(&self) -> Option<Move> {
        let (chance, nerve) = (self.envido_chance(), &self.style.envido);
        match chance {
            _ if chance >= FALTA_FROM => self.say(&[Call::FaltaEnvido, Call::Quero]),
            _ if chance >= nerve.raise => self.say(&[Call::RealEnvido, Call::Quero]),
            _ if chance >= nerve.accept => self.say(&[Call::Quero]),
            _ => self.say(&[Call::NaoQuero]),
        }
    }

    /// Truco where the tricks look well, and the card that wins against most hands.
    fn on_turn(&self) -> Option<Move> {
        let (chance, card) = self.best_card()?;
        let raise = self.say(&[Call::Truco, Call::Retruco, Call::ValeQuatro]);
        raise.filter(|_| self.wants_truco(chance)).or(Some(Move::Card(card)))
    }

    fn wants_truco(&self, chance: f32) -> bool {
        let (nerve, first) = (&self.style.truco, self.state.level == 0);
        let bluffs = || self.style.bluffs_on(self.known());
        chance >= if first { nerve.call } else { nerve.raise } || (first && chance < WEAK && bluffs())
    }

    /// What draws the lot of a bluff: the seat and its cards.
    fn known(&self) -> impl Iterator<Item = u8> {
        let cards =
            if let Holding::Cards(cards) = self.state.holds[self.me] { cards } else { [NO_CARD; TRICKS] };
        cards.into_iter().chain([self.me as u8])
    }

    fn answer_truco(&self) -> Option<Move> {
        let turn = self.state.to_play() == self.me;
        let chance = if turn { self.best_card()?.0 } else { self.share(None) };
        let nerve = &self.style.truco;
        match chance {
            _ if chance >= nerve.raise => self.say(&[Call::Retruco, Call::ValeQuatro, Call::Quero]),
            _ if chance >= nerve.accept => self.say(&[Call::Quero]),
            _ => self.say(&[Call::NaoQuero]),
        }
    }

    /// The weakest of the cards that win against most hands.
    fn best_card(&self) -> Option<(f32, u8)> {
        let tried = self.state.held(self.me).into_iter().enumerate();
        tried
            .map(|(at, class)| (self.share(Some(at)), class))
            .reduce(|best, next| if next.0 >= best.0 { next } else { best })
    }

    /// The share of hands against which plain play wins the tricks, beginning with this card.
    fn share(&self, first: Option<usize>) -> f32 {
        let (state, other) = (self.state, 1 - self.me);
        let (trick, to_play) = (state.trick(), state.to_play());
        let mut hands = [Few::default(); 2];
        state.held(self.me).into_iter().for_each(|class| hands[self.me].push(class as i8));
        let led =
            state.laid[1 - to_play].get(trick).filter(|&&class| class != NO_CARD).map(|&class| class as i8);
        let results = [0, 1, 2].map(|trick| state.taken(trick));
        let fight = Fight { hands, results, trick, led, to_play, mao: 0 };
        let laid = state.laid[other].into_iter().filter(|&class| class != NO_CARD);
        let own = if let Holding::Cards(cards) = state.holds[self.me] { cards } else { [0; TRICKS] };
        let mut kinds = self.classes.sizes();
        own.into_iter().chain(laid).for_each(|class| {
            let left = &mut kinds[usize::from(class)];
            *left = left.saturating_sub(1);
        });
        share_among(fight, self.me, &mut kinds, TRICKS - state.cards_laid(other), first)
    }
}
