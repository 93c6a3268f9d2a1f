"""Random games of chess, the same ones each time, as moves and as PGN."""

import random

import chess
import chess.pgn

PLIES = 80  # an average game of people


def play(seed: int) -> list[str]:
    """The moves of a game that ends after 80 plies if not before."""
    rng = random.Random(seed)
    board = chess.Board()
    moves: list[str] = []
    while len(moves) < PLIES and not board.is_game_over():
        move = rng.choice(list(board.legal_moves))
        moves.append(move.uci())
        board.push(move)
    return moves


def games(plies: int) -> list[list[str]]:
    """Games of that many plies together, or a few more."""
    found: list[list[str]] = []
    while sum(map(len, found)) < plies:
        found.append(play(len(found)))
    return found


def pgn(moves: list[str]) -> str:
    """A game as PGN, with the usual tags and no comments."""
    game = chess.pgn.Game()
    node: chess.pgn.GameNode = game
    for move in moves:
        node = node.add_variation(chess.Move.from_uci(move))
    return f"{game}\n\n"
