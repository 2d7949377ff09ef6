//! Everything with places: grids, piles, local lists, lists of the file, fields of every player. How long it is
//! and what lies in a place.

use wasm_encoder::{Instruction as I, ValType};

use super::body::Body;
use super::code::{eight, four};
use super::constants::Known;
use super::faults::Trouble;
use super::kinds::{Kind, Range, Shape};
use super::program::Value;
use super::tree::{Expr, Node};
use super::{Constant, SlowLane};
use crate::schema::{self, Field};

/// How far a cell may stray from what is declared before the rule stops at once.
pub(super) const STRAY: i64 = 1 << 30;

/// Where a holder lies.
#[derive(Clone, Copy, Debug)]
pub(super) enum Base {
    /// At an address known while compiling.
    At(u32),
    /// At the address in a local.
    In(u32),
}

/// Something with places.
#[derive(Clone, Debug)]
pub(super) struct Holder {
    pub(super) kind: Kind,
    pub(super) base: Base,
    /// How long it is, if that is known while compiling.
    size: Option<i64>,
    /// How the designer wrote it.
    pub(super) words: String,
}

/// A place: the number in a local, and how far it can reach.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) at: u32,
    pub(super) range: Range,
    /// Whether it has been compared with the length already.
    sure: bool,
}

impl Spot {
    pub(super) fn new(at: u32, range: Range) -> Spot {
        Spot { at, range, sure: false }
    }

    /// A place that is known to exist.
    pub(super) fn sure(at: u32) -> Spot {
        Spot { at, range: Range::ANY, sure: true }
    }
}

impl<'a> Body<'_, 'a> {
    /// Compiles something with places; nothing stays on the stack.
    pub(super) fn holder(&mut self, e: &'a Expr<'a>) -> Result<Holder, SlowLane> {
        let words = e.path().map_or_else(|| "the list".to_owned(), |path| format!("`{path}`"));
        if let Some(Known::Table(table)) = self.known(e) {
            let Some(kind) = self.program.constants.kind(table) else {
                return self.slow(e.line, format!("uses {words}, which mixes kinds of values"));
            };
            let Some(address) = self.program.constants.lay(table, &kind) else {
                return self.slow(e.line, format!("uses {words}, which mixes kinds of values"));
            };
            let size = if let Constant::List(items) = table { Some(items.len() as i64) } else { None };
            return Ok(Holder { kind, base: Base::At(address), size, words });
        }
        if let Some((kind, address)) = self.shared_field(e) {
            let size = self.fixed_size(&kind);
            return Ok(Holder { kind, base: Base::At(address), size, words });
        }
        let value = self.expr(e)?;
        let base = match (&value.kind, &*e.node) {
            (Kind::Seats(field), _) => Base::At(4 * self.program.facts.schema.fields[*field].first as u32),
            (kind, Node::Name(name)) if kind.wasm().is_some() && !self.changes(name) => {
                self.code.put(I::Drop);
                let slot = self.variable(name).and_then(|variable| variable.slot);
                slot.map_or(Base::At(0), Base::In)
            }
            (kind, _) => match kind.wasm() {
                Some(ValType::I32) => Base::In(self.code.keep(ValType::I32)),
                _ => return self.slow(e.line, format!("looks for places in {}", kind.words())),
            },
        };
        let size = self.fixed_size(&value.kind);
        Ok(Holder { kind: value.kind, base, size, words })
    }

    /// How many places every holder of a kind has.
    fn fixed_size(&self, kind: &Kind) -> Option<i64> {
        match kind {
            Kind::Grid { size, .. } => Some(i64::from(*size)),
            Kind::Seats(_) => Some(i64::from(self.seats())),
            _ => None,
        }
    }

    /// The kind and address of `s.board` where the field is not one of every player.
    fn shared_field(&self, e: &'a Expr<'a>) -> Option<(Kind, u32)> {
        let Node::Field(of, name) = &*e.node else { return None };
        let Node::Name(of) = &*of.node else { return None };
        if self.variable(of)?.kind != Kind::State {
            return None;
        }
        let field = self.program.facts.schema.fields.iter().find(|field| field.name == *name)?;
        let kind = self.field_kind(field);
        let holds = !field.per_player && matches!(kind, Kind::Grid { .. } | Kind::Pile { .. });
        holds.then_some((kind, 4 * field.first as u32))
    }

    /// The kind of one copy of a field.
    pub(super) fn field_kind(&self, field: &Field) -> Kind {
        match &field.kind {
            schema::Kind::Number { .. } => Kind::Number,
            schema::Kind::Flag => Kind::Flag,
            schema::Kind::Grid(grid) => Kind::Grid { size: (grid.width * grid.height) as u32, max: grid.max },
            schema::Kind::Tokens { names, max } => Kind::Grid { size: names.len() as u32, max: *max },
            schema::Kind::Pile { of, room, .. } => {
                let kinds = self.program.facts.schema.cards.get(*of).map_or(0, |set| set.names.len());
                Kind::Pile { room: *room as u32, kinds: kinds as i32 }
            }
        }
    }

    pub(super) fn seats(&self) -> u32 {
        self.program.facts.schema.seats.len() as u32
    }

    /// Pushes the address of a holder.
    pub(super) fn address(&mut self, holder: &Holder) {
        match holder.base {
            Base::At(address) => self.code.word(address),
            Base::In(local) => self.code.get(local),
        };
    }

    /// Pushes the length.
    pub(super) fn length(&mut self, holder: &Holder, line: u32) -> Result<Range, SlowLane> {
        if let Some(size) = holder.size {
            self.code.int(size);
            return Ok(Range::of(size));
        }
        let most = match &holder.kind {
            Kind::Pile { room, .. } => i64::from(*room),
            Kind::List => i64::from(i32::MAX),
            Kind::Fixed(shape) if matches!(&**shape, Shape::List(_)) => i64::from(i32::MAX),
            kind => return self.slow(line, format!("asks for the length of {}", kind.words())),
        };
        self.address(holder);
        self.code.put(I::I64Load32S(four(0)));
        Ok(Range::new(0, most))
    }

    /// Stops the rule where a place does not exist.
    pub(super) fn check_spot(&mut self, holder: &Holder, spot: &Spot, line: u32) -> Result<(), SlowLane> {
        if spot.sure || holder.size.is_some_and(|size| spot.range.within(1, size)) {
            return Ok(());
        }
        let trouble = match &holder.kind {
            Kind::Seats(_) => Trouble::Seat(self.seats()),
            _ => Trouble::Index(holder.words.clone()),
        };
        let site = self.program.site(line, trouble);
        self.code.get(spot.at).int(1).put(I::I64Sub);
        self.length(holder, line)?;
        self.code.put(I::I64GeU).stop_when(site, spot.at);
        Ok(())
    }

    /// Pushes the address that a place lies at, `skew` bytes behind the start of the holder for place 0, as far
    /// as it is not known; the rest is the offset that comes back.
    pub(super) fn spot_address(&mut self, holder: &Holder, spot: &Spot, size: u32, skew: i32) -> u32 {
        self.code.get(spot.at).put(I::I32WrapI64);
        if size.is_power_of_two() {
            self.code.word(size.trailing_zeros()).put(I::I32Shl);
        } else {
            self.code.word(size).put(I::I32Mul);
        }
        let (base, skew) = match holder.base {
            Base::At(address) => (None, i64::from(address) + i64::from(skew)),
            Base::In(local) => (Some(local), i64::from(skew)),
        };
        if let Some(local) = base {
            self.code.get(local).put(I::I32Add);
        }
        if skew < 0 {
            self.code.put(I::I32Const(skew as i32)).put(I::I32Add);
            return 0;
        }
        skew as u32
    }

    /// Pushes what lies in a place.
    pub(super) fn read(&mut self, holder: &Holder, spot: &Spot, line: u32) -> Result<Value, SlowLane> {
        self.check_spot(holder, spot, line)?;
        match &holder.kind {
            Kind::Grid { max, .. } => {
                let offset = self.spot_address(holder, spot, 4, -4);
                self.code.put(I::I64Load32S(four(offset)));
                Ok(Value { kind: Kind::Number, range: Range::new(-STRAY, STRAY.max(i64::from(*max))) })
            }
            Kind::Pile { kinds, .. } => {
                let offset = self.spot_address(holder, spot, 4, 0);
                self.code.put(I::I64Load32S(four(offset)));
                Ok(Value { kind: Kind::Number, range: Range::new(-STRAY, STRAY.max(i64::from(*kinds))) })
            }
            Kind::List => {
                self.address(holder);
                self.code.put(I::I32Load(four(8))).get(spot.at).put(I::I32WrapI64);
                self.code
                    .word(3)
                    .put(I::I32Shl)
                    .put(I::I32Add)
                    .word(8)
                    .put(I::I32Sub)
                    .put(I::I64Load(eight(0)));
                Ok(Value { kind: Kind::Number, range: Range::ANY })
            }
            Kind::Fixed(shape) => {
                let Shape::List(element) = &**shape else {
                    return self.slow(line, format!("asks {} for a place; it has names", holder.words));
                };
                let offset = self.spot_address(holder, spot, 8, 0);
                Ok(self.load_slot(element, offset))
            }
            Kind::Seats(field) => Ok(self.read_seat(*field, holder, spot)),
            kind => self.slow(line, format!("looks for places in {}", kind.words())),
        }
    }

    /// Pushes a constant from the address on the stack.
    pub(super) fn load_slot(&mut self, kind: &Kind, offset: u32) -> Value {
        self.code.put(match kind {
            Kind::Number => I::I64Load(eight(offset)),
            _ => I::I32Load(four(offset)),
        });
        Value { kind: kind.clone(), range: Range::ANY }
    }

    /// Pushes a seat's copy of a field, or its address.
    fn read_seat(&mut self, field: usize, holder: &Holder, spot: &Spot) -> Value {
        let field = &self.program.facts.schema.fields[field];
        let (kind, size) = (self.field_kind(field), 4 * field.kind.size() as u32);
        let offset = self.spot_address(holder, spot, size, -size.cast_signed());
        let range = cell_range(field);
        match kind {
            Kind::Number => self.code.put(I::I64Load32S(four(offset))),
            Kind::Flag => self.code.put(I::I32Load(four(offset))),
            _ => self.code.word(offset).put(I::I32Add),
        };
        Value { kind, range }
    }
}

/// How far the number in a cell of a field can reach while a rule runs.
pub(super) fn cell_range(field: &Field) -> Range {
    match field.kind {
        schema::Kind::Number { min, max } => {
            Range::new((-STRAY).min(i64::from(min)), STRAY.max(i64::from(max)))
        }
        _ => Range::new(-STRAY, STRAY),
    }
}
