//! Games that are won or lost by all at once: one player, one team, everybody together.

use ludometer_game::{Game, Seat, Sum};
use ludometer_rules::{Move, Source, open};

/// A match of one move: `END` says how it ends.
const FILE: &str = r#"
local Game = game {
	title = "Together",
	players = PLAYERS,
	state = { done = flag {} },
	actions = { go = {} },
}
function Game.moves(s, can) can.go() end
function Game.go(s) s.done = true end
function Game.over(s, finish) if s.done then END end end
return Game
"#;

#[test]
fn a_match_that_all_lose_is_lost() {
    for (players, end, place) in [
        ("2", "finish.all_lose()", 2),
        ("2", "finish.all_win()", 1),
        ("1", "finish.lose(1)", 2),
        ("1", "finish.win(1)", 1),
        ("2, teams = { 1, 1 }", "finish.lose(2)", 2),
    ] {
        let text = FILE.replace("PLAYERS", players).replace("END", end);
        let game = open(Source::new("together.luau", &text), []).expect("it opens");
        assert_eq!(game.traits().sum, Sum::Shared, "{players} {end}");
        let mut state = game.initial();
        game.play(&mut state, Move::Act(0));
        let payoff = game.payoff(&state);
        assert!(
            Seat::all(game.seats()).all(|seat| payoff.place[seat] == place),
            "{players} {end}: {payoff:?}"
        );
        let report = ludometer_testkit::conformance(&game, 5, 1);
        assert!(report.holds(), "{players} {end}: {report}");
    }
}
