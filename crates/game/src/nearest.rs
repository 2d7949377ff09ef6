//! The name that was probably meant: one matcher for games, agents, metrics and parameters.
//!
//! Names are compared as people say them: without case, dashes and spaces, digits as words. A name
//! that is equal then, or that has these initials, beats one that begins like it, which beats one
//! that contains it, which beats one a few typing errors away.

/// What to say of a name that is not among `names`: "unknown game `x` (did you mean `y`?); valid: …".
#[must_use]
pub fn unknown(kind: &str, name: &str, names: &[&str]) -> String {
    let valid = if names.is_empty() { "there are none".to_owned() } else { names.join(", ") };
    let hint = nearest(name, names.iter().copied())
        .map_or_else(String::new, |close| format!(" (did you mean `{close}`?)"));
    format!("unknown {kind} `{name}`{hint}; valid: {valid}")
}

/// The candidate that was probably meant, if one is close.
pub fn nearest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = spoken(typed);
    let ranked = candidates.into_iter().filter_map(|name| Some((rank(&typed, name)?, name)));
    ranked.min_by_key(|(rank, _)| *rank).map(|(_, name)| name)
}

/// The kinds of likeness, the closest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Equal,
    Initials,
    Beginning,
    Inside,
    /// This many typing errors.
    Errors(usize),
}

/// The words of a name in lower case; a digit is a word of its own.
fn spoken(name: &str) -> Vec<String> {
    const DIGITS: [&str; 10] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let mut words = vec![String::new()];
    for letter in name.chars().flat_map(char::to_lowercase) {
        if let Some(digit) = letter.to_digit(10) {
            words.push(DIGITS[digit as usize].to_owned());
            words.push(String::new());
        } else if letter.is_alphanumeric() {
            words.last_mut().expect("never empty").push(letter);
        } else {
            words.push(String::new());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// How a typed name is like a known one, if it is.
fn rank(typed: &[String], name: &str) -> Option<Rank> {
    let words = spoken(name);
    let (said, known) = (typed.concat(), words.concat());
    let long_enough = |least: usize| said.len() >= least && known.len() >= least;
    if said == known {
        return Some(Rank::Equal);
    }
    // `ttt`, or `c4` for connect-four: typed digits stand for the first letters of their words.
    let shortened: String = typed.iter().map(|word| if is_digit(word) { &word[..1] } else { word }).collect();
    let initials: String = words.iter().filter_map(|word| word.chars().next()).collect();
    if words.len() > 1 && shortened == initials {
        return Some(Rank::Initials);
    }
    if long_enough(2) && (known.starts_with(&said) || said.starts_with(&known)) {
        return Some(Rank::Beginning);
    }
    if long_enough(3) && (known.contains(&said) || said.contains(&known)) {
        return Some(Rank::Inside);
    }
    errors(&said, &known, &words).map(Rank::Errors)
}

fn is_digit(word: &str) -> bool {
    spoken("0123456789").iter().any(|digit| digit == word)
}

/// Typing errors between what was typed and the whole name, its beginning or one of its words, if they
/// are few for that length.
fn errors(said: &str, known: &str, words: &[String]) -> Option<usize> {
    let length = said.chars().count();
    let beginning: String = known.chars().take(length + 1).collect();
    let parts = words.iter().chain([&beginning]).map(String::as_str).chain([known]);
    let distance = |part: &str| {
        let errors = strsim::damerau_levenshtein(said, part);
        let shorter = length.min(part.chars().count());
        // One error in a single letter leaves nothing of it.
        (errors <= (shorter / 3).max(1) && errors < shorter).then_some(errors)
    };
    parts.filter_map(distance).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: [&str; 8] = [
        "tic-tac-toe",
        "connect-four",
        "breakthrough",
        "snowball",
        "nim",
        "card-points",
        "pig",
        "kuhn-poker",
    ];

    #[test]
    fn names_are_found_as_people_type_them() {
        for (typed, meant) in [
            ("connect4", "connect-four"),
            ("Connect 4", "connect-four"),
            ("connect_four", "connect-four"),
            ("conect", "connect-four"),
            ("conect4", "connect-four"),
            ("c4", "connect-four"),
            ("connect", "connect-four"),
            ("four", "connect-four"),
            ("poker", "kuhn-poker"),
            ("pokr", "kuhn-poker"),
            ("kuhn", "kuhn-poker"),
            ("khun", "kuhn-poker"),
            ("tictactoe", "tic-tac-toe"),
            ("TicTacToe", "tic-tac-toe"),
            ("tick-tack-toe", "tic-tac-toe"),
            ("ttt", "tic-tac-toe"),
            ("nimm", "nim"),
            ("nin", "nim"),
            ("breaktrough", "breakthrough"),
            ("cards", "card-points"),
            ("pigs", "pig"),
        ] {
            assert_eq!(nearest(typed, GAMES), Some(meant), "{typed}");
        }
    }

    #[test]
    fn what_is_like_nothing_gets_no_hint() {
        for typed in ["backgammon", "chess", "go", "hex", "mix", "x", "", "-", "2048"] {
            assert_eq!(nearest(typed, GAMES), None, "{typed}");
        }
        assert_eq!(nearest("d", ["c"]), None, "one letter has no typing errors");
    }

    #[test]
    fn parameters_and_agents_are_found_too() {
        assert_eq!(nearest("mtcs", ["random", "greedy", "mcts"]), Some("mcts"));
        assert_eq!(nearest("simulations", ["sims", "c"]), None);
        assert_eq!(nearest("sim", ["sims", "c"]), Some("sims"));
        assert_eq!(nearest("temp", ["sims", "c", "temperature"]), Some("temperature"));
        assert_eq!(nearest("colums", ["rows", "columns"]), Some("columns"));
    }

    #[test]
    fn a_closer_kind_of_likeness_wins() {
        assert_eq!(nearest("four", ["connect-four", "four-in-a-row"]), Some("four-in-a-row"));
        assert_eq!(nearest("rowz", ["row", "rows"]), Some("row"), "a beginning beats an error");
    }

    #[test]
    fn unknown_names_get_the_nearest_and_the_list() {
        let games = ["connect-four", "nim"];
        let said = "unknown game `nimm` (did you mean `nim`?); valid: connect-four, nim";
        assert_eq!(unknown("game", "nimm", &games), said);
        assert_eq!(
            unknown("game", "backgammon", &games),
            "unknown game `backgammon`; valid: connect-four, nim"
        );
        assert_eq!(unknown("game", "nim", &[]), "unknown game `nim`; valid: there are none");
    }
}
