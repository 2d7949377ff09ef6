//! A program behind a web address: every question is a POST, and its answer the body of the reply.

use crate::link::{BridgeError, Link, Opener, short};
use std::time::Duration;
use ureq::Agent;

/// Opens lines to a web address.
pub fn opener(address: &str, patience: Duration) -> Opener {
    let address = address.to_owned();
    Box::new(move || {
        let config = Agent::config_builder().timeout_global(Some(patience)).http_status_as_error(false);
        Ok(Box::new(Web { agent: config.build().into(), address: address.clone(), patience }))
    })
}

struct Web {
    agent: Agent,
    address: String,
    patience: Duration,
}

impl Web {
    fn failed(&self, error: &ureq::Error) -> BridgeError {
        let command = self.address.clone();
        match error {
            ureq::Error::Timeout(_) => BridgeError::Silent { command, seconds: self.patience.as_secs() },
            other => BridgeError::Start { command, cause: other.to_string() },
        }
    }
}

impl Link for Web {
    fn ask(&mut self, question: &str) -> Result<String, BridgeError> {
        let sent = self.agent.post(&self.address).header("content-type", "application/json").send(question);
        let mut reply = sent.map_err(|error| self.failed(&error))?;
        let status = reply.status();
        let body = reply.body_mut().read_to_string().map_err(|error| self.failed(&error))?;
        // A program that says what is wrong in JSON is heard by whoever asked.
        if status.is_success() || body.trim_start().starts_with('{') {
            return Ok(body);
        }
        let (what, answer) = (format!("the status {status}"), short(&body));
        Err(BridgeError::Nonsense { command: self.address.clone(), what, answer })
    }
}
