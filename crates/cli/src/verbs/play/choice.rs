//! What a person typed: a move by its text, its number or its beginning, or a command.

/// Moves are numbered when there are at most this many.
const FEW: usize = 12;

/// What can be asked for instead of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// List all legal moves.
    List,
    /// Say what an agent would play.
    Hint,
    /// Take the last move back.
    Undo,
    /// Leave.
    Quit,
}

/// What was meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice<'a> {
    /// This legal move.
    Move(&'a str),
    /// A command.
    Command(Command),
    /// One of several moves that begin like this.
    Several(Vec<&'a str>),
    /// Nothing legal.
    Nothing,
}

/// Reads what was typed. A move's own text wins over everything, a whole word over its beginnings, a
/// move over the short form of a command.
pub fn read<'a>(typed: &str, legal: &'a [String]) -> Choice<'a> {
    let same = |text: &&String| text.to_lowercase() == typed.to_lowercase();
    if let Some(text) = legal.iter().find(same) {
        return Choice::Move(text);
    }
    let command = match typed.to_lowercase().as_str() {
        "?" | "help" => Some(Command::List),
        "hint" => Some(Command::Hint),
        "undo" => Some(Command::Undo),
        "quit" | "exit" => Some(Command::Quit),
        _ => None,
    };
    if let Some(command) = command {
        return Choice::Command(command);
    }
    let nth = typed.parse::<usize>().ok().filter(|_| is_numbered(legal));
    if let Some(text) = nth.and_then(|nth| legal.get(nth.checked_sub(1)?)) {
        return Choice::Move(text);
    }
    let begins = |text: &&str| text.to_lowercase().starts_with(&typed.to_lowercase());
    let several: Vec<&str> = legal.iter().map(String::as_str).filter(begins).collect();
    match (several.as_slice(), typed) {
        ([one], _) => Choice::Move(one),
        ([], "q") => Choice::Command(Command::Quit),
        ([], "u") => Choice::Command(Command::Undo),
        ([], _) => Choice::Nothing,
        _ => Choice::Several(several),
    }
}

/// Whether moves can be chosen by number: they are few, and none reads like a number itself.
fn is_numbered(legal: &[String]) -> bool {
    let like_a_number = |text: &String| text.starts_with(|first: char| first.is_ascii_digit());
    legal.len() <= FEW && !legal.iter().any(like_a_number)
}

/// The moves as a person sees them, in lines of this width: all, or the first few of many.
pub fn list(legal: &[String], all: bool, width: usize) -> String {
    let numbered = is_numbered(legal);
    let shown = if all { legal.len() } else { FEW };
    let word = |(index, text): (usize, &String)| match numbered {
        true => format!("{}) {text} ", index + 1),
        false => text.clone(),
    };
    let mut words: Vec<String> = legal.iter().take(shown).enumerate().map(word).collect();
    if shown < legal.len() {
        words.push(format!("… (? lists all {})", legal.len()));
    }
    wrapped("Moves: ", &words, width)
}

/// Words in lines, those after the first indented like it.
fn wrapped(head: &str, words: &[String], width: usize) -> String {
    let indent = head.chars().count();
    let (mut out, mut column) = (head.to_owned(), indent);
    for word in words {
        let length = word.chars().count();
        if column > indent && column + length > width {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = indent;
        }
        out.push_str(word);
        out.push(' ');
        column += length + 1;
    }
    out.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(texts: &[&str]) -> Vec<String> {
        texts.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_move_is_chosen_by_text_number_or_beginning() {
        let legal = moves(&["check", "bet", "Raise-2"]);
        assert_eq!(read("bet", &legal), Choice::Move("bet"));
        assert_eq!(read("BET", &legal), Choice::Move("bet"));
        assert_eq!(read("c", &legal), Choice::Move("check"));
        assert_eq!(read("rai", &legal), Choice::Move("Raise-2"));
        assert_eq!(read("3", &legal), Choice::Move("Raise-2"));
        for nothing in ["0", "4", "-1", "fold", "checks"] {
            assert_eq!(read(nothing, &legal), Choice::Nothing, "{nothing}");
        }
    }

    #[test]
    fn a_beginning_of_several_moves_names_them() {
        let legal = moves(&["2:1", "2:2", "3:1", "call", "check"]);
        assert_eq!(read("2", &legal), Choice::Several(vec!["2:1", "2:2"]));
        assert_eq!(read("3", &legal), Choice::Move("3:1"));
        assert_eq!(read("C", &legal), Choice::Several(vec!["call", "check"]));
    }

    #[test]
    fn texts_that_are_numbers_mean_themselves() {
        let legal = moves(&["2", "3", "10", "1"]);
        assert_eq!(read("1", &legal), Choice::Move("1"));
        assert_eq!(read("2", &legal), Choice::Move("2"));
        assert_eq!(read("4", &legal), Choice::Nothing);
        assert_eq!(list(&legal, false, 80), "Moves: 2 3 10 1");
    }

    #[test]
    fn commands_make_way_for_moves() {
        let legal = moves(&["roll", "hold"]);
        for (typed, command) in [
            ("?", Command::List),
            ("hint", Command::Hint),
            ("Undo", Command::Undo),
            ("u", Command::Undo),
            ("q", Command::Quit),
        ] {
            assert_eq!(read(typed, &legal), Choice::Command(command), "{typed}");
        }
        assert_eq!(read("h", &legal), Choice::Move("hold"));
        assert_eq!(read("q", &moves(&["queen", "king"])), Choice::Move("queen"));
        assert_eq!(read("hint", &moves(&["hint", "pass"])), Choice::Move("hint"));
    }

    #[test]
    fn few_moves_are_numbered_and_many_are_cut() {
        assert_eq!(list(&moves(&["check", "bet"]), false, 80), "Moves: 1) check  2) bet");
        let many: Vec<String> = (0..20).map(|n| format!("a{n}")).collect();
        assert!(list(&many, false, 80).ends_with("a11 … (? lists all 20)"));
        assert_eq!(read("3", &many), Choice::Nothing);
        let all = list(&many, true, 30);
        assert!(all.lines().all(|line| line.chars().count() <= 30), "{all}");
        assert_eq!(all.lines().map(|line| line.split_whitespace().count()).sum::<usize>(), 21);
    }
}
