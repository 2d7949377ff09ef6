//! The shipped files and the templates run in the fast lane.

use ludometer_rules::{Source, open, shipped, templates::TEMPLATES};

/// Why a file is not compiled, if it is not.
fn slow_lane(source: Source) -> Option<String> {
    let name = source.file.clone();
    let game = open(source, []).unwrap_or_else(|error| panic!("{error}"));
    game.slow_lane().map(|slow| format!("{name}: {slow}"))
}

#[test]
fn shipped_files_and_templates_are_compiled() {
    let shipped = shipped::names().into_iter().map(|name| shipped::find(name).expect(name));
    let templates = TEMPLATES.iter().map(|template| Source::new(template.name, template.text));
    let slow: Vec<String> = shipped.chain(templates).filter_map(slow_lane).collect();
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}
