//! Guided search with a network that knows nothing: proofs and rounds must do all the work.

use ludometer_agents::puct::{Formula, Root, Search, Settings, choose};
use ludometer_game::{AnyGame, Game, GameVisitor, Rng, Seats};
use std::collections::HashSet;

const PLAIN: Root = Root::Puct { noise: 0.0, alpha: 1.0, forced: 0.0 };

fn settings(sims: u32, root: Root) -> Settings {
    Settings { sims, c: 2.0, formula: Formula::AlphaZero, urgency: 0.2, root, nodes: 100_000 }
}

struct Erase;

impl GameVisitor for Erase {
    type Out = AnyGame;
    fn visit<G: Game>(self, game: G) -> AnyGame {
        AnyGame::new(game)
    }
}

fn open(name: &str) -> AnyGame {
    ludometer_games::open(name, std::iter::empty(), Erase).expect("a game")
}

/// Searches after these moves; every move is as likely, and every position worth nothing. Returns the search and how
/// often it asked.
fn think(game: &AnyGame, moves: &str, settings: &Settings) -> (Search<AnyGame>, usize) {
    let mut rng = Rng::stream(1, "puct", 0);
    let mut state = game.initial();
    for text in moves.split_whitespace() {
        game.settle(&mut state, &mut rng);
        let chosen = game.parse(&state, text).unwrap_or_else(|| panic!("{text} is legal"));
        game.play(&mut state, chosen);
    }
    game.settle(&mut state, &mut rng);
    let seat = game.turn(&state).seat().expect("somebody is to move");
    let (mut search, mut asked) = (Search::default(), HashSet::new());
    search.begin(game, &state, seat, settings, &mut rng);
    while search.ask(game, settings, &mut rng) {
        let leaf = search.leaf().expect("a position");
        let mut known = Vec::new();
        game.info(&leaf.state, leaf.seat, &mut known);
        assert!(asked.insert((leaf.seat, known)), "nobody is asked the same twice");
        let count = leaf.moves.len();
        let values = Seats::all(0.0, game.seats());
        search.tell(game, settings, &vec![1.0 / count as f32; count], &values, &mut rng);
    }
    (search, asked.len())
}

fn best(game: &AnyGame, moves: &str, settings: &Settings) -> (String, (f32, bool)) {
    let (search, _) = think(game, moves, settings);
    let looked = search.looked(settings);
    let shares = search.target(settings);
    assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{shares:?}");
    let chosen = choose(&looked, &shares, settings, 0.0, &mut Rng::stream(1, "choice", 0));
    let mut text = String::new();
    game.text(&game.initial(), looked[chosen].by, &mut text);
    (text, search.value())
}

#[test]
fn wins_are_proven_and_losses_avoided() {
    let game = open("tic-tac-toe");
    let gumbel = Root::Gumbel { considered: 9, random: false, scale: 1.0 };
    for root in [PLAIN, gumbel] {
        // X holds a1 and b1: c1 wins.
        assert_eq!(best(&game, "a1 a3 b1 b3", &settings(100, root)), ("c1".into(), (1.0, true)), "{root:?}");
        // X threatens c1, and O must be there.
        assert_eq!(best(&game, "a1 b2 b1", &settings(400, root)).0, "c1", "{root:?}");
    }
    let (_, (value, _)) = best(&game, "", &settings(5000, PLAIN));
    assert!(value.abs() < 0.1, "nobody wins tic-tac-toe, and the search thinks {value}");
}

#[test]
fn ways_that_meet_share_a_question() {
    let game = open("connect-four");
    let (search, asked) = think(&game, "", &settings(2000, PLAIN));
    assert_eq!(search.simulations(), 2000);
    assert!(asked <= 2001, "{asked} questions");
}

#[test]
fn the_thesis_formula_and_forced_looks_play_too() {
    let game = open("connect-four");
    let thesis = Settings { formula: Formula::Thesis, ..settings(300, PLAIN) };
    assert_eq!(best(&game, "1 2 1 2 1 2", &thesis), ("1".into(), (1.0, true)));
    let forced = settings(300, Root::Puct { noise: 0.25, alpha: 10.0, forced: 2.0 });
    assert_eq!(best(&game, "1 2 1 2 1 2", &forced).0, "1");
}

#[test]
fn dice_and_hidden_cards_are_drawn() {
    for name in ["backgammon", "leduc-poker", "pig", "oh-hell"] {
        let game = open(name);
        let (search, asked) = think(&game, "", &settings(64, PLAIN));
        assert_eq!(search.simulations(), 64, "{name}");
        assert!(asked > 1 && !search.value().1, "{name}: nothing is proven by draws");
    }
}
