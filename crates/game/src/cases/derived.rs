//! Cases of a game that does not tell its own: made of what a seat sees.
//!
//! Attributes are the observables of the game, or its features where it has none; where something is hidden, also the
//! cards (or dice) of its own that the seat sees in its picture, in order of their names. There is a scenario for each
//! seat, since seats see different things, and decisions are compared that were made in the same stage; where at most
//! four answers are possible, also only those that had the same answers. The one account is the payoff of the match.

use super::{Attribute, CaseBook, CaseIndex, CaseQuery, CaseSchema, Likeness, Scenario, name};
use crate::{Game, Part, Seat, text_of};
use xxhash_rust::xxh3::xxh3_64;

/// Clusters of the index: what the thesis has for cards.
const CLUSTERS: usize = 8;
/// So many answers are told apart one by one.
const FEW: usize = 4;
/// So many own cards are remembered.
const OWN: usize = 8;

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
        // Names are no numbers: they are compared, but nothing is clustered by them.
        let places: Vec<usize> = (0..attributes.len()).collect();
        if game.traits().hidden && !attributes.is_empty() {
            let own = |nth| Attribute { name: format!("own-{nth}"), likeness: Likeness::Name, words: &[] };
            attributes.extend((1..=OWN).map(own));
        }
        let asks: Vec<usize> = (0..attributes.len()).collect();
        let scenarios = Seat::all(game.seats()).map(|seat| Scenario {
            name: game.seat_name(seat),
            asks: asks.clone(),
            groups: places.clone(),
            by_action: true,
            index: 0,
            account: 0,
            counts: true,
        });
        CaseSchema {
            scenarios: scenarios.collect(),
            indexes: vec![CaseIndex { name: "what is seen".into(), places, clusters: CLUSTERS }],
            accounts: vec!["match".into()],
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
        let facing = (xxh3_64(seen.as_bytes()) >> 32) as u32;
        let default = action_of(game, state, first);
        out.push(CaseQuery { scenario: me.index() as u8, facing, default });
    }

    fn read(&self, game: &G, state: &G::State, me: Seat, out: &mut Vec<f32>) {
        let start = out.len();
        game.observe(state, Some(me), out);
        if out.len() == start {
            game.read_features(state, me, out);
        }
        if game.traits().hidden && out.len() > start {
            let mut own = own_cards(game, state, me);
            own.sort_unstable();
            own.truncate(OWN);
            out.extend(own.iter().map(|card| name::number(card)));
            out.extend(std::iter::repeat_n(f32::NAN, OWN - own.len()));
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

/// The open cards of its own in the picture a seat sees. What others see says nothing here: it may not be known.
fn own_cards<G: Game>(game: &G, state: &G::State, me: Seat) -> Vec<String> {
    let mut cards = Vec::new();
    for part in game.scene(state, Some(me)).parts {
        let Part::Hand(hand) = part else { continue };
        if hand.owner == Some(me) {
            cards.extend(hand.cards.into_iter().filter_map(|card| card.face));
        }
    }
    cards
}

/// The number of a move: that of the action space or, where there is none, a hash of its text.
fn action_of<G: Game>(game: &G, state: &G::State, chosen: G::Move) -> u16 {
    match game.actions() {
        Some(actions) if actions <= usize::from(u16::MAX) => game.index(state, chosen) as u16,
        _ => (xxh3_64(text_of(game, state, chosen).as_bytes()) >> 48) as u16,
    }
}
