//! Writing into variables, the state and lists.

use wasm_encoder::{Instruction as I, ValType};

use super::SlowLane;
use super::body::Body;
use super::code::four;
use super::constants::Known;
use super::faults::Trouble;
use super::holders::{Holder, STRAY, Spot, cell_range};
use super::kinds::{Kind, Range};
use super::memory::Global;
use super::program::Value;
use super::runtime::Runtime;
use super::tree::{Expr, Node};
use crate::schema::{self, PHASE, TURN};

/// What can be written to.
pub(super) enum Target {
    /// A local variable.
    Local { slot: u32, kind: Kind, range: Range },
    /// A cell of the state with its address and the numbers it may hold.
    Cell { address: u32, kind: Kind, min: i64, max: i64, reach: Range },
    /// A place of something with places.
    Place(Holder, Spot, Kind),
}

impl Target {
    pub(super) fn kind(&self) -> Kind {
        match self {
            Target::Local { kind, .. } | Target::Cell { kind, .. } | Target::Place(_, _, kind) => {
                kind.clone()
            }
        }
    }
}

impl<'a> Body<'_, 'a> {
    /// Works out what an expression on the left of `=` means.
    pub(super) fn target(&mut self, e: &'a Expr<'a>, line: u32) -> Result<Target, SlowLane> {
        match &*e.node {
            Node::Name(name) => match self.variable(name) {
                Some(variable) => match (variable.slot, variable.kind.clone()) {
                    (Some(slot), kind) => Ok(Target::Local { slot, kind, range: variable.range }),
                    (None, kind) => self.slow(line, format!("changes `{name}`, which is {}", kind.words())),
                },
                None => self.outside(line, &format!("`{name}`, which")),
            },
            Node::Field(of, name) => self.field_target(of, name, line),
            Node::Index(of, at) => {
                if let Some(Known::Text(name)) = self.known(at) {
                    return self.field_target(of, name, line);
                }
                if self.known(of).is_some() {
                    return self.outside(line, "a table that");
                }
                let holder = self.holder(of)?;
                let spot = self.spot(at)?;
                let kind = self.place_kind(&holder, line)?;
                Ok(Target::Place(holder, spot, kind))
            }
            _ => self.slow(line, "writes to something that is no variable"),
        }
    }

    fn field_target(&mut self, of: &'a Expr<'a>, name: &str, line: u32) -> Result<Target, SlowLane> {
        if self.known(of).is_some() {
            return self.outside(line, "a table that");
        }
        if self.expr(of)?.kind != Kind::State {
            return self.slow(line, format!("writes `{name}` of something that is not the state"));
        }
        let reach = Range::new(-STRAY, STRAY);
        if name == "turn" {
            let max = i64::from(self.seats());
            return Ok(Target::Cell { address: 4 * TURN as u32, kind: Kind::Number, min: 1, max, reach });
        }
        if name == "phase" {
            return Ok(Target::Cell { address: 4 * PHASE as u32, kind: Kind::Phase, min: 0, max: 0, reach });
        }
        let Some(field) = self.program.facts.schema.fields.iter().find(|field| field.name == name) else {
            return self.unknown(line, format!("writes `{name}`, but the state has no field `{name}`"));
        };
        let address = 4 * field.first as u32;
        match (field.per_player, &field.kind) {
            (false, schema::Kind::Number { min, max }) => {
                let (min, max) = (i64::from(*min), i64::from(*max));
                Ok(Target::Cell { address, kind: Kind::Number, min, max, reach: cell_range(field) })
            }
            (false, schema::Kind::Flag) => {
                Ok(Target::Cell { address, kind: Kind::Flag, min: 0, max: 1, reach })
            }
            _ => {
                self.slow(line, format!("replaces `{name}` as a whole; its places can be written one by one"))
            }
        }
    }

    /// What the places of a holder take.
    fn place_kind(&self, holder: &Holder, line: u32) -> Result<Kind, SlowLane> {
        match &holder.kind {
            Kind::Grid { .. } | Kind::Pile { .. } | Kind::List => Ok(Kind::Number),
            Kind::Seats(field) => match self.field_kind(&self.program.facts.schema.fields[*field]) {
                kind @ (Kind::Number | Kind::Flag) => Ok(kind),
                kind => self.slow(line, format!("replaces {} as a whole", kind.words())),
            },
            Kind::Fixed(_) => self.outside(line, "a table that"),
            kind => self.slow(line, format!("looks for places in {}", kind.words())),
        }
    }

    /// Pushes a known value as a target wants it.
    pub(super) fn push_for(&mut self, known: Known<'a>, kind: &Kind, line: u32) -> Result<Value, SlowLane> {
        match (known, kind) {
            (Known::Text(text), Kind::Phase) => self.phase(text, line),
            (Known::Table(_), _) => self.push_changing(known, line),
            _ => Ok(self.push_known(known)),
        }
    }

    /// Pushes the present value of a target.
    pub(super) fn fetch(&mut self, target: &Target, line: u32) -> Result<Value, SlowLane> {
        match target {
            Target::Local { slot, kind, range } => {
                self.code.get(*slot);
                Ok(Value { kind: kind.clone(), range: *range })
            }
            Target::Cell { address, kind, reach, .. } => {
                self.code.word(0).put(match kind {
                    Kind::Number => I::I64Load32S(four(*address)),
                    _ => I::I32Load(four(*address)),
                });
                Ok(Value { kind: kind.clone(), range: *reach })
            }
            Target::Place(holder, spot, _) => self.read(holder, spot, line),
        }
    }

    /// Writes the value on the stack.
    pub(super) fn store(&mut self, target: &Target, value: Value, line: u32) -> Result<(), SlowLane> {
        let value = match value.kind {
            Kind::Constant(number) => {
                let table = self.program.constants.table(number);
                self.push_changing(Known::Table(table), line)?
            }
            _ => value,
        };
        if value.kind != target.kind() {
            let (wanted, given) = (target.kind(), value.kind.words());
            return self.slow(line, format!("writes {given} where there was {}", wanted.words()));
        }
        match target {
            Target::Local { slot, .. } => {
                self.settle(value, line);
                self.code.set(*slot);
            }
            Target::Cell { address, kind: Kind::Number, min, max, .. } => {
                let kept = self.code.keep(ValType::I64);
                self.watch(kept, value.range, *min, *max, line);
                self.code.word(0).get(kept).put(I::I64Store32(four(*address)));
            }
            Target::Cell { address, .. } => {
                let kept = self.code.keep(ValType::I32);
                self.code.word(0).get(kept).put(I::I32Store(four(*address)));
            }
            Target::Place(holder, spot, _) => self.store_place(holder, spot, &value, line)?,
        }
        Ok(())
    }

    fn store_place(
        &mut self,
        holder: &Holder,
        spot: &Spot,
        value: &Value,
        line: u32,
    ) -> Result<(), SlowLane> {
        let wasm = value.kind.wasm().unwrap_or(ValType::I64);
        let kept = self.code.keep(wasm);
        match &holder.kind {
            Kind::Grid { max, .. } => {
                self.check_spot(holder, spot, line)?;
                self.watch(kept, value.range, 0, i64::from(*max), line);
                let offset = self.spot_address(holder, spot, 4, -4);
                self.code.get(kept).put(I::I64Store32(four(offset)));
            }
            Kind::Seats(field) => {
                self.check_spot(holder, spot, line)?;
                let field = &self.program.facts.schema.fields[*field];
                if let schema::Kind::Number { min, max } = field.kind {
                    self.watch(kept, value.range, i64::from(min), i64::from(max), line);
                }
                let offset = self.spot_address(holder, spot, 4, -4);
                let number = wasm == ValType::I64;
                self.code.get(kept);
                self.code.put(if number { I::I64Store32(four(offset)) } else { I::I32Store(four(offset)) });
            }
            _ => self.store_growing(holder, spot, kept, value, line),
        }
        Ok(())
    }

    /// Writes into a pile or a local list; the place behind the last one makes it longer.
    fn store_growing(&mut self, holder: &Holder, spot: &Spot, kept: u32, value: &Value, line: u32) {
        let index = self.program.site(line, Trouble::Index(holder.words.clone()));
        if let Kind::Pile { room, kinds } = holder.kind {
            let full = self.program.site(line, Trouble::Full(holder.words.clone(), room));
            self.watch(kept, value.range, 1, i64::from(kinds), line);
            self.address(holder);
            self.code.get(spot.at).get(kept).word(room).word(index).word(full).call(Runtime::PutPile);
        } else {
            self.code.get(kept);
            self.settle(value.clone(), line);
            let kept = self.code.keep(ValType::I64);
            let memory = self.program.site(line, Trouble::Memory);
            self.address(holder);
            self.code.get(spot.at).get(kept).word(index).word(memory).call(Runtime::PutList);
        }
    }

    /// Remembers that a value out of range is written; stops where it is far out.
    fn watch(&mut self, kept: u32, range: Range, min: i64, max: i64, line: u32) {
        if range.within(min, max) {
            return;
        }
        let wide = self.program.site(line, Trouble::Wide);
        self.code.get(kept).int(min).put(I::I64Sub).int(max - min).put(I::I64GtU).when();
        self.code.word(wide).store(Global::Wide);
        let (low, high) = (min.min(-STRAY), max.max(STRAY));
        if !range.within(low, high) {
            let far = self.program.site(line, Trouble::Cell);
            self.code.get(kept).int(low).put(I::I64Sub).int(high - low).put(I::I64GtU).stop_when(far, kept);
        }
        self.code.end();
    }

    /// `pile[#pile] = nil`
    pub(super) fn remove_last(&mut self, target: &'a Expr<'a>, line: u32) -> Result<(), SlowLane> {
        let Node::Index(of, at) = &*target.node else { return self.slow(line, "uses `nil`") };
        if self.known(of).is_some() {
            return self.outside(line, "a table that");
        }
        let holder = self.holder(of)?;
        let spot = self.spot(at)?;
        let remove = match holder.kind {
            Kind::Pile { .. } => Runtime::PopPile,
            Kind::List => Runtime::PopList,
            _ => return self.slow(line, "uses `nil`"),
        };
        let site = self.program.site(line, Trouble::NotLast(holder.words.clone()));
        self.code.get(spot.at);
        self.length(&holder, line)?;
        self.code.put(I::I64Ne).stop_when(site, spot.at);
        let empty = self.program.site(line, Trouble::Empty(holder.words.clone()));
        self.address(&holder);
        self.code.word(empty).call(remove).put(I::Drop);
        Ok(())
    }
}
