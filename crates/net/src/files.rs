//! Weights as bytes: `safetensors`, named and shaped as PyTorch does.
//!
//! Whoever writes a folder decides where the bytes go, and renames them into place.

use crate::network::Tensor;
use crate::{NetError, Network, Plan};
use safetensors::tensor::{Dtype, SafeTensors, TensorView, serialize};
use std::collections::HashMap;

impl Network {
    /// The weights as a `safetensors` file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let named =
            self.tensors.iter().map(|tensor| (tensor.name.clone(), tensor.shape.clone(), &tensor.values[..]));
        write(named, &[])
    }

    /// The network of this plan with the weights of a `safetensors` file.
    ///
    /// # Errors
    /// When the plan does not hold, the file is damaged, or it has other tensors than the plan.
    pub fn from_bytes(plan: &Plan, bytes: &[u8]) -> Result<Network, NetError> {
        let mut network = Network::new(plan, 0)?;
        let file = open("weights", bytes)?;
        for tensor in &mut network.tensors {
            tensor.values = read(&file, "", tensor)?;
        }
        let known: Vec<String> = network.tensors.iter().map(|tensor| tensor.name.clone()).collect();
        only(&file, &known)?;
        Ok(network)
    }
}

/// A `safetensors` file of these tensors and notes.
pub(crate) fn write<'a>(
    tensors: impl Iterator<Item = (String, Vec<usize>, &'a [f32])>,
    notes: &[(&str, String)],
) -> Vec<u8> {
    let raw: Vec<(String, Vec<usize>, Vec<u8>)> = tensors
        .map(|(name, shape, values)| {
            (name, shape, values.iter().flat_map(|value| value.to_le_bytes()).collect())
        })
        .collect();
    let views = raw.iter().map(|(name, shape, bytes)| {
        let view = TensorView::new(Dtype::F32, shape.clone(), bytes);
        (name, view.expect("a tensor has as many values as its shape says"))
    });
    let notes =
        notes.iter().map(|(name, note)| (String::from(*name), note.clone())).collect::<HashMap<_, _>>();
    serialize(views, (!notes.is_empty()).then_some(notes)).expect("tensors of valid shape can be written")
}

/// Opens a `safetensors` file.
pub(crate) fn open<'a>(what: &'static str, bytes: &'a [u8]) -> Result<SafeTensors<'a>, NetError> {
    SafeTensors::deserialize(bytes).map_err(|cause| NetError::Corrupt { what, cause: cause.to_string() })
}

/// Checks that a file has no tensors but these.
pub(crate) fn only(file: &SafeTensors<'_>, known: &[String]) -> Result<(), NetError> {
    let mut names = file.names();
    names.sort_unstable();
    match names.into_iter().find(|name| !known.iter().any(|known| known == name)) {
        Some(name) => Err(NetError::Unknown { name: name.into() }),
        None => Ok(()),
    }
}

/// The values of one tensor, kept under its name with this prefix.
pub(crate) fn read(file: &SafeTensors<'_>, prefix: &str, wanted: &Tensor) -> Result<Vec<f32>, NetError> {
    let name = format!("{prefix}{}", wanted.name);
    let Ok(view) = file.tensor(&name) else {
        return Err(NetError::Missing { name, expected: wanted.shape.clone() });
    };
    if view.dtype() != Dtype::F32 || view.shape() != wanted.shape {
        let found = format!("{:?} of shape {:?}", view.dtype(), view.shape());
        return Err(NetError::Shape { name, expected: wanted.shape.clone(), found });
    }
    let (quads, _) = view.data().as_chunks::<4>();
    Ok(quads.iter().map(|quad| f32::from_le_bytes(*quad)).collect())
}
