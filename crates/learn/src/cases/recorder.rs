//! Writes the hands of one seat down while a match is played.

use ludometer_agents::cases::Names;
use ludometer_agents::cases::coding::MOST_DECISIONS;
use ludometer_game::{Answer, Case, CaseBook, CaseDecision, CaseQuery, CaseSchema, Game, Seat, Turn, View};

/// Writes hands down.
pub struct Recorder<'a, G: Game> {
    book: &'a dyn CaseBook<G>,
    schema: &'a CaseSchema,
    seat: Seat,
    /// Whether decisions that a rule of revision forbids are kept.
    raw: bool,
    decisions: Vec<CaseDecision>,
    gains: Vec<f32>,
    queries: Vec<CaseQuery>,
    values: Vec<f32>,
    /// Decisions left out so far.
    pub cleaned: u64,
    /// Words for answers that have no name in the game.
    pub names: Names,
}

impl<'a, G: Game> Recorder<'a, G> {
    /// For this seat.
    pub fn new(book: &'a dyn CaseBook<G>, schema: &'a CaseSchema, seat: Seat, raw: bool) -> Self {
        Recorder {
            gains: vec![0.0; schema.accounts.len()],
            book,
            schema,
            seat,
            raw,
            decisions: Vec::new(),
            queries: Vec::new(),
            values: Vec::new(),
            cleaned: 0,
            names: Names::default(),
        }
    }

    /// The seat decides.
    pub fn decides(&mut self, view: &View<'_, G>, chosen: G::Move) {
        self.queries.clear();
        self.values.clear();
        view.queries(self.book, &mut self.queries);
        view.read_case(self.book, &mut self.values);
        let free = MOST_DECISIONS - self.decisions.len();
        for &query in self.queries.iter().take(free) {
            let Some(action) = view.case_action(self.book, query, chosen) else { continue };
            let CaseQuery { scenario, facing, .. } = query;
            let answer = Answer { scenario, facing, values: &self.values, action };
            // As at play, a rule whose answer cannot be given does not apply.
            let possible = |wanted| {
                view.legal().iter().any(|made| view.case_action(self.book, query, *made) == Some(wanted))
            };
            let vetoed = |rule| {
                let instead = self.book.veto(rule, answer).map(|(instead, _)| instead);
                instead.is_some_and(|instead| instead != action && possible(instead))
            };
            if !self.raw && (0..self.schema.rules.len()).any(vetoed) {
                self.cleaned += 1;
                continue;
            }
            if self.schema.actions.is_empty() && self.names.wants(action) {
                self.names.add(action, view.text(chosen));
            }
            let asks = &self.schema.scenarios[usize::from(scenario)].asks;
            let asked = asks.iter().map(|place| self.values[*place]).collect();
            self.decisions.push(CaseDecision { scenario, facing, action, among: 1, points: 0.0, asked });
        }
    }

    /// A move was made, by anybody; the hand, if that was its end.
    pub fn moved(
        &mut self,
        game: &G,
        (before, after): (&G::State, &G::State),
        chosen: G::Move,
    ) -> Option<Case> {
        self.book.gain(game, (before, after), chosen, self.seat, &mut self.gains);
        let ended = game.turn(after) == Turn::Over || game.episode(after) != game.episode(before);
        if !ended {
            return None;
        }
        let mut decisions = std::mem::take(&mut self.decisions);
        for decision in &mut decisions {
            decision.points = self.gains[self.schema.scenarios[usize::from(decision.scenario)].account];
        }
        self.gains.fill(0.0);
        let mut values = Vec::new();
        self.book.close(game, (before, after), chosen, self.seat, &mut values);
        Some(Case { values, decisions })
    }
}
