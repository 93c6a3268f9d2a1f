"""The shape of a value of JSON: its keys and types, all of them and no others."""

from typing import Any

Shape = Any
"""A type; None; [shape of each item]; a dict of shapes by key; a tuple of shapes, one of which it has."""


def has_shape(value: Any, shape: Shape) -> bool:
    """Whether a value is of a shape; an int is no bool."""
    if isinstance(shape, tuple):
        return any(has_shape(value, one) for one in shape)
    if isinstance(shape, list):
        return isinstance(value, list) and all(has_shape(item, shape[0]) for item in value)
    if isinstance(shape, dict):
        same = isinstance(value, dict) and value.keys() == shape.keys()
        return same and all(has_shape(value[key], shape[key]) for key in shape)
    return value is None if shape is None else type(value) is shape


def wrong(value: Any, shape: Shape, where: str = "") -> list[str]:
    """What is wrong with a value, key by key."""
    if isinstance(shape, dict) and isinstance(value, dict):
        keys = [f"{where}{key}: missing" for key in shape.keys() - value.keys()]
        keys += [f"{where}{key}: not said here" for key in value.keys() - shape.keys()]
        return keys + [
            w for key in shape.keys() & value.keys() for w in wrong(value[key], shape[key], f"{where}{key}.")
        ]
    if isinstance(shape, list) and isinstance(value, list):
        return [w for at, item in enumerate(value) for w in wrong(item, shape[0], f"{where}{at}.")]
    return [] if has_shape(value, shape) else [f"{where.rstrip('.')}: {value!r}"]
