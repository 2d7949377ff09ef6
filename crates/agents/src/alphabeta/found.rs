//! What a search found at its root, and in which order its moves come.

/// What happened on the way.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Positions looked at.
    pub nodes: u64,
    /// Times the rest of the moves was cut off.
    pub cuts: u64,
    /// Of these, by the first move tried.
    pub first_cuts: u64,
    /// Positions answered by the table.
    pub hits: u64,
}

/// A value and whether it is proven.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    /// For the side to move.
    pub value: f32,
    /// Whether it rests on finished matches alone.
    pub proven: bool,
}

/// A move of the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub option: M,
    /// Its value; unless `exact`, the true one is at most this.
    pub worth: Worth,
    /// Whether the value is more than a bound.
    pub exact: bool,
    /// Positions looked at below it.
    pub nodes: u64,
}

impl<M> RootMove<M> {
    /// Whether it is proven to win.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.worth.proven && self.worth.value >= 1.0
    }

    /// Whether it is proven to lose.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.worth.proven && self.worth.value <= -1.0
    }

    /// Whether its value is proven and no mere bound.
    #[must_use]
    pub fn is_exactly_known(&self) -> bool {
        self.worth.proven && (self.exact || self.worth.value <= -1.0)
    }
}

/// What a search found.
pub struct Found<M> {
    /// All legal moves, the best first.
    pub moves: Vec<RootMove<M>>,
    /// Whether the value of the best move is the value of the position, whatever lies deeper.
    pub proven: bool,
    /// The depth that was finished.
    pub depth: u32,
    /// Counts over all depths.
    pub counts: Counts,
    /// The moves expected, the best first.
    pub line: Vec<M>,
}

impl<M> Found<M> {
    /// The same from one seat's view of more than two sides, in which all others were thought to play
    /// against it: only what it wins all the same is proven.
    #[must_use]
    pub fn against_all(mut self) -> Self {
        only_wins_are_proven(&mut self.moves);
        self.proven &= self.moves[0].is_won();
        self
    }
}

/// Takes back every proof but that of a win.
pub(crate) fn only_wins_are_proven<M>(moves: &mut [RootMove<M>]) {
    for known in moves {
        known.worth.proven &= known.worth.value >= 1.0;
    }
}

/// Whether a finished depth leaves nothing open. Says nothing of a depth that was stopped: the moves it did
/// not reach have bounds of another depth.
pub(crate) fn is_settled<M>(moves: &[RootMove<M>]) -> bool {
    let proven = |known: &RootMove<M>| known.worth.proven;
    moves[0].is_won() || moves.iter().all(proven)
}

/// What is known after a finished depth, the best first. Where all is lost, what held out longest at the
/// depths before stays first.
pub(crate) fn after_a_depth<M: Copy + PartialEq>(
    known: &[RootMove<M>],
    mut again: Vec<RootMove<M>>,
    depth: u32,
) -> Vec<RootMove<M>> {
    if depth > 1 && again[0].is_lost() {
        let longest = known[0].option;
        let place = again.iter().position(|one| one.option == longest).unwrap_or(0);
        again[..=place].rotate_right(1);
    }
    again
}

/// What is known when a depth was stopped in the middle: the moves of the last finished depth, the best of
/// those searched again first. If all of these turned out lost, the best of the others comes first instead.
pub(crate) fn after_a_stop<M: Copy + PartialEq>(
    known: &[RootMove<M>],
    again: &[RootMove<M>],
) -> Vec<RootMove<M>> {
    let Some(best) = again.first() else { return known.to_vec() };
    let was_searched = |old: &&RootMove<M>| again.iter().any(|new| new.option == old.option);
    let (_, others): (Vec<&RootMove<M>>, Vec<&RootMove<M>>) = known.iter().partition(was_searched);
    let (first, second): (Vec<RootMove<M>>, Vec<RootMove<M>>) =
        (again.to_vec(), others.into_iter().copied().collect());
    if best.is_lost() { [second, first].concat() } else { [first, second].concat() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(option: u8, value: f32, proven: bool) -> RootMove<u8> {
        RootMove { option, worth: Worth { value, proven }, exact: true, nodes: 1 }
    }

    #[test]
    fn a_move_that_was_just_proven_lost_is_not_played_while_others_are_open() {
        let old = [known(1, 0.2, false), known(2, -0.1, false), known(3, -0.5, false)];
        let first = |again: &[RootMove<u8>]| after_a_stop(&old, again)[0].option;
        assert_eq!(first(&[]), 1);
        assert_eq!(first(&[known(1, 0.1, false)]), 1, "a little worse is still the best guess");
        assert_eq!(first(&[known(1, -1.0, true)]), 2);
        assert_eq!(first(&[known(2, 0.3, false), known(1, 0.1, false)]), 2);
        assert_eq!(after_a_stop(&old, &[known(1, -1.0, true)]).len(), 3);
    }
}
