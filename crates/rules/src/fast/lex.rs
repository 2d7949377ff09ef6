//! Words, numbers, texts and signs of a Luau file.

use super::SlowLane;
use std::collections::HashSet;

/// The smallest unit of the source.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Token<'a> {
    /// A name or a keyword.
    Word(&'a str),
    /// A number.
    Number(f64),
    /// A text without anything to fill in.
    Text(String),
    /// A text with values to fill in; the subset has none, so its parts are not kept.
    Filled,
    /// A sign such as `+` or `..=`.
    Sign(&'static str),
    /// The end of the file.
    End,
}

/// Signs, longest first, so that the first that fits is the right one.
const SIGNS: &[&str] = &[
    "...", "..=", "//=", "==", "~=", "<=", ">=", "//", "..", "::", "->", "+=", "-=", "*=", "/=", "%=", "^=",
    "+", "-", "*", "/", "%", "^", "#", "<", ">", "=", "(", ")", "{", "}", "[", "]", ";", ":", ",", ".", "?",
    "|", "&", "@",
];

/// Names a file uses, and with a dot those it calls of what a rule is handed: `reshuffle`, `.win`. Fields and actions
/// may have the same names: what is only read, listed by `can` or written as a rule is not called. What stands in
/// comments and texts is not used.
pub(crate) fn names(source: &str) -> HashSet<String> {
    let Ok(tokens) = tokens(source) else {
        // What cannot be read here might use any name it holds.
        let words = source.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        return words.flat_map(|word| [word.to_owned(), format!(".{word}")]).collect();
    };
    let token = |at: usize| tokens.get(at).map(|(token, _)| token);
    let before = |at: usize, back: usize| at.checked_sub(back).and_then(token);
    let called = |at: usize| match (before(at, 3), before(at, 2), token(at + 1)) {
        (_, Some(Token::Word("finish" | "chance")), _) => true,
        (_, Some(Token::Word("can" | "effects")), _) | (Some(Token::Word("function")), ..) => false,
        (_, _, follows) => follows == Some(&Token::Sign("(")),
    };
    let used = (0..tokens.len()).filter_map(|at| match (token(at), before(at, 1)) {
        (Some(Token::Word(name)), Some(Token::Sign("."))) => called(at).then(|| format!(".{name}")),
        (Some(Token::Word(name)), _) => Some((*name).to_owned()),
        _ => None,
    });
    used.collect()
}

/// All tokens of a file with their lines, the last one being [`Token::End`].
pub(crate) fn tokens(source: &str) -> Result<Vec<(Token<'_>, u32)>, SlowLane> {
    let mut lexer = Lexer { source, at: 0, line: 1 };
    let mut all = Vec::new();
    loop {
        lexer.skip_blanks()?;
        let line = lexer.line;
        let token = lexer.next()?;
        let ended = token == Token::End;
        all.push((token, line));
        if ended {
            return Ok(all);
        }
    }
}

struct Lexer<'a> {
    source: &'a str,
    at: usize,
    line: u32,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn byte(&self) -> Option<u8> {
        self.source.as_bytes().get(self.at).copied()
    }

    fn slow<T>(&self, because: impl Into<String>) -> Result<T, SlowLane> {
        Err(SlowLane::new(self.line, because))
    }

    /// Steps over one character, counting lines.
    fn step(&mut self) -> Option<char> {
        let c = self.rest().chars().next()?;
        self.at += c.len_utf8();
        self.line += u32::from(c == '\n');
        Some(c)
    }

    fn skip_blanks(&mut self) -> Result<(), SlowLane> {
        loop {
            if self.rest().starts_with("--") {
                self.at += 2;
                if self.long_bracket()?.is_none() {
                    while self.byte().is_some_and(|b| b != b'\n') {
                        self.step();
                    }
                }
            } else if self.rest().starts_with(char::is_whitespace) || self.rest().starts_with('\u{feff}') {
                self.step();
            } else {
                return Ok(());
            }
        }
    }

    fn next(&mut self) -> Result<Token<'a>, SlowLane> {
        let Some(first) = self.byte() else { return Ok(Token::End) };
        if first.is_ascii_alphabetic() || first == b'_' {
            return Ok(Token::Word(self.run(|b| b.is_ascii_alphanumeric() || b == b'_')));
        }
        let second = self.source.as_bytes().get(self.at + 1);
        if first.is_ascii_digit() || first == b'.' && second.is_some_and(u8::is_ascii_digit) {
            return self.number();
        }
        match first {
            b'"' | b'\'' => return self.quoted(first),
            b'`' => return self.filled(),
            b'[' => {
                if let Some(text) = self.long_bracket()? {
                    return Ok(Token::Text(text));
                }
            }
            _ => {}
        }
        match SIGNS.iter().find(|sign| self.rest().starts_with(**sign)) {
            Some(sign) => {
                self.at += sign.len();
                Ok(Token::Sign(sign))
            }
            None => self.slow("there is a sign that Luau does not know"),
        }
    }

    /// The longest run of bytes that satisfy `keep`.
    fn run(&mut self, keep: impl Fn(u8) -> bool) -> &'a str {
        let start = self.at;
        while self.byte().is_some_and(&keep) {
            self.at += 1;
        }
        &self.source[start..self.at]
    }

    fn number(&mut self) -> Result<Token<'a>, SlowLane> {
        let digits = |text: &str| text[2..].replace('_', "");
        let head = self.rest().get(..2).unwrap_or_default().to_ascii_lowercase();
        let value = match head.as_str() {
            "0x" | "0b" => {
                let base = if head == "0x" { 16 } else { 2 };
                let text = digits(self.run(|b| b.is_ascii_alphanumeric() || b == b'_'));
                u64::from_str_radix(&text, base).map(|n| n as f64).ok()
            }
            _ => {
                let start = self.at;
                self.run(|b| b.is_ascii_digit() || b == b'_' || b == b'.');
                if matches!(self.byte(), Some(b'e' | b'E')) {
                    self.at += 1;
                    if matches!(self.byte(), Some(b'+' | b'-')) {
                        self.at += 1;
                    }
                    self.run(|b| b.is_ascii_digit() || b == b'_');
                }
                self.source[start..self.at].replace('_', "").parse().ok()
            }
        };
        value.map_or_else(|| self.slow("a number cannot be read"), |value| Ok(Token::Number(value)))
    }

    fn quoted(&mut self, quote: u8) -> Result<Token<'a>, SlowLane> {
        self.at += 1;
        let mut text = String::new();
        loop {
            match self.step() {
                None | Some('\n') => return self.slow("a text has no closing quote"),
                Some(c) if c == char::from(quote) => return Ok(Token::Text(text)),
                Some('\\') => self.escape(&mut text)?,
                Some(c) => text.push(c),
            }
        }
    }

    fn escape(&mut self, text: &mut String) -> Result<(), SlowLane> {
        let Some(c) = self.step() else { return self.slow("a text has no closing quote") };
        match c {
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            '\\' | '"' | '\'' | '\n' | '`' | '{' => text.push(c),
            'z' => {
                while self.rest().starts_with(char::is_whitespace) {
                    self.step();
                }
            }
            'u' => {
                let code =
                    self.rest().strip_prefix('{').and_then(|rest| rest.split_once('}')).map(|(code, _)| code);
                let read = code.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32);
                let (Some(code), Some(read)) = (code, read) else {
                    return self.slow("a text has an unknown `\\u`");
                };
                self.at += code.len() + 2;
                text.push(read);
            }
            _ => return self.slow("a text has an escape that the fast lane does not know"),
        }
        Ok(())
    }

    /// A text in backquotes: only its end is looked for.
    fn filled(&mut self) -> Result<Token<'a>, SlowLane> {
        self.at += 1;
        let mut braces = 0u32;
        loop {
            match self.step() {
                None => return self.slow("a text has no closing backquote"),
                Some('\\') => {
                    self.step();
                }
                Some('{') => braces += 1,
                Some('}') => braces = braces.saturating_sub(1),
                Some('`') if braces == 0 => return Ok(Token::Filled),
                Some(_) => {}
            }
        }
    }

    /// `[[…]]` or `[=[…]=]` where one starts here.
    fn long_bracket(&mut self) -> Result<Option<String>, SlowLane> {
        let Some(inner) = self.rest().strip_prefix('[') else { return Ok(None) };
        let level = inner.bytes().take_while(|b| *b == b'=').count();
        if !inner[level..].starts_with('[') {
            return Ok(None);
        }
        let close = format!("]{}]", "=".repeat(level));
        let body = &inner[level + 1..];
        let Some(end) = body.find(&close) else { return self.slow("a long text or comment has no end") };
        let text = &body[..end];
        self.at += level + 2 + end + close.len();
        self.line += text.matches('\n').count() as u32;
        Ok(Some(text.strip_prefix('\n').unwrap_or(text).to_owned()))
    }
}
