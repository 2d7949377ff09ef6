//! Rules files that come with the program look alike: tabs, short lines, and a note of the designer.

use ludometer_rules::{kit, shipped, templates::TEMPLATES};

/// Columns of a line, where a tab counts as four.
const WIDEST: usize = 120;

/// All files by name.
fn files() -> Vec<(String, String)> {
    let shipped = shipped::names()
        .into_iter()
        .map(|name| (name.to_owned(), shipped::find(name).expect("it is shipped").text));
    let templates =
        TEMPLATES.iter().map(|template| (format!("template {}", template.name), template.text.to_owned()));
    shipped.chain(templates).chain([("kit".to_owned(), kit::TEXT.to_owned())]).collect()
}

#[test]
fn lines_are_short_and_indented_by_tabs() {
    for (name, text) in files() {
        assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{name}");
        for (number, line) in (1..).zip(text.lines()) {
            let place = format!("{name}:{number}: {line:?}");
            let indented = line.trim_start_matches('\t');
            assert!(!indented.starts_with(char::is_whitespace), "{place}");
            assert_eq!(line.trim_end(), line, "{place}");
            assert!(line.replace('\t', "    ").chars().count() <= WIDEST, "{place}");
        }
    }
}

#[test]
fn every_file_has_a_note() {
    for (name, text) in files().iter().filter(|(name, _)| name != "kit") {
        let note: Vec<&str> = text.lines().take_while(|line| line.starts_with("--")).collect();
        assert_eq!(note.first(), Some(&"--!strict"), "{name}");
        let designer = note.iter().any(|line| line.starts_with("-- Designer's note: "));
        assert!(designer && note.len() >= 4, "{name}: {note:?}");
    }
}
