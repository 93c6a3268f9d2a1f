"""Counts agree with their nouns: "1 tile", "2 tiles"."""

import ast
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pbem import players, registry, report
from pbem.board import plural
from pbem.chance import chooser
from pbem.club import texts as texts_of_a_club
from pbem.game import CHANCE, NOBODY, View
from pbem.legal import Move
from pbem.session import Session
from tests.maharani import tools as maharani
from tests.majolica import tools as majolica
from tests.rajas import tools as rajas
from tests.support import PLAYERS, POLICIES, ROOT, case_of, game_ids, position

VERBS = {"ends", "is", "has", "was", "sends"}
"""What may stand behind any number: the number is a name there."""


def test_one_and_others() -> None:
    assert [plural(n, "{who}: {n} ox", "{who}: {n} oxen", who="Ana") for n in (0, 1, 2)] == [
        "Ana: 0 oxen",
        "Ana: 1 ox",
        "Ana: 2 oxen",
    ]


# Random games


@cache
def texts(game_id: str) -> str:
    """All that is told in random games of every number of players, with every option; each answer is one line."""
    found = []
    for number in PLAYERS[game_id]:
        rng = random.Random(number)
        game = case_of(game_id, number, *registry.load(game_id).options).new()
        paint, names, turn = game.rules.paint, game.header.names, -1
        state = game.state.copy()
        while state.actor != NOBODY:
            view = View(state, names, state.mover)
            found.append(" ".join((paint.how_to_draw if state.actor == CHANCE else paint.how_to_answer)(view)))
            if state.turn != turn:
                found.append(" ".join(paint.report(view)))
                turn = state.turn
            state.apply(state.deal(chooser(rng)) if state.actor == CHANCE else POLICIES[game_id](rng, state))
        found.append(" ".join(paint.report(View(state, names, state.mover))))
    return "\n".join(found)


def nouns(text: str) -> set[str]:
    """Plural nouns: words that stand behind a number other than 1 and before no other number."""
    found = set(re.findall(rf"{_NUMBER}(?!1 )[0-9]+ ([a-z]+s|dice)\b(?! [0-9])", text))
    return found - VERBS


def behind_one(words: set[str], text: str) -> set[str]:
    """Those of the words that stand behind a 1, which is no number of a list of gains: `1 dice 2, 2 karma 2`."""
    return {word for word in words if re.search(rf"{_NUMBER}1 {word}\b(?! [0-9])", text)}


_NUMBER = r"(?<![\w:-])"
"""Before a number that stands alone."""


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.slow
def test_no_plural_behind_a_one(game_id: str) -> None:
    """And some of the same nouns are told in the singular, so that this can fail."""
    text = texts(game_id)
    plurals = nouns(text)
    assert not behind_one(plurals, text)
    singulars = {{"dice": "die"}.get(noun, noun[:-1]) for noun in plurals}
    assert behind_one(singulars, text), plurals


def test_a_plural_behind_a_one_is_found() -> None:
    text = "Bag: 2 tiles Bag: 1 tiles; 3 hands are free; 1 hand is free; 1 dice 2, 2 karma 2; quarter 1 is paid"
    assert nouns(text) == {"tiles", "hands"}
    assert behind_one(nouns(text), text) == {"tiles"}


# One, and two


def bag_of(tiles: int) -> Session:
    """A position of Maharani with so many tiles in the bag; as many cells and one more are empty."""
    cells = " ".join(["a7", "d7", "e7"][: tiles + 1])
    game = position(maharani.full_but(cells) + "\n" + maharani.LEFT_OVER)
    tile = maharani.bag(game).split()[0]
    return position("\n".join([maharani.full_but(cells), maharani.LEFT_OVER, f"slot 1 {tile}"]))


def hands(free: int) -> Session:
    """Rajas, where the boat has found two dice and so many hands are free."""
    dice = " ".join(["b1", *["o1", "o2", "o3", "g1", "g2", "g3", "g4", "b2", "b3"][: 9 - free]])
    return rajas.play(rajas.table("at Ana money 11 boat 22", f"dice Ana {dice}"), "P0 re b1 / boat", "roll b1")


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (lambda: bag_of(1), "Bag: 1 tile;"),
        (lambda: bag_of(2), "Bag: 2 tiles;"),
        (lambda: majolica.table("token Ana 1"), "Ana: 1 point, "),
        (lambda: majolica.table("token Ana 2"), "Ana: 2 points, "),
        (lambda: majolica.table(options=["bloom"]), "Bloom: 1 point for"),
        (lambda: hands(1), "2 dice of free colours; 1 hand is free."),
        (lambda: hands(2), "2 dice of free colours; 2 hands are free."),
    ],
)
def test_one_and_two(game: Callable[[], Session], words: str) -> None:
    assert words in " ".join(report.show(game()))


@pytest.mark.parametrize(("line", "words"), [("swap / a4:1", "Over after 1 turn. "), ("", "To move: Ana.")])
def test_the_only_turn_of_a_game(line: str, words: str) -> None:
    game = majolica.table(f"done Ana {majolica.FIVE}", grid=majolica.FOUR)
    if line:
        game.play(line)
    assert words in " ".join(report.show(game))


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ([1], "1 player"),
        ([2], "2 players"),
        ([1, 2], "1 to 2 players"),
        ([2, 3, 4], "2 to 4 players"),
        ([4, 2, 3, 2], "2 to 4 players"),
        ([2, 4], "2 or 4 players"),
        ([6, 2, 4], "2, 4 or 6 players"),
    ],
)
def test_how_many_may_play(counts: list[int], words: str) -> None:
    assert players.counted(counts) == words


@pytest.mark.parametrize(
    ("moves", "first", "last"),
    [
        (1, "1 way to go on for Ana, with the rest that earns most:", "(legal) R"),
        (41, "41 ways to go on for Ana, each with the rest that earns", "(1 more is not listed.)"),
        (1, "1 legal move or beginning of moves for Ana:", "(legal) R"),
        (2, "2 legal moves or beginnings of moves for Ana, the ones that", "(legal) R"),
        (41, "41 legal moves or beginnings of moves for Ana, the ones that", "(1 more is not listed.)"),
        (42, "42 legal moves or beginnings of moves for Ana, the ones that", "(2 more are not listed.)"),
    ],
)
def test_moves_that_a_club_lists(moves: int, first: str, last: str) -> None:
    rules = SimpleNamespace(long_turns="to go on" in first)
    listed = [Move((), "R", ())] * moves
    game: Any = SimpleNamespace(turn=7, to_move="Ana", waits_for_draw=False, legal=lambda: listed, rules=rules)
    for chance, how in (("keeper", ["To play one, write it as `7 Ana: MOVE`."]), ("together", [])):
        game.header = SimpleNamespace(chance=chance)
        told = texts_of_a_club.legal(game)
        assert told[0].startswith(first)
        assert told[-1 - len(how) :] == [last, *how]


# Sentences

_NOUNS = "bytes|cards|cells|characters|colours|dice|files|games|hands|lines|moves|parts|places|players|points|rounds|"
_NOUNS += "rows|spaces|steps|sticks|tiles|times|turns|undos|ways|workers"
_COUNTED = re.compile(rf"\{{([^{{}}]*)\}} (?:(?:more |legal )?(?:{_NOUNS})|more (?:are|were))\b")
_NEVER_ONE = {
    # bounds, and what is above them
    *(
        "LOCAL",
        "MAX_BYTES",
        "LOG_LENGTH",
        "NAME_LENGTH",
        "LINE_LENGTH",
        "len(lines)",
        "self.longest",
        "MOST",
        "len(text)",
        "len(new)",
    ),
    *("_MOST_OF_A_LINE", "HEADER_LENGTH", "_HEADER_LINES", "_SEED_LENGTH", "ends"),
    *("_MOST_BESIDES", "_MOST_LISTED", "_MOST_LISTED_LENGTH", "_MOST_PARTS"),
    *("facts.ranks", "facts.files", "len(FILES)", "len(RANKS)", "CELLS", "files", "rows"),  # the size of a board
    *("count", "most"),  # numbers of players, or a message about a table
    *("cards", "run", "least", "reveals", "last", "places"),  # numbers of a rule book
    *("boat", "len(facts.river) - 1"),
    *("position.facts.least", "position.facts.reveals", "facts.workshops[shop].holds", "side.hands"),
    *("position.facts.limits['dice']", "side.boat", "filled", "_MOST_SLOW"),
}


def sentences(path: Path) -> Iterator[str]:
    """The strings of a module, fields as `{expression}`, without the ones that `plural` chooses."""
    tree = ast.parse(path.read_text("utf-8"))
    inner: set[ast.AST] = set()
    chosen: set[str] = set()
    nodes = list(ast.walk(tree))
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "plural":
            inner.update(node.args[1:3])
            chosen.update(arg.id for arg in node.args[1:3] if isinstance(arg, ast.Name))
    for node in nodes:
        if isinstance(node, ast.Assign):
            names = {name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)}
            inner.update(ast.walk(node.value) if names and names <= chosen else ())
        elif isinstance(node, ast.JoinedStr):
            inner.update(node.values)
    for node in nodes:
        if node in inner:
            continue
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else f"{{{_field(part)}}}" for part in node.values]
            yield "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _field(part: ast.expr) -> str:
    assert isinstance(part, ast.FormattedValue)
    return ast.unparse(part.value)


def test_no_sentence_has_a_plural_behind_a_number_that_may_be_one() -> None:
    """Such a count goes through pbem.board.plural, or stands behind its noun."""
    paths = [*(ROOT / "pbem").rglob("*.py"), *(ROOT / "examples").rglob("*.py")]
    counted = {
        (path.name, field) for path in paths for sentence in sentences(path) for field in _COUNTED.findall(sentence)
    }
    assert not {(name, field) for name, field in counted if field not in _NEVER_ONE}
    assert {field for _, field in counted} == _NEVER_ONE, "what is no longer told may be one by now"


def letters_for_plurals(text: str) -> list[str]:
    """Choices of an `s` to put behind a noun, instead of a sentence of its own."""
    if not re.search(r"""["']e?s["']""", text):
        return []
    choices = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.IfExp)]
    found = [node for node in choices for part in (node.body, node.orelse) if ast.unparse(part) in ("'s'", "'es'")]
    return [ast.unparse(node) for node in found]


def test_no_noun_gets_its_s_by_a_choice() -> None:
    paths = [*(ROOT / "pbem").rglob("*.py"), *(ROOT / "examples").rglob("*.py")]
    assert [found for path in paths for found in letters_for_plurals(path.read_text("utf-8"))] == []
    assert letters_for_plurals("f\"{n} day{'s' if n > 1 else ''}\"") == ["'s' if n > 1 else ''"]
