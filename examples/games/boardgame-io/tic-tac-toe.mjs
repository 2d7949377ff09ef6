// Tic-tac-toe as a boardgame.io game; `play.mjs` in this folder says how Ludometer plays it.
import { INVALID_MOVE } from "boardgame.io/core";

const ROWS = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
];
const COLUMNS = [
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
];
const LINES = [...ROWS, ...COLUMNS, [0, 4, 8], [2, 4, 6]];

const isTaken = (cell) => cell !== null;

export default {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell({ G, playerID }, cell) {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
    },
  },
  endIf({ G }) {
    const line = LINES.find(([first, ...others]) => {
      return isTaken(G.cells[first]) && others.every((cell) => G.cells[cell] === G.cells[first]);
    });
    if (line) return { winner: G.cells[line[0]] };
    if (G.cells.every(isTaken)) return { draw: true };
  },
  ai: {
    enumerate: (G) => G.cells.flatMap((cell, place) => (isTaken(cell) ? [] : [{ move: "clickCell", args: [place] }])),
  },
};

/** How it looks; Ludometer shows this to people. */
export function picture(G) {
  const marks = G.cells.map((cell) => (isTaken(cell) ? "XO"[cell] : "."));
  return ROWS.map((row) => row.map((cell) => marks[cell]).join(" ")).join("\n");
}
