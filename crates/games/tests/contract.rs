//! What the board games promise beyond the rules: texts that come back, numbers in range, counts of
//! moves that are known.

use ludometer_game::{Element, Game, GameVisitor, ParamKind, Rng, Story, Turn};
use std::collections::HashSet;

const BOARD_GAMES: [&str; 8] =
    ["breakthrough", "connect-four", "gomoku", "hex", "nim", "othello", "snowball", "tic-tac-toe"];

/// Plays this many matches at random and checks every state on the way.
struct Laws(usize);

impl GameVisitor for Laws {
    type Out = ();

    fn visit<G: Game>(self, game: G) {
        let mut rng = Rng::stream(3, "laws", 0);
        for _ in 0..self.0 {
            let (mut state, mut story) = (game.initial(), Story::default());
            while let Turn::Seat(_) = game.turn(&state) {
                check_state(&game, &state);
                let mut legal = Vec::new();
                game.moves(&state, &mut legal);
                check_moves(&game, &state, &legal);
                let (before, chosen) = (state.clone(), legal[rng.below(legal.len())]);
                game.play(&mut state, chosen);
                game.narrate(&before, chosen, &state, &mut story);
            }
            check_state(&game, &state);
            check_story(&game, &state, &story);
        }
    }
}

fn check_state<G: Game>(game: &G, state: &G::State) {
    let position = game.position(state).expect("board games have a notation for positions");
    assert_eq!(game.read_position(&position).as_ref(), Ok(state), "{position}");
    let mut observed = Vec::new();
    game.observe(state, None, &mut observed);
    assert_eq!(observed.len(), game.observables().len());
    for seat in ludometer_game::Seat::all(game.seats()) {
        let mut planes = vec![f32::NAN; game.encoding().map_or(0, ludometer_game::Encoding::len)];
        game.encode(state, seat, &mut planes);
        assert!(planes.iter().all(|value| value.is_finite()), "all of the encoding is written");
        let (features, mut values) = (game.features(), Vec::new());
        game.read_features(state, seat, &mut values);
        assert_eq!(values.len(), features.len());
        for (feature, value) in features.iter().zip(values) {
            assert!((feature.range.0..=feature.range.1).contains(&value), "{} is {value}", feature.name);
        }
        let (least, most) = game.bounds();
        assert!(game.evaluate(state, seat).is_none_or(|value| (least..=most).contains(&value)));
    }
}

fn check_moves<G: Game>(game: &G, state: &G::State, legal: &[G::Move]) {
    let (mut texts, mut numbers) = (HashSet::new(), HashSet::new());
    let cells: HashSet<String> =
        game.board().map_or_else(HashSet::new, |board| board.cells.into_iter().collect());
    for &chosen in legal {
        let mut text = String::new();
        game.text(state, chosen, &mut text);
        assert_eq!(game.parse(state, &text), Some(chosen), "{text}");
        assert!(texts.insert(text));
        let number = game.index(state, chosen);
        assert!(numbers.insert(number) && game.actions().is_none_or(|actions| number < actions));
        let mut elements: Vec<Element> = Vec::new();
        game.elements(state, chosen, &mut elements);
        assert!(!elements.is_empty());
        let on_board = |e: &Element| e.kind != ludometer_game::ElementKind::Cell || cells.contains(&e.name);
        assert!(elements.iter().all(on_board), "{elements:?}");
    }
}

/// Points by source add up to the score.
fn check_story<G: Game>(game: &G, state: &G::State, story: &Story) {
    for seat in ludometer_game::Seat::all(game.seats()) {
        let told: f32 = story.scores.iter().filter(|(who, ..)| *who == seat).map(|(.., points)| points).sum();
        assert_eq!(told, game.score(state, seat).unwrap_or(0.0));
    }
}

#[test]
fn texts_positions_and_numbers_hold_on_random_play() {
    for name in BOARD_GAMES {
        ludometer_games::open(name, [], Laws(10)).expect("the defaults open");
    }
}

#[test]
fn they_hold_at_the_ends_of_every_parameter() {
    let mut refused = 0;
    for name in BOARD_GAMES {
        for spec in ludometer_games::card(name).expect("a board game").params {
            let ends = match spec.kind {
                ParamKind::Whole { min, max, .. } => vec![min.to_string(), max.to_string()],
                ParamKind::Switch => vec!["on".into(), "off".into()],
                ParamKind::List { .. } => vec!["1".into(), "2,9,1,1,3,1,1,4".into()],
                _ => vec![],
            };
            for end in ends {
                // What does not go with the other defaults is refused, which is fine too.
                refused += usize::from(ludometer_games::open(name, [(&*spec.name, &*end)], Laws(2)).is_err());
            }
        }
    }
    assert_eq!(refused, 4, "too long lines in three games, and a snowball board too small for its line");
}

#[test]
fn sections_of_the_documentation_are_there() {
    for name in BOARD_GAMES {
        let card = ludometer_games::card(name).expect("a board game");
        for heading in
            ["Rules", "Moves", "Notation", "Payoff", "Parameters", "Observables", "Source", "Version history"]
        {
            assert!(card.section(heading).is_some_and(|text| !text.is_empty()), "{name}: {heading}");
        }
        for spec in &card.params {
            let parameters = card.section("Parameters").unwrap_or_default();
            assert!(parameters.contains(&format!("`{}`", spec.name)), "{name}: {}", spec.name);
        }
    }
}

/// Counts sequences of exactly `depth` moves.
struct Perft(u32);

impl GameVisitor for Perft {
    type Out = u64;

    fn visit<G: Game>(self, game: G) -> u64 {
        count(&game, &game.initial(), self.0)
    }
}

fn count<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if game.turn(state) == Turn::Over {
        return 0;
    }
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    if depth == 1 {
        return legal.len() as u64;
    }
    let after = |chosen| {
        let mut next = state.clone();
        game.play(&mut next, chosen);
        count(game, &next, depth - 1)
    };
    legal.into_iter().map(after).sum()
}

fn perft(game: &str, typed: &[(&str, &str)], counts: &[u64]) {
    for (depth, &known) in (1..).zip(counts) {
        let counted = ludometer_games::open(game, typed.iter().copied(), Perft(depth)).expect("a game");
        assert_eq!(counted, known, "{game} at depth {depth}");
    }
}

#[test]
fn numbers_of_move_sequences_are_known() {
    perft("connect-four", &[], &[7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234]);
    perft("tic-tac-toe", &[], &[9, 72, 504, 3024, 15_120, 54_720, 148_176]);
    perft(
        "connect-four",
        &[("gravity", "off"), ("rows", "3"), ("columns", "3"), ("line", "3")],
        &[9, 72, 504],
    );
    perft("breakthrough", &[], &[22, 484, 11_132, 256_036]);
    perft("breakthrough", &[("rows", "6"), ("columns", "6")], &[16, 256, 4308, 71_478, 1_248_290]);
    perft("othello", &[], &[4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288]);
}
