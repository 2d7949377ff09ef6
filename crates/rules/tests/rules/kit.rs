//! Every function of the kit does what its comment says, in a tiny rules file that uses it.

use ludometer_game::{Game, Rng, Turn};
use ludometer_rules::{Source, kit};

/// What is done with the kit, on which board (the top row first), and the number that must come out.
type Case = (&'static str, &'static str, i32);

/// Cards 1 to 4 are the first suit, 5 to 8 the second. Three players; a deck, discards, and a hand for each.
const PILES: &[Case] = &[
    ("fill(s.deck, Card) return #s.deck", "", 8),
    ("fill(s.deck, Card) take(s.deck, s.hand[2]) return 10 * #s.deck + s.hand[2][1]", "", 78),
    ("fill(s.deck, Card) give(s.deck, 3, s.hand[1]) return 10 * s.deck[3] + s.hand[1][1]", "", 43),
    ("fill(s.deck, Card) remove(s.deck, 1) return 10 * #s.deck + s.deck[1]", "", 72),
    ("fill(s.deck, Card) return 10 * find(s.deck, 5) + find(s.hand[1], 5)", "", 50),
    ("s.deck[1] = 4 s.deck[2] = 4 s.deck[3] = 1 return tally(s.deck, 4)", "", 2),
    ("fill(s.deck, Card) clear(s.deck) return #s.deck", "", 0),
    ("fill(s.deck, Card) pour(s.deck, s.discards) return 10 * #s.deck + s.discards[1]", "", 8),
    (
        "fill(s.deck, Card) deal(s.deck, s.hand, 3, 2) return 100 * #s.deck + 10 * s.hand[1][1] + s.hand[3][2]",
        "",
        283,
    ),
    ("fill(s.deck, Card) return if reshuffle(s.deck, s.discards, chance) then 1 else #s.deck", "", 8),
    (
        "fill(s.discards, Card) reshuffle(s.deck, s.discards, chance) return 10 * #s.deck + #s.discards",
        "",
        80,
    ),
    ("return if draw_card(s.deck, s.discards, s.hand[1], chance) then 1 else 0", "", 0),
    (
        "fill(s.discards, Card) draw_card(s.deck, s.discards, s.hand[1], chance) return 10 * #s.deck + #s.hand[1]",
        "",
        71,
    ),
    ("s.deck[1] = 2 s.deck[2] = 2 s.deck[3] = 8 return worth(s.deck, { 1, 10, 0, 0, 0, 0, 0, 5 })", "", 25),
];

const BOARDS: &[Case] = &[
    ("return 10 * row_of(6, 4) + column_of(6, 4)", "", 22),
    ("return place_at(2, 3, 4)", "", 7),
    ("return 100 * step(1, 4, 4, 1, 1) + 10 * step(1, 4, 4, -1, 0) + step(4, 4, 4, 0, 1)", "", 600),
    ("local up, right = direction(3, 4) return 10 * up + right", "", -10),
    ("local up, right = direction(5, 6) return 10 * up + right", "", -11),
    ("local up, right = direction(8, 8) return 10 * up + right", "", 9),
    ("return 10 * neighbour(1, 4, 4, 2, 4) + neighbour(1, 4, 4, 4, 4)", "", 20),
    (
        "return 100 * #neighbours(6, 4, 4, 4) + 10 * #neighbours(6, 4, 4, 6) + #neighbours(6, 4, 4, 8)",
        "",
        468,
    ),
    (
        "return 100 * #neighbours(1, 4, 4, 4) + 10 * #neighbours(1, 4, 4, 6) + #neighbours(4, 4, 4, 6)",
        "",
        232,
    ),
    ("local all = places_with(s.board, 0) return 100 * #all + all[1]", "xxxx xxxx ..xx xx.x", 303),
    ("return 100 * drop_place(s.board, 4, 1) + drop_place(s.board, 4, 4)", ".... x..x o..x x..o", 1316),
    ("return drop_place(s.board, 4, 2)", ".x.. .o.. .x.. .o..", 0),
];

const LINES: &[Case] = &[
    ("return run(s.board, 4, 4, 1, 0, 1)", ".... .... .... xxx.", 2),
    ("return run(s.board, 4, 4, 1, 1, 1)", "...x ..o. .x.. x...", 1),
    ("return line(s.board, 4, 4, 6, 1, 1)", "...x ..x. .x.. x...", 4),
    ("return longest_line(s.board, 4, 4, 6)", ".... .x.. xxxo .x..", 3),
    ("return if in_a_row(s.board, 4, 4, 3, 3) then 1 else 0", ".... .... .x.. ..x.", 0),
    ("return if in_a_row(s.board, 4, 4, 6, 3) then 1 else 0", ".... x... .x.. ..x.", 1),
    ("return lines_along(s.board, 4, 4, 2, 0, 1, 3)", ".... .... .... xxxx", 2),
    ("return lines_through(s.board, 4, 4, 1, 2)", ".... .... xx.. xx..", 3),
    ("return lines_through(s.board, 4, 4, 1, 5)", ".... .... .... xxxx", 0),
    ("return if filled(s.board, 4, 1, 1, 2, 3, 1) then 1 else 0", ".... .... xxx. xxx.", 1),
    ("return if filled(s.board, 4, 1, 1, 3, 2, 1) then 1 else 0", ".... .... xxx. xxx.", 0),
    ("return squares_through(s.board, 4, 4, 6, 2)", ".... xxx. xxx. xxx.", 4),
    ("return squares_through(s.board, 4, 4, 1, 0)", ".... .... .... x...", 0),
];

const CAPTURES: &[Case] = &[
    ("local to, over = jump(s.board, 4, 4, 1, 1, 1) return 100 * to + over", ".... .... .o.. x...", 1106),
    ("local to, over = jump(s.board, 4, 4, 1, 1, 1) return 100 * to + over", ".... ..x. .o.. x...", 0),
    ("local to, over = jump(s.board, 4, 4, 4, 0, 1) return 100 * to + over", ".... .... .... ...x", 0),
    ("return enclosed(s.board, 4, 4, 1, 0, 1)", ".... .... .... xoox", 2),
    ("return enclosed(s.board, 4, 4, 1, 0, 1)", ".... .... .... xooo", 0),
    ("return enclosed(s.board, 4, 4, 1, 0, 1)", ".... .... .... xo.x", 0),
    ("return 10 * capture_enclosed(s.board, 4, 4, 1, 8, 9, 1) + s.board[9]", "x... o... o..x xoox", 41),
    ("return 10 * capture_enclosed(s.board, 4, 4, 1, 4, 1, 0) + s.board[2]", ".... x... o... xoox", 12),
];

const GROUPS: &[Case] = &[
    ("local all = group(s.board, 4, 4, 6, 4) return 100 * #all + all[1]", "...x .xx. .x.. x...", 306),
    ("return group_size(s.board, 4, 4, 1, 4)", "...x .xx. .x.. x...", 1),
    ("return group_size(s.board, 4, 4, 1, 6)", "...x .xx. .x.. x...", 5),
    ("return group_size(s.board, 4, 4, 13, 6)", "x... .x.. .... ....", 1),
    ("return liberties(s.board, 4, 4, 6, 4)", ".... .o.. .xx. ....", 5),
    ("return 10 * flood(s.board, 4, 4, 1, 4, 2) + s.board[6]", ".... .... .x.. xx..", 32),
    ("return if joins_rows(s.board, 4, 4, 1, 6) then 1 else 0", "..x. ..x. .x.. .x..", 1),
    ("return if joins_rows(s.board, 4, 4, 1, 4) then 1 else 0", "..x. ..x. .x.. .x..", 0),
    ("return if joins_columns(s.board, 4, 4, 1, 4) then 1 else 0", ".... ..xx xxx. ....", 1),
    ("return if joins_columns(s.board, 4, 4, 2, 4) then 1 else 0", ".... ..xx xxx. ....", 0),
];

const TRICKS: &[Case] = &[
    ("return 10 * seat_after(3, 1, 3) + seat_after(2, 2, 3)", "", 11),
    ("s.deck[1] = 5 return 10 * led_suit(s.deck, Card) + led_suit(s.discards, Card)", "", 20),
    ("s.deck[1] = 5 return if has_suit(s.deck, Card, 1) then 1 else 0", "", 0),
    (
        "s.deck[1] = 2 s.deck[2] = 7 s.deck[3] = 6 local may = following(s.deck, Card, 2) return 10 * #may + may[1]",
        "",
        27,
    ),
    ("s.deck[1] = 2 s.deck[2] = 3 return #following(s.deck, Card, 2)", "", 2),
    ("s.deck[1] = 2 s.deck[2] = 7 return #following(s.deck, Card, 0)", "", 2),
    ("s.deck[1] = 2 s.deck[2] = 8 s.deck[3] = 3 return winning_card(s.deck, Card, 0)", "", 3),
    ("s.deck[1] = 4 s.deck[2] = 6 s.deck[3] = 5 return winning_card(s.deck, Card, 2)", "", 2),
];

const TRADE: &[Case] = &[
    ("s.passed[2] = true return next_bidder(s.passed, 3, 1, 0)", "", 3),
    ("s.passed[2] = true s.passed[3] = true return next_bidder(s.passed, 3, 1, 1)", "", 0),
    ("s.bid[2] = 4 s.bid[3] = 4 local who, shared = highest(s.bid, 3) return 10 * who + shared", "", 22),
    (
        "s.hand[1][1] = 1 s.hand[2][1] = 2 s.hand[3][1] = 3 pass_hands(s.hand, 3) \
         return 100 * s.hand[1][1] + 10 * s.hand[2][1] + s.hand[3][1]",
        "",
        312,
    ),
    ("s.goods[1] = 2 return if can_pay(s.goods, { 2, 1, 0 }) then 1 else 0", "", 0),
    ("s.goods[1] = 2 s.goods[2] = 1 return if can_pay(s.goods, { 2, 1, 0 }) then 1 else 0", "", 1),
    (
        "gain(s.goods, { 3, 2, 1 }) pay(s.goods, { 2, 0, 1 }) return 100 * s.goods[1] + 10 * s.goods[2] + s.goods[3]",
        "",
        120,
    ),
];

const THEMES: [&[Case]; 7] = [PILES, BOARDS, LINES, CAPTURES, GROUPS, TRICKS, TRADE];

/// A file that does it while it sets up, and keeps the number.
fn file(body: &str, board: &str) -> String {
    let rows = board.split_whitespace().rev().flat_map(str::chars);
    let pieces: String = rows
        .zip(1..)
        .filter_map(|(piece, place)| Some((place, ".xo".find(piece).filter(|&value| value > 0)?)))
        .map(|(place, value)| format!("\ts.board[{place}] = {value}\n"))
        .collect();
    format!(
        r#"local Card = cards {{ suits = 2, ranks = 4 }}
local Game = game {{
	title = "Kit", players = 3,
	state = {{
		out = int {{ -9999, 9999 }},
		board = grid {{ width = 4, height = 4, values = {{ "empty", "x", "o" }} }},
		deck = pile {{ of = Card }}, discards = pile {{ of = Card }},
		hand = each_player(pile {{ of = Card }}),
		passed = each_player(flag {{}}), bid = each_player(int {{ 0, 9 }}),
		goods = grid {{ width = 3, height = 1, max = 9 }},
	}},
	actions = {{ go = {{}} }},
}}
local function tried(s, chance)
	{body}
end
function Game.setup(s, chance)
{pieces}	s.out = tried(s, chance)
end
function Game.moves(s, can) can.go() end
function Game.go(s) end
function Game.over(s, finish) finish.draw() end
return Game
"#
    )
}

#[test]
fn every_function_does_what_it_says() {
    for &(body, board, wanted) in THEMES.into_iter().flatten() {
        let source = Source::new("kit-test.luau", &file(body, board));
        let script = ludometer_rules::open(source, []).unwrap_or_else(|error| panic!("{body}: {error}"));
        assert_eq!(script.slow_lane(), None, "{body}");
        let mut state = script.initial();
        while script.turn(&state) == Turn::Chance {
            let outcome = script.draw(&state, &mut Rng::stream(1, "kit", 0));
            script.play(&mut state, outcome);
        }
        assert_eq!(script.turn(&state), Turn::Over, "{body}: {:?}", script.fault(&state));
        let place = script.observables().iter().position(|name| name == "out").expect("the number is kept");
        let mut numbers = Vec::new();
        script.observe(&state, None, &mut numbers);
        assert_eq!(numbers[place], wanted as f32, "{body}");
    }
}

#[test]
fn every_function_is_tried() {
    let tried: String = THEMES.into_iter().flatten().map(|(body, ..)| *body).collect();
    for name in kit::functions() {
        assert!(tried.contains(&format!("{name}(")), "nobody tries `{name}`");
    }
}
