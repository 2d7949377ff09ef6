//! The rules once more, written plainly over rows and columns with a list of all earlier positions,
//! and random matches that must agree with them.

use super::*;
use ludometer_game::Rng;
use std::collections::HashMap;

/// What stands on the board by (row, column): the player, and whether it is a king.
type Pieces = HashMap<(i32, i32), (usize, bool)>;

#[derive(Clone)]
struct Slow {
    pieces: Pieces,
    mover: usize,
    /// Every position of the match, the present one last.
    past: Vec<(String, usize)>,
    quiet: usize,
}

fn square((row, column): (i32, i32)) -> i32 {
    4 * row + column / 2 + 1
}

fn inside((row, column): (i32, i32)) -> bool {
    (0..8).contains(&row) && (0..8).contains(&column)
}

impl Slow {
    fn new() -> Self {
        let mut pieces = Pieces::new();
        for row in 0..8 {
            for column in (0..8).filter(|column| (row + column) % 2 == 1) {
                match row {
                    0..=2 => _ = pieces.insert((row, column), (0, false)),
                    5..=7 => _ = pieces.insert((row, column), (1, false)),
                    _ => {}
                }
            }
        }
        let mut slow = Slow { pieces, mover: 0, past: vec![], quiet: 0 };
        slow.past.push((slow.written(), 0));
        slow
    }

    fn written(&self) -> String {
        let side = |player| {
            let mut squares: Vec<(bool, i32)> = self
                .pieces
                .iter()
                .filter(|(_, piece)| piece.0 == player)
                .map(|(&place, piece)| (piece.1, square(place)))
                .collect();
            squares.sort_unstable();
            let text = squares.iter().map(|(king, n)| format!("{}{n}", if *king { "K" } else { "" }));
            text.collect::<Vec<_>>().join(",")
        };
        format!("{}:W{}:B{}", ["B", "W"][self.mover], side(1), side(0))
    }

    fn ways(&self, place: (i32, i32)) -> Vec<(i32, i32)> {
        let (player, king) = self.pieces[&place];
        let ahead = if player == 0 { 1 } else { -1 };
        let mut ways = vec![(ahead, -1), (ahead, 1)];
        if king {
            ways.extend([(-ahead, -1), (-ahead, 1)]);
        }
        ways
    }

    /// Every capture that goes on from here, as the places it comes to.
    fn captures(&self, place: (i32, i32)) -> Vec<Vec<(i32, i32)>> {
        let mut found = Vec::new();
        for (down, right) in self.ways(place) {
            let over = (place.0 + down, place.1 + right);
            let to = (place.0 + 2 * down, place.1 + 2 * right);
            let enemy = self.pieces.get(&over).is_some_and(|piece| piece.0 != self.mover);
            if !inside(to) || !enemy || self.pieces.contains_key(&to) {
                continue;
            }
            let mut after = self.clone();
            let crowned = after.jump(place, over, to);
            let more = if crowned { vec![] } else { after.captures(to) };
            if more.is_empty() {
                found.push(vec![to]);
            }
            found.extend(more.into_iter().map(|rest| [vec![to], rest].concat()));
        }
        found
    }

    fn jump(&mut self, from: (i32, i32), over: (i32, i32), to: (i32, i32)) -> bool {
        self.pieces.remove(&over);
        self.go(from, to)
    }

    /// Moves a piece and says whether it is crowned.
    fn go(&mut self, from: (i32, i32), to: (i32, i32)) -> bool {
        let (player, king) = self.pieces.remove(&from).unwrap();
        let crowned = !king && to.0 == [7, 0][player];
        self.pieces.insert(to, (player, king || crowned));
        crowned
    }

    fn legal(&self) -> Vec<(String, Vec<(i32, i32)>)> {
        let own: Vec<(i32, i32)> =
            self.pieces.iter().filter(|(_, piece)| piece.0 == self.mover).map(|(&place, _)| place).collect();
        let mut found = Vec::new();
        for &from in &own {
            for way in self.captures(from) {
                let texts: Vec<String> =
                    [from].iter().chain(&way).map(|&place| square(place).to_string()).collect();
                found.push((texts.join("x"), [vec![from], way].concat()));
            }
        }
        if !found.is_empty() {
            return found;
        }
        for &from in &own {
            for (down, right) in self.ways(from) {
                let to = (from.0 + down, from.1 + right);
                if inside(to) && !self.pieces.contains_key(&to) {
                    found.push((format!("{}-{}", square(from), square(to)), vec![from, to]));
                }
            }
        }
        found
    }

    fn play(&mut self, way: &[(i32, i32)]) {
        let king = self.pieces[&way[0]].1;
        let capture = (way[0].0 - way[1].0).abs() == 2;
        for pair in way.windows(2) {
            if capture {
                self.jump(pair[0], ((pair[0].0 + pair[1].0) / 2, (pair[0].1 + pair[1].1) / 2), pair[1]);
            } else {
                self.go(pair[0], pair[1]);
            }
        }
        self.mover = 1 - self.mover;
        self.quiet = if king && !capture { self.quiet + 1 } else { 0 };
        self.past.push((self.written(), self.mover));
    }

    fn ending(&self, repetition: usize, quiet: usize) -> Option<&'static str> {
        let present = self.past.last().unwrap();
        let stands = self.past.iter().filter(|past| *past == present).count();
        if self.legal().is_empty() {
            let none = self.pieces.values().all(|piece| piece.0 != self.mover);
            Some(if none { "all captured" } else { "no move" })
        } else if repetition > 0 && stands >= repetition {
            Some("repetition")
        } else if quiet > 0 && self.quiet >= 2 * quiet {
            Some("quiet moves")
        } else {
            None
        }
    }
}

/// Plays a random match with both and counts how it ended.
fn compare<const KEPT: usize>(game: &Draughts<KEPT>, seed: u64) -> String {
    let mut rng = Rng::stream(seed, "slow draughts", 0);
    let (mut slow, mut state) = (Slow::new(), game.initial());
    loop {
        let (written, ending) = (slow.written(), slow.ending(game.repetition, game.quiet));
        assert!(game.position(&state).unwrap().starts_with(&written), "{written}");
        assert_eq!(ending.is_some(), game.turn(&state) == Turn::Over, "{written}");
        if let Some(ending) = ending {
            assert_eq!(game.ending(&state), ending);
            return ending.into();
        }
        let mut legal = Vec::new();
        game.moves(&state, &mut legal);
        let mut ours: Vec<String> = legal.iter().map(|&chosen| text_of(chosen)).collect();
        let mut options = slow.legal();
        options.sort_unstable();
        ours.sort_unstable();
        assert!(ours.iter().eq(options.iter().map(|(text, _)| text)), "{written}: {ours:?} {options:?}");
        let (text, way) = options.swap_remove(rng.below(options.len()));
        let chosen = game.parse(&state, &text).unwrap();
        game.play(&mut state, chosen);
        slow.play(&way);
    }
}

#[test]
fn random_matches_agree_with_the_plain_rules() {
    let mut endings: HashMap<String, u32> = HashMap::new();
    for seed in 0..150 {
        let usual = compare(&CLASSIC, seed);
        let strict = compare(&Classic { repetition: 2, quiet: 5 }, seed);
        let lax = compare(&Draughts::<0> { repetition: 0, quiet: 50 }, seed);
        for ending in [usual, strict, lax] {
            *endings.entry(ending).or_default() += 1;
        }
    }
    assert_eq!(endings.len(), 4, "every way to end was met: {endings:?}");
}
