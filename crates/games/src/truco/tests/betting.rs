//! Envido and truco: every line of calls and what it pays, who may say what when, and the ends of a match.

use super::*;

fn at(points: [u8; 2], moves: &str, game: &Truco) -> State {
    let mut state = State::before(points, 0);
    play_all(game, &mut state, moves);
    state
}

#[test]
fn envido_is_bet_in_these_ways_and_pays_so() {
    let start = after(&GAME, PLAIN);
    let envido: Vec<_> =
        lines(&GAME, &start, |state| state.envido_over || state.proposed > 0 || state.hand > 0)
            .into_iter()
            .filter(|(line, _)| line.contains("envido"))
            .collect();
    let written = [
        ("envido nao-quero", 1),
        ("envido quero", 2),
        ("envido envido nao-quero", 2),
        ("envido envido quero", 4),
        ("envido real-envido nao-quero", 2),
        ("envido real-envido quero", 5),
        ("envido falta-envido nao-quero", 2),
        ("envido falta-envido quero", 24),
        ("envido envido real-envido nao-quero", 4),
        ("envido envido real-envido quero", 7),
        ("envido envido falta-envido nao-quero", 4),
        ("envido envido falta-envido quero", 24),
        ("envido real-envido falta-envido nao-quero", 5),
        ("envido real-envido falta-envido quero", 24),
        ("envido envido real-envido falta-envido nao-quero", 7),
        ("envido envido real-envido falta-envido quero", 24),
        ("real-envido nao-quero", 1),
        ("real-envido quero", 3),
        ("real-envido falta-envido nao-quero", 3),
        ("real-envido falta-envido quero", 24),
        ("falta-envido nao-quero", 1),
        ("falta-envido quero", 24),
    ];
    assert_eq!(envido, table(&written));
}

#[test]
fn truco_is_raised_in_order_and_pays_so() {
    let mut start = after(&GAME, PLAIN);
    play_all(&GAME, &mut start, "1e 12c");
    let refused =
        lines(&GAME, &start, |state| state.hand > 0 || (state.asked == Asked::Card && state.level > 0));
    let written = [
        ("baralho", 1),
        ("truco nao-quero", 1),
        ("truco quero", 0),
        ("truco retruco nao-quero", 2),
        ("truco retruco quero", 0),
        ("truco retruco vale-quatro nao-quero", 3),
        ("truco retruco vale-quatro quero", 0),
    ];
    assert_eq!(refused, table(&written));
    for (calls, pays) in
        [("", 1), ("truco quero", 2), ("truco retruco quero", 3), ("truco retruco vale-quatro quero", 4)]
    {
        let won = after(&GAME, &format!("{PLAIN} 1e 12c {calls} 7e 2b"));
        assert_eq!((won.points, won.hand, won.dealt), ([pays, 0], 1, false), "{calls}");
        let left = after(&GAME, &format!("{PLAIN} 1e 12c {calls} baralho"));
        assert_eq!(left.points, [0, pays], "{calls}");
    }
}

#[test]
fn only_who_accepted_last_may_raise() {
    let accepted = after(&GAME, &format!("{PLAIN} truco quero"));
    assert!(!may(&GAME, &accepted, "retruco") && accepted.me() == 0);
    let other = after(&GAME, &format!("{PLAIN} truco quero 3o"));
    assert!(may(&GAME, &other, "retruco"));
    let raised = after(&GAME, &format!("{PLAIN} truco quero 3o retruco quero"));
    assert!(raised.me() == 1 && !may(&GAME, &raised, "vale-quatro"), "the raiser must play its card");
    let back = after(&GAME, &format!("{PLAIN} truco quero 3o retruco quero 12c"));
    assert!(may(&GAME, &back, "vale-quatro") && !may(&GAME, &back, "truco"));
}

#[test]
fn envido_comes_before_the_first_own_card_and_before_truco() {
    assert!(may(&GAME, &after(&GAME, PLAIN), "envido"));
    assert!(may(&GAME, &after(&GAME, &format!("{PLAIN} 1e")), "real-envido"), "the pé has not played yet");
    assert!(!may(&GAME, &after(&GAME, &format!("{PLAIN} 1e 2b")), "envido"));
    assert!(!may(&GAME, &after(&GAME, &format!("{PLAIN} 1e envido quero")), "envido"), "once a hand");
    let raised = after(&GAME, &format!("{PLAIN} 1e envido"));
    assert!(may(&GAME, &raised, "falta-envido"), "who has played may still raise in answer");
    for moves in ["truco", "truco quero", "1e truco"] {
        assert!(!may(&GAME, &after(&GAME, &format!("{PLAIN} {moves}")), "envido"), "{moves}");
    }
}

#[test]
fn envido_may_go_first_where_that_is_the_rule() {
    let game = Truco { rules: Rules { envido_first: true, ..DEFAULTS } };
    let asked = after(&game, &format!("{PLAIN} truco"));
    assert!(may(&game, &asked, "envido") && may(&game, &asked, "quero"));
    let waiting = after(&game, &format!("{PLAIN} truco envido quero"));
    assert_eq!((waiting.asked, waiting.me(), waiting.points), (Asked::Truco, 1, [2, 0]));
    assert_eq!(legal(&game, &waiting), ["quero", "nao-quero", "retruco"]);
    for moves in ["truco retruco", "1e truco", "truco quero"] {
        assert!(!may(&game, &after(&game, &format!("{PLAIN} {moves}")), "envido"), "{moves}");
    }
}

#[test]
fn falta_pays_what_is_lacking() {
    let falta = |falta, target, points, winner| {
        let rules = Rules { falta, target, ..DEFAULTS };
        rules.envido_won(Envido::NONE.with(Call::FaltaEnvido).expect("a first call"), points, winner)
    };
    assert_eq!(falta(Falta::Loser, 24, [10, 20], 0), 4);
    assert_eq!(falta(Falta::Loser, 24, [10, 20], 1), 14);
    assert_eq!(falta(Falta::Leader, 24, [10, 20], 1), 4);
    assert_eq!(falta(Falta::Half, 30, [10, 14], 0), 5, "both below 15: what the winner lacks to 15");
    assert_eq!(falta(Falta::Half, 30, [10, 15], 0), 15, "else what the leader lacks to 30");
    // Under the cap the first two are one rule.
    for (first, second, winner) in (0..24).flat_map(|a| (0..24).flat_map(move |b| [(a, b, 0), (a, b, 1)])) {
        let points = [first, second];
        let left = |kind| (points[winner] + falta(kind, 24, points, winner)).min(24);
        assert_eq!(left(Falta::Loser), left(Falta::Leader), "{points:?}");
    }
}

#[test]
fn the_match_ends_at_the_target_and_not_above() {
    let won = at([23, 20], &format!("{PLAIN} real-envido quero"), &GAME);
    assert_eq!((won.points, GAME.turn(&won)), ([24, 20], Turn::Over), "envido counts before the cards");
    assert_eq!(GAME.payoff(&won).points.as_slice(), &[1.0, -1.0]);
    assert_eq!(GAME.payoff(&won).place.as_slice(), &[1, 2]);
    let falta = at([10, 20], &format!("{PLAIN} falta-envido quero"), &GAME);
    assert_eq!(falta.points, [14, 20], "what the loser lacks");
    let truco = at([20, 23], &format!("{PLAIN} truco retruco vale-quatro quero 1e 12c 7e 2b"), &GAME);
    assert_eq!((truco.points, GAME.turn(&truco)), ([24, 23], Turn::Over));
    let thirty = Truco { rules: Rules { target: 30, ..DEFAULTS } };
    assert_eq!(thirty.turn(&at([24, 20], PLAIN, &thirty)), Turn::Seat(Seat::new(0)));
}

#[test]
fn leaving_at_once_may_cost_the_envido_too() {
    let game = Truco { rules: Rules { leaving_pays_envido: true, ..DEFAULTS } };
    let left = |deal: &str, moves: &str| after(&game, &format!("{deal} {moves} baralho")).points;
    assert_eq!(left(PLAIN, ""), [0, 2]);
    assert_eq!(left(PLAIN, "1e"), [2, 0], "the pé has neither played nor called");
    assert_eq!(left(PLAIN, "1e 12c"), [0, 1], "who has played pays the hand only");
    assert_eq!(left(PLAIN, "envido nao-quero"), [1, 1], "the envido was bet");
    assert_eq!(left("deal-1e.7e.3o-2b.5b.12b", ""), [0, 4], "the other held a flor");
    assert_eq!(after(&GAME, "deal-1e.7e.3o-2b.5b.12b baralho").points, [0, 1], "not by default");
}

#[test]
fn the_mao_alternates() {
    let second = after(&GAME, &format!("{PLAIN} baralho {PLAIN}"));
    assert_eq!((second.me(), second.hand, GAME.episode(&second)), (1, 1, 1));
    let third = after(&GAME, &format!("{PLAIN} baralho {PLAIN} baralho {PLAIN}"));
    assert_eq!((third.me(), third.points), (0, [1, 1]));
}

#[test]
fn words_of_both_languages_are_read() {
    let said = |moves: &str| after(&GAME, &format!("{PLAIN} {moves}"));
    assert_eq!(said("Envido Quero"), said("invido quiero"));
    assert_eq!(said("truco não-quero"), said("TRUCO no-quiero"));
    assert_eq!(said("truco quero-retruco vale-cuatro"), said("truco retruco vale-quatro"));
    assert_eq!(said("mazo"), said("baralho"));
    assert_eq!(said("1e 5p"), said("1e 5b"));
    assert_eq!(said("tapada-1e"), said("down-1e"));
    assert_eq!(GAME.parse(&said(""), "quero"), None, "nothing was asked");
    assert_eq!(GAME.parse(&said(""), "2b"), None, "the other's card");
    assert_eq!(GAME.parse(&said(""), PLAIN), None, "the cards are dealt");
}
