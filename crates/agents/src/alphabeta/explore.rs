//! The top of the tree, read back from the transposition table after the search.
//!
//! The search itself writes nothing down. A position the table does not know at the right depth was cut
//! off, or lies at the edge, or was displaced: it is counted, not shown.

use super::found::RootMove;
use super::search::Search;
use crate::sight::Sight;
use crate::table::{Bound, Known};
use crate::{Explored, Told};
use ludometer_game::{Game, Turn};

/// Reads what a search left in its table.
pub(super) struct Reader<'a, G: Game> {
    pub search: &'a Search<G>,
    pub sight: &'a Sight<'a, G>,
    /// Moves of a position that are shown at most.
    pub width: usize,
}

/// What lies behind a move.
struct Behind<M> {
    children: Vec<Explored<M>>,
    more: usize,
    cut: bool,
}

impl<G: Game> Reader<'_, G> {
    /// The moves of the root, the best first, `plies` deep; `depth` is what the search finished.
    pub fn root(
        &self,
        root: &G::State,
        found: &[RootMove<G::Move>],
        depth: u32,
        plies: usize,
    ) -> Vec<Explored<G::Move>> {
        let read = |known: &RootMove<G::Move>| {
            let behind =
                self.behind(&self.after(root, known.option), depth as i32 - 1, plies.saturating_sub(1));
            Explored {
                option: known.option,
                value: known.worth.value.clamp(-1.0, 1.0),
                told: if known.exact { Told::Exact } else { Told::AtMost },
                proven: known.worth.proven,
                visits: Some(known.nodes),
                children: behind.children,
                more: behind.more,
                cut: behind.cut,
            }
        };
        found.iter().take(if plies == 0 { 0 } else { self.width }).map(read).collect()
    }

    fn after(&self, state: &G::State, option: G::Move) -> G::State {
        let mut after = state.clone();
        self.sight.game.play(&mut after, option);
        after
    }

    /// The moves after a position that was searched `depth` plies deep.
    fn behind(&self, state: &G::State, depth: i32, plies: usize) -> Behind<G::Move> {
        let Turn::Seat(mover) = self.sight.game.turn(state) else {
            return Behind { children: Vec::new(), more: 0, cut: false };
        };
        let more = self.sight.wants_more(mover);
        let mut legal = Vec::new();
        self.sight.game.moves(state, &mut legal);
        let known = self.known(state, depth);
        let cut = known.is_some_and(|known| known.bound == Bound::Lower);
        if plies == 0 || known.is_none() {
            return Behind { children: Vec::new(), more: legal.len(), cut };
        }
        let best = known.and_then(|known| legal.get(usize::from(known.best)).copied());
        let mut seen: Vec<Explored<G::Move>> = Vec::new();
        for &option in &legal {
            let after = self.after(state, option);
            let is_best = best == Some(option);
            if let Some((value, told, proven)) = self.worth(&after, more, depth - 1, !cut || is_best) {
                let (visits, children) = (None, Vec::new());
                seen.push(Explored { option, value, told, proven, visits, children, more: 0, cut: false });
            }
        }
        // The table's own choice first; then what is known to be good before what is only not better.
        let rank = |one: &Explored<G::Move>| (best == Some(one.option), one.value, one.told != Told::AtMost);
        seen.sort_by(|a, b| {
            let (a, b) = (rank(a), rank(b));
            b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)).then(b.2.cmp(&a.2))
        });
        seen.truncate(self.width);
        for one in &mut seen {
            let behind = self.behind(&self.after(state, one.option), depth - 1, plies - 1);
            (one.children, one.more, one.cut) = (behind.children, behind.more, behind.cut);
        }
        Behind { more: legal.len() - seen.len(), children: seen, cut }
    }

    /// The value of a position for the side that moved there; `ended` says whether the end of a match
    /// counts as looked at.
    fn worth(&self, state: &G::State, more: bool, depth: i32, ended: bool) -> Option<(f32, Told, bool)> {
        match self.sight.game.turn(state) {
            Turn::Over if ended => {
                let value = self.sight.result(state);
                Some((if more { value } else { -value }, Told::Exact, true))
            }
            Turn::Seat(mover) => {
                let known = self.known(state, depth)?;
                let same = self.sight.wants_more(mover) == more;
                let told = match (known.bound, same) {
                    (Bound::Exact, _) => Told::Exact,
                    (Bound::Lower, true) | (Bound::Upper, false) => Told::AtLeast,
                    (Bound::Upper, true) | (Bound::Lower, false) => Told::AtMost,
                };
                let value = if same { known.value } else { -known.value };
                Some((value.clamp(-1.0, 1.0), told, known.proven))
            }
            _ => None,
        }
    }

    /// What the last depth found out about a position; older, shallower knowledge does not count.
    fn known(&self, state: &G::State, depth: i32) -> Option<Known> {
        let known = self.search.known(self.sight.key(state))?;
        (known.proven || i32::from(known.depth) >= depth).then_some(known)
    }
}
