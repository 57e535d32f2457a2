"""What a random player agrees on, as if a card said so: small things, and only what is possible."""

from collections.abc import Callable

from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.questions import Agreement
from edencli.match.state import Marker
from edencli.model.terms import LimbName
from edencli.players.chance import Chance
from edencli.rules.agreement import why_not_agree
from edencli.rules.ground import standing

SIDES, LIMBS, MARKERS = tuple(Side), tuple(LimbName), tuple(Marker)
AMOUNTS = (-1, 1, 2)
TRIES = 5


def think_of_agreement(match: Match, chance: Chance) -> Agreement:
    """Think of a small change that is possible now; a point for red always is."""
    fighters = [piece for piece in standing(match.state) if piece.side is not None]
    for _ in range(TRIES):
        thought = _with_somebody(match, chance, fighters) if fighters else _with_players(match, chance)
        if why_not_agree(match, thought) is None:
            return thought
    return Agreement(what="vp", subject=Side.RED, n=1)


def _with_players(match: Match, chance: Chance) -> Agreement:
    what, side = chance.one_of(("sp", "vp", "token")), chance.one_of(SIDES)
    if what == "token":
        return Agreement(what=what, subject=side, detail="Token", place=_anywhere(match, chance))
    return Agreement(what=what, subject=side, n=chance.one_of(AMOUNTS))


def _with_somebody(match: Match, chance: Chance, fighters: list[Piece]) -> Agreement:
    kind = chance.one_of(("players", "players", "place", "removed", "ap", "cp", "cp", "marker", "marker"))
    if kind == "players":
        return _with_players(match, chance)
    fighter, n = chance.one_of(fighters), chance.one_of(AMOUNTS)
    if kind == "place":
        return Agreement(what=kind, subject=fighter, place=_anywhere(match, chance))
    if kind == "removed":
        return Agreement(what=kind, subject=fighter)
    return Agreement(what=kind, subject=fighter, n=n, detail=_DETAILS[kind](chance))


_DETAILS: dict[str, Callable[[Chance], str | None]] = {
    "ap": lambda _: None,
    "cp": lambda chance: str(chance.one_of(LIMBS)),
    "marker": lambda chance: str(chance.one_of(MARKERS)),
}


def _anywhere(match: Match, chance: Chance) -> tuple[int, int]:
    return chance.below(match.setup.width), chance.below(match.setup.height)
