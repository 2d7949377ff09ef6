//! Chance inside a module: the generator, outcomes given by the host, shuffling.

use wasm_encoder::{Instruction as I, ValType};

use ValType::{I32, I64};

use super::code::{Code, eight, four};
use super::faults::{WAITING, WRONG_OUTCOME};
use super::memory::{Global, Layout};
use super::runtime::Runtime;

/// The most outcomes of one chance call; beyond it a draw would no longer be exact in the Luau VM.
const MOST_WAYS: i64 = 1 << 20;

/// sfc32: small, fast, and the same in every lane.
pub(super) fn draw() -> Code {
    let mut code = Code::new(&[], &[I32]);
    let (value, b, c) = (code.fresh(I32), code.fresh(I32), code.fresh(I32));
    code.load(Global::B).set(b).load(Global::C).set(c);
    code.load(Global::A).get(b).put(I::I32Add).load(Global::Counter).put(I::I32Add).set(value);
    code.load(Global::Counter).word(1).put(I::I32Add).store(Global::Counter);
    code.get(b).get(b).word(9).put(I::I32ShrU).put(I::I32Xor).store(Global::A);
    code.get(c).get(c).word(3).put(I::I32Shl).put(I::I32Add).store(Global::B);
    code.get(c).word(21).put(I::I32Rotl).get(value).put(I::I32Add).store(Global::C);
    code.get(value);
    code
}

pub(super) fn seed() -> Code {
    let mut code = Code::new(&[I32, I32], &[]);
    code.get(0).store(Global::A).get(1).store(Global::B);
    code.word(0).store(Global::C).word(1).store(Global::Counter);
    for _ in 0..12 {
        code.call(Runtime::Draw).put(I::Drop);
    }
    code
}

/// Pushes the next value of the generator, scaled to 0..n-1, for the 64-bit `n` in a local.
fn scaled(code: &mut Code, n: u32) {
    code.call(Runtime::Draw).put(I::I64ExtendI32U).get(n).put(I::I64Mul).int(32).put(I::I64ShrU);
}

/// Pushes the next outcome of the host, or waits for it with `need` on record.
fn outcome(code: &mut Code, layout: &Layout, need: u32) {
    code.load(Global::Taken).load(Global::Given).put(I::I32GeU).stop_when(WAITING, need);
    code.load(Global::Taken).word(3).put(I::I32Shl).put(I::I64Load(eight(layout.outcomes)));
    code.load(Global::Taken).word(1).put(I::I32Add).store(Global::Taken);
}

pub(super) fn below(layout: &Layout) -> Code {
    let mut code = Code::new(&[I64, I32], &[I64]);
    let value = code.fresh(I64);
    code.get(0).int(1).put(I::I64Sub).int(MOST_WAYS).put(I::I64GeU).stop_at(1, 0);
    code.load(Global::Playing).when();
    scaled(&mut code, 0);
    code.put(I::Return).end();
    outcome(&mut code, layout, 0);
    code.set(value).get(value).get(0).put(I::I64GeU).stop_when(WRONG_OUTCOME, value);
    code.get(value);
    code
}

pub(super) fn shuffle_seed(layout: &Layout) -> Code {
    let mut code = Code::new(&[], &[I64]);
    let need = code.fresh(I64);
    code.load(Global::Playing).when();
    code.call(Runtime::Draw).put(I::I64ExtendI32U);
    code.call(Runtime::Draw).put(I::I64ExtendI32U).int(32).put(I::I64Shl).put(I::I64Or);
    code.put(I::Return).end();
    code.int(-1).set(need);
    outcome(&mut code, layout, need);
    code
}

/// Shuffles elements of `1 << width` bytes with a generator of its own, giving the outer one back afterwards.
pub(super) fn shuffle(width: u32) -> Code {
    let mut code = Code::new(&[I32, I32], &[]);
    let seed = code.fresh(I64);
    let (i, bound, one, other, kept) =
        (code.fresh(I32), code.fresh(I64), code.fresh(I32), code.fresh(I32), code.fresh(I64));
    let (load, store) = if width == 2 {
        (I::I64Load32S(four(0)), I::I64Store32(four(0)))
    } else {
        (I::I64Load(eight(0)), I::I64Store(eight(0)))
    };
    code.call(Runtime::ShuffleSeed).set(seed);
    let generator = [Global::A, Global::B, Global::C, Global::Counter];
    let saved = generator.map(|global| {
        code.load(global);
        code.keep(I32)
    });
    code.get(seed)
        .put(I::I32WrapI64)
        .get(seed)
        .int(32)
        .put(I::I64ShrU)
        .put(I::I32WrapI64)
        .call(Runtime::Seed);
    code.get(1).set(i);
    let done = code.block();
    let again = code.repeat();
    code.get(i).word(2).put(I::I32LtS).jump_if(done);
    code.get(i).put(I::I64ExtendI32U).set(bound);
    code.get(0);
    scaled(&mut code, bound);
    code.put(I::I32WrapI64).word(width).put(I::I32Shl).put(I::I32Add).set(other);
    code.get(i).word(1).put(I::I32Sub).set(i);
    code.get(0).get(i).word(width).put(I::I32Shl).put(I::I32Add).set(one);
    code.get(one).put(load.clone()).set(kept);
    code.get(one).get(other).put(load).put(store.clone());
    code.get(other).get(kept).put(store);
    code.jump(again).end().end();
    for (global, local) in generator.into_iter().zip(saved) {
        code.get(local).store(global);
    }
    code
}
