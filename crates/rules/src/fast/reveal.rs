//! A file is made to give away its top-level variables, so that the compiler knows their values.

use super::parse::parse;
use super::tree::{Step, What};
use super::{SlowLane, on_deep_stack};

/// The file with a table of its top-level variables in front of what it returns; lines stay where they are.
///
/// # Errors
/// Where the compiler cannot read the file, or the file returns nothing: then it runs as it is.
pub fn reveal(source: &str) -> Result<String, SlowLane> {
    on_deep_stack(|| with_variables(source))?
}

fn with_variables(source: &str) -> Result<String, SlowLane> {
    let (tree, end) = parse(source)?;
    let names = tree.iter().flat_map(declared).map(|name| format!("{name} = {name}")).collect::<Vec<_>>();
    let ends = end.and_then(|end| source.split_at_checked(end));
    let (before, after) = ends.ok_or_else(|| SlowLane::new(0, "the file returns nothing"))?;
    Ok(format!("{before} {{ {} }}, {after}", names.join(", ")))
}

/// Variables a top-level statement declares.
fn declared<'a, 's>(step: &'s Step<'a>) -> &'s [&'a str] {
    match &step.what {
        What::Local(names, _) => names,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_stand_in_front_of_the_game() {
        let shown = reveal("local A, B = 1, 2\nlocal function f() return A end\nreturn Game -- done\n");
        let expected =
            "local A, B = 1, 2\nlocal function f() return A end\nreturn { A = A, B = B },  Game -- done\n";
        assert_eq!(shown.as_deref(), Ok(expected));
    }

    #[test]
    fn what_cannot_be_read_stays_as_it_is() {
        for torn in ["local A = = 1", "local A = 1", "return"] {
            assert!(reveal(torn).is_err(), "{torn}");
        }
    }
}
