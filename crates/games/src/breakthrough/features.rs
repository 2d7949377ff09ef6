//! Features for linear evaluations and learners.
//!
//! The ideas are those of Richard Lorentz and Therese Horey (Programming Breakthrough, 2013) and, for pawns that
//! nobody can catch, the race patterns of Abdallah Saffidine, Nicolas Jouandeau and Tristan Cazenave (Solving
//! Breakthrough, 2011). Pawns are worth more the further they have come and as long as others protect them;
//! pawns at home and in every column keep enemies from slipping through.

use super::{Breakthrough, Position};
use crate::bits::Bits;
use ludometer_game::{Code, Feature};

/// Kinds of numbers that both players have.
const KINDS: usize = 9;

impl<B: Bits> Breakthrough<B> {
    /// For each kind its name, the most there can be, how much counts as 1 to a network, and what it says: a match
    /// is over long before all pawns have come far, and one free pawn decides it.
    fn kinds(&self) -> [(&'static str, usize, f32, &'static str); KINDS] {
        let (rows, columns) = (self.squares.rows, self.squares.columns);
        let (pawns, way) = (2 * columns, rows - 1);
        [
            ("pawns", pawns, pawns as f32, "pawns on the board"),
            ("rows-to-go", rows, rows as f32, "rows the foremost pawn still has to go"),
            ("advancement", pawns * way, (pawns * way) as f32 / 2.0, "rows all pawns together have come"),
            ("home-row", columns, columns as f32, "pawns on the row that the other wants to reach"),
            ("protected", pawns, pawns as f32, "pawns whose capture could be answered by a capture"),
            (
                "attacked",
                pawns,
                columns as f32 / 2.0,
                "pawns that the other could capture if it were on turn",
            ),
            ("side-by-side", pawns - 2, (pawns - 2) as f32, "pairs of pawns next to each other in a row"),
            ("empty-columns", columns, columns as f32, "columns without a pawn"),
            ("runners", columns, 1.0, "pawns that arrive if they only run straight ahead"),
        ]
    }

    /// These cells moved one row on as this player moves; those on the last row are lost.
    fn ahead(&self, cells: B, player: usize) -> B {
        let (cells, columns) = (cells & !self.goals[player], self.squares.columns as u32);
        if player == 0 { cells << columns } else { cells >> columns }
    }

    /// These cells moved one row back towards where this player started.
    fn back(&self, cells: B, player: usize) -> B {
        self.ahead(cells, 1 - player)
    }

    /// The neighbours of these cells in their rows.
    fn beside(&self, cells: B) -> B {
        (cells & !self.edges[0]) >> 1 | (cells & !self.edges[1]) << 1
    }

    /// Cells where this player could capture.
    fn struck(&self, state: &Position<B>, player: usize) -> B {
        self.beside(self.ahead(state.pawns[player], player))
    }

    /// Rows all pawns together have come.
    fn advancement(&self, state: &Position<B>, player: usize) -> u32 {
        // A pawn can be moved back as many rows as it has come.
        let (mut moved, mut rows) = (self.back(state.pawns[player], player), 0);
        while moved.any() {
            rows += moved.count();
            moved = self.back(moved, player);
        }
        rows
    }

    /// Pawns on the row that enemies want to reach.
    fn home_row(&self, state: &Position<B>, player: usize) -> u32 {
        (state.pawns[player] & self.goals[1 - player]).count()
    }

    /// Pawns whose capture could be answered by a capture.
    fn protected(&self, state: &Position<B>, player: usize) -> u32 {
        (state.pawns[player] & self.struck(state, player)).count()
    }

    /// Pawns the other player could capture, were it their turn.
    fn attacked(&self, state: &Position<B>, player: usize) -> u32 {
        (state.pawns[player] & self.struck(state, 1 - player)).count()
    }

    /// Pairs of pawns next to each other in a row, which guard all cells ahead of them.
    fn side_by_side(&self, state: &Position<B>, player: usize) -> u32 {
        let pawns = state.pawns[player];
        (pawns & (pawns & !self.edges[1]) << 1).count()
    }

    /// Columns without a pawn of this player.
    fn empty_columns(&self, state: &Position<B>, player: usize) -> u32 {
        let pawns = state.pawns[player];
        let held = (pawns | self.behind(pawns, player)) & self.goals[1 - player];
        self.squares.columns as u32 - held.count()
    }

    /// All cells straight behind these.
    fn behind(&self, cells: B, player: usize) -> B {
        let (mut found, mut moved) = (B::NONE, self.back(cells, player));
        while moved.any() {
            found |= moved;
            moved = self.back(moved, player);
        }
        found
    }

    /// Pawns that arrive if they only run straight ahead, whatever the other player does to stop them. That the
    /// other player may arrive before them does not matter here.
    fn runners(&self, state: &Position<B>, player: usize) -> u32 {
        let (pawns, on_turn) = (state.pawns[player], usize::from(state.mover) == player);
        let free = pawns & !self.behind(pawns, player) & !self.caught(state, player);
        // From the row before the last a pawn can always step aside, whatever stands before it.
        let arriving = if on_turn { pawns & self.back(self.goals[player], player) } else { B::NONE };
        (free | arriving).count()
    }

    /// Cells where an enemy catches a pawn of this player that only runs straight ahead, or stands in its way.
    fn caught(&self, state: &Position<B>, player: usize) -> B {
        // Pawn and enemy approach each other in turn. Of the rows between them each goes half, so an enemy comes
        // aside by one column for every second row; who moves first gets the odd row.
        let enemy_first = usize::from(state.mover) != player;
        let (mut found, mut reach) = (B::NONE, state.pawns[1 - player]);
        let mut widens = enemy_first;
        while reach.any() {
            reach = self.back(reach, player);
            if widens {
                reach |= self.beside(reach);
            }
            widens = !widens;
            found |= reach;
        }
        found
    }

    /// One number of each kind.
    fn numbers(&self, state: &Position<B>, player: usize) -> [u32; KINDS] {
        [
            state.pawns[player].count(),
            self.to_go(state, player) as u32,
            self.advancement(state, player),
            self.home_row(state, player),
            self.protected(state, player),
            self.attacked(state, player),
            self.side_by_side(state, player),
            self.empty_columns(state, player),
            self.runners(state, player),
        ]
    }

    /// Names and ranges of what [`Breakthrough::append_features`] appends.
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
        out.push(f32::from(usize::from(state.mover) == me));
    }
}

#[cfg(test)]
mod tests {
    use super::super::Step;
    use super::*;
    use ludometer_game::{Game, Rng};

    /// The numbers White reads, by name, on a board of five columns.
    fn expect(position: &str, numbers: &[(&str, f32)]) {
        let game = Breakthrough::<u64>::new(position.split('/').count(), 5);
        let state = game.read_position(position).expect("a position");
        let mut read = Vec::new();
        game.append_features(&state, 0, &mut read);
        let features = game.feature_list();
        for &(name, number) in numbers {
            let at = features.iter().position(|feature| feature.name == name).expect("a feature");
            assert_eq!(read[at], number, "{name} in {position}");
        }
    }

    #[test]
    fn the_start_is_the_same_to_both() {
        for who in ["own", "their"] {
            let named = |name: &str| format!("{who}-{name}");
            expect(
                "bbbbb/bbbbb/...../...../wwwww/wwwww w",
                &[
                    (&named("pawns"), 10.0),
                    (&named("rows-to-go"), 4.0),
                    (&named("advancement"), 5.0),
                    (&named("home-row"), 5.0),
                    (&named("protected"), 5.0),
                    (&named("attacked"), 0.0),
                    (&named("side-by-side"), 8.0),
                    (&named("empty-columns"), 0.0),
                    (&named("runners"), 0.0),
                ],
            );
        }
    }

    #[test]
    fn pawns_stand_side_by_side_strike_and_protect() {
        // White a1, b1, a2, e3; Black d4, a4, e5. The edges lie next to each other in the bits, not on the board.
        expect(
            "....b/b..b./....w/w..../ww... b",
            &[
                ("own-protected", 1.0),
                ("own-attacked", 1.0),
                ("own-side-by-side", 1.0),
                ("own-empty-columns", 2.0),
                ("own-advancement", 3.0),
                ("own-home-row", 2.0),
                ("their-protected", 1.0),
                ("their-attacked", 1.0),
                ("their-side-by-side", 0.0),
                ("their-empty-columns", 2.0),
                ("their-advancement", 2.0),
                ("their-home-row", 1.0),
                ("on-turn", 0.0),
            ],
        );
    }

    #[test]
    fn a_runner_is_free_when_every_enemy_comes_too_late() {
        // Two rows ahead and two columns aside an enemy comes too late, even with the first move.
        for mover in ["w", "b"] {
            let far = format!("...../..b../...../w..../...../..... {mover}");
            expect(&far, &[("own-runners", 1.0)]);
        }
        // One column and one row ahead it strikes now or never.
        for (mover, free) in [("w", 1.0), ("b", 0.0)] {
            let near = format!("...../...../...b./..w../...../..... {mover}");
            expect(&near, &[("own-runners", free)]);
        }
        // The pawn behind has to wait for the one ahead; from the row before the last there is a way aside.
        expect("..b../..w../..w../...../...../..... w", &[("own-runners", 1.0)]);
    }

    /// Whether the pawn on this cell arrives by running, against every reply.
    fn arrives(game: &Breakthrough<u64>, state: &Position<u64>, player: usize, pawn: u32) -> bool {
        let after = |step| {
            let mut next = *state;
            game.play(&mut next, step);
            next
        };
        if usize::from(state.mover) == player {
            let to = game.ahead(1 << pawn, player);
            let blocked = (to & (state.pawns[0] | state.pawns[1])).any();
            let step = Step { from: pawn as u8, to: to.first() as u8 };
            return (to & game.goals[player]).any()
                || !blocked && arrives(game, &after(step), player, to.first());
        }
        let mut replies = Vec::new();
        game.moves(state, &mut replies);
        replies.into_iter().map(after).all(|next| {
            next.pawns[player].has(pawn) && (game.over(&next) || arrives(game, &next, player, pawn))
        })
    }

    #[test]
    fn runners_arrive_whatever_the_enemies_do() {
        let game = Breakthrough::<u64>::new(6, 4);
        let (mut rng, mut seen) = (Rng::stream(1, "runners", 0), 0);
        for nth in 0..1000 {
            let (player, pawn) = (nth % 2, 4 + rng.below(16) as u32);
            let enemies = (0..3).fold(0, |set, _| set | 1 << rng.below(24));
            let mut pawns = [enemies & !game.goals[1 - player] & !(1 << pawn); 2];
            pawns[player] = 1 << pawn;
            let state = Position { pawns, mover: u8::from(rng.below(2) == 1) };
            if !game.over(&state) && game.runners(&state, player) == 1 {
                seen += 1;
                assert!(arrives(&game, &state, player, pawn), "{:?}", game.position(&state));
            }
        }
        assert!((100..900).contains(&seen), "{seen} runners");
    }
}
