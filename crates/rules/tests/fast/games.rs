//! Whole games: random matches and playouts, bit for bit as the VM plays them.

use ludometer_rules::fast::Instance;
use ludometer_rules::schema::ENDED;
use ludometer_rules::{Lane, Need, Ran};

use crate::files::{bid, connect4};
use crate::table::{Bench, Build, number, schema};

/// A stream of numbers for the test's own choices.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed ^ (mixed >> 27)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// Runs a rule, answering its chance calls; gives the outcomes.
fn with_chance(random: &mut Random, mut rule: impl FnMut(&[u64]) -> Ran) -> Vec<u64> {
    let mut outcomes = Vec::new();
    loop {
        match rule(&outcomes) {
            Ran::Done => return outcomes,
            Ran::Chance(Need::Below(n)) => outcomes.push(random.next() % u64::from(n)),
            Ran::Chance(Need::Shuffle) => outcomes.push(random.next()),
            Ran::Broken(fault) => panic!("{fault}"),
        }
    }
}

/// Plays one match in both lanes in step; gives its length.
fn match_in_step(bench: &Bench, fast: &mut Instance, seed: u64) -> usize {
    let mut random = Random(seed);
    let mut cells = bench.blank();
    let outcomes = with_chance(&mut random, |outcomes| fast.set_up(&mut cells, outcomes));
    assert_eq!(cells, bench.vm_setup(&bench.blank(), &outcomes).unwrap().0);
    for ply in 0.. {
        if cells[ENDED] != 0 {
            return ply;
        }
        let mut moves = Vec::new();
        fast.moves(&cells, &mut moves).unwrap();
        assert_eq!(moves, bench.vm_moves(&cells).unwrap(), "match {seed}, ply {ply}");
        let chosen = moves[random.below(moves.len())];
        let (before, mut events) = (cells.clone(), Vec::new());
        let outcomes =
            with_chance(&mut random, |outcomes| fast.act(&mut cells, chosen, outcomes, Some(&mut events)));
        let (expected, told) = bench.vm_act(&before, chosen, &outcomes).unwrap();
        assert_eq!(cells, expected, "match {seed}, ply {ply}");
        assert_eq!(bench.words(&events), told, "match {seed}, ply {ply}");
    }
    0
}

fn playouts_agree(bench: &Bench, fast: &mut Instance, plies: u32) {
    for seed in 0..40u64 {
        let mut random = Random(seed);
        let mut cells = bench.blank();
        with_chance(&mut random, |outcomes| fast.set_up(&mut cells, outcomes));
        let (start, seed) = (cells.clone(), random.next());
        assert_eq!(fast.play_out(&mut cells, seed, plies), Ran::Done);
        assert_eq!(cells, bench.vm_playout(&start, seed, plies).unwrap().0, "seed {seed}");
    }
}

#[test]
fn connect_four_is_the_same_in_both_lanes() {
    let bench = connect4();
    let mut fast = bench.instance();
    let plies: usize = (0..40).map(|seed| match_in_step(&bench, &mut fast, seed)).sum();
    assert!((40 * 15..40 * 30).contains(&plies), "{plies} plies");
    playouts_agree(&bench, &mut fast, 1000);
    playouts_agree(&bench, &mut fast, 5);
}

#[test]
fn the_trick_game_is_the_same_in_both_lanes() {
    let bench = bid();
    let mut fast = bench.instance();
    for seed in 0..25 {
        assert_eq!(match_in_step(&bench, &mut fast, seed), 28);
    }
    playouts_agree(&bench, &mut fast, 1000);
}

#[test]
fn instances_of_one_module_run_side_by_side() {
    let bench = connect4();
    let compiled = bench.compiled.clone().unwrap();
    let start = bench.blank();
    let play = || {
        let mut fast = Instance::new(&compiled).unwrap();
        let mut cells = start.clone();
        assert_eq!(fast.play_out(&mut cells, 7, 1000), Ran::Done);
        cells
    };
    let both = std::thread::scope(|scope| {
        let threads = [scope.spawn(play), scope.spawn(play)];
        threads.map(|thread| thread.join().unwrap())
    });
    assert_eq!(both[0], both[1]);
}

#[test]
fn who_is_stuck_gets_the_rule_for_it() {
    let source = "
local Game = game {}
function Game.moves(s, can)
	if s.left > 0 then can.step(1) can.step(s.left) can.step(1) end
end
function Game.step(s, n)
	s.left = s.left - n
	s.turn = 3 - s.turn
end
function Game.stuck(s, finish)
	finish.lose(s.turn)
end
return Game
";
    let bench = Bench::new(source, schema().field("left", number(0, 9)).action("step", &[("n", 1, 9)]));
    let mut fast = bench.instance();
    let mut start = bench.blank();
    start[6] = 9;
    let mut moves = Vec::new();
    fast.moves(&start, &mut moves).unwrap();
    assert_eq!(moves, [0, 8], "a move that is listed twice counts once");
    for seed in 0..20 {
        let mut cells = start.clone();
        assert_eq!(fast.play_out(&mut cells, seed, 100), Ran::Done);
        assert_eq!(cells, bench.vm_playout(&start, seed, 100).unwrap().0);
        assert_ne!(cells[ENDED], 0);
    }
}
