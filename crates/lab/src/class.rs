//! A class: programs that were handed in, each in a folder of its own, qualify against fixed bots and play a league.

use crate::class_log::{Log, forfeits_of};
use crate::conduct::{Conduct, Watch, conduct};
use crate::job::{Effort, Request};
use crate::tournament::{Standings, standings};
use crate::{GameRequest, LabError, open};
use ludometer_agents::AgentSpec;
use ludometer_stats::Estimate;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use xxhash_rust::xxh3::xxh3_64;

/// The file that says how a submission is run.
pub const PLAYER: &str = "player.toml";
/// Who forfeits more than one match in so many does not qualify.
const ALLOWED_FORFEITS: u64 = 10;

/// What was asked for.
pub struct ClassRequest {
    /// The game.
    pub game: GameRequest,
    /// The folder with a folder for each submission.
    pub folder: PathBuf,
    /// The fixed bots.
    pub bots: Vec<String>,
    /// Blocks of each pairing in the league.
    pub pairs: u64,
    /// Blocks against each fixed bot before that.
    pub qualifying: u64,
    /// What every submission may take, as an agent is told: `move=2,memory=500`.
    pub limits: String,
    /// The seed of everything random.
    pub seed: u64,
    /// The folder for runs and logs.
    pub out: PathBuf,
    /// Whether everything is only tried once.
    pub dry: bool,
}

/// How one submission did.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Marks {
    /// Its place in the league; none where it did not qualify.
    pub place: Option<usize>,
    /// What it is called.
    pub name: String,
    /// Who wrote it.
    pub author: String,
    /// Whether it plays in the league.
    pub qualified: bool,
    /// Why it does not.
    pub why: String,
    /// Its score against each fixed bot while it qualified.
    pub against: Vec<(String, Estimate)>,
    /// Matches it lost by failing, in all.
    pub forfeits: u64,
    /// Its rating in the league.
    pub rating: Option<Estimate>,
    /// Won, drawn and lost in the league.
    pub league: [u64; 3],
    /// The file with everything that was noticed.
    pub log: PathBuf,
}

/// How a class did.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClassResult {
    /// All submissions, the best first.
    pub marks: Vec<Marks>,
    /// The table of the league, where there was one.
    pub league: Option<Standings>,
    /// The folder of the league.
    pub folder: Option<PathBuf>,
}

/// What `player.toml` says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Player {
    command: String,
    name: Option<String>,
    #[serde(default)]
    author: String,
    build: Option<String>,
}

/// A program that was handed in.
struct Submission {
    marks: Marks,
    log: Log,
    /// The agent it is; none where it cannot be run.
    agent: Option<String>,
    /// What its files held when it was handed in, in short: what was played with others is not its result.
    print: String,
}

/// How a class is carried out; none of it changes the result.
pub struct ClassConduct<'a> {
    /// Threads to play on.
    pub threads: usize,
    /// Set to stop.
    pub cancel: &'a AtomicBool,
    /// Hears how it goes.
    pub observer: &'a mut dyn Watch,
}

/// Runs a class: everybody is built, qualifies, and plays everybody else.
///
/// # Errors
/// When there are no submissions, a fixed bot cannot play, or the run was stopped.
pub fn run_class(request: &ClassRequest, mut how: ClassConduct<'_>) -> Result<ClassResult, LabError> {
    let house = open(&request.game, request.seed)?;
    for bot in &request.bots {
        house.admits(&AgentSpec::read(bot)?)?;
    }
    let mut submissions = hand_in(request)?;
    for submission in &mut submissions {
        qualify(request, submission, &mut how)?;
        submission.log.write()?;
    }
    let playing: Vec<String> = submissions
        .iter()
        .filter(|submission| submission.marks.qualified)
        .filter_map(|submission| submission.agent.clone())
        .collect();
    let mut result = ClassResult { marks: Vec::new(), league: None, folder: None };
    if playing.len() + request.bots.len() > 1 && !playing.is_empty() {
        let agents: Vec<String> = playing.into_iter().chain(request.bots.iter().cloned()).collect();
        // Another league is played where somebody joined or changed.
        let prints: String = submissions.iter().map(|one| one.print.as_str()).collect();
        let name = format!("league-{:08x}", xxh3_64((agents.join("\n") + &prints).as_bytes()) as u32);
        let (table, folder) = play(request, agents, request.pairs, &name, &mut how)?;
        submissions.iter_mut().try_for_each(|submission| place(submission, &table, &folder))?;
        (result.league, result.folder) = (Some(renamed(table, &submissions)), Some(folder));
    }
    for Submission { marks, log, .. } in submissions {
        log.write()?;
        result.marks.push(marks);
    }
    result.marks.sort_by_key(|marks| (marks.place.unwrap_or(usize::MAX), marks.name.clone()));
    Ok(result)
}

/// Reads and builds what was handed in.
fn hand_in(request: &ClassRequest) -> Result<Vec<Submission>, LabError> {
    let failed = |cause| LabError::File { path: request.folder.clone(), cause };
    let entries = std::fs::read_dir(&request.folder).map_err(failed)?;
    let mut folders: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    folders.retain(|folder| folder.is_dir());
    folders.sort();
    if folders.is_empty() {
        let what = format!("{} has no folders: each submission is one", request.folder.display());
        return Err(LabError::Usage(format!("{what}, with a {PLAYER} that says its `command`")));
    }
    folders.iter().map(|folder| submission(request, folder)).collect()
}

fn submission(request: &ClassRequest, folder: &Path) -> Result<Submission, LabError> {
    let named = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut log = Log::new(&request.out, &named);
    let print = print_of(folder).map_err(|cause| LabError::File { path: folder.to_owned(), cause })?;
    let read = read_player(folder);
    let ready = read.as_ref().map_err(Clone::clone).and_then(|player| {
        if let Some(build) = &player.build {
            log.say(&build_it(build, folder)?);
        }
        agent_of(player, folder, &request.limits)
    });
    let (name, author) = match read {
        Ok(player) => (player.name.unwrap_or(named), player.author),
        Err(_) => (named, String::new()),
    };
    let why = ready.as_ref().err().cloned().unwrap_or_default();
    if !why.is_empty() {
        log.say(&why);
    }
    let why = why.lines().next().unwrap_or_default().to_owned();
    let marks = Marks {
        place: None,
        name,
        author,
        qualified: false,
        why,
        against: Vec::new(),
        forfeits: 0,
        rating: None,
        league: [0; 3],
        log: log.path().to_owned(),
    };
    Ok(Submission { marks, log, agent: ready.ok(), print })
}

/// What the files of a folder hold, in short.
fn print_of(folder: &Path) -> std::io::Result<String> {
    let mut waiting = vec![folder.to_owned()];
    let mut sums = Vec::new();
    while let Some(place) = waiting.pop() {
        for entry in std::fs::read_dir(place)? {
            let path = entry?.path();
            match path.is_dir() {
                true => waiting.push(path),
                false => sums.push((path.clone(), xxh3_64(&std::fs::read(path).unwrap_or_default()))),
            }
        }
    }
    sums.sort();
    let text: String = sums.iter().map(|(path, sum)| format!("{} {sum}\n", path.display())).collect();
    Ok(format!("{:08x}", xxh3_64(text.as_bytes()) as u32))
}

fn read_player(folder: &Path) -> Result<Player, String> {
    let path = folder.join(PLAYER);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{PLAYER} cannot be read: {error}"))?;
    toml::from_str(&text).map_err(|error| {
        let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
        format!("{PLAYER}:{line}: {}", error.message())
    })
}

/// Builds a program in its folder; what was said, or why it failed.
fn build_it(build: &str, folder: &Path) -> Result<String, String> {
    let words = shlex::split(build).filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| format!("`{build}` is not a command: its quotes do not match"))?;
    let done = Command::new(&words[0]).args(&words[1..]).current_dir(folder).output();
    let done = done.map_err(|error| format!("`{build}` does not start: {error}"))?;
    let said = String::from_utf8_lossy(&done.stderr).into_owned() + &String::from_utf8_lossy(&done.stdout);
    match done.status.success() {
        true => Ok(format!("{build}\n{said}")),
        false => Err(format!("it does not build ({}): {}", done.status, said.trim())),
    }
}

/// The agent that a submission is.
fn agent_of(player: &Player, folder: &Path, limits: &str) -> Result<String, String> {
    let place = folder.to_string_lossy();
    if place.contains([',', ']']) {
        return Err("the name of its folder has a comma or a bracket, which no agent can have".into());
    }
    let settings = [format!("folder={place}"), limits.to_owned()];
    let settings: Vec<String> = settings.into_iter().filter(|setting| !setting.is_empty()).collect();
    let spec = format!("exec[{}]:{}", settings.join(","), player.command);
    AgentSpec::read(&spec).map(|_| spec).map_err(|error| error.to_string())
}

/// A tournament of some, in a folder of its own.
fn play(
    request: &ClassRequest,
    agents: Vec<String>,
    pairs: u64,
    name: &str,
    how: &mut ClassConduct<'_>,
) -> Result<(Standings, PathBuf), LabError> {
    let asked = Request {
        verb: "tournament".into(),
        seed: request.seed,
        agents,
        effort: Effort::Blocks(if request.dry { 1 } else { pairs }),
        dry: request.dry,
        game: request.game.clone(),
    };
    let out = Some(request.out.join(name));
    let conducted = Conduct { threads: how.threads, out, cancel: how.cancel, observer: &mut *how.observer };
    let outcome = conduct(&asked, conducted)?;
    let table = standings(&outcome)?;
    Ok((table, outcome.folder.path().to_owned()))
}

/// Plays against every fixed bot.
fn qualify(
    request: &ClassRequest,
    submission: &mut Submission,
    how: &mut ClassConduct<'_>,
) -> Result<(), LabError> {
    let Some(agent) = submission.agent.clone() else { return Ok(()) };
    let (mut matches, mut forfeits, mut first) = (0, 0, None);
    for (number, bot) in request.bots.iter().enumerate() {
        let name = format!("qualification/{}-{}-{}", submission.log.name(), submission.print, number + 1);
        let pairing = play(request, vec![agent.clone(), bot.clone()], request.qualifying, &name, how);
        let (table, folder) = match pairing {
            // A program that cannot even be started is the submission's trouble, not the class's.
            Err(LabError::Agent(error)) => {
                submission.marks.why = error.to_string();
                submission.log.say(&submission.marks.why);
                return Ok(());
            }
            other => other?,
        };
        matches += table.matches;
        let failed = forfeits_of(&folder, &agent)?;
        forfeits += failed.len() as u64;
        first = first.or_else(|| failed.first().map(|failure| failure.what.clone()));
        let score = table.pairings.first().map(|pairing| pairing.score);
        submission.log.pairing(bot, score.as_ref(), &failed);
        submission.marks.against.extend(score.map(|score| (bot.clone(), score)));
    }
    submission.marks.forfeits = forfeits;
    submission.marks.qualified = forfeits * ALLOWED_FORFEITS <= matches;
    if !submission.marks.qualified {
        let first = first.unwrap_or_default();
        submission.marks.why =
            format!("it forfeited {forfeits} of {matches} matches, the first one so: {first}");
    }
    Ok(())
}

/// What the league says of a submission.
fn place(submission: &mut Submission, table: &Standings, folder: &Path) -> Result<(), LabError> {
    let Some(agent) = &submission.agent else { return Ok(()) };
    let found = table.agents.iter().position(|standing| standing.agent == *agent);
    let Some(at) = found else { return Ok(()) };
    let standing = &table.agents[at];
    let failed = forfeits_of(folder, agent)?;
    let marks = &mut submission.marks;
    marks.place = Some(at + 1);
    marks.forfeits += failed.len() as u64;
    marks.rating = Some(standing.rating);
    marks.league = [standing.wins, standing.draws, standing.losses];
    submission.log.pairing("the league", None, &failed);
    Ok(())
}

/// The table with names of submissions in place of their commands.
fn renamed(mut table: Standings, submissions: &[Submission]) -> Standings {
    let name = |agent: &mut String| {
        if let Some(known) = submissions.iter().find(|one| one.agent.as_deref() == Some(agent.as_str())) {
            agent.clone_from(&known.marks.name);
        }
    };
    table.agents.iter_mut().for_each(|standing| name(&mut standing.agent));
    for pairing in &mut table.pairings {
        name(&mut pairing.first);
        name(&mut pairing.second);
    }
    table
}
