//! How the matches of a training came to their end. One that was cut short counts as drawn, and one that broke as nothing;
//! both are counted apart, so that nobody takes them for what the game says.

use crate::spread::unless_stopped;
use crate::{TrainError, Wish};
use ludometer_game::{Fault, Game, Turn};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// By its rules.
    Over,
    /// By the limit.
    Cut,
    /// Its rules broke; why.
    Broken(String),
}

impl End {
    /// Of a match that stops in this state.
    pub fn of<G: Game>(game: &G, state: &G::State) -> End {
        match game.turn(state) {
            Turn::Over => End::Over,
            Turn::Broken => {
                let fault = game.fault(state).map(|fault| fault.to_string());
                End::Broken(fault.unwrap_or_else(|| "the rules broke".into()))
            }
            Turn::Seat(seat) => {
                let mut moves = Vec::new();
                game.moves(state, &mut moves);
                let stuck = || End::Broken(format!("{} has no legal move", game.seat_name(seat)));
                if moves.is_empty() { stuck() } else { End::Cut }
            }
            // Dice that never stop are cut, too.
            _ => End::Cut,
        }
    }
}

/// Counts how matches end, on any number of threads.
#[derive(Default, Debug)]
pub struct Ends {
    all: AtomicU64,
    cut: AtomicU64,
    broken: AtomicU64,
    /// Why one of them broke.
    why: Mutex<Option<String>>,
    /// Somebody saw that nothing else happens, and gave up.
    useless: AtomicBool,
}

impl Ends {
    /// Counts a match.
    pub fn count(&self, end: &End) {
        self.all.fetch_add(1, Ordering::Relaxed);
        match end {
            End::Over => {}
            End::Cut => drop(self.cut.fetch_add(1, Ordering::Relaxed)),
            End::Broken(why) => {
                self.broken.fetch_add(1, Ordering::Relaxed);
                self.why.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| why.clone());
            }
        }
    }

    /// Whether no match ever comes to its end, as far as can be told. Once it is so it stays so: a match under way may
    /// still end after everything was given up.
    #[must_use]
    pub fn all_broke(&self) -> bool {
        const ENOUGH: u64 = 10;
        if self.only_broken(ENOUGH) {
            self.useless.store(true, Ordering::Relaxed);
        }
        self.useless.load(Ordering::Relaxed)
    }

    fn only_broken(&self, least: u64) -> bool {
        let broken = self.broken.load(Ordering::Relaxed);
        broken >= least && broken == self.all.load(Ordering::Relaxed)
    }

    /// Refuses to go on there. A rehearsal plays few matches, and all of them are enough.
    ///
    /// # Errors
    /// When every match so far broke; says why.
    pub fn refuse_a_broken_game(&self, trainer: &str, rehearsal: bool) -> Result<(), TrainError> {
        let useless = self.all_broke() || (rehearsal && self.only_broken(1));
        if !useless {
            return Ok(());
        }
        let what = format!("every match so far broke: {}", self.why());
        Err(TrainError::Failed(Fault { what, place: format!("train {trainer}"), value: String::new() }))
    }

    fn why(&self) -> String {
        self.why.lock().unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_default()
    }

    /// What the reader should know of matches that have no result by the rules; `limit` cut them, `own` is the game's.
    /// Where a training went on, only the matches since then are known.
    #[must_use]
    pub fn notes(&self, (limit, own): (u32, u32), went_on: bool) -> Vec<String> {
        let since = if went_on { " since it went on" } else { "" };
        let [all, cut, broken] =
            [&self.all, &self.cut, &self.broken].map(|many| many.load(Ordering::Relaxed));
        let advice = match limit < own {
            true => format!("; --limit 0 plays on to the game's own limit, {own}"),
            false => String::new(),
        };
        let cut = (cut > 0).then(|| {
            format!("{cut} of {all} matches{since} reached the limit of {limit} plies and counted as drawn{advice}")
        });
        let broken = (broken > 0).then(|| {
            format!(
                "{broken} of {all} matches{since} broke and counted as nothing; one of them: {}",
                self.why()
            )
        });
        cut.into_iter().chain(broken).collect()
    }
}

/// Breaks where somebody wants an end at once, or nothing but broken matches is played.
pub fn unless_useless(wish: Wish, ends: &Ends) -> ControlFlow<()> {
    if ends.all_broke() { ControlFlow::Break(()) } else { unless_stopped(wish) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_result_is_said() {
        let ends = Ends::default();
        assert_eq!(ends.notes((100, 100), false), Vec::<String>::new());
        [End::Over, End::Cut, End::Cut].iter().for_each(|end| ends.count(end));
        assert_eq!(
            ends.notes((100, 100), false),
            ["2 of 3 matches reached the limit of 100 plies and counted as drawn"]
        );
        assert!(
            ends.notes((100, 700), false)[0].ends_with("; --limit 0 plays on to the game's own limit, 700")
        );
        ends.count(&End::Broken("a pile is empty".into()));
        assert!(
            ends.notes((9, 9), true)[1].starts_with("1 of 4 matches since it went on broke"),
            "{:?}",
            ends.notes((9, 9), true)
        );
        assert!(ends.notes((9, 9), true)[1].ends_with("a pile is empty"));
    }

    #[test]
    fn a_game_that_only_breaks_is_refused() {
        let (broken, mixed) = (Ends::default(), Ends::default());
        mixed.count(&End::Over);
        for number in 0..10 {
            assert!(broken.refuse_a_broken_game("td", false).is_ok(), "after {number}");
            [&broken, &mixed].iter().for_each(|ends| ends.count(&End::Broken("a pile is empty".into())));
        }
        let said = broken.refuse_a_broken_game("td", false).unwrap_err().to_string();
        assert!(said.contains("every match so far broke: a pile is empty (train td)"), "{said}");
        assert!(mixed.refuse_a_broken_game("td", true).is_ok());
        let rehearsed = Ends::default();
        rehearsed.count(&End::Broken("a pile is empty".into()));
        assert!(rehearsed.refuse_a_broken_game("td", false).is_ok());
        assert!(rehearsed.refuse_a_broken_game("td", true).is_err());
    }
}
