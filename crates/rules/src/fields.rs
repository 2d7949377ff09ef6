//! Fields of the state, from what a file declared to their places among the cells.

use crate::declare::{Declared, Read, titled};
use crate::schema::{Field, Grid, HEADER, Kind, Schema, See};
use mlua::{Table, Value};

/// The most cells of a state.
const MOST_CELLS: usize = 1 << 16;

impl Declared<'_> {
    /// The fields in the order of their declarations, each with its place.
    pub(crate) fn fields(&self, game: &Table, schema: &mut Schema) -> Read<()> {
        let state: Table = self.get(game, "state")?;
        let mut found: Vec<(i64, String, Table)> = Vec::new();
        for pair in state.pairs::<String, Value>() {
            let (name, value) = pair.map_err(|_| {
                self.at(&["state"], "fields of state have names", "", "write sum = int { 0, 10 }")
            })?;
            let Value::Table(spec) = value else {
                let hint = format!("write {name} = int {{ 0, 10 }}, or another declaration");
                return Err(self.at(
                    &["state", &name],
                    &format!("the field `{name}` is not declared"),
                    &kind_of(&value),
                    &hint,
                ));
            };
            let order = self.get::<Option<i64>>(&spec, "order")?;
            let Some(order) = order else {
                let hint = format!("write {name} = int {{ 0, 10 }}, or another declaration");
                let what = format!("the field `{name}` is not declared");
                return Err(self.at(&["state", &name], &what, "a table", &hint));
            };
            if ["turn", "phase", "me"].contains(&name.as_str()) {
                return Err(self.at(
                    &["state", &name],
                    &format!("every state has `{name}` already"),
                    "",
                    "choose another name",
                ));
            }
            if !is_identifier(&name) {
                let what = format!("the name of the field `{name}` is no word");
                return Err(self.at(&["state"], &what, "", "write letters, digits and _, a letter first"));
            }
            found.push((order, name, spec));
        }
        // One declaration may stand behind two names.
        found.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        let mut first = HEADER + schema.seats.len();
        for (_, name, spec) in found {
            let mut field = self.field(name, &spec, first, schema)?;
            self.demand_start(&field)?;
            first += field.kind.size() * schema.copies(&field);
            let shown = self.get::<bool>(&spec, "reveal")?.then(|| field.revealed(first, &schema.seats));
            field.shown = shown.as_ref().map(|shown| shown.first);
            schema.fields.push(field);
            if let Some(shown) = shown {
                first += shown.kind.size() * schema.copies(&shown);
                schema.fields.push(shown);
            }
        }
        self.distinct(schema)?;
        if first > MOST_CELLS {
            return Err(self.at(
                &["state"],
                &format!("a state has at most {MOST_CELLS} cells"),
                &first.to_string(),
                "make boards and piles smaller",
            ));
        }
        schema.cells = first;
        Ok(())
    }

    /// What is revealed has a second field, whose name may be taken.
    fn distinct(&self, schema: &Schema) -> Read<()> {
        let names = schema.fields.iter().map(|field| &field.name);
        let twice = schema
            .fields
            .iter()
            .enumerate()
            .find(|(at, field)| names.clone().take(*at).any(|name| *name == field.name));
        twice.map_or(Ok(()), |(_, field)| {
            let what = format!("`{}` says to whom something is revealed", field.name);
            Err(self.wrong(field.line, &what, "", "choose another name"))
        })
    }

    fn kind(&self, spec: &Table, seats: usize) -> Read<Kind> {
        Ok(match self.get::<String>(spec, "kind")?.as_str() {
            "number" => Kind::Number { min: self.get(spec, "min")?, max: self.get(spec, "max")? },
            "player" => Kind::Number { min: 0, max: seats as i32 },
            "flag" => Kind::Flag,
            "tokens" => Kind::Tokens { names: self.get(spec, "names")?, max: self.get(spec, "max")? },
            "grid" => Kind::Grid(Grid {
                width: self.get(spec, "width")?,
                height: self.get(spec, "height")?,
                hex: self.get(spec, "hex")?,
                values: self.get(spec, "values")?,
                max: self.get(spec, "max")?,
                of: self.get::<Option<usize>>(spec, "of")?.map(|set| set.wrapping_sub(1)),
            }),
            _ => Kind::Pile {
                of: self.get::<usize>(spec, "of")?.wrapping_sub(1),
                room: self.get(spec, "room")?,
                ordered: self.get(spec, "ordered")?,
            },
        })
    }

    fn field(&self, name: String, spec: &Table, first: usize, schema: &Schema) -> Read<Field> {
        let seats = schema.seats.len();
        let kind = self.kind(spec, seats)?;
        let see = match self.get::<String>(spec, "see")?.as_str() {
            "owner" => See::Owner,
            "team" => See::Team,
            "none" => See::None,
            _ => See::All,
        };
        let per_player = self.get::<Option<bool>>(spec, "each")?.unwrap_or(false);
        let line = self.get(spec, "line")?;
        let teams = schema.teams.iter().enumerate().any(|(seat, team)| schema.teams[..seat].contains(team));
        if see == See::Team && !teams {
            let what = format!("`{name}` is for a team, and nobody is in one with somebody else");
            return Err(self.wrong(
                line,
                &what,
                "",
                "write teams = { 1, 2, 1, 2 } in game, or see = \"owner\"",
            ));
        }
        if matches!(see, See::Owner | See::Team) && !per_player {
            let hint = "write each_player(...) around it, or see = \"none\"";
            return Err(self.wrong(line, &format!("`{name}` has no owner who could see it"), "", hint));
        }
        let lists = self.get::<Option<Vec<Vec<bool>>>>(spec, "only")?.unwrap_or_default();
        if lists.len() > 1 && !per_player {
            let hint = "write each_player(...) around it";
            return Err(self.wrong(line, &format!("`{name}` has no owner to ask about its cards"), "", hint));
        }
        let copies = if per_player { seats } else { 1 };
        let by_side = self.get::<Option<bool>>(spec, "by_side")?.unwrap_or(false);
        let only = match lists.len() {
            _ if by_side => lists,
            0 => Vec::new(),
            _ => lists.iter().cycle().take(copies).cloned().collect(),
        };
        Ok(Field {
            title: self.get::<Option<String>>(spec, "title")?.unwrap_or_else(|| titled(&name)),
            draw: self.get::<Option<String>>(spec, "draw")?.unwrap_or_default(),
            helper: self.get(spec, "helper")?,
            start: self.get::<Option<i32>>(spec, "start")?.unwrap_or(0),
            name,
            kind,
            per_player,
            see,
            first,
            line,
            only,
            by_side,
            shown: None,
        })
    }
}

impl Field {
    /// The field that says to whom this one is revealed: a mark for each seat.
    fn revealed(&self, first: usize, seats: &[String]) -> Field {
        Field {
            name: format!("{}_shown", self.name),
            title: format!("{} shown to", self.title),
            kind: Kind::Tokens { names: seats.to_vec(), max: 1 },
            see: See::All,
            draw: "none".into(),
            start: 0,
            only: Vec::new(),
            by_side: false,
            first,
            ..self.clone()
        }
    }
}

fn kind_of(value: &Value) -> String {
    match value {
        Value::Nil => "nil".into(),
        other => other.to_string().unwrap_or_else(|_| other.type_name().into()),
    }
}

/// Whether rules can write a name behind a dot.
fn is_identifier(name: &str) -> bool {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    name.starts_with(|letter: char| !letter.is_ascii_digit()) && name.chars().all(fits)
}
