"""What a random player agrees on, as if a card said so: small things, and only what a table could do."""

from collections.abc import Callable

from edencli.match.match import Match
from edencli.match.pieces import Side
from edencli.match.questions import Agreement
from edencli.match.state import Marker
from edencli.model.terms import LimbName
from edencli.players.chance import Chance
from edencli.rules.ground import standing


def think_of_agreement(match: Match, chance: Chance) -> Agreement:
    """Think of a small change that is possible now."""
    fighters = [piece for piece in standing(match.state) if piece.side is not None]
    kinds = ("sp", "vp", "token") if not fighters else ("sp", "vp", "token", "ap", "cp", "marker", "marker")
    kind = chance.one_of(kinds)
    if kind == "token":
        place = chance.below(match.setup.width), chance.below(match.setup.height)
        return Agreement(what=kind, subject=chance.one_of(tuple(Side)), detail="Token", place=place)
    n = chance.one_of((-1, 1, 2))
    if kind in {"sp", "vp"}:
        return Agreement(what=kind, subject=chance.one_of(tuple(Side)), n=n)
    detail = _DETAILS[kind](chance)
    return Agreement(what=kind, subject=chance.one_of(fighters), n=n, detail=detail)


_DETAILS: dict[str, Callable[[Chance], str | None]] = {
    "ap": lambda _: None,
    "cp": lambda chance: str(chance.one_of(tuple(LimbName))),
    "marker": lambda chance: str(chance.one_of(tuple(Marker))),
}
