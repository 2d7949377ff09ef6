//! Matches of learners on tables that do not change meanwhile: what was done, and what was known then.
//!
//! Almost all time of a learner goes into waiting for the memory of its tables. So several matches are played side by
//! side: the lines of memory that all of them will read next are fetched at once, and then every match goes on.

use super::cold::Cold;
use super::lesson::Past;
use super::round::Rounds;
use super::settings::{Plan, Role};
use ludometer_agents::q::{Place, Sight, Values, highest};
use ludometer_agents::{Agent, Ready};
use ludometer_game::{Fault, Game, Payoff, Rng, Seat, Turn, View};
use std::hint::black_box;
use std::ops::Range;

/// Legal moves of a position at most: a table has a byte for the action.
const MOST_MOVES: usize = 256;
/// Matches played side by side.
const SIDE_BY_SIDE: u64 = 32;

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

/// Who sits where beside the learners: made once, seated at every match.
pub struct Cast<G: Game> {
    /// The agents of seats that do not learn.
    pub agents: Vec<Option<Ready<G>>>,
    /// Who chooses where a learner explores.
    pub explorer: Option<Ready<G>>,
}

impl<G: Game> Cast<G> {
    /// How many matches are worth playing side by side: other agents think longer than memory takes.
    #[must_use]
    pub fn side_by_side(&self) -> u64 {
        let alone = self.agents.iter().any(Option::is_some) || self.explorer.is_some();
        if alone { 1 } else { SIDE_BY_SIDE }
    }
}

/// A match.
pub struct Sitting<G: Game> {
    number: u64,
    rng: Rng,
    state: G::State,
    plies: u32,
    agents: Vec<Option<Box<dyn Agent<G>>>>,
    explorer: Option<Box<dyn Agent<G>>>,
    moves: Vec<G::Move>,
    /// The slots of these moves.
    slots: Vec<u8>,
    /// The learner that decides next, and its state.
    waiting: Option<(Seat, Place)>,
    /// What was decided, in order.
    steps: Vec<Step>,
    /// Values of legal moves as they were before; not a number where a move was never tried.
    rows: Vec<f32>,
    /// Beside them their slots, where several moves can share one; otherwise none.
    row_slots: Vec<u8>,
    /// What everybody got; none where the match broke, which teaches nothing.
    pub payoff: Option<Payoff>,
    /// Why it broke.
    pub why: Option<String>,
}

impl<G: Game> Sitting<G> {
    fn new(game: &G, cast: &Cast<G>) -> Self {
        let seated = |ready: &Option<Ready<G>>| ready.as_ref().map(Ready::seat);
        Sitting {
            number: 0,
            rng: Rng::stream(0, "", 0),
            state: game.initial(),
            plies: 0,
            agents: cast.agents.iter().map(seated).collect(),
            explorer: seated(&cast.explorer),
            moves: Vec::new(),
            slots: Vec::new(),
            waiting: None,
            steps: Vec::new(),
            rows: Vec::new(),
            row_slots: Vec::new(),
            payoff: None,
            why: None,
        }
    }

    fn start(&mut self, game: &G, number: u64, rng: Rng) {
        (self.number, self.rng, self.state, self.plies) = (number, rng, game.initial(), 0);
        (self.waiting, self.payoff, self.why) = (None, None, None);
        self.steps.clear();
        self.rows.clear();
        self.row_slots.clear();
        self.agents.iter_mut().chain([&mut self.explorer]).flatten().for_each(|agent| agent.start());
    }

    /// The match for who learns from it; none where it broke.
    pub fn past(&mut self) -> Option<Past<'_>> {
        let Sitting { number, steps, rows, payoff, rng, row_slots, .. } = self;
        payoff.as_ref().map(|payoff| Past { number: *number, steps, rows, row_slots, payoff: *payoff, rng })
    }
}

/// Plays matches side by side.
pub struct Sittings<'a, G: Game> {
    game: &'a G,
    plan: &'a Plan,
    cold: Option<&'a Cold>,
    manner: Manner,
    sight: Sight,
    by_slot: Vec<f32>,
    all: Vec<Sitting<G>>,
}

impl<'a, G: Game> Sittings<'a, G> {
    pub fn new(rounds: &Rounds<'a, G>, manner: Manner) -> Self {
        let Rounds { game, plan, cast, cold, .. } = *rounds;
        let all = (0..cast.side_by_side()).map(|_| Sitting::new(game, cast)).collect();
        let sight = Sight::new(game, plan.folded);
        Sittings { game, plan, cold, manner, sight, by_slot: Vec::new(), all }
    }

    /// Plays matches by their numbers and hands each over when it is over, in their order.
    ///
    /// # Errors
    /// When an agent fails.
    pub fn play(
        &mut self,
        values: &Values,
        numbers: Range<u64>,
        dice: impl Fn(u64) -> Rng,
        over: &mut impl FnMut(&mut Sitting<G>),
    ) -> Result<(), Fault> {
        let mut all = std::mem::take(&mut self.all);
        let group = all.len();
        for from in numbers.clone().step_by(group) {
            let upto = (from + group as u64).min(numbers.end);
            let seated = &mut all[..(upto - from) as usize];
            for (number, sitting) in (from..upto).zip(seated.iter_mut()) {
                sitting.start(self.game, number, dice(number));
            }
            self.play_all(values, seated)?;
            seated.iter_mut().for_each(&mut *over);
        }
        self.all = all;
        Ok(())
    }

    fn play_all(&mut self, values: &Values, seated: &mut [Sitting<G>]) -> Result<(), Fault> {
        for sitting in seated.iter_mut() {
            self.advance(sitting)?;
        }
        while seated.iter().any(|sitting| sitting.waiting.is_some()) {
            // Nothing depends on what is read here: the processor waits for all of it at once.
            let fetched = seated.iter().filter_map(|sitting| sitting.waiting);
            black_box(fetched.fold(0, |sum, (seat, place)| sum + values.fetch(seat.index(), place)));
            for sitting in seated.iter_mut() {
                if let Some((seat, place)) = sitting.waiting.take() {
                    self.decide(values, sitting, seat, place)?;
                    self.advance(sitting)?;
                }
            }
        }
        Ok(())
    }

    /// Goes on until a learner is to decide, or the match is over.
    fn advance(&mut self, sitting: &mut Sitting<G>) -> Result<(), Fault> {
        while sitting.plies < self.game.limit() {
            sitting.plies += 1;
            let chosen = match self.game.turn(&sitting.state) {
                Turn::Chance => self.game.draw(&sitting.state, &mut sitting.rng),
                Turn::Seat(seat) => {
                    sitting.moves.clear();
                    self.game.moves(&sitting.state, &mut sitting.moves);
                    match sitting.moves.len() {
                        0 => return Ok(()),
                        many if many > MOST_MOVES => return Err(too_many(many)),
                        _ => {}
                    }
                    match self.other(sitting, seat)? {
                        Some(chosen) => chosen,
                        None => {
                            let place = self.sight.look(self.game, &sitting.state, seat, &sitting.moves);
                            sitting.slots.clear();
                            sitting.slots.extend_from_slice(self.sight.slots());
                            sitting.waiting = Some((seat, place));
                            return Ok(());
                        }
                    }
                }
                Turn::Over => {
                    sitting.payoff = Some(self.game.payoff(&sitting.state));
                    return Ok(());
                }
                _ => {
                    sitting.why = self.game.fault(&sitting.state).map(|fault| fault.to_string());
                    return Ok(());
                }
            };
            self.game.play(&mut sitting.state, chosen);
        }
        // The limit ends a match as it stands.
        let whole = self.game.turn(&sitting.state) != Turn::Broken;
        sitting.payoff = whole.then(|| self.game.payoff(&sitting.state));
        Ok(())
    }

    /// The move of a seat whose table is not asked.
    fn other(&self, sitting: &mut Sitting<G>, seat: Seat) -> Result<Option<G::Move>, Fault> {
        let own = seat.index();
        let blind = match self.manner {
            Manner::Random => true,
            Manner::Against(shown) => shown != own,
            Manner::Learning | Manner::Showing => false,
        };
        let Sitting { moves, rng, agents, state, .. } = sitting;
        let any = |rng: &mut Rng| moves[rng.below(moves.len())];
        match (&self.plan.roles[own], &mut agents[own]) {
            _ if blind => Ok(Some(any(rng))),
            (Role::Learner { .. }, _) => Ok(None),
            (Role::Agent(_), Some(agent)) => {
                let slips = self.manner == Manner::Learning && rng.unit() < self.plan.delta;
                if slips {
                    return Ok(Some(any(rng)));
                }
                Ok(Some(agent.decide(&View::new(self.game, state, seat), rng)?.chosen))
            }
            (Role::Agent(_), None) => Ok(Some(any(rng))),
        }
    }

    /// What a table knows of a state, in memory or on disk.
    fn read(&self, values: &Values, table: usize, place: Place, row: &mut [f32]) -> Result<(), Fault> {
        values.tables[table].read(place, f32::NAN, row);
        match self.cold {
            Some(cold) if row.iter().all(|value| value.is_nan()) => cold.read(table, place, row),
            _ => Ok(()),
        }
    }

    /// A learner's decision.
    fn decide(
        &mut self,
        values: &Values,
        sitting: &mut Sitting<G>,
        seat: Seat,
        place: Place,
    ) -> Result<(), Fault> {
        let (row, legal) = (sitting.rows.len(), sitting.moves.len());
        for table in seat.index() * values.each..(seat.index() + 1) * values.each {
            let at = sitting.rows.len();
            sitting.rows.resize(at + legal, f32::NAN);
            if self.plan.folded {
                let mut by_slot = std::mem::take(&mut self.by_slot);
                by_slot.resize(MOST_MOVES, f32::NAN);
                self.read(values, table, place, &mut by_slot)?;
                let known = sitting.slots.iter().map(|slot| by_slot[usize::from(*slot)]);
                sitting.rows[at..].iter_mut().zip(known).for_each(|(value, known)| *value = known);
                sitting.row_slots.extend_from_slice(&sitting.slots);
                self.by_slot = by_slot;
            } else {
                self.read(values, table, place, &mut sitting.rows[at..])?;
            }
        }
        let (rows, each, start) = (&sitting.rows[row..], values.each, self.plan.start);
        let worth = |at: usize| worth(rows, legal, each, at, start);
        let rng = &mut sitting.rng;
        let epsilon = match (self.manner, &self.plan.roles[seat.index()]) {
            (Manner::Learning, Role::Learner { epsilon, .. }) => {
                self.plan.epsilon_in(*epsilon, sitting.number)
            }
            _ => 0.0,
        };
        let explores = epsilon > 0.0 && rng.unit() < epsilon;
        let chosen = match (&mut sitting.explorer, explores) {
            (Some(explorer), true) => {
                let wanted = explorer.decide(&View::new(self.game, &sitting.state, seat), rng)?.chosen;
                sitting.moves.iter().position(|option| *option == wanted).unwrap_or(0)
            }
            (None, true) => rng.below(legal),
            _ => highest((0..legal).map(worth), rng),
        };
        let greedy = !explores || (0..legal).all(|at| worth(at) <= worth(chosen));
        sitting.steps.push(Step {
            seat: seat.index() as u8,
            place,
            slot: sitting.slots[chosen],
            row: row as u32,
            legal: legal as u16,
            chosen: chosen as u16,
            greedy,
        });
        self.game.play(&mut sitting.state, sitting.moves[chosen]);
        Ok(())
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
