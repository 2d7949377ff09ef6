//! A rules file on the test bench: compiled by the fast lane, and run by the Luau VM on plain tables.

use std::collections::BTreeMap;

use ludometer_rules::fast::{Compiled, Constant, Facts, Instance, SlowLane, compile};
use ludometer_rules::schema::{Action, Arg, CardSet, Field, Grid, HEADER, Kind, Names, Schema, See};
use ludometer_rules::{Event, EventKind};
use mlua::{Function, Lua, Table, Value};

/// The kit, put behind every file.
const KIT: &str = include_str!("kit.luau");

/// The cells of a state and what was told on the way.
pub type Answer = (Vec<i32>, Vec<String>);

/// Two seats and nothing else.
pub fn schema() -> Schema {
    Schema {
        seats: vec!["One".into(), "Two".into()],
        teams: vec![0, 1],
        phases: vec!["first".into(), "second".into()],
        cells: HEADER + 2,
        ..Schema::default()
    }
}

/// Ways to add to a schema by hand.
pub trait Build: Sized {
    fn field(self, name: &str, kind: Kind) -> Self;
    fn each(self, name: &str, kind: Kind) -> Self;
    fn action(self, name: &str, args: &[(&str, i32, i32)]) -> Self;
    fn seated(self, seats: usize) -> Self;
    fn cards(self, kinds: usize) -> Self;
}

fn add(mut schema: Schema, name: &str, kind: Kind, per_player: bool) -> Schema {
    let copies = if per_player { schema.seats.len() } else { 1 };
    let first = schema.cells;
    schema.cells += copies * kind.size();
    let (title, draw, see) = (name.into(), String::new(), See::All);
    schema.fields.push(Field {
        name: name.into(),
        title,
        kind,
        per_player,
        see,
        helper: false,
        first,
        draw,
        start: 0,
        line: 1,
        only: Vec::new(),
        by_side: false,
        shown: None,
    });
    schema
}

impl Build for Schema {
    fn field(self, name: &str, kind: Kind) -> Schema {
        add(self, name, kind, false)
    }

    fn each(self, name: &str, kind: Kind) -> Schema {
        add(self, name, kind, true)
    }

    fn action(mut self, name: &str, args: &[(&str, i32, i32)]) -> Schema {
        let arg = |(name, min, max): &(&str, i32, i32)| Arg {
            name: (*name).into(),
            min: *min,
            max: *max,
            names: Names::Numbers,
        };
        let (first, args) = (self.moves(), args.iter().map(arg).collect());
        let (title, pick) = (name.into(), String::new());
        self.actions.push(Action { name: name.into(), title, args, first, pick, secret: false });
        self
    }

    fn seated(mut self, seats: usize) -> Schema {
        self.cells += seats - self.seats.len();
        self.seats = (1..=seats).map(|seat| format!("Seat {seat}")).collect();
        self.teams = (0..seats as u8).collect();
        self
    }

    fn cards(mut self, kinds: usize) -> Schema {
        let names = (1..=kinds).map(|kind| format!("card {kind}")).collect();
        self.cards.push(CardSet { names, counts: vec![1; kinds] });
        self
    }
}

/// A number field.
pub fn number(min: i32, max: i32) -> Kind {
    Kind::Number { min, max }
}

/// A board.
pub fn grid(width: usize, height: usize, max: i32) -> Kind {
    Kind::Grid(Grid { width, height, hex: false, values: Vec::new(), max, of: None })
}

/// A pile of the first card set.
pub fn pile(room: usize) -> Kind {
    Kind::Pile { of: 0, room, ordered: true }
}

/// Texts in quotes.
fn texts(source: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for text in source.lines().flat_map(|line| line.split('"').skip(1).step_by(2)) {
        if !found.iter().any(|known| known == text) {
            found.push(text.to_owned());
        }
    }
    found
}

/// A file in both lanes.
pub struct Bench {
    pub schema: Schema,
    pub compiled: Result<Compiled, SlowLane>,
    host: Table,
    lua: Lua,
}

/// What the VM made of a variable at the top of the file.
fn constant(value: &Value, game: &Table) -> Constant {
    match value {
        Value::Nil => Constant::Nil,
        Value::Boolean(flag) => Constant::Flag(*flag),
        Value::Integer(number) => Constant::Number(*number as f64),
        Value::Number(number) => Constant::Number(*number),
        Value::String(text) => Constant::Text(text.to_string_lossy()),
        Value::Function(_) => Constant::Function,
        Value::Table(table) if table == game => Constant::Game,
        Value::Table(table) if table.raw_len() > 0 || table.is_empty() => {
            Constant::List(table.sequence_values().map(|item| constant(&item.unwrap(), game)).collect())
        }
        Value::Table(table) => {
            let pairs = table.pairs::<String, Value>().map(Result::unwrap);
            Constant::Record(pairs.map(|(name, value)| (name, constant(&value, game))).collect())
        }
        other => Constant::Other(other.type_name()),
    }
}

impl Bench {
    /// Loads a file that ends with `return Game`.
    pub fn new(source: &str, mut schema: Schema) -> Bench {
        schema.texts = texts(source);
        let lua = Lua::new();
        lua.load(include_str!("words.luau")).exec().unwrap();
        lua.load(KIT).exec().unwrap();
        let names: Vec<&str> = source
            .lines()
            .filter_map(|line| line.strip_prefix("local "))
            .filter(|rest| !rest.starts_with("function "))
            .filter_map(|rest| rest.split([' ', '=', ':']).next())
            .collect();
        let listing: Vec<String> = names.iter().map(|name| format!("{name} = {name}")).collect();
        let open = source.replace("return Game", &format!("return Game, {{ {} }}", listing.join(", ")));
        let (game, values): (Table, Table) = lua.load(open).eval().unwrap();
        let value = |name: &str| constant(&values.get::<Value>(name).unwrap(), &game);
        let constants: BTreeMap<String, Constant> =
            names.iter().map(|name| ((*name).to_owned(), value(name))).collect();
        let whole = format!("{source}\n{KIT}");
        let facts = Facts {
            file: "test.luau",
            source: &whole,
            schema: &schema,
            constants: &constants,
            defined: None,
        };
        let compiled = compile(&facts);
        let oracle = lua.load(include_str!("oracle.luau"));
        let host: Table = oracle.call((describe(&lua, &schema), game, schema.texts.clone())).unwrap();
        lua.globals().set("told", host.get::<Function>("note").unwrap()).unwrap();
        Bench { schema, compiled, host, lua }
    }

    /// An instance of the compiled file.
    pub fn instance(&self) -> Instance {
        match &self.compiled {
            Ok(compiled) => Instance::new(compiled).unwrap(),
            Err(slow) => panic!("{slow}"),
        }
    }

    /// A state of zeros with seat 1 to move.
    pub fn blank(&self) -> Vec<i32> {
        let mut cells = vec![0; self.schema.cells];
        cells[0] = 1;
        cells
    }

    fn outcomes(&self, outcomes: &[u64]) -> Vec<Table> {
        let halves = |outcome: &u64| {
            let table = self.lua.create_table().unwrap();
            table.set("low", (outcome & 0xffff_ffff) as f64).unwrap();
            table.set("high", (outcome >> 32) as f64).unwrap();
            table
        };
        outcomes.iter().map(halves).collect()
    }

    fn host(&self, name: &str) -> Function {
        self.host.get(name).unwrap()
    }

    pub fn vm_setup(&self, cells: &[i32], outcomes: &[u64]) -> mlua::Result<Answer> {
        self.host("set_up").call((cells.to_vec(), self.outcomes(outcomes)))
    }

    pub fn vm_act(&self, cells: &[i32], chosen: u32, outcomes: &[u64]) -> mlua::Result<Answer> {
        self.host("act").call((cells.to_vec(), chosen, self.outcomes(outcomes)))
    }

    pub fn vm_moves(&self, cells: &[i32]) -> mlua::Result<Vec<u32>> {
        self.host("moves").call(cells.to_vec())
    }

    pub fn vm_playout(&self, cells: &[i32], seed: u64, plies: u32) -> mlua::Result<Answer> {
        let halves = ((seed & 0xffff_ffff) as f64, (seed >> 32) as f64);
        self.host("playout").call((cells.to_vec(), halves.0, halves.1, plies))
    }

    /// Events in the words of the oracle.
    pub fn words(&self, events: &[Event]) -> Vec<String> {
        let words = |event: &Event| {
            let kind = match event.kind {
                EventKind::Count => "count",
                EventKind::Note => "note",
                EventKind::Score => "score",
            };
            format!("{kind} {} {} {}", event.text, event.seat, event.value)
        };
        events.iter().map(words).collect()
    }
}

fn describe(lua: &Lua, schema: &Schema) -> Table {
    let fill = || -> mlua::Result<Table> {
        let table = lua.create_table()?;
        table.set("seats", schema.seats.len())?;
        table.set("teams", schema.teams.clone())?;
        table.set("phases", schema.phases.clone())?;
        let fields = schema.fields.iter().map(|field| describe_field(lua, schema, field));
        table.set("fields", fields.collect::<mlua::Result<Vec<_>>>()?)?;
        let actions = schema.actions.iter().map(|action| describe_action(lua, action));
        table.set("actions", actions.collect::<mlua::Result<Vec<_>>>()?)?;
        Ok(table)
    };
    fill().unwrap()
}

fn describe_field(lua: &Lua, schema: &Schema, field: &Field) -> mlua::Result<Table> {
    let (kind, min, max) = match &field.kind {
        Kind::Number { min, max } => ("number", *min, *max),
        Kind::Flag => ("flag", 0, 1),
        Kind::Grid(grid) => ("grid", 0, grid.max),
        Kind::Tokens { max, .. } => ("grid", 0, *max),
        Kind::Pile { of, .. } => ("pile", 1, schema.cards[*of].names.len() as i32),
    };
    let table = lua.create_table()?;
    table.set("name", field.name.as_str())?;
    table.set("kind", kind)?;
    table.set("min", min)?;
    table.set("max", max)?;
    table.set("size", field.kind.size())?;
    table.set("first", field.first)?;
    table.set("each", field.per_player)?;
    Ok(table)
}

fn describe_action(lua: &Lua, action: &Action) -> mlua::Result<Table> {
    let args = action.args.iter().map(|arg| {
        let table = lua.create_table()?;
        table.set("min", arg.min)?;
        table.set("max", arg.max)?;
        Ok(table)
    });
    let table = lua.create_table()?;
    table.set("name", action.name.as_str())?;
    table.set("first", action.first)?;
    table.set("args", args.collect::<mlua::Result<Vec<_>>>()?)?;
    Ok(table)
}
