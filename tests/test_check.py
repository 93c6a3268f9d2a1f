"""What `check`, `show` and results say of how a game came to stand as it does, and of how it ended; of what is none."""

import codecs
import errno
import json
import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import pbem
from pbem import checking, for_scripts, packages, pools, registry, report
from pbem.session import Session
from tests.maharani import tools as maharani
from tests.majolica import tools as majolica
from tests.rajas import tools as rajas
from tests.support import PLAYERS, ROOT
from tests.test_cli import Shell
from tests.test_cluster import dask

TWO = PLAYERS["maharani"][2]
DEMO = (ROOT / "examples" / "maharani-demo.pbem").read_text()
FIRST = next(line for line in DEMO.splitlines() if line.startswith("first "))
RAISED = DEMO.replace(FIRST, f"{FIRST}\nscore Ana 50")[: DEMO.index("result ") + len("score Ana 50\n")]


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell in an empty folder."""
    return Shell(tmp_path, monkeypatch)


def test_a_finished_game_whose_points_were_given_says_so(shell: Shell) -> None:
    Path("g.pbem").write_text(RAISED)
    Path("as-it-was.pbem").write_text(DEMO)
    assert shell("check g.pbem").output == (
        "g.pbem: ok, over, Ana 155, Bob 115; draws verified; it began from a setup\n"
    )
    assert "setup" not in shell("check as-it-was.pbem").output
    assert json.loads(shell("check g.pbem as-it-was.pbem --json").stdout)[0]["setup"] is True
    assert json.loads(shell("check g.pbem as-it-was.pbem --json").stdout)[1]["setup"] is False
    assert json.loads(shell("show g.pbem --json").stdout)["setup"] is True
    result = "Ana 155, Bob 115. Ana has won. The game began from a setup."
    assert result in " ".join(shell("show g.pbem").output.split())
    assert shell("log g.pbem").output.endswith(f"{result}\n")
    assert shell("replay g.pbem").output.endswith(f"{result}\n")
    assert "it began from a setup" in shell("import g.pbem -o g.toml").output
    assert json.loads(shell("show g.toml --json").stdout)["setup"] is True


@pytest.mark.parametrize("game_id", list(PLAYERS))
def test_a_setup_of_every_game_says_so_at_every_turn(game_id: str) -> None:
    begun = pbem.new(game_id, PLAYERS[game_id][2], seed="x", id="x")
    assert for_scripts.position(begun)["setup"] is False
    assert report.FROM_SETUP not in " ".join(report.show(begun))
    game = pbem.new(game_id, setup=begun.setup(), seed="x", id="y")
    for turn in (None, game.turn):
        assert " ".join(report.show(game, turn)).count(report.FROM_SETUP) == 1
        assert for_scripts.position(game, turn)["setup"] is True


@pytest.mark.parametrize("jobs", [1, 2])
def test_undos_are_counted(shell: Shell, jobs: int) -> None:
    game = pbem.new("maharani", TWO, kind="manual", first="Ana", id="x")
    game.play("draw 1:bSE 2:oC 3:rN 4:gW", "R", "R", "R", "undo 2", "R", "undo 2", "undo 1 ; no", "undo draw")
    game.save("g.toml")
    game.play("draw 1:bSE 2:oC 3:rN 4:gW", "stop", "undo stop")
    game.save("h.toml")
    pbem.new("maharani", TWO, seed="x", id="x").save("i.toml")
    said = list(checking.check(["g.toml", "h.toml", "i.toml"], jobs=jobs))
    assert [(one["undos"], one["turns_taken_back"], one["draws_taken_back"]) for one in said] == [
        (4, 4, 1),
        (5, 4, 1),
        (0, 0, 0),
    ]
    told = [checking.sentence(one).partition("draws ")[2] for one in said]
    assert told[0] == "entered by people; 4 undos took back 4 turns and 1 draw"
    assert told[1] == "entered by people; 5 undos took back 4 turns and 1 draw"
    assert told[2] == "verified"


def test_what_a_keeper_tried_is_told(shell: Shell) -> None:
    command = "new maharani g.toml --player Ana=g,y --player Bob=r,b --chance keeper --first Ana"
    assert shell(command).exit_code == 0
    moves = [move["move"] for move in json.loads(shell("legal g.toml --json").stdout)["moves"]]
    taking = next(move for move in moves if not move.startswith("R"))
    game = pbem.load("g.toml")
    for _ in range(3):
        game.play(taking)
        game.undo()
    game.play("R")
    game.save()
    told = "; draws verified; 3 undos took back 3 turns and 3 draws; those draws were known when others were tried\n"
    assert shell("check g.toml").output.endswith(told)
    found = json.loads(shell("check g.toml --json").stdout)[0]
    assert (found["chance"], found["undos"], found["draws_taken_back"]) == ("keeper", 3, 3)


@pytest.mark.parametrize("name", ["a\x1b[31mb.pbem", "a\nok.pbem: ok", "a\u202eb.pbem", "a\udcffb.pbem"])
@pytest.mark.parametrize("good", [True, False])
def test_names_of_files_are_one_line_that_does_nothing(shell: Shell, name: str, good: bool) -> None:
    try:
        Path(name).write_text(DEMO if good else "x")
    except (OSError, ValueError):
        pytest.skip("there are no such names here")
    told = checking.sentence(checking.check_file(name))
    assert told.isprintable()
    assert (": ok, over" in told) == good
    result = shell(f"check --json '{name}'")
    assert json.loads(result.stdout)[0]["file"] == name


def test_what_means_nothing_to_this_program_is_told_everywhere(shell: Shell) -> None:
    head = DEMO[: DEMO.index("\n\n")]
    lines = ["event Cup", "round 3", "table 4"]
    Path("g.pbem").write_text("\n".join([head, *lines, "toml = [ [ { x = 1, chance = { y = 2 } }, ], ]", "", ""]))
    told = [f"kept, but it means nothing to this program: `{line}`" for line in lines]
    more = "kept as well: 2 lines or keys more that mean nothing to this program"
    unknown = [*lines, "x", "chance.y"]
    assert shell("check g.pbem").output.strip().split("; ")[-4:] == [*told, more]
    assert json.loads(shell("check g.pbem --json").stdout)[0]["unknown"] == unknown
    shown = shell("show g.pbem")
    assert shown.stderr.splitlines() == [f"Note: {line}" for line in [*told, more]]
    assert "nothing to this" not in shown.stdout
    assert json.loads(shell("show g.pbem --json").stdout)["unknown"] == unknown
    assert shell("import g.pbem -o g.toml").stderr.splitlines() == [*told, more]
    assert json.loads(shell("check g.toml --json").stdout)[0]["unknown"] == unknown
    assert report.meaningless(pbem.load("g.toml")) == unknown


def test_keys_of_players_that_mean_nothing_are_named_once() -> None:
    game = pbem.new("maharani", TWO, first="Ana")
    text = (
        game.toml()
        .replace('name = "Ana"', 'name = "Ana"\nmail = "a@x"')
        .replace('name = "Bob"', 'name = "Bob"\nmail = "b@x"')
    )
    assert report.meaningless(pbem.read(text)) == ["players.mail"]
    assert report.kept(report.meaningless(pbem.read(game.toml()))) == []


# How the end of a game is told: who has won, and whether a tie was broken


def told_of_end(game: Session) -> str:
    """What is told of a game that is over, which began from a setup; what is shown of it has the same words."""
    assert game.over
    shown = " ".join(report.show(game))
    played = game.turn - 1
    turns = "1 turn" if played == 1 else f"{played} turns"
    assert f" Over after {turns}. {report.result(game)} " in shown
    assert report.result(game).endswith(f" {report.FROM_SETUP}")
    return report.result(game).removesuffix(f" {report.FROM_SETUP}")


@pytest.mark.parametrize(
    ("bob", "ana", "said"),
    [
        ("money 65 fame 30", "money 50 fame 37", "Ana 2, Bob 2. Bob has won on the tie-break."),
        ("money 65 fame 30", "money 52 fame 37", "Ana 3, Bob 2. Ana has won."),
        ("money 65 fame 30", "money 48 fame 37", "Ana 1, Bob 2. Bob has won."),
    ],
)
def test_rajas(bob: str, ana: str, said: str) -> None:
    """[FR] L807-829: who crossed first wins a tie."""
    assert (
        told_of_end(rajas.play(rajas.table("round Bob", "crossed Bob", f"at Bob {bob}", f"at Ana {ana}"), "P0")) == said
    )


@pytest.mark.parametrize(
    ("first", "points", "said"),
    [
        ("Ana", {"Bob": 18}, "Ana 18, Bob 18. Bob has won on the tie-break."),
        ("Bob", {"Bob": 18}, "Ana 18, Bob 18. Ana has won on the tie-break."),
        ("Ana", {"Bob": 17}, "Ana 18, Bob 17. Ana has won."),
        ("Ana", {"Bob": 17, "Cid": 17}, "Ana 18, Bob 17, Cid 17. Ana has won."),
        ("Ana", {"Bob": 18, "Cid": 1}, "Ana 18, Bob 18, Cid 1. Bob has won on the tie-break."),
    ],
)
def test_majolica(first: str, points: dict[str, int], said: str) -> None:
    """[FR] L338-340: the later seat of the first round wins a tie; a tie of others is none."""
    tokens = [f"token {name} {number}" for name, number in points.items()]
    lines = (f"round 1 {first}", f"done Ana {majolica.FIVE}", *tokens)
    game = majolica.table(*lines, grid=majolica.FOUR, players=["Ana", *points])
    game.play(majolica.END)
    assert told_of_end(game) == said


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ("score Ana 9\nscore Cid 10", "Ana 10, Bob 0, Cid 10, Dana 0. Ana and Cid share the win."),
        ("score Ana 9\nscore Cid 9", "Ana 10, Bob 0, Cid 9, Dana 0. Ana has won."),
    ],
)
def test_maharani(scores: str, said: str) -> None:
    """with equal gold they win together, so nothing breaks a tie."""
    game = maharani.table("bC rC yC gC", maharani.full_but("d8") + "\n" + scores)
    game.play("1-d8E")
    assert told_of_end(game) == said


# On a cluster: see tests/test_cluster.py


@pytest.fixture
def nim(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Lets a version of examples/nim be here, or with none no such package."""
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "nim"))

    def have(version: str) -> None:
        entries = {"nim": [packages.Entry("nim", "pbem-nim", version, "pbem_nim.rules:Nim")]} if version else {}
        monkeypatch.setattr(packages, "_entries", lambda: entries)
        packages.origin.cache_clear()

    have("0.1.0")
    yield have
    monkeypatch.undo()
    packages.origin.cache_clear()


@pytest.mark.parametrize("other", ["no-game", "package", "table"])
def test_a_worker_with_another_game_is_refused(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, nim: Callable[[str], None], other: str
) -> None:
    """A game of a package as well, and a table that is not that of pbem."""
    pbem.new("nim", ["Ana", "Bob"], id="n", first="Ana").save("n.toml")
    table = (ROOT / "games" / "maharani.toml").read_text().replace('"reconstructed-1"', '"mine"', 1)
    os.mkdir("tables")
    Path("tables", "maharani.toml").write_text(table)

    def submit(call: Callable[..., Any], *work: Any) -> Any:
        """As if somewhere else."""
        nim({"no-game": "", "package": "0.1.1", "table": "0.1.0"}[other])
        if other == "table":
            monkeypatch.setenv(registry.OWN_TABLES, "tables")
        return call(*work)

    monkeypatch.setattr(pools, "_cluster", lambda address: nullcontext((submit, lambda: 1)))
    monkeypatch.setattr(dask(), "get_worker", lambda: SimpleNamespace(address="tcp://there:1"))
    digest = registry.load("maharani").digest[:12]
    result = shell("check n.toml --scheduler tcp://there:2")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (3, "", 1)
    if other == "no-game":
        told = "cannot do this: no game is called `nim`: there is maharani, majolica, rajas"
        assert result.stderr == f"pbem: the worker tcp://there:1 {told}\n"
        return
    version, there = ("0.1.1", digest) if other == "package" else ("0.1.0", registry.load("maharani").digest[:12])
    assert (digest == there) == (other == "package")
    assert f"there:1 has pbem {pbem.__version__}, pbem-nim {version}, maharani {there}, " in result.stderr
    assert f"made with pbem {pbem.__version__}, pbem-nim 0.1.0, maharani {digest}, " in result.stderr


def test_what_goes_to_a_cluster_is_found_as_it_is_here(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever secret lies beside a file, named or in vain; a worker has other files, and gets no secret.

    Not even where it is named among the files.
    """
    new = "--player Ana=g,y --player Bob=r,b --first Ana"
    assert shell(f"new maharani keeper.toml {new} --chance keeper").exit_code == 0
    assert (
        shell(f"new maharani together.toml {new.replace('--first Ana', '')} --chance together --as Ana").exit_code == 0
    )
    content, secret = Path("keeper.toml").read_text(), Path("keeper.toml.secret").read_bytes()
    given = {".secret": [secret, b"", b"\xe9\n", b"0" * 64], ".secret.new.pbem-unfinished": [secret]}
    for number, (suffix, text) in enumerate([(suffix, text) for suffix, texts in given.items() for text in texts]):
        Path(f"{number}.toml").write_bytes(codecs.BOM_UTF16_LE + content.encode("utf-16-le"))
        Path(f"{number}.toml{suffix}").write_bytes(text)
    for name in ("bad", "bare"):
        Path(f"{name}.toml").write_bytes(Path("together.toml").read_bytes())
    Path("bad.toml.secret").write_text("notes")
    files = [*sorted(path.name for path in Path().glob("*.toml*")), "none.toml"]
    sent = [checking._sent(file, None) for file in files]
    here = [checking.check_file(file) for file in files]
    assert [found["own_links"] for found in here if found.get("chance") == "together"] == [None, 0]
    assert [found["draws"] for found in here if found["chance"] == "keeper"] == ["verified"] * 3
    assert sum(not found["ok"] for found in here if found["file"].endswith(".toml")) == 5
    assert secret.strip() not in pickle.dumps(sent)
    os.mkdir("worker")
    monkeypatch.chdir("worker")
    Path("bare.toml.secret").write_text("notes")
    assert [checking._check_sent(one) for one in sent] == here


# In several processes


def test_any_number_of_processes_is_one() -> None:
    assert [*pools.in_order(str, [1], 10**30)] == ["1"]


@pytest.mark.parametrize(
    ("what", "error", "why"),
    [
        ("concurrent.futures.ProcessPoolExecutor.__init__", OSError(errno.EMFILE, "Too many files"), "Too many files"),
        ("concurrent.futures.ProcessPoolExecutor.submit", OSError(errno.EMFILE, "Too many files"), "Too many files"),
        ("threading.Thread.start", RuntimeError("can't start new thread"), "can't start new thread"),
    ],
)
def test_processes_that_cannot_be_started(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, what: str, error: Exception, why: str
) -> None:
    """Or the thread that is to look after them."""

    def refused(*_: Any, **more: Any) -> None:
        raise error

    monkeypatch.setattr(what, refused)
    result = shell("simulate maharani --player Ana=g,y --player Bob=r,b --games 4 --jobs 7 -o r.csv")
    told = f"pbem: 7 processes cannot be started: {why}; try fewer (--jobs)\n"
    assert (result.exit_code, result.stderr, [*Path().iterdir()]) == (3, told, [])


def test_a_process_ends_that_cannot_watch_whether_its_parent_does(monkeypatch: pytest.MonkeyPatch) -> None:
    class Ended(Exception):
        """Instead of the end of this process."""

    def ends(status: int) -> None:
        raise Ended(status)

    def refused(*_: Any) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("threading.Thread.start", refused)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.setattr("os._exit", ends)
    with pytest.raises(Ended, match="1"):
        pools._end_with_parent(None)


# What is no game


def test_what_is_no_game_is_told_what_takes_it(shell: Shell) -> None:
    Path("g.toml").write_text(pbem.new("maharani", TWO, seed="x").toml())
    shell("club new 'my club' --address games@example.org")
    Path("mail.eml").write_bytes(b"From: b@example.org\r\nSubject: x = y\r\n\r\nHi\r\n")
    Path("post.txt").write_text(shell("show g.toml").stdout)
    Path("hi.txt").write_text("From here on\n\ngame over\n")
    for command in ("status {}", "show {}", "import {} -o x.toml", "read {}", "check {}"):
        for name in ("mail.eml", "post.txt"):
            told = shell(command.format(name)).output
            assert f"{name} is a mail or a post, and no game" in told
            assert "`pbem import - -o FILE` a record in it" in told
        assert "`pbem status 'my club'` tells of its games" in shell(command.format("'my club/club.toml'")).output
        assert "hi.txt is neither a record" in shell(command.format("hi.txt")).output
    for command in ("show", "check g.toml", "replay", "book -o x.html", "move"):
        result = shell(f"{command} 'my club'")
        assert (result.exit_code, "'my club' is a folder: pbem status 'my club' tells" in result.stderr) == (2, True)
    assert 'pbem move FILE "stop' in shell("end g.toml").stderr


def test_what_looks_like_a_mail_or_a_club_in_part_is_none(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("g.toml").write_text(pbem.new("maharani", TWO, seed="x").toml())
    texts = {
        "hi": ("Hi\r\n\r\nFrom: here on\r\n", "is neither a record"),
        "long": ("a line\n" * 3000 + shell("show g.toml").stdout, "is neither a record"),
        "address": ('address = "games@example.org"\n', "`pbem` is missing"),
        "club": ('address = "games@example.org"\n[[people]]\nname = "Ana"\n', "says what a club is"),
        **{
            head: (f"{head}: x = y\n\nHi\n", "is a mail or a post")
            for head in ("Received", "Delivered-To", "Message-ID")
        },
        "people": ('[[people]]\nname = "Ana"\n', "`pbem` is missing"),
        "game": (f'address = "here"\nreceive = "now"\n{Path("g.toml").read_text()}', "ok, at turn 1"),
    }
    for name, (text, told) in texts.items():
        Path(name).write_bytes(text.encode())
        assert told in shell(f"check {name}").output, name
    shell("club new spring --address games@example.org")
    monkeypatch.chdir("spring")
    assert "`pbem status .` tells of its games" in shell("check club.toml").output
