//! Pieces of work on several threads; what they give does not depend on how many there are.

use crate::Wish;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Told how much is done, out of how much; breaking stops everything.
pub type Hears<'a> = &'a mut dyn FnMut(u64, u64) -> ControlFlow<()>;

/// The longest time in which nobody is asked whether to go on.
const BEAT: Duration = Duration::from_millis(100);

/// Does pieces of work on so many threads; what they give comes in their order, or nothing if somebody stopped it. A
/// piece gives nothing where it heard of that.
pub fn spread<T: Send>(
    threads: usize,
    pieces: usize,
    work: impl Fn(usize, Hears<'_>) -> Option<T> + Sync,
    hears: Hears<'_>,
) -> Option<Vec<T>> {
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (send, receive) = mpsc::channel();
    let mut done: Vec<Option<T>> = (0..pieces).map(|_| None).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, pieces.max(1)) {
            let (send, next, stopped, work) = (send.clone(), &next, &stopped, &work);
            scope.spawn(move || {
                while !stopped.load(Ordering::Relaxed) {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= pieces {
                        return;
                    }
                    let found = work(at, &mut |_, _| match stopped.load(Ordering::Relaxed) {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    });
                    if send.send((at, found)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut count = 0;
        loop {
            match receive.recv_timeout(BEAT) {
                Ok((at, found)) => {
                    done[at] = found;
                    count += 1;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if !stopped.load(Ordering::Relaxed) && hears(count, pieces as u64).is_break() {
                stopped.store(true, Ordering::Relaxed);
            }
        }
    });
    done.into_iter().collect()
}

/// The same for a few numbered pieces, which nobody stops: on one thread without any other.
pub fn in_order<T: Send>(threads: usize, numbers: Range<u64>, work: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let threads = threads.min((numbers.end - numbers.start) as usize);
    if threads <= 1 {
        return numbers.map(work).collect();
    }
    let (next, done) = (AtomicU64::new(numbers.start), Mutex::new(Vec::new()));
    let share = || loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= numbers.end {
            return;
        }
        let found = work(number);
        done.lock().unwrap_or_else(PoisonError::into_inner).push((number, found));
    };
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(share))));
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, found)| found).collect()
}

/// Breaks where somebody wants an end at once.
pub fn unless_stopped(wish: Wish) -> ControlFlow<()> {
    if wish == Wish::Stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_comes_in_order_and_is_counted() {
        for threads in [1, 3] {
            let mut heard = 0;
            let found = spread(threads, 20, |at, _| Some(at * at), &mut |done, total| {
                assert_eq!(total, 20);
                heard = done;
                ControlFlow::Continue(())
            });
            assert_eq!((found, heard), (Some((0..20).map(|at| at * at).collect()), 20));
        }
        assert_eq!(spread(2, 0, |at, _| Some(at), &mut |_, _| ControlFlow::Continue(())), Some(Vec::new()));
    }

    #[test]
    fn numbered_pieces_come_in_order() {
        for threads in [1, 3] {
            assert_eq!(in_order(threads, 5..9, |number| number * number), [25, 36, 49, 64]);
        }
        assert!(in_order(2, 5..5, |number| number).is_empty());
    }

    #[test]
    fn a_stop_reaches_pieces_under_way() {
        let endless = |_: usize, goes_on: Hears<'_>| -> Option<()> {
            while goes_on(0, 0).is_continue() {
                std::thread::yield_now();
            }
            None
        };
        assert_eq!(spread(2, 4, endless, &mut |_, _| ControlFlow::Break(())), None);
    }
}
