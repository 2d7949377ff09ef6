// A player for Ludometer to begin with. Replace `choose`; try it against random play from this folder:
//
//   ludometer tournament tic-tac-toe "exec:node player.mjs" random
import { createInterface } from "node:readline";

/** The move to play: one of question.legal. ../README.md says what else is in a question. */
function choose(question) {
  // By the question's seed, so that the same match can be played again.
  const random = randomNumbers(question.seed);
  return question.legal[Math.floor(random() * question.legal.length)];
}

/** Numbers from 0 to below 1, the same for the same seed, which Math.random cannot give (this is "mulberry32"). */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

createInterface({ input: process.stdin }).on("line", (line) => {
  // Standard output belongs to the answers; console.error is for you.
  process.stdout.write(`${JSON.stringify({ move: choose(JSON.parse(line)) })}\n`);
});
