//! The growing tree of UCT as steps: select, expand, random match, back up.

use super::number::number;
use super::step::{Boards, Play, Step, What, by};
use crate::format::{count, listing};
use ludometer_agents::lesson::{Growth, Iteration, Pick, Role};

/// Turns the log into steps.
pub(super) fn play<'a>(growth: &'a Growth, boards: &mut Boards) -> Play<'a> {
    boards.begin();
    let mut teller = Teller { growth, boards, steps: Vec::new() };
    teller.start();
    for (number, iteration) in growth.iterations.iter().enumerate() {
        teller.iteration(number + 1, iteration);
    }
    teller.end();
    let columns = vec!["move", "n", "Q", "c·√(ln N / n)", "sum"];
    let steps = teller.steps;
    Play { key: "uct", title: "UCT", nodes: &growth.nodes, columns, steps, text: None }
}

struct Teller<'a, 'b> {
    growth: &'a Growth,
    boards: &'b mut Boards,
    steps: Vec<Step>,
}

impl Teller<'_, '_> {
    fn start(&mut self) {
        let say = format!(
            "Start with the root alone. In every iteration: select a way down, expand the tree by one position, \
             play a random match from it, back its result up. c = {}.",
            number(self.growth.c, ludometer_agents::lesson::Measure::Points)
        );
        self.step(0, say, true, vec![(0, What::Class, "on".into())]);
    }

    fn iteration(&mut self, nth: usize, iteration: &Iteration) {
        let mut first = true;
        for pick in &iteration.picks {
            if iteration.expanded == Some(pick.child) {
                self.expand(nth, pick, first);
            } else {
                self.select(nth, pick, first);
            }
            first = false;
        }
        self.roll_out(nth, iteration, first);
        self.back_up(nth, iteration);
    }

    fn select(&mut self, nth: usize, pick: &Pick, first: bool) {
        let name = by(&self.growth.nodes[pick.child]);
        let chosen = pick.candidates.iter().find(|candidate| candidate.child == pick.child);
        let Some(chosen) = chosen else {
            return self.step(
                pick.child,
                format!("Iteration {nth}, select: chance brings {name}."),
                first,
                Vec::new(),
            );
        };
        let shown = match pick.more {
            0 => String::new(),
            more => format!(
                " The {} highest of {} are shown.",
                pick.candidates.len(),
                pick.candidates.len() + more
            ),
        };
        let say = format!(
            "Iteration {nth}, select: all moves {} were tried (N = {}). Move {name} has the highest Q + c·√(ln N / n): {} + {} = {}.{shown}",
            self.after(pick.node),
            pick.visits,
            self.say(chosen.q),
            self.say(chosen.explore),
            self.say(chosen.bound),
        );
        let row = |one: &ludometer_agents::lesson::Candidate| {
            let name = by(&self.growth.nodes[one.child]);
            vec![name, one.visits.to_string(), self.say(one.q), self.say(one.explore), self.say(one.bound)]
        };
        let rows = pick.candidates.iter().map(row).collect();
        let mark = pick.candidates.iter().position(|one| one.child == pick.child);
        self.step(pick.child, say, first, Vec::new());
        if let Some(step) = self.steps.last_mut() {
            (step.rows, step.mark) = (rows, mark);
        }
    }

    fn expand(&mut self, nth: usize, pick: &Pick, first: bool) {
        let (name, place) = (by(&self.growth.nodes[pick.child]), self.after(pick.node));
        let say = match self.growth.nodes[pick.node].role {
            Role::Chance => format!(
                "Iteration {nth}, expand: chance brings {name} for the first time. It joins the tree."
            ),
            _ => {
                format!("Iteration {nth}, expand: move {name} {place} was not tried yet. It joins the tree.")
            }
        };
        self.step(pick.child, say, first, vec![(pick.child, What::Class, "on".into())]);
    }

    fn roll_out(&mut self, nth: usize, iteration: &Iteration, first: bool) {
        let rollout = &iteration.rollout;
        let results: Vec<String> = self
            .growth
            .seats
            .iter()
            .zip(&rollout.result)
            .map(|(seat, &result)| format!("{seat} {}", self.say(result)))
            .collect();
        let moves = if rollout.moves.is_empty() {
            "the match is over here".into()
        } else {
            let more = if rollout.length > rollout.moves.len() { " …" } else { "" };
            let named = rollout.moves.join(" ");
            format!("{} at random: {named}{more}", count(rollout.length as u64, "move", "moves"))
        };
        let say = format!("Iteration {nth}, random match: {moves}. Result: {}.", listing(&results));
        self.step(rollout.from, say, first, Vec::new());
        let end = self.boards.add(&rollout.end);
        if let Some(step) = self.steps.last_mut() {
            step.board = end;
        }
    }

    fn back_up(&mut self, nth: usize, iteration: &Iteration) {
        let mut set = Vec::new();
        for backup in &iteration.backups {
            set.push((backup.node, What::Inside, self.say(backup.q)));
            set.push((backup.node, What::Below, format!("n = {}", backup.visits)));
        }
        let say = format!(
            "Iteration {nth}, back up: {} on the way {} one visit more, and Q becomes the mean result for who moved there.",
            count(iteration.backups.len() as u64, "position", "positions"),
            if iteration.backups.len() == 1 { "has" } else { "have" },
        );
        self.step(iteration.rollout.from, say, false, set);
    }

    /// After everything: the move that was looked at most.
    fn end(&mut self) {
        let mut visits = vec![0; self.growth.nodes.len()];
        for backup in self.growth.iterations.iter().flat_map(|iteration| &iteration.backups) {
            visits[backup.node] = backup.visits;
        }
        let root_moves = (0..visits.len()).filter(|&node| self.growth.nodes[node].parent == Some(0));
        let Some(best) = root_moves.rev().max_by_key(|&node| visits[node]) else { return };
        let say = format!(
            "Done after {}: move {} was tried most ({}) and is played.",
            count(self.growth.iterations.len() as u64, "iteration", "iterations"),
            by(&self.growth.nodes[best]),
            count(u64::from(visits[best]), "time", "times"),
        );
        let both = [0, best].map(|node| (node, What::Class, "on best".to_owned()));
        self.step(best, say, true, both.to_vec());
    }

    fn step(&mut self, at: usize, say: String, stop: bool, set: Vec<(usize, What, String)>) {
        let board = self.boards.add(&self.growth.nodes[at].scene);
        self.steps.push(Step { at, say, stop, set, rows: Vec::new(), mark: None, board });
    }

    /// "of the root", or "after" the move that leads to a node.
    fn after(&self, node: usize) -> String {
        let place = &self.growth.nodes[node];
        if place.parent.is_none() { "of the root".into() } else { format!("after {}", by(place)) }
    }

    fn say(&self, value: f32) -> String {
        number(value, self.growth.measure)
    }
}
