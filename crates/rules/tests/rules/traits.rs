//! What kind of game a file holds is told by what its rules call, whatever fields and actions are called.

use ludometer_game::{ChanceKind, Game, Sum};
use ludometer_rules::{Script, Source, open};

fn game(text: &str) -> Script {
    open(Source::new("kind.luau", text), []).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_rank_of_a_card_is_no_place_of_a_player() {
    let game = game(
        r#"
local Card = cards { ranks = 3 }
local Game = game {
	title = "One team",
	players = 2,
	teams = { 1, 1 },
	state = { best = int { 0, 9 }, score = int { 0, 9 } },
	actions = { lay = { args = { { "card", Card } } } },
}
function Game.moves(s, can) for card = 1, #Card do can.lay(card) end end
function Game.lay(s, card) s.best = Card[card].rank s.score += 1 end
function Game.over(s, finish) if s.best == 3 then finish.win(1) elseif s.score == 9 then finish.lose(1) end end
return Game
"#,
    );
    assert_eq!(game.traits().sum, Sum::Shared);
}

#[test]
fn fields_and_actions_may_be_called_like_words_of_chance() {
    let text = r#"
local Game = game {
	title = "No dice",
	players = 2,
	state = { pick = int { 0, 9 }, below = flag {} },
	actions = { roll = {}, shuffle = {} },
}
function Game.moves(s, can) can.roll() can.shuffle() end
function Game.roll(s) s.pick += 1 s.turn = 3 - s.turn end
function Game.shuffle(s, chance) s.below = HERE s.pick += 1 s.turn = 3 - s.turn end
function Game.over(s, finish) if s.pick == 9 then finish.win(s.turn) end end
return Game
"#;
    for (here, kind) in [
        ("true", ChanceKind::None),
        ("chance.roll(6) > 3", ChanceKind::Listed),
        ("chance. roll (6) > 3", ChanceKind::Listed),
    ] {
        assert_eq!(game(&text.replace("HERE", here)).traits().chance, kind, "{here}");
    }
}

#[test]
fn heads_may_have_types_and_stand_where_they_like() {
    let text = r#"
local Game = game {
	title = "Heads",
	players = 2,
	state = { sum = int { 0, 9 } },
	actions = { take = {}, add = { args = { { "number", 1, 2 } } } },
}
type Pair<A, B> = { first: A, second: B }
local take: (any) -> () = function(s) s.sum += 1 s.turn = 3 - s.turn end
Game.take = take
function Game.add(s, number: number | Pair<number, string>, chance) s.sum = math.min(9, s.sum + 2) end
function Game.moves(s, can) can.take() end function Game.over(s, finish) if s.sum == 9 then finish.draw() end end
return Game
"#;
    game(text);
}
