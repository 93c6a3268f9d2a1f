"""What is dealt is even; a command that is killed gives no link twice. With `--games 10000`, `--kills 500` as many."""

import math
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

import pbem
from pbem.together import chain, secret
from tests.support import ROOT
from tests.together.tools import Chains, Table
from tests.together_reader import Reading

pytestmark = pytest.mark.slow

_GAMES = 60
_LEAST = 0.0005
"""Of a test among some; what chance allows goes below it once in hundreds of runs, and here the games are the same."""


def unlikely(counts: Counter[int], n: int) -> float:
    """How likely counts are so uneven or more, if all n outcomes are equally likely; by Wilson and Hilferty."""
    total = sum(counts.values())
    square = sum((counts[outcome] - total / n) ** 2 / (total / n) for outcome in range(n))
    free = n - 1
    normal = ((square / free) ** (1 / 3) - (1 - 2 / (9 * free))) / math.sqrt(2 / (9 * free))
    return math.erfc(normal / math.sqrt(2)) / 2


def test_the_measure() -> None:
    assert unlikely(Counter({0: 500, 1: 500}), 2) > 0.5
    assert unlikely(Counter({0: 600, 1: 400}), 2) < 0.001
    assert 0.01 < unlikely(Counter({0: 12, 1: 8, 2: 25, 3: 15, 4: 20, 5: 20}), 6) < 0.1


def test_results_are_even(games: int | None) -> None:
    """First players, tiles of an opening, dice: of links of chains by seeds that are given."""
    first: Counter[int] = Counter()
    tiles: Counter[int] = Counter()
    dice: Counter[int] = Counter()
    log = b"0" * 32
    for number in range(games or 400):
        seeds = [f"{number * 2 + player:064x}" for player in (0, 1)]
        words = [chain.word(f"g{number}", name, seed, 1) for name, seed in zip(("Ana", "Bob"), seeds, strict=True)]
        log = chain.after_line(log, str(number))
        for word in words:
            dealer = chain.dealer(log, word, f"g{number}")
            first[dealer.choose("first", 0, 2)] += 1
            dice[dealer.choose("die", number, 6)] += 1
            tiles[dealer.choose("tile", 0, 60)] += 1
            log = chain.after_line(log, f"link {number}")
    found = {"first": unlikely(first, 2), "dice": unlikely(dice, 6), "tiles": unlikely(tiles, 60)}
    print(found)
    assert min(found.values()) > _LEAST


def test_openings_are_even(games: int | None) -> None:
    """Whole openings, as they are played: nobody is first more often than others."""
    first: Counter[int] = Counter()
    for number in range(games or _GAMES):
        game = Chains("majolica", 3, id=f"even-{number}")
        game.open()
        first[game.session.header.first] += 1
    assert unlikely(first, 3) > _LEAST


def test_the_same_line_after_an_undo_is_dealt_anew(tmp_path: Path) -> None:
    found = set()
    game = Chains("maharani", 2, first="Ana")
    game.open()
    line = game.session.legal(every=False)[0].text
    author = "Bob"
    game.play(line, "link Bob")
    for _ in range(12):
        found.add(game.session.log[-1])
        other = "Ana" if author == "Bob" else "Bob"
        game.play("undo 1", f"link {other}", "undo 1", *([] if other == "Ana" else ["link Ana"]), line, "link Bob")
    assert len(found) > 8
    Reading(game.session.record()).check()


# Kills


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
def test_kills_during_moves(tmp_path: Path, kills: int) -> None:
    """No link is given for two logs, none is lost: whatever was killed, the next command goes on."""
    table = Table(tmp_path / "t", "maharani", 2, seed="kills")
    mover = table.game.to_move
    player = table.of(mover)
    other = next(one for one in table.players if one is not player)
    kept = {path.name: path.read_bytes() for path in player.folder.iterdir()}
    chosen = random.Random(7)
    lines = [player.best(), player.best(1)]
    begun = time.monotonic()
    assert _run(player.file, lines[0]).wait() == 0
    longest = 1.2 * (time.monotonic() - begun)
    stopped = 0
    for _ in range(kills):
        for path in player.folder.iterdir():
            path.unlink()
        for name, data in kept.items():
            (player.folder / name).write_bytes(data)
            if name.endswith(".secret"):
                os.chmod(player.folder / name, 0o600)
        process = _run(player.file, lines[0])
        time.sleep(chosen.uniform(0, longest))
        process.kill()
        stopped += process.wait() != 0
        own = secret.read(str(player.secret))
        game = player.load()  # whole, with the line or without it
        links = {number: log.hex() for giver, number, log in game.fold.sealed if game.header.names[giver] == mover}
        assert links.items() <= own.given.items(), "a link that was written had not been noted"
        assert player.secret.read_bytes().startswith(kept["g.toml.secret"])
        if game.turn == 1:
            player.move(lines[1])  # another line: the link is the same, for what stands before it
        block = player.move()
        again = secret.read(str(player.secret))
        assert own.given.items() <= again.given.items()
        assert len(set(again.given.values())) == len(again.given)
        copy = tmp_path / "copy.toml"
        shutil.copy(other.file, copy)
        check = pbem.load(str(copy))
        check.play(*block)
    print(f"{kills} commands, {stopped} of them killed before they ended")


def _run(file: Path, line: str) -> "subprocess.Popen[bytes]":
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen([sys.executable, "-m", "pbem", "move", str(file), line], env=env, stdout=-3, stderr=-3)


def test_two_processes_at_one_game(tmp_path: Path) -> None:
    """Both play another line; one is first, the other is refused, and one link is given for one log."""
    table = Table(tmp_path / "t", "maharani", 2, seed="processes")
    player = table.of(table.game.to_move)
    lines = [player.best(), player.best(1)]
    before = secret.read(str(player.secret)).last
    statuses = sorted(process.wait() for process in [_run(player.file, line) for line in lines])
    assert statuses[0] == 0
    assert statuses[1] in (5, 6)
    own = secret.read(str(player.secret))
    assert own.last <= before + 1
    assert player.load().turn == 2
