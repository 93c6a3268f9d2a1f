"""What was pasted of a post, for a game to read its own sentences in it."""

from collections.abc import Sequence


class Post:
    """What was pasted of a post of this game.

    `turn`, `mover` (a name, "" where none is said), `options` and `key` as the title has them; `board` its rows as
    drawn, `below` the lines below them, legend and report, some of them empty.
    """

    __slots__ = ("below", "board", "key", "mover", "options", "turn")

    def __init__(
        self, turn: int, mover: str, options: list[str], key: str, board: list[str], below: Sequence[str]
    ) -> None:
        self.turn = turn
        self.mover = mover
        self.options = options
        self.key = key
        self.board = board
        self.below = below

    @property
    def text(self) -> str:
        """What stands below the board, without empty lines and without what shields a line."""
        return "\n".join(line.removeprefix("= ") for line in self.below if line)
