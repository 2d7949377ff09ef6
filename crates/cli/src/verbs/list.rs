//! `games`, `agents`, `metrics`: what there is.

use crate::output::{Answer, Out};
use comfy_table::{ContentArrangement, Table, presets};
use ludometer_lab as lab;
use ludometer_lab::{FeatureListing, LabError, Listing};
use owo_colors::OwoColorize;

pub fn games(name: Option<&str>, out: &mut Out) -> anyhow::Result<Answer> {
    show(name, lab::game, lab::games, "change one with --set NAME=VALUE", out)
}

pub fn agents(name: Option<&str>, out: &mut Out) -> anyhow::Result<Answer> {
    show(name, lab::agent, lab::agents, "change them with NAME:key=value,key=value", out)
}

pub fn metrics(name: Option<&str>, out: &mut Out) -> anyhow::Result<Answer> {
    show(name, lab::metric, lab::metrics, "", out)
}

fn show(
    name: Option<&str>,
    one: impl Fn(&str) -> Result<Listing, LabError>,
    all: impl Fn() -> Vec<Listing>,
    how_to_change: &str,
    out: &mut Out,
) -> anyhow::Result<Answer> {
    match name {
        Some(name) => explain(&one(name)?, how_to_change, out)?,
        None if out.json => out.json(&serde_json::to_value(all())?)?,
        None => {
            let mut table = table(&[]);
            for listing in all() {
                table.add_row([listing.name, listing.summary]);
            }
            out.line(table)?;
        }
    }
    Ok(Answer::Yes)
}

fn explain(listing: &Listing, how_to_change: &str, out: &mut Out) -> anyhow::Result<()> {
    if out.json {
        return Ok(out.json(&serde_json::to_value(listing)?)?);
    }
    out.line(format!("{} ({}, version {})", listing.title.bold(), listing.name, listing.version))?;
    for line in listing.doc.lines() {
        match line.strip_prefix("# ") {
            Some(heading) => out.line(heading.bold())?,
            None => out.line(line)?,
        }
    }
    if !listing.params.is_empty() {
        out.line("")?;
        out.line(format!("{}; {how_to_change}", "Parameters".bold()))?;
        let mut table = table(&["name", "default", "legal values", "meaning"]);
        for param in &listing.params {
            table.add_row([&param.name, &param.default, &param.range, &param.about]);
        }
        out.line(table)?;
    }
    if listing.features.is_empty() { Ok(()) } else { explain_features(listing, out) }
}

/// The sets of features, then every feature.
fn explain_features(listing: &Listing, out: &mut Out) -> anyhow::Result<()> {
    out.line("")?;
    out.line(format!(
        "{} for learners; choose with `train td --features SET` or by names",
        "Features".bold()
    ))?;
    let mut sets = table(&["set", "", "features"]);
    for (set, names) in &listing.feature_sets {
        sets.add_row([set.clone(), names.len().to_string(), shown(names)]);
    }
    out.line(sets)?;
    out.line("")?;
    out.line("`own` is of the seat that reads, `their` of the other; of bits a network reads the lowest")?;
    let mut features = table(&["feature", "values", "what it says"]);
    for feature in &listing.features {
        features.add_row([&feature.name, &values(feature), &feature.about]);
    }
    Ok(out.line(features)?)
}

/// "0 to 36, 4 bits".
fn values(feature: &FeatureListing) -> String {
    match feature.bits {
        Some(1) => format!("{}, 1 bit", feature.values),
        Some(bits) => format!("{}, {bits} bits", feature.values),
        None => feature.values.clone(),
    }
}

/// Names as far as they can be read; there may be hundreds.
fn shown(names: &[String]) -> String {
    const MOST: usize = 60;
    let cut = if names.len() > MOST { ", …" } else { "" };
    format!("{}{cut}", names[..names.len().min(MOST)].join(", "))
}

/// A table without lines, as wide as the terminal.
pub fn table(head: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    if !head.is_empty() {
        table.set_header(head);
    }
    table
}
