//! Legal moves, and whatever can be chosen: a move of a seat or an outcome of chance.

use crate::report::{Breaches, Law};
use ludometer_game::{ElementKind, Game, Packed, text_of};
use std::collections::{HashMap, HashSet};

/// The legal moves on a seat's turn: there are some, none twice, always the same, appended.
pub(crate) fn legal_moves<G: Game>(game: &G, state: &G::State, out: &mut Breaches) -> Vec<G::Move> {
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    out.demand(Law::SomeMove, !legal.is_empty(), || "no legal move".into());
    let mut known = HashSet::new();
    for &option in &legal {
        out.demand(Law::DistinctMoves, known.insert(option), || {
            format!("`{}` is listed twice", text_of(game, state, option))
        });
    }
    if let Some(&first) = legal.first() {
        let mut again = vec![first];
        game.moves(state, &mut again);
        out.demand(Law::Appends, again.first() == Some(&first) && again.len() == legal.len() + 1, || {
            format!("`moves` made {} entries of 1 and {} more", again.len(), legal.len())
        });
        out.demand(Law::Repeatable, again.ends_with(&legal), || "`moves` gave another list".into());
    }
    numbers(game, state, &legal, out);
    legal
}

/// Numbers are distinct and inside the action space, or inside the list where there is none.
fn numbers<G: Game>(game: &G, state: &G::State, legal: &[G::Move], out: &mut Breaches) {
    let space = game.actions().unwrap_or(legal.len());
    let mut taken = HashMap::new();
    for &option in legal {
        let (number, text) = (game.index(state, option), text_of(game, state, option));
        out.demand(Law::Index, number < space, || format!("`{text}` has number {number} of {space}"));
        if let Some(other) = taken.insert(number, text.clone()) {
            out.add(Law::Index, format!("`{other}` and `{text}` share number {number}"));
        }
    }
}

/// What holds for moves and outcomes alike: packing, text both ways, elements, repeatable play.
pub(crate) fn options<G: Game>(game: &G, state: &G::State, options: &[G::Move], out: &mut Breaches) {
    let cells: Option<HashSet<String>> = game.board().map(|board| board.cells.into_iter().collect());
    let mut texts = HashSet::new();
    for &option in options {
        out.demand(Law::Packing, G::Move::unpack(option.pack()) == option, || format!("{option:?}"));
        let written = text(game, state, option, out);
        out.demand(Law::Text, texts.insert(written.to_lowercase()), || {
            format!("`{written}` stands for two moves")
        });
        elements(game, state, option, cells.as_ref(), out);
        let after = || {
            let mut next = state.clone();
            game.play(&mut next, option);
            next
        };
        out.demand(Law::Repeatable, after() == after(), || format!("`{written}` led to two states"));
    }
    for nonsense in ["", " ", "no such move \u{2603}"] {
        let read = game.parse(state, nonsense);
        out.demand(Law::Text, read.is_none(), || format!("`{nonsense}` reads as {read:?}"));
    }
}

fn text<G: Game>(game: &G, state: &G::State, option: G::Move, out: &mut Breaches) -> String {
    let mut appended = String::from("> ");
    game.text(state, option, &mut appended);
    let Some(written) = appended.strip_prefix("> ").map(str::to_owned) else {
        out.add(Law::Appends, "`text` replaced what the buffer held");
        return appended;
    };
    let splits = |letter: char| letter.is_whitespace() || matches!(letter, ',' | ';');
    out.demand(Law::Text, !written.is_empty() && !written.contains(splits), || {
        format!("the text `{written}` cannot stand in a list of moves")
    });
    let read = game.parse(state, &written);
    out.demand(Law::Text, read == Some(option), || format!("`{written}` of {option:?} reads as {read:?}"));
    written
}

fn elements<G: Game>(
    game: &G,
    state: &G::State,
    option: G::Move,
    cells: Option<&HashSet<String>>,
    out: &mut Breaches,
) {
    let mut found = Vec::new();
    game.elements(state, option, &mut found);
    for element in found {
        out.demand(Law::Elements, !element.name.is_empty(), || format!("{:?} without a name", element.kind));
        let lies =
            element.kind != ElementKind::Cell || cells.is_some_and(|known| known.contains(&element.name));
        out.demand(Law::Elements, lies, || format!("cell `{}` is not on the board", element.name));
    }
}
