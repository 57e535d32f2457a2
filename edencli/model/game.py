"""A game as its file says it: the bands, the field, the source of dice, the position and the moves."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from edencli.record import Record


class Templates(Record):
    """The templates of a table, in centimetres: a disc, and a trapezoid whose near end is the attacker's."""

    explosion: float = 5
    blast_length: float = 10
    blast_near: float = 1
    blast_far: float = 4


class Game(Record):
    """What a game file settles before the first answer; files are named as they were written.

    `position` and `moves` are kept as plain data until what reads them does.
    """

    name: str
    rulebook: str | None = None
    optional: str | None = None
    chapters: tuple[str, ...] = ()
    rulings: Mapping[str, bool | str] = MappingProxyType({})
    size: tuple[float, float] = (60, 60)
    scenery: tuple[str, ...] = ()
    red: str
    blue: str
    seed: int | None = None
    drawn: int = 0
    templates: Templates = Templates()
    position: Mapping[str, object] | None = None
    moves: Sequence[object] = ()
