//! A WebAssembly module: the same questions and answers, inside this process and without a pipe.
//!
//! A module exports its `memory` and three functions: `input(len) -> pointer`, where a question of so many bytes is
//! written; `answer(len) -> len`, which reads it and says how long its answer is; `output() -> pointer`, where that is.
//! It imports nothing: it can neither read files nor reach the network.

use crate::link::{BridgeError, Link, Opener, Seconds};
use std::path::Path;
use std::sync::{Arc, Weak};
use std::time::Duration;
use wasmtime::{
    Config, Engine, Instance, Memory, Module, Store, StoreLimits, StoreLimitsBuilder, Trap, TypedFunc,
};

/// A module may take so much memory.
const MOST_MEMORY: usize = 1 << 30;
/// Functions a module may keep in its tables.
const MOST_FUNCTIONS: usize = 1_000_000;
/// How often a clock ticks that ends modules which think too long.
const TICK: Duration = Duration::from_millis(50);

/// Opens instances of a module.
pub fn opener(path: &str) -> Result<Opener, BridgeError> {
    let failed = |cause: String| BridgeError::Start { command: path.to_owned(), cause };
    let bytes = std::fs::read(Path::new(path)).map_err(|error| failed(error.to_string()))?;
    let mut config = Config::new();
    config.epoch_interruption(true);
    let engine = Engine::new(&config).map_err(|error| failed(error.to_string()))?;
    let module = Module::new(&engine, &bytes).map_err(|error| failed(format!("{error:#}")))?;
    if let Some(import) = module.imports().next() {
        return Err(failed(format!(
            "it imports `{}.{}`, and nothing can be given to a module: build it without a system",
            import.module(),
            import.name()
        )));
    }
    let engine = Arc::new(engine);
    tick(&Arc::downgrade(&engine));
    let name = path.to_owned();
    Ok(Box::new(move || {
        let line = Inside::start(&name, &engine, &module);
        Ok(Box::new(line.map_err(|cause| BridgeError::Start { command: name.clone(), cause })?))
    }))
}

/// Lets time pass for an engine as long as there is one.
fn tick(engine: &Weak<Engine>) {
    let engine = Weak::clone(engine);
    std::thread::spawn(move || {
        while let Some(engine) = engine.upgrade() {
            engine.increment_epoch();
            drop(engine);
            std::thread::sleep(TICK);
        }
    });
}

struct Inside {
    name: String,
    /// Time stands still without it.
    _engine: Arc<Engine>,
    store: Store<StoreLimits>,
    memory: Memory,
    input: TypedFunc<u32, u32>,
    answer: TypedFunc<u32, u32>,
    output: TypedFunc<(), u32>,
}

impl Inside {
    fn start(name: &str, engine: &Arc<Engine>, module: &Module) -> Result<Inside, String> {
        let limits =
            StoreLimitsBuilder::new().memory_size(MOST_MEMORY).memories(1).table_elements(MOST_FUNCTIONS);
        let limits = limits.build();
        let mut store = Store::new(engine, limits);
        store.limiter(|limits| limits);
        // What a module does when it begins may take as long as an answer.
        store.set_epoch_deadline(ticks(crate::PATIENCE));
        let instance = Instance::new(&mut store, module, &[]).map_err(|error| format!("{error:#}"))?;
        let memory = instance.get_memory(&mut store, "memory").ok_or("it exports no `memory`")?;
        let lacks = |what: &str| format!("it exports no function {what}");
        let input = instance.get_typed_func(&mut store, "input").map_err(|_| lacks("`input(i32) -> i32`"))?;
        let answer =
            instance.get_typed_func(&mut store, "answer").map_err(|_| lacks("`answer(i32) -> i32`"))?;
        let output = instance.get_typed_func(&mut store, "output").map_err(|_| lacks("`output() -> i32`"))?;
        let (name, _engine) = (name.to_owned(), Arc::clone(engine));
        Ok(Inside { name, _engine, store, memory, input, answer, output })
    }

    fn talk(&mut self, question: &str) -> wasmtime::Result<Vec<u8>> {
        let asked = u32::try_from(question.len())?;
        let to = self.input.call(&mut self.store, asked)?;
        self.memory.write(&mut self.store, to as usize, question.as_bytes())?;
        let length = self.answer.call(&mut self.store, asked)?;
        let from = self.output.call(&mut self.store, ())? as usize;
        let told = self.memory.data(&self.store).get(from..from.saturating_add(length as usize));
        told.map(<[u8]>::to_vec).ok_or_else(|| wasmtime::Error::msg("its answer is not inside its memory"))
    }
}

fn ticks(time: Duration) -> u64 {
    (time.as_millis() / TICK.as_millis()) as u64 + 1
}

impl Link for Inside {
    fn ask(&mut self, question: &str, within: Duration) -> Result<String, BridgeError> {
        self.store.set_epoch_deadline(ticks(within));
        let told = self.talk(question).map_err(|error| match error.downcast_ref::<Trap>() {
            Some(Trap::Interrupt) => {
                BridgeError::Silent { command: self.name.clone(), seconds: Seconds(within) }
            }
            _ => BridgeError::Ended { command: self.name.clone(), said: format!(": {error:#}") },
        })?;
        String::from_utf8(told).map_err(|error| BridgeError::Nonsense {
            command: self.name.clone(),
            what: "it is no text".into(),
            answer: error.to_string(),
        })
    }
}
