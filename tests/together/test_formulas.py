"""The formulas, by the vectors of the protocol: a game of five lines, what is typed otherwise; evenness, and kills."""

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
import pbem.notation
from pbem.errors import PbemError
from pbem.together import chain, secret
from pbem.together.session import TogetherSession
from tests.support import ROOT, any_turn
from tests.together.tools import Chains, Table, command
from tests.together_reader import Reading

HEAD = """pbem 1 maharani
id spring-3
edition reconstructed-1 484824db67a6
player Ana green,yellow S
player Bob red,blue N
chance together
tip Ana g6hq9me4fbxy761ssewpta002kt51m08xgkt
tip Bob gkqc3dhzm0ehgz2d9fg1r7gjfxb8038btcck
first Bob drawn
"""
LOG = """link Ana 1 81ttyywbc152tags9z0qr5xz5wz10qm4j1y1
draw 1:gNE 2:vSW 3:oNE 4:yC
link Bob 1 ffh14xrewsp1qw78d2f7mhr5wes5ybf7ezx8
1 Bob: 1-4b2N+r =2
link Ana 2 jb5fdsxwn5bh2sffz2vdgv60pbkcqac1p75e
draw 1:bE
undo 1
link Bob 2 gmnxw7115yrqb0j7mf1480v733d9ephjqbpp
undo 1
1 Bob: 1-4b2N+r =2
link Ana 3 2vf956zx15r9q0qvrp3hjgq03t6gcr10x7hq
draw 1:gE
"""
RECORD = f"{HEAD}\n{LOG}"
T0 = "09006081b6b818363df99a0f871a7f0205bbfbe421f25fd5ff96609a1c531a94"
T1 = "f3c261123e78fa3f3cb53a2011007cb94c72f98c64541ed25592a680baf4caa4"
D0 = "2b913943a0fa63451891d3c8a3862bc676a41225919843ee57548e3bc0064050"
K1 = "8ea314c7bb9ccfeae024df6577bf41a266c6e73e50613110169da3292cd41cce"
K2 = "66daada6acf4720c6df24e7240452e6ff5b279635ccf4a64c6c3ba7ad496d5c4"
K3 = "bb5e3be18c8534a5f47d08758819f4d55fdb3a6dc0288f832c7c179864d4eee5"


def read(text: str) -> TogetherSession:
    game = pbem.read(text)
    assert isinstance(game, TogetherSession)
    return game


@pytest.mark.parametrize(
    ("name", "seed", "words"),
    [
        (
            "Ana",
            "0" * 64,
            {
                10000: "3ba077a11b53ea66544a9208f61cd61bad4d096b",
                1: "4075af7b8b604a2d2a194fc17c17bf2f3e105e84",
                0: "81a374d1c47afbe39839cbb96d280014f450d008",
            },
        ),
        (
            "Bob",
            "1" * 64,
            {
                10000: "20b9dbcdab9dc114fcee517c20012cef588d8061",
                1: "7be212770ee66c1bf0e8689e7a4705e3b25f2de7",
                0: "84eec1b63fa01d187c4d4be01c1e127f56800d0b",
            },
        ),
    ],
)
def test_chains(name: str, seed: str, words: dict[int, str]) -> None:
    assert {number: chain.word("spring-3", name, seed, number).hex() for number in words} == words
    first = chain.word("spring-3", name, seed, 1)
    assert chain.previous("spring-3", name, 1, first).hex() == words[0]


def test_what_header_and_log_come_to() -> None:
    tips = read(RECORD).fold.tips
    assert tips.empty.hex() == T0
    assert tips.joined.hex() == T1
    assert tips.start is not None
    assert tips.start.hex() == D0
    undrawn = read(HEAD.replace("first Bob drawn", "first ?"))
    assert undrawn.fold.tips.empty.hex() == T0


def test_what_links_deal() -> None:
    game = read(RECORD)
    secrets = {"Ana": "0" * 64, "Bob": "1" * 64}
    names = game.header.names
    keys = [
        chain.key(log, chain.word("spring-3", names[player], secrets[names[player]], number))
        for player, number, log in game.fold.sealed
    ]
    assert [keys[0], keys[2], keys[4]] == [K1, K2, K3]
    dealer = game.fold.table.dealer
    assert dealer is not None
    assert [dealer.choose("die", event, 6) for event in (7, 8, 9)] == [0, 2, 2]  # roll o1 g3 b3
    assert dealer.choose("die", 0, 3 * 2**62) == 580889944428259708


def test_a_record_and_a_save_are_one_game_byte_for_byte() -> None:
    game = read(RECORD)
    assert game.record() == RECORD
    assert pbem.read(game.toml()).record() == RECORD
    assert pbem.read(game.toml()).toml() == game.toml()
    assert 'first = "?"' in pbem.read(HEAD.replace("first Bob drawn", "first ?")).toml()
    Reading(RECORD).check()


def test_remarks_and_spellings_make_no_difference() -> None:
    lines = RECORD.replace(
        "link Ana 2 jb5fdsxwn5bh2sffz2vdgv60pbkcqac1p75e", "LINK ana 2 JB5FDSXWN5BH2SFFZ2VDGV6OPBKCQACLP75E"
    )
    lines = lines.replace("1 Bob: 1-4b2N+r =2\n", "1  bob: 1 - 4B2n +R = 2 ; a remark\n; a line of its own\n", 1)
    game = read(lines.replace("draw 1:bE", "draw 1:bE ; look"))
    bare = [game.fold.bare(line) for line in game.fold.lines if not isinstance(line, pbem.notation.Comment)]
    assert bare == LOG.splitlines()


def test_what_is_left_out_of_a_pasted_text_is_added() -> None:
    game = read(HEAD.replace("first Bob drawn", "first ?"))
    lines = [line for line in LOG.splitlines() if not line.startswith("draw")]
    assert [*game.play(*lines)] == LOG.splitlines()
    assert game.record() == RECORD


@pytest.mark.parametrize("who", ["Ana", "Bob"])
@pytest.mark.parametrize("bot", [False, True])
def test_a_log_that_ends_with_a_link_gets_its_results(tmp_path: Path, who: str, bot: bool) -> None:
    """As of a text that was cut; with a bot there is somebody to move then."""
    table = Table(tmp_path / "t", "maharani", 2, seed="cut")
    first, second = table.of(table.game.to_move), table.of("Ana" if table.game.to_move == "Bob" else "Bob")
    second.take("\n".join(first.move(first.any_turn())))
    log = second.load().log
    cut = pbem.load(str(table.of(who).file))
    cut.fold = cut.new_fold(undoable=True)
    for text in log[:-1]:
        cut.fold.add(cut.fold.notation.parse(text))
    table.of(who).file.write_text(cut.toml())
    mover = second.name == who
    if bot:
        assert command("move", str(table.of(who).file), "--bot", "greedy") == (0 if mover else 6)
        assert table.of(who).load().log[: len(log)] == (log if mover else log[:-1])
    else:
        assert command("move", str(table.of(who).file)) == 0
        assert table.of(who).load().log == log
    assert not mover or secret.read(str(second.secret)).last == sum(text.startswith(f"link {who}") for text in log)


def test_words_as_text() -> None:
    word = chain.word("spring-3", "Ana", "0" * 64, 7)
    text = chain.write(word, 0xABCDE)
    assert chain.read(text) == (word, 0xABCDE)
    assert chain.plain(text.upper().replace("0", "O").replace("1", "l")) == text
    for wrong in (text[:-1], text + "0", "u" + text[1:], "-" + text[1:], "", "é" * 36, "_" + text[1:]):
        assert chain.plain(wrong) is None


def test_names_and_ids_count_in_one_form() -> None:
    composed, apart = "Zo\u00eb", "Zoe\u0308"
    assert chain.word("g", composed, "0" * 64, 3) == chain.word("g", apart, "0" * 64, 3)


@pytest.mark.parametrize("name", ["Link", "then", "Tip Top"])
def test_names_that_begin_like_its_lines(name: str) -> None:
    with pytest.raises(PbemError, match="begins a line of a game dealt together"):
        pbem.read(HEAD.replace("Bob", name))


def test_one_player_alone_is_refused() -> None:
    with pytest.raises(PbemError, match="together needs two players or more") as error:
        pbem.new("majolica", ["Ana"], kind="together", tip=lambda rules, header: "")
    assert error.value.status == 2


def test_the_mails_of_the_readme_are_this_game() -> None:
    section = (ROOT / "README.md").read_text("utf-8").partition("## Dealt together")[2].partition("\n## ")[0]
    words = ("tip ", "link ", "draw ", "1 Bob:")
    quoted = [line for line in section.splitlines() if line.startswith(words)]
    assert len(quoted) == 9
    assert set(quoted) <= set(RECORD.splitlines())


# What is dealt is even: with `--games 10000` of as many


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


@pytest.mark.slow
def test_the_measure() -> None:
    assert unlikely(Counter({0: 500, 1: 500}), 2) > 0.5
    assert unlikely(Counter({0: 600, 1: 400}), 2) < 0.001
    assert 0.01 < unlikely(Counter({0: 12, 1: 8, 2: 25, 3: 15, 4: 20, 5: 20}), 6) < 0.1


@pytest.mark.slow
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


@pytest.mark.slow
def test_openings_are_even(games: int | None) -> None:
    """Whole openings, as they are played: nobody is first more often than others."""
    first: Counter[int] = Counter()
    for number in range(games or _GAMES):
        game = Chains("majolica", 3, id=f"even-{number}")
        game.open()
        first[game.session.header.first] += 1
    assert unlikely(first, 3) > _LEAST


@pytest.mark.slow
def test_the_same_line_after_an_undo_is_dealt_anew(tmp_path: Path) -> None:
    found = set()
    game = Chains("maharani", 2, first="Ana")
    game.open()
    line = any_turn(game.session)
    author = "Bob"
    game.play(line, "link Bob")
    for _ in range(12):
        found.add(game.session.log[-1])
        other = "Ana" if author == "Bob" else "Bob"
        game.play("undo 1", f"link {other}", "undo 1", *([] if other == "Ana" else ["link Ana"]), line, "link Bob")
    assert len(found) > 8
    Reading(game.session.record()).check()


# A command that is killed gives no link twice: with `--kills 500` as many


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
def test_kills_during_moves(tmp_path: Path, kills: int) -> None:
    """No link is given for two logs, none is lost: whatever was killed, the next command goes on."""
    table = Table(tmp_path / "t", "maharani", 2, seed="kills")
    mover = table.game.to_move
    player = table.of(mover)
    other = next(one for one in table.players if one is not player)
    kept = {path.name: path.read_bytes() for path in player.folder.iterdir()}
    chosen = random.Random(7)
    lines = [player.any_turn(), player.any_turn().partition(" / ")[0]]
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


@pytest.mark.slow
def test_two_processes_at_one_game(tmp_path: Path) -> None:
    """Both play another line; one is first, the other is refused, and one link is given for one log."""
    table = Table(tmp_path / "t", "maharani", 2, seed="processes")
    player = table.of(table.game.to_move)
    lines = [player.any_turn(), player.any_turn().partition(" / ")[0]]
    before = secret.read(str(player.secret)).last
    statuses = sorted(process.wait() for process in [_run(player.file, line) for line in lines])
    assert statuses[0] == 0
    assert statuses[1] in (5, 6)
    own = secret.read(str(player.secret))
    assert own.last <= before + 1
    assert player.load().turn == 2
