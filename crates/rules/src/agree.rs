//! Both lanes must play alike, to the bit: looked at on random matches whenever a file is loaded.

use crate::fast::Instance;
use crate::lane::{Lane, Need, Ran};
use crate::machine::Machine;
use crate::schema::ENDED;
use crate::vm::MOST_OUTCOMES;
use ludometer_game::Rng;

/// Matches played move by move.
const MATCHES: u64 = 2;
/// Moves of such a match that are looked at.
const MOVES: usize = 100;
/// Playouts from the positions met there.
const PLAYOUTS: usize = 4;
/// Plies of a playout that are looked at.
const PLIES: u32 = 200;

/// Where the two lanes part, if they do.
///
/// # Errors
/// What was different, in words.
pub(crate) fn agree(blank: &[i32], fast: &mut Instance, machine: &mut Machine) -> Result<(), String> {
    let mut both = Both { fast, machine };
    for number in 0..MATCHES {
        both.play(blank, &mut Rng::stream(number, "lanes", 0))
            .map_err(|what| format!("{what} in random match {number}"))?;
    }
    Ok(())
}

struct Both<'a> {
    fast: &'a mut Instance,
    machine: &'a mut Machine,
}

impl Both<'_> {
    fn play(&mut self, blank: &[i32], rng: &mut Rng) -> Result<(), String> {
        let mut cells = blank.to_vec();
        if !self.rule(&mut cells, None, rng)? {
            return Ok(());
        }
        for ply in 0..MOVES {
            if ply % (MOVES / PLAYOUTS) == 0 && !self.play_out(&cells, rng)? {
                return Ok(());
            }
            let Some(moves) = self.moves(&cells)? else { return Ok(()) };
            if cells[ENDED] != 0 || moves.is_empty() {
                return Ok(());
            }
            let chosen = moves[rng.below(moves.len())];
            if !self.rule(&mut cells, Some(chosen), rng)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Runs a move or the set-up in both lanes; `false` where both find it wrong.
    fn rule(&mut self, cells: &mut Vec<i32>, chosen: Option<u32>, rng: &mut Rng) -> Result<bool, String> {
        let mut outcomes = Vec::new();
        loop {
            let (mut slow_cells, mut told, mut heard) = (cells.clone(), Vec::new(), Vec::new());
            let (fast, slow) = match chosen {
                Some(chosen) => (
                    self.fast.act(cells, chosen, &outcomes, Some(&mut told)),
                    self.machine.act(&mut slow_cells, chosen, &outcomes, Some(&mut heard)),
                ),
                None => (self.fast.set_up(cells, &outcomes), self.machine.set_up(&mut slow_cells, &outcomes)),
            };
            match (fast, slow) {
                (Ran::Done, Ran::Done) if *cells == slow_cells && told == heard => return Ok(true),
                // More than one rule may ask for: told when it is played.
                (Ran::Chance(_), Ran::Chance(_)) if outcomes.len() == MOST_OUTCOMES => return Ok(false),
                (Ran::Chance(need), Ran::Chance(other)) if need == other => outcomes.push(match need {
                    Need::Below(count) => rng.below(count as usize) as u64,
                    Need::Shuffle => rng.bits(),
                }),
                (Ran::Broken(_), Ran::Broken(_)) => return Ok(false),
                (fast, slow) => return Err(apart(&fast, &slow, "a move has another effect")),
            }
        }
    }

    /// The legal moves; `None` where both lanes find the rules wrong.
    fn moves(&mut self, cells: &[i32]) -> Result<Option<Vec<u32>>, String> {
        let (mut fast, mut slow) = (Vec::new(), Vec::new());
        match (self.fast.moves(cells, &mut fast), self.machine.moves(cells, &mut slow)) {
            (Ok(()), Ok(())) if fast == slow => Ok(Some(fast)),
            (Err(_), Err(_)) => Ok(None),
            (Err(fault), Ok(())) | (Ok(()), Err(fault)) => Err(format!("only one lane stops ({fault})")),
            (Ok(()), Ok(())) => Err("other moves are legal".into()),
        }
    }

    /// Plays on at random in both lanes; `false` where both find the rules wrong.
    fn play_out(&mut self, cells: &[i32], rng: &mut Rng) -> Result<bool, String> {
        let (mut fast, mut slow, seed) = (cells.to_vec(), cells.to_vec(), rng.bits());
        let ran = (self.fast.play_out(&mut fast, seed, PLIES), self.machine.play_out(&mut slow, seed, PLIES));
        match ran {
            (Ran::Done, Ran::Done) if fast == slow => Ok(true),
            (Ran::Broken(_), Ran::Broken(_)) => Ok(false),
            (fast, slow) => Err(apart(&fast, &slow, "a playout ends otherwise")),
        }
    }
}

fn apart(fast: &Ran, slow: &Ran, otherwise: &str) -> String {
    match (fast, slow) {
        (Ran::Broken(fault), _) | (_, Ran::Broken(fault)) => format!("only one lane stops ({fault})"),
        (Ran::Done, Ran::Done) => otherwise.into(),
        _ => "chance is asked otherwise".into(),
    }
}
