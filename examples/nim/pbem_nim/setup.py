"""Position lines of nim: a position <-> text, each line checked."""

from collections.abc import Sequence

from pbem import position_lines
from pbem.errors import HeaderError
from pbem.header import Header
from pbem.position_lines import MOST, Reader, counted, number
from pbem_nim.state import State


def lines(state: State, names: Sequence[str]) -> list[str]:
    """The position as lines."""
    return [f"turn {state.turn}", f"heaps {','.join(map(str, state.heaps))}"]


def place(state: State, header: Header) -> None:
    """Puts the position lines of `header` on a new position; raises HeaderError naming the line."""
    position_lines.read(state, header, _READERS)


# A reader for each kind of line puts the line's words into the position.


def _turn(state: State, header: Header, words: list[str]) -> None:
    state.turn = number(counted(words, "turn 7", 1)[0], 1, MOST)


def _heaps(state: State, header: Header, words: list[str]) -> None:
    sticks = counted(words, "heaps 3,0,5", 1)[0].split(",")
    if len(sticks) != len(state.heaps):
        raise HeaderError(f"there are {len(state.heaps)} heaps, not {len(sticks)}")
    state.heaps = [number(word, 0, 9999) for word in sticks]
    if not any(state.heaps):
        raise HeaderError("no heap has a stick")


_READERS: dict[str, Reader[State]] = {"turn": _turn, "heaps": _heaps}
WORDS = tuple(_READERS)
