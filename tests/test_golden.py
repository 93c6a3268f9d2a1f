"""Finished games with the position after every line, and perft: exact numbers of legal turns from fixed positions."""

import json
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem.legal import perft
from pbem.session import Session
from tests.support import DATA, ROOT

EXAMPLES = ROOT / "examples"
GAMES = [
    *("maharani-demo", "maharani-three", "maharani-four"),
    *("rajas-demo", "rajas-three", "rajas-four"),
    *("majolica-solo", "majolica-demo", "majolica-three", "majolica-four"),
]
PERFT = [line.split() for line in (DATA / "golden" / "perft.txt").read_text().splitlines() if line[0] != "#"]


def replayed_by_hand(game: Session) -> list[str]:
    """Key of the position, scores, and the line, for every line played again in a manual game."""
    header = game.header
    again = pbem.new(
        header.game,
        [f"{player.name}={','.join(player.colours)}".rstrip("=") for player in header.players],
        seats={player.name: player.seat for player in header.players if player.seat},
        options=header.options,
        first=header.names[header.first],
        kind="manual",
    )
    lines = []
    for text in game.log:
        again.play(text)
        scores = " ".join(map(str, again.state.scores()))
        lines.append(f"{again.key} {scores:>12}  {text}")
    assert again.over
    return lines


@pytest.mark.parametrize("name", GAMES)
def test_positions_of_golden_games(name: str, update_golden: bool) -> None:
    game = pbem.load(str(EXAMPLES / f"{name}.pbem"))
    now = "\n".join(replayed_by_hand(game)) + "\n"
    path: Path = DATA / "golden" / f"{name}.txt"
    if update_golden:
        path.write_text(now)
    assert now == path.read_text()


@pytest.mark.parametrize(("name", "turn", "depth", "count"), PERFT)
def test_perft(name: str, turn: str, depth: str, count: str) -> None:
    game = pbem.load(str(EXAMPLES / f"{name}.pbem"))
    found = perft(game.before(int(turn)).copy(), int(depth), lambda purpose, event, n: 0)
    assert found == int(count)


MAJOLICA = json.loads((DATA / "golden" / "majolica-perft.json").read_text("utf-8"))


@pytest.mark.parametrize("case", MAJOLICA, ids=[case["name"] for case in MAJOLICA])
def test_perft_of_majolica(case: dict[str, Any]) -> None:
    """Whole turns without voluntary discards, counted by two programs; a second depth where no draw comes between."""
    state = pbem.read(case["record"].encode(), "record").state
    assert perft(state.copy(), 1, lambda purpose, event, n: 0) == case["depth1"]
    if case["depth2"] is not None:
        assert perft(state.copy(), 2, lambda purpose, event, n: 0) == case["depth2"]


def test_perft_is_there_for_every_number_of_players() -> None:
    assert {name for name, *_ in PERFT} == {name for name in GAMES if not name.startswith("majolica")}
    players = {case["record"].count("\nplayer ") for case in MAJOLICA}
    assert players == {1, 2, 3, 4}
