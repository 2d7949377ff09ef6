//! Runs compiled rules: one instance for each thread.

use std::sync::{Arc, LazyLock};

use ludometer_game::Fault;
use thiserror::Error;
use wasmtime::{Caller, Config, Engine, Global, InstancePre, Linker, Memory, Module, Store, Trap, TypedFunc};

use super::faults::WAITING;
use super::memory::OUTCOMES;
use super::module::{About, Compiled};
use crate::lane::{Event, EventKind, Lane, Need, Ran};
use crate::schema::{self, Field, TURN};

/// The text of a score whose source the rules do not name.
pub(super) const NO_SOURCE: u32 = u32::MAX;
/// What such a score is called.
const POINTS: &str = "points";

/// What the functions of the host work on.
pub(super) struct Host {
    about: Arc<About>,
    memory: Option<Memory>,
    events: Vec<Event>,
    /// What the scan for values out of range found.
    found: Option<Fault>,
}

/// A rule ended itself; why is in the globals of the module.
#[derive(Clone, Copy, Debug, Error)]
#[error("the rule stopped")]
struct Stopped;

/// One engine serves all modules.
static ENGINE: LazyLock<wasmtime::Result<Engine>> = LazyLock::new(|| {
    let mut config = Config::new();
    config.wasm_backtrace(false);
    config.max_wasm_stack(STACK);
    config.compiler_inlining(true);
    Engine::new(&config)
});

/// Bytes of stack for rules that call themselves; every thread of a Rust program has more.
const STACK: usize = 1 << 20;

/// Compiles a module to machine code and connects it to the host.
pub(super) fn prepare(wasm: &[u8]) -> Result<InstancePre<Host>, String> {
    let engine = ENGINE.as_ref().map_err(ToString::to_string)?;
    let connect = || {
        let module = Module::new(engine, wasm)?;
        let mut linker = Linker::new(engine);
        linker
            .func_wrap("host", "stop", || -> wasmtime::Result<()> { Err(wasmtime::Error::new(Stopped)) })?;
        linker.func_wrap("host", "tell", tell)?;
        linker.func_wrap("host", "scan", scan)?;
        linker.instantiate_pre(&module)
    };
    connect().map_err(|error: wasmtime::Error| format!("{error:#}"))
}

fn tell(mut caller: Caller<'_, Host>, kind: u32, text: u32, seat: u32, value: i32) {
    let kind = match kind {
        0 => EventKind::Count,
        1 => EventKind::Note,
        _ => EventKind::Score,
    };
    let host = caller.data_mut();
    let text = host.about.schema.texts.get(text as usize).map_or(POINTS, String::as_str).to_owned();
    host.events.push(Event { kind, text, seat, value });
}

/// Looks for the first value out of range; `site` wrote the last one.
fn scan(mut caller: Caller<'_, Host>, site: u32) -> wasmtime::Result<()> {
    let Some(memory) = caller.data().memory else { return Ok(()) };
    let (bytes, host) = memory.data_and_store_mut(&mut caller);
    let cell = |at: usize| read_cell(bytes, at);
    let Some((name, min, max, value)) = first_wide(&host.about.schema, &cell) else { return Ok(()) };
    let line = host.about.sites.get(site as usize).map_or(0, |site| site.line);
    host.found = Some(Fault {
        what: format!("`s.{name}` must be a whole number from {min} to {max}"),
        place: format!("{}:{line}", host.about.file),
        value: value.to_string(),
    });
    Err(wasmtime::Error::new(Stopped))
}

fn read_cell(bytes: &[u8], at: usize) -> i32 {
    bytes[4 * at..].first_chunk().map_or(0, |bytes| i32::from_le_bytes(*bytes))
}

/// The first value out of range: its name, its range, itself.
fn first_wide(schema: &schema::Schema, cell: &dyn Fn(usize) -> i32) -> Option<(String, i32, i32, i32)> {
    let seats = schema.seats.len();
    let outside = |name: String, at: usize, min: i32, max: i32| {
        let value = cell(at);
        (value < min || value > max).then_some((name, min, max, value))
    };
    let copy = |field: &Field, seat: usize, name: &str| {
        let first = schema.place(field, seat).start;
        match &field.kind {
            schema::Kind::Number { min, max } => outside(name.to_owned(), first, *min, *max),
            schema::Kind::Flag => None,
            schema::Kind::Grid(grid) => (0..grid.width * grid.height)
                .find_map(|place| outside(format!("{name}[{}]", place + 1), first + place, 0, grid.max)),
            schema::Kind::Tokens { names, max } => (0..names.len())
                .find_map(|place| outside(format!("{name}[{}]", place + 1), first + place, 0, *max)),
            schema::Kind::Pile { of, .. } => {
                let kinds = schema.cards.get(*of).map_or(0, |set| set.names.len() as i32);
                (1..=cell(first) as usize)
                    .find_map(|place| outside(format!("{name}[{place}]"), first + place, 1, kinds))
            }
        }
    };
    let of_field = |field: &Field| match field.per_player {
        true => (0..seats).find_map(|seat| copy(field, seat, &format!("{}[{}]", field.name, seat + 1))),
        false => copy(field, 0, &field.name),
    };
    outside("turn".to_owned(), TURN, 1, seats as i32).or_else(|| schema.fields.iter().find_map(of_field))
}

/// Compiled rules ready to run on one thread.
pub struct Instance {
    store: Store<Host>,
    memory: Memory,
    site: Global,
    value: Global,
    setup: TypedFunc<(u32, u32), ()>,
    act: TypedFunc<(u32, u32, u32), ()>,
    list: TypedFunc<(), u32>,
    playout: TypedFunc<(u32, u32, u32), ()>,
}

impl std::fmt::Debug for Instance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Instance").field("file", &self.store.data().about.file).finish_non_exhaustive()
    }
}

impl Instance {
    /// Makes an instance.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn new(compiled: &Compiled) -> Result<Instance, Fault> {
        Instance::assemble(compiled).map_err(|error| Fault {
            what: format!("{error:#}"),
            place: compiled.about.file.clone(),
            value: String::new(),
        })
    }

    fn assemble(compiled: &Compiled) -> wasmtime::Result<Instance> {
        let host = Host { about: Arc::clone(&compiled.about), memory: None, events: Vec::new(), found: None };
        let mut store = Store::new(compiled.ready.module().engine(), host);
        let instance = compiled.ready.instantiate(&mut store)?;
        let absent = || wasmtime::Error::msg("the module lacks a part");
        let memory = instance.get_memory(&mut store, "memory").ok_or_else(absent)?;
        store.data_mut().memory = Some(memory);
        Ok(Instance {
            memory,
            site: instance.get_global(&mut store, "site").ok_or_else(absent)?,
            value: instance.get_global(&mut store, "value").ok_or_else(absent)?,
            setup: instance.get_typed_func(&mut store, "setup")?,
            act: instance.get_typed_func(&mut store, "act")?,
            list: instance.get_typed_func(&mut store, "list")?,
            playout: instance.get_typed_func(&mut store, "playout")?,
            store,
        })
    }

    fn fault(&self, what: &str, value: String) -> Fault {
        Fault { what: what.to_owned(), place: self.store.data().about.file.clone(), value }
    }

    fn known(&self, chosen: u32) -> Result<(), Fault> {
        let moves = self.store.data().about.schema.moves();
        if chosen < moves { Ok(()) } else { Err(self.fault("there is no such move", chosen.to_string())) }
    }

    /// Writes cells and outcomes into the memory of the module.
    fn give(&mut self, cells: &[i32], outcomes: &[u64]) -> Result<(), Fault> {
        let about = &self.store.data().about;
        if cells.len() != about.schema.cells {
            return Err(self.fault("the state has another number of cells", cells.len().to_string()));
        }
        if outcomes.len() > OUTCOMES as usize {
            return Err(self.fault("a rule takes too many chance outcomes", outcomes.len().to_string()));
        }
        let start = about.layout.outcomes as usize;
        let bytes = self.memory.data_mut(&mut self.store);
        for (four, cell) in bytes.chunks_exact_mut(4).zip(cells) {
            four.copy_from_slice(&cell.to_le_bytes());
        }
        for (eight, outcome) in bytes[start..].chunks_exact_mut(8).zip(outcomes) {
            eight.copy_from_slice(&outcome.to_le_bytes());
        }
        Ok(())
    }

    /// Takes over what a rule did, if it came to its end.
    fn ran(
        &mut self,
        result: wasmtime::Result<()>,
        cells: &mut [i32],
        events: Option<&mut Vec<Event>>,
    ) -> Ran {
        match result {
            Ok(()) => {
                let bytes = self.memory.data(&self.store);
                for (cell, four) in cells.iter_mut().zip(bytes.chunks_exact(4)) {
                    *cell = read_cell(four, 0);
                }
                if let Some(events) = events {
                    events.append(&mut self.store.data_mut().events);
                }
                Ran::Done
            }
            Err(error) => self.stopped(&error),
        }
    }

    /// Why a rule did not come to its end.
    fn stopped(&mut self, error: &wasmtime::Error) -> Ran {
        self.store.data_mut().events.clear();
        if let Some(fault) = self.store.data_mut().found.take() {
            return Ran::Broken(fault);
        }
        if error.downcast_ref::<Stopped>().is_none() {
            let deep = matches!(error.downcast_ref::<Trap>(), Some(Trap::StackOverflow));
            let what =
                if deep { "functions call one another too often".to_owned() } else { format!("{error:#}") };
            return Ran::Broken(self.fault(&what, String::new()));
        }
        let site = self.site.get(&mut self.store).i32().unwrap_or(0).cast_unsigned();
        let value = self.value.get(&mut self.store).i64().unwrap_or(0);
        if site == WAITING {
            return Ran::Chance(u32::try_from(value).map_or(Need::Shuffle, Need::Below));
        }
        let about = &self.store.data().about;
        Ran::Broken(match about.sites.get(site as usize) {
            Some(site) => site.fault(&about.file, value),
            None => self.fault("the rule stopped", value.to_string()),
        })
    }
}

impl Lane for Instance {
    fn set_up(&mut self, cells: &mut [i32], outcomes: &[u64]) -> Ran {
        if let Err(fault) = self.give(cells, outcomes) {
            return Ran::Broken(fault);
        }
        let result = self.setup.call(&mut self.store, (outcomes.len() as u32, 0));
        self.ran(result, cells, None)
    }

    fn act(
        &mut self,
        cells: &mut [i32],
        chosen: u32,
        outcomes: &[u64],
        events: Option<&mut Vec<Event>>,
    ) -> Ran {
        if let Err(fault) = self.give(cells, outcomes).and_then(|()| self.known(chosen)) {
            return Ran::Broken(fault);
        }
        let arguments = (chosen, outcomes.len() as u32, u32::from(events.is_some()));
        let result = self.act.call(&mut self.store, arguments);
        self.ran(result, cells, events)
    }

    fn moves(&mut self, cells: &[i32], out: &mut Vec<u32>) -> Result<(), Fault> {
        self.give(cells, &[])?;
        match self.list.call(&mut self.store, ()) {
            Ok(count) => {
                let listed = self.store.data().about.layout.listed as usize;
                let bytes = &self.memory.data(&self.store)[listed..listed + 4 * count as usize];
                out.extend(bytes.chunks_exact(4).map(|four| read_cell(four, 0).cast_unsigned()));
                Ok(())
            }
            Err(error) => match self.stopped(&error) {
                Ran::Broken(fault) => Err(fault),
                _ => Err(self.fault("`moves` asks for chance", String::new())),
            },
        }
    }

    fn play_out(&mut self, cells: &mut [i32], seed: u64, plies: u32) -> Ran {
        if let Err(fault) = self.give(cells, &[]) {
            return Ran::Broken(fault);
        }
        let result = self.playout.call(&mut self.store, (seed as u32, (seed >> 32) as u32, plies));
        self.ran(result, cells, None)
    }
}
