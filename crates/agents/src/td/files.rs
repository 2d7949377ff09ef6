//! A network as a file: JSON that anybody can read.

use super::coding::{Active, Coding};
use super::net::{MOST_OUTPUTS, Net, PLAIN};
use crate::evaluation::Scratch;
use ludometer_game::{Code, Feature, Game, Seat};
use serde::{Deserialize, Serialize};

/// The file in a bot folder.
pub const NETWORK: &str = "network.json";
/// The newest form of the file: with `results`, of which there are two, −1 and 1, in those of the first form.
const FORM: u32 = 2;

/// A network with the features it reads: what a position is worth to a seat, −1 to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Judge {
    /// From features to inputs.
    pub coding: Coding,
    /// From inputs to a value.
    pub net: Net,
}

impl Judge {
    /// What a position with these numbers is worth.
    #[inline]
    #[must_use]
    fn value(&self, numbers: &[f32], active: &mut Active) -> f32 {
        self.coding.activate(numbers, active);
        self.net.value(active)
    }

    /// What a state is worth to a seat, by what that seat knows.
    #[inline]
    pub fn of<G: Game>(&self, game: &G, state: &G::State, seat: Seat, scratch: &mut Scratch) -> f32 {
        scratch.numbers.clear();
        game.read_chosen_features(state, seat, self.coding.places(), &mut scratch.numbers);
        self.value(&scratch.numbers, &mut scratch.active)
    }

    /// The bytes of the file; `depth` is how far to look ahead where nobody says otherwise.
    #[must_use]
    pub fn to_json(&self, depth: u32) -> String {
        let feature = |(name, code): (&str, Code)| match code {
            Code::Bits(bits) => Read { name: name.to_owned(), bits: Some(bits), unit: None },
            Code::Number(unit) => Read { name: name.to_owned(), bits: None, unit: Some(unit) },
        };
        let plain = self.net.results() == PLAIN;
        let file = File {
            form: if plain { 1 } else { FORM },
            depth,
            hidden: self.net.hidden(),
            features: self.coding.features().map(feature).collect(),
            results: if plain { Vec::new() } else { self.net.results().to_vec() },
            weights: self.net.weights(),
        };
        // Plain data always serialises; weights are finite.
        serde_json::to_string(&file).unwrap_or_default()
    }

    /// Reads the bytes of the file for a game with these features; also how far to look ahead.
    ///
    /// # Errors
    /// When it is not such a file, or the game lacks a feature; in words.
    pub fn from_json(features: &[Feature], text: &str) -> Result<(Judge, u32), String> {
        let file: File = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if file.form > FORM {
            return Err(format!("it has form {}, and this release reads {FORM}", file.form));
        }
        let mut wanted = Vec::new();
        for Read { name, bits, unit } in file.features {
            let code = match (bits, unit) {
                (Some(bits @ 1..=8), None) => Code::Bits(bits),
                (None, Some(unit)) if unit.is_normal() && unit > 0.0 => Code::Number(unit),
                _ => return Err(format!("feature `{name}` has either `bits`, 1 to 8, or a `unit` above 0")),
            };
            wanted.push((name, code));
        }
        let coding = Coding::of_names(features, &wanted)?;
        let results = if file.results.is_empty() { PLAIN.to_vec() } else { file.results };
        demand_results(&results)?;
        let net = Net::of_weights(coding.inputs(), file.hidden, &results, &file.weights);
        let net = net.filter(|_| file.hidden > 0).ok_or_else(|| {
            let (inputs, hidden, outputs) = (coding.inputs(), file.hidden, results.len() - 1);
            let many = file.weights.len();
            format!("its {many} weights are not those of {inputs} inputs, {hidden} hidden units and {outputs} outputs")
        })?;
        Ok((Judge { coding, net }, file.depth))
    }
}

/// Refuses results between which no outputs can stand.
fn demand_results(results: &[f32]) -> Result<(), String> {
    let many = (2..=MOST_OUTPUTS + 1).contains(&results.len());
    let rise = results.is_sorted_by(|one, next| one < next);
    match many && rise && results.iter().all(|result| (-1.0..=1.0).contains(result)) {
        true => Ok(()),
        false => Err(format!("its `results` are 2 to {} numbers that rise, from −1 to 1", MOST_OUTPUTS + 1)),
    }
}

#[derive(Serialize, Deserialize)]
struct File {
    form: u32,
    depth: u32,
    hidden: usize,
    features: Vec<Read>,
    /// What matches pay, where the network tells more apart than won and lost.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    results: Vec<f32>,
    weights: Vec<f32>,
}

/// A feature, and how it is read.
#[derive(Serialize, Deserialize)]
struct Read {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    bits: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<f32>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_game::Rng;

    #[test]
    fn what_is_written_reads_back() {
        let features =
            [Feature::new("men", (0.0, 12.0)).coded(Code::Bits(3)), Feature::new("pips", (0.0, 4.0))];
        let mut rng = Rng::stream(1, "judge", 0);
        let coding = Coding::new(&features, &[0, 1]);
        let net = Net::new(coding.inputs(), 3, &PLAIN, || rng.unit() as f32 - 0.5);
        let judge = Judge { net, coding };
        let text = judge.to_json(4);
        assert_eq!(Judge::from_json(&features, &text), Ok((judge, 4)));
        let refused = |text: &str| Judge::from_json(&features, text).unwrap_err();
        assert!(refused("{").contains("EOF"));
        assert!(refused(&text.replace("\"form\":1", "\"form\":3")).contains("form 3"));
        assert!(refused(&text.replace("pips", "pip")).contains("did you mean `pips`?"));
        assert!(refused(&text.replace("\"bits\":3", "\"bits\":2")).contains("weights"));
        assert!(refused(&text.replace("\"bits\":3", "\"bits\":9")).contains("1 to 8"));
        for unit in ["0.0", "-4.0", "1e-42"] {
            let strange = text.replace("\"unit\":4.0", &format!("\"unit\":{unit}"));
            assert_ne!(strange, text);
            assert!(refused(&strange).contains("above 0"), "{unit}");
        }
        for hidden in ["0", "2", "4", "1000000000000", "18446744073709551615"] {
            let strange = text.replace("\"hidden\":3", &format!("\"hidden\":{hidden}"));
            assert!(refused(&strange).contains(&format!("{hidden} hidden units")), "{hidden}");
        }
        for place in ["\"weights\":[", "\"unit\":"] {
            let strange = text.replace(place, &format!("{place}1e39,"));
            assert!(refused(&strange).contains("out of range"), "{place}");
        }
    }

    #[test]
    fn results_are_written_where_there_are_more_than_two() {
        let features = [Feature::new("pips", (0.0, 4.0))];
        let coding = Coding::new(&features, &[0]);
        let net = Net::new(1, 2, &[-1.0, -0.5, 0.5, 1.0], || 0.25);
        let judge = Judge { net, coding };
        let text = judge.to_json(1);
        assert!(text.contains("\"form\":2"), "{text}");
        assert_eq!(Judge::from_json(&features, &text), Ok((judge, 1)));
        let refused = |text: &str| Judge::from_json(&features, text).unwrap_err();
        assert!(refused(&text.replace("-0.5,0.5", "0.5,-0.5")).contains("rise"));
        assert!(refused(&text.replace("-0.5,0.5", "0.5")).contains("weights"));
        for strange in ["-1.5,-0.5", "-0.5,-0.5"] {
            assert!(refused(&text.replace("-1.0,-0.5", strange)).contains("from −1 to 1"), "{strange}");
        }
    }
}
