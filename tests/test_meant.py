"""What a typed line is meant for: a letter for a digit, a forgotten word or slash; and what several lines may play."""

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import pbem
from pbem import cli, report
from pbem.errors import AmbiguousMove, Doubt, NotationError
from pbem.session import Session
from pbem.taking import take_from
from tests.checks import error
from tests.packages import FLIPPED, build, run
from tests.rajas.tools import TOP, table
from tests.support import PLAYERS, new_manual, random_line
from tests.test_cli import Shell

GRID = "draw grid rygb brgy ybgr gryb"

# Results of chance without their first word


@pytest.mark.parametrize(
    ("game_id", "before", "typed", "stored"),
    [
        ("maharani", [], "1:bSE 2:oC 3:rN 4:gW", "draw 1:bSE 2:oC 3:rN 4:gW"),
        ("maharani", [], " 1:Bse  2:OC 3:rN 4:gw ; by hand", "draw 1:bSE 2:oC 3:rN 4:gW ; by hand"),
        ("majolica", [], "start Ana 3ryg, bob 3ryb", "draw start Ana 3ryg, Bob 3ryb"),
        ("majolica", ["draw start Ana 3ryg, Bob 3ryb"], GRID.removeprefix("draw "), GRID),
        ("rajas", [], TOP, f"draw {TOP}"),
        ("rajas", [f"draw {TOP}"], "ana o5 g4 b3 p2", "roll Ana o5 g4 b3 p2"),
    ],
)
def test_the_word_of_a_result_may_be_left_out(game_id: str, before: list[str], typed: str, stored: str) -> None:
    game = new_manual(game_id, 2)
    if before:
        game.play(*before)
    assert game.play(typed) == [stored]


def test_within_a_turn_too() -> None:
    game = table("dice Ana o5 o6", show="oS4")
    assert game.play("P0 re o5 o6", "o2 o1") == ["1 Ana: P0 re o5 o6 =0,2", "roll o2 o1"]
    game = table("dice Ana o5")
    assert game.play("Q oS4 b4NEW -o5 / NW: +g", "oS1", "g2")[1:] == ["draw oS1", "roll g2"]


def test_of_a_keeper_whose_secret_is_not_here() -> None:
    kept = pbem.new("maharani", PLAYERS["maharani"][2], kind="keeper", secret="x" * 20, first="Ana", id="k")
    (dealt,) = kept.log
    game = pbem.read(kept.record().replace(dealt, ""))
    assert game.play(dealt.removeprefix("draw ")) == [dealt]


def test_of_a_package_with_a_word_of_its_own(tmp_path: Path) -> None:
    build(tmp_path, edits=FLIPPED)
    code = "import pbem; print(pbem.new('count', ['Ana', 'Bob'], kind='manual', first='Ana').play('1', 'say 2'))"
    assert run(tmp_path, "-c", code).stdout == "['flip 1', '1 Ana: say 2']\n"


@pytest.mark.parametrize("line", ["1-3f2", "R", "Ana: R", "1:bSE"])
def test_what_is_no_result_is_refused_as_before(line: str) -> None:
    reason = "draw-missing" if line == "1:bSE" else "draw-due"
    assert error(new_manual("maharani", 2), line).details["reason"] == reason


def test_an_unreadable_result_is_shown_where_it_breaks() -> None:
    found = error(new_manual("maharani", 2), "1:bSE 2:oC 3:rN 4:zz")
    assert isinstance(found, NotationError)
    assert (found.text, found.column) == ("draw 1:bSE 2:oC 3:rN 4:zz", 24)


# A name without its colon


@pytest.mark.parametrize(
    ("game_id", "line", "meant"),
    [
        ("rajas", "1 Ana Lu P6 -b6", "1 Ana Lu: P6 -b6"),
        ("rajas", "ana  lu, P6 -b6 ; hello", "Ana Lu: P6 -b6"),
        ("rajas", "12 \u00efpek Ma", "12 \u00cfpek: Ma"),
        ("majolica", "1 Ana Lu. c1:1 / card 1-1", "1 Ana Lu: c1:1 / card 1-1"),
        ("maharani", "Ana Lu R", "Ana Lu: R"),
        ("maharani", "Ana R", ""),  # nobody is called so
        ("maharani", "Ana Lu", ""),
    ],
)
def test_a_name_without_its_colon_is_shown_with_one(game_id: str, line: str, meant: str) -> None:
    colours = {"maharani": ("=g,y", "=r,b"), "majolica": ("", ""), "rajas": ("=yellow", "=red")}[game_id]
    names = [f"Ana Lu{colours[0]}", f"\u00cfpek{colours[1]}"]
    found = error(pbem.new(game_id, names, seed="x", first="Ana Lu"), line)
    assert isinstance(found, NotationError)
    said = f"; a `:` stands behind a name: did you mean `{meant}`?"
    assert found.message.endswith(said) if meant else "did you mean" not in found.message


# Letters and digits that look alike


def test_a_capital_letter_that_looks_like_a_digit_is_asked_for() -> None:
    game = table("dice Ana o5")
    for line in ("PO", "po".upper(), " 1 Ana:PO ; to the terrace", "PO  "):
        found = error(game, line)
        assert isinstance(found, AmbiguousMove)
        assert found.details["candidates"] == ["Po", "P0"]
        assert "`Po`, with a letter, or `P0`, with a digit" in found.message


@pytest.mark.parametrize(
    ("line", "stored"),
    [
        ("po", "1 Ana: Po =0,0"),
        ("Po", "1 Ana: Po =0,0"),
        ("P0", "1 Ana: P0 =0,2"),
        ("p0", "1 Ana: P0 =0,2"),
        ("PO =0,0", "1 Ana: Po =0,0"),  # the claim says it
        ("PBO -B5", "1 Ana: Pbo -b5 =0,0"),
        ("P0 RE O5", "1 Ana: P0 re o5 =0,2"),
    ],
)
def test_where_there_is_no_doubt_nothing_is_asked(line: str, stored: str) -> None:
    assert table("dice Ana o5 b5").play(line)[0] == stored


def test_where_the_other_one_cannot_be_played_nothing_is_asked() -> None:
    game = table("dice Ana o5", "used P0,P0,P0")
    assert game.play("PO")[0] == "1 Ana: Po =0,0"


def test_a_digit_of_which_nothing_is_left_makes_no_other_move() -> None:
    """`+0 +g` is `+g`, so whoever shouts `+O +G` means two dice; in `+O` alone there is a doubt."""
    lines = ["at Ana money 32", "taken Ana 5,12,20", "dice Ana o5 b1"]
    assert table(*lines).play("P0 / +O +G") == ["1 Ana: P0 / +o +g =0,2"]
    assert error(table(*lines), "P0 / +O").details["candidates"] == ["P0 / +o", "P0 / +0"]


def test_a_stored_line_is_read_as_ever() -> None:
    game = table("dice Ana o5")
    again = pbem.read(f"{game.record()}\n1 Ana: PO =0,0\n")
    assert again.log == ["1 Ana: Po =0,0"]


def test_where_only_the_digit_can_be_played_it_is_named() -> None:
    found = error(table("dice Ana o5", "used Po"), "PO")
    assert found.details["reason"] == "space-taken"
    assert "with a digit it would be `P0`" in found.message
    for claim in ("=0,2", "=0,1"):  # right for the digit, and for neither
        found = error(table("dice Ana o5"), f"PO {claim}")
        assert found.code == "wrong-claim"
        assert "with a digit it would be `P0`" in found.message


@pytest.mark.parametrize(
    ("game_id", "line", "meant"),
    [
        ("rajas", "PI -o1", "P1 -o1"),
        ("rajas", "Pl -o1", "P1 -o1"),
        ("rajas", "P2 -02 +o +o", "P2 -o2 +o +o"),
        ("rajas", "Q 0C5 a2 -05", "Q oC5 a2 -o5"),
        ("rajas", "PO re o1", "P0 re o1"),
        ("rajas", "P0 =0,O", "P0 =0,0"),
        ("rajas", "rol1 o1", ""),
        ("rajas", "1: Ma", ""),  # nobody is called l
        ("majolica", "1: swap", ""),
        ("maharani", "l-1f2", "1-1f2"),
        ("maharani", "I-If2", "1-1f2"),
        ("maharani", "R =O", "R =0"),
        ("majolica", "al-a3:2", "a1-a3:2"),
        ("majolica", "a1-a4:l", "a1-a4:1"),
        ("majolica", "a1-a4:1 / card l-I", ""),
    ],
)
def test_a_line_that_does_not_read_is_shown_with_digits(game_id: str, line: str, meant: str) -> None:
    found = error(new_manual(game_id, 2), line)
    assert isinstance(found, NotationError)
    assert found.message.endswith(f"did you mean `{meant}`?") == bool(meant)


# Slashes


@pytest.mark.parametrize(
    ("game_id", "line", "meant"),
    [
        ("majolica", "1:r +b:2", "1:r / +b:2"),
        ("majolica", "start 3 d4:2 card 3-2", "start 3 / d4:2 / card 3-2"),
        ("majolica", "start 3 d4:2 / card 3-2 =0 ; mine", "start 3 / d4:2 / card 3-2 =0"),
        ("majolica", "7 Ana: a1-a3:2 xr 2:gg", "7 Ana: a1-a3:2 xr / 2:gg"),
        ("maharani", "1-f2 2-f8", "1-f2 / 2-f8"),
        ("maharani", "R 2-f8 R", "R / 2-f8 / R"),
        ("rajas", "Q oC5 a2NEW -o3 +p up Mi", "Q oC5 a2NEW -o3 / +p / up Mi"),
    ],
)
def test_a_slash_that_is_forgotten_is_named(game_id: str, line: str, meant: str) -> None:
    found = error(new_manual(game_id, 2), line)
    assert isinstance(found, NotationError)
    assert found.message.endswith(f"a `/` stands between steps: did you mean `{meant}`?")


def test_a_move_that_reads_is_not_meant_otherwise() -> None:
    found = error(new_manual("maharani", 2), f"1-f2 / 2-f8 ; {'x' * 1000}")
    assert isinstance(found, NotationError)
    assert found.message.endswith(": the line has more than 998 characters")


@pytest.mark.parametrize("line", ["hello there", "1:r b", "I will move r to b tomorrow", "1:", "/"])
def test_what_is_no_move_with_slashes_is_not_made_one(line: str) -> None:
    assert "did you mean" not in error(new_manual("majolica", 2), line).message


# A text of several lines: a move without turn and name must not play for somebody else


FIRST = "1 Bob: 4-1a5N+b / 1-1b5N+b =3"
NAMES = ["Ana=green,yellow", "Bob=red,blue"]


def start(folder: Path) -> str:
    """The README's game before turn 1, in a file; its path."""
    path = str(folder / "g.toml")
    pbem.new("maharani", NAMES, seed="taj", id="greedy-taj").save(path)
    return path


def move(path: str, *lines: str, stdin: str = "") -> Result:
    """What `pbem move` does with lines and standard input."""
    return CliRunner().invoke(cli.pbem, ["move", path, *lines], input=stdin, catch_exceptions=True)


def turns(path: str) -> list[str]:
    """The log without results of chance."""
    return [line for line in pbem.load(path).log if not line.startswith("draw")]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (f"{FIRST}\n\nR\n", 3, "it is not the only move there"),
        (f"{FIRST}\nr\n", 2, "it is not the only move there"),
        (f"{FIRST}\n1-h3+g\n", 2, "it is not the only move there"),
        (f"R\n{FIRST}\n", 1, "it is not the only move there"),
        ("R\nR\n", 1, "it is not the only move there"),
        ("4-1a5N+b\nBob: R\n", 1, "it is not the only move there"),
        ("undo 1\nR\n", 2, "it is not the only move there"),
        ("stop ; tired\nR\n", 2, "it is not the only move there"),
        ("; hello\n\nR\n", 3, "a letter or two may be anything"),
        ("R ; the best\n; bye\n", 1, "a letter or two may be anything"),
    ],
)
def test_a_bare_move_in_doubt_stores_nothing(tmp_path: Path, text: str, line: int, words: str) -> None:
    path = start(tmp_path)
    before = Path(path).read_bytes()
    result = move(path, text)
    assert isinstance(result.exception, Doubt)
    assert result.exception.details == {"line": line, "text": text.splitlines()[line - 1]}
    assert words in result.exception.message
    assert Path(path).read_bytes() == before


@pytest.mark.parametrize(
    ("text", "played"),
    [
        ("R", ["1 Bob: R =0"]),
        ("\n\nR\n\n", ["1 Bob: R =0"]),
        ("4-1a5N+b\n", ["1 Bob: 4-1a5N+b =2"]),
        ("; hello\n4-1a5N+b\n", ["; hello", "1 Bob: 4-1a5N+b =2"]),
        (f"{FIRST}\n2 Ana: R\n", [FIRST, "2 Ana: R =0"]),
        (f"{FIRST}\nana: R\n3 R\n", [FIRST, "2 Ana: R =0", "3 Bob: R =0"]),
        ("1 R\nAna: R", ["1 Bob: R =0", "2 Ana: R =0"]),
    ],
)
def test_what_is_clear_is_played(tmp_path: Path, text: str, played: list[str]) -> None:
    path = start(tmp_path)
    assert move(path, text).exit_code == 0
    assert turns(path) == played


def test_lines_of_their_own_are_typed(tmp_path: Path) -> None:
    path = start(tmp_path)
    assert move(path, FIRST, "R").exit_code == 0
    assert turns(path) == [FIRST, "2 Ana: R =0"]


@pytest.mark.parametrize("signature", ["Ma", "Pg", "pg", "Po"])
def test_a_signature_is_no_move(tmp_path: Path, signature: str) -> None:
    path = str(tmp_path / "r.toml")
    table("dice Ana o5", "dice Bob o5").save(path)
    assert isinstance(move(path, f"1 Ana: P0\n\n{signature}\n").exception, Doubt)
    assert isinstance(move(path, f"; from Bob\n{signature}\n").exception, Doubt)
    assert turns(path) == []
    assert move(path, f"{signature}\n").exit_code == 0


def test_results_of_chance_may_stand_with_a_bare_move(tmp_path: Path) -> None:
    path = str(tmp_path / "r.toml")
    table("dice Ana o5").save(path)
    assert move(path, "-", stdin="P0 re o5\nroll o2\n").exit_code == 0
    assert pbem.load(path).log == ["1 Ana: P0 re o5 =0,2", "roll o2"]


def test_a_draw_that_is_due_may_stand_above_a_bare_move() -> None:
    at = new_manual("maharani", 2)
    first, move, then = "draw 1:bSW 2:oNW 3:bE 4:vNE", "1-1b6S+g / 2-1b7S+g", "draw 1:gN 2:oC"
    for lines in ([first, move], [first, move, then]):
        for between in ("\n", "\n\n"):
            text = between.join(lines)
            assert take_from(at, text).lines == tuple(lines)
            assert take_from(at, f"{text}\n\n{quoted(at)}").lines == tuple(lines)
    for text, told in (
        (f"{move}\n\n{first}", f"`{first}` is due before `{move}` and stands below it: send it above."),
        (f"{first}\n{then}", "No draw is due now."),
        (f"{first}\n{move}\n1-1b6S+g", "There are several moves for one turn"),
        ("draw bSW oNW bE vNE", "This begins like a draw: cannot read"),
    ):
        assert (take_from(at, text).doubt or "").startswith(told), text
    post = quoted(at)
    at.play(first, move, then)
    assert take_from(at, f"{first}\n{move}\n\n{post}").lines == ()
    assert "answers" in (take_from(at, f"1-c3\n\n{post}").doubt or "")


def test_a_draw_below_a_bare_move_may_lead_to_another_one() -> None:
    """It stands right below it, or where it belongs is not clear."""
    at = new_manual("majolica", 2)
    before = record = at.record()
    while not (at.waits_for_draw and len(at.log) > 5 and at.log[-1].startswith("draw grid")):
        before, record = record, at.record()
        at.play(random_line(at, random.Random(f"another {len(at.log)}")))
    behind = pbem.read(before)
    line, draw = at.log[-2:]
    move = line.partition(": ")[2].partition(" =")[0]
    assert take_from(behind, f"{move}\n\n{draw}").lines == (move, draw)
    asked = [(f"{draw}\n\nHi\n\n{below}", "above lines") for below in (line, move)]
    for text, told in (*asked, (f"{draw}\n\n{move}", "above lines"), (f"{move}\n\nI drew\n\n{draw}", "apart from")):
        assert f"`{draw}` stands {told} " in (take_from(behind, text).doubt or "")


@pytest.mark.parametrize("before", [0, 1])
def test_who_sends_the_undo_as_well_answers_no_old_post(before: int) -> None:
    """Unless it is one of that post, from before it."""
    game = pbem.new("majolica", ["Ana", "Bob"], seed="thread", id="m", first="Ana")
    for tile in ("d1", "d2")[: 1 + before]:
        game.play(f"1 Ana: start 3 / swap 3-2 / {tile}:4")
        old = "\n".join(report.show(game, full=False))
        game.undo(1)
    last = game.play("1 Ana: start 3 / swap 3-2 / d4:4")[0]
    move = random_line(game, random.Random("aware"))
    assert take_from(game, f"{old}\n\n{game.log[-2]}\n{last}\n{move}").lines == (move,)
    for text, told in (
        (f"{old}\n\n{move}", "which was taken back since"),
        (f"{move}\n\n{old}", "copies of this game differ"),
    ):
        assert told in (take_from(game, text).doubt or "")


def quoted(at: Session) -> str:
    """The post of a game in the quote below a reply."""
    return "On Sun, 29 Nov 2026 at 17:00 Bob <b@x.org> wrote:\n\n> " + "\n> ".join(report.show(at))


@pytest.mark.parametrize("form", ["move", "legal"])
@pytest.mark.parametrize("more", [["-b6"], ["P6", "-b6"], ["--json", "-1"]])
def test_a_move_that_begins_with_a_dash(
    tmp_path: Path, form: str, more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run([form, start(tmp_path), *more]) == 2
    said = capsys.readouterr().err
    assert f'pbem {form} FILE -- "{more[-1]}"' in said
    assert f'"3 Ana: {more[-1]}"' in said


@pytest.mark.parametrize("more", [["--jsn", "-b6"], ["--turm", "3"]])
def test_a_mistaken_option_is_one(tmp_path: Path, more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["move", start(tmp_path), *more]) == 2
    assert "part of a move" not in capsys.readouterr().err


def test_behind_two_dashes_it_is_read(tmp_path: Path) -> None:
    with pytest.raises(pbem.NotationError, match="cannot read `-b6`"):
        cli.pbem.main(["move", start(tmp_path), "--", "-b6"], standalone_mode=False)


def test_where_a_move_has_many_forms_all_are_a_command_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it was typed, stands in a mail or is a line of a file."""
    shell = Shell(tmp_path, monkeypatch)
    game = pbem.new("majolica", PLAYERS["majolica"][2], seed="1", first="Ana", id="m")
    game.save("m.toml")
    Path("bad.pbem").write_text(f"{game.record()}1 Ana: zz9\n")
    for line, status in (("move m.toml zz9", 4), ("move m.toml -", 4), ("read m.toml", 4), ("show bad.pbem", 3)):
        result = shell(line, "1 Ana: zz9\n")
        assert (result.exit_code, result.stderr.splitlines()[-1]) == (status, "All forms: pbem rules majolica"), line
    assert json.loads(shell("move m.toml zz9 --json").stderr)["error"]["forms_of"] == "majolica"
    for line in ("move m.toml a1-a3:?", "read m.toml"):
        result = shell(line, "1 Ana: a1-a3:?\n")
        assert (result.exit_code, "rules" in result.stderr) == (4, False), line
