//! What every rules file may say: the words that declare, and the kit of ordinary functions to use, copy and change.

use crate::fast::SlowLane;

/// The words that declare, and those that tell.
pub(crate) const WORDS: &str = concat!(
    include_str!("luau/tell.luau"),
    include_str!("luau/settings.luau"),
    include_str!("luau/words.luau"),
);

/// The words for content.
pub(crate) const CONTENT: &str = include_str!("luau/content.luau");

/// The text of the kit, theme by theme.
pub const TEXT: &str = concat!(
    include_str!("luau/kit/piles.luau"),
    include_str!("luau/kit/boards.luau"),
    include_str!("luau/kit/lines.luau"),
    include_str!("luau/kit/captures.luau"),
    include_str!("luau/kit/groups.luau"),
    include_str!("luau/kit/tricks.luau"),
    include_str!("luau/kit/trade.luau"),
);

/// The words: `param`, `game`, `int` and so on.
pub fn words() -> impl Iterator<Item = &'static str> {
    let name = |line: &'static str| line.strip_prefix("function words.").or(line.strip_prefix("words."));
    WORDS.lines().chain(CONTENT.lines()).filter_map(move |line| name(line)?.split(['(', ' ']).next())
}

/// The names of the functions of the kit.
pub fn functions() -> impl Iterator<Item = &'static str> {
    heads().map(|(name, _)| name)
}

/// The same with what each takes: `("take", "from, to")`.
pub fn heads() -> impl Iterator<Item = (&'static str, &'static str)> {
    TEXT.lines().filter_map(|line| line.strip_prefix("function ")?.strip_suffix(')')?.split_once('('))
}

/// The same reason on a line of the file, where it is about a function of the kit, which stands behind the file.
pub(crate) fn blamed_on_caller(slow: SlowLane, text: &str) -> SlowLane {
    let before = text.matches('\n').count() + 1;
    let Some(inside) = (slow.line as usize).checked_sub(before).filter(|line| *line > 0) else { return slow };
    let heads = TEXT.lines().take(inside).filter_map(|line| line.strip_prefix("function ")?.split_once('('));
    let name = heads.last().map_or("", |(name, _)| name);
    let call = format!("{name}(");
    let line = text.lines().position(|line| line.contains(&call)).map_or(0, |at| at as u32 + 1);
    SlowLane { line, because: format!("calls `{name}`, which {}", slow.because), ..slow }
}
