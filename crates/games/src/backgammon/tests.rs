//! Tests of backgammon.

use super::*;
use slow::Table;
use std::collections::{HashMap, HashSet};

mod slow;

const PLAIN: Backgammon = Backgammon { gammons: true, cube: false };
const CUBED: Backgammon = Backgammon { gammons: true, cube: true };

fn position(text: &str) -> State {
    PLAIN.read_position(text).expect("a position")
}

fn texts(game: &Backgammon, state: &State) -> Vec<String> {
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    let written = |option| {
        let mut text = String::new();
        game.text(state, option, &mut text);
        text
    };
    legal.into_iter().map(written).collect()
}

fn after(game: &Backgammon, start: &str, moves: &str) -> State {
    moves.split_whitespace().fold(game.read_position(start).expect("a position"), |mut state, text| {
        let chosen = game.parse(&state, text).unwrap_or_else(|| panic!("`{text}` is not legal in {state:?}"));
        game.play(&mut state, chosen);
        state
    })
}

fn with_dice(state: &State, high: u8, low: u8) -> State {
    State { dice: [high, low], phase: Phase::Playing, ..*state }
}

/// Demands that the plays of all throws lead exactly where the slow generator says, each once.
fn check_all_throws(state: &State) {
    let table = Table::of(state, state.mover);
    for high in 1..=6 {
        for low in 1..=high {
            let thrown = with_dice(state, high, low);
            let mut plays = Vec::new();
            PLAIN.moves(&thrown, &mut plays);
            let reached = plays.iter().map(|&play| {
                let mut next = thrown;
                PLAIN.play(&mut next, play);
                Table::of(&next, state.mover)
            });
            let reached: HashSet<Table> = reached.collect();
            let expected = table.results(high, low);
            let written = PLAIN.position(&thrown);
            assert_eq!(reached, expected, "{written:?}");
            assert_eq!(plays.len(), expected.len(), "a play is listed twice: {written:?}");
        }
    }
}

#[test]
fn opening_throws_have_known_numbers_of_plays() {
    let counts = |high: u8| -> Vec<usize> {
        let state = |low| with_dice(&PLAIN.initial(), high, low);
        (1..=high).map(|low| texts(&PLAIN, &state(low)).len()).collect()
    };
    assert_eq!((1..=6).map(counts).collect::<Vec<_>>(), OPENING_PLAYS);
    check_all_throws(&PLAIN.initial());
}

/// Plays of each throw in the first position, by the higher die and then the lower one. OpenSpiel finds
/// the same numbers of different positions.
const OPENING_PLAYS: [&[usize]; 6] =
    [&[42], &[15, 75], &[16, 17, 73], &[14, 18, 17, 52], &[8, 8, 9, 9, 4], &[10, 14, 14, 14, 7, 11]];

#[test]
fn plays_agree_with_the_slow_generator_in_random_matches() {
    for index in 0..6 {
        let mut rng = Rng::stream(1, "backgammon slow", index);
        let (mut state, mut legal) = (PLAIN.initial(), Vec::new());
        while PLAIN.turn(&state) != Turn::Over {
            let chosen = if PLAIN.turn(&state) == Turn::Chance {
                PLAIN.draw(&state, &mut rng)
            } else {
                if rng.below(8) == 0 {
                    check_all_throws(&state);
                }
                legal.clear();
                PLAIN.moves(&state, &mut legal);
                legal[rng.below(legal.len())]
            };
            PLAIN.play(&mut state, chosen);
        }
    }
}

/// Checkers on random places up to `highest`, some already off.
fn scattered(highest: usize, rng: &mut Rng) -> Vec<(u8, u8)> {
    let mut places = [0u8; 26];
    (0..1 + rng.below(15)).for_each(|_| places[1 + rng.below(highest)] += 1);
    (0..26).filter(|&place| places[place] > 0).map(|place| (place as u8, places[place])).collect()
}

/// A position no match may ever reach, but a legal one: nobody stands where the other does.
fn any_position(highest: usize, rng: &mut Rng) -> State {
    let white = scattered(highest, rng);
    let taken = |place: u8| place < BAR && white.iter().any(|(own, _)| *own == BAR - place);
    let black = scattered(25, rng).into_iter().filter(|(place, _)| !taken(*place)).collect::<Vec<_>>();
    let sides = [Checkers::standing(&white), Checkers::standing(&black)];
    State { sides, phase: Phase::Rolling, ..PLAIN.initial() }
}

#[test]
fn plays_agree_with_the_slow_generator_in_any_position() {
    let mut rng = Rng::stream(1, "backgammon positions", 0);
    for highest in [3, 6, 6, 6, 7, 8, 10, 18, 24, 25] {
        for _ in 0..12 {
            check_all_throws(&any_position(highest, &mut rng));
        }
    }
}

#[test]
fn drawn_plays_are_uniform() {
    let mut rng = Rng::stream(1, "backgammon draws", 0);
    let mut buffer = Vec::new();
    for highest in [6, 7, 9, 12, 18, 24, 25, 25] {
        for (high, low) in [(2, 1), (6, 5), (4, 3), (6, 1), (5, 3), (3, 3)] {
            let state = with_dice(&any_position(highest, &mut rng), high, low);
            let mut legal = Vec::new();
            state.field().each_play([high, low], &mut |play| legal.push(play));
            let mut seen: HashMap<Play, f64> = HashMap::new();
            let draws = 40 * legal.len();
            for _ in 0..draws {
                let play = state.field().random([high, low], &mut buffer, &mut rng.draws(4096));
                *seen.entry(play).or_default() += 1.0;
            }
            assert!(seen.keys().all(|play| legal.contains(play)), "{state:?}");
            let chi2: f64 =
                legal.iter().map(|play| (seen.get(play).unwrap_or(&0.0) - 40.0).powi(2) / 40.0).sum();
            let freedom = legal.len() as f64 - 1.0;
            assert!(chi2 <= freedom + 5.0 * (2.0 * freedom).sqrt() + 10.0, "{chi2} of {freedom}: {state:?}");
        }
    }
}

#[test]
fn the_opening_throw_decides_who_begins() {
    let start = after(&PLAIN, "24:2 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5 | opening", "2-5");
    assert_eq!((PLAIN.turn(&start), start.dice), (Turn::Seat(Seat::new(1)), [5, 2]));
    let mut odds = Vec::new();
    PLAIN.chance(&PLAIN.initial(), &mut odds);
    assert_eq!(odds.len(), 30);
    odds.clear();
    PLAIN.chance(&position("24:1 | 24:1 | white throws"), &mut odds);
    assert_eq!(odds.len(), 21);
}

#[test]
fn both_dice_are_played_if_they_can_be_else_the_higher() {
    // The 6 cannot be played first, but after the 5 it can.
    let plays = texts(&PLAIN, &position("14:1 | 17:2 24:13 | white plays 65"));
    assert_eq!(plays, ["14/3"]);
    // Either die can be played, but not both.
    let plays = texts(&PLAIN, &position("14:1 | 22:2 | white plays 65"));
    assert_eq!(plays, ["14/8"]);
    let plays = texts(&PLAIN, &position("14:1 | 22:2 17:2 | white plays 65"));
    assert_eq!(plays, ["14/9"]);
    let plays = texts(&PLAIN, &position("14:1 | 17:2 16:2 | white plays 65"));
    assert_eq!(plays, ["pass"]);
}

#[test]
fn who_is_on_the_bar_enters_first() {
    let plays = texts(&PLAIN, &position("bar:2 13:3 | 6:2 5:2 | white plays 43"));
    assert_eq!(plays, ["bar/22+bar/21"]);
    let plays = texts(&PLAIN, &position("bar:2 13:3 | 3:2 5:2 | white plays 43"));
    assert_eq!(plays, ["bar/21"]);
    let plays = texts(&PLAIN, &position("bar:1 13:3 | 1:2 2:2 3:2 4:2 5:2 6:2 | white plays 66"));
    assert_eq!(plays, ["pass"]);
}

#[test]
fn a_hit_sends_a_checker_to_the_bar() {
    let state = after(&PLAIN, "8:1 6:1 | 20:1 24:14 | white plays 31", "6/5*+8/5");
    assert_eq!(PLAIN.position(&state).as_deref(), Some("5:2 | bar:1 24:14 | black throws"));
}

#[test]
fn texts_merge_the_way_of_a_checker_and_name_hits() {
    let plays = texts(&PLAIN, &position("24:1 | 7:1 2:1 | white plays 65"));
    assert_eq!(plays, ["24/18*/13", "24/13"]);
    let plays = texts(&PLAIN, &position("6:4 | 24:1 | white plays 33"));
    assert_eq!(
        plays,
        ["6/3(4)", "6/off+6/3(2)", "6/off(2)"],
        "a checker that goes off is not one that stops"
    );
    let plays = texts(&PLAIN, &position("8:4 | 24:1 | white plays 22"));
    assert!(plays.contains(&"8/6(4)".to_owned()) && plays.contains(&"8/2+8/6".to_owned()), "{plays:?}");
    let state = position("8:4 | 24:1 | white plays 22");
    let read = |text| PLAIN.parse(&state, text);
    assert!(read("8/2+8/6").is_some());
    for same in ["8/6+8/2", "8/6(2)+6/2", "6/4+8/6+4/2+8/6", "8/4/2+8/6", " 8/2+8/6 "] {
        assert_eq!(read(same), read("8/2+8/6"), "{same}");
    }
    for wrong in ["8/2", "8/6", "8/6(5)", "8/6(0)", "8/6(x)", "8", "8/", "/6", "8/6+", "9/7(4)", "8/26(4)"] {
        assert_eq!(read(wrong), None, "{wrong}");
    }
}

#[test]
fn bearing_off_takes_the_highest_below_the_die() {
    let plays = texts(&PLAIN, &position("4:1 3:1 | 24:1 | white plays 65"));
    assert_eq!(plays, ["4/off+3/off"], "either die takes either checker: one play");
    let plays = texts(&PLAIN, &position("6:1 4:1 | 13:1 | white plays 51"));
    assert_eq!(plays, ["6/1+4/3", "6/off"], "with 6 and 4 the 5 can be borne off only after the 1");
}

#[test]
fn gammons_and_backgammons_count_more() {
    let won = |game: &Backgammon, black: &str| {
        let state = after(game, &format!("1:1 | {black} | white plays 21"), "1/off");
        assert_eq!(game.turn(&state), Turn::Over);
        (game.payoff(&state).points[Seat::new(0)], game.ending(&state))
    };
    assert_eq!(won(&PLAIN, "6:14"), (1.0, "borne off".into()));
    assert_eq!(won(&PLAIN, "18:15"), (2.0, "gammon".into()));
    assert_eq!(won(&PLAIN, "19:1 18:14"), (3.0, "backgammon".into()));
    assert_eq!(won(&PLAIN, "bar:1 18:14"), (3.0, "backgammon".into()));
    assert_eq!(won(&Backgammon { gammons: false, cube: false }, "bar:15").0, 1.0);
}

#[test]
fn the_cube_goes_to_whoever_takes() {
    let start = "24:1 | 24:1 | white may double | 1 centre";
    let state = after(&CUBED, start, "double drop");
    assert_eq!(CUBED.payoff(&state).points[Seat::new(0)], 1.0);
    assert_eq!(CUBED.ending(&state), "double dropped");
    let state = after(&CUBED, start, "double take 21 24/21");
    assert_eq!(CUBED.position(&state).as_deref(), Some("21:1 | 24:1 | black may double | 2 black"));
    let state = after(&CUBED, start, "double take 21 24/21 roll 21 24/21");
    assert_eq!(state.phase, Phase::Rolling, "White does not hold the cube");
    let state = after(&CUBED, "3:1 | 24:1 | white may double | 32 white", "double take 21 3/off");
    assert_eq!(CUBED.payoff(&state).points[Seat::new(0)], 64.0, "Black has borne off fourteen");
    let last = "24:1 | 24:1 | white may double | 64 white";
    assert!(CUBED.read_position(last).is_err(), "the cube ends at 64");
}

#[test]
fn the_evaluation_is_fair() {
    let mut rng = Rng::stream(1, "backgammon evaluation", 0);
    for _ in 0..200 {
        let state = any_position(25, &mut rng);
        let [white, black] = [0, 1].map(|seat| PLAIN.evaluate(&state, Seat::new(seat)).expect("a number"));
        assert!((white + black).abs() < 1e-5 && white.abs() < 1.0, "{white} and {black}");
    }
    let ahead = position("6:5 5:5 | 24:5 13:5 | white throws");
    assert!(PLAIN.evaluate(&ahead, Seat::new(0)) > Some(0.5));
}

#[test]
fn impossible_positions_are_refused() {
    for text in [
        "24:2 | 24:2",
        "24:16 | 24:2 | white throws",
        "24:9 13:7 | 24:2 | white throws",
        "24:1 24:1 | 24:2 | white throws",
        "24:1 | 1:1 | white throws",
        "26:1 | 24:1 | white throws",
        "24:1 | 24:1 | white plays 71",
        "24:1 | 24:1 | white plays 7",
        "24:1 | 24:1 | white won",
        "24:1 | - | white throws",
        "24:1 | 24:1 | white may double",
        "24:1 | 24:1 | white throws | 1 centre",
    ] {
        assert!(PLAIN.read_position(text).is_err(), "{text}");
    }
}
