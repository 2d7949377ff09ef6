//! What a file says of itself: its tests, and parameters that do not go together.

use ludometer_game::ParamError;
use ludometer_rules::{RulesError, Script, Source, run_tests, shipped};

/// Two players throw a die and add it up.
const RACE: &str = r#"
local GOAL = param { id = "goal", title = "Goal", default = 10, min = 5, max = 50 }
local DIE = param { id = "die", title = "Sides of the die", default = 6, min = 2, max = 20 }
local DOUBLE = param { id = "double", title = "Steps count twice", default = false }
refuse(DIE >= GOAL, "one throw would win")
local Game = game {
	title = "Race",
	players = { "Red", "Blue" },
	state = { at = each_player(int { 0, 100 }), throws = int { 1, 500 } },
	actions = { throw = {}, step = { args = { { "steps", 1, 3 } } } },
}
function Game.setup(s)
	s.throws = 1
end
function Game.moves(s, can)
	can.throw()
	can.step(1)
end
function Game.throw(s, chance)
	s.at[s.turn] += chance.roll(DIE)
	s.turn = 3 - s.turn
end
function Game.step(s, steps)
	s.at[s.turn] += steps
	s.turn = 3 - s.turn
end
function Game.over(s, finish)
	if s.at[1] >= GOAL or s.at[2] >= GOAL then
		finish.because("goal")
		finish.win(if s.at[1] >= GOAL then 1 else 2)
	end
end
Game.tests = {
TESTS
}
return Game
"#;

fn race(tests: &str, typed: &[(&str, &str)]) -> Result<Script, RulesError> {
    let text = RACE.replace("TESTS", tests);
    ludometer_rules::open(Source::new("race.luau", &text), typed.iter().copied())
}

/// What is said of a test with this body; nothing where it passes.
fn said(body: &str) -> Option<String> {
    let script = race(&format!("\t[\"a test\"] = function(t) {body} end,"), &[]).unwrap();
    let outcomes = run_tests(&script);
    assert_eq!((outcomes.len(), outcomes[0].name.as_str(), outcomes[0].line), (1, "a test", 34));
    outcomes[0].problem.clone()
}

#[test]
fn tests_that_are_right_pass() {
    for body in [
        "t.play(\"step-1\") t.expect(t.s.at[1] == 1 and t.s.turn == 2)",
        "t.play(\"step\", 1) t.play(\"throw\") t.expect(t.s.at[2] >= 1)",
        "t.chance(6, 2) t.play(\"throw\") t.play(\"throw\") t.expect(t.s.at[1] == 6 and t.s.at[2] == 2)",
        "t.expect(t.legal(\"step\", 1) and not t.legal(\"step\", 2) and not t.legal(\"step\", 9))",
        "t.expect(t.legal(\"throw\") and not t.legal(\"fly\"))",
        "t.s.at[1] = 9 t.play(\"step\", 1) t.expect(t.over() and t.winner() == 1 and t.because() == \"goal\")",
        "t.s.at[1] = 9 t.play(\"step\", 1) t.expect(t.result(1) == 1 and t.result(2) == -1)",
        "t.expect(t.winner() == nil and t.result(1) == nil and t.because() == nil and not t.over())",
        "t.random() t.expect(t.over()) t.start() t.expect(not t.over() and t.s.at[1] == 0)",
        "t.random(3) t.expect(t.s.turn == 2)",
        "t.start(7) t.play(\"throw\") local at = t.s.at[1] t.start(7) t.play(\"throw\") t.expect(t.s.at[1] == at)",
    ] {
        assert_eq!(said(body), None, "{body}");
    }
}

#[test]
fn tests_that_are_wrong_are_told_so() {
    for (body, says) in [
        ("t.expect(t.s.at[1] == 1, \"red has moved\")", "race.luau:34: expected: red has moved"),
        ("t.expect(false)", "race.luau:34: expected: this"),
        ("t.play(\"step\", 2)", "race.luau:34: `step 2` is not legal here; legal are throw, step-1"),
        ("t.play(\"fly\", 2)", "race.luau:34: there is no action `fly`"),
        ("t.play(\"stepp\", 2)", "race.luau:34: there is no action `stepp`; did you mean `step`?"),
        ("t.play(\"step\")", "race.luau:34: `step` takes 1 argument, not 0; write t.play(\"step\", steps)"),
        (
            "t.play(3)",
            "race.luau:34: a move begins with a text; write t.play(\"drop-3\") or t.play(\"drop\", 3)",
        ),
        ("t.random() t.play(\"throw\")", "race.luau:34: `throw` is not legal here; the match is over"),
        (
            "t.chance(9) t.play(\"throw\")",
            "race.luau:34: chance cannot bring 9 here; it brings 1 to 6; t.chance counts as chance.roll does",
        ),
        (
            "t.s.at[1] = 101 t.over()",
            "race.luau:34: `s.at[1]` must be a whole number from 0 to 100 (it is 101); look before you \
             write, or declare a larger range",
        ),
        (
            "t.s.at[2] = -1",
            "race.luau:34: `s.at[2]` must be a whole number from 0 to 100 (it is -1); look before you \
             write, or declare a larger range",
        ),
        ("t.s.on = 1", "race.luau:34: the state has no field `on`; it has turn, phase, at, throws"),
        (
            "t.wins()",
            "race.luau:34: t has no `wins`; it has s, start, play, legal, random, chance, over, winner, result, \
             because, expect",
        ),
        ("t.result(3)", "race.luau:34: t.result takes a player from 1 to 2"),
        ("t.random(0.5)", "race.luau:34: t.random takes whole numbers, not 0.5"),
        (
            "t.s.at[1] = 99 t.s.at[2] = 99 t.chance(6) t.play(\"throw\")",
            "race.luau:34: `s.at[1]` must be a whole number from 0 to 100; look before you write, or \
             declare a larger range (race.luau:20; value 105)",
        ),
        (
            "while true do end",
            "race.luau:34: it goes on and on; a loop never ends: does what it waits for ever happen?",
        ),
        (
            "while true do t.legal(\"throw\") end",
            "race.luau:34: the test asks the match more than 10000 times",
        ),
        ("error(\"no\")", "race.luau:34: no"),
    ] {
        assert_eq!(said(body).as_deref(), Some(says), "{body}");
    }
}

#[test]
fn tests_come_in_the_order_of_the_file() {
    let tests = "\t[\"zebra\"] = function(t) end,\n\t[\"ape\"] = function(t) t.expect(false) end,";
    let outcomes = run_tests(&race(tests, &[]).unwrap());
    let told: Vec<_> = outcomes.iter().map(|o| (o.name.as_str(), o.line, o.problem.is_none())).collect();
    assert_eq!(told, [("zebra", 34, true), ("ape", 35, false)]);
}

#[test]
fn tests_of_shipped_files_pass() {
    for name in shipped::names() {
        let script = ludometer_rules::open(shipped::find(name).unwrap(), []).unwrap();
        for outcome in run_tests(&script) {
            assert_eq!(outcome.problem, None, "{name}: {}", outcome.name);
        }
    }
}

#[test]
fn parameters_that_do_not_go_together_are_refused() {
    let error = race("", &[("goal", "5"), ("die", "8"), ("double", "on")]).err().expect("a refusal");
    assert!(matches!(error, RulesError::Param { cause: ParamError::Together(_), .. }));
    assert_eq!(
        error.to_string(),
        "race.luau: these parameters do not go together: goal=5, die=8, double=on; one throw would win (race.luau:5)"
    );
    assert!(race("", &[("goal", "9"), ("die", "8")]).is_ok());
}
