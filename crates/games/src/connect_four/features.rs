//! Features for linear evaluations and learners.
//!
//! The ideas are those of Victor Allis (A Knowledge-Based Approach of Connect-Four, 1988). What counts is
//! where a player could complete a line. When the rest of the board is filled up, the first player gets to the
//! odd rows, counted from the bottom, and the second player to the even ones, so a threat is worth more to one
//! of them. Two threats on top of each other win as soon as the lower cell can be played on. Before there are
//! threats, lines that are still open and discs in the centre, where most lines pass, promise some.
//!
//! Without gravity every empty cell is playable and rows have no meaning; the numbers are counted all the same.

use super::{ConnectFour, MAX_COLUMNS, Position};
use crate::bits::Bits;
use ludometer_game::{Code, Feature};

/// Kinds of numbers that both players have.
const KINDS: usize = 7;

impl<B: Bits> ConnectFour<B> {
    /// For each kind its name, the most there can be, how many count as 1 to a network, and what it says: few are
    /// already many where the rules allow a boardful.
    fn kinds(&self) -> [(&'static str, usize, f32, &'static str); KINDS] {
        let (rows, columns, cells) = (self.squares.rows, self.squares.columns, self.squares.cells());
        let central = if columns % 2 == 0 { 2 * rows } else { rows };
        let winning = if self.gravity { columns } else { cells };
        [
            ("threats", cells, 4.0, "empty cells where one more disc completes a line"),
            ("wins", winning, 2.0, "of the threats those on cells that can be played on now"),
            (
                "odd-threats",
                rows.div_ceil(2) * columns,
                4.0,
                "threats on the first, third, fifth row and so on",
            ),
            ("even-threats", rows / 2 * columns, 4.0, "threats on the second, fourth, sixth row and so on"),
            ("stacked-threats", (rows - 1) * columns, 2.0, "threats right on top of another one"),
            ("lines-lacking-two", self.lines(), 10.0, "lines of discs and of two empty cells"),
            ("centre", central, rows as f32, "discs in the column, or the two columns, in the middle"),
        ]
    }

    /// How many lines there are on the board.
    fn lines(&self) -> usize {
        let starts = |length: usize| (length + 1).saturating_sub(self.line as usize);
        let (rows, columns) = (self.squares.rows, self.squares.columns);
        rows * starts(columns) + starts(rows) * columns + 2 * starts(rows) * starts(columns)
    }

    /// How many bits neighbours are apart along a column, the two diagonals and a row.
    fn steps(&self) -> [u32; 4] {
        [1, self.stride() - 1, self.stride(), self.stride() + 1]
    }

    /// Empty cells where one more disc of this player completes a line.
    pub(super) fn threats(&self, state: &Position<B>, player: usize) -> B {
        let completing = self.steps().map(|step| gaps(state.discs[player], self.line, step));
        completing.into_iter().fold(B::NONE, |all, some| all | some) & self.board & !state.filled()
    }

    /// Cells where a disc can be put now.
    fn playable(&self, state: &Position<B>) -> B {
        if self.gravity {
            state.filled().plus(self.bottom) & self.board
        } else {
            self.board & !state.filled()
        }
    }

    /// The first, the third, the fifth row and so on from the bottom.
    fn odd_rows(&self) -> B {
        (0..self.squares.rows as u32).step_by(2).fold(B::NONE, |rows, row| rows | self.bottom << row)
    }

    /// The column in the middle, or the two there where the number of columns is even.
    fn centre(&self) -> B {
        let columns = self.squares.columns;
        self.columns[(columns - 1) / 2] | self.columns[columns / 2]
    }

    /// Lines of this player's discs and of two empty cells.
    fn lines_lacking_two(&self, state: &Position<B>, player: usize) -> u32 {
        let empty = self.board & !state.filled();
        let lacking = |step| lacking_two(state.discs[player], empty, self.line, step).count();
        self.steps().map(lacking).into_iter().sum()
    }

    /// One number of each kind.
    fn numbers(&self, state: &Position<B>, player: usize) -> [u32; KINDS] {
        let (threats, odd) = (self.threats(state, player), self.odd_rows());
        [
            threats.count(),
            (threats & self.playable(state)).count(),
            (threats & odd).count(),
            (threats & !odd).count(),
            stacked(threats).count(),
            self.lines_lacking_two(state, player),
            (state.discs[player] & self.centre()).count(),
        ]
    }

    /// Names and ranges of what [`ConnectFour::append_features`] appends.
    pub(super) fn feature_list(&self) -> Vec<Feature> {
        let of_both = |(name, most, unit, about): (&str, usize, f32, &'static str)| {
            ["own", "their"].map(|who| {
                let feature = Feature::new(format!("{who}-{name}"), (0.0, most as f32));
                feature.coded(Code::Number(unit)).about(about)
            })
        };
        let on_turn = Feature::new("on-turn", (0.0, 1.0)).about("1 where this seat is on turn");
        let all = self.kinds().into_iter().flat_map(of_both).chain([on_turn]);
        all.map(|feature| feature.of(&["hand"])).collect()
    }

    /// Appends the numbers of one player.
    pub(super) fn append_features(&self, state: &Position<B>, me: usize, out: &mut Vec<f32>) {
        let [own, their] = [me, 1 - me].map(|player| self.numbers(state, player));
        out.extend(own.into_iter().zip(their).flat_map(|(own, their)| [own as f32, their as f32]));
        out.push(f32::from(state.mover() == me));
    }
}

/// Cells, some of them filled or not on the board, whose disc completes a line of discs `step` bits apart.
fn gaps<B: Bits>(discs: B, line: u32, step: u32) -> B {
    let line = line as usize;
    // For each number the cells with at least so many discs in a row just before them.
    let mut before = [!B::NONE; MAX_COLUMNS];
    for number in 1..line {
        before[number] = (before[number - 1] & discs) << step;
    }
    let (mut found, mut after) = (B::NONE, !B::NONE);
    for &before in before[..line].iter().rev() {
        found |= before & after;
        after = (after & discs) >> step;
    }
    found
}

/// Where lines begin that hold two of the empty cells and else only these discs.
fn lacking_two<B: Bits>(discs: B, empty: B, line: u32, step: u32) -> B {
    let (mut discs, mut empty) = (discs, empty);
    let (mut none, mut one, mut two) = (!B::NONE, B::NONE, B::NONE);
    for _ in 0..line {
        two = two & discs | one & empty;
        one = one & discs | none & empty;
        none &= discs;
        (discs, empty) = (discs >> step, empty >> step);
    }
    two
}

/// Threats on top of another one: the other player can stop only the lower.
fn stacked<B: Bits>(threats: B) -> B {
    threats & threats << 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_game::{Game, Rng, Turn};

    fn classic() -> ConnectFour<u64> {
        ConnectFour::new(6, 7, 4, true)
    }

    /// The number of this name as the first player reads it.
    fn read(game: &ConnectFour<u64>, position: &str, name: &str) -> f32 {
        let state = game.read_position(position).expect("a position");
        let mut numbers = Vec::new();
        game.append_features(&state, 0, &mut numbers);
        let at = game.feature_list().iter().position(|feature| feature.name == name);
        numbers[at.expect("a feature")]
    }

    fn expect(game: &ConnectFour<u64>, position: &str, numbers: &[(&str, f32)]) {
        for &(name, number) in numbers {
            assert_eq!(read(game, position, name), number, "{name} in {position}");
        }
    }

    /// Calls `check` on the states of some random matches on boards of several shapes.
    fn along_random_matches(check: impl Fn(&ConnectFour<u64>, &Position<u64>)) {
        for (rows, columns, line, gravity) in
            [(6, 7, 4, true), (5, 6, 3, false), (10, 5, 10, true), (2, 11, 11, false), (4, 4, 2, true)]
        {
            let game = ConnectFour::<u64>::new(rows, columns, line, gravity);
            let mut rng = Rng::stream(1, "features", rows as u64);
            for _ in 0..20 {
                let (mut state, mut legal) = (game.initial(), Vec::new());
                while game.turn(&state) != Turn::Over {
                    check(&game, &state);
                    legal.clear();
                    game.moves(&state, &mut legal);
                    game.play(&mut state, legal[rng.below(legal.len())]);
                }
                check(&game, &state);
            }
        }
    }

    #[test]
    fn a_threat_is_where_one_more_disc_makes_a_line() {
        along_random_matches(|game, state| {
            let lines = game.squares.lines::<u64>(game.line as usize);
            let own = |cell: u32| game.owner(state, cell as usize) == Some(0);
            let completes =
                |cell: u32| lines.iter().any(|line| line.has(cell) && (line ^ 1 << cell).cells().all(own));
            let empty = (0..game.squares.cells()).filter(|&cell| game.owner(state, cell).is_none());
            let slow = empty.filter(|&cell| completes(cell as u32));
            let slow = slow.fold(0, |set, cell| set | 1 << game.bit(cell));
            assert_eq!(game.threats(state, 0), slow, "{state:?}");
        });
    }

    #[test]
    fn lines_lacking_two_are_counted_as_one_would_by_hand() {
        along_random_matches(|game, state| {
            let lines = game.squares.lines::<u64>(game.line as usize);
            assert_eq!(lines.len(), game.lines());
            let owners = |line: u64, player| {
                line.cells().filter(|&cell| game.owner(state, cell as usize) == Some(player)).count()
            };
            let lacking = |line: &&u64| owners(**line, 0) + 2 == game.line as usize && owners(**line, 1) == 0;
            assert_eq!(game.lines_lacking_two(state, 0) as usize, lines.iter().filter(lacking).count());
        });
    }

    #[test]
    fn threats_are_told_by_row_and_by_whether_they_can_be_played() {
        let both_ends = "......./......./......./......./.oo..../.xxx...";
        expect(
            &classic(),
            both_ends,
            &[
                ("own-threats", 2.0),
                ("own-wins", 2.0),
                ("own-odd-threats", 2.0),
                ("own-even-threats", 0.0),
                ("their-threats", 0.0),
                ("on-turn", 0.0),
            ],
        );
        let above = "......./......./......./......./ooo..../xxo.x.x";
        expect(
            &classic(),
            above,
            &[("their-threats", 1.0), ("their-wins", 0.0), ("their-even-threats", 1.0), ("on-turn", 1.0)],
        );
    }

    #[test]
    fn threats_on_top_of_each_other_are_stacked() {
        let two_rows = "......./......./......./xxx.oo./xxx.oo./ooo.xxo";
        expect(
            &classic(),
            two_rows,
            &[("own-threats", 2.0), ("own-stacked-threats", 1.0), ("their-stacked-threats", 0.0)],
        );
    }

    #[test]
    fn the_centre_is_one_column_or_two() {
        let odd = "......./......./......./......./...o.../..xx...";
        expect(&classic(), odd, &[("own-centre", 1.0), ("their-centre", 1.0)]);
        let even = ConnectFour::new(4, 4, 3, true);
        expect(&even, "..../..../.o../.xx.", &[("own-centre", 2.0), ("their-centre", 1.0)]);
    }

    #[test]
    fn every_empty_cell_is_playable_without_gravity() {
        let game = ConnectFour::new(3, 3, 3, false);
        expect(&game, "x.x/.o./..o", &[("own-threats", 1.0), ("own-wins", 1.0)]);
    }
}
