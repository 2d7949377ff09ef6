//! Trainers on the shipped games: known values, exact responses, bots that play what was learnt.

mod alphazero;
mod bots;
mod cases;
mod convergence;
mod earnings;
mod kit;
mod q;
mod refusals;
mod response;
mod restricted;
mod smaller;
mod td;
mod together;
