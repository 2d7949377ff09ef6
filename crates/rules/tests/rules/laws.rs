//! Every shipped file keeps the laws of the contract.

use ludometer_rules::{Source, shipped};

#[test]
fn shipped_files_keep_the_laws() {
    for name in shipped::names() {
        let script =
            ludometer_rules::open(shipped::find(name).unwrap(), []).unwrap_or_else(|error| panic!("{error}"));
        let report = ludometer_testkit::conformance(&script, 30, 1);
        assert!(report.holds(), "{name}: {report}");
    }
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
