"""Agreements: the forms of everything that both players agree on.

An agreement may be written whenever an open question allows one.
"""

from typing import Any

from edencli.match.pieces import Side
from edencli.match.questions import Agreement
from edencli.notation.forms import ANY, FieldKind, Form, Topic, form
from edencli.notation.meanings import TOKEN_OWNER, RecordPart, loss_part

LOSS = loss_part("NUMBER", "n")
_PART_NAMES: dict[str, Any] = {"FIGHTER": "subject", "SIDE": "subject", "NUMBER": "n"}
_PART_NAMES |= dict.fromkeys(("LIMB", "MARKER", "CARD", "TOKEN"), "detail")


def _agreed(name: str, pattern: str, what: str, *parts: RecordPart, example: str = "", **named: Any) -> Form:
    """Make the form of a kind of agreement."""
    lead = "by agreement: "
    sample = f"{lead}{example}" if example else ""
    return form(
        name, f"{lead}{pattern}", Agreement, *parts, example=sample, what=what, **_PART_NAMES, **named
    )


AGREEMENTS = (
    Topic(
        ANY,
        (),
        (
            _agreed("gain-ap", "FIGHTER gains NUMBER AP", "ap", example="Yuri gains 2 AP"),
            _agreed("lose-ap", "FIGHTER loses NUMBER AP", "ap", LOSS),
            _agreed(
                "lose-cp",
                "FIGHTER loses NUMBER CP in the LIMB",
                "cp",
                LOSS,
                example="Yuri loses 2 CP in the legs",
            ),
            _agreed(
                "heal-cp", "FIGHTER heals NUMBER CP in the LIMB", "cp", example="Yuri heals 1 CP in the head"
            ),
            _agreed("take-marker", "FIGHTER takes NUMBER MARKER", "marker"),
            _agreed(
                "lose-marker", "FIGHTER loses NUMBER MARKER", "marker", LOSS, example="Yuri loses 1 fear"
            ),
            _agreed("put", "FIGHTER is placed at PLACE", "place", example="Yuri is placed at 10, 20"),
            _agreed("put-anew", "FIGHTER is placed", "place", on_field=FieldKind.ASKED),
            _agreed("look-again", "FIGHTER is looked at again", "look", on_field=FieldKind.ASKED),
            _agreed("leave", "FIGHTER leaves the field", "removed"),
            _agreed("gain-vp", "SIDE gains NUMBER VP", "vp", example="red gains 2 VP"),
            _agreed("lose-vp", "SIDE loses NUMBER VP", "vp", LOSS),
            _agreed("gain-sp", "SIDE gains NUMBER SP", "sp", example="blue gains 1 SP"),
            _agreed("lose-sp", "SIDE loses NUMBER SP", "sp", LOSS, example="blue loses 1 SP"),
            _agreed("rounds-more", "the match is longer by NUMBER", "rounds", subject=Side.RED),
            _agreed("rounds-fewer", "the match is shorter by NUMBER", "rounds", LOSS, subject=Side.RED),
            _agreed("card", "SIDE plays CARD", "card"),
            _agreed(
                "token",
                "token TOKEN [of OWNER] at PLACE",
                "token",
                TOKEN_OWNER,
                example="token Idol at 10, 20",
            ),
            _agreed(
                "token-laid", "token TOKEN [of OWNER] is laid", "token", TOKEN_OWNER, on_field=FieldKind.ASKED
            ),
        ),
        about_anybody=True,
    ),
)
