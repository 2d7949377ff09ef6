//! The Luau machines of a thread: a machine belongs to one game and never leaves its thread.

use crate::error::RulesError;
use crate::vm::Machine;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

/// Machines a thread keeps.
const KEPT: usize = 8;

thread_local! {
    /// The machines of this thread, the newest at the end.
    static MACHINES: RefCell<Vec<(u64, Machine)>> = const { RefCell::new(Vec::new()) };
}

/// The number of the next game.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// A number for a new game, with its first machine.
pub(crate) fn register(machine: Machine) -> u64 {
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    MACHINES.with_borrow_mut(|kept| keep(kept, number, machine));
    number
}

/// Asks this thread's machine of a game, made if there is none.
///
/// # Errors
/// When it cannot be made.
pub(crate) fn ask<T>(
    number: u64,
    make: impl FnOnce() -> Result<Machine, RulesError>,
    question: impl FnOnce(&mut Machine) -> T,
) -> Result<T, RulesError> {
    MACHINES.with_borrow_mut(|kept| {
        let at = match kept.iter().position(|(known, _)| *known == number) {
            Some(at) => at,
            None => {
                keep(kept, number, make()?);
                kept.len() - 1
            }
        };
        Ok(question(&mut kept[at].1))
    })
}

fn keep(kept: &mut Vec<(u64, Machine)>, number: u64, machine: Machine) {
    if kept.len() == KEPT {
        kept.remove(0);
    }
    kept.push((number, machine));
}
