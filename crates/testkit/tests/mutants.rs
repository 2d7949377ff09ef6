//! Games that are wrong in one way each, and the finding that says so.

use ludometer_game::{
    Board, ChanceKind, Element, ElementKind, Encoding, Fault, Feature, Game, Part, Payoff, PositionError,
    Rng, Scene, Seat, Seats, Seen, Sum, Traits, Turn,
};
use ludometer_testkit::{Law, conformance, playouts_agree};
use std::hash::{Hash, Hasher};

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flaw {
    Nothing,
    NoMove,
    DuplicateMove,
    ClearsBuffer,
    SameTexts,
    UnreadText,
    SpacedText,
    CommaText,
    SemicolonText,
    OddsShort,
    NegativeOdds,
    DrawsUnlisted,
    ChanceUndeclared,
    PointsOutside,
    NobodyFirst,
    NotZeroSum,
    TeamApart,
    BiasedEvaluation,
    OneSidedEvaluation,
    LeakingScene,
    LeakingInfo,
    LeakingEncoding,
    Forgetful,
    BlindToOwnMove,
    NeverResamples,
    SeesThroughHidden,
    EncoderGap,
    IndexOutside,
    IndexShared,
    CellOffBoard,
    ObservableMissing,
    FeatureMissing,
    FeatureOutside,
    LeakingFeature,
    PositionLost,
    FaultWithoutBreak,
    KeyByAddress,
    KeyWithoutMover,
    Endless,
    HastyPlayout,
}

/// Two players hold a hidden coin each, then take one to three of nine stones; the last one wins.
/// Right in every law unless flawed.
struct Mutant(Flaw);

#[derive(Clone, Debug)]
struct State {
    coins: [u8; 2],
    taken: Vec<u8>,
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        (self.coins, &self.taken) == (other.coins, &other.taken)
    }
}
impl Eq for State {}
impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.coins, &self.taken).hash(hasher);
    }
}

impl State {
    fn left(&self) -> u8 {
        9u8.saturating_sub(self.taken.iter().sum())
    }
    fn mover(&self) -> usize {
        self.taken.len() % 2
    }
    fn dealt(&self) -> usize {
        self.coins.iter().filter(|&&coin| coin > 0).count()
    }
}

/// Chance outcomes.
const COIN: u8 = 10;

impl Game for Mutant {
    type State = State;
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }
    fn limit(&self) -> u32 {
        if self.0 == Flaw::Endless { 3 } else { 11 }
    }
    fn initial(&self) -> State {
        State { coins: [0, 0], taken: Vec::new() }
    }
    fn turn(&self, state: &State) -> Turn {
        match state.left() {
            _ if state.dealt() < 2 => Turn::Chance,
            0 => Turn::Over,
            _ => Turn::Seat(Seat::new(state.mover() as u8)),
        }
    }
    fn moves(&self, state: &State, out: &mut Vec<u8>) {
        match self.0 {
            Flaw::NoMove if state.left() == 1 => return,
            Flaw::DuplicateMove => out.push(1),
            Flaw::ClearsBuffer => out.clear(),
            _ => {}
        }
        out.extend(1..=state.left().min(3));
    }
    fn play(&self, state: &mut State, chosen: u8) {
        if chosen > COIN {
            let seat = state.dealt();
            state.coins[seat] = chosen - COIN;
        } else {
            state.taken.push(chosen);
        }
    }
    fn payoff(&self, state: &State) -> Payoff {
        if state.left() > 0 {
            return Payoff::draw(2);
        }
        let mut payoff = Payoff::win(2, Seat::new(1 - state.mover() as u8));
        match self.0 {
            Flaw::PointsOutside => payoff.points = Seats::from_fn(2, |s| 2.0 * payoff.points[s]),
            Flaw::NobodyFirst => payoff.place = Seats::all(2, 2),
            Flaw::NotZeroSum => payoff.points = Seats::from_fn(2, |s| payoff.points[s].max(0.0)),
            _ => {}
        }
        payoff
    }
    fn traits(&self) -> Traits {
        let chance = if self.0 == Flaw::ChanceUndeclared { ChanceKind::None } else { ChanceKind::Listed };
        // Estimates of opponents who know different things need not mirror each other.
        let open = [Flaw::SeesThroughHidden, Flaw::BiasedEvaluation].contains(&self.0);
        Traits { chance, hidden: !open, sum: Sum::Zero }
    }
    fn chance(&self, _state: &State, out: &mut Vec<(u8, f64)>) -> bool {
        out.extend(match self.0 {
            Flaw::OddsShort => [(COIN + 1, 0.5), (COIN + 2, 0.4)],
            Flaw::NegativeOdds => [(COIN + 1, 1.5), (COIN + 2, -0.5)],
            _ => [(COIN + 1, 0.5), (COIN + 2, 0.5)],
        });
        true
    }
    fn draw(&self, _state: &State, rng: &mut Rng) -> u8 {
        COIN + 1 + rng.below(if self.0 == Flaw::DrawsUnlisted { 3 } else { 2 }) as u8
    }
    fn sample(&self, state: &State, me: Seat, rng: &mut Rng) -> State {
        let mut world = state.clone();
        let other = 1 - me.index();
        if world.coins[other] > 0 && self.0 != Flaw::NeverResamples {
            world.coins[other] = 1 + rng.below(2) as u8;
        }
        world
    }
    fn info(&self, state: &State, me: Seat, out: &mut Vec<u8>) {
        out.extend([state.dealt() as u8, state.coins[me.index()]]);
        match self.0 {
            Flaw::LeakingInfo => out.push(state.coins[1 - me.index()]),
            Flaw::Forgetful => return out.push(state.left() * 2 + state.mover() as u8),
            _ => {}
        }
        out.extend(&state.taken);
    }
    fn seen(&self, state: &State, made: u8, by: Seat) -> Seen<u8> {
        let others = made > COIN && by.index() != state.dealt();
        let blind = self.0 == Flaw::BlindToOwnMove && made < COIN;
        if others || blind { Seen::Hidden(0) } else { Seen::Full(made) }
    }
    fn text(&self, _state: &State, chosen: u8, out: &mut String) {
        match self.0 {
            Flaw::SameTexts => out.push_str("move"),
            Flaw::SpacedText => out.push_str(&format!("take {chosen}")),
            Flaw::CommaText => out.push_str(&format!("take,{chosen}")),
            Flaw::SemicolonText => out.push_str(&format!("take;{chosen}")),
            _ => out.push_str(&chosen.to_string()),
        }
    }
    fn parse(&self, state: &State, text: &str) -> Option<u8> {
        if self.0 == Flaw::UnreadText {
            return None;
        }
        let mut options = vec![COIN + 1, COIN + 2];
        if self.turn(state) != Turn::Chance {
            options.clear();
            self.moves(state, &mut options);
        }
        options.into_iter().find(|&option| {
            let mut written = String::new();
            self.text(state, option, &mut written);
            written == text
        })
    }
    fn position(&self, state: &State) -> Option<String> {
        let digits = state.coins.iter().chain(&state.taken);
        (self.0 == Flaw::PositionLost).then(|| digits.map(ToString::to_string).collect())
    }
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        if self.0 != Flaw::PositionLost {
            return Err(PositionError::NoNotation);
        }
        let digits: Vec<u8> = text.bytes().map(|digit| digit.wrapping_sub(b'0')).collect();
        match digits[..] {
            [first, second, ..] if second < 3 => Ok(State { coins: [first, second], taken: Vec::new() }),
            _ => Err(PositionError::NoNotation),
        }
    }
    fn scene(&self, state: &State, viewer: Option<Seat>) -> Scene {
        let open = |seat: Seat| viewer.is_none_or(|me| me == seat) || self.0 == Flaw::LeakingScene;
        let coin = |seat: Seat| if open(seat) { state.coins[seat.index()] } else { 0 };
        Scene { parts: Seat::all(2).map(|seat| Part::Label(coin(seat).to_string())).collect() }
    }
    fn board(&self) -> Option<Board> {
        Some(Board::lettered(1, 3))
    }
    fn elements(&self, _state: &State, chosen: u8, out: &mut Vec<Element>) {
        let name =
            if self.0 == Flaw::CellOffBoard { "z9" } else { ["a1", "b1", "c1"][usize::from(chosen) % 3] };
        out.push(Element::new(ElementKind::Cell, name));
    }
    fn observables(&self) -> Vec<String> {
        vec!["stones".into()]
    }
    fn observe(&self, state: &State, _viewer: Option<Seat>, out: &mut Vec<f32>) {
        if self.0 != Flaw::ObservableMissing {
            out.push(state.left().into());
        }
    }
    fn evaluate(&self, state: &State, seat: Seat) -> Option<f32> {
        let behind = f32::from(u8::from(state.left().is_multiple_of(4)));
        let own = if seat.index() == state.mover() { -behind } else { behind };
        match self.0 {
            // Who is asked always thinks better of itself.
            Flaw::BiasedEvaluation => Some(own + 0.1),
            Flaw::OneSidedEvaluation => (seat.index() == 0).then_some(own),
            _ => Some(own),
        }
    }
    fn team(&self, seat: Seat) -> u8 {
        if self.0 == Flaw::TeamApart { 0 } else { seat.index() as u8 }
    }
    fn fault(&self, _state: &State) -> Option<Fault> {
        let fault = || Fault { what: "a".into(), place: "b".into(), value: "c".into() };
        (self.0 == Flaw::FaultWithoutBreak).then(fault)
    }
    fn key(&self, state: &State) -> u64 {
        let stones = 16 * state.dealt() as u64 + u64::from(state.left());
        match self.0 {
            Flaw::KeyByAddress => std::ptr::from_ref(state) as u64,
            Flaw::KeyWithoutMover => stones,
            _ => 2 * stones + state.mover() as u64,
        }
    }
    fn actions(&self) -> Option<usize> {
        Some(3)
    }
    fn index(&self, _state: &State, chosen: u8) -> usize {
        match self.0 {
            Flaw::IndexOutside => usize::from(chosen),
            Flaw::IndexShared => 0,
            _ => usize::from(chosen) - 1,
        }
    }
    fn encoding(&self) -> Option<Encoding> {
        Some(Encoding::Flat { len: 2 })
    }
    fn encode(&self, state: &State, me: Seat, out: &mut [f32]) {
        out[0] = state.coins[me.index()].into();
        match self.0 {
            Flaw::EncoderGap => {}
            Flaw::LeakingEncoding => out[1] = state.coins[1 - me.index()].into(),
            _ => out[1] = state.left().into(),
        }
    }
    fn features(&self) -> Vec<Feature> {
        vec![Feature::new("own-coin", (0.0, 2.0)), Feature::new("stones", (0.0, 9.0))]
    }
    fn read_features(&self, state: &State, me: Seat, out: &mut Vec<f32>) {
        let shown = if self.0 == Flaw::LeakingFeature { 1 - me.index() } else { me.index() };
        out.push(state.coins[shown].into());
        match self.0 {
            Flaw::FeatureMissing => {}
            Flaw::FeatureOutside => out.push(-1.0),
            _ => out.push(state.left().into()),
        }
    }
    fn playout(&self, state: &mut State, buffer: &mut Vec<u8>, rng: &mut Rng) -> Payoff {
        while self.turn(state) != Turn::Over {
            let chosen = match self.turn(state) {
                Turn::Chance => self.draw(state, rng),
                _ if self.0 == Flaw::HastyPlayout => state.left().min(3),
                _ => {
                    buffer.clear();
                    self.moves(state, buffer);
                    buffer[rng.below(buffer.len())]
                }
            };
            self.play(state, chosen);
        }
        self.payoff(state)
    }
}

#[test]
fn each_flaw_is_found_as_what_it_is() {
    let cases = [
        (Flaw::NoMove, Law::SomeMove),
        (Flaw::DuplicateMove, Law::DistinctMoves),
        (Flaw::ClearsBuffer, Law::Appends),
        (Flaw::SameTexts, Law::Text),
        (Flaw::UnreadText, Law::Text),
        (Flaw::SpacedText, Law::Text),
        (Flaw::CommaText, Law::Text),
        (Flaw::SemicolonText, Law::Text),
        (Flaw::OddsShort, Law::Odds),
        (Flaw::NegativeOdds, Law::Odds),
        (Flaw::DrawsUnlisted, Law::Draw),
        (Flaw::ChanceUndeclared, Law::ChanceTrait),
        (Flaw::PointsOutside, Law::Points),
        (Flaw::NobodyFirst, Law::Places),
        (Flaw::NotZeroSum, Law::SumTrait),
        (Flaw::TeamApart, Law::Places),
        (Flaw::BiasedEvaluation, Law::Evaluation),
        (Flaw::OneSidedEvaluation, Law::Evaluation),
        (Flaw::LeakingScene, Law::Sampling),
        (Flaw::LeakingInfo, Law::Sampling),
        (Flaw::LeakingEncoding, Law::Sampling),
        (Flaw::Forgetful, Law::Recall),
        (Flaw::BlindToOwnMove, Law::Recall),
        (Flaw::NeverResamples, Law::HiddenTrait),
        (Flaw::SeesThroughHidden, Law::HiddenTrait),
        (Flaw::EncoderGap, Law::Encoding),
        (Flaw::IndexOutside, Law::Index),
        (Flaw::IndexShared, Law::Index),
        (Flaw::CellOffBoard, Law::Elements),
        (Flaw::ObservableMissing, Law::Observables),
        (Flaw::FeatureMissing, Law::Features),
        (Flaw::FeatureOutside, Law::Features),
        (Flaw::LeakingFeature, Law::Sampling),
        (Flaw::PositionLost, Law::Position),
        (Flaw::FaultWithoutBreak, Law::Fault),
        (Flaw::KeyByAddress, Law::Keys),
        (Flaw::KeyWithoutMover, Law::Keys),
        (Flaw::Endless, Law::Ends),
    ];
    for (flaw, law) in cases {
        let report = conformance(&Mutant(flaw), 30, 1);
        assert!(report.finding(law).is_some(), "{flaw:?} should break {law:?}: {report}");
    }
}

#[test]
fn playouts_of_another_distribution_are_found() {
    let report = playouts_agree(&Mutant(Flaw::HastyPlayout), 1, 1000);
    assert_eq!(report.broken(), vec![Law::Playout], "{report}");
    assert!(playouts_agree(&Mutant(Flaw::Nothing), 1, 1000).holds());
}

#[test]
fn the_healthy_twin_breaks_nothing() {
    let report = conformance(&Mutant(Flaw::Nothing), 30, 1);
    assert_eq!(report.broken(), vec![], "{report}");
}
