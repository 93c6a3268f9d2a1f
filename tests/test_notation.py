"""Reading and writing lines: the grammar is the authority, canonical text its exact inverse."""

import json
import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark
from lark.exceptions import UnexpectedInput

from pbem import header, registry, resources, tables
from pbem import notation as notations
from pbem.errors import NotationError
from pbem.header import LINE_LENGTH
from pbem.notation import Chance, Comment, Line, Notation, Stop, Turn, Undo
from pbem.plain import clean
from pbem.rules.maharani.moves import REFRESH, Draw, Placement, Refill
from tests import records
from tests.processes import cold
from tests.support import game_ids

WORDS = registry.load("maharani").words
NOTATION = Notation("maharani", WORDS)
NOTATION._parsed = 10**6  # this one remembers from the first line on
READERS = {"maharani": NOTATION}
for game_id in game_ids():
    READERS.setdefault(game_id, Notation(game_id, registry.load(game_id).words))._parsed = 10**6


@cache
def lark(game_id: str, start: str) -> Lark:
    """Lark itself, made when a test asks for it: that takes a second for each."""
    path = resources.path("grammar", f"{game_id}.lark")
    return Lark.open(path, start=start, parser="lalr", lexer="basic", maybe_placeholders=True, strict=True)


def _canonical() -> list[tuple[str, str]]:
    """Lines of logs in the notation of their game, some hundreds of each."""
    found: dict[str, set[str]] = {game_id: set() for game_id in game_ids()}
    for game_id, lines in found.items():
        for record in records.read(game_id, "records"):
            log = record.lines[record.lines.index("") + 1 :]
            lines |= {line for line in log if line[:6] != "result"}
    chosen = {game_id: sorted(lines) for game_id, lines in found.items()}
    return [(game_id, line) for game_id, lines in chosen.items() for line in lines[:: max(1, len(lines) // 400)]]


CANONICAL = _canonical()


def plain(line: Line) -> tuple[object, ...]:
    """A line as something that can be compared: lines of different kinds are never equal."""
    assert isinstance(line, tuple)
    return (type(line), *line)


# Values


def test_turn() -> None:
    line = NOTATION.parse("13 Ana: 1-3f2W / 4-2f8S+g =1 ; wanted the edge")
    assert isinstance(line, Turn)
    assert (line.number, line.name, line.claim, line.comment) == (13, "Ana", (1,), "wanted the edge")
    assert line.steps == (Placement(0, 2, 13, 3, None), Placement(3, 1, 61, 2, "g"))


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("R", (REFRESH,)),
        ("1-f2", (Placement(0, None, 13, None, None),)),
        ("1-f2+", (Placement(0, None, 13, None, "+"),)),
        ("1-f2+b7", (Placement(0, None, 13, None, 49),)),
        ("1-f2+b", (Placement(0, None, 13, None, "b"),)),
        ("2-4a1N+y", (Placement(1, 3, 0, 0, "y"),)),
        ("3-3e1", (Placement(2, 2, 4, None, None),)),  # not 3e1 as a number
        ("1-f2 / r / 2-h8", (Placement(0, None, 13, None), REFRESH, Placement(1, None, 63, None))),
    ],
)
def test_steps(text: str, steps: tuple[object, ...]) -> None:
    line = NOTATION.parse(text)
    assert isinstance(line, Turn)
    assert line.steps == steps
    assert (line.number, line.name, line.claim, line.comment) == (None, None, None, None)


def test_chance_undo_and_comment() -> None:
    line = NOTATION.parse("draw 1:bSE x:rC 4:oN ; wind")
    assert isinstance(line, Chance)
    assert line.result == Refill((Draw(0, "bSE"), Draw(None, "rC"), Draw(3, "oN")))
    assert plain(NOTATION.parse("undo 12 ; slot 3")) == (Undo, 12, None, "slot 3")
    assert plain(NOTATION.parse("undo draw")) == (Undo, "draw", None, None)
    assert plain(NOTATION.parse("; undo 12")) == (Comment, "undo 12")


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("13 ana : 1 - 3 f2 w", "13 ana: 1-3f2W"),
        ("13 Ana: 1\u20133f2W", "13 Ana: 1-3f2W"),  # en dash
        ("13 Ana: 1\u22123f2W", "13 Ana: 1-3f2W"),  # minus
        ("13\u00a0Ana:\u00a01-3f2W", "13 Ana: 1-3f2W"),  # no-break space
        ("13 Ana: 1-\u200b3f2W\ufeff", "13 Ana: 1-3f2W"),  # zero-width space, byte order mark
        ("13 Ana: 1-3f\u200d2W", "13 Ana: 1-3f2W"),  # a joiner that joins nothing
        ("\uff11\uff13 Ana: \uff11-\uff13f\uff12W", "13 Ana: 1-3f2W"),  # full-width digits
        ("\u0661\u0663 Ana: R", "13 Ana: R"),  # digits of another script
        ("13 ANA: 1-3F2w+G", "13 ANA: 1-3f2W+g"),
        ("13 Ana: 1-3f2W/4-2f8S + B7 = 4", "13 Ana: 1-3f2W / 4-2f8S+b7 =4"),
        ("DRAW 1:BES X:rc 4:on", "draw 1:bSE x:rC 4:oN"),
        ("draw 1 : bwn", "draw 1:bNW"),
        ("UNDO 12;why", "undo 12 ; why"),
        ("1 Ana: R =0;", "1 Ana: R =0 ;"),
        (";why", "; why"),
        ("1 Zo\u00eb \u0410\u043d\u043d\u0430: R", "1 Zo\u00eb \u0410\u043d\u043d\u0430: R"),
    ],
)
def test_what_is_typed_becomes_canonical(typed: str, canonical: str) -> None:
    assert NOTATION.format(NOTATION.parse(typed)) == canonical


@pytest.mark.parametrize("dash", "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d")
def test_every_kind_of_dash(dash: str) -> None:
    assert NOTATION.format(NOTATION.parse(f"1 Ana: 1{dash}3f2W")) == "1 Ana: 1-3f2W"


@pytest.mark.parametrize("blank", "\u00a0\u1680\u2000\u2003\u2007\u2009\u200a\u202f\u205f\u3000\t")
def test_every_kind_of_blank(blank: str) -> None:
    assert NOTATION.format(NOTATION.parse(f"1{blank}Ana:{blank}R")) == "1 Ana: R"


@pytest.mark.parametrize("nothing", "\u00ad\u200b\u200e\u200f\u202a\u202e\u2060\u2066\u2069\ufeff\ufe0f\u061c")
def test_everything_that_cannot_be_seen(nothing: str) -> None:
    assert NOTATION.format(NOTATION.parse(f"1{nothing} Ana: 1-{nothing}3f2W{nothing}")) == "1 Ana: 1-3f2W"


@pytest.mark.parametrize("first", ["1 Ana: R =0", "1 Ana: R =0 ; x", "1 Ana: R =0 ;x"])
def test_a_remark_is_kept_whatever_was_read_before(first: str) -> None:
    reader = Notation("maharani", WORDS)
    reader._parsed = 10**6
    reader.parse(first)
    for text in ("2 Ana: R =0 ; \u597d\uff1b\u884c; \u2013 \u00ab a \u00bb", "; \uff1b", "undo 2 ; a\uff1bb"):
        for _ in range(2):
            assert reader.format(reader.parse(text)) == text
    assert reader.format(reader.parse("2 Ana: R\uff1b why; so")) == "2 Ana: R ; why; so"


def test_joiners_inside_names_are_kept() -> None:
    line = NOTATION.parse("1 \u0645\u06cc\u200c\u062e: R")
    assert isinstance(line, Turn)
    assert line.name == "\u0645\u06cc\u200c\u062e"


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("1-3f2Q", 6),
        ("13 Ana: 1-3f2Q", 14),
        ("1-3f22", 6),
        ("1-", 3),
        ("", 1),
        ("   ", 4),
        ("13", 3),
        ("Ana:", 5),
        ("1-i2", 3),
        ("1-f9", 3),
        ("1-f2 W E", 8),
        ("1-f2 / ", 8),
        ("R =", 3),
        ("R =-", 3),
        ("R =1.5", 5),
        ("R R", 3),
        ("draw", 5),
        ("draw 1:", 8),
        ("draw 1:b", 8),
        ("draw 1:bX", 8),
        ("draw Ana: R", 6),
        ("undo", 5),
        ("undo all", 6),
        ("undo 1 2", 8),
        ("1 2 3-f2", 5),
        ("<b>", 1),
        ("1-f 2", 3),
        ("draw 1:b SE", 8),
        ("1-f2+b 7", 8),
    ],
)
def test_errors_have_their_place(text: str, column: int) -> None:
    with pytest.raises(NotationError) as error:
        NOTATION.parse(text)
    assert error.value.column == column
    assert "expected" in error.value.why
    if text.strip():
        assert str(error.value).split("\n")[-1].index("^") - 2 == column - 1


def test_a_line_of_a_known_form_may_be_too_long_as_any_other() -> None:
    for remark in ("short", "x" * 980, "x" * 1000):
        text = f"1 Ana: R =0 ; {remark}"
        if len(text) <= LINE_LENGTH:
            assert NOTATION.parse(text).comment == remark
            continue
        with pytest.raises(NotationError) as error:
            NOTATION.parse(text)
        assert error.value.message.endswith(f": the line has more than {LINE_LENGTH} characters")


@pytest.mark.parametrize("text", ["1 Ana; P6", "1 Ana;P6", "1 Ana  ;   P6", "1 Ana: ; no move"])
def test_what_cannot_be_read_is_quoted_with_its_blanks(text: str) -> None:
    with pytest.raises(NotationError) as error:
        NOTATION.parse(text)
    assert error.value.text == text
    assert error.value.message.startswith(f"cannot read `{text}` at column ")


def test_a_line_too_long_is_refused_at_once() -> None:
    with pytest.raises(NotationError, match="more than 998 characters"):
        NOTATION.parse("1-f2 / " * 10**5)


# Inverse, and the memo


@pytest.mark.parametrize("game_id", game_ids())
def test_canonical_lines_read_back(game_id: str) -> None:
    reader = READERS[game_id]
    texts = [text for other, text in CANONICAL if other == game_id]
    assert len(texts) >= 400
    assert [reader.format(reader.parse(text)) for text in texts] == texts


COLOURS, ARROWS, HALVES = "grby", "NESW", ["C", "N", "E", "S", "W", "NE", "SE", "SW", "NW"]
cells = st.integers(0, 63)
placements = st.builds(
    Placement,
    st.integers(0, 20),
    st.none() | st.integers(0, 20),
    cells,
    st.none() | st.integers(0, 3),
    st.none() | st.sampled_from([*COLOURS, "+"]) | cells,
)
COMMAND_WORDS = {"draw", "roll", "undo", "result", "end", "show", "legal", "log", "rules", "help", "stop", "away"}


def _can_be_a_name(name: str) -> bool:
    return name.split(" ")[0].casefold() not in COMMAND_WORDS and clean(name) == name


names: st.SearchStrategy[str] = st.from_regex(
    r"[^\W\d_]([^\W\d_:;,=/\"][^\W_:;,=/\"]{0,8}( [^\W_:;,=/\"]{1,8})?)?", fullmatch=True
).filter(_can_be_a_name)
comments = st.none() | st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "Zs"])).map(
    lambda text: " ".join(clean(text).split())
)
numbers = st.none() | st.integers(1, 10**4)
lines = st.one_of(
    st.builds(
        Turn,
        st.integers(0, 10**6),
        names,
        st.lists(placements | st.just(REFRESH), min_size=1, max_size=3).map(tuple),
        st.none() | st.integers(-99, 999).map(lambda n: (n,)) | st.tuples(st.integers(), st.integers()),
        comments,
    ),
    st.builds(
        Chance,
        st.lists(
            st.builds(
                Draw,
                st.none() | st.integers(0, 9),
                st.builds(str.__add__, st.sampled_from("borygv"), st.sampled_from(HALVES)),
            ),
            min_size=1,
            max_size=8,
        ).map(lambda draws: Refill(tuple(draws))),
        comments,
    ),
    st.builds(Undo, st.sampled_from(["draw", "stop"]) | st.integers(0, 10**6), numbers, comments),
    st.builds(Stop, numbers, comments),
)


@given(lines)
def test_parse_is_the_inverse_of_format(line: Line) -> None:
    text = NOTATION.format(line)
    assert plain(NOTATION.parse(text)) == plain(line)
    assert plain(Notation("maharani", WORDS).parse(text)) == plain(line)  # nothing remembered


EDITS = st.sampled_from(
    [
        *"0123456789abcdefghNESWRrxXymv:/+-=; ;Anadrwundo,\u00e9()",
        "  ",
        "draw ",
        "R ",
        " / ",
        "all:",
        "card ",
        "swap ",
        "mission",
    ]
)


@settings(max_examples=3 * settings().max_examples)
@given(st.sampled_from(CANONICAL), st.lists(st.tuples(st.integers(0, 60), st.integers(0, 3), EDITS), max_size=4))
def test_tables_and_memo_agree_with_lark(line: tuple[str, str], edits: list[tuple[int, int, str]]) -> None:
    """Whatever Lark reads is read, the same with and without memory; whatever Lark refuses is refused."""
    game_id, text = line
    for at, cut, put in edits:
        text = text[:at] + put + text[at + cut :]
    if text.lstrip().startswith(";"):
        return
    start = READERS[game_id].kind_of(text)
    try:
        lark(game_id, start).parse(text)
        accepted = True
    except UnexpectedInput:
        accepted = False
    results = []
    for reader in (READERS[game_id], Notation(game_id, READERS[game_id].words)):
        try:
            results.append(plain(reader.parse(text)))
        except NotationError:
            results.append(())
    assert results[0] == results[1]
    assert bool(results[0]) == accepted


def test_what_a_text_reads_as_is_found_once_and_long_ones_are_not_kept() -> None:
    first = [NOTATION.reads(text) for text in ("7 Ana: R =0 ; found once", "found once")]
    kept = notations._read.cache_info()
    assert [NOTATION.reads(text) for text in ("7 Ana: R =0 ; found once", "found once")] == first
    assert NOTATION.reads("R ; " + "x" * LINE_LENGTH) is None
    assert first[1] is None
    assert notations._read.cache_info() == kept._replace(hits=kept.hits + 2)


def test_the_memo_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notations, "_MEMO", 50)
    small = Notation("maharani", WORDS)
    small._parsed = 10**6
    for number in range(500):
        small.parse(f"{number} Ana{number}x: R")
    assert len(small._symbols) <= 60
    assert len(small._plans) <= 60


def test_command_words_of_the_grammar_are_those_of_names() -> None:
    for word in header.COMMAND_WORDS:
        line = f"{word}: R"
        with pytest.raises(UnexpectedInput):
            lark("maharani", "turn_line").parse(line)
        assert lark("maharani", "turn_line").parse(f"{word}ing: R")
    assert set(header.COMMAND_WORDS) == COMMAND_WORDS


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.slow
def test_the_tables_are_those_of_this_grammar_and_do_not_depend_on_chance(game_id: str) -> None:
    """Fresh tables, not those that were kept; the same under any order of Lark's sets."""
    origin = registry.origin(game_id)
    made = tables.make(origin.grammar)
    assert made == tables.load(origin)
    code = f"import json; from pbem import tables; print(json.dumps(tables.make({origin.grammar!r}), sort_keys=True))"
    assert json.loads(cold("-c", code, PYTHONHASHSEED="1").stdout) == json.loads(json.dumps(made))


def test_terminals_of_one_kind_of_line_never_match_the_same_text() -> None:
    """strict=True lets Lark compare all terminals; it raises if two collide."""
    for game_id in game_ids():
        for start in tables.STARTS:
            names = " ".join(terminal.name for terminal in lark(game_id, start).terminals)
            assert not re.search("NUMBER", names), (game_id, start)
