//! Copies of a match are no new evidence, and the report says so.

use crate::made_up;

use ludometer_metrics::{Estimate, Measure, Row, Shape, Summary, Unit};
use ludometer_report::{ReportInput, Status, Style, Verdict, remarks, report_html, summary_text, verdicts};

/// The made-up run with so many different matches in one of its groups.
fn summary(group: usize, different: f64) -> Summary {
    let mut summary = made_up::summary("Drop");
    let found = &mut summary.groups[group];
    let estimate = Estimate { value: different, low: different, high: different, n: found.matches };
    let rows = vec![Row { label: "different matches".into(), estimate }];
    found.measures.push(Measure {
        id: "distinct".into(),
        title: "Different matches".into(),
        unit: Unit::Count,
        shape: Shape::Rows { rows, reference: None },
    });
    summary
}

fn find<'a>(verdicts: &'a [Verdict], id: &str) -> &'a Verdict {
    verdicts.iter().find(|verdict| verdict.id == id).unwrap_or_else(|| panic!("no verdict {id}"))
}

#[test]
fn what_rests_on_copies_is_not_settled() {
    let plain = verdicts(&made_up::summary("Drop"));
    assert_eq!(find(&plain, "length").status, Status::Fine);
    let found = verdicts(&summary(2, 1.0));
    for id in ["seats", "draws", "length", "decisions", "comebacks", "dead", "openings"] {
        let verdict = find(&found, id);
        assert_eq!(verdict.status, Status::Unsure, "{verdict:?}");
        assert!(verdict.detail.contains("400\u{a0}matches are 1\u{a0}match played again"), "{verdict:?}");
    }
    assert_eq!(find(&found, "choices"), find(&plain, "choices"), "the duel has no copies");
    assert_eq!(find(&verdicts(&summary(3, 2.0)), "choices").status, Status::Unsure);
}

/// A thousand copies of one match without end are one match without end.
#[test]
fn copies_of_an_endless_match_settle_nothing() {
    let mut summary = summary(2, 1.0);
    let found = &mut summary.groups[2];
    let n = found.matches;
    let measure = found.measures.iter_mut().find(|measure| measure.id == "completion").expect("is measured");
    let estimate = made_up::share(1.0, n);
    measure.shape = Shape::Rows { rows: vec![Row { label: "limit".into(), estimate }], reference: None };
    let told = verdicts(&summary);
    let verdict = find(&told, "completion");
    assert_eq!(verdict.status, Status::Unsure, "{verdict:?}");
    let start = "Not settled: 400\u{a0}matches at the limit";
    assert!(
        verdict.answer.starts_with(start) && verdict.answer.ends_with("but few of them differ."),
        "{verdict:?}"
    );
}

#[test]
fn it_is_said_before_the_verdicts() {
    let summary = summary(2, 1.0);
    let remarks = remarks(&summary);
    let [remark] = remarks.as_slice() else { panic!("one group has copies: {remarks:?}") };
    let start =
        "400\u{a0}matches of mcts:sims=1000 in every seat are 1\u{a0}match played again and again: nothing";
    assert!(remark.starts_with(start), "{remark}");
    let verdicts = verdicts(&summary);
    let style = Style { width: 1000, ..Style::default() };
    assert!(summary_text(&summary, &verdicts, style).contains(remark.as_str()));
    let page = report_html(&ReportInput {
        summary: &summary,
        verdicts: &verdicts,
        tactics: None,
        samples: &[],
        command: "ludometer playtest drop",
        notes: &[],
    });
    assert!(page.contains(&format!("<p class=\"warning\">{remark}</p>")), "{page}");
}

#[test]
fn few_matches_of_a_small_game_and_copies_by_chance_are_no_reason_to_doubt() {
    assert!(remarks(&summary(0, 2.0)).is_empty(), "`random` draws by lot: the game has no more");
    assert!(remarks(&summary(2, 60.0)).is_empty());
    assert!(remarks(&made_up::summary("Drop")).is_empty());
}
