//! A panic inside a match becomes evidence instead of noise: it is caught, and its message kept.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static IN_MATCH: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs a piece of a match; a panic comes back as its message and place.
pub(crate) fn caught<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let outside = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if IN_MATCH.get() {
                MESSAGE.set(info.to_string());
            } else {
                outside(info);
            }
        }));
    });
    IN_MATCH.set(true);
    let outcome = panic::catch_unwind(AssertUnwindSafe(run));
    IN_MATCH.set(false);
    outcome.map_err(|cause| match MESSAGE.take() {
        // It began on another thread, whose hook has told the place to whoever watches.
        empty if empty.is_empty() => words(cause.as_ref()),
        message => message,
    })
}

fn words(cause: &(dyn Any + Send)) -> String {
    let text = cause.downcast_ref::<&str>().copied().or(cause.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without words").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_kept_with_its_words() {
        assert_eq!(caught(|| 3), Ok(3));
        let message = caught(|| -> u8 { panic!("the dice are gone") }).unwrap_err();
        assert!(message.contains("the dice are gone") && message.contains("catch.rs"));
        let elsewhere = || {
            std::thread::spawn(|| panic!("far away"))
                .join()
                .unwrap_or_else(|cause| panic::resume_unwind(cause))
        };
        assert_eq!(caught(elsewhere).unwrap_err(), "far away");
    }
}
