//! Built-in games, one file each.
//!
//! A game joins with its file and one line in the registry below. The file's module doc is its
//! documentation, under fixed headings; `card` names it and declares its parameters; `open` builds
//! the type that fits the parameters and hands it to a visitor.

use ludometer_game::{Card, GameVisitor, ParamError, Params, unknown};

/// Declares the modules and everything that walks over all games.
macro_rules! registry {
    ($($module:ident),* $(,)?) => {
        $(pub mod $module;)*

        /// The cards of all built-in games, in registry order.
        #[must_use]
        pub fn cards() -> Vec<Card> {
            vec![$($module::card()),*]
        }

        /// Builds a game from checked parameters and hands it, as its own type, to the visitor.
        ///
        /// # Errors
        /// When the game is unknown, or its parameters do not go together.
        pub fn open_with<V: GameVisitor>(name: &str, params: &Params, visitor: V) -> Result<V::Out, OpenError> {
            $(if $module::card().name == name {
                return $module::open(params, visitor).map_err(|cause| OpenError::Params { game: name.into(), cause });
            })*
            Err(OpenError::unknown(name))
        }
    };
}

mod bits;
mod deals;
mod squares;
mod top_down;
mod trick_table;
mod wide;

registry! {
    tic_tac_toe,
    connect_four,
    breakthrough,
    draughts,
    go,
    othello,
    hex,
    gomoku,
    snowball,
    nim,
    card_points,
    pig,
    backgammon,
    kuhn_poker,
    leduc_poker,
    liars_dice,
    goofspiel,
    blind_tic_tac_toe,
    tricks,
    oh_hell,
    roads,
    four_cards,
    truco,
    truco_hand,
}

/// Why a game could not be opened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenError {
    /// No game has this name; says the nearest one and lists all.
    #[error("{0}")]
    Unknown(String),
    /// The game refuses its parameters.
    #[error("{game}: {cause}")]
    Params {
        /// The game.
        game: String,
        /// Why.
        cause: ParamError,
    },
}

impl OpenError {
    fn unknown(name: &str) -> Self {
        let cards = cards();
        let names: Vec<&str> = cards.iter().map(|card| card.name.as_str()).collect();
        OpenError::Unknown(unknown("game", name, &names))
    }
}

/// The card of the game with this name.
///
/// # Errors
/// When there is none; the error carries the nearest name and the whole list.
pub fn card(name: &str) -> Result<Card, OpenError> {
    cards().into_iter().find(|card| card.name == name).ok_or_else(|| OpenError::unknown(name))
}

/// Builds a game from what was typed and hands it, as its own type, to the visitor.
///
/// # Errors
/// When the game or a parameter is unknown, or a value is out of range.
pub fn open<'a, V: GameVisitor>(
    name: &str,
    typed: impl IntoIterator<Item = (&'a str, &'a str)>,
    visitor: V,
) -> Result<V::Out, OpenError> {
    let params = read_params(name, typed)?;
    open_with(name, &params, visitor)
}

/// The checked parameters of a game: its defaults, changed by what was typed.
///
/// # Errors
/// When the game or a parameter is unknown, or a value is out of range.
pub fn read_params<'a>(
    name: &str,
    typed: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Params, OpenError> {
    let card = card(name)?;
    Params::read(&card.params, typed).map_err(|cause| OpenError::Params { game: name.into(), cause })
}
