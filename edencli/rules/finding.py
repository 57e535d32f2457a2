"""What a check of cards and bands finds: a rule, the place it is broken at, and the numbers."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Finding(NamedTuple):
    """A rule that a file breaks, or (`warns`) something its author should know.

    `path` leads to the key or item of the file, as it was built: `("fighters", 2)`. `form` tells apart what
    one rule can be broken by, where that takes different sentences.
    """

    rule: str
    path: tuple[str | int, ...]
    values: Mapping[str, object] = MappingProxyType({})
    warns: bool = False
    form: str = ""
