"""How wide a text is in pixels, which depends on the letters of whoever looks: estimated on the generous side."""

from pbem.letters import columns

_WIDTHS = {
    **dict.fromkeys("ijl.,|'!I ", 0.35),
    **dict.fromkeys("frt:;()[]{}/\\-`", 0.43),
    **dict.fromkeys("ABCDEFGHJKLNOPQRSTUVXYZ", 0.75),
    **dict.fromkeys("mwMW@%&", 1.0),
}
"""By the size of the letters; all others of ASCII are in between."""


def text_width(text: str, size: float = 13, bold: bool = False, mono: bool = False) -> float:
    """How wide a text is at most, in the letters that are usual."""
    if mono:
        return sum(columns(c) for c in text) * size * 0.62
    units = sum([_WIDTHS[c] if c in _WIDTHS else 0.64 if c.isascii() else (0.0, 0.8, 1.1)[columns(c)] for c in text])
    return units * size * (1.12 if bold else 1)


def wrapped(text: str, width: float, size: float = 13, bold: bool = False) -> list[str]:
    """A text in lines of at most that width; a word that is longer is cut."""
    if text_width(text, size, bold) <= width:
        return [" ".join(text.split())]
    blank = text_width(" ", size, bold)
    lines: list[str] = []
    line: list[str] = []
    room = width
    for word in text.split():
        wide = text_width(word, size, bold)
        if line and wide + blank > room:
            lines.append(" ".join(line))
            line, room = [], width
        while wide > width and len(word) > 1:
            cut = next(n for n in range(len(word) - 1, 0, -1) if n == 1 or text_width(word[:n], size, bold) <= width)
            lines.append(word[:cut])
            word = word[cut:]
            wide = text_width(word, size, bold)
        room -= wide + (blank if line else 0)
        line.append(word)
    return [*lines, " ".join(line)] if line else lines
