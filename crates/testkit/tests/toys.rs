//! Every toy obeys the laws, except those that break them on purpose; what is known of a toy holds.

use ludometer_game::{AnyGame, Game, GameVisitor, Payoff, Rng, Seat, Turn, View};
use ludometer_testkit::toys::{
    self, Bids, Breaks, Coin, Divisors, Endless, Hands, Panics, Spy, Tower, Tree, Tricks,
};
use ludometer_testkit::{Law, any_equality, conformance, divide, perft, playthrough, signature};

struct Erase;
impl GameVisitor for Erase {
    type Out = AnyGame;
    fn visit<G: Game>(self, game: G) -> AnyGame {
        AnyGame::new(game)
    }
}

struct Obeys(&'static str);
impl GameVisitor for Obeys {
    type Out = ();
    fn visit<G: Game>(self, game: G) {
        let name = self.0;
        let report = conformance(&game, 30, 1);
        assert!(report.holds() && report.endless == 0, "{name}: {report}");
        let erased = toys::open(name, Erase).expect("the same toy again");
        let report = any_equality(&game, &erased, 1, 10);
        assert!(report.holds(), "{name}: {report}");
        assert_eq!(playthrough(&game, 1), playthrough(&game, 1));
        assert_eq!(signature(&game, 1, 5), signature(&erased, 1, 5), "{name}");
    }
}

#[test]
fn toys_obey_every_law() {
    for name in toys::NAMES {
        toys::open(name, Obeys(name)).expect("a listed toy opens");
    }
}

#[test]
fn the_erased_game_obeys_too() {
    let report = conformance(&toys::open("tricks-3", Erase).expect("a toy"), 10, 1);
    assert!(report.holds(), "{report}");
}

#[test]
fn bad_toys_are_found_with_evidence() {
    let broken = conformance(&Breaks::new(3), 2, 1);
    assert_eq!(broken.broken(), vec![Law::Unbroken]);
    assert_eq!(broken.findings[0].moves.len(), 3);
    assert!(broken.findings[0].what.contains("breaks.rs:1"));

    let panicking = conformance(&Panics::new(2), 1, 1);
    assert_eq!(panicking.broken(), vec![Law::NoPanic]);
    assert!(panicking.findings[0].what.contains("a bug in the rules at move 2"));
    assert_eq!((panicking.findings[0].moves.len(), panicking.findings[0].state.as_str()), (2, "2"));

    let endless = conformance(&Endless::new(30), 2, 1);
    assert_eq!((endless.broken(), endless.endless), (vec![Law::Ends], 2));
    assert!(endless.holds(), "an endless match is a remark, not a breach");
}

#[test]
fn perft_counts_sequences_and_divide_splits_them() {
    let tree = Tree::parse("((3 12 8)(2 4)(14))").unwrap();
    let root = tree.initial();
    assert_eq!((0..4).map(|depth| perft(&tree, &root, depth)).collect::<Vec<_>>(), vec![1, 3, 6, 0]);
    let parts = divide(&tree, &root, 2);
    assert_eq!(parts, vec![("1".into(), 3), ("2".into(), 2), ("3".into(), 1)]);
    let luck = Tree::parse("{1:(1 2) 1:(3 4 5)}").unwrap();
    assert_eq!(perft(&luck, &luck.initial(), 2), 5);
}

#[test]
fn drawn_trees_have_the_value_one_computes_by_hand() {
    let value = |text: &str| Tree::parse(text).unwrap().value().as_slice().to_vec();
    assert_eq!(value("((3 12 8)(2 4 6)(14 5 2))"), vec![3.0, -3.0]);
    assert_eq!(value("({1:4 3:0} 0.5)"), vec![1.0, -1.0]);
    assert_eq!(value("((1,0,2 0,1,0)(2,0,0 0,0,9))"), vec![2.0, 0.0, 0.0]);
    for bad in ["", "(", "()", "(1 2", "1 2", "(1 2,3)", "{0:1}", "{1 2}", "(1 x)"] {
        assert!(Tree::parse(bad).is_err(), "`{bad}`");
    }
    assert_eq!(Tree::parse("(1 x)").err().map(|e| e.at), Some(3));
}

#[test]
fn coin_figures_are_exact() {
    let coin = Coin::new(0.6, 3, 2);
    let (matches, mut wins, mut plies) = (20_000, 0.0, 0.0);
    for index in 0..matches {
        let mut rng = Rng::stream(1, "coin", index);
        let mut state = coin.initial();
        while coin.turn(&state) != Turn::Over {
            let mut legal = Vec::new();
            let chosen = match coin.turn(&state) {
                Turn::Chance => coin.draw(&state, &mut rng),
                _ => {
                    coin.moves(&state, &mut legal);
                    legal[rng.below(legal.len())]
                }
            };
            coin.play(&mut state, chosen);
            plies += 1.0;
        }
        wins += f64::from(u8::from(coin.payoff(&state).won(Seat::new(0))));
    }
    let (rate, length) = (wins / matches as f64, plies / matches as f64);
    assert!((rate - coin.win_rate(0)).abs() < 0.012, "{rate} against {}", coin.win_rate(0));
    assert!(
        (length - 2.0 * coin.mean_tosses()).abs() < 0.25,
        "{length} against {}",
        2.0 * coin.mean_tosses()
    );
    assert!((Coin::new(0.5, 4, 1).mean_tosses() - 16.0).abs() < 1e-9);
}

#[test]
fn the_spy_shouts_at_cheats_only() {
    let spy = Spy::new(3);
    let mut state = spy.initial();
    let mut rng = Rng::stream(1, "spy", 0);
    let secret = spy.draw(&state, &mut rng);
    spy.play(&mut state, secret);
    let view = View::new(&spy, &state, Seat::new(0));
    spy.watching(|| {
        let mut world = view.sample(&mut rng);
        view.info(&mut Vec::new());
        let _ = view.scene();
        spy.playout(&mut world, &mut Vec::new(), &mut rng);
    });
    assert_eq!(spy.alarms(), 0, "sampling is honest");
    spy.watching(|| spy.payoff(&state));
    assert_eq!(spy.alarms(), 1, "the true state was valued");
}

#[test]
fn commitments_are_drawn_anew_for_the_other_seat_only() {
    let bids = Bids::new(4);
    let mut state = bids.initial();
    bids.play(&mut state, 3);
    let mut rng = Rng::stream(1, "bids", 0);
    let mut worlds = std::collections::HashSet::new();
    for _ in 0..200 {
        assert_eq!(bids.sample(&state, Seat::new(0), &mut rng), state);
        worlds.insert(bids.sample(&state, Seat::new(1), &mut rng));
    }
    assert_eq!(worlds.len(), 4, "every card of the hand may lie face down");
}

#[test]
fn broken_rules_end_a_playout_with_a_draw_and_are_never_valued() {
    for (game, law) in [(Breaks::new(3), Law::Unbroken), (Breaks::stuck(3), Law::SomeMove)] {
        let mut state = game.initial();
        let payoff = game.playout(&mut state, &mut Vec::new(), &mut Rng::stream(1, "breaks", 0));
        assert_eq!((payoff, state), (Payoff::draw(2), 3));
        let report = conformance(&game, 1, 1);
        assert_eq!(report.broken(), vec![law], "{report}");
        playthrough(&game, 1);
        signature(&game, 1, 1);
    }
}

#[test]
fn a_reader_learns_what_a_toy_says() {
    let text = playthrough(&Hands::new(1), 1);
    for part in ["traits:", "## State 0", "moves: keep#0 swap#1", "chance: 1:0.250000", "ending:"] {
        assert!(text.contains(part), "`{part}` is missing in\n{text}");
    }
    assert!((Tower::win_rate() - 58871.0 / 65536.0).abs() < 1e-12);
    assert_ne!(signature(&Divisors::new(60), 1, 5), signature(&Divisors::new(62), 1, 5));
}

proptest::proptest! {
    #[test]
    fn hidden_hands_obey_the_laws_whatever_the_deal(seed: u64) {
        let report = conformance(&Tricks::new(4), 1, seed);
        proptest::prop_assert!(report.holds(), "{}", report);
    }
}
