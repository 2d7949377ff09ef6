//! The definitions file for editors declares every word and every function of the kit, and nothing else.

use ludometer_rules::{Source, kit, templates::DEFINITIONS};
use std::collections::BTreeSet;

/// Names and arguments of what is declared: `("take", ["from", "to"])`.
fn declared() -> Vec<(&'static str, Vec<&'static str>)> {
    let heads = DEFINITIONS.split("declare function ").skip(1);
    heads.filter_map(|text| text.split_once('(')).map(|(name, rest)| (name, arguments(rest))).collect()
}

/// Names before the colons, up to the bracket that ends the arguments.
fn arguments(text: &'static str) -> Vec<&'static str> {
    let mut depth = 0;
    let end = text.find(|letter| {
        depth += i32::from("({".contains(letter)) - i32::from(")}".contains(letter));
        depth < 0
    });
    let (mut names, mut depth) = (Vec::new(), 0);
    for part in text[..end.expect("brackets close")].split(',') {
        if let Some((name, _)) = part.split_once(':').filter(|_| depth == 0) {
            names.push(name.trim());
        }
        depth += part.matches(['(', '{']).count() as i32 - part.matches([')', '}']).count() as i32;
    }
    names
}

#[test]
fn every_word_is_declared_and_nothing_else() {
    let names: BTreeSet<&str> = declared().into_iter().map(|(name, _)| name).collect();
    let known: BTreeSet<&str> = kit::words().chain(kit::functions()).collect();
    let missing: Vec<_> = known.difference(&names).collect();
    let unknown: Vec<_> = names.difference(&known).collect();
    assert!(missing.is_empty(), "declare {missing:?} in ludometer.d.luau");
    assert!(unknown.is_empty(), "{unknown:?} in ludometer.d.luau do not exist");
}

#[test]
fn functions_of_the_kit_take_what_is_declared() {
    for (name, taken) in kit::heads() {
        let wanted: Vec<&str> = taken.split(", ").collect();
        let found = declared().into_iter().find(|(other, _)| *other == name).map(|(_, names)| names);
        assert_eq!(found, Some(wanted), "{name}");
    }
}

/// The names come from texts; the loader has the last word.
#[test]
fn the_loader_knows_every_name() {
    let names: Vec<&str> = declared().into_iter().map(|(name, _)| name).collect();
    let asked: String = names.iter().map(|name| format!("assert({name}, '{name}')\n")).collect();
    let error = ludometer_rules::card(&Source::new("names.luau", &asked)).expect_err("there is no game");
    assert!(error.to_string().contains("declares no game"), "{error}");
}

/// Types name what rules are handed, and the machine hands them that.
#[test]
fn types_name_what_rules_are_handed() {
    for (kind, word) in [("Chance", "chance"), ("Finish", "finish")] {
        let start = DEFINITIONS.find(&format!("export type {kind} = ")).expect("it is declared");
        let body = DEFINITIONS[start..].split("\n}").next().expect("it has an end");
        let names = body.lines().skip(1).filter_map(|line| line.trim().split_once(':'));
        let said: BTreeSet<&str> = names.map(|(name, _)| name).collect();
        let machine = concat!(
            include_str!("../../src/luau/machine/chance.luau"),
            include_str!("../../src/luau/machine/result.luau")
        );
        let head = format!("function {word}.");
        let there: BTreeSet<&str> =
            machine.lines().filter_map(|line| line.strip_prefix(&head)?.split('(').next()).collect();
        assert_eq!(said, there, "{kind}");
    }
}
