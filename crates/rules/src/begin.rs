//! What a game is before its first match: blank cells, lanes that agree, traits as far as the text tells.

use crate::agree::agree;
use crate::fast::{Compiled, Instance, SlowLane, names};
use crate::machine::Machine;
use crate::schema::{Schema, TURN};
use ludometer_game::{ChanceKind, MAX_SEATS, Sum, Traits};

/// Cells before the set-up.
pub(crate) fn blank(schema: &Schema) -> Box<[i32]> {
    let mut cells = vec![0; schema.cells].into_boxed_slice();
    cells[TURN] = 1;
    for field in &schema.fields {
        for owner in 0..schema.copies(field) {
            cells[schema.place(field, owner).start] = field.start;
        }
    }
    cells
}

/// The same cells with any deal of the sides.
pub(crate) fn seated(schema: &Schema, blank: &[i32]) -> Box<[i32]> {
    let mut cells: Box<[i32]> = blank.into();
    // As many outcomes as there are seats are enough.
    let _ = schema.deal(&mut cells, &[0; MAX_SEATS]);
    cells
}

/// Compiled rules are kept only if they play as the machine does.
pub(crate) fn compared(
    compiled: Result<Compiled, SlowLane>,
    machine: Machine,
    blank: &[i32],
) -> (Result<Compiled, SlowLane>, Machine) {
    let fast = compiled.and_then(|compiled| {
        let instance = Instance::new(&compiled);
        let instance = instance.map_err(|fault| SlowLane::new(0, fault.to_string()))?;
        Ok((compiled, instance))
    });
    let (compiled, mut instance) = match fast {
        Ok(both) => both,
        Err(slow) => {
            let machine = if slow.judge_writes { machine.careful() } else { machine };
            return (Err(slow), machine);
        }
    };
    let mut machine = machine.careful();
    let agreed = agree(blank, &mut instance, &mut machine)
        .map_err(|what| SlowLane::new(0, format!("compiled rules would play otherwise: {what}")));
    (agreed.map(|()| compiled), machine)
}

/// What kind of game it is, as far as the text tells.
pub(crate) fn traits(text: &str, schema: &Schema) -> Traits {
    let used = names(text);
    let says = |words: &[&str]| words.iter().any(|word| used.contains(*word));
    // Of the kit only `reshuffle` and `draw_card` ask chance, and both shuffle.
    let chance = if says(&[".shuffle", "reshuffle", "draw_card"]) {
        ChanceKind::Drawn
    } else if says(&[".below", ".roll", ".pick"]) || schema.dealt {
        ChanceKind::Listed
    } else {
        ChanceKind::None
    };
    let won_by_many = schema.seats.len() > 2 && says(&[".win", ".lose"]);
    // One player, or one team that counts no points, wins and loses together.
    let one_team = schema.teams.iter().all(|team| *team == schema.teams[0]);
    let alone = schema.seats.len() == 1 || one_team && !says(&[".score", ".rank"]);
    let sum = if alone || says(&[".all_win", ".all_lose"]) {
        Sum::Shared
    } else if won_by_many || (says(&[".score"]) && schema.scoring == "score") {
        Sum::General
    } else {
        Sum::Zero
    };
    Traits { chance, hidden: schema.hidden(), sum }
}
