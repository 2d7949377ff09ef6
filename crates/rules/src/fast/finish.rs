//! The word `finish`: how a match ends and who gets what.

use wasm_encoder::{Instruction as I, ValType};

use super::SlowLane;
use super::body::Body;
use super::code::four;
use super::faults::Trouble;
use super::lane::NO_SOURCE;
use super::memory::Global;
use super::runtime::{Import, Runtime};
use super::tree::Expr;
use crate::lane::EventKind;
use crate::schema::{BECAUSE, ENDED, Ended};

/// The most points one `finish.score` can give or take.
pub(super) const MOST_POINTS: i64 = 1_000_000;
/// The most points a seat can have or lack.
const MOST_IN_ALL: i64 = 1_000_000_000;

impl<'a> Body<'_, 'a> {
    /// `finish.WORD(args...)`
    pub(super) fn finish(&mut self, name: &str, args: &'a [Expr<'a>], line: u32) -> Result<(), SlowLane> {
        match (name, args) {
            ("win", [seat]) => self.sides(seat, 1, line),
            ("lose", [seat]) => self.sides(seat, -1, line),
            ("draw", []) => self.all(Ended::Won, 0, line),
            ("all_win", []) => self.all(Ended::Together, 1, line),
            ("all_lose", []) => self.all(Ended::Together, -1, line),
            ("score", [seat, points]) => self.score(seat, points, NO_SOURCE, line),
            ("score", [seat, points, source]) => {
                let source = self.listed_text(source)?;
                self.score(seat, points, source, line)
            }
            ("rank", [seat, place]) => self.rank(seat, place, line),
            ("because", [text]) => {
                let number = self.listed_text(text)? + 1;
                self.code.word(0).word(number).put(I::I32Store(four(4 * BECAUSE as u32)));
                Ok(())
            }
            _ => self.unknown(line, format!("calls `finish.{name}` in a way there is not")),
        }
    }

    fn result_cell(&self, seat: usize) -> u32 {
        4 * (self.program.facts.schema.results() + seat) as u32
    }

    fn ended(&mut self, how: Ended) {
        self.code.word(0).put(I::I32Const(how as i32)).put(I::I32Store(four(4 * ENDED as u32)));
    }

    /// The same result for all seats.
    fn all(&mut self, how: Ended, result: i32, line: u32) -> Result<(), SlowLane> {
        for seat in 0..self.seats() as usize {
            self.code.put(I::I32Const(result));
            self.settle_seat(how, seat, line);
        }
        self.ended(how);
        Ok(())
    }

    /// Gives a seat the result on the stack, unless the match has ended otherwise before.
    fn settle_seat(&mut self, how: Ended, seat: usize, line: u32) {
        let (result, cell) = (self.code.keep(ValType::I32), self.result_cell(seat));
        self.other_end(how);
        self.code.word(0).put(I::I32Load(four(4 * ENDED as u32))).word(0).put(I::I32Ne);
        self.code.word(0).put(I::I32Load(four(cell))).get(result).put(I::I32Ne).put(I::I32And).put(I::I32Or);
        self.stop_contradiction(line);
        self.code.word(0).get(result).put(I::I32Store(four(cell)));
    }

    /// Pushes whether the match has ended in another way than this.
    fn other_end(&mut self, how: Ended) {
        self.code.word(0).put(I::I32Load(four(4 * ENDED as u32)));
        let before = self.code.keep(ValType::I32);
        self.code.get(before).word(0).put(I::I32Ne);
        self.code.get(before).put(I::I32Const(how as i32)).put(I::I32Ne).put(I::I32And);
    }

    /// Stops if the top of the stack is not 0.
    fn stop_contradiction(&mut self, line: u32) {
        let site = self.program.site(line, Trouble::Result);
        self.code.when();
        self.code.word(site).int(0).call(Runtime::Fault).put(I::Unreachable).end();
    }

    /// Compiles a seat into a local.
    fn seat(&mut self, e: &'a Expr<'a>, line: u32) -> Result<u32, SlowLane> {
        self.limited(e, 1, i64::from(self.seats()), Trouble::Seat(self.seats()), line)
    }

    /// Compiles a number from `min` to `max` into a local.
    pub(super) fn limited(
        &mut self,
        e: &'a Expr<'a>,
        min: i64,
        max: i64,
        trouble: Trouble,
        line: u32,
    ) -> Result<u32, SlowLane> {
        self.number(e)?;
        let value = self.code.keep(ValType::I64);
        let site = self.program.site(line, trouble);
        self.code.get(value).int(min).put(I::I64Sub).int(max - min).put(I::I64GtU).stop_when(site, value);
        Ok(value)
    }

    /// One result for a seat and its team, the opposite for all others.
    fn sides(&mut self, seat: &'a Expr<'a>, own: i32, line: u32) -> Result<(), SlowLane> {
        let chosen = self.seat(seat, line)?;
        let teams = self.program.facts.schema.teams.clone();
        let team_of = |seat: usize| teams.get(seat).copied().map_or(seat as u32, u32::from);
        for seat in 0..self.seats() as usize {
            self.code.put(I::I32Const(own)).put(I::I32Const(-own)).word(0);
            for mate in (0..self.seats() as usize).filter(|mate| team_of(*mate) == team_of(seat)) {
                self.code.get(chosen).int(mate as i64 + 1).put(I::I64Eq).put(I::I32Or);
            }
            self.code.put(I::Select);
            self.settle_seat(Ended::Won, seat, line);
        }
        self.ended(Ended::Won);
        Ok(())
    }

    /// Begins a result of this kind, every seat with nothing, unless it has begun.
    fn begin(&mut self, how: Ended, line: u32) -> Result<(), SlowLane> {
        self.code.word(0).put(I::I32Load(four(4 * ENDED as u32))).put(I::I32Const(how as i32)).put(I::I32Ne);
        self.code.when();
        self.all(how, 0, line)?;
        self.code.end();
        Ok(())
    }

    /// Pushes the address of a seat's result less the offset that comes back.
    fn result_address(&mut self, seat: u32) -> u32 {
        self.code.get(seat).put(I::I32WrapI64).word(2).put(I::I32Shl);
        self.result_cell(0) - 4
    }

    fn score(
        &mut self,
        seat: &'a Expr<'a>,
        points: &'a Expr<'a>,
        source: u32,
        line: u32,
    ) -> Result<(), SlowLane> {
        let seat = self.seat(seat, line)?;
        let points = self.limited(points, -MOST_POINTS, MOST_POINTS, Trouble::Cell, line)?;
        self.begin(Ended::Scored, line)?;
        let offset = self.result_address(seat);
        self.code.put(I::I64Load32S(four(offset))).get(points).put(I::I64Add);
        let sum = self.code.keep(ValType::I64);
        let site = self.program.site(line, Trouble::Cell);
        self.code.get(sum).int(MOST_IN_ALL).put(I::I64Add).int(2 * MOST_IN_ALL).put(I::I64GtU);
        self.code.stop_when(site, sum);
        self.result_address(seat);
        self.code.get(sum).put(I::I32WrapI64).put(I::I32Store(four(offset)));
        self.code.load(Global::Telling).when();
        self.code.word(EventKind::Score as u32).word(source).get(seat).put(I::I32WrapI64);
        self.code.get(points).put(I::I32WrapI64).import(Import::Tell).end();
        Ok(())
    }

    fn rank(&mut self, seat: &'a Expr<'a>, place: &'a Expr<'a>, line: u32) -> Result<(), SlowLane> {
        let seat = self.seat(seat, line)?;
        let seats = self.seats();
        let place = self.limited(place, 1, i64::from(seats), Trouble::Place(seats), line)?;
        self.begin(Ended::Ranked, line)?;
        let offset = self.result_address(seat);
        self.code.put(I::I64Load32S(four(offset)));
        let before = self.code.keep(ValType::I64);
        self.code.get(before).int(0).put(I::I64Ne).get(before).get(place).put(I::I64Ne).put(I::I32And);
        self.stop_contradiction(line);
        self.result_address(seat);
        self.code.get(place).put(I::I32WrapI64).put(I::I32Store(four(offset)));
        Ok(())
    }
}
