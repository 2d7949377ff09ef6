//! Hex: slow searches against the bit sets, solved boards, known positions, texts that are refused.

use super::*;
use ludometer_game::Rng;
use proptest::prelude::*;
use std::collections::{HashMap, VecDeque};

/// The cells that touch, by the distances in rows and columns.
const TOUCH: [(i32, i32); 6] = [(0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, -1)];

fn neighbours(size: i32, cell: i32) -> impl Iterator<Item = i32> {
    let at = move |(down, right)| (cell / size + down, cell % size + right);
    let inside = move |(row, column): &(i32, i32)| (0..size).contains(row) && (0..size).contains(column);
    TOUCH.into_iter().map(at).filter(inside).map(move |(row, column)| row * size + column)
}

/// Where a cell lies on the player's way from the first side (0) to the second (`size` − 1).
fn progress(size: i32, player: usize, cell: i32) -> i32 {
    [cell / size, cell % size][player]
}

/// How many more stones a player needs: the cheapest way over own stones (free) and empty cells (one
/// each), cell by cell in a double-ended queue.
fn slow_need(size: i32, owners: &[Option<usize>], player: usize) -> Option<u32> {
    let cost = |cell: i32| match owners[cell as usize] {
        None => Some(1),
        Some(owner) if owner == player => Some(0),
        Some(_) => None,
    };
    let (mut best, mut queue) = (vec![u32::MAX; owners.len()], VecDeque::new());
    let first = (0..size * size).filter(|&cell| progress(size, player, cell) == 0);
    let mut reach: Vec<(i32, u32)> = first.filter_map(|cell| Some((cell, cost(cell)?))).collect();
    loop {
        for (cell, total) in reach.drain(..) {
            if total < best[cell as usize] {
                best[cell as usize] = total;
                if cost(cell) == Some(0) { queue.push_front(cell) } else { queue.push_back(cell) }
            }
        }
        let Some(cell) = queue.pop_front() else { break };
        let total = best[cell as usize];
        reach.extend(neighbours(size, cell).filter_map(|next| Some((next, total + cost(next)?))));
    }
    let last = (0..size * size).filter(|&cell| progress(size, player, cell) == size - 1);
    last.map(|cell| best[cell as usize]).min().filter(|&total| total < u32::MAX)
}

fn position_of<B: Bits>(owners: &[Option<usize>]) -> [B; 2] {
    let mut stones = [B::NONE; 2];
    for (cell, owner) in owners.iter().enumerate() {
        if let Some(player) = owner {
            stones[*player] |= B::cell(cell as u32);
        }
    }
    stones
}

/// Compares needs, chains and connections of any board with the slow search.
fn compare<B: Bits>(size: usize, owners: &[Option<usize>]) {
    let owners = &owners[..size * size];
    let (game, stones) = (Hex::<B>::new(size, false), position_of::<B>(owners));
    for player in 0..2 {
        let need = slow_need(size as i32, owners, player);
        let found = game.net.shortest(player, stones[player], stones[1 - player]);
        assert_eq!(found.map(|(need, _)| need), need, "{owners:?}");
        assert_eq!(game.net.connects(player, game.net.linked(player, stones[player])), need == Some(0));
        // A cell lies on a shortest chain if a stone on it saves one.
        let empty = (0..size * size).filter(|&cell| owners[cell].is_none());
        let saving = empty.filter(|&cell| {
            let mut filled = owners.to_vec();
            filled[cell] = Some(player);
            need.is_some_and(|need| slow_need(size as i32, &filled, player) == need.checked_sub(1))
        });
        let expected = saving.count() as u32;
        assert_eq!(found.map_or(0, |(_, cells)| cells), expected, "{owners:?}");
    }
}

fn owner() -> impl Strategy<Value = Option<usize>> {
    prop::sample::select(&[None, None, Some(0), Some(1)][..])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn shortest_chains_are_those_of_a_slow_search(owners in prop::collection::vec(owner(), 169)) {
        compare::<u64>(2, &owners);
        compare::<u64>(5, &owners);
        compare::<u128>(9, &owners);
        compare::<Wide<3>>(12, &owners);
    }

    #[test]
    fn links_grow_as_if_they_were_sought_anew(seed: u64, size in 2usize..=13) {
        let game = Hex::<Wide<3>>::new(size, false);
        let (mut state, mut rng, mut legal) = (game.initial(), Rng::stream(seed, "hex", 0), Vec::new());
        while game.turn(&state) != Turn::Over {
            legal.clear();
            game.moves(&state, &mut legal);
            game.play(&mut state, legal[rng.below(legal.len())]);
            let anew = [0, 1].map(|player| game.net.linked(player, state.stones[player]));
            prop_assert_eq!(state.linked, anew);
        }
    }

    #[test]
    fn a_full_board_has_one_winner(first in prop::collection::vec(any::<bool>(), 121)) {
        let owners: Vec<_> = first.iter().map(|&first| Some(usize::from(!first))).collect();
        let (game, stones) = (Hex::<u128>::new(11, false), position_of::<u128>(&owners));
        let linked = |player: usize| game.net.linked(player, stones[player]);
        let connected = [0, 1].map(|player| game.net.connects(player, linked(player)));
        prop_assert!(connected[0] != connected[1], "{owners:?}");
    }
}

/// Whether the player to move wins.
fn wins(game: &Hex<u64>, state: &Position<u64>, known: &mut HashMap<Position<u64>, bool>) -> bool {
    if game.over(state) {
        return false;
    }
    if let Some(&won) = known.get(state) {
        return won;
    }
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    let won = legal.into_iter().any(|chosen| {
        let mut next = *state;
        game.play(&mut next, chosen);
        !wins(game, &next, known)
    });
    known.insert(*state, won);
    won
}

#[test]
fn the_first_player_wins_unless_the_second_may_swap() {
    for size in 2..=3 {
        for swap in [false, true] {
            let game = Hex::<u64>::new(size, swap);
            assert_eq!(wins(&game, &game.initial(), &mut HashMap::new()), !swap, "size {size}, swap {swap}");
        }
    }
}

/// The openings that win on the board of size 3 are the short diagonal and its neighbours.
#[test]
fn winning_openings_are_known() {
    let game = Hex::<u64>::new(3, false);
    let (start, mut legal, mut winning) = (game.initial(), Vec::new(), String::new());
    game.moves(&start, &mut legal);
    for chosen in legal {
        let mut next = start;
        game.play(&mut next, chosen);
        if !wins(&game, &next, &mut HashMap::new()) {
            game.text(&start, chosen, &mut winning);
            winning.push(' ');
        }
    }
    assert_eq!(winning, "c1 a2 b2 c2 a3 ");
}

#[test]
fn chains_connect_along_touching_cells_only() {
    let game = Hex::<u64>::new(3, false);
    for (position, over) in
        [(".x./ox./ox. o", true), ("..x/.x./xoo o", true), ("x../.x./oox o", false), ("ooo/xx./..x x", true)]
    {
        match game.read_position(position) {
            Ok(state) => assert_eq!(game.over(&state), over, "{position}"),
            Err(refused) => panic!("{refused}"),
        }
    }
}

#[test]
fn a_swap_mirrors_the_stone() {
    let game = Hex::<u64>::new(3, true);
    let mut state = game.initial();
    assert_eq!(game.parse(&state, "swap"), None);
    for (text, position) in [("c1", "..x/.../... o"), ("swap", ".../.../o.. x"), ("b2", ".../.x./o.. o")] {
        let chosen = game.parse(&state, text).expect("a legal move");
        let before = state;
        game.play(&mut state, chosen);
        assert_eq!(game.position(&state).as_deref(), Some(position));
        let mut story = Story::default();
        game.narrate(&before, chosen, &state, &mut story);
        assert_eq!(story.counts.len(), usize::from(text == "swap"));
        assert_eq!(game.parse(&state, "swap").is_some(), text == "c1");
    }
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let plain = Hex::<u64>::new(3, false);
    for (text, reason) in [
        (".../.../...", "who moves"),
        (".../.../... w", "`w` does not say who moves: x or o"),
        (".../... x", "3 rows of 3"),
        (".../.q./... x", "`q` is neither x, o nor ."),
        (".../xx./... o", "2 x and 0 o with o to move"),
        (".../.../o.. x", "alternate turns"),
        (".../.x./o.. o", "alternate turns"),
        ("x../x.o/xoo x", "the player to move is already connected"),
    ] {
        let refused = plain.read_position(text).err().map_or_else(String::new, |refused| refused.to_string());
        assert!(refused.contains(reason), "{text}: {refused}");
    }
    let twice = Hex::<u64>::new(4, false).read_position("xoxo/xoxo/xoxo/xox. o").unwrap_err().to_string();
    assert!(twice.contains("before the last stone"), "{twice}");
    let swapping = Hex::<u64>::new(3, true);
    assert!(
        swapping.read_position(".../.../o.. x").is_ok() && swapping.read_position(".../.x./o.. o").is_ok()
    );
    assert!(
        swapping.read_position(".../.x./oo. x").is_ok() && swapping.read_position(".../.x./ooo x").is_err()
    );
}

#[test]
fn both_players_see_themselves_going_down() {
    let game = Hex::<u64>::new(3, false);
    let state = game.read_position("..x/o../... x").expect("a position");
    let mirrored = Position {
        stones: [state.stones[1], state.stones[0]].map(|set| u64::cell(game.mirrored(set.first()))),
        linked: [0; 2],
        mover: 1,
    };
    let mut planes = [[0.0; 27]; 2];
    game.encode(&state, Seat::new(0), &mut planes[0]);
    game.encode(&mirrored, Seat::new(1), &mut planes[1]);
    assert_eq!(planes[0], planes[1]);
    assert_eq!(game.index(&state, 5), game.index(&mirrored, game.mirrored(5) as u8));
}

#[test]
fn the_evaluation_knows_who_is_closer() {
    let game = Hex::<u64>::new(5, false);
    let state = game.read_position("..x../..x../...../oo.../..x.o x").expect("a position");
    let [x, o] = [0, 1].map(|seat| game.evaluate(&state, Seat::new(seat)).unwrap_or_default());
    assert!(x > 0.2 && (x + o).abs() < 1e-6, "{x} {o}");
    assert_eq!(game.need(&state, 0), (2, 2), "c3 and c4");
    assert_eq!(game.need(&state, 1).0, 3);
}
