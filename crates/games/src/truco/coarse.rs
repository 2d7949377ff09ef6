//! A decision of the match in terms of the small game of one hand, [`crate::truco_hand`].
//!
//! What was said and played is played again there, with cards by their class. Where the classes say another
//! outcome of a trick than the cards did, the other seat's card is taken for one of the nearest class that
//! says the same. The small game knows neither the score nor flor: bets that the score makes foolish are
//! turned into what is meant, and flores are left to the first strategy of the game.

use super::advice;
use super::deck::power;
use super::moves::{Call, Move};
use super::rules::Rules;
use super::state::{Asked, Flor, Laid, Shown, State};
use super::tricks::TRICKS;
use crate::truco_hand::{self, Classes, FALTAS, Half, Holding, State as Small};
use ludometer_game::{Coarse, Question, Seat};
use std::cmp::Ordering;

/// The decision of the seat on turn.
pub(super) fn coarse(rules: &Rules, state: &State, classes: Classes) -> Coarse<Move> {
    let mut legal = Vec::new();
    rules.legal(state, |option| legal.push(option));
    let otherwise = advice::first(rules, state, &legal);
    let desk = Desk { rules, state, me: state.me(), legal, classes };
    match state.asked {
        _ if desk.legal.len() == 1 => Coarse { questions: Vec::new(), otherwise },
        Asked::Flor => Coarse { questions: Vec::new(), otherwise },
        Asked::Envido => Coarse { questions: vec![desk.envido()], otherwise },
        Asked::Card | Asked::Truco => {
            let envido = desk.legal.contains(&Move::Say(Call::Envido)).then(|| desk.envido());
            let free = desk.free_raise();
            let tricks = if free.is_some() { None } else { desk.tricks() };
            let questions = envido.into_iter().chain(tricks).collect();
            Coarse { questions, otherwise: free.unwrap_or(otherwise) }
        }
    }
}

/// Everything an answer is made from.
struct Desk<'a> {
    rules: &'a Rules,
    state: &'a State,
    me: usize,
    legal: Vec<Move>,
    classes: Classes,
}

impl Desk<'_> {
    /// Points a seat lacks to win the match.
    fn lacks(&self, seat: usize) -> u8 {
        self.rules.target - self.state.points[seat]
    }

    /// The seat of the small game, whose first is the mão.
    fn role(&self, seat: usize) -> usize {
        usize::from(seat != self.state.mao())
    }

    fn question(&self, small: &Small, meant: impl Fn(truco_hand::Move) -> Option<Move>) -> Question<Move> {
        let role = self.role(self.me);
        let (mut info, mut moves) = (Vec::new(), Vec::new());
        small.known_to(role, &mut info);
        truco_hand::legal(small, &mut moves);
        let legal = |made: &Move| self.legal.contains(made);
        let moves = moves.into_iter().map(|made| meant(made).filter(legal)).collect();
        Question { seat: Seat::new(role as u8), info, moves }
    }

    /// Whether to call envido, or what to answer.
    fn envido(&self) -> Question<Move> {
        let leader = self.state.points[0].max(self.state.points[1]);
        let pays = self.rules.target - leader;
        let falta = FALTAS.into_iter().min_by_key(|falta| falta.abs_diff(pays)).unwrap_or(pays);
        let mut holds = [Holding::Points(0); 2];
        holds[self.role(self.me)] = Holding::Points(super::deck::envido(&self.state.cards[self.me]));
        let mut small = Small::dealt(Half::Envido(falta), holds);
        let calls = self.state.envido.calls();
        // Who answers an even number of calls made the first of them.
        let beginner = if calls.len().is_multiple_of(2) { self.me } else { 1 - self.me };
        if self.role(beginner) == 1 {
            truco_hand::play(&mut small, truco_hand::Move::Pass);
        }
        calls.into_iter().for_each(|call| truco_hand::play(&mut small, truco_hand::Move::Say(call)));
        let lost_anyway = self.state.envido.refused() >= self.lacks(1 - self.me);
        self.question(&small, |made| match made {
            truco_hand::Move::Say(Call::NaoQuero) if lost_anyway => Some(Move::Say(Call::Quero)),
            truco_hand::Move::Say(call) => Some(Move::Say(call)),
            _ => None,
        })
    }

    /// The next truco, where it can be said.
    fn raise(&self) -> Option<Call> {
        let trucos = [Call::Truco, Call::Retruco, Call::ValeQuatro];
        trucos.into_iter().find(|&call| self.legal.contains(&Move::Say(call)))
    }

    /// What the hand pays once the truco that waits is accepted.
    fn accepted(&self) -> u8 {
        self.state.value().max(self.state.proposed + 1)
    }

    /// A raise that costs nothing: who loses the hand as it is loses the match.
    fn free_raise(&self) -> Option<Move> {
        let lost = self.state.value() >= self.lacks(1 - self.me);
        let free = lost && self.accepted() < self.lacks(self.me);
        self.raise().filter(|_| free).map(Move::Say)
    }

    /// What to lay, say or answer in the tricks; nothing where the small game does not get there.
    fn tricks(&self) -> Option<Question<Move>> {
        let small = self.replayed()?;
        let lost_anyway = self.state.value() >= self.lacks(1 - self.me);
        let won_anyway = self.accepted() >= self.lacks(self.me);
        Some(self.question(&small, |made| match made {
            truco_hand::Move::Card(class) => self.card(class),
            truco_hand::Move::Say(Call::NaoQuero) if lost_anyway => Some(Move::Say(Call::Quero)),
            truco_hand::Move::Say(Call::Quero | Call::NaoQuero) => plain(made),
            truco_hand::Move::Say(_) if won_anyway => {
                Some(Move::Say(Call::Quero)).filter(|_| self.state.asked == Asked::Truco)
            }
            _ => plain(made),
        }))
    }

    /// The card that is meant by a class: led, the strongest; else the weakest that takes the trick, or the
    /// weakest.
    fn card(&self, class: u8) -> Option<Move> {
        let of_class: Vec<u8> =
            self.state.held(self.me).filter(|&card| self.classes.of(card) == class).collect();
        let led = self.state.laid[1 - self.me].get(self.state.trick()).and_then(|laid| laid.strength());
        let chosen = match led {
            None => of_class.first(),
            Some(led) => {
                let takes = of_class.iter().rfind(|&&card| power(card) as i8 > led);
                takes.or(of_class.last())
            }
        };
        chosen.map(|&card| Move::Card(card))
    }

    /// The hand as it went, in the small game.
    fn replayed(&self) -> Option<Small> {
        let laid = self.bent();
        let mut holds = [Holding::Nothing; 2];
        for seat in 0..2 {
            let mut cards: Vec<u8> = laid[seat].into_iter().flatten().collect();
            if seat == self.me {
                cards.extend(self.state.held(seat).map(|card| self.classes.of(card)));
            }
            // What the other seat still holds does not matter here.
            cards.resize(TRICKS, 0);
            cards.sort_unstable_by(|one, other| other.cmp(one));
            holds[self.role(seat)] = Holding::Cards([cards[0], cards[1], cards[2]]);
        }
        let mut small = Small::dealt(Half::Tricks, holds);
        let mut next = [0; 2];
        for (seat, made) in self.truco_log() {
            let made = match made {
                Shown::Call(call) => truco_hand::Move::Say(call),
                _ => {
                    let trick = next[seat];
                    next[seat] += 1;
                    // A last card may have been laid by itself.
                    if small.cards_laid(self.role(seat)) > trick {
                        continue;
                    }
                    truco_hand::Move::Card(laid[seat][trick]?)
                }
            };
            if small.paid.is_some() || usize::from(small.mover) != self.role(seat) {
                return None;
            }
            truco_hand::play(&mut small, made);
        }
        (small.paid.is_none() && usize::from(small.mover) == self.role(self.me)).then_some(small)
    }

    /// Cards, and calls and answers of truco, in order: what was said of envido and flor is left out.
    fn truco_log(&self) -> Vec<(usize, Shown)> {
        let both_flor = self.state.flor == [Flor::Held; 2];
        let mut answers_envido = false;
        let mut kept = Vec::new();
        for (seat, seen) in self.state.shown() {
            match seen {
                Shown::Call(Call::Quero | Call::NaoQuero) if answers_envido => answers_envido = false,
                Shown::Call(Call::Flor) => answers_envido = both_flor,
                Shown::Call(call) if (call as u8) < Call::Truco as u8 => answers_envido = true,
                _ => kept.push((seat, seen)),
            }
        }
        kept
    }

    /// The class of every card on the table, bent so that the tricks went as they did.
    fn bent(&self) -> [[Option<u8>; TRICKS]; 2] {
        let mut laid = self.state.laid.map(|cards| cards.map(|card| self.class_of(card)));
        let [own, theirs] = [self.me, 1 - self.me].map(|seat| self.state.laid[seat]);
        for (trick, (own, theirs)) in own.into_iter().zip(theirs).enumerate() {
            let (Some(strength), Some(class)) = (theirs.strength(), self.class_of(theirs)) else { continue };
            let (mine, bent) = match (own.strength(), self.class_of(own)) {
                (Some(own), Some(mine)) => self.bent_trick(mine, class, strength.cmp(&own)),
                _ => (None, self.bent_lead(class, strength)),
            };
            laid[self.me][trick] = mine;
            laid[1 - self.me][trick] = Some(bent);
        }
        laid
    }

    /// The classes of the own card and the other one in a trick that went so for the other.
    fn bent_trick(&self, mine: u8, theirs: u8, went: Ordering) -> (Option<u8>, u8) {
        let bent = self.nearest(theirs, &[(mine, went)]);
        // The weakest class takes nothing, nor does the strongest lose: then the own card gives way.
        let mine = match went {
            Ordering::Less if bent >= mine => bent + 1,
            Ordering::Greater if bent <= mine => bent - 1,
            _ => mine,
        };
        (Some(mine), bent)
    }

    /// The class of a card that was led and is to be answered.
    fn bent_lead(&self, theirs: u8, strength: i8) -> u8 {
        let faced = |card: u8| (self.classes.of(card), strength.cmp(&(power(card) as i8)));
        self.nearest(theirs, &self.state.held(self.me).map(faced).collect::<Vec<_>>())
    }

    fn class_of(&self, laid: Laid) -> Option<u8> {
        laid.card().map(|card| if laid.is_down() { 0 } else { self.classes.of(card) })
    }

    /// The class nearest to this one that compares with most of the others as it should.
    fn nearest(&self, class: u8, facing: &[(u8, Ordering)]) -> u8 {
        let wrong = |class: u8| facing.iter().filter(|(other, went)| class.cmp(other) != *went).count();
        let all = 0..self.classes.count() as u8;
        all.min_by_key(|&bent| (wrong(bent), bent.abs_diff(class), bent)).unwrap_or(class)
    }
}

/// The same words mean the same.
fn plain(made: truco_hand::Move) -> Option<Move> {
    if let truco_hand::Move::Say(call) = made { Some(Move::Say(call)) } else { None }
}
