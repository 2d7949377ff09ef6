//! The page of a training: how the sessions went.

use super::school::Session;
use super::settings::{Opponent, Plan};
use ludometer_agents::bot::Bot;
use ludometer_metrics::{Estimate, Line, Unit};
use ludometer_report::{Curve, TrainingPage, training_html};

/// The file in the bot folder.
pub const PAGE: &str = "training.html";

/// The page after these sessions; live while more are to come.
#[must_use]
pub fn page(bot: &Bot, sessions: &[Session], plan: &Plan, live: bool) -> String {
    let caption = format!("Temporal differences, {} sessions of {} matches", sessions.len(), plan.games);
    training_html(&TrainingPage {
        title: &bot.game,
        caption: &caption,
        command: &bot.command,
        curves: curves(sessions, plan),
        strips: Vec::new(),
        more: Vec::new(),
        table: table(sessions, plan),
        live,
    })
}

fn line(label: &str, sessions: &[Session], read: impl Fn(&Session) -> f64) -> Line {
    let count = |session: &Session| session.results.iter().sum::<u64>();
    let point = |one: &Session| (one.games as f64, Estimate::fact(read(one), count(one)));
    // Of a session in which every match broke there is nothing to draw.
    let points = sessions.iter().filter(|session| count(session) > 0).map(point).collect();
    Line { label: label.into(), points }
}

fn share(session: &Session, at: usize) -> f64 {
    session.results[at] as f64 / session.results.iter().sum::<u64>().max(1) as f64
}

fn curves(sessions: &[Session], plan: &Plan) -> Vec<Curve> {
    let who = match plan.opponent {
        Opponent::Clone => "Matches of the learner against its clone",
        Opponent::Itself => "Matches of the first seat against the others",
    };
    let results = [(0, "won"), (1, "drawn"), (2, "lost")];
    let results = results.map(|(at, label)| line(label, sessions, |session| share(session, at)));
    let all = [
        ("While learning", who, Unit::Share, results.to_vec()),
        (
            "Error",
            "Mean square of how wrong the last prediction of a match was",
            Unit::Points,
            vec![line("error", sessions, |session| session.error)],
        ),
        ("Length", "Plies of a match", Unit::Count, vec![line("plies", sessions, |session| session.plies)]),
    ];
    let curve = |(title, about, unit, lines): (&str, &str, Unit, Vec<Line>)| Curve {
        title: title.into(),
        about: about.into(),
        axis: "matches".into(),
        unit,
        lines,
    };
    all.into_iter().map(curve).collect()
}

fn table(sessions: &[Session], plan: &Plan) -> (Vec<String>, Vec<Vec<String>>) {
    let mut head = vec!["matches", "won", "drawn", "lost", "error", "plies"];
    if plan.opponent == Opponent::Clone {
        head.extend(["test", "clone"]);
    }
    let breaks = sessions.iter().any(|session| session.broken(plan) > 0);
    head.extend(breaks.then_some("broken"));
    let row = |session: &Session| {
        let percent = |at| format!("{:.1} %", 100.0 * share(session, at));
        let mut row = vec![
            session.games.to_string(),
            percent(0),
            percent(1),
            percent(2),
            format!("{:.3}", session.error),
            format!("{:.1}", session.plies),
        ];
        if plan.opponent == Opponent::Clone {
            row.push(format!("{} of {}", session.test, 2 * plan.tests));
            row.push(if session.copied { "replaced" } else { "kept" }.into());
        }
        row.extend(breaks.then(|| session.broken(plan).to_string()));
        row
    };
    (head.into_iter().map(str::to_owned).collect(), sessions.iter().map(row).collect())
}
