"""A player of draughts that thinks with OpenSpiel's checkers and its Monte Carlo tree search in C++.

    ludometer tournament draughts "exec[move=60]:.venv/bin/python openspiel_checkers.py --sims 10000" alphabeta:depth=5

Needs `pip install open_spiel==2.0.2`. The search is `pyspiel.MCTSBot` with random rollouts and the settings of
OpenSpiel's own example: `uct_c` 2, one rollout a leaf, proven nodes solved.

**The same position.** OpenSpiel's checkers cannot be set to a position from Python, so its game is played along: from
one question to the next the player has moved and the opponent has answered, and a match begins within the first few
moves. Each jump is an action of its own there; the actions of a whole turn are one move here.

**The draw.** OpenSpiel calls it a draw after 40 plies without a capture, whatever else was moved, and knows no
repetition. Here it takes 80 plies in which nothing was captured *and no man stepped*, or the third time of a
position. A player that believed in 40 plies would give up wins, so each search is given a count that leaves it as
many plies as are left here (no more than 40, that is all it can count). Nothing in the interface sets the count; but
playing on, legally and at random, until something is captured, and taking all of it back, leaves the position as it was
and the count at zero: what is taken back is not uncounted. The game that is played along is kept near zero in this way,
for at a high count there is no time left to capture anything; a copy of it is counted up for the search.
"""

import argparse
import random

import pyspiel

from checking import checked
from draughts_text import place, read_position, square_of, squares
from lines import serve

# Plies without a capture that OpenSpiel allows, and quiet plies that Ludometer does.
THEIRS, OURS = 40, 80
# Plies from the beginning within which a match may begin: an opening of three moves, and one of the opponent.
OPENING = 4
# OpenSpiel's signs for our pieces. Its first player sits at the bottom of its board, ours at the top of ours.
SIGNS = {"b": "o", "B": "8", "w": "+", "W": "*"}
# Games at random that may be tried until one captures something.
TRIES = 200


def their_board(pieces):
    """The 64 cells of our position as OpenSpiel shows them: turned by half a turn, as Black begins here and White there."""
    cells = ["."] * 64
    for square, piece in pieces.items():
        row, column = place(square)
        cells[8 * (7 - row) + 7 - column] = SIGNS[piece]
    return "".join(cells)


def board_of(state):
    rows = str(state).splitlines()[:8]
    return "".join(row[1:] for row in rows)


def our_square(name):
    """`a3` as one of the squares from 1 to 32."""
    return square_of(int(name[1]) - 1, 7 - (ord(name[0]) - ord("a")))


def turns(state):
    """Every whole turn as (the squares it touches, its actions, the state it leads to)."""
    mover, begun, found = state.current_player(), [((), (), state)], []
    while begun:
        way, actions, reached = begun.pop()
        for action in reached.legal_actions():
            text = reached.action_to_string(action)
            after = reached.child(action)
            step = (our_square(text[:2]), our_square(text[2:]))
            turn = (way + step[1:] if way else step, (*actions, action), after)
            unfinished = not after.is_terminal() and after.current_player() == mover
            (begun if unfinished else found).append(turn)
    return found


def uncounted(state, rng):
    """The same state after no ply without a capture; None where random play does not come to one."""
    for _ in range(TRIES):
        game = state.clone()
        if taken_back(game, rng):
            return game
    return None


def counted(state, more):
    """The same state after so many more plies without a capture."""
    game, mover = state.clone(), state.current_player()
    quiet = [action for action in state.legal_actions() if is_step(state, action)]
    for _ in range(more if quiet else 0):
        game.apply_action(quiet[0])
        game.undo_action(mover, quiet[0])
    return game


def taken_back(game, rng):
    """Plays at random until something is captured, takes all of it back, and says whether there was a capture."""
    played, captured = [], False
    while not captured and not game.is_terminal():
        mover = game.current_player()
        action = rng.choice(game.legal_actions())
        captured = not is_step(game, action)
        game.apply_action(action)
        played.append((mover, action))
        # A series of jumps is played to its end: that one goes on is not taken back.
        captured &= game.is_terminal() or game.current_player() != mover
    for mover, action in reversed(played):
        game.undo_action(mover, action)
    return captured


def is_step(state, action):
    text = state.action_to_string(action)
    return abs(ord(text[0]) - ord(text[2])) == 1


class Player:
    def __init__(self, sims, seed):
        self.game = pyspiel.load_game("checkers")
        self.sims, self.seed = sims, seed
        self.state, self.count = None, 0

    def follow(self, mover, board):
        """Brings the game to where the match is: one turn of the opponent further, or at the beginning of a match."""
        def fits(state):
            return not state.is_terminal() and state.current_player() == mover and board_of(state) == board

        if self.state is not None:
            for _, _, after in turns(self.state):
                if fits(after):
                    self.count += 1
                    return after
        reached, self.count = [self.game.new_initial_state()], OPENING
        for _ in range(OPENING):
            for state in reached:
                if fits(state):
                    return state
            reached = [after for state in reached for _, _, after in turns(state)]
        for state in reached:
            if fits(state):
                return state
        raise ValueError("the position is neither one move further nor near the beginning of a match")

    def begin(self, question):
        """The game where the match is, with the count of the match."""
        mover, pieces, quiet = read_position(question["position"])
        self.state = self.follow("BW".index(mover), their_board(pieces))
        rng = random.Random(f"{self.seed} {question['seed']}")
        fresh = uncounted(self.state, rng)
        if fresh is not None:
            self.state, self.count = fresh, 0
        return counted(self.state, quiet - (OURS - THEIRS) - self.count), rng

    def legal(self, question):
        self.begin(question)
        return {squares(move) for move in question["legal"]}, {way for way, _, _ in turns(self.state)}

    def played(self, move):
        self.state = next(after for way, _, after in turns(self.state) if way == squares(move))
        self.count += 1

    def choose(self, question):
        state, rng = self.begin(question)
        evaluator = pyspiel.RandomRolloutEvaluator(1, rng.getrandbits(31))
        bot = pyspiel.MCTSBot(self.game, evaluator, 2.0, self.sims, 1000, True, rng.getrandbits(31), False)
        way, me = (), state.current_player()
        while not state.is_terminal() and state.current_player() == me:
            legal = state.legal_actions()
            action = legal[0] if len(legal) == 1 else bot.step(state)
            text = state.action_to_string(action)
            way += (our_square(text[:2]), our_square(text[2:]))[1 if way else 0:]
            state.apply_action(action)
            self.state.apply_action(action)
        self.count += 1
        return next(move for move in question["legal"] if squares(move) == way)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description="Plays draughts with OpenSpiel's MCTS.")
    options.add_argument("--sims", type=int, default=10_000, help="simulations for each move")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--check", metavar="FILE", help="play at random, and note whether the rules agree")
    chosen = options.parse_args()
    player = Player(chosen.sims, chosen.seed)
    serve(checked(player.legal, chosen.check, player.played) if chosen.check else player.choose)
