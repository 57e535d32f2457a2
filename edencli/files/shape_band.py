"""The shape of a band file: fighters, symbol, decks. Its cards are found later."""

from typing import Any

from edencli.files.grammar import ExactlyOne, ListOf, optional, required
from edencli.files.shapes import BOOK, NAME, POINTS, STIGMA, FileShape, file_list
from edencli.model.game import Roster, Symbol
from edencli.model.terms import Stigma

_DECK = ListOf(NAME, most=100)


def _roster(*, faction: str | None = None, stigma: Stigma | None = None, **parts: Any) -> Roster:
    return Roster(symbol=Symbol(faction=faction, stigma=stigma), **parts)


SHAPE = FileShape(
    "band",
    "A band of Eden",
    "Who fights together, under which symbol, with which mission and tactical cards in the decks.",
    {
        "name": required(NAME, "The band's name."),
        "rulebook": optional(
            BOOK, "The rulebook this band is meant for. Without it, the one named when the band is used."
        ),
        "cards": required(
            file_list(least=1),
            "The cards files in which the names below are looked up, relative to this file.",
        ),
        "faction": optional(
            NAME, "The faction symbol that all the fighters share. A band has this or a stigma, not both."
        ),
        "stigma": optional(
            STIGMA,
            "The stigma symbol that all the fighters share. A band has this or a faction, not both. It "
            "halves the reserve of strategy points.",
        ),
        "budget": optional(
            POINTS, "The points that the fighters may be worth together. Without it, the rulebook's."
        ),
        "fighters": required(
            ListOf(NAME, least=1, most=100),
            "The fighters, by name. Each fighter is unique, and so is in a band only once.",
        ),
        "missions": optional(_DECK, "The mission deck, by name."),
        "tactics": optional(_DECK, "The deck of tactical cards, by name."),
    },
    ExactlyOne("stigma", "faction"),
    make=_roster,
)
