"""What a move on a command line can become, for shells that complete a word. A fault is no answer, never a message."""

from collections.abc import Iterator
from itertools import islice

from pbem import legal
from pbem.errors import PbemError
from pbem.game import END, State
from pbem.grouping import group, natural
from pbem.session import Session

MOST = 100
"""Candidates; where there are more, how they begin."""


def moves(game: Session, text: str) -> list[str]:
    """The steps that may come next in a move that is begun as `text`, each behind what is written before it."""
    try:
        found = _moves(game, text)
    except PbemError:
        return []
    same_case = [move for move in found if move.startswith(text)]
    if not same_case:  # written in another way: only what is certain
        return found if len(found) == 1 else []
    if len(same_case) <= MOST:
        return same_case
    return [one.begins if one.whole else one.begins.rstrip() for one in group(same_case, MOST) if not one.last]


def _moves(game: Session, text: str) -> list[str]:
    fold = game.fold
    if fold.state.actor < 0 or game.stopped or ";" in text:
        return []
    number, name, pieces, claim = legal.head(fold, text)
    if claim is not None:
        return []
    state = fold.state.copy()
    begun, last = legal.begin(fold, state, number, name, pieces)
    if not text.rstrip().endswith(last):  # written with other signs than a move has
        return []
    stem = text[: len(text.rstrip()) - len(last)] if last else text
    piece = text[len(stem) :]
    if stem.rstrip()[-1:] in ("/", ":") and stem[-1:] != " ":
        stem += " "
    found = list(_following(game, state, piece)) if last else list(_texts(game, state))
    if last in found:  # a whole step: what may come behind it as well
        after = state.copy()
        fold.complete(after, legal.read_steps(fold, last, not begun), begun)
        if not legal.finished(state, after):
            found += [f"{last} / {more}" for more in _texts(game, after)]
    return [stem + one for one in sorted(found, key=natural)]


def _texts(game: Session, state: State) -> Iterator[str]:
    steps = islice(state.steps(), legal.POSITIONS)
    return (game.rules.words.format_step(step) for step in steps if step is not END)


def _following(game: Session, state: State, text: str) -> Iterator[str]:
    """The texts of the steps that begin so; where none does, of those that it can mean."""
    exact = [one for one in _texts(game, state) if one.startswith(text)]
    if exact:
        return iter(exact)
    fits = legal.fitting(game.fold, text)
    steps = (step for step in islice(state.steps(), legal.POSITIONS) if step is not END and fits(step))
    return (game.rules.words.format_step(step) for step in steps)
