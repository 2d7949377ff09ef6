//! How text for the terminal looks.

use ludometer_game::Seat;
use owo_colors::{OwoColorize, Style as Paint};

/// What the terminal can show. The default is plain text that any file can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Use colours; without them every text is still complete.
    pub colour: bool,
    /// Use characters beyond ASCII.
    pub unicode: bool,
    /// Columns of the terminal.
    pub width: usize,
}

impl Default for Style {
    fn default() -> Self {
        Style { colour: false, unicode: true, width: 100 }
    }
}

impl Style {
    /// The text in a colour, if colours are on.
    pub(crate) fn paint(self, text: &str, paint: Paint) -> String {
        if self.colour && !text.is_empty() { text.style(paint).to_string() } else { text.to_owned() }
    }

    /// The colour of a seat.
    pub(crate) fn seat(owner: Option<Seat>) -> Paint {
        let paint = Paint::new().bold();
        match owner.map(Seat::index) {
            None => Paint::new(),
            Some(0) => paint.blue(),
            Some(1) => paint.red(),
            Some(2) => paint.green(),
            Some(3) => paint.magenta(),
            Some(4) => paint.yellow(),
            Some(5) => paint.cyan(),
            Some(6) => paint.bright_magenta(),
            Some(_) => paint.white(),
        }
    }

    /// The text in the characters the terminal has.
    pub(crate) fn finish(self, text: String) -> String {
        if self.unicode {
            return text;
        }
        let mut plain = String::with_capacity(text.len());
        for c in text.chars() {
            match c {
                '\u{a0}' | '\u{202f}' => plain.push(' '),
                '–' | '−' | '—' | '─' => plain.push('-'),
                '…' => plain.push_str("..."),
                '·' => plain.push('.'),
                '×' => plain.push('x'),
                '±' => plain.push_str("+-"),
                '█' => plain.push('#'),
                '‘' | '’' => plain.push('\''),
                '“' | '”' => plain.push('"'),
                c => plain.push(c),
            }
        }
        plain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_only_when_asked() {
        let plain = Style::default();
        assert_eq!(plain.paint("X", Style::seat(Some(Seat::new(0)))), "X");
        let loud = Style { colour: true, ..plain };
        assert!(loud.paint("X", Style::seat(Some(Seat::new(0)))).contains("\u{1b}["));
    }

    #[test]
    fn plain_terminals_get_ascii() {
        let style = Style { unicode: false, ..Style::default() };
        assert_eq!(style.finish("54\u{a0}% (49–59) −1 …".into()), "54 % (49-59) -1 ...");
    }
}
