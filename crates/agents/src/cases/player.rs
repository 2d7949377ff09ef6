//! A player who remembers: the questions of a turn, one after the other, until one move is left.

use super::base::Base;
use super::policy::Policy;
use super::retrieve::{Demand, Retrieved};
use super::reuse::{Choice, Vote, choose, ranking};
use super::why::{AskedWhy, Why};
use ludometer_game::{Answer, CaseBook, CaseQuery, Game, Rng, View};
use std::sync::Arc;

/// How a player uses its base.
#[derive(Clone, PartialEq, Debug)]
pub struct Manner {
    /// How decisions are made of what was found.
    pub policy: Policy,
    /// How much must be found.
    pub demand: Demand,
    /// Rules of revision that are on, one bit each.
    pub rules: u64,
}

/// Plays by a base of cases.
pub struct Player<G: Game> {
    book: Arc<dyn CaseBook<G>>,
    manner: Manner,
    retrieved: Retrieved,
    queries: Vec<CaseQuery>,
    values: Vec<f32>,
    /// Places of the moves that are left, and how each answers the question.
    left: Vec<(usize, Option<u16>)>,
    possible: Vec<u16>,
    /// What spoke for the answers to the last question.
    votes: Vec<Vote>,
    /// Questions asked so far for which fewer decisions than this were found at the first threshold.
    novel: (usize, u64),
}

/// What a turn came to.
pub struct Turned {
    /// The place of the move.
    pub chosen: usize,
    /// Decisions found that were for each legal move, in the last question for which any were; moves that give the
    /// same answer share them. Empty if none were found.
    pub votes: Vec<f32>,
    /// How many decisions that was; of the cluster that was chosen, where one was.
    pub found: u32,
    /// Decisions compared.
    pub compared: usize,
    /// The last threshold, in percent.
    pub threshold: u8,
}

impl<G: Game> Player<G> {
    /// A player of this manner.
    #[must_use]
    pub fn new(book: Arc<dyn CaseBook<G>>, manner: Manner) -> Self {
        Player {
            book,
            manner,
            retrieved: Retrieved::default(),
            queries: Vec::new(),
            values: Vec::new(),
            left: Vec::new(),
            possible: Vec::new(),
            votes: Vec::new(),
            novel: (0, 0),
        }
    }

    /// Counts from now on the questions for which fewer than so many decisions are found at the first threshold.
    pub fn wonder(&mut self, enough: usize) {
        self.novel = (enough, 0);
    }

    /// How many such questions there were.
    #[must_use]
    pub fn novel(&self) -> u64 {
        self.novel.1
    }

    /// Chooses a move; says why to who asks.
    pub fn think(
        &mut self,
        base: &Base,
        view: &View<'_, G>,
        rng: &mut Rng,
        mut why: Option<&mut Why>,
    ) -> Turned {
        let mut turned = Turned { chosen: 0, votes: Vec::new(), found: 0, compared: 0, threshold: 0 };
        self.queries.clear();
        self.values.clear();
        view.queries(&*self.book, &mut self.queries);
        view.read_case(&*self.book, &mut self.values);
        self.left.clear();
        self.left.extend((0..view.legal().len()).map(|place| (place, None)));
        for number in 0..self.queries.len() {
            let query = self.queries[number];
            for (place, answer) in &mut self.left {
                *answer = view.case_action(&*self.book, query, view.legal()[*place]);
            }
            self.possible.clear();
            self.possible.extend(self.left.iter().filter_map(|(_, answer)| *answer));
            self.possible.sort_unstable();
            self.possible.dedup();
            if self.possible.len() < 2 {
                continue;
            }
            let answer = self.answer(base, view, query, rng, why.as_deref_mut());
            self.report(&mut turned, view.legal().len());
            self.left.retain(|(_, own)| *own == Some(answer));
        }
        if let Some(why) = why.filter(|_| self.queries.is_empty()) {
            why.notes.push("no scenario of its cases asks about this: what the game does by default".into());
        }
        turned.chosen = match self.left.first() {
            Some((place, _)) if !self.queries.is_empty() => *place,
            _ => view.case_fallback(&*self.book).min(view.legal().len() - 1),
        };
        turned
    }

    /// Answers a question.
    fn answer(
        &mut self,
        base: &Base,
        view: &View<'_, G>,
        query: CaseQuery,
        rng: &mut Rng,
        why: Option<&mut Why>,
    ) -> u16 {
        self.retrieved.search(base, query, &self.values, self.manner.demand);
        self.novel.1 += u64::from(self.retrieved.similar < self.novel.0);
        let counts = base.schema().scenarios[usize::from(query.scenario)].counts;
        let choice = choose(self.manner.policy, counts, &self.retrieved.found, rng);
        let name = |action| self.name(base, view, action);
        let mut changes = why.is_some().then(Vec::new);
        let adapted = self.adapt(query, choice.as_ref(), counts, changes.as_mut(), name);
        let answer = self.revise(base, query, adapted, changes.as_mut(), name);
        if let Some(why) = why {
            let told = AskedWhy::of(base, query, &self.values, &self.retrieved, choice.as_ref(), name);
            let answer = name(answer);
            why.asked.push(AskedWhy { changes: changes.unwrap_or_default(), answer, ..told });
        }
        self.votes = choice.map(|choice| choice.actions).unwrap_or_default();
        answer
    }

    /// The name of an answer; where the game has none, the move that gives it here.
    fn name(&self, base: &Base, view: &View<'_, G>, action: u16) -> String {
        let here = self.left.iter().find(|(_, answer)| *answer == Some(action));
        match here {
            Some((place, _)) if base.schema().actions.is_empty() => view.text(view.legal()[*place]),
            _ => base.action_name(action),
        }
    }

    /// What was chosen, or what comes nearest to it of what is possible.
    fn adapt(
        &self,
        query: CaseQuery,
        choice: Option<&Choice>,
        counts: bool,
        changes: Option<&mut Vec<String>>,
        name: impl Fn(u16) -> String,
    ) -> u16 {
        let possible = |action: &u16| self.possible.binary_search(action).is_ok();
        let default = if possible(&query.default) { query.default } else { self.possible[0] };
        let Some(choice) = choice else {
            if let Some(changes) = changes {
                changes.push(format!("no case was found: {} by default", name(default)));
            }
            return default;
        };
        if possible(&choice.action) {
            return choice.action;
        }
        let ranked =
            || ranking(self.manner.policy.action, counts, &choice.actions).into_iter().find(possible);
        let nearest = self.book.nearest(choice.action, &self.possible).filter(possible);
        let adapted = nearest.or_else(ranked).unwrap_or(default);
        if let Some(changes) = changes {
            changes.push(format!(
                "{} is not possible here: adapted to {}",
                name(choice.action),
                name(adapted)
            ));
        }
        adapted
    }

    /// What the rules of revision put in the place of an answer.
    fn revise(
        &self,
        base: &Base,
        query: CaseQuery,
        mut action: u16,
        mut changes: Option<&mut Vec<String>>,
        name: impl Fn(u16) -> String,
    ) -> u16 {
        let CaseQuery { scenario, facing, .. } = query;
        for (number, rule) in base.schema().rules.iter().enumerate() {
            if self.manner.rules >> number & 1 == 0 {
                continue;
            }
            let answer = Answer { scenario, facing, values: &self.values, action };
            let Some((instead, because)) = self.book.veto(number, answer) else { continue };
            if instead == action || self.possible.binary_search(&instead).is_err() {
                continue;
            }
            if let Some(changes) = &mut changes {
                let [old, new] = [action, instead].map(&name);
                changes.push(format!("rule {}: {because}; {new} instead of {old}", rule.name));
            }
            action = instead;
        }
        action
    }

    /// Notes for each legal move how many decisions that were found are for it.
    fn report(&self, turned: &mut Turned, legal: usize) {
        turned.compared += self.retrieved.compared;
        turned.threshold = self.retrieved.threshold;
        if self.votes.is_empty() {
            return;
        }
        turned.found = self.votes.iter().map(|vote| vote.many).sum();
        turned.votes.clear();
        turned.votes.resize(legal, 0.0);
        for &(place, answer) in &self.left {
            let alike = self.left.iter().filter(|(_, other)| *other == answer).count();
            let own = self.votes.iter().find(|vote| Some(vote.key) == answer);
            turned.votes[place] = own.map_or(0.0, |vote| vote.weight / alike as f32);
        }
    }
}
