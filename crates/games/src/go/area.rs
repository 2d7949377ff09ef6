//! Who surrounds which empty points.

use super::stones::{EMPTY, Layout, Stones};

/// Empty points of each player: those from which only that player's stones are reached.
pub(super) fn territory<const P: usize>(stones: &Stones<P>, layout: &Layout) -> [u32; 2] {
    let mut seen = [false; P];
    // Every place waits at most once.
    let (mut waiting, mut count) = ([0; P], 0);
    let mut points = [0; 2];
    for start in layout.all() {
        if stones.colour(start) != EMPTY || seen[usize::from(start) % P] {
            continue;
        }
        let (mut size, mut reached) = (0, [false; 2]);
        seen[usize::from(start) % P] = true;
        (waiting[0], count) = (start, count + 1);
        while count > 0 {
            count -= 1;
            size += 1;
            for near in layout.around(waiting[count]) {
                match stones.colour(near) {
                    EMPTY if !seen[usize::from(near) % P] => {
                        seen[usize::from(near) % P] = true;
                        waiting[count % P] = near;
                        count += 1;
                    }
                    colour if colour < EMPTY => reached[usize::from(colour)] = true,
                    _ => {}
                }
            }
        }
        match reached {
            [true, false] => points[0] += size,
            [false, true] => points[1] += size,
            _ => {}
        }
    }
    points
}
