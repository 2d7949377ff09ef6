//! The explored tree as one picture: boards in the nodes, moves on the edges, cuts marked.
//!
//! The picture stands alone: light colours are written out, so that any program that shows SVG shows it.

use super::layout::place;
use super::prune::{Drawn, TreeNode, TreePicture, prune};
use crate::format::{Px, cut, printable, whole};
use crate::palette;
use crate::scene::{scene_svg, scene_words};
use ludometer_agents::Told;
use ludometer_game::{CellShape, Part, Scene};
use maud::{Markup, PreEscaped, html};

const BOARD: f64 = 108.0;
const WIDE: f64 = 148.0;
const PAD: f64 = 6.0;
const LINES: f64 = 40.0;
/// Between the rows, with room for the moves.
const GAP: f64 = 74.0;
const MARGIN: f64 = 28.0;
const HEAD: f64 = 64.0;
const STUB: f64 = 72.0;
/// Narrower than this the title does not fit.
const NARROWEST: f64 = 560.0;

const STYLE: &str = include_str!("tree.css");

/// Draws the tree. The picture is complete XML.
#[must_use]
pub fn tree_svg(picture: &TreePicture) -> String {
    let drawn = prune(&picture.root);
    let boards = drawn.iter().any(|one| one.node.scene.as_ref().is_some_and(has_picture));
    let sizes = Sizes { tall: if boards { BOARD + LINES + PAD } else { LINES + PAD } };
    let items = with_stubs(&drawn);
    let parents: Vec<Option<usize>> = items.iter().map(|item| item.parent).collect();
    let wide: Vec<f64> = items.iter().map(|item| if item.drawn.is_some() { WIDE } else { STUB }).collect();
    let places = place(&parents, &wide);
    let levels = places.level.iter().max().map_or(1, |deepest| deepest + 1);
    let width = (places.width + 2.0 * MARGIN).max(NARROWEST);
    let height = HEAD + levels as f64 * (sizes.tall + GAP) - GAP + MARGIN;
    let left = (width - places.width) / 2.0;
    let at = |item: usize| (left + places.x[item], HEAD + places.level[item] as f64 * (sizes.tall + GAP));
    let style = palette::painted(&crate::html::style_sheet()) + &palette::painted(STYLE);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (Px(width)) " " (Px(height)) }
            width=(Px(width)) height=(Px(height)) role="img" aria-labelledby="tree-title tree-words" font-family="system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif" {
            title #tree-title { (printable(&picture.title)) }
            desc #tree-words { (printable(&words(&picture.root))) }
            style { (PreEscaped(style)) }
            rect.sheet x="0" y="0" width=(Px(width)) height=(Px(height)) {}
            text.head x=(Px(MARGIN)) y="32" { (printable(&picture.title)) }
            text.sub x=(Px(MARGIN)) y="52" { (printable(&picture.caption)) }
            @for (nth, item) in items.iter().enumerate() {
                @if let Some(parent) = item.parent { (edge(item, at(parent), at(nth), &sizes)) }
            }
            @for (nth, item) in items.iter().enumerate() {
                @if let Some(one) = item.drawn { (node(one, at(nth), &sizes)) }
            }
        }
    }
    .into_string()
}

struct Sizes {
    /// Height of a node.
    tall: f64,
}

/// A node, or a stub for the moves that are not drawn.
struct Item<'a> {
    parent: Option<usize>,
    drawn: Option<&'a Drawn<'a>>,
    /// What a stub says, and whether a cut is the reason.
    stub: Option<(usize, bool)>,
}

/// Stubs stand right of the children of their node.
fn with_stubs<'a>(drawn: &'a [Drawn<'a>]) -> Vec<Item<'a>> {
    let one = |one: &'a Drawn<'a>| Item { parent: one.parent, drawn: Some(one), stub: None };
    let mut items: Vec<Item<'a>> = drawn.iter().map(one).collect();
    for (nth, one) in drawn.iter().enumerate().filter(|(_, one)| one.stub > 0) {
        items.push(Item { parent: Some(nth), drawn: None, stub: Some((one.stub, one.node.cut)) });
    }
    items
}

fn edge(item: &Item<'_>, (x0, y0): (f64, f64), (x1, y1): (f64, f64), sizes: &Sizes) -> Markup {
    let (from, to) = (y0 + sizes.tall, y1);
    if let Some((count, cut_off)) = item.stub {
        // A stub is short: it leads nowhere that is drawn.
        let to = from + GAP * 0.62;
        let x1 = x0 + (x1 - x0) * 0.9;
        let words = if cut_off { format!("{count} cut off") } else { format!("+{count} more") };
        return html! {
            path.wire.loose d={ "M" (Px(x0)) " " (Px(from)) "L" (Px(x1)) " " (Px(to)) } {}
            @if cut_off { (slashes(((x0 + x1) / 2.0, (from + to) / 2.0), (x1 - x0, to - from))) }
            text.stub x=(Px(x1)) y=(Px(to + 15.0)) { (words) }
        };
    }
    let Some(drawn) = item.drawn else { return html! {} };
    let middle = (from + to) / 2.0;
    html! {
        path class=(if drawn.main { "wire main" } else { "wire" })
            d={ "M" (Px(x0)) " " (Px(from)) "C" (Px(x0)) " " (Px(middle)) " " (Px(x1)) " " (Px(from + GAP * 0.3)) " " (Px(x1)) " " (Px(to)) } {}
        text class=(if drawn.main { "by main" } else { "by" }) x=(Px(x1)) y=(Px(to - 12.0)) {
            (printable(&cut(&drawn.node.by, 16)))
        }
    }
}

/// Two strokes across an edge: the sign of a cut.
fn slashes((x, y): (f64, f64), (dx, dy): (f64, f64)) -> Markup {
    let length = (dx * dx + dy * dy).sqrt().max(1.0);
    let (along, across) = ((dx / length, dy / length), (-dy / length, dx / length));
    html! {
        @for shift in [-3.0, 3.0] {
            @let (x, y) = (x + along.0 * shift, y + along.1 * shift);
            path.slash d={ "M" (Px(x - across.0 * 8.0)) " " (Px(y - across.1 * 8.0)) "L" (Px(x + across.0 * 8.0)) " " (Px(y + across.1 * 8.0)) } {}
        }
    }
}

fn node(drawn: &Drawn<'_>, (x, y): (f64, f64), sizes: &Sizes) -> Markup {
    let node = drawn.node;
    let left = x - (WIDE - 16.0) / 2.0;
    let board = node.scene.as_ref().filter(|scene| has_picture(scene));
    let text = y + sizes.tall;
    html! {
        g {
            title { (printable(&sentence(node))) }
            rect class=(if drawn.main { "box main" } else { "box" }) x=(Px(left)) y=(Px(y)) width=(Px(WIDE - 16.0)) height=(Px(sizes.tall)) rx="8" {}
            @if let Some(scene) = board {
                (PreEscaped(small(scene, x - BOARD / 2.0, y + PAD)))
            }
            text.value x=(Px(x)) y=(Px(text - 24.0)) { (value(node)) }
            text.note x=(Px(x)) y=(Px(text - 8.0)) { (note(node)) }
        }
    }
}

fn value(node: &TreeNode) -> String {
    let sign = match node.told {
        Told::Exact => "",
        Told::AtMost => "≤ ",
        Told::AtLeast => "≥ ",
    };
    let proven = if node.proven { " ✓" } else { "" };
    node.value.as_ref().map_or_else(String::new, |value| format!("{sign}{value}{proven}"))
}

fn note(node: &TreeNode) -> String {
    let visits = node.visits.map(|visits| format!("{} seen", whole(visits)));
    visits.unwrap_or_else(|| printable(&cut(&node.turn, 20)))
}

/// Whether a scene shows more than words.
pub(super) fn has_picture(scene: &Scene) -> bool {
    scene.parts.iter().any(|part| !matches!(part, Part::Label(_)))
}

/// The scene without captions, fitted into a square.
fn small(scene: &Scene, x: f64, y: f64) -> String {
    let mut bare = scene.clone();
    bare.parts.retain(|part| !matches!(part, Part::Label(_)));
    for part in &mut bare.parts {
        if let Part::Grid(grid) = part {
            grid.row_names.clear();
            grid.column_names.clear();
        }
    }
    let place = format!("<svg x=\"{}\" y=\"{}\" width=\"{BOARD}\" height=\"{BOARD}\" ", Px(x), Px(y));
    without_margins(&bare, scene_svg(&bare)).replacen("<svg ", &place, 1)
}

/// A small board of squares alone is drawn in the middle of room for text, of which there is none here.
fn without_margins(scene: &Scene, svg: String) -> String {
    let [Part::Grid(grid)] = scene.parts.as_slice() else { return svg };
    if grid.shape == CellShape::Hex {
        return svg;
    }
    let frame = svg.split("viewBox=\"0 0 ").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned);
    let sides = frame.as_ref().and_then(|frame| frame.split_once(' '));
    let Some((width, height)) = sides else { return svg };
    let (Ok(wide), Ok(high)) = (width.parse::<f64>(), height.parse::<f64>()) else { return svg };
    let board = (high * grid.columns as f64 / grid.rows.max(1) as f64).min(wide);
    let cropped = format!("viewBox=\"{} 0 {} {height}\"", Px((wide - board) / 2.0), Px(board));
    svg.replacen(&format!("viewBox=\"0 0 {width} {height}\""), &cropped, 1)
}

/// A node in a sentence.
fn sentence(node: &TreeNode) -> String {
    let mut text = if node.by.is_empty() { "The position".into() } else { format!("After {}", node.by) };
    if !node.turn.is_empty() {
        text.push_str(&format!(", {}", node.turn));
    }
    if node.value.is_some() {
        text.push_str(&format!(": value {}", value(node).trim_end_matches(" ✓")));
    }
    if node.proven {
        text.push_str(", proven");
    }
    if let Some(visits) = node.visits {
        text.push_str(&format!(", {} seen", whole(visits)));
    }
    text + "."
}

/// The whole tree in words: the position, its moves, and the line that is expected.
fn words(root: &TreeNode) -> String {
    let mut text = root.scene.as_ref().map(scene_words).unwrap_or_default();
    for child in &root.children {
        text.push(' ');
        text.push_str(&sentence(child));
    }
    let mut line = Vec::new();
    let mut at = root;
    while let Some(first) = at.children.first() {
        line.push(first.by.as_str());
        at = first;
    }
    format!("{} Expected: {}.", text.trim(), line.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_game::{Board, Grid};

    fn leaf(by: &str) -> TreeNode {
        TreeNode {
            by: by.into(),
            scene: Some(Scene::of(Part::Grid(Grid::over(&Board::lettered(3, 3))))),
            turn: "X to move".into(),
            value: Some("+0.50".into()),
            told: Told::AtMost,
            proven: true,
            visits: Some(1234),
            children: Vec::new(),
            more: 7,
            cut: false,
        }
    }

    fn picture() -> TreePicture {
        let first = TreeNode { children: vec![leaf("c1"), leaf("c2")], cut: true, ..leaf("<b&1>") };
        let root =
            TreeNode { children: vec![first, leaf("b2"), leaf("b3"), leaf("b4"), leaf("b5")], ..leaf("") };
        TreePicture { title: "A <game>".into(), caption: "asked & answered".into(), root }
    }

    #[test]
    fn the_picture_is_well_formed_and_says_everything() {
        let svg = tree_svg(&picture());
        let tree = roxmltree::Document::parse(&svg).expect("well-formed");
        let texts: Vec<&str> =
            tree.descendants().filter(|n| n.has_tag_name("text")).filter_map(|n| n.text()).collect();
        for said in
            ["A <game>", "asked & answered", "<b&1>", "b4", "+8 more", "7 cut off", "≤ +0.50 ✓", "1,234 seen"]
        {
            assert!(texts.contains(&said), "no {said} in {texts:?}");
        }
        assert!(!texts.contains(&"b5"), "only so many moves are drawn");
        let boards = tree.descendants().filter(|n| n.has_tag_name("svg")).count();
        assert_eq!(boards, 1 + 7, "the picture itself and a board in every node");
        let slashes = tree.descendants().filter(|n| n.attribute("class") == Some("slash")).count();
        assert_eq!(slashes, 2);
    }

    #[test]
    fn the_picture_needs_no_style_from_elsewhere() {
        let svg = tree_svg(&picture());
        assert!(!svg.contains("var(") && !svg.contains("@media"), "{svg}");
        let tree = roxmltree::Document::parse(&svg).unwrap();
        let words = tree.descendants().find(|n| n.has_tag_name("desc")).and_then(|n| n.text()).unwrap();
        assert!(
            words.starts_with("Board of 3 rows and 3 columns. It is empty. After <b&1>, X to move: value"),
            "{words}"
        );
        assert!(words.ends_with("Expected: <b&1> c1."), "{words}");
    }

    #[test]
    fn a_tree_without_boards_is_drawn_with_flat_nodes() {
        let root = TreeNode { scene: None, ..leaf("") };
        let svg = tree_svg(&TreePicture { root, ..picture() });
        assert_eq!(
            roxmltree::Document::parse(&svg).unwrap().descendants().filter(|n| n.has_tag_name("svg")).count(),
            1
        );
    }
}
