//! What a network looks like, as `model.toml` keeps it.

use crate::NetError;
use serde::{Deserialize, Serialize};

/// The widest layer there may be; kernels rely on it.
pub(crate) const WIDEST: usize = 4096;
/// The most blocks or layers there may be.
const DEEPEST: usize = 256;

/// What the network sees of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Input {
    /// Planes over a board, plane by plane and each row by row.
    Grid {
        /// How many planes.
        planes: usize,
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        columns: usize,
    },
    /// Numbers without neighbourhood.
    Flat {
        /// How many numbers.
        inputs: usize,
    },
}

/// What carries the thinking between the input and the heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Body {
    /// Residual blocks of two 3×3 convolutions each, for a grid.
    #[serde(rename = "resnet")]
    ResNet {
        /// How many blocks follow the first convolution.
        blocks: usize,
        /// Channels of each convolution.
        channels: usize,
    },
    /// Fully connected layers with batch norm, for flat inputs. From the second layer on, each two
    /// form a residual block; a last one without partner stands alone.
    Mlp {
        /// How many layers.
        layers: usize,
        /// Width of each layer.
        width: usize,
    },
}

/// How large the heads are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heads {
    /// Channels to which each head squeezes the body's.
    pub channels: usize,
    /// Width of the hidden layer of the value head.
    pub hidden: usize,
}

/// The structure of a network: with a seed it gives the first weights, with a file the learnt ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Numbers appended to each position, such as parameters of the rules: broadcast over the board
    /// for a grid, plain inputs otherwise.
    #[serde(default)]
    pub constants: usize,
    /// How many actions the policy speaks about.
    pub policy: usize,
    /// How many values are predicted: 1 for two seats of opposed interest, else one per seat.
    pub value: usize,
    /// Names of further numbers to predict, such as the final score or the turns left.
    #[serde(default)]
    pub aux: Vec<String>,
    /// What a position looks like.
    pub input: Input,
    /// What carries the thinking.
    pub body: Body,
    /// How large the heads are.
    pub heads: Heads,
}

impl Plan {
    /// A network for a board: residual blocks, and heads of at most 32 channels.
    #[must_use]
    pub fn grid(planes: usize, rows: usize, columns: usize, blocks: usize, channels: usize) -> Plan {
        Plan {
            constants: 0,
            policy: 1,
            value: 1,
            aux: Vec::new(),
            input: Input::Grid { planes, rows, columns },
            body: Body::ResNet { blocks, channels },
            heads: Heads { channels: channels.min(32), hidden: 64 },
        }
    }

    /// A network for numbers without neighbourhood; its heads are as wide as its body.
    #[must_use]
    pub fn flat(inputs: usize, layers: usize, width: usize) -> Plan {
        Plan {
            constants: 0,
            policy: 1,
            value: 1,
            aux: Vec::new(),
            input: Input::Flat { inputs },
            body: Body::Mlp { layers, width },
            heads: Heads { channels: width, hidden: 64 },
        }
    }

    /// The same with this many actions and values.
    #[must_use]
    pub fn with_outputs(mut self, policy: usize, value: usize) -> Plan {
        (self.policy, self.value) = (policy, value);
        self
    }

    /// The same with this many constants appended to each position.
    #[must_use]
    pub fn with_constants(mut self, constants: usize) -> Plan {
        self.constants = constants;
        self
    }

    /// The same with these further numbers to predict.
    #[must_use]
    pub fn with_aux(mut self, names: &[&str]) -> Plan {
        self.aux = names.iter().map(|&name| name.into()).collect();
        self
    }

    /// How many numbers describe one position: planes (or inputs), then constants.
    #[must_use]
    pub fn input_len(&self) -> usize {
        self.planes() * self.cells() + self.constants
    }

    /// Checks that the plan describes a network that can be built.
    ///
    /// # Errors
    /// When a size is zero or too large, or the body does not suit the input.
    pub fn check(&self) -> Result<(), NetError> {
        match (self.input, self.body) {
            (Input::Grid { .. }, Body::Mlp { .. }) => return refuse("a grid needs the body `resnet`"),
            (Input::Flat { .. }, Body::ResNet { .. }) => return refuse("flat inputs need the body `mlp`"),
            (Input::Flat { .. }, Body::Mlp { layers: 0, .. }) => return refuse("layers must be at least 1"),
            _ => {}
        }
        let sizes = [
            ("planes or inputs", self.planes(), WIDEST - self.constants.min(WIDEST)),
            ("cells of the board", self.cells(), 4096),
            ("channels or width", self.width(), WIDEST),
            ("policy", self.policy, 1 << 16),
            ("value", self.value, WIDEST),
            ("heads.channels", self.heads.channels, WIDEST),
            ("heads.hidden", self.heads.hidden, WIDEST),
        ];
        for (name, size, most) in sizes {
            if size == 0 || size > most {
                return refuse(&format!("{name} must be 1 to {most}, and is {size}"));
            }
        }
        if self.depth() > DEEPEST {
            return refuse(&format!("blocks or layers must be at most {DEEPEST}, and are {}", self.depth()));
        }
        Ok(())
    }

    fn depth(&self) -> usize {
        match self.body {
            Body::ResNet { blocks, .. } => blocks,
            Body::Mlp { layers, .. } => layers,
        }
    }

    pub(crate) fn planes(&self) -> usize {
        match self.input {
            Input::Grid { planes, .. } => planes,
            Input::Flat { inputs } => inputs,
        }
    }

    pub(crate) fn board(&self) -> (usize, usize) {
        match self.input {
            Input::Grid { rows, columns, .. } => (rows, columns),
            Input::Flat { .. } => (1, 1),
        }
    }

    pub(crate) fn cells(&self) -> usize {
        let (rows, columns) = self.board();
        rows.saturating_mul(columns)
    }

    pub(crate) fn width(&self) -> usize {
        match self.body {
            Body::ResNet { channels, .. } => channels,
            Body::Mlp { width, .. } => width,
        }
    }

    pub(crate) fn is_grid(&self) -> bool {
        matches!(self.input, Input::Grid { .. })
    }
}

fn refuse(why: &str) -> Result<(), NetError> {
    Err(NetError::Plan(why.into()))
}
