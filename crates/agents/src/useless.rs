//! What was typed and would be ignored is refused.

use crate::AgentError;
use ludometer_game::{ParamError, Params};

/// Refuses the first of these parameters that somebody typed; `here` says where they have no use, as in "with dice".
///
/// # Errors
/// When one of them was typed.
pub(crate) fn refuse_useless(
    agent: &str,
    params: &Params,
    useless: &[&str],
    here: &str,
) -> Result<(), AgentError> {
    match useless.iter().find(|name| params.is_typed(name)) {
        Some(name) => {
            let cause = ParamError::Together(format!("`{name}` has no use {here}; leave it out"));
            Err(AgentError::Params { agent: agent.into(), cause })
        }
        None => Ok(()),
    }
}
