//! What designers want of their games.

use ludometer_game::{Game, GoalOf};
use ludometer_rules::{Source, shipped};

fn goals(set: &str, goals: &str) -> Result<Vec<String>, String> {
    let text = format!(
        r#"
local LEVEL = param {{ id = "level", title = "Level", default = "easy", choices = {{ "easy", "hard" }} }}
local STORM = param {{ id = "storm", title = "Storm", default = 2, min = 1, max = 5 }}
local FOG = param {{ id = "fog", title = "Fog", default = false }}
local Game = game {{
	title = "Storm",
	players = {{ "Red", "Blue" }},
	state = {{ sum = int {{ 0, 9 }} }},
	actions = {{ wait = {{}} }},
	goals = {{ {goals} }},
}}
function Game.moves(s, can) can.wait() end
function Game.wait(s) s.sum += STORM end
function Game.over(s, finish) if s.sum > 4 then finish.all_win() end end
return Game
"#
    );
    let typed = set.split_whitespace().filter_map(|pair| pair.split_once('='));
    let script = ludometer_rules::open(Source::new("storm.luau", &text), typed).map_err(|e| e.to_string())?;
    Ok(script.goals().iter().map(ToString::to_string).collect())
}

#[test]
fn goals_are_read_in_the_units_of_measures() {
    let all = goals("", "length = { 5, 7.5 }, share = { Red = { 45, 55 } }, win = { 33.3, 66.7 }").unwrap();
    assert_eq!(
        all,
        [
            "a match takes 5 to 7.5 moves",
            "Red wins 45 to 55 % of matches",
            "33.3 to 66.7 % of matches are won"
        ]
    );
    assert_eq!(goals("", "").unwrap(), [""; 0]);
}

#[test]
fn a_goal_may_be_for_one_difficulty() {
    for stated in [
        "win = { easy = { 60, 80 }, hard = { 10, 30 } }",
        "win = { level = { easy = { 60, 80 }, hard = { 10, 30 } } }",
    ] {
        assert_eq!(goals("", stated).unwrap(), ["60 to 80 % of matches are won"]);
        assert_eq!(goals("level=hard", stated).unwrap(), ["10 to 30 % of matches are won"]);
    }
    let numbers = "win = { storm = { [1] = { 60, 80 }, [5] = { 10, 30 } } }";
    assert_eq!(goals("", numbers).unwrap(), [""; 0], "nothing is said of storm=2");
    assert_eq!(goals("storm=5", numbers).unwrap(), ["10 to 30 % of matches are won"]);
    let switch = "win = { fog = { on = { 1, 2 }, off = { 3, 4 } } }";
    assert_eq!(goals("fog=on", switch).unwrap(), ["1 to 2 % of matches are won"]);
    assert!(goals("", "win = { storm = { [9] = { 1, 2 } } }").unwrap_err().contains("it takes 1..5"));
}

#[test]
fn a_list_of_games_tells_goals_sides_and_strategies() {
    let doc = |name: &str| ludometer_rules::card(&shipped::find(name).unwrap()).unwrap().doc;
    assert!(doc("co-op.luau").contains("# Goals\n- a match takes"), "{}", doc("co-op.luau"));
    assert!(doc("co-op.luau").contains("% of matches are won with level=5"), "{}", doc("co-op.luau"));
    assert!(doc("race.luau").contains("# Strategies\n- `strategy:rush`"), "{}", doc("race.luau"));
    assert!(doc("duel.luau").contains("# Sides\n- Fire\n- Forest"), "{}", doc("duel.luau"));
    let race = ludometer_rules::open(shipped::find("race.luau").unwrap(), []).unwrap();
    assert!(matches!(race.goals()[..], [ref goal] if goal.of == GoalOf::Length));
}
