//! The walk of α–β as steps: a call, a leaf, a cut, a return.

use super::number::number;
use super::step::{Boards, Play, Step, What, by, few};
use super::trace::{bracket, role, trace_text};
use crate::format::count;
use ludometer_agents::lesson::{Event, Role, Walk, Window, path};

/// Turns the log into steps.
pub(super) fn play<'a>(walk: &'a Walk, boards: &mut Boards) -> Play<'a> {
    boards.begin();
    let mut teller = Teller { walk, known: vec![None; walk.nodes.len()], boards };
    let mut steps = Vec::new();
    let mut set = Vec::new();
    let mut said = String::new();
    for (place, event) in walk.events.iter().enumerate() {
        let focus = teller.tell(event, &mut said, &mut set);
        // A leaf or a return is one step with what it changes in the position before it.
        let goes_on = matches!(event, Event::Leaf { .. })
            || (matches!(event, Event::Return { .. }) && place + 1 < walk.events.len())
            || is_call_of_leaf(walk, event);
        if !goes_on {
            let last = place + 1 == walk.events.len();
            let stop =
                last || matches!(event, Event::Cut { .. }) || matches!(event, Event::Back { node: 0, .. });
            steps.push(teller.step(focus, &said, stop, std::mem::take(&mut set)));
            said.clear();
        }
    }
    let columns = vec!["node", "α", "β", "v"];
    let text = Some(trace_text(walk));
    Play { key: "ab", title: "α–β", nodes: &walk.nodes, columns, steps, text }
}

fn is_call_of_leaf(walk: &Walk, event: &Event) -> bool {
    matches!(event, Event::Call { node, .. } if !matches!(walk.nodes[*node].role, Role::Max | Role::Min))
}

struct Teller<'a, 'b> {
    walk: &'a Walk,
    /// The window and v of every position that was called.
    known: Vec<Option<(Window, f32)>>,
    boards: &'b mut Boards,
}

type Changes = Vec<(usize, What, String)>;

impl Teller<'_, '_> {
    /// Adds what an event says and changes; returns the node in focus.
    fn tell(&mut self, event: &Event, said: &mut String, set: &mut Changes) -> usize {
        match event {
            Event::Call { node, window, .. } => self.call(*node, *window, said, set),
            Event::Leaf { node, value, estimate } => {
                set.push((*node, What::Inside, self.say(*value)));
                let name = by(&self.walk.nodes[*node]);
                *said = match estimate {
                    true => format!(
                        "The search ends after move {name}: this position is estimated at {}.",
                        self.say(*value)
                    ),
                    false => format!("Move {name} leads to a leaf worth {}.", self.say(*value)),
                };
                *node
            }
            Event::Back { node, child, value, v, window } => {
                self.back(*node, *value, *v, *window, said, set);
                let leaf = !matches!(self.walk.nodes[*child].role, Role::Max | Role::Min);
                if leaf { *child } else { *node }
            }
            Event::Cut { node, v, bound, skipped, more } => {
                set.extend(self.strike_out(skipped));
                *said = self.cut(*node, *v, *bound, skipped, *more);
                *node
            }
            Event::Return { node, v } => {
                set.push((*node, What::Class, "on done".into()));
                if *node == 0 {
                    self.end(said, set);
                } else {
                    *said = format!(
                        "The {} node after move {} returns {}.",
                        self.kind(*node),
                        by(&self.walk.nodes[*node]),
                        self.say(*v)
                    );
                }
                *node
            }
        }
    }

    fn call(&mut self, node: usize, window: Window, said: &mut String, set: &mut Changes) -> usize {
        set.push((node, What::Class, "on".into()));
        let place = &self.walk.nodes[node];
        let v = match place.role {
            Role::Max => f32::NEG_INFINITY,
            Role::Min => f32::INFINITY,
            _ => return node,
        };
        self.known[node] = Some((window, v));
        self.show(node, set);
        let (name, window) = (role(place, self.walk), bracket(window, self.walk.measure));
        *said = match place.parent {
            None => format!(
                "Start at the root, a {name} node. Nothing is known yet: [α, β] = {window}, v = {}.",
                self.say(v)
            ),
            Some(_) => format!(
                "Move {} leads to a {name} node. It is handed [α, β] = {window} and starts with v = {}.",
                by(place),
                self.say(v)
            ),
        };
        node
    }

    fn back(
        &mut self,
        node: usize,
        value: f32,
        v: f32,
        window: Window,
        said: &mut String,
        set: &mut Changes,
    ) {
        let Some((old, before)) = self.known[node] else { return };
        self.known[node] = Some((window, v));
        self.show(node, set);
        let word = if self.is_max(node) { "max" } else { "min" };
        let sum = format!("{word}({}, {}) = {}", self.say(before), self.say(value), self.say(v));
        let narrowed = match (old == window, self.is_max(node)) {
            (true, _) => String::new(),
            (_, true) => format!(", so α = {}", self.say(window.alpha)),
            (_, false) => format!(", so β = {}", self.say(window.beta)),
        };
        said.push_str(&format!(" {}: v = {sum}{narrowed}.", self.kind(node)));
    }

    fn strike_out(&self, skipped: &[usize]) -> Changes {
        let struck = skipped.iter().map(|&skipped| (skipped, What::Class, "on cut".to_owned()));
        let unseen = skipped.iter().filter_map(|&skipped| Some((skipped, self.walk.nodes[skipped].pays?)));
        struck.chain(unseen.map(|(skipped, pays)| (skipped, What::Inside, self.say(pays)))).collect()
    }

    fn cut(&self, node: usize, v: f32, bound: f32, skipped: &[usize], more: usize) -> String {
        let (sign, other) = if self.is_max(node) { ("≥ β", "MIN") } else { ("≤ α", "MAX") };
        let names: Vec<String> = skipped.iter().map(|&node| by(&self.walk.nodes[node])).collect();
        let are = if names.len() + more == 1 { "is" } else { "are" };
        let left_out = match more {
            0 => String::new(),
            _ => format!(" Only the first {} are drawn.", names.len()),
        };
        format!(
            "Cut: v = {} {sign} = {}. {other} already has {} elsewhere and will not let it come to this, so {} {are} not looked at.{left_out}",
            self.say(v),
            self.say(bound),
            self.say(bound),
            few(&names, more),
        )
    }

    fn end(&self, said: &mut String, set: &mut Changes) {
        let best = self.walk.best_line();
        set.extend(best.iter().map(|&node| (node, What::Class, "on done best".to_owned())));
        let line: Vec<String> = best[1..].iter().map(|&node| by(&self.walk.nodes[node])).collect();
        *said = format!(
            "Done: the root is worth {}. Best line: {}. {} looked at, {} cut off.",
            self.say(self.walk.value),
            line.join(" "),
            count(self.walk.leaves() as u64, "leaf was", "leaves were"),
            count(self.walk.skipped() as u64, "move was", "moves were"),
        );
    }

    /// Window and v beside a position.
    fn show(&self, node: usize, set: &mut Changes) {
        if let Some((window, v)) = self.known[node] {
            set.push((node, What::Inside, self.say(v)));
            set.push((node, What::Below, bracket(window, self.walk.measure)));
        }
    }

    fn step(&mut self, at: usize, said: &str, stop: bool, set: Changes) -> Step {
        let way = path(&self.walk.nodes, at);
        let rows: Vec<Vec<String>> = way.iter().filter_map(|&node| self.row(node)).collect();
        let mark = rows.len().checked_sub(1);
        let board = self.boards.add(&self.walk.nodes[at].scene);
        Step { at, say: said.trim().to_owned(), stop, set, rows, mark, board }
    }

    fn row(&self, node: usize) -> Option<Vec<String>> {
        let (window, v) = self.known[node]?;
        let place = &self.walk.nodes[node];
        let name = if place.by.is_empty() {
            self.kind(node).to_owned()
        } else {
            format!("{} after {}", self.kind(node), by(place))
        };
        Some(vec![name, self.say(window.alpha), self.say(window.beta), self.say(v)])
    }

    fn is_max(&self, node: usize) -> bool {
        self.walk.nodes[node].role == Role::Max
    }

    fn kind(&self, node: usize) -> &'static str {
        if self.is_max(node) { "MAX" } else { "MIN" }
    }

    fn say(&self, value: f32) -> String {
        number(value, self.walk.measure)
    }
}
