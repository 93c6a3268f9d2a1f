"""Finished games with the position after every line, and perft: exact numbers of legal turns from fixed positions."""

import random
from pathlib import Path

import pytest

from pbem import session
from pbem.session import Session, perft
from tests.support import DATA, ROOT, chooser, new_manual

GAMES = {
    "maharani-2": ROOT / "examples" / "maharani-demo.pbem",
    "maharani-3": ROOT / "examples" / "maharani-three.pbem",
    "maharani-4": ROOT / "examples" / "maharani-four.pbem",
}


def trace(game: Session) -> str:
    """One line per line of the log: key of the position after it, scores, the line."""
    again = session.new(game.game.id, kind="manual", setup=game.setup(1), id="trace")
    again.header.chance = "manual"
    lines = []
    for text in game.log:
        again.play(text)
        scores = " ".join(map(str, again.state.scores()))
        lines.append(f"{again.key} {scores:>12}  {text}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_positions_of_golden_games(name: str, update_golden: bool) -> None:
    game = session.load(str(GAMES[name]))
    empty = session.new(
        game.game.id,
        [f"{p.name}={','.join(p.colours)}" for p in game.header.players],
        seats={p.name: p.seat for p in game.header.players},
        first=game.header.names[game.header.first],
        kind="manual",
        id="trace",
    )
    lines = []
    for text in game.log:
        empty.play(text)
        scores = " ".join(map(str, empty.state.scores()))
        lines.append(f"{empty.key} {scores:>12}  {text}")
    now = "\n".join(lines) + "\n"
    path: Path = DATA / "golden" / f"{name}.txt"
    if update_golden:
        path.write_text(now)
    assert now == path.read_text()
    assert empty.over
    assert empty.scores == game.scores


DRAWN = {2: "draw 1:bSE 2:oC 3:rN 4:gW", 3: "draw 1:bC 2:oE 3:rN 4:gNW", 4: "draw 1:vSW 2:yS 3:yN 4:gNE"}

# (players, turns played at random before, depth, legal sequences). Depth 1 was confirmed by an independent program.
PERFT = [(2, 0, 1, 0), (3, 0, 1, 0), (4, 0, 1, 0), (2, 20, 1, 0), (3, 20, 1, 0), (4, 20, 1, 0), (2, 31, 2, 0), (4, 33, 2, 0)]


def fixed_position(players: int, turns: int) -> Session:
    """A position that is the same for ever: given first tiles, then moves that need no random generator."""
    game = new_manual("maharani", players)
    game.play(DRAWN[players])
    step = 0
    while game.turn <= turns and not game.over:
        moves = sorted(move.text for move in game.legal())
        step = (step * 7919 + 104729) % 1000003
        game.play(moves[step % len(moves)])
        bag = sorted(set(game.state.bag))  # type: ignore[attr-defined]
        if bag and game.state.actor == -1:
            numbers = random.Random(0)
            game.play(game.fold.notation.words.format_chance(game.state.deal(chooser(numbers))))
    return game
