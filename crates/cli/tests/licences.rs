//! Licences: everything the program is built from may be shipped with it, and `THIRD-PARTY.md` says so.
//!
//! The list covers every platform. `LUDOMETER_BLESS=1` writes it anew.

use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Licences that ask for no more than a notice.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

const HEAD: &str = "# Third-party notices

Ludometer is built from the crates below. Each is used under the licence it names; where a crate offers
a choice, under a permissive one. The database inside `libsqlite3-sys` is SQLite, which its
authors placed in the public domain. The machine inside `luau0-src` is Luau, under the MIT licence of Roblox
Corporation and Lua.org, PUC-Rio.

Written by `LUDOMETER_BLESS=1 cargo test --release -p ludometer-cli --test licences`.

| crate | version | licence |
|---|---|---|
";

/// A crate from elsewhere that becomes part of the program.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Notice {
    name: String,
    version: String,
    licence: String,
}

#[test]
fn every_dependency_may_be_shipped() {
    for Notice { name, version, licence } in notices() {
        assert_eq!(permitted(&licence), Ok(true), "{name} {version} is under `{licence}`");
    }
}

#[test]
fn the_notices_are_up_to_date() {
    let rows = notices().into_iter().map(|n| format!("| {} | {} | {} |\n", n.name, n.version, n.licence));
    let wanted = HEAD.to_owned() + &rows.collect::<String>();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../THIRD-PARTY.md");
    if env::var_os("LUDOMETER_BLESS").is_some_and(|value| value == "1") {
        fs::write(&path, &wanted).expect("THIRD-PARTY.md can be written");
    }
    let found = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(found == wanted, "THIRD-PARTY.md is out of date: run this test with LUDOMETER_BLESS=1");
}

/// Every crate from elsewhere that the program is linked from, or whose macros wrote a part of it.
fn notices() -> BTreeSet<Notice> {
    let metadata = metadata();
    let packages: HashMap<&str, &Value> =
        list(&metadata["packages"]).map(|package| (text(&package["id"]), package)).collect();
    let nodes: HashMap<&str, &Value> =
        list(&metadata["resolve"]["nodes"]).map(|node| (text(&node["id"]), node)).collect();
    let ours = |package: &&&Value| text(&package["name"]) == "ludometer-cli";
    let start = text(&packages.values().find(ours).expect("the command line")["id"]);
    let mut found = BTreeSet::new();
    let mut open = vec![start];
    while let Some(id) = open.pop() {
        if found.insert(id) {
            open.extend(list(&nodes[id]["deps"]).filter(|dep| is_normal(dep)).map(|dep| text(&dep["pkg"])));
        }
    }
    let foreign = found.into_iter().map(|id| packages[id]).filter(|package| !package["source"].is_null());
    foreign.map(notice).collect()
}

/// What tests and build scripts need is not shipped.
fn is_normal(dependency: &Value) -> bool {
    list(&dependency["dep_kinds"]).any(|kind| kind["kind"].is_null())
}

fn notice(package: &Value) -> Notice {
    Notice {
        name: text(&package["name"]).to_owned(),
        version: text(&package["version"]).to_owned(),
        licence: package["license"].as_str().unwrap_or("none named").to_owned(),
    }
}

fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().expect("a list").iter()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// Whether a licence expression can be satisfied from the list: `OR` (in old manifests `/`) is a choice,
/// `AND` asks for both and binds closer, `WITH` adds permissions. An error where it does not read.
fn permitted(expression: &str) -> Result<bool, String> {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    let answer = either(&mut rest)?;
    match rest.first() {
        None => Ok(answer),
        Some(word) => Err(format!("`{word}` is out of place in `{expression}`")),
    }
}

fn either(rest: &mut &[&str]) -> Result<bool, String> {
    let mut answer = both(rest)?;
    while take(rest, "OR") {
        answer |= both(rest)?;
    }
    Ok(answer)
}

fn both(rest: &mut &[&str]) -> Result<bool, String> {
    let mut answer = one(rest)?;
    while take(rest, "AND") {
        answer &= one(rest)?;
    }
    Ok(answer)
}

fn one(rest: &mut &[&str]) -> Result<bool, String> {
    if take(rest, "(") {
        let answer = either(rest)?;
        return if take(rest, ")") { Ok(answer) } else { Err("a bracket is not closed".into()) };
    }
    let name = next(rest)?;
    if take(rest, "WITH") {
        next(rest)?;
    }
    Ok(ALLOWED.contains(&name))
}

fn next<'a>(rest: &mut &[&'a str]) -> Result<&'a str, String> {
    let (first, others) = rest.split_first().ok_or("a licence is missing at the end")?;
    *rest = others;
    if ["AND", "OR", "WITH", ")"].contains(first) {
        Err(format!("`{first}` is out of place"))
    } else {
        Ok(first)
    }
}

fn take(rest: &mut &[&str], word: &str) -> bool {
    let there = rest.first() == Some(&word);
    if there {
        *rest = &rest[1..];
    }
    there
}

#[test]
fn licence_expressions_are_read_as_they_are_meant() {
    for yes in [
        "MIT",
        "MIT OR GPL-3.0-only",
        "MIT/Apache-2.0",
        "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "GPL-2.0-only OR MIT AND Zlib",
        "MIT OR Apache-2.0 OR LGPL-2.1-or-later",
    ] {
        assert_eq!(permitted(yes), Ok(true), "{yes}");
    }
    for no in [
        "GPL-3.0-or-later",
        "AGPL-3.0-only",
        "LGPL-2.1-or-later",
        "MIT AND GPL-3.0-only",
        "(MIT OR Apache-2.0) AND LGPL-3.0-only",
        "GPL-2.0-only WITH Classpath-exception-2.0",
        "MIT AND GPL-2.0-only OR AGPL-3.0-only",
    ] {
        assert_eq!(permitted(no), Ok(false), "{no}");
    }
    for wrong in ["", "none named", "MIT OR", "OR MIT", "(MIT", "MIT)", "MIT Apache-2.0", "MIT WITH"] {
        assert!(permitted(wrong).is_err(), "{wrong}");
    }
}
