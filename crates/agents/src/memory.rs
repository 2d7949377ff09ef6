//! Whether the tables of agents fit into memory, asked before a match is lost to them.

use crate::AgentError;
use std::fs;

/// What an agent keeps for itself in every seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memory {
    /// Bytes.
    pub bytes: usize,
    /// The parameter that says how many.
    pub parameter: &'static str,
}

/// Tables of one agent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Want {
    /// The agent.
    pub agent: String,
    /// How large each is.
    pub memory: Memory,
    /// How many there are.
    pub tables: usize,
}

impl Want {
    fn bytes(&self) -> u64 {
        (self.memory.bytes as u64).saturating_mul(self.tables as u64)
    }
}

/// Refuses a table that cannot be had.
///
/// # Errors
/// When the memory is not there.
pub fn demand_memory(agent: &str, memory: Memory) -> Result<(), AgentError> {
    demand_room(&[Want { agent: agent.into(), memory, tables: 1 }])
}

/// Refuses tables that cannot be had all at once.
///
/// # Errors
/// When the memory is not there; the error names the agent that wants most.
pub fn demand_room(wants: &[Want]) -> Result<(), AgentError> {
    demand_of(wants, free())
}

fn demand_of(wants: &[Want], free: Option<u64>) -> Result<(), AgentError> {
    let total = wants.iter().map(Want::bytes).fold(0, u64::saturating_add);
    let fits = match free {
        Some(free) => total <= free,
        // Nobody says how much there is: what cannot even be reserved cannot be had.
        None => usize::try_from(total).is_ok_and(|total| Vec::<u8>::new().try_reserve_exact(total).is_ok()),
    };
    match wants.iter().max_by_key(|want| want.bytes()) {
        Some(most) if !fits => {
            Err(AgentError::Memory { agent: most.agent.clone(), what: refusal(most, total, free) })
        }
        _ => Ok(()),
    }
}

fn refusal(most: &Want, total: u64, free: Option<u64>) -> String {
    let Want { memory: Memory { bytes, parameter }, tables, .. } = most;
    let each = bytes >> 20;
    let free = free.map_or_else(String::new, |free| format!(" ({} MB are free)", free >> 20));
    if total == *bytes as u64 {
        return format!("{each} MB are more than this machine can give{free}; lower `{parameter}`");
    }
    let others = if total > most.bytes() { ", with those of the other agents," } else { "" };
    format!(
        "{tables} tables of {each} MB{others} are more than this machine can give{free}; each seat on each \
         thread has its own: lower `{parameter}`, or use fewer threads"
    )
}

/// Bytes that can be had, where the system says so.
fn free() -> Option<u64> {
    let free = available(&fs::read_to_string("/proc/meminfo").ok()?)?;
    let limit = fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let limit = limit.and_then(|text| text.trim().parse::<u64>().ok());
    let used = fs::read_to_string("/sys/fs/cgroup/memory.stat").ok().and_then(|stat| held(&stat));
    Some(limit.map_or(free, |limit| limit.saturating_sub(used.unwrap_or(0)).min(free)))
}

/// What programs of a container hold, without the files the system keeps at hand: "anon 123456".
fn held(stat: &str) -> Option<u64> {
    stat.lines().find_map(|line| line.strip_prefix("anon ")?.trim().parse().ok())
}

/// Linux says "MemAvailable:   123456 kB".
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MB: u64 = 1 << 20;

    fn want(agent: &str, megabytes: usize, tables: usize) -> Want {
        Want { agent: agent.into(), memory: Memory { bytes: megabytes << 20, parameter: "table" }, tables }
    }

    fn said(wants: &[Want], free: Option<u64>) -> String {
        demand_of(wants, free).unwrap_err().to_string()
    }

    #[test]
    fn what_a_container_holds_is_read() {
        assert_eq!(held("anon 4096\nfile 1\n"), Some(4096));
        assert_eq!(held("file 1\nanon_thp 3\n"), None);
    }

    #[test]
    fn all_tables_count_together() {
        assert!(demand_of(&[want("alphabeta", 16, 8)], Some(128 * MB)).is_ok());
        assert!(demand_of(&[], Some(0)).is_ok());
        assert_eq!(
            said(&[want("alphabeta", 16, 8)], Some(127 * MB)),
            "`alphabeta`: 8 tables of 16 MB are more than this machine can give (127 MB are free); each \
             seat on each thread has its own: lower `table`, or use fewer threads"
        );
        assert_eq!(
            said(&[want("alphabeta", 64, 1)], Some(50 * MB)),
            "`alphabeta`: 64 MB are more than this machine can give (50 MB are free); lower \
             `table`"
        );
        let both = said(&[want("solve", 40, 1), want("alphabeta", 30, 2)], Some(99 * MB));
        assert!(both.contains("`alphabeta`: 2 tables of 30 MB"), "{both}");
        assert!(both.contains(", with those of the other agents, are more"), "{both}");
    }

    #[test]
    fn where_nobody_says_what_is_free_the_impossible_is_refused() {
        assert!(demand_of(&[want("alphabeta", 1, 1)], None).is_ok());
        let huge = said(&[want("alphabeta", usize::MAX >> 20, 9)], None);
        assert!(huge.contains("more than this machine can give; each seat"), "{huge}");
    }

    #[test]
    fn the_system_is_read() {
        assert_eq!(available("MemTotal: 9 kB\nMemAvailable:      300 kB\n"), Some(300 << 10));
        assert_eq!(available("nothing"), None);
    }
}
