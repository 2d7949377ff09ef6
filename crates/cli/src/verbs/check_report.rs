//! What a check found, for people.

use crate::output::Out;
use ludometer_lab::{CheckReport, Evidence, Problem, Question};
use owo_colors::OwoColorize;
use std::io;

/// Moves of a match that are shown in full; of longer ones the beginning and the end.
const SHOWN: usize = 24;
const FIRST: usize = 10;
const LAST: usize = 8;

/// Prints a report.
pub fn show(report: &CheckReport, out: &mut Out) -> io::Result<()> {
    headline(report, out)?;
    if !report.problems.is_empty() {
        section(out, report.problems.len(), "problem", "problems")?;
        for (number, problem) in (1..).zip(&report.problems) {
            show_problem(number, problem, out)?;
        }
    }
    if !report.remarks.is_empty() {
        section(out, report.remarks.len(), "remark", "remarks")?;
        for (number, remark) in (1..).zip(&report.remarks) {
            show_problem(number, remark, out)?;
        }
    }
    if !report.questions.is_empty() {
        section(out, report.questions.len(), "question for the rulebook", "questions for the rulebook")?;
        for (number, question) in (1..).zip(&report.questions) {
            show_question(number, question, out)?;
        }
    }
    if !report.symmetries.is_empty() {
        out.line("")?;
        out.line(format!("The board can be turned and nothing changes: {}.", report.symmetries.join(", ")))?;
    }
    Ok(())
}

fn headline(report: &CheckReport, out: &mut Out) -> io::Result<()> {
    let game = report.game.bold();
    let matches = counted(report.matches, "random match", "random matches");
    let over = match report.settings {
        0 | 1 => String::new(),
        settings => format!(" with {settings} settings of its parameters"),
    };
    if report.passed {
        let signature = &report.signature;
        out.line(format!("{game}: every law holds in {matches}{over} (signature {signature})"))?;
    } else if report.matches == 0 {
        out.line(format!("{game}: it cannot be played yet"))?;
    } else {
        out.line(format!("{game}: something is wrong; {matches}{over} were played"))?;
    }
    if report.tests > 0 && report.passed {
        out.line(match report.tests {
            1 => "  the test of the file passes".to_owned(),
            tests => format!("  all {tests} tests of the file pass"),
        })?;
    }
    if let Some(slow) = &report.slow_lane {
        out.line(format!("  {slow}"))?;
    }
    for skipped in &report.skipped {
        match skipped.set.join(" ") {
            set if set.is_empty() => out.line(format!("  {}", skipped.why))?,
            set => out.line(format!("  not played with {set}, which the file refuses: {}", skipped.why))?,
        }
    }
    Ok(())
}

fn section(out: &mut Out, count: usize, one: &str, many: &str) -> io::Result<()> {
    out.line("")?;
    out.line(counted(count as u64, one, many).bold())
}

fn show_problem(number: usize, problem: &Problem, out: &mut Out) -> io::Result<()> {
    let value = problem.value.as_ref().map_or_else(String::new, |value| format!(" (it is {value})"));
    out.line(format!("{number:>3}. {}: {}{value}", problem.place().bold(), problem.cause))?;
    if let Some(fix) = &problem.fix {
        out.line(format!("     {} {fix}", "hint:".green()))?;
    }
    show_evidence(&problem.shown, "shown by", out)
}

fn show_question(number: usize, asked: &Question, out: &mut Out) -> io::Result<()> {
    out.line(format!("{number:>3}. {}", asked.question.bold()))?;
    let line = asked.line.map_or_else(String::new, |line| format!(" ({}:{line})", asked.file));
    out.line(format!("     {}{line}", asked.today))?;
    let seen = counted(asked.matches, "match", "matches");
    show_evidence(&asked.shown, &format!("seen in {seen}; the shortest is"), out)
}

fn show_evidence(shown: &Evidence, how: &str, out: &mut Out) -> io::Result<()> {
    let with = if shown.set.is_empty() { String::new() } else { format!(" with {}", shown.set.join(" ")) };
    let Some(replay) = &shown.replay else {
        if !shown.moves.is_empty() {
            out.line(format!(
                "     {how} {} moves of seed {}: {}",
                shown.moves.len(),
                shown.seed,
                moves(&shown.moves)
            ))?;
        } else if !with.is_empty() {
            out.line(format!("     {}", with.trim_start()))?;
        }
        return Ok(());
    };
    match shown.moves.len() {
        0 => out.line(format!("     {how} the very beginning{with}"))?,
        count => {
            let count = counted(count as u64, "move", "moves");
            out.line(format!("     {how} {count}{with}: {}", moves(&shown.moves)))?;
        }
    }
    if shown.moves.len() <= SHOWN {
        out.line(format!("     {} {replay}", "see it:".cyan()))?;
    }
    Ok(())
}

/// Moves in a line. What a shuffle was made of says nothing to a reader.
fn moves(all: &[String]) -> String {
    let plain: Vec<&str> = all
        .iter()
        .map(|text| if text.starts_with("shuffle-") { "(shuffle)" } else { text.as_str() })
        .collect();
    if plain.len() <= SHOWN {
        return plain.join(" ");
    }
    let left_out = plain.len() - FIRST - LAST;
    let (first, last) = (plain[..FIRST].join(" "), plain[plain.len() - LAST..].join(" "));
    format!("{first} … {left_out} more … {last} (all of them with --json)")
}

fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_matches_are_cut_in_the_middle() {
        let all: Vec<String> = (1..=30).map(|n| format!("m{n}")).collect();
        let text = moves(&all);
        assert!(text.starts_with("m1 m2") && text.contains("m10 … 12 more … m23"), "{text}");
        assert_eq!(moves(&["shuffle-00ff".into(), "draw".into()]), "(shuffle) draw");
    }
}
