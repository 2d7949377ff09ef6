//! The report as a whole: complete, escaped, closed to the outside, well-formed.

use crate::made_up;

use ludometer_game::{Part, Scene};
use ludometer_metrics::{Estimate, Measure, Row, Shape, Summary, Unit};
use ludometer_record::GoalInfo;
use ludometer_report::{
    ReportInput, SampleMatch, Status, Step, Style, Verdict, headline, measures_text, report_html,
    summary_text, verdicts,
};

const EVIL: &str = "<script>alert(1)</script>";

fn report(summary: &Summary, samples: &[SampleMatch]) -> String {
    let verdicts = verdicts(summary);
    let notes = [format!("longer: {EVIL}")];
    let command = format!("ludometer playtest {EVIL} --seed 7");
    report_html(&ReportInput {
        summary,
        verdicts: &verdicts,
        tactics: None,
        samples,
        command: &command,
        notes: &notes,
    })
}

/// A run in which every text that a designer can type is hostile.
fn evil_summary() -> Summary {
    let mut summary = made_up::summary(EVIL);
    let game = &mut summary.header.game;
    game.name = EVIL.into();
    game.seats = vec![EVIL.into(), format!("\"{EVIL}' onload=x")];
    game.params.push((EVIL.into(), EVIL.into()));
    game.rules = Some(EVIL.into());
    let (of, who, text) = ("share".into(), EVIL.into(), EVIL.into());
    game.goals.push(GoalInfo { of, who, low: 0.0, high: 1.0, text });
    game.board.as_mut().expect("a board").cells[0] = EVIL.into();
    summary.header.opening = EVIL.into();
    for agent in &mut summary.header.agents {
        agent.spec.push_str(EVIL);
        agent.reproducible = false;
    }
    for (group, found) in summary.header.groups.iter_mut().zip(&mut summary.groups) {
        group.name = EVIL.into();
        found.name = EVIL.into();
        for measure in &mut found.measures {
            measure.title = EVIL.into();
            relabel(&mut measure.shape);
        }
    }
    summary
}

fn relabel(shape: &mut Shape) {
    match shape {
        Shape::Rows { rows, .. } => rows.iter_mut().for_each(|row| row.label.push_str(EVIL)),
        Shape::Histogram { axis, .. } => *axis = EVIL.into(),
        Shape::Lines { axis, lines } => {
            *axis = EVIL.into();
            lines.iter_mut().for_each(|line| line.label = EVIL.into());
        }
        Shape::Heat { layers } => layers.iter_mut().for_each(|layer| layer.label = EVIL.into()),
        Shape::Table { columns, .. } => columns.iter_mut().for_each(|column| *column = EVIL.into()),
    }
}

fn drawings(page: &str) -> Vec<&str> {
    let ends = page.match_indices("</svg>").map(|(at, end)| at + end.len());
    page.match_indices("<svg").map(|(at, _)| at).zip(ends).map(|(start, end)| &page[start..end]).collect()
}

#[test]
fn nothing_typed_is_ever_markup() {
    let sample = SampleMatch {
        title: EVIL.into(),
        number: 0,
        caption: EVIL.into(),
        steps: vec![Step { caption: EVIL.into(), scene: Scene::of(Part::Label(EVIL.into())) }; 2],
    };
    let page = report(&evil_summary(), &[sample]);
    assert_eq!(page.matches("<script>").count(), 1, "only our own script");
    assert!(page.matches("&lt;script&gt;alert(1)&lt;/script&gt;").count() > 50, "shown, but as text");
    assert!(!page.contains("' onload=x\""), "no text leaves its attribute");
}

#[test]
fn every_drawing_is_well_formed_and_named() {
    for summary in [made_up::summary("Connect Four"), evil_summary()] {
        let page = report(&summary, &[made_up::sample()]);
        let drawings = drawings(&page);
        assert!(drawings.len() > 30);
        for drawing in drawings {
            let tree =
                roxmltree::Document::parse(drawing).unwrap_or_else(|error| panic!("{error}: {drawing}"));
            let root = tree.root_element();
            let titled = root
                .children()
                .any(|child| child.has_tag_name((root.tag_name().namespace().unwrap_or(""), "title")));
            let hidden = root.attribute("aria-hidden") == Some("true");
            let named =
                root.attribute("role") == Some("img") && (root.attribute("aria-label").is_some() || titled);
            assert!(hidden || named, "{drawing}");
        }
    }
}

#[test]
fn the_page_is_closed_to_the_outside() {
    let page = report(&made_up::summary("Connect Four"), &[made_up::sample()]);
    assert!(page.contains("default-src 'none'; script-src 'sha256-"));
    assert!(!page.contains("style=\""), "the policy forbids inline style attributes");
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!outside.contains("http://") && !outside.contains("https://") && !outside.contains("//cdn"));
    for attribute in ["src=", "onclick=", "onload=", "@import", "url("] {
        assert!(!page.contains(attribute), "{attribute}");
    }
}

#[test]
fn the_page_has_landmarks_unique_ids_and_live_links() {
    let page = report(&made_up::summary("Connect Four"), &[made_up::sample()]);
    for once in ["<main>", "<h1>", "<header", "<footer>", "lang=\"en-GB\""] {
        assert_eq!(page.matches(once).count(), 1, "{once}");
    }
    let values = |name: &str| -> Vec<String> {
        let key = format!(" {name}=\"");
        page.split(&key).skip(1).map(|rest| rest.split('"').next().unwrap_or_default().to_owned()).collect()
    };
    let ids = values("id");
    let mut unique = ids.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(ids.len(), unique.len(), "{ids:?}");
    for link in values("href").iter().filter_map(|link| link.strip_prefix('#')) {
        assert!(ids.iter().any(|id| id == link), "#{link}");
    }
}

#[test]
fn every_step_is_in_the_page_without_a_script() {
    let sample = made_up::sample();
    let page = report(&made_up::summary("Connect Four"), std::slice::from_ref(&sample));
    assert_eq!(page.matches("<li class=\"step").count(), sample.steps.len());
    assert!(page.contains("aria-label=\"Next step\"") && page.contains("type=\"range\""));
    assert!(page.contains("ludometer playtest") && page.contains("Questions that need longer"));
}

#[test]
fn unknown_measures_are_drawn_by_their_shape() {
    let mut summary = made_up::summary("Connect Four");
    let estimate = Estimate { value: 3.0, low: 2.0, high: 4.0, n: 5 };
    let rows = ["hops", "skips"].map(|label| Row { label: label.into(), estimate }).to_vec();
    let shape = Shape::Rows { rows, reference: None };
    summary.groups[0].measures =
        vec![Measure { id: "never-heard-of".into(), title: "Jumps".into(), unit: Unit::Points, shape }];
    let page = report(&summary, &[]);
    assert!(page.contains("Jumps") && page.contains("skips"));
    assert!(measures_text(&summary, Style::default()).contains("[never-heard-of]"));
}

#[test]
fn a_run_without_matches_still_has_a_report() {
    let mut summary = made_up::summary("Connect Four");
    for group in &mut summary.groups {
        group.matches = 0;
        group.measures.clear();
    }
    assert!(verdicts(&summary).is_empty());
    assert!(headline(&summary, &[]).contains("no question could be answered"));
    assert!(report(&summary, &[]).contains("No question could be answered"));
    summary.groups.clear();
    report(&summary, &[]);
}

#[test]
fn the_summary_fits_a_screen_and_needs_no_colour() {
    let summary = made_up::summary("Connect Four");
    let verdicts = verdicts(&summary);
    let text = summary_text(&summary, &verdicts, Style::default());
    assert!(text.lines().count() <= 25, "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    assert!(!text.contains('\u{1b}'));
    for verdict in &verdicts {
        assert!(text.contains(&verdict.status.word().to_uppercase()));
    }
    let ascii = summary_text(&summary, &verdicts, Style { unicode: false, ..Style::default() });
    assert!(ascii.is_ascii(), "{ascii}");
    let loud = summary_text(&summary, &verdicts, Style { colour: true, ..Style::default() });
    assert!(loud.contains('\u{1b}'));
}

#[test]
fn verdicts_say_no_more_than_the_data_carry() {
    let summary = made_up::summary("Connect Four");
    let verdicts = verdicts(&summary);
    let status = |id: &str| verdicts.iter().find(|verdict| verdict.id == id).map(|verdict| verdict.status);
    assert_eq!(status("seats"), Some(Status::Unsure), "57 % (52–61 %) is neither inside nor outside ±5");
    assert_eq!(status("choices"), Some(Status::Fine));
    assert_eq!(status("completion"), Some(Status::Fine));
    assert_eq!(status("dead"), Some(Status::Unsure), "only the strongest avoid a6");
    let seats = &verdicts[0];
    assert!(seats.detail.contains("mcts:sims=1000") && seats.detail.contains("random"), "{}", seats.detail);
    assert!(seats.detail.contains("would settle it"));
}

#[test]
fn clear_data_give_clear_verdicts() {
    let mut summary = made_up::summary("Connect Four");
    for group in &mut summary.groups {
        set(group, "seat-wins", &[("First", 0.7), ("Second", 0.3)]);
        set(group, "draws", &[("draws", 0.0)]);
        set(group, "completion", &[("finished", 0.98), ("illegal move", 0.02)]);
        set(group, "agent-wins", &[("mcts:sims=1000", 0.5), ("mcts:sims=100", 0.5)]);
        set(group, "comeback", &[("comebacks", 0.001)]);
        set(group, "forced", &[("forced", 0.8)]);
    }
    let verdicts = verdicts(&summary);
    let problems = ["seats", "completion", "choices", "comebacks", "decisions"];
    for id in problems {
        let verdict = verdicts.iter().find(|verdict| verdict.id == id).expect(id);
        assert_eq!(verdict.status, Status::Problem, "{verdict:?}");
    }
}

#[test]
fn equals_on_three_seats_show_no_difference() {
    let mut summary = made_up::summary("Three");
    summary.header.game.seats.push("Third".into());
    summary.header.game.teams = vec![0, 1, 2];
    for group in summary.header.groups.iter_mut().filter(|group| !group.is_self_play()) {
        group.lineup.push(group.lineup[1]);
    }
    for group in &mut summary.groups {
        set(group, "agent-wins", &[("mcts:sims=1000", 1.0 / 3.0), ("mcts:sims=100", 1.0 / 3.0)]);
    }
    let verdicts = verdicts(&summary);
    let choices = verdicts.iter().find(|verdict| verdict.id == "choices").expect("agents meet");
    assert_eq!(choices.status, Status::Problem, "{choices:?}");
    assert!(
        choices.answer.starts_with("Hardly") && choices.answer.contains("33.3\u{a0}% is equal"),
        "{choices:?}"
    );
}

fn set(group: &mut ludometer_metrics::GroupSummary, id: &str, values: &[(&str, f64)]) {
    for measure in group.measures.iter_mut().filter(|measure| measure.id == id) {
        let row = |(label, value): &(&str, f64)| Row {
            label: (*label).into(),
            estimate: made_up::share(*value, 5000),
        };
        measure.shape = Shape::Rows { rows: values.iter().map(row).collect(), reference: None };
    }
}

fn verdict<'a>(verdicts: &'a [Verdict], id: &str) -> &'a Verdict {
    verdicts.iter().find(|verdict| verdict.id == id).unwrap_or_else(|| panic!("no verdict {id}"))
}

#[test]
fn players_who_hardly_think_settle_nothing() {
    let mut summary = made_up::summary("Connect Four");
    for group in &mut summary.groups {
        set(group, "seat-wins", &[("First", 0.7), ("Second", 0.3)]);
        set(group, "draws", &[("draws", 0.0)]);
    }
    let judged = ["seats", "comebacks", "openings", "dead"];
    let mut thinking = |positions: f64| {
        for group in summary.groups.iter_mut().filter(|group| group.name.starts_with("mcts")) {
            group.measures.retain(|measure| measure.id != "search");
            let estimate = Estimate { value: positions, low: positions, high: positions, n: 99 };
            let rows = vec![Row { label: "positions per legal move".into(), estimate }];
            let shape = Shape::Rows { rows, reference: None };
            group.measures.push(Measure { id: "search".into(), title: "S".into(), unit: Unit::Count, shape });
        }
        verdicts(&summary)
    };
    let weak = thinking(6.4);
    for id in judged {
        let verdict = verdict(&weak, id);
        assert_eq!(verdict.status, Status::Unsure, "{verdict:?}");
        assert!(verdict.detail.contains("only 6\u{a0}positions per legal move"), "{verdict:?}");
        assert!(verdict.detail.contains("twice as long (--minutes)"), "{verdict:?}");
    }
    assert!(verdict(&thinking(0.5), "seats").detail.contains("not even one position per legal move"));
    let strong = thinking(10.0);
    assert_eq!(verdict(&strong, "seats").status, Status::Problem);
    for id in judged {
        assert!(!verdict(&strong, id).detail.contains("per legal move"));
    }
}

#[test]
fn few_comebacks_of_the_strongest_alone_are_no_reproach() {
    let mut summary = made_up::summary("Connect Four");
    set(&mut summary.groups[2], "comeback", &[("comebacks", 0.01)]);
    let found = verdicts(&summary);
    let comebacks = verdict(&found, "comebacks");
    assert_eq!(comebacks.status, Status::Unsure, "{comebacks:?}");
    assert!(comebacks.answer.starts_with("It depends on the players"), "{comebacks:?}");
    assert!(comebacks.detail.contains("With mcts:sims=100 it is 14"), "{comebacks:?}");
}

#[test]
fn a_single_match_is_spoken_of_in_the_singular() {
    let mut summary = made_up::summary("Connect Four");
    summary.groups.truncate(1);
    summary.groups[0].matches = 1;
    let verdicts = verdicts(&summary);
    let said = headline(&summary, &verdicts);
    assert!(said.starts_with("1\u{a0}match shows ") && said.contains(" finds "), "{said}");
    assert!(measures_text(&summary, Style::default()).contains("· 1\u{a0}match\n"));
}

#[test]
fn a_very_long_match_is_drawn_in_part_and_says_so() {
    let step = |nth: usize| Step {
        caption: format!("Move {nth}"),
        scene: Scene::of(Part::Label(format!("position {nth}"))),
    };
    let sample = SampleMatch {
        title: "The longest".into(),
        number: 17,
        caption: "Long.".into(),
        steps: (0..1000).map(step).collect(),
    };
    let page = report(&made_up::summary("Connect Four"), &[sample]);
    assert_eq!(page.matches("<li class=\"step").count(), 60);
    assert_eq!(page.matches("<li class=\"step\">").count(), 6, "paper shows a few");
    for shown in ["Shown are 60 of 1,000\u{a0}positions", "Shown are 6 of 1,000\u{a0}positions"] {
        assert!(page.contains(shown), "{shown}");
    }
    assert!(page.contains("<code>ludometer replay RUN --match 17</code>"));
    for shown in ["1/1000</span> Move 0", "1000/1000</span> Move 999"] {
        assert!(page.contains(shown), "{shown}");
    }
}

#[test]
fn boards_and_pieces_are_drawn_once() {
    let sample = made_up::sample();
    let page = report(&made_up::summary("Connect Four"), &[sample.clone(), sample.clone()]);
    let samples = &page[page.find("id=\"samples\"").expect("samples")..];
    assert_eq!(samples.matches("class=\"cell\"").count(), 1);
    assert_eq!(samples.matches("class=\"disc\"").count(), 2, "one of each seat");
    let boards = samples.matches("href=\"#stamp0\"").count();
    assert_eq!(boards, 2 * sample.steps.len());
    assert!(page.contains("Made by Ludometer 0.1.0."));
}

#[test]
fn goals_are_judged_before_everything_else() {
    let mut summary = made_up::summary("Four");
    let goal = |of: &str, who: &str, low, high, text: &str| GoalInfo {
        of: of.into(),
        who: who.into(),
        low,
        high,
        text: text.into(),
    };
    summary.header.game.goals = vec![
        goal("length", "", 20.0, 60.0, "a match takes 20 to 60 moves"),
        goal("share", "First", 0.2, 0.3, "First wins 20 to 30 % of matches"),
        goal("share", "Second", 0.0, 0.5, "Second wins 0 to 50 % of matches"),
    ];
    let found = verdicts(&summary);
    let told: Vec<(&str, Status)> = found.iter().take(3).map(|v| (v.id.as_str(), v.status)).collect();
    let expected = [
        ("goal-length", Status::Fine),
        ("goal-share-First", Status::Problem),
        ("goal-share-Second", Status::Fine),
    ];
    assert_eq!(told, expected, "{found:#?}");
    assert!(found[0].answer.starts_with("Met: 33"), "{}", found[0].answer);
    assert!(found[1].answer.starts_with("Missed: "), "{}", found[1].answer);
    assert!(found[1].detail.contains("mcts:sims=1000 in every seat"), "{}", found[1].detail);
    summary.header.game.goals[2].high = 0.4;
    let found = verdicts(&summary);
    assert!(found[2].answer.starts_with("Unsure: "), "{:?}", found[2]);
    assert!(found[2].detail.contains("would settle it"), "{:?}", found[2]);
}
