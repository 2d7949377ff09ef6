//! The fast lane against the Luau VM: constructs one by one, whole games, reasons for the slow lane, faults.

mod constructs;
mod faults;
mod files;
mod games;
mod reasons;
mod table;
