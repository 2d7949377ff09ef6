//! The runners of a thread: a runner belongs to one game and never leaves its thread.

use crate::runner::Runner;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

/// Runners a thread keeps.
const KEPT: usize = 8;

thread_local! {
    /// The runners of this thread, the newest at the end.
    static RUNNERS: RefCell<Vec<(u64, Runner)>> = const { RefCell::new(Vec::new()) };
}

/// The number of the next game.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// A number for a new game, with its first runner.
pub(crate) fn register(runner: Runner) -> u64 {
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    RUNNERS.with_borrow_mut(|kept| keep(kept, number, runner));
    number
}

/// Asks this thread's runner of a game, made if there is none.
pub(crate) fn ask<T>(
    number: u64,
    make: impl FnOnce() -> Runner,
    question: impl FnOnce(&mut Runner) -> T,
) -> T {
    RUNNERS.with_borrow_mut(|kept| {
        let at = match kept.iter().position(|(known, _)| *known == number) {
            Some(at) => at,
            None => {
                keep(kept, number, make());
                kept.len() - 1
            }
        };
        question(&mut kept[at].1)
    })
}

fn keep(kept: &mut Vec<(u64, Runner)>, number: u64, runner: Runner) {
    if kept.len() == KEPT {
        kept.remove(0);
    }
    kept.push((number, runner));
}
