"""Every place in every kind of file where an author writes free text, read from the grammar."""

from collections.abc import Iterator
from typing import Any

from edencli.files.grammar import Either, KeyedMapping, ListOf, Text, ValueShape
from edencli.files.shapes import KINDS, NAME, file_shape

Pattern = tuple[str, ...]
# Parts of a pattern: each item of a list, the value of any key, any key itself.
EACH, ANY, KEY = "[]", "*", "<key>"


def texts(
    shape: ValueShape, path: Pattern = (), within: tuple[ValueShape, ...] = ()
) -> Iterator[tuple[Pattern, Text | None]]:
    """The patterns of the texts in a shape; a pattern that ends in KEY is a free key, and has no shape.

    A shape that contains itself is visited once.
    """
    if any(shape is one for one in within):
        return
    within = (*within, shape)
    if isinstance(shape, Text):
        yield path, shape
    elif isinstance(shape, ListOf):
        yield from texts(shape.item, (*path, EACH), within)
    elif isinstance(shape, Either):
        for one in shape.shapes:
            yield from texts(one, path, within)
    elif isinstance(shape, KeyedMapping):
        for name, key in shape.keys.items():
            yield from texts(key.shape, (*path, name), within)
        if shape.others is not None:
            yield (*path, KEY), None
            yield from texts(shape.others, (*path, ANY), within)


TEXTS = {kind: dict(texts(file_shape(kind))) for kind in KINDS}


def is_name(shape: Text | None) -> bool:
    """Tell whether a text is a name."""
    return shape is not None and (shape is NAME or shape.definition is NAME)


def grafted(data: Any, path: Pattern, text: str) -> Any:
    """A copy of data with a text at the place of a pattern; missing parts of the path are created."""
    if not path:
        return text
    first, *rest = path
    if first == EACH:
        items = data if isinstance(data, list) else [None]
        return [grafted(items[0] if items else None, tuple(rest), text), *items[1:]]
    mapping = data if isinstance(data, dict) else {}
    if first == KEY:
        return {**mapping, text: next(iter(mapping.values()), {})}
    key = first if first != ANY else next(iter(mapping), "any")
    return {**mapping, key: grafted(mapping.get(key), tuple(rest), text)}
