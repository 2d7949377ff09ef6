//! Writes a report of a made-up run, to look at the page without playing:
//! `cargo run -p ludometer-report --example demo > report.html`.

#[path = "../tests/report/made_up.rs"]
mod made_up;

use ludometer_report::{ReportInput, report_html, summary_text, verdicts};

fn main() {
    let summary = made_up::summary("Connect Four");
    let verdicts = verdicts(&summary);
    let notes = ["Whether the first seat stays ahead at mcts:sims=10000: about 12 minutes.".to_owned()];
    let samples = [made_up::sample(), made_up::sample()];
    let command = "ludometer playtest connect-four --minutes 1 --seed 7";
    let input = ReportInput {
        summary: &summary,
        verdicts: &verdicts,
        tactics: None,
        samples: &samples,
        command,
        notes: &notes,
    };
    println!("{}", report_html(&input));
    eprintln!("{}", summary_text(&summary, &verdicts, ludometer_report::Style::default()));
}
