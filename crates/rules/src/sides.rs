//! Sides: factions, characters or decks apart from seats, so that it can be told whether it helps to sit
//! first or to play the Fire deck.
//!
//! A state of a game with sides has the field `side`, the number of each player's side. It is fixed (the
//! first player plays the first side) or dealt by chance before the rules prepare the match. The host deals,
//! so that it does not matter which lane runs the rules.

use crate::declare::{Declared, Read};
use crate::lane::Need;
use crate::schema::{Field, Kind, Schema, See};
use mlua::{Table, Value};

/// The name of the field.
pub(crate) const SIDE: &str = "side";

const HINT: &str = "write sides = { \"Fire\", \"Forest\" } or { { name = \"Hunter\", seats = 1 }, ... }";

/// A side as declared.
pub(crate) struct Declaration {
    name: String,
    seats: usize,
}

impl Declared<'_> {
    /// The sides; none where nothing is said of them.
    pub(crate) fn sides(&self, game: &Table) -> Read<Vec<Declaration>> {
        let list = match self.get::<Value>(game, "sides")? {
            Value::Nil => return Ok(Vec::new()),
            Value::Table(list) => list,
            _ => return Err(self.at(&["sides"], "sides are a list", "", HINT)),
        };
        let mut all: Vec<Declaration> = Vec::new();
        for entry in list.sequence_values::<Value>() {
            let side = match entry {
                Ok(Value::String(name)) => Declaration { name: name.to_string_lossy(), seats: 1 },
                Ok(Value::Table(spec)) => self.side(&spec)?,
                _ => {
                    return Err(self.at(
                        &["sides"],
                        "a side is a name, or a name and a number of seats",
                        "",
                        HINT,
                    ));
                }
            };
            if side.name.is_empty() || side.seats == 0 {
                return Err(self.at(
                    &["sides"],
                    "a side needs a name and one seat or more",
                    &side.name,
                    HINT,
                ));
            }
            if all.iter().any(|other| other.name == side.name) {
                return Err(self.at(
                    &["sides"],
                    &format!("two sides are called `{}`", side.name),
                    "",
                    "give one of them another name",
                ));
            }
            all.push(side);
        }
        match all.len() {
            0 | 1 => {
                Err(self.at(&["sides"], "sides must list two sides or more", &all.len().to_string(), HINT))
            }
            _ => Ok(all),
        }
    }

    /// `{ name = "Hunter", seats = 1 }`
    fn side(&self, spec: &Table) -> Read<Declaration> {
        for (key, _) in spec.pairs::<Value, Value>().flatten() {
            let key = key.to_string().unwrap_or_default();
            if !["name", "seats"].contains(&key.as_str()) {
                let what = format!("a side has no setting `{key}`");
                return Err(self.at(&["sides"], &what, "", "it takes name, seats"));
            }
        }
        Ok(Declaration {
            name: self.get::<Option<String>>(spec, "name")?.unwrap_or_default(),
            seats: self.get::<Option<usize>>(spec, "seats")?.unwrap_or(1),
        })
    }

    /// Adds the sides to a schema whose fields are laid out.
    pub(crate) fn add_sides(&self, sides: Vec<Declaration>, schema: &mut Schema) -> Read<()> {
        if sides.is_empty() {
            return Ok(());
        }
        let seats = schema.seats.len();
        schema.plays = plays(&sides);
        if schema.plays.len() != seats {
            let what = format!("the sides have {} seats, and there are {seats} players", schema.plays.len());
            return Err(self.at(&["sides"], &what, "", "seats of all sides add up to the number of players"));
        }
        if schema.fields.iter().any(|field| field.name == SIDE) {
            return Err(self.at(
                &["state", SIDE],
                "a state with sides has `side` already",
                "",
                "choose another name",
            ));
        }
        schema.sides = sides.into_iter().map(|side| side.name).collect();
        schema.dealt = self.get::<Option<bool>>(&self.record, "dealt")?.unwrap_or(false);
        schema.fields.push(Field {
            name: SIDE.into(),
            title: "Side".into(),
            kind: Kind::Number { min: 1, max: schema.sides.len() as i32 },
            per_player: true,
            see: See::All,
            helper: false,
            first: schema.cells,
            draw: String::new(),
            start: 1,
            line: self.get(&self.record, "line")?,
            only: Vec::new(),
            by_side: false,
            shown: None,
        });
        schema.cells += seats;
        Ok(())
    }
}

/// The side of each seat, counted from 0.
pub(crate) fn plays(sides: &[Declaration]) -> Vec<usize> {
    sides.iter().enumerate().flat_map(|(at, side)| vec![at; side.seats]).collect()
}

impl Schema {
    /// Gives every seat its side. Of these outcomes of chance the first deal the sides, if they are dealt;
    /// returns the others, or what is still needed.
    pub(crate) fn deal<'a>(&self, cells: &mut [i32], outcomes: &'a [u64]) -> Result<&'a [u64], Need> {
        let Some(field) = self.fields.iter().find(|field| field.name == SIDE && !self.sides.is_empty())
        else {
            return Ok(outcomes);
        };
        let draws = if self.dealt { self.plays.len() - 1 } else { 0 };
        if outcomes.len() < draws {
            return Err(Need::Below((self.plays.len() - outcomes.len()) as u32));
        }
        let mut plays = self.plays.clone();
        for (last, &drawn) in (1..plays.len()).rev().zip(&outcomes[..draws]) {
            plays.swap(last, drawn as usize);
        }
        for (seat, side) in plays.into_iter().enumerate() {
            cells[self.place(field, seat).start] = side as i32 + 1;
        }
        Ok(&outcomes[draws..])
    }

    /// The name of the side a seat plays, where there are sides.
    pub(crate) fn side_of(&self, cells: &[i32], seat: usize) -> Option<&String> {
        let field = self.fields.iter().find(|field| field.name == SIDE)?;
        self.sides.get((cells[self.place(field, seat).start] - 1) as usize)
    }
}
