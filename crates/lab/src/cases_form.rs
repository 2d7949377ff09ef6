//! What the numbers in the table of a base mean, for other programs.

use crate::{House, LabError};
use ludometer_agents::bot::BotFiles;
use ludometer_agents::cases::load;
use ludometer_game::{Attribute, CaseSchema, Scenario};
use serde::Serialize;
use std::collections::BTreeMap;

/// The key to the table of a base.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CasesForm {
    /// How many cases there are.
    pub cases: u64,
    /// The attributes, in the order of their columns.
    pub attributes: Vec<AttributeForm>,
    /// The scenarios by their numbers, from 0.
    pub scenarios: Vec<ScenarioForm>,
    /// Answers by their numbers. Of a game without names for them: those the base knows, by the moves that gave them.
    pub actions: BTreeMap<u16, String>,
}

/// A column.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AttributeForm {
    /// Its name.
    pub name: String,
    /// What 0, 1, 2 and so on mean in it; nothing where they are numbers.
    pub words: &'static [&'static str],
}

/// A kind of decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ScenarioForm {
    /// Its name.
    pub name: String,
    /// The attributes it asks, in the order of their values in a decision.
    pub asks: Vec<String>,
    /// What its points are won with.
    pub account: String,
}

/// The key to the table that [`crate::export_cases`] writes.
///
/// # Errors
/// When the base does not read or was made for other rules.
pub fn form_of_cases(house: &dyn House, bot: &BotFiles) -> Result<CasesForm, LabError> {
    let (base, _, _) = load(&house.game(), bot)?;
    let schema = base.schema();
    let own = (0..schema.actions.len() as u16).chain(base.names().answers());
    let actions = own.map(|action| (action, base.action_name(action))).collect();
    let (attributes, scenarios) = (attributes(schema), scenarios(schema));
    Ok(CasesForm { cases: base.len() as u64, attributes, scenarios, actions })
}

fn attributes(schema: &CaseSchema) -> Vec<AttributeForm> {
    let one = |attribute: &Attribute| AttributeForm { name: attribute.name.clone(), words: attribute.words };
    schema.attributes.iter().map(one).collect()
}

fn scenarios(schema: &CaseSchema) -> Vec<ScenarioForm> {
    let name = |place: &usize| schema.attributes[*place].name.clone();
    let one = |scenario: &Scenario| ScenarioForm {
        name: scenario.name.clone(),
        asks: scenario.asks.iter().map(name).collect(),
        account: schema.accounts[scenario.account].clone(),
    };
    schema.scenarios.iter().map(one).collect()
}
