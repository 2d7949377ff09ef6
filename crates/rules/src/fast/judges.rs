//! Rules that judge only look: `over`, `stuck`, `moves` and what must always hold.
//!
//! The machine compares the state before and after each of them. Compiled rules do without: here it is seen from the
//! code that a judge reaches no write at all, and a file whose judges might write stays in the machine.

use super::SlowLane;
use super::body::Body;
use super::holders::Holder;
use super::kinds::Kind;
use super::program::Program;
use super::runtime::FIRST_OWN;

/// What a compiled function does besides giving values back.
#[derive(Default)]
pub(super) struct Deeds {
    /// The first line that writes to the state.
    write: Option<u32>,
    /// The functions it calls, by the numbers of their copies.
    calls: Vec<u32>,
}

impl Program<'_> {
    /// A compiled function must reach no write to the state.
    pub(super) fn demand_looks_only(&self, name: &str, number: u32) -> Result<(), SlowLane> {
        let mut reached = vec![number - FIRST_OWN];
        let mut next = 0;
        while let Some(copy) = reached.get(next) {
            let deeds = &self.deeds[*copy as usize];
            if let Some(line) = deeds.write {
                let because = format!("changes the state, and may do so for `{name}`, which only looks");
                return Err(SlowLane { judge_writes: true, ..SlowLane::new(line, because) });
            }
            let new: Vec<u32> = deeds.calls.iter().copied().filter(|copy| !reached.contains(copy)).collect();
            reached.extend(new);
            next += 1;
        }
        Ok(())
    }
}

impl Body<'_, '_> {
    fn deeds(&mut self) -> &mut Deeds {
        &mut self.program.deeds[self.copy as usize]
    }

    /// Notes a write to the state.
    pub(super) fn note_write(&mut self, line: u32) {
        self.deeds().write.get_or_insert(line);
    }

    /// Notes a write into something with places, if it belongs to the state.
    pub(super) fn note_write_into(&mut self, holder: &Holder, line: u32) {
        if holder.kind != Kind::List {
            self.note_write(line);
        }
    }

    /// Notes a call of a compiled function.
    pub(super) fn note_call(&mut self, number: u32) {
        self.deeds().calls.push(number - FIRST_OWN);
    }
}
