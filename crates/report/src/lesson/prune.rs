//! What of a tree is drawn: the principal line with its rivals, and less the further away from it.

use ludometer_agents::Told;
use ludometer_game::Scene;

/// The top of a tree, ready to be drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct TreePicture {
    /// What it is: the game.
    pub title: String,
    /// Who looked, how far, and how values are read.
    pub caption: String,
    /// The position everything starts from.
    pub root: TreeNode,
}

/// A position of the tree.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeNode {
    /// The move that leads here; empty for the root.
    pub by: String,
    /// The picture; none where nobody may see it.
    pub scene: Option<Scene>,
    /// Who moves here: a name, or why nobody does.
    pub turn: String,
    /// The value as text, if it is known.
    pub value: Option<String>,
    /// What the value says.
    pub told: Told,
    /// Whether it is proven.
    pub proven: bool,
    /// Visits or positions, where they were counted.
    pub visits: Option<u64>,
    /// The moves that were looked at, the most important first.
    pub children: Vec<TreeNode>,
    /// Moves that are not among the children.
    pub more: usize,
    /// Whether moves were cut off here.
    pub cut: bool,
}

/// Moves drawn after a position on the principal line, by its distance from the root.
const ON_LINE: [usize; 4] = [4, 3, 2, 2];
/// Moves drawn after any other position.
const OFF_LINE: [usize; 4] = [0, 2, 1, 0];

/// A position that is drawn.
pub(super) struct Drawn<'a> {
    pub node: &'a TreeNode,
    pub parent: Option<usize>,
    /// Whether it lies on the principal line.
    pub main: bool,
    /// Moves after it that are not drawn, shown as one stub; 0 draws none.
    pub stub: usize,
}

/// What is drawn, parents before their children.
pub(super) fn prune(root: &TreeNode) -> Vec<Drawn<'_>> {
    let mut drawn = Vec::new();
    add(root, None, true, 0, &mut drawn);
    drawn
}

fn add<'a>(node: &'a TreeNode, parent: Option<usize>, main: bool, level: usize, drawn: &mut Vec<Drawn<'a>>) {
    let widths = if main { ON_LINE } else { OFF_LINE };
    let shown = widths.get(level).copied().unwrap_or(0).min(node.children.len());
    let hidden = node.more + node.children.len() - shown;
    let own = drawn.len();
    drawn.push(Drawn { node, parent, main, stub: if shown > 0 { hidden } else { 0 } });
    for (nth, child) in node.children.iter().take(shown).enumerate() {
        add(child, Some(own), main && nth == 0, level + 1, drawn);
    }
}
