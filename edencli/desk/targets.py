"""What an option points at on a table: a fighter, a piece of scenery, a place."""

import re
from typing import Final

from edencli.desk.failure import Refused
from edencli.field.shapes import Point
from edencli.field.units import LengthError, parse_cm, print_cm
from edencli.lang import Words
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.model.cast import Miscalled, lexicon
from edencli.notation.names import names_of
from edencli.rules.inquiry import Target

AREA: Final = "table"
_PLACE: Final = re.compile(r"\s*([+-]?[\d.]+)\s*[,; ]\s*([+-]?[\d.]+)\s*", re.ASCII)


def fighter_of(words: Words, match: Match, name: str) -> Piece:
    """The fighter of that name, who is on the field."""
    target = _named(words, match, name)
    if not isinstance(target, Piece):
        raise Refused(words.say(AREA, "no-fighter", name=name))
    return target


def target_of(words: Words, match: Match, text: str) -> Target:
    """A place where the text is one, else the fighter or the scenery of that name."""
    return point_of(words, match, text) if _PLACE.fullmatch(text) else _named(words, match, text)


def point_of(words: Words, match: Match, text: str) -> Point:
    """A place on the field, written `12.5,30`."""
    found = _PLACE.fullmatch(text)
    try:
        x, y = (parse_cm(found[1]), parse_cm(found[2])) if found else (None, None)
    except LengthError:
        x = y = None
    if x is None or y is None:
        raise Refused(words.say(AREA, "no-place", text=text[:60]))
    width, depth = match.setup.width, match.setup.height
    if not (0 <= x <= width and 0 <= y <= depth):
        size = {"width": print_cm(width), "depth": print_cm(depth)}
        raise Refused(words.say(AREA, "off-field", place=f"{print_cm(x)}, {print_cm(y)}", **size))
    return Point(x, y)


def _named(words: Words, match: Match, name: str) -> Target:
    """The one fighter or piece of scenery that is called so, as it stands on the field."""
    cast, scenery = names_of(match).cast, lexicon(match.state.scenery)
    try:
        meant = scenery.find(name) if scenery.called(name) and not cast.called(name) else cast.find(name)
    except Miscalled as fault:
        if fault.names:
            raise Refused(words.say(AREA, "ambiguous", name=name, names=fault.names)) from None
        near = fault.near or scenery.nearest(name)
        message = "unknown/near" if near else "unknown"
        raise Refused(words.say(AREA, message, name=name[:60], near=near), code=1) from None
    if isinstance(meant, Piece) and not match.of(meant).on_field:
        raise Refused(words.say(AREA, "absent", name=cast.labels[meant]), code=1)
    return meant
