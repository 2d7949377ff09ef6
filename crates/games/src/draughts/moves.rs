//! Moves: what they are, all of them in a position, and what playing one does to the board.
//!
//! A step is a square and a direction. A capture is a square and a direction for each jump, because two
//! ways over different pieces may lead to the same square. The squares a piece can land on by jumps
//! have nine squares between them, so a capture has at most nine jumps and a move fits into 32 bits.

use super::board::{BACK, Board, FORWARD, along, each};
use ludometer_game::Packed;

const JUMPS_AT: u32 = 5;
const WAYS_AT: u32 = 9;

/// A step, or a capture with all its jumps: the square in bits 0 to 4, the number of jumps (0 for a
/// step) in bits 5 to 8, then two bits for each direction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u32);

impl Packed for Move {
    fn pack(self) -> [u8; 16] {
        self.0.pack()
    }
    fn unpack(bytes: [u8; 16]) -> Self {
        Move(u32::unpack(bytes))
    }
}

impl Move {
    #[inline]
    pub(super) fn step(from: u32, direction: usize) -> Self {
        Move(from | (direction as u32) << WAYS_AT)
    }

    /// A capture that has not jumped yet.
    fn start(from: u32) -> Self {
        Move(from)
    }

    /// This capture with one more jump.
    fn then(self, direction: usize) -> Self {
        Move((self.0 | (direction as u32) << (WAYS_AT + 2 * self.jumps())) + (1 << JUMPS_AT))
    }

    /// The bit of the square it starts from.
    #[inline]
    pub(super) fn from(self) -> u32 {
        self.0 & 31
    }

    /// How many pieces it captures.
    #[inline]
    pub(super) fn jumps(self) -> u32 {
        self.0 >> JUMPS_AT & 15
    }

    #[inline]
    pub(super) fn direction(self, part: u32) -> usize {
        (self.0 >> (WAYS_AT + 2 * part) & 3) as usize
    }

    /// The bits of the squares it comes to, in order: one for a step, one for each jump.
    pub(super) fn squares(self) -> impl Iterator<Item = u32> {
        let (parts, distance) = if self.jumps() == 0 { (1, 1) } else { (self.jumps(), 2) };
        (0..parts).scan(self.from(), move |at, part| {
            *at = along(*at, self.direction(part), distance);
            Some(*at)
        })
    }

    /// The bit of the square it ends on.
    pub(super) fn to(self) -> u32 {
        self.squares().last().unwrap_or(self.from())
    }
}

/// Appends the legal moves of a player: captures if there are any, else steps.
#[inline]
pub(super) fn list<const ME: usize>(board: &Board, out: &mut Vec<Move>) {
    let start = out.len();
    let kings = board.kings(ME);
    for direction in FORWARD[ME] {
        captures_from::<ME>(board, board.sides[ME], direction, out);
    }
    if kings != 0 {
        for direction in FORWARD[1 - ME] {
            captures_from::<ME>(board, kings, direction, out);
        }
    }
    if out.len() > start {
        return;
    }
    for direction in FORWARD[ME] {
        out.extend(each(board.steppers(board.sides[ME], direction)).map(|from| Move::step(from, direction)));
    }
    if kings != 0 {
        for direction in FORWARD[1 - ME] {
            out.extend(each(board.steppers(kings, direction)).map(|from| Move::step(from, direction)));
        }
    }
}

/// All captures by `pieces` whose first jump goes in this direction.
#[inline]
fn captures_from<const ME: usize>(board: &Board, pieces: u32, direction: usize, out: &mut Vec<Move>) {
    for from in each(board.jumpers::<ME>(pieces, direction)) {
        let mut lifted = *board;
        lifted.sides[ME] ^= 1 << from;
        let king = board.kings >> from & 1 == 1;
        jump::<ME>(lifted, from, Move::start(from), direction, king, out);
    }
}

/// Makes one jump, then all that can follow it. `board` has the moving piece lifted off, so that it
/// may cross the square it came from. A man never turns back: where it is crowned its move is over.
fn jump<const ME: usize>(
    mut board: Board,
    at: u32,
    so_far: Move,
    direction: usize,
    king: bool,
    out: &mut Vec<Move>,
) {
    board.sides[1 - ME] ^= 1 << along(at, direction, 1);
    let (at, so_far) = (along(at, direction, 2), so_far.then(direction));
    let mut ended = true;
    let backward = if king { &FORWARD[1 - ME][..] } else { &[] };
    for &next in FORWARD[ME].iter().chain(backward) {
        if board.jumpers::<ME>(1 << at, next) != 0 {
            ended = false;
            jump::<ME>(board, at, so_far, next, king, out);
        }
    }
    if ended {
        out.push(so_far);
    }
}

/// What a move did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deed {
    /// A king stepped: the only thing that can be undone by playing on.
    KingStep,
    /// A man stepped or something was captured.
    Progress,
}

impl Board {
    /// Plays a legal move of `ME`.
    #[inline(always)]
    pub fn make<const ME: usize>(&mut self, chosen: Move) -> Deed {
        let from = 1 << chosen.from();
        let king = self.kings & from != 0;
        let to = if chosen.jumps() == 0 {
            1 << along(chosen.from(), chosen.direction(0), 1)
        } else {
            self.capture::<ME>(chosen)
        };
        // A capture may end where it began, so the piece is taken up before it is put down.
        self.sides[ME] = self.sides[ME] & !from | to;
        self.kings = self.kings & !from | if king { to } else { to & BACK[1 - ME] };
        if king && chosen.jumps() == 0 { Deed::KingStep } else { Deed::Progress }
    }

    /// Takes off what a capture jumps over and gives the square it ends on.
    fn capture<const ME: usize>(&mut self, chosen: Move) -> u32 {
        let mut at = chosen.from();
        for jump in 0..chosen.jumps() {
            let over = 1 << along(at, chosen.direction(jump), 1);
            self.sides[1 - ME] &= !over;
            self.kings &= !over;
            at = along(at, chosen.direction(jump), 2);
        }
        1 << at
    }
}
