//! From what a file declared, as Luau tables, to a [`Schema`].

use crate::bounds::FARTHEST;
use crate::error::Wrong;
use crate::fast::line_of_setting;
use crate::schema::{Action, Arg, CardSet, Kind, Names, Schema};
use crate::sides;
use ludometer_game::{MAX_SEATS, ParamSpec};
use mlua::{Table, Value};

/// The most moves an action space may have.
const MOST_MOVES: u64 = 1 << 20;
/// Plies of a match where nobody says.
const LIMIT: u32 = 1000;
/// What `Game` holds besides a rule for each action.
pub(crate) const RULES: [&str; 10] =
    ["setup", "moves", "over", "stuck", "effects", "plausible", "always", "tests", "value", "strategies"];

/// Reads declarations.
pub struct Declared<'a> {
    /// The file, for messages.
    pub file: &'a str,
    /// Its text, for lines.
    pub text: &'a str,
    /// What the words of the file left.
    pub record: Table,
    /// Texts of the file.
    pub texts: Vec<String>,
}

pub(crate) type Read<T> = Result<T, Wrong>;

impl Declared<'_> {
    /// The parameters.
    ///
    /// # Errors
    /// Never in practice: the words checked them.
    pub fn params(&self) -> Read<Vec<ParamSpec>> {
        let list: Table = self.get(&self.record, "params")?;
        self.each(&list)?.iter().map(|entry| self.param(entry)).collect()
    }

    fn param(&self, entry: &Table) -> Read<ParamSpec> {
        let (id, title): (String, String) = (self.get(entry, "id")?, self.get(entry, "title")?);
        if let Some(on) = self.get::<Option<bool>>(entry, "switch")? {
            return Ok(ParamSpec::switch(&id, &title, on));
        }
        if let Some(choices) = self.get::<Option<Vec<String>>>(entry, "choices")? {
            let default: String = self.get(entry, "word")?;
            // The default comes first there.
            let rest = choices.iter().filter(|word| **word != default);
            let words: Vec<&str> = std::iter::once(&default).chain(rest).map(String::as_str).collect();
            return Ok(ParamSpec::choice(&id, &title, &words));
        }
        let [default, min, max, step] =
            ["default", "min", "max", "step"].map(|key| self.get::<i64>(entry, key));
        Ok(ParamSpec::whole(&id, &title, default?, min?..=max?).step(step?))
    }

    /// Everything else.
    ///
    /// # Errors
    /// When declarations do not fit each other.
    pub fn schema(&self) -> Read<Schema> {
        let Some(game) = self.get::<Option<Table>>(&self.record, "game")? else {
            return Err(self.wrong(0, "the file declares no game", "", "write local Game = game { ... }"));
        };
        let sides = self.sides(&game)?;
        let seats = self.seats(&game, sides::plays(&sides).len())?;
        let cards = self.cards()?;
        let mut schema = Schema {
            title: self.get(&game, "title")?,
            teams: self.teams(&game, seats.len(), &sides::plays(&sides))?,
            phases: self.phases(&game)?,
            limit: self.limit(&game)?,
            bounds: self.bounds(&game)?,
            scoring: self.get::<Option<String>>(&game, "scoring")?.unwrap_or_else(|| "win".into()),
            texts: self.texts.clone(),
            params: self.params()?,
            seats,
            cards,
            ..Schema::default()
        };
        self.demand_scoring(&game, &schema)?;
        self.demand_different_names(&schema)?;
        self.fields(&game, &mut schema)?;
        if let Some((line, what, value)) = schema.too_far() {
            return Err(self.wrong(line, &what, &value, "make it smaller"));
        }
        self.add_sides(sides, &mut schema)?;
        schema.goals = self.goals(&game, &schema)?;
        self.actions(&game, &mut schema)?;
        Ok(schema)
    }

    /// The names of the players; as many as sides have seats where nobody says.
    fn seats(&self, game: &Table, of_sides: usize) -> Read<Vec<String>> {
        let names: Vec<String> = match self.get::<Value>(game, "players")? {
            Value::Nil if of_sides > 0 => self.numbered(of_sides as i64)?,
            Value::Integer(count) => self.numbered(count)?,
            Value::Number(count) if count.fract() != 0.0 => return Err(self.bad_players(&count.to_string())),
            Value::Number(count) => self.numbered(count as i64)?,
            Value::Table(names) => names.sequence_values().collect::<mlua::Result<_>>().unwrap_or_default(),
            _ => Vec::new(),
        };
        match names.len() {
            1..=MAX_SEATS => Ok(names),
            found => Err(self.bad_players(&found.to_string())),
        }
    }

    /// Names for so many players.
    fn numbered(&self, count: i64) -> Read<Vec<String>> {
        if !(1..=MAX_SEATS as i64).contains(&count) {
            return Err(self.bad_players(&count.to_string()));
        }
        Ok((1..=count).map(|seat| format!("Player {seat}")).collect())
    }

    fn bad_players(&self, found: &str) -> Wrong {
        self.at(
            &["players"],
            &format!("players must be a number from 1 to {MAX_SEATS}, or as many names"),
            found,
            "write players = 2 or players = { \"Red\", \"Blue\" }",
        )
    }

    fn teams(&self, game: &Table, seats: usize, plays: &[usize]) -> Read<Vec<u8>> {
        if matches!(self.get::<Value>(game, "teams")?, Value::String(word) if word == "sides") {
            return match plays.is_empty() {
                true => Err(self.at(
                    &["teams"],
                    "teams are the sides, and there are none",
                    "",
                    "write sides = { ... }",
                )),
                false => Ok(plays.iter().map(|&side| side as u8).collect()),
            };
        }
        let Some(teams) = self.get::<Option<Vec<u8>>>(game, "teams")? else {
            return Ok((0..seats as u8).collect());
        };
        match teams.len() == seats {
            true => Ok(teams),
            false => Err(self.at(
                &["teams"],
                "teams must give a team to every player",
                &teams.len().to_string(),
                "write one number for each player: teams = { 1, 2, 1, 2 }",
            )),
        }
    }

    fn phases(&self, game: &Table) -> Read<Vec<String>> {
        let phases = self.get::<Option<Vec<String>>>(game, "phases")?.unwrap_or_default();
        Ok(if phases.is_empty() { vec![String::new()] } else { phases })
    }

    fn limit(&self, game: &Table) -> Read<u32> {
        match self.get::<Option<i64>>(game, "limit")? {
            None => Ok(LIMIT),
            Some(limit @ 1..=1_000_000) => Ok(limit as u32),
            Some(other) => Err(self.at(
                &["limit"],
                "limit must be a number of plies from 1 to 1000000",
                &other.to_string(),
                "write limit = 1000",
            )),
        }
    }

    fn bounds(&self, game: &Table) -> Read<(i32, i32)> {
        match self.get::<Option<Vec<i32>>>(game, "score")? {
            None => Ok((-1, 1)),
            Some(ends) if ends.len() == 2 && ends[0] < ends[1] => Ok((ends[0], ends[1])),
            Some(_) => Err(self.at(
                &["score"],
                "score must be the lowest and the highest score",
                "",
                "write score = { 0, 50 }",
            )),
        }
    }

    fn cards(&self) -> Read<Vec<CardSet>> {
        let sets: Table = self.get(&self.record, "cards")?;
        let read =
            |set: &Table| Ok(CardSet { names: self.get(set, "names")?, counts: self.get(set, "counts")? });
        self.each(&sets)?.iter().map(read).collect()
    }

    /// The actions by name: a table of Luau has no order of its own.
    fn actions(&self, game: &Table, schema: &mut Schema) -> Read<()> {
        let table: Table = self.get(game, "actions")?;
        let mut found: Vec<(String, Table)> = Vec::new();
        for pair in table.pairs::<String, Table>() {
            found.push(pair.map_err(|_| {
                self.at(&["actions"], "an action is a name and a table", "", "write pass = {}")
            })?);
        }
        found.sort_by(|a, b| a.0.cmp(&b.0));
        let mut first = 0u64;
        for (name, spec) in found {
            if RULES.contains(&name.as_str()) {
                return Err(self.at(
                    &["actions", &name],
                    &format!("no action can be called `{name}`"),
                    "",
                    "it is a rule of its own; choose another name",
                ));
            }
            self.demand_word(&name)?;
            self.demand_known_settings(&name, &spec)?;
            let args = self.args(&name, &spec, schema)?;
            let action = Action {
                title: self.get::<Option<String>>(&spec, "title")?.unwrap_or_else(|| titled(&name)),
                pick: self.get::<Option<String>>(&spec, "pick")?.unwrap_or_default(),
                secret: self.secret(&name, &spec)?,
                name,
                args,
                first: first as u32,
            };
            self.demand_clear_action(&action)?;
            let counts = action.args.iter().map(|arg| u64::from((arg.max - arg.min + 1) as u32));
            first += counts.fold(1, u64::saturating_mul).min(MOST_MOVES + 1);
            if first > MOST_MOVES {
                let hint = "make arguments smaller, or ask for them in two actions, one after the other";
                return Err(self.at(
                    &["actions", &action.name],
                    &format!("there are more than {MOST_MOVES} different moves"),
                    "",
                    hint,
                ));
            }
            schema.actions.push(action);
        }
        Ok(())
    }

    fn args(&self, action: &str, spec: &Table, schema: &Schema) -> Read<Vec<Arg>> {
        let Some(list) = self.get::<Option<Table>>(spec, "args")? else { return Ok(Vec::new()) };
        let read = |arg: &Table| {
            let name: String = arg.get(1).map_err(|_| self.bad_arg(action))?;
            self.arg(action, name, arg, schema)
        };
        self.each(&list)?.iter().map(read).collect()
    }

    /// `{ "column", 1, 7 }`, `{ "card", Card }`, `{ "to", "board" }` or `{ "whom", "player" }`.
    fn arg(&self, action: &str, name: String, spec: &Table, schema: &Schema) -> Read<Arg> {
        let bad = || self.bad_arg(action);
        match spec.get::<Value>(2).map_err(|_| bad())? {
            Value::Table(cards) => {
                let set = cards.get::<usize>("set").map_err(|_| bad())?.wrapping_sub(1);
                let kinds = schema.cards.get(set).ok_or_else(bad)?.names.len();
                Ok(Arg { name, min: 1, max: kinds as i32, names: Names::Cards(set) })
            }
            Value::String(word) if word == "player" => {
                Ok(Arg { name, min: 1, max: schema.seats.len() as i32, names: Names::Seats })
            }
            Value::String(word) => {
                let word = word.to_string_lossy();
                let grid = schema.fields.iter().position(|field| field.name == word);
                match grid.map(|at| (at, &schema.fields[at].kind)) {
                    Some((at, Kind::Grid(grid))) => Ok(Arg {
                        name,
                        min: 1,
                        max: (grid.width * grid.height) as i32,
                        names: Names::Places(at),
                    }),
                    _ => Err(bad()),
                }
            }
            _ => {
                let (min, max): (i32, i32) =
                    (spec.get(2).map_err(|_| bad())?, spec.get(3).map_err(|_| bad())?);
                let fits = -FARTHEST <= min && min <= max && max <= FARTHEST;
                if fits { Ok(Arg { name, min, max, names: Names::Numbers }) } else { Err(bad()) }
            }
        }
    }

    fn bad_arg(&self, action: &str) -> Wrong {
        self.at(
            &["actions", action, "args"],
            &format!("an argument of `{action}` is not understood"),
            "",
            "write { \"column\", 1, 7 }, { \"card\", Card }, { \"to\", \"board\" } or { \"whom\", \"player\" }",
        )
    }

    pub(crate) fn each(&self, list: &Table) -> Read<Vec<Table>> {
        list.sequence_values()
            .collect::<mlua::Result<_>>()
            .map_err(|_| self.here("a list of tables is needed", "", ""))
    }

    pub(crate) fn get<T: mlua::FromLua>(&self, table: &Table, key: &str) -> Read<T> {
        table.get(key).map_err(|_| {
            let what = format!("`{key}` is not what it should be");
            let of_game = self.record.get::<Table>("game").is_ok_and(|game| game == *table);
            if of_game { self.at(&[key], &what, "", "") } else { self.here(&what, "", "") }
        })
    }

    /// A mistake in a setting of `game { ... }`, on its line.
    pub(crate) fn at(&self, path: &[&str], what: &str, value: &str, hint: &str) -> Wrong {
        let line = line_of_setting(self.text, path);
        line.map_or_else(|| self.here(what, value, hint), |line| self.wrong(line, what, value, hint))
    }

    /// A mistake in `game { ... }`.
    pub(crate) fn here(&self, what: &str, value: &str, hint: &str) -> Wrong {
        self.wrong(self.record.get("line").unwrap_or(0), what, value, hint)
    }

    pub(crate) fn wrong(&self, line: u32, what: &str, value: &str, hint: &str) -> Wrong {
        Wrong { file: self.file.into(), line, what: what.into(), value: value.into(), hint: hint.into() }
            .apart()
    }
}

/// `last_move` as people write it: "Last move".
pub(crate) fn titled(name: &str) -> String {
    let mut letters = name.replace('_', " ").chars().collect::<Vec<_>>();
    if let Some(first) = letters.first_mut() {
        *first = first.to_ascii_uppercase();
    }
    letters.into_iter().collect()
}
