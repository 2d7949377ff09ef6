//! What benches measure time with.

use std::time::Instant;

/// CPU time of this thread where the system tells it (Linux), time on the wall elsewhere.
pub struct Clock {
    wall: Instant,
    cpu: Option<f64>,
}

impl Clock {
    /// The clock, running.
    pub fn start() -> Self {
        Clock { wall: Instant::now(), cpu: cpu_seconds() }
    }

    /// How long it has run.
    pub fn seconds(&self) -> f64 {
        match (self.cpu, cpu_seconds()) {
            (Some(before), Some(now)) => now - before,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds * 1e-9)
}
