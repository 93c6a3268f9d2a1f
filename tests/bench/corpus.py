"""What the benchmarks are run on: random games, the same ones each time; of chess as well."""

import random
from typing import NamedTuple

import chess
import chess.pgn

import pbem
from pbem import record, session
from pbem.game import CHANCE, END, NOBODY, State, Step
from pbem.header import Header
from pbem.notation import Chance, Notation, Turn

PLAYERS = {
    "maharani": [
        ["Ana=green,yellow", "Bob=red,blue"],
        ["Ana=green", "Bob=red", "Cid=blue"],
        ["Ana=green", "Bob=red", "Cid=blue", "Dana=yellow"],
    ],
    "majolica": [["Ana"], ["Ana", "Bob"], ["Ana", "Bob", "Cid"], ["Ana", "Bob", "Cid", "Dana"]],
    "rajas": [
        ["Ana=yellow", "Bob=red"],
        ["Ana=yellow", "Bob=red", "Cid=blue"],
        ["Ana=yellow", "Bob=red", "Cid=blue", "Dana=green"],
    ],
}
"""By game: players, a list for each number of them."""
CHESS_PLIES = 80  # an average game of people


class Played(NamedTuple):
    """A finished game: all that was applied to its first position, the lines of its log, its record."""

    header: Header
    steps: list[Step]
    lines: list[str]
    turns: int
    record: str


def start(seed: int, game: str = "maharani") -> session.Session:
    """A new game, dealt from a seed; the number of players goes with the seed."""
    players = PLAYERS[game][seed % len(PLAYERS[game])]
    return pbem.new(game, players, kind="seed", seed=f"bench {seed}", id=f"bench-{seed}")


def play(seed: int, chance: str = "seed", game_id: str = "maharani") -> Played:
    """A game played at random to its end; `chance` is how its record says that it was dealt: seed or manual."""
    rng = random.Random(seed)
    game = start(seed, game_id)
    assert game.dealer is not None
    notation = Notation.of(game.rules.id)
    state: State = game.rules.start(game.header)
    steps: list[Step] = []
    lines: list[str] = []
    while state.actor != NOBODY:
        if state.actor == CHANCE:
            result = state.deal(game.dealer.choose)
            state.apply(result)
            steps.append(result)
            lines.append(notation.format(Chance(result, None)))
            continue
        number, name = state.turn, game.header.names[state.actor]
        turn: list[Step] = []
        while state.turn == number and state.actor != CHANCE:
            turn.append(rng.choice(state.steps()))
            state.apply(turn[-1])
        steps += turn
        written = tuple(step for step in turn if step is not END)
        lines.append(notation.format(Turn(number, name, written, state.earned, None)))
    if chance == "manual":
        game.header.chance, game.header.published, game.header.drawn = "manual", "", False
    turns = len({line.split()[0] for line in lines if line[0].isdigit()})
    result = record.result_line(game.header, state.scores(), [])
    return Played(game.header, steps, lines, turns, record.text(game.rules, game.header, lines, result))


def games(count: int, chance: str = "seed") -> list[Played]:
    """That many games of Maharani, of two, three and four players by turns."""
    return [play(seed, chance) for seed in range(count)]


def play_chess(seed: int) -> list[str]:
    """The moves of a game of chess that ends after 80 plies if not before."""
    rng = random.Random(seed)
    board = chess.Board()
    moves: list[str] = []
    while len(moves) < CHESS_PLIES and not board.is_game_over():
        move = rng.choice(list(board.legal_moves))
        moves.append(move.uci())
        board.push(move)
    return moves


def chess_games(plies: int) -> list[list[str]]:
    """Games of chess of that many plies together, or a few more."""
    found: list[list[str]] = []
    while sum(map(len, found)) < plies:
        found.append(play_chess(len(found)))
    return found


def pgn(moves: list[str]) -> str:
    """A game of chess as PGN, with the usual tags and no comments."""
    game = chess.pgn.Game()
    node: chess.pgn.GameNode = game
    for move in moves:
        node = node.add_variation(chess.Move.from_uci(move))
    return f"{game}\n\n"
