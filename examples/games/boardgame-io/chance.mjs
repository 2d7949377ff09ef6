// boardgame.io's `random` as turns of chance: instead of drawing a number, the game is told what Ludometer drew.
//
// A game asks for its dice in the middle of a move. The move is tried; at the first die nobody has thrown yet it is
// given up, Ludometer throws the die, and the move is tried again with what is known by then. So all outcomes are
// listed, with their true odds, and no player can see the next die in the state.

/** The die that must be thrown before a move can go on. */
export class MissingDie extends Error {
  constructor(sides) {
    super(`a die of ${sides} sides is missing`);
    this.sides = sides;
  }
}

const thrown = { values: [], used: 0 };

/** Tries something that may need dice; throws a MissingDie where those given, counted from 0, are too few. */
export function withDice(values, attempt) {
  Object.assign(thrown, { values, used: 0 });
  return attempt();
}

function below(sides) {
  if (thrown.used === thrown.values.length) throw new MissingDie(sides);
  thrown.used += 1;
  return thrown.values[thrown.used - 1];
}

function dice(sides, count) {
  const throwOne = () => below(sides) + 1;
  return count === undefined ? throwOne() : Array.from({ length: count }, throwOne);
}

function shuffle(deck) {
  const rest = [...deck];
  return Array.from(deck, () => rest.splice(rest.length > 1 ? below(rest.length) : 0, 1)[0]);
}

const api = {
  Die: (sides = 6, count = undefined) => dice(sides, count),
  ...Object.fromEntries([4, 6, 8, 10, 12, 20].map((sides) => [`D${sides}`, (count) => dice(sides, count)])),
  Shuffle: shuffle,
  Number() {
    throw new Error("random.Number has too many outcomes to list them: use random.Die or random.Shuffle");
  },
  // boardgame.io asks its own plugin for these after each move.
  _private: { isUsed: () => false, getState: () => ({}) },
};

/** Goes into a game's `plugins`, where it takes the place of boardgame.io's own plugin of this name. */
export const randomPlugin = { name: "random", api: () => api };
