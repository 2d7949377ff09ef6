//! Tests of parameters.

use super::*;

fn specs() -> Vec<ParamSpec> {
    vec![
        ParamSpec::whole("rows", "rows of the board", 6, 1..=12),
        ParamSpec::whole("cards", "cards in the row", 8, 2..=20).step(2),
        ParamSpec::switch("gravity", "pieces fall", true),
        ParamSpec::choice("deck", "which cards", &["french", "spanish"]),
        ParamSpec::list("heaps", "stones in each heap", &[3, 4, 5], 1..=20, 1..=8),
        ParamSpec::real("c", "exploration", 1.4, 0.0..=100.0),
    ]
}

#[test]
fn typed_values_replace_defaults() {
    let params = Params::read(&specs(), [("rows", "8"), ("gravity", "off"), ("heaps", "1,2")]).unwrap();
    assert_eq!((params.whole("rows"), params.switch("gravity")), (8, false));
    assert_eq!(params.list("heaps"), &[1, 2]);
    assert_eq!(params.word("deck"), "french");
}

#[test]
fn refusals_say_what_is_legal() {
    let refused = |name, value| Params::read(&specs(), [(name, value)]).unwrap_err().to_string();
    assert_eq!(refused("rows", "13"), "parameter `rows` cannot be `13`; it takes 1..12");
    assert_eq!(refused("cards", "7"), "parameter `cards` cannot be `7`; it takes 2..20 in steps of 2");
    assert_eq!(refused("deck", "tarot"), "parameter `deck` cannot be `tarot`; it takes french|spanish");
    assert!(refused("row", "5").contains("did you mean `rows`?"));
    assert!(refused("c", "NaN").contains("0..100"));
}

#[test]
fn a_parameter_is_given_once() {
    let refused = Params::read(&specs(), [("rows", "3"), ("c", "1"), ("rows", "3")]).unwrap_err();
    assert_eq!(refused.to_string(), "parameter `rows` is given twice; give it once");
}
