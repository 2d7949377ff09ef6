//! The public base of the thesis: tables with Portuguese names, a row for each hand as the agent lived it.
//!
//! The tables keep what was played and who bet, not what was decided, when, or at what score. From that follows:
//! - a card is a decision where the agent laid it, or left;
//! - calls of envido rise: envido, real envido, falta envido; who did not call although nobody had was silent;
//! - the trick of the last call is known where it was refused, since no cards were laid after it, and that of every call
//!   where there was but one trick. Otherwise it stands in every trick in which it may have been called, and weighs so
//!   much less there;
//! - a raise by who was asked is the answer; falta envido pays 12, half of the target, for nobody wrote down the score;
//! - a 1 that cannot be a four is a card face down, a 1 of the other beside a card that was not needed is no card;
//! - winners are written down of tricks that were not finished, and cards after the hand was decided: they say nothing.

use super::doubts::doubts;
use super::read::{FACE_DOWN, LEFT, LOST, NOT_NEEDED, kind};
use super::schema::{Places, schema};
use super::{ENVIDO_SCENARIO, PROPOSED, TRUCO_SCENARIO, act, of_trick};
use crate::truco::tricks::{Taken, won};
use ludometer_game::{Case, CaseDecision, CaseRow, CaseSchema, ImportedCase, RowError};
use std::sync::LazyLock;

static SCHEMA: LazyLock<CaseSchema> = LazyLock::new(schema);

/// The columns of the tables.
pub(super) const COLUMNS: [&str; 31] = [
    "jogadorMao",
    "cartaAltaRobo",
    "cartaMediaRobo",
    "cartaBaixaRobo",
    "primeiraCartaRobo",
    "primeiraCartaHumano",
    "segundaCartaRobo",
    "segundaCartaHumano",
    "terceiraCartaRobo",
    "terceiraCartaHumano",
    "ganhadorPrimeiraRodada",
    "ganhadorSegundaRodada",
    "ganhadorTerceiraRodada",
    "quemPediuEnvido",
    "quemPediuFaltaEnvido",
    "quemPediuRealEnvido",
    "pontosEnvidoRobo",
    "quemNegouEnvido",
    "quemGanhouEnvido",
    "quemFlor",
    "quemContraFlor",
    "quemContraFlorResto",
    "quemGanhouFlor",
    "quemTruco",
    "quemRetruco",
    "quemValeQuatro",
    "quemNegouTruco",
    "quemGanhouTruco",
    "naipeCartaAltaRobo",
    "naipeCartaMediaRobo",
    "naipeCartaBaixaRobo",
];

/// Numbers of cards.
const CARDS: [i32; 14] = [1, 2, 3, 4, 6, 7, 8, 12, 16, 24, 40, 42, 50, 52];
/// What stands in place of a card that was not laid.
const NO_CARDS: [i32; 5] = [0, 10, 15, 46, 130];
const PLAYERS: [i32; 3] = [0, 1, 2];
const LEADERS: [i32; 2] = [1, 2];
/// Points of falta envido where nobody knows the score.
const FALTA: f32 = 12.0;
/// What is said of every row, for counting.
const KNOWN: &str = "truco in a known trick";
const UNKNOWN: &str = "truco in an unknown trick";
const DOWN: &str = "card face down, nobody knows which";
const FLOR: &str = "three cards of one suit";

/// Reads a row.
pub(super) fn import(row: &CaseRow<'_>) -> Result<ImportedCase, RowError> {
    let mut hand = Hand { values: values(row)?, decisions: Vec::new(), notes: Vec::new() };
    hand.cards();
    hand.envido();
    hand.truco();
    let suits = &hand.values[Places::SUITS..][..3];
    if suits.iter().all(|suit| *suit == suits[0]) {
        hand.notes.push(FLOR);
    }
    hand.notes.extend(doubts(&hand.values));
    Ok(ImportedCase { case: Case { values: hand.values, decisions: hand.decisions }, notes: hand.notes })
}

/// The attributes of a row.
fn values(row: &CaseRow<'_>) -> Result<Vec<f32>, RowError> {
    let mut values = vec![f32::NAN; Places::ALL];
    let places = [
        (0, Places::LEADS, LEADERS.as_slice()),
        (1, Places::CARDS, &CARDS),
        (2, Places::CARDS + 1, &CARDS),
        (3, Places::CARDS + 2, &CARDS),
        (13, Places::ENVIDO, &PLAYERS),
        (15, Places::ENVIDO + 1, &PLAYERS),
        (14, Places::ENVIDO + 2, &PLAYERS),
        (17, Places::ENVIDO_REFUSED, &PLAYERS),
        (18, Places::ENVIDO_WON, &PLAYERS),
        (19, Places::FLOR, &PLAYERS),
        (20, Places::FLOR + 1, &PLAYERS),
        (21, Places::FLOR + 2, &PLAYERS),
        (22, Places::FLOR_WON, &PLAYERS),
        (23, Places::TRUCO, &PLAYERS),
        (24, Places::TRUCO + 1, &PLAYERS),
        (25, Places::TRUCO + 2, &PLAYERS),
        (26, Places::TRUCO_REFUSED, &PLAYERS),
        (27, Places::HAND_WON, &PLAYERS),
    ];
    for (column, place, legal) in places {
        values[place] = row.one_of(COLUMNS[column], legal)? as f32;
    }
    let points = row.whole(COLUMNS[16])?;
    if !(0..=38).contains(&points) {
        return Err(RowError::new(COLUMNS[16], format!("{points} is no number of points: 0 to 38")));
    }
    values[Places::ENVIDO_POINTS] = points as f32;
    for at in 0..3 {
        values[Places::SUITS + at] = row.one_of(COLUMNS[28 + at], &[1, 2, 3, 4])? as f32;
        values[Places::KINDS + at] = kind(values[Places::CARDS + at]);
        let won = row.one_of(COLUMNS[10 + at], &[0, 1, 2, 10, 130])?;
        values[Places::WON + at] = if won > 2 { f32::NAN } else { won as f32 };
    }
    if !values[Places::CARDS..][..3].is_sorted_by(|one, other| one >= other) {
        return Err(RowError::new(COLUMNS[1], "the three cards are not in order: high, middle, low"));
    }
    laid(row, &mut values)?;
    forget_what_was_not_played(&mut values);
    Ok(values)
}

/// Takes away the winners of tricks that were not finished, and the cards laid after two tricks had decided the hand.
fn forget_what_was_not_played(values: &mut [f32]) {
    for trick in 0..3 {
        let [own, other] = [0, 1].map(|at| values[Places::LAID + 2 * trick + at]);
        if own < FACE_DOWN || own.is_nan() || other.is_nan() {
            values[Places::WON + trick] = f32::NAN;
        }
    }
    if two_tricks_decide(values) {
        let won = values[Places::HAND_WON] == 1.0;
        values[Places::LAID + 4] = if won { NOT_NEEDED } else { LOST };
        values[Places::LAID + 5] = f32::NAN;
        values[Places::OTHER_KINDS + 2] = f32::NAN;
        values[Places::WON + 2] = f32::NAN;
    }
}

/// Whether the first two tricks say who has the hand.
fn two_tricks_decide(values: &[f32]) -> bool {
    let taken = |trick: usize| match values[Places::WON + trick] {
        0.0 => Some(Taken::Tied),
        1.0 => Some(Taken::By(0)),
        2.0 => Some(Taken::By(1)),
        _ => None,
    };
    won([taken(0), taken(1), None], 0).is_some()
}

/// The cards that were laid.
fn laid(row: &CaseRow<'_>, values: &mut [f32]) -> Result<(), RowError> {
    let legal = [CARDS.as_slice(), &NO_CARDS].concat();
    let mut held: Vec<f32> = values[Places::CARDS..][..3].to_vec();
    for trick in 0..3 {
        let own = row.one_of(COLUMNS[4 + 2 * trick], &legal)?;
        let other = row.one_of(COLUMNS[5 + 2 * trick], &legal)?;
        let mine = match own {
            46 => NOT_NEEDED,
            15 => LOST,
            10 => LEFT,
            0 | 130 => f32::NAN,
            card => match held.iter().position(|own| *own == card as f32) {
                Some(at) => held.remove(at),
                None => FACE_DOWN,
            },
        };
        let not_laid = mine < FACE_DOWN || mine.is_nan();
        let theirs =
            if NO_CARDS.contains(&other) || (other == 1 && not_laid) { f32::NAN } else { other as f32 };
        values[Places::LAID + 2 * trick] = mine;
        values[Places::LAID + 2 * trick + 1] = theirs;
        values[Places::OTHER_KINDS + trick] = kind(theirs);
    }
    Ok(())
}

/// A hand and what was decided in it.
struct Hand {
    values: Vec<f32>,
    decisions: Vec<CaseDecision>,
    notes: Vec<&'static str>,
}

impl Hand {
    fn own(&self, trick: usize) -> f32 {
        self.values[Places::LAID + 2 * trick]
    }

    /// Whether the agent laid a card in this trick.
    fn laid(&self, trick: usize) -> bool {
        self.own(trick) >= FACE_DOWN
    }

    /// Whether the agent leads this trick.
    fn leads(&self, trick: usize) -> bool {
        let first = self.values[Places::LEADS] == 1.0;
        match trick.checked_sub(1).map(|before| self.values[Places::WON + before]) {
            Some(1.0) => true,
            Some(2.0) => false,
            _ => first,
        }
    }

    /// The last trick in which something can have been called.
    fn end(&self) -> usize {
        let begun = |trick: &usize| self.laid(*trick) && self.values[Places::LAID + 2 * trick + 1].is_nan();
        let played = (0..3).filter(|trick| self.laid(*trick)).count();
        let over = played == 3 || two_tricks_decide(&self.values);
        (0..3).find(begun).unwrap_or(if over { played - 1 } else { played })
    }

    /// Adds a decision; in a trick with what was known then of the cards.
    fn decide(&mut self, scenario: u8, facing: u32, action: u16, trick: Option<usize>) {
        self.decide_among(scenario, facing, action, (trick, 1));
    }

    /// The same where it may have been made in one of several tricks.
    fn decide_among(
        &mut self,
        scenario: u8,
        facing: u32,
        action: u16,
        (trick, among): (Option<usize>, usize),
    ) {
        let scenario_of = &SCHEMA.scenarios[usize::from(scenario)];
        let hidden = |place: usize| {
            let trick = trick.unwrap_or(0);
            let own_now = Places::LAID + 2 * trick;
            let open = own_now + usize::from(!self.leads(trick));
            (Places::LAID..Places::WON).contains(&place) && (place > open || place == own_now)
        };
        let value = |place: &usize| if hidden(*place) { f32::NAN } else { self.values[*place] };
        let asked = scenario_of.asks.iter().map(value).collect();
        let points = if scenario_of.account == 0 { self.envido_points() } else { self.hand_points() };
        let among = among as u8;
        self.decisions.push(CaseDecision { scenario, facing, action, among, points, asked });
    }

    fn cards(&mut self) {
        let mut held: Vec<Option<f32>> =
            self.values[Places::CARDS..][..3].iter().copied().map(Some).collect();
        for trick in 0..3 {
            let own = self.own(trick);
            let scenario = of_trick(trick, self.leads(trick));
            if own == LEFT && self.values[Places::TRUCO_REFUSED] != 1.0 {
                return self.decide(scenario, 0, act::LEAVE, Some(trick));
            }
            if !self.laid(trick) {
                return;
            }
            match held.iter().position(|card| *card == Some(own)) {
                Some(place) => {
                    held[place] = None;
                    self.decide(scenario, 0, act::HIGH + place as u16, Some(trick));
                }
                None => self.notes.push(DOWN),
            }
        }
    }

    fn envido(&mut self) {
        let calls: Vec<usize> = (0..3).filter(|call| self.values[Places::ENVIDO + call] != 0.0).collect();
        let who = |hand: &Hand, call: usize| hand.values[Places::ENVIDO + call];
        let first = self.values[Places::LEADS] == 1.0;
        let scenario = ENVIDO_SCENARIO + u8::from(!first);
        if self.values[Places::FLOR] != 0.0 {
            return;
        }
        let spoke = first || self.laid(0);
        let begins = calls.first().map(|call| who(self, *call));
        if (begins.is_none() && spoke) || (begins == Some(2.0) && first) {
            self.decide(scenario, 0, act::SILENT, None);
        }
        let mut facing = 0;
        for &call in &calls {
            if who(self, call) == 1.0 {
                self.decide(scenario, facing, act::ENVIDO + call as u16, None);
            }
            facing |= [1, 4, 8][call];
        }
        if calls.last().is_some_and(|call| who(self, *call) == 2.0) {
            let refused = self.values[Places::ENVIDO_REFUSED] == 1.0;
            let answer = if refused { act::ENVIDO_NO } else { act::ENVIDO_YES };
            self.decide(scenario, facing, answer, None);
        }
    }

    fn truco(&mut self) {
        let calls: Vec<f32> =
            self.values[Places::TRUCO..][..3].iter().copied().take_while(|who| *who != 0.0).collect();
        let end = self.end();
        if calls.is_empty() {
            return self.calm(0..(0..3).filter(|trick| self.laid(*trick)).count());
        }
        let refused = self.values[Places::TRUCO_REFUSED];
        let sure = |number: usize| end == 0 || (refused != 0.0 && number + 1 == calls.len());
        self.notes.push(if sure(0) { KNOWN } else { UNKNOWN });
        if sure(0) {
            // Who led before the other called had the word first.
            let spoke = calls[0] == 2.0 && self.leads(end) && self.laid(end);
            self.calm(0..end + usize::from(spoke));
        }
        for number in 0..calls.len() {
            let first = if sure(number) { end } else { 0 };
            if let Some((facing, action)) = answer(&calls, number, refused) {
                for trick in first..=end {
                    let scenario = TRUCO_SCENARIO + of_trick(trick, self.leads(trick));
                    self.decide_among(scenario, facing, action, (Some(trick), end + 1 - first));
                }
            }
        }
    }

    /// Nobody had called truco in these tricks, and the agent did not.
    fn calm(&mut self, tricks: std::ops::Range<usize>) {
        for trick in tricks {
            self.decide(TRUCO_SCENARIO + of_trick(trick, self.leads(trick)), 0, act::CALM, Some(trick));
        }
    }

    /// What the agent won or lost by envido.
    fn envido_points(&self) -> f32 {
        let worth = [2.0, 3.0, FALTA];
        let called = (0..3).filter(|call| self.values[Places::ENVIDO + call] != 0.0);
        let calls: Vec<f32> = called.map(|call| worth[call]).collect();
        let Some((last, before)) = calls.split_last() else { return 0.0 };
        let stake = match self.values[Places::ENVIDO_REFUSED] {
            0.0 if *last == FALTA => FALTA,
            0.0 => last + before.iter().sum::<f32>(),
            _ => before.iter().sum::<f32>().max(1.0),
        };
        signed(self.values[Places::ENVIDO_WON], stake)
    }

    /// What the agent won or lost by the hand.
    fn hand_points(&self) -> f32 {
        let called = self.values[Places::TRUCO..][..3].iter().filter(|who| **who != 0.0).count() as f32;
        let stake = if self.values[Places::TRUCO_REFUSED] == 0.0 { called + 1.0 } else { called };
        signed(self.values[Places::HAND_WON], stake.max(1.0))
    }
}

/// What the agent faced at one of the calls of truco, and what it did; nothing where it had answered by a raise.
fn answer(calls: &[f32], number: usize, refused: f32) -> Option<(u32, u16)> {
    let answered = number > 0 && calls[number - 1] == 2.0;
    match calls[number] {
        1.0 if answered => None,
        1.0 => Some((number as u32, act::RAISE)),
        _ => {
            let did = match calls.get(number + 1) {
                Some(1.0) => act::RAISE,
                None if refused == 1.0 => act::TRUCO_NO,
                _ => act::TRUCO_YES,
            };
            Some((PROPOSED + number as u32 + 1, did))
        }
    }
}

/// For the agent, against it, or neither.
fn signed(winner: f32, stake: f32) -> f32 {
    match winner {
        1.0 => stake,
        2.0 => -stake,
        _ => 0.0,
    }
}
