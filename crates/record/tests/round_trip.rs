//! What is stored is what is read, whatever it is and in whatever order it came.

mod common;

use common::{append, connect_four, header, lines, write_run};
use ludometer_record::{
    Actor, Ending, Evidence, MatchRecord, NameId, Names, Opt, Ply, Run, RunError, Writer, folder,
    read_json_line,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use std::fs;
use std::path::Path;

const NAMES: u32 = 12;

/// Finite numbers of all sizes.
fn number() -> impl Strategy<Value = f32> {
    use proptest::num::f32::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
    POSITIVE | NEGATIVE | NORMAL | SUBNORMAL | ZERO
}

fn name() -> impl Strategy<Value = NameId> {
    (0..NAMES).prop_map(NameId)
}

fn ply() -> impl Strategy<Value = Ply> {
    let actor = prop_oneof![(0..8_u8).prop_map(Actor::Seat), Just(Actor::Chance)];
    let option = (name(), vec(name(), 0..3)).prop_map(|(text, elements)| Opt { text, elements });
    let think = (vec(number(), 0..3), vec(0.0..=1.0_f32, 0..5), any::<u64>(), any::<bool>());
    let see = (vec(number(), 0..3), vec(number(), 0..3));
    (actor, name(), any::<u32>(), vec(option, 0..5), think, see).prop_map(
        |(actor, stage, chosen, legal, (values, shares, nodes, proven), (observed, scores))| Ply {
            actor,
            stage,
            chosen,
            legal,
            values,
            proven,
            shares,
            nodes,
            observed,
            scores,
        },
    )
}

fn ending() -> impl Strategy<Value = Ending> {
    use Ending::{Fault, Finished, Forfeit, Illegal, Limit, Panic};
    prop::sample::select(vec![Finished, Limit, Illegal, Fault, Panic, Forfeit])
}

prop_compose! {
    fn record()(
        (group, block, rotation, seed) in (any::<u32>(), 0..u64::MAX / 2, any::<u8>(), any::<u64>()),
        (agents, sides, plies) in (vec(any::<u16>(), 0..4), vec(name(), 0..4), vec(ply(), 0..6)),
        (points, places, scores) in (vec(number(), 0..4), vec(any::<u8>(), 0..4), vec(number(), 0..4)),
        (ending, because, notes) in (ending(), name(), vec(any::<String>(), 0..3)),
        sources in vec((any::<u8>(), name(), number()), 0..3),
        counts in vec((name(), proptest::num::f64::NORMAL), 0..3),
        evidence in option::of((any::<u32>(), any::<String>()).prop_map(|(ply, what)| Evidence { ply, what })),
    ) -> MatchRecord {
        MatchRecord {
            number: 0, group, block, rotation, seed, agents, sides, plies, points, places, ending,
            because, scores, sources, counts, notes, evidence,
        }
    }
}

/// Twelve names or fewer: some may be equal, empty or odd, and some ids may have no text at all.
fn table() -> impl Strategy<Value = Vec<String>> {
    vec(any::<String>(), 1..NAMES as usize)
}

fn names_of(texts: &[String]) -> Names {
    let mut names = Names::default();
    for text in texts {
        names.id(text);
    }
    names
}

/// The record with its ids replaced by ids of a table that all records share.
fn in_terms_of(mut record: MatchRecord, names: &Names, common: &mut Names) -> MatchRecord {
    record.rename(|id| common.id(names.text(id)));
    record
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_read_is_what_was_stored(played in vec((record(), table()), 1..8)) {
        let root = tempfile::tempdir().unwrap();
        let mut writer = Writer::create(root.path(), &header()).unwrap();
        let mut common = Names::default();
        let mut expected = Vec::new();
        for (number, (mut record, texts)) in played.into_iter().enumerate() {
            record.number = number as u64 * 3;
            let names = names_of(&texts);
            writer.append(record.clone(), &names).unwrap();
            record.normalise();
            expected.push(in_terms_of(record, &names, &mut common));
        }
        drop(writer);

        let run = Run::open(root.path()).unwrap();
        prop_assert_eq!(run.header(), &header());
        prop_assert_eq!(run.count(), expected.len() as u64);
        let mut problems = Vec::new();
        let mut found = Vec::new();
        for record in run.whole(&mut problems) {
            found.push(in_terms_of(record, run.names(), &mut common));
        }
        prop_assert_eq!(&problems, &[]);
        prop_assert_eq!(&found, &expected);

        let imported: Vec<MatchRecord> =
            lines(root.path()).lines().map(|line| read_json_line(line, &mut common).unwrap()).collect();
        prop_assert_eq!(&imported, &expected);
    }
}

#[test]
fn the_order_of_arrival_does_not_show() {
    let root = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| root.path().join(name));
    write_run(&one, 0..250);
    write_run(&two, (0..250).map(|number| number * 77 % 250));
    assert_eq!(lines(&one), lines(&two));
    let [one, two] = [one, two].map(|dir| Run::open(&dir).unwrap());
    assert!(one.names().iter().eq(two.names().iter()));
    assert!(one.matches().eq(two.matches()));
}

#[test]
fn an_exported_run_can_be_stored_again() {
    let root = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| root.path().join(name));
    write_run(&one, 0..20);
    let mut names = Names::default();
    let mut writer = Writer::create(&two, &header()).unwrap();
    for line in lines(&one).lines() {
        let record = read_json_line(line, &mut names).unwrap();
        writer.append(record, &names).unwrap();
    }
    drop(writer);
    assert_eq!(lines(&one), lines(&two));
}

#[test]
fn a_line_reads_like_this() {
    let root = tempfile::tempdir().unwrap();
    let mut names = Names::default();
    let (mut record, _) = connect_four(0);
    record.rename(|_| names.id("drop"));
    record.plies.truncate(1);
    record.plies[0].legal.truncate(1);
    record.plies[0].values = vec![0.1, f32::NAN];
    record.plies[0].shares = vec![1.0];
    record.sources = vec![(1, names.id("lines"), 3.0)];
    let mut writer = Writer::create(root.path(), &header()).unwrap();
    writer.append(record, &names).unwrap();
    drop(writer);
    let expected = concat!(
        r#"{"number":0,"group":0,"group_name":"mcts:sims=1000 against random","block":0,"rotation":0,"#,
        r#""seed":"SEED","agents":[1,0],"agent_names":["mcts:sims=1000","random"],"sides":["drop","drop"],"#,
        r#""points":[-1.0,1.0],"places":[2,1],"ending":"finished","because":"drop","scores":[],"#,
        r#""sources":[{"seat":1,"source":"lines","points":3.0}],"counts":[{"name":"drop","count":0.0}],"#,
        r#""notes":[],"evidence":null,"plies":[{"seat":0,"stage":"drop","chosen":CHOSEN,"#,
        r#""legal":[{"text":"drop","elements":["drop"]}],"values":[0.1,null],"proven":false,"shares":[1.0],"nodes":1000,"#,
        r#""observed":[7.0],"scores":[]}]}"#,
        "\n"
    );
    let run = Run::open(root.path()).unwrap();
    let found = run.get(0).unwrap().unwrap();
    let expected = expected.replace("SEED", &found.seed.to_string());
    assert_eq!(lines(root.path()), expected.replace("CHOSEN", &found.plies[0].chosen.to_string()));
    let again = read_json_line(&lines(root.path()), &mut names).unwrap();
    assert!(again.plies[0].values[1].is_nan());
    let quoted = format!("\"{}\"", found.seed);
    let plain = lines(root.path()).replace(&quoted, &found.seed.to_string());
    assert_eq!(read_json_line(&plain, &mut names).unwrap().seed, found.seed, "a plain number is read too");
}

#[test]
fn a_run_goes_on_where_it_stopped() {
    let root = tempfile::tempdir().unwrap();
    let [broken, whole] = ["broken", "whole"].map(|name| root.path().join(name));
    write_run(&whole, 0..30);
    write_run(&broken, [3, 1, 4, 15, 9, 2, 6, 5]);
    let mut writer = Writer::resume(&broken, &header()).unwrap();
    assert_eq!(writer.done().iter().copied().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 9, 15]);
    let missing: Vec<u64> = (0..30).filter(|number| !writer.done().contains(number)).collect();
    append(&mut writer, missing);
    let (record, names) = connect_four(4);
    assert!(matches!(writer.append(record, &names), Err(RunError::Duplicate { number: 4 })));
    drop(writer);
    assert_eq!(lines(&broken), lines(&whole));
    assert_eq!(Run::open(&broken).unwrap().get(99).unwrap(), None);
}

#[test]
fn another_job_is_refused_with_what_differs() {
    let root = tempfile::tempdir().unwrap();
    write_run(root.path(), 0..2);
    let mut other = header();
    other.seed = 8;
    other.game.params[0].1 = "8".into();
    other.agents.pop();
    let error = Writer::resume(root.path(), &other).unwrap_err().to_string();
    assert!(error.contains("seed: 7 in the folder, 8 now"), "{error}");
    assert!(error.contains(r#"game.params.columns: "7" in the folder, "8" now"#), "{error}");
    assert!(error.contains("agents: "), "{error}");
    assert_eq!(error.lines().count(), 4, "{error}");
}

#[test]
fn an_upgrade_goes_on_unless_a_version_rose() {
    let root = tempfile::tempdir().unwrap();
    write_run(root.path(), 0..2);
    let mut upgraded = header();
    upgraded.program = "a later release".into();
    assert!(Writer::resume(root.path(), &upgraded).is_ok());
    upgraded.game.version += 1;
    upgraded.agents[1].version += 1;
    upgraded.agents[1].params = vec![("c".into(), "2".into())];
    let error = Writer::resume(root.path(), &upgraded).unwrap_err().to_string();
    assert!(error.contains("game.version") && error.contains("changed rules"), "{error}");
    assert!(error.contains("agents[1].version") && error.contains("changed version of the agent"), "{error}");
    assert!(error.contains("agents[1].params"), "{error}");
    assert_eq!(error.lines().count(), 4, "{error}");
}

#[test]
fn nothing_is_overwritten() {
    let root = tempfile::tempdir().unwrap();
    let [run, other] = ["run", "other"].map(|name| root.path().join(name));
    write_run(&run, 0..2);
    assert!(matches!(Writer::create(&run, &header()), Err(RunError::Exists { .. })));
    assert_eq!(Run::open(&run).unwrap().count(), 2);
    fs::create_dir(&other).unwrap();
    fs::write(other.join("notes.txt"), "mine").unwrap();
    assert!(matches!(Writer::create(&other, &header()), Err(RunError::Foreign { .. })));
    assert!(matches!(Writer::resume(&other, &header()), Err(RunError::NotARun { .. })));
    fs::write(other.join(folder::JOB), "seed = 7").unwrap();
    assert!(Writer::create(&other, &header()).is_ok());
    assert_eq!(fs::read_to_string(other.join("notes.txt")).unwrap(), "mine");
}

#[test]
fn a_run_has_one_writer_and_any_number_of_readers() {
    let root = tempfile::tempdir().unwrap();
    let mut writer = Writer::create(root.path(), &header()).unwrap();
    append(&mut writer, 0..3);
    writer.flush().unwrap();
    assert!(matches!(Writer::resume(root.path(), &header()), Err(RunError::Busy { .. })));
    let before = Run::open(root.path()).unwrap();
    append(&mut writer, 3..7);
    writer.flush().unwrap();
    assert_eq!(before.count(), 3, "a reader sees the run as it was when it opened it");
    assert_eq!(Run::open(root.path()).unwrap().count(), 7);
    drop(writer);
    drop(before);
    let mut writer = Writer::resume(root.path(), &header()).unwrap();
    append(&mut writer, 7..9);
    drop(writer);
    assert_eq!(Run::open(root.path()).unwrap().count(), 9);
}

#[test]
fn a_closed_run_is_one_plain_file() {
    let root = tempfile::tempdir().unwrap();
    write_run(root.path(), 0..500);
    assert_eq!(files(root.path()), [folder::DATABASE]);
    Run::open(root.path()).unwrap().matches().for_each(|record| drop(record.unwrap()));
    assert_eq!(files(root.path()), [folder::DATABASE], "reading leaves nothing behind");
}

fn files(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn people_can_ask_in_sql() {
    let root = tempfile::tempdir().unwrap();
    write_run(root.path(), 0..10);
    let database = rusqlite::Connection::open(root.path().join(folder::DATABASE)).unwrap();
    let sql = "SELECT count(*), min(agents.spec), sum(plies) FROM matches
               JOIN agents ON agents.id = matches.agents->>0
               JOIN groups ON groups.id = matches.group_id
               WHERE places->>1 = 1 AND rotation = 0 AND because = 'four in a line' AND ending = 'finished'";
    let row: (u32, String, u32) =
        database.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
    assert_eq!(row, (5, "mcts:sims=1000".into(), 120));
}

#[test]
fn a_match_takes_little_room() {
    let root = tempfile::tempdir().unwrap();
    write_run(root.path(), 0..1000);
    let bytes = fs::metadata(root.path().join(folder::DATABASE)).unwrap().len() / 1000;
    println!("{bytes} bytes per match of 24 plies with 7 legal moves each");
    assert!(bytes < 1500, "{bytes}");
}
