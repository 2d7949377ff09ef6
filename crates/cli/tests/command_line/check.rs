//! `check` on rules files: problems with line and cure, questions with a match, and `--watch`.

use crate::kit::{Desk, says};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::spawn;
use std::time::Duration;

/// How long to wait for a check that does not come.
const PATIENCE: Duration = Duration::from_secs(60);

/// A race to `goal` in steps of 1 or 2, with a deck that nobody needs.
const RACE: &str = r#"local GOAL = param { id = "goal", title = "Goal", default = 5, min = 3, max = 9 }
local Card = cards { ranks = 4 }
local Game = game {
	title = "Race",
	players = 2,
	limit = 40,
	state = {
		deck = pile { of = Card, see = "none" },
		drawn = pile { of = Card },
		steps = each_player(int { 0, 99 }),
		moves = int { 0, 99 },
	},
	actions = { step = { args = { { "far", 1, 2 } }, title = "Step {far}" }, draw = { title = "Draw" } },
}
function Game.setup(s, chance)
	fill(s.deck, Card)
	chance.shuffle(s.deck)
end
function Game.moves(s, can)
	can.step(1)
	can.step(2)
	if #s.deck > 0 then can.draw() end
end
function Game.step(s, far)
	s.steps[s.turn] += far
	s.moves += 1
	s.turn = 3 - s.turn
end
function Game.draw(s)
	take(s.deck, s.drawn)
	s.turn = 3 - s.turn
end
function Game.over(s, finish)
	if s.moves == GOAL * 2 then
		finish.because("goal")
		finish.score(1, s.steps[1])
		finish.score(2, s.steps[2])
	end
end
return Game
"#;

/// A desk with the race, changed.
fn desk_with(from: &str, to: &str) -> Desk {
    assert!(RACE.contains(from), "{from}");
    let desk = Desk::new();
    desk.write("race.luau", RACE.replace(from, to));
    desk
}

/// A check that must fail, in JSON.
fn failed(desk: &Desk, line: &str) -> Value {
    let ran = desk.run(line);
    assert_eq!(ran.code, Some(1), "{ran}");
    let report: Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}\n{ran}"));
    assert_eq!(report["passed"], false);
    report
}

#[test]
fn questions_come_with_the_shortest_match() {
    let desk = desk_with("local", "local");
    let report = desk.json("check race.luau --json");
    assert_eq!(report["settings"], 3, "{report}");
    let questions = report["questions"].as_array().expect("a list");
    let asked = |words: &str| {
        questions
            .iter()
            .find(|question| question["question"].as_str().is_some_and(|text| text.contains(words)))
            .unwrap_or_else(|| panic!("no `{words}` in {report}"))
    };
    let empty = asked("when deck is empty");
    assert_eq!((&empty["line"], empty["moves"].as_array().map(Vec::len)), (&Value::from(8), Some(5)));
    assert_eq!(asked("the best players are level")["set"], Value::Array(Vec::new()));
    let told = desk.ok("check race.luau").out;
    says(
        &told,
        &["every law holds", "3 settings", "2 questions for the rulebook", "(shuffle) draw draw draw draw"],
    );
    says(&told, &["ludometer play race.luau --moves 'shuffle-"]);
}

#[test]
fn a_mistake_in_play_is_one_problem_with_line_value_and_moves() {
    let desk =
        desk_with("s.steps[s.turn] += far", "s.steps[s.turn] += far if s.moves == 2 then s.stepz = 1 end");
    let report = failed(&desk, "check race.luau --json");
    let problems = report["problems"].as_array().expect("a list");
    assert_eq!(problems.len(), 1, "{report}");
    let problem = &problems[0];
    assert_eq!(problem["file"], "race.luau");
    assert_eq!(problem["line"], 25);
    assert_eq!(problem["cause"], "the state has no field `stepz`");
    assert!(
        problem["fix"].as_str().is_some_and(|fix| fix.contains("deck, drawn, steps, moves")),
        "{problem}"
    );
    let moves = problem["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 4, "a shuffle and three steps: {problem}");
    let replay = problem["replay"].as_str().expect("a command");
    assert!(replay.starts_with("ludometer play race.luau --moves 'shuffle-"), "{replay}");
}

#[test]
fn a_mistake_at_the_end_of_a_range_names_the_setting() {
    let desk = desk_with("s.moves += 1", "s.moves += 1 assert(s.moves < 18)");
    let report = failed(&desk, "check race.luau --json");
    assert_eq!(report["problems"][0]["set"], Value::from(vec!["goal=9"]), "{report}");
    says(&desk.run("check race.luau").out, &["race.luau:26", "with goal=9"]);
}

#[test]
fn a_setting_that_the_file_refuses_is_skipped_and_said() {
    let desk = desk_with("local Card", "if GOAL == 9 then error(\"nine is too far\") end\nlocal Card");
    let report = desk.json("check race.luau --json");
    assert_eq!(report["settings"], 2);
    assert_eq!(report["skipped"][0]["why"], "nine is too far");
    says(&desk.ok("check race.luau").out, &["not played with goal=9", "nine is too far"]);
    says(&desk.run("check race.luau --set goal=9").out, &["race.luau:2", "nine is too far"]);
}

#[test]
fn leaks_moves_that_do_nothing_and_missing_results_are_problems() {
    let cases = [
        (
            "if #s.deck > 0 then can.draw() end",
            "if #s.deck > 0 and s.deck[1] > 2 then can.draw() end",
            "leak",
        ),
        ("take(s.deck, s.drawn)\n\ts.turn = 3 - s.turn", "", "nothing"),
        ("finish.score(1, s.steps[1])\n\t\tfinish.score(2, s.steps[2])", "", "no-result"),
        ("s.moves == GOAL * 2", "s.moves == 99", "endless"),
        ("can.step(1)\n\tcan.step(2)\n", "", "no-move"),
    ];
    for (from, to, topic) in cases {
        let report = failed(&desk_with(from, to), "check race.luau --json");
        let problems = report["problems"].as_array().expect("a list");
        let found = problems.iter().find(|problem| problem["topic"] == topic);
        let found = found.unwrap_or_else(|| panic!("no {topic} in {report:#}"));
        assert!(found["fix"].is_string(), "{found}");
    }
}

#[test]
fn unused_actions_and_phases_are_remarks() {
    let desk = desk_with("if #s.deck > 0 then can.draw() end", "");
    desk.write(
        "race.luau",
        desk.read("race.luau").replace("limit = 40", "limit = 40, phases = { \"play\", \"end\" }"),
    );
    let report = desk.json("check race.luau --json");
    let topics: Vec<&str> = report["remarks"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["topic"].as_str())
        .collect();
    assert_eq!(topics, ["action", "phase"], "{report}");
    says(&desk.ok("check race.luau").out, &["nobody could ever `draw`", "the phase `end` is never reached"]);
}

#[test]
fn a_file_that_does_not_load_is_a_report_too() {
    let desk = desk_with("players = 2", "players = 2, plyers = 3");
    let report = failed(&desk, "check race.luau --json");
    let problem = &report["problems"][0];
    assert_eq!((&problem["topic"], &problem["line"]), (&Value::from("load"), &Value::from(5)));
    assert_eq!(problem["cause"], "game has no setting `plyers`");
    assert!(problem["fix"].as_str().is_some_and(|fix| fix.contains("players")), "{problem}");
    says(&desk.refused("check nowhere.luau --json"), &["there is no such file"]);
}

#[test]
fn boards_tell_their_symmetries() {
    let desk = Desk::new();
    let count = |game: &str| {
        desk.json(&format!("check {game} --json --matches 5"))["symmetries"].as_array().map(Vec::len)
    };
    assert_eq!((count("tic-tac-toe.luau"), count("connect-four.luau")), (Some(7), Some(1)));
}

/// A watch that is running, and the lines it prints.
struct Watched {
    child: Child,
    lines: Receiver<String>,
}

impl Watched {
    fn start(desk: &Desk, line: &str) -> Self {
        let mut child = desk
            .command(line)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let (send, lines) = channel();
        let out = BufReader::new(child.stdout.take().expect("a pipe"));
        spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| send.send(line)));
        Watched { child, lines }
    }

    /// Waits for a line with these words.
    fn wait_for(&self, words: &str) -> String {
        let mut seen = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            if line.contains(words) {
                return line;
            }
            seen.push(line);
        }
        panic!("no `{words}` in {seen:#?}");
    }

    /// Presses the interrupt key; gives the exit code.
    fn interrupt(mut self) -> Option<i32> {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &pid]).status().expect("kill is there");
        assert!(sent.success());
        self.child.wait().expect("a child").code()
    }
}

#[cfg(unix)]
#[test]
fn a_watch_checks_again_on_every_save_and_survives_broken_files() {
    let desk = desk_with("local", "local");
    let watch = Watched::start(&desk, "check race.luau --watch --matches 10");
    watch.wait_for("check 1 of race.luau");
    watch.wait_for("every law holds");
    desk.write("race.luau", &RACE[..200]);
    watch.wait_for("check 2 of race.luau");
    watch.wait_for("it cannot be played yet");
    std::fs::remove_file(desk.path("race.luau")).expect("a file");
    desk.write("race.luau", RACE);
    watch.wait_for("check 3 of race.luau");
    watch.wait_for("every law holds");
    desk.write("cards.csv", "name\nace\n");
    watch.wait_for("check 4 of race.luau");
    assert_eq!(watch.interrupt(), Some(0));
}

#[cfg(unix)]
#[test]
fn a_watch_in_json_prints_one_line_for_each_check() {
    let desk = desk_with("local", "local");
    let watch = Watched::start(&desk, "check race.luau --watch --json --matches 10");
    let first: Value = serde_json::from_str(&watch.wait_for("")).expect("a line of JSON");
    assert_eq!(first["passed"], true);
    desk.write("race.luau", RACE.replace("return Game", ""));
    let second: Value = serde_json::from_str(&watch.wait_for("")).expect("a line of JSON");
    assert_eq!(
        (&second["passed"], second["problems"].as_array().map(Vec::len)),
        (&Value::from(false), Some(1))
    );
    assert_eq!(watch.interrupt(), Some(0));
    says(&desk.refused("check connect-four --watch"), &["a rules file on disk"]);
}

/// Both put a card face down from an open hand; whoever put the higher one down has won.
const SECRETS: &str = r#"local Card = cards { ranks = 3 }
local Game = game {
	title = "Secrets",
	players = 2,
	state = { chosen = each_player(pile { of = Card, max = 1, see = "owner" }) },
	actions = { choose = { args = { { "card", Card } }, secret = true } },
}
function Game.moves(s, can)
	for card = 1, 3 do
		can.choose(card)
	end
end
function Game.choose(s, card)
	s.chosen[s.turn][1] = card
	s.turn = 3 - s.turn
end
function Game.over(s, finish)
	if #s.chosen[1] + #s.chosen[2] == 2 then
		finish.score(1, s.chosen[1][1])
		finish.score(2, s.chosen[2][1])
	end
end
return Game
"#;

#[test]
fn an_action_that_tells_its_secret_is_a_leak() {
    let desk = Desk::new();
    desk.write("secrets.luau", SECRETS);
    desk.json("check secrets.luau --json");
    desk.write("secrets.luau", SECRETS.replace(", secret = true", ""));
    let report = failed(&desk, "check secrets.luau --json");
    let leak = &report["problems"][0];
    assert_eq!((&leak["topic"], &leak["line"]), (&"leak".into(), &13.into()), "{leak}");
    says(leak["fix"].as_str().unwrap_or_default(), &["secret = true"]);
}

#[test]
fn cards_that_only_shuts_out_are_told() {
    let desk = Desk::new();
    let rows =
        r#"rows = { { name = "low", side = 1 }, { name = "mid", side = 1 }, { name = "high", side = 2 } }"#;
    let odd = SECRETS.replace("ranks = 3", rows).replace("max = 1,", "max = 1, only = { side = 1 },");
    desk.write("odd.luau", odd);
    let report = failed(&desk, "check odd.luau --json");
    let found = report["problems"].as_array().expect("a list");
    let stray =
        found.iter().find(|problem| problem["cause"].as_str().is_some_and(|cause| cause.contains("only")));
    assert_eq!(stray.expect("a card that lies wrong")["value"], "high", "{report}");
}

#[test]
fn a_file_of_another_encoding_is_a_report_too() {
    let desk = Desk::new();
    desk.write("wide.luau", [0xff, 0xfe, b'-', 0]);
    let report = failed(&desk, "check wide.luau --json");
    says(report["problems"][0]["cause"].as_str().unwrap_or_default(), &["UTF-8"]);
}
