//! Difficulty fitted to a player: levels of a bot that win as often as was asked for.
//!
//! Strength is one number from 0 to 1: at first the network alone, drawing ever less freely among its moves, then
//! searches that grow. A few strengths are measured, the asked ones read off between them, measured, and moved once
//! more where the measurement says so.

use crate::{House, LabError};
use ludometer_agents::AgentSpec;
use ludometer_agents::bot::{BOT, Bot, BotFiles};
use ludometer_agents::network::{PLAN, WEIGHTS, constants};
use ludometer_agents::puct::{LADDER, LADDER_SCHEMA, Ladder, Level, rung};
use ludometer_arena::{Flow, Order, Plan, Schedule, Sink};
use ludometer_game::Rng;
use ludometer_record::folder::write_atomically;
use ludometer_record::{MatchRecord, Names};
use ludometer_stats::{Estimate, Moments, read_off, wilson};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Strengths that are measured first.
const GRID: usize = 9;
/// Looks at a level before it is taken as it is.
const LOOKS: u64 = 3;

/// What is wanted.
pub struct LadderRequest<'a> {
    /// The bot.
    pub bot: &'a BotFiles,
    /// The player it is fitted to.
    pub against: &'a AgentSpec,
    /// How often each level should win against that player, draws counted half.
    pub rates: &'a [f64],
    /// Simulations of the strongest level.
    pub sims: u32,
    /// Pairs of matches each level is measured in.
    pub pairs: u64,
    /// The seed of everything random.
    pub seed: u64,
    /// Threads to play on.
    pub threads: usize,
    /// Set to stop.
    pub cancel: &'a AtomicBool,
}

/// Finds the levels. `tell` hears of every strength that was measured: the agent, and how often it won.
///
/// # Errors
/// When the bot or the player cannot play the game, or the user stops.
pub fn ladder(
    house: &dyn House,
    request: &LadderRequest<'_>,
    tell: &mut dyn FnMut(&str, f64),
) -> Result<Ladder, LabError> {
    let bot = Bot::read(request.bot).map_err(LabError::Usage)?;
    let grid = (0..GRID).map(|at| at as f64 / (GRID - 1) as f64);
    let mut known: Vec<(f64, f64)> = Vec::new();
    for strength in grid {
        let score = measure(house, request, strength, request.pairs.div_ceil(4), request.seed, tell)?;
        known.push((strength, score.value));
    }
    let mut levels: Vec<Level> = Vec::new();
    for (&asked, number) in request.rates.iter().zip(0u64..) {
        let strength = fit(house, request, asked, &known, tell)?;
        let found = rung(strength, request.sims);
        // One setting has one number, however often it is asked for.
        let same = |level: &&Level| (level.sims, level.temperature, level.noise) == found;
        if let Some(same) = levels.iter().find(same).copied() {
            levels.push(Level { asked, ..same });
            continue;
        }
        // Measured once more on matches that nothing was chosen by.
        let seed = Rng::derive(request.seed, "level", number);
        let score = measure(house, request, strength, request.pairs, seed, tell)?;
        let (sims, temperature, noise) = found;
        let (measured, interval, pairs) = (score.value, (score.low, score.high), request.pairs);
        levels.push(Level { asked, measured, interval, pairs, sims, temperature, noise });
    }
    Ok(Ladder {
        schema: LADDER_SCHEMA,
        against: request.against.to_string(),
        constants: constants(&house.game(), &bot.vary).map_err(LabError::Usage)?,
        fingerprint: bot.fingerprint,
        levels,
    })
}

/// The strength that wins as often as asked, as near as a few looks bring it.
fn fit(
    house: &dyn House,
    request: &LadderRequest<'_>,
    asked: f64,
    known: &[(f64, f64)],
    tell: &mut dyn FnMut(&str, f64),
) -> Result<f64, LabError> {
    let mut known = known.to_vec();
    let mut strength = read_off(&known, asked).unwrap_or(1.0);
    for look in 0..LOOKS {
        let seed = Rng::derive(request.seed, "look", look);
        let score = measure(house, request, strength, request.pairs, seed, tell)?;
        if score.low <= asked && asked <= score.high {
            break;
        }
        // What was measured here says more than what lies around it.
        known.retain(|(other, _)| (other - strength).abs() > 0.02);
        known.push((strength, score.value));
        known.sort_by(|a, b| a.0.total_cmp(&b.0));
        let next = read_off(&known, asked).unwrap_or(1.0);
        if rung(next, request.sims) == rung(strength, request.sims) {
            break;
        }
        strength = next;
    }
    Ok(strength)
}

/// How often a strength wins.
fn measure(
    house: &dyn House,
    request: &LadderRequest<'_>,
    strength: f64,
    pairs: u64,
    seed: u64,
    tell: &mut dyn FnMut(&str, f64),
) -> Result<Estimate, LabError> {
    let (sims, temperature, noise) = rung(strength, request.sims);
    let text = format!("puct:bot={},sims={sims},temperature={temperature},noise={noise}", request.bot);
    let specs = [AgentSpec::read(&text)?, request.against.clone()];
    let seats = house.info().seats.len();
    let lineup = std::iter::once(0).chain(std::iter::repeat_n(1, seats - 1)).collect();
    let schedule = Schedule { seed, plans: vec![Plan { lineup, blocks: pairs }] };
    let numbers: Vec<u64> = (0..schedule.len()).collect();
    let order = Order {
        schedule: &schedule,
        specs: &specs,
        numbers: &numbers,
        threads: request.threads,
        cancel: request.cancel,
    };
    let mut scores = Scores(vec![0.0; pairs as usize], 0);
    house.run(&order, &mut scores)?;
    if scores.1 < schedule.len() {
        return Err(LabError::StoppedLadder);
    }
    let mut moments = Moments::default();
    scores.0.iter().for_each(|score| moments.add(score / seats as f64));
    let mean =
        moments.mean_within((0.0, 1.0)).ok_or_else(|| LabError::Usage("no match was played".into()))?;
    // Pairs that all end alike have no spread, and still say only so much.
    let won = wilson((mean.value * pairs as f64).round() as u64, pairs);
    let estimate = Estimate { low: mean.low.min(won.low), high: mean.high.max(won.high), ..mean };
    tell(&text, estimate.value);
    Ok(estimate)
}

/// Copies a bot to a folder of its own, which must not be there yet, with its levels.
///
/// # Errors
/// When the folder is there, or cannot be written.
pub fn copy_with_levels(bot: &BotFiles, ladder: &Ladder, folder: &Path) -> Result<(), LabError> {
    let here = |path: &Path| {
        let path = path.to_owned();
        move |cause| LabError::File { path, cause }
    };
    std::fs::create_dir_all(folder).map_err(here(folder))?;
    for name in [PLAN, WEIGHTS, BOT] {
        let bytes = bot.read(name).map_err(here(&folder.join(name)))?;
        write_atomically(&folder.join(name), &bytes).map_err(here(&folder.join(name)))?;
    }
    write_levels(ladder, folder)
}

/// Writes levels beside a bot.
///
/// # Errors
/// When they cannot be written.
pub fn write_levels(ladder: &Ladder, folder: &Path) -> Result<(), LabError> {
    let path = folder.join(LADDER);
    write_atomically(&path, ladder.to_toml().as_bytes()).map_err(|cause| LabError::File { path, cause })
}

/// What the level won, block by block, and how many matches were played.
struct Scores(Vec<f64>, u64);

impl Sink for Scores {
    fn take(&mut self, record: MatchRecord, _names: &Names) -> Flow {
        let firsts = record.places.iter().filter(|place| **place == 1).count();
        let own = record.agents.iter().position(|agent| *agent == 0);
        let won = own.is_some_and(|own| record.places.get(own) == Some(&1));
        self.0[record.block as usize] += if won { 1.0 / firsts as f64 } else { 0.0 };
        self.1 += 1;
        Flow::On
    }
}
