//! What a rules file showed in random matches, in words for its designer.

use super::problem::{Evidence, Problem, Question, Topic, some};
use ludometer_game::Fault;
use ludometer_rules::inspect::Sight;
use ludometer_rules::schema::{Field, Kind, Schema};
use ludometer_rules::{Source, Wrong};

/// A file and what it declares.
pub(super) struct Told<'a> {
    pub source: &'a Source,
    pub schema: &'a Schema,
}

/// A question: what to ask, what the file does today, and the line it is about.
pub(super) struct Asked {
    pub question: String,
    pub today: String,
    pub line: Option<u32>,
}

impl Asked {
    /// The question with what shows it.
    pub fn question(self, source: &Source, matches: u64, shown: Evidence) -> Question {
        let Asked { question, today, line } = self;
        Question { question, today, file: source.file.clone(), line, matches, shown }
    }
}

/// A file that does not load.
pub(super) fn of_load(wrong: &Wrong) -> Problem {
    Problem {
        topic: Topic::Load,
        file: wrong.file.clone(),
        line: (wrong.line > 0).then_some(wrong.line),
        cause: wrong.what.clone(),
        value: some(&wrong.value),
        fix: some(&wrong.hint),
        ..Problem::default()
    }
}

/// A mistake that stopped a match. Its place is `file:line`, its words end in a hint.
pub(super) fn of_fault(fault: &Fault, topic: Topic) -> Problem {
    let (file, line) = match fault.place.rsplit_once(':') {
        Some((file, line)) => (file, line.parse().ok()),
        None => (fault.place.as_str(), None),
    };
    let (cause, fix) = fault.what.split_once("; ").unwrap_or((&fault.what, ""));
    Problem {
        topic,
        file: file.to_owned(),
        line,
        cause: cause.to_owned(),
        value: some(&fault.value),
        fix: some(fix),
        ..Problem::default()
    }
}

impl Told<'_> {
    /// A problem on the line where a rule begins.
    fn at_rule(&self, rule: &str, topic: Topic, cause: String, fix: String) -> Problem {
        let line = Some(self.source.line_of_rule(rule)).filter(|line| *line > 0);
        Problem { topic, file: self.source.file.clone(), line, cause, fix: Some(fix), ..Problem::default() }
    }

    /// A mistake in the rules; nothing where the sight is only a question.
    pub fn mistake(&self, sight: &Sight) -> Option<Problem> {
        Some(match sight {
            Sight::Broken(fault) => of_fault(fault, Topic::Mistake),
            Sight::NoMove(fault) => of_fault(fault, Topic::NoMove),
            Sight::Nothing { action } => {
                let name = &self.schema.actions[*action].name;
                let cause = format!(
                    "the move `{name}` does nothing: the same player is to move in the same position"
                );
                let fix = format!(
                    "let Game.{name} change something, s.turn for example, or do not offer it in Game.moves"
                );
                self.at_rule(name, Topic::Nothing, cause, fix)
            }
            Sight::Told { action } => {
                let name = &self.schema.actions[*action].name;
                let cause = format!(
                    "everybody is told with what a player does `{name}`, though what it changes is hidden from them"
                );
                let fix = format!("write secret = true in the action {name}, or let all see what it changes");
                self.at_rule(name, Topic::Leak, cause, fix)
            }
            Sight::Stray { field, card } => {
                let field = &self.schema.fields[*field];
                let name = match field.kind {
                    Kind::Pile { of, .. } => &self.schema.cards[of].names[*card as usize - 1],
                    _ => "",
                };
                Problem {
                    topic: Topic::Mistake,
                    file: self.source.file.clone(),
                    line: Some(field.line),
                    cause: format!("`{}` holds a card that its `only` shuts out", field.name),
                    value: some(name),
                    fix: some("keep the card out, or let `only` name it too"),
                    ..Problem::default()
                }
            }
            Sight::NoResult => self.at_rule(
                "over",
                Topic::NoResult,
                "the rules say why the match is over, but not who won".into(),
                "call finish.win, finish.draw, finish.score or finish.rank beside finish.because".into(),
            ),
            _ => return None,
        })
    }

    /// No match ended.
    pub fn endless(&self, matches: u64) -> Problem {
        self.at_rule(
            "over",
            Topic::Endless,
            format!(
                "no match ends: all {matches} random matches were stopped after {} moves",
                self.schema.limit
            ),
            "let Game.over finish the match some day, or allow more moves with limit = N in game { ... }"
                .into(),
        )
    }

    /// An action that was never legal.
    pub fn never_legal(&self, action: &str, matches: u64) -> Problem {
        let cause = format!("nobody could ever `{action}`: it was legal in none of {matches} random matches");
        let fix = format!("look where Game.moves calls can.{action}, or take the action out");
        self.at_rule(action, Topic::Action, cause, fix)
    }

    /// An action that was legal but never chosen.
    pub fn never_chosen(&self, action: &str, legal: u64) -> Problem {
        let times = if legal == 1 { "once".to_owned() } else { format!("{legal} times") };
        let cause = format!("`{action}` was legal {times} and never chosen: it is very rare");
        let fix = "see whether it comes up often enough to be worth a rule, or check more --matches".into();
        self.at_rule(action, Topic::Action, cause, fix)
    }

    /// A phase that no match came to.
    pub fn never_reached(&self, phase: &str, matches: u64) -> Problem {
        let quoted = format!("\"{phase}\"");
        let line = self.source.text.lines().position(|line| line.contains(&quoted));
        Problem {
            topic: Topic::Phase,
            file: self.source.file.clone(),
            line: line.map(|at| at as u32 + 1),
            cause: format!(
                "the phase `{phase}` is never reached: none of {matches} random matches came there"
            ),
            fix: Some(format!("set s.phase = {quoted} somewhere, or take the phase out")),
            ..Problem::default()
        }
    }

    /// What the rulebook should say about this.
    pub fn question(&self, sight: &Sight) -> Option<Asked> {
        let over = || self.source.line_of_rule("over");
        let (question, today, line) = match sight {
            Sight::Empty { field } | Sight::Refilled { field } | Sight::Full { field } => {
                about_pile(sight, &self.schema.fields[*field])
            }
            Sight::Tie => (
                "Who wins when the best players are level?".into(),
                "The rules break no tie: they share the win.".into(),
                over(),
            ),
            Sight::AllPass { action } => {
                let name = &self.schema.actions[*action].name;
                (
                    format!("What happens when nobody can do anything but {name}?"),
                    "All players did so in turn, and the rules let play go on.".into(),
                    self.source.line_of_rule(name),
                )
            }
            Sight::Repeated => (
                "What happens when a position comes back?".into(),
                "The rules take no notice: players may go round in circles.".into(),
                0,
            ),
            Sight::Limit => (
                "How does a match end that goes on and on?".into(),
                format!("After {} moves it is stopped, and nobody has won.", self.schema.limit),
                0,
            ),
            Sight::Unplayed => (
                "Is a match meant to be over before anybody has moved?".into(),
                "With these parameters it is.".into(),
                over(),
            ),
            _ => return None,
        };
        Some(Asked { question, today, line: (line > 0).then_some(line) })
    }
}

/// What to ask about a pile that ran empty, was filled again or is full; what happens today; its line.
fn about_pile(sight: &Sight, pile: &Field) -> (String, String, u32) {
    let name = &pile.name;
    let (question, today) = match sight {
        Sight::Empty { .. } => {
            (format!("What happens when {name} is empty?"), "It ran out here, and the rules let play go on.")
        }
        Sight::Refilled { .. } => (
            format!("How often may {name} be shuffled anew?"),
            "The rules set no end to it: here it was refilled three times, and the match never ended.",
        ),
        _ => {
            let room = if let Kind::Pile { room, .. } = pile.kind { room } else { 0 };
            (
                format!("What happens when a player holds {room} cards in {name} and should get one more?"),
                "There is no room for another here, and the rules let play go on.",
            )
        }
    };
    (question, today.to_owned(), pile.line)
}
