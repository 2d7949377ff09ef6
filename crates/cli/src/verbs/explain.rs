//! What `analyze` leaves in files, and the walk of α–β it prints.

use super::runs::create;
use crate::args::{AnalyzeArgs, Common};
use anyhow::{Context, bail};
use ludometer_lab::show::tree_svg;
use ludometer_lab::{Analysis, House, LessonRequest};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What was explained.
pub struct Explained {
    /// The walk of α–β, if it was asked for.
    pub trace: Option<String>,
    /// What each file holds.
    pub files: BTreeMap<&'static str, PathBuf>,
}

/// Before anything is computed for nothing.
pub fn refuse_files_that_exist(typed: &AnalyzeArgs) -> anyhow::Result<()> {
    let taken = [&typed.tree, &typed.steps].into_iter().flatten().find(|path| path.exists());
    match taken {
        Some(path) if !typed.force => {
            bail!("{} exists already; choose another name, or --force to write over it", path.display())
        }
        _ => Ok(()),
    }
}

/// Draws, tells and writes what was asked for.
pub fn explain(
    typed: &AnalyzeArgs,
    common: &Common,
    house: &dyn House,
    analysis: &Analysis,
) -> anyhow::Result<Explained> {
    let simulations = if common.dry_run { Some(1) } else { typed.simulations };
    let asked = LessonRequest { plies: typed.plies, simulations, seed: common.seed };
    let lessons = (typed.trace || typed.steps.is_some()).then(|| house.explain(asked));
    let mut trace = None;
    // Everything is made before anything is written.
    let mut made: Vec<(&'static str, &PathBuf, String)> = Vec::new();
    if let Some(lessons) = lessons.as_ref().filter(|_| typed.trace) {
        trace = Some(lessons.trace().context("--trace")?);
    }
    if let Some(path) = &typed.tree {
        if analysis.tree.root.children.is_empty() {
            bail!("agent `{}` keeps no tree to draw; `alphabeta` and `mcts` do", analysis.agent);
        }
        made.push(("tree", path, tree_svg(&analysis.tree)));
    }
    if let (Some(path), Some(lessons)) = (&typed.steps, &lessons) {
        made.push(("steps", path, lessons.page().context("--steps")?));
    }
    let mut files = BTreeMap::new();
    for (what, path, text) in made {
        write(path, &text, typed.force)?;
        files.insert(what, path.clone());
    }
    Ok(Explained { trace, files })
}

fn write(path: &Path, text: &str, force: bool) -> anyhow::Result<()> {
    let file = if force { File::create(path).map_err(anyhow::Error::from) } else { create(path) };
    let failed = || format!("{} cannot be written", path.display());
    file.with_context(failed)?.write_all(text.as_bytes()).with_context(failed)
}
