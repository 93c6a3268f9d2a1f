"""The conformance suite: what must hold for any game, as a class to subclass. It runs with pytest.

from pbem.testing import Conformance

class TestNim(Conformance):
    game = "nim"
    players = {2: ["Ana", "Bob"]}
"""

from pbem.testing.chance import Together
from pbem.testing.drawings import Drawings
from pbem.testing.games import Games
from pbem.testing.keeping import Keeping
from pbem.testing.lines import Lines
from pbem.testing.playing import Case, Policy, by_kind, cases, play_turn, random_line, random_lines, uniform
from pbem.testing.steps import Steps

__all__ = [
    "Case",
    "Conformance",
    "Policy",
    "by_kind",
    "cases",
    "play_turn",
    "random_line",
    "random_lines",
    "uniform",
]


class Conformance(Games, Steps, Lines, Drawings, Keeping, Together):
    """The suite for one game; a subclass named `Test...` in a test module says which.

    `game` is its id, as on the command line: the package must be installed. `players` has for every number of players
    their words as for `pbem new --player`. Whatever else it may say:

    - `policy(rng, state)` chooses a legal step where random players would never come to the end;
    - `invariant(session)` asserts what must hold in every position;
    - `options`, the choices of options to be tried, where not all of them go together;
    - `games`, how many random games are played for each number of players and choice of options, spread over so many
      `tasks` for pytest-xdist; `longest`, after how many lines a game should have come to its end.

    Tests of your own that take `case` (or `every_case`) run for every number of players; `case.new()` starts a game.
    """
