//! Lines to a program that many threads ask.
//!
//! A line takes one message at a time. Where more threads ask than there are lines, the questions that came meanwhile go
//! as one message, if the program takes lists: one of those who wait sends it for all of them.

use crate::link::{BridgeError, Link, Opener, short};
use serde_json::value::RawValue;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Questions of a message at most.
const MOST: usize = 256;

type Answer = Result<String, BridgeError>;

/// What the owner of a question is told.
enum Call {
    Wait,
    /// A line is free: send what waits.
    Send,
    Answer(Answer),
}

/// A question that waits.
struct Ticket {
    question: String,
    call: Mutex<Call>,
    bell: Condvar,
}

impl Ticket {
    fn call(&self, call: Call) {
        let mut told = locked(&self.call);
        // Who has an answer needs no line any more.
        if !matches!(*told, Call::Answer(_)) {
            *told = call;
        }
        self.bell.notify_one();
    }

    /// Waits until there is an answer, or none if a line is free first.
    fn wait(&self) -> Option<Answer> {
        let mut told = locked(&self.call);
        loop {
            match std::mem::replace(&mut *told, Call::Wait) {
                Call::Answer(answer) => return Some(answer),
                Call::Send => return None,
                Call::Wait => told = self.bell.wait(told).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

/// Who waits, and which lines nobody talks on.
#[derive(Default)]
struct Desk {
    idle: Vec<Box<dyn Link>>,
    busy: usize,
    waiting: Vec<Arc<Ticket>>,
}

/// Lines to a program.
pub struct Lines {
    command: String,
    open: Opener,
    /// Milliseconds an answer may take.
    patience: AtomicU64,
    /// Programs at most.
    most: usize,
    lists: AtomicBool,
    desk: Mutex<Desk>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Lines {
    /// Lines that nobody opened yet; an answer may take so long.
    pub fn new(command: &str, open: Opener, patience: Duration) -> Lines {
        let most = std::thread::available_parallelism().map_or(1, usize::from);
        let (command, lists) = (command.to_owned(), AtomicBool::new(false));
        let patience = AtomicU64::new(patience.as_millis() as u64);
        Lines { command, open, patience, most, lists, desk: Mutex::default() }
    }

    /// From now on an answer may take so long.
    pub fn wait_for(&self, patience: Duration) {
        self.patience.store(patience.as_millis() as u64, Ordering::Relaxed);
    }

    fn patience(&self) -> Duration {
        Duration::from_millis(self.patience.load(Ordering::Relaxed))
    }

    /// From now on the program is sent lists.
    pub fn take_lists(&self) {
        self.lists.store(true, Ordering::Relaxed);
    }

    /// Asks a question.
    ///
    /// # Errors
    /// When there is no answer.
    pub fn ask(&self, question: String) -> Answer {
        let ticket = Arc::new(Ticket { question, call: Mutex::new(Call::Wait), bell: Condvar::new() });
        locked(&self.desk).waiting.push(Arc::clone(&ticket));
        loop {
            self.send_if_a_line_is_free();
            if let Some(answer) = ticket.wait() {
                return answer;
            }
        }
    }

    /// Somebody answered what cannot be used: whoever is idle is not asked again, since what it says next may belong to
    /// an older question.
    pub fn distrust(&self) {
        locked(&self.desk).idle.clear();
    }

    fn ask_alone(&self, question: &str) -> Answer {
        let idle = locked(&self.desk).idle.pop();
        let mut line = match idle {
            Some(line) => line,
            None => (self.open)()?,
        };
        let answer = line.ask(question, self.patience())?;
        // A line that failed is not used again.
        locked(&self.desk).idle.push(line);
        Ok(answer)
    }

    /// Sends everything that waits as one message, if there is a line for it.
    fn send_if_a_line_is_free(&self) {
        let mut desk = locked(&self.desk);
        if desk.waiting.is_empty() || (desk.idle.is_empty() && desk.busy >= self.most) {
            return;
        }
        let most = if self.lists.load(Ordering::Relaxed) { MOST } else { 1 };
        let many = desk.waiting.len().min(most);
        let tickets: Vec<Arc<Ticket>> = desk.waiting.drain(..many).collect();
        let idle = desk.idle.pop();
        desk.busy += 1;
        drop(desk);
        let (answers, line) = self.send(idle, &tickets);
        let mut desk = locked(&self.desk);
        desk.busy -= 1;
        desk.idle.extend(line);
        if let Some(next) = desk.waiting.first() {
            next.call(Call::Send);
        }
        drop(desk);
        for (ticket, answer) in tickets.iter().zip(answers) {
            ticket.call(Call::Answer(answer));
        }
    }

    /// The answers, and the line if it can be used again.
    fn send(
        &self,
        idle: Option<Box<dyn Link>>,
        tickets: &[Arc<Ticket>],
    ) -> (Vec<Answer>, Option<Box<dyn Link>>) {
        let all = |error: BridgeError| vec![Err(error); tickets.len()];
        let mut line = match idle.map_or_else(|| (self.open)(), Ok) {
            Ok(line) => line,
            Err(error) => return (all(error), None),
        };
        if let [alone] = tickets {
            let answer = line.ask(&alone.question, self.patience());
            let line = answer.is_ok().then_some(line);
            return (vec![answer], line);
        }
        let questions: Vec<&str> = tickets.iter().map(|ticket| ticket.question.as_str()).collect();
        let asked = line.ask(&format!("[{}]", questions.join(",")), self.patience());
        match asked.and_then(|answer| self.split(&answer, tickets.len())) {
            Ok(answers) => (answers.into_iter().map(Ok).collect(), Some(line)),
            // One of them may be what the program fails at; the others are not to blame.
            Err(_) => (questions.iter().map(|question| self.ask_alone(question)).collect(), None),
        }
    }

    fn split(&self, answer: &str, asked: usize) -> Result<Vec<String>, BridgeError> {
        let nonsense = |what: String| BridgeError::Nonsense {
            command: self.command.clone(),
            what,
            answer: short(answer),
        };
        let answers: Vec<&RawValue> = serde_json::from_str(answer)
            .map_err(|error| nonsense(format!("a list of questions is answered by a list: {error}")))?;
        if answers.len() != asked {
            return Err(nonsense(format!("{asked} questions got {} answers", answers.len())));
        }
        Ok(answers.into_iter().map(|answer| answer.get().to_owned()).collect())
    }
}
