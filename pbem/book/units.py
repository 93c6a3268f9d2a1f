"""Much text that repeats itself, said once: drawings as lists of numbers of pieces."""

import itertools
import re
from collections.abc import Sequence

_WHOLE = 250
"""Characters of a group of SVG that is one piece; a longer one is taken apart."""
_GROUP = re.compile(r"<g[ >]|</g>")


class Units:
    """A table of pieces, each with its number."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, piece: str) -> int:
        """The number of a piece, a new one if it is new."""
        if piece not in self._numbers:
            self._numbers[piece] = len(self.pieces)
            self.pieces.append(piece)
        return self._numbers[piece]

    def numbers(self, pieces: Sequence[str]) -> list[int]:
        """The numbers of several."""
        return [self.number(piece) for piece in pieces]

    def drawing(self, drawn: str) -> list[int]:
        """A drawing as the numbers of pieces that one after the other are it."""
        return self.numbers(_pieces(drawn))


def _pieces(drawn: str) -> list[str]:
    """Cuts SVG around its groups; a short group that is in no other short one is left whole."""
    spans: list[tuple[int, int]] = []
    starts: list[int] = []  # of groups that are open
    for tag in _GROUP.finditer(drawn):
        if tag[0] == "</g>":
            spans.append((starts.pop(), tag.end()))
        else:
            starts.append(tag.start())
    cuts, whole = {0, len(drawn)}, 0
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):  # outer ones first
        if start >= whole:
            cuts |= {start, end}
            whole = end if end - start <= _WHOLE else whole
    return [drawn[start:end] for start, end in itertools.pairwise(sorted(cuts))]
