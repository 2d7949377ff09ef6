//! Lane one: the Luau machine runs the rules. One machine for each thread.

use crate::advice::Advice;
use crate::error::RulesError;
use crate::lane::{Event, EventKind, Lane, Need, Ran};
use crate::layout::layout;
use crate::sandbox;
use crate::source::Source;
use crate::told::{noticed, refused};
use crate::vm::Opened;
use ludometer_game::Fault;
use mlua::{Buffer, Function, Lua, Table};

/// The machine, part by part; each sees what stands before it.
const MACHINE: &str = concat!(
    include_str!("luau/machine/begin.luau"),
    include_str!("luau/machine/state.luau"),
    include_str!("luau/machine/cells.luau"),
    include_str!("luau/machine/chance.luau"),
    include_str!("luau/machine/moves.luau"),
    include_str!("luau/machine/result.luau"),
    include_str!("luau/machine/watch.luau"),
    include_str!("luau/machine/host.luau"),
);

impl Opened {
    /// The part of a machine that is written in Luau.
    pub fn host(&self, file: &str) -> mlua::Result<Table> {
        let layout = layout(&self.lua, &self.schema)?;
        let chunk = self.lua.load(MACHINE).set_name("=machine");
        chunk.call((file, layout, self.rules.clone(), self.hidden()?, self.later()?))
    }
    /// Makes a machine of it.
    ///
    /// # Errors
    /// When memory runs out.
    pub fn machine(self, source: &Source) -> Result<Machine, RulesError> {
        let file = source.file.as_str();
        let make = || -> mlua::Result<Machine> {
            let advises = || {
                let (hidden, later) = (self.hidden()?, self.later()?);
                let layout = layout(&self.lua, &self.schema)?;
                Advice::new(&self.lua, source, (layout, self.rules.clone(), hidden, later))
            };
            let advice = self.schema.advice.is_some().then(advises).transpose()?;
            let host = self.host(file)?;
            Ok(Machine {
                source: source.clone(),
                cells: host.get("cells")?,
                outcomes: host.get("outcomes")?,
                listed: host.get("moves")?,
                set_up: host.get("set_up")?,
                act: host.get("act")?,
                watched: host.get("watched")?,
                list: host.get("list")?,
                play_out: host.get("play_out")?,
                plausible: host.get("plausible")?,
                fault: host.get("fault")?,
                events: host.get("events")?,
                careful: false,
                advice,
                _lua: self.lua.clone(),
            })
        };
        make().map_err(|error| RulesError::Wrong(sandbox::wrong(file, &error)))
    }
}

/// The rules of one game in a Luau machine.
pub struct Machine {
    source: Source,
    cells: Buffer,
    outcomes: Buffer,
    listed: Buffer,
    set_up: Function,
    act: Function,
    watched: Function,
    list: Function,
    play_out: Function,
    plausible: Function,
    fault: Function,
    events: Function,
    /// Whether playouts look at the ranges of all fields after every ply, not only at their end.
    careful: bool,
    /// What the file advises, if it does.
    pub(crate) advice: Option<Advice>,
    /// Everything above lives in it.
    _lua: Lua,
}

impl Machine {
    /// Looks at every ply of a playout, as compiled rules do.
    pub fn careful(self) -> Machine {
        Machine { careful: true, ..self }
    }

    fn give(&self, cells: &[i32], outcomes: &[u64]) {
        put_cells(&self.cells, cells);
        for (at, outcome) in outcomes.iter().enumerate() {
            self.outcomes.write_bytes(8 * at, &outcome.to_le_bytes());
        }
        sandbox::renew_budget();
    }

    fn ran(&self, answer: mlua::Result<(u8, i64)>, cells: &mut [i32]) -> Ran {
        match answer {
            Ok((0, _)) => {
                for (at, cell) in cells.iter_mut().enumerate() {
                    *cell = i32::from_le_bytes(self.cells.read_bytes(4 * at));
                }
                Ran::Done
            }
            Ok((1, -1)) => Ran::Chance(Need::Shuffle),
            Ok((1, count)) => Ran::Chance(Need::Below(count as u32)),
            Ok(_) => Ran::Broken(self.noticed()),
            Err(error) => Ran::Broken(self.refused(&error)),
        }
    }

    /// Whether a seat may take these cells for the true ones, as the file says.
    pub fn plausible(&mut self, cells: &[i32], seat: usize) -> Result<bool, Fault> {
        self.give(cells, &[]);
        match self.plausible.call::<(u8, u8)>(seat + 1) {
            Ok((0, answer)) => Ok(answer == 1),
            Ok(_) => Err(self.noticed()),
            Err(error) => Err(self.refused(&error)),
        }
    }

    /// Looks for the line that wrote a wrong value, where a rule left one.
    fn find_write(&self, answer: &mlua::Result<(u8, i64)>, cells: &[i32], chosen: i64, outcomes: &[u64]) {
        let broken = matches!(answer, Ok((2, _)));
        let last = broken.then(|| self.fault.call::<Table>(()).ok()).flatten();
        if last.is_some_and(|last| last.get("left").unwrap_or(false)) {
            self.give(cells, outcomes);
            // A second run that is stopped says nothing new.
            let _ = self.watched.call::<()>((chosen, outcomes.len()));
        }
    }

    /// What went wrong in the last rule.
    fn noticed(&self) -> Fault {
        noticed(&self.fault, &self.source)
    }

    fn refused(&self, error: &mlua::Error) -> Fault {
        refused(error, &self.source)
    }

    fn heard(&self) -> mlua::Result<Vec<Event>> {
        let events: Table = self.events.call(())?;
        let read = |entry: mlua::Result<Table>| {
            let entry = entry?;
            let kind = match entry.get::<String>("kind")?.as_str() {
                "count" => EventKind::Count,
                "note" => EventKind::Note,
                _ => EventKind::Score,
            };
            Ok(Event { kind, text: entry.get("text")?, seat: entry.get("seat")?, value: entry.get("value")? })
        };
        events.sequence_values().map(read).collect()
    }
}

/// Puts cells where a chunk of the host reads them, in one go.
pub(crate) fn put_cells(buffer: &Buffer, cells: &[i32]) {
    let bytes: Vec<u8> = cells.iter().flat_map(|cell| cell.to_le_bytes()).collect();
    buffer.write_bytes(0, &bytes);
}

impl Lane for Machine {
    fn set_up(&mut self, cells: &mut [i32], outcomes: &[u64]) -> Ran {
        self.give(cells, outcomes);
        let answer = self.set_up.call(outcomes.len());
        self.find_write(&answer, cells, -1, outcomes);
        self.ran(answer, cells)
    }

    fn act(
        &mut self,
        cells: &mut [i32],
        chosen: u32,
        outcomes: &[u64],
        events: Option<&mut Vec<Event>>,
    ) -> Ran {
        self.give(cells, outcomes);
        let answer = self.act.call((chosen, outcomes.len(), events.is_some()));
        self.find_write(&answer, cells, chosen.into(), outcomes);
        if let Some(events) = events {
            events.extend(self.heard().unwrap_or_default());
        }
        self.ran(answer, cells)
    }

    fn moves(&mut self, cells: &[i32], out: &mut Vec<u32>) -> Result<(), Fault> {
        self.give(cells, &[]);
        match self.list.call::<(u8, u32)>(()) {
            Ok((0, count)) => {
                out.extend((0..count as usize).map(|at| u32::from_le_bytes(self.listed.read_bytes(4 * at))));
                Ok(())
            }
            Ok(_) => Err(self.noticed()),
            Err(error) => Err(self.refused(&error)),
        }
    }

    fn play_out(&mut self, cells: &mut [i32], seed: u64, plies: u32) -> Ran {
        self.give(cells, &[]);
        let answer =
            self.play_out.call(((seed & 0xFFFF_FFFF) as f64, (seed >> 32) as f64, plies, self.careful));
        self.ran(answer, cells)
    }
}
