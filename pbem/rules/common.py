"""What the games of this package share: what they take from a table, and what most of them answer."""

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, wraps
from types import UnionType
from typing import TYPE_CHECKING, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from pbem.game import Illegal, Paint, Post, Rules, Step, View
from pbem.header import Player

if TYPE_CHECKING:
    from pbem.scene import Panel

S = TypeVar("S")


class Common(Rules):
    """Rules made of a table; beside them stand the modules `board` with `PAINT`, and `setup` with `lines`.

    Where the game `reads_posts`, also `posts` with `read`; where it `has_scene`, also `picture` with `panels`.
    """

    def __init__(self, facts: dict[str, Any], digest: str) -> None:
        self.title: str = facts["title"]
        self.edition: str = facts["edition"]
        self.counts: list[int] = facts["players"]
        self.options: list[str] = facts.get("options", [])
        self.picture: Mapping[str, Any] = facts.get("picture", {})
        """Where things lie on the printed board, as far as no rule needs it; an owner's table may have none."""
        self.digest = digest

    @property
    def paint(self) -> Paint:
        """See Rules."""
        paint: Paint = self._beside("board").PAINT
        return paint

    def position(self, state: Any, names: Sequence[str]) -> list[str]:
        """See Rules."""
        lines: list[str] = self._beside("setup").lines(state, names)
        return lines

    def read_post(self, post: Post) -> tuple[Sequence[Player], Iterable[Sequence[str]]]:
        """See Rules."""
        read: tuple[Sequence[Player], Iterable[Sequence[str]]] = self._beside("posts").read(self, post)
        return read

    def scene(self, view: View, before: Any) -> "Sequence[Panel]":
        """See Rules."""
        panels: Sequence[Panel] = self._beside("picture").panels(self, view, before)
        return panels

    def _beside(self, module: str) -> Any:
        return _module_beside(type(self).__module__, module)


@cache
def _module_beside(rules: str, module: str) -> Any:
    return importlib.import_module(f"{rules.rpartition('.')[0]}.{module}")


def note(position: Any, player: int, amounts: tuple[int, ...], reason: str, **facts: Any) -> None:
    """Note what a player gained, with a reason of `Words.parts` and its facts; only where `explained` is not None."""
    position.explained += ((player, amounts, reason, facts),)


def require(holds: bool, why: str) -> None:
    """Raises ValueError for a table that cannot be played."""
    if not holds:
        raise ValueError(why)


def no_step(position: object, step: Step) -> None:
    """What plays a value that is no step of the game: raises Illegal. The notation has a sentence for `no-step`."""
    raise Illegal("no-step")


def checked(apply: Callable[[S, Step], None]) -> Callable[[S, Step], None]:
    """Of a game's `State.apply`: a step with a value of another type than its class names is refused as well.

    That is looked at once it has failed to be played: a fault of the rules in all other steps stays one.
    """

    @wraps(apply)
    def applied(state: S, step: Step) -> None:
        try:
            apply(state, step)
        except Illegal:
            raise
        except Exception:
            if not _is(step, type(step)):
                raise Illegal("no-step") from None
            raise

    return applied


def _is(value: object, kind: Any) -> bool:
    args = get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        return any(_is(value, one) for one in args)
    if get_origin(kind) is tuple:
        if type(value) is not tuple:
            return False
        kinds = args[:1] * len(value) if args[-1] is Ellipsis else args
        return len(kinds) == len(value) and all(map(_is, value, kinds))
    return type(value) is kind and all(_is(getattr(value, name), of) for name, of in get_type_hints(kind).items())
