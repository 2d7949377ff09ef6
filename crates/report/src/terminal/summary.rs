//! The summary a designer reads in the terminal: one or two lines per question.

use crate::copies::remarks;
use crate::format;
use crate::ladder::Ladder;
use crate::scene::wrap;
use crate::style::Style;
use crate::verdict::{Status, Verdict, headline};
use ludometer_metrics::Summary;
use owo_colors::Style as Paint;

/// Width of the column of status words.
const BADGE: usize = 9;

/// The run in about 25 lines: what was played, the sentence of the report, every verdict with its
/// answer. The evidence of problems and open questions is given too, as it says what to do next.
#[must_use]
pub fn summary_text(summary: &Summary, verdicts: &[Verdict], style: Style) -> String {
    let header = &summary.header;
    let ladder = Ladder::of(summary);
    let mut text = format!("{}\n", style.paint(&header.game.title, Paint::new().bold()));
    let groups: Vec<String> = ladder
        .all()
        .map(|rung| format!("{} ×\u{a0}{}", rung.name(), format::whole(rung.found.matches)))
        .collect();
    for line in wrap(&groups.join(", "), style.width) {
        text.push_str(&format!("{}\n", style.paint(&line, Paint::new().dimmed())));
    }
    text.push_str(&format!("{}\n\n", headline(summary, verdicts)));
    for remark in remarks(summary) {
        for line in wrap(&remark, style.width) {
            text.push_str(&format!("{}\n", style.paint(&line, Paint::new().yellow())));
        }
        text.push('\n');
    }
    for verdict in verdicts {
        text.push_str(&verdict_text(verdict, style));
    }
    style.finish(text)
}

fn verdict_text(verdict: &Verdict, style: Style) -> String {
    let paint = match verdict.status {
        Status::Fine => Paint::new().green(),
        Status::Problem => Paint::new().red().bold(),
        Status::Unsure => Paint::new().yellow(),
    };
    let word = format!("{:<BADGE$}", verdict.status.word().to_uppercase());
    let mut said = format!("{} {}", verdict.question, verdict.answer);
    if verdict.status != Status::Fine {
        said.push_str(&format!(" {}", verdict.detail));
    }
    let mut text = style.paint(&word, paint);
    for (nth, line) in wrap(&said, style.width.saturating_sub(BADGE).max(20)).iter().enumerate() {
        if nth > 0 {
            text.push_str(&" ".repeat(BADGE));
        }
        text.push_str(line);
        text.push('\n');
    }
    text
}
