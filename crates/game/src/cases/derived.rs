//! Cases of a game that does not tell its own: made of what a seat sees.
//!
//! Attributes are the observables of the game, or its features where it has none. There is a scenario for each seat,
//! since seats see different things, and decisions are compared that were made in the same stage; where at most four
//! answers are possible, also only those that had the same answers. The one account is the payoff.

use super::{Attribute, CaseBook, CaseIndex, CaseQuery, CaseSchema, Likeness, Scenario};
use crate::{Game, Seat, text_of};
use xxhash_rust::xxh3::xxh3_64;

/// Clusters of the index: what the thesis has for cards.
const CLUSTERS: usize = 8;
/// So many answers are told apart one by one.
const FEW: usize = 4;

/// The cases of any game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Derived;

impl<G: Game> CaseBook<G> for Derived {
    fn schema(&self, game: &G) -> CaseSchema {
        let seen = |name| Attribute { name, likeness: Likeness::Span, words: &[] };
        let mut attributes: Vec<Attribute> = game.observables().into_iter().map(seen).collect();
        if attributes.is_empty() {
            attributes.extend(game.features().into_iter().map(|feature| {
                let width = feature.range.1 - feature.range.0;
                let likeness = if width.is_finite() { Likeness::Interval(width) } else { Likeness::Span };
                Attribute { name: feature.name, likeness, words: &[] }
            }));
        }
        let places: Vec<usize> = (0..attributes.len()).collect();
        let scenarios = Seat::all(game.seats()).map(|seat| Scenario {
            name: game.seat_name(seat),
            asks: places.clone(),
            groups: places.clone(),
            by_action: true,
            index: 0,
            account: 0,
            counts: true,
        });
        CaseSchema {
            scenarios: scenarios.collect(),
            indexes: vec![CaseIndex { name: "what is seen".into(), places, clusters: CLUSTERS }],
            accounts: vec!["payoff".into()],
            attributes,
            ..CaseSchema::default()
        }
    }

    fn queries(&self, game: &G, state: &G::State, me: Seat, out: &mut Vec<CaseQuery>) {
        let mut legal = Vec::new();
        game.moves(state, &mut legal);
        let Some(&first) = legal.first() else { return };
        let mut seen = game.stage(state).into_owned();
        if legal.len() <= FEW {
            for &option in &legal {
                seen.push('\n');
                game.text(state, option, &mut seen);
            }
        }
        let facing = (xxh3_64(seen.as_bytes()) >> 56) as u8;
        let default = action_of(game, state, first);
        out.push(CaseQuery { scenario: me.index() as u8, facing, default });
    }

    fn read(&self, game: &G, state: &G::State, me: Seat, out: &mut Vec<f32>) {
        let start = out.len();
        game.observe(state, Some(me), out);
        if out.len() == start {
            game.read_features(state, me, out);
        }
    }

    fn action(
        &self,
        game: &G,
        state: &G::State,
        _me: Seat,
        _query: CaseQuery,
        chosen: G::Move,
    ) -> Option<u16> {
        Some(action_of(game, state, chosen))
    }
}

/// The number of a move: that of the action space or, where there is none, a hash of its text.
fn action_of<G: Game>(game: &G, state: &G::State, chosen: G::Move) -> u16 {
    match game.actions() {
        Some(actions) if actions <= usize::from(u16::MAX) => game.index(state, chosen) as u16,
        _ => (xxh3_64(text_of(game, state, chosen).as_bytes()) >> 48) as u16,
    }
}
