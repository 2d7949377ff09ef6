//! `export`: files for spreadsheets and other programs.

use crate::kit::{Desk, says};
use serde_json::Value;

/// The rows of a CSV text, fields unquoted.
fn rows(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => field.extend(letters.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field).trim_end_matches('\r').to_owned());
                rows.push(std::mem::take(&mut row));
            }
            other => field.push(other),
        }
    }
    assert!(row.is_empty() && field.is_empty(), "the last line has no end");
    rows
}

#[test]
fn csv_is_rectangular_for_every_game_and_agrees_with_the_records() {
    let desk = Desk::new();
    for game in desk.games() {
        desk.ok(&format!("playtest {game} --agent random --matches 4 --out {game}"));
        let records: Vec<Value> = desk
            .ok(&format!("export {game} --jsonl"))
            .out
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        let matches = rows(&desk.ok(&format!("export {game} --csv")).out);
        let moves = rows(&desk.ok(&format!("export {game} --moves-csv")).out);
        for table in [&matches, &moves] {
            assert!(table.iter().all(|row| row.len() == table[0].len()), "{game}: rows of unequal length");
        }
        assert_eq!(matches.len() - 1, records.len());
        let plies: usize =
            records.iter().map(|record| record["plies"].as_array().expect("plies").len()).sum();
        assert_eq!(moves.len() - 1, plies, "{game}");
        for (row, record) in matches[1..].iter().zip(&records) {
            assert_eq!(row[0], record["number"].to_string());
            let ending = matches[0].iter().position(|column| column == "ending").expect("a column");
            assert_eq!(Value::from(row[ending].as_str()), record["ending"]);
        }
    }
}

#[test]
fn records_come_in_job_order_with_everything_a_metric_needs() {
    let desk = Desk::with_run();
    let lines = desk.ok("export run --jsonl").out;
    assert_eq!(lines.lines().count(), 12);
    for (nth, line) in lines.lines().enumerate() {
        let record: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(record["number"], nth);
        for key in
            ["agent_names", "sides", "points", "places", "ending", "because", "sources", "counts", "notes"]
        {
            assert!(!record[key].is_null(), "match {nth} has no {key}");
        }
    }
}

#[test]
fn to_a_file_it_writes_the_same_bytes_and_never_over_another() {
    let desk = Desk::with_run();
    for format in ["--csv", "--moves-csv", "--jsonl"] {
        let shown = desk.ok(&format!("export run {format}")).out;
        let ran = desk.ok(&format!("export run {format} --out file{format}"));
        assert_eq!(ran.out, "");
        assert_eq!(desk.read(&format!("file{format}")), shown);
    }
    desk.write("mine.csv", "years of work");
    let before = desk.contents();
    says(&desk.refused("export run --csv --out mine.csv"), &["mine.csv exists already", "exists"]);
    assert!(desk.contents() == before, "a refused export changed files");
}

#[test]
fn draughts_goes_out_as_pdn() {
    let desk = Desk::new();
    desk.ok("playtest draughts --agent greedy --matches 4 --moves 11-15,22-18 --out run");
    desk.ok("export run --pdn --out run.pdn");
    let text = std::fs::read_to_string(desk.path("run.pdn")).expect("the file");
    says(&text, &["[Event \"English draughts\"]", "[Black \"greedy\"]", "1. 11-15 22-18 2. 15x22"]);
    let refused = desk.refused("analyze draughts --pdn run.pdn --pdn-match 9 --agent random");
    says(&refused, &["run.pdn", "no match 9", "it has 4"]);
    // A position is one, however it is spaced.
    let position = "'B:W 18,24,K10:B 12, 16,K22'";
    desk.ok(&format!("playtest draughts --agent greedy --matches 2 --position {position} --out placed"));
    desk.ok("export placed --pdn --out placed.pdn");
    says(&desk.read("placed.pdn"), &["[FEN \"B:W18,24,K10:B12,16,K22\"]", "\n\n1. "]);
    desk.ok("playtest nim --agent random --matches 2 --out other");
    says(&desk.refused("export other --pdn"), &["PDN is the notation of draughts", "--jsonl"]);
}

#[test]
fn a_pdn_file_is_a_place_to_start_from() {
    let desk = Desk::new();
    let fen = "B:W18,24,K10:B12,16,K22";
    desk.write("two.pdn", format!("[Event \"a\"]\n1. 11-15 22-18 2. 15x22 25x18 *\n\n[FEN \"{fen}\"]\n*\n"));
    let position = |start: &str| {
        let said = desk.json(&format!("analyze draughts {start} --agent random --json"));
        said["position"].as_str().expect("a position").to_owned()
    };
    let typed = position("--moves 11-15,22-18,15x22,25x18");
    assert_eq!(position("--pdn two.pdn"), typed);
    assert_eq!(position("--pdn two.pdn --pdn-match 2"), position(&format!("--position {fen}")));
    desk.write("bad.pdn", "[Event \"a\"]\n1. 11-15 {never closed\n");
    says(&desk.refused("analyze draughts --pdn bad.pdn"), &["bad.pdn: line 2"]);
    says(&desk.refused("analyze draughts --pdn nowhere.pdn"), &["nowhere.pdn"]);
    says(&desk.refused("analyze go --pdn two.pdn"), &["not of go", "--moves"]);
    desk.write("illegal.pdn", "1. 11-15 11-15 *\n");
    says(&desk.refused("analyze draughts --pdn illegal.pdn"), &["move 2", "11-15", "legal:"]);
}
