//! A file is made to give away its top-level variables, so that the compiler knows their values.

use super::on_deep_stack;
use super::parse::parse;
use super::tree::{Step, What};

/// The file with a table of its top-level variables in front of what it returns; lines stay where they are.
/// `None` where the file cannot be read or returns nothing: then it runs as it is.
#[must_use]
pub fn reveal(source: &str) -> Option<String> {
    on_deep_stack(|| with_variables(source)).ok()?
}

fn with_variables(source: &str) -> Option<String> {
    let (tree, end) = parse(source).ok()?;
    let names = tree.iter().flat_map(declared).map(|name| format!("{name} = {name}")).collect::<Vec<_>>();
    let (before, after) = source.split_at_checked(end?)?;
    Some(format!("{before} {{ {} }}, {after}", names.join(", ")))
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
        assert_eq!(shown.as_deref(), Some(expected));
    }

    #[test]
    fn what_cannot_be_read_stays_as_it_is() {
        assert_eq!(reveal("local A = = 1"), None);
        assert_eq!(reveal("local A = 1"), None);
        assert_eq!(reveal("return"), None);
    }
}
