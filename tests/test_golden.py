"""Finished games with the position after every line, and perft: exact numbers of legal turns from fixed positions."""

from collections import Counter
from collections.abc import Hashable

import pytest

import pbem
from pbem.game import State
from pbem.legal import count, perft, turns
from pbem.session import Session
from tests import records
from tests.records import Record
from tests.support import DATA, ROOT

EXAMPLES = ROOT / "examples"
GAMES = [
    *("maharani-demo", "maharani-three", "maharani-four"),
    *("rajas-demo", "rajas-three", "rajas-four"),
    *("majolica-solo", "majolica-demo", "majolica-three", "majolica-four"),
]
PERFT = [
    line.split()
    for game in ("maharani", "rajas")
    for line in (DATA / game / "perft.txt").read_text().splitlines()
    if line[0] != "#"
]


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
    game_id, _, title = name.partition("-")
    path = DATA / game_id / "golden.txt"
    if update_golden:
        records.renew(path, title, now)
    assert now == records.golden(path).get(title)


@pytest.mark.parametrize(("name", "turn", "depth", "known"), PERFT)
def test_perft(name: str, turn: str, depth: str, known: str) -> None:
    game = pbem.load(str(EXAMPLES / f"{name}.pbem"))
    found = perft(game.before(int(turn)).copy(), int(depth), lambda purpose, event, n: 0)
    assert found == int(known)


MAJOLICA = records.read("majolica", "perft-positions")


def two_turns(state: State) -> int:
    """How many sequences of two turns there are; of positions from which the second goes on alike one is counted."""
    there: dict[Hashable, State] = {}
    times: Counter[Hashable] = Counter()
    for _, after in turns(state):
        there[after.in_turn()] = after
        times[after.in_turn()] += 1
    return sum(number * count(there[alike]) for alike, number in times.items())


@pytest.mark.parametrize("case", MAJOLICA, ids=str)
def test_perft_of_majolica(case: Record) -> None:
    """Whole turns without voluntary discards, counted by two programs; a second depth where no draw comes between."""
    game = pbem.read(case.data, case.title)
    assert perft(game.state, 1, lambda purpose, event, n: 0) == case.expected["depth1"]
    if "depth2" in case.expected:
        assert two_turns(game.state) == case.expected["depth2"]


def test_perft_of_majolica_looks_at_every_sequence() -> None:
    """Once: that takes many times as long as counting positions."""
    case = MAJOLICA[0]
    state = pbem.read(case.data, case.title).state
    assert perft(state, 2, lambda purpose, event, n: 0) == case.expected["depth2"]


def test_perft_is_there_for_every_number_of_players() -> None:
    assert {name for name, *_ in PERFT} == {name for name in GAMES if not name.startswith("majolica")}
    players = {case.data.count(b"\nplayer ") for case in MAJOLICA}
    assert players == {1, 2, 3, 4}
