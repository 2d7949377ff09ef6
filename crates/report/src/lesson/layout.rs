//! Where the nodes of a tree stand: children side by side in their order, parents above their middle.

/// The places of all nodes.
pub(super) struct Places {
    /// The middle of each node.
    pub x: Vec<f64>,
    /// How many moves each node is from the root.
    pub level: Vec<usize>,
    /// The width of everything.
    pub width: f64,
}

/// Places nodes given by their parents, every node after its own, each so wide.
pub(super) fn place(parents: &[Option<usize>], wide: &[f64]) -> Places {
    let count = parents.len();
    let mut children = vec![Vec::new(); count];
    let mut level = vec![0; count];
    for (node, parent) in parents.iter().enumerate() {
        if let Some(parent) = *parent {
            children[parent].push(node);
            level[node] = level[parent] + 1;
        }
    }
    let mut room = wide.to_vec();
    for node in (0..count).rev() {
        let below: f64 = children[node].iter().map(|&child| room[child]).sum();
        room[node] = room[node].max(below);
    }
    let (mut left, mut x) = (vec![0.0; count], vec![0.0; count]);
    for node in 0..count {
        let below: f64 = children[node].iter().map(|&child| room[child]).sum();
        let mut at = left[node] + (room[node] - below) / 2.0;
        for &child in &children[node] {
            left[child] = at;
            at += room[child];
        }
        x[node] = left[node] + room[node] / 2.0;
    }
    // From the bottom up, so that a parent stands above its children rather than above its room.
    for node in (0..count).rev() {
        if let (Some(&first), Some(&last)) = (children[node].first(), children[node].last()) {
            x[node] = (x[first] + x[last]) / 2.0;
        }
    }
    Places { x, level, width: room.first().copied().unwrap_or(0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_stands_on_anybody() {
        let parents = [None, Some(0), Some(0), Some(1), Some(1), Some(1), Some(2)];
        let places = place(&parents, &[10.0; 7]);
        assert_eq!(places.level, [0, 1, 1, 2, 2, 2, 2]);
        assert_eq!(places.width, 40.0);
        assert_eq!(places.x, [25.0, 15.0, 35.0, 5.0, 15.0, 25.0, 35.0]);
    }

    #[test]
    fn a_wide_parent_gets_its_room() {
        let places = place(&[None, Some(0), Some(0)], &[10.0, 30.0, 30.0]);
        assert_eq!(places.x, [30.0, 15.0, 45.0]);
        assert_eq!(place(&[None, Some(0)], &[50.0, 10.0]).x, [25.0, 25.0]);
    }
}
