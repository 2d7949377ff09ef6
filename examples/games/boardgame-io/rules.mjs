// What Ludometer asks about a game, answered by boardgame.io's own reducer.
//
// A state is written with only what is needed to go on: G, ctx and the data of plugins, and the move that waits for
// dice. What boardgame.io adds for undo, logs and servers would make the same position look different.
import { CreateGameReducer, InitializeGame } from "boardgame.io/internal";
import { MissingDie, randomPlugin, withDice } from "./chance.mjs";

/** boardgame.io's own plugins; what they know is made anew with every move. */
const PASSING_PLUGINS = ["random", "log", "events", "plugin-immer", "plugin-serializable"];
/** Matches tried to find out whether a game throws dice, and the moves after which each is given up. */
const TRIALS = { matches: 20, moves: 200 };

export class Rules {
  /** `picture` and `sample` are what the game's file knows beyond boardgame.io; they may be undefined. */
  constructor(game, seats, { picture = (G) => JSON.stringify(G), sample }) {
    this.game = { ...game, disableUndo: true, plugins: [...(game.plugins ?? []), randomPlugin] };
    this.seats = seats;
    this.picture = picture;
    this.sampled = sample;
    this.hidden = game.playerView !== undefined;
    this.reducer = CreateGameReducer({ game: this.game });
  }

  hello() {
    const sum = this.seats === 2 ? "zero" : "general";
    return {
      name: this.game.name,
      seats: this.seats,
      sum,
      chance: this.throwsDice(),
      hidden: this.hidden,
      batch: true,
    };
  }

  initial() {
    return this.attempt(null, { dice: [] });
  }

  play({ position, waiting }, move) {
    if (!waiting) return this.attempt(position, { move, dice: [] });
    return this.attempt(position, { ...waiting, dice: [...waiting.dice, Number(move) - 1] });
  }

  view({ position }, seat) {
    if (!position) return null;
    const { G, ctx } = position;
    return { G: this.game.playerView({ G, ctx, playerID: String(seat) }), ctx };
  }

  sample({ position, waiting }, seat, seed) {
    const believed = position && { ...position, G: this.sampled(position.G, position.ctx, String(seat), seed) };
    return waiting ? this.attempt(believed, waiting) : this.describe(believed);
  }

  /** The state after a move, or after the setup where there is no position yet; or a turn of chance on the way. */
  attempt(position, waiting) {
    try {
      return this.describe(
        withDice(waiting.dice, () => (position ? this.reduce(position, waiting.move) : this.setup())),
      );
    } catch (missing) {
      if (!(missing instanceof MissingDie)) throw missing;
      const moves = Array.from({ length: missing.sides }, (_, side) => String(side + 1));
      return { state: { position, waiting }, turn: "chance", moves, text: this.text(position) };
    }
  }

  setup() {
    return InitializeGame({ game: this.game, numPlayers: this.seats });
  }

  reduce(position, move) {
    const { player, actions } = this.choices(position);
    const action = actions.get(move);
    if (!action) throw new Error(`${move} is not among ${[...actions.keys()].join(" ")}`);
    const type = action.isEvent ? "GAME_EVENT" : "MAKE_MOVE";
    const payload = { type: action.name, args: action.args, playerID: player };
    // The reducer writes into ctx and plugins, and a move that waits for dice must start again from what was before.
    const { ctx, plugins } = structuredClone({ ctx: position.ctx, plugins: position.plugins });
    const before = { G: position.G, ctx, plugins, _undo: [], _redo: [], _stateID: 0 };
    const after = this.reducer(before, { type, payload });
    const refused = after.transients?.error;
    if (refused) throw new Error(`ai.enumerate offers ${move}, and the game refuses it: ${refused.type}`);
    return after;
  }

  describe({ G, ctx, plugins }) {
    const lasting = Object.entries(plugins).filter(([name]) => !PASSING_PLUGINS.includes(name));
    const position = { G, ctx, plugins: Object.fromEntries(lasting) };
    const answer = { state: { position }, text: this.text(position) };
    if (ctx.gameover !== undefined) return { ...answer, over: true, ...this.result(ctx.gameover) };
    const { player, actions } = this.choices(position);
    if (actions.size === 0) throw new Error(`it is not over, and ai.enumerate has nothing for player ${player}`);
    return { ...answer, turn: Number(player), moves: [...actions.keys()] };
  }

  /** Who is to move and what can be done. Of players who may move at the same time the first who can does. */
  choices({ G, ctx }) {
    const others = Object.keys(ctx.activePlayers ?? {});
    const active = ctx.activePlayers && !others.includes(ctx.currentPlayer) ? others : [ctx.currentPlayer, ...others];
    const choices = active.map((player) => ({ player, actions: enumerated(this.game.ai.enumerate(G, ctx, player)) }));
    return choices.find(({ actions }) => actions.size > 0) ?? choices[0];
  }

  result(gameover) {
    const { winner, draw } = gameover;
    const winners = [winner ?? []].flat().map(Number);
    const points = Array.from({ length: this.seats }, (_, seat) => (winners.includes(seat) ? 1 : -1));
    if (draw || winner === null || !points.includes(-1)) return { winner: null };
    if (points.includes(1)) return { points };
    throw new Error(`gameover is ${JSON.stringify(gameover)}, and is understood as {winner: "0"} or {draw: true}`);
  }

  text(position) {
    return position ? this.picture(position.G, position.ctx) : "before the start";
  }

  /** boardgame.io does not say whether a game throws dice, so some matches are played to see. */
  throwsDice() {
    let number = 1;
    const below = (count) => {
      number = (number * 48271) % 2147483647;
      return number % count;
    };
    for (let match = 0; match < TRIALS.matches; match += 1) {
      try {
        if (this.meetsChance(below)) return true;
      } catch {
        // What is wrong with the game is told where Ludometer meets it in a match.
      }
    }
    return false;
  }

  meetsChance(below) {
    let answer = this.initial();
    for (let move = 0; move < TRIALS.moves && !answer.over; move += 1) {
      if (answer.turn === "chance") return true;
      answer = this.play(answer.state, answer.moves[below(answer.moves.length)]);
    }
    return false;
  }
}

/** Actions by their texts, such as `clickCell(4)`. */
function enumerated(actions) {
  const named = actions.map((action) => {
    const { type, args } = action.payload ?? { type: action.move ?? action.event, args: action.args };
    const list = [args ?? []].flat(1);
    return { name: type, args: list, isEvent: action.event !== undefined || action.type === "GAME_EVENT" };
  });
  const text = ({ name, args }) => `${name}(${args.map((value) => JSON.stringify(value)).join(",")})`;
  return new Map(named.map((action) => [text(action), action]));
}
