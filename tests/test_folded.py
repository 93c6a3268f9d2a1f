"""Log lines folded for a mail: what is joined again is what was folded, whatever people wrote in it."""

import random
import unicodedata

import pytest

from pbem.board import WIDTH
from pbem.folded import fold_line, fold_lines, joined, unfolded
from pbem.notation import LINE_LENGTH

HEAD = "13 Ana: 1-3f2W / 4-2f8S+g =1 ; "
ACCENTS = "e\u0301"
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
REMARKS = {
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


@pytest.mark.parametrize("remark", REMARKS.values(), ids=REMARKS.keys())
def test_joined_again_it_is_the_same_line(remark: str) -> None:
    line = (HEAD + remark)[:LINE_LENGTH].strip()
    assert len(line) > 400
    pieces = fold_line(line)
    assert whole(pieces) == line
    assert unfolded([*pieces, "14 Bob: R", ""]) == [line, *[""] * (len(pieces) - 1), "14 Bob: R", ""]
    assert unfolded(piece + " " for piece in pieces)[1:] == [""] * (len(pieces) - 1)


@pytest.mark.parametrize("remark", REMARKS.values(), ids=REMARKS.keys())
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
    assert len(pieces) > 1 or remark == REMARKS["many accents on one letter"]


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


def test_a_line_after_an_empty_one_is_not_joined() -> None:
    assert unfolded(["1 Ana: R", "", "= so"]) == ["1 Ana: R", "", "= so"]
    assert unfolded(["= so", "== so"]) == ["= soso", ""]
