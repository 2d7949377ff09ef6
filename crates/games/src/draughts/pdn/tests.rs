//! PDN: what is written reads back, what is nonsense is refused with its line.

use super::*;
use crate::draughts::{Draughts, REMEMBERED};
use ludometer_game::{Rng, Seat, Turn};
use proptest::prelude::*;

const RULES: Draughts<REMEMBERED> = Draughts { repetition: 3, quiet: 40 };

/// A random match as it would be exported.
fn random_game(seed: u64) -> (Game, <Draughts<REMEMBERED> as Rules>::State) {
    let mut rng = Rng::stream(seed, "pdn", 0);
    let (mut state, mut moves) = (RULES.initial(), Vec::new());
    while RULES.turn(&state) != Turn::Over {
        let mut legal = Vec::new();
        RULES.moves(&state, &mut legal);
        let chosen = legal[rng.below(legal.len())];
        let mut text = String::new();
        RULES.text(&state, chosen, &mut text);
        moves.push(text);
        RULES.play(&mut state, chosen);
    }
    let payoff = RULES.payoff(&state);
    let result = match [0, 1].map(|seat| payoff.won(Seat::new(seat))) {
        [true, _] => Outcome::BlackWins,
        [_, true] => Outcome::WhiteWins,
        _ => Outcome::Draw,
    };
    let tags = vec![("Event".into(), "a \"quoted\" \\ name".into()), ("Black".into(), "random".into())];
    (Game { tags, fen: None, moves, result }, state)
}

#[test]
fn matches_come_back_and_replay_to_the_same_end() {
    let (games, ends): (Vec<_>, Vec<_>) = (0..20).map(random_game).unzip();
    let text = write(&games);
    assert!(text.lines().all(|line| line.len() <= WIDTH));
    assert_eq!(read(&text).unwrap(), games);
    for (game, end) in games.iter().zip(ends) {
        assert_eq!(replay(&RULES, game).unwrap(), end);
    }
}

#[test]
fn a_match_may_begin_anywhere() {
    let game = Game {
        tags: vec![],
        fen: Some("W:W18,24,K10:B12,16,K22".into()),
        moves: vec!["10-7".into(), "22x15".into()],
        result: Outcome::Unknown,
    };
    let text = write(std::slice::from_ref(&game));
    assert!(
        text.contains("[SetUp \"1\"]\n[FEN \"W:W18,24,K10:B12,16,K22\"]\n\n1... 10-7 2. 22x15 *\n"),
        "{text}"
    );
    assert_eq!(read(&text).unwrap(), [game]);
}

#[test]
fn comments_variations_and_marks_are_skipped() {
    let text = "[White \"W\"]\n% ignored\n1.11-15! {good (} 23-19 ; rest\n2. 8-11 (2. 9-13 {why)} (x) 22-18) 22-17 $3\n\
        3... 1/2-1/2\n\n[Result \"0-1\"]\n1. 11-16\n[Event \"third\"] 1. 12-16 *";
    let games = read(text).unwrap();
    assert_eq!(games[0].moves, ["11-15", "23-19", "8-11", "22-17"]);
    assert_eq!(
        games.iter().map(|game| game.result).collect::<Vec<_>>(),
        [Outcome::Draw, Outcome::BlackWins, Outcome::Unknown]
    );
    assert_eq!(games[2].tags, [("Event".to_owned(), "third".to_owned())]);
}

#[test]
fn nonsense_is_refused_with_its_line() {
    for (text, reason) in [
        ("1. 11-15\n2. e2e4", "line 2: `e2e4` is neither a move nor a result; moves look like 11-15"),
        ("1. 11-33", "line 1: `11-33` is neither"),
        ("hello.11-15", "line 1: `hello.11-15` is neither"),
        ("[White \"W\"]\n[Black B]", "line 2: a tag looks like"),
        (
            "\n[White \"W]\n",
            "line 2: the value of the tag White has no closing quote; a tag looks like [White",
        ),
        ("[White \"W\"", "line 1: a tag looks like"),
        ("[Result \"won\"] 1. 11-15 *", "line 1: the tag Result holds `won`; results are 1-0, 0-1"),
        ("[Result \"1-0\"]\n1. 11-15 0-1", "line 2: the tag Result says 1-0, but the moves end with 0-1"),
        ("1. 11-15\n{ never\nclosed", "line 2: a comment is not closed by `}`"),
        ("(1. 11-15", "line 1: a variation is not closed by `)`"),
    ] {
        assert!(read(text).unwrap_err().to_string().contains(reason), "{:?}", read(text));
    }
    assert_eq!(read("  \n").unwrap(), []);
}

#[test]
fn illegal_moves_and_starts_are_refused() {
    let of = |text: &str| replay(&RULES, &read(text).unwrap()[0]).map_err(|refused| refused.to_string());
    let refused = of("1. 11-15 23-19 2. 15-19 *").unwrap_err();
    assert!(refused.contains("move 3, `15-19`, is not legal in `B:W"), "{refused}");
    assert!(refused.contains("; legal: "), "{refused}");
    let over = of("[FEN \"B:WK1:B\"] 1. 11-15 *").unwrap_err();
    assert!(over.contains("nothing, the match is over"), "{over}");
    let refused = of("[FEN \"X:W1\"] 1. 11-15 *").unwrap_err();
    assert!(refused.contains("the tag FEN: not a position"), "{refused}");
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in "[\\[\\]A-Za-z\"\\\\ 0-9.x*{}();%$/\n-]{0,60}") {
        if let Ok(games) = read(&text) {
            prop_assert_eq!(read(&write(&games)).unwrap(), games);
        }
    }
}
