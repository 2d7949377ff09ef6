//! A wasm function under construction: instructions with the counting of blocks and locals done.

use wasm_encoder::{BlockType, Function, Instruction, MemArg, ValType};

use Instruction as I;

/// A wasm function under construction.
#[derive(Default)]
pub(super) struct Code {
    pub(super) params: Vec<ValType>,
    pub(super) results: Vec<ValType>,
    locals: Vec<ValType>,
    body: Vec<Instruction<'static>>,
    depth: u32,
}

/// A block that can be jumped out of, or a loop that can be begun anew.
#[derive(Clone, Copy)]
pub(super) struct Label(u32);

impl Code {
    pub(super) fn new(params: &[ValType], results: &[ValType]) -> Code {
        Code { params: params.to_vec(), results: results.to_vec(), ..Code::default() }
    }

    pub(super) fn put(&mut self, instruction: Instruction<'static>) -> &mut Code {
        self.body.push(instruction);
        self
    }

    /// A local that nobody else uses.
    pub(super) fn fresh(&mut self, kind: ValType) -> u32 {
        self.locals.push(kind);
        (self.params.len() + self.locals.len() - 1) as u32
    }

    /// Moves the top of the stack into a local of its own.
    pub(super) fn keep(&mut self, kind: ValType) -> u32 {
        let local = self.fresh(kind);
        self.put(I::LocalSet(local));
        local
    }

    pub(super) fn get(&mut self, local: u32) -> &mut Code {
        self.put(I::LocalGet(local))
    }

    pub(super) fn set(&mut self, local: u32) -> &mut Code {
        self.put(I::LocalSet(local))
    }

    pub(super) fn int(&mut self, value: i64) -> &mut Code {
        self.put(I::I64Const(value))
    }

    pub(super) fn word(&mut self, value: u32) -> &mut Code {
        self.put(I::I32Const(value.cast_signed()))
    }

    pub(super) fn block(&mut self) -> Label {
        self.open(I::Block(BlockType::Empty))
    }

    pub(super) fn repeat(&mut self) -> Label {
        self.open(I::Loop(BlockType::Empty))
    }

    /// Runs what follows if the top of the stack is not 0.
    pub(super) fn when(&mut self) -> Label {
        self.open(I::If(BlockType::Empty))
    }

    /// The same, leaving a value in both branches.
    pub(super) fn choose(&mut self, kind: ValType) -> Label {
        self.open(I::If(BlockType::Result(kind)))
    }

    fn open(&mut self, instruction: Instruction<'static>) -> Label {
        self.put(instruction);
        self.depth += 1;
        Label(self.depth)
    }

    pub(super) fn otherwise(&mut self) -> &mut Code {
        self.put(I::Else)
    }

    pub(super) fn end(&mut self) -> &mut Code {
        self.depth -= 1;
        self.put(I::End)
    }

    pub(super) fn jump(&mut self, to: Label) -> &mut Code {
        let depth = self.depth - to.0;
        self.put(I::Br(depth))
    }

    pub(super) fn jump_if(&mut self, to: Label) -> &mut Code {
        let depth = self.depth - to.0;
        self.put(I::BrIf(depth))
    }

    /// Puts instructions in front of everything; they must leave the stack as it was.
    pub(super) fn prepend(&mut self, front: Code) {
        debug_assert!(front.locals.is_empty());
        self.body.splice(0..0, front.body);
    }

    /// Puts the body of another function here; its arguments are on the stack. It must have one result at most
    /// and set its locals before it reads them.
    pub(super) fn inline(&mut self, callee: &Code) {
        let base = (self.params.len() + self.locals.len()) as u32;
        self.locals.extend(callee.params.iter().chain(&callee.locals));
        for param in (0..callee.params.len() as u32).rev() {
            self.set(base + param);
        }
        let result = callee.results.first().map_or(BlockType::Empty, |kind| BlockType::Result(*kind));
        self.open(I::Block(result));
        let mut depth = 0;
        for instruction in &callee.body {
            let moved = match instruction {
                I::LocalGet(local) => I::LocalGet(base + local),
                I::LocalSet(local) => I::LocalSet(base + local),
                I::LocalTee(local) => I::LocalTee(base + local),
                I::Return => I::Br(depth),
                I::Block(_) | I::Loop(_) | I::If(_) => {
                    depth += 1;
                    instruction.clone()
                }
                I::End => {
                    depth -= 1;
                    I::End
                }
                other => other.clone(),
            };
            self.put(moved);
        }
        self.end();
    }

    /// Puts instructions that were compiled aside here.
    pub(super) fn append(&mut self, aside: Vec<Instruction<'static>>) {
        self.body.extend(aside);
    }

    /// How many instructions there are.
    pub(super) fn mark(&self) -> usize {
        self.body.len()
    }

    /// Takes the instructions since a mark away.
    pub(super) fn cut(&mut self, mark: usize) -> Vec<Instruction<'static>> {
        self.body.split_off(mark)
    }

    pub(super) fn finish(mut self) -> Function {
        self.body.push(I::End);
        let mut function = Function::new_with_locals_types(self.locals);
        for instruction in &self.body {
            function.instruction(instruction);
        }
        function
    }
}

/// A place in memory `offset` bytes behind the address on the stack; four bytes wide.
pub(super) fn four(offset: u32) -> MemArg {
    MemArg { offset: u64::from(offset), align: 2, memory_index: 0 }
}

/// The same, eight bytes wide.
pub(super) fn eight(offset: u32) -> MemArg {
    MemArg { offset: u64::from(offset), align: 3, memory_index: 0 }
}
