//! Roads: a sure purse, or a fork that hides jewels and a bus.
//!
//! # Rules
//! One player. Road A leads to a small purse of gold. Road B leads to a fork: one branch ends at a heap
//! of jewels, the other under a bus. Which is which is decided before the player sets out, with even
//! odds. Without a sign nobody tells; with `sign=on` a sign at the start says it.
//!
//! # Moves
//! `a` or `b`; at the fork `left` or `right`. A chance turn comes first: `jewels-left` or
//! `jewels-right`, which the player sees only with the sign.
//!
//! # Notation
//! The words above. A walk into the fork: `jewels-left b right`.
//!
//! # Payoff
//! `gold`, `jewels`, or minus `bus`. Under the bus the match is lost, otherwise it is won.
//!
//! # Parameters
//! `gold` (0 to 20), `jewels` (0 to 50), `bus` (1 to 100): what the ends are worth. `sign`: whether the
//! player knows the way.
//!
//! # Observables
//! `jewels`: −1 when they are known to be on the left, 1 on the right, 0 when the viewer does not know.
//!
//! # Source
//! S. Russell and P. Norvig's teaching example of why averaging over clairvoyance is wrong. In each
//! world road B is best, because there the player would know the branch: averaged over the worlds it
//! seems worth all the `jewels`. The player does not know, so B is worth (`jewels` − `bus`)/2, and A is
//! right whenever `gold` is more: with the defaults 1 against −2.5, where averaging sees 5.
//!
//! # Version history
//! 1: first version.

use ludometer_game::{
    Card, ChanceKind, Element, ElementKind, Encoding, Game, GameVisitor, Packed, ParamError, ParamSpec,
    Params, Part, Payoff, Rng, Scene, Seat, Seats, Seen, Sum, Traits, Turn,
};
use std::borrow::Cow;

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole("gold", "what the purse is worth", 1, 0..=20),
        ParamSpec::whole("jewels", "what the jewels are worth", 5, 0..=50),
        ParamSpec::whole("bus", "what the bus costs", 10, 1..=100),
        ParamSpec::switch("sign", "a sign tells where the jewels are", false),
    ];
    Card::from_source("roads", "Roads", 1, include_str!("roads.rs"), params)
}

/// Builds the game.
///
/// # Errors
/// Never: every legal value of the parameters fits every other.
pub fn open<V: GameVisitor>(params: &Params, visitor: V) -> Result<V::Out, ParamError> {
    let worth = |name| params.whole(name) as f32;
    let (gold, jewels, bus) = (worth("gold"), worth("jewels"), worth("bus"));
    Ok(visitor.visit(Roads { gold, jewels, bus, sign: params.switch("sign") }))
}

/// The rules for one set of ends.
pub struct Roads {
    gold: f32,
    jewels: f32,
    bus: f32,
    sign: bool,
}

/// A branch of the fork.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Branch {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

/// Where the player is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Place {
    Start,
    Purse,
    Fork,
    End(Branch),
}

/// Where the jewels are, once that is decided, and where the player is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    jewels: Option<Branch>,
    place: Place,
}

/// A step of the player, or where chance puts the jewels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// To the purse.
    RoadA,
    /// To the fork.
    RoadB,
    /// Into a branch.
    Take(Branch),
    /// Puts the jewels there.
    Hide(Branch),
}

const BRANCHES: [Branch; 2] = [Branch::Left, Branch::Right];
/// All moves, in the order of their numbers.
const MOVES: [Move; 6] = [
    Move::RoadA,
    Move::RoadB,
    Move::Take(Branch::Left),
    Move::Take(Branch::Right),
    Move::Hide(Branch::Left),
    Move::Hide(Branch::Right),
];

impl Move {
    fn number(self) -> usize {
        MOVES.iter().position(|&other| other == self).unwrap_or_default()
    }

    fn word(self) -> &'static str {
        ["a", "b", "left", "right", "jewels-left", "jewels-right"][self.number()]
    }
}

impl Packed for Move {
    fn pack(self) -> [u8; 16] {
        (self.number() as u8).pack()
    }
    fn unpack(bytes: [u8; 16]) -> Self {
        MOVES[usize::from(bytes[0])]
    }
}

impl Roads {
    /// Where the jewels are, as a viewer knows it. Who has been at the end of a branch knows.
    fn known(&self, state: &State, viewer: Option<Seat>) -> Option<Branch> {
        let told = self.sign || viewer.is_none() || matches!(state.place, Place::End(_));
        state.jewels.filter(|_| told)
    }

    fn place_number(state: &State) -> u8 {
        match state.place {
            Place::Start => 0,
            Place::Purse => 1,
            Place::Fork => 2,
            Place::End(Branch::Left) => 3,
            Place::End(Branch::Right) => 4,
        }
    }

    /// −1 left, 1 right, 0 unknown.
    fn side(branch: Option<Branch>) -> f32 {
        branch.map_or(0.0, |branch| if branch == Branch::Left { -1.0 } else { 1.0 })
    }
}

impl Game for Roads {
    type State = State;
    type Move = Move;

    fn seats(&self) -> usize {
        1
    }
    fn limit(&self) -> u32 {
        3
    }
    fn initial(&self) -> State {
        State { jewels: None, place: Place::Start }
    }
    fn turn(&self, state: &State) -> Turn {
        match (state.jewels, state.place) {
            (None, _) => Turn::Chance,
            (_, Place::Start | Place::Fork) => Turn::Seat(Seat::new(0)),
            _ => Turn::Over,
        }
    }
    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        match state.place {
            Place::Start => out.extend([Move::RoadA, Move::RoadB]),
            _ => out.extend(BRANCHES.map(Move::Take)),
        }
    }
    fn play(&self, state: &mut State, chosen: Move) {
        match chosen {
            Move::Hide(branch) => state.jewels = Some(branch),
            Move::RoadA => state.place = Place::Purse,
            Move::RoadB => state.place = Place::Fork,
            Move::Take(branch) => state.place = Place::End(branch),
        }
    }
    fn payoff(&self, state: &State) -> Payoff {
        let points = match state.place {
            Place::Start | Place::Fork => 0.0,
            Place::Purse => self.gold,
            Place::End(branch) if state.jewels == Some(branch) => self.jewels,
            Place::End(_) => -self.bus,
        };
        let place = if points < 0.0 { 2 } else { 1 };
        Payoff { points: Seats::all(points, 1), place: Seats::all(place, 1) }
    }
    fn bounds(&self) -> (f32, f32) {
        (-self.bus, self.jewels.max(self.gold))
    }
    fn traits(&self) -> Traits {
        Traits { chance: ChanceKind::Listed, hidden: !self.sign, sum: Sum::Shared }
    }
    fn chance(&self, _state: &State, out: &mut Vec<(Move, f64)>) -> bool {
        out.extend(BRANCHES.map(|branch| (Move::Hide(branch), 0.5)));
        true
    }

    fn sample(&self, state: &State, me: Seat, rng: &mut Rng) -> State {
        if state.jewels.is_none() || self.known(state, Some(me)).is_some() {
            return *state;
        }
        State { jewels: Some(BRANCHES[rng.below(2)]), ..*state }
    }
    fn info(&self, state: &State, me: Seat, out: &mut Vec<u8>) {
        let jewels = self.known(state, Some(me)).map_or(0, |branch| 1 + branch as u8);
        out.extend([u8::from(state.jewels.is_some()), Self::place_number(state), jewels]);
    }
    fn seen(&self, _state: &State, made: Move, _by: Seat) -> Seen<Move> {
        if matches!(made, Move::Hide(_)) && !self.sign { Seen::Hidden(0) } else { Seen::Full(made) }
    }

    fn text(&self, _state: &State, chosen: Move, out: &mut String) {
        out.push_str(chosen.word());
    }
    fn scene(&self, state: &State, viewer: Option<Seat>) -> Scene {
        let place = match state.place {
            Place::Start => "at the start: road A or road B",
            Place::Purse => "at the end of road A, with a purse of gold",
            Place::Fork => "at the fork of road B",
            Place::End(branch) if state.jewels == Some(branch) => "among the jewels",
            Place::End(_) => "under the bus",
        };
        let jewels = match self.known(state, viewer) {
            Some(Branch::Left) => "The jewels are on the left.",
            Some(Branch::Right) => "The jewels are on the right.",
            None => "Nobody tells you where the jewels are.",
        };
        Scene::of(Part::Label(format!("You are {place}."))).with(Part::Label(jewels.into()))
    }
    fn seat_name(&self, _seat: Seat) -> String {
        "Traveller".into()
    }

    fn elements(&self, _state: &State, chosen: Move, out: &mut Vec<Element>) {
        let name = match chosen {
            Move::RoadA => "road A",
            Move::RoadB => "road B",
            other => other.word(),
        };
        out.push(Element::new(ElementKind::Action, name));
    }
    fn observables(&self) -> Vec<String> {
        vec!["jewels".into()]
    }
    fn observe(&self, state: &State, viewer: Option<Seat>, out: &mut Vec<f32>) {
        out.push(Self::side(self.known(state, viewer)));
    }
    fn ending(&self, state: &State) -> Cow<'static, str> {
        match state.place {
            Place::End(branch) if state.jewels == Some(branch) => "jewels".into(),
            Place::End(_) => "bus".into(),
            _ => "gold".into(),
        }
    }

    fn actions(&self) -> Option<usize> {
        Some(MOVES.len() - BRANCHES.len())
    }
    fn index(&self, _state: &State, chosen: Move) -> usize {
        chosen.number()
    }
    fn encoding(&self) -> Option<Encoding> {
        Some(Encoding::Flat { len: 6 })
    }
    /// The place as one number among zeros, then where the jewels are known to be.
    fn encode(&self, state: &State, me: Seat, out: &mut [f32]) {
        out.fill(0.0);
        out[usize::from(Self::place_number(state))] = 1.0;
        out[5] = Self::side(self.known(state, Some(me)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_testkit::conformance;

    const BLIND: Roads = Roads { gold: 1.0, jewels: 5.0, bus: 10.0, sign: false };

    fn after(moves: &str) -> State {
        moves.split_whitespace().fold(BLIND.initial(), |mut state, text| {
            let chosen = BLIND.parse(&state, text).unwrap_or_else(|| panic!("`{text}` is not legal"));
            BLIND.play(&mut state, chosen);
            state
        })
    }

    #[test]
    fn roads_end_where_they_should() {
        let points = |moves| BLIND.payoff(&after(moves)).points[Seat::new(0)];
        assert_eq!(points("jewels-left a"), 1.0);
        assert_eq!(points("jewels-left b left"), 5.0);
        assert_eq!(points("jewels-left b right"), -10.0);
        assert_eq!(points("jewels-right b right"), 5.0);
    }

    /// The best a player can do from here who knows where the jewels are.
    fn clairvoyant(state: &State) -> f32 {
        if BLIND.turn(state) == Turn::Over {
            return BLIND.payoff(state).points[Seat::new(0)];
        }
        let mut legal = Vec::new();
        BLIND.moves(state, &mut legal);
        let worth = |chosen| {
            let mut next = *state;
            BLIND.play(&mut next, chosen);
            clairvoyant(&next)
        };
        legal.into_iter().map(worth).fold(f32::MIN, f32::max)
    }

    #[test]
    fn averaging_over_clairvoyance_prefers_the_fork_and_is_wrong() {
        let worlds = ["jewels-left", "jewels-right"];
        let average = |road: &str| {
            worlds.iter().map(|world| clairvoyant(&after(&format!("{world} {road}")))).sum::<f32>() / 2.0
        };
        assert_eq!((average("a"), average("b")), (1.0, 5.0));
        // What the player can really do is one branch in both worlds.
        let plan = |steps: &str| {
            let end = |world: &&str| BLIND.payoff(&after(&format!("{world} {steps}"))).points[Seat::new(0)];
            worlds.iter().map(end).sum::<f32>() / 2.0
        };
        assert_eq!(["a", "b left", "b right"].map(plan), [1.0, -2.5, -2.5]);
    }

    #[test]
    fn the_fork_looks_the_same_in_both_worlds() {
        let me = Seat::new(0);
        let info = |moves| {
            let mut info = Vec::new();
            BLIND.info(&after(moves), me, &mut info);
            info
        };
        assert_eq!(info("jewels-left b"), info("jewels-right b"));
        assert_ne!(info("jewels-left b left"), info("jewels-right b left"));
        let mut rng = Rng::stream(1, "roads", 0);
        let left = (0..1000)
            .filter(|_| BLIND.sample(&after("jewels-left b"), me, &mut rng).jewels == Some(Branch::Left));
        assert!((430..570).contains(&left.count()));
    }

    #[test]
    fn the_laws_hold_with_a_sign_too() {
        let report = conformance(&Roads { sign: true, ..BLIND }, 20, 1);
        assert!(report.holds(), "{report}");
    }
}
