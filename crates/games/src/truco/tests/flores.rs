//! Flor: it must be declared, and what flores pay.

use super::*;

/// A flor of the pé alone.
const OF_PE: &str = "deal-1e.7e.3o-2b.5b.12b";

#[test]
fn two_flores_are_bet_in_these_ways_and_pay_so() {
    let start = after(&GAME, &format!("{FLORES} flor"));
    let found = lines(&GAME, &start, |state| state.asked == Asked::Card);
    let accepted =
        [("flor-flor", 6), ("contra-flor", 6), ("contra-flor-falta", 24), ("contra-flor-resto", 24)];
    // Any rising chain; the last call says what is paid, and flor-flor alone cannot be refused.
    let mut written = vec![("nao-quero".to_owned(), 4)];
    for chain in 1u8..16 {
        let calls: Vec<_> = (0..4).filter(|at| chain >> at & 1 == 1).map(|at| accepted[at]).collect();
        let line = calls.iter().map(|(call, _)| *call).collect::<Vec<_>>().join(" ");
        written.push((format!("{line} quero"), calls[calls.len() - 1].1));
        if chain != 1 {
            written.push((format!("{line} nao-quero"), 4));
        }
    }
    written.sort();
    assert_eq!(found, written);
    let plain = after(&GAME, &format!("{FLORES} flor flor-flor quero"));
    assert_eq!(plain.points, [0, 6], "35 against 28");
    assert_eq!(plain.told, [Told::Exactly(28), Told::Exactly(35)]);
    let four = Truco { rules: Rules { flor_flor: 4, ..DEFAULTS } };
    assert_eq!(after(&four, &format!("{FLORES} flor flor-flor quero")).points, [0, 4]);
}

#[test]
fn a_flor_is_declared_before_anything_else() {
    assert_eq!(legal(&GAME, &after(&GAME, FLORES)), ["flor"]);
    let alone = after(&GAME, "deal-1e.7e.12e-4b.5b.6c flor");
    assert_eq!((alone.points, alone.me(), alone.asked), ([3, 0], 0, Asked::Card), "paid at once");
    assert_eq!(alone.flor, [Flor::Held, Flor::None]);
    assert!(!may(&GAME, &alone, "envido") && may(&GAME, &alone, "truco"));
    let void = after(&GAME, &format!("{OF_PE} envido"));
    assert_eq!(legal(&GAME, &void), ["flor"]);
    let paid = after(&GAME, &format!("{OF_PE} envido flor"));
    assert_eq!((paid.points, paid.me(), paid.asked), ([0, 3], 0, Asked::Card), "the envido is void");
    let waiting = after(&GAME, &format!("{OF_PE} truco flor"));
    assert_eq!((waiting.points, waiting.me(), waiting.asked), ([0, 3], 1, Asked::Truco), "the truco waits");
    let late = after(&GAME, &format!("{OF_PE} 1e"));
    assert_eq!(legal(&GAME, &late), ["flor"]);
}

#[test]
fn without_flor_a_suit_is_nothing_special() {
    let game = Truco { rules: Rules { flor: false, ..DEFAULTS } };
    let start = after(&game, FLORES);
    assert!(may(&game, &start, "envido") && !may(&game, &start, "flor"));
    let told = after(&game, &format!("{FLORES} envido quero"));
    assert_eq!((told.points, told.told[1]), ([0, 2], Told::Exactly(31)), "the two best of three");
    assert_eq!(told.flor, [Flor::Unknown; 2]);
}
