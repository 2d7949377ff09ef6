//! What a state is worth.

use crate::report::{Breaches, Law};
use crate::walk::is_broken;
use ludometer_game::{Game, Payoff, Seat, Sum, Turn};

/// Points and places. On unfinished states too: endless matches and cut-off searches are valued by
/// them. Broken states are worth nothing.
pub(crate) fn payoff<G: Game>(game: &G, state: &G::State, out: &mut Breaches) {
    if is_broken(game, state) {
        return;
    }
    let payoff = game.payoff(state);
    let seats = game.seats();
    if payoff.points.len() != seats || payoff.place.len() != seats {
        out.add(Law::Points, format!("{payoff:?} for {seats} seats"));
        return;
    }
    let (low, high) = game.bounds();
    let inside = payoff.points.iter().all(|points| (low..=high).contains(points));
    out.demand(Law::Points, inside, || format!("{:?} outside {low} to {high}", payoff.points));
    relation(game.traits().sum, &payoff, out);
    places(game, &payoff, out);
    if game.turn(state) == Turn::Over {
        out.demand(Law::Places, !game.ending(state).is_empty(), || "no reason for the end".into());
    }
}

/// Between two opponents an estimate of unfinished matches is zero-sum, as their ends are: a search looks
/// at it with the eyes of one side only. Where something is hidden each seat estimates by what it knows.
pub(crate) fn evaluation<G: Game>(game: &G, state: &G::State, out: &mut Breaches) {
    if game.seats() != 2 || game.traits().sum != Sum::Zero || is_broken(game, state) {
        return;
    }
    let [first, second] = [0, 1].map(|seat| game.evaluate(state, Seat::new(seat)));
    let holds = match (first, second) {
        (Some(_), Some(_)) if game.traits().hidden => true,
        (Some(first), Some(second)) => (first + second).abs() <= 1e-5 * first.abs().max(1.0),
        (first, second) => first.is_none() && second.is_none(),
    };
    out.demand(Law::Evaluation, holds, || format!("{first:?} for one, {second:?} for the other"));
}

fn relation(sum: Sum, payoff: &Payoff, out: &mut Breaches) {
    let points = payoff.points.as_slice();
    let holds = match sum {
        Sum::Zero => {
            let size: f32 = points.iter().map(|p| p.abs()).sum();
            points.iter().sum::<f32>().abs() <= 1e-5 * size.max(1.0)
        }
        Sum::Shared => points.iter().all(|&p| p == points[0]),
        Sum::General => true,
    };
    out.demand(Law::SumTrait, holds, || format!("points {points:?} although the sum is {sum:?}"));
}

fn places<G: Game>(game: &G, payoff: &Payoff, out: &mut Breaches) {
    let places = payoff.place.as_slice();
    let lost_together = game.traits().sum == Sum::Shared && places.iter().all(|&place| place == 2);
    let ranked = places.contains(&1) && places.iter().all(|&p| (1..=places.len().max(2)).contains(&p.into()));
    out.demand(Law::Places, ranked || lost_together, || format!("places {places:?}"));
    for one in Seat::all(places.len()) {
        for other in Seat::all(places.len()) {
            let (better, place, mate) = (payoff.points[one], payoff.place[one], payoff.place[other]);
            out.demand(Law::Places, better <= payoff.points[other] || place <= mate, || {
                format!("{one} has more points than {other} but a worse place: {payoff:?}")
            });
            out.demand(Law::Places, game.team(one) != game.team(other) || place == mate, || {
                format!("{one} and {other} are a team but have places {places:?}")
            });
        }
    }
}
