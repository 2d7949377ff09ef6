//! Expressions: each pushes its value, if its kind has one while running.

use wasm_encoder::{Instruction as I, ValType};

use super::SlowLane;
use super::body::Body;
use super::code::four;
use super::constants::{Known, unify};
use super::faults::Trouble;
use super::holders::{Spot, cell_range};
use super::kinds::{EXACT, Kind, Range, Shape};
use super::program::Value;
use super::tree::{Binary, Expr, Node};
use crate::schema::{PHASE, TURN};

impl<'a> Body<'_, 'a> {
    /// Compiles an expression.
    pub(super) fn expr(&mut self, e: &'a Expr<'a>) -> Result<Value, SlowLane> {
        if let Some(known) = self.known(e) {
            return Ok(self.push_known(known));
        }
        match &*e.node {
            Node::Name(name) => self.name(name, e.line),
            Node::Brackets(inner) => self.expr(inner),
            Node::Field(of, name) => self.field(of, name, e.line),
            Node::Index(of, at) => self.index(of, at, e.line),
            Node::Call(..) => {
                let results = self.call(e)?;
                let Some((first, rest)) = results.split_first() else {
                    return self.slow(e.line, "uses a value that the function does not give");
                };
                self.discard(rest);
                Ok(first.clone())
            }
            Node::Not(of) => {
                self.flag(of)?;
                self.code.put(I::I32Eqz);
                Ok(Value { kind: Kind::Flag, range: Range::ANY })
            }
            Node::Minus(of) => {
                self.code.int(0);
                let range = self.number(of)?;
                self.code.put(I::I64Sub);
                let range = Range::of(0).minus(range).unwrap_or(Range::ANY);
                Ok(Value { kind: Kind::Number, range })
            }
            Node::Length(of) => {
                let holder = self.holder(of)?;
                Ok(Value { kind: Kind::Number, range: self.length(&holder, e.line)? })
            }
            Node::Binary(operation, a, b) => self.binary(*operation, a, b, e.line),
            Node::Choice(condition, yes, no) => self.choice(condition, yes, no, e.line),
            Node::List(items) => self.new_list(items, e.line),
            other => self.slow(e.line, outside(other)),
        }
    }

    /// Pushes a value that is known while compiling.
    pub(super) fn push_known(&mut self, known: Known<'a>) -> Value {
        match known {
            Known::Number(number) => {
                self.code.int(number);
                Value { kind: Kind::Number, range: Range::of(number) }
            }
            Known::Flag(flag) => {
                self.code.word(u32::from(flag));
                Value { kind: Kind::Flag, range: Range::ANY }
            }
            Known::Text(text) => {
                let number = self.program.constants.text(text);
                self.code.word(number);
                Value { kind: Kind::Text, range: Range::ANY }
            }
            Known::Table(table) => {
                Value { kind: Kind::Constant(self.program.constants.number(table)), range: Range::ANY }
            }
        }
    }

    /// Compiles an expression that must be a number; says how far it can reach.
    pub(super) fn number(&mut self, e: &'a Expr<'a>) -> Result<Range, SlowLane> {
        let value = self.expr(e)?;
        match value.kind {
            Kind::Number => Ok(value.range),
            other => self.slow(e.line, format!("uses {} as a number", other.words())),
        }
    }

    /// Compiles an expression that must be true or false.
    pub(super) fn flag(&mut self, e: &'a Expr<'a>) -> Result<(), SlowLane> {
        match self.expr(e)?.kind {
            Kind::Flag => Ok(()),
            other => self.slow(e.line, format!("uses {} as true or false", other.words())),
        }
    }

    /// Compiles an expression that is about to become a value of this kind: texts become phases.
    pub(super) fn expr_for(&mut self, e: &'a Expr<'a>, kind: &Kind) -> Result<Value, SlowLane> {
        if let (Kind::Phase, Some(Known::Text(text))) = (kind, self.known(e)) {
            return self.phase(text, e.line);
        }
        if let (Kind::Phase, Some((condition, yes, no))) = (kind, choice_of(e)) {
            self.flag(condition)?;
            let flag = self.code.keep(ValType::I32);
            let one = self.aside(|body| body.expr_for(yes, kind))?;
            return self.either_of(flag, one, yes, no, e.line);
        }
        self.expr(e)
    }

    /// Pushes the number of a phase.
    pub(super) fn phase(&mut self, name: &str, line: u32) -> Result<Value, SlowLane> {
        let phases = &self.program.facts.schema.phases;
        let Some(number) = phases.iter().position(|phase| phase == name) else {
            return self.unknown(line, format!("names a phase `{name}`, which the game does not have"));
        };
        self.code.word(number as u32);
        Ok(Value { kind: Kind::Phase, range: Range::ANY })
    }

    /// Stops the rule where the number on the stack is not exact; needed before a number is kept.
    pub(super) fn settle(&mut self, value: Value, line: u32) -> Value {
        if value.kind != Kind::Number || value.range.exact() {
            return value;
        }
        let site = self.program.site(line, Trouble::Large);
        let kept = self.code.keep(ValType::I64);
        self.code.get(kept).int(EXACT).put(I::I64Add).int(2 * EXACT).put(I::I64GtU).stop_when(site, kept);
        self.code.get(kept);
        Value { kind: Kind::Number, range: Range::ANY }
    }

    fn name(&mut self, name: &str, line: u32) -> Result<Value, SlowLane> {
        if let Some(variable) = self.variable(name) {
            let (kind, range, slot) = (variable.kind.clone(), variable.range, variable.slot);
            if let Some(slot) = slot {
                self.code.get(slot);
            }
            return Ok(Value { kind, range });
        }
        if self.program.function(name, self.order, line)?.is_some() {
            return self.slow(line, format!("uses the function `{name}` as a value"));
        }
        match self.program.constant(name, self.order, line)? {
            Some(super::Constant::Number(number)) => {
                self.slow(line, format!("uses `{name}`, which is {number} and not a whole number"))
            }
            Some(_) => {
                self.slow(line, format!("uses `{name}`, which is no number, flag, text, list or record"))
            }
            None => self.slow(line, format!("uses `{name}`, which the file does not declare")),
        }
    }

    fn field(&mut self, of: &'a Expr<'a>, name: &'a str, line: u32) -> Result<Value, SlowLane> {
        if let Some(Known::Table(_)) = self.known(of) {
            return self.slow(line, format!("reads `{name}`, which is no value of the fast lane there"));
        }
        let value = self.expr(of)?;
        match &value.kind {
            Kind::State => self.state_field(name, line),
            Kind::Fixed(shape) => {
                let Shape::Record(fields) = &**shape else {
                    return self.slow(line, format!("asks a list for `{name}`"));
                };
                let Some(slot) = fields.iter().position(|(field, _)| field == name) else {
                    return self
                        .slow(line, format!("reads `{name}`, which not all rows have, or not of one kind"));
                };
                Ok(self.load_slot(&fields[slot].1, 8 * slot as u32))
            }
            kind => self.slow(line, format!("asks {} for `{name}`", kind.words())),
        }
    }

    fn state_field(&mut self, name: &str, line: u32) -> Result<Value, SlowLane> {
        let schema = self.program.facts.schema;
        if name == "turn" {
            self.code.word(0).put(I::I64Load32S(four(4 * TURN as u32)));
            return Ok(Value {
                kind: Kind::Number,
                range: Range::new(-super::holders::STRAY, super::holders::STRAY),
            });
        }
        if name == "phase" {
            self.code.word(0).put(I::I32Load(four(4 * PHASE as u32)));
            return Ok(Value { kind: Kind::Phase, range: Range::ANY });
        }
        let Some(number) = schema.fields.iter().position(|field| field.name == name) else {
            return self.unknown(line, format!("reads `{name}`, but the state has no field `{name}`"));
        };
        let field = &schema.fields[number];
        if field.per_player {
            return Ok(Value { kind: Kind::Seats(number), range: Range::ANY });
        }
        let (kind, address) = (self.field_kind(field), 4 * field.first as u32);
        match kind {
            Kind::Number => self.code.word(0).put(I::I64Load32S(four(address))),
            Kind::Flag => self.code.word(0).put(I::I32Load(four(address))),
            _ => self.code.word(address),
        };
        Ok(Value { kind, range: cell_range(field) })
    }

    fn index(&mut self, of: &'a Expr<'a>, at: &'a Expr<'a>, line: u32) -> Result<Value, SlowLane> {
        if let Some(Known::Text(name)) = self.known(at) {
            return self.field(of, name, line);
        }
        let holder = self.holder(of)?;
        let spot = self.spot(at)?;
        self.read(&holder, &spot, line)
    }

    /// Compiles the number of a place into a local.
    pub(super) fn spot(&mut self, at: &'a Expr<'a>) -> Result<Spot, SlowLane> {
        let range = self.number(at)?;
        Ok(Spot::new(self.code.keep(ValType::I64), range))
    }

    fn choice(
        &mut self,
        condition: &'a Expr<'a>,
        yes: &'a Expr<'a>,
        no: &'a Expr<'a>,
        line: u32,
    ) -> Result<Value, SlowLane> {
        match self.known(condition) {
            Some(Known::Flag(true)) => return self.expr(yes),
            Some(Known::Flag(false)) => return self.expr(no),
            _ => {}
        }
        if let Some(value) = self.choice_of_tables(condition, yes, no)? {
            return Ok(value);
        }
        self.flag(condition)?;
        self.either(yes, no, line)
    }

    /// With a flag on the stack: pushes the one or the other.
    fn either(&mut self, yes: &'a Expr<'a>, no: &'a Expr<'a>, line: u32) -> Result<Value, SlowLane> {
        let flag = self.code.keep(ValType::I32);
        let one = self.aside(|body| body.expr(yes))?;
        self.either_of(flag, one, yes, no, line)
    }

    /// The same with the flag in a local and the one already compiled.
    fn either_of(
        &mut self,
        flag: u32,
        mut one: Aside,
        yes: &'a Expr<'a>,
        no: &'a Expr<'a>,
        line: u32,
    ) -> Result<Value, SlowLane> {
        let other = self.aside(|body| body.expr_for(no, &one.0.kind))?;
        if other.0.kind == Kind::Phase && one.0.kind == Kind::Text {
            one = self.aside(|body| body.expr_for(yes, &Kind::Phase))?;
        }
        if one.0.kind != other.0.kind {
            let (a, b) = (one.0.kind.words(), other.0.kind.words());
            return self.slow(line, format!("chooses between {a} and {b}"));
        }
        let Some(wasm) = one.0.kind.wasm() else { return Ok(one.0) };
        self.code.get(flag).choose(wasm);
        self.code.append(one.1);
        self.code.otherwise();
        self.code.append(other.1);
        self.code.end();
        Ok(Value { kind: one.0.kind, range: one.0.range.join(other.0.range) })
    }

    /// Compiles something without putting it into the function yet.
    fn aside(
        &mut self,
        inside: impl FnOnce(&mut Self) -> Result<Value, SlowLane>,
    ) -> Result<Aside, SlowLane> {
        let mark = self.code.mark();
        let value = inside(self)?;
        Ok((value, self.code.cut(mark)))
    }

    /// Two tables of the file can be chosen from while running if they look alike.
    fn choice_of_tables(
        &mut self,
        condition: &'a Expr<'a>,
        yes: &'a Expr<'a>,
        no: &'a Expr<'a>,
    ) -> Result<Option<Value>, SlowLane> {
        let (Some(Known::Table(one)), Some(Known::Table(other))) = (self.known(yes), self.known(no)) else {
            return Ok(None);
        };
        let constants = &mut self.program.constants;
        let common = constants.kind(one).zip(constants.kind(other)).and_then(|(a, b)| unify(&a, &b));
        let Some(kind) = common else { return Ok(None) };
        let places = constants.lay(one, &kind).zip(constants.lay(other, &kind));
        let Some((one, other)) = places else { return Ok(None) };
        self.code.word(one).word(other);
        self.flag(condition)?;
        self.code.put(I::Select);
        Ok(Some(Value { kind, range: Range::ANY }))
    }

    /// `and` and `or` of flags.
    pub(super) fn logic(
        &mut self,
        operation: Binary,
        a: &'a Expr<'a>,
        b: &'a Expr<'a>,
        line: u32,
    ) -> Result<Value, SlowLane> {
        if let (Binary::Or, Node::Binary(Binary::And, condition, yes)) = (operation, &*a.node) {
            return self.and_or(condition, yes, b, line);
        }
        self.flag(a)?;
        self.code.choose(ValType::I32);
        if operation == Binary::And {
            self.flag(b)?;
            self.code.otherwise().word(0).end();
        } else {
            self.or_else(b)?;
        }
        Ok(Value { kind: Kind::Flag, range: Range::ANY })
    }

    /// `c and a or b`: a choice, unless `a` can be false.
    fn and_or(
        &mut self,
        condition: &'a Expr<'a>,
        yes: &'a Expr<'a>,
        no: &'a Expr<'a>,
        line: u32,
    ) -> Result<Value, SlowLane> {
        if matches!(self.known(yes), Some(Known::Number(_) | Known::Text(_) | Known::Table(_))) {
            return self.choice(condition, yes, no, line);
        }
        let one = self.aside(|body| body.expr(yes))?;
        self.flag(condition)?;
        if one.0.kind != Kind::Flag {
            let flag = self.code.keep(ValType::I32);
            return self.either_of(flag, one, yes, no, line);
        }
        self.code.choose(ValType::I32);
        self.code.append(one.1);
        self.code.otherwise().word(0).end();
        self.code.choose(ValType::I32);
        self.or_else(no)?;
        Ok(one.0)
    }

    /// Inside a choice whose first branch is "yes": the other branch.
    fn or_else(&mut self, no: &'a Expr<'a>) -> Result<(), SlowLane> {
        self.code.word(1).otherwise();
        self.flag(no)?;
        self.code.end();
        Ok(())
    }
}

/// The parts of `if c then a else b` and of `c and a or b`.
fn choice_of<'a>(e: &'a Expr<'a>) -> Option<(&'a Expr<'a>, &'a Expr<'a>, &'a Expr<'a>)> {
    match &*e.node {
        Node::Choice(condition, yes, no) => Some((condition, yes, no)),
        Node::Binary(Binary::Or, first, no) => match &*first.node {
            Node::Binary(Binary::And, condition, yes) => Some((condition, yes, no)),
            _ => None,
        },
        _ => None,
    }
}

/// A value and the instructions that push it.
type Aside = (Value, Vec<I<'static>>);

/// Why an expression is outside the subset.
fn outside(node: &Node) -> &'static str {
    match node {
        Node::Nil => "uses `nil`",
        Node::Number(_) => "uses a fraction; the fast lane has whole numbers",
        Node::Filled | Node::Text(_) => "puts a text together",
        Node::Rest => "uses `...`",
        Node::Method(..) => "calls something with `:`",
        Node::Function(_) => "makes a function inside a function",
        Node::Table(_) => "makes a table with names",
        _ => "uses something the fast lane does not know",
    }
}
