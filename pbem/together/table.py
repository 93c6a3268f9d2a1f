"""Who may write what: the state of the dealing beside the position. It changes with every line that counts."""

from pbem.chance import Secret
from pbem.notation import Line
from pbem.split import Rest


class Table:
    """The state of the dealing after a line.

    `digest` is what the log comes to (D), None while tips are missing; `given` how many links each player has given,
    `words` the last of each, `places` where they are in the log; `author` whose block it is, -1 before the opening;
    `dealer` what deals in this block, None once its author has written a line that was not forced;
    `rest` what a `then` says; `forced` lines that have to come next;
    `asked` what is to be taken back if the players of `waiting` agree, in this order; `answering` is whether the first
    of them has given the link for it; `taken_back` counts what all have agreed to.
    """

    __slots__ = (
        "answering",
        "asked",
        "author",
        "dealer",
        "digest",
        "forced",
        "given",
        "lapsed",
        "places",
        "rest",
        "taken_back",
        "waiting",
        "words",
    )

    def __init__(self, players: int) -> None:
        self.digest: bytes | None = None
        self.given = [0] * players
        self.words: list[bytes] = [b""] * players
        self.places = [0] * players
        self.author = -1
        self.dealer: Secret | None = None
        self.rest: Rest | None = None
        self.forced: tuple[Line, ...] = ()
        self.lapsed = ""
        self.asked: int | str | None = None
        self.waiting: tuple[int, ...] = ()
        self.answering = False
        self.taken_back = 0

    def copy(self) -> "Table":
        """An independent copy."""
        new = Table.__new__(Table)
        for slot in self.__slots__:
            setattr(new, slot, getattr(self, slot))
        new.given, new.words, new.places = self.given[:], self.words[:], self.places[:]
        return new

    def begin(self, author: int) -> None:
        """A block begins: who was asked answers with it, and one of anybody else makes the asking void."""
        self.answering = bool(self.waiting) and not self.answering
        if not self.answering:
            self.void()
        self.author = author

    def void(self) -> None:
        """Nobody is asked any more."""
        self.asked, self.waiting, self.answering = None, (), False
