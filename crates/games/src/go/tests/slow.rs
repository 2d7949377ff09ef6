//! The rules once more, written plainly with flood fill and a list of all earlier boards, and random
//! matches that must agree with them.

use super::*;
use ludometer_game::Rng;
use ludometer_testkit::perft;

type Rows = Vec<Vec<char>>;

#[derive(Clone)]
struct Slow {
    rows: Rows,
    black_moves: bool,
    passes: usize,
    past: Vec<Rows>,
    superko: bool,
    /// The board before the last move, for a simple ko.
    before: Option<Rows>,
}

fn around(rows: &Rows, (row, column): (usize, usize)) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
        let (row, column) = (row as i32 + down, column as i32 + right);
        if (0..rows.len() as i32).contains(&row) && (0..rows.len() as i32).contains(&column) {
            found.push((row as usize, column as usize));
        }
    }
    found
}

/// All places of one kind that hang together with this one, and the kinds next to them.
fn flood(rows: &Rows, start: (usize, usize)) -> (Vec<(usize, usize)>, Vec<char>) {
    let kind = rows[start.0][start.1];
    let (mut region, mut borders) = (vec![start], Vec::new());
    let mut looked = 0;
    while looked < region.len() {
        for near in around(rows, region[looked]) {
            let other = rows[near.0][near.1];
            if other != kind {
                borders.push(other);
            } else if !region.contains(&near) {
                region.push(near);
            }
        }
        looked += 1;
    }
    (region, borders)
}

impl Slow {
    fn new(size: usize, superko: bool) -> Self {
        let rows = vec![vec!['.'; size]; size];
        Slow { past: vec![rows.clone()], rows, black_moves: true, passes: 0, superko, before: None }
    }

    fn letter(&self) -> char {
        if self.black_moves { 'b' } else { 'w' }
    }

    /// The board after a stone, unless it is suicide.
    fn after(&self, place: (usize, usize)) -> Option<Rows> {
        let mut rows = self.rows.clone();
        rows[place.0][place.1] = self.letter();
        for near in around(&rows, place) {
            let other = rows[near.0][near.1];
            if other != '.' && other != self.letter() {
                let (group, borders) = flood(&rows, near);
                if !borders.contains(&'.') {
                    group.into_iter().for_each(|(row, column)| rows[row][column] = '.');
                }
            }
        }
        flood(&rows, place).1.contains(&'.').then_some(rows)
    }

    fn forbidden(&self, after: &Rows) -> bool {
        if self.superko { self.past.contains(after) } else { self.before.as_ref() == Some(after) }
    }

    /// Legal moves by name, and how many ko forbids.
    fn legal(&self) -> (Vec<String>, usize) {
        let size = self.rows.len();
        let (mut found, mut forbidden) = (Vec::new(), 0);
        for (row, column) in (0..size * size).map(|cell| (cell / size, cell % size)) {
            if self.rows[row][column] == '.' {
                match self.after((row, column)) {
                    Some(after) if self.forbidden(&after) => forbidden += 1,
                    Some(_) => found.push(name(size, row, column)),
                    None => {}
                }
            }
        }
        found.push("pass".into());
        (found, forbidden)
    }

    fn play(&mut self, text: &str) {
        let size = self.rows.len();
        if text == "pass" {
            self.passes += 1;
            self.before = None;
        } else {
            let cell = (0..size * size).find(|cell| name(size, cell / size, cell % size) == text).unwrap();
            let after = self.after((cell / size, cell % size)).unwrap();
            self.before = Some(std::mem::replace(&mut self.rows, after));
            self.past.push(self.rows.clone());
            self.passes = 0;
        }
        self.black_moves = !self.black_moves;
    }

    fn areas(&self) -> [u32; 2] {
        let mut points = [0; 2];
        for (row, line) in self.rows.iter().enumerate() {
            for (column, &kind) in line.iter().enumerate() {
                let borders = flood(&self.rows, (row, column)).1;
                let reaches = |letter| kind == letter || kind == '.' && borders.contains(&letter);
                match [reaches('b'), reaches('w')] {
                    [true, false] => points[0] += 1,
                    [false, true] => points[1] += 1,
                    _ => {}
                }
            }
        }
        points
    }

    fn count(&self, depth: u32) -> u64 {
        if depth == 0 || self.passes == 2 {
            return u64::from(depth == 0);
        }
        let after = |text: &String| {
            let mut next = self.clone();
            next.play(text);
            next.count(depth - 1)
        };
        self.legal().0.iter().map(after).sum()
    }
}

fn name(size: usize, row: usize, column: usize) -> String {
    format!("{}{}", "abcdefghjklmn".chars().nth(column).unwrap(), size - row)
}

/// Plays a random match with both and says how often ko forbade a stone.
fn compare<const P: usize>(game: &Go<P>, seed: u64, most: usize) -> usize {
    let mut rng = Rng::stream(seed, "slow go", 0);
    let (mut slow, mut state) = (Slow::new(game.squares.rows, game.superko), game.initial());
    let mut forbidden = 0;
    for _ in 0..most {
        let rows: Vec<String> = slow.rows.iter().map(|row| row.iter().collect()).collect();
        let written = game.position(&state).unwrap();
        assert!(written.starts_with(&format!("{} {} {}", rows.join("/"), slow.letter(), slow.passes)));
        assert_eq!(game.areas(&state), slow.areas(), "{written}");
        assert_eq!(game.turn(&state) == Turn::Over, slow.passes == 2);
        if slow.passes == 2 {
            break;
        }
        let mut legal = Vec::new();
        game.moves(&state, &mut legal);
        let names: Vec<String> = legal.iter().map(|&chosen| game.move_name(chosen)).collect();
        let (options, banned) = slow.legal();
        assert_eq!(names, options, "{written}");
        assert_eq!(game.forbidden_cells(&state).len(), banned, "{written}");
        forbidden += banned;
        // Passing seldom, matches fill the board and fight over it for long.
        let drawn = rng.below(options.len() + 3).min(options.len() - 1);
        let drawn =
            if drawn == options.len() - 1 && rng.below(4) > 0 { rng.below(options.len()) } else { drawn };
        slow.play(&options[drawn]);
        game.play(&mut state, legal[drawn]);
    }
    forbidden
}

#[test]
fn random_matches_agree_with_the_plain_rules() {
    for (ko, size, matches, most) in [
        ("positional", "5", 30, 200),
        ("simple", "5", 30, 200),
        ("positional", "6", 10, 200),
        ("positional", "9", 3, 200),
        ("simple", "9", 3, 200),
    ] {
        let game = go(&[("ko", ko), ("size", size)]);
        let forbidden: usize = (0..matches).map(|seed| compare(&game, seed, most)).sum();
        assert!(forbidden > 0, "{ko} on {size}: no ko was met");
    }
    let large = Go::<256>::new(&Params::read(&card().params, [("size", "13")]).unwrap());
    compare(&large, 1, 120);
}

#[test]
fn numbers_of_move_sequences_agree_with_the_plain_rules() {
    for (ko, superko) in [("positional", true), ("simple", false)] {
        let game = go(&[("size", "5"), ("ko", ko)]);
        for depth in 1..=3 {
            assert_eq!(perft(&game, &game.initial(), depth), Slow::new(5, superko).count(depth));
        }
    }
}
