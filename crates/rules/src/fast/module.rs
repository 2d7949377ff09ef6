//! All parts put together into one WebAssembly module.

use std::sync::Arc;

use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, EntityType, ExportKind, ExportSection, FunctionSection,
    GlobalSection, GlobalType, ImportSection, MemorySection, MemoryType, Module, TypeSection, ValType,
};

use ValType::I32;

use super::code::Code;
use super::driver::{Drive, EXPORTS, Rules};
use super::faults::Site;
use super::lane::prepare;
use super::memory::{Global, Layout, PAGE, arena_end};
use super::parse::parse;
use super::program::Program;
use super::runtime::{FIRST_OWN, Import, runtime};
use super::{Facts, SlowLane};
use crate::schema::Schema;

/// A file compiled for one set of its parameters; all threads can share it.
#[derive(Clone)]
pub struct Compiled {
    pub(super) ready: wasmtime::InstancePre<super::lane::Host>,
    pub(super) about: Arc<About>,
}

impl std::fmt::Debug for Compiled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Compiled").field("file", &self.about.file).finish_non_exhaustive()
    }
}

/// What the host needs to know about a module.
#[derive(Debug)]
pub(super) struct About {
    pub(super) file: String,
    pub(super) sites: Vec<Site>,
    pub(super) schema: Schema,
    pub(super) layout: Layout,
}

/// Names and types of the functions the host offers, in the order of [`Import`].
const IMPORTS: [(&str, &[ValType]); 3] = [("stop", &[]), ("tell", &[I32, I32, I32, I32]), ("scan", &[I32])];

/// Compiles a file.
pub(super) fn build(facts: &Facts) -> Result<Compiled, SlowLane> {
    let Some(layout) = Layout::new(facts.schema) else {
        return Err(SlowLane::new(1, "begins a game with too many cells or moves"));
    };
    let (tree, _) = parse(facts.source)?;
    let mut program = Program::new(facts, layout, &tree)?;
    let rules = Rules::compile(&mut program)?;
    let Some(arena) = layout.arena(program.constants.bytes.len()) else {
        return Err(SlowLane::new(1, "begins a file whose tables are too large"));
    };
    let mut codes = runtime(&layout, arena_end(arena));
    codes.extend(program.take_codes());
    let first = (Import::Scan as usize + 1 + codes.len()) as u32;
    debug_assert!(first >= FIRST_OWN);
    codes.extend(Drive { rules: &rules, schema: facts.schema, layout: &layout, arena }.codes());
    let wasm = encode(codes, &layout, &program.constants.bytes, arena_end(arena), first);
    let ready =
        prepare(&wasm).map_err(|error| SlowLane::new(1, format!("could not be compiled: {error}")))?;
    let (file, schema) = (facts.file.to_owned(), facts.schema.clone());
    Ok(Compiled { ready, about: Arc::new(About { file, sites: program.sites, schema, layout }) })
}

fn encode(codes: Vec<Code>, layout: &Layout, constants: &[u8], bytes: u32, driver: u32) -> Vec<u8> {
    let (mut types, mut functions, mut bodies) =
        (TypeSection::new(), FunctionSection::new(), CodeSection::new());
    let mut imports = ImportSection::new();
    for (name, params) in IMPORTS {
        imports.import("host", name, EntityType::Function(types.len()));
        types.ty().function(params.iter().copied(), []);
    }
    for code in codes {
        functions.function(types.len());
        types.ty().function(code.params.iter().copied(), code.results.iter().copied());
        bodies.function(&code.finish());
    }
    let mut memories = MemorySection::new();
    let pages = u64::from(bytes.div_ceil(PAGE));
    let memory = MemoryType {
        minimum: pages,
        maximum: Some(pages),
        memory64: false,
        shared: false,
        page_size_log2: None,
    };
    memories.memory(memory);
    let mut globals = GlobalSection::new();
    for global in Global::ALL {
        let zero = match global.wasm() {
            ValType::I64 => ConstExpr::i64_const(0),
            _ => ConstExpr::i32_const(0),
        };
        globals.global(GlobalType { val_type: global.wasm(), mutable: true, shared: false }, &zero);
    }
    let mut exports = ExportSection::new();
    exports.export("memory", ExportKind::Memory, 0);
    exports.export("site", ExportKind::Global, Global::Site as u32);
    exports.export("value", ExportKind::Global, Global::Value as u32);
    for (number, name) in (driver..).zip(EXPORTS) {
        exports.export(name, ExportKind::Func, number);
    }
    let mut data = DataSection::new();
    data.active(0, &ConstExpr::i32_const(layout.constants.cast_signed()), constants.iter().copied());
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&functions).section(&memories);
    module.section(&globals).section(&exports).section(&bodies).section(&data);
    module.finish()
}
