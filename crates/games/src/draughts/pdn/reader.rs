//! Takes the text of a PDN file apart.

use super::{Game, OWN_FIELDS, Outcome, PdnError};
use std::iter::Peekable;
use std::str::Chars;

/// How a tag looks.
const TAG: &str = "a tag looks like [White \"name\"]";
/// How a match may end.
const RESULTS: &str = "1-0, 0-1, 1/2-1/2 and *";

/// Where reading stands.
pub(super) struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    line: usize,
}

/// A match that is being read.
#[derive(Default)]
struct Draft {
    tags: Vec<(String, String)>,
    moves: Vec<String>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Reader { rest: text.chars().peekable(), line: 1 }
    }

    pub(super) fn games(mut self) -> Result<Vec<Game>, PdnError> {
        let (mut games, mut draft) = (Vec::new(), Draft::default());
        while let Some(&next) = self.rest.peek() {
            match next {
                '[' => {
                    // Tags after moves belong to the next match: this one lacks its result.
                    if !draft.moves.is_empty() {
                        games.push(self.finish(&mut draft, Outcome::Unknown)?);
                    }
                    draft.tags.push(self.tag()?);
                }
                '{' => self.skip_comment()?,
                '(' => self.skip_variation()?,
                ';' | '%' => self.skip_line(),
                _ if next.is_whitespace() => _ = self.next(),
                _ => {
                    if let Some(outcome) = self.word(&mut draft)? {
                        games.push(self.finish(&mut draft, outcome)?);
                    }
                }
            }
        }
        if !draft.tags.is_empty() || !draft.moves.is_empty() {
            games.push(self.finish(&mut draft, Outcome::Unknown)?);
        }
        Ok(games)
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest.next();
        self.line += usize::from(next == Some('\n'));
        next
    }

    fn wrong(&self, what: impl Into<String>) -> PdnError {
        PdnError::Unreadable { line: self.line, what: what.into() }
    }

    /// Reads `[Name "value"]`.
    fn tag(&mut self) -> Result<(String, String), PdnError> {
        let first_line = self.line;
        self.next();
        let mut name = String::new();
        while let Some(letter) = self.rest.next_if(|&letter| letter != '"' && letter != ']' && letter != '\n')
        {
            name.push(letter);
        }
        let name = name.trim().to_owned();
        if name.is_empty() || name.contains(char::is_whitespace) || self.next() != Some('"') {
            return Err(PdnError::Unreadable { line: first_line, what: TAG.into() });
        }
        let mut value = String::new();
        loop {
            match self.next() {
                Some('"') => break,
                Some('\\') => value.extend(self.next()),
                Some('\n') | None => {
                    let what = format!("the value of the tag {name} has no closing quote; {TAG}");
                    return Err(PdnError::Unreadable { line: first_line, what });
                }
                Some(letter) => value.push(letter),
            }
        }
        while self.rest.next_if(|letter| letter.is_whitespace() && *letter != '\n').is_some() {}
        match self.rest.next_if_eq(&']') {
            Some(_) => Ok((name, value)),
            None => Err(self.wrong(TAG)),
        }
    }

    fn skip_line(&mut self) {
        while self.rest.next_if(|&letter| letter != '\n').is_some() {}
    }

    fn skip_comment(&mut self) -> Result<(), PdnError> {
        let begun = self.line;
        loop {
            match self.next() {
                Some('}') => return Ok(()),
                Some(_) => {}
                None => {
                    return Err(PdnError::Unreadable {
                        line: begun,
                        what: "a comment is not closed by `}`".into(),
                    });
                }
            }
        }
    }

    fn skip_variation(&mut self) -> Result<(), PdnError> {
        let (begun, mut depth) = (self.line, 0usize);
        loop {
            if self.rest.peek() == Some(&'{') {
                self.skip_comment()?;
                continue;
            }
            match self.next() {
                Some('(') => depth += 1,
                Some(')') if depth == 1 => return Ok(()),
                Some(')') => depth -= 1,
                Some(_) => {}
                None => {
                    return Err(PdnError::Unreadable {
                        line: begun,
                        what: "a variation is not closed by `)`".into(),
                    });
                }
            }
        }
    }

    /// Reads a move into the draft, skips a move number or a mark, or gives the result.
    fn word(&mut self, draft: &mut Draft) -> Result<Option<Outcome>, PdnError> {
        let mut word = String::new();
        while let Some(letter) =
            self.rest.next_if(|letter| !letter.is_whitespace() && !matches!(letter, '[' | '{' | '(' | ';'))
        {
            word.push(letter);
        }
        if let Some(outcome) = Outcome::read(&word) {
            return Ok(Some(outcome));
        }
        // `1.11-15` may stand without a space.
        let text = word.rsplit('.').next().unwrap_or_default().trim_end_matches(['!', '?', '*']);
        let number = &word[..word.rfind('.').map_or(0, |dot| dot + 1)];
        if !number.trim_end_matches('.').chars().all(|digit| digit.is_ascii_digit()) {
            return Err(self.no_move(&word));
        }
        if text.is_empty() && !number.is_empty() || word.starts_with('$') {
            return Ok(None);
        }
        if !is_move(text) {
            return Err(self.no_move(&word));
        }
        draft.moves.push(text.to_owned());
        Ok(None)
    }

    fn no_move(&self, word: &str) -> PdnError {
        self.wrong(format!(
            "`{word}` is neither a move nor a result; moves look like 11-15 or 8x15x24, results are {RESULTS}"
        ))
    }

    /// Makes a match of the draft and empties it.
    fn finish(&self, draft: &mut Draft, outcome: Outcome) -> Result<Game, PdnError> {
        let Draft { mut tags, moves } = std::mem::take(draft);
        let value = |name: &str| tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
        let (fen, told) = (value("FEN"), value("Result"));
        let told = match told {
            None => Outcome::Unknown,
            Some(text) => {
                let what = format!("the tag Result holds `{text}`; results are {RESULTS}");
                Outcome::read(&text).ok_or_else(|| self.wrong(what))?
            }
        };
        let result = match (told, outcome) {
            (known, Outcome::Unknown) | (Outcome::Unknown, known) => known,
            (one, other) if one == other => one,
            (tag, end) => {
                let (tag, end) = (tag.text(), end.text());
                return Err(self.wrong(format!("the tag Result says {tag}, but the moves end with {end}")));
            }
        };
        tags.retain(|(name, _)| !OWN_FIELDS.contains(&name.as_str()));
        Ok(Game { tags, fen, moves, result })
    }
}

/// Whether the text has the form of a move: squares joined by `-` or `x`.
fn is_move(text: &str) -> bool {
    let squares: Vec<&str> = text.split(['-', 'x', 'X', ':']).collect();
    let square = |digits: &&str| digits.parse().is_ok_and(|square: u8| (1..=32).contains(&square));
    squares.len() >= 2 && squares.iter().all(square)
}
