//! Records for tests.

use ludometer_record::{
    Actor, AgentInfo, BoardInfo, Ending, GameInfo, Group, Header, MatchRecord, Names, Opt, Ply, Run, SCHEMA,
    Writer, write_jsonl,
};
use std::path::Path;

/// The header of a small job on connect-four.
pub fn header() -> Header {
    let cells = (1..=6).rev().flat_map(|row| ('a'..='g').map(move |column| format!("{column}{row}")));
    Header {
        schema: SCHEMA,
        program: "ludometer 0.1.0".into(),
        game: GameInfo {
            name: "connect-four".into(),
            title: "Connect Four".into(),
            version: 1,
            params: vec![("columns".into(), "7".into()), ("rows".into(), "6".into())],
            seats: vec!["first".into(), "second".into()],
            teams: vec![0, 1],
            bounds: (-1.0, 1.0),
            chance: "none".into(),
            hidden: false,
            cooperative: false,
            limit: 42,
            observables: vec!["mobility".into()],
            board: Some(BoardInfo { rows: 6, columns: 7, hex: false, cells: cells.collect() }),
            rules: None,
            sheets: Vec::new(),
            goals: Vec::new(),
        },
        seed: 7,
        agents: ["random", "mcts:sims=1000"]
            .map(|spec| AgentInfo { spec: spec.into(), version: 1, params: vec![], reproducible: true })
            .into(),
        groups: vec![Group { name: "mcts:sims=1000 against random".into(), lineup: vec![1, 0], blocks: 500 }],
        opening: String::new(),
    }
}

/// A match of connect-four, 24 plies with 7 legal moves each, that depends only on its number. Its
/// name table starts at another place for every match, as tables of different threads do.
pub fn connect_four(number: u64) -> (MatchRecord, Names) {
    let mut dice = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut names = Names::default();
    for column in 0..number % 7 {
        names.id(&(7 - column).to_string());
    }
    let mut heights = [0_u8; 7];
    let plies = (0..24).map(|turn| connect_four_ply(turn, &mut heights, &mut dice, &mut names)).collect();
    let record = MatchRecord {
        number,
        group: 0,
        block: number / 2,
        rotation: (number % 2) as u8,
        seed: dice,
        agents: if number.is_multiple_of(2) { vec![1, 0] } else { vec![0, 1] },
        sides: vec![names.id("first"), names.id("second")],
        plies,
        points: vec![-1.0, 1.0],
        places: vec![2, 1],
        ending: Ending::Finished,
        because: names.id("four in a line"),
        scores: vec![],
        sources: vec![],
        counts: vec![(names.id("threats"), number as f64)],
        notes: vec![],
        evidence: None,
    };
    (record, names)
}

fn connect_four_ply(turn: u8, heights: &mut [u8; 7], dice: &mut u64, names: &mut Names) -> Ply {
    let mut roll = || {
        *dice ^= *dice << 13;
        *dice ^= *dice >> 7;
        *dice ^= *dice << 17;
        *dice
    };
    let legal = (0..7).map(|column| {
        let cell = format!("cell:{}{}", char::from(b'a' + column), heights[usize::from(column)] + 1);
        Opt { text: names.id(&(column + 1).to_string()), elements: vec![names.id(&cell)] }
    });
    let legal = legal.collect();
    let chosen = (roll() % 7) as u32;
    heights[chosen as usize] = (heights[chosen as usize] + 1) % 6;
    let visits: Vec<f32> = (0..7).map(|_| (roll() % 1000) as f32).collect();
    let total: f32 = visits.iter().sum();
    let value = (roll() % 2001) as f32 / 1000.0 - 1.0;
    Ply {
        actor: Actor::Seat(turn % 2),
        stage: names.id(""),
        chosen,
        legal,
        values: vec![value, -value],
        proven: false,
        shares: visits.iter().map(|count| count / total).collect(),
        nodes: 1000,
        observed: vec![7.0],
        scores: vec![],
    }
}

/// Appends matches in the order given.
pub fn append(writer: &mut Writer, numbers: impl IntoIterator<Item = u64>) {
    for number in numbers {
        let (record, names) = connect_four(number);
        writer.append(record, &names).unwrap();
    }
}

/// A run of these matches in a folder.
pub fn write_run(dir: &Path, numbers: impl IntoIterator<Item = u64>) {
    append(&mut Writer::create(dir, &header()).unwrap(), numbers);
}

/// The exported lines of a run without problems.
pub fn lines(dir: &Path) -> String {
    let mut bytes = Vec::new();
    let problems = write_jsonl(&Run::open(dir).unwrap(), &mut bytes).unwrap();
    assert_eq!(problems, []);
    String::from_utf8(bytes).unwrap()
}
