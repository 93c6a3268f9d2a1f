"""Sets of cells as bits of an int, a1 = bit 0 to h8 = bit 63, so that neighbours are found by shifts."""

_NOT_A = 0xFEFEFEFEFEFEFEFE
_NOT_H = 0x7F7F7F7F7F7F7F7F


def bits(members: int) -> list[int]:
    """The members of a set (of cells or of anything else that counts from 0), lowest first."""
    found = []
    while members:
        low = members & -members
        found.append(low.bit_length() - 1)
        members ^= low
    return found


def joined(cell: int, cells: int) -> int:
    """How many of `cells` hang together side by side with `cell`, itself included."""
    seen = _BESIDE[cell] & cells
    if not seen:  # most of the time
        return 1
    seen |= 1 << cell
    while True:
        grown = (seen | _beside(seen)) & cells
        if grown == seen:
            return seen.bit_count()
        seen = grown


def _beside(cells: int) -> int:
    """The cells that touch one of `cells` side by side, and some off the board, which are in no set of cells."""
    return cells << 8 | cells >> 8 | (cells & _NOT_H) << 1 | (cells & _NOT_A) >> 1


_BESIDE = tuple(_beside(1 << cell) for cell in range(64))
