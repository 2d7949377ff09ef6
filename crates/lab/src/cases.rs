//! Case bases brought in from tables, cleaned, and written as tables.

use crate::cases_table::{Table, write_head, write_row};
use crate::{GameRequest, House, LabError, open};
use ludometer_agents::bot::{BOT, BOT_SCHEMA, Bot, BotFiles, signature};
use ludometer_agents::cases::{Base, Chronicle, Cleaned, KIND, clean, load};
use ludometer_game::Game;
use ludometer_learn::cases::write_base;
use ludometer_record::folder::is_left_over;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Tables to bring in.
#[derive(Clone, PartialEq, Debug)]
pub struct CasesImport {
    /// The game.
    pub game: GameRequest,
    /// A table, or a folder of them.
    pub from: PathBuf,
    /// The folder of the base.
    pub out: PathBuf,
    /// The seed of the clusters.
    pub seed: u64,
    /// The command that does it again.
    pub command: String,
    /// Threads to look for clusters on.
    pub threads: usize,
}

/// What was brought in.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CasesImported {
    /// The folder of the base.
    pub base: PathBuf,
    /// The tables, with their rows.
    pub files: Vec<(String, u64)>,
    /// Cases.
    pub cases: u64,
    /// Decisions of all cases.
    pub decisions: u64,
    /// Each scenario with its decisions.
    pub scenarios: Vec<ScenarioCounts>,
    /// What was noted of rows, and of how many.
    pub notes: BTreeMap<&'static str, u64>,
}

/// The decisions of a scenario.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ScenarioCounts {
    /// Its name.
    pub name: String,
    /// Decisions that differ in what they are clustered by.
    pub points: usize,
    /// Clusters at the elbow.
    pub clusters: usize,
}

/// The tables at a place.
fn tables(place: &Path) -> Result<Vec<PathBuf>, LabError> {
    let refused = |cause| LabError::File { path: place.to_owned(), cause };
    if !place.is_dir() {
        return Ok(vec![place.to_owned()]);
    }
    let entries = fs::read_dir(place).map_err(refused)?;
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>().map_err(refused)?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "csv"));
    paths.sort();
    if paths.is_empty() {
        return Err(LabError::Usage(format!("{} holds no .csv files", place.display())));
    }
    Ok(paths)
}

/// Refuses a folder that holds something, but for what an interrupted start left in it.
fn demand_empty(folder: &Path) -> Result<(), LabError> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    match entries.map(|entry| entry.file_name()).find(|name| !is_left_over(&name.to_string_lossy())) {
        Some(_) => Err(LabError::Usage(format!(
            "{} is not empty, and nothing there is overwritten; choose another --out",
            folder.display()
        ))),
        None => Ok(()),
    }
}

/// Brings tables in as a base. Nothing is written unless all of them read.
///
/// # Errors
/// When a table is missing or wrong (with file and line), or the folder is used.
pub fn import_cases(request: &CasesImport) -> Result<CasesImported, LabError> {
    let house = open(&request.game, request.seed)?;
    let game = house.game();
    let book = game.cases();
    let schema = book.schema(&game);
    if schema.attributes.is_empty() {
        let why =
            "this game has neither observables nor features to compare positions by, so it has no cases";
        return Err(LabError::Usage(why.into()));
    }
    demand_empty(&request.out)?;
    let mut base = Base::new(schema.clone());
    let (mut files, mut notes) = (Vec::new(), BTreeMap::new());
    for path in tables(&request.from)? {
        let text = fs::read_to_string(&path).map_err(|cause| LabError::File { path: path.clone(), cause })?;
        let wrong = |line: usize, what: String| LabError::Usage(format!("{}:{line}: {what}", path.display()));
        let mut lines = text.lines().enumerate();
        let head = lines.next().ok_or_else(|| wrong(1, "the file is empty".into()))?.1;
        let table = Table::new(&*book, &schema, head).map_err(|what| wrong(1, what))?;
        let mut rows = 0;
        for (at, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let read = table.read(line).map_err(|what| wrong(at + 1, what))?;
            read.notes.iter().for_each(|note| *notes.entry(*note).or_default() += 1);
            base.add(&read.case);
            rows += 1;
        }
        files.push((path.display().to_string(), rows));
    }
    if base.is_empty() {
        return Err(LabError::Usage(format!("{}: the tables have no rows", request.from.display())));
    }
    base.index(request.seed);
    base.recluster(request.seed, request.threads);
    keep(request, &*house, &base)?;
    Ok(CasesImported {
        base: request.out.clone(),
        files,
        cases: base.len() as u64,
        decisions: base.decisions() as u64,
        scenarios: counts(&base),
        notes,
    })
}

/// A base to clean.
#[derive(Clone, PartialEq, Debug)]
pub struct CasesClean {
    /// The folder of the cleaned base.
    pub out: PathBuf,
    /// The seed of the clusters.
    pub seed: u64,
    /// The command that does it again.
    pub command: String,
    /// Threads to look for clusters on.
    pub threads: usize,
}

/// What cleaning left and took.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CasesCleaned {
    /// The folder of the cleaned base.
    pub base: PathBuf,
    /// Its cases.
    pub cases: u64,
    /// Their decisions.
    pub decisions: u64,
    /// What was taken out.
    #[serde(flatten)]
    pub cleaned: Cleaned,
}

/// Writes a base without the decisions that rules of revision forbid, and without hands it has twice.
///
/// # Errors
/// When the base does not read or was made for other rules, nothing is left of it, or the folder is used.
pub fn clean_cases(
    house: &dyn House,
    (files, bot): (&BotFiles, Bot),
    request: &CasesClean,
) -> Result<CasesCleaned, LabError> {
    let game = house.game();
    let (dirty, chronicle, _) = load(&game, files)?;
    demand_empty(&request.out)?;
    let book = game.cases();
    let (mut base, cleaned) =
        clean(&dirty, |rule, answer| book.veto(rule, answer).map(|(instead, _)| instead));
    if base.is_empty() {
        return Err(LabError::Usage(
            "nothing is left of this base: rules of revision forbid all of it".into(),
        ));
    }
    base.index(request.seed);
    base.recluster(request.seed, request.threads);
    let bot = Bot {
        method: "cleaned".into(),
        seed: request.seed.to_string(),
        command: request.command.clone(),
        measures: measures(&base),
        ..bot
    };
    let chronicle = Chronicle { indexed: base.len() as u64, ..chronicle };
    write(&request.out, &base, &chronicle, bot)?;
    let (cases, decisions) = (base.len() as u64, base.decisions() as u64);
    Ok(CasesCleaned { base: request.out.clone(), cases, decisions, cleaned })
}

fn measures(base: &Base) -> BTreeMap<String, f64> {
    [("cases".to_owned(), base.len() as f64), ("decisions".to_owned(), base.decisions() as f64)].into()
}

fn write(folder: &Path, base: &Base, chronicle: &Chronicle, bot: Bot) -> Result<(), LabError> {
    fs::create_dir_all(folder).map_err(|cause| LabError::File { path: folder.join(BOT), cause })?;
    write_base(folder, (base, 0), chronicle, bot)?;
    Ok(())
}

fn counts(base: &Base) -> Vec<ScenarioCounts> {
    let one = |(at, scenario): (usize, &ludometer_game::Scenario)| {
        let groups = base.groups(at);
        ScenarioCounts { name: scenario.name.clone(), points: groups.points(), clusters: groups.len() }
    };
    base.schema().scenarios.iter().enumerate().map(one).collect()
}

fn keep(request: &CasesImport, house: &dyn House, base: &Base) -> Result<(), LabError> {
    let info = house.info();
    let typed = &request.game.game;
    let file = (*typed != info.name).then(|| typed.clone());
    let bot = Bot {
        schema: BOT_SCHEMA,
        kind: KIND.into(),
        game: info.name,
        rules_file: file,
        game_version: info.version,
        method: "import".into(),
        iterations: 0,
        seed: request.seed.to_string(),
        signature: signature(&house.game()),
        fingerprint: String::new(),
        command: request.command.clone(),
        rules: info.params.into_iter().collect(),
        vary: Vec::new(),
        measures: measures(base),
    };
    let chronicle = Chronicle { indexed: base.len() as u64, ..Chronicle::default() };
    write(&request.out, base, &chronicle, bot)
}

/// Writes a base as a table that [`import_cases`] reads; how many cases it has.
///
/// # Errors
/// When the base does not read or was made for other rules, or the output cannot be written.
pub fn export_cases(house: &dyn House, bot: &BotFiles, out: &mut dyn Write) -> Result<u64, LabError> {
    let (base, _, _) = load(&house.game(), bot)?;
    write_head(base.schema(), out).map_err(LabError::Output)?;
    for number in 0..base.len() {
        write_row(&base.case(number), out).map_err(LabError::Output)?;
    }
    Ok(base.len() as u64)
}
