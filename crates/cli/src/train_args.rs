//! What can be typed after `train`: one subcommand for each trainer, its parameters as options.
//!
//! They are made from the registry of trainers, so that a new one is known here without a line.

use crate::args::minutes as parse_minutes;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command, Error, FromArgMatches, Subcommand};
use ludometer_lab::{Listing, ParamListing, trainers, unknown};

/// Iterations nobody waits for: `--minutes` ends the training.
pub const AS_LONG_AS_THERE_IS_TIME: u64 = 1_000_000;
/// Options that say how long to train, where a training that was stopped can go on.
const LENGTHS: [&str; 6] = ["cycles", "episodes", "iterations", "generations", "sessions", "matches"];

/// What a trainer counts, by the option that says how many.
pub fn unit_of(trainer: &str) -> &'static str {
    const UNITS: [(&str, &str); 6] = [
        ("cycles", "cycle"),
        ("episodes", "episode"),
        ("epochs", "epoch"),
        ("generations", "generation"),
        ("matches", "match"),
        ("sessions", "session"),
    ];
    let params = trainers().into_iter().find(|known| known.name == trainer).map(|known| known.params);
    let has = |option: &str| params.iter().flatten().any(|param| param.name == option);
    UNITS.into_iter().find(|(option, _)| has(option)).map_or("iteration", |(_, unit)| unit)
}

/// A trainer and what was typed for it.
#[derive(Debug)]
pub struct TrainArgs {
    /// The trainer.
    pub trainer: String,
    /// The game.
    pub game: String,
    /// Rule parameters, `name=value`.
    pub set: Vec<String>,
    /// Minutes after which there has been enough of it.
    pub minutes: Option<f64>,
    /// The trainer's options that were typed, name and value.
    pub options: Vec<(String, String)>,
}

impl FromArgMatches for TrainArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let (name, typed) = matches.subcommand().ok_or_else(|| Error::new(ErrorKind::MissingSubcommand))?;
        let known = trainers().into_iter().find(|trainer| trainer.name == name);
        let trainer = known.ok_or_else(|| unknown_trainer(name))?;
        let texts =
            |id: &str| typed.get_many::<String>(id).into_iter().flatten().cloned().collect::<Vec<_>>();
        let option = |param: &ParamListing| {
            let value = match param.switch {
                true => typed.get_flag(&param.name).then(|| "on".to_owned()),
                false => typed.get_one::<String>(&param.name).cloned(),
            };
            value.map(|value| (param.name.clone(), value))
        };
        let minutes = typed.get_one::<f64>("minutes").copied();
        let mut options: Vec<(String, String)> = trainer.params.iter().filter_map(option).collect();
        let length = trainer.params.iter().find(|param| LENGTHS.contains(&param.name.as_str()));
        if let Some(length) = length.filter(|length| minutes.is_some() && !names(&options, length)) {
            options.push((length.name.clone(), AS_LONG_AS_THERE_IS_TIME.to_string()));
        }
        Ok(TrainArgs {
            trainer: trainer.name.clone(),
            game: texts("game").concat(),
            set: texts("set"),
            minutes,
            options,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Subcommand for TrainArgs {
    fn augment_subcommands(command: Command) -> Command {
        // Others are let in, to be refused with all names there are.
        command.subcommands(trainers().iter().map(subcommand)).allow_external_subcommands(true)
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        trainers().iter().any(|trainer| trainer.name == name)
    }
}

fn names(options: &[(String, String)], param: &ParamListing) -> bool {
    options.iter().any(|(name, _)| *name == param.name)
}

fn unknown_trainer(name: &str) -> Error {
    let names: Vec<String> = trainers().into_iter().map(|trainer| trainer.name).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Error::raw(ErrorKind::InvalidSubcommand, format!("{}\n", unknown("trainer", name, &names)))
}

fn subcommand(trainer: &Listing) -> Command {
    let game =
        Arg::new("game").required(true).value_name("GAME").help("The game (`ludometer games` lists them)");
    let set = Arg::new("set").long("set").value_name("NAME=VALUE").action(ArgAction::Append);
    let set = set.help("Change a rule parameter; may be repeated");
    let minutes = Arg::new("minutes").long("minutes").value_name("MINUTES").value_parser(parse_minutes);
    let minutes =
        minutes.help("Train for so many minutes and make a bot of what there is; a later start goes on");
    Command::new(trainer.name.clone())
        .about(trainer.summary.clone())
        .long_about(paragraphs(&trainer.doc))
        .arg(game)
        .arg(set)
        .arg(minutes)
        .args(trainer.params.iter().map(option))
}

fn option(param: &ParamListing) -> Arg {
    let arg = Arg::new(param.name.clone()).long(param.name.clone());
    if param.switch {
        return arg.action(ArgAction::SetTrue).help(sentence(&param.about));
    }
    // Where nothing is the default, the sentence says what that comes to.
    let default =
        if param.default.is_empty() { String::new() } else { format!(" [default: {}]", param.default) };
    let help = format!("{}: {}{default}", sentence(&param.about), param.range);
    arg.value_name(param.name.to_uppercase()).allow_negative_numbers(true).help(help)
}

/// The text with a line for each paragraph, heading and item: whoever shows it breaks them to the width there is.
fn paragraphs(text: &str) -> String {
    let mut whole = String::new();
    let mut goes_on = false;
    for line in text.lines() {
        let begins = line.is_empty() || line.starts_with(['#', '-', '|', ' ']);
        whole.push_str(match (whole.is_empty(), goes_on && !begins) {
            (true, _) => "",
            (_, true) => " ",
            _ => "\n",
        });
        whole.push_str(line);
        goes_on = !line.is_empty() && !line.starts_with('#');
    }
    whole
}

/// With a capital letter, as all help.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::paragraphs;

    #[test]
    fn lines_of_a_paragraph_are_one() {
        let text = "First,\nand on.\n\n# Idea\nA thought\nof two lines:\n- one\n  and more\n- two";
        assert_eq!(
            paragraphs(text),
            "First, and on.\n\n# Idea\nA thought of two lines:\n- one\n  and more\n- two"
        );
    }
}
