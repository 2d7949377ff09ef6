//! What a state tells people, records and networks.

use crate::glance::{encoded, featured, observed};
use crate::report::{Breaches, Law};
use ludometer_game::{Game, PositionError, Seat, Turn};

/// Encoder, observables, features, fault; scenes are drawn to see that they can be.
pub(crate) fn described<G: Game>(game: &G, state: &G::State, out: &mut Breaches) {
    let names = game.observables();
    for viewer in Seat::all(game.seats()).map(Some).chain([None]) {
        game.scene(state, viewer);
        let values = observed(game, state, viewer);
        let fit = values.len() == names.len() && values.iter().all(|value| value.is_finite());
        out.demand(Law::Observables, fit, || format!("{values:?} for {names:?}"));
    }
    for seat in Seat::all(game.seats()) {
        let input = encoded(game, state, seat);
        if let Some(gap) = input.iter().position(|x| !x.is_finite()) {
            out.add(Law::Encoding, format!("number {gap} of {} is {}", input.len(), input[gap]));
        }
        features(game, state, seat, out);
        let mut info = vec![7];
        game.info(state, seat, &mut info);
        out.demand(Law::Appends, info.first() == Some(&7), || "`info` replaced what the buffer held".into());
    }
    let (broken, fault) = (game.turn(state) == Turn::Broken, game.fault(state));
    out.demand(Law::Fault, broken == fault.is_some(), || format!("broken is {broken}, the fault {fault:?}"));
    if let Some(fault) = fault {
        out.add(Law::Unbroken, fault.to_string());
    }
}

/// There is one number for each feature, inside its range, appended.
fn features<G: Game>(game: &G, state: &G::State, seat: Seat, out: &mut Breaches) {
    let (declared, values) = (game.features(), featured(game, state, seat));
    out.demand(Law::Features, values.len() == declared.len(), || {
        format!("{} numbers for {} features", values.len(), declared.len())
    });
    for (feature, value) in declared.iter().zip(&values) {
        out.demand(Law::Features, (feature.range.0..=feature.range.1).contains(value), || {
            format!("`{}` is {value}, outside its range {:?}", feature.name, feature.range)
        });
    }
    let mut appended = vec![7.0];
    game.read_features(state, seat, &mut appended);
    out.demand(Law::Appends, appended.first() == Some(&7.0) && appended.len() == values.len() + 1, || {
        "`read_features` replaced what the buffer held".into()
    });
    let odd: Vec<u16> = (1..values.len() as u16).step_by(2).collect();
    let mut chosen = vec![7.0];
    game.read_chosen_features(state, seat, &odd, &mut chosen);
    let picked: Vec<f32> = [7.0].into_iter().chain(odd.iter().map(|at| values[usize::from(*at)])).collect();
    out.demand(Law::Features, chosen == picked, || {
        format!("some features are {chosen:?}, of all {picked:?}")
    });
}

/// A written position reads back as one that plays on alike. The states themselves may differ: what
/// a notation leaves out (repetitions, say) is not part of it.
pub(crate) fn position<G: Game>(game: &G, state: &G::State, out: &mut Breaches) {
    let Some(written) = game.position(state) else {
        let read = game.read_position("nonsense \u{2603}");
        out.demand(Law::Position, read == Err(PositionError::NoNotation), || {
            "positions are read but not written".into()
        });
        return;
    };
    let read = match game.read_position(&written) {
        Ok(read) => read,
        Err(refused) => return out.add(Law::Position, format!("`{written}` is refused: {refused}")),
    };
    let again = game.position(&read);
    out.demand(Law::Position, again.as_ref() == Some(&written), || format!("`{written}` became {again:?}"));
    let (turn, read_turn) = (game.turn(state), game.turn(&read));
    out.demand(Law::Position, turn == read_turn, || format!("`{written}`: {turn:?} became {read_turn:?}"));
    if turn == read_turn && turn.seat().is_some() {
        let legal = |state| {
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            moves
        };
        let (before, after) = (legal(state), legal(&read));
        out.demand(Law::Position, before == after, || format!("`{written}`: {before:?} became {after:?}"));
    }
    if turn == Turn::Over {
        let (before, after) = (game.payoff(state), game.payoff(&read));
        out.demand(Law::Position, before == after, || format!("`{written}`: {before:?} became {after:?}"));
    }
    for nonsense in ["", "nonsense \u{2603}"] {
        out.demand(Law::Position, game.read_position(nonsense).is_err(), || {
            format!("`{nonsense}` reads as a position")
        });
    }
}
