"""What a game is to the engine: its rules, a position, its words and its drawings.

A game subclasses these four; what a method here answers is what most games answer, and what is abstract the game must
answer itself. At any moment one actor is to act: a player (0, 1, ... in the order of the header), CHANCE or NOBODY. A
line of a player is a tuple of steps, in most games a whole turn; a state says which steps may come next, and that one
method serves checking, listing, hints, messages and bots. A result of chance is an action, too. States hold no text.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.position_lines import Post as Post

if TYPE_CHECKING:
    from pbem.header import Header, Player
    from pbem.scene import Panel

ENGINE = 2
"""The version of what stands in this file; a game says which one it was written for."""

CHANCE = -1
NOBODY = -2

Step = Any
"""One step of a turn, or one result of chance: an immutable value of the game's moves.py."""


class _End:
    """The type of END, of which there is one in every process."""

    __slots__ = ()

    def __reduce__(self) -> str:
        return "END"

    def __repr__(self) -> str:
        return "END"


END: Step = _End()
"""The step that ends a line which could go on. It is never written: a line ends where its steps end."""

Choose = Callable[[str, int, int], int]
"""choose(purpose, event, n) -> 0..n-1: one outcome of chance, `event` counted per purpose from 0."""

Gained = tuple[int, tuple[int, ...], str, Mapping[str, Any]]
"""What a player gained (or paid, below 0) by one thing: the player, numbers as a claim has them, a reason of
`Words.parts`, and what fills its words."""


class Illegal(Exception):
    """A step that breaks a rule: a reason the game's notation has a sentence for, and what fills it."""

    def __init__(self, reason: str, **facts: Any) -> None:
        super().__init__(reason, facts)
        self.reason = reason
        self.facts = facts


class State(ABC):
    """A position. Mutable; `copy` is cheap."""

    __slots__ = ()

    turn: int
    """Number of the turn that is being played or comes next; also after the end."""
    actor: int
    """Who is to act now: a player, CHANCE or NOBODY."""
    mover: int
    """The player whose turn it is, or will be when chance is done; after the end any, for whom the board is drawn."""
    earned: tuple[int, ...] = ()
    """What the line being played, or the last one finished, earns its player: its claim; () without claims."""
    explained: tuple[Gained, ...] | None = None
    """What was gained since this was set to (); None, as in every game that is played, where nothing is noted."""

    @abstractmethod
    def steps(self, voluntary: bool = False) -> Sequence[Step]:
        """The legal next steps of the player to act, END among them where the turn may stop; else nothing.

        Where there can be very many, they are made when they are asked for (pbem/lazy.py).
        Without `voluntary` those are left out that only throw away what may be kept: listing and perft do so.
        """

    def step_at(self, share: float) -> Step:
        """The one of `steps()` at a share of them, from 0 to below 1; a game may find it without making the others."""
        steps = self.steps()
        return steps[int(share * len(steps))]

    @abstractmethod
    def apply(self, step: Step) -> None:
        """Play a step or a result of chance; raises Illegal and leaves the state as it was."""

    @abstractmethod
    def copy(self) -> "State":
        """An independent copy."""

    def unsaid(self, step: Step) -> tuple[Step, bool] | None:
        """What may be left unsaid before a step (or END) that cannot be played; whether it has the step in it."""
        return None

    def may_follow(self, step: Step) -> bool:
        """Whether a step that cannot be played now may be, in this turn, after the results that are waiting."""
        return False

    def deal(self, choose: Choose) -> Step:
        """The result of chance that is due, made with `choose`; not applied."""
        raise Illegal("no-chance")

    def scores(self) -> list[int]:
        """One number per player, in the order of the header; nothing without scores."""
        return []

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in vars(self).items() if name != "facts")
        return f"{type(self).__name__}({shown})"

    def in_turn(self) -> Hashable:
        """What decides how the present turn can go on: where it is equal, the same steps may come."""
        return object()  # like no other: each position of the turn is looked at for itself


class Cases:
    """How steps that say what is to be done in several cases are read.

    `texts(step)` gives those of all cases, `choose(step, results since the last step)` the one that holds, "" for none.
    """

    __slots__ = ("choose", "texts")

    def __init__(self, texts: Callable[[Any], Sequence[str]], choose: Callable[[Any, Sequence[Any]], str]) -> None:
        self.texts = texts
        self.choose = choose


class Words(ABC):
    """A game's notation: what its grammar reads -> steps and results of chance, and back."""

    terminals: Mapping[str, Callable[[str], Any]]
    """Terminal of the grammar -> function of its text."""
    rules: Mapping[str, Callable[..., Any]] = {}
    """Rule or alias of the grammar -> function of its parts."""
    expected: Mapping[str, str]
    """What a terminal is called in messages."""
    example: str
    """What a move looks like."""
    reasons: Mapping[str, str] = {}
    """Reason of an Illegal -> its sentence, with its facts as `{name}`."""
    shown: Mapping[str, Callable[[Any], object]] = {}
    """Fact of an Illegal -> how sentences show it; others stand as they are."""
    chance_words: Sequence[str] = ()
    """First words of its lines of chance."""
    no_names: Sequence[str] = ()
    """What no player may be called, since it is a word of a move."""
    no_first_words: Sequence[str] = ()
    """What no player's name may begin with."""
    alternatives: Mapping[type, Cases] = {}
    """Steps that say what is to be done in several cases."""
    parts: Mapping[str, str] = {}
    """Reason of what is gained -> what it is called, with its facts as `{name}`."""
    last: Collection[str] = ()
    """Those reasons that are counted when the game is over: they are part of no line and of no claim."""
    counted: Sequence[str] = ()
    """What the numbers of a claim count, where there are several."""
    endings: Mapping[str, str] = {}
    """What `Rules.ending` says -> its sentence, with its facts as `{name}`."""

    @abstractmethod
    def format_step(self, step: Step, /) -> str:
        """Canonical text of a step, of a short form as much as is written."""

    def explain(self, illegal: Illegal, /) -> str:
        """The sentence for a refusal: that of its reason, with its facts as they are shown."""
        return self.filled(self.reasons[illegal.reason], illegal.facts)

    def filled(self, template: str, facts: Mapping[str, Any], /) -> str:
        """A sentence with its facts as they are shown."""
        shown = {name: self.shown[name](value) if name in self.shown else value for name, value in facts.items()}
        return template.format(**shown)

    def format_chance(self, result: Step, /) -> str:
        """Canonical text of a result of chance."""
        raise TypeError(result)

    def bind(self, result: Step, name: Callable[[str], str], /) -> Step:
        """A result of chance as written -> with players' names as `name` gives them: as in the header."""
        return result

    def matches(self, written: Step, full: Step, /) -> bool:
        """Whether a short form can stand for a full step."""
        return type(written) is type(full) and bool(written == full)  # named tuples of two types may be equal

    def leads_to(self, written: Step, full: Step, /) -> bool:
        """Whether a legal step is worth naming when another one is refused."""
        return False


class View:
    """What is drawn: a position, the players' names, for whom (a player's index), and the letters of their colours."""

    __slots__ = ("colours", "names", "state", "still", "viewer")

    def __init__(
        self, state: Any, names: Sequence[str], viewer: int, colours: Sequence[Sequence[str]] = (), still: bool = False
    ) -> None:
        self.state, self.names, self.viewer = state, names, viewer
        self.colours, self.still = colours, still

    def acts(self, player: int) -> bool:
        """Whether it is that player's move; nobody's in a `still` game, which was stopped or is not opened yet."""
        return not self.still and self.state.actor != NOBODY and bool(self.state.mover == player)


class Paint(ABC):
    """A game's drawings; lines of at most 72 columns, the board of at most 39, see pbem.board."""

    drawn: Sequence[str] = ()
    """First words of the position lines that the board shows."""
    cell: int = 3
    """Characters of a cell of the board: three, or one where it is wide."""
    colours: Mapping[str, str | int] = {}
    """First letter of a drawn cell -> its colour on a terminal: a name that Click knows, or a number of 256."""

    def colour(self, cell: str, /) -> str | int:
        """The colour of a drawn cell, "" for none."""
        return self.colours.get(cell[:1], "")

    @abstractmethod
    def board(self, view: View, /) -> list[str]:
        """The board."""

    @abstractmethod
    def template(self, view: View, /) -> str:
        """A move with words for its parts, which itself is no move."""

    @abstractmethod
    def how_to_answer(self, view: View, /) -> list[str]:
        """How a move is written, in words that are no move."""

    @abstractmethod
    def rules_text(self, rules: Any, /) -> str:
        """The notation on one screen; `rules` are the game's."""

    def legend(self, view: View, /) -> Sequence[str]:
        """What the signs on the board mean."""
        return ()

    def report(self, view: View, /) -> list[str]:
        """Everything beside the board, as it lies for the viewer."""
        return []

    def short(self, view: View, /) -> list[str]:
        """As much of the report as is needed to choose a move, and to begin a game from a post; all if not said."""
        return self.report(view)

    def asked(self, view: View, /) -> list[str]:
        """What a short post says of the choice that is due, where the template and the position do not tell it."""
        return []

    def benches(self, view: View, /) -> list[str]:
        """What lies before the players and not on the board; `report` has it, too."""
        return []

    def read(self, rules: Any, lines: Sequence[str], /) -> list[str]:
        """The position lines of a drawn board, given its rows; raises HeaderError."""
        return []

    def means(self, view: View, step: Step, /) -> str:
        """What a legal step does, in a few words, where its text and the board do not show it; for lists of choices."""
        return ""

    def remark(self, view: View, step: Step, /) -> str:
        """What to tell of a legal step that does nothing in this position, where that may be a mistake."""
        return ""

    def due(self, view: View, /) -> str:
        """Which results of chance are due, in words."""
        raise NotImplementedError("a game with chance says in Paint.due which results are due")

    def how_to_draw(self, view: View, /) -> list[str]:
        """How the result of chance that is due is written, in words that are none."""
        raise NotImplementedError("a game with chance says in Paint.how_to_draw how results are written")


class Rules(ABC):
    """The rules of one game on one table of facts, made of the table and its digest."""

    engine: int
    """The version of the engine it was written for: ENGINE of that one."""
    id: str
    """The name on the command line and in files."""
    title: str
    """The name for people."""
    edition: str
    """The name of the table of facts."""
    digest: str
    """sha256 of the facts, without the notes on their sources."""
    counts: Sequence[int]
    """Numbers of players."""
    colours: Mapping[str, str] = {}
    """Letter -> word of the players' colours; empty where players have none."""
    sides: Sequence[str] = ()
    """Seats in clockwise order; empty where players have none."""
    options: Sequence[str] = ()
    """What can be added to the game, in order."""
    player_options: Sequence[str] = ()
    """Options that are chosen for single players: `WORD NAME`, behind the others."""
    has_chance: bool = True
    """Whether anything is drawn or rolled; if not, its grammar has no `chance_line`."""
    has_claims: bool = True
    """Whether a turn earns something to be counted; if not, its grammar has no CLAIM."""
    has_scores: bool = True
    """Whether players have scores; if not, the result is who has won."""
    long_turns: bool = False
    """Whether there are so many whole turns that lists show first steps, each with its best completion."""
    reads_posts: bool = False
    """Whether a game can begin from a whole pasted post: `read_post` reads it."""
    chance_in_turns: bool = False
    """Whether a turn can wait for results of chance and go on after them."""
    has_scene: bool = False
    """Whether its positions are drawn as a scene; if not, a picture shows the board in letters."""
    position_words: Sequence[str]
    """First words of the lines of a setup."""
    words: Words
    """Its notation."""

    @property
    @abstractmethod
    def paint(self) -> Paint:
        """Its drawings; imported when they are asked for."""

    @abstractmethod
    def start(self, header: "Header") -> Any:
        """The position before the first line of the log; raises HeaderError."""

    def explaining(self, header: "Header") -> Any:
        """The position before the first line once more, with `State.explained` noting; None in games without parts.

        The positions of such a game note what is gained, where it is gained, once `explained` is set to ().
        """
        return None

    def ending(self, state: Any) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """Of a finished game why it ended, then what was left: words of `Words.endings`, each with its facts."""
        return ()

    @abstractmethod
    def position(self, state: Any, names: Sequence[str]) -> list[str]:
        """The position lines that `start` turns into this position again, if it is whole; else what they can say."""

    def read_post(self, post: Post) -> "tuple[Sequence[Player], Iterable[Sequence[str]]]":
        """Players and position lines of a post, read as its sentences were written; where the game `reads_posts`.

        Players clockwise, those without seats from any of them on; without colours where a post has none. Where a post
        leaves something open, there may be several readings: its key tells which holds, and the report of the position
        must be that of the post. Raises HeaderError for a board or a sentence that cannot be read.
        """
        raise NotImplementedError

    @abstractmethod
    def winners(self, state: Any) -> list[int]:
        """Who has won a finished game; several where the win is shared, nobody where it cannot be won."""

    def scene(self, view: View, before: Any) -> "Sequence[Panel]":
        """What lies on the table as panels in reading order (see pbem.scene); where the game `has_scene`.

        `before` is the position before the last turn, None where there was none: what it changed is marked.
        """
        raise NotImplementedError

    def colours_each(self, players: int) -> int:
        """How many colours each player has."""
        return 1 if self.colours else 0

    def seats(self, players: int) -> Sequence[str]:
        """The seats dealt in list order when none are named."""
        return ()

    def draw_first(self, header: "Header", choose: Choose) -> int:
        """The player who begins where nobody was named, by chance."""
        return choose("first", 0, len(header.players))

    def details(self, state: Any) -> dict[str, Any]:
        """What else there is to say of a finished game, for JSON; `rating`, in words, if nobody can win."""
        return {}

    def revised(self, state: Any, reason: str) -> str:
        """What to add where a stored line is refused that held before a ruling changed: which one, what to do.

        `state` is as the last step that holds has left it; `reason` is that of the refusal, or the code of the error.
        """
        return ""

    def whole(self, state: Any) -> bool:
        """Whether a position can be written down as a setup: not while it is dealt or in the middle of a turn."""
        return True

    def pending(self, state: Any) -> Sequence[str]:
        """What position lines cannot say of a position that is not whole, so that its key differs."""
        return ()
