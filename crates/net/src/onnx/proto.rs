//! The few forms of protocol buffers that an ONNX file needs.

/// A message under construction: fields in the order they are added.
#[derive(Debug, Default)]
pub(super) struct Message(Vec<u8>);

/// The form of a whole number.
const NUMBER: u64 = 0;

/// The form of everything that has a length.
const BYTES: u64 = 2;

impl Message {
    pub fn new() -> Message {
        Message::default()
    }

    /// A field with a whole number; a negative one is given as its two's complement.
    pub fn number(&mut self, field: u64, value: u64) {
        self.varint(field << 3 | NUMBER);
        self.varint(value);
    }

    /// A field with a text.
    pub fn text(&mut self, field: u64, text: &str) {
        self.bytes(field, text.as_bytes());
    }

    /// A field with a message.
    pub fn message(&mut self, field: u64, message: &Message) {
        self.bytes(field, &message.0);
    }

    /// A field with bytes.
    pub fn bytes(&mut self, field: u64, bytes: &[u8]) {
        self.varint(field << 3 | BYTES);
        self.varint(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    /// The finished message.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    /// Seven bits a byte, lowest first; the top bit says that more follow.
    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }
}
