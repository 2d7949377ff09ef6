//! The table of a Q-learner as CSV: a line for each pair of state and action, with the position and the move where the
//! state can be found again.
//!
//! A table knows states by fingerprints. Those that are reached from the start by actions that were tried are named,
//! those of fewest moves first, as many as fit into memory; the walk goes only through chance turns with few outcomes.

use crate::{House, LabError};
use ludometer_agents::bot::BotFiles;
use ludometer_agents::q::{KEPT_BITS, Pair, Sight, Values, load};
use ludometer_game::{AnyGame, Game, Turn, text_of};
use ludometer_report::CsvLine;
use std::collections::{HashMap, HashSet, VecDeque};
use std::io::{self, Write};

/// States that are named at most: each is held with its texts.
const MOST_NAMED: usize = 500_000;
/// Outcomes of chance that are gone through at most.
const MOST_OUTCOMES: usize = 64;

/// A state that was found again: its position, and the texts of its moves by slot.
struct Named {
    position: String,
    moves: HashMap<u8, String>,
}

/// What a table has as lines of CSV.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableLines {
    /// All lines but the head.
    pub lines: u64,
    /// Those whose state was found again: they have a position and a move.
    pub named: u64,
}

/// Writes the table of a bot.
///
/// # Errors
/// When the bot does not read or was trained for other rules, or the output cannot be written.
pub fn write_table(house: &dyn House, bot: &BotFiles, out: &mut dyn Write) -> Result<TableLines, LabError> {
    let game = house.game();
    let (values, _) = load(&game, bot)?;
    let named = walk(&game, &values);
    lines(&values, &named, out).map_err(LabError::Output)
}

fn lines(values: &Values, named: &[HashMap<u64, Named>], out: &mut dyn Write) -> io::Result<TableLines> {
    let mut counts = TableLines::default();
    let mut head = CsvLine::default();
    for word in ["seat", "table", "state", "position", "action", "move", "value"] {
        head.text(word);
    }
    head.end(out)?;
    for (number, table) in values.tables.iter().enumerate() {
        let (seat, own) = (number / values.each, number % values.each);
        for (shard, pairs) in table.shards().iter().enumerate() {
            for Pair { state, action, value } in pairs.sorted() {
                let key = key(shard, state);
                let known = named[seat].get(&key);
                let mut line = CsvLine::default();
                line.number(seat + 1).number(own + 1).text(&format!("{key:013x}"));
                line.text(known.map_or("", |named| &named.position)).number(action);
                line.text(known.and_then(|named| named.moves.get(&action)).map_or("", String::as_str));
                line.number(value);
                line.end(out)?;
                counts.lines += 1;
                counts.named += u64::from(known.is_some());
            }
        }
    }
    Ok(counts)
}

/// All bits of a state that a table keeps.
fn key(shard: usize, state: u64) -> u64 {
    (shard as u64) << KEPT_BITS | state
}

/// Goes through what was tried, from the start; what was found, by seat.
fn walk(game: &AnyGame, values: &Values) -> Vec<HashMap<u64, Named>> {
    let mut named: Vec<HashMap<u64, Named>> = (0..game.seats()).map(|_| HashMap::new()).collect();
    let (mut seen, mut waiting) = (HashSet::new(), VecDeque::from([game.initial()]));
    let mut sight = Sight::new(game, values.folded);
    let mut row = [f32::NAN; 256];
    while let Some(state) = waiting.pop_front() {
        if seen.len() >= MOST_NAMED || !seen.insert(state.clone()) {
            continue;
        }
        let (mut moves, mut chance) = (Vec::new(), Vec::new());
        match game.turn(&state) {
            Turn::Chance if game.chance(&state, &mut chance) && chance.len() <= MOST_OUTCOMES => {
                moves.extend(chance.into_iter().map(|(outcome, _)| outcome));
            }
            Turn::Seat(seat) => {
                game.moves(&state, &mut moves);
                let place = sight.look(game, &state, seat, &moves);
                let slots = sight.slots();
                let tried = |slot: u8, row: &[f32; 256]| !row[usize::from(slot)].is_nan();
                if values.of(seat.index()).iter().any(|table| table.pairs() > 0) {
                    row.fill(f32::NAN);
                    for table in values.of(seat.index()) {
                        table.shards()[place.shard()].read(place, &mut row);
                    }
                    if row.iter().all(|value| value.is_nan()) {
                        continue;
                    }
                    named[seat.index()].entry(key(place.shard(), place.kept())).or_insert_with(|| Named {
                        position: game.position(&state).unwrap_or_default(),
                        moves: slots
                            .iter()
                            .copied()
                            .zip(moves.iter().map(|made| text_of(game, &state, *made)))
                            .collect(),
                    });
                    let mut slots = slots.iter();
                    moves.retain(|_| slots.next().is_some_and(|slot| tried(*slot, &row)));
                }
            }
            _ => {}
        }
        for made in moves {
            let mut next = state.clone();
            game.play(&mut next, made);
            if seen.len() + waiting.len() < 2 * MOST_NAMED {
                waiting.push_back(next);
            }
        }
    }
    named
}
