//! Rules that go wrong while they run: a fault with the line, and the cells as they were.

use ludometer_game::Fault;
use ludometer_rules::schema::Kind;
use ludometer_rules::{Lane, Ran};

use crate::table::{Bench, Build, grid, number, pile, schema};

fn bench(helpers: &str, body: &str) -> Bench {
    let source = format!(
        "local LIST = {{ 4, 5 }}\nlocal Game = game {{}}\n{helpers}\nfunction Game.go(s, a, chance)\n{body}\nend\n\
         function Game.moves(s, can)\n\tcan.go(s.x)\nend\nreturn Game\n"
    );
    let schema = schema()
        .cards(5)
        .field("x", number(0, 9))
        .field("ok", Kind::Flag)
        .field("board", grid(3, 3, 2))
        .field("deck", pile(3))
        .each("won", number(0, 9))
        .action("go", &[("a", 0, 9)]);
    Bench::new(&source, schema)
}

/// What happens when a body of the action, from line 5 on, runs with `a` = 7 on an empty state.
fn fault(helpers: &str, body: &str) -> Fault {
    let bench = bench(helpers, body);
    let mut instance = bench.instance();
    let mut cells = bench.blank();
    let ran = instance.act(&mut cells, 7, &[], None);
    assert_eq!(cells, bench.blank(), "a rule that breaks leaves the cells alone");
    match ran {
        Ran::Broken(fault) => fault,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn breaks(body: &str, line: u32, what: &str, value: &str) {
    let expected = Fault { what: what.into(), place: format!("test.luau:{line}"), value: value.into() };
    assert_eq!(fault("", body), expected);
}

#[test]
fn places_that_do_not_exist() {
    breaks("\ts.x = 1\n\ts.board[a + 3] = 1", 6, "`s.board` has no place 10", "10");
    breaks("\ts.x = s.board[a - 7]", 5, "`s.board` has no place 0", "0");
    breaks("\ts.x = s.deck[1]", 5, "`s.deck` has no place 1", "1");
    breaks("\ts.x = LIST[a]", 5, "`LIST` has no place 7", "7");
    breaks("\tlocal t = { 1, 2 }\n\ts.x = t[a]", 6, "`t` has no place 7", "7");
    breaks("\tlocal t = { 1, 2 }\n\tt[4] = 1", 6, "`t` has no place 4", "4");
    breaks("\ts.won[a] = 1", 5, "there is no player 7; there are 2", "7");
}

#[test]
fn piles() {
    breaks(
        "\tfor i = 1, 4 do\n\t\ts.deck[#s.deck + 1] = i\n\tend",
        6,
        "`s.deck` is full; it has room for 3",
        "4",
    );
    breaks("\tlocal p = s.deck\n\tp[2] = 1", 6, "`p` has no place 2", "2");
    breaks("\ts.deck[#s.deck] = nil", 5, "`s.deck` is empty", "");
    breaks("\ts.x = table.remove(s.deck)", 5, "`s.deck` is empty", "");
}

#[test]
fn loops_and_calls_without_end() {
    breaks(
        "\tlocal n = 0\n\twhile a > 0 do\n\t\tn = 1 - n\n\tend",
        6,
        "the rule does not come to an end",
        "",
    );
    breaks("\trepeat until a == 0", 5, "the rule does not come to an end", "");
    breaks("\tfor i = 1, 1000000000 do s.x = 1 end", 5, "the rule does not come to an end", "");
    let deep =
        fault("local function f(n) if n < 0 then return 0 end return f(n + 1) + 1 end", "\ts.x = f(a)");
    assert_eq!((deep.what.as_str(), deep.place.as_str()), ("`f` calls itself too often", "test.luau:3"));
    let widening = "local function f(n) if n == 0 then return 0 end return f(n - 1) + f(n - 1) end";
    assert_eq!(fault(widening, "\ts.x = f(50)").what, "the rule does not come to an end");
}

#[test]
fn memory_bombs() {
    let bomb = fault("", "\tlocal t = {}\n\twhile true do\n\t\tt[#t + 1] = 1\n\tend");
    assert_eq!((bomb.what.as_str(), bomb.place.as_str()), ("the lists need too much memory", "test.luau:7"));
    let lists = fault("", "\twhile true do\n\t\tlocal t = { 1 }\n\tend");
    assert_eq!(lists.what, "the lists need too much memory");
}

#[test]
fn numbers() {
    breaks("\ts.x = 5 // (a - 7)", 5, "a division by zero", "");
    breaks("\ts.x = 5 % (a - 7)", 5, "a division by zero", "");
    let body = "\tlocal n = a\n\tfor i = 1, 100 do\n\t\tn = n * n\n\tend";
    assert_eq!(fault("", body).what, "a number is too large to be exact");
    assert_eq!(
        fault("", "\tlocal n = a\n\twhile true do n = n + n end").what,
        "a number is too large to be exact"
    );
    breaks("\ts.x = a * 1000000000", 5, "7000000000 is too large for the state", "7000000000");
}

#[test]
fn values_out_of_range_are_noticed_when_the_action_ends() {
    breaks("\ts.x = a + 3\n\ts.ok = true", 5, "`s.x` must be a whole number from 0 to 9", "10");
    breaks("\ts.board[4] = a", 5, "`s.board[4]` must be a whole number from 0 to 2", "7");
    breaks("\ts.won[2] = -a", 5, "`s.won[2]` must be a whole number from 0 to 9", "-7");
    breaks("\ts.deck[1] = a", 5, "`s.deck[1]` must be a whole number from 1 to 5", "7");
    breaks("\ts.turn = 3", 5, "`s.turn` must be a whole number from 1 to 2", "3");
    let back = bench("", "\ts.x = a + 30\n\ts.x = s.x - 32");
    let mut cells = back.blank();
    assert_eq!(back.instance().act(&mut cells, 7, &[], None), Ran::Done);
    assert_eq!(cells[6], 5);
}

#[test]
fn what_the_designer_says() {
    breaks("\tassert(a < 5, \"too many\")", 5, "too many", "");
    breaks("\tif a > 5 then\n\t\terror(\"no\")\n\tend", 6, "no", "");
    breaks("\ts.x = chance.below(a - 7)", 5, "chance cannot choose one of 0", "0");
}

#[test]
fn moves_out_of_range() {
    let bench = bench("", "\ts.x = a");
    let mut cells = bench.blank();
    cells[6] = 10;
    let fault = bench.instance().moves(&cells, &mut Vec::new()).unwrap_err();
    assert_eq!(fault.what, "`can.go` was given a 10, outside 0 to 9");
    assert_eq!(fault.place, "test.luau:8");
    let mut instance = bench.instance();
    assert!(matches!(instance.act(&mut cells, 10, &[], None), Ran::Broken(_)));
    assert!(matches!(instance.act(&mut [0; 3], 1, &[], None), Ran::Broken(_)));
}

#[test]
fn an_instance_works_on_after_a_fault() {
    let bench = bench("", "\ts.x = s.board[a]");
    let mut instance = bench.instance();
    let mut cells = bench.blank();
    assert!(matches!(instance.act(&mut cells, 0, &[], None), Ran::Broken(_)));
    assert_eq!(instance.act(&mut cells, 3, &[], None), Ran::Done);
}

#[test]
fn places_of_players() {
    for over in ["finish.rank(1, 1)", "finish.rank(1, 2) finish.rank(2, 2)"] {
        let over = format!("function Game.over(s, finish) {over} end");
        assert_eq!(fault(&over, "\ts.ok = true").what, "places are for everybody, and somebody is first");
    }
    let twice = fault("function Game.over(s, finish) finish.win(1) finish.draw() end", "\ts.ok = true");
    assert_eq!(twice.what, "the match ends in more than one way");
}
