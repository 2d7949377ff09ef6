//! What the decisions of a cluster have in common, for who gives it a name.

/// How an attribute is spread over the decisions of a cluster.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Typical {
    /// The place of the attribute.
    pub place: usize,
    /// Its mean; not a number where it is never known.
    pub mean: f32,
    /// The value it has most often.
    pub mode: f32,
    /// How often it has that, 0 to 1.
    pub often: f32,
    /// How far the mean is from that of all decisions of the scenario, in their deviations.
    pub lead: f32,
}

/// Decisions of a scenario that are alike.
#[derive(Clone, Copy, Debug)]
pub struct Alike<'a> {
    /// The scenario.
    pub scenario: usize,
    /// The attributes by which its decisions are clustered.
    pub typical: &'a [Typical],
    /// The answers with their shares, the most frequent first.
    pub actions: &'a [(u16, f64)],
}

impl Alike<'_> {
    /// How an attribute is spread, if decisions are clustered by it.
    #[must_use]
    pub fn of(&self, place: usize) -> Option<&Typical> {
        self.typical.iter().find(|one| one.place == place)
    }
}
