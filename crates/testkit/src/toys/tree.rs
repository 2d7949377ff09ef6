//! Tree: a game drawn by hand, for tests of search.
//!
//! Power: known values. `((3 12 8)(2 4 6)(14 5 2))` is a tree of two plies: the first seat chooses
//! a bracket, the second a number, which is what the first wins and the second loses. Brackets
//! belong to the seats in turn by depth. `{1:3 2:(4 5)}` is a chance node with weights before the
//! colons; it takes no turn from anybody. A leaf of several numbers, `1,0,2`, gives one to each seat.
//! [`Tree::value`] is the exact value, worked out the plain way.

use ludometer_game::{ChanceKind, Game, Part, Payoff, Scene, Seat, Seats, Sum, Traits, Turn};

mod parse;
pub use parse::TreeError;

/// A node: whose turn it is is decided by its depth.
#[derive(Clone, PartialEq, Debug)]
enum Node {
    Leaf(Vec<f32>),
    Choice { seat: u8, children: Vec<usize> },
    Chance { children: Vec<(usize, f64)> },
}

/// The game of one tree.
pub struct Tree {
    nodes: Vec<Node>,
    root: usize,
    seats: usize,
}

impl Tree {
    /// Reads a tree.
    ///
    /// # Errors
    /// When the text is not a tree; the error says where.
    pub fn parse(text: &str) -> Result<Self, TreeError> {
        parse::parse(text)
    }

    /// What each seat gets when every seat plays best for itself (the first of equals).
    #[must_use]
    pub fn value(&self) -> Seats<f32> {
        self.value_at(self.root)
    }

    fn value_at(&self, node: usize) -> Seats<f32> {
        match &self.nodes[node] {
            Node::Leaf(_) => self.points(node),
            Node::Choice { seat, children } => {
                let seat = Seat::new(*seat);
                let values = children.iter().map(|&child| self.value_at(child));
                values
                    .reduce(|best, value| if value[seat] > best[seat] { value } else { best })
                    .expect("a bracket is never empty")
            }
            Node::Chance { children } => {
                let total: f64 = children.iter().map(|(_, weight)| weight).sum();
                let mut mean = Seats::all(0.0, self.seats);
                for (child, weight) in children {
                    let value = self.value_at(*child);
                    for seat in Seat::all(self.seats) {
                        mean[seat] += (f64::from(value[seat]) * weight / total) as f32;
                    }
                }
                mean
            }
        }
    }

    /// What a leaf pays; 0 elsewhere.
    fn points(&self, node: usize) -> Seats<f32> {
        match &self.nodes[node] {
            Node::Leaf(values) if values.len() == 1 => {
                Seats::from_fn(2, |seat| if seat.index() == 0 { values[0] } else { -values[0] })
            }
            Node::Leaf(values) => Seats::from_fn(self.seats, |seat| values[seat.index()]),
            _ => Seats::all(0.0, self.seats),
        }
    }
}

impl Game for Tree {
    /// A node.
    type State = usize;
    /// Which child, counted from 0.
    type Move = u8;

    fn seats(&self) -> usize {
        self.seats
    }
    fn limit(&self) -> u32 {
        self.nodes.len() as u32
    }
    fn initial(&self) -> usize {
        self.root
    }
    fn turn(&self, node: &usize) -> Turn {
        match &self.nodes[*node] {
            Node::Leaf(_) => Turn::Over,
            Node::Choice { seat, .. } => Turn::Seat(Seat::new(*seat)),
            Node::Chance { .. } => Turn::Chance,
        }
    }
    fn moves(&self, node: &usize, out: &mut Vec<u8>) {
        if let Node::Choice { children, .. } = &self.nodes[*node] {
            out.extend(0..children.len() as u8);
        }
    }
    fn play(&self, node: &mut usize, chosen: u8) {
        match &self.nodes[*node] {
            Node::Choice { children, .. } => *node = children[usize::from(chosen)],
            Node::Chance { children } => *node = children[usize::from(chosen)].0,
            Node::Leaf(_) => {}
        }
    }
    fn payoff(&self, node: &usize) -> Payoff {
        Payoff::from_points(self.points(*node))
    }
    fn bounds(&self) -> (f32, f32) {
        let all = (0..self.nodes.len()).map(|node| self.points(node));
        all.fold((0.0, 0.0), |(low, high), points| {
            points.iter().fold((low, high), |(low, high), &p| (p.min(low), p.max(high)))
        })
    }
    fn traits(&self) -> Traits {
        let luck = self.nodes.iter().any(|node| matches!(node, Node::Chance { .. }));
        let zero = (0..self.nodes.len()).all(|node| self.points(node).iter().sum::<f32>() == 0.0);
        Traits {
            chance: if luck { ChanceKind::Listed } else { ChanceKind::None },
            hidden: false,
            sum: if zero { Sum::Zero } else { Sum::General },
        }
    }
    fn chance(&self, node: &usize, out: &mut Vec<(u8, f64)>) -> bool {
        if let Node::Chance { children } = &self.nodes[*node] {
            let total: f64 = children.iter().map(|(_, weight)| weight).sum();
            out.extend(children.iter().enumerate().map(|(at, (_, weight))| (at as u8, weight / total)));
        }
        true
    }
    fn text(&self, _node: &usize, chosen: u8, out: &mut String) {
        out.push_str(&(chosen + 1).to_string());
    }
    fn scene(&self, node: &usize, _viewer: Option<Seat>) -> Scene {
        Scene::of(Part::Label(format!("node {node}")))
    }
}
