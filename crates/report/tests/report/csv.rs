//! Matches and moves as CSV.

use crate::made_up;

use ludometer_record::{Actor, Ending, Evidence, MatchRecord, Names, Opt, Ply};
use ludometer_report::{matches_csv, moves_csv};

fn record(names: &mut Names) -> MatchRecord {
    let ply = |actor, names: &mut Names| Ply {
        actor,
        stage: names.id(""),
        chosen: 1,
        legal: ["1", "=2+2"]
            .map(|text| Opt { text: names.id(text), elements: vec![names.id("cell:b1")] })
            .to_vec(),
        values: vec![0.25, -0.25],
        proven: false,
        shares: vec![0.1, 0.9],
        nodes: 100,
        observed: vec![3.0],
        scores: vec![],
    };
    let plies = vec![ply(Actor::Seat(0), names), ply(Actor::Chance, names)];
    MatchRecord {
        number: 4,
        group: 3,
        block: 2,
        rotation: 1,
        seed: u64::MAX,
        agents: vec![1, 2],
        sides: vec![names.id("light"), names.id("dark")],
        plies,
        points: vec![-1.0, 1.0],
        places: vec![2, 1],
        ending: Ending::Finished,
        because: names.id("four, in a row"),
        scores: vec![],
        sources: vec![],
        counts: vec![(names.id("threats"), 3.0)],
        notes: vec!["=HYPERLINK(\"x\")".into()],
        evidence: Some(Evidence { ply: 1, what: "odd".into() }),
    }
}

#[test]
fn a_match_is_a_row() {
    let mut names = Names::default();
    let first = record(&mut names);
    let mut second = first.clone();
    second.counts.clear();
    let mut broken = second.clone();
    broken.ending = Ending::Panic;
    let csv = matches_csv(&made_up::summary("Connect Four").header, &names, &[first, second, broken]);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(
        lines[0],
        "match,group,block,rotation,seed,length,plies,ending,because,winner,agent First,agent Second,\
         side First,side Second,points First,points Second,place First,place Second,threats,notes,evidence"
    );
    assert_eq!(
        lines[1],
        "4,mcts:sims=1000 against mcts:sims=100,2,1,0xffffffffffffffff,1,2,finished,\"four, in a row\",Second,mcts:sims=100,\
         mcts:sims=1000,light,dark,-1,1,2,1,3,\"'=HYPERLINK(\"\"x\"\")\",ply 1: odd"
    );
    assert!(lines[2].contains(",2,1,0,\"'"), "what a whole match does not mention is 0: {}", lines[2]);
    assert!(lines[3].contains(",2,1,,\"'"), "of a broken match it is not known: {}", lines[3]);
}

#[test]
fn a_ply_is_a_row() {
    let mut names = Names::default();
    let record = record(&mut names);
    let csv = moves_csv(&made_up::summary("Connect Four").header, &names, &[record]);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(
        lines[0],
        "match,group,ply,who,agent,stage,move,elements,legal moves,share,nodes,value First,value Second,\
         score First,score Second,discs"
    );
    assert_eq!(
        lines[1],
        "4,mcts:sims=1000 against mcts:sims=100,1,First,mcts:sims=100,,'=2+2,cell:b1,2,0.9,100,0.25,-0.25,,,3"
    );
    assert!(lines[2].contains(",2,chance,,,"), "{}", lines[2]);
}
