//! `new`: a rules file to begin with.

use crate::output::{Answer, Out};
use anyhow::{Context, bail};
use ludometer_lab::{RULES_ENDING, TEMPLATES, quoted, unknown};
use serde_json::json;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

pub fn new(file: &Path, template: &str, out: &mut Out) -> anyhow::Result<Answer> {
    let shown = file.display();
    if !file.to_string_lossy().ends_with(RULES_ENDING) {
        bail!("{shown}: the name of a rules file ends in `{RULES_ENDING}`; write {shown}{RULES_ENDING}");
    }
    let names: Vec<&str> = TEMPLATES.iter().map(|template| template.name).collect();
    let Some(found) = TEMPLATES.iter().find(|known| known.name == template) else {
        bail!(unknown("template", template, &names));
    };
    match OpenOptions::new().write(true).create_new(true).open(file) {
        Ok(mut fresh) => fresh.write_all(found.text.as_bytes()).with_context(|| shown.to_string())?,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            bail!("{shown} is there already and stays as it is; choose another name");
        }
        Err(error) => return Err(error).with_context(|| shown.to_string()),
    }
    let name = quoted(&shown.to_string());
    let next = ["check", "play", "playtest"].map(|verb| format!("ludometer {verb} {name}"));
    if out.json {
        out.json(&json!({ "file": file, "template": found.name, "next": next }))?;
    } else {
        out.line(format!("{shown}: a game with {}. Change it, and then", found.about))?;
        next.iter().try_for_each(|command| out.line(format!("  {command}")))?;
    }
    Ok(Answer::Yes)
}
