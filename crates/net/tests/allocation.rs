//! Asking a network allocates nothing once its memory has grown.

// A global allocator cannot be written without it.
#![allow(unsafe_code)]

use ludometer_net::{Inference, Kernel, Network, Outputs, Plan, Scratch};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, counting what this thread asks of it.
struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: everything is passed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn asking_again_allocates_nothing() {
    let plans = [
        Plan::grid(4, 6, 7, 2, 32).with_outputs(7, 1).with_constants(1).with_aux(&["score"]),
        Plan::flat(30, 4, 24).with_outputs(6, 2),
    ];
    for plan in plans {
        let network = Network::new(&plan, 1).expect("a plan");
        let inference = Inference::new(&network, Kernel::best()).expect("the best kernel runs");
        let inputs = vec![0.5; 64 * plan.input_len()];
        let (mut scratch, mut out) = (Scratch::new(), Outputs::new());
        inference.predict(&inputs, 64, &mut scratch, &mut out).expect("inputs of the plan");
        let before = COUNT.get();
        for count in [64, 1, 33, 64] {
            let inputs = &inputs[..count * plan.input_len()];
            inference.predict(inputs, count, &mut scratch, &mut out).expect("inputs of the plan");
        }
        assert_eq!(COUNT.get() - before, 0);
    }
}
