"""The ways a game can be played: numbers of players, options."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pbem import registry, starting
from pbem.plain import clean
from pbem.session import Session


class Case(NamedTuple):
    """A way a game can be played: its id, the players as for `pbem new --player`, options."""

    game: str
    words: tuple[str, ...]
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "-".join([self.game, str(self.players), *self.options])

    @property
    def players(self) -> int:
        """How many there are."""
        return len(self.words)

    @property
    def label(self) -> str:
        """What tells it from other cases of its game, in the name of a test: "2", "3-ganga"."""
        return "-".join([str(self.players), *self.options]).replace(" ", "_")

    def new(self, **more: Any) -> Session:
        """A new game like that; people draw where nothing else is said, and then the first player begins."""
        if not registry.load(self.game).has_chance:
            more = {"id": "test", **more}
        elif more.get("kind", "manual") == "manual":
            more = {"kind": "manual", "first": name_in(self.words[0]), "id": "test", **more}
        return starting.new(self.game, self.words, options=self.options, **more)


def name_in(words: str) -> str:
    """The name in what stands behind `--player`: "Ana=green,yellow" -> "Ana"."""
    return " ".join(clean(words.partition("=")[0]).split())


def cases(
    game_id: str, players: Mapping[int, Sequence[str]], options: Iterable[Sequence[str]] | None = None
) -> list[Case]:
    """Every number of players, each with every choice of options: without any, with each of them, and with all.

    An option of single players is tried for the first one. Where options do not go together, `options` says which
    choices there are; the first and the last of them are the ones that most tests look at.
    """
    found: list[Case] = []
    for words in players.values():
        found += [Case(game_id, tuple(words), chosen) for chosen in choices(game_id, words, options)]
    return found


def choices(
    game_id: str, words: Sequence[str], options: Iterable[Sequence[str]] | None = None
) -> list[tuple[str, ...]]:
    """The choices of options with these players, the plain one first and the fullest one last."""
    if options is not None:
        return [tuple(chosen) for chosen in options]
    rules = registry.load(game_id)
    single = [*rules.options, *(f"{word} {name_in(words[0])}" for word in rules.player_options)]
    return list(dict.fromkeys([(), *((option,) for option in single), tuple(rules.options)]))
