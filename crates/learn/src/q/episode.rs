//! One match of learners on tables that do not change meanwhile: what was done, and what was known then.

use super::settings::{Plan, Role};
use ludometer_agents::q::{Place, Sight, Values, highest};
use ludometer_agents::{Agent, Ready};
use ludometer_game::{Fault, Game, Payoff, Rng, Seat, Turn, View};

/// Legal moves of a position at most: a table has a byte for the action.
const MOST_MOVES: usize = 256;

/// A decision of a learner.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Whose it was.
    pub seat: u8,
    /// The state.
    pub place: Place,
    /// The slot of the action.
    pub slot: u8,
    /// Where its row of values begins; rows of further tables of the seat follow.
    pub row: u32,
    /// How many legal moves there were.
    pub legal: u16,
    /// The action among them.
    pub chosen: u16,
    /// Whether it was a best one.
    pub greedy: bool,
}

/// How a match is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// Learners explore, to learn.
    Learning,
    /// Learners play what they learnt.
    Showing,
    /// One seat plays what it learnt, the others at random.
    Against(usize),
    /// All play at random.
    Random,
}

/// Who sits where beside the learners: made once, seated on every thread.
pub struct Cast<G: Game> {
    /// The agents of seats that do not learn.
    pub agents: Vec<Option<Ready<G>>>,
    /// Who chooses where a learner explores.
    pub explorer: Option<Ready<G>>,
}

/// A table at which matches are played one after the other.
pub struct Episode<'a, G: Game> {
    game: &'a G,
    plan: &'a Plan,
    sight: Sight,
    agents: Vec<Option<Box<dyn Agent<G>>>>,
    explorer: Option<Box<dyn Agent<G>>>,
    moves: Vec<G::Move>,
    by_slot: Vec<f32>,
    /// What was decided, in order.
    pub steps: Vec<Step>,
    /// Values of legal moves as they were before; not a number where a move was never tried.
    pub rows: Vec<f32>,
}

impl<'a, G: Game> Episode<'a, G> {
    pub fn new(game: &'a G, plan: &'a Plan, cast: &Cast<G>) -> Self {
        let seated = |ready: &Option<Ready<G>>| ready.as_ref().map(Ready::seat);
        Episode {
            game,
            plan,
            sight: Sight::new(game, plan.folded),
            agents: cast.agents.iter().map(seated).collect(),
            explorer: seated(&cast.explorer),
            moves: Vec::new(),
            by_slot: Vec::new(),
            steps: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Plays a match; none where it broke, which teaches nothing.
    ///
    /// # Errors
    /// When an agent fails.
    pub fn play(
        &mut self,
        values: &Values,
        number: u64,
        manner: Manner,
        rng: &mut Rng,
    ) -> Result<Option<Payoff>, Fault> {
        self.steps.clear();
        self.rows.clear();
        self.agents.iter_mut().chain([&mut self.explorer]).flatten().for_each(|agent| agent.start());
        let mut state = self.game.initial();
        for _ in 0..self.game.limit() {
            match self.game.turn(&state) {
                Turn::Chance => {
                    let drawn = self.game.draw(&state, rng);
                    self.game.play(&mut state, drawn);
                }
                Turn::Seat(seat) => {
                    self.moves.clear();
                    self.game.moves(&state, &mut self.moves);
                    if self.moves.is_empty() {
                        return Ok(None);
                    }
                    if self.moves.len() > MOST_MOVES {
                        return Err(too_many(self.moves.len()));
                    }
                    let chosen = self.choose(values, number, manner, &state, seat, rng)?;
                    self.game.play(&mut state, chosen);
                }
                Turn::Over => return Ok(Some(self.game.payoff(&state))),
                _ => return Ok(None),
            }
        }
        // The limit ends a match as it stands.
        Ok((self.game.turn(&state) != Turn::Broken).then(|| self.game.payoff(&state)))
    }

    fn choose(
        &mut self,
        values: &Values,
        number: u64,
        manner: Manner,
        state: &G::State,
        seat: Seat,
        rng: &mut Rng,
    ) -> Result<G::Move, Fault> {
        let own = seat.index();
        let blind = match manner {
            Manner::Random => true,
            Manner::Against(shown) => shown != own,
            Manner::Learning | Manner::Showing => false,
        };
        let any = |moves: &[G::Move], rng: &mut Rng| moves[rng.below(moves.len())];
        match &self.plan.roles[own] {
            _ if blind => Ok(any(&self.moves, rng)),
            Role::Learner { epsilon, .. } => {
                let epsilon = match manner {
                    Manner::Learning => self.plan.epsilon_in(*epsilon, number),
                    _ => 0.0,
                };
                self.decide(values, epsilon, state, seat, rng)
            }
            Role::Agent(_) if manner == Manner::Learning && rng.unit() < self.plan.delta => {
                Ok(any(&self.moves, rng))
            }
            Role::Agent(_) => match &mut self.agents[own] {
                Some(agent) => Ok(agent.decide(&View::new(self.game, state, seat), rng)?.chosen),
                None => Ok(any(&self.moves, rng)),
            },
        }
    }

    /// A learner's decision.
    fn decide(
        &mut self,
        values: &Values,
        epsilon: f64,
        state: &G::State,
        seat: Seat,
        rng: &mut Rng,
    ) -> Result<G::Move, Fault> {
        let place = self.sight.look(self.game, state, seat, &self.moves);
        let (row, legal) = (self.rows.len(), self.moves.len());
        for table in values.of(seat.index()) {
            let at = self.rows.len();
            self.rows.resize(at + legal, f32::NAN);
            if self.plan.folded {
                self.by_slot.resize(256, f32::NAN);
                table.read(place, f32::NAN, &mut self.by_slot);
                let by_slot = &self.by_slot;
                let known = self.sight.slots().iter().map(|slot| by_slot[usize::from(*slot)]);
                self.rows[at..].iter_mut().zip(known).for_each(|(value, known)| *value = known);
            } else {
                table.read(place, f32::NAN, &mut self.rows[at..]);
            }
        }
        let (rows, each, start) = (&self.rows[row..], values.each, self.plan.start);
        let worth = |at: usize| worth(rows, legal, each, at, start);
        let explores = epsilon > 0.0 && rng.unit() < epsilon;
        let chosen = match (&mut self.explorer, explores) {
            (Some(explorer), true) => {
                let wanted = explorer.decide(&View::new(self.game, state, seat), rng)?.chosen;
                self.moves.iter().position(|option| *option == wanted).unwrap_or(0)
            }
            (None, true) => rng.below(legal),
            _ => highest((0..legal).map(worth), rng),
        };
        let greedy = !explores || (0..legal).all(|at| worth(at) <= worth(chosen));
        self.steps.push(Step {
            seat: seat.index() as u8,
            place,
            slot: self.sight.slots()[chosen],
            row: row as u32,
            legal: legal as u16,
            chosen: chosen as u16,
            greedy,
        });
        Ok(self.moves[chosen])
    }
}

/// What is said of a position that has more moves than a table has numbers for.
fn too_many(moves: usize) -> Fault {
    let what =
        format!("a position has more than {MOST_MOVES} legal moves, and a table has no numbers for more");
    Fault { what, place: "train q".into(), value: moves.to_string() }
}

/// What an action is worth by all tables of its seat.
fn worth(rows: &[f32], legal: usize, each: usize, at: usize, start: f32) -> f32 {
    let of = |table: usize| match rows[table * legal + at] {
        untried if untried.is_nan() => start,
        tried => tried,
    };
    (0..each).map(of).sum::<f32>() / each as f32
}
