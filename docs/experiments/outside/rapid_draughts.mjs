// A player of draughts that thinks with rapid-draughts 1.0.6 of npm: alpha-beta over bitboards, with quiescence.
//
//     ludometer tournament draughts "exec:node rapid_draughts.mjs --depth 7" alphabeta:depth=5
//
// Needs `npm install` in this folder. It is asked for every position anew and always answers the same. The engine's
// own draws (40 plies without a capture) are never seen by its search: it takes a draw for a loss of whoever is to
// move, and would run from it into real losses. So it knows no draws at all.

import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { EnglishDraughts, EnglishDraughtsComputerFactory } from 'rapid-draughts/english';

const { adapter } = EnglishDraughts.setup();
// The engine's squares are counted as ours are, from 0.
const bit = (square) => adapter.toEngineMove({ origin: square - 1, destination: square - 1, captures: [] }).origin;

/** The engine's game of a position like `B:W18,24,K10:B12,16,K22`. */
function gameOf(position) {
  const [mover, ...fields] = position.split(':');
  const board = { light: 0, dark: 0, king: 0 };
  for (const field of fields.filter((field) => 'BW'.includes(field[0]))) {
    const side = field[0] === 'B' ? 'dark' : 'light';
    for (const item of field.slice(1).split(',').filter(Boolean)) {
      const square = bit(Number(item.replace('K', '')));
      board[side] = (board[side] | square) >>> 0;
      if (item.startsWith('K')) board.king = (board.king | square) >>> 0;
    }
  }
  const stats = { sinceCapture: 0, sinceNonKingAdvance: 0 };
  return EnglishDraughts.setup({ player: mover === 'B' ? 'dark' : 'light', board, stats });
}

/** The first and last square of one of our moves and the squares it captures on, as a text that can be compared. */
function meaning(move) {
  const squares = move.split(/[-x]/).map(Number);
  const captures = move.includes('x') ? squares.slice(1).map((to, at) => between(squares[at], to)) : [];
  return keyOf(squares[0], squares.at(-1), captures);
}

/** The same of one of the engine's moves. */
function theirMeaning({ origin, destination, captures }) {
  return keyOf(origin + 1, destination + 1, captures.map((square) => square + 1));
}

function keyOf(from, to, captures) {
  return `${from} ${to} ${[...captures].sort((one, other) => one - other)}`;
}

/** The square that is jumped over. */
function between(from, to) {
  const [row, column] = [from, to].map(place).reduce((one, other) => one.map((x, at) => (x + other[at]) / 2));
  return 4 * row + Math.floor(column / 2) + 1;
}

function place(square) {
  const row = Math.floor((square - 1) / 4);
  return [row, 2 * ((square - 1) % 4) + 1 - (row % 2)];
}

/** The move the engine plays; two orders of capturing the same pieces are one move to it, of which the first is taken. */
function thinker(depth) {
  const think = EnglishDraughtsComputerFactory.alphaBeta({ maxDepth: depth });
  return async ({ position, legal }) => {
    if (legal.length === 1) return legal[0];
    const wanted = theirMeaning(await think(gameOf(position)));
    return legal.find((move) => meaning(move) === wanted);
  };
}

/** Plays at random and notes whether the engine has the same moves, as checking.py does. */
function checker(file) {
  return ({ position, legal, seed }) => {
    const [ours, theirs] = [legal.map(meaning), gameOf(position).moves.map(theirMeaning)].map((all) => new Set(all));
    const [more, less] = [[...ours].filter((one) => !theirs.has(one)), [...theirs].filter((one) => !ours.has(one))];
    const same = more.length + less.length === 0;
    const note = { position, moves: ours.size, same, ...(same ? {} : { 'only ours': more, 'only theirs': less }) };
    appendFileSync(file, `${JSON.stringify(note)}\n`);
    return legal[seed % legal.length];
  };
}

const { values } = parseArgs({ options: { depth: { type: 'string', default: '7' }, check: { type: 'string' } } });
const choose = values.check ? checker(values.check) : thinker(Number(values.depth));
for await (const line of createInterface({ input: process.stdin })) {
  const move = await choose(JSON.parse(line));
  console.log(JSON.stringify(move ? { move } : { error: 'the engine plays what is not legal' }));
}
