//! The betting of one hand: nine lines, four of which go on.

/// How the betting went.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub(super) enum Line {
    Start,
    Check,
    Bet,
    CheckBet,
    // From here on the hand is over.
    CheckCheck,
    BetFold,
    BetCall,
    CheckBetFold,
    CheckBetCall,
}

/// How many lines there are.
pub(super) const LINES: usize = Line::CheckBetCall as usize + 1;

impl Line {
    /// Whether the hand is finished.
    pub const fn is_over(self) -> bool {
        self as u8 > Line::CheckBet as u8
    }

    /// Whether the cards are shown.
    pub const fn is_showdown(self) -> bool {
        matches!(self, Line::CheckCheck | Line::BetCall | Line::CheckBetCall)
    }

    /// The line after the player on turn puts chips in or does not.
    pub const fn then(self, chips: bool) -> Line {
        match (self, chips) {
            (Line::Start, false) => Line::Check,
            (Line::Start, true) => Line::Bet,
            (Line::Check, false) => Line::CheckCheck,
            (Line::Check, true) => Line::CheckBet,
            (Line::Bet, false) => Line::BetFold,
            (Line::Bet, true) => Line::BetCall,
            (Line::CheckBet, false) => Line::CheckBetFold,
            (Line::CheckBet, true) => Line::CheckBetCall,
            (over, _) => over,
        }
    }

    /// How many bets each player has put in.
    pub const fn bets(self) -> [f32; 2] {
        match self {
            Line::Start | Line::Check | Line::CheckCheck => [0.0, 0.0],
            Line::Bet | Line::BetFold => [1.0, 0.0],
            Line::CheckBet | Line::CheckBetFold => [0.0, 1.0],
            Line::BetCall | Line::CheckBetCall => [1.0, 1.0],
        }
    }
}
