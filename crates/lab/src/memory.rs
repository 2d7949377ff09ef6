//! Networks and what they learn from, as files other programs read: ONNX, CSV, JSON lines.

use crate::{Format, LabError};
use ludometer_agents::bot::{Bot, BotFiles, STRANGE_FILE, fingerprint};
use ludometer_agents::network::{KIND, PLAN, Varied, WEIGHTS};
use ludometer_learn::MemoryFolder;
use ludometer_learn::alphazero::{Harvest, Position};
use ludometer_net::{Input, Network, Plan, onnx};
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The network of a bot, for other programs: the bytes of an ONNX file.
///
/// # Errors
/// When the bot is no network, or its files do not read.
pub fn onnx_of(name: &str) -> Result<Vec<u8>, LabError> {
    let refused = |cause: String| LabError::Usage(format!("{name}: {cause}"));
    let files = BotFiles::find(name).map_err(refused)?;
    let bot = Bot::read(&files).map_err(refused)?;
    if bot.kind != KIND {
        return Err(refused(format!("a bot of the kind `{}` is no network; ONNX is for networks", bot.kind)));
    }
    let read = |file: &str| files.read(file).map_err(|error| refused(format!("{file}: {error}")));
    let plan: Plan = toml::from_slice(&read(PLAN)?).map_err(|error| refused(format!("{PLAN}: {error}")))?;
    let weights = read(WEIGHTS)?;
    if fingerprint(&weights) != bot.fingerprint {
        return Err(refused(format!("{WEIGHTS}: {STRANGE_FILE}")));
    }
    let network =
        Network::from_bytes(&plan, &weights).map_err(|error| refused(format!("{WEIGHTS}: {error}")))?;
    Ok(onnx::to_bytes(&network, &metadata(&bot, &plan)))
}

/// What somebody needs who has the file alone.
fn metadata(bot: &Bot, plan: &Plan) -> Vec<(&'static str, String)> {
    let rules: Vec<String> = bot.rules.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let varied = |one: &Varied| format!("{} ({} is 0, {} is 1)", one.name, one.low, one.high);
    let board = match plan.input {
        Input::Grid { .. } => {
            "planes as the seat to move sees them, rows from the top, columns from the left"
        }
        Input::Flat { .. } => "numbers as the seat to move sees them",
    };
    let mut metadata = vec![
        ("game", bot.game.clone()),
        ("rules", rules.join(" ")),
        ("fingerprint", bot.fingerprint.clone()),
        ("inputs", board.to_owned()),
        ("policy", "logits of actions by number: drop illegal ones, then softmax".to_owned()),
        (
            "value",
            "what the match is worth, -1 to 1: to the seat to move, then to the next in turn".to_owned(),
        ),
        ("check", "`ludometer predict BOT --moves M --json` shows inputs and numbers of actions".to_owned()),
    ];
    if !bot.vary.is_empty() {
        metadata.push(("constants", bot.vary.iter().map(varied).collect::<Vec<_>>().join(", ")));
    }
    if !plan.aux.is_empty() {
        metadata.push(("aux", plan.aux.join(", ")));
    }
    metadata
}

/// Positions that were or can be learnt from.
pub struct TrainingMemory {
    files: Vec<PathBuf>,
    actions: usize,
}

impl TrainingMemory {
    /// The memory of a folder: one that `self-play` wrote, or a bot with what its training keeps; none where it is
    /// neither.
    ///
    /// # Errors
    /// When the folder does not read.
    pub fn find(folder: &Path) -> Result<Option<TrainingMemory>, LabError> {
        if MemoryFolder::is_one(folder) {
            let actions = MemoryFolder::open(folder)?.info.actions;
            return Ok(Some(TrainingMemory {
                files: vec![folder.join(ludometer_learn::POSITIONS)],
                actions,
            }));
        }
        let Ok(text) = std::fs::read_to_string(folder.join(PLAN)) else { return Ok(None) };
        let plan: Plan = toml::from_str(&text)
            .map_err(|error| LabError::Usage(format!("{}: {error}", folder.join(PLAN).display())))?;
        let here = |cause| LabError::File { path: folder.to_owned(), cause };
        let mut files = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(here)? {
            let path = entry.map_err(here)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with("positions-") && name.ends_with(".bin") {
                files.push(path);
            }
        }
        files.sort();
        if files.is_empty() {
            return Err(LabError::Usage(format!(
                "{} keeps no positions: its training has not begun, or it was copied without them",
                folder.display()
            )));
        }
        Ok(Some(TrainingMemory { files, actions: plan.policy }))
    }

    /// Writes all positions: what the network sees, how likely each action should be, what the position is worth.
    ///
    /// # Errors
    /// When a file does not read, or writing fails.
    pub fn write(&self, format: Format, out: &mut dyn Write) -> Result<(), LabError> {
        let mut head = true;
        let mut inputs = Vec::new();
        for file in &self.files {
            let bytes = std::fs::read(file).map_err(|cause| LabError::File { path: file.clone(), cause })?;
            let harvest = Harvest::from_bytes(&bytes)
                .ok_or_else(|| LabError::Usage(format!("{} is damaged", file.display())))?;
            for position in &harvest.positions {
                position.inputs.write(&mut inputs);
                let written = match format {
                    Format::Csv => self.row(&inputs, position, std::mem::take(&mut head), out),
                    _ => self.line(&inputs, position, out),
                };
                written.map_err(LabError::Output)?;
            }
        }
        Ok(())
    }

    fn policy(&self, position: &Position) -> Vec<Option<f32>> {
        let mut policy = vec![None; self.actions];
        for &(action, share) in &position.policy {
            policy[action as usize] = Some(share);
        }
        policy
    }

    fn line(&self, inputs: &[f32], position: &Position, out: &mut dyn Write) -> io::Result<()> {
        let line = json!({"state": inputs, "policy": self.policy(position), "value": position.value});
        writeln!(out, "{line}")
    }

    fn row(&self, inputs: &[f32], position: &Position, head: bool, out: &mut dyn Write) -> io::Result<()> {
        if head {
            let names = |name: &'static str, count: usize| (1..=count).map(move |at| format!("{name}_{at}"));
            let columns = names("state", inputs.len())
                .chain(names("policy", self.actions))
                .chain(names("value", position.value.len()));
            writeln!(out, "{}", columns.collect::<Vec<_>>().join(","))?;
        }
        // An action that is not legal has no share.
        let share = |share: Option<f32>| share.map_or_else(String::new, |share| share.to_string());
        let cells = inputs.iter().map(f32::to_string);
        let cells = cells.chain(self.policy(position).into_iter().map(share));
        let cells = cells.chain(position.value.iter().map(f32::to_string));
        writeln!(out, "{}", cells.collect::<Vec<_>>().join(","))
    }
}
