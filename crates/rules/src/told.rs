//! What goes wrong in a Luau machine, as a designer is told it.

use crate::error::{RulesError, Wrong};
use crate::fast::line_of_setting;
use crate::hint::with_hint;
use crate::sandbox;
use crate::source::Source;
use ludometer_game::{Fault, ParamError};
use mlua::{Function, Value};

/// Why a file stopped: it is wrong, or it refuses its parameters.
pub(crate) fn unaccepted(source: &Source, problem: &Value) -> RulesError {
    let mut wrong = with_hint(mistake(&source.file, problem), source);
    let setting = problem.as_table().and_then(|problem| problem.get::<String>("setting").ok());
    if let Some(line) = setting.and_then(|setting| line_of_setting(&source.text, &[&setting])) {
        wrong.line = line;
    }
    let refused = problem.as_table().and_then(|problem| problem.get::<String>("refused").ok());
    match refused {
        None => RulesError::Wrong(wrong),
        Some(set) => {
            let said =
                format!("these parameters do not go together: {set}; {} ({})", wrong.what, wrong.place());
            RulesError::Param { file: source.file.clone(), cause: ParamError::Together(said) }
        }
    }
}

/// What a file said when it stopped.
pub(crate) fn mistake(file: &str, problem: &Value) -> Wrong {
    let Value::Table(problem) = problem else {
        return sandbox::said(file, &problem.to_string().unwrap_or_default());
    };
    let text = |key: &str| problem.get::<String>(key).unwrap_or_default();
    let line = problem.get("line").unwrap_or(0);
    let plain = sandbox::said(file, &text("what"));
    let hints = [plain.hint, text("hint")];
    let hint = hints.into_iter().filter(|hint| !hint.is_empty()).collect::<Vec<_>>().join("; ");
    Wrong { line: if plain.line > 0 { plain.line } else { line }, value: text("value"), hint, ..plain }
}

/// What a chunk of the host noticed when a function of the file stopped; `last` gives it.
pub(crate) fn noticed(last: &Function, source: &Source) -> Fault {
    let problem = last.call::<Value>(()).unwrap_or(Value::Nil);
    fault(&with_hint(mistake(&source.file, &problem), source))
}

/// What Luau itself refused.
pub(crate) fn refused(error: &mlua::Error, source: &Source) -> Fault {
    fault(&with_hint(sandbox::wrong(&source.file, error), source))
}

/// A mistake found while rules run.
fn fault(wrong: &Wrong) -> Fault {
    let what =
        if wrong.hint.is_empty() { wrong.what.clone() } else { format!("{}; {}", wrong.what, wrong.hint) };
    Fault { what, place: wrong.place(), value: wrong.value.clone() }
}
