//! Where things lie in the memory of a module, and its global variables.
//!
//! ```text
//! cells | outcomes | listed moves | stamps of moves | constants | local lists
//! ```

use wasm_encoder::ValType;

use crate::schema::Schema;
use crate::vm::MOST_OUTCOMES;

/// The most chance outcomes one rule may take.
pub(super) const OUTCOMES: u32 = MOST_OUTCOMES as u32;
/// Bytes for the lists that rules make.
const ARENA: u32 = 1 << 20;
/// Bytes for the constants of a file.
const CONSTANTS: u32 = 4 << 20;
/// Bytes of a page of wasm memory.
pub(super) const PAGE: u32 = 1 << 16;
/// The most cells and moves a game may have in the fast lane.
const LARGEST: u32 = 1 << 24;

/// Addresses of the parts; the cells lie at 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) outcomes: u32,
    pub(super) listed: u32,
    pub(super) stamps: u32,
    pub(super) stamps_end: u32,
    pub(super) constants: u32,
}

impl Layout {
    /// The parts before the constants; `None` where the game is too large.
    pub(super) fn new(schema: &Schema) -> Option<Layout> {
        let cells = u32::try_from(schema.cells).ok().filter(|cells| *cells < LARGEST)?;
        let moves = Some(schema.moves()).filter(|moves| *moves < LARGEST)?;
        let outcomes = (cells * 4).next_multiple_of(8);
        let listed = outcomes + OUTCOMES * 8;
        let stamps = listed + moves * 4;
        let stamps_end = stamps + moves * 4;
        Some(Layout { outcomes, listed, stamps, stamps_end, constants: stamps_end.next_multiple_of(8) })
    }

    /// Where the local lists begin, given the bytes of constants; `None` where those are too many.
    pub(super) fn arena(&self, constants: usize) -> Option<u32> {
        let bytes = u32::try_from(constants).ok().filter(|bytes| *bytes <= CONSTANTS)?;
        Some((self.constants + bytes).next_multiple_of(8))
    }
}

/// Where the local lists end, given where they begin.
pub(super) fn arena_end(arena: u32) -> u32 {
    (arena + ARENA).next_multiple_of(PAGE)
}

/// Global variables of a module, in the order of their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(super) enum Global {
    /// Where a rule stopped: a number into the sites.
    Site,
    /// The value that made it stop.
    Value,
    /// Steps left.
    Budget,
    /// How deep functions have called themselves.
    Depth,
    /// The first free byte for local lists.
    Free,
    /// Moves listed.
    Listed,
    /// What marks a move as listed this time.
    Stamp,
    /// Whether the moves listed are those of the present state.
    Fresh,
    /// The site that wrote a value out of range; −1 where none did.
    Wide,
    /// Whether chance is drawn inside.
    Playing,
    /// Outcomes given by the host.
    Given,
    /// Outcomes taken so far.
    Taken,
    /// The generator.
    A,
    /// The generator.
    B,
    /// The generator.
    C,
    /// The generator: its counter.
    Counter,
    /// Whether the host wants to hear of events.
    Telling,
}

impl Global {
    /// All of them.
    pub(super) const ALL: [Global; 17] = [
        Global::Site,
        Global::Value,
        Global::Budget,
        Global::Depth,
        Global::Free,
        Global::Listed,
        Global::Stamp,
        Global::Fresh,
        Global::Wide,
        Global::Playing,
        Global::Given,
        Global::Taken,
        Global::A,
        Global::B,
        Global::C,
        Global::Counter,
        Global::Telling,
    ];

    pub(super) fn wasm(self) -> ValType {
        match self {
            Global::Value | Global::Budget => ValType::I64,
            _ => ValType::I32,
        }
    }
}

impl super::code::Code {
    pub(super) fn load(&mut self, global: Global) -> &mut Self {
        self.put(wasm_encoder::Instruction::GlobalGet(global as u32))
    }

    pub(super) fn store(&mut self, global: Global) -> &mut Self {
        self.put(wasm_encoder::Instruction::GlobalSet(global as u32))
    }
}
