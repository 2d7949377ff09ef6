//! The texts of a file are those Luau reads in it.

use ludometer_rules::Source;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn texts(file: &str) -> Vec<String> {
    Source::new("texts.luau", file).texts()
}

/// What Luau makes of `return LITERAL`; nothing where it refuses, or where it is not UTF-8.
fn luau(literal: &str) -> Option<String> {
    let lua = mlua::Lua::new();
    let text = lua.load(format!("return {literal}")).eval::<mlua::LuaString>().ok()?;
    text.to_str().ok().map(|text| text.to_owned())
}

#[test]
fn texts_in_the_order_they_stand() {
    let cases: &[(&str, &[&str])] = &[
        (r#"f("a") g('b') f("a")"#, &["a", "b"]),
        (r#"f("it's") g('say "hi"')"#, &["it's", "say \"hi\""]),
        (r#"f("a -- b") -- "no" 'no'"#, &["a -- b"]),
        ("--[[ \"no\"\n'no' ]] f('yes') --[==[ ]] 'no' ]==] f('too')", &["yes", "too"]),
        ("f([[one]]) f([==[two]]]==]) f([[\nthree]])", &["one", "two]]", "three"]),
        (r#"f("a\"b\\") f("\65\x42\u{43}\n\z   d")"#, &["a\"b\\", "ABC\nd"]),
        ("f(`plain`) f(`with {g(\"inner\", { 1 })} in it`) f('after')", &["plain", "inner", "after"]),
        ("f(`{`nested {'deep'}`} {`flat`}`) f('after')", &["deep", "flat", "after"]),
        ("a[b[1]] = 'x' -- unfinished\nf(\"open\ng('next')", &["x", "next"]),
        ("f('') f(\"\")", &[""]),
    ];
    for (file, wanted) in cases {
        assert_eq!(texts(file), *wanted, "{file}");
    }
}

/// Bits of text that are read in special ways.
const NASTY: &[&str] = &[
    "a",
    " ",
    "--",
    "[[",
    "]]",
    "]=]",
    "[=[",
    "\"",
    "'",
    "`",
    "{",
    "}",
    "\\",
    "\\n",
    "\\\"",
    "\\'",
    "\\`",
    "\\{",
    "\\\\",
    "\\z",
    "\\x41",
    "\\65",
    "\\0659",
    "\\u{e9}",
    "\\u{1F3B2}",
    "\\q",
    "\n",
    "\\\n",
    "\r\n",
    "\\\r\n",
    "\t",
    "é",
    "=",
    "0",
];

/// How texts begin and end.
const QUOTES: &[(&str, &str)] =
    &[("\"", "\""), ("'", "'"), ("`", "`"), ("[[", "]]"), ("[=[", "]=]"), ("[==[", "]==]")];

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_literal_is_what_luau_says(
        parts in prop::collection::vec(prop::sample::select(NASTY), 0..8),
        (begin, end) in prop::sample::select(QUOTES),
    ) {
        let literal = format!("{begin}{}{end}", parts.concat());
        // A text with values to fill in is none that stands there.
        let plain = begin != "`" || !parts.contains(&"{");
        if let Some(wanted) = luau(&literal).filter(|_| plain) {
            let found = texts(&format!("return {literal}"));
            prop_assert_eq!(found.first(), Some(&wanted), "{}", literal);
        }
    }

    #[test]
    fn nothing_crashes(parts in prop::collection::vec(prop::sample::select(NASTY), 0..40), any in ".*") {
        texts(&parts.concat());
        texts(&any);
    }
}
