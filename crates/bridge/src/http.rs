//! A program behind a web address: every question is a POST, and its answer the body of the reply.

use crate::link::{BridgeError, Link, Opener, Seconds, short};
use std::time::Duration;
use ureq::Agent;

/// Opens lines to a web address.
pub fn opener(address: &str) -> Opener {
    let address = address.to_owned();
    Box::new(move || {
        let config = Agent::config_builder().http_status_as_error(false);
        Ok(Box::new(Web { agent: config.build().into(), address: address.clone() }))
    })
}

struct Web {
    agent: Agent,
    address: String,
}

impl Web {
    fn failed(&self, error: &ureq::Error, within: Duration) -> BridgeError {
        let command = self.address.clone();
        match error {
            ureq::Error::Timeout(_) => BridgeError::Silent { command, seconds: Seconds(within) },
            other => BridgeError::Start { command, cause: other.to_string() },
        }
    }
}

impl Link for Web {
    fn ask(&mut self, question: &str, within: Duration) -> Result<String, BridgeError> {
        let request = self.agent.post(&self.address).config().timeout_global(Some(within)).build();
        let sent = request.header("content-type", "application/json").send(question);
        let mut reply = sent.map_err(|error| self.failed(&error, within))?;
        let status = reply.status();
        let body = reply.body_mut().read_to_string().map_err(|error| self.failed(&error, within))?;
        // A program that says what is wrong in JSON is heard by whoever asked.
        if status.is_success() || body.trim_start().starts_with('{') {
            return Ok(body);
        }
        let (what, answer) = (format!("the status {status}"), short(&body));
        Err(BridgeError::Nonsense { command: self.address.clone(), what, answer })
    }
}
