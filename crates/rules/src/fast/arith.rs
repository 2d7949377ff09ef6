//! Arithmetic and comparisons of whole numbers.
//!
//! Numbers travel as 64 bits. Sums and products whose reach stays well inside 64 bits are not checked; what is
//! kept in a variable, passed on or divided must be exact in a Luau number, which is checked unless known.

use wasm_encoder::{Instruction as I, ValType};

use super::SlowLane;
use super::body::Body;
use super::constants::Known;
use super::faults::Trouble;
use super::kinds::{Kind, Range};
use super::known::floor;
use super::program::Value;
use super::runtime::Runtime;
use super::tree::{Binary, Expr};

impl<'a> Body<'_, 'a> {
    pub(super) fn binary(
        &mut self,
        operation: Binary,
        a: &'a Expr<'a>,
        b: &'a Expr<'a>,
        line: u32,
    ) -> Result<Value, SlowLane> {
        match operation {
            Binary::And | Binary::Or => self.logic(operation, a, b, line),
            Binary::Same | Binary::Other => self.sameness(operation, a, b, line),
            Binary::Less | Binary::More | Binary::AtMost | Binary::AtLeast => {
                self.number(a)?;
                self.number(b)?;
                self.code.put(match operation {
                    Binary::Less => I::I64LtS,
                    Binary::More => I::I64GtS,
                    Binary::AtMost => I::I64LeS,
                    _ => I::I64GeS,
                });
                Ok(Value { kind: Kind::Flag, range: Range::ANY })
            }
            _ => {
                let first = self.operand(operation, a, line)?;
                let range = self.arithmetic(operation, first, b, line)?;
                Ok(Value { kind: Kind::Number, range })
            }
        }
    }

    /// The left side of an operation; products and quotients want it exact.
    fn operand(&mut self, operation: Binary, a: &'a Expr<'a>, line: u32) -> Result<Range, SlowLane> {
        refuse(operation, line)?;
        let range = self.number(a)?;
        let sum = matches!(operation, Binary::Add | Binary::Take);
        if sum && range.within(-(1 << 60), 1 << 60) {
            return Ok(range);
        }
        Ok(self.settle(Value { kind: Kind::Number, range }, line).range)
    }

    /// With the left side on the stack: pushes the right side and the operation.
    pub(super) fn arithmetic(
        &mut self,
        operation: Binary,
        first: Range,
        b: &'a Expr<'a>,
        line: u32,
    ) -> Result<Range, SlowLane> {
        refuse(operation, line)?;
        if let (Binary::Floor | Binary::Rest, Some(Known::Number(divisor @ 1..))) = (operation, self.known(b))
        {
            return Ok(self.divide(operation, first, divisor));
        }
        let second = self.operand(operation, b, line)?;
        match operation {
            Binary::Add => {
                self.code.put(I::I64Add);
                Ok(first.plus(second).unwrap_or(Range::ANY))
            }
            Binary::Take => {
                self.code.put(I::I64Sub);
                Ok(first.minus(second).unwrap_or(Range::ANY))
            }
            Binary::Times => match first.times(second) {
                Some(range) => {
                    self.code.put(I::I64Mul);
                    Ok(range)
                }
                None => Ok(self.checked(Runtime::Times, Trouble::Large, line, Range::ANY)),
            },
            Binary::Floor => {
                let most = first.min.abs().max(first.max.abs());
                Ok(self.checked(Runtime::Floor, Trouble::Zero, line, Range::new(-most, most)))
            }
            _ => {
                let most = second.min.abs().max(second.max.abs());
                let least = if second.min > 0 { 0 } else { -most };
                Ok(self.checked(Runtime::Rest, Trouble::Zero, line, Range::new(least, most)))
            }
        }
    }

    fn checked(&mut self, function: Runtime, trouble: Trouble, line: u32, range: Range) -> Range {
        let site = self.program.site(line, trouble);
        self.code.word(site).call(function);
        range
    }

    /// Division of the number on the stack by a known positive one.
    fn divide(&mut self, operation: Binary, first: Range, divisor: i64) -> Range {
        let range = match operation {
            Binary::Floor => Range::new(floor(first.min, divisor), floor(first.max, divisor)),
            _ if first.within(0, divisor - 1) => return first,
            _ => Range::new(0, divisor - 1),
        };
        if divisor & (divisor - 1) == 0 {
            match operation {
                Binary::Floor => self.code.int(i64::from(divisor.trailing_zeros())).put(I::I64ShrS),
                _ => self.code.int(divisor - 1).put(I::I64And),
            };
            return range;
        }
        if first.min >= 0 {
            self.divide_plain(operation, first, divisor);
            return range;
        }
        let kept = self.code.keep(ValType::I64);
        self.code.get(kept);
        match operation {
            Binary::Floor => {
                self.code
                    .int(divisor - 1)
                    .int(0)
                    .get(kept)
                    .int(0)
                    .put(I::I64LtS)
                    .put(I::Select)
                    .put(I::I64Sub);
                let lowered = Range::new(first.min - (divisor - 1), first.max);
                self.divide_plain(operation, lowered, divisor);
            }
            _ => {
                self.divide_plain(operation, first, divisor);
                let rest = self.code.keep(ValType::I64);
                self.code
                    .get(rest)
                    .get(rest)
                    .int(63)
                    .put(I::I64ShrS)
                    .int(divisor)
                    .put(I::I64And)
                    .put(I::I64Add);
            }
        }
        range
    }

    /// Division towards zero, in 32 bits where both sides fit, which takes half the time.
    fn divide_plain(&mut self, operation: Binary, first: Range, divisor: i64) {
        if first.narrow() && i32::try_from(divisor).is_ok() {
            self.code.put(I::I32WrapI64).put(I::I32Const(divisor as i32));
            self.code.put(if operation == Binary::Floor { I::I32DivS } else { I::I32RemS });
            self.code.put(I::I64ExtendI32S);
        } else {
            self.code.int(divisor);
            self.code.put(if operation == Binary::Floor { I::I64DivS } else { I::I64RemS });
        }
    }

    fn sameness(
        &mut self,
        operation: Binary,
        a: &'a Expr<'a>,
        b: &'a Expr<'a>,
        line: u32,
    ) -> Result<Value, SlowLane> {
        let literal = matches!(self.known(a), Some(Known::Text(_)));
        let (a, b) = if literal { (b, a) } else { (a, b) };
        let first = self.expr(a)?.kind;
        let second = self.expr_for(b, &first)?.kind;
        if first != second {
            return self.slow(line, format!("compares {} with {}", first.words(), second.words()));
        }
        let equal = match first.wasm() {
            Some(ValType::I64) => I::I64Eq,
            Some(_) => I::I32Eq,
            None => return self.slow(line, format!("compares {} with itself", first.words())),
        };
        self.code.put(equal);
        if operation == Binary::Other {
            self.code.put(I::I32Eqz);
        }
        Ok(Value { kind: Kind::Flag, range: Range::ANY })
    }
}

/// Operations that leave the whole numbers.
fn refuse(operation: Binary, line: u32) -> Result<(), SlowLane> {
    let because = match operation {
        Binary::Divide => "uses `/`, which makes fractions; `//` stays whole",
        Binary::Power => "uses `^`, which makes fractions",
        Binary::Join => "puts a text together with `..`",
        _ => return Ok(()),
    };
    Err(SlowLane::new(line, because))
}
