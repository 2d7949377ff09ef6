//! Groups whose matches are copies of a few. Players that draw no lots play the same match again and again, and a
//! thousand copies say no more of the game than one.

use crate::format;
use crate::ladder::{Ladder, Rung};
use ludometer_metrics::{Summary, distinct::are_few};

/// How many matches of a group differ, where these are too few to judge by. `random` draws every move by lot:
/// where it plays, few different matches are all that the game has.
pub(crate) fn few(rung: &Rung<'_>) -> Option<u64> {
    let different = rung.measure("distinct")?.row("different matches")?.value as u64;
    (are_few(different, rung.found.matches) && !rung.has("random")).then_some(different)
}

/// Why a verdict that rests on this group is not settled, as a sentence that follows another one.
pub(crate) fn doubt(rung: &Rung<'_>) -> Option<String> {
    few(rung).map(|few| {
        format!(
            " Copies tell nothing new: these {} are {} played again and again. Agents that vary would tell more.",
            format::count(rung.found.matches, "match", "matches"),
            format::count(few, "match", "matches"),
        )
    })
}

/// What a reader must know of copies before the verdicts, a sentence or two for each group that has them.
#[must_use]
pub fn remarks(summary: &Summary) -> Vec<String> {
    let remark = |rung: Rung<'_>| {
        let few = few(&rung)?;
        let everywhere = if rung.group.is_self_play() { " in every seat" } else { "" };
        Some(format!(
            "{} of {}{everywhere} are {} played again and again: {} there is drawn by lot. Intervals count the copies, \
             verdicts that rest on them stay unsure; agents that vary would tell more.",
            format::count(rung.found.matches, "match", "matches"),
            rung.name(),
            format::count(few, "match", "matches"),
            if few == 1 { "nothing" } else { "hardly anything" },
        ))
    };
    Ladder::of(summary).all().filter_map(remark).collect()
}
