//! Files that leave the subset: the slow lane is given with its line and a reason.

use ludometer_rules::Lane;
use ludometer_rules::fast::{Constant, Facts, Instance, SlowLane, compile};
use ludometer_rules::schema::Kind;
use proptest::test_runner::{Config, TestRunner};

use crate::files::{bid, connect4};
use crate::table::{Bench, Build, grid, number, pile, schema};

/// The reason why a body of the action, from line 7 on, goes to the slow lane.
fn slow(helpers: &str, body: &str) -> SlowLane {
    let head = "local HALF = 0.5\nlocal LIST = { 1, 2 }\nlocal MIXED = { 1, { 2 } }\nlocal Game = game {}";
    let source = format!(
        "{head}\n{helpers}\nfunction Game.go(s, a, chance)\n{body}\nend\nfunction Game.moves(s, can)\n\tcan.go(1)\nend\nreturn Game\n"
    );
    let schema = schema()
        .cards(5)
        .field("out", number(0, 9))
        .field("ok", Kind::Flag)
        .field("board", grid(3, 3, 2))
        .field("deck", pile(5))
        .each("hand", pile(5))
        .action("go", &[("a", 0, 9)]);
    Bench::new(&source, schema).compiled.unwrap_err()
}

#[track_caller]
fn because(body: &str, line: u32, reason: &str) {
    assert_eq!(slow("", body), SlowLane { wrong: slow("", body).wrong, ..SlowLane::new(line, reason) });
}

#[test]
fn numbers_that_are_not_whole() {
    because("\n\ts.out = a / 2", 8, "uses `/`, which makes fractions; `//` stays whole");
    because("\ts.out = a ^ 2", 7, "uses `^`, which makes fractions");
    because("\tlocal x = 0.25", 7, "uses a fraction; the fast lane has whole numbers");
    because("\ts.out = a * HALF", 7, "uses `HALF`, which is 0.5 and not a whole number");
}

#[test]
fn tables_and_texts() {
    because("\tlocal t = { x = 1 }", 7, "makes a table with names");
    because("\tlocal t = \"a\" .. a", 7, "puts a text together with `..`");
    because("\tnote(`{a}`)", 7, "puts a text together; it must stand in quotes");
    because("\tlocal x = MIXED[a]", 7, "uses `MIXED`, which mixes kinds of values");
    because("\tLIST[1] = 3", 7, "changes a table that is outside the state");
    because("\tHALF = 3", 7, "changes `HALF`, which is outside the state");
    because("\ts.board = s.deck", 7, "replaces `board` as a whole; its places can be written one by one");
    because("\tlocal t = { { 1 } }", 7, "uses a list as a number");
}

#[test]
fn nothing_and_mixtures() {
    because("\tlocal x\n\tx = 1", 7, "declares `x` without a value; give it one");
    because("\tlocal x = nil", 7, "uses `nil`");
    because("\tif a then s.out = 1 end", 7, "uses a number as true or false");
    because("\ts.ok = a == true", 7, "compares a number with true or false");
    because("\tlocal x = if a > 0 then 1 else true", 7, "chooses between a number and true or false");
    because("\tlocal x = 1\n\n\tx = true", 9, "writes true or false where there was a number");
    because("\ts.ok = 1", 7, "writes a number where there was true or false");
    because("\tlocal x = a or 1", 7, "uses a number as true or false");
}

#[test]
fn functions() {
    because("\tlocal f = function() end", 7, "makes a function inside a function");
    because("\tlocal function f() end", 7, "makes a function inside a function");
    because("\ts.out = tostring(a)", 7, "calls `tostring`, which the fast lane does not have");
    because("\ts.out = math.random(6)", 7, "uses `math.random`; chance comes from `chance`");
    because("\tlocal x = s.deck:len()", 7, "calls something with `:`");
    let maybe = slow("local function f(x) if x > 1 then return 2 end end", "\ts.out = f(a)");
    assert_eq!(maybe, SlowLane::new(5, "starts `f`, which may end without giving a value"));
    let mixed = slow("local function f(x) if x > 1 then return 2 end return true end", "\ts.out = f(a)");
    assert_eq!(mixed.because, "lets `f` give back sometimes this and sometimes that");
    let any = slow("local function f(...) return 1 end", "\ts.out = f(a)");
    assert_eq!(any, SlowLane::new(5, "takes any number of values (`...`)"));
    let early = slow("local function f(x) return f(x - 1) end", "\ts.out = f(a)");
    assert_eq!(early.because, "calls `f` inside itself before its first `return`");
    let fewer = slow("local function f(x, y) return x end", "\ts.out = f(a)");
    assert_eq!(fewer, SlowLane::new(7, "calls `f` with fewer values than it takes"));
}

#[test]
fn names_nobody_declares() {
    for (body, why) in [
        ("\ts.out = s.bord[1]", "reads `bord`, but the state has no field `bord`"),
        ("\ts.count = 1", "writes `count`, but the state has no field `count`"),
        ("\ts.phase = \"third\"", "names a phase `third`, which the game does not have"),
    ] {
        let unknown = slow("", body);
        assert_eq!((unknown.because.as_str(), unknown.unknown), (why, true));
    }
    because("\ts.out = nonsense", 7, "uses `nonsense`, which the file does not declare");
    because("\tnonsense(1)", 7, "calls `nonsense`, which the fast lane does not have");
}

#[test]
fn nesting_is_bounded() {
    let deep = format!("\ts.out = {}1{}", "(".repeat(5000), ")".repeat(5000));
    assert_eq!(compile_alone(&deep).because, "things stand inside one another more than 150 deep");
    let long = format!("\ts.out = 1{}", " + a".repeat(5000));
    assert_eq!(compile_alone(&long).because, "an expression has more than 150 parts inside one another");
    let blocks = format!("{}{}", "do ".repeat(5000), "end ".repeat(5000));
    assert_eq!(compile_alone(&blocks).because, "things stand inside one another more than 150 deep");
}

/// Compiles without asking the VM, which has bounds of its own.
fn compile_alone(body: &str) -> SlowLane {
    let source = format!("function Game.go(s, a)\n{body}\nend\nreturn Game\n");
    let constants = [("Game".to_owned(), Constant::Game)].into();
    let schema = schema().field("out", number(0, 9)).action("go", &[("a", 0, 9)]);
    let facts = Facts { file: "t", source: &source, schema: &schema, constants: &constants, defined: None };
    compile(&facts).unwrap_err()
}

#[test]
fn a_syntax_error_is_no_crash() {
    for source in [
        "x", "local", "function", "for", "if a", "return", "x = ", "\"", "[[", "`", "f(", "{", "a.b.", "..",
        "\u{e9}",
    ] {
        let constants = std::collections::BTreeMap::new();
        let schema = schema();
        let facts = Facts { file: "t", source, schema: &schema, constants: &constants, defined: None };
        assert!(compile(&facts).is_err(), "{source}");
    }
}

#[test]
fn a_torn_file_is_no_crash() {
    let files = [(include_str!("connect4.luau"), connect4()), (include_str!("bid.luau"), bid())];
    let game = [("Game".to_owned(), Constant::Game), ("W".to_owned(), Constant::Number(7.0))];
    let constants = game.into();
    let inputs = (0usize..2, 0usize..2500, 0usize..60, 0usize..3);
    let config = Config { cases: 200, failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new(config).run(&inputs, |(file, start, length, copies)| {
        let (text, bench) = &files[file];
        let (start, end) = (start.min(text.len()), (start + length).min(text.len()));
        let source = format!("{}{}{}", &text[..start], text[start..end].repeat(copies), &text[end..]);
        let facts =
            Facts { file: "t", source: &source, schema: &bench.schema, constants: &constants, defined: None };
        if let Ok(compiled) = compile(&facts) {
            Instance::new(&compiled).unwrap().play_out(&mut bench.blank(), 1, 100);
        }
        Ok(())
    });
    assert!(outcome.is_ok(), "{outcome:?}");
}
