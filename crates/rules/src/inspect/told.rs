//! Moves that tell what they hide: everybody hears which one was made, though what it did is a secret.

use crate::schema::{Field, Kind, See};
use crate::{Move, Script, State};
use ludometer_game::Game;

/// Whether others learn by hearing of this move what they cannot see: with other arguments it would have looked the
/// same to them, and another truth would lie on the table.
pub(super) fn tells(script: &Script, state: &State, chosen: Move, options: &[Move]) -> bool {
    let Move::Act(number) = chosen else { return false };
    let (action, _) = script.schema().decode(number);
    let mover = script.mover(state);
    let alike = action.first..action.first + action.count();
    let twin =
        |option: &&Move| **option != chosen && matches!(option, Move::Act(other) if alike.contains(other));
    if !script.traits().hidden || action.secret {
        return false;
    }
    let Some(&twin) = options.iter().find(twin) else { return false };
    let (Some(made), Some(other)) = (after(script, state, chosen), after(script, state, twin)) else {
        return false;
    };
    let mut others = (0..script.schema().seats.len()).filter(|seat| *seat != mover);
    hides_something_new(script, state, [&made, &other], mover)
        && others.any(|seat| seen(script, &made, seat) == seen(script, &other, seat))
}

/// The position after a move; none where chance or a mistake comes first.
fn after(script: &Script, state: &State, chosen: Move) -> Option<State> {
    let mut next = state.clone();
    script.play(&mut next, chosen);
    (next.pending.is_none() && next.fault.is_none()).then_some(next)
}

/// Whether the two moves put different things where only the mover, or its team, looks. What leaves a hand openly, and
/// what a hand never had to hide, is no secret.
fn hides_something_new(script: &Script, before: &State, [made, other]: [&State; 2], mover: usize) -> bool {
    let schema = script.schema();
    let secret = |field: &&Field| field.per_player && matches!(field.see, See::Owner | See::Team);
    schema.fields.iter().filter(secret).any(|field| {
        let copy = |state: &State| state.cells[schema.place(field, mover)].to_vec();
        let new = gained(&field.kind, &copy(before), &copy(made));
        !new.is_empty() && new != gained(&field.kind, &copy(before), &copy(other))
    })
}

/// What a copy of a field holds that it did not hold before: cards, or cells that changed with their places.
fn gained(kind: &Kind, before: &[i32], after: &[i32]) -> Vec<(usize, i32)> {
    if !matches!(kind, Kind::Pile { .. }) {
        let changed = before.iter().zip(after).enumerate().filter(|(_, (old, new))| old != new);
        return changed.map(|(place, (_, new))| (place, *new)).collect();
    }
    let cards = |copy: &[i32]| copy[1..=copy[0] as usize].to_vec();
    let mut left = cards(before);
    let mut new = cards(after);
    new.retain(|card| match left.iter().position(|old| old == card) {
        Some(at) => {
            left.swap_remove(at);
            false
        }
        None => true,
    });
    new.sort_unstable();
    new.into_iter().map(|card| (0, card)).collect()
}

fn seen(script: &Script, state: &State, viewer: usize) -> Vec<i32> {
    let mut seen = Vec::new();
    script.schema().view(&state.cells, Some(viewer), |cell| seen.push(cell));
    seen
}
