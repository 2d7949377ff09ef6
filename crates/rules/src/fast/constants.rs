//! Lists, records and texts of the file, laid out in the memory of the module.

use std::collections::HashMap;
use std::rc::Rc;

use super::Constant;
use super::kinds::{EXACT, Kind, Shape};

/// A value that is known while compiling.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Known<'a> {
    Number(i64),
    Flag(bool),
    Text(&'a str),
    /// A list or record.
    Table(&'a Constant),
}

/// The constants met so far and their bytes.
pub(super) struct Constants<'a> {
    met: Vec<&'a Constant>,
    texts: Vec<&'a str>,
    laid: HashMap<(usize, Kind), u32>,
    base: u32,
    pub(super) bytes: Vec<u8>,
}

impl<'a> Constants<'a> {
    pub(super) fn new(base: u32) -> Constants<'a> {
        Constants { met: Vec::new(), texts: Vec::new(), laid: HashMap::new(), base, bytes: Vec::new() }
    }

    /// What a constant is to the compiler; `None` where the subset has no such value.
    pub(super) fn known(&self, constant: &'a Constant) -> Option<Known<'a>> {
        match constant {
            Constant::Number(number) => whole(*number).map(Known::Number),
            Constant::Flag(flag) => Some(Known::Flag(*flag)),
            Constant::Text(text) => Some(Known::Text(text)),
            Constant::List(_) | Constant::Record(_) => Some(Known::Table(constant)),
            Constant::Nil | Constant::Function | Constant::Game | Constant::Other(_) => None,
        }
    }

    /// The number of a list or record.
    pub(super) fn number(&mut self, constant: &'a Constant) -> usize {
        let same = |other: &&Constant| std::ptr::eq(*other, constant);
        self.met.iter().position(same).unwrap_or_else(|| {
            self.met.push(constant);
            self.met.len() - 1
        })
    }

    /// The list or record with this number.
    pub(super) fn table(&self, number: usize) -> &'a Constant {
        self.met[number]
    }

    /// The number of a text; equal texts have equal numbers.
    pub(super) fn text(&mut self, text: &'a str) -> u32 {
        let found = self.texts.iter().position(|other| *other == text);
        found.unwrap_or_else(|| {
            self.texts.push(text);
            self.texts.len() - 1
        }) as u32
    }

    /// The value that a kind stands for, if it stands for one.
    pub(super) fn value_of(&self, kind: &Kind) -> Option<Known<'a>> {
        match kind {
            Kind::Constant(number) => Some(Known::Table(self.met[*number])),
            Kind::Literal(number) => Some(Known::Text(self.texts[*number as usize])),
            _ => None,
        }
    }

    /// The kind a constant has while running; `None` where it mixes kinds.
    pub(super) fn kind(&self, constant: &'a Constant) -> Option<Kind> {
        Some(match self.known(constant)? {
            Known::Number(_) => Kind::Number,
            Known::Flag(_) => Kind::Flag,
            Known::Text(_) => Kind::Text,
            Known::Table(Constant::List(items)) => {
                let mut common: Option<Kind> = None;
                for item in items {
                    let kind = self.kind(item)?;
                    common = Some(common.map_or(Some(kind.clone()), |so_far| unify(&so_far, &kind))?);
                }
                Kind::Fixed(Rc::new(Shape::List(common.unwrap_or(Kind::Number))))
            }
            Known::Table(Constant::Record(values)) => {
                let fields =
                    values.iter().filter_map(|(name, value)| Some((name.clone(), self.kind(value)?)));
                Kind::Fixed(Rc::new(Shape::Record(fields.collect())))
            }
            Known::Table(_) => return None,
        })
    }

    /// Writes a list or record in the shape of `kind` and says where it lies.
    pub(super) fn lay(&mut self, constant: &'a Constant, kind: &Kind) -> Option<u32> {
        let Known::Table(table) = self.known(constant)? else { return None };
        let key = (self.number(table), kind.clone());
        if let Some(address) = self.laid.get(&key) {
            return Some(*address);
        }
        let Kind::Fixed(shape) = kind else { return None };
        let mut slots = Vec::new();
        match (&**shape, table) {
            (Shape::List(element), Constant::List(items)) => {
                slots.push(items.len() as i64);
                for item in items {
                    slots.push(self.slot(item, element)?);
                }
            }
            (Shape::Record(fields), Constant::Record(values)) => {
                for (name, field) in fields {
                    slots.push(self.slot(values.get(name)?, field)?);
                }
            }
            _ => return None,
        }
        let address = self.base + self.bytes.len() as u32;
        self.bytes.extend(slots.iter().flat_map(|slot| slot.to_le_bytes()));
        self.laid.insert(key, address);
        Some(address)
    }

    fn slot(&mut self, constant: &'a Constant, kind: &Kind) -> Option<i64> {
        Some(match self.known(constant)? {
            Known::Number(number) => number,
            Known::Flag(flag) => i64::from(flag),
            Known::Text(text) => i64::from(self.text(text)),
            Known::Table(_) => i64::from(self.lay(constant, kind)?),
        })
    }
}

/// The whole number a Luau number is, if it is one.
pub(super) fn whole(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() <= EXACT as f64).then_some(number as i64)
}

/// What two kinds have in common: records keep the names they share.
pub(super) fn unify(one: &Kind, other: &Kind) -> Option<Kind> {
    if one == other {
        return Some(one.clone());
    }
    let (Kind::Fixed(a), Kind::Fixed(b)) = (one, other) else { return None };
    let shape = match (&**a, &**b) {
        (Shape::List(a), Shape::List(b)) => Shape::List(unify(a, b)?),
        (Shape::Record(a), Shape::Record(b)) => {
            let shared = a.iter().filter_map(|(name, kind)| {
                let (_, twin) = b.iter().find(|(other, _)| other == name)?;
                Some((name.clone(), unify(kind, twin)?))
            });
            Shape::Record(shared.collect())
        }
        _ => return None,
    };
    Some(Kind::Fixed(Rc::new(shape)))
}
