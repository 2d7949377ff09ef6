//! How good the table of a Q-learner is: against random play, against itself, in situations whose answer is known, and
//! where the game is small enough by proof.

use crate::proof::{Invincible, provable, prove};
use crate::situation_base::{read_base, write_base};
use crate::situations::{Kind, Situation, situations};
use crate::{House, LabError};
use ludometer_agents::bot::BotFiles;
use ludometer_agents::q::{Sight, Values, highest_of, load};
use ludometer_agents::solve::demand_an_exact_value;
use ludometer_agents::{AgentSpec, prepare};
use ludometer_game::{AnyGame, Game, Seat, Turn, text_of};
use ludometer_learn::q::{Cast, Manner, Mark, Method, Plan, Role, Rounds, Tally};
use ludometer_stats::{Estimate, wilson};
use serde::Serialize;
use std::path::Path;

/// Games of at most so many moves are played against the solver.
const SHORT: u32 = 24;
/// Matches against the solver, at most.
const PERFECT: u64 = 200;

/// How to examine.
pub struct QualityRequest<'a> {
    /// The bot.
    pub bot: &'a BotFiles,
    /// Matches of each test.
    pub matches: u64,
    /// Situations of the base test.
    pub situations: usize,
    /// The file they are read from, or written to where it does not exist.
    pub base: Option<&'a Path>,
    /// The seed of everything random.
    pub seed: u64,
    /// Hears what is done; `false` stops.
    pub go_on: &'a mut dyn FnMut(&str, u64) -> bool,
}

/// Wins and draws as a share, with what they are made of.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Share {
    /// What was played.
    pub test: String,
    /// The seat it is about, from 1.
    pub seat: usize,
    /// Won.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
    /// Wins and draws as a share.
    pub quality: f64,
    /// Between these it lies, with 95 % confidence.
    pub interval: (f64, f64),
}

/// What a bot does in situations of one kind.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Answers {
    /// The kind.
    pub kind: Kind,
    /// Situations.
    pub situations: u64,
    /// The share in which it does what is right; where it may play several moves, as often as it would.
    pub right: f64,
    /// Between these it lies, with 95 % confidence.
    pub interval: (f64, f64),
    /// The same of random play.
    pub floor: f64,
    /// The share of situations in which something was ever tried.
    pub known: f64,
}

/// How good a bot is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Quality {
    /// Episodes it learnt from.
    pub episodes: u64,
    /// Random play, what was learnt against random play, against itself and, in short games, against perfect play; and
    /// perfect play against itself, which is the most there is.
    pub matches: Vec<Share>,
    /// What it opens with in each seat that moves first somewhere: the moves it may play.
    pub opening: Vec<String>,
    /// The base test.
    pub base: Vec<Answers>,
    /// Whether it can be beaten, seat by seat; empty where that cannot be gone through.
    pub proof: Vec<Invincible>,
    /// Whether it is proven that it cannot lose in any seat that learnt; none where nobody can say.
    pub unbeatable: Option<bool>,
    /// Why there is no proof, in words.
    pub unproven: Option<String>,
}

/// Examines a bot.
///
/// # Errors
/// When the bot does not read or was trained for other rules, or the user stops.
pub fn quality(house: &dyn House, request: QualityRequest<'_>) -> Result<Quality, LabError> {
    let game = house.game();
    let (values, _) = load(&game, request.bot)?;
    let QualityRequest { matches, situations: wanted, base: file, seed, go_on, .. } = request;
    let stopped = || LabError::Usage("stopped; nothing is said of what was not measured".into());
    let played = play(&game, &values, matches, seed)?;
    if !go_on("matches", matches) {
        return Err(stopped());
    }
    let asked = match file.filter(|file| file.exists()) {
        Some(file) => read_base(&game, file)?,
        None => {
            let mut on = true;
            let asked = situations(&game, wanted, seed, &mut |found| {
                on = go_on("situations", found as u64);
                on
            });
            if !on {
                return Err(stopped());
            }
            file.map_or(Ok(()), |file| write_base(&game, &asked, file))?;
            asked
        }
    };
    let mut quality = Quality {
        episodes: values.episodes,
        matches: played,
        opening: opening(&game, &values),
        base: base(&game, &values, &asked),
        proof: Vec::new(),
        unbeatable: None,
        unproven: provable(&game).err().map(str::to_owned),
    };
    if quality.unproven.is_none() {
        quality.proof = learners(&game, &values).map(|seat| prove(&game, &values, seat)).collect();
        let all: Option<Vec<bool>> = quality.proof.iter().map(|proof| proof.unbeatable).collect();
        quality.unbeatable = all.filter(|all| !all.is_empty()).map(|all| all.into_iter().all(|one| one));
        if quality.unbeatable.is_none() {
            quality.unproven = Some("there are too many positions".into());
        }
    }
    Ok(quality)
}

/// The seats that learnt.
fn learners<'a>(game: &AnyGame, values: &'a Values) -> impl Iterator<Item = Seat> + 'a {
    Seat::all(game.seats()).filter(|seat| values.of(seat.index()).iter().any(|table| table.pairs() > 0))
}

fn play(game: &AnyGame, values: &Values, matches: u64, seed: u64) -> Result<Vec<Share>, LabError> {
    let learner = Role::Learner { method: Method::Q, epsilon: 0.0 };
    let plan = Plan::showing(vec![learner; game.seats()], values.start, values.folded);
    let cast = Cast { agents: (0..game.seats()).map(|_| None).collect(), explorer: None };
    let rounds = Rounds { game, plan: &plan, cast: &cast, seed, threads: 1, cold: None };
    let show =
        |manner, label: &str| rounds.show(values, manner, label, matches).map_err(LabError::AgentFailed);
    let mut shares = Vec::new();
    let random = show(Manner::Random, "random test")?;
    for seat in Seat::all(game.seats()) {
        shares.push(share("random play", seat, random.results[seat.index()]));
    }
    for seat in learners(game, values) {
        let against = show(Manner::Against(seat.index()), "against random")?;
        shares.push(share("against random play", seat, against.results[seat.index()]));
    }
    if game.seats() > 1 && learners(game, values).count() == game.seats() {
        let clones = show(Manner::Showing, "clone test")?;
        for seat in Seat::all(game.seats()) {
            shares.push(share("clone test", seat, clones.results[seat.index()]));
        }
    }
    if game.limit() <= SHORT && demand_an_exact_value(game).is_ok() && game.seats() == 2 {
        let fewer = matches.min(PERFECT);
        for seat in learners(game, values) {
            let against = against_perfect_play(game, values, Some(seat), fewer, seed)?;
            shares.push(share("against perfect play", seat, against.results[seat.index()]));
        }
        let both = against_perfect_play(game, values, None, fewer, seed)?;
        for seat in Seat::all(game.seats()) {
            shares.push(share("perfect play", seat, both.results[seat.index()]));
        }
    }
    Ok(shares)
}

/// Matches of one seat, or of none, against the solver: what is left of the deal is gone through before every move.
fn against_perfect_play(
    game: &AnyGame,
    values: &Values,
    seat: Option<Seat>,
    matches: u64,
    seed: u64,
) -> Result<Tally, LabError> {
    let spec = AgentSpec::read("solve")?;
    let learns = |other: Seat| Some(other) == seat;
    let role = |other: Seat| match learns(other) {
        true => Role::Learner { method: Method::Q, epsilon: 0.0 },
        false => Role::Agent(spec.to_string()),
    };
    let plan = Plan::showing(Seat::all(game.seats()).map(role).collect(), values.start, values.folded);
    let solvers = Seat::all(game.seats())
        .map(|other| (!learns(other)).then(|| prepare(game, &spec)).transpose())
        .collect::<Result<_, _>>()?;
    let cast = Cast { agents: solvers, explorer: None };
    let rounds = Rounds { game, plan: &plan, cast: &cast, seed, threads: 1, cold: None };
    rounds.show(values, Manner::Showing, "perfect play", matches).map_err(LabError::AgentFailed)
}

fn share(test: &str, seat: Seat, results: [u64; 3]) -> Share {
    let Estimate { value, low, high, .. } = Mark::quality(&results);
    let [won, drawn, lost] = results;
    let (test, seat) = (test.to_owned(), seat.index() + 1);
    Share { test, seat, won, drawn, lost, quality: value, interval: (low, high) }
}

/// What the bot may open with.
fn opening(game: &AnyGame, values: &Values) -> Vec<String> {
    let state = game.initial();
    let Turn::Seat(seat) = game.turn(&state) else { return Vec::new() };
    if learners(game, values).all(|learner| learner != seat) {
        return Vec::new();
    }
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let mut sight = Sight::new(game, values.folded);
    let place = sight.look(game, &state, seat, &moves);
    let best = highest_of(values, seat.index(), place, sight.slots());
    moves
        .into_iter()
        .zip(best)
        .filter(|(_, best)| *best)
        .map(|(option, _)| text_of(game, &state, option))
        .collect()
}

fn base(game: &AnyGame, values: &Values, asked: &[Situation<AnyGame>]) -> Vec<Answers> {
    let learners: Vec<Seat> = learners(game, values).collect();
    let mut sight = Sight::new(game, values.folded);
    let mut answers = Vec::new();
    for kind in Kind::ALL {
        let (mut count, mut right, mut floor, mut known) = (0u64, 0.0, 0.0, 0.0);
        for one in asked.iter().filter(|one| one.kind == kind && learners.contains(&one.seat)) {
            let place = sight.look(game, &one.state, one.seat, &one.moves);
            let best = highest_of(values, one.seat.index(), place, sight.slots());
            let may = best.iter().filter(|best| **best).count() as f64;
            let hits = best.iter().zip(&one.right).filter(|(best, right)| **best && **right).count() as f64;
            count += 1;
            right += hits / may.max(1.0);
            floor += one.right.iter().filter(|right| **right).count() as f64 / one.right.len() as f64;
            known += f64::from(u8::from(values.of(one.seat.index()).iter().any(|table| table.knows(place))));
        }
        if count > 0 {
            let n = count as f64;
            let within = wilson(right.round() as u64, count);
            let interval = (within.low.min(right / n), within.high.max(right / n));
            answers.push(Answers {
                kind,
                situations: count,
                right: right / n,
                interval,
                floor: floor / n,
                known: known / n,
            });
        }
    }
    answers
}
