//! Chance turns.

use crate::report::{Breaches, Law};
use ludometer_game::{ChanceKind, Game, Rng};
use std::collections::HashSet;

/// How often each chance turn is drawn to see that only listed outcomes come.
const DRAWS: usize = 8;

/// The listed outcomes of a chance turn; `None` when it can only be drawn.
fn outcomes<G: Game>(game: &G, state: &G::State) -> Option<Vec<(G::Move, f64)>> {
    let mut odds = Vec::new();
    game.chance(state, &mut odds).then_some(odds)
}

/// Odds, draws and the declared kind of chance. Returns the outcomes to look at further.
pub(crate) fn chance_turn<G: Game>(
    game: &G,
    state: &G::State,
    rng: &mut Rng,
    out: &mut Breaches,
) -> Vec<G::Move> {
    let declared = game.traits().chance;
    out.demand(Law::ChanceTrait, declared != ChanceKind::None, || "a chance turn in a game without".into());
    let drawn: Vec<G::Move> = (0..DRAWS)
        .map(|_| {
            let mut same = rng.clone();
            let drawn = game.draw(state, rng);
            out.demand(Law::Draw, game.draw(state, &mut same) == drawn, || {
                format!("{drawn:?} and another outcome come from one random stream")
            });
            drawn
        })
        .collect();
    let Some(odds) = outcomes(game, state) else {
        out.demand(Law::ChanceTrait, declared == ChanceKind::Drawn, || "outcomes are not listed".into());
        return drawn.into_iter().take(1).collect();
    };
    listed(&odds, out);
    let known: HashSet<G::Move> = odds.iter().map(|(outcome, _)| *outcome).collect();
    for outcome in drawn {
        out.demand(Law::Draw, known.contains(&outcome), || {
            format!("{outcome:?} was drawn, but is not listed")
        });
    }
    odds.into_iter().map(|(outcome, _)| outcome).collect()
}

fn listed<M: Copy + Eq + std::hash::Hash + std::fmt::Debug>(odds: &[(M, f64)], out: &mut Breaches) {
    let mut known = HashSet::new();
    for (outcome, odd) in odds {
        out.demand(Law::Odds, known.insert(*outcome), || format!("{outcome:?} is listed twice"));
        out.demand(Law::Odds, *odd > 0.0, || format!("{outcome:?} has probability {odd}"));
    }
    let total: f64 = odds.iter().map(|(_, odd)| odd).sum();
    out.demand(Law::Odds, (total - 1.0).abs() < 1e-9, || format!("probabilities sum to {total}"));
}
