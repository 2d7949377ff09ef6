//! What a designer probably meant where Luau only says that something is nil, or cannot be read.

use crate::error::Wrong;
use crate::heads::Head;
use crate::kit;
use crate::sandbox::ALLOWED;
use crate::source::Source;
use ludometer_game::nearest;

/// Luau's own words that may stand before a bracket.
const LUAU: &[&str] = &["and", "elseif", "function", "if", "in", "not", "or", "return", "until", "while"];
/// What rules are handed, by the names everybody gives it.
const HANDED: [&str; 4] = ["s", "chance", "can", "finish"];
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

/// The same mistake with a hint, where the line tells why Luau stopped.
pub(crate) fn with_hint(wrong: Wrong, source: &Source) -> Wrong {
    if !wrong.hint.is_empty() || wrong.line == 0 {
        return wrong;
    }
    let line = source.text.lines().nth(wrong.line as usize - 1).unwrap_or_default();
    let nothing = wrong.what.contains("nil");
    let unreadable = wrong.what.contains("xpected") && !nothing;
    let hint = step(line)
        .filter(|_| unreadable)
        .or_else(|| miscounted(line, &source.text))
        .or_else(|| met_nothing(line, wrong.line, &source.text).filter(|_| nothing))
        .or_else(|| of_kinds(&wrong.what).map(str::to_owned));
    Wrong { hint: hint.unwrap_or_default(), ..wrong }
}

/// What is wrong with the kinds of values that Luau names.
fn of_kinds(what: &str) -> Option<&'static str> {
    match what.strip_prefix("attempt to ")? {
        kinds if kinds.contains("nil") => Some("something on this line has no value"),
        kinds if kinds.contains("string") => Some("a text in quotes is no number"),
        kinds if kinds.contains("boolean") => Some("true and false are no numbers"),
        kinds if kinds.contains("table") => {
            Some("a board, a pile or a list is no number; say which place of it")
        }
        kinds if kinds.contains("function") => Some("a function is called with brackets behind its name"),
        _ => None,
    }
}

/// Why something on this line is nil.
fn met_nothing(line: &str, number: u32, text: &str) -> Option<String> {
    let code = line.split("--").next().unwrap_or_default();
    let forbidden = FORBIDDEN.iter().find(|(word, _)| alone(code, word).is_some());
    let forbidden = forbidden.map(|(_, hint)| (*hint).to_owned());
    forbidden.or_else(|| not_handed(code, number, text)).or_else(|| stranger(code, number, text))
}

/// Where a line has this word, and not only as the end of another one.
fn alone(line: &str, word: &str) -> Option<usize> {
    let part = |letter: char| letter.is_ascii_alphanumeric() || "_.".contains(letter);
    line.match_indices(word).map(|(at, _)| at).find(|at| !line[..*at].ends_with(part))
}

/// Other languages count up and down with `++` and `--`; the second begins a comment here.
fn step(line: &str) -> Option<String> {
    let end = line.find("++").or_else(|| line.trim_end().ends_with("--").then(|| line.rfind("--"))?)?;
    let part = |letter: char| letter.is_ascii_alphanumeric() || "_.[]".contains(letter);
    let name = line[..end].trim_end();
    let name = &name[name.rfind(|letter| !part(letter)).map_or(0, |at| at + 1)..];
    let sign = if line[end..].starts_with('+') { '+' } else { '-' };
    (!name.is_empty()).then(|| format!("write {name} {sign}= 1"))
}

/// What a line uses of the things rules are handed, and its function does not take.
fn not_handed(line: &str, number: u32, text: &str) -> Option<String> {
    let heads = Head::around(text, number);
    let used = |name: &&str| [".", ",", ")"].iter().any(|end| alone(line, &format!("{name}{end}")).is_some());
    let taken = |name: &&str| heads.iter().any(|head| head.takes(name));
    let forgotten = HANDED.into_iter().filter(|name| !taken(name)).find(used)?;
    let write = heads.first()?.with(forgotten);
    Some(format!("nobody hands `{forgotten}` to this function; write {write}"))
}

/// A function of the kit that is called with too many or too few arguments.
fn miscounted(line: &str, text: &str) -> Option<String> {
    kit::heads().filter(|(name, _)| !declared(name, text)).find_map(|(name, params)| {
        let call = format!("{name}(");
        let at = alone(line, &call)?;
        let given = arguments(&line[at + call.len()..])?;
        (given != params.split(", ").count()).then(|| format!("write {name}({params})"))
    })
}

/// How many arguments stand before the closing bracket; nothing where it stands on another line.
fn arguments(rest: &str) -> Option<usize> {
    let (mut depth, mut commas) = (0, 0);
    for (at, letter) in rest.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => return Some(if rest[..at].trim().is_empty() { 0 } else { commas + 1 }),
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => commas += 1,
            _ => {}
        }
    }
    None
}

/// The first name of a line that nobody declares, or only further down.
fn stranger(line: &str, number: u32, text: &str) -> Option<String> {
    let mut rest = line;
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_alphabetic() || letter == '_') {
        let belongs = rest[..start].ends_with(['.', ':', '"']);
        let word_end = rest[start..].find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let end = word_end.map_or(rest.len(), |length| start + length);
        let (name, after) = (&rest[start..end], rest[end..].trim_start());
        let called = after.starts_with(['(', '{']) && !belongs && !is_known(name);
        if called && !declared(name, text) {
            let near = nearest(name, kit::words().chain(kit::functions()));
            let meant = near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
            return Some(format!("nobody knows `{name}`{meant}"));
        }
        if let Some(below) = further_down(name, number, text).filter(|_| called) {
            return Some(format!(
                "`{name}` is known only from line {below} on; move its function above this one"
            ));
        }
        rest = &rest[end..];
    }
    None
}

fn is_known(name: &str) -> bool {
    [LUAU, &ALLOWED].iter().any(|words| words.contains(&name))
        || kit::words().chain(kit::functions()).any(|known| known == name)
}

/// The line of a local function that begins only below this one.
fn further_down(name: &str, number: u32, text: &str) -> Option<usize> {
    let head = format!("local function {name}(");
    let at = text.lines().position(|line| line.trim_start().starts_with(&head))? + 1;
    (at > number as usize).then_some(at)
}

fn declared(name: &str, text: &str) -> bool {
    [format!("function {name}("), format!("local {name} "), format!("local {name},"), format!(", {name} =")]
        .iter()
        .any(|words| text.contains(words.as_str()))
}
