"""Hex as text: setups, boards that are pasted, the command line, which speaks of nothing that hex has not, and JSON."""

import json
import os
import random
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem import board, for_scripts, report
from pbem.book import page, volume
from pbem.errors import NotationError, PbemError
from pbem.fold import key
from pbem.guided import Guide
from tests import packages
from tests.checks import Shape, wrong
from tests.support import ROOT, Some, drawn, new_hex, played_hex, random_hex
from tests.test_choices import choose
from tests.test_cli import Shell
from tests.test_json import ADDED, MOVED, position

HERE = Path(__file__).parent


# Parts


def test_a_game_that_does_not_tell_parts() -> None:
    """Nothing is told, and scripts meet no key that would be empty."""
    game = random_hex(random.Random(1))
    assert game.over
    assert (game.explained(), game.ending()) == (None, None)
    assert for_scripts.log(game, explain=True) == for_scripts.log(game)
    assert not {"parts", "end"} & for_scripts.position(game).keys()
    assert "Turn 1" not in "\n".join(report.show(game))


# Setups


def test_any_position_is_a_setup_in_lines_and_drawn(some: Some) -> None:
    for seed in range(some(12, 60)):
        rng = random.Random(seed)
        game = random_hex(rng, rng.randrange(0, 90))
        if game.over:
            continue
        lines = game.rules.position(game.state, game.header.names)
        assert pbem.new("hex", setup=game.setup(), id="test").key == game.key
        picture = drawn(game)
        assert game.rules.paint.read(game.rules, picture) == [line for line in lines if line.startswith("row")]
        pasted = "\n".join([*lines[:2], *(line.upper() for line in picture)])
        assert new_hex(pasted, game.to_move).key == game.key


PICTURE = """
    x- a b c d e f g h i j k
    1- . . . . . . . . . . .
    2- . . . . . . . . . . .
    3- . . . . . . X . . . .
    4- . . . . . . . . . . .
    5- . . . . . . . . . . .
    6- . . . . o x . . . . .
    7- . . . . . . . . . . .
    8- . . . . . . . . . . .
    9- . . . . . . . . . . .
    10 . . . . . . . . . . .
    11 . . o . . . . . . . .
"""


@pytest.mark.parametrize(("first", "top"), [("Ana", "Ana"), ("Bob", "Bob")])
def test_a_board_that_is_pasted_is_a_setup(first: str, top: str) -> None:
    """As many x as o: x is to move, so who is to move has x."""
    game = new_hex(PICTURE, first)
    assert game.header.position == [
        "turn 1",
        f"top {top}",
        "row 3 . . . . . . x . . . .",
        "row 6 . . . . o x . . . . .",
        "row 11 . . o . . . . . . . .",
    ]
    assert pbem.read(game.record()).key == game.key
    one_more = PICTURE.replace("11 . ", "11 x ")
    assert new_hex(one_more, first).header.position[1] == f"top {'Bob' if top == 'Ana' else 'Ana'}"
    assert "top Bob" in new_hex("top Bob\n" + one_more, first).header.position


ROW = "row 6 . . . . o x . . . . ."


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        (PICTURE.replace("3- ", "4- ", 1), "row 4 of the board is drawn twice"),
        (PICTURE.replace("    3- . . . . . . X . . . .\n", ""), "row 3 of the board is missing"),
        (PICTURE.replace("X", "q"), "g3 is drawn as `q`; it should be . or x or o"),
        (PICTURE.replace("X", "X ."), "11 rows of 11 cells, this is none of them"),
        (PICTURE.replace("11 . . o", "12 . . o"), "11 rows of 11 cells, this is none of them: `12"),
        (PICTURE + ROW, "that is said twice"),
        (PICTURE.replace("o x", "x x"), "add a line `top NAME`"),
        (ROW.replace("x", "y"), "a row has 11 cells, each . or x or o"),
        (ROW + " .", "a row has 11 cells"),
        ("row", "it should read `row 6 . x o ...`"),
        ("row 12 " + ". " * 11, "should be a number from 1 to 11"),
        ("top", "it should read `top NAME`"),
        ("top Cid", "no player is called `Cid`"),
        ("turn x", "should be a number"),
        ("top Ana\n" + "\n".join(f"row {row} . . x" + " ." * 8 for row in range(1, 12)), "x has connected top and"),
        ("row 5" + " o" * 11 + "\ntop Ana", "o has connected left and right"),
        ("f6", "cannot read `f6`"),
        ("score Ana 3", "cannot read `score Ana 3`"),
        ("chance seed", "nothing is drawn in Hex"),
    ],
)
def test_faults_in_a_setup_are_told(setup: str, said: str) -> None:
    with pytest.raises(PbemError, match=said):
        new_hex(setup, "Ana")


# Mail


def test_what_is_pasted_survives_mail(some: Some) -> None:
    """Short lines that begin with no blank, and none that could be taken for a move but the lines of the log."""
    for seed in range(some(8, 40)):
        rng = random.Random(seed)
        game = random_hex(rng, rng.randrange(0, 120))
        picture = drawn(game)
        assert max(map(len, picture)) <= board.BOARD_WIDTH
        assert all(board.is_row(line, 1) and "  " not in line for line in picture)
        for line in report.show(game, name=rng.choice(["Ana", "Bob"])):
            assert line.isascii()
            assert len(line) <= board.WIDTH
            assert not re.match(r"[\s>|.]|From |-+$", line)
            assert not re.search(r"--|\.\.\.", line)
            if line not in game.log:
                with pytest.raises(NotationError, match=r"^cannot read `"):
                    game.fold.notation.parse(line or "-")


def test_the_legend_names_the_neighbours() -> None:
    game = new_hex()
    assert "f6 touches f5 g5 e6 g6 e7 f7." in " ".join(game.rules.paint.legend(game.view()))


# The command line


def shell(folder: Path, *args: str) -> str:
    """Runs pbem with the package on the path; what it says. It must end well."""
    done = packages.play(folder, *args, PYTHONPATH=os.pathsep.join([str(ROOT), str(HERE)]))
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def commands(folder: Path, lines: Sequence[str]) -> list[str]:
    """What each command line says."""
    return [shell(folder, *shlex.split(line)) for line in lines]


def test_the_command_line_has_nothing_of_chance_claims_and_scores(tmp_path: Path) -> None:
    said = commands(
        tmp_path,
        [
            "new hex g.toml --player Ana --player Bob --first Bob --id outside",
            "move g.toml f6",
            "move g.toml '2 Ana: swap'",
            "legal g.toml --limit 3",
            "undo g.toml",
            "show g.toml --as Ana --format bbcode",
            "log g.toml",
            "check g.toml",
            "export g.toml -o g.pbem",
            "import g.pbem -o h.toml",
            "setup g.toml -o s.pbem",
            "new hex i.toml --setup s.pbem",
            "replay g.pbem",
            "check g.pbem h.toml i.toml --jobs 2",
            "rules hex",
            "demo hex",
        ],
    )
    files = [(tmp_path / name).read_text("utf-8") for name in ("g.toml", "g.pbem", "h.toml", "i.toml", "s.pbem")]
    for text in [*said, *files]:
        assert not re.search(r"chance|draw|drawn|score|claim|earn|seed|keeper|secret|gold|=\d", text, re.IGNORECASE)
    assert files[0] == files[2]
    assert files[1].endswith("\n\n1 Bob: f6\n2 Ana: swap\nundo 2 line 3\n")
    assert "2 Ana: swap" in said[2]
    assert said[3] == "a1\nb1\nc1\nand 117 more (--limit 0 lists all)\n"
    assert said[7] == "g.toml: ok, at turn 2; 1 undo took back 1 turn\n"
    assert said[9] == "h.toml: 3 lines, at turn 2, Ana is to move\n"
    assert "Or, in this turn only, the word swap" in said[11]
    assert said[-1].endswith("\nOver after 44 turns. Bob has won.\n")
    assert "hex          Hex (2 players; tables: classic-1; from pbem-hex 0.1.0)" in shell(tmp_path, "games")


def test_a_move_is_chosen_by_numbers_alone() -> None:
    """In a game whose rules nothing of `pbem play` knows."""
    rng = random.Random("guided hex")
    game = new_hex()
    for _ in range(12):
        guide = Guide(game)
        choose(guide, rng)
        after = guide.state
        game.play(guide.line)
        assert game.key == key(game.rules, game.header, after)


# `--json` of a game without scores, claims and chance: the same keys, with null where others have them


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell in a folder with a game of two turns, g.toml."""
    shell = Shell(tmp_path, monkeypatch)
    played_hex("f6 a1").save("g.toml")
    return shell


SHOWN = {**position(["Ana", "Bob"]), "scores": None, "chance": None}


def printed(begun: Shell, line: str) -> Any:
    """What a command prints with `--json`."""
    result = begun(f"{line} --json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_show_move_and_undo(begun: Shell) -> None:
    assert wrong(printed(begun, "show g.toml"), SHOWN) == []
    moved = printed(begun, "move g.toml b2")
    assert wrong(moved, {**MOVED, **SHOWN}) == []
    assert len(moved["added"]) == 1
    assert wrong(printed(begun, "undo g.toml"), {**ADDED, **SHOWN}) == []


def test_legal_log_and_check(begun: Shell) -> None:
    moves = {"turn": int, "to_move": str, "count": int, "moves": [{"move": str, "earns": None}]}
    assert wrong(printed(begun, "legal g.toml"), moves) == []
    log = printed(begun, "log g.toml")
    assert wrong(log, [{"line": int, "text": str, "in_force": bool}]) == []
    assert len(log) == len(new_hex().log) + 2
    (found,) = printed(begun, "check g.toml")
    shape: dict[str, Shape] = {
        "file": str,
        "ok": bool,
        "turn": int,
        "over": bool,
        "scores": None,
        "draws": None,
        "error": None,
    }
    shape |= {"setup": bool, "chance": None, "unknown": [str], "tables_named": bool}
    shape |= dict.fromkeys(("undos", "turns_taken_back", "draws_taken_back"), int)
    assert wrong(found, {**shape, "winners": [str], "stopped": bool}) == []


def test_bots_tell_shares_of_the_win(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell, whole = Shell(tmp_path, monkeypatch), random_hex(random.Random(6))
    last, name = whole.turn - 1, whole.winners[0]
    game = new_hex(whole.setup(last - 2))
    game.play(*whole.log[-3:])
    Path("g.pbem").write_text(game.record())
    move = game.log[-1].split(": ")[1]
    told = shell(f"analyse g.pbem --mine {name} --budget 4").stdout.splitlines()
    assert told[0] == f"{game.rules.title}, game test: expected share of wins, before and after each turn"
    assert re.fullmatch(rf" *{last} {name}: +\d+\.\d%  100\.0%  {move}", told[-2])
    assert re.fullmatch(
        rf"{name}: turns: {len(told) - 2}, gave away \d+\.\d%, \d+\.\d\d% a turn(; most .*%\))?", told[-1]
    )
    game.undo()
    game.save("g.toml")
    head, first, *_ = shell("suggest g.toml --budget 60").stdout.splitlines()
    assert head == f"Turn {last}, {name}: moves, most tried first, and the share of wins to be expected."
    assert re.fullmatch(r"  1\. \S+   100% \(give or take 0%\), tries: \d+", first)
    assert json.loads(shell("suggest g.toml --budget 9 --json").stdout)["outcome"] == "win"


def test_what_was_given_away_is_a_share_of_the_win() -> None:
    told = {"turn": 2, "player": "Bob", "after": 0.5, "gave_away": 0.273, "error": 0.1, "best_move": "d4"}
    assert ">gave away 27.3%: d4<" in page.page([volume.volume(played_hex("c2 e5 f6"), None, {2: told})])
