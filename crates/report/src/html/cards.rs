//! Verdict cards: the answers on top of the report, problems first.

use crate::format;
use crate::verdict::{Status, Verdict};
use maud::{Markup, html};

/// All cards, with what to know before them and what the plan left open.
pub(super) fn section(verdicts: &[Verdict], remarks: &[String], notes: &[String]) -> Markup {
    let of = |status| verdicts.iter().filter(move |verdict| verdict.status == status);
    html! {
        section #verdicts aria-labelledby="verdicts-title" {
            h2 #verdicts-title { "Verdicts" }
            @for remark in remarks { p.warning { (remark) } }
            @if verdicts.is_empty() { p { "No question could be answered from these matches." } }
            div.cards {
                @for verdict in of(Status::Problem).chain(of(Status::Unsure)).chain(of(Status::Fine)) { (card(verdict)) }
            }
            @if !notes.is_empty() {
                div.card.notes {
                    h3 { "Questions that need longer" }
                    ul { @for note in notes { li { (note) } } }
                }
            }
        }
    }
}

fn card(verdict: &Verdict) -> Markup {
    let status = verdict.status;
    html! {
        article class={ "card verdict " (status.word()) } {
            p.badge { span aria-hidden="true" { (status.sign()) } " " (status.word()) }
            h3 { (verdict.question) }
            p.answer { (unbroken(&verdict.answer)) }
            p.detail { (unbroken(&verdict.detail)) " " span.n { "n = " (format::whole(verdict.n)) } }
        }
    }
}

/// Keeps intervals like 49–59 % on one line: browsers may break after the dash.
fn unbroken(text: &str) -> String {
    text.replace('–', "\u{2060}–\u{2060}")
}
