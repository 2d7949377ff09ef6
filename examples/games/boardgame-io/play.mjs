// Any boardgame.io game that has `ai.enumerate`, as a Ludometer game. Once: `npm install` in this folder. Then
//
//   ludometer playtest "exec:node examples/games/boardgame-io/play.mjs examples/games/boardgame-io/tic-tac-toe.mjs"
//
// The words after play.mjs are a file whose default export is the game, and how many play (2 where nothing is said).
// Beside the game the file may export
//
//   picture(G, ctx)                  the table as text, for people;
//   sample(G, ctx, playerID, seed)   where the game has a playerView: a G as the player believes it could be. What the
//                                    player sees of it is as it is, everything else is drawn by the seed.
import module from "node:module";
import { basename, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { resolve as resolvePart } from "./resolve.mjs";

/** Ends the program; Ludometer shows what it said last. */
function giveUp(message) {
  console.error(`play.mjs: ${message}`);
  process.exit(1);
}

async function load(file, seats) {
  const found = await import(pathToFileURL(resolve(file))).catch((error) => {
    giveUp(`${file} cannot be loaded: ${error.message}`);
  });
  const { default: game, picture, sample } = found;
  if (!game?.ai?.enumerate) giveUp(`${file} has no default export with ai.enumerate, which says what can be done`);
  if (game.playerView && !sample) {
    giveUp(`${file} hides something by playerView: let it export sample(G, ctx, playerID, seed) too, see play.mjs`);
  }
  const { Rules } = await import("./rules.mjs");
  return new Rules({ ...game, name: game.name ?? basename(file, extname(file)) }, seats, { picture, sample });
}

function answer(rules, question) {
  if (Array.isArray(question)) return question.map((one) => answer(rules, one));
  try {
    switch (question.do) {
      case "hello":
        return rules.hello();
      case "initial":
        return rules.initial();
      case "play":
        return rules.play(question.state, question.move);
      case "view":
        return rules.view(question.state, question.seat);
      case "sample":
        return rules.sample(question.state, question.seat, question.seed);
      default:
        return { error: `no answer to ${question.do}` };
    }
  } catch (error) {
    return { error: error.message };
  }
}

/** The same position is written the same, in whatever order a game filled its objects. */
function sorted(_key, value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

const [file, players = "2"] = process.argv.slice(2);
const seats = Number(players);
if (!file || !Number.isInteger(seats) || seats < 1) giveUp("usage: node play.mjs GAME.mjs [PLAYERS]");
try {
  module.createRequire(import.meta.url).resolve("boardgame.io/internal");
} catch {
  giveUp("boardgame.io is not installed: run `npm install` in the folder of play.mjs");
}
// Node before 22.15 has hooks only in a thread of their own.
if (module.registerHooks) module.registerHooks({ resolve: resolvePart });
else module.register("./resolve.mjs", import.meta.url);
// Standard output belongs to the answers.
console.log = console.info = console.debug = console.error;
const rules = await load(file, seats);
Math.random = () => {
  throw new Error("the game calls Math.random, so no match could be repeated: use the random plugin of boardgame.io");
};

let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  if (lines.length > 0) {
    process.stdout.write(lines.map((line) => `${JSON.stringify(answer(rules, JSON.parse(line)), sorted)}\n`).join(""));
  }
});
