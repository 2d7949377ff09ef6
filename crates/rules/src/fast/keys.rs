//! Where the settings of `game { ... }` stand: a table that has been made does not tell the lines of its keys.

use super::lex::{Token, tokens};

/// The line of a setting, as deep as the text shows it: of `actions`, of `take` in it, of `args` in that. Entries without
/// a name go by their numbers. Nothing where `game` has no such setting, or the file cannot be read.
pub fn line_of_setting(source: &str, path: &[&str]) -> Option<u32> {
    let tokens = tokens(source).ok()?;
    let calls = |pair: &[(Token, u32)]| pair[0].0 == Token::Word("game") && opens(&pair[1].0);
    let mut at = tokens.windows(2).position(calls)? + 1;
    at += usize::from(tokens[at].0 == Token::Sign("("));
    let mut found = None;
    for key in path {
        let Some(entry) = tokens.get(at..).and_then(|rest| entry(rest, key)) else { break };
        found = Some(tokens[at + entry.key].1);
        at += entry.value;
    }
    found
}

fn opens(token: &Token) -> bool {
    matches!(token, Token::Sign("(" | "{" | "["))
}

/// Where an entry of a table begins, and where its value does.
struct Entry {
    key: usize,
    value: usize,
}

/// The entry of this name in the table that these tokens begin with.
fn entry(table: &[(Token, u32)], key: &str) -> Option<Entry> {
    if table.first()?.0 != Token::Sign("{") {
        return None;
    }
    let (mut depth, mut unnamed, mut begins) = (0, 0, true);
    for at in 1..table.len() {
        if begins {
            let (name, value) = named(&table[at..]);
            unnamed += usize::from(name.is_none());
            if name.map_or_else(|| unnamed.to_string() == key, |name| name == key) {
                return Some(Entry { key: at, value: at + value });
            }
        }
        let token = &table[at].0;
        begins = depth == 0 && matches!(token, Token::Sign("," | ";"));
        match token {
            Token::Sign(")" | "}" | "]") if depth == 0 => return None,
            Token::Sign(")" | "}" | "]") => depth -= 1,
            token if opens(token) => depth += 1,
            _ => {}
        }
    }
    None
}

/// The name of the entry that begins here, if it has one, and how far off its value is.
fn named<'a>(entry: &'a [(Token<'a>, u32)]) -> (Option<&'a str>, usize) {
    let token = |at: usize| entry.get(at).map(|(token, _)| token);
    match (token(0), token(1), token(2), token(3)) {
        (Some(Token::Word(name)), Some(Token::Sign("=")), ..) => (Some(name), 2),
        (Some(Token::Sign("[")), Some(Token::Text(name)), Some(Token::Sign("]")), Some(Token::Sign("="))) => {
            (Some(name), 4)
        }
        _ => (None, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "local N = 2 -- game {\nlocal Game = game {\n\ttitle = \"game { players = 3 }\",\n\tstate = {\n\t\t\
        title = int { 0, 9 },\n\t},\n\tactions = { pass = {},\n\t\t[\"take\"] = { title = \"T\",\n\t\t\targs = {\n\t\t\t\t\
        { \"a\", 1, 2 },\n\t\t\t\t{ \"b\", 1, 2 } } } },\n\tplayers = N,\n}\n";

    #[test]
    fn settings_are_found_where_they_stand() {
        for (path, line) in [
            (&["title"][..], Some(3)),
            (&["players"], Some(12)),
            (&["players", "Red"], Some(12)),
            (&["state", "title"], Some(5)),
            (&["actions", "pass", "args"], Some(7)),
            (&["actions", "take", "title"], Some(8)),
            (&["actions", "take", "args", "2"], Some(11)),
            (&["teams"], None),
        ] {
            assert_eq!(line_of_setting(FILE, path), line, "{path:?}");
        }
    }

    #[test]
    fn a_game_in_brackets_is_one_too() {
        assert_eq!(line_of_setting("game({\n\tplayers = 2 })", &["players"]), Some(2));
        for torn in ["", "game", "game (", "game {", "game { players", "game { players =", "x = '"] {
            assert_ne!(line_of_setting(torn, &["players"]), Some(2), "{torn}");
        }
    }
}
