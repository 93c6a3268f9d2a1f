"""What is printed to be pasted: nothing in it can be taken for a move or break out of a block; how lines are folded."""

import contextlib
import os
import pty
import random
import re
import sys
import unicodedata
from pathlib import Path

import click
import pytest

import pbem
from pbem import board, registry, report, session
from pbem.board import WIDTH
from pbem.club import texts
from pbem.errors import PbemError
from pbem.fold import key
from pbem.folded import fold_line, fold_lines, joined, unfolded
from pbem.header import LINE_LENGTH
from tests.support import PLAYERS, ROOT, any_turn, new_manual
from tests.test_cli import Shell

THREE = PLAYERS["maharani"][3]
REMARKS = [
    "4 Ana: R =0 4 Ana: R =0 4 Ana: R =0 4 Ana: R =0 4 Ana: R =0 4 Ana: R =0 4 Ana: R =0",
    "[/code] R [ / CODE ] out of the box",
    "``` R ```` out of the fence",
    "From here on a line that is long enough to be folded somewhere From here on > quoted | -- . ...",
    "\u05e9\u05dc\u05d5\u05dd \u2013 \u2026 \U0001f44d",
    "x" * 300,
]


def played(remark: str) -> session.Session:
    """A game in which somebody said something."""
    game = pbem.new("maharani", THREE, seed="said", first="Ana", id="said")
    game.play("R", f"R ; {remark}", "R")
    return game


@pytest.mark.parametrize("remark", REMARKS)
def test_of_what_is_shown_only_the_log_is_read(remark: str) -> None:
    game = played(remark)
    lines = report.show(game)
    log = fold_lines(game.log[2:])
    assert "\n".join(["", "Since the last turn of Ana:", *log, "", ""]) in "\n".join(lines)
    for line in lines:
        assert len(line) <= board.WIDTH
        assert not re.match(r"[\s>|.]|From |-+$", line)
        if line and line not in (log[0], *game.log):
            with pytest.raises(PbemError, match=r"^cannot read `"):
                game.fold.notation.parse(line)


@pytest.mark.parametrize("remark", REMARKS)
def test_nothing_ends_the_block_of_a_forum(remark: str) -> None:
    lines = report.show(played(remark))
    bbcode = board.wrap(lines, "bbcode")
    assert len(re.findall(r"\[\s*/\s*code", bbcode, re.IGNORECASE)) == 1
    fence, *_, last = board.wrap(lines, "markdown").split("\n")
    assert fence == last
    assert fence not in "\n".join(lines)


@pytest.mark.parametrize("remark", REMARKS[:5])
def test_remarks_are_kept_as_they_are(remark: str) -> None:
    game = played(remark)
    assert game.log[2] == f"2 Bob: R =0 ; {remark}"
    assert pbem.read(game.record().encode(), "record").toml() == game.toml()


def test_control_characters_are_not() -> None:
    game = pbem.new("maharani", THREE, seed="said", first="Ana", id="said")
    game.play("R ; \x1b[2J\x00gone\u2028 \x85")
    assert game.log[1] == "1 Ana: R =0 ; [2J gone"
    game.play("R ; a\ttab stays")
    assert game.log[2] == "2 Bob: R =0 ; a\ttab stays"


@pytest.mark.parametrize(("text", "three"), [("N", "-N-"), ("SE", "SE-"), ("NSE", "NSE")])
def test_tokens_are_three_wide(text: str, three: str) -> None:
    assert board.token(text) == three


def test_long_texts_are_folded_and_shielded() -> None:
    lines = board.fold("From " + "word " * 40, shield=True)
    assert lines[0].startswith("= From word")
    assert all(line.startswith("= ") and len(line) <= board.WIDTH for line in lines)
    assert board.fold("word " * 40)[1].startswith("word")
    assert board.fold("short") == ["short"]


def test_rows_are_known_after_blanks_were_folded() -> None:
    assert board.is_row("8 +++ bN- -W-")
    assert board.is_row("8   +++   bN-  -W-")
    assert not board.is_row("up Ana 1,3")
    assert not board.is_row("turn 123")


def test_a_failed_line_after_an_undo_changes_nothing() -> None:
    """The position that an undo goes back to is not the one that later lines are played on."""
    game = played("x")
    before = (game.log, game.key, [key(game.rules, game.header, game.before(turn)) for turn in (1, 2, 3)])
    with pytest.raises(PbemError, match=r"^line 4, and nothing was played: cannot read `no move` at column 1"):
        game.play("undo 2", "R", "R", "no move")
    assert (game.log, game.key, [key(game.rules, game.header, game.before(turn)) for turn in (1, 2, 3)]) == before


@pytest.mark.parametrize("name", [f"{game}-{which}.pbem" for game in PLAYERS for which in ("demo", "three", "four")])
def test_the_board_of_a_game_that_is_over_tells_how_it_ended(name: str) -> None:
    """For whomever it is shown: the last turn, and what happened since that player's turn before."""
    game = pbem.load(str(ROOT / "examples" / name))
    assert game.over
    for player in game.header.names:
        told = "\n".join(report.show(game, name=player)).partition("\nThe last turns:\n")[2]
        turns = sorted({int(number) for number in re.findall(r"^(\d+) \w+: ", told, re.MULTILINE)})
        assert turns[-1] == game.turn - 1
        assert turns == list(range(turns[0], game.turn))


# Colours on a terminal


def drawn_in(shown: str) -> list[str]:
    """The escape sequences in a text."""
    return re.findall(r"\x1b\[[0-9;]*m", shown)


@pytest.mark.parametrize("game_id", PLAYERS)
def test_colours_are_for_terminals_and_change_no_letter(
    game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = Shell(tmp_path, monkeypatch)
    players = " ".join(f"--player {player}" for player in PLAYERS[game_id][2])
    shell(f"new {game_id} g.toml {players} --seed s --id g --first Ana")
    game = pbem.load("g.toml")
    game.play(any_turn(game))
    game.save("g.toml")
    plain, always = shell("show g.toml").stdout, shell("show g.toml --color always").stdout
    assert drawn_in(plain) == []
    assert len(drawn_in(always)) > 8
    assert click.unstyle(always) == plain
    answer = next(line for line in always.split("\n") if f"{game.turn} {game.to_move}: " in line)
    assert answer.startswith("\x1b[1m")
    assert drawn_in(shell("show g.toml --color always --format markdown").stdout) == []
    assert drawn_in(shell("show g.toml --color always --json").stdout) == []
    assert drawn_in(shell("export g.toml --color always").stdout) == []
    assert drawn_in(shell("replay g.toml --color always").stdout)
    assert not drawn_in(shell("replay g.toml --color auto").stdout)
    refused = "move g.toml zz9"
    assert shell(f"{refused} --color always").stderr.startswith("\x1b[31mpbem: ")
    assert drawn_in(shell(refused).stderr) == []


def test_what_a_terminal_gets(tmp_path: Path) -> None:
    """Colours, and the board last; none with NO_COLOR or --color never."""
    game = new_manual("maharani", 2)
    game.play("draw 1:rW 2:bW 3:gE 4:oE", "R")
    game.save(str(tmp_path / "g.toml"))

    def seen(*options: str, **environment: str) -> str:
        pid, master = pty.fork()
        if pid == 0:
            command = [sys.executable, "-m", "pbem", "show", str(tmp_path / "g.toml"), *options]
            os.execve(sys.executable, command, {**os.environ, "PYTHONPATH": str(ROOT), **environment})
        parts = []
        with contextlib.suppress(OSError):  # Linux tells the end of a terminal so
            while part := os.read(master, 65536):
                parts.append(part)
        os.waitpid(pid, 0)
        return b"".join(parts).decode().replace("\r\n", "\n")

    shown = seen()
    assert drawn_in(shown)
    plain = click.unstyle(shown)
    assert plain.endswith("\nx -a- -b- -c- -d- -e- -f- -g- -h-\n\n2 Bob: SLOT-CELL / SLOT-CELL\n")
    assert seen(NO_COLOR="1") == seen("--color", "never") == plain
    assert seen("--color", "always", NO_COLOR="1") == shown


# Log lines folded for a mail: what is joined again is what was folded, whatever people wrote in it


HEAD = "13 Ana: 1-3f2W / 4-2f8S+g =1 ; "
ACCENTS = "e\u0301"
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
LONG_REMARKS = {
    "words": "it was the only way to keep both " * 28,
    "no blank": "x" * 960,
    "two blanks": "a  b   c " * 100,
    "a hundred blanks": f"a{' ' * 100}b{' ' * 300}c",
    "tabs": "a\tb\t\tc " * 100,
    "no-break blanks": "a\u00a0b\u3000c" * 150,
    "wide": "\u6f22\u5b57" * 480,
    "wide words": "\u6f22\u5b57\u304b\u306a " * 190,
    "accents": ACCENTS * 480,
    "many accents on one letter": "a" + "\u0301" * 900,
    "an accent on a blank": "word \u0301" * 160,
    "joined signs": FAMILY * 190,
    "skin": "\U0001f44d\U0001f3fd" * 480,
    "right to left": "\u05e9\u05dc\u05d5\u05dd " * 190,
    "marks of ours": "= == = ==x =y == " * 58,
    "our marks without blanks": "=" * 900,
    "a signature": "-- " * 300 + "x",
    "starts that clients change": "From > | . From here " * 40,
}


def columns(text: str) -> int:
    """How wide a text is on a terminal, counted in another way than in the engine."""
    shown = [c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c) and c != "\u200d"]
    return sum(2 if unicodedata.east_asian_width(c) in ("W", "F") else 1 for c in shown)


def whole(pieces: list[str]) -> str:
    """Pieces as the line they were."""
    line, *others = pieces
    for piece in others:
        line = joined(line, piece)
    return line


@pytest.mark.parametrize("remark", LONG_REMARKS.values(), ids=LONG_REMARKS.keys())
def test_joined_again_it_is_the_same_line(remark: str) -> None:
    line = (HEAD + remark)[:LINE_LENGTH].strip()
    assert len(line) > 400
    pieces = fold_line(line)
    assert whole(pieces) == line
    assert unfolded([*pieces, "14 Bob: R", ""]) == [line, *[""] * (len(pieces) - 1), "14 Bob: R", ""]
    assert unfolded(piece + " " for piece in pieces)[1:] == [""] * (len(pieces) - 1)


@pytest.mark.parametrize("remark", LONG_REMARKS.values(), ids=LONG_REMARKS.keys())
def test_pieces_fit_and_survive_mail(remark: str) -> None:
    pieces = fold_line((HEAD + remark)[:LINE_LENGTH].strip())
    for number, piece in enumerate(pieces):
        assert piece == piece.strip()
        assert piece.startswith(("= ", "== ")) == (number > 0)
        if number:
            text = piece.split(" ", 1)[1]
            assert text == text.strip()
            assert unicodedata.category(text[0])[0] != "M"
            assert not text.startswith(("\u200d", "\U0001f3fd"))
        assert columns(piece) <= WIDTH or "   " in piece
    assert len(pieces) > 1 or remark == LONG_REMARKS["many accents on one letter"]


def test_where_it_is_folded() -> None:
    assert fold_line("1 Ana: R =0 ; short") == ["1 Ana: R =0 ; short"]
    at_most = "1 Ana: R =0 ; " + "x" * 58
    assert fold_line(at_most) == [at_most]
    assert fold_line(at_most + "x") == ["1 Ana: R =0 ;", "= " + "x" * 59]
    assert fold_line("aaa bbb ccc", 8) == ["aaa bbb", "= ccc"]
    assert fold_line("aaa bbbbbbbbbb c", 8) == ["aaa", "= bbbbbb", "== bbbb", "= c"]
    assert fold_line("a   b cccc", 5) == ["a   b", "= ccc", "== c"]
    assert fold_line("\u6f22\u5b57\u6f22\u5b57", 7) == ["\u6f22\u5b57\u6f22", "== \u5b57"]
    assert fold_line("aae\u0301e\u0301", 3) == ["aae\u0301", "== e\u0301"]
    assert fold_lines(["aaaa", "1 b"]) == ["aaaa", "1 b"]


def test_any_line_at_all() -> None:
    """Signs of all kinds at random, up to the longest line."""
    rng = random.Random("folded")
    signs = [
        "a",
        "b",
        "=",
        "/",
        ";",
        " ",
        "  ",
        "\t",
        "\u00a0",
        "\u0301",
        "\u200d",
        "\u6f22",
        "\uff1b",
        "\U0001f44d",
        "\u05e9",
    ]
    for _ in range(300):
        few = rng.sample(signs, rng.randrange(1, len(signs)))
        line = ("1" + "".join(rng.choices(few, k=rng.randrange(LINE_LENGTH))) + "1")[:LINE_LENGTH].strip()
        for width in (20, WIDTH):
            assert whole(fold_line(line, width)) == line


def test_a_piece_that_was_wrapped_on_its_way_is_joined_at_a_blank() -> None:
    assert joined("1 Ana: R", "=0 ; so") == "1 Ana: R =0 ; so"
    assert joined("1 Ana: R", "= =0 ; so") == "1 Ana: R =0 ; so"
    assert joined("1 Ana: R =0 ; s", "== o") == "1 Ana: R =0 ; so"


@pytest.mark.parametrize("indent", [" ", "    ", "\t"])
def test_pieces_in_a_block_of_code_are_joined(indent: str) -> None:
    pieces = fold_line(HEAD + "x" * 100 + " and more")
    assert unfolded(indent + piece for piece in pieces)[0] == f"{indent}{HEAD}{'x' * 100} and more"


@pytest.mark.parametrize("game_id", PLAYERS)
def test_how_moves_are_written_survives_mail(game_id: str) -> None:
    """The robot of a club mails it."""
    assert [line for line in board.rules(registry.load(game_id)).split("\n") if len(line) > WIDTH] == []


def test_a_line_after_an_empty_one_is_not_joined() -> None:
    assert unfolded(["1 Ana: R", "", "= so"]) == ["1 Ana: R", "", "= so"]
    assert unfolded(["= so", "== so"]) == ["= soso", ""]


def test_words_of_our_own_are_folded_without_marks() -> None:
    """Else a sentence looks broken; what could be taken for a move or a word of people is marked all the same."""
    begun = "Some words of ours, so many that what goes on has no room on the line"
    assert texts.told(f"{begun} any more.") == [begun, "any more."]
    for more in ("say hello to everybody.", "help.", "undo?", "away until Friday.", "card 2-1 or another."):
        assert texts.told(f"{begun} {more}") == [begun, f"= {more}"]
    assert texts.told(f"{begun} `R` alone.") == [begun.removesuffix(" line"), "= line `R` alone."], (
        "as it may be copied"
    )
    for name in ("Ana", "Bartholomew", "A name of just 24 signs."):
        about = [*texts.overview([], name, {}), *texts.digest([], name, [], [])]
        assert not any(line.startswith("= ") for line in about), about


def test_of_many_lines_of_a_log_and_legal_moves_some_are_told() -> None:
    log = texts.log(pbem.load(str(ROOT / "examples" / "maharani-demo.pbem")))
    assert (log[0], log[1][:9]) == ("The log, the last 60 of 69 lines:", "(line 10)")
    game = pbem.new("rajas", PLAYERS["rajas"][2], seed="many", first="Ana")
    told = texts.legal(game)
    assert sum(line.startswith("(legal) ") for line in told) == 40
    assert told[-2] == f"({len(game.legal()) - 40} more are not listed.)"
