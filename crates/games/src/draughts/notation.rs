//! Moves and positions as text: `11-15`, `8x15x24`, and the FEN of draughts.

use super::board::{BACK, Board, bit_of, each, number};
use super::{BLACK, Draughts, Move, Position, Standing, WHITE};
use ludometer_game::PositionError;
use std::fmt::Write;
use std::str::FromStr;

pub(super) fn write_move(chosen: Move, out: &mut String) {
    let mark = if chosen.jumps() == 0 { '-' } else { 'x' };
    // Writing to a String cannot fail.
    let _ = write!(out, "{}", number(chosen.from()));
    for square in chosen.squares() {
        let _ = write!(out, "{mark}{}", number(square));
    }
}

/// Finds the legal move that is written with all its squares, or else the only one that begins, ends
/// and passes where the text says.
pub(super) fn read_move(legal: &[Move], text: &str) -> Option<Move> {
    let squares: Option<Vec<u32>> =
        text.trim().split(['-', 'x', 'X', ':']).map(|part| part.parse().ok()).collect();
    let squares = squares.filter(|squares| squares.len() >= 2)?;
    let way = |chosen: &Move| -> Vec<u32> {
        std::iter::once(chosen.from()).chain(chosen.squares()).map(number).collect()
    };
    if let Some(exact) = legal.iter().find(|chosen| way(chosen) == squares) {
        return Some(*exact);
    }
    let mut fitting = legal.iter().filter(|chosen| shortens(&squares, &way(chosen)));
    let first = fitting.next()?;
    fitting.next().is_none().then_some(*first)
}

/// Whether `short` begins and ends like `way` and leaves out some of what lies between.
fn shortens(short: &[u32], way: &[u32]) -> bool {
    let mut rest = way.iter();
    short.first() == way.first() && short.last() == way.last() && short.iter().all(|s| rest.any(|w| w == s))
}

/// The list of a player's squares, men first.
fn write_side(board: &Board, player: usize) -> String {
    let sorted = |set| {
        let mut squares: Vec<u32> = each(set).map(number).collect();
        squares.sort_unstable();
        squares
    };
    let men = sorted(board.men(player)).into_iter().map(|square| square.to_string());
    let kings = sorted(board.kings(player)).into_iter().map(|square| format!("K{square}"));
    men.chain(kings).collect::<Vec<_>>().join(",")
}

/// A FEN taken apart, before the rules look at it.
struct Parts {
    board: Board,
    mover: usize,
    quiet: u8,
    /// How often the position stands, if it says so.
    stands: Option<usize>,
}

impl<const KEPT: usize> Draughts<KEPT> {
    pub(super) fn write_position(&self, state: &Position<KEPT>) -> String {
        let [black, white] = [BLACK, WHITE].map(|player| write_side(&state.board, player));
        let mut text = format!("{}:W{white}:B{black}", ['B', 'W'][state.mover()]);
        if state.quiet > 0 {
            text += &format!(":H{}", state.quiet);
        }
        if state.standing == Standing::Repeated {
            text += &format!(":R{}", self.repetition);
        }
        text
    }

    pub(super) fn parse_position(&self, text: &str) -> Result<Position<KEPT>, PositionError> {
        let parts = read_parts(text)?;
        check(&parts)?;
        let most = 2 * self.quiet;
        if self.quiet > 0 && usize::from(parts.quiet) > most {
            return Err(refuse(format!("the match is drawn after {most} quiet moves, not {}", parts.quiet)));
        }
        let quiet = if self.quiet == 0 { 0 } else { parts.quiet };
        let mut state = self.fresh(parts.board, parts.mover, quiet);
        if let Some(times) = parts.stands {
            if KEPT == 0 || times != self.repetition || state.standing == Standing::Blocked {
                return Err(refuse(format!("`R{times}` is only for a draw by repetition")));
            }
            state.standing = Standing::Repeated;
        }
        Ok(state)
    }
}

fn refuse(what: impl Into<String>) -> PositionError {
    PositionError::Unreadable { what: what.into(), example: "B:W18,24,K10:B12,16,K22".into() }
}

fn read_parts(text: &str) -> Result<Parts, PositionError> {
    let text = text.trim().trim_end_matches('.');
    let mut fields = text.split(':');
    let mover = colour(fields.next().unwrap_or_default())
        .ok_or_else(|| refuse("it does not begin with who moves, B or W"))?;
    let mut parts = Parts { board: Board { sides: [0; 2], kings: 0 }, mover, quiet: 0, stands: None };
    let mut told = [false; 2];
    for field in fields.map(str::trim) {
        let (kind, rest) = field.split_at_checked(1).ok_or_else(|| refuse("there is an empty field"))?;
        match (kind, colour(kind)) {
            (_, Some(player)) if !told[player] => {
                told[player] = true;
                read_side(&mut parts.board, player, rest)?;
            }
            (_, Some(_)) => return Err(refuse(format!("the squares of {kind} are told twice"))),
            ("H", _) => parts.quiet = count(field, rest)?,
            ("R", _) => parts.stands = Some(count(field, rest)?),
            // The number of the move, which other programs write.
            ("F", _) => _ = count::<u32>(field, rest)?,
            _ => return Err(refuse(format!("`{field}` begins with neither W nor B"))),
        }
    }
    if told == [true; 2] { Ok(parts) } else { Err(refuse("it needs the squares of both W and B")) }
}

fn colour(letter: &str) -> Option<usize> {
    match letter.trim() {
        "B" | "b" => Some(BLACK),
        "W" | "w" => Some(WHITE),
        _ => None,
    }
}

fn count<N: FromStr>(field: &str, digits: &str) -> Result<N, PositionError> {
    digits.parse().map_err(|_| refuse(format!("`{field}` holds no number that can be")))
}

/// Reads squares like `18,K24` and ranges like `1-12`.
fn read_side(board: &mut Board, player: usize, list: &str) -> Result<(), PositionError> {
    for item in list.split(',').map(str::trim).filter(|_| !list.trim().is_empty()) {
        let (king, squares) = match item.strip_prefix(['K', 'k']) {
            Some(squares) => (true, squares),
            None => (false, item),
        };
        let (first, last) = squares.split_once('-').unwrap_or((squares, squares));
        let (first, last) = (read_square(first, item)?, read_square(last, item)?);
        if first > last {
            return Err(refuse(format!("the range `{item}` runs backwards")));
        }
        for square in first..=last {
            let bit = 1 << bit_of(square);
            if board.empty() & bit == 0 {
                return Err(refuse(format!("two pieces stand on square {square}")));
            }
            board.sides[player] |= bit;
            board.kings |= if king { bit } else { 0 };
        }
    }
    Ok(())
}

fn read_square(digits: &str, item: &str) -> Result<u32, PositionError> {
    let square = digits.parse().ok().filter(|square| (1..=32).contains(square));
    square.ok_or_else(|| refuse(format!("`{item}` is no square; they are numbered 1 to 32")))
}

/// Says why pieces that read well cannot come from a match.
fn check(parts: &Parts) -> Result<(), PositionError> {
    for (player, name) in ["Black", "White"].into_iter().enumerate() {
        if parts.board.sides[player].count_ones() > 12 {
            return Err(refuse(format!("{name} has more than 12 pieces")));
        }
        if let Some(bit) = each(parts.board.men(player) & BACK[1 - player]).next() {
            let square = number(bit);
            return Err(refuse(format!("a man of {name} stands uncrowned on the last row, square {square}")));
        }
    }
    if parts.board.sides[1 - parts.mover] == 0 {
        return Err(refuse("the player who has just moved has no piece"));
    }
    Ok(())
}

/// Openings of three moves. There are 216 positions after three moves; these lead to the 174 in which nobody loses a man
/// by force within eleven plies (`analyze draughts --moves … --agent alphabeta:depth=11`). The deck that federations
/// draw from has 156.
pub(super) fn three_move() -> Vec<String> {
    include_str!("three-move.txt").lines().map(str::to_owned).collect()
}
