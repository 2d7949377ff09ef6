//! Tactics: the decisions of recorded hands that are alike, how often they were made and what they earned.
//!
//! Hands are told as cases, the decisions of each kind are clustered as a base clusters them, and each cluster is
//! measured: its share, what it is told by, what was done, how often it won and how many points it brought.

mod count;
mod gather;
mod tell;

use gather::{Gathered, Lived, gather};
use tell::tell;

use crate::report::reopen;
use crate::{House, LabError};
use ludometer_agents::bot::BotFiles;
use ludometer_agents::cases::{Base, load};
use ludometer_arena::Table;
use ludometer_game::{AnyGame, Game};
use ludometer_record::{MatchRecord, Names, Run, RunFolder};
use ludometer_report::Tactics;
use std::path::Path;

/// Hands after which no more are looked at: more say little more, and a report should not take long.
const MOST_HANDS: usize = 100_000;

/// Clusters begin where this says: the same hands have the same tactics in every report.
const SEED: u64 = 1;

/// The tactics of a finished or unfinished run.
///
/// # Errors
/// When the folder is no run, or this release has not the rules it was played by.
pub fn tactics_of_run(path: &Path) -> Result<Tactics, LabError> {
    let folder = RunFolder::open(path)?;
    let run = Run::open(path)?;
    let (_, house) = reopen(&folder, &run)?;
    let house = house.map_err(LabError::Usage)?;
    Ok(of_run(&*house, &run))
}

/// The tactics of a base.
///
/// # Errors
/// When the base does not read or was made for other rules.
pub fn tactics_of_base(house: &dyn House, bot: &BotFiles) -> Result<Tactics, LabError> {
    let game = house.game();
    let (base, _, _) = load(&game, bot)?;
    let lived = |number| Lived { case: base.case(number), number: number as u64, player: None };
    let hands: Vec<Lived> = (0..base.len()).map(lived).collect();
    Ok(tell(&*game.cases(), &base, &hands, 0, (base.names(), &[])))
}

/// The tactics of recorded matches.
pub(crate) fn of_matches(
    table: &Table<AnyGame>,
    records: &mut dyn Iterator<Item = MatchRecord>,
    names: &Names,
    agents: &[String],
) -> Tactics {
    let Gathered { hands, words, left_out } = gather(table, records, names);
    let book = table.game.cases();
    let mut base = Base::new(book.schema(&table.game));
    hands.iter().for_each(|hand| base.add(&hand.case));
    base.recluster(SEED, 1);
    let matches = hands.chunk_by(|one, other| one.number == other.number).count() as u64;
    Tactics { matches: Some(matches), ..tell(&*book, &base, &hands, left_out, (&words, agents)) }
}

/// The tactics of the matches of a run.
pub(crate) fn of_run(house: &dyn House, run: &Run) -> Tactics {
    let (mut problems, mut broken) = (Vec::new(), 0);
    let mut records = run.whole(&mut problems).filter(|record: &MatchRecord| {
        broken += u64::from(record.evidence.is_some());
        record.evidence.is_none()
    });
    let agents: Vec<String> = run.header().agents.iter().map(|agent| agent.spec.clone()).collect();
    let mut tactics = house.tactics(&mut records, run.names(), &agents);
    drop(records);
    tactics.left_out += broken + problems.len() as u64;
    tactics
}
