//! The texts in quotes of a Luau file, read as Luau reads them: both kinds of quotes, backticks, long brackets,
//! escapes, and no comment taken for a text.
//!
//! A file that Luau refuses may give anything here, but never a crash.

/// All texts of a file in the order they stand there. Texts with values to fill in, and texts that are not UTF-8,
/// are left out: nobody can name them in advance.
pub(crate) fn literals(text: &str) -> Vec<String> {
    let mut scanner = Scanner { text: text.as_bytes(), at: 0, found: Vec::new(), open: Vec::new() };
    while let Some(byte) = scanner.next() {
        scanner.read(byte);
    }
    scanner.found.into_iter().filter_map(|bytes| String::from_utf8(bytes).ok()).collect()
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    found: Vec<Vec<u8>>,
    /// For each text in backticks whose value to fill in is being read: the braces open inside it.
    open: Vec<u32>,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    /// Steps over this byte if it comes next.
    fn skip(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    /// Reads what begins with this byte.
    fn read(&mut self, byte: u8) {
        match byte {
            b'"' | b'\'' => self.quoted(byte),
            b'`' => self.filled(true),
            b'-' if self.skip(b'-') => self.comment(),
            b'[' => {
                let text = self.long();
                self.found.extend(text);
            }
            b'{' => self.open.last_mut().into_iter().for_each(|braces| *braces += 1),
            b'}' => match self.open.last_mut() {
                Some(0) => {
                    self.open.pop();
                    self.filled(false);
                }
                Some(braces) => *braces -= 1,
                None => {}
            },
            _ => {}
        }
    }

    fn comment(&mut self) {
        if self.skip(b'[') && self.long().is_some() {
            return;
        }
        while self.peek().is_some_and(|byte| byte != b'\n') {
            self.at += 1;
        }
    }

    /// A text up to the same quote; one that is not closed on its line is none.
    fn quoted(&mut self, quote: u8) {
        let mut text = Vec::new();
        while let Some(byte) = self.next() {
            match byte {
                b'\\' => self.escape(&mut text),
                b'\n' | b'\r' => return,
                _ if byte == quote => {
                    self.found.push(text);
                    return;
                }
                _ => text.push(byte),
            }
        }
    }

    /// A text in backticks, from its start or from behind a value, up to its end or the next value.
    fn filled(&mut self, whole: bool) {
        let mut text = Vec::new();
        while let Some(byte) = self.next() {
            match byte {
                b'\\' => self.escape(&mut text),
                b'\n' | b'\r' => return,
                b'{' => {
                    self.open.push(0);
                    return;
                }
                b'`' => {
                    if whole {
                        self.found.push(text);
                    }
                    return;
                }
                _ => text.push(byte),
            }
        }
    }

    /// A text in long brackets behind its first bracket. Where it is none, nothing is read.
    fn long(&mut self) -> Option<Vec<u8>> {
        let start = self.at;
        while self.skip(b'=') {}
        let level = self.at - start;
        if !self.skip(b'[') {
            self.at = start;
            return None;
        }
        let end = [b"]", "=".repeat(level).as_bytes(), b"]"].concat();
        let rest = &self.text[self.at..];
        let Some(length) = rest.windows(end.len()).position(|window| window == end) else {
            self.at = self.text.len();
            return None;
        };
        self.at += length + end.len();
        let text = normal(&rest[..length]);
        // A text that begins on the next line begins there.
        let first = usize::from(text.starts_with(b"\n"));
        Some(text[first..].to_vec())
    }

    /// What a backslash and the bytes behind it mean.
    fn escape(&mut self, text: &mut Vec<u8>) {
        match self.next() {
            Some(b'\r') => {
                self.skip(b'\n');
                text.push(b'\n');
            }
            Some(b'z') => {
                while self.peek().is_some_and(|byte| byte.is_ascii_whitespace() || byte == 0x0b) {
                    self.at += 1;
                }
            }
            Some(b'x') => text.push(self.number(16, 2) as u8),
            Some(b'u') => self.code_point(text),
            Some(b'0'..=b'9') => {
                self.at -= 1;
                text.push(self.number(10, 3) as u8);
            }
            Some(byte) => text.push(match byte {
                b'a' => 0x07,
                b'b' => 0x08,
                b'f' => 0x0c,
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'v' => 0x0b,
                other => other,
            }),
            None => {}
        }
    }

    /// `{1F3B2}` as the bytes of that letter.
    fn code_point(&mut self, text: &mut Vec<u8>) {
        if self.skip(b'{') {
            let code = self.number(16, 8);
            self.skip(b'}');
            let letter = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
            text.extend(letter.encode_utf8(&mut [0; 4]).bytes());
        }
    }

    /// A number of at most so many digits.
    fn number(&mut self, base: u32, digits: u32) -> u32 {
        let mut number: u32 = 0;
        for _ in 0..digits {
            let Some(digit) = self.peek().and_then(|byte| char::from(byte).to_digit(base)) else { break };
            number = number.wrapping_mul(base).wrapping_add(digit);
            self.at += 1;
        }
        number
    }
}

/// The same bytes with every end of a line written one way.
fn normal(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(bytes.len());
    for (at, &byte) in bytes.iter().enumerate() {
        if byte != b'\r' || bytes.get(at + 1) != Some(&b'\n') {
            text.push(byte);
        }
    }
    text
}
