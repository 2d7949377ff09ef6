//! Search for people to look at: what is said is what happened, and nothing typed becomes markup.

use ludometer_agents::lesson::{Growth, Measure, Walk, grow, walk};
use ludometer_game::{Board, Game, Grid, Part, Piece, Rng, Scene, Token};
use ludometer_report::{LessonPage, lesson_html, trace_text};
use ludometer_testkit::toys::Tree;
use serde_json::Value;

const LECTURE: &str = "((3 12 8)(2 4 6)(14 5 2))";
const EVIL: &str = "</script><script>alert(1)</script>";

fn walked() -> Walk {
    let tree = Tree::parse(LECTURE).unwrap();
    walk(&tree, &tree.initial(), 9, Measure::Points, 1000).unwrap()
}

fn grown(simulations: u32) -> Growth {
    let tree = Tree::parse(LECTURE).unwrap();
    let mut rng = Rng::stream(1, "lesson", 0);
    grow(&tree, &tree.initial(), simulations, 1.4, Measure::Points, 100_000, &mut rng).unwrap()
}

fn page(walk: Option<&Walk>, growth: Option<&Growth>, text: &str) -> String {
    let notes = [text.to_owned()];
    lesson_html(&LessonPage {
        title: text,
        caption: text,
        walk,
        growth,
        notes: &notes,
        program: "ludometer 1",
    })
}

/// The steps of the first lesson in a page.
fn steps(page: &str) -> Vec<Value> {
    let (_, rest) = page.split_once("data-steps>").expect("a data block");
    let (block, _) = rest.split_once("</script>").expect("an end");
    serde_json::from_str(block).expect("JSON")
}

fn said(steps: &[Value]) -> Vec<&str> {
    steps.iter().map(|step| step["say"].as_str().expect("a sentence")).collect()
}

#[test]
fn the_trace_is_what_a_lecturer_writes_on_the_board() {
    let expected = "\
MAX [−∞, +∞]
  v = −∞, try 1: MIN [−∞, +∞]
      v = +∞, try 1 [−∞, +∞] → 3
      v = 3, try 2 [−∞, 3] → 12
      v = 3, try 3 [−∞, 3] → 8
      return 3
  v = 3, try 2: MIN [3, +∞]
      v = +∞, try 1 [3, +∞] → 2
      v = 2 ≤ α = 3: cut off 2 and 3
      return 2
  v = 3, try 3: MIN [3, +∞]
      v = +∞, try 1 [3, +∞] → 14
      v = 14, try 2 [3, 14] → 5
      v = 5, try 3 [3, 5] → 2
      return 2
  return 3
value 3; best line 1 1; 7\u{a0}leaves looked at, 1\u{a0}cut
";
    assert_eq!(trace_text(&walked()), expected);
}

#[test]
fn every_step_of_the_walk_has_its_sentence() {
    let walk = walked();
    let steps = steps(&page(Some(&walk), None, "A tree"));
    let said = said(&steps);
    assert_eq!(said.len(), 16, "{said:#?}");
    assert_eq!(said[0], "Start at the root, a MAX node. Nothing is known yet: [α, β] = [−∞, +∞], v = −∞.");
    assert_eq!(said[1], "Move 1 leads to a MIN node. It is handed [α, β] = [−∞, +∞] and starts with v = +∞.");
    assert_eq!(said[2], "Move 1 leads to a leaf worth 3. MIN: v = min(+∞, 3) = 3, so β = 3.");
    assert_eq!(said[5], "The MIN node after move 1 returns 3. MAX: v = max(−∞, 3) = 3, so α = 3.");
    assert!(said[8].starts_with("Cut: v = 2 ≤ α = 3."), "{}", said[8]);
    assert!(said[8].ends_with("so 2 and 3 are not looked at."), "{}", said[8]);
    assert_eq!(steps[8]["stop"], true);
    assert_eq!(steps[8]["rows"][1], serde_json::json!(["MIN after 2", "3", "+∞", "2"]));
    let struck = steps[8]["set"].as_array().unwrap().iter().filter(|change| change[2] == "on cut").count();
    assert_eq!(struck, 2);
    assert!(said[15].starts_with("Done: the root is worth 3. Best line: 1 1."), "{}", said[15]);
}

#[test]
fn every_simulation_selects_expands_plays_and_backs_up() {
    let growth = grown(20);
    let steps = steps(&page(None, Some(&growth), "A tree"));
    let said = said(&steps);
    assert!(said[1].starts_with("Iteration 1, expand: move 1 of the root was not tried yet."), "{}", said[1]);
    assert!(said[2].starts_with("Iteration 1, random match: 1\u{a0}move at random:"), "{}", said[2]);
    assert!(
        said[3].starts_with("Iteration 1, back up: 2\u{a0}positions on the way have one visit more"),
        "{}",
        said[3]
    );
    let weighed =
        steps.iter().find(|step| step["rows"].as_array().is_some_and(|rows| rows.len() == 3)).unwrap();
    assert!(weighed["say"].as_str().unwrap().contains("select: all moves of the root were tried (N = 3)."));
    assert!(weighed["mark"].is_u64());
    assert!(said.last().unwrap().starts_with("Done after 20\u{a0}iterations: move "), "{:?}", said.last());
    let starts = steps.iter().filter(|step| step["stop"] == true).count();
    assert_eq!(starts, 1 + 20 + 1, "a stride stops at every simulation, the start and the end");
}

#[test]
fn nothing_typed_is_ever_markup() {
    let (mut walk, mut growth) = (walked(), grown(9));
    let scene =
        Scene::of(Part::Grid(Grid { names: vec![EVIL.into()], ..Grid::over(&Board::lettered(2, 2)) }))
            .with(Part::Label(EVIL.into()));
    for node in walk.nodes.iter_mut().chain(&mut growth.nodes) {
        node.by = EVIL.into();
        node.scene = scene.clone();
    }
    walk.measure = Measure::Units;
    (walk.seats, growth.seats) = (vec![EVIL.into(); 2], vec![EVIL.into(); 2]);
    growth.iterations[0].rollout.moves = vec![EVIL.into()];
    let page = page(Some(&walk), Some(&growth), EVIL);
    assert_eq!(page.matches("<script>").count(), 1, "only our own script");
    assert_eq!(page.matches("</script>").count(), 3, "which ends, as the two data blocks do");
    assert!(page.contains("default-src 'none'; script-src 'sha256-"));
    for (start, _) in page.match_indices("<svg") {
        let end = start + page[start..].find("</svg>").expect("an end") + "</svg>".len();
        roxmltree::Document::parse(&page[start..end]).expect("a well-formed drawing");
    }
    assert!(!trace_text(&walk).is_empty());
}

#[test]
fn what_is_missing_is_said_and_has_no_tab() {
    let growth = grown(3);
    let page = page(None, Some(&growth), "Left out: α–β.");
    assert_eq!(page.matches("role=\"tab\"").count(), 1);
    assert!(page.contains("Left out: α–β."));
}

#[test]
fn what_is_too_wide_to_draw_is_counted() {
    let leaves: Vec<String> = (1..=40).map(|leaf| leaf.to_string()).collect();
    let tree = Tree::parse(&format!("((5)({}))", leaves.join(" "))).unwrap();
    let walk = walk(&tree, &tree.initial(), 9, Measure::Points, 1000).unwrap();
    assert!(trace_text(&walk).contains("cut off 2, 3, 4, 5, 6, 7 and 33 more"), "{}", trace_text(&walk));
    let steps = steps(&page(Some(&walk), None, "A wide tree"));
    let cut = *said(&steps).iter().find(|said| said.starts_with("Cut:")).unwrap();
    assert!(
        cut.ends_with("so 2, 3, 4, 5, 6, 7 and 33 more are not looked at. Only the first 12 are drawn."),
        "{cut}"
    );
    assert!(said(&steps).last().unwrap().contains("39\u{a0}moves were cut off"), "{:?}", said(&steps).last());
}

#[test]
fn a_page_does_not_grow_without_bounds() {
    let mut growth = grown(300);
    let disc = Token { glyph: 'x', owner: None, piece: Piece::Disc };
    let full = Grid { tokens: vec![Some(disc); 26 * 26], ..Grid::over(&Board::lettered(26, 26)) };
    let board = Part::Grid(full);
    for (number, iteration) in growth.iterations.iter_mut().enumerate() {
        // No two pictures are the same, so that each would have to be drawn.
        iteration.rollout.end = Scene::of(board.clone()).with(Part::Label(number.to_string()));
    }
    let large = page(None, Some(&growth), "Many boards");
    assert!(large.contains("Left out: the pictures of "), "{} bytes", large.len());
    assert!(large.len() < 12 << 20, "{} bytes", large.len());
    growth.iterations.truncate(3);
    assert!(!page(None, Some(&growth), "Few boards").contains("Left out: the pictures"));
}
