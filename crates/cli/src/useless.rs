//! Shared options that a verb would ignore are refused: who typed one expected something of it.

use crate::args::{Common, Verb};
use crate::bot_args::CasesArgs;
use anyhow::bail;

/// An error if an option was typed that this verb has no use for.
pub fn refuse_useless(verb: Option<&Verb>, common: &Common) -> anyhow::Result<()> {
    if common.out.is_some() && !writes(verb) {
        bail!("this verb only prints, so --out has no use here; redirect its output instead");
    }
    if common.dry_run && !plays(verb) {
        bail!("this verb plays nothing, so --dry-run has no use here; leave it out");
    }
    match verb {
        _ if !common.json => Ok(()),
        Some(Verb::Play(_)) => {
            bail!("play is a conversation and has no answer in JSON; analyze and tournament have")
        }
        Some(Verb::Export(_)) => {
            bail!("export has its own formats, so --json has no use here; --jsonl writes JSON lines")
        }
        None | Some(Verb::Completions { .. }) => {
            bail!("there is no answer in JSON here; leave --json out")
        }
        Some(_) => Ok(()),
    }
}

/// Whether a verb leaves files.
fn writes(verb: Option<&Verb>) -> bool {
    use Verb::{
        Cases, Completions, Construct, Export, Ladder, Playtest, Report, SelfPlay, Tournament, Train,
    };
    matches!(
        verb,
        Some(
            Playtest(_)
                | Tournament(_)
                | Train(_)
                | Construct(_)
                | SelfPlay(_)
                | Ladder(_)
                | Report { .. }
                | Export(_)
                | Cases(CasesArgs::Import { .. } | CasesArgs::Clean { .. })
                | Completions { .. }
        )
    )
}

/// Whether a verb counts something that a dry run can set to 1.
fn plays(verb: Option<&Verb>) -> bool {
    use Verb::{
        Analyze, Bench, Check, Construct, Ladder, Play, Playtest, Predict, SelfPlay, Solve, TestBot,
        Tournament, Train,
    };
    matches!(
        verb,
        Some(
            Playtest(_)
                | Tournament(_)
                | Play(_)
                | Analyze(_)
                | Solve(_)
                | Train(_)
                | Construct(_)
                | SelfPlay(_)
                | Predict(_)
                | TestBot(_)
                | Ladder(_)
                | Check { .. }
                | Bench { .. }
        )
    )
}
