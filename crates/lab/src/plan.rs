//! What a play-test plays: which agents, in which groups, how many matches of each.
//!
//! With `--matches` the plan follows from the request alone. With `--minutes` the game is timed
//! first, and the budget decides how strong the strongest agent is and how many matches each group
//! gets. Either way the plan is written down before the first match. Afterwards it changes in one way only:
//! where the minutes run out first, it is cut to the blocks that were played whole.

use crate::LabError;
use crate::house::House;
use crate::job::{Effort, PlannedGroup, Request};
use crate::timing::{Stopwatch, Timing};
use ludometer_agents::{AgentError, AgentSpec};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Agents and groups, with what they leave open.
#[derive(Clone, PartialEq, Debug)]
pub struct Planned {
    /// Everybody who plays.
    pub agents: Vec<AgentSpec>,
    /// The groups.
    pub groups: Vec<PlannedGroup>,
    /// What the plan cannot answer however many matches it has, and what would.
    pub longer: Vec<String>,
    /// About how many minutes settle whether a seat has an advantage, where the game was timed.
    pub minutes: Option<f64>,
    /// Lines that explain the plan.
    pub lines: Vec<String>,
}

/// The ladder when nothing is timed: a floor and two budgets, eight times apart or more.
const LADDER: [&str; 3] = ["random", "mcts:sims=100", "mcts:sims=1000"];
/// The ladder of a dry run.
const DRY_LADDER: [&str; 2] = ["random", "mcts:sims=1"];
/// A group never gets more matches than this: the interval is then ±2 points.
const MOST_MATCHES: u64 = 2500;
/// The strongest rung should get this many, for an interval of about ±7 points; where that leaves it
/// too little to think, this few.
const WANTED_MATCHES: [f64; 2] = [200.0, 60.0];
/// Fewer simulations than this for each legal move are hardly better than chance.
const ENOUGH_SIMS_PER_MOVE: f64 = 10.0;
/// Fewer simulations than this for a move give values that metrics do not read.
const ENOUGH_FOR_OPINIONS: f64 = 50.0;
/// Matches that settle a seat advantage of five points.
const SETTLING: f64 = 385.0;
/// Share of the budget that is planned; the rest is for measuring, reporting and surprises.
const USABLE: f64 = 0.7;

/// Makes the plan.
///
/// # Errors
/// When an agent cannot play the game, or the user stops.
pub fn plan(
    house: &dyn House,
    request: &Request,
    threads: usize,
    cancel: &AtomicBool,
) -> Result<Planned, LabError> {
    let seats = house.info().seats.len();
    let read = |text: &String| {
        AgentSpec::read(text).and_then(|spec| if request.dry { spec.dry() } else { Ok(spec) })
    };
    let agents = request.agents.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    for agent in &agents {
        house.admits(agent)?;
    }
    let mut planned = if request.verb == "tournament" {
        round_robin(agents, seats, request.effort)
    } else {
        match request.effort {
            Effort::Minutes(minutes) => {
                Timed::new(house, minutes, threads, request.seed, cancel).plan(agents)
            }
            Effort::Matches(matches) => {
                counted(house, agents, matches.div_ceil(seats as u64).max(1), request.dry)
            }
            Effort::Blocks(count) => counted(house, agents, count.max(1), request.dry),
        }
    }?;
    planned.lines.extend(house.slow_lane());
    Ok(planned)
}

/// Everybody against everybody else, in blocks.
fn round_robin(agents: Vec<AgentSpec>, seats: usize, effort: Effort) -> Result<Planned, LabError> {
    if seats < 2 {
        return Err(LabError::Usage("a tournament needs a game for two or more".into()));
    }
    if agents.len() < 2 {
        return Err(LabError::Usage(
            "a tournament needs two agents or more: ludometer tournament GAME SPEC SPEC".into(),
        ));
    }
    let blocks = match effort {
        Effort::Blocks(blocks) => blocks.max(1),
        Effort::Matches(matches) => matches.div_ceil(seats as u64).max(1),
        Effort::Minutes(_) => return Err(LabError::Usage("a tournament is counted in --pairs".into())),
    };
    let mut groups = Vec::new();
    for first in 0..agents.len() {
        for second in first + 1..agents.len() {
            // With more than two seats the pair alternates round the table. Where that gives one of
            // them a seat more, the same deals are played again the other way round.
            let mut sides = vec![(first, second)];
            if seats % 2 == 1 {
                sides.push((second, first));
            }
            for (one, other) in sides {
                let lineup = (0..seats).map(|seat| if seat % 2 == 0 { one } else { other }).collect();
                let name = format!("{} against {}", agents[one], agents[other]);
                groups.push(PlannedGroup::new(name, lineup, blocks));
            }
        }
    }
    let lines = explain(&groups, &agents, &[]);
    Ok(Planned { agents, groups, longer: Vec::new(), minutes: None, lines })
}

fn counted(house: &dyn House, typed: Vec<AgentSpec>, blocks: u64, dry: bool) -> Result<Planned, LabError> {
    let default: &[&str] = if dry { &DRY_LADDER } else { &LADDER };
    let agents = if typed.is_empty() { ladder(default)? } else { typed };
    let seats = house.info().seats.len();
    let groups: Vec<PlannedGroup> = groups(&agents, seats)
        .into_iter()
        .map(|(name, lineup)| PlannedGroup::new(name, lineup, blocks))
        .collect();
    let longer = skill_question(&groups, &agents).into_iter().collect();
    let lines = explain(&groups, &agents, &kind(house));
    Ok(Planned { agents, groups, longer, minutes: None, lines })
}

fn ladder(specs: &[&str]) -> Result<Vec<AgentSpec>, AgentError> {
    specs.iter().map(|text| AgentSpec::read(text)).collect()
}

/// Every agent against itself, then every agent against the one before it: the rungs of the ladder.
#[doc(hidden)]
pub fn groups(agents: &[AgentSpec], seats: usize) -> Vec<(String, Vec<usize>)> {
    let mut all: Vec<(String, Vec<usize>)> =
        agents.iter().enumerate().map(|(index, agent)| (agent.to_string(), vec![index; seats])).collect();
    if seats > 1 {
        for strong in 1..agents.len() {
            let mut lineup = vec![strong - 1; seats];
            lineup[0] = strong;
            all.push((format!("{} against {}", agents[strong], agents[strong - 1]), lineup));
        }
    }
    all
}

/// Half the width of a 95 % interval of a share near one half.
fn half_width(matches: u64) -> f64 {
    98.0 / (matches.max(1) as f64).sqrt()
}

fn explain(groups: &[PlannedGroup], agents: &[AgentSpec], kind: &[String]) -> Vec<String> {
    let word = if agents.len() == 1 { "agent" } else { "agents" };
    let mut lines = vec![format!("{} {word}: {}", agents.len(), names(agents))];
    lines.extend(kind.iter().cloned());
    for group in groups {
        let matches = group.blocks * group.lineup.len() as u64;
        lines.push(format!(
            "{}: {matches} matches, win shares to ±{:.0} points",
            group.name,
            half_width(matches)
        ));
    }
    lines
}

/// What the kind of game means for how it is played.
fn kind(house: &dyn House) -> Vec<String> {
    let game = house.info();
    let mut lines = Vec::new();
    if game.hidden {
        lines.push("hidden information: search plays in worlds drawn from what its seat knows".into());
    }
    if game.chance != "none" {
        lines.push("chance: all seats play the same deals and dice in turn, a block at a time".into());
    }
    match game.seats.len() {
        1 => lines.push("one seat: nobody to play against, so levels are compared by their results".into()),
        2 => {}
        seats => lines.push(format!("{seats} seats: in a duel one seat is stronger than all others")),
    }
    lines
}

fn names(agents: &[AgentSpec]) -> String {
    agents.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// What the matches played, or planned where none were cut off, do not say of the seats. `minutes`: about
/// how long it would take to know.
pub(crate) fn seat_question(groups: &[PlannedGroup], minutes: Option<f64>) -> Option<String> {
    let strongest = groups.iter().rfind(|group| is_self_play(group) && group.lineup.len() > 1)?;
    let matches = strongest.played() * strongest.lineup.len() as u64;
    let width = half_width(matches);
    let advantage = match matches {
        0 => "any seat advantage".to_owned(),
        _ if width > 5.5 => format!("a seat advantage smaller than {width:.0} points"),
        _ => return None,
    };
    let time =
        minutes.map_or_else(String::new, |minutes| format!(" (about --minutes {})", minutes.ceil().max(1.0)));
    Some(format!("{advantage} at {}: {SETTLING} matches{time}", strongest.name))
}

/// What these agents do not say of skill, and which would.
fn skill_question(groups: &[PlannedGroup], agents: &[AgentSpec]) -> Option<String> {
    groups.iter().any(is_self_play).then_some(())?;
    match agents.len() {
        0 | 1 => Some("whether skill matters: two agents or more, or the default ladder (no --agent)".into()),
        2 | 3 => {
            Some("how deep skill goes: agents stronger than these, by more --minutes or more --agent".into())
        }
        _ => None,
    }
}

fn is_self_play(group: &PlannedGroup) -> bool {
    group.lineup.iter().all(|agent| *agent == group.lineup[0])
}

/// A plan that must fit into a time.
struct Timed<'a> {
    house: &'a dyn House,
    /// CPU seconds that may be planned, over all threads.
    budget: f64,
    threads: usize,
    seed: u64,
    window: Duration,
    cancel: &'a AtomicBool,
}

impl<'a> Timed<'a> {
    fn new(house: &'a dyn House, minutes: f64, threads: usize, seed: u64, cancel: &'a AtomicBool) -> Self {
        let seconds = minutes * 60.0;
        // More threads than cores do not play more matches.
        let threads = std::thread::available_parallelism().map_or(threads, |cores| threads.min(cores.into()));
        Timed {
            house,
            budget: seconds * threads as f64 * USABLE,
            threads,
            seed,
            window: Duration::from_secs_f64((seconds / 60.0).clamp(0.05, 0.5)),
            cancel,
        }
    }

    fn time(&self, agent: &AgentSpec, usual_plies: Option<f64>) -> Result<Timing, LabError> {
        let watch = Stopwatch { window: self.window, seed: self.seed, usual_plies, cancel: self.cancel };
        self.house.time(agent, watch)
    }

    fn plan(&self, typed: Vec<AgentSpec>) -> Result<Planned, LabError> {
        // Random play is quick, and tells how long a match is before anybody thinks.
        let floor = self.time(&AgentSpec::read("random")?, None)?;
        let seats = self.house.info().seats.len();
        let agents = if typed.is_empty() { self.ladder(&floor, seats)? } else { typed };
        let mut seconds = Vec::new();
        for agent in &agents {
            seconds.push(self.time(agent, Some(floor.plies_per_match))?.seconds_per_match);
        }
        let (groups, too_slow) = self.share_out(groups(&agents, seats), &seconds);
        let strongest = seconds.last().copied().unwrap_or(0.0);
        let longer = skill_question(&groups, &agents).into_iter().chain(too_slow);
        let longer = longer.chain(self.weak_opinions(&agents, strongest)).collect();
        // Half of a play-test goes to the strongest agent.
        let minutes = SETTLING * strongest * 2.0 / self.threads as f64 / 60.0 / USABLE;
        let mut lines = explain(&groups, &agents, &kind(self.house));
        let cost = |group: &PlannedGroup| per_match(group, &seconds) * (group.blocks * seats as u64) as f64;
        let expected = groups.iter().map(cost).sum::<f64>() / self.threads as f64;
        lines.push(format!("about {:.0} seconds of play on {} threads", expected.max(1.0), self.threads));
        Ok(Planned { agents, groups, longer, minutes: Some(minutes), lines })
    }

    /// Random, then search at budgets eight times apart, the strongest so that it can play enough matches
    /// in half of the time: three budgets for one or two seats, two where every match costs more.
    fn ladder(&self, floor: &Timing, seats: usize) -> Result<Vec<AgentSpec>, LabError> {
        let probe = AgentSpec::read("mcts:sims=32")?;
        let timing = self.time(&probe, Some(floor.plies_per_match))?;
        let per_sim = timing.seconds_per_match / 32.0;
        let affordable = |matches: f64| self.budget / 2.0 / matches / per_sim;
        let [many, few] = WANTED_MATCHES.map(affordable);
        let enough = (ENOUGH_SIMS_PER_MOVE * floor.moves_per_decision).max(64.0);
        let sims = if many >= enough { many } else { few.min(enough) };
        let top = round_down(sims.clamp(8.0, 20_000.0));
        let mut specs = vec!["random".to_owned()];
        let rungs: &[u64] = if seats > 2 { &[8, 1] } else { &[64, 8, 1] };
        for sims in rungs.iter().map(|part| top / part).filter(|sims| *sims >= 8) {
            specs.push(format!("mcts:sims={sims}"));
        }
        Ok(specs.iter().map(|text| AgentSpec::read(text)).collect::<Result<_, _>>()?)
    }

    /// Who is ahead is told by the agents' values, and those of a hasty agent are not worth reading.
    fn weak_opinions(&self, agents: &[AgentSpec], seconds_per_match: f64) -> Option<String> {
        let (_, sims) = agents.last()?.params().iter().find(|(name, _)| *name == "sims")?;
        let sims: f64 = sims.to_string().parse().ok()?;
        let share = ENOUGH_FOR_OPINIONS / sims;
        let minutes =
            seconds_per_match * share * WANTED_MATCHES[1] * 2.0 / self.threads as f64 / 60.0 / USABLE;
        (share > 1.0).then(|| {
            format!(
                "who is ahead when, drama and comebacks: {ENOUGH_FOR_OPINIONS} simulations or more per move \
                 (about --minutes {})",
                minutes.ceil().max(1.0)
            )
        })
    }

    /// Divides the budget: half for the strongest agent against itself, the rest evenly. A group whose
    /// first block alone would burst the budget is left out and named, unless nothing else is left.
    fn share_out(
        &self,
        groups: Vec<(String, Vec<usize>)>,
        seconds: &[f64],
    ) -> (Vec<PlannedGroup>, Vec<String>) {
        let count = groups.len();
        let strongest = seconds.len() - 1;
        let share = |index: usize| match (count, index == strongest) {
            (1, _) => 1.0,
            (_, true) => 0.5,
            (_, false) => 0.5 / (count - 1) as f64,
        };
        let mut planned: Vec<PlannedGroup> = Vec::new();
        let mut too_slow = Vec::new();
        for (index, (name, lineup)) in groups.into_iter().enumerate() {
            let seats = lineup.len();
            let mut group = PlannedGroup::new(name, lineup, 1);
            let cost = per_match(&group, seconds).max(1e-7);
            let block = cost * seats as f64;
            if block > self.budget * share(index) * 2.0 && !planned.is_empty() {
                too_slow.push(format!("{}: one block alone takes about {block:.0} CPU seconds", group.name));
                continue;
            }
            let affordable = (self.budget * share(index) / cost) as u64;
            group.blocks = (affordable.min(MOST_MATCHES) / seats as u64).max(1);
            planned.push(group);
        }
        (planned, too_slow)
    }
}

/// CPU seconds of a match of this group.
fn per_match(group: &PlannedGroup, seconds: &[f64]) -> f64 {
    group.lineup.iter().map(|&agent| seconds[agent]).sum::<f64>() / group.lineup.len() as f64
}

/// The largest number of the form 1, 2 or 5 times a power of ten, times eight where that keeps
/// eighths whole.
#[doc(hidden)]
#[must_use]
pub fn round_down(sims: f64) -> u64 {
    let mut best = 8;
    let mut power = 8;
    while power <= 80_000 {
        for step in [1, 2, 5] {
            if (power * step) as f64 <= sims {
                best = best.max(power * step);
            }
        }
        power *= 10;
    }
    best
}
