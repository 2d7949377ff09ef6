//! What a page plays: steps that change texts and classes of numbered nodes, and say why.

use super::tree::has_picture;
use crate::format::{listing, printable};
use crate::scene::{Stamps, stamped};
use ludometer_agents::lesson::Node;
use ludometer_game::Scene;
use maud::Markup;
use serde::Serialize;
use std::collections::HashMap;

/// What of a node changes.
#[derive(Clone, Copy, Serialize)]
pub(super) enum What {
    /// Its classes.
    #[serde(rename = "c")]
    Class,
    /// The text inside it.
    #[serde(rename = "v")]
    Inside,
    /// The text below it.
    #[serde(rename = "w")]
    Below,
}

/// One step.
#[derive(Serialize)]
pub(super) struct Step {
    /// The node in focus.
    pub at: usize,
    /// What happens, in words.
    pub say: String,
    /// Whether long strides stop here.
    pub stop: bool,
    /// What changes; it stays until it changes again.
    pub set: Vec<(usize, What, String)>,
    /// The table beside the tree.
    pub rows: Vec<Vec<String>>,
    /// The row that matters.
    pub mark: Option<usize>,
    /// The picture beside the tree.
    pub board: Option<usize>,
}

/// A lesson in steps.
pub(super) struct Play<'a> {
    /// Part of all its names in the page: `ab`, `uct`.
    pub key: &'static str,
    /// The name of its tab.
    pub title: &'static str,
    /// All nodes.
    pub nodes: &'a [Node],
    /// The columns of the table.
    pub columns: Vec<&'static str>,
    /// The steps.
    pub steps: Vec<Step>,
    /// The same lesson to read, where there is one.
    pub text: Option<String>,
}

impl Play<'_> {
    /// Whether it is a walk through a tree rather than the growth of one.
    pub fn is_walk(&self) -> bool {
        self.key == "ab"
    }
}

/// Bytes of pictures a lesson may add to a page: more of them make a page no browser likes to open.
const MOST_DRAWN: usize = 8 << 20;

/// The pictures of a page, each drawn once, from pieces that are drawn once.
pub(super) struct Boards {
    pub drawn: Vec<String>,
    /// Steps whose picture was left out.
    pub left_out: u64,
    /// Bytes that may still be drawn.
    room: usize,
    known: HashMap<String, usize>,
    stamps: Stamps,
}

impl Boards {
    /// None yet.
    pub fn new() -> Self {
        Boards { drawn: Vec::new(), left_out: 0, room: 0, known: HashMap::new(), stamps: Stamps::shared() }
    }

    /// Makes room for the pictures of another lesson.
    pub fn begin(&mut self) {
        self.room = MOST_DRAWN;
    }

    /// The pieces; the page must hold them.
    pub fn definitions(&self) -> Markup {
        self.stamps.definitions()
    }

    /// The number of a picture; none if the scene is only words, or the room is used up.
    pub fn add(&mut self, scene: &Scene) -> Option<usize> {
        if !has_picture(scene) {
            return None;
        }
        let svg = stamped(scene, &mut self.stamps);
        if let Some(&number) = self.known.get(&svg) {
            return Some(number);
        }
        let Some(room) = self.room.checked_sub(svg.len()) else {
            self.left_out += 1;
            return None;
        };
        self.room = room;
        self.drawn.push(svg.clone());
        self.known.insert(svg, self.drawn.len() - 1);
        Some(self.drawn.len() - 1)
    }
}

/// The move that leads to a node.
pub(super) fn by(node: &Node) -> String {
    if node.by.is_empty() { "the root".into() } else { printable(&node.by) }
}

/// A list of moves that does not go on for ever; `more` of them have no name.
pub(super) fn few(names: &[String], more: usize) -> String {
    const MOST: usize = 6;
    if names.len() <= MOST && more == 0 {
        return listing(names);
    }
    let named = &names[..names.len().min(MOST)];
    format!("{} and {} more", named.join(", "), names.len() - named.len() + more)
}
