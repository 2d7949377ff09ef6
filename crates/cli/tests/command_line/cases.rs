//! Case bases by the real binary: tables in and out, players that remember, training.

use crate::kit::{Desk, says};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The first lines of a table of the thesis: its columns, and hands from it as they would be lived.
const HEAD: &str = "jogadorMao,cartaAltaRobo,cartaMediaRobo,cartaBaixaRobo,primeiraCartaRobo,primeiraCartaHumano,\
segundaCartaRobo,segundaCartaHumano,terceiraCartaRobo,terceiraCartaHumano,ganhadorPrimeiraRodada,\
ganhadorSegundaRodada,ganhadorTerceiraRodada,quemPediuEnvido,quemPediuFaltaEnvido,quemPediuRealEnvido,\
pontosEnvidoRobo,quemNegouEnvido,quemGanhouEnvido,quemFlor,quemContraFlor,quemContraFlorResto,quemGanhouFlor,\
quemTruco,quemRetruco,quemValeQuatro,quemNegouTruco,quemGanhouTruco,naipeCartaAltaRobo,naipeCartaMediaRobo,\
naipeCartaBaixaRobo";
/// Made up: the agent leads, envido is refused by the other, truco in the third trick is refused by the agent.
const ROW: &str = "1,24,12,2,24,6,2,8,15,1,1,2,130,1,0,0,25,2,1,0,0,0,0,2,0,0,1,2,1,2,4";

/// The public base, where it is there.
fn public() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2)?;
    let folders = ["../shared/data/truco", "../../shared/data/truco"].map(|folder| root.join(folder));
    let found = folders.into_iter().find(|folder| folder.join("cases-agent-leads.csv").is_file());
    if found.is_none() {
        eprintln!("skipped: ../shared/data/truco is not there");
    }
    found
}

#[test]
fn a_table_is_brought_in_asked_and_written_again() {
    let desk = Desk::new();
    desk.write("hands.csv", format!("{HEAD}\n{ROW}\n{ROW}\n"));
    let told = desk.ok("cases import truco hands.csv --out ana").out;
    says(&told, &["hands.csv: 2 cases", "truco in a known trick: 2 (100.0 %", "cases:base=ana"]);
    let table = desk.ok("cases export ana").out;
    let head = table.lines().next().unwrap_or_default();
    assert!(head.starts_with("leads,high,middle,low,own-1") && head.ends_with(",decisions"), "{head}");
    let form = desk.json("cases export ana --json");
    assert_eq!((&form["cases"], &form["actions"]["14"]), (&Value::from(2), &Value::from("raises truco")));
    assert_eq!(form["scenarios"][0]["asks"], serde_json::json!(["high", "middle", "low"]), "{form}");
    assert_eq!(form["attributes"][10]["words"][2], "the other", "{form}");
    desk.write("own.csv", &table);
    desk.ok("cases import truco own.csv --out again");
    assert_eq!(desk.ok("cases export again").out, table, "a table of ours comes back as it was");
    assert_eq!(
        fs::read(desk.path("ana/cases.db")).expect("a base"),
        fs::read(desk.path("again/cases.db")).expect("a base")
    );
    let moves = "--moves deal-3e.1o.5c-7c.6b.4o";
    let asked =
        desk.ok(&format!("analyze truco {moves} --agent cases:base=ana,policy=MJS,least=1 --worlds 0")).out;
    says(
        &asked,
        &["envido, agent first to bet (envido-points", "1st card, agent leads (high 24, middle 12, low 2)"],
    );
    says(&asked, &["2 of 2 cases in cluster", "are at least 98 % similar", "answer: high card", "plays 3e"]);
    let rows = |text: &str, begins: &str| {
        let begins = |line: &&str| line.trim_start().starts_with(begins);
        text.lines().filter(begins).map(str::to_owned).collect::<Vec<_>>()
    };
    // What was known here stands above what was known in the cases: in both hands the same.
    let here = rows(&asked, "here ");
    assert!(here.iter().any(|row| row.trim_end().ends_with("high 24, middle 12, low 2")), "{asked}");
    let same =
        |line: &&str| line.contains("high card") && line.trim_end().ends_with("high 24, middle 12, low 2");
    assert_eq!(asked.lines().filter(same).count(), 2, "{asked}");
    assert_eq!((rows(&asked, "answers ").len(), rows(&asked, "clusters ").len()), (3, 0), "{asked}");
    let json =
        desk.json(&format!("analyze truco {moves} --agent cases:base=ana,policy=PVCNPS --worlds 0 --json"));
    assert_eq!(json["why"]["asked"].as_array().map(Vec::len), Some(3), "{}", json["why"]);
    let card = &json["why"]["asked"][2];
    assert_eq!(card["cases"][0]["known"][0], serde_json::json!(["high", 24.0, "24"]), "{card}");
    let spec = "cases:base=ana,policy=PVCNPS,least=1";
    let clustered = desk.ok(&format!("analyze truco {moves} --agent {spec} --worlds 0")).out;
    says(&clustered, &["clusters ", "answers of cluster 1 ", "chosen: cluster 1, then high card"]);
    desk.ok(
        "tournament truco cases:base=ana,policy=PVCNPS cases:base=ana,policy=NPS random --pairs 1 --out run",
    );
}

#[test]
fn what_is_wrong_in_a_table_is_told_with_its_line_and_nothing_is_written() {
    let desk = Desk::new();
    let refused = |rows: &str, phrases: &[&str]| {
        desk.write("bad.csv", rows);
        says(&desk.refused("cases import truco bad.csv --out bad"), phrases);
        assert!(!desk.path("bad").exists());
    };
    let broken = ROW.replacen("24", "x", 1);
    refused(
        &format!("{HEAD}\n{ROW}\n{broken}\n"),
        &["bad.csv:3: column `cartaAltaRobo`: `x` is not a whole number"],
    );
    refused(&format!("{HEAD}\n{}\n", ROW.replacen("24", "25", 1)), &["bad.csv:2", "25 is none of"]);
    refused(&format!("{HEAD}\n{ROW},1\n"), &["bad.csv:2: 32 cells under 31 columns"]);
    let short = HEAD.replace(",quemRetruco", "");
    refused(&format!("{short}\n"), &["bad.csv:1: column `quemRetruco` is missing"]);
    refused("", &["bad.csv:1: the file is empty"]);
    says(&desk.refused("cases import truco nowhere --out bad"), &["nowhere"]);
    desk.write("hands.csv", format!("{HEAD}\n{ROW}\n"));
    desk.ok("cases import truco hands.csv --out ana");
    says(&desk.refused("cases import truco hands.csv --out ana"), &["ana is not empty"]);
    says(&desk.refused("cases import truco hands.csv --out no --dry-run"), &["--dry-run"]);
    says(&desk.refused("analyze leduc-poker --agent cases:base=ana"), &["trained for truco"]);
    says(&desk.refused("analyze truco --agent cases:base=ana,policy=PVCX"), &["PVCNPS"]);
    says(
        &desk.refused("analyze truco --agent cases:base=ana,without=bluffs"),
        &["rule of revision", "empty-envido"],
    );
    let mut bytes = fs::read(desk.path("ana/cases.db")).expect("a base");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    desk.write("ana/cases.db", bytes);
    says(&desk.refused("analyze truco --agent cases:base=ana"), &["cases.db", "damaged"]);
    fs::remove_file(desk.path("ana/cases.db")).expect("a base");
    says(&desk.refused("analyze truco --agent cases:base=ana"), &["cases.db", "No such file"]);
}

#[test]
fn rules_of_revision_can_be_switched_off() {
    let desk = Desk::new();
    // The agent, second in the first trick, beats a 4 with its best card.
    let row = "2,24,12,2,24,1,2,8,15,1,1,2,130,0,0,0,25,0,0,0,0,0,0,2,0,0,1,2,1,2,4";
    desk.write("hands.csv", format!("{HEAD}\n{row}\n"));
    desk.ok("cases import truco hands.csv --out ana");
    let moves = "--moves 'deal-4c.6b.7c-3e.1o.5o 4c'";
    let asked = |more: &str| {
        desk.ok(&format!("analyze truco {moves} --worlds 0 --agent cases:base=ana,policy=MJS,least=1{more}"))
            .out
    };
    says(
        &asked(""),
        &["rule too-strong: a 5 beats a 4 as well as a 3; low card instead of high card", "plays 5o"],
    );
    says(&asked(",without=too-strong"), &["plays 3e"]);
    says(&asked(",revise=off"), &["plays 3e"]);

    let cleaned = desk.ok("cases clean ana").out;
    says(
        &cleaned,
        &["1 decisions taken out by the rule too-strong", "0 cases that were there twice", "Base: ana-clean"],
    );
    says(&cleaned, &["1 cases, 5 decisions are left"]);
    says(&desk.refused("cases clean ana"), &["ana-clean is not empty"]);
    let json = desk.json("cases clean ana-clean --out twice --json");
    assert_eq!(
        (&json["forbidden"], &json["twins"], &json["cases"]),
        (&serde_json::json!({}), &0.into(), &1.into())
    );
    desk.ok("analyze truco --agent cases:base=ana-clean --worlds 0");
    // Bots of other kinds that come with the program are no help here.
    let made = "`ludometer cases import` or `ludometer train cases` makes one";
    for line in [
        "cases clean nowhere",
        "cases tactics nowhere",
        "analyze truco --agent cases:base=nowhere",
        "train cases truco --from nowhere --out no",
    ] {
        let said = desk.refused(line);
        assert!(said.contains("nowhere") && said.contains(made) && !said.contains("come with"), "{said}");
    }
    let said = desk.refused("analyze tic-tac-toe --agent td:bot=nowhere");
    assert!(said.contains("`ludometer train td` makes one") && !said.contains("come with"), "{said}");
}

#[test]
fn the_public_base_is_read_as_it_is() {
    let Some(folder) = public() else { return };
    let desk = Desk::new();
    let told = desk.json(&format!("cases import truco '{}' --out ufsm --json", folder.display()));
    assert_eq!(told["cases"], 27_515);
    assert_eq!(told["notes"]["three cards of one suit"], 1370);
    let note = |name: &str| told["notes"][name].as_u64().unwrap_or_default();
    let called = 27_515 - 3293;
    assert_eq!(note("truco in a known trick") + note("truco in an unknown trick"), called);
    assert_eq!(note("truco in a known trick"), 13_272);
    let scenarios = told["scenarios"].as_array().expect("a list");
    assert_eq!(scenarios.len(), 14);
    let clusters = |scenario: &Value| (2..=9).contains(&scenario["clusters"].as_u64().unwrap_or_default());
    assert!(scenarios.iter().all(clusters), "{scenarios:?}");
    let moves = "--moves deal-3e.1o.5c-7c.6b.4o";
    let asked =
        desk.json(&format!("analyze truco {moves} --worlds 0 --agent cases:base=ufsm,policy=PVCNPS --json"));
    assert!(asked["why"]["asked"][0]["found"].as_u64() >= Some(5), "{}", asked["why"]);
}

/// Decisions about truco as an independent reading of the tables counts them: by scenario, what was faced, the answer, and
/// in how many tricks it may have been given.
#[test]
fn decisions_of_the_public_base_stand_where_they_were_made() {
    let Some(folder) = public() else { return };
    let desk = Desk::new();
    desk.ok(&format!("cases import truco '{}' --out ufsm", folder.display()));
    let table = desk.ok("cases export ufsm").out;
    let decisions: Vec<Vec<&str>> = table
        .lines()
        .skip(1)
        .flat_map(|line| line.rsplit(',').next().unwrap_or_default().split_whitespace())
        .map(|decision| decision.split(':').take(3).collect())
        .collect();
    let count = |scenario: &str, facing: &str, action: &str| {
        let alike =
            |told: &&Vec<&str>| told[..2] == [scenario, facing] && told[2].split('/').next() == Some(action);
        decisions.iter().filter(alike).count()
    };
    // Truco of the other: raised, accepted, refused; in the first trick by who leads, in the second by who won the first.
    assert_eq!(["14", "15", "16"].map(|action| count("8", "17", action)), [589, 1208, 1887]);
    assert_eq!(["14", "15", "16"].map(|action| count("10", "17", action)), [503, 418, 564]);
    assert_eq!(["14", "15", "16"].map(|action| count("13", "17", action)), [268, 220, 202]);
    // Nothing called: truco or none.
    assert_eq!(["13", "14"].map(|action| count("9", "0", action)), [4448, 3935]);
}

#[test]
fn a_base_is_lived_and_played() {
    let desk = Desk::new();
    let boot = "train cases truco --boot 60 --matches 0 --players 'strategy:bold strategy:timid' --out boot";
    let told = desk.ok(boot);
    says(&told.err, &["first 60 hands by strategy:bold, strategy:timid", "not public"]);
    says(&told.out, &["truco by self-play, 0 matches: cases 60"]);
    let told = desk.ok("train cases truco --from boot --matches 3 --enough 5 --out learned");
    says(&told.err, &["60 cases to begin with; policies: PVCNPS, NPS,"]);
    says(&told.out, &["truco by self-play, 3 matches", "cases:bot=learned"]);
    desk.ok("tournament truco cases:base=learned,policy=MJS cases:base=boot random --pairs 1 --out run");
    says(&desk.refused("train cases leduc-poker --policies PVCX --out no"), &["policy `PVCX`"]);
    says(
        &desk.refused("train cases leduc-poker --policies NPS,PVS --out no"),
        &["joined by `+`", "`NPS,PVS`"],
    );
    desk.ok("train cases kuhn-poker --boot 40 --matches 20 --out kuhn");
    desk.ok("analyze kuhn-poker --agent cases:base=kuhn --json");
    // The base knows the moves that gave its answers.
    let done = desk.ok("cases tactics kuhn").out;
    assert!(done.contains("bet") && !done.contains("action "), "{done}");
    let form = desk.json("cases export kuhn --json");
    assert_eq!(form["actions"].as_object().map(serde_json::Map::len), Some(2), "{form}");
    let page = desk.ok("agents cases").out;
    for policy in ["MJS", "PLS", "NPCMJS", "MJCPLS", "PVCPLS", "PLCPVS"] {
        says(&page, &[policy]);
    }
}

#[test]
fn tactics_of_a_run_and_of_a_base() {
    let desk = Desk::new();
    desk.ok("tournament truco strategy:bold strategy:timid --pairs 6 --set target=18 --out run");
    let tactics = desk.json("cases tactics run --json");
    let situations = tactics["situations"].as_array().expect("situations");
    assert_eq!((situations.len(), &tactics["matches"]), (14, &Value::from(12)));
    for situation in situations {
        let all = situation["tactics"].as_array().expect("tactics");
        let sum = |what: &dyn Fn(&Value) -> f64| all.iter().map(what).sum::<f64>();
        assert!((sum(&|one| one["share"]["value"].as_f64().expect("a share")) - 1.0).abs() < 1e-9);
        let decisions = sum(&|one| one["decisions"].as_f64().expect("a number"));
        assert_eq!(Some(decisions), situation["decisions"].as_f64());
        // Who plays a tactic is told of both players.
        assert!(all.iter().all(|one| one["players"].as_array().is_some_and(|players| players.len() <= 2)));
        assert!(all.iter().all(|one| one["answers"][0][1].as_f64() > Some(0.0)));
    }
    says(
        &desk.ok("cases tactics run").out,
        &[
            "1st card, agent second: ",
            "points of the hand",
            "who plays it",
            "high-kind",
            "those of the whole hand",
        ],
    );
    let page = fs::read_to_string(desk.path("run/report.html")).expect("a report");
    says(&page, &["href=\"#tactics\"", "Envido, agent first to bet", "strategy:timid"]);

    desk.write("hands.csv", format!("{HEAD}\n{ROW}\n{ROW}\n"));
    desk.ok("cases import truco hands.csv --out ana");
    says(
        &desk.ok("cases tactics ana").out,
        &[
            "envido, agent first to bet: 2 decisions",
            "Nobody knows which of these hands are of the same match",
        ],
    );
    // The first moves of an opening are nobody's decisions; nothing is said of truco where it is not played.
    desk.ok("tournament draughts random random --pairs 2 --openings three-move --out opened");
    let situations = desk.json("cases tactics opened --json")["situations"].clone();
    let told = situations.as_array().expect("situations").iter();
    let decisions: u64 = told.map(|situation| situation["decisions"].as_u64().expect("a count")).sum();
    let plies =
        |line: &str| serde_json::from_str::<Value>(line).expect("a record")["plies"].as_array().map(Vec::len);
    let lines = desk.ok("export opened --jsonl").out;
    let made: usize = lines.lines().map(|line| plies(line).expect("plies") - 3).sum();
    assert_eq!(decisions, made as u64);
    assert!(!desk.ok("cases tactics opened").out.contains("whole hand"));
    // Where a game has no names for answers, its moves say what was done.
    desk.ok("tournament kuhn-poker random random --pairs 40 --out kuhn");
    says(&desk.ok("cases tactics kuhn").out, &["decisions, points of the match", "bet"]);
    says(&desk.refused("cases tactics nowhere"), &["nowhere"]);
    says(&desk.refused("cases tactics run --out x"), &["--out has no use here"]);
}
