"""What a check of cards and bands finds: a rule, the place it is broken at, and the numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """A rule that a file breaks, or (`warns`) something its author should know.

    `path` leads to the key or item of the file, as it was built: `("fighters", 2)`. `form` tells apart what
    one rule can be broken by, where that takes different sentences.
    """

    rule: str
    path: tuple[str | int, ...]
    values: Mapping[str, object] = field(default_factory=dict)
    warns: bool = False
    form: str = ""
