"""Position lines of nim: a position <-> text, each line checked."""

from collections.abc import Sequence

from pbem import position_lines
from pbem.errors import HeaderError
from pbem.header import Header
from pbem.position_lines import MOST, counted, number
from pbem_nim.state import State

WORDS = ("turn", "heaps")


def lines(state: State, names: Sequence[str]) -> list[str]:
    """The position as lines."""
    return [f"turn {state.turn}", f"heaps {','.join(map(str, state.heaps))}"]


def place(state: State, header: Header) -> None:
    """Puts the position lines of `header` on a new position; raises HeaderError naming the line."""

    def turn(words: list[str]) -> None:
        state.turn = number(counted(words, "turn 7", 1)[0], 1, MOST)

    def heaps(words: list[str]) -> None:
        sticks = counted(words, "heaps 3,0,5", 1)[0].split(",")
        if len(sticks) != len(state.heaps):
            raise HeaderError(f"there are {len(state.heaps)} heaps, not {len(sticks)}")
        state.heaps = [number(word, 0, 9999) for word in sticks]
        if not any(state.heaps):
            raise HeaderError("no heap has a stick")

    position_lines.read(header, {"turn": turn, "heaps": heaps})
