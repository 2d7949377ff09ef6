//! What all agents share that are other programs: what they may take, and the clock beside them.

use ludometer_bridge::{Limits, PATIENCE};
use ludometer_game::{ParamSpec, Params};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The parameters of a program: its command, and what it may take.
pub(crate) fn params(command: &'static str) -> Vec<ParamSpec> {
    vec![
        ParamSpec::text("command", command, ""),
        ParamSpec::real("move", "seconds for a move", PATIENCE.as_secs_f64(), 0.01..=86_400.0),
        ParamSpec::real(
            "match",
            "seconds for all its moves of a match; 0 is no limit",
            0.0,
            0.0..=1_000_000.0,
        ),
        ParamSpec::whole("memory", "megabytes it may take; 0 is no limit", 0, 0..=100_000_000),
        ParamSpec::text("folder", "the folder it runs in", ""),
    ]
}

/// What a program may have.
pub(crate) fn limits(params: &Params) -> Limits {
    let folder = Some(params.word("folder")).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let memory = Some(params.count("memory") as u64).filter(|megabytes| *megabytes > 0);
    Limits { folder, memory: memory.map(|megabytes| megabytes * 1_000_000) }
}

/// A clock for one seat: so long for each move, and so long for all of a match.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    each: Duration,
    whole: Option<Duration>,
    used: Duration,
}

impl Clock {
    pub fn new(params: &Params) -> Clock {
        let whole = Some(params.real("match")).filter(|seconds| *seconds > 0.0);
        Clock {
            each: Duration::from_secs_f64(params.real("move")),
            whole: whole.map(Duration::from_secs_f64),
            used: Duration::ZERO,
        }
    }

    /// A match begins.
    pub fn start(&mut self) {
        self.used = Duration::ZERO;
    }

    /// What is left of the match, where that is limited.
    pub fn left(&self) -> Option<Duration> {
        self.whole.map(|whole| whole.saturating_sub(self.used))
    }

    /// Whether the match leaves less than a move may take.
    pub fn is_short(&self) -> bool {
        self.left().is_some_and(|left| left < self.each)
    }

    /// How long the next move may take.
    pub fn within(&self) -> Duration {
        self.left().map_or(self.each, |left| left.min(self.each))
    }

    /// Does something while the clock runs.
    pub fn run<T>(&mut self, work: impl FnOnce(Duration) -> T) -> T {
        let (within, began) = (self.within(), Instant::now());
        let done = work(within);
        self.used += began.elapsed();
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_params;

    #[test]
    fn a_clock_runs_out() {
        let params = read_params("exec", [("command", "x"), ("move", "2"), ("match", "3")]).expect("legal");
        let mut clock = Clock::new(&params);
        assert_eq!(clock.within(), Duration::from_secs(2));
        clock.used = Duration::from_millis(1500);
        assert_eq!(clock.within(), Duration::from_millis(1500));
        clock.run(|within| assert_eq!(within, Duration::from_millis(1500)));
        clock.used = Duration::from_secs(4);
        assert_eq!(clock.within(), Duration::ZERO);
        clock.start();
        assert_eq!(clock.left(), Some(Duration::from_secs(3)));
        let free = Clock::new(&read_params("exec", [("command", "x")]).expect("legal"));
        assert_eq!((free.left(), free.within()), (None, PATIENCE));
    }
}
