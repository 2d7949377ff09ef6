//! One program for all tests of agents: every agent is compiled for every game once, not once a file.

mod alphabeta;
mod every_game;
mod mcts_options;
mod solve;
mod strength;
