"""`--json` key by key: what scripts rely on. A key may be added, on purpose: then it is added here as well."""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pbem.session import Session
from tests.checks import Shape, has_shape, wrong
from tests.rajas import tools as rajas
from tests.support import ROOT
from tests.test_cli import Shell


class Kind(NamedTuple):
    """A game of some kind: how one starts, who plays which line first, a claim, a record and what it has at the end."""

    game: str
    new: str
    who: str
    line: str
    names: list[str]
    earns: Shape
    demo: str
    at_end: dict[str, Shape]


EACH = {"Ana": int, "Bob": int}
KINDS = [
    Kind("maharani", "--player Ana=g,y --player Bob=r,b --chance keeper", "Ana", "R", ["Ana", "Bob"], int, "demo", {}),
    Kind(
        "majolica", "--player Ana --player Bob --option missions", "Bob", "mission 1", ["Ana", "Bob"], int, "demo", {}
    ),
    Kind("majolica", "--player Ana", "Ana", "start 1 / all:1", ["Ana"], int, "solo", {"rating": str}),
    Kind(
        "rajas",
        "--player Ana=yellow --player Bob=red --option ganga",
        "Ana",
        "Po",
        ["Ana", "Bob"],
        [int],
        "demo",
        {"fame": EACH, "money": EACH, "rank": EACH},
    ),
]
EVERY = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.game}-{len(kind.names)}")


def position(names: list[str], over: bool = False, more: Shape | None = None) -> dict[str, Shape]:
    """What is said of a position, as `show` prints it."""
    return {
        "game": str,
        "id": str,
        "edition": str,
        "options": [str],
        "turn": int,
        "to_move": None if over else str,
        "draw_due": bool,
        "stopped": bool,
        "setup": bool,
        "unknown": [str],
        "over": bool,
        "scores": dict.fromkeys(names, int),
        "winners": [str],
        "winner": (str, None) if over else None,
        "key": str,
        "legal": (int, None),
        "chance": str,
        "position": [str],
        "board": [str],
        "report": [str],
        **(more or {}),
    }


ADDED = {"added": [str]}
MOVED = {**ADDED, "written": bool, "left_out": (str, None), "notes": [str]}
BACK = ("undos", "turns_taken_back", "draws_taken_back")
ERROR = {"code": str, "message": str, "status": int}


def parts(kind: Kind) -> list[Shape]:
    """What a line earned."""
    return [{"player": str, "what": str, "amount": kind.earns}]


def checked(names: list[str], ok: bool = True) -> dict[str, Shape]:
    """What `check` says of a file."""
    if not ok:
        nothing = dict.fromkeys(
            ("turn", "over", "scores", "draws", "winners", "stopped", "setup", "chance", "unknown", "tables_named")
        )
        return {"file": str, "ok": bool, "error": ERROR, **nothing, **dict.fromkeys(BACK)}
    scores = dict.fromkeys(names, int)
    found = {"file": str, "ok": bool, "turn": int, "over": bool, "scores": scores, "draws": str, "error": None}
    more = {"setup": bool, "chance": str, "unknown": [str], "tables_named": bool, **dict.fromkeys(BACK, int)}
    return {**found, "winners": [str], "stopped": bool, **more}


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell in an empty folder."""
    return Shell(tmp_path, monkeypatch)


def printed(shell: Shell, line: str, status: int = 0) -> Any:
    """What a command prints with `--json`; nothing else may stand there."""
    result = shell(f"{line} --json")
    assert result.exit_code == status, result.stderr
    return json.loads(result.stdout)


def started(shell: Shell, kind: Kind) -> Any:
    """What `new` prints of a game of that kind, g.toml."""
    return printed(shell, f"new {kind.game} g.toml {kind.new} --first Ana --id keys")


def test_a_shape_is_exact() -> None:
    shape = {"one": int, "two": [str], "three": ({"four": bool}, None)}
    good = {"one": 1, "two": ["2"], "three": {"four": True}}
    assert has_shape(good, shape)
    assert wrong(good, shape) == []
    faults: list[dict[str, Any]] = [
        {"one": True},
        {"two": [2]},
        {"two": "2"},
        {"three": 0},
        {"three": {}},
        {"more": None},
    ]
    for bad in faults:
        assert not has_shape({**good, **bad}, shape)
        assert wrong({**good, **bad}, shape)
    assert wrong({"one": 1, "two": []}, shape) == ["three: missing"]


def test_games(shell: Shell) -> None:
    one = {"game": str, "title": str, "players": [int], "options": [str], "player_options": [str]}
    found = printed(shell, "games")
    assert wrong(found, [{**one, "edition": str, "sha256": str, "package": str, "version": str}]) == []
    by_id = {game["game"]: game for game in found}
    assert list(by_id) == ["maharani", "majolica", "rajas"]
    assert by_id["maharani"]["title"] == "Maharani: Mosaic Palace"
    assert by_id["majolica"]["players"] == [1, 2, 3, 4]
    assert by_id["rajas"]["options"][:2] == ["ganga", "navaratnas"]
    assert {game["package"] for game in found} == {"pbem"}


@EVERY
def test_new_and_show(shell: Shell, kind: Kind) -> None:
    found = started(shell, kind)
    assert wrong(found, position(kind.names)) == []
    assert (found["game"], found["id"], found["turn"], found["to_move"]) == (kind.game, "keys", 1, kind.who)
    assert (found["draw_due"], found["over"], found["winners"]) == (False, False, [])
    assert found["chance"] == ("keeper" if "keeper" in kind.new else "seed")
    assert found["options"] == [word for word in ("missions", "ganga") if word in kind.new]
    assert re.fullmatch("[0-9a-f]{6}", found["key"])
    assert len(found["position"]) > 1
    assert len(found["board"]) > 0
    assert printed(shell, "show g.toml") == found


@EVERY
def test_legal(shell: Shell, kind: Kind) -> None:
    started(shell, kind)
    found = printed(shell, "legal g.toml --limit 2")
    shape = {"turn": int, "to_move": str, "count": int, "moves": [{"move": str, "earns": kind.earns}]}
    assert wrong(found, shape) == []
    assert (found["turn"], found["to_move"], len(found["moves"])) == (1, kind.who, 2)
    every = printed(shell, "legal g.toml")
    assert len(every["moves"]) == every["count"] == found["count"] > 2
    assert every["moves"][:2] == found["moves"]


@EVERY
def test_move_log_undo_and_check(shell: Shell, kind: Kind) -> None:
    before = started(shell, kind)
    tried = printed(shell, f"move g.toml '{kind.line}' --dry-run")
    assert wrong(tried, {**MOVED, "parts": [parts(kind)], **position(kind.names)}) == []
    assert (tried["written"], tried["left_out"]) == (False, None)
    moved = printed(shell, f"move g.toml '{kind.line}'")
    assert wrong(moved, {**MOVED, "parts": [parts(kind)], **position(kind.names)}) == []
    assert (moved["written"], moved["left_out"]) == (True, None)
    assert moved["added"][0].startswith(f"1 {kind.who}: {kind.line}")
    assert {**printed(shell, "show g.toml"), **{key: moved[key] for key in (*MOVED, "parts")}} == moved

    scored = {"line": int, "text": str, "in_force": bool, "scores": dict.fromkeys(kind.names, int)}
    plain = {"line": int, "text": str, "in_force": bool}
    log = printed(shell, "log g.toml")
    assert wrong(log, [(scored, plain)]) == []
    told = printed(shell, "log g.toml --explain")
    assert [entry.pop("parts") for entry in told][-len(moved["added"]) :] == moved["parts"]
    assert told == log
    assert [entry["line"] for entry in log] == list(range(1, len(log) + 1))
    assert [entry["text"] for entry in log[-len(moved["added"]) :]] == moved["added"]
    assert ["scores" in entry for entry in log] == [entry["text"].startswith(f"1 {kind.who}: ") for entry in log]

    good, bad = printed(shell, "check g.toml no.toml", status=3)
    assert wrong(good, checked(kind.names)) == []
    assert (good["file"], good["ok"], good["draws"]) == ("g.toml", True, "verified")
    assert (bad["file"], bad["ok"]) == ("no.toml", False)
    assert wrong(bad["error"], ERROR) == []
    assert bad["error"]["code"] == "save"

    undone = printed(shell, "undo g.toml --reason why")
    assert wrong(undone, {**ADDED, **position(kind.names)}) == []
    (line,) = undone["added"]
    assert re.fullmatch("undo 1 line [0-9]+ ; why", line)
    assert undone["key"] == before["key"]
    log = printed(shell, "log g.toml")
    assert wrong(log, [plain]) == []
    assert [entry["text"] for entry in log if not entry["in_force"]] == moved["added"]


def test_a_file_that_fails_has_the_keys_of_one_that_does_not(shell: Shell) -> None:
    (bad,) = printed(shell, "check no.toml", status=3)
    assert wrong(bad, checked([], ok=False)) == []
    assert bad.keys() == checked(["Ana"]).keys()


@EVERY
def test_a_game_that_is_over(shell: Shell, kind: Kind) -> None:
    record = ROOT / "examples" / f"{kind.game}-{kind.demo}.pbem"
    found = printed(shell, f"show {record}")
    end = {"why": str, "parts": parts(kind), "left": [str]}
    assert wrong(found, position(kind.names, True, {**kind.at_end, "end": end})) == []
    alone = len(kind.names) == 1
    assert (found["over"], found["draw_due"], found["legal"]) == (True, False, 0)
    assert found["winners"] == ([] if alone else [found["winner"]])
    assert (found["winner"] is None) == alone
    assert printed(shell, f"legal {record}") == {"turn": found["turn"], "to_move": None, "count": 0, "moves": []}
    (check,) = printed(shell, f"check {record}")
    assert wrong(check, checked(kind.names)) == []
    assert (check["winners"], check["over"]) == (found["winners"], True)
    told = printed(shell, f"log {record} --explain")
    assert [entry["end"] for entry in told if "end" in entry] == [told[-1]["end"]] == [found["end"]]
    assert all(wrong(entry["parts"], parts(kind)) == [] for entry in told)
    log = printed(shell, f"log {record}")
    assert log[-1].get("scores", found["scores"]) == found["scores"]


@pytest.mark.parametrize(
    ("line", "status", "more"),
    [
        ("move g.toml Z", 4, {"text": str, "column": int}),
        ("move g.toml 9-a2", 5, {"reason": str, "legal": [str]}),
        ("move g.toml R --turn 9", 6, {}),
        ("show no.toml", 3, {}),
        ("new go h.toml", 3, {}),
    ],
)
def test_errors(shell: Shell, line: str, status: int, more: dict[str, Shape]) -> None:
    started(shell, KINDS[0])
    result = shell(f"{line} --json")
    assert (result.exit_code, result.stdout) == (status, "")
    found = json.loads(result.stderr)
    assert found.keys() == {"error"}
    assert wrong({key: found["error"][key] for key in (*ERROR, *more)}, {**ERROR, **more}) == []
    assert found["error"]["status"] == status


# What is left out of a line


def dealt() -> Session:
    """A game of Rajas in which the dancer's dice are o3 b2, and the white tile is an upgrade."""
    return rajas.table("dice Ana b2", seed="s2")


@pytest.mark.parametrize(
    ("line", "left_out"),
    [
        ("P2 -b2 +o +b / (up: up Te) (else: )", None),
        ("P2 -b2 +o +b / (up: +g) (else: )", "`+g` is not legal: an upgrade is left out"),
        ("P2 -b2 +o +b / (die: +g) (else: )", "the turn is not finished: an upgrade is left out"),
    ],
)
def test_what_is_left_out_and_whether_it_is_written(shell: Shell, line: str, left_out: str | None) -> None:
    dealt().save("g.toml")
    before = Path("g.toml").read_bytes()
    tried = printed(shell, f"move g.toml '{line}' --dry-run")
    assert (tried["written"], tried["added"]) == (False, ["1 Ana: P2 -b2 +o +b =0,0"])
    assert "it waits for results" in tried["left_out"]
    assert Path("g.toml").read_bytes() == before
    moved = printed(shell, f"move g.toml '{line}'")
    assert moved["written"] is True
    assert wrong(moved["left_out"], None if left_out is None else str) == []
    assert (moved["left_out"] or "").startswith(left_out or "")
    assert Path("g.toml").read_bytes() != before
    assert printed(shell, "show g.toml")["key"] == moved["key"]
