//! Symmetries of the board, found by test: a match and its image must go on alike to the end.
//!
//! Every way to turn or mirror the board is tried on random matches: where the moves of one match, turned,
//! are legal in the other, both have the same player to move, the same turned boards and the same result, it
//! is kept. Nothing is proven, but a board that is not symmetric shows it within a few moves.

use crate::schema::{Action, BECAUSE, ENDED, Grid, HEADER, Kind, Names, PHASE, Schema, TURN};
use crate::{Move, Script, State};
use ludometer_game::{Game, Rng, Turn};

/// Matches each way is tried on.
const MATCHES: u64 = 3;
/// Plies of a match that are compared.
const PLIES: usize = 250;

/// How a board is turned: a place at (row, column) from the middle goes to
/// (`rows.0` · row + `rows.1` · column, `columns.0` · row + `columns.1` · column).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turning {
    rows: (i32, i32),
    columns: (i32, i32),
}

/// A way to turn the board that changes nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// What it does, in words: `half turn`.
    pub title: String,
    /// Where each place of the board goes, counted from 0; `None` for places outside play.
    pub places: Vec<Option<usize>>,
    turning: Turning,
}

impl Turning {
    const fn new(rows: (i32, i32), columns: (i32, i32)) -> Self {
        Turning { rows, columns }
    }

    const STILL: Turning = Turning::new((1, 0), (0, 1));
    const DIAGONAL: Turning = Turning::new((0, 1), (1, 0));

    /// This one after another.
    fn after(self, first: Turning) -> Turning {
        let row = |(a, b): (i32, i32)| {
            (a * first.rows.0 + b * first.columns.0, a * first.rows.1 + b * first.columns.1)
        };
        Turning { rows: row(self.rows), columns: row(self.columns) }
    }

    /// All ways but to leave it as it is, with their names.
    fn all(grid: &Grid) -> Vec<(Turning, String)> {
        let square = [
            ((0, 1), (-1, 0), "quarter turn"),
            ((-1, 0), (0, -1), "half turn"),
            ((0, -1), (1, 0), "three-quarter turn"),
            ((1, 0), (0, -1), "left and right exchanged"),
            ((-1, 0), (0, 1), "top and bottom exchanged"),
            ((0, 1), (1, 0), "mirrored along one diagonal"),
            ((0, -1), (-1, 0), "mirrored along the other diagonal"),
        ];
        let named = square.map(|(rows, columns, name)| (Turning::new(rows, columns), name.to_owned()));
        if !grid.hex {
            return named.into();
        }
        // Rows of hexagons may lean to either side.
        let mut all: Vec<(Turning, String)> = Vec::new();
        for lean in [1, -1] {
            let sixth = Turning::new((1, -lean), (lean, 0));
            let mut turned = Turning::STILL;
            for step in 0..6 {
                for (turning, kind) in
                    [(turned, "turned"), (turned.after(Turning::leaning(lean)), "mirrored")]
                {
                    let known = all.iter().any(|(other, _)| *other == turning) || turning == Turning::STILL;
                    let plain =
                        named.iter().find(|(other, _)| *other == turning).map(|(_, name)| name.clone());
                    if !known {
                        all.push((
                            turning,
                            plain.unwrap_or_else(|| format!("{kind} by {} degrees", 60 * step)),
                        ));
                    }
                }
                turned = sixth.after(turned);
            }
        }
        all
    }

    /// The mirror of a hexagonal board whose rows lean to this side.
    fn leaning(lean: i32) -> Turning {
        if lean == 1 { Turning::DIAGONAL } else { Turning::new((0, -1), (-1, 0)) }
    }

    /// Where a place goes; `None` where it leaves the board.
    fn place(self, grid: &Grid, place: usize) -> Option<usize> {
        let (height, width) = (grid.height as i32, grid.width as i32);
        // Twice the distance from the middle, so that boards with even sides have one too.
        let row = 2 * (place / grid.width) as i32 - (height - 1);
        let column = 2 * (place % grid.width) as i32 - (width - 1);
        let row_to = self.rows.0 * row + self.rows.1 * column + height - 1;
        let column_to = self.columns.0 * row + self.columns.1 * column + width - 1;
        let inside = |at: i32, side: i32| at % 2 == 0 && (0..2 * side).contains(&at);
        (inside(row_to, height) && inside(column_to, width))
            .then(|| (row_to / 2) as usize * grid.width + (column_to / 2) as usize)
    }
}

impl Symmetry {
    /// The move that stands for this one on the turned board; `None` where none does.
    #[must_use]
    pub fn turned(&self, schema: &Schema, number: u32) -> Option<u32> {
        let (action, values) = schema.decode(number);
        let mut turned = 0;
        for (arg, value) in action.args.iter().zip(values) {
            let value = match arg.names {
                Names::Places(field) if self.fits(&schema.fields[field].kind) => {
                    self.places[value as usize - 1]? as i32 + 1
                }
                Names::Numbers => self.along(action, arg.min, arg.max, value)?,
                _ => value,
            };
            turned = turned * (arg.max - arg.min + 1) as u32 + (value - arg.min) as u32;
        }
        Some(action.first + turned)
    }

    /// The same in terms of the encoding and the action space; none where a place or a move has no image.
    pub(crate) fn of_encoding(&self, schema: &Schema) -> Option<ludometer_game::Symmetry> {
        let cells = self.places.iter().map(|place| place.map(|place| place as u32)).collect::<Option<_>>()?;
        let actions = (0..schema.moves()).map(|number| self.turned(schema, number)).collect::<Option<_>>()?;
        Some(ludometer_game::Symmetry { cells, actions })
    }

    /// A number that is picked as a row or a column of the board turns with it.
    fn along(&self, action: &Action, min: i32, max: i32, value: i32) -> Option<i32> {
        let Turning { rows, columns } = self.turning;
        let way = match action.pick.rsplit_once('.') {
            Some((_, "column")) if columns.0 == 0 => columns.1,
            Some((_, "row")) if rows.1 == 0 => rows.0,
            // A row that becomes a column cannot be picked.
            Some((_, "column" | "row")) => return None,
            _ => 1,
        };
        Some(if way == 1 { value } else { max - (value - min) })
    }

    /// Whether a field is a board of this size.
    fn fits(&self, kind: &Kind) -> bool {
        matches!(kind, Kind::Grid(grid) if grid.width * grid.height == self.places.len())
    }

    /// Whether two positions are the same but for being turned: turn, phase, result, and all boards.
    fn is_image(&self, schema: &Schema, state: &State, image: &State) -> bool {
        let (cells, other) = (&state.cells, &image.cells);
        let header = [TURN, PHASE, ENDED, BECAUSE].into_iter().chain(HEADER..HEADER + schema.seats.len());
        let mut boards = schema.fields.iter().filter(|field| !field.helper && self.fits(&field.kind));
        header.into_iter().all(|at| cells[at] == other[at])
            && boards.all(|field| {
                (0..schema.copies(field)).all(|owner| {
                    let place = schema.place(field, owner);
                    let (board, turned) = (&cells[place.clone()], &other[place]);
                    self.places.iter().zip(board).all(|(to, value)| to.is_none_or(|to| turned[to] == *value))
                })
            })
    }
}

/// All symmetries of the game's board that matches from this seed do not refute; none where there is no board.
#[must_use]
pub fn symmetries(script: &Script, seed: u64) -> Vec<Symmetry> {
    let schema = script.schema();
    let board = schema.fields.iter().find_map(|field| match &field.kind {
        Kind::Grid(grid) if !field.helper => Some(grid),
        _ => None,
    });
    let Some(grid) = board else { return Vec::new() };
    let still: Vec<Option<usize>> = (0..grid.width * grid.height).map(Some).collect();
    let mut found: Vec<Symmetry> = Vec::new();
    for (turning, title) in Turning::all(grid) {
        let places: Vec<Option<usize>> = (0..still.len()).map(|place| turning.place(grid, place)).collect();
        // Where a board is not square, nothing remains of a quarter turn.
        let whole = grid.hex || places.iter().all(Option::is_some);
        // A single row can be turned in one way only, whatever it is called.
        let fresh = places != still && found.iter().all(|other| other.places != places);
        let symmetry = Symmetry { title, places, turning };
        if whole && fresh && (0..MATCHES).all(|index| holds(script, &symmetry, seed, index)) {
            found.push(symmetry);
        }
    }
    found
}

/// Whether a random match and its image go on alike.
fn holds(script: &Script, symmetry: &Symmetry, seed: u64, index: u64) -> bool {
    let schema = script.schema();
    let (mut state, mut rng) = (script.initial(), Rng::stream(seed, "symmetry", index));
    let mut image = state.clone();
    for _ in 0..PLIES {
        if !symmetry.is_image(schema, &state, &image) || script.turn(&state) != script.turn(&image) {
            return false;
        }
        match script.turn(&state) {
            Turn::Chance => {
                let outcome = script.draw(&state, &mut rng);
                script.play(&mut state, outcome);
                script.play(&mut image, outcome);
            }
            Turn::Seat(_) => {
                let (legal, there) = (numbers(script, &state), numbers(script, &image));
                let turned: Option<Vec<u32>> =
                    legal.iter().map(|&number| symmetry.turned(schema, number)).collect();
                let Some(turned) = turned.filter(|_| !legal.is_empty()) else { return false };
                let mut sorted = turned.clone();
                sorted.sort_unstable();
                if sorted != there {
                    return false;
                }
                let chosen = rng.below(legal.len());
                script.play(&mut state, Move::Act(legal[chosen]));
                script.play(&mut image, Move::Act(turned[chosen]));
            }
            Turn::Over => return true,
            _ => return false,
        }
    }
    true
}

/// The legal moves by number, in order.
fn numbers(script: &Script, state: &State) -> Vec<u32> {
    let mut legal = Vec::new();
    script.moves(state, &mut legal);
    let mut numbers: Vec<u32> = legal
        .into_iter()
        .filter_map(|option| match option {
            Move::Act(number) => Some(number),
            Move::Chance(_) => None,
        })
        .collect();
    numbers.sort_unstable();
    numbers
}
