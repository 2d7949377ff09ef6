//! `completions`: shell completion and man pages, generated from the command line itself.

use super::runs::create;
use crate::args::{Cli, Common, Shell};
use crate::output::{Answer, Out};
use anyhow::{Context, bail};
use clap::CommandFactory;
use std::io::Write;
use std::path::Path;

pub fn completions(shell: Shell, common: &Common, out: &mut Out) -> anyhow::Result<Answer> {
    let generator = match shell {
        Shell::Bash => clap_complete::Shell::Bash,
        Shell::Zsh => clap_complete::Shell::Zsh,
        Shell::Fish => clap_complete::Shell::Fish,
        Shell::Elvish => clap_complete::Shell::Elvish,
        Shell::Powershell => clap_complete::Shell::PowerShell,
        Shell::Man => return man_pages(common.out.as_deref(), out),
    };
    let mut text = Vec::new();
    clap_complete::generate(generator, &mut Cli::command(), "ludometer", &mut text);
    match &common.out {
        None => out.raw().write_all(&text)?,
        Some(path) => {
            create(path)?
                .write_all(&text)
                .with_context(|| format!("{} cannot be written", path.display()))?;
        }
    }
    Ok(Answer::Yes)
}

fn man_pages(folder: Option<&Path>, out: &mut Out) -> anyhow::Result<Answer> {
    let Some(folder) = folder else {
        bail!("say where: ludometer completions man --out FOLDER");
    };
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let taken = std::fs::read_dir(folder)?.flatten().any(|entry| entry.file_name() == "ludometer.1");
    if taken {
        bail!("{} already holds man pages; choose another folder", folder.display());
    }
    clap_mangen::generate_to(Cli::command(), folder)
        .with_context(|| format!("man pages cannot be written to {}", folder.display()))?;
    out.say(format!("man pages are in {}", folder.display()));
    Ok(Answer::Yes)
}
