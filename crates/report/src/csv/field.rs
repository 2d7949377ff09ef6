//! One line of CSV. Texts are quoted where needed (RFC 4180), and made harmless where a spreadsheet
//! would take them for a formula.

use std::fmt::Display;
use std::io::{self, Write};

/// A line in the making.
#[derive(Default)]
pub struct Line(String);

impl Line {
    /// Adds a text.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.separate();
        // A leading apostrophe is how spreadsheets are told "this is text".
        let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text.parse::<f64>().is_err();
        let guard = if formula { "'" } else { "" };
        if text.contains([',', '"', '\n', '\r']) {
            self.0.push_str(&format!("\"{guard}{}\"", text.replace('"', "\"\"")));
        } else {
            self.0.push_str(guard);
            self.0.push_str(text);
        }
        self
    }

    /// Adds a number.
    pub fn number(&mut self, number: impl Display) -> &mut Self {
        self.separate();
        self.0.push_str(&number.to_string());
        self
    }

    /// Adds a number that may be missing.
    pub fn maybe<N: Display>(&mut self, number: Option<N>) -> &mut Self {
        match number {
            Some(number) => self.number(number),
            None => self.number(""),
        }
    }

    /// Writes the line.
    ///
    /// # Errors
    /// When writing fails.
    pub fn end(self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        // The first field's separator is one too many.
        writeln!(out, "{}", self.0.strip_prefix(',').unwrap_or(&self.0))
    }

    fn separate(&mut self) {
        self.0.push(',');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(texts: &[&str]) -> String {
        let mut line = Line::default();
        for text in texts {
            line.text(text);
        }
        let mut out = Vec::new();
        line.end(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn texts_are_quoted() {
        assert_eq!(
            line(&["a", "b,c", "say \"x\"", "two\nlines", ""]),
            "a,\"b,c\",\"say \"\"x\"\"\",\"two\nlines\",\n"
        );
    }

    #[test]
    fn formulas_are_made_harmless() {
        assert_eq!(line(&["=1+1", "@x", "-cmd|,"]), "'=1+1,'@x,\"'-cmd|,\"\n");
        assert_eq!(line(&["-1.5", "+2"]), "-1.5,+2\n", "numbers stay numbers");
    }
}
