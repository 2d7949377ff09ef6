//! What a network learns from: positions with what search and play made of them.

use crate::error::count;
use crate::{NetError, Plan};

/// One position to learn from.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// The position, [`Plan::input_len`] numbers: planes, then constants.
    pub inputs: &'a [f32],
    /// How good each action was found: a distribution over the legal ones. All zeros: not known, and
    /// nothing is learnt about the policy.
    pub policy: &'a [f32],
    /// Which actions were legal; the others take no part in the softmax.
    pub legal: &'a [bool],
    /// How the match ended, −1 to 1 for each value of the plan.
    pub value: &'a [f32],
    /// The further numbers of the plan; NaN where one is not known, and nothing is learnt about it.
    pub aux: &'a [f32],
    /// How much this sample counts; 1 is usual.
    pub weight: f32,
}

/// Positions to learn from at once.
#[derive(Clone, Debug)]
pub struct Batch {
    sizes: [usize; 4],
    pub(crate) inputs: Vec<f32>,
    pub(crate) policy: Vec<f32>,
    pub(crate) legal: Vec<bool>,
    pub(crate) value: Vec<f32>,
    pub(crate) aux: Vec<f32>,
    pub(crate) weight: Vec<f32>,
}

impl Batch {
    /// A batch without samples, for networks of this plan.
    #[must_use]
    pub fn new(plan: &Plan) -> Batch {
        Batch {
            sizes: [plan.input_len(), plan.policy, plan.value, plan.aux.len()],
            inputs: Vec::new(),
            policy: Vec::new(),
            legal: Vec::new(),
            value: Vec::new(),
            aux: Vec::new(),
            weight: Vec::new(),
        }
    }

    /// Adds a sample.
    ///
    /// # Errors
    /// When it has other sizes than the plan, a number that is none, or a policy on illegal actions.
    pub fn push(&mut self, sample: &Sample<'_>) -> Result<(), NetError> {
        let [inputs, policy, value, aux] = self.sizes;
        count("inputs of a sample", inputs, sample.inputs.len())?;
        count("policy of a sample", policy, sample.policy.len())?;
        count("legal actions of a sample", policy, sample.legal.len())?;
        count("value of a sample", value, sample.value.len())?;
        count("further numbers of a sample", aux, sample.aux.len())?;
        check(sample)?;
        self.inputs.extend_from_slice(sample.inputs);
        self.policy.extend_from_slice(sample.policy);
        self.legal.extend_from_slice(sample.legal);
        self.value.extend_from_slice(sample.value);
        self.aux.extend_from_slice(sample.aux);
        self.weight.push(sample.weight);
        Ok(())
    }

    /// Checks that the samples of both have the same sizes.
    pub(crate) fn same_plan(&self, other: &Batch) -> Result<(), NetError> {
        let names = [
            "inputs of the batch",
            "policy of the batch",
            "value of the batch",
            "further numbers of the batch",
        ];
        let sizes = self.sizes.into_iter().zip(other.sizes);
        names.into_iter().zip(sizes).try_for_each(|(name, (found, expected))| count(name, expected, found))
    }

    /// Removes all samples and keeps the memory.
    pub fn clear(&mut self) {
        self.inputs.clear();
        self.policy.clear();
        self.legal.clear();
        self.value.clear();
        self.aux.clear();
        self.weight.clear();
    }

    /// How many samples there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.weight.len()
    }

    /// Whether there is no sample.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.weight.is_empty()
    }
}

fn check(sample: &Sample<'_>) -> Result<(), NetError> {
    let refuse = |why: &str| Err(NetError::Sample(why.into()));
    let numbers = sample.inputs.iter().chain(sample.policy).chain(sample.value);
    if !numbers.clone().all(|number| number.is_finite()) {
        return refuse("one of its numbers is not finite");
    }
    if sample.aux.iter().any(|number| number.is_infinite()) {
        return refuse("one of its further numbers is infinite");
    }
    if sample.policy.iter().zip(sample.legal).any(|(share, legal)| *share < 0.0 || (*share > 0.0 && !legal)) {
        return refuse("its policy is negative, or positive for an illegal action");
    }
    if !(sample.weight.is_finite() && sample.weight >= 0.0) {
        return refuse("its weight is negative or no number");
    }
    Ok(())
}
