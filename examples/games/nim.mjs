// Nim as a Ludometer game: `ludometer playtest "exec:node examples/games/nim.mjs"`.
//
// Take any number of stones from one heap; who takes the last stone of all wins. The program answers one line of JSON
// for each line it gets, and a list of questions with a list of answers. A state is the heaps and whose turn it is.

const HEAPS = [3, 5, 7];

/** Everything there is to say about a state. */
function describe(heaps, turn) {
  const [state, text] = [[heaps, turn], heaps.join(" ")];
  const moves = [];
  for (let heap = 0; heap < heaps.length; heap += 1) {
    for (let taken = 1; taken <= heaps[heap]; taken += 1) moves.push(`${heap + 1}:${taken}`);
  }
  return moves.length > 0 ? { state, text, turn, moves } : { state, text, over: true, winner: 1 - turn };
}

function play([heaps, turn], move) {
  const [heap, taken] = move.split(":").map(Number);
  if (!(taken >= 1 && taken <= heaps[heap - 1])) throw new Error(`${move} cannot be taken`);
  const left = [...heaps];
  left[heap - 1] -= taken;
  return describe(left, 1 - turn);
}

function answer(question) {
  if (Array.isArray(question)) return question.map(answer);
  try {
    switch (question.do) {
      case "hello": {
        const stones = HEAPS.reduce((sum, heap) => sum + heap);
        return { name: "nim", seats: 2, limit: stones + 1, batch: true };
      }
      case "initial":
        return describe(HEAPS, 0);
      case "play":
        return play(question.state, question.move);
      default:
        return { error: `no answer to ${question.do}` };
    }
  } catch (error) {
    return { error: error.message };
  }
}

// A chunk may end in the middle of a line: the rest waits for the next one. All answers of a chunk leave at once.
let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  if (lines.length > 0) {
    process.stdout.write(lines.map((line) => `${JSON.stringify(answer(JSON.parse(line)))}\n`).join(""));
  }
});
