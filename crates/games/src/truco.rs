//! Truco: two-handed truco of southern Brazil, with envido and flor.
//!
//! # Rules
//! A match is played to `target` points, hand by hand. The mão speaks and leads first; seat 1 is mão of the
//! first hand, then the seats alternate. Each seat gets three of forty Spanish cards: 1 to 7, 10, 11 and 12
//! of espadas, ouros, bastos and copas.
//!
//! **Tricks.** Best of three, the stronger card takes: 1 of espadas, 1 of bastos, 7 of espadas, 7 of ouros,
//! then every 3, 2, other 1, 12, 11, 10, other 7, 6, 5, 4; suits need not be followed and equals tie. After
//! a tie the next trick that is taken decides; who took the first trick wins with a tie later on; all tied,
//! the mão wins. Who takes a trick leads the next, after a tie the mão. The hand ends as soon as it is
//! decided. A card may be played face down (`facedown`), in any trick: any open card beats it, two face down
//! tie, and it is never shown.
//!
//! **Truco.** The hand pays 1, with truco 2, retruco 3, vale quatro 4. The first call may be made by whoever
//! is to play a card, the later ones only by who accepted last; or as an answer, which accepts what was
//! called. To refuse ends the hand and pays the caller what stood before. Who is to play a card may also
//! leave (`baralho`), which pays the other what stands; with `mazo-envido-bonus` 1 who leaves before its
//! first card and before any call pays 1 more for the envido, or 3 if the other holds a flor.
//!
//! **Envido.** The two best cards of one suit count 20 and their numbers (10, 11, 12 count 0), without such
//! a pair the best card counts alone. A seat that is to play its first card may begin with envido, while
//! there was neither truco nor envido; with `envido-first` also in answer to the first truco, before its own
//! first card, and the truco waits. Answers are `quero`, `nao-quero` or a higher call, each once: envido,
//! envido again (2 each), real-envido (3), falta-envido. Accepted calls add up; a refusal pays all but the
//! last, at least 1. Falta pays instead of the sum: what the loser lacks to the target (`falta` ufsm), what
//! the leader lacks (`leader`), or while both are below half of the target what the winner lacks to half,
//! then what the leader lacks (`malas15`). The first two always leave the same score. Once accepted, the mão
//! tells its points; the other tells better ones, or only that it has none. Equals are won by the mão. Then
//! the hand goes on.
//!
//! **Flor.** Three cards of one suit count 20 and their numbers. Who holds a flor declares it the first time
//! it is to speak, also in answer to envido, which is then void, or to truco, which waits; nothing else is
//! legal. Who did anything else has none, and all know it. If the other has none, 3 points are paid at once.
//! If it has one too it answers: `flor-flor` (`flor-flor` points for the better one, 6), contra-flor (6),
//! contra-flor-falta (like falta), contra-flor-resto (the match), each above those before, or `nao-quero`,
//! which pays 4, as does every refusal here; flor-flor itself cannot be refused, but raised. Flores are told
//! like envido. Without `flor` three cards of a suit are ordinary cards.
//!
//! Points count as soon as they are made, never above the target, and the target ends the match at once.
//!
//! # Moves
//! A card, a card face down, a call or an answer. A chance turn deals both hands at once.
//!
//! # Notation
//! `1e`, `7o`, `12c`, `4b`: number and suit; `down-4b` face down. `envido`, `real-envido`, `falta-envido`,
//! `flor`, `flor-flor`, `contra-flor`, `contra-flor-falta`, `contra-flor-resto`, `truco`, `retruco`,
//! `vale-quatro`, `quero`, `nao-quero`, `baralho`; Spanish words are read too (`quiero`, `no-quiero`,
//! `vale-cuatro`, `mazo`, suit `p` for paus). A deal names the cards of seat 1, then of seat 2:
//! `deal-1e.7e.7o-4c.5c.6b`.
//!
//! # Payoff
//! 1 for the match, −1 for losing it. An unfinished one: (b² − a²) / (a² + b²), where a is what a seat lacks
//! to the target and b what the other lacks.
//!
//! # Parameters
//! `target`: points of a match, 18, 24 or 30. `envido-first`: envido may answer the first truco. `falta`:
//! what falta pays, `ufsm`, `leader` or `malas15`. `flor-flor`: 6 or 4, what two flores pay without more
//! calls. `mazo-envido-bonus`: 1 if who leaves at once pays for envido or flor too. `flor`: off plays
//! without. `facedown`: whether cards may be played face down.
//!
//! # Observables
//! `hand`: hands finished. `value`: what the hand pays as it stands. `trick`: tricks finished. `strength-1`,
//! `strength-2`: summed strength of the cards held, 0 to 13 each, and `envido-1`, `envido-2`: points of
//! envido; −1 where the viewer does not know.
//!
//! # Source
//! The rules and values of the engine behind the thesis on truco by cases of the Federal University of Santa
//! Maria, Rio Grande do Sul; what it leaves open follows the rules of the gaucho tradition centres. There are
//! 76 767 600 deals. Hidden cards are drawn anew with equal odds among all that fit what was shown and said.
//! In cases (`analyze --agent cases:…`, `cases tactics`) cards are numbers by strength, as there: 1e 52, 1b 50, 7e 42,
//! 7o 40, 3 24, 2 16, other 1 12, 12 8, 11 7, 10 6, other 7 4, 6 3, 5 2, 4 1; face down −1.
//! Four players by rules of thumb come with the game, as strategies: `balanced`, `bold`, `timid`, `honest`.
//!
//! # Version history
//! 1: first version.

use crate::truco_hand::{self, Classes};
use ludometer_game::{
    Card, CaseBook, ChanceKind, Coarse, Element, Encoding, Fault, Feature, Game, GameVisitor, ParamError,
    ParamSpec, Params, Payoff, Rng, Scene, Seat, Seats, Seen, Smaller, Story, Sum, Traits, Turn,
};
use std::borrow::Cow;

pub(crate) mod advice;
mod bets;
mod cases;
mod coarse;
pub(crate) mod deck;
mod moves;
mod numbers;
pub(crate) mod outlook;
mod picture;
mod play;
mod rules;
mod state;
mod story;
mod tricks;
mod worlds;

pub use bets::{Contra, Envido};
pub use moves::{CALLS, Call, Move};
pub use rules::{Falta, Rules};
pub use state::{Asked, Flor, Laid, State, Told};
pub use tricks::Taken;
pub(crate) use tricks::{TRICKS, won};

/// Cards by place, open and face down, come before the calls in the action space.
const CARD_ACTIONS: usize = 6;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole("target", "points of a match", 24, 18..=30).step(6),
        ParamSpec::switch("envido-first", "envido may answer the first truco", false),
        ParamSpec::choice("falta", "what falta envido pays", &["ufsm", "leader", "malas15"]),
        ParamSpec::whole("flor-flor", "points for two flores without more calls", 6, 4..=6).step(2),
        ParamSpec::whole("mazo-envido-bonus", "1: who leaves at once pays for envido or flor too", 0, 0..=1),
        ParamSpec::switch("flor", "three cards of one suit are a flor", true),
        ParamSpec::switch("facedown", "cards may be played face down", true),
    ];
    Card::from_source("truco", "Truco", 1, include_str!("truco.rs"), params)
}

/// Builds the game.
///
/// # Errors
/// Never: every legal value of the parameters fits every other.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    let falta = match params.word("falta") {
        "leader" => Falta::Leader,
        "malas15" => Falta::Half,
        _ => Falta::Loser,
    };
    Ok(visitor.visit(Truco {
        rules: Rules {
            target: params.count("target") as u8,
            envido_first: params.switch("envido-first"),
            falta,
            flor: params.switch("flor"),
            flor_flor: params.count("flor-flor") as u8,
            leaving_pays_envido: params.count("mazo-envido-bonus") == 1,
            facedown: params.switch("facedown"),
        },
    }))
}

/// The game in one variant.
pub struct Truco {
    rules: Rules,
}

impl Truco {
    /// The variant that is played.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The chance to win the match by the score alone, from −1 to 1.
    fn race(&self, state: &State, seat: Seat) -> f32 {
        let lacks = |seat: usize| f32::from(self.rules.target - state.points[seat]).powi(2);
        let (own, other) = (lacks(seat.index()), lacks(1 - seat.index()));
        (other - own) / (other + own)
    }

    /// Points of envido as a viewer knows them; −1 unknown.
    fn known_envido(state: &State, viewer: Option<Seat>, of: Seat) -> f32 {
        match state.told[of.index()] {
            _ if !state.dealt => -1.0,
            Told::Exactly(points) if state.flor[of.index()] != Flor::Held => points.into(),
            _ if viewer.is_none_or(|seat| seat == of) => deck::envido(&state.cards[of.index()]).into(),
            _ => -1.0,
        }
    }
}

impl Game for Truco {
    type State = State;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        let hands = 2 * u32::from(self.rules.target) - 1;
        hands * (1 + state::MOST_MOVES as u32)
    }
    fn initial(&self) -> State {
        State::before([0; 2], 0)
    }
    fn turn(&self, state: &State) -> Turn {
        match () {
            () if self.rules.is_over(state) => Turn::Over,
            () if !state.dealt => Turn::Chance,
            () => Turn::Seat(Seat::new(state.mover)),
        }
    }
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        self.rules.legal(state, |legal| out.push(legal));
    }
    fn play(&self, state: &mut State, chosen: Move) {
        self.rules.play(state, chosen);
    }
    fn payoff(&self, state: &State) -> Payoff {
        Payoff::from_points(Seats::from_fn(2, |seat| self.race(state, seat)))
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::Drawn, hidden: true, sum: Sum::Zero }
    }
    fn draw(&self, _state: &State, rng: &mut Rng) -> Move {
        Move::Deal(rng.below(deck::DEALS as usize) as u32)
    }

    fn sample(&self, state: &State, me: Seat, rng: &mut Rng) -> State {
        worlds::sample(state, me.index(), rng)
    }
    fn info(&self, state: &State, me: Seat, out: &mut Vec<u8>) {
        worlds::info(state, me.index(), out);
    }
    fn seen(&self, state: &State, made: Move, by: Seat) -> Seen<Move> {
        match made {
            Move::Deal(_) => Seen::Hidden(0),
            Move::Down(_) if state.me() != by.index() => Seen::Hidden(1),
            _ => Seen::Full(made),
        }
    }

    fn text(&self, _state: &State, chosen: Move, out: &mut String) {
        chosen.write(out);
    }
    fn parse(&self, state: &State, text: &str) -> Option<Move> {
        let read = Move::read(text)?;
        let mut legal = !state.dealt && matches!(read, Move::Deal(_));
        if self.turn(state).seat().is_some() {
            self.rules.legal(state, |option| legal |= option == read);
        }
        legal.then_some(read)
    }
    fn scene(&self, state: &State, viewer: Option<Seat>) -> Scene {
        picture::scene(&self.rules, state, viewer)
    }
    fn stage(&self, state: &State) -> Cow<'static, str> {
        match state.asked {
            _ if !state.dealt => "deal".into(),
            Asked::Card => "card".into(),
            Asked::Envido => "envido".into(),
            Asked::Flor => "flor".into(),
            Asked::Truco => "truco".into(),
        }
    }

    fn elements(&self, state: &State, chosen: Move, out: &mut Vec<Element>) {
        story::elements(state, chosen, out);
    }
    fn observables(&self) -> Vec<String> {
        let names = ["hand", "value", "trick", "strength-1", "strength-2", "envido-1", "envido-2"];
        names.map(String::from).to_vec()
    }
    fn observe(&self, state: &State, viewer: Option<Seat>, out: &mut Vec<f32>) {
        out.extend([state.hand.into(), state.value().into(), state.trick() as f32]);
        out.extend(Seat::all(2).map(|of| {
            let sees = state.dealt && viewer.is_none_or(|seat| seat == of);
            if sees { story::strength(state, of.index()) } else { -1.0 }
        }));
        out.extend(Seat::all(2).map(|of| Truco::known_envido(state, viewer, of)));
    }
    fn score(&self, state: &State, seat: Seat) -> Option<f32> {
        Some(state.points[seat.index()].into())
    }
    fn evaluate(&self, state: &State, seat: Seat) -> Option<f32> {
        Some(self.race(state, seat))
    }
    fn strategies(&self) -> Vec<String> {
        advice::names()
    }
    fn advise(
        &self,
        state: &State,
        seat: Seat,
        strategy: usize,
        moves: &[Move],
        out: &mut Vec<f32>,
    ) -> Result<(), Fault> {
        advice::advise(&self.rules, state, seat.index(), strategy, moves, out);
        Ok(())
    }
    fn episode(&self, state: &State) -> u32 {
        state.hand.into()
    }
    fn ending(&self, _state: &State) -> Cow<'static, str> {
        "target reached".into()
    }
    fn narrate(&self, before: &State, chosen: Move, after: &State, story: &mut Story) {
        story::narrate(&self.rules, before, chosen, after, story);
    }

    fn actions(&self) -> Option<usize> {
        Some(CARD_ACTIONS + CALLS.len())
    }
    /// The high, middle and low card of the deal, the same face down, then the calls.
    fn index(&self, state: &State, chosen: Move) -> usize {
        let cards = &state.cards[state.me()];
        let place = |card: u8| cards.iter().position(|&own| own == card).unwrap_or(0);
        match chosen {
            Move::Card(card) => place(card),
            Move::Down(card) => CARD_ACTIONS / 2 + place(card),
            Move::Say(call) => CARD_ACTIONS + call as usize,
            Move::Deal(_) => 0,
        }
    }
    fn encoding(&self) -> Option<Encoding> {
        Some(Encoding::Flat { len: numbers::ENCODED })
    }
    fn encode(&self, state: &State, me: Seat, out: &mut [f32]) {
        numbers::encode(&self.rules, state, me.index(), out);
    }
    fn cases(&self) -> Box<dyn CaseBook<Self>> {
        Box::new(cases::Hands)
    }
    fn constants(&self) -> Vec<(String, f32)> {
        let Rules { target, envido_first, falta, flor, flor_flor, leaving_pays_envido, facedown } =
            self.rules;
        let told = [
            ("target", f32::from(target)),
            ("envido-first", f32::from(u8::from(envido_first))),
            ("falta", f32::from(falta as u8)),
            ("flor-flor", f32::from(flor_flor)),
            ("mazo-envido-bonus", f32::from(u8::from(leaving_pays_envido))),
            ("flor", f32::from(u8::from(flor))),
            ("facedown", f32::from(u8::from(facedown))),
        ];
        told.map(|(name, value)| (name.to_owned(), value)).to_vec()
    }
    fn features(&self) -> Vec<Feature> {
        numbers::features(&self.rules)
    }
    fn read_features(&self, state: &State, me: Seat, out: &mut Vec<f32>) {
        numbers::read_features(&self.rules, state, me.index(), out);
    }

    fn smaller(&self) -> Option<Smaller> {
        Some(Smaller { game: truco_hand::NAME, version: truco_hand::VERSION })
    }
    fn coarse(&self, state: &State, _me: Seat, rules: &[(String, f32)]) -> Option<Coarse<Move>> {
        let classes = rules.iter().find(|(name, _)| name == truco_hand::CLASSES)?.1;
        Some(coarse::coarse(&self.rules, state, Classes::new(classes as usize)))
    }
}

#[cfg(test)]
mod tests;
