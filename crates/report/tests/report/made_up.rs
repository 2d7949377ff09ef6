//! A made-up run of a connect-four-like game: three levels and one duel. The numbers are invented
//! but plausible, so that the report can be looked at and its parts tested without playing.

use ludometer_game::{Board, Grid, Part, Piece, Scene, Seat, Token};
use ludometer_metrics::{
    Bin, Entry, Estimate, GroupSummary, Layer, Line, Measure, Row, Shape, Summary, Unit,
};
use ludometer_record::{AgentInfo, BoardInfo, GameInfo, Group, Header, SCHEMA};
use ludometer_report::{SampleMatch, Step};

const ROWS: usize = 6;
const COLUMNS: usize = 7;

/// The whole run. `title` is what a designer typed as the game's name.
pub fn summary(title: &str) -> Summary {
    let agents = ["random", "mcts:sims=100", "mcts:sims=1000"];
    let info =
        |spec: &&str| AgentInfo { spec: spec.to_string(), version: 1, params: vec![], reproducible: true };
    let group =
        |name: &str, lineup: &[usize]| Group { name: name.into(), lineup: lineup.into(), blocks: 200 };
    let header = Header {
        schema: SCHEMA,
        program: "ludometer 0.1.0".into(),
        game: game(title),
        seed: 7,
        agents: agents.iter().map(info).collect(),
        groups: vec![
            group("random against itself", &[0, 0]),
            group("mcts:sims=100 against itself", &[1, 1]),
            group("mcts:sims=1000 against itself", &[2, 2]),
            group("mcts:sims=1000 against mcts:sims=100", &[2, 1]),
        ],
        opening: String::new(),
    };
    let groups = vec![
        level("random against itself", 2000, 0.556, 0.0025, 21.3, false),
        level("mcts:sims=100 against itself", 800, 0.585, 0.031, 27.9, true),
        level("mcts:sims=1000 against itself", 400, 0.572, 0.095, 33.2, true),
        duel("mcts:sims=1000 against mcts:sims=100", 400),
    ];
    Summary { header, groups }
}

fn game(title: &str) -> GameInfo {
    let board = Board::lettered(ROWS, COLUMNS);
    GameInfo {
        name: "connect-four".into(),
        title: title.into(),
        version: 1,
        params: [("rows", "6"), ("columns", "7"), ("line", "4"), ("gravity", "on")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .to_vec(),
        seats: vec!["First".into(), "Second".into()],
        teams: vec![0, 1],
        bounds: (-1.0, 1.0),
        chance: "none".into(),
        hidden: false,
        cooperative: false,
        limit: 42,
        observables: vec!["discs".into()],
        board: Some(BoardInfo { rows: ROWS, columns: COLUMNS, hex: false, cells: board.cells }),
        rules: None,
        sheets: Vec::new(),
        goals: Vec::new(),
    }
}

pub fn share(value: f64, n: u64) -> Estimate {
    let half = 1.96 * (value * (1.0 - value) / n as f64).sqrt() + 1.0 / n as f64;
    Estimate { value, low: (value - half).max(0.0), high: (value + half).min(1.0), n }
}

fn around(value: f64, half: f64, n: u64) -> Estimate {
    Estimate { value, low: value - half, high: value + half, n }
}

fn rows(id: &str, title: &str, unit: Unit, reference: Option<f64>, rows: Vec<(&str, Estimate)>) -> Measure {
    let rows = rows.into_iter().map(|(label, estimate)| Row { label: label.into(), estimate }).collect();
    Measure { id: id.into(), title: title.into(), unit, shape: Shape::Rows { rows, reference } }
}

fn level(name: &str, n: u64, first: f64, draws: f64, mean: f64, thinks: bool) -> GroupSummary {
    let wins = |share: f64| share * (1.0 - draws);
    let exact = |value: f64| Estimate { value, low: value, high: value, n };
    let mut measures = vec![
        rows(
            "seat-wins",
            "Share of matches won by each seat",
            Unit::Share,
            Some(0.5),
            vec![("First", share(wins(first), n)), ("Second", share(wins(1.0 - first), n))],
        ),
        rows("draws", "Share of drawn matches", Unit::Share, None, vec![("drawn", share(draws, n))]),
        rows(
            "length",
            "Length of a match in moves",
            Unit::Count,
            None,
            vec![
                ("min", exact(7.0)),
                ("max", exact(42.0)),
                ("mean", around(mean, 12.0 / (n as f64).sqrt(), n)),
                ("median", around((mean - 1.0).round(), 1.0, n)),
                ("sd", around(6.4, 0.3, n)),
            ],
        ),
        histogram(n, mean),
        wins_by_length(n, first),
        rows(
            "branching",
            "Moves to choose from",
            Unit::Count,
            None,
            vec![
                ("moves per decision", around(6.1, 0.05, n * 25)),
                ("median", exact(7.0)),
                ("decisions per match", around(mean - 1.5, 0.4, n)),
            ],
        ),
        rows("forced", "Forced decisions", Unit::Share, None, vec![("forced", share(0.02, n * 25))]),
        by_turn(n),
        heat(n, if thinks { 1.9 } else { 0.25 }),
        move_table(n),
        dead(if name.starts_with("mcts:sims=1000") { &["cell:a6"] } else { &[] }),
        openings(n, thinks),
        rows(
            "endings",
            "Why matches end",
            Unit::Share,
            None,
            vec![
                ("four in a row", share(0.55, n)),
                ("four in a column", share(0.17, n)),
                ("four on a diagonal", share(0.28 - draws, n)),
                ("board full", share(draws, n)),
            ],
        ),
        rows(
            "completion",
            "How matches come to an end",
            Unit::Share,
            None,
            vec![
                ("finished", share(1.0 - draws, n)),
                ("drawn", share(draws, n)),
                ("endless", share(0.0, n)),
                ("illegal move", share(0.0, n)),
                ("fault", share(0.0, n)),
                ("panic", share(0.0, n)),
            ],
        ),
        rows(
            "coverage",
            "Share of the board used in a match",
            Unit::Share,
            None,
            vec![("mean", share(mean / 42.0, n))],
        ),
    ];
    if thinks {
        measures.push(values(n, first));
        measures.push(rows(
            "lead-changes",
            "Lead changes",
            Unit::Count,
            None,
            vec![("per match", around(2.6, 0.2, n))],
        ));
        measures.push(rows("drama", "Drama", Unit::Value, None, vec![("mean", around(0.11, 0.02, n))]));
        measures.push(rows(
            "comeback",
            "Wins from far behind",
            Unit::Share,
            None,
            vec![("comebacks", share(0.14, n))],
        ));
    }
    GroupSummary { name: name.into(), matches: n, measures }
}

fn duel(name: &str, n: u64) -> GroupSummary {
    let measures = vec![
        rows(
            "agent-wins",
            "Share of matches won by each agent",
            Unit::Share,
            Some(0.5),
            vec![("mcts:sims=1000", share(0.87, n)), ("mcts:sims=100", share(0.13, n))],
        ),
        rows(
            "seat-wins",
            "Share of matches won by each seat",
            Unit::Share,
            Some(0.5),
            vec![("First", share(0.53, n)), ("Second", share(0.44, n))],
        ),
        histogram(n, 29.0),
    ];
    GroupSummary { name: name.into(), matches: n, measures }
}

/// A bell with a bump, so that the picture looks like data.
fn histogram(n: u64, mean: f64) -> Measure {
    let weight = |x: f64| (-((x - mean) / 7.0).powi(2)).exp() + 0.12 * (-((x - 41.0) / 2.0).powi(2)).exp();
    let lows: Vec<f64> = (0..18).map(|nth| 7.0 + 2.0 * f64::from(nth)).collect();
    let total: f64 = lows.iter().map(|low| weight(*low)).sum();
    let bin = |low: &f64| Bin {
        low: *low,
        high: low + 2.0,
        count: (weight(*low) / total * n as f64).round() as u64,
    };
    let shape = Shape::Histogram { bins: lows.iter().map(bin).collect(), axis: "moves in a match".into() };
    Measure {
        id: "length-histogram".into(),
        title: "Matches by their length".into(),
        unit: Unit::Count,
        shape,
    }
}

fn wins_by_length(n: u64, first: f64) -> Measure {
    let row = |band: &str, part: f64, shift: f64| {
        let n = (n as f64 * part) as u64;
        vec![
            Entry::Text(band.into()),
            Entry::Number(n as f64),
            Entry::Estimate(share(first + shift, n)),
            Entry::Estimate(share(1.0 - first - shift, n)),
        ]
    };
    let columns = ["length", "matches", "First", "Second"].map(String::from).to_vec();
    let rows = vec![
        row("7–18", 0.25, 0.12),
        row("19–24", 0.3, 0.02),
        row("25–31", 0.25, -0.03),
        row("32–42", 0.2, -0.09),
    ];
    table("wins-by-length", "Wins by length of the match", columns, rows)
}

fn table(id: &str, title: &str, columns: Vec<String>, rows: Vec<Vec<Entry>>) -> Measure {
    Measure { id: id.into(), title: title.into(), unit: Unit::Share, shape: Shape::Table { columns, rows } }
}

fn by_turn(n: u64) -> Measure {
    let point = |turn: u32| {
        let value = 7.0 - 4.5 * (f64::from(turn) / 42.0).powi(3);
        (f64::from(turn), around(value, 0.02 + f64::from(turn) * 0.006, n))
    };
    let lines = vec![Line { label: "legal moves".into(), points: (1..=42).map(point).collect() }];
    let shape = Shape::Lines { axis: "turn".into(), lines };
    Measure { id: "branching-by-turn".into(), title: "Legal moves by turn".into(), unit: Unit::Count, shape }
}

fn values(n: u64, first: f64) -> Measure {
    let line = |label: &str, sign: f64| Line {
        label: label.into(),
        points: (1..=40)
            .map(|turn| {
                let x = f64::from(turn);
                let value =
                    sign * ((first - 0.5) * 2.0 * (x / 40.0).sqrt() + 0.05 * (x * 0.9).sin() * (x / 40.0));
                (x, around(value, 0.03 + x * x * 0.00008, n))
            })
            .collect(),
    };
    let shape = Shape::Lines { axis: "turn".into(), lines: vec![line("First", 1.0), line("Second", -1.0)] };
    Measure {
        id: "value-by-turn".into(),
        title: "Estimated value of each seat by turn".into(),
        unit: Unit::Value,
        shape,
    }
}

fn heat(n: u64, centre: f64) -> Measure {
    let layer = |label: &str, shift: f64| {
        let weight = |cell: usize| {
            let (row, column) = ((cell / COLUMNS) as f64, (cell % COLUMNS) as f64);
            (1.0 + centre * (3.0 - (column - 3.0).abs()) * 0.4 + shift * column * 0.05) * (0.25 + row / 5.0)
        };
        let total: f64 = (0..ROWS * COLUMNS).map(weight).sum();
        let cells =
            (0..ROWS * COLUMNS).map(|cell| if cell == 0 { 0.0 } else { weight(cell) / total }).collect();
        Layer { label: label.into(), cells, n: n * 12 }
    };
    let shape = Shape::Heat { layers: vec![layer("First", 0.0), layer("Second", 1.0)] };
    Measure { id: "board-heat".into(), title: "Where each seat plays".into(), unit: Unit::Share, shape }
}

fn move_table(n: u64) -> Measure {
    let row = |column: u64| {
        let part = 0.1 + 0.02 * (3.0 - (column as f64 - 4.0).abs());
        vec![
            Entry::Text(column.to_string()),
            Entry::Estimate(share(part, n * 13)),
            Entry::Estimate(share(part * 0.97, n * 12)),
        ]
    };
    table(
        "move-table",
        "How often each seat plays each move",
        ["move", "First", "Second"].map(String::from).to_vec(),
        [4, 3, 5, 2, 6, 1, 7].into_iter().map(row).collect(),
    )
}

fn dead(names: &[&str]) -> Measure {
    let row = |name: &&str| {
        let share = Estimate { value: 0.0, low: 0.0, high: 0.01, n: 311 };
        vec![Entry::Text(name.to_string()), Entry::Number(311.0), Entry::Number(0.0), Entry::Estimate(share)]
    };
    let columns = ["element", "chances", "chosen", "share"].map(String::from).to_vec();
    table("dead-elements", "Elements (almost) never used", columns, names.iter().map(row).collect())
}

fn openings(n: u64, thinks: bool) -> Measure {
    let parts = if thinks {
        [0.71, 0.1, 0.08, 0.05, 0.03, 0.02, 0.01]
    } else {
        [0.15, 0.14, 0.143, 0.142, 0.14, 0.143, 0.142]
    };
    let names = ["4", "3", "5", "2", "6", "1", "7"];
    let row = |(name, part): (&str, f64)| {
        let matches = (part * n as f64).round();
        vec![
            Entry::Text(name.into()),
            Entry::Number(matches),
            Entry::Estimate(share(part, n)),
            Entry::Estimate(share(0.4 + part / 4.0, matches as u64)),
            Entry::Text(if part > 0.5 { "better" } else { "" }.into()),
        ]
    };
    let columns =
        ["opening", "matches", "share", "first mover wins", "stands out"].map(String::from).to_vec();
    table("openings", "Openings", columns, names.into_iter().zip(parts).map(row).collect())
}

/// A short match that First wins in the centre column.
pub fn sample() -> SampleMatch {
    let board = Board::lettered(ROWS, COLUMNS);
    let mut grid = Grid::over(&board);
    let mut steps = vec![Step { caption: "The start".into(), scene: Scene::of(Part::Grid(grid.clone())) }];
    for (nth, column) in [3, 2, 3, 3, 4, 2, 5, 1, 6].into_iter().enumerate() {
        let row =
            (0..ROWS).rev().find(|row| grid.tokens[row * COLUMNS + column].is_none()).expect("a free cell");
        let owner = Seat::new((nth % 2) as u8);
        let glyph = if nth % 2 == 0 { 'X' } else { 'O' };
        grid.tokens[row * COLUMNS + column] = Some(Token { glyph, owner: Some(owner), piece: Piece::Disc });
        let name = &board.cells[row * COLUMNS + column];
        let mut scene = Scene::of(Part::Grid(grid.clone()));
        scene.mark(ludometer_game::ElementKind::Cell, name);
        let who = ["First", "Second"][nth % 2];
        steps.push(Step { caption: format!("Move {}: {who} plays {}", nth + 1, column + 1), scene });
    }
    SampleMatch {
        title: "The shortest match".into(),
        number: 3,
        caption: "mcts:sims=1000 in every seat. First wins with four in a row after 9 moves.".into(),
        steps,
    }
}
