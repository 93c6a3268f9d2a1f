"""Hex, the game from outside (tests/outside): games and positions."""

import random

import pbem
from pbem.session import Session


def new(setup: str | None = None, first: str | None = None) -> Session:
    """A game of Ana and Bob."""
    return pbem.new("hex", ["Ana", "Bob"], setup=setup, first=first, id="test")


def played(moves: str) -> Session:
    """A game after some moves."""
    game = new()
    game.play(*moves.split())
    return game


def random_game(rng: random.Random, most: int = 10**6) -> Session:
    """A game played at random, to its end if it may."""
    game = new()
    while not game.over and len(game.log) < most:
        game.play((rng.choice(game.state.steps()),))
    return game


def drawn(game: Session) -> list[str]:
    """The board of a game."""
    return game.rules.paint.board(game.view())
