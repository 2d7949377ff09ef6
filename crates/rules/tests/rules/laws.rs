//! Every shipped file keeps the laws of the contract.

use ludometer_rules::shipped;

#[test]
fn shipped_files_keep_the_laws() {
    for name in shipped::names() {
        let script =
            ludometer_rules::open(shipped::find(name).unwrap(), []).unwrap_or_else(|error| panic!("{error}"));
        let report = ludometer_testkit::conformance(&script, 30, 1);
        assert!(report.holds(), "{name}: {report}");
    }
}
