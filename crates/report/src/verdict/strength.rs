//! Whether the agent that a verdict rests on thinks hard enough to be believed.

use crate::format;
use crate::ladder::Rung;

/// With fewer positions than this for each legal move an agent has hardly tried its moves.
const ENOUGH: f64 = 10.0;

/// Why what these players do says little of strong play, as a sentence that follows another one; nothing
/// if they search hard enough, or do not search at all and so make no claim to. A trained bot knows moves it does not
/// look at.
pub(super) fn doubt(rung: &Rung<'_>) -> Option<String> {
    if rung.is_trained() {
        return None;
    }
    let positions = rung.measure("search")?.row("positions per legal move")?.value;
    if positions >= ENOUGH {
        return None;
    }
    let seen = match positions.floor() {
        0.0 => "not even one position".into(),
        seen => format!("only {}", format::count(seen as u64, "position", "positions")),
    };
    let times = match (ENOUGH / positions.max(0.01)).ceil() {
        2.0 => "twice".into(),
        times => format!("{} times", format::whole(times as u64)),
    };
    Some(format!(
        " Too weak to judge by: the strongest agent looked at {seen} per legal move. \
         Give it {times} as long (--minutes) or a larger budget (--agent)."
    ))
}
