//! A base of cases in memory: what was lived, the indexes that find it, and the clusters of its decisions.

use super::coding;
use super::drawer::{Drawer, Entry, Measure};
use super::groups::Groups;
use super::kmeans::{Clusters, Points};
use super::names::Names;
use ludometer_game::{Case, CaseDecision, CaseSchema, Rng, Scenario};
use std::collections::BTreeMap;

/// Scenario, what was faced, and the cluster of the index.
type Place = (u8, u32, u8);

/// A base of cases.
#[derive(Clone, Debug)]
pub struct Base {
    schema: CaseSchema,
    bytes: Vec<u8>,
    /// Where each case begins.
    starts: Vec<u64>,
    indexes: Vec<Option<Clusters>>,
    drawers: BTreeMap<Place, Drawer>,
    groups: Vec<Groups>,
    /// The smallest and the largest value of each attribute.
    spans: Vec<(f32, f32)>,
    /// Words for answers that have no name in the game.
    names: Names,
}

impl Base {
    /// A base without cases.
    #[must_use]
    pub fn new(schema: CaseSchema) -> Self {
        let width = |scenario: &Scenario| scenario.groups.len() + usize::from(scenario.by_action);
        Base {
            groups: schema.scenarios.iter().map(|scenario| Groups::new(width(scenario))).collect(),
            indexes: vec![None; schema.indexes.len()],
            spans: vec![(f32::INFINITY, f32::NEG_INFINITY); schema.attributes.len()],
            bytes: Vec::new(),
            starts: Vec::new(),
            drawers: BTreeMap::new(),
            names: Names::default(),
            schema,
        }
    }

    /// The name of an answer: that of the game or, where it has none, the moves that gave it.
    #[must_use]
    pub fn action_name(&self, action: u16) -> String {
        self.names.of(action).unwrap_or_else(|| self.schema.action_name(action))
    }

    /// Words for answers that have no name in the game.
    #[must_use]
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Takes more such words.
    pub fn take_names(&mut self, names: Names) {
        self.names.take(names);
    }

    /// What its cases are.
    #[must_use]
    pub fn schema(&self) -> &CaseSchema {
        &self.schema
    }

    /// How many cases there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// How many decisions there are.
    #[must_use]
    pub fn decisions(&self) -> usize {
        self.drawers.values().map(Drawer::len).sum()
    }

    /// All cases as bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes of one case.
    #[must_use]
    pub fn bytes_of(&self, case: usize) -> &[u8] {
        let end = self.starts.get(case + 1).map_or(self.bytes.len(), |end| *end as usize);
        &self.bytes[self.starts[case] as usize..end]
    }

    /// One case.
    #[must_use]
    pub fn case(&self, number: usize) -> Case {
        let mut case = Case::default();
        // What was written here reads.
        let _ = coding::read(&self.schema, &mut self.bytes_of(number), &mut case);
        case
    }

    /// The clusters of the indexes, and of the scenarios.
    #[must_use]
    pub fn clusters(&self) -> (Vec<Option<Clusters>>, Vec<Option<Clusters>>) {
        (self.indexes.clone(), self.groups.iter().map(|groups| groups.clusters().cloned()).collect())
    }

    /// Clusters of a scenario, and how many different points they are made of.
    #[must_use]
    pub fn groups(&self, scenario: usize) -> &Groups {
        &self.groups[scenario]
    }

    /// Adds a case.
    pub fn add(&mut self, case: &Case) {
        self.starts.push(self.bytes.len() as u64);
        coding::write(case, &mut self.bytes);
        self.place(case, self.starts.len() as u32 - 1);
    }

    /// Takes cases as they are written. None where the bytes are no cases.
    pub fn take(&mut self, bytes: Vec<u8>, many: u64) -> Option<()> {
        let mut left = bytes.as_slice();
        let mut case = Case::default();
        for number in 0..many {
            self.starts.push((bytes.len() - left.len()) as u64);
            coding::read(&self.schema, &mut left, &mut case)?;
            self.place(&case, u32::try_from(number).ok()?);
        }
        if !left.is_empty() {
            return None;
        }
        self.bytes = bytes;
        self.drawers.values_mut().for_each(Drawer::shrink);
        Some(())
    }

    /// Takes clusters as they were; the base must be empty.
    pub fn take_clusters(&mut self, indexes: Vec<Option<Clusters>>, groups: Vec<Option<Clusters>>) {
        self.indexes = indexes;
        self.groups.iter_mut().zip(groups).for_each(|(own, clusters)| own.take(clusters));
    }

    /// Puts the decisions of a case where they are found.
    fn place(&mut self, case: &Case, number: u32) {
        for (span, value) in self.spans.iter_mut().zip(&case.values) {
            *span = (span.0.min(*value), span.1.max(*value));
        }
        let mut point = Vec::new();
        for decision in &case.decisions {
            let scenario = &self.schema.scenarios[usize::from(decision.scenario)];
            for (place, value) in scenario.asks.iter().zip(&decision.asked) {
                let span = &mut self.spans[*place];
                *span = (span.0.min(*value), span.1.max(*value));
            }
            point_of(&self.schema, case, decision, &mut point);
            let group = self.groups[usize::from(decision.scenario)].add(&point);
            let index = scenario.index;
            point.clear();
            let places = &self.schema.indexes[index].places;
            point.extend(places.iter().map(|place| told(scenario, case, decision, *place)));
            let cluster = self.indexes[index].as_ref().map_or(0, |clusters| clusters.nearest(&point));
            let CaseDecision { action, among, points, .. } = *decision;
            let entry = Entry { action, among, points, case: number, group };
            let drawer = (decision.scenario, decision.facing, cluster);
            self.drawers.entry(drawer).or_default().push(&decision.asked, entry);
        }
    }

    /// Makes the indexes anew from all cases.
    pub fn index(&mut self, seed: u64) {
        let mut points: Vec<Points> = self.schema.indexes.iter().map(|_| Points::default()).collect();
        let mut known = vec![BTreeMap::<Vec<u32>, u32>::new(); points.len()];
        for number in 0..self.len() {
            let case = self.case(number);
            for decision in &case.decisions {
                let scenario = &self.schema.scenarios[usize::from(decision.scenario)];
                let places = &self.schema.indexes[scenario.index].places;
                let bits = places.iter().map(|place| told(scenario, &case, decision, *place).to_bits());
                *known[scenario.index].entry(bits.collect()).or_default() += 1;
            }
        }
        for (at, known) in known.iter().enumerate() {
            let index = &self.schema.indexes[at];
            points[at].width = index.places.len();
            for (point, weight) in known {
                points[at].values.extend(point.iter().map(|bits| f32::from_bits(*bits)));
                points[at].weights.push(*weight);
            }
            let found = (!points[at].is_empty() && points[at].width > 0)
                .then(|| Clusters::fit(&points[at], index.clusters, Rng::derive(seed, "index", at as u64)).0);
            self.indexes[at] = found;
        }
        self.place_anew();
    }

    /// Puts all decisions where the indexes say now.
    fn place_anew(&mut self) {
        let groups = self.groups.iter().map(|groups| groups.clusters().cloned()).collect();
        let mut anew = Base::new(std::mem::take(&mut self.schema));
        anew.take_clusters(std::mem::take(&mut self.indexes), groups);
        anew.names = std::mem::take(&mut self.names);
        let many = self.len() as u64;
        // What was written here reads.
        let _ = anew.take(std::mem::take(&mut self.bytes), many);
        *self = anew;
    }

    /// Looks for the elbow of every scenario again, and clusters anew those where it moved; how many that were.
    pub fn recluster(&mut self, seed: u64, threads: usize) -> usize {
        let mut work: Vec<(usize, &mut Groups)> = self.groups.iter_mut().enumerate().collect();
        let share = work.len().div_ceil(threads.max(1)).max(1);
        let one = |(at, groups): &mut (usize, &mut Groups)| {
            usize::from(groups.recluster(Rng::derive(seed, "scenario", *at as u64)))
        };
        if threads <= 1 {
            return work.iter_mut().map(one).sum();
        }
        std::thread::scope(|scope| {
            let busy: Vec<_> = work
                .chunks_mut(share)
                .map(|part| scope.spawn(move || part.iter_mut().map(one).sum::<usize>()))
                .collect();
            // A thread that computes does not panic.
            busy.into_iter().map(|thread| thread.join().unwrap_or_default()).sum()
        })
    }

    /// The cluster of the index in which a scenario looks, given all that is known.
    #[must_use]
    pub fn cluster_of(&self, scenario: u8, values: &[f32]) -> u8 {
        let index = self.schema.scenarios[usize::from(scenario)].index;
        let point: Vec<f32> = self.schema.indexes[index].places.iter().map(|place| values[*place]).collect();
        self.indexes[index].as_ref().map_or(0, |clusters| clusters.nearest(&point))
    }

    /// The cluster of its scenario to which a decision belongs.
    #[must_use]
    pub fn group_of(&self, case: &Case, decision: &CaseDecision) -> u8 {
        let mut point = Vec::new();
        point_of(&self.schema, case, decision, &mut point);
        let clusters = self.groups[usize::from(decision.scenario)].clusters();
        clusters.map_or(0, |clusters| clusters.nearest(&point))
    }

    /// The decisions that may be compared.
    #[must_use]
    pub fn drawer(&self, scenario: u8, facing: u32, cluster: u8) -> Option<&Drawer> {
        self.drawers.get(&(scenario, facing, cluster))
    }

    /// How the attributes that a scenario asks compare.
    pub fn measures(&self, scenario: u8, out: &mut Vec<Measure>) {
        out.clear();
        out.extend(
            self.schema.scenarios[usize::from(scenario)].asks.iter().map(|place| self.measure(*place)),
        );
    }

    /// How the values of an attribute compare.
    #[must_use]
    pub fn measure(&self, place: usize) -> Measure {
        Measure::of(self.schema.attributes[place].likeness, self.spans[place])
    }
}

/// What a decision is clustered by.
fn point_of(schema: &CaseSchema, case: &Case, decision: &CaseDecision, out: &mut Vec<f32>) {
    let scenario = &schema.scenarios[usize::from(decision.scenario)];
    out.clear();
    out.extend(scenario.groups.iter().map(|place| told(scenario, case, decision, *place)));
    if scenario.by_action {
        out.push(schema.action_code(decision.action));
    }
}

/// The value of an attribute for a decision: as it was known then, where it was asked; otherwise as in the end.
#[must_use]
pub fn told(scenario: &Scenario, case: &Case, decision: &CaseDecision, place: usize) -> f32 {
    let asked = scenario.asks.iter().position(|asked| *asked == place);
    asked.map_or_else(|| case.values[place], |at| decision.asked[at])
}
