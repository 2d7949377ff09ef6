//! A game opened for a job: its type is erased here, once, and never again.

use crate::LabError;
use crate::analyze::{self, Analysis, Asked, Subject};
use crate::check::{self, CheckReport};
use crate::examine::{self, Examined, Examining};
use crate::explain::{self, LessonRequest, Lessons};
use crate::lanes::lanes;
use crate::replay::{self, ReplayStep};
use crate::session::{self, Session};
use crate::solve::{self, Solution, SolvedFile, Solving};
use crate::solve_table::TableId;
use crate::speed::{self, Measuring, Speed};
use crate::tactics;
use crate::timing::{self, Stopwatch, Timing};
use crate::train::TrainOrder;
use ludometer_agents::lesson::Measure;
use ludometer_agents::solve::exhaustive::key_fingerprint;
use ludometer_agents::{AgentError, AgentSpec, prepare};
use ludometer_arena::{Order, Schedule, Sink, Table, demand_tables, run};
use ludometer_game::{AnyGame, Card, ChanceKind, Game, Goal, GoalOf, Params, Seat, Sum, Turn};
use ludometer_learn::alphazero::{Remembering, Variants, remember, train_varied};
use ludometer_learn::cfr::size::expected_positions;
use ludometer_learn::{MemoryInfo, Rulebook, TrainError, Trained, Training, Watch};
use ludometer_record::{BoardInfo, GameInfo, GoalInfo, MatchRecord, Names};
use ludometer_report::Tactics;
use ludometer_rules::Script;
use std::sync::Arc;

/// What is known of an agent that can play a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Admitted {
    /// Whether it plays the same match again from the same seed.
    pub reproducible: bool,
    /// What its files hold, in short.
    pub fingerprint: Option<String>,
}

/// Everything a job can ask of a game.
pub trait House: Send + Sync {
    /// The game as it is played.
    fn info(&self) -> GameInfo;
    /// The game without its type.
    fn game(&self) -> AnyGame;
    /// Whether matches are over before they begin.
    fn is_over(&self) -> bool;
    /// Whether an agent can play it; if so, whether it plays the same match again from the same seed.
    ///
    /// # Errors
    /// When it cannot; the error says what would work.
    fn admits(&self, spec: &AgentSpec) -> Result<Admitted, AgentError>;
    /// Whether what these agents keep for themselves fits into memory, in all seats of all threads.
    ///
    /// # Errors
    /// When it does not; the error says what to lower.
    fn fits(&self, specs: &[AgentSpec], schedule: &Schedule, threads: usize) -> Result<(), AgentError>;
    /// Plays matches of a schedule.
    ///
    /// # Errors
    /// When an agent cannot play the game.
    fn run(&self, order: &Order<'_>, sink: &mut dyn Sink) -> Result<(), AgentError>;
    /// How long matches of an agent against itself take here.
    ///
    /// # Errors
    /// When the agent cannot play the game, or the user stops.
    fn time(&self, spec: &AgentSpec, watch: Stopwatch<'_>) -> Result<Timing, LabError>;
    /// A recorded match step by step, and why it stops early if it does.
    fn replay(&self, record: &MatchRecord, names: &Names) -> (Vec<ReplayStep>, Option<String>);
    /// What was done in like situations of recorded matches by these agents, and what it earned.
    fn tactics(
        &self,
        records: &mut dyn Iterator<Item = MatchRecord>,
        names: &Names,
        agents: &[String],
    ) -> Tactics;
    /// What an agent thinks of the starting position, with at most so many worlds it may be in where
    /// something is hidden; `None` when the match is over there.
    ///
    /// # Errors
    /// When the agent cannot play the game, or fails.
    fn analyze(&self, spec: &AgentSpec, worlds: usize, seed: u64) -> Result<Option<Analysis>, Asked>;
    /// Search explained on the starting position.
    fn explain(&self, request: LessonRequest) -> Lessons;
    /// A match played by hand; a seat without an agent is a person's.
    ///
    /// # Errors
    /// When an agent cannot play the game.
    fn session(&self, seats: &[Option<AgentSpec>], seed: u64) -> Result<Box<dyn Session>, AgentError>;
    /// Why the rules of its file are not compiled, where they are not.
    fn slow_lane(&self) -> Option<String>;
    /// How fast the game is here.
    fn speed(&self, how: Measuring, seed: u64) -> Speed;
    /// What the starting position is worth when everybody plays their best.
    ///
    /// # Errors
    /// When there is no exact value, or the user stops.
    fn solve(&self, seed: u64, how: &mut Solving<'_>) -> Result<Solution, LabError>;
    /// What the positions of a file are worth; lines are numbered from 1.
    ///
    /// # Errors
    /// When a line is wrong or there is no exact value.
    fn solve_file(&self, lines: &[(usize, String)], how: &mut Solving<'_>) -> Result<SolvedFile, LabError>;
    /// How often agents keep the result in positions whose worth is known.
    ///
    /// # Errors
    /// When a line is wrong, an agent cannot play, there is no exact value, or the user stops.
    fn examine(&self, how: Examining<'_>) -> Result<Examined, LabError>;
    /// Whether the game keeps the laws of the contract on random play from the starting position.
    fn check(&self, matches: u64, seed: u64) -> CheckReport;
    /// About how many positions the whole tree of the game has.
    fn expected_positions(&self) -> f64;
    /// Trains a bot for the whole game, whatever the starting position.
    ///
    /// # Errors
    /// When the game cannot be learnt so, the folder holds something else, or the user stops.
    fn train(&self, order: &TrainOrder<'_>, watch: &mut dyn Watch) -> Result<Trained, TrainError>;
    /// Plays a bot against itself and keeps what happened in a folder.
    ///
    /// # Errors
    /// When the bot cannot play the game, the folder is used, or the user stops.
    fn remember(
        &self,
        bot: &str,
        order: &TrainOrder<'_>,
        watch: &mut dyn Watch,
    ) -> Result<MemoryInfo, TrainError>;
}

/// A game with everything known of it.
pub(crate) struct Typed<G: Game> {
    pub card: Card,
    pub params: Params,
    pub table: Arc<Table<G>>,
    /// Moves typed for the opening.
    pub opened: u64,
    /// The numbers people expect: of a typed tree those that were typed.
    pub measure: Measure,
    pub rules: Option<RulesFile>,
    /// What was typed for a game that another program knows.
    pub program: Option<String>,
}

/// The rules file a game comes from.
pub(crate) struct RulesFile {
    /// Its name, as somebody typed it.
    pub typed: String,
    pub text: String,
    pub sheets: Vec<(String, String)>,
    pub script: Script,
}

impl<G: Game> Typed<G> {
    /// What solved positions belong to.
    fn table_id(&self) -> TableId {
        let rules: Vec<String> = self.params.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let rules = format!("version {} {}", self.card.version, rules.join(" "));
        TableId { game: self.card.name.clone(), rules, keys: key_fingerprint(&*self.table.game) }
    }
}

/// A goal as records keep it.
fn goal_info(goal: &Goal) -> GoalInfo {
    let (of, who) = match &goal.of {
        GoalOf::Length => ("length", ""),
        GoalOf::Share(who) => ("share", who.as_str()),
        GoalOf::Wins => ("win", ""),
    };
    GoalInfo { of: of.into(), who: who.into(), low: goal.low, high: goal.high, text: goal.to_string() }
}

impl<G: Game> Typed<G> {
    /// The game by name.
    fn rulebook(&self) -> Rulebook {
        let rules = self.params.iter().map(|(name, value)| (name.to_owned(), value.to_string())).collect();
        let file = self.rules.as_ref().map(|rules| rules.typed.clone()).or_else(|| self.program.clone());
        Rulebook { game: self.card.name.clone(), file, version: self.card.version, rules }
    }
}

impl<G: Game> House for Typed<G> {
    fn info(&self) -> GameInfo {
        let game = &*self.table.game;
        let seats = Seat::all(game.seats());
        let traits = game.traits();
        GameInfo {
            name: self.card.name.clone(),
            title: self.card.title.clone(),
            version: self.card.version,
            params: self.params.iter().map(|(name, value)| (name.to_owned(), value.to_string())).collect(),
            seats: seats.clone().map(|seat| game.seat_name(seat)).collect(),
            teams: seats.map(|seat| game.team(seat)).collect(),
            bounds: game.bounds(),
            chance: match traits.chance {
                ChanceKind::None => "none",
                ChanceKind::Listed => "listed",
                ChanceKind::Drawn => "drawn",
            }
            .into(),
            hidden: traits.hidden,
            cooperative: traits.sum == Sum::Shared,
            limit: game.limit(),
            observables: game.observables(),
            board: game.board().map(|board| BoardInfo {
                rows: board.rows,
                columns: board.columns,
                hex: board.shape == ludometer_game::CellShape::Hex,
                cells: board.cells,
            }),
            rules: self.rules.as_ref().map(|rules| rules.text.clone()),
            sheets: self.rules.as_ref().map_or_else(Vec::new, |rules| rules.sheets.clone()),
            goals: game.goals().iter().map(goal_info).collect(),
        }
    }

    fn game(&self) -> AnyGame {
        AnyGame::shared(Arc::clone(&self.table.game))
    }

    fn is_over(&self) -> bool {
        self.table.game.turn(&self.table.start) == Turn::Over
    }

    fn admits(&self, spec: &AgentSpec) -> Result<Admitted, AgentError> {
        let ready = prepare(&*self.table.game, spec)?;
        Ok(Admitted { reproducible: ready.reproducible(), fingerprint: ready.fingerprint().map(Into::into) })
    }

    fn fits(&self, specs: &[AgentSpec], schedule: &Schedule, threads: usize) -> Result<(), AgentError> {
        let ready =
            specs.iter().map(|spec| prepare(&*self.table.game, spec)).collect::<Result<Vec<_>, _>>()?;
        demand_tables(specs, &ready, schedule, threads)
    }

    fn run(&self, order: &Order<'_>, sink: &mut dyn Sink) -> Result<(), AgentError> {
        run(&self.table, order, sink)
    }

    fn time(&self, spec: &AgentSpec, watch: Stopwatch<'_>) -> Result<Timing, LabError> {
        timing::time(&self.table, spec, watch)
    }

    fn replay(&self, record: &MatchRecord, names: &Names) -> (Vec<ReplayStep>, Option<String>) {
        replay::replay(&self.table.erased(), record, names)
    }

    fn tactics(
        &self,
        records: &mut dyn Iterator<Item = MatchRecord>,
        names: &Names,
        agents: &[String],
    ) -> Tactics {
        tactics::of_matches(&self.table.erased(), records, names, agents)
    }

    fn analyze(&self, spec: &AgentSpec, worlds: usize, seed: u64) -> Result<Option<Analysis>, Asked> {
        let (name, title) = (&self.card.name, &self.card.title);
        let subject = Subject { table: &self.table, name, title, measure: self.measure };
        analyze::analyze(&subject, spec, worlds, seed)
    }

    fn explain(&self, request: LessonRequest) -> Lessons {
        explain::explain(&self.table.erased(), &self.card.title, self.measure, request)
    }

    fn session(&self, seats: &[Option<AgentSpec>], seed: u64) -> Result<Box<dyn Session>, AgentError> {
        session::start(Arc::clone(&self.table), seats, seed, self.opened)
    }

    fn slow_lane(&self) -> Option<String> {
        let slow = self.rules.as_ref()?.script.slow_lane()?;
        Some(format!("{}: {slow}", self.card.name))
    }

    fn speed(&self, how: Measuring, seed: u64) -> Speed {
        let speed = speed::speed(&self.table, &self.card.name, how, seed);
        let lanes = self.rules.as_ref().map(|rules| lanes(&rules.script, &self.params, how, seed));
        Speed { lanes, ..speed }
    }

    fn solve(&self, seed: u64, how: &mut Solving<'_>) -> Result<Solution, LabError> {
        solve::solve(&self.table, &self.table_id(), seed, how)
    }

    fn solve_file(&self, lines: &[(usize, String)], how: &mut Solving<'_>) -> Result<SolvedFile, LabError> {
        solve::solve_file(&self.table, &self.card.name, lines, how)
    }

    fn examine(&self, how: Examining<'_>) -> Result<Examined, LabError> {
        examine::examine(&self.table.erased(), &self.card.name, how)
    }

    fn check(&self, matches: u64, seed: u64) -> CheckReport {
        check::check(&self.table.erased(), &self.card.name, matches, seed)
    }

    fn expected_positions(&self) -> f64 {
        expected_positions(&*self.table.erased().game)
    }

    fn remember(
        &self,
        bot: &str,
        order: &TrainOrder<'_>,
        watch: &mut dyn Watch,
    ) -> Result<MemoryInfo, TrainError> {
        let how = Remembering {
            rulebook: self.rulebook(),
            bot,
            params: order.params,
            seed: order.seed,
            threads: order.threads,
            folder: order.folder,
            command: order.command.clone(),
            dry: order.dry,
        };
        remember(&*self.table.erased().game, &how, watch)
    }

    fn train(&self, order: &TrainOrder<'_>, watch: &mut dyn Watch) -> Result<Trained, TrainError> {
        let training = Training {
            rulebook: self.rulebook(),
            params: order.params,
            seed: order.seed,
            threads: order.threads,
            command: order.command.clone(),
            folder: order.folder,
            dry: order.dry,
        };
        // Nearly all time goes into the network: trainers need not be compiled for every game.
        let game = self.game();
        if order.vary.is_empty() {
            return ludometer_learn::train(order.trainer, &game, &training, watch);
        }
        let games: Vec<&AnyGame> = std::iter::once(&game).chain(order.variants).collect();
        train_varied(&Variants { games: &games, vary: order.vary }, &training, watch)
    }
}
