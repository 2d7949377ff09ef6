//! Do matches come to an end? Any match that broke is a problem; endless ones are a problem once
//! they are more than a rare accident; none at all is fine when enough were played to say so.

use super::{Status, Verdict, read};
use crate::copies;
use crate::format;
use crate::ladder::Ladder;

/// Endless matches beyond this share are a problem.
const RARE: f64 = 0.01;
/// Without any accident this many matches put its share below 5 % (rule of three).
const ENOUGH: u64 = 60;

/// Words for what broke that are shown; the report lists them all.
const SHOWN: usize = 3;
/// Once more than this share of all matches broke, those that did not are no fair sample of the game.
const MOST_BROKEN: f64 = 0.5;

/// Matches that did not end by the rules.
#[derive(Default)]
struct Accidents {
    matches: u64,
    /// Those of them that count as evidence: copies of a few matches count once.
    different: u64,
    /// How many of them broke.
    broken_matches: f64,
    broken: Vec<String>,
    /// What broke, in the words of the evidence.
    defects: Vec<String>,
    endless: Vec<String>,
    /// Whether endless matches are surely more than rare.
    surely_endless: bool,
    /// Whether they would be, were they not copies of a few.
    copied_endless: bool,
}

pub(super) fn verdict(ladder: &Ladder<'_>) -> Option<Verdict> {
    let accidents = accidents(ladder);
    let Accidents { matches: n, different, broken, endless, .. } = &accidents;
    if *n == 0 {
        return None;
    }
    let limit = format!(
        "The limit is {}.",
        format::count(u64::from(ladder.summary.header.game.limit), "move", "moves")
    );
    let played = format::count(*n, "match", "matches");
    let all_endless = endless.join("; ");
    let (status, answer, detail) = if let Some(first) = broken.first() {
        (Status::Problem, format!("No: {first}."), accidents.evidence())
    } else if accidents.surely_endless {
        (Status::Problem, format!("Not always: {}.", endless[0]), format!("{all_endless}. {limit}"))
    } else if accidents.copied_endless {
        let detail =
            format!("{all_endless}. {limit} More different matches, or a higher limit, would settle it.");
        (Status::Unsure, format!("Not settled: {}, but few of them differ.", endless[0]), detail)
    } else if let Some(first) = endless.first() {
        let detail = format!("{all_endless}. {limit} More matches, or a higher limit, would settle it.");
        (Status::Unsure, format!("Nearly always: {first}."), detail)
    } else if different < n && *different < ENOUGH {
        let answer = format!("All {played} did, but few of them differ.");
        (Status::Unsure, answer, format!("{limit} About {ENOUGH} different matches would settle it."))
    } else if *n < ENOUGH {
        let answer =
            if *n == 1 { "The only one did.".into() } else { format!("All {played} did, but they are few.") };
        (Status::Unsure, answer, format!("{limit} About {ENOUGH} matches would settle it."))
    } else {
        let rarest = format::percent(3.0 / *different as f64, if *different < 3000 { 1 } else { 2 });
        let detail = format!("With 95 % confidence fewer than {rarest} of matches never end. {limit}");
        (Status::Fine, format!("Yes: all {played} did."), detail)
    };
    let question = "Does every match come to an end?".into();
    Some(Verdict { id: "completion".into(), question, answer, status, detail, n: *n })
}

/// Whether so many matches broke that nothing else can be told.
pub(super) fn is_mostly_broken(ladder: &Ladder<'_>) -> bool {
    let Accidents { matches, broken_matches, .. } = accidents(ladder);
    matches > 0 && broken_matches > MOST_BROKEN * matches as f64
}

impl Accidents {
    fn evidence(&self) -> String {
        let broken = self.broken.join("; ");
        if self.defects.is_empty() {
            return format!("{broken}.");
        }
        let shown: Vec<&str> = self.defects.iter().take(SHOWN).map(String::as_str).collect();
        let more = match self.defects.len() - shown.len() {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        format!("{broken}. What broke: {}{more}.", shown.join(" / "))
    }
}

fn accidents(ladder: &Ladder<'_>) -> Accidents {
    let kinds = [
        ("illegal", "with an illegal move"),
        ("fault", "with a fault in the rules"),
        ("panic", "with a failure of the program"),
    ];
    let mut seen = Accidents::default();
    for rung in ladder.all() {
        let Some(measure) = rung.measure("completion") else { continue };
        let some = |words: &[&str]| read::labelled(measure, words).filter(|share| share.value > 0.0);
        seen.matches += rung.found.matches;
        let few = copies::few(&rung);
        seen.different += few.unwrap_or(rung.found.matches);
        for (word, what) in kinds {
            if let Some(share) = some(&[word]) {
                seen.broken_matches += share.value * rung.found.matches as f64;
                seen.broken.push(format!(
                    "{} ended {what} ({})",
                    matches_of(share.value, share.n),
                    rung.name()
                ));
            }
        }
        for (what, _) in rung.measure("defects").map(read::rows).unwrap_or_default() {
            if !seen.defects.iter().any(|known| known == what) {
                seen.defects.push(what.to_owned());
            }
        }
        if let Some(share) = some(&["limit", "endless"]) {
            seen.endless.push(format!("{} at the limit ({})", matches_of(share.value, share.n), rung.name()));
            let often = share.low > RARE;
            seen.surely_endless |= often && few.is_none();
            seen.copied_endless |= often && few.is_some();
        }
    }
    seen
}

/// How many of `n` a share is.
fn matches_of(share: f64, n: u64) -> String {
    format::count((share * n as f64).round() as u64, "match", "matches")
}
