//! What a training keeps, and how it is taken up again.
//!
//! Beside the bot the folder keeps, for the last cycle that was finished, `learner-N.safetensors` (the network that
//! learns, with what its optimiser remembers), `follower-N.safetensors` (its running mean, which proves itself),
//! `best-N.safetensors` (the one that plays) and the positions of the cycles in the window, `positions-N.bin`;
//! `training.bin`, written last, says which cycle that is.

use super::course::Course;
use super::cycle::{Cycle, METRICS, RANKINGS, lines, rankings};
use super::page::{PAGE, Subject, page};
use super::position::Harvest;
use crate::training::with_count;
use crate::{Job, STATE, Saved, TrainError};
use ludometer_agents::bot::{BOT, Bot, fingerprint};
use ludometer_agents::network::{KIND, PLAN, WEIGHTS};
use ludometer_game::Game;
use ludometer_net::{Network, Recipe, Trainer};

impl<G: Game> Course<'_, G> {
    /// Takes up what was kept of so many cycles.
    pub(super) fn restore(&mut self, done: u64, recipe: Recipe) -> Result<(), TrainError> {
        let damaged = |name: &str| TrainError::Damaged(self.folder.path().join(name));
        let read = |name: &str| std::fs::read(self.folder.path().join(name)).map_err(|_| damaged(name));
        let learner = learner_name(done);
        self.learner = Trainer::from_bytes(&self.shape, &read(&learner)?, recipe, self.training.threads)
            .map_err(|_| damaged(&learner))?
            .computed_by(self.kernel)?;
        let network =
            |name: String| Network::from_bytes(&self.shape, &read(&name)?).map_err(|_| damaged(&name));
        let (follower, best) = (network(follower_name(done))?, network(best_name(done))?);
        let text = String::from_utf8(read(METRICS)?).map_err(|_| damaged(METRICS))?;
        let cycles: Result<Vec<Cycle>, _> = text.lines().map(serde_json::from_str).collect();
        self.cycles = cycles.map_err(|_| damaged(METRICS))?;
        (self.follower, self.best) = (follower, best);
        // A kill may have come between the metrics and the state.
        self.cycles.truncate(done as usize);
        if (self.cycles.len() as u64) < done {
            return Err(damaged(METRICS));
        }
        for cycle in self.first_in_window(done)..=done {
            let name = positions_name(cycle);
            let harvest = Harvest::from_bytes(&read(&name)?).ok_or_else(|| damaged(&name))?;
            self.harvests.push_back(harvest);
        }
        Ok(())
    }

    /// The first cycle of the window that ends with this one: as many as there is room for, one at least.
    fn first_in_window(&self, last: u64) -> u64 {
        let (mut first, mut sum) = (last, 0);
        for cycle in self.cycles[..last as usize].iter().rev() {
            sum += cycle.positions;
            if sum > self.plan.window as u64 && cycle.cycle < last {
                break;
            }
            first = cycle.cycle;
        }
        first
    }

    /// Keeps a finished cycle; what earlier ones left and nobody needs any more goes.
    pub(super) fn keep(&mut self) -> Result<(), TrainError> {
        let done = self.cycles.len() as u64;
        self.folder.write(&learner_name(done), &self.learner.to_bytes())?;
        self.folder.write(&follower_name(done), &self.follower.to_bytes())?;
        self.folder.write(&best_name(done), &self.best.to_bytes())?;
        self.folder.write(METRICS, lines(&self.cycles).as_bytes())?;
        for (name, table) in RANKINGS.iter().zip(rankings(&self.cycles)) {
            self.folder.write(name, table.as_bytes())?;
        }
        let Job { game, .. } = &self.job;
        let subject = Subject {
            game,
            command: &with_count(&self.training.command, "--cycles", self.cycles.len()),
            rival: self.rival.as_ref().map(|_| self.plan.rival.as_str()),
            unit: "cycle",
        };
        let page = page(&subject, &self.cycles);
        self.folder.write(PAGE, page.as_bytes())?;
        self.keep_state()?;
        self.keep_bot()?;
        self.tidy(done)
    }

    /// Removes what earlier cycles left and nobody needs any more, also what a kill left behind.
    fn tidy(&self, done: u64) -> Result<(), TrainError> {
        let first = self.first_in_window(done);
        let place = self.folder.path();
        for entry in std::fs::read_dir(place).map_err(TrainError::file(place))? {
            let name = entry.map_err(TrainError::file(place))?.file_name().to_string_lossy().into_owned();
            let number = name.split(['-', '.']).nth(1).and_then(|digits| digits.parse::<u64>().ok());
            let Some(number) = number else { continue };
            // Files of other people may have names that begin alike.
            let of_cycle = [learner_name, follower_name, best_name].iter().any(|of| of(number) == name);
            if (of_cycle && number < done) || (positions_name(number) == name && number < first) {
                self.folder.remove(&name)?;
            }
        }
        Ok(())
    }

    pub(super) fn keep_state(&self) -> Result<(), TrainError> {
        let saved =
            Saved { job: self.job.clone(), iterations: self.cycles.len() as u64, numbers: Vec::new() };
        self.folder.write(STATE, &saved.to_bytes())
    }

    /// Writes the bot; the file that makes it one comes last.
    pub(super) fn keep_bot(&self) -> Result<(), TrainError> {
        // A plan is plain data: it always serialises.
        self.folder.write(PLAN, toml::to_string(&self.shape).unwrap_or_default().as_bytes())?;
        self.folder.write(WEIGHTS, &self.best.to_bytes())?;
        self.folder.write(BOT, self.bot().to_toml().as_bytes())
    }

    pub(super) fn bot(&self) -> Bot {
        // A network that was not better is not the bot, and what was measured of it neither.
        let accepted = self.cycles.iter().rfind(|cycle| cycle.accepted);
        let from = accepted.map(|cycle| ("of-cycle".to_owned(), cycle.cycle as f64));
        let measures = accepted.map(Cycle::measures).unwrap_or_default().into_iter().chain(from);
        Bot {
            iterations: self.cycles.len() as u64,
            fingerprint: fingerprint(&self.best.to_bytes()),
            command: with_count(&self.training.command, "--cycles", self.cycles.len()),
            vary: self.variants.vary.to_vec(),
            measures: measures.collect(),
            ..self.job.bot(KIND, "alphazero", self.training)
        }
    }
}

pub(super) fn learner_name(cycle: u64) -> String {
    format!("learner-{cycle:04}.safetensors")
}

pub(super) fn follower_name(cycle: u64) -> String {
    format!("follower-{cycle:04}.safetensors")
}

pub(super) fn best_name(cycle: u64) -> String {
    format!("best-{cycle:04}.safetensors")
}

pub(super) fn positions_name(cycle: u64) -> String {
    format!("positions-{cycle:04}.bin")
}
