//! How hands are told as cases.

use super::*;
use crate::truco::cases::Hands;
use ludometer_game::{Answer, CaseBook, CaseDecision, CaseQuery, CaseRow, CaseSchema, ImportedCase, text_of};

fn schema() -> CaseSchema {
    Hands.schema(&GAME)
}

/// What is asked of who is to move, as scenario and what is faced.
fn asked(state: &State) -> Vec<(u8, u32)> {
    let mut queries = Vec::new();
    Hands.queries(&GAME, state, Seat::new(state.mover), &mut queries);
    queries.iter().map(|query| (query.scenario, query.facing)).collect()
}

fn value(values: &[f32], name: &str) -> f32 {
    values[schema().place(name)]
}

/// The end of a hand by the last of these moves, as a seat tells it, with what it brought.
fn closed(moves: &str, seat: u8) -> (Vec<f32>, [f32; 2]) {
    let (mut state, mut gains) = (GAME.initial(), [0.0; 2]);
    let mut values = Vec::new();
    for text in moves.split_whitespace() {
        let before = state;
        let made = GAME.parse(&state, text).unwrap_or_else(|| panic!("`{text}` is not legal"));
        GAME.play(&mut state, made);
        Hands.gain(&GAME, (&before, &state), made, Seat::new(seat), &mut gains);
        values.clear();
        if state.hand > before.hand {
            Hands.close(&GAME, (&before, &state), made, Seat::new(seat), &mut values);
        }
    }
    (values, gains)
}

#[test]
fn a_turn_is_asked_about_envido_truco_and_a_card() {
    assert_eq!(asked(&after(&GAME, PLAIN)), [(6, 0), (8, 0), (0, 0)]);
    assert_eq!(asked(&after(&GAME, &format!("{PLAIN} 3o"))), [(7, 0), (9, 0), (1, 0)]);
    assert_eq!(asked(&after(&GAME, &format!("{PLAIN} envido"))), [(7, 1)]);
    assert_eq!(asked(&after(&GAME, &format!("{PLAIN} envido real-envido"))), [(6, 5)]);
    assert_eq!(asked(&after(&GAME, &format!("{PLAIN} 3o truco"))), [(8, 17)]);
    assert_eq!(asked(&after(&GAME, &format!("{PLAIN} 3o 2b 1e"))), [(11, 0), (3, 0)]);
    assert_eq!(
        asked(&after(&GAME, &format!("{PLAIN} 3o 2b truco quero"))),
        [(2, 0)],
        "only the other may raise"
    );
    assert_eq!(asked(&after(&GAME, FLORES)), [], "a flor is declared");
    assert_eq!(asked(&after(&GAME, &format!("{FLORES} flor"))), [], "flores have no scenario");
    let flores = after(&GAME, &format!("{FLORES} flor"));
    let mut moves = Vec::new();
    GAME.moves(&flores, &mut moves);
    let fallback = Hands.fallback(&GAME, &flores, Seat::new(1), &moves);
    assert_eq!(text_of(&GAME, &flores, moves[fallback]), "flor-flor");
}

#[test]
fn every_legal_move_answers_the_questions_up_to_its_own() {
    let state = after(&GAME, PLAIN);
    let answers = |text: &str| -> Vec<Option<u16>> {
        let made = GAME.parse(&state, text).unwrap();
        let query = |(scenario, facing)| CaseQuery { scenario, facing, default: 0 };
        asked(&state)
            .into_iter()
            .map(|own| Hands.action(&GAME, &state, Seat::new(0), query(own), made))
            .collect()
    };
    assert_eq!(answers("7e"), [Some(7), Some(13), Some(1)]);
    assert_eq!(answers("down-3o"), [Some(7), Some(13), Some(5)]);
    assert_eq!(answers("baralho"), [Some(7), Some(13), Some(6)]);
    assert_eq!(answers("truco"), [Some(7), Some(14), None]);
    assert_eq!(answers("falta-envido"), [Some(10), None, None]);
}

#[test]
fn a_hand_is_told_from_both_sides() {
    let moves = format!("{PLAIN} envido nao-quero 3o 2b truco nao-quero");
    let (own, gains) = closed(&moves, 0);
    let expected = [
        ("leads", 1.0),
        ("high", 52.0),
        ("middle", 42.0),
        ("low", 24.0),
        ("own-1", 24.0),
        ("other-1", 16.0),
        ("own-2", -46.0),
        ("won-1", 1.0),
        ("envido", 1.0),
        ("envido-points", 28.0),
        ("envido-refused", 2.0),
        ("envido-won", 1.0),
        ("truco", 1.0),
        ("retruco", 0.0),
        ("truco-refused", 2.0),
        ("hand-won", 1.0),
        ("high-kind", 51.0),
        ("low-kind", 20.0),
        ("other-1-kind", 20.0),
        ("low-suit", 2.0),
    ];
    expected.into_iter().for_each(|(name, number)| assert_eq!(value(&own, name), number, "{name}"));
    assert!(value(&own, "other-2").is_nan());
    assert_eq!(gains, [1.0, 1.0]);
    let (other, gains) = closed(&moves, 1);
    for (name, number) in
        [("leads", 2.0), ("own-1", 16.0), ("own-2", -15.0), ("truco", 2.0), ("hand-won", 2.0)]
    {
        assert_eq!(value(&other, name), number, "{name}");
    }
    assert_eq!((gains, value(&other, "envido-refused")), ([-1.0, -1.0], 1.0));
    let (left, gains) = closed(&format!("{PLAIN} down-3o baralho"), 1);
    assert_eq!((value(&left, "own-1"), value(&left, "other-1")), (-10.0, -1.0));
    assert_eq!(gains, [0.0, -1.0]);
    let (played, _) = closed(&format!("{PLAIN} 1e 2b 7e 12c"), 0);
    assert_eq!(
        [value(&played, "own-3"), value(&played, "won-2"), value(&played, "hand-won")],
        [-46.0, 1.0, 1.0]
    );
}

#[test]
fn who_wins_the_match_by_envido_has_not_won_the_hand() {
    let mut state = after(&GAME, &format!("{PLAIN} envido"));
    state.points = [23, 20];
    let (before, made) = (state, GAME.parse(&state, "quero").unwrap());
    GAME.play(&mut state, made);
    assert_eq!(GAME.turn(&state), Turn::Over);
    let mut values = Vec::new();
    Hands.close(&GAME, (&before, &state), made, Seat::new(0), &mut values);
    assert!(value(&values, "hand-won").is_nan() && value(&values, "own-1").is_nan());
}

#[test]
fn flores_are_told_apart_from_truco() {
    let (both, _) = closed(&format!("{FLORES} flor flor-flor quero 1e 4b 7e 5b"), 0);
    assert_eq!(["flor", "flor-won", "envido-won"].map(|name| value(&both, name)), [1.0, 2.0, 0.0]);
    let one = "deal-1e.7e.12e-4b.5b.6o";
    let (alone, gains) = closed(&format!("{one} flor 1e 4b truco nao-quero"), 0);
    let names = ["flor-won", "envido-refused", "truco-refused"];
    assert_eq!(names.map(|name| value(&alone, name)), [1.0, 0.0, 2.0]);
    assert_eq!(gains, [0.0, 1.0], "nobody decides to have a flor");
}

#[test]
fn a_second_envido_is_met_like_the_first() {
    assert_eq!(asked(&after(&GAME, &format!("{PLAIN} envido envido"))), [(6, 1)]);
}

/// Values of a hand: high, middle, low, then own and other by trick.
fn values(known: &[(&str, f32)]) -> Vec<f32> {
    let schema = schema();
    let mut values = vec![f32::NAN; schema.attributes.len()];
    known.iter().for_each(|(name, number)| values[schema.place(name)] = *number);
    values
}

fn vetoed(rule: &str, scenario: u8, facing: u32, action: u16, known: &[(&str, f32)]) -> Option<u16> {
    let number = schema().rules.iter().position(|own| own.name == rule).unwrap();
    let values = values(known);
    Hands.veto(number, Answer { scenario, facing, values: &values, action }).map(|(instead, _)| instead)
}

#[test]
fn suicidal_plays_are_vetoed() {
    let hand = [("high", 24.0), ("middle", 12.0), ("low", 2.0)];
    let with = |more: &[(&'static str, f32)]| [&hand, more].concat();
    let first = with(&[("other-1", 8.0)]);
    assert_eq!(vetoed("too-strong", 1, 0, 0, &first), Some(1), "the middle card is enough");
    assert_eq!(vetoed("too-strong", 1, 0, 1, &first), None);
    assert_eq!(vetoed("too-strong", 0, 0, 0, &hand), None, "who leads answers nothing");
    let beaten = with(&[("other-1", 52.0)]);
    assert_eq!(vetoed("wasted", 1, 0, 1, &beaten), Some(2));
    assert_eq!(vetoed("wasted", 1, 0, 2, &beaten), None);
    assert_eq!(vetoed("wasted", 1, 0, 0, &with(&[("other-1", 24.0)])), None, "it ties");
    assert_eq!(vetoed("empty-envido", 6, 0, 9, &[("envido-points", 7.0)]), Some(7));
    assert_eq!(vetoed("empty-envido", 6, 0, 9, &[("envido-points", 20.0)]), None);
    assert_eq!(vetoed("empty-envido", 6, 1, 9, &[("envido-points", 7.0)]), None, "a raise is another matter");
    let last = with(&[("own-1", 2.0), ("own-2", 12.0), ("other-1", 1.0), ("won-1", 1.0), ("other-3", 24.0)]);
    assert_eq!(vetoed("sure-win", 13, 0, 13, &last), Some(14), "a tie wins for who won the first");
    assert_eq!(vetoed("sure-win", 13, 19, 16, &last), Some(15), "nothing is above vale quatro");
    let lost = with(&[("own-1", 24.0), ("own-2", 12.0), ("won-1", 1.0), ("other-3", 3.0)]);
    assert_eq!(vetoed("sure-loss", 13, 17, 15, &lost), Some(16));
    assert_eq!(vetoed("sure-loss", 13, 0, 14, &lost), None, "a bluff may scare");
    assert_eq!(vetoed("sure-win", 13, 17, 15, &lost), None);
    let down = with(&[("own-1", -1.0), ("other-2", 8.0)]);
    assert_eq!(vetoed("too-strong", 3, 0, 0, &down), None, "nobody knows which card lies face down");
}

#[test]
fn equal_cards_are_laid_one_after_the_other() {
    for first in ["2b", "2c"] {
        let state = after(&GAME, "deal-3e.1o.4b-3o.2b.2c 3e");
        let answer = |state: &State, card: &str| {
            let scenario = asked(state).last().unwrap().0;
            let query = CaseQuery { scenario, facing: 0, default: 2 };
            Hands.action(&GAME, state, Seat::new(1), query, GAME.parse(state, card).unwrap())
        };
        assert_eq!([answer(&state, "3o"), answer(&state, first)], [Some(0), Some(1)]);
        let then = after(&GAME, &format!("deal-3e.1o.4b-3o.2b.2c 3e {first} 1o"));
        let second = if first == "2b" { "2c" } else { "2b" };
        assert_eq!(answer(&then, second), Some(2));
        let mut values = Vec::new();
        Hands.read(&GAME, &then, Seat::new(1), &mut values);
        let rule = schema().rules.iter().position(|own| own.name == "too-strong").unwrap();
        let wasteful = Answer { scenario: 3, facing: 0, values: &values, action: 0 };
        assert_eq!(Hands.veto(rule, wasteful).map(|(instead, _)| instead), Some(2), "a two is enough");
    }
}

#[test]
fn who_leaves_pays_for_all_of_it_with_the_hand() {
    let game = Truco { rules: Rules { leaving_pays_envido: true, ..DEFAULTS } };
    let before = after(&game, PLAIN);
    let (mut state, mut gains) = (before, [0.0; 2]);
    let made = game.parse(&state, "baralho").unwrap();
    game.play(&mut state, made);
    Hands.gain(&game, (&before, &state), made, Seat::new(0), &mut gains);
    assert_eq!(gains, [0.0, -2.0]);
}

#[test]
fn a_row_of_the_thesis_becomes_decisions() {
    let head: Vec<String> = Hands.columns().iter().map(ToString::to_string).collect();
    let import = |row: &str| {
        let cells: Vec<&str> = row.split(',').collect();
        Hands.import(&CaseRow { head: &head, cells: &cells }).unwrap()
    };
    let short = |own: &CaseDecision| (own.scenario, own.facing, own.action, own.points);
    let among = |told: &ImportedCase| told.case.decisions.iter().map(|own| own.among).collect::<Vec<_>>();
    // The agent leads and wins the first trick, loses the second; its envido is refused, and it refuses truco in the third.
    let told = import("1,24,12,2,24,6,2,8,15,1,1,2,130,1,0,0,25,2,1,0,0,0,0,2,0,0,1,2,1,2,4");
    assert_eq!(told.notes, ["truco in a known trick"]);
    let decisions: Vec<_> = told.case.decisions.iter().map(short).collect();
    let expected = [
        (0, 0, 0, -1.0),
        (2, 0, 2, -1.0),
        (6, 0, 8, 1.0),
        (8, 0, 13, -1.0),
        (10, 0, 13, -1.0),
        (13, 17, 16, -1.0),
    ];
    assert_eq!(decisions, expected);
    assert_eq!(told.case.decisions[1].asked, [24.0, 12.0, 2.0, 24.0, 6.0]);
    // All cards were played: truco, accepted, may have been called in any trick; the other's real envido was accepted.
    let told = import("2,52,50,7,50,2,7,24,52,6,1,2,1,0,0,2,21,0,1,0,0,0,0,1,0,0,0,1,1,3,3");
    assert_eq!(told.notes, ["truco in an unknown trick"]);
    let decisions: Vec<_> = told.case.decisions.iter().map(short).collect();
    let expected = [
        (1, 0, 1, 2.0),
        (2, 0, 2, 2.0),
        (5, 0, 0, 2.0),
        (7, 4, 11, 3.0),
        (9, 0, 14, 2.0),
        (10, 0, 14, 2.0),
        (13, 0, 14, 2.0),
    ];
    assert_eq!(decisions, expected);
    assert_eq!(among(&told), [1, 1, 1, 1, 3, 3, 3]);
    let wrong = |row: &str| {
        let cells: Vec<&str> = row.split(',').collect();
        Hands.import(&CaseRow { head: &head, cells: &cells }).unwrap_err().column
    };
    assert_eq!(
        wrong("1,24,12,2,24,6,2,8,15,1,1,2,130,1,0,0,99,2,1,0,0,0,0,2,0,0,1,2,1,2,4"),
        "pontosEnvidoRobo"
    );
    assert_eq!(
        wrong("1,12,24,2,24,6,2,8,15,1,1,2,130,1,0,0,25,2,1,0,0,0,0,2,0,0,1,2,1,2,4"),
        "cartaAltaRobo"
    );
    assert_eq!(wrong("0,24,12,2,24,6,2,8,15,1,1,2,130,1,0,0,25,2,1,0,0,0,0,2,0,0,1,2,1,2,4"), "jogadorMao");
    let twice = import("1,24,24,2,24,6,2,8,15,1,1,2,130,1,0,0,25,2,1,0,0,0,0,0,2,0,1,2,1,1,4");
    assert_eq!(
        twice.notes[..],
        ["cards that no deal gives", "retruco or vale quatro without the call before"]
    );
}

/// Rows of the public base whose columns say more than happened.
#[test]
fn what_was_not_played_says_nothing() {
    let head: Vec<String> = Hands.columns().iter().map(ToString::to_string).collect();
    let told = |row: &str| {
        let cells: Vec<&str> = row.split(',').collect();
        let told = Hands.import(&CaseRow { head: &head, cells: &cells }).unwrap();
        let short = |own: &CaseDecision| (own.scenario, own.facing, own.action, own.among);
        (told.notes, told.case.decisions.iter().map(short).collect::<Vec<_>>(), told.case.values)
    };
    // Truco before the first card is answered, refused: the table gives that trick a winner.
    let (notes, decisions, values) = told("1,7,7,3,3,0,15,0,15,0,1,2,2,1,0,0,26,0,2,0,0,0,0,2,0,0,1,2,1,3,1");
    assert_eq!(notes, ["truco in a known trick"]);
    assert_eq!(decisions, [(0, 0, 2, 1), (6, 0, 8, 1), (8, 0, 13, 1), (8, 17, 16, 1)]);
    assert!(value(&values, "won-1").is_nan());
    // The other has won two tricks: what lies in the third decided nothing. Truco was called in one of the two.
    let (notes, decisions, values) =
        told("1,24,12,7,24,42,12,24,7,6,2,2,1,0,0,0,3,0,0,0,0,0,0,2,0,0,0,2,3,4,2");
    assert_eq!(notes, ["truco in an unknown trick"]);
    assert_eq!(decisions, [(0, 0, 0, 1), (3, 0, 1, 1), (6, 0, 7, 1), (8, 17, 15, 2), (11, 17, 15, 2)]);
    assert!(value(&values, "own-3") < -1.0 && value(&values, "won-3").is_nan());
    // The agent, second, calls truco before it answers; the other refuses, and its card is not in the table.
    let (notes, decisions, values) =
        told("2,42,16,6,46,46,46,46,46,46,1,1,1,0,0,0,7,0,0,0,0,0,0,1,0,0,2,1,1,4,3");
    assert_eq!(notes, ["truco in a known trick"]);
    assert_eq!(decisions, [(9, 0, 14, 1)]);
    assert!(value(&values, "won-1").is_nan() && value(&values, "other-1").is_nan());
}
