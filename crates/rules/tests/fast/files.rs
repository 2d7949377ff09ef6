//! The example games with their schemas made by hand.

use ludometer_rules::schema::Schema;

use crate::table::{Bench, Build, grid, number, pile, schema};

/// Connect Four on seven columns.
pub fn connect4() -> Bench {
    let schema = schema()
        .field("board", grid(7, 6, 2))
        .field("last", number(0, 42))
        .field("count", number(0, 42))
        .action("drop", &[("column", 1, 7)]);
    Bench::new(include_str!("connect4.luau"), schema)
}

/// The trick-taking game for four.
pub fn bid() -> Bench {
    let phases = vec!["bid".to_owned(), "play".to_owned()];
    let schema = Schema { phases, ..schema().seated(4).cards(24) }
        .field("deck", pile(24))
        .each("hand", pile(6))
        .field("trick", pile(4))
        .field("leader", number(0, 4))
        .field("trump", number(0, 4))
        .each("bid", number(0, 7))
        .each("won", number(0, 6))
        .action("bid", &[("tricks", 0, 6)])
        .action("play", &[("card", 1, 24)]);
    Bench::new(include_str!("bid.luau"), schema)
}
