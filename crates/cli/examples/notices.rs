//! Prints the licence texts of every crate the program is built from, for whoever ships a binary:
//! `cargo run --release -p ludometer-cli --example notices > NOTICES.txt`.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() -> anyhow::Result<()> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let answer = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(root)
        .output()?;
    let metadata: Value = serde_json::from_slice(&answer.stdout)?;
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages.iter().filter(|package| !package["source"].is_null()) {
        let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
        let name = format!("{} {} ({})", text("name"), text("version"), text("license"));
        for licence in licence_files(Path::new(&text("manifest_path"))) {
            let licence = fs::read_to_string(licence).unwrap_or_default().replace('\r', "");
            texts.entry(licence.trim().to_owned()).or_default().push(name.clone());
        }
    }
    for (licence, crates) in texts {
        println!("{}\n\n{licence}\n\n{}\n", crates.join("\n"), "=".repeat(80));
    }
    Ok(())
}

/// Files beside a manifest that are named like a licence or a notice.
fn licence_files(manifest: &Path) -> Vec<PathBuf> {
    let Some(Ok(folder)) = manifest.parent().map(fs::read_dir) else { return Vec::new() };
    let is_licence = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"].iter().any(|word| name.starts_with(word))
    };
    let mut files: Vec<PathBuf> = folder.flatten().map(|entry| entry.path()).filter(is_licence).collect();
    files.retain(|path| path.is_file());
    files.sort();
    files
}
