//! A random play without listing all plays.
//!
//! While no checker can be borne off, the plays with two different dice can be counted on whole sets
//! of points (see the head of `plays.rs` for which of them are the same), and one of them drawn by its
//! number. Doubles and bearing off are listed.

use super::checkers::{BAR, HOME, bit};
use super::plays::{Field, Play};
use super::{Backgammon, Move, Phase, State};
use ludometer_game::{Draws, Game, Rng};

/// The most plays of a turn, generously: it sizes the random draws.
const MOST_PLAYS: usize = 4096;

impl Backgammon {
    /// Plays random moves to the end of the match or its limit.
    pub(super) fn finish_at_random(&self, state: &mut State, buffer: &mut Vec<Move>, rng: &mut Rng) {
        for _ in 0..self.limit() {
            match state.phase {
                Phase::Opening | Phase::Rolling => {
                    let roll = self.draw(state, rng);
                    self.play(state, roll);
                }
                Phase::Playing => {
                    let field = state.field();
                    let play = field.random(state.dice, buffer, &mut rng.draws(MOST_PLAYS));
                    self.make(state, &field, play);
                }
                Phase::Doubling | Phase::Offered => {
                    buffer.clear();
                    self.moves(state, buffer);
                    self.play(state, buffer[rng.below(buffer.len())]);
                }
                Phase::BorneOff | Phase::Dropped => return,
            }
        }
    }
}

/// The place with this number in a set, lowest first.
#[inline]
fn nth(mut set: u32, number: usize) -> u8 {
    for _ in 0..number {
        set &= set - 1;
    }
    set.trailing_zeros() as u8
}

#[inline]
fn size(set: u32) -> usize {
    set.count_ones() as usize
}

impl Field {
    /// One of the legal plays, each equally likely.
    pub(super) fn random(&self, dice: [u8; 2], buffer: &mut Vec<Move>, draws: &mut Draws<'_>) -> Play {
        let [high, low] = dice;
        let any = self.own.any();
        if high != low && any & bit(BAR) != 0 {
            return self.random_entry(high, low, draws);
        }
        // With two checkers outside, one is still there after the first step.
        let outside = any & !HOME;
        let away = outside & outside.wrapping_sub(1) != 0 || self.own.many() & outside != 0;
        if high != low && away {
            return self.random_pair(high, low, draws);
        }
        buffer.clear();
        self.each_play(dice, &mut |play| buffer.push(Move::Play(play)));
        match buffer[draws.below(buffer.len())] {
            Move::Play(play) => play,
            _ => Play::PASS,
        }
    }

    /// With different dice and a checker on the bar.
    fn random_entry(&self, high: u8, low: u8, draws: &mut Draws<'_>) -> Play {
        let [by_high, by_low] = [high, low].map(|die| bit(BAR - die));
        let (enters_high, enters_low) = (self.open & by_high != 0, self.open & by_low != 0);
        let single = match (enters_high, enters_low) {
            (true, _) => Play::pair(BAR, 0, false),
            (false, true) => Play::pair(BAR, 0, true),
            _ => return Play::PASS,
        };
        if self.own.many() & bit(BAR) != 0 {
            return if enters_high && enters_low { Play::pair(BAR, BAR, false) } else { single };
        }
        let others = self.own.any() & !bit(BAR);
        let then_low = if enters_high { (others | by_high) & (self.open << low) } else { 0 };
        let mut then_high = if enters_low { (others | by_low) & (self.open << high) } else { 0 };
        if then_low & by_high != 0 && self.blots & (by_high | by_low) == 0 {
            then_high &= !by_low;
        }
        match size(then_low) + size(then_high) {
            0 => single,
            plays => match draws.below(plays) {
                number if number < size(then_low) => Play::pair(BAR, nth(then_low, number), false),
                number => Play::pair(BAR, nth(then_high, number - size(then_low)), true),
            },
        }
    }

    /// With different dice and no checker that could enter or be borne off.
    fn random_pair(&self, high: u8, low: u8, draws: &mut Draws<'_>) -> Play {
        let any = self.own.any();
        let [with_high, with_low] = [high, low].map(|die| any & (self.open << die));
        let alone = any & !self.own.many();
        // One checker that runs the whole way, touching down after the high or after the low die.
        let arrives = self.open << (high + low);
        let hits = self.blots << high | self.blots << low;
        let by_high = with_high & arrives;
        let by_low = with_low & arrives & (!by_high | hits);
        let runs = size(by_high) + size(by_low);
        // A checker for each die; of these pairs some are no plays and some are runs again.
        let pairs = size(with_high) * size(with_low);
        let barred = size(with_high & with_low & alone)
            + size(with_high & with_low << high)
            + size(with_low & with_high << low);
        if runs + pairs == barred {
            return self.random_single(with_high, with_low, draws);
        }
        loop {
            let mut number = draws.below(runs + pairs);
            if number < size(by_high) {
                let from = nth(by_high, number);
                return Play::pair(from, from - high, false);
            }
            number -= size(by_high);
            if number < size(by_low) {
                let from = nth(by_low, number);
                return Play::pair(from, from - low, true);
            }
            number -= size(by_low);
            let from_high = nth(with_high, number / size(with_low));
            let from_low = nth(with_low, number % size(with_low));
            let one_for_two = from_high == from_low && alone & bit(from_low) != 0;
            if !one_for_two && from_high != from_low + high && from_low != from_high + low {
                return Play::pair(from_high, from_low, false);
            }
        }
    }

    fn random_single(&self, with_high: u32, with_low: u32, draws: &mut Draws<'_>) -> Play {
        let from = if with_high != 0 { with_high } else { with_low };
        if from == 0 {
            return Play::PASS;
        }
        Play::pair(nth(from, draws.below(size(from))), 0, with_high == 0)
    }
}
