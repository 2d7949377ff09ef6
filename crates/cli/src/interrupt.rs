//! The interrupt key: pressed once it asks whoever works to stop, pressed again it ends the program.

use anyhow::Context;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set when the user asks to stop; what was done is kept where it can be.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// Begins to watch the key.
pub fn watch_the_interrupt_key() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .context("the interrupt key cannot be watched")
}

/// Whether the user asked to stop.
pub fn asked_to_stop() -> bool {
    STOP.load(Ordering::Relaxed)
}
