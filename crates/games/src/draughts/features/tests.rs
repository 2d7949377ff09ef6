//! Every feature on a position somebody can check with a board in front of them, and all of them on random ones
//! against readings that go square by square.

use super::*;
use crate::draughts::{BLACK, Draughts, WHITE};
use ludometer_game::{Game, Rng, Seat, Turn};

const RULES: Draughts<0> = Draughts { repetition: 0, quiet: 40 };

fn value(name: &str, position: &str, me: usize) -> i32 {
    let state = RULES.read_position(position).expect("a position");
    let at = TERMS.iter().position(|term| term.name == name).expect("a feature");
    (TERMS[at].read)(&Half::new(&state.board, me))
}

/// A position, and what a feature is there for Black and for White.
fn is(name: &str, position: &str, black: i32, white: i32) {
    let found = [BLACK, WHITE].map(|me| value(name, position, me));
    assert_eq!(found, [black, white], "{name} of {position}");
}

#[test]
fn the_features_of_lynch() {
    is("piece-advantage", "B:W18,24,K10:B12,16", 0, 3);
    is("piece-disadvantage", "B:W18,24,K10:B12,16", 3, 0);
    // White's 18 can jump 15 alone, the king on 22 can jump 17 and 25; Black's 17 can jump the king.
    is("piece-threat", "B:W18,K22:B15,17,25,1", 3, 1);
    is("piece-take", "B:W18,K22:B15,17,25,1", 1, 3);
    is("piece-threat-published", "B:W18,K22:B15,17,25,1", 3, 1);
    // A king that can jump in three directions; Black's 14 can jump it.
    is("piece-threat-published", "B:WK18:B14,15,22,1", 1, 1);
    is("piece-threat", "B:WK18:B14,15,22,1", 2, 1);
    is("advancement", "B:W21:B9,17,18,1", 1, -1);
    is("advancement", "B:W21,12,24:B1", 0, -1);
    is("double-diagonal", "B:W32,31:B1,6,9,4", 3, 1);
    is("back-row-bridge", "B:W30,32:B1,3", 1, 1);
    is("back-row-bridge", "B:W30,32,K22:B1,3", 0, 1);
    is("back-row-bridge", "B:WK30,32:B1,3", 0, 0);
    is("centre-control", "B:W18,K19:B10,14,9", 2, 1);
    is("centre-control-published", "B:W18,K19:B10,14,9", 1, 0);
    // White's man on 18 holds one square; 14 and 15 lie before it. Black's on 10 covers 14 and 15, too.
    is("x-centre-control", "B:W18:B10", 3, 3);
    is("x-centre-control-published", "B:W18:B10", 2, 2);
    is("total-mobility", "B:W18:B1", 2, 2);
    is("total-mobility", "B:WK18:B4", 4, 1);
    is("exposure", "B:W18,5:B10,1", 1, 1);
    is("king-centre-control", "B:WK18,19:BK10,K1", 1, 1);
    is("diagonal-moment", "B:W29,32:B1,2,3,4", 6, 3);
    // Both can step to 18 and to 19, and jump the other from there.
    is("threat", "B:W23:B15", 2, 2);
    is("taken", "B:W23:B15", 2, 2);
    is("threat", "B:W27:B15", 0, 0);
}

#[test]
fn the_terms_of_samuel() {
    is("apex", "B:W7:B1", 1, 0);
    is("apex", "B:W7:B26", 0, 0);
    is("apex", "B:W7,K9:B1", 0, 0);
    is("corner", "B:W10:B6,2,3", 0, 0);
    is("corner", "B:WK6:B3,4,K32", 1, 0);
    is("cramp", "B:W17,21,22,25:B13,9", 2, 0);
    is("cramp", "B:W20,24:B16,12,11,8", 0, 2);
    is("dyke", "B:W32:B1,6,10,15", 2, 0);
    is("gap", "B:W32:B1,10", 2, 1);
    is("guard", "B:W32:B2,3,7", 1, 0);
    is("oreo", "B:W26,30,31:B2,3,7", 1, 1);
    is("oreo", "B:WK26,30,31:B2,3,7", 0, 1);
    is("hole", "B:W32:B6,7,15", 1, 0);
    is("node", "B:W32:B10,1", 1, 0);
    is("pole", "B:W32,18:B10,1", 1, 1);
    is("move", "B:W21:B1", 1, 1);
    is("move", "B:W21:B5", 0, 0);
    is("move", "B:W21,22:B1", 0, 0);
}

#[test]
fn what_a_step_costs() {
    // White on 22 can step to 17 and 18. On 18 Black's man on 15 takes it, and nobody takes back.
    is("deny", "B:W22:B15", 1, 1);
    is("exchange", "B:W22:B15", 0, 0);
    is("mobility", "B:W22:B15", 1, 1);
    // With men on 25 and 26 behind it whoever takes on 22 is taken.
    is("exchange", "B:W22,26,25:B15", 1, 0);
    is("deny", "B:W22,26,25:B15", 0, 1);
    is("fork", "B:W22:B14,15", 1, 0);
    is("fork", "B:W22:B14,15,11", 0, 0);
}

/// Random positions of random matches.
fn random_positions(each: impl Fn(&crate::draughts::Position<0>)) {
    let mut moves = Vec::new();
    for number in 0..200 {
        let mut rng = Rng::stream(1, "features", number);
        let mut state = RULES.initial();
        while RULES.turn(&state) != Turn::Over {
            each(&state);
            moves.clear();
            RULES.moves(&state, &mut moves);
            RULES.play(&mut state, moves[rng.below(moves.len())]);
        }
    }
}

/// A board as a list of squares: what stands in row and column.
type Cells = [[Option<(usize, bool)>; 8]; 8];

fn cells(board: &Board, turn_round: bool) -> Cells {
    let mut cells = [[None; 8]; 8];
    for bit in 0..32 {
        let (row, column) = crate::draughts::board::place_of(bit);
        let owner = (0..2).find(|player| board.sides[*player] >> bit & 1 == 1);
        let (row, column) = if turn_round { (7 - row, 7 - column) } else { (row, column) };
        let owner = owner.map(|player| if turn_round { 1 - player } else { player });
        cells[row][column] = owner.map(|player| (player, board.kings >> bit & 1 == 1));
    }
    cells
}

const WAYS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The cell so far away; none outside.
fn at(
    cells: &Cells,
    row: usize,
    column: usize,
    way: (i32, i32),
    steps: i32,
) -> Option<Option<(usize, bool)>> {
    let row = usize::try_from(row as i32 + steps * way.0).ok()?;
    let column = usize::try_from(column as i32 + steps * way.1).ok()?;
    cells.get(row)?.get(column).copied()
}

/// Whether a piece may go this way at all.
fn goes((player, king): (usize, bool), way: (i32, i32)) -> bool {
    king || way.0 == if player == BLACK { 1 } else { -1 }
}

fn dark() -> impl Iterator<Item = (usize, usize)> {
    (0..64).map(|cell| (cell / 8, cell % 8)).filter(|(row, column)| (row + column) % 2 == 1)
}

/// The features that can be told square by square in few words, for the passive side 0.
fn slowly(name: &str, cells: &Cells) -> Option<i32> {
    let neighbours = |row: usize, column: usize| WAYS.map(|way| at(cells, row, column, way, 1));
    let count = |holds: &dyn Fn(usize, usize) -> bool| dark().filter(|(r, c)| holds(*r, *c)).count() as i32;
    let own = |cell: Option<Option<(usize, bool)>>| matches!(cell, Some(Some((BLACK, _))));
    let free = |cell: Option<Option<(usize, bool)>>| matches!(cell, Some(None));
    let jumps = |player: usize| {
        dark().map(move |(r, c)| {
            let piece = cells[r][c].filter(|(owner, _)| *owner == player);
            let ways = WAYS.into_iter().filter(|way| {
                piece.is_some_and(|piece| goes(piece, *way))
                    && matches!(at(cells, r, c, *way, 1), Some(Some((other, _))) if other != player)
                    && free(at(cells, r, c, *way, 2))
            });
            ways.count().min(2) as i32
        })
    };
    let steps_there = |r: usize, c: usize, player: usize| {
        cells[r][c].is_none()
            && WAYS.into_iter().any(|way| {
                let from = at(cells, r, c, way, -1).flatten();
                from.is_some_and(|piece| piece.0 == player && goes(piece, way))
            })
    };
    Some(match name {
        "piece-threat" => jumps(WHITE).sum(),
        "piece-take" => jumps(BLACK).sum(),
        "total-mobility" => count(&|r, c| steps_there(r, c, WHITE)),
        "exposure" => count(&|r, c| {
            let [a, b, d, e] = neighbours(r, c).map(free);
            own(Some(cells[r][c])) && ((a && e) || (b && d))
        }),
        "hole" => count(&|r, c| {
            cells[r][c].is_none() && neighbours(r, c).into_iter().filter(|cell| own(*cell)).count() >= 3
        }),
        "node" => count(&|r, c| {
            own(Some(cells[r][c])) && neighbours(r, c).into_iter().filter(|cell| free(*cell)).count() >= 3
        }),
        "gap" => count(&|r, c| {
            let [a, b, d, e] = neighbours(r, c);
            let between = |one, other: Option<_>| own(one) && (own(other) || other.is_none());
            let axis = |one, other| between(one, other) || between(other, one);
            cells[r][c].is_none() && (axis(a, e) || axis(b, d))
        }),
        "threat" => count(&|r, c| {
            WAYS.into_iter().any(|come| {
                let Some(piece) = at(cells, r, c, come, -1).flatten() else { return false };
                let moves = cells[r][c].is_none() && piece.0 == WHITE && goes(piece, come);
                moves
                    && WAYS.into_iter().any(|way| {
                        goes(piece, way) && own(at(cells, r, c, way, 1)) && free(at(cells, r, c, way, 2))
                    })
            })
        }),
        _ => return None,
    })
}

#[test]
fn bits_and_squares_agree() {
    random_positions(|state| {
        for me in [BLACK, WHITE] {
            let cells = cells(&state.board, me == WHITE);
            let half = Half::new(&state.board, me);
            for term in &TERMS {
                if let Some(expected) = slowly(term.name, &cells) {
                    assert_eq!((term.read)(&half), expected, "{} for {me} of {state:?}", term.name);
                }
            }
        }
    });
}

#[test]
fn sets_have_their_sizes_and_bits() {
    let features = RULES.features();
    let size = |set: &str| {
        let members = features.iter().filter(|feature| feature.sets.contains(&set));
        members.fold((0, 0), |(count, bits), feature| match feature.code {
            Code::Bits(more) => (count + 1, bits + usize::from(more)),
            Code::Number(_) => (count + 1, bits + 1),
        })
    };
    assert_eq!(size("ls-draughts"), (15, 48));
    assert_eq!(size("neurodraughts"), (12, 38));
    assert_eq!(size("ls-draughts-published"), (15, 48));
    assert_eq!(size("neurodraughts-published"), (12, 38));
    assert_eq!(features[0].sets[0], "ls-draughts", "learners begin with it");
    let mut all = Vec::new();
    RULES.read_features(&RULES.initial(), Seat::new(0), &mut all);
    assert_eq!(all.len(), features.len());
}
