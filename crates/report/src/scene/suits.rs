//! The signs of the Spanish suits, drawn around the origin, about sixteen wide and high.

use ludometer_game::Suit;
use maud::{Markup, html};

/// Places of the point of a sword, its blade, guard and grip.
const BLADE: &str = "M0 -8L2 -5V3H-2V-5z";
const GUARD: &str = "M-5 3H5V5H-5z";
const GRIP: &str = "M-1 5H1V8H-1z";
/// A bowl on a foot.
const BOWL: &str = "M-6 -7H6C6 -1 3 2 1 2.5V5H-1V2.5C-3 2 -6 -1 -6 -7z";
const FOOT: &str = "M-4 8C-4 6 -1 5 0 5C1 5 4 6 4 8z";
/// A cudgel with the stumps of two twigs.
const CUDGEL: &str = "M-2 8L-3.5 -5C-3.5 -9 3.5 -9 3.5 -5L2 8z";
const TWIGS: &str = "M3 -2L6 -4M-3 1L-6 -1";

/// The sign of a suit.
pub(super) fn sign(suit: Suit) -> Markup {
    html! {
        g class=(suit.word()) {
            @match suit {
                Suit::Coins => { circle.suit r="7.5" {} circle.relief r="4.5" {} circle.suit r="1.8" {} }
                Suit::Cups => { path.suit d=(BOWL) {} path.suit d=(FOOT) {} path.relief d="M-4 -4.5H4" {} }
                Suit::Swords => { path.suit d=(BLADE) {} path.suit d=(GUARD) {} path.suit d=(GRIP) {} }
                Suit::Clubs => { path.suit d=(CUDGEL) {} path.twig d=(TWIGS) {} }
            }
        }
    }
}
