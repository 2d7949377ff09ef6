//! Counterfactual regret minimisation: the equilibrium of a small game with hidden information.
//!
//! # Idea
//! Every seat plays against itself and the others, again and again, and keeps for every move of everything it
//! can know how much it regrets not having played it. It plays what it regrets most. Between two seats with
//! opposite interests the average of what was played goes to an equilibrium: a strategy nobody can exploit.
//! How far it is from one, its exploitability, is worked out exactly: what a seat that knows the strategy
//! gains by the best answer to it, on the average over the seats, in points.
//!
//! `--method cfr+` goes through the whole game in every iteration and converges fastest where that is quick.
//! `cfr` is the same without its improvements. `external` and `outcome` look at a few matches an iteration.
//!
//! `--against strategy:NAME` learns against a strategy that the game states and trusts it so far as `--trust`
//! says: the other seat plays it with that chance, and else answers as well as it can. The bot wins more from
//! that strategy than an equilibrium does, and can be exploited more: both are measured. What moves are worth, as
//! `analyze` shows it, is still their worth between two such bots.
//!
//! # Paper
//! Zinkevich and others 2007; Lanctot and others 2009 (sampling); Tammelin 2014 (CFR+); Johanson and others
//! 2007 (`--against`).
//!
//! # Needs
//! Listed chance, seats that remember what they did, and a tree of at most `--limit` positions. Two seats
//! with opposite interests: other games are trained too, by `cfr+` and `cfr`, but nobody promises an
//! equilibrium there.
//!
//! # Cost
//! About 100 bytes a position. The game itself is asked once; an iteration is a pass over flat arrays.
//!
//! # Wrong tool
//! For games without hidden information, which `solve` solves, and for large ones.

pub mod form;
pub mod full;
pub mod restricted;
pub mod sampling;
pub mod size;
pub mod solver;
pub mod strategy;
pub mod tree;

use crate::training::TIME_IS_UP;
use crate::{BotFolder, Job, Progress, STATE, Saved, TrainError, Trained, Training, Watch, Wish};
use ludometer_agents::AgentSpec;
use ludometer_agents::bot::{BOT, Bot, fingerprint, signature};
use ludometer_agents::cfr::policy::STRATEGY;
use ludometer_agents::strategy::number_of;
use ludometer_game::{Card, Game, ParamError, ParamSpec, Params, are_opponents};
use solver::{Method, Solver};
use tree::Tree;

/// The strategy as a table for people.
const TABLE: &str = "strategy.csv";

/// Name, documentation and parameters.
#[must_use]
pub fn card() -> Card {
    let params = vec![
        ParamSpec::whole("iterations", "how long to learn", 1000, 1..=1_000_000_000_000),
        ParamSpec::choice("method", "how to learn", &Method::WORDS),
        ParamSpec::real("explore", "how often outcome sampling tries something else", 0.6, 0.01..=1.0),
        ParamSpec::text("against", "learn against this: strategy:NAME, one the game states", ""),
        ParamSpec::real(
            "trust",
            "with --against, how sure it is that the other seat plays so",
            0.5,
            0.0..=1.0,
        ),
        ParamSpec::whole("limit", "the largest tree to try, in positions", 5_000_000, 1..=400_000_000),
        ParamSpec::switch("csv", "also write the strategy as a table, strategy.csv", false),
    ];
    Card::from_source("cfr", "Counterfactual regret minimisation", 1, include_str!("mod.rs"), params)
}

/// Trains a bot.
///
/// # Errors
/// When the game is too large or of the wrong kind, the folder holds something else, or the user stops.
pub fn train<G: Game>(
    game: &G,
    training: &Training<'_>,
    watch: &mut dyn Watch,
) -> Result<Trained, TrainError> {
    let params = training.params;
    let job = Job::new("cfr", training, signature(game), settings(training.params));
    let total = if training.dry { 1 } else { params.count("iterations") as u64 };
    // What is wrong with the folder is worth saying before the work.
    let saved = BotFolder::look(training.folder, &job)?;
    if let Some(done) = saved.map(|saved| saved.iterations).filter(|done| *done > total && !training.dry) {
        return Err(TrainError::Further { path: training.folder.to_owned(), done, unit: "iterations" });
    }
    let method = Method::read(params.word("method")).unwrap_or(Method::Plus);
    if method.samples() && game.seats() != 2 {
        return Err(needs_two_seats(params.word("method"), game.seats()));
    }
    let against = known_strategy(game, params, method)?;
    let tree = Tree::grow(game, params.count("limit"))?;
    let mut solver = Solver::new(tree, method, training.seed, params.real("explore"))?;
    if let Some(strategy) = against {
        let known = restricted::stated(game, solver.tree(), solver.form(), strategy)?;
        solver.face(known, params.real("trust"));
    }
    let notes = notes(game, &solver);
    let mut course = Course { job, total, training, watch };
    let before = match training.dry {
        true => course.try_out(&mut solver, &notes),
        false => {
            let folder = BotFolder::take(training.folder, &course.job)?;
            let before = course.learn(&mut solver, &folder, &notes)?;
            match params.switch("csv") {
                true => folder.write(TABLE, strategy::table(game, &solver).as_bytes())?,
                // One of an earlier training would no longer be true.
                false => folder.remove(TABLE)?,
            }
            return course.finish(&solver, &folder, before, notes);
        }
    };
    let bot = course.bot(&solver, &strategy::policy_of(&solver).to_bytes());
    Ok(Trained { bot, folder: training.folder.to_owned(), before, notes, ended: None })
}

/// Sampling averages what a seat plays while the only other one learns.
fn needs_two_seats(method: &str, seats: usize) -> TrainError {
    TrainError::CannotLearn {
        trainer: "cfr",
        needs: format!("two seats for --method {method}, and this game has {seats}"),
        instead: "--method cfr+ takes any number".into(),
    }
}

/// The number of the strategy to learn against, where one is named.
fn known_strategy<G: Game>(game: &G, params: &Params, method: Method) -> Result<Option<usize>, TrainError> {
    let named = match params.word("against") {
        "" if params.is_typed("trust") => {
            let cause = ParamError::Together("--trust says how far to trust --against; type both".into());
            return Err(TrainError::Params { trainer: "cfr".into(), cause });
        }
        "" => return Ok(None),
        named => AgentSpec::read(named)?,
    };
    let refused = |needs: String, instead: &str| {
        Err(TrainError::CannotLearn { trainer: "cfr", needs, instead: instead.into() })
    };
    match () {
        () if named.name() != "strategy" => refused(
            format!("a strategy the game states for --against, and `{named}` is none"),
            "write --against strategy:NAME; `train cases` and `train q` learn against any agent",
        ),
        () if method.samples() => refused(
            format!("whole iterations for --against, and --method {} samples", params.word("method")),
            "--method cfr+ and cfr do it",
        ),
        () if !are_opponents(game) => refused(
            "two seats of which one wins what the other loses for --against".into(),
            "without it any number of seats are trained",
        ),
        () if game.strategies().is_empty() => refused(
            format!("strategies that the game states for `--against {named}`, and this one states none"),
            "learn without it; `train cases` and `train q` learn against any agent",
        ),
        () => Ok(Some(number_of(game, "cfr", named.params().word("name"))?)),
    }
}

/// What changes the result, but for how long it takes.
fn settings(params: &Params) -> Vec<(String, String)> {
    let matters = |name: &str| match name {
        "method" => true,
        "explore" => params.word("method") == "outcome",
        "against" | "trust" => !params.word("against").is_empty(),
        _ => false,
    };
    let kept = params.iter().filter(|(name, _)| matters(name));
    kept.map(|(name, value)| (name.to_owned(), value.to_string())).collect()
}

fn notes<G: Game>(game: &G, solver: &Solver) -> Vec<String> {
    let (positions, sets) = (solver.tree().nodes.len(), solver.tree().sets.len());
    let mut notes = vec![format!("{positions} positions, {sets} information sets")];
    if !are_opponents(game) {
        notes.push(
            "no equilibrium is promised here: there are not two seats of which one wins what the other loses"
                .into(),
        );
    }
    notes
}

/// What can be measured of the strategy so far.
fn measures(solver: &Solver) -> Vec<(String, f64)> {
    let (form, policy) = (solver.form(), solver.average());
    let values = (0..form.seats()).map(|seat| (format!("value-{}", seat + 1), form.value(seat, &policy)));
    let against =
        solver.against().map(|against| ("against".to_owned(), against.won_from_known(form, &policy)));
    [("exploitability".to_owned(), form.exploitability(&policy))]
        .into_iter()
        .chain(values)
        .chain(against)
        .collect()
}

/// A training under way.
struct Course<'a> {
    job: Job,
    total: u64,
    training: &'a Training<'a>,
    watch: &'a mut dyn Watch,
}

impl Course<'_> {
    /// Learns to the end, from where it was left; returns where that was.
    fn learn(
        &mut self,
        solver: &mut Solver,
        folder: &BotFolder,
        notes: &[String],
    ) -> Result<u64, TrainError> {
        if let Some(saved) = BotFolder::look(folder.path(), &self.job)? {
            let fits = solver.restore(saved.iterations, &saved.numbers);
            fits.then_some(()).ok_or_else(|| TrainError::Damaged(folder.path().join(STATE)))?;
        }
        let before = solver.iterations();
        self.watch.began(notes, before);
        while solver.iterations() < self.total {
            let done = solver.iterations();
            // Every doubling is worth a look.
            let doubled = (done + 1).next_power_of_two();
            solver.run((done + solver.burst()).min(doubled).min(self.total) - done);
            let wish = self.watch.wish();
            let ended = solver.iterations() == self.total;
            if wish == Wish::Look || solver.iterations() == doubled || ended {
                self.tell(solver);
            }
            if wish != Wish::GoOn || solver.iterations() == doubled || ended {
                folder.write(STATE, &self.saved(solver).to_bytes())?;
            }
            if wish == Wish::Enough {
                break;
            }
            if wish == Wish::Stop && !ended {
                let path = folder.path().to_owned();
                return Err(TrainError::Stopped {
                    unit: "iterations",
                    done: solver.iterations(),
                    total: self.total,
                    path,
                });
            }
        }
        Ok(before)
    }

    /// One iteration that leaves nothing.
    fn try_out(&mut self, solver: &mut Solver, notes: &[String]) -> u64 {
        self.watch.began(notes, 0);
        solver.run(1);
        self.tell(solver);
        0
    }

    fn tell(&mut self, solver: &Solver) {
        let (done, total) = (solver.iterations(), self.total);
        self.watch.reached(&Progress { done, total, measures: measures(solver) });
    }

    fn saved(&self, solver: &Solver) -> Saved {
        Saved { job: self.job.clone(), iterations: solver.iterations(), numbers: solver.numbers() }
    }

    /// Writes the bot; the file that makes it one comes last.
    fn finish(
        &self,
        solver: &Solver,
        folder: &BotFolder,
        before: u64,
        notes: Vec<String>,
    ) -> Result<Trained, TrainError> {
        let strategy = strategy::policy_of(solver).to_bytes();
        let bot = self.bot(solver, &strategy);
        folder.write(STRATEGY, &strategy)?;
        folder.write(BOT, bot.to_toml().as_bytes())?;
        let ended = (solver.iterations() < self.total).then(|| TIME_IS_UP.to_owned());
        Ok(Trained { bot, folder: folder.path().to_owned(), before, notes, ended })
    }

    fn bot(&self, solver: &Solver, strategy: &[u8]) -> Bot {
        let tree = solver.tree();
        let sizes = [("positions", tree.nodes.len()), ("information-sets", tree.sets.len())];
        let sizes = sizes.map(|(name, size)| (name.to_owned(), size as f64));
        Bot {
            iterations: solver.iterations(),
            fingerprint: fingerprint(strategy),
            measures: measures(solver).into_iter().chain(sizes).collect(),
            ..self.job.bot("cfr", self.training.params.word("method"), self.training)
        }
    }
}
