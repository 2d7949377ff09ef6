//! The built program, end to end, as a user meets it: what is typed, what is printed, which files are
//! there afterwards and which exit code comes back.

mod bad_input;
mod bytes;
mod cases;
mod check;
mod edges;
mod explain;
mod exports;
mod features;
mod hidden;
mod interrupts;
mod kit;
mod lists;
mod manners;
mod networks;
mod openings;
mod play;
mod playtest;
mod rules;
mod runs;
mod solve;
mod tables;
mod train;
mod verbs;
