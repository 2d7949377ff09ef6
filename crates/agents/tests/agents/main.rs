//! One program for all tests of agents: every agent is compiled for every game once, not once a file.

mod alphabeta;
mod every_game;
mod expectiminimax;
mod explored;
mod halting;
mod infosets;
mod lesson;
mod mcts_options;
mod puct;
mod quiet;
mod solve;
mod strength;
mod weights;
