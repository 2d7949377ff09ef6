//! Functions that every module carries: stopping, local lists, piles, division; chance is in `generator`.

use wasm_encoder::{Instruction as I, ValType};

use ValType::{I32, I64};

use super::code::{Code, eight, four};
use super::generator::{below, draw, seed, shuffle, shuffle_seed};
use super::memory::{Global, Layout};

/// Functions of the host, in the order of their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(super) enum Import {
    /// Ends the rule.
    Stop,
    /// `(kind, text, seat, value)`: tells of an event.
    Tell,
    /// `(site)`: looks for values out of range.
    Scan,
}

/// Functions of every module, in the order of their numbers behind the imports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(super) enum Runtime {
    /// `(site, value)`: stops the rule.
    Fault = 3,
    /// `() -> u32`: the next value of the generator.
    Draw,
    /// `(low, high)`: sets the generator.
    Seed,
    /// `(n, site) -> 0..n-1`
    Below,
    /// `() -> u64`: what a shuffle starts from.
    ShuffleSeed,
    /// `(address of the first card, how many)`
    ShufflePile,
    /// The same for a local list.
    ShuffleList,
    /// `(bytes, site) -> address`
    Alloc,
    /// `(capacity, site) -> list`
    NewList,
    /// `(list, value, site)`
    Push,
    /// `(list, index, value, site of the index, site of memory)`
    PutList,
    /// `(pile, index, value, room, site of the index, site of the room)`
    PutPile,
    /// `(list, index, site) -> value`: takes an element out.
    TakeList,
    /// The same for a pile.
    TakePile,
    /// `(list, site) -> value`: takes the last element.
    PopList,
    /// The same for a pile.
    PopPile,
    /// `(a, b, site) -> a // b`
    Floor,
    /// `(a, b, site) -> a % b`
    Rest,
    /// `(a, b, site) -> a * b`, exact or stopped
    Times,
    /// `(value, places) -> value`, as `bit32.lshift`
    ShiftLeft,
    /// As `bit32.rshift`
    ShiftRight,
}

/// The number of the first function that is not part of the runtime.
pub(super) const FIRST_OWN: u32 = Runtime::ShiftRight as u32 + 1;

/// Head of a local list: length, capacity, address of the elements.
const HEAD: u32 = 16;

/// The runtime in the order of its numbers.
pub(super) fn runtime(layout: &Layout, arena_end: u32) -> Vec<Code> {
    vec![
        fault(),
        draw(),
        seed(),
        below(layout),
        shuffle_seed(layout),
        shuffle(2),
        shuffle(3),
        alloc(arena_end),
        new_list(),
        push(),
        put_list(),
        put_pile(),
        take(3),
        take(2),
        pop(3),
        pop(2),
        floor(),
        rest(),
        times(),
        shift(I::I64Shl, I::I64ShrU),
        shift(I::I64ShrU, I::I64Shl),
    ]
}

impl Code {
    pub(super) fn call(&mut self, function: Runtime) -> &mut Code {
        self.put(I::Call(function as u32))
    }

    pub(super) fn import(&mut self, function: Import) -> &mut Code {
        self.put(I::Call(function as u32))
    }

    /// Stops with the 64-bit value of a local if the top of the stack is not 0.
    pub(super) fn stop_when(&mut self, site: u32, value: u32) -> &mut Code {
        self.when();
        self.word(site).get(value).call(Runtime::Fault).put(I::Unreachable);
        self.end()
    }

    /// The same, inside the runtime, where the site comes in a local.
    pub(super) fn stop_at(&mut self, site: u32, value: u32) -> &mut Code {
        self.when();
        self.get(site).get(value).call(Runtime::Fault).put(I::Unreachable);
        self.end()
    }
}

fn fault() -> Code {
    let mut code = Code::new(&[I32, I64], &[]);
    code.get(0).store(Global::Site).get(1).store(Global::Value);
    code.import(Import::Stop).put(I::Unreachable);
    code
}

fn alloc(arena_end: u32) -> Code {
    let mut code = Code::new(&[I32, I32], &[I32]);
    let (start, none) = (code.fresh(I32), code.fresh(I64));
    code.load(Global::Free).set(start);
    code.get(0).word(arena_end).get(start).put(I::I32Sub).put(I::I32GtU).stop_at(1, none);
    code.get(start).get(0).put(I::I32Add).store(Global::Free);
    code.get(start);
    code
}

fn new_list() -> Code {
    let mut code = Code::new(&[I32, I32], &[I32]);
    let list = code.fresh(I32);
    code.get(0).word(3).put(I::I32Shl).word(HEAD).put(I::I32Add).get(1).call(Runtime::Alloc).set(list);
    code.get(list).word(0).put(I::I32Store(four(0)));
    code.get(list).get(0).put(I::I32Store(four(4)));
    code.get(list).get(list).word(HEAD).put(I::I32Add).put(I::I32Store(four(8)));
    code.get(list);
    code
}

fn push() -> Code {
    let mut code = Code::new(&[I32, I64, I32], &[]);
    let (length, room, elements) = (code.fresh(I32), code.fresh(I32), code.fresh(I32));
    code.get(0).put(I::I32Load(four(0))).set(length);
    code.get(length).get(0).put(I::I32Load(four(4))).put(I::I32GeU).when();
    code.get(length).word(1).put(I::I32Shl).word(8).put(I::I32Add).set(room);
    code.get(room).word(3).put(I::I32Shl).get(2).call(Runtime::Alloc).set(elements);
    code.get(elements).get(0).put(I::I32Load(four(8))).get(length).word(3).put(I::I32Shl);
    code.put(I::MemoryCopy { src_mem: 0, dst_mem: 0 });
    code.get(0).get(room).put(I::I32Store(four(4)));
    code.get(0).get(elements).put(I::I32Store(four(8)));
    code.end();
    code.get(0).put(I::I32Load(four(8))).get(length).word(3).put(I::I32Shl).put(I::I32Add);
    code.get(1).put(I::I64Store(eight(0)));
    code.get(0).get(length).word(1).put(I::I32Add).put(I::I32Store(four(0)));
    code
}

fn put_list() -> Code {
    let mut code = Code::new(&[I32, I64, I64, I32, I32], &[]);
    let length = code.fresh(I64);
    code.get(0).put(I::I64Load32U(four(0))).set(length);
    code.get(1).get(length).int(1).put(I::I64Add).put(I::I64Eq).when();
    code.get(0).get(2).get(4).call(Runtime::Push).put(I::Return).end();
    code.get(1).int(1).put(I::I64Sub).get(length).put(I::I64GeU).stop_at(3, 1);
    code.get(0).put(I::I32Load(four(8))).get(1).put(I::I32WrapI64).word(3).put(I::I32Shl).put(I::I32Add);
    code.word(8).put(I::I32Sub).get(2).put(I::I64Store(eight(0)));
    code
}

fn put_pile() -> Code {
    let mut code = Code::new(&[I32, I64, I64, I32, I32, I32], &[]);
    let length = code.fresh(I64);
    code.get(0).put(I::I64Load32U(four(0))).set(length);
    code.get(1).get(length).int(1).put(I::I64Add).put(I::I64Eq).when();
    code.get(length).get(3).put(I::I64ExtendI32U).put(I::I64GeU).stop_at(5, 2);
    code.get(0).get(1).put(I::I64Store32(four(0)));
    code.otherwise();
    code.get(1).int(1).put(I::I64Sub).get(length).put(I::I64GeU).stop_at(4, 1);
    code.end();
    code.get(0)
        .get(1)
        .put(I::I32WrapI64)
        .word(2)
        .put(I::I32Shl)
        .put(I::I32Add)
        .get(2)
        .put(I::I64Store32(four(0)));
    code
}

/// Pushes the address of the first element of a list or pile in local 0.
fn elements(code: &mut Code, width: u32) {
    code.get(0);
    if width == 2 {
        code.word(4).put(I::I32Add);
    } else {
        code.put(I::I32Load(four(8)));
    }
}

/// Takes an element of `1 << width` bytes out of a pile or list; what stands behind it moves up.
fn take(width: u32) -> Code {
    let mut code = Code::new(&[I32, I64, I32], &[I64]);
    let (length, at, last, value) = (code.fresh(I64), code.fresh(I32), code.fresh(I32), code.fresh(I64));
    let load = |offset| if width == 2 { I::I64Load32S(four(offset)) } else { I::I64Load(eight(offset)) };
    code.get(0).put(I::I64Load32U(four(0))).set(length);
    code.get(1).int(1).put(I::I64Sub).get(length).put(I::I64GeU).stop_at(2, 1);
    elements(&mut code, width);
    code.get(length)
        .put(I::I32WrapI64)
        .word(1)
        .put(I::I32Sub)
        .word(width)
        .put(I::I32Shl)
        .put(I::I32Add)
        .set(last);
    elements(&mut code, width);
    code.get(1).put(I::I32WrapI64).word(1).put(I::I32Sub).word(width).put(I::I32Shl).put(I::I32Add).set(at);
    code.get(at).put(load(0)).set(value);
    let done = code.block();
    let again = code.repeat();
    code.get(at).get(last).put(I::I32GeU).jump_if(done);
    code.get(at).get(at).put(load(1 << width));
    code.put(if width == 2 { I::I64Store32(four(0)) } else { I::I64Store(eight(0)) });
    code.get(at).word(1 << width).put(I::I32Add).set(at);
    code.jump(again).end().end();
    code.get(0).get(2).put(I::Call(if width == 2 { Runtime::PopPile } else { Runtime::PopList } as u32));
    code.put(I::Drop).get(value);
    code
}

/// Takes the last element of a pile or list; its cell in a pile becomes 0.
fn pop(width: u32) -> Code {
    let mut code = Code::new(&[I32, I32], &[I64]);
    let (length, last, value) = (code.fresh(I32), code.fresh(I32), code.fresh(I64));
    code.get(0).put(I::I32Load(four(0))).set(length);
    code.get(length).put(I::I32Eqz).stop_at(1, value);
    code.get(length).word(1).put(I::I32Sub).set(length);
    elements(&mut code, width);
    code.get(length).word(width).put(I::I32Shl).put(I::I32Add).set(last);
    code.get(last).put(if width == 2 { I::I64Load32S(four(0)) } else { I::I64Load(eight(0)) }).set(value);
    code.get(0).get(length).put(I::I32Store(four(0)));
    if width == 2 {
        code.get(last).word(0).put(I::I32Store(four(0)));
    }
    code.get(value);
    code
}

fn floor() -> Code {
    let mut code = Code::new(&[I64, I64, I32], &[I64]);
    code.get(1).put(I::I64Eqz).stop_at(2, 0);
    code.get(0).get(1).put(I::I64DivS);
    code.get(0).get(1).put(I::I64RemS).int(0).put(I::I64Ne);
    code.get(0)
        .get(1)
        .put(I::I64Xor)
        .int(0)
        .put(I::I64LtS)
        .put(I::I32And)
        .put(I::I64ExtendI32U)
        .put(I::I64Sub);
    code
}

fn rest() -> Code {
    let mut code = Code::new(&[I64, I64, I32], &[I64]);
    let value = code.fresh(I64);
    code.get(1).put(I::I64Eqz).stop_at(2, 0);
    code.get(0).get(1).put(I::I64RemS).set(value);
    code.get(value).get(1).put(I::I64Add).get(value);
    code.get(value).int(0).put(I::I64Ne);
    code.get(value).get(1).put(I::I64Xor).int(0).put(I::I64LtS).put(I::I32And).put(I::Select);
    code
}

fn times() -> Code {
    let mut code = Code::new(&[I64, I64, I32], &[I64]);
    code.get(0).put(I::F64ConvertI64S).get(1).put(I::F64ConvertI64S).put(I::F64Mul).put(I::F64Abs);
    code.put(I::F64Const((super::kinds::EXACT as f64).into())).put(I::F64Gt).stop_at(2, 0);
    code.get(0).get(1).put(I::I64Mul);
    code
}

/// A shift of 32 bits; a negative number of places goes the other way, too many leave nothing.
fn shift(forth: I<'static>, back: I<'static>) -> Code {
    let mut code = Code::new(&[I64, I64], &[I64]);
    code.get(1).int(31).put(I::I64GtS).get(1).int(-31).put(I::I64LtS).put(I::I32Or).when();
    code.int(0).put(I::Return).end();
    code.get(0).int(0xffff_ffff).put(I::I64And).set(0);
    code.get(1).int(0).put(I::I64LtS).choose(I64);
    code.get(0).int(0).get(1).put(I::I64Sub).put(back);
    code.otherwise();
    code.get(0).get(1).put(forth).end();
    code.int(0xffff_ffff).put(I::I64And);
    code
}
