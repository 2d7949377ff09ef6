//! A game without its type: for servers, bindings and everything that must hold any game at once.
//!
//! [`AnyGame`] is itself a [`Game`], so whatever is generic over games also runs on it, a few times
//! slower: states are boxed, moves are sixteen inline bytes.

use crate::cases::AnyBook;
use crate::{
    Board, CaseBook, Coarse, Element, Encoding, Fault, Feature, Game, Goal, Packed, Payoff, PositionError,
    Rng, Scene, Seat, Seen, Smaller, Solved, Solver, Story, Symmetry, Traits, Turn, Unsolved,
};
use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Any game, erased.
#[derive(Clone)]
pub struct AnyGame(Arc<dyn Erased>);

/// A boxed state of an [`AnyGame`].
pub struct AnyState(Box<dyn ErasedState>);

/// A move of an [`AnyGame`]: the sixteen bytes of the typed move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AnyMove([u8; 16]);

impl Packed for AnyMove {
    fn pack(self) -> [u8; 16] {
        self.0
    }
    fn unpack(bytes: [u8; 16]) -> Self {
        AnyMove(bytes)
    }
}

impl AnyGame {
    /// Erases a game.
    pub fn new<G: Game>(game: G) -> Self {
        AnyGame(Arc::new(game))
    }

    /// Erases a game that others hold, too.
    pub fn shared<G: Game>(game: Arc<G>) -> Self {
        AnyGame(game)
    }

    /// Erases a state of a game.
    pub fn state_of<G: Game>(state: G::State) -> AnyState {
        AnyState::new(state)
    }

    pub(crate) fn typed<G: Game>(&self) -> &G {
        self.0.as_any().downcast_ref().expect("what belongs to a game is used with it")
    }
}

impl AnyState {
    fn new<S: ErasedState>(state: S) -> Self {
        AnyState(Box::new(state))
    }

    pub(crate) fn typed<G: Game>(&self) -> &G::State {
        self.0.as_any().downcast_ref().expect("a state belongs to the game that made it")
    }

    fn typed_mut<G: Game>(&mut self) -> &mut G::State {
        self.0.as_any_mut().downcast_mut().expect("a state belongs to the game that made it")
    }
}

trait ErasedState: Send + Sync + 'static {
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
    fn boxed_clone(&self) -> Box<dyn ErasedState>;
    fn same(&self, other: &dyn Any) -> bool;
    fn feed(&self, hasher: &mut dyn Hasher);
    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<S: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static> ErasedState for S {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
    fn boxed_clone(&self) -> Box<dyn ErasedState> {
        Box::new(self.clone())
    }
    fn same(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<S>() == Some(self)
    }
    fn feed(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl Clone for AnyState {
    fn clone(&self) -> Self {
        AnyState(self.0.boxed_clone())
    }
}
impl PartialEq for AnyState {
    fn eq(&self, other: &Self) -> bool {
        self.0.same(other.0.as_any())
    }
}
impl Eq for AnyState {}
impl Hash for AnyState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.feed(state);
    }
}
impl fmt::Debug for AnyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.debug(f)
    }
}

/// A solver of an erased game.
struct AnySolver {
    game: AnyGame,
    /// The typed solver, boxed.
    solver: Box<dyn Any + Send>,
}

impl Solver<AnyGame> for AnySolver {
    fn solve(
        &mut self,
        game: &AnyGame,
        state: &AnyState,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Solved, Unsolved> {
        game.0.solve(&mut *self.solver, state, go_on)
    }
    fn result(
        &mut self,
        game: &AnyGame,
        state: &AnyState,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<f32, Unsolved> {
        game.0.result(&mut *self.solver, state, go_on)
    }
    fn forget(&mut self) {
        self.game.0.forget(&mut *self.solver);
    }
}

fn typed_solver<G: Game>(solver: &mut dyn Any) -> &mut Box<dyn Solver<G>> {
    solver.downcast_mut().expect("a solver belongs to the game that made it")
}

/// Writes the object-safe twin of the contract, its implementation for every typed game, and the
/// contract for [`AnyGame`] by forwarding: one line per method, so that none is forgotten.
macro_rules! erase {
    (
        plain { $(fn $plain:ident(&self $(, $parg:ident: $pty:ty)*) $(-> $pret:ty)?;)* }
        state { $(fn $read:ident(&self, state $(, $rarg:ident: $rty:ty)*) $(-> $rret:ty)?;)* }
        moved { $(fn $with:ident(&self, state, chosen $(, $warg:ident: $wty:ty)*) $(-> $wret:ty)?;)* }
    ) => {
        trait Erased: Send + Sync + 'static {
            $(fn $plain(&self $(, $parg: $pty)*) $(-> $pret)?;)*
            $(fn $read(&self, state: &AnyState $(, $rarg: $rty)*) $(-> $rret)?;)*
            $(fn $with(&self, state: &AnyState, chosen: AnyMove $(, $warg: $wty)*) $(-> $wret)?;)*
            fn as_any(&self) -> &dyn Any;
            fn cases(&self) -> Box<dyn CaseBook<AnyGame>>;
            fn initial(&self) -> AnyState;
            fn moves(&self, state: &AnyState, out: &mut Vec<AnyMove>);
            fn play(&self, state: &mut AnyState, chosen: AnyMove);
            fn chance(&self, state: &AnyState, out: &mut Vec<(AnyMove, f64)>) -> bool;
            fn draw(&self, state: &AnyState, rng: &mut Rng) -> AnyMove;
            fn sample(&self, state: &AnyState, me: Seat, rng: &mut Rng) -> AnyState;
            fn seen(&self, state: &AnyState, made: AnyMove, by: Seat) -> Seen<AnyMove>;
            fn parse(&self, state: &AnyState, text: &str) -> Option<AnyMove>;
            fn read_position(&self, text: &str) -> Result<AnyState, PositionError>;
            fn narrate(&self, before: &AnyState, chosen: AnyMove, after: &AnyState, story: &mut Story);
            fn playout(&self, state: &mut AnyState, rng: &mut Rng) -> Payoff;
            fn solver(&self, bytes: usize) -> Option<Box<dyn Any + Send>>;
            fn solve(
                &self,
                solver: &mut dyn Any,
                state: &AnyState,
                go_on: &mut dyn FnMut(u64) -> bool,
            ) -> Result<Solved, Unsolved>;
            fn result(
                &self,
                solver: &mut dyn Any,
                state: &AnyState,
                go_on: &mut dyn FnMut(u64) -> bool,
            ) -> Result<f32, Unsolved>;
            fn forget(&self, solver: &mut dyn Any);
            fn coarse(&self, state: &AnyState, me: Seat, rules: &[(String, f32)]) -> Option<Coarse<AnyMove>>;
            fn advise(
                &self,
                state: &AnyState,
                seat: Seat,
                strategy: usize,
                moves: &[AnyMove],
                out: &mut Vec<f32>,
            ) -> Result<(), Fault>;
        }

        impl<G: Game> Erased for G {
            $(fn $plain(&self $(, $parg: $pty)*) $(-> $pret)? { Game::$plain(self $(, $parg)*) })*
            $(fn $read(&self, state: &AnyState $(, $rarg: $rty)*) $(-> $rret)? {
                Game::$read(self, state.typed::<G>() $(, $rarg)*)
            })*
            $(fn $with(&self, state: &AnyState, chosen: AnyMove $(, $warg: $wty)*) $(-> $wret)? {
                Game::$with(self, state.typed::<G>(), G::Move::unpack(chosen.0) $(, $warg)*)
            })*
            fn as_any(&self) -> &dyn Any {
                self
            }
            fn cases(&self) -> Box<dyn CaseBook<AnyGame>> {
                Box::new(AnyBook(Game::cases(self)))
            }
            fn initial(&self) -> AnyState {
                AnyState::new(Game::initial(self))
            }
            fn moves(&self, state: &AnyState, out: &mut Vec<AnyMove>) {
                let mut typed = Vec::new();
                Game::moves(self, state.typed::<G>(), &mut typed);
                out.extend(typed.into_iter().map(|m| AnyMove(m.pack())));
            }
            fn play(&self, state: &mut AnyState, chosen: AnyMove) {
                Game::play(self, state.typed_mut::<G>(), G::Move::unpack(chosen.0));
            }
            fn chance(&self, state: &AnyState, out: &mut Vec<(AnyMove, f64)>) -> bool {
                let mut typed = Vec::new();
                let listed = Game::chance(self, state.typed::<G>(), &mut typed);
                out.extend(typed.into_iter().map(|(m, p)| (AnyMove(m.pack()), p)));
                listed
            }
            fn draw(&self, state: &AnyState, rng: &mut Rng) -> AnyMove {
                AnyMove(Game::draw(self, state.typed::<G>(), rng).pack())
            }
            fn sample(&self, state: &AnyState, me: Seat, rng: &mut Rng) -> AnyState {
                AnyState::new(Game::sample(self, state.typed::<G>(), me, rng))
            }
            fn seen(&self, state: &AnyState, made: AnyMove, by: Seat) -> Seen<AnyMove> {
                match Game::seen(self, state.typed::<G>(), G::Move::unpack(made.0), by) {
                    Seen::Full(full) => Seen::Full(AnyMove(full.pack())),
                    Seen::Hidden(class) => Seen::Hidden(class),
                }
            }
            fn parse(&self, state: &AnyState, text: &str) -> Option<AnyMove> {
                Game::parse(self, state.typed::<G>(), text).map(|m| AnyMove(m.pack()))
            }
            fn read_position(&self, text: &str) -> Result<AnyState, PositionError> {
                Game::read_position(self, text).map(AnyState::new)
            }
            fn narrate(&self, before: &AnyState, chosen: AnyMove, after: &AnyState, story: &mut Story) {
                let chosen = G::Move::unpack(chosen.0);
                Game::narrate(self, before.typed::<G>(), chosen, after.typed::<G>(), story);
            }
            fn playout(&self, state: &mut AnyState, rng: &mut Rng) -> Payoff {
                Game::playout(self, state.typed_mut::<G>(), &mut Vec::new(), rng)
            }
            fn solver(&self, bytes: usize) -> Option<Box<dyn Any + Send>> {
                Game::solver(self, bytes).map(|solver| Box::new(solver) as Box<dyn Any + Send>)
            }
            fn solve(
                &self,
                solver: &mut dyn Any,
                state: &AnyState,
                go_on: &mut dyn FnMut(u64) -> bool,
            ) -> Result<Solved, Unsolved> {
                typed_solver::<G>(solver).solve(self, state.typed::<G>(), go_on)
            }
            fn result(
                &self,
                solver: &mut dyn Any,
                state: &AnyState,
                go_on: &mut dyn FnMut(u64) -> bool,
            ) -> Result<f32, Unsolved> {
                typed_solver::<G>(solver).result(self, state.typed::<G>(), go_on)
            }
            fn forget(&self, solver: &mut dyn Any) {
                typed_solver::<G>(solver).forget();
            }
            fn coarse(&self, state: &AnyState, me: Seat, rules: &[(String, f32)]) -> Option<Coarse<AnyMove>> {
                let coarse = Game::coarse(self, state.typed::<G>(), me, rules)?;
                Some(coarse.map(|typed| AnyMove(typed.pack())))
            }
            fn advise(
                &self,
                state: &AnyState,
                seat: Seat,
                strategy: usize,
                moves: &[AnyMove],
                out: &mut Vec<f32>,
            ) -> Result<(), Fault> {
                let typed: Vec<G::Move> = moves.iter().map(|option| G::Move::unpack(option.0)).collect();
                Game::advise(self, state.typed::<G>(), seat, strategy, &typed, out)
            }
        }

        impl Game for AnyGame {
            type State = AnyState;
            type Move = AnyMove;
            const NOISY: bool = true;
            $(fn $plain(&self $(, $parg: $pty)*) $(-> $pret)? { self.0.$plain($($parg),*) })*
            $(fn $read(&self, state: &AnyState $(, $rarg: $rty)*) $(-> $rret)? { self.0.$read(state $(, $rarg)*) })*
            $(fn $with(&self, state: &AnyState, chosen: AnyMove $(, $warg: $wty)*) $(-> $wret)? {
                self.0.$with(state, chosen $(, $warg)*)
            })*
            fn cases(&self) -> Box<dyn CaseBook<Self>> {
                self.0.cases()
            }
            fn initial(&self) -> AnyState {
                self.0.initial()
            }
            fn moves(&self, state: &AnyState, out: &mut Vec<AnyMove>) {
                self.0.moves(state, out);
            }
            fn play(&self, state: &mut AnyState, chosen: AnyMove) {
                self.0.play(state, chosen);
            }
            fn chance(&self, state: &AnyState, out: &mut Vec<(AnyMove, f64)>) -> bool {
                self.0.chance(state, out)
            }
            fn draw(&self, state: &AnyState, rng: &mut Rng) -> AnyMove {
                self.0.draw(state, rng)
            }
            fn sample(&self, state: &AnyState, me: Seat, rng: &mut Rng) -> AnyState {
                self.0.sample(state, me, rng)
            }
            fn seen(&self, state: &AnyState, made: AnyMove, by: Seat) -> Seen<AnyMove> {
                self.0.seen(state, made, by)
            }
            fn parse(&self, state: &AnyState, text: &str) -> Option<AnyMove> {
                self.0.parse(state, text)
            }
            fn read_position(&self, text: &str) -> Result<AnyState, PositionError> {
                self.0.read_position(text)
            }
            fn narrate(&self, before: &AnyState, chosen: AnyMove, after: &AnyState, story: &mut Story) {
                self.0.narrate(before, chosen, after, story);
            }
            fn playout(&self, state: &mut AnyState, _buffer: &mut Vec<AnyMove>, rng: &mut Rng) -> Payoff {
                self.0.playout(state, rng)
            }
            fn solver(&self, bytes: usize) -> Option<Box<dyn Solver<Self>>> {
                let solver = self.0.solver(bytes)?;
                Some(Box::new(AnySolver { game: self.clone(), solver }))
            }
            fn coarse(&self, state: &AnyState, me: Seat, rules: &[(String, f32)]) -> Option<Coarse<AnyMove>> {
                self.0.coarse(state, me, rules)
            }
            fn advise(
                &self,
                state: &AnyState,
                seat: Seat,
                strategy: usize,
                moves: &[AnyMove],
                out: &mut Vec<f32>,
            ) -> Result<(), Fault> {
                self.0.advise(state, seat, strategy, moves, out)
            }
        }
    };
}

erase! {
    plain {
        fn seats(&self) -> usize;
        fn limit(&self) -> u32;
        fn bounds(&self) -> (f32, f32);
        fn traits(&self) -> Traits;
        fn board(&self) -> Option<Board>;
        fn seat_name(&self, seat: Seat) -> String;
        fn observables(&self) -> Vec<String>;
        fn team(&self, seat: Seat) -> u8;
        fn actions(&self) -> Option<usize>;
        fn encoding(&self) -> Option<Encoding>;
        fn symmetries(&self) -> Vec<Symmetry>;
        fn constants(&self) -> Vec<(String, f32)>;
        fn features(&self) -> Vec<Feature>;
        fn openings(&self) -> Vec<(String, Vec<String>)>;
        fn strategies(&self) -> Vec<String>;
        fn goals(&self) -> Vec<Goal>;
        fn smaller(&self) -> Option<Smaller>;
    }
    state {
        fn turn(&self, state) -> Turn;
        fn payoff(&self, state) -> Payoff;
        fn info(&self, state, me: Seat, out: &mut Vec<u8>);
        fn position(&self, state) -> Option<String>;
        fn scene(&self, state, viewer: Option<Seat>) -> Scene;
        fn stage(&self, state) -> Cow<'static, str>;
        fn observe(&self, state, viewer: Option<Seat>, out: &mut Vec<f32>);
        fn score(&self, state, seat: Seat) -> Option<f32>;
        fn evaluate(&self, state, seat: Seat) -> Option<f32>;
        fn side(&self, state, seat: Seat) -> String;
        fn episode(&self, state) -> u32;
        fn ending(&self, state) -> Cow<'static, str>;
        fn fault(&self, state) -> Option<Fault>;
        fn key(&self, state) -> u64;
        fn encode(&self, state, me: Seat, out: &mut [f32]);
        fn read_features(&self, state, me: Seat, out: &mut Vec<f32>);
        fn read_chosen_features(&self, state, me: Seat, chosen: &[u16], out: &mut Vec<f32>);
    }
    moved {
        fn text(&self, state, chosen, out: &mut String);
        fn elements(&self, state, chosen, out: &mut Vec<Element>);
        fn index(&self, state, chosen) -> usize;
        fn noisy(&self, state, chosen) -> bool;
    }
}
