//! `new`: a rules file to begin with, and its words for an editor.

use crate::output::{Answer, Out};
use anyhow::{Context, bail};
use ludometer_lab::{DEFINITIONS, RULES_ENDING, TEMPLATES, quoted, unknown};
use serde_json::json;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// How to get the words for an editor.
const FOR_EDITORS: &str = "ludometer new ludometer.d.luau --definitions";

pub fn new(file: &Path, template: &str, out: &mut Out) -> anyhow::Result<Answer> {
    let names: Vec<&str> = TEMPLATES.iter().map(|template| template.name).collect();
    let Some(found) = TEMPLATES.iter().find(|known| known.name == template) else {
        bail!(unknown("template", template, &names));
    };
    write_fresh(file, found.text)?;
    let shown = file.display();
    let name = quoted(&shown.to_string());
    let next = ["check", "play", "playtest"].map(|verb| format!("ludometer {verb} {name}"));
    if out.json {
        out.json(&json!({ "file": file, "template": found.name, "next": next }))?;
    } else {
        out.line(format!("{shown}: a game with {}. Change it, and then", found.about))?;
        next.iter().try_for_each(|command| out.line(format!("  {command}")))?;
        out.line(format!("Editors complete the words of rules files with the help of\n  {FOR_EDITORS}"))?;
    }
    Ok(Answer::Yes)
}

/// Writes the words of rules files for an editor.
pub fn definitions(file: &Path, out: &mut Out) -> anyhow::Result<Answer> {
    write_fresh(file, DEFINITIONS)?;
    if out.json {
        out.json(&json!({ "file": file, "definitions": true }))?;
    } else {
        let shown = file.display();
        out.line(format!(
            "{shown}: every word of rules files. Name it in the settings of the Luau extension:"
        ))?;
        out.line(format!("  \"luau-lsp.types.definitionFiles\": {{ \"ludometer\": \"{shown}\" }}"))?;
    }
    Ok(Answer::Yes)
}

/// Writes a rules file that is not there yet.
fn write_fresh(file: &Path, text: &str) -> anyhow::Result<()> {
    let shown = file.display();
    if !file.to_string_lossy().ends_with(RULES_ENDING) {
        bail!("{shown}: the name of a rules file ends in `{RULES_ENDING}`; write {shown}{RULES_ENDING}");
    }
    match OpenOptions::new().write(true).create_new(true).open(file) {
        Ok(mut fresh) => fresh.write_all(text.as_bytes()).with_context(|| shown.to_string()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            bail!("{shown} is there already and stays as it is; choose another name")
        }
        Err(error) => Err(error).with_context(|| shown.to_string()),
    }
}
