"""Packages with a game, as pip leaves them on the path: `build` writes one, whole or with a fault in it.

The game is counting: players in turn say the next number or the next two, and who says the last one has won. Nothing is
drawn, nothing is earned. With the edits FLIPPED a coin is flipped first: counting begins behind it.
"""

import os
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pbem import tables
from tests.processes import Done, cold, warm
from tests.support import ROOT, game_ids

FILES = {
    "__init__.py": '"""Counting, played with pbem."""\n',
    "GAME.toml": """id = "GAME"
title = "Counting"
edition = "first-1"
players = [2, 3]
last = 3
""",
    "GAME.lark": """// Counting. 3 Ana: say 2 3
%import .common (undo_line, NAME, INT, COMMENT, _WS)
%ignore _WS

turn_line: [INT] [NAME] steps [COMMENT]

steps: say

say: _SAY INT+

_SAY: "say"i
""",
    "rules.py": '''"""Counting as the engine sees it."""

from pbem.header import Header
from pbem.rules.common import Common
from MODULE.state import Facts, State
from MODULE.words import WORDS


class Counting(Common):
    engine = 2
    id = "GAME"
    has_chance = False
    has_claims = False
    has_scores = False
    words = WORDS
    position_words = ("turn",)

    def __init__(self, facts, digest):
        super().__init__(facts, digest)
        if facts["last"] < 1:
            raise ValueError("counting ends with a number above 0")
        self.facts = Facts(facts["last"])

    def start(self, header):
        return State(self.facts, len(header.players), header.first)

    def position(self, state, names):
        return [f"turn {state.turn}"]

    def winners(self, state):
        return [state.mover]
''',
    "state.py": '''"""A position of counting."""

from typing import NamedTuple

from pbem import game
from pbem.game import NOBODY, Illegal


class Say(NamedTuple):
    numbers: tuple


class Facts(NamedTuple):
    last: int


class State(game.State):
    def __init__(self, facts, players, first):
        self.facts, self.players = facts, players
        self.turn, self.said = 1, 0
        self.actor = self.mover = first

    def copy(self):
        new = State(self.facts, self.players, self.mover)
        new.turn, new.said, new.actor = self.turn, self.said, self.actor
        return new

    def steps(self, voluntary=False):
        if self.actor < 0:
            return []
        after = range(self.said + 1, self.facts.last + 1)
        return [Say(tuple(after[:count])) for count in (1, 2)[: len(after)]]

    def apply(self, step):
        if step not in self.steps():
            raise Illegal("not-next", number=self.said + 1)
        self.said = step.numbers[-1]
        self.turn += 1
        if self.said == self.facts.last:
            self.actor = NOBODY
        else:
            self.actor = self.mover = (self.mover + 1) % self.players
''',
    "words.py": '''"""The words of counting."""

from pbem.game import Words
from MODULE.state import Say


class CountingWords(Words):
    terminals = {}
    rules = {"say": lambda *numbers: Say(numbers)}
    expected = {"_SAY": "say"}
    example = "say 1 2"

    def format_step(self, step):
        return " ".join(["say", *map(str, step.numbers)])

    def explain(self, illegal):
        return f"one or two numbers are said, beginning with {illegal.facts['number']}"


WORDS = CountingWords()
''',
    "board.py": '''"""Counting drawn as text."""

from pbem.board import row, token
from pbem.game import Paint


class CountingPaint(Paint):
    def board(self, view):
        return [row("n", [token(str(number)) for number in range(1, view.state.said + 1)] or [token("0")])]

    def template(self, view):
        return "say NUMBER"

    def how_to_answer(self, view):
        return ["Say the next number, or the next two."]

    def rules_text(self, rules):
        return f"Counting to {rules.facts.last}: say 1, or say 1 2."


PAINT = CountingPaint()
''',
}
"""What lies in the folder of the package; GAME is the game's id, MODULE the package's name for Python."""

OTHERS = sorted({point.name for point in metadata.entry_points(group="pbem.games")} - {*game_ids()})
"""Games of packages that are installed here, beside pbem: every process sees them."""

Edits = Mapping[str, Sequence[tuple[str, str]]]
"""Name of a file in FILES -> what to replace by what."""

FLIPPED: Edits = {
    "GAME.lark": [("steps: say\n", 'steps: say\n\nchance_line: flip [COMMENT]\n\nflip: _FLIP INT\n\n_FLIP: "flip"i\n')],
    "rules.py": [("has_chance = False", "has_chance = True")],
    "words.py": [
        ("numbers)}", 'numbers), "flip": int}'),
        (
            "    example =",
            """    chance_words = ("flip",)

    def format_chance(self, result):
        return f"flip {result}"

    example =""",
        ),
    ],
    "state.py": [
        ("        self.actor = self.mover = first\n", "        self.actor, self.mover = CHANCE, first\n"),
        ("import NOBODY", "import CHANCE, NOBODY"),
        (
            "    def apply(self, step):\n",
            """    def deal(self, choose):
        return choose("flip", 0, 2)

    def apply(self, step):
        if self.actor == CHANCE and isinstance(step, int):
            self.said, self.actor = step, self.mover
            return
""",
        ),
    ],
    "board.py": [
        ("    def template", '    def due(self, view):\n        return "a flip"\n\n    def template'),
    ],
}
"""What makes it a game in which a coin is flipped first."""


def build(
    folder: Path,
    game: str = "count",
    edits: Edits | None = None,
    *,
    package: str = "pbem-count",
    version: str = "0.1.0",
    rules: str = "MODULE.rules:Counting",
    without: str = "",
    used: bool = True,
) -> Path:
    """Writes a package with the game `game` into `folder`, which is to be on the path; returns its own folder.

    `rules` is the value of the entry point, `without` the name of a file in FILES that is left out. A package that was
    `used` has its parsing tables: to make them takes longer than most commands.
    """
    module = package.replace("-", "_")
    own = folder / module
    own.mkdir(parents=True)

    def named(text: str) -> str:
        return text.replace("GAME", game).replace("MODULE", module)

    for name, text in FILES.items():
        for old, new in (edits or {}).get(name, ()):
            assert old in text, (name, old)
            text = text.replace(old, new)
        if name != without:
            (own / named(name)).write_text(named(text), "utf-8")
    changed = (edits or {}).get("GAME.lark")
    if used and without != "GAME.lark" and changed in (None, FLIPPED["GAME.lark"]):
        grammar = own / f"{game}.lark"
        tables.write(str(own / "__pycache__"), str(grammar), _tables(grammar.read_text("utf-8")))
    info = folder / f"{module}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n")
    (info / "entry_points.txt").write_text(f"[pbem.games]\n{game} = {named(rules)}\n")
    return own


@cache
def _tables(lark: str) -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        grammar = Path(folder) / "any.lark"
        grammar.write_text(lark, "utf-8")
        return tables.make(str(grammar))


def run(folder: Path, *args: str, **environment: str) -> Done:
    """Runs Python with `args` in `folder`, whose packages are on the path beside pbem."""
    path = os.pathsep.join([str(folder), str(ROOT)])
    return cold(*args, folder=folder, **{"PYTHONPATH": path, **environment})


def play(folder: Path, *args: str, **environment: str) -> Done:
    """Runs pbem likewise."""
    path = os.pathsep.join([str(folder), str(ROOT)])
    return warm("-m", "pbem", *args, folder=folder, **{"PYTHONPATH": path, **environment})
