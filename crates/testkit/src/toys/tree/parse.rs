//! Reads a tree from text.

use super::{Node, Tree};

/// Why a text is no tree.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a tree at character {at}: {what}")]
pub struct TreeError {
    /// Where, counted from 0.
    pub at: usize,
    /// What is wrong.
    pub what: String,
}

/// The text, how far it is read, and the nodes made so far.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    nodes: Vec<Node>,
    /// Brackets open around what is read.
    open: usize,
}

/// Brackets inside each other; more would be a burden on the stack of everything that walks the tree.
const MOST_OPEN: usize = 255;

pub(super) fn parse(text: &str) -> Result<Tree, TreeError> {
    let mut reader = Reader { text: text.as_bytes(), at: 0, nodes: Vec::new(), open: 0 };
    let root = reader.node(0)?;
    if reader.peek().is_some() {
        return Err(reader.error("the tree is complete, but the text goes on"));
    }
    let mut nodes = reader.nodes;
    let lengths =
        nodes.iter().filter_map(|node| if let Node::Leaf(all) = node { Some(all.len()) } else { None });
    let lengths: Vec<usize> = lengths.collect();
    let seats = lengths[0].max(2);
    if lengths.iter().any(|&len| len != lengths[0]) || seats > ludometer_game::MAX_SEATS {
        let what = "all leaves must have as many numbers, at most 8".into();
        return Err(TreeError { at: 0, what });
    }
    for node in &mut nodes {
        if let Node::Choice { seat, .. } = node {
            *seat %= seats as u8;
        }
    }
    Ok(Tree { nodes, root, seats })
}

impl Reader<'_> {
    fn error(&self, what: &str) -> TreeError {
        TreeError { at: self.at, what: what.into() }
    }

    /// The next character that is not a space.
    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn push(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn node(&mut self, depth: u8) -> Result<usize, TreeError> {
        match self.peek() {
            Some(b'(' | b'{') if self.open == MOST_OPEN => Err(self.error("more than 255 brackets are open")),
            Some(b'(') => {
                let children = self.list(b')', |reader| reader.node(depth + 1))?;
                Ok(self.push(Node::Choice { seat: depth, children }))
            }
            Some(b'{') => {
                let children = self.list(b'}', |reader| {
                    let weight = f64::from(reader.number()?);
                    if reader.peek() != Some(b':') || weight <= 0.0 {
                        return Err(reader.error("a chance branch is a positive weight, `:` and a node"));
                    }
                    reader.at += 1;
                    Ok((reader.node(depth)?, weight))
                })?;
                Ok(self.push(Node::Chance { children }))
            }
            Some(_) => {
                let mut values = vec![self.number()?];
                while self.peek() == Some(b',') {
                    self.at += 1;
                    values.push(self.number()?);
                }
                Ok(self.push(Node::Leaf(values)))
            }
            None => Err(self.error("the text ends too early")),
        }
    }

    fn list<T>(
        &mut self,
        close: u8,
        mut item: impl FnMut(&mut Self) -> Result<T, TreeError>,
    ) -> Result<Vec<T>, TreeError> {
        self.at += 1;
        self.open += 1;
        let mut items = Vec::new();
        while self.peek().is_some_and(|next| next != close) {
            items.push(item(self)?);
        }
        if self.peek().is_none() || items.is_empty() || items.len() > 255 {
            return Err(self.error("a bracket holds 1 to 255 nodes and is closed"));
        }
        self.at += 1;
        self.open -= 1;
        Ok(items)
    }

    fn number(&mut self) -> Result<f32, TreeError> {
        self.peek();
        let rest = &self.text[self.at..];
        let len = rest.iter().take_while(|c| c.is_ascii_digit() || matches!(c, b'-' | b'.')).count();
        let read = std::str::from_utf8(&rest[..len]).ok().and_then(|text| text.parse().ok());
        let read = read.filter(|number: &f32| number.is_finite());
        let number = read.ok_or_else(|| self.error("a number, `(` or `{` is expected"))?;
        self.at += len;
        Ok(number)
    }
}
