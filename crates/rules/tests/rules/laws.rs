//! Every shipped file keeps the laws of the contract.

use ludometer_game::Game;
use ludometer_rules::{Source, shipped};

/// Moves to look at for each file: long matches need fewer of them.
const PLIES: u64 = 600;

#[test]
fn shipped_files_keep_the_laws() {
    std::thread::scope(|scope| {
        for name in shipped::names() {
            scope.spawn(move || keeps_the_laws(name));
        }
    });
}

fn keeps_the_laws(name: &str) {
    let script =
        ludometer_rules::open(shipped::find(name).unwrap(), []).unwrap_or_else(|error| panic!("{error}"));
    let matches = (PLIES / u64::from(script.limit())).clamp(3, 30);
    let report = ludometer_testkit::conformance(&script, matches, 1);
    assert!(report.holds(), "{name}: {report}");
}

#[test]
fn templates_keep_the_laws() {
    for template in ludometer_rules::templates::TEMPLATES {
        let source = Source::new(&format!("{}.luau", template.name), template.text);
        let script = ludometer_rules::open(source, []).unwrap_or_else(|error| panic!("{error}"));
        let report = ludometer_testkit::conformance(&script, 30, 1);
        assert!(report.holds(), "{}: {report}", template.name);
    }
}
