//! The top of the tree, read back from the table after the search: moves, then throws, then replies.
//!
//! The search itself writes nothing down. A position the table does not know at the right depth was cut
//! off, or lies at the edge, or was displaced: it is counted, not shown.

use super::search::{Search, chance_key};
use crate::alphabeta::found::RootMove;
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
    /// Whether who decided at the root wants high values.
    pub more: bool,
}

/// How a position was searched.
#[derive(Clone, Copy)]
struct Searched {
    /// Decisions ahead.
    depth: u32,
    /// Whether who wants high values made the decision before.
    moved: bool,
    /// Chance turns just before.
    throws: u32,
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
        let searched = Searched { depth: depth.saturating_sub(1), moved: self.more, throws: 0 };
        let read = |known: &RootMove<G::Move>| {
            let after = self.after(root, known.option);
            let behind = self.behind(&after, searched, plies.saturating_sub(1));
            Explored {
                option: known.option,
                value: self.sight.told(known.worth.value),
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

    /// What comes after a position that was searched so.
    fn behind(&self, state: &G::State, here: Searched, plies: usize) -> Behind<G::Move> {
        let known = self.known(state, here).filter(|_| plies > 0 && here.depth > 0);
        let (options, mut seen, next) = match self.sight.game.turn(state) {
            Turn::Seat(mover) => self.replies(state, self.sight.wants_more(mover), here, known),
            Turn::Chance => self.throws(state, here, known),
            _ => return Behind { children: Vec::new(), more: 0, cut: false },
        };
        seen.truncate(self.width);
        for one in &mut seen {
            let behind = self.behind(&self.after(state, one.option), next, plies - 1);
            (one.children, one.more, one.cut) = (behind.children, behind.more, behind.cut);
        }
        // A throw can be cut off at both ends of the window, a decision only where it is good enough.
        let cut = known.is_some_and(|known| match self.sight.game.turn(state) {
            Turn::Chance => known.bound != Bound::Exact,
            _ => known.bound == Bound::Lower,
        });
        Behind { more: options - seen.len(), children: seen, cut }
    }

    /// How many moves a decision has, those that were looked at, and how far: the table's choice first,
    /// then what is known to be good before what is only not better.
    fn replies(
        &self,
        state: &G::State,
        more: bool,
        here: Searched,
        known: Option<Known>,
    ) -> (usize, Vec<Explored<G::Move>>, Searched) {
        let next = Searched { depth: here.depth.saturating_sub(1), moved: more, throws: 0 };
        let mut legal = Vec::new();
        self.sight.game.moves(state, &mut legal);
        let Some(known) = known else { return (legal.len(), Vec::new(), next) };
        let best = legal.get(usize::from(known.best)).copied();
        let is_looked_at = |option| known.bound != Bound::Lower || best == Some(option);
        let read = |&option: &G::Move| self.read(state, option, more, next, is_looked_at(option));
        let mut seen: Vec<Explored<G::Move>> = legal.iter().filter_map(read).collect();
        let rank = |one: &Explored<G::Move>| (best == Some(one.option), one.value, one.told != Told::AtMost);
        seen.sort_by(|a, b| {
            let (a, b) = (rank(a), rank(b));
            b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)).then(b.2.cmp(&a.2))
        });
        (legal.len(), seen, next)
    }

    /// How many outcomes a chance turn has, those that were looked at, and how far: the likeliest first.
    /// Their values are for who decided at the root.
    fn throws(
        &self,
        state: &G::State,
        here: Searched,
        known: Option<Known>,
    ) -> (usize, Vec<Explored<G::Move>>, Searched) {
        let next = Searched { throws: here.throws + 1, ..here };
        let mut listed = Vec::new();
        self.sight.game.chance(state, &mut listed);
        listed.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let Some(known) = known else { return (listed.len(), Vec::new(), next) };
        let ended = known.bound == Bound::Exact;
        let read = |&(thrown, _): &(G::Move, f64)| self.read(state, thrown, self.more, next, ended);
        (listed.len(), listed.iter().filter_map(read).collect(), next)
    }

    /// A move or a throw, if it was looked at; `more` says for whom its value is, `ended` whether the end
    /// of a match counts as looked at.
    fn read(
        &self,
        state: &G::State,
        option: G::Move,
        more: bool,
        next: Searched,
        ended: bool,
    ) -> Option<Explored<G::Move>> {
        let after = self.after(state, option);
        let (value, bound, proven, owner) = match self.sight.game.turn(&after) {
            Turn::Over if ended => (self.sight.result(&after), Bound::Exact, true, true),
            Turn::Over => return None,
            turn => {
                let known = self.known(&after, next)?;
                let owner = turn.seat().is_none_or(|mover| self.sight.wants_more(mover));
                (known.value, known.bound, known.proven, owner)
            }
        };
        let told = match (bound, owner == more) {
            (Bound::Exact, _) => Told::Exact,
            (Bound::Lower, true) | (Bound::Upper, false) => Told::AtLeast,
            (Bound::Upper, true) | (Bound::Lower, false) => Told::AtMost,
        };
        let value = self.sight.told(if owner == more { value } else { -value });
        let (visits, children) = (None, Vec::new());
        Some(Explored { option, value, told, proven, visits, children, more: 0, cut: false })
    }

    /// What the search found out about a position when it looked just so far.
    fn known(&self, state: &G::State, here: Searched) -> Option<Known> {
        let key = match self.sight.game.turn(state) {
            Turn::Seat(_) => self.sight.key(state),
            Turn::Chance => chance_key(self.sight.key(state), here.throws, here.moved),
            _ => return None,
        };
        let known = self.search.known(key)?;
        (known.proven || u32::from(known.depth) == here.depth).then_some(known)
    }
}
