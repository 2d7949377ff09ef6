//! What a designer probably meant where Luau only says that something is nil.

use crate::error::Wrong;
use crate::kit;
use crate::sandbox::ALLOWED;
use crate::source::Source;
use ludometer_game::nearest;

/// Luau's own words that may stand before a bracket.
const LUAU: &[&str] = &["and", "elseif", "function", "if", "in", "not", "or", "return", "until", "while"];
/// What rules must not have, and what they have instead.
const FORBIDDEN: &[(&str, &str)] = &[
    ("math.random", "rules throw dice through chance: chance.roll(6)"),
    ("os.", "rules know no clock"),
    ("io.", "rules reach no files but spreadsheets: table(\"cards.csv\")"),
    ("load", "rules load no code"),
    ("require", "a game is one file"),
    ("string.", "rules do not search in texts"),
    ("pcall", "rules do not catch their own mistakes"),
];

/// The same mistake with a hint, where Luau met nothing and the line tells why.
pub(crate) fn with_hint(wrong: Wrong, source: &Source) -> Wrong {
    if !wrong.hint.is_empty() || !wrong.what.contains("nil") || wrong.line == 0 {
        return wrong;
    }
    let line = source.text.lines().nth(wrong.line as usize - 1).unwrap_or_default();
    let forbidden =
        FORBIDDEN.iter().find(|(word, _)| line.contains(word)).map(|(_, hint)| (*hint).to_owned());
    let hint = forbidden.or_else(|| stranger(line, &source.text)).unwrap_or_default();
    Wrong { hint, ..wrong }
}

/// The first name of a line that nobody declares.
fn stranger(line: &str, text: &str) -> Option<String> {
    let mut rest = line.split("--").next().unwrap_or_default();
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_alphabetic() || letter == '_') {
        let belongs = rest[..start].ends_with(['.', ':', '"']);
        let word_end = rest[start..].find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let end = word_end.map_or(rest.len(), |length| start + length);
        let (name, after) = (&rest[start..end], rest[end..].trim_start());
        let called = after.starts_with(['(', '{']);
        if called && !belongs && !is_known(name, text) {
            let near = nearest(name, kit::words().chain(kit::functions()));
            let meant = near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
            return Some(format!("nobody knows `{name}`{meant}"));
        }
        rest = &rest[end..];
    }
    None
}

fn is_known(name: &str, text: &str) -> bool {
    [LUAU, &ALLOWED].iter().any(|words| words.contains(&name))
        || kit::words().chain(kit::functions()).any(|known| known == name)
        || declared(name, text)
}

fn declared(name: &str, text: &str) -> bool {
    [format!("function {name}("), format!("local {name} "), format!("local {name},"), format!(", {name} =")]
        .iter()
        .any(|words| text.contains(words.as_str()))
}
