//! Moves that tell what they hide: everybody hears which one was made, though what it did is a secret.

use crate::{Move, Script, State};
use ludometer_game::Game;

/// Whether others learn by hearing of this move what they cannot see: with other arguments it would have looked the
/// same to them, and another truth would lie on the table.
pub(super) fn tells(script: &Script, state: &State, chosen: Move, options: &[Move]) -> bool {
    let Move::Act(number) = chosen else { return false };
    let (action, _) = script.schema().decode(number);
    let mover = script.mover(state);
    let last = action.first + action.count();
    let twin = |option: &&Move| matches!(option, Move::Act(other) if *other != number && (action.first..last).contains(other));
    if !script.traits().hidden || action.secret {
        return false;
    }
    let Some(&twin) = options.iter().find(twin) else { return false };
    let (Some(made), Some(other)) = (after(script, state, chosen), after(script, state, twin)) else {
        return false;
    };
    let others = (0..script.schema().seats.len()).filter(|seat| *seat != mover);
    differ_for_mover_alone(script, &made, &other, mover)
        && others.into_iter().any(|seat| seen(script, &made, Some(seat)) == seen(script, &other, Some(seat)))
}

/// The position after a move; none where chance or a mistake comes first.
fn after(script: &Script, state: &State, chosen: Move) -> Option<State> {
    let mut next = state.clone();
    script.play(&mut next, chosen);
    (next.pending.is_none() && next.fault.is_none()).then_some(next)
}

/// Whether two truths differ, but not in what belongs to other players: who is asked for a card knows it.
fn differ_for_mover_alone(script: &Script, one: &State, other: &State, mover: usize) -> bool {
    let schema = script.schema();
    let of_others = schema.fields.iter().filter(|field| field.per_player).any(|field| {
        let mut owners = (0..schema.copies(field)).filter(|owner| *owner != mover);
        owners.any(|owner| {
            let place = schema.place(field, owner);
            one.cells[place.clone()] != other.cells[place]
        })
    });
    !of_others && seen(script, one, None) != seen(script, other, None)
}

fn seen(script: &Script, state: &State, viewer: Option<usize>) -> Vec<i32> {
    let mut seen = Vec::new();
    script.schema().view(&state.cells, viewer, |cell| seen.push(cell));
    seen
}
