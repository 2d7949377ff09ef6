//! Openings that share out the first stones: who puts them down, and who chooses a colour.

use ludometer_game::Seat;

/// Stones the first player puts down before a choice.
const FIRST: u16 = 3;
/// Stones on the board when the second player has put down two more.
const MORE: u16 = 5;

/// How a match begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Opening {
    /// The first player has Black.
    None,
    /// The second player chooses a colour after three stones.
    Swap,
    /// Or puts down two more and leaves the choice to the first player.
    Swap2,
}

/// Who has Black.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Black {
    /// Not decided: the first player puts down three stones, then the second player chooses.
    Open,
    /// Not decided: the second player puts down two more stones, then the first player chooses.
    More,
    /// The first player.
    First,
    /// The second player.
    Second,
}

/// What can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    /// To play Black.
    Black,
    /// To play White.
    White,
    /// To put down two more stones.
    More,
}

impl Choice {
    pub(super) const ALL: [Choice; 3] = [Choice::Black, Choice::White, Choice::More];

    pub(super) fn word(self) -> &'static str {
        match self {
            Choice::Black => "black",
            Choice::White => "white",
            Choice::More => "more",
        }
    }
}

impl Black {
    const ALL: [Black; 4] = [Black::Open, Black::More, Black::First, Black::Second];

    pub(super) fn word(self) -> &'static str {
        match self {
            Black::Open => "open",
            Black::More => "more",
            Black::First => "first",
            Black::Second => "second",
        }
    }

    /// The seat that has Black, once it is decided.
    #[inline]
    pub(super) fn seat(self) -> Option<Seat> {
        match self {
            Black::First => Some(Seat::new(0)),
            Black::Second => Some(Seat::new(1)),
            Black::Open | Black::More => None,
        }
    }

    /// Whether a colour is to be chosen when this many stones lie on the board.
    #[inline]
    pub(super) fn chooses(self, stones: u16) -> bool {
        (self == Black::Open && stones == FIRST) || (self == Black::More && stones == MORE)
    }

    /// The seat that makes the next move.
    #[inline]
    pub(super) fn mover(self, stones: u16) -> Seat {
        Seat::new(match self {
            Black::Open => u8::from(stones >= FIRST),
            Black::More => u8::from(stones < MORE),
            Black::First => (stones & 1) as u8,
            Black::Second => (1 - (stones & 1)) as u8,
        })
    }

    /// Who has Black after a choice.
    pub(super) fn after(self, choice: Choice, stones: u16) -> Self {
        let first_chooses = self.mover(stones) == Seat::new(0);
        match choice {
            Choice::More => Black::More,
            Choice::Black if first_chooses => Black::First,
            Choice::White if !first_chooses => Black::First,
            Choice::Black | Choice::White => Black::Second,
        }
    }
}

impl Opening {
    /// The words of the parameter.
    pub(super) const WORDS: [&'static str; 3] = ["none", "swap", "swap2"];

    /// The opening of a word that the parameter admits.
    pub(super) fn read(word: &str) -> Self {
        match word {
            "swap" => Opening::Swap,
            "swap2" => Opening::Swap2,
            _ => Opening::None,
        }
    }

    pub(super) fn start(self) -> Black {
        if self == Opening::None { Black::First } else { Black::Open }
    }

    /// The most choices of a match.
    pub(super) fn choices(self) -> u32 {
        match self {
            Opening::None => 0,
            Opening::Swap => 1,
            Opening::Swap2 => 2,
        }
    }

    /// How many of [`Choice::ALL`], from the first on, there are.
    pub(super) fn options(self, black: Black) -> u16 {
        if self == Opening::Swap2 && black == Black::Open { 3 } else { 2 }
    }

    /// Splits a position into its rows and the word behind them.
    pub(super) fn split(self, text: &str) -> Result<(&str, Black), String> {
        if self == Opening::None {
            return Ok((text, Black::First));
        }
        let (rows, word) = text.trim().rsplit_once(' ').ok_or("who has Black is missing")?;
        let black = Black::ALL.into_iter().find(|black| black.word() == word);
        Ok((
            rows,
            black
                .ok_or_else(|| format!("`{word}` does not say who has Black: open, more, first or second"))?,
        ))
    }

    /// Says why so many stones do not go with that.
    pub(super) fn check(self, black: Black, stones: u16) -> Result<(), String> {
        let fits = match (self, black) {
            (Opening::None, _) => true,
            (_, Black::Open) => stones <= FIRST,
            (Opening::Swap, Black::More) => return Err("`more` stones belong to the opening swap2".into()),
            (Opening::Swap2, Black::More) => (FIRST..=MORE).contains(&stones),
            (_, Black::First | Black::Second) => stones >= FIRST,
        };
        if fits { Ok(()) } else { Err(format!("`{}` does not go with {stones} stones", black.word())) }
    }
}
