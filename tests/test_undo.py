"""Lines that take back or stop (notation: undo, stop): the number that guards them, and what is played again."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem import report
from pbem.errors import PbemError
from pbem.known import refusal
from pbem.session import Session
from pbem.taking import take_from
from pbem.testing import Case
from tests.support import any_turn, cases, random_line, random_lines
from tests.test_cli import Shell

TWO = ["Ana=green,yellow", "Bob=red,blue"]
EACH = pytest.mark.parametrize("case", [case for case in cases() if not case.options], ids=str)


def game() -> Session:
    """After four turns; the log has a draw and the turns with refreshes."""
    started = pbem.new("maharani", TWO, seed="undo", id="undo", first="Ana")
    started.play("R", "R", "; only a remark", "R", "R ; fourth")
    return started


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell in a folder with that game."""
    shell = Shell(tmp_path, monkeypatch)
    game().save("g.toml")
    return shell


# The guard of undo


def test_a_typed_undo_gets_its_number() -> None:
    """From 1, undone lines counted, lines that are only a remark not."""
    played = game()
    assert len(played.log) == 6
    assert played.play("undo 3 ; slip") == ["undo 3 line 6 ; slip"]
    assert played.play("R", "undo 3") == ["3 Ana: R =0", "undo 3 line 8"]


def test_pasted_twice_it_is_refused() -> None:
    played = game()
    (line,) = played.play("undo 3 ; slip")
    played.play("R")
    before = played.log, played.key
    with pytest.raises(pbem.StaleMove, match="that was for line 6, the log has 7") as error:
        played.play(line)
    assert error.value.status == 6
    assert (played.log, played.key) == before


def test_what_the_other_one_pastes_is_taken_as_it_stands() -> None:
    one, other = game(), game()
    assert other.play(*one.play("undo 3", "R")) == one.log[6:]
    assert one.toml() == other.toml()


@pytest.mark.parametrize("line", ["undo 3 line 7", "undo 3 line 5", "undo 3 line 0", "stop line 5", "stop line 7"])
def test_a_wrong_number_is_refused(line: str) -> None:
    with pytest.raises(pbem.StaleMove, match="the log has 5"):
        game().play(line)


def test_stored_lines_without_a_number_stay_as_they_are() -> None:
    played = game()
    played.play("undo 3 ; slip")
    text = played.record().replace(" line 6", "")
    again = pbem.read(text)
    assert again.log[-1] == "undo 3 ; slip"
    assert again.record() == text
    assert pbem.read(again.toml()).record() == text


def test_stored_lines_with_a_wrong_number_are_refused_at_their_line() -> None:
    played = game()
    played.play("undo 3 ; slip", "R")
    with pytest.raises(pbem.ReplayError, match="that was for line 5, the log has 5") as error:
        pbem.read(played.toml().replace("line 6", "line 5"))
    assert error.value.details["line"] == 7


def test_undo_draw_has_one_too() -> None:
    manual = pbem.new("maharani", TWO, kind="manual", first="Ana", id="m")
    draw = "draw 1:bSE 2:oC 3:rN 4:gW"
    assert manual.play(draw, "undo draw", draw) == [draw, "undo draw line 2", draw]
    with pytest.raises(pbem.StaleMove, match=r"^that was for line 2, the log has 3: the next one is line 4$"):
        manual.play("undo draw line 2")


@pytest.mark.parametrize("kind", ["seed", "keeper"])
def test_a_draw_that_would_come_again_is_not_taken_back(kind: str) -> None:
    """Nor is it told that all is done with another option: a turn can be taken back."""
    secret = "0" * 64 if kind == "keeper" else None
    dealt = pbem.new("maharani", TWO, kind=kind, first="Ana", id="d", secret=secret)
    dealt.play("R")
    with pytest.raises(pbem.IllegalMove, match="in this one the same draw would come again; `undo TURN` takes back"):
        dealt.undo_draw()
    assert dealt.undo(1) == ["undo 1 line 3"]


@pytest.mark.parametrize("word", ["draw", "2", "stop", "turn 2"])
def test_what_is_taken_back_is_said_with_an_option(shell: Shell, word: str) -> None:
    result = shell(f"undo g.toml {word}")
    assert result.exit_code == 2
    assert result.stderr.endswith(
        f"Error: `{word}` is too much: pbem undo FILE takes back the last turn, or a stop; "
        "--to TURN names another turn, and --draw is for a draw that people entered\n"
    )
    assert shell("undo --help").stdout.startswith("Usage: pbem undo [OPTIONS] FILE\n")


# Stop


@EACH
def test_a_stopped_game_waits_for_nobody(case: Case) -> None:
    """Scores stand, no result is written, nothing is played or drawn, and the stop can be taken back."""
    played = case.new()
    random_lines(played, random.Random(str(case)), most=9)
    before = played.key, played.turn, played.scores, played.waits_for
    number = len(played.log) + 1
    assert played.stop("no time") == [f"stop line {number} ; no time"]
    assert played.stopped
    assert not played.over
    assert played.to_move is None
    assert played.waits_for == "the game was stopped"
    assert not played.draw_due
    assert played.legal() == []
    assert (played.key, played.turn, played.scores) == before[:3]
    assert "\nresult" not in played.record()
    again = pbem.read(played.record())
    assert again.stopped
    assert again.record() == played.record()
    assert pbem.read(played.toml()).toml() == played.toml()
    for line in ("stop", "undo draw"):
        with pytest.raises(pbem.IllegalMove, match=r"^the game was stopped; `undo stop` goes on with it$"):
            again.play(line)
    assert again.log == played.log
    assert played.undo() == [f"undo stop line {number + 1}"]
    assert (played.key, played.turn, played.scores, played.waits_for) == before


def test_nobody_may_move_in_a_stopped_game() -> None:
    played = game()
    played.stop()
    with pytest.raises(pbem.IllegalMove, match="the game was stopped; `undo stop` goes on with it") as error:
        played.play("R")
    assert error.value.details["reason"] == "stopped"


def test_nothing_is_drawn_in_a_stopped_game() -> None:
    manual = pbem.new("maharani", TWO, kind="manual", first="Ana", id="m")
    manual.stop()
    with pytest.raises(pbem.IllegalMove, match="was stopped"):
        manual.play("draw 1:bSE 2:oC 3:rN 4:gW")
    dealt = pbem.new("maharani", TWO, seed="x", id="x", first="Ana")
    dealt.play(any_turn(dealt), deal=False)
    dealt.play("stop line 3", deal=False)
    assert dealt.play() == []
    assert dealt.play("undo stop")[0] == f"undo stop line {len(dealt.log) - 1}"
    assert dealt.log[-1].startswith("draw ")


def test_an_earlier_turn_taken_back_takes_the_stop_back() -> None:
    played = game()
    played.stop()
    assert played.play("undo 2") == ["undo 2 line 7"]
    assert not played.stopped
    assert played.to_move == "Bob"


def test_a_finished_game_cannot_be_stopped_and_a_running_one_not_resumed() -> None:
    over = pbem.load(str(Path(__file__).parent.parent / "examples" / "maharani-demo.pbem"))
    with pytest.raises(pbem.IllegalMove, match="over"):
        over.stop()
    with pytest.raises(pbem.IllegalMove, match="not stopped"):
        game().play("undo stop")


@pytest.mark.parametrize("line", ["stop", "stop line 1", "Stop ; tired", "stop line 1 ; tired", "undo stop line 1"])
def test_a_record_may_begin_with_a_stop_right_below_its_header(line: str) -> None:
    header = "pbem 1 maharani\nid x\nplayer Ana g,y\nplayer Bob r,b\nchance seed x\nfirst Ana\n"
    if line.startswith("undo"):
        with pytest.raises(PbemError, match="line 7: the game is not stopped"):
            pbem.read(header + line)
        return
    game = pbem.read(header + line)
    assert (game.stopped, game.to_move, game.header.foreign) == (True, None, [])
    setup = "turn 3\n" + line
    with pytest.raises(PbemError, match="a setup has no log"):
        pbem.new("maharani", ["Ana=g,y", "Bob=r,b"], seed="x", first="Ana", setup=setup)
    assert pbem.read(f"{header}stop after turn 20\n").header.foreign == ["stop after turn 20"]


def test_a_setup_made_of_a_stopped_game_is_not_stopped() -> None:
    played = game()
    played.stop()
    again = pbem.new("maharani", setup=played.setup(), kind="manual")
    assert not again.stopped
    assert again.key == played.key


def test_commands_tell_of_a_stop(shell: Shell) -> None:
    assert shell('move g.toml "stop ; Bob has no time"').stdout.startswith("stop line 6 ; Bob has no time\n")
    shown = shell("show g.toml").stdout
    assert "Stopped at turn 5, undecided. Ana 0, Bob 0." in shown
    assert "pbem undo FILE" in shown
    assert "5 Ana:" not in shown
    told = json.loads(shell("show g.toml --json").stdout)
    assert (told["stopped"], told["over"], told["to_move"], told["draw_due"]) == (True, False, None, False)
    assert json.loads(shell("show g.toml --turn 3 --json").stdout)["stopped"] is False
    assert shell("check g.toml").stdout == "g.toml: ok, stopped at turn 5, Ana 0, Bob 0; draws verified\n"
    assert json.loads(shell("check g.toml --json").stdout)[0]["stopped"] is True
    assert "the game was stopped" in shell("legal g.toml").stdout
    assert shell("move g.toml R").exit_code == 5
    assert "stop line 6" in shell("log g.toml").stdout
    assert shell("undo g.toml").stdout.startswith("undo stop line 7\n")


def test_the_log_numbers_its_lines_as_an_undo_does(shell: Shell) -> None:
    shell('move g.toml "; a remark" "5 Ana: R" "; another"')
    shell("undo g.toml")
    shell('move g.toml "stop ; why"')
    lines = shell("log g.toml").stdout.splitlines()
    assert lines[3:11] == [
        "    ; only a remark",
        " 4  3 Ana: R =0  [0 0]",
        " 5  4 Bob: R =0 ; fourth  [0 0]",
        "    ; a remark",
        " 6  5 Ana: R =0  (taken back)",
        "    ; another",
        " 7  undo 5 line 7",
        " 8  stop line 8 ; why",
    ]
    told = json.loads(shell("log g.toml --json").stdout)
    assert [entry["line"] for entry in told] == list(range(1, 12))


# Played again


def test_undo_back_plays_again_what_was_taken_back() -> None:
    played = game()
    lines, key = played.log, played.key
    played.undo(2, "slip")
    assert played.undo_back() == ["2 Bob: R =0", "3 Ana: R =0", "4 Bob: R =0 ; fourth"]
    assert played.key == key
    assert played.log[: len(lines)] == lines
    with pytest.raises(pbem.IllegalMove, match="nothing was taken back last"):
        played.undo_back()


@EACH
@pytest.mark.parametrize("kind", ["seed", "manual"])
def test_undo_back_gives_the_same_position_in_any_game(case: Case, kind: str) -> None:
    """Draws that were dealt come again, those of people are entered again; twice over, too."""
    rng = random.Random(f"{case} {kind}")
    played = case.new(kind=kind, **({"seed": "back", "id": "back"} if kind == "seed" else {}))
    for _ in range(12):
        if kind == "manual":
            random_lines(played, rng, most=1)
        elif not played.over:
            played.play(random_line(played, rng))
    turns = list(played.fold.before)
    key, force = played.key, len(played.fold.force)
    for turn in (turns[-1], turns[len(turns) // 2], turns[0]):
        played.undo(turn)
        played.undo_back()
        assert (played.key, len(played.fold.force)) == (key, force)
    assert pbem.read(played.record()).key == key


def test_undo_back_of_a_stop_and_of_a_draw() -> None:
    played = game()
    played.stop("no time")
    played.undo()
    assert played.undo_back() == ["stop line 8 ; no time"]
    manual = pbem.new("maharani", TWO, kind="manual", first="Ana", id="m")
    draw = "draw 1:bSE 2:oC 3:rN 4:gW"
    manual.play(draw, "undo draw", "; what now")
    assert manual.undo_back() == [draw]


def test_undo_back_on_the_command_line(shell: Shell) -> None:
    assert shell("undo g.toml --back").exit_code == 5
    shell("undo g.toml --to 3")
    assert shell("undo g.toml --back").stdout.startswith("3 Ana: R =0\n4 Bob: R =0 ; fourth\n")
    assert shell("undo g.toml --back --to 2").exit_code == 2
    assert shell("undo g.toml --back --reason why").exit_code == 2


def test_the_draw_due_comes_before_an_undo_or_a_stop() -> None:
    """So a line has one place in the log, whether it is played with the turn or later, and again after an undo."""
    one, other = (pbem.new("maharani", TWO, seed="x", id="x", first="Ana") for _ in range(2))
    move = any_turn(one)
    assert one.play(move, "stop")[1:] == [*other.play(move)[1:], *other.play("stop")]
    key = one.key
    one.undo()
    one.undo(1)
    again = one.undo_back()
    assert again[0].startswith("1 Ana:")
    assert again[1].startswith("draw ")
    one.play("stop")
    one.undo(1)
    assert [line.split()[0] for line in one.undo_back()] == ["1", "draw", "stop"]
    assert one.key == key
    assert pbem.read(one.record()).key == key
    other = pbem.new("maharani", TWO, seed="x", id="x", first="Ana")
    assert other.play(move, "undo 1")[1:] == [other.log[2], "undo 1 line 4"]


def test_a_line_of_another_place_is_told_what_is_missing() -> None:
    for line, told in (
        ("stop line 5", "that was for line 5, the log has 5: the next one is line 6"),
        ("stop line 7", "that was for line 7, the log has 5: line 6 is missing here"),
        ("undo 3 line 9", "that was for line 9, the log has 5: lines 6 to 8 are missing here"),
    ):
        with pytest.raises(pbem.StaleMove) as error:
            game().play(line)
        assert error.value.message == told


@pytest.mark.parametrize("line", ["stop;tired", "Stop; tired", "stop\uff1btired", "stop line 6;tired"])
def test_a_remark_may_touch_the_word(line: str) -> None:
    assert game().play(line) == ["stop line 6 ; tired"]


# Posts and logs of before an undo: line by line they read like turns that are played again


def printed(played: Session, added: list[str]) -> list[str]:
    """What `move`, `show`, `log` and `export` print."""
    rows = [f"{number:>2}  {line}" for number, line in enumerate(played.log, 1)]
    short = "\n".join(report.show(played, full=False))
    move = "\n".join([*added, "", *report.show(played)])
    return [move, move.replace("\n", "\n\n"), short, f"Hi,\n\n{short}", "\n".join(rows), played.record()]


def before_an_undo() -> Iterator[Any]:
    """Games of two in which people draw, and dealt ones of three; slow are the others."""
    for case in [case for case in cases() if case.players in (2, 3) and not case.options]:
        for kind, players in (("manual", 2), ("seed", 3)):
            slow = () if case.players == players else pytest.mark.slow
            yield pytest.param(case, kind, marks=slow, id=f"{case}-{kind}")


@pytest.mark.parametrize(("case", "kind"), [*before_an_undo()])
def test_what_was_printed_before_an_undo_plays_nothing_again(case: Case, kind: str) -> None:
    rng = random.Random(f"before {case}")
    played = case.new(kind=kind, id="before", **({"seed": "before"} if kind == "seed" else {}))
    added: list[str] = []
    while played.turn < 4 or played.waits_for_draw:
        added = played.play(random_line(played, rng))
    last = max(played.fold.before)
    texts = printed(played, added)
    undo = f"undo {last} line {played.fold.next_number()} ; a slip"
    for text in texts:
        assert take_from(played, f"{undo}\n\n{text}").lines == (undo,)
    played.play(undo)
    line = random_line(played, rng)
    assert line not in played.log
    for text in (*texts, f"{printed(played, [undo])[0]}\n\n{texts[0]}"):
        taken = take_from(played, text)
        assert (taken.lines, taken.doubt) == ((), None)
        assert taken.known
        assert take_from(played, f"{line}\n\n{text}").lines == (line,)


def test_what_is_played_again_with_its_board_is_asked_about() -> None:
    """It reads like what was printed before, when both turns came in one call."""
    one, other = game(), game()
    other.play(*one.play("undo 3"))
    added = one.undo_back()
    assert "was taken back since" in (take_from(other, printed(one, added)[0]).doubt or "")
    assert "was taken back since" in (take_from(other, "\n".join(added)).doubt or "")
    assert [other.play(*take_from(other, line).lines) for line in added] == [[line] for line in added]


def test_a_bare_move_answers_the_post_of_now_among_quoted_ones_but_none_of_later_or_taken_back() -> None:
    copies = [pbem.new("maharani", TWO, seed="undo", id="undo", first="Ana")]
    while len(copies) < 3:
        copies.append(pbem.read(copies[-1].record()))
        copies[-1].play("R")
    posts = ["> " + "\n> ".join(report.show(copy)) for copy in copies]
    move = next(one.text for one in copies[2].legal() if not any(refusal(copy, one.text) for copy in copies))
    for text in (posts, posts[::-1]):
        assert [take_from(at, "\n\n".join([move, *text])).lines for at in copies] == [(), (), (move,)]
    copies[2].undo(2)
    assert take_from(copies[2], f"{move}\n\n{posts[2]}\n\n{posts[1]}").lines == ()
