//! From features to the inputs of a network.

use ludometer_game::{Code, Feature, unknown};

/// Inputs that are not 0: which one, and how much.
pub type Active = Vec<(u32, f32)>;

/// Which features a network reads, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct Coding {
    /// Their names, in the game's order.
    names: Vec<String>,
    /// Their places among the game's features, in rising order.
    places: Vec<u16>,
    codes: Vec<Code>,
    inputs: usize,
}

impl Coding {
    /// Reads the features at these places of a game's list. Numbers of which nobody knows what is usual count as they
    /// are.
    #[must_use]
    pub fn new(features: &[Feature], places: &[u16]) -> Coding {
        let chosen = || places.iter().map(|place| &features[usize::from(*place)]);
        let codes = chosen().map(|feature| match feature.code {
            Code::Number(0.0) => Code::Number(1.0),
            code => code,
        });
        let codes: Vec<Code> = codes.collect();
        let inputs = codes.iter().map(|code| width(*code)).sum();
        let names = chosen().map(|feature| feature.name.clone()).collect();
        Coding { names, places: places.to_vec(), codes, inputs }
    }

    /// Reads the features of these names, each as it says.
    ///
    /// # Errors
    /// When the game does not have one of them; names the nearest.
    pub fn of_names(features: &[Feature], wanted: &[(String, Code)]) -> Result<Coding, String> {
        let names: Vec<&str> = features.iter().map(|feature| feature.name.as_str()).collect();
        let mut chosen = Vec::new();
        for (name, code) in wanted {
            let place = names.iter().position(|known| known == name);
            chosen.push((place.ok_or_else(|| unknown("feature", name, &names))? as u16, *code));
        }
        if !chosen.is_sorted_by(|one, next| one.0 < next.0) {
            return Err("its features are not in the order of the game".into());
        }
        let places: Vec<u16> = chosen.iter().map(|(place, _)| *place).collect();
        let codes: Vec<Code> = chosen.into_iter().map(|(_, code)| code).collect();
        let inputs = codes.iter().map(|code| width(*code)).sum();
        let names = wanted.iter().map(|(name, _)| name.clone()).collect();
        Ok(Coding { names, places, codes, inputs })
    }

    /// Places of the features among those of the game, in rising order.
    #[must_use]
    pub fn places(&self) -> &[u16] {
        &self.places
    }

    /// Names of the features, with how each is read.
    pub fn features(&self) -> impl Iterator<Item = (&str, Code)> {
        self.names.iter().map(String::as_str).zip(self.codes.iter().copied())
    }

    /// How many inputs a network has.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// The inputs of these numbers, one for each feature.
    #[inline]
    pub fn activate(&self, numbers: &[f32], active: &mut Active) {
        active.clear();
        let mut input = 0;
        for (code, number) in self.codes.iter().zip(numbers) {
            match *code {
                Code::Bits(bits) => {
                    let mut set = (*number as i32) as u32 & ((1 << bits) - 1);
                    while set != 0 {
                        active.push((input + set.trailing_zeros(), 1.0));
                        set &= set - 1;
                    }
                    input += u32::from(bits);
                }
                Code::Number(unit) => {
                    if *number != 0.0 {
                        active.push((input, number / unit));
                    }
                    input += 1;
                }
            }
        }
    }
}

/// Inputs a feature has.
fn width(code: Code) -> usize {
    match code {
        Code::Bits(bits) => bits.into(),
        Code::Number(_) => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features() -> Vec<Feature> {
        vec![
            Feature::new("men", (0.0, 12.0)).coded(Code::Bits(3)),
            Feature::new("lead", (-8.0, 8.0)).coded(Code::Bits(3)),
            Feature::new("pips", (0.0, 4.0)),
        ]
    }

    #[test]
    fn bits_and_numbers_become_inputs() {
        let coding = Coding::new(&features(), &[0, 1, 2]);
        assert_eq!(coding.inputs(), 7);
        let mut active = Active::new();
        coding.activate(&[5.0, -3.0, 2.0], &mut active);
        // 5 is 101, and −3 is …101 in two's complement.
        assert_eq!(active, [(0, 1.0), (2, 1.0), (3, 1.0), (5, 1.0), (6, 0.5)]);
        coding.activate(&[8.0, 0.0, 0.0], &mut active);
        assert_eq!(active, [], "only the lowest bits are read");
    }

    #[test]
    fn names_find_their_places() {
        let wanted = [("men".to_owned(), Code::Bits(3)), ("pips".to_owned(), Code::Number(4.0))];
        let coding = Coding::of_names(&features(), &wanted).unwrap();
        assert_eq!(coding, Coding::new(&features(), &[0, 2]));
        let refused = Coding::of_names(&features(), &[("pip".to_owned(), Code::Number(1.0))]).unwrap_err();
        assert!(refused.contains("did you mean `pips`?"), "{refused}");
        let turned: Vec<_> = wanted.into_iter().rev().collect();
        assert!(Coding::of_names(&features(), &turned).is_err());
    }
}
