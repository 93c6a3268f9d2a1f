"""Classes whose objects have slots and are copied fast: positions, and what they consist of.

A class says once, by annotations, what it consists of. From them come its slots, and a copy that is as fast as one
written by hand; attribute loops take five times as long.
"""

from collections.abc import Callable
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin

T = TypeVar("T", bound="Slotted")


class Slotted:
    """The parent of slotted classes: `duplicate` is theirs, `repr` shows everything but the facts."""

    __slots__ = ()

    def duplicate(self: T) -> T:
        """A copy: lists are copied, all else is shared."""
        raise NotImplementedError  # made by `slotted`

    def __repr__(self) -> str:
        names = [name for name in slots_of(type(self)) if name != "facts" and hasattr(self, name)]
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"


def slotted(kind: type[T]) -> type[T]:
    """A class decorator: the annotated attributes become slots, and `duplicate` copies them.

    An attribute annotated as a list is copied one level deep; anything else is shared, so it must be replaced and
    never changed. Subclasses may add methods, but no attributes; raises TypeError for what could not be copied so.
    """
    if slots_of(kind):
        raise TypeError(f"{kind.__name__} would have the slots of its parents, which `duplicate` does not copy")
    names = tuple(kind.__annotations__)
    members = {name: value for name, value in vars(kind).items() if name not in ("__dict__", "__weakref__")}
    members |= {"__slots__": names, "duplicate": _copier(kind)}
    metaclass: Any = type(kind)
    made: type[T] = metaclass(kind.__name__, kind.__bases__, members)
    return made


def slots_of(kind: type) -> list[str]:
    """The names of all slots of a class."""
    return [name for parent in reversed(kind.__mro__) for name in getattr(parent, "__slots__", ())]


def _copier(kind: type) -> Callable[[Any], Any]:
    lines = ["def duplicate(self):", "    new = new_object(type(self))"]
    annotations: dict[str, Any] = kind.__annotations__
    for name, annotation in annotations.items():
        if isinstance(annotation, str):
            raise TypeError(f"{kind.__name__}.{name} has its annotation as text: leave out `from __future__`")
        whole: Any = list if annotation is list else get_origin(annotation)
        if whole is UnionType and any(get_origin(part) is list for part in get_args(annotation)):
            raise TypeError(f"{kind.__name__}.{name} may be a list or something else: which would be shared")
        lines.append(f"    new.{name} = self.{name}{'[:]' if whole is list else ''}")
    namespace: dict[str, Any] = {"new_object": object.__new__}
    exec("\n".join([*lines, "    return new"]), namespace)
    copier: Callable[[Any], Any] = namespace["duplicate"]
    copier.__doc__ = Slotted.duplicate.__doc__
    return copier
