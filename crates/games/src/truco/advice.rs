//! Players by rules of thumb, in four styles. They see what the seat sees.
//!
//! Envido is decided by the share of hands that have fewer points, truco by the share of hands against which
//! plain play wins the tricks, cards by the same share, the weakest of the best. What a refusal would lose
//! anyway is never refused, and who loses the match with the hand raises for nothing.

use super::deck::{CARDS, envido, flor, is_flor, sorted};
use super::moves::{Call, Move};
use super::outlook::share;
use super::rules::Rules;
use super::state::{Asked, State};
use std::sync::LazyLock;

/// From which share of won hands a style does what.
pub(crate) struct Style {
    name: &'static str,
    /// Bets on points.
    pub envido: Nerve,
    /// Bets on tricks.
    pub truco: Nerve,
    /// Of 100 weak hands, on how many truco is called all the same.
    bluffs: u64,
    /// Whether it leaves when it can only lose.
    leaves: bool,
}

impl Style {
    /// Whether the lot that these numbers draw is a bluff.
    pub(crate) fn bluffs_on(&self, known: impl Iterator<Item = u8>) -> bool {
        let mixed = known.fold(0xcbf2_9ce4_8422_2325u64, |mixed, byte| {
            (mixed ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        (mixed >> 32) % 100 < self.bluffs
    }
}

/// From which chance to win bets are made, accepted and raised.
pub(crate) struct Nerve {
    /// To bet.
    pub call: f32,
    /// To accept.
    pub accept: f32,
    /// To raise.
    pub raise: f32,
}

pub(crate) const STYLES: [Style; 4] = [
    Style {
        name: "balanced",
        envido: Nerve { call: 0.60, accept: 0.65, raise: 0.90 },
        truco: Nerve { call: 0.60, accept: 0.60, raise: 0.90 },
        bluffs: 10,
        leaves: false,
    },
    Style {
        name: "bold",
        envido: Nerve { call: 0.40, accept: 0.40, raise: 0.75 },
        truco: Nerve { call: 0.45, accept: 0.30, raise: 0.60 },
        bluffs: 35,
        leaves: false,
    },
    Style {
        name: "timid",
        envido: Nerve { call: 0.85, accept: 0.80, raise: 0.98 },
        truco: Nerve { call: 0.85, accept: 0.70, raise: 0.97 },
        bluffs: 0,
        leaves: true,
    },
    Style {
        name: "honest",
        envido: Nerve { call: 0.50, accept: 0.50, raise: 0.85 },
        truco: Nerve { call: 0.50, accept: 0.50, raise: 0.75 },
        bluffs: 0,
        leaves: false,
    },
];

/// From which points of a flor another one is dared, raised to the rest, and a raise accepted.
const CONTRA_FROM: u8 = 30;
const RESTO_FROM: u8 = 35;
pub(super) const FLOR_ACCEPTED_FROM: u8 = 29;
/// Falta envido is called from this share on, and hands are weak below the other.
pub(crate) const FALTA_FROM: f32 = 0.97;
pub(crate) const WEAK: f32 = 0.35;

/// The names of the styles.
pub(crate) fn names() -> Vec<String> {
    STYLES.map(|style| style.name.to_owned()).into()
}

/// The share of hands without flor that have fewer points than this, by points.
pub(crate) static FEWER: LazyLock<[f32; 35]> = LazyLock::new(|| {
    let (mut fewer, mut all) = ([0.0; 35], 0.0);
    for a in 0..CARDS {
        for b in 0..a {
            for hand in (0..b).map(|c| sorted([a, b, c])).filter(|hand| !is_flor(hand)) {
                fewer[usize::from(envido(&hand)) + 1..].iter_mut().for_each(|count| *count += 1.0);
                all += 1.0;
            }
        }
    }
    fewer.map(|count| count / all)
});

/// A seat that decides.
struct Player<'a> {
    rules: &'a Rules,
    state: &'a State,
    me: usize,
    style: &'static Style,
    moves: &'a [Move],
}

/// Appends 1 for the move this style makes, 0 for the others.
pub(super) fn advise(
    rules: &Rules,
    state: &State,
    me: usize,
    strategy: usize,
    moves: &[Move],
    out: &mut Vec<f32>,
) {
    let player = Player { rules, state, me, style: &STYLES[strategy % STYLES.len()], moves };
    let chosen = player.choice();
    out.extend(moves.iter().map(|&legal| if legal == chosen { 1.0 } else { 0.0 }));
}

/// What the first style does.
pub(super) fn first(rules: &Rules, state: &State, moves: &[Move]) -> Move {
    Player { rules, state, me: state.me(), style: &STYLES[0], moves }.choice()
}

impl Player<'_> {
    fn may(&self, call: Call) -> bool {
        self.moves.contains(&Move::Say(call))
    }

    /// The first of these calls that is legal.
    fn say(&self, calls: &[Call]) -> Option<Move> {
        calls.iter().find(|&&call| self.may(call)).map(|&call| Move::Say(call))
    }

    /// Points a seat lacks to win the match.
    fn lacks(&self, seat: usize) -> u8 {
        self.rules.target - self.state.points[seat]
    }

    fn choice(&self) -> Move {
        let made = if self.may(Call::Flor) {
            Some(Move::Say(Call::Flor))
        } else {
            match self.state.asked {
                Asked::Card => self.begin_envido().or_else(|| self.on_turn()),
                Asked::Envido => self.answer_envido(),
                Asked::Flor => self.answer_flor(),
                Asked::Truco => self.begin_envido().or_else(|| self.answer_truco()),
            }
        };
        made.unwrap_or(self.moves[0])
    }

    /// The chance that the other seat has fewer points; equals are won by the mão.
    fn envido_chance(&self) -> f32 {
        let own = usize::from(envido(&self.state.cards[self.me]));
        FEWER[own + usize::from(self.state.mao() == self.me)]
    }

    fn begin_envido(&self) -> Option<Move> {
        let chance = self.envido_chance();
        let nerve = &self.style.envido;
        match chance {
            _ if chance >= nerve.raise => self.say(&[Call::RealEnvido]),
            _ if chance >= nerve.call => self.say(&[Call::Envido]),
            _ => None,
        }
    }

    fn answer_envido(&self) -> Option<Move> {
        let chance = self.envido_chance();
        let nerve = &self.style.envido;
        let lost_anyway = self.state.envido.refused() >= self.lacks(1 - self.me);
        match chance {
            _ if chance >= FALTA_FROM => self.say(&[Call::FaltaEnvido, Call::Quero]),
            _ if chance >= nerve.raise => self.say(&[Call::RealEnvido, Call::Quero]),
            _ if chance >= nerve.accept || lost_anyway => self.say(&[Call::Quero]),
            _ => self.say(&[Call::NaoQuero]),
        }
    }

    fn answer_flor(&self) -> Option<Move> {
        let own = flor(&self.state.cards[self.me]);
        match own {
            RESTO_FROM.. => self.say(&[Call::ContraFlorResto, Call::Quero]),
            CONTRA_FROM.. => self.say(&[Call::ContraFlor, Call::Quero]),
            FLOR_ACCEPTED_FROM.. => self.say(&[Call::Quero, Call::FlorFlor]),
            // Against a raise it gives up; against a plain flor it says that it has one too.
            _ => self.say(&[Call::FlorFlor, Call::NaoQuero, Call::Quero]),
        }
    }

    /// Truco where the tricks look well, and the card that wins against most hands.
    fn on_turn(&self) -> Option<Move> {
        let (chance, card) = self.best_card()?;
        if self.wants_truco(chance) {
            let raise = self.say(&[Call::Truco, Call::Retruco, Call::ValeQuatro]);
            if raise.is_some() {
                return raise;
            }
        }
        if self.style.leaves && chance == 0.0 {
            return self.say(&[Call::Baralho]);
        }
        Some(Move::Card(card))
    }

    /// The weakest of the cards that win against most hands.
    fn best_card(&self) -> Option<(f32, u8)> {
        let tried = self.state.held(self.me).enumerate();
        tried
            .map(|(at, card)| (share(self.state, self.me, Some(at)), card))
            .reduce(|best, next| if next.0 >= best.0 { next } else { best })
    }

    fn wants_truco(&self, chance: f32) -> bool {
        let value = self.state.value();
        let nerve = &self.style.truco;
        let enough = if self.state.level == 0 { nerve.call } else { nerve.raise };
        let free = value >= self.lacks(1 - self.me);
        let useful = value < self.lacks(self.me);
        useful && (chance >= enough || free || (self.state.level == 0 && chance < WEAK && self.bluffs()))
    }

    /// A lot drawn by the own cards and the score, so that it is the same whenever it is asked.
    fn bluffs(&self) -> bool {
        let known = self.state.cards[self.me].into_iter().chain(self.state.points).chain([self.state.hand]);
        self.style.bluffs_on(known)
    }

    fn answer_truco(&self) -> Option<Move> {
        let turn = self.state.to_play() == self.me;
        let chance = if turn { self.best_card()?.0 } else { share(self.state, self.me, None) };
        let nerve = &self.style.truco;
        let lost_anyway = self.state.value() >= self.lacks(1 - self.me);
        // A raise is of use where what was proposed does not win the match yet.
        let useful = self.state.proposed + 1 < self.lacks(self.me);
        match chance {
            _ if chance >= nerve.raise && useful => self.say(&[Call::Retruco, Call::ValeQuatro, Call::Quero]),
            _ if chance >= nerve.accept || lost_anyway => self.say(&[Call::Quero]),
            _ => self.say(&[Call::NaoQuero]),
        }
    }
}
