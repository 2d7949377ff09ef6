//! Cases as bytes: what a base keeps of them, in memory and on disk.
//!
//! A case is a value for each attribute, how many decisions there are (two bytes), and the decisions. A decision is
//! scenario, facing (four bytes), action (two bytes), among how many scenarios it stands, points, and a value for each
//! attribute its scenario asks. A value is one byte where it is a whole number from −64 to 189 (that number plus 64), or
//! unknown (254); otherwise 255 and the four bytes of a float. All numbers have their lowest byte first.

use ludometer_game::{Case, CaseDecision, CaseSchema};

/// Added to a whole number that is one byte.
const ZERO: f32 = 64.0;
/// The largest of them.
const LARGEST: f32 = 189.0;
const UNKNOWN: u8 = 254;
const FLOAT: u8 = 255;

/// The most decisions of a case: who tells one tells no more.
pub const MOST_DECISIONS: usize = u16::MAX as usize;

/// Appends a case.
pub fn write(case: &Case, out: &mut Vec<u8>) {
    case.values.iter().for_each(|value| number(*value, out));
    out.extend((case.decisions.len() as u16).to_le_bytes());
    for decision in &case.decisions {
        out.push(decision.scenario);
        out.extend(decision.facing.to_le_bytes());
        out.extend(decision.action.to_le_bytes());
        out.push(decision.among);
        number(decision.points, out);
        decision.asked.iter().for_each(|value| number(*value, out));
    }
}

fn number(value: f32, out: &mut Vec<u8>) {
    if value.is_nan() {
        out.push(UNKNOWN);
    } else if value.fract() == 0.0 && (-ZERO..=LARGEST).contains(&value) {
        out.push((value + ZERO) as u8);
    } else {
        out.push(FLOAT);
        out.extend(value.to_le_bytes());
    }
}

/// Reads the case at the front of these bytes and leaves the rest; none where they are no case of this schema.
pub fn read(schema: &CaseSchema, bytes: &mut &[u8], case: &mut Case) -> Option<()> {
    case.values.clear();
    for _ in &schema.attributes {
        case.values.push(value(bytes)?);
    }
    let many = usize::from(u16::from_le_bytes(some(bytes)?));
    case.decisions.resize_with(many, || CaseDecision {
        scenario: 0,
        facing: 0,
        action: 0,
        among: 1,
        points: 0.0,
        asked: Vec::new(),
    });
    for decision in &mut case.decisions {
        decision.scenario = byte(bytes)?;
        decision.facing = u32::from_le_bytes(some(bytes)?);
        decision.action = u16::from_le_bytes(some(bytes)?);
        decision.among = byte(bytes)?.max(1);
        decision.points = value(bytes)?;
        decision.asked.clear();
        for _ in &schema.scenarios.get(usize::from(decision.scenario))?.asks {
            decision.asked.push(value(bytes)?);
        }
    }
    Some(())
}

fn some<const MANY: usize>(bytes: &mut &[u8]) -> Option<[u8; MANY]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

fn byte(bytes: &mut &[u8]) -> Option<u8> {
    some(bytes).map(|[byte]| byte)
}

fn value(bytes: &mut &[u8]) -> Option<f32> {
    match byte(bytes)? {
        UNKNOWN => Some(f32::NAN),
        FLOAT => some(bytes).map(f32::from_le_bytes),
        small => Some(f32::from(small) - ZERO),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::tests::{case, schema};

    #[test]
    fn cases_come_back_and_torn_ones_do_not() {
        let schema = schema();
        let mut odd = case(&[24.0, 0.37, f32::NAN, -65.0], 2, -3.5);
        odd.decisions[0].asked[1] = f32::MIN_POSITIVE;
        for told in [case(&[-64.0, 189.0, 190.0, 0.0], 1, 4.0), odd] {
            let mut bytes = Vec::new();
            write(&told, &mut bytes);
            let (mut left, mut back) = (bytes.as_slice(), Case::default());
            assert_eq!(read(&schema, &mut left, &mut back), Some(()));
            assert!(left.is_empty());
            assert_eq!(format!("{told:?}"), format!("{back:?}"));
            for end in 0..bytes.len() {
                assert_eq!(read(&schema, &mut &bytes[..end], &mut back), None, "cut at {end}");
            }
        }
    }
}
