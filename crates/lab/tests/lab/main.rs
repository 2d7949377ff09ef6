//! One program for all tests of the lab: every agent is compiled for every game once, in the library.

mod catalog;
mod conduct;
mod job;
mod kit;
mod plan;
mod solve;
mod timing;
mod tournament;
mod truths;
