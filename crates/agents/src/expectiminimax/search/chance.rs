//! Chance turns: the mean of all outcomes, or as much of it as the window needs.
//!
//! Star1 searches one outcome after the other, each with the window in which it can still matter. Star2
//! first looks at one promising move after every outcome: what the mover has there is a bound of the
//! outcome, and often enough of one to cut the whole turn. What a probe found is not searched again.

use super::span::{Mean, Outcome, Outcomes};
use super::{At, MOST_THROWS, Prune, Search, Window};
use crate::alphabeta::found::Worth;
use crate::table::{Bound, Known};
use ludometer_game::{Game, Turn};

impl<G: Game> Search<G> {
    /// The value of a chance turn for the side of the view.
    pub(super) fn chance(&mut self, at: &At<'_, G>, state: &G::State, window: Window) -> Worth {
        let key = chance_key(at.sight.key(state), at.throws, at.moved);
        let known = self.table.get(key);
        let enough = |known: &Known| known.is_enough(at.depth as i32, window.low, window.high);
        if let Some(Known { value, proven, .. }) = known.filter(enough) {
            self.counts.hits += 1;
            return Worth { value, proven };
        }
        let Some(mut outcomes) = self.outcomes(at, state) else { return self.estimate(at, state, true) };
        let start = self.moves.len();
        let mean = self.mean(at, &mut outcomes, window);
        self.moves.truncate(start);
        self.ratings.truncate(start);
        if self.stopped {
            return super::GUESS;
        }
        self.counts.chance_cuts += u64::from(mean.bound != Bound::Exact);
        self.remember(key, at.depth, mean.worth, mean.bound, 0);
        mean.worth
    }

    /// The outcomes, nothing known of them yet; none where they cannot be listed.
    fn outcomes(&self, at: &At<'_, G>, state: &G::State) -> Option<Outcomes<G::State>> {
        let mut listed = Vec::new();
        let total =
            at.sight.game.chance(state, &mut listed).then(|| listed.iter().map(|(_, odds)| odds).sum());
        let total: f64 = total.filter(|total| *total > 0.0)?;
        let (low, high) = at.limits.bounds;
        let possible = listed.into_iter().enumerate().filter(|(_, (_, odds))| *odds > 0.0);
        let one = |(place, (thrown, odds)): (usize, (G::Move, f64))| {
            let mut after = state.clone();
            at.sight.game.play(&mut after, thrown);
            let (odds, number) = (odds / total, place + 1);
            Outcome { state: after, odds, number, low, high, proven: true, begun: None }
        };
        let mut outcomes: Vec<Outcome<G::State>> = possible.map(one).collect();
        if at.limits.order {
            outcomes.sort_by(|one, other| other.odds.total_cmp(&one.odds));
        }
        Some(Outcomes(outcomes))
    }

    fn mean(&mut self, at: &At<'_, G>, outcomes: &mut Outcomes<G::State>, window: Window) -> Mean {
        if at.limits.prune == Prune::Star2
            && let Some(cut) = self.probe_each(at, outcomes, window)
        {
            return cut;
        }
        for place in 0..outcomes.0.len() {
            if at.limits.prune != Prune::None
                && let Some(mean) = outcomes.mean(window)
            {
                return mean;
            }
            let own = outcomes.window(place, window);
            let outcome = &mut outcomes.0[place];
            if outcome.is_known() {
                continue;
            }
            let worth = self.search_outcome(at, outcome, own);
            let side = outcome.settle(worth, own);
            if self.stopped || side != Bound::Exact {
                return outcomes.mean_outside(window, side);
            }
        }
        outcomes.exact()
    }

    /// Searches an outcome, going on from its probe where there was one.
    fn search_outcome(&mut self, at: &At<'_, G>, outcome: &mut Outcome<G::State>, window: Window) -> Worth {
        let below = after(at, outcome);
        let Some(begun) = outcome.begun.take() else {
            return self.value(&below, &outcome.state, true, window);
        };
        if self.must_stop(at.limits) {
            return super::GUESS;
        }
        let more = is_for_view(at, &outcome.state).unwrap_or(true);
        if more {
            return self.finish(&below, &outcome.state, more, window, begun);
        }
        let worth = self.finish(&below, &outcome.state, more, window.turned(), begun);
        Worth { value: -worth.value, ..worth }
    }

    /// Looks at one move after every outcome; says what the turn is worth where that is enough.
    fn probe_each(
        &mut self,
        at: &At<'_, G>,
        outcomes: &mut Outcomes<G::State>,
        window: Window,
    ) -> Option<Mean> {
        for place in 0..outcomes.0.len() {
            let own = outcomes.window(place, window);
            let wanted = [outcomes.least() < window.low.into(), outcomes.most() > window.high.into()];
            let outcome = &mut outcomes.0[place];
            let (worth, bound) = match is_for_view(at, &outcome.state) {
                // A move of the view's side shows that an outcome is worth more, one of the others that
                // it is worth less: no use where the window is open at that end.
                Some(more) if wanted[usize::from(more)] => self.probe(at, outcome, more, own)?,
                None if at.sight.game.turn(&outcome.state) == Turn::Over => {
                    self.counts.nodes += 1;
                    (self.result(at, &outcome.state), Bound::Exact)
                }
                _ => continue,
            };
            let fell = outcome.narrow(worth, bound, own);
            let cut = fell.map(|side| outcomes.mean_outside(window, side)).or_else(|| outcomes.mean(window));
            if let Some(mean) = cut {
                self.counts.probe_cuts += u64::from(mean.bound != Bound::Exact);
                return Some(mean);
            }
        }
        None
    }

    /// What one move, or what the table remembers of earlier ones, says about an outcome; none where rules
    /// that break leave no move, or when stopped.
    fn probe(
        &mut self,
        at: &At<'_, G>,
        outcome: &mut Outcome<G::State>,
        more: bool,
        own: Window,
    ) -> Option<(Worth, Bound)> {
        let below = after(at, outcome);
        let key = at.sight.key(&outcome.state);
        let known = self.table.get(key);
        let fits = |known: &Known| known.proven || u32::from(known.depth) == at.depth;
        if let Some(known) = known.filter(fits).filter(|known| known.bound != Bound::Upper) {
            self.counts.hits += 1;
            return Some(for_view(Worth { value: known.value, proven: known.proven }, known.bound, more));
        }
        (self.counts.nodes, self.counts.probes) = (self.counts.nodes + 1, self.counts.probes + 1);
        let mut begun = self.begin(&below, &outcome.state, more, key, known)?;
        // Below, the window is open, so that what comes back is the value of the move, or enough to cut.
        let high = if more { own.high } else { -own.low };
        self.try_next(&below, &outcome.state, more, Window { high, ..Window::FULL }, &mut begun);
        if self.stopped {
            return None;
        }
        let all = begun.untried == 0 && begun.best.value < high;
        let bound = if all { Bound::Exact } else { Bound::Lower };
        let best = begun.best;
        self.remember(key, at.depth, best, bound, begun.place);
        outcome.begun = Some(begun);
        Some(for_view(best, bound, more))
    }
}

/// The position after an outcome.
fn after<'a, G: Game>(at: &At<'a, G>, outcome: &Outcome<G::State>) -> At<'a, G> {
    At { throws: at.throws + 1, outcome: outcome.number, ..*at }
}

/// Whether who decides in this state plays for the side of the view; none where nobody decides.
fn is_for_view<G: Game>(at: &At<'_, G>, state: &G::State) -> Option<bool> {
    at.sight.game.turn(state).seat().map(|mover| at.sight.wants_more(mover))
}

/// What a mover's value says to the side of the view.
fn for_view(worth: Worth, bound: Bound, more: bool) -> (Worth, Bound) {
    if more {
        return (worth, bound);
    }
    let bound = match bound {
        Bound::Exact => Bound::Exact,
        Bound::Lower => Bound::Upper,
        Bound::Upper => Bound::Lower,
    };
    (Worth { value: -worth.value, ..worth }, bound)
}

/// The table's key of a chance turn: dice that are thrown again and again are followed only so far, and then who decided
/// last, be it the side that wants high values, says what they are worth.
pub(in crate::expectiminimax) fn chance_key(key: u64, throws: u32, moved: bool) -> u64 {
    let apart = if moved { throws } else { throws + MOST_THROWS };
    key ^ u64::from(apart).wrapping_mul(0xe703_7ed1_a0b4_28db)
}
