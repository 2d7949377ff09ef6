//! What an episode teaches: for every decision the value it should have had.
//!
//! Everything is worked out on the rows of values that were read when the match was played, so that it does not matter
//! what other matches of the same round teach. Where one lesson of an episode builds on another, the rows are changed
//! as the table will be.

use super::episode::Step;
use super::settings::{Method, Plan, Role};
use ludometer_agents::q::Place;
use ludometer_game::{Payoff, Rng, Seat};

/// A value of a table that goes a part of the way to a target.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lesson {
    /// The table.
    pub table: u8,
    /// The slot of the action.
    pub slot: u8,
    /// The state.
    pub place: Place,
    /// Where to.
    pub target: f32,
    /// How far.
    pub rate: f32,
}

/// Reads what an episode teaches.
pub struct Teacher<'a> {
    plan: &'a Plan,
    each: usize,
    /// The steps of one seat.
    own: Vec<usize>,
}

/// An episode that is over.
pub struct Past<'a> {
    /// Its number.
    pub number: u64,
    /// What was decided.
    pub steps: &'a [Step],
    /// What was known.
    pub rows: &'a mut [f32],
    /// The slots of these, where several moves can share one; otherwise none.
    pub row_slots: &'a [u8],
    /// What everybody got.
    pub payoff: Payoff,
    /// What is random about it.
    pub rng: &'a mut Rng,
}

impl<'a> Teacher<'a> {
    pub fn new(plan: &'a Plan) -> Self {
        Teacher { plan, each: plan.tables_each(), own: Vec::new() }
    }

    /// Adds all lessons of an episode, in the order in which they count.
    pub fn teach(&mut self, past: &mut Past<'_>, out: &mut impl FnMut(Lesson)) {
        if self.plan.methods().any(|method| method == Method::Minimax) {
            return self.teach_minimax(past, out);
        }
        for (seat, role) in self.plan.roles.iter().enumerate() {
            let Role::Learner { method, epsilon } = *role else { continue };
            let mut own = std::mem::take(&mut self.own);
            own.clear();
            own.extend((0..past.steps.len()).filter(|at| usize::from(past.steps[*at].seat) == seat));
            let seat = Seat::new(seat as u8);
            let reward = reward(self.plan, &past.payoff, seat);
            let lost = past.payoff.place[seat] > 1;
            let mut course = Course { plan: self.plan, each: self.each, past, own: &own, seat, reward, out };
            match method {
                Method::Q => course.each_forward(Next::Best),
                Method::Sarsa => course.each_forward(Next::Played),
                Method::ExpectedSarsa => {
                    let epsilon = self.plan.epsilon_in(epsilon, course.past.number);
                    course.each_forward(Next::Expected(epsilon as f32));
                }
                Method::Pessimistic => {
                    course.each_forward(Next::Best);
                    if lost || !self.plan.on_loss {
                        course.again_with_the_worst();
                    }
                }
                Method::Double => course.two_tables(),
                Method::Lambda => course.trace(),
                // All seats at once, above.
                Method::Minimax => {}
            }
            self.own = own;
        }
    }

    /// Between two opponents what the other can get next is what is lost. From the end, so that both seats learn from
    /// what the other just learnt.
    fn teach_minimax(&mut self, past: &mut Past<'_>, out: &mut impl FnMut(Lesson)) {
        for at in (0..past.steps.len()).rev() {
            let step = past.steps[at];
            let (seat, own) = (Seat::new(step.seat), [at]);
            let reward = reward(self.plan, &past.payoff, seat);
            let mut course = Course { plan: self.plan, each: self.each, past, own: &own, seat, reward, out };
            let target = course.after_the_best_answer(at);
            course.give(step, 0, target);
        }
    }
}

/// How a match ended for a seat: 0 won, 1 drawn, 2 lost.
pub fn result(payoff: &Payoff, seat: Seat) -> usize {
    let first = payoff.place[seat] == 1;
    let shared = payoff.place.iter().filter(|place| **place == 1).count() > 1;
    match (first, shared && payoff.place.len() > 1) {
        (true, false) => 0,
        (true, true) => 1,
        (false, _) => 2,
    }
}

/// What a seat gets at the end.
fn reward(plan: &Plan, payoff: &Payoff, seat: Seat) -> f32 {
    plan.rewards.map_or_else(|| payoff.points[seat], |rewards| rewards[result(payoff, seat)])
}

/// What of the next state counts.
#[derive(Clone, Copy)]
enum Next {
    Best,
    Worst,
    Played,
    Expected(f32),
}

/// The lessons of one seat.
struct Course<'a, 'b, F: FnMut(Lesson)> {
    plan: &'a Plan,
    each: usize,
    past: &'a mut Past<'b>,
    own: &'a [usize],
    seat: Seat,
    reward: f32,
    out: &'a mut F,
}

impl<F: FnMut(Lesson)> Course<'_, '_, F> {
    fn step(&self, turn: usize) -> Step {
        self.past.steps[self.own[turn]]
    }

    /// The values of a table in a state; those never tried are what they begin with.
    fn row(&self, step: Step, table: usize) -> impl Iterator<Item = f32> + '_ {
        let start = self.plan.start;
        let from = step.row as usize + table * usize::from(step.legal);
        let row = &self.past.rows[from..from + usize::from(step.legal)];
        row.iter().map(move |value| if value.is_nan() { start } else { *value })
    }

    fn best(&self, step: Step) -> f32 {
        self.row(step, 0).fold(f32::NEG_INFINITY, f32::max)
    }

    /// What the state of a step is worth.
    fn worth(&self, step: Step, next: Next) -> f32 {
        match next {
            Next::Best => self.best(step),
            Next::Worst if self.plan.legal => self.row(step, 0).fold(f32::INFINITY, f32::min),
            Next::Worst => {
                let row = &self.past.rows[step.row as usize..][..usize::from(step.legal)];
                let tried = row.iter().copied().filter(|value| !value.is_nan());
                let least = tried.fold(f32::INFINITY, f32::min);
                if least.is_finite() { least } else { self.plan.start }
            }
            Next::Played => self.row(step, 0).nth(usize::from(step.chosen)).unwrap_or(self.plan.start),
            Next::Expected(epsilon) => {
                let mean = self.row(step, 0).sum::<f32>() / f32::from(step.legal.max(1));
                (1.0 - epsilon) * self.best(step) + epsilon * mean
            }
        }
    }

    /// What a decision should have been worth.
    fn target(&self, turn: usize, next: Next) -> f32 {
        match turn + 1 < self.own.len() {
            true => self.plan.gamma * self.worth(self.step(turn + 1), next),
            false => self.reward,
        }
    }

    /// Gives a lesson, and changes the rows as the table will be.
    fn give(&mut self, step: Step, table: usize, target: f32) {
        let rate = self.plan.alpha_in(self.past.number);
        let row = step.row as usize + table * usize::from(step.legal);
        let at = row + usize::from(step.chosen);
        let known = self.past.rows[at];
        let before = if known.is_nan() { self.plan.start } else { known };
        let after = before + rate * (target - before);
        self.past.rows[at] = after;
        // Images of the action are the same pair.
        for twin in row..row + usize::from(step.legal) {
            if self.past.row_slots.get(twin) == Some(&step.slot) {
                self.past.rows[twin] = after;
            }
        }
        let table = (self.seat.index() * self.each + table) as u8;
        (self.out)(Lesson { table, slot: step.slot, place: step.place, target, rate });
    }

    fn each_forward(&mut self, next: Next) {
        for turn in 0..self.own.len() {
            let target = self.target(turn, next);
            self.give(self.step(turn), 0, target);
        }
    }

    fn again_with_the_worst(&mut self) {
        let turns = self.own.len();
        for at in 0..turns {
            let turn = if self.plan.backward { turns - 1 - at } else { at };
            let target = self.target(turn, Next::Worst);
            self.give(self.step(turn), 0, target);
        }
    }

    /// One table says which action is best, the other what it is worth; a coin says which.
    fn two_tables(&mut self) {
        for turn in 0..self.own.len() {
            let table = self.past.rng.below(2);
            let target = match turn + 1 < self.own.len() {
                true => {
                    let next = self.step(turn + 1);
                    let by_own = self.row(next, table).enumerate();
                    let best = by_own.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(at, _)| at);
                    self.plan.gamma * self.row(next, 1 - table).nth(best).unwrap_or(self.plan.start)
                }
                false => self.reward,
            };
            self.give(self.step(turn), table, target);
        }
    }

    /// What was found at the end counts for all decisions up to the last one that was not a best one.
    fn trace(&mut self) {
        let mut later = self.reward;
        for turn in (0..self.own.len()).rev() {
            if turn + 1 < self.own.len() {
                let next = self.step(turn + 1);
                let share = if next.greedy { self.plan.lambda } else { 0.0 };
                later = self.plan.gamma * (share * later + (1.0 - share) * self.best(next));
            }
            self.give(self.step(turn), 0, later);
        }
    }

    /// What a decision should have been worth where the opponent answers as well as it can.
    fn after_the_best_answer(&self, at: usize) -> f32 {
        match self.past.steps.get(at + 1).copied() {
            Some(next) => {
                let own = usize::from(next.seat) == self.seat.index();
                let best = self.best(next);
                self.plan.gamma * if own { best } else { -best }
            }
            None => self.decided(),
        }
    }

    /// A result that is as bad for the one as it is good for the other.
    fn decided(&self) -> f32 {
        match self.plan.rewards {
            Some([win, draw, loss]) if self.reward == loss && loss != draw => -win,
            _ => self.reward,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: f32 = 0.0;

    fn plan(method: Method) -> Plan {
        let learner = Role::Learner { method, epsilon: 0.5 };
        Plan {
            roles: vec![learner.clone(), learner],
            explorer: None,
            on_loss: true,
            backward: true,
            legal: false,
            alpha: (0.5, 0.0),
            gamma: 0.5,
            epsilon_half: 0.0,
            delta: 0.0,
            lambda: 0.5,
            rewards: Some([100.0, 0.0, -50.0]),
            start: START,
            folded: false,
            round: 1,
        }
    }

    /// Two decisions of each seat, of two moves each; the rows are read seat by seat as they are written here. The
    /// first seat loses.
    fn taught(plan: &Plan, rows: &[f32]) -> Vec<(u8, f32)> {
        let each = plan.tables_each();
        let step = |at: usize, chosen: u16, greedy: bool| Step {
            seat: (at % 2) as u8,
            place: Place::of((at as u64) << 40),
            slot: chosen as u8,
            row: (at * 2 * each) as u32,
            legal: 2,
            chosen,
            greedy,
        };
        let steps = [step(0, 0, true), step(1, 0, true), step(2, 1, false), step(3, 0, true)];
        let payoff = Payoff::win(2, Seat::new(1));
        let mut rows = rows.to_vec();
        let rng = &mut Rng::stream(1, "lesson", 0);
        let mut past = Past { number: 0, steps: &steps, rows: &mut rows, row_slots: &[], payoff, rng };
        let mut lessons = Vec::new();
        Teacher::new(plan).teach(&mut past, &mut |lesson| {
            lessons.push((lesson.table, lesson.target));
        });
        lessons
    }

    /// Rows of the four decisions.
    const ROWS: [f32; 8] = [10.0, 0.0, 20.0, f32::NAN, 40.0, -8.0, f32::NAN, f32::NAN];

    #[test]
    fn the_best_next_action_counts() {
        let lessons = taught(&plan(Method::Q), &ROWS);
        assert_eq!(lessons, [(0, 20.0), (0, -50.0), (1, 0.0), (1, 100.0)]);
    }

    #[test]
    fn the_action_played_or_all_of_them_count() {
        let lessons = taught(&plan(Method::Sarsa), &ROWS);
        assert_eq!(lessons, [(0, -4.0), (0, -50.0), (1, 0.0), (1, 100.0)]);
        // Half of the time the best one, 40, else the mean of both, 16.
        let lessons = taught(&plan(Method::ExpectedSarsa), &ROWS);
        assert_eq!(lessons, [(0, 14.0), (0, -50.0), (1, 0.0), (1, 100.0)]);
    }

    #[test]
    fn after_a_defeat_the_worst_counts_as_it_has_become() {
        let lessons = taught(&plan(Method::Pessimistic), &ROWS);
        // −8 becomes −29 at first, and from the end −39.5: half of that is the target before it.
        assert_eq!(lessons, [(0, 20.0), (0, -50.0), (0, -50.0), (0, -19.75), (1, 0.0), (1, 100.0)]);
        let forward = Plan { backward: false, ..plan(Method::Pessimistic) };
        assert_eq!(taught(&forward, &ROWS)[2..4], [(0, -14.5), (0, -50.0)]);
    }

    #[test]
    fn always_and_untried_actions_can_count_too() {
        let always = Plan { on_loss: false, legal: true, ..plan(Method::Pessimistic) };
        let lessons = taught(&always, &ROWS);
        // The winner's other action was never tried: it begins with 0, and is the worst.
        assert_eq!(lessons[4..], [(1, 0.0), (1, 100.0), (1, 100.0), (1, 0.0)]);
        let tried = Plan { legal: false, ..always };
        assert_eq!(taught(&tried, &ROWS)[6..], [(1, 100.0), (1, 37.5)]);
    }

    #[test]
    fn the_end_counts_as_far_back_as_nothing_was_tried_at_random() {
        let lessons = taught(&plan(Method::Lambda), &ROWS);
        // The second decision of the first seat was no best one; that of the second seat was.
        assert_eq!(lessons, [(0, -50.0), (0, 20.0), (1, 100.0), (1, 37.5)]);
    }

    #[test]
    fn what_the_opponent_gets_is_lost() {
        let lessons = taught(&plan(Method::Minimax), &ROWS);
        // From the end: the winning move becomes 50, half of which counts against the one before it. There 40 stays the
        // best, half of which counts against the answer, whose 20 becomes 0.
        assert_eq!(lessons, [(1, 100.0), (0, -25.0), (1, -20.0), (0, 0.0)]);
    }

    #[test]
    fn one_table_chooses_and_the_other_judges() {
        let rows: Vec<f32> =
            [[10.0, 0.0], [1.0, 2.0], [0.0; 2], [0.0; 2], [40.0, -8.0], [3.0, 5.0], [0.0; 2], [0.0; 2]]
                .concat();
        let lessons = taught(&plan(Method::Double), &rows);
        // By the first table the first move is best, which the second judges 3; by the second the other one.
        let (table, target) = lessons[0];
        assert_eq!(target, if table == 0 { 1.5 } else { -4.0 });
        assert_eq!(lessons[1].1, -50.0);
        assert!(lessons[2].0 >= 2, "the second seat has tables of its own");
    }

    #[test]
    fn results_are_told_apart() {
        let tie = Payoff::from_points(ludometer_game::Seats::from_fn(2, |_| 3.0));
        assert_eq!([0, 1].map(|seat| result(&tie, Seat::new(seat))), [1, 1]);
        assert_eq!([0, 1].map(|seat| result(&Payoff::win(2, Seat::new(1)), Seat::new(seat))), [2, 0]);
        assert_eq!(result(&Payoff::win(1, Seat::new(0)), Seat::new(0)), 0);
    }
}
