"""What both players agree on: the forms of every agreement, and what each means.

An agreement may be written wherever a question is open to one.
"""

from collections.abc import Callable
from typing import Any

from edencli.match.pieces import Piece, Side
from edencli.match.questions import Agreement
from edencli.model.terms import LimbName, Marker
from edencli.notation.errors import Unwritable
from edencli.notation.forms import ANY, FieldKind, Form, Meaning, QuestionContext, SlotValues, Topic


def _is_agreement(given: Any, what: str, kind: type = Piece) -> bool:
    """Whether an answer is that agreement, about a fighter or about a side."""
    return isinstance(given, Agreement) and given.what == what and isinstance(given.subject, kind)


_KINDS: dict[str, type] = {"FIGHTER": Piece, "SIDE": Side}


def _subject(slot: str, values: SlotValues, asked: QuestionContext) -> Piece | Side:
    subject: Any = values[slot]
    return subject if isinstance(subject, Side) else asked.resolve_fighter(subject)


def _points_agreement(what: str, slot: str, *, loss: bool = False) -> Meaning:
    """So many points more or less, for a fighter (AP) or a side (SP, VP)."""

    def read(values: SlotValues, asked: QuestionContext) -> Agreement:
        n = -values["NUMBER"] if loss else values["NUMBER"]
        return Agreement(what=what, subject=_subject(slot, values, asked), n=n)

    def write(given: Any, _: QuestionContext) -> SlotValues | None:
        if not _is_agreement(given, what, _KINDS[slot]) or (given.n < 0) is not loss:
            return None
        return {slot: given.subject, "NUMBER": abs(given.n)}

    return Meaning(read, write)


def _detail_agreement(what: str, slot: str, kind: Callable[[str], Any], *, loss: bool = False) -> Meaning:
    """So many CP of a limb, or markers of a kind, more or less."""

    def read(values: SlotValues, asked: QuestionContext) -> Agreement:
        n = -values["NUMBER"] if loss else values["NUMBER"]
        subject = _subject("FIGHTER", values, asked)
        return Agreement(what=what, subject=subject, n=n, detail=str(values[slot]))

    def write(given: Any, _: QuestionContext) -> SlotValues | None:
        if not _is_agreement(given, what) or (given.n < 0) is not loss:
            return None
        return {"FIGHTER": given.subject, "NUMBER": abs(given.n), slot: kind(given.detail)}

    return Meaning(read, write)


def _read_place(values: SlotValues, asked: QuestionContext) -> Agreement:
    return Agreement(what="place", subject=_subject("FIGHTER", values, asked), place=values["PLACE"])


def _write_place(given: Any, _: QuestionContext) -> SlotValues | None:
    is_so = _is_agreement(given, "place") and given.place is not None
    return {"FIGHTER": given.subject, "PLACE": given.place} if is_so else None


def _fighter_agreement(what: str) -> Meaning:
    """What is agreed of a fighter without any more words."""

    def read(values: SlotValues, asked: QuestionContext) -> Agreement:
        return Agreement(what=what, subject=_subject("FIGHTER", values, asked))

    def write(given: Any, _: QuestionContext) -> SlotValues | None:
        return {"FIGHTER": given.subject} if _is_agreement(given, what) and given.place is None else None

    return Meaning(read, write)


def _rounds(*, fewer: bool) -> Meaning:
    """So many rounds more or fewer; both sides play them, so that it is nobody's."""

    def read(values: SlotValues, _: QuestionContext) -> Agreement:
        n = -values["NUMBER"] if fewer else values["NUMBER"]
        return Agreement(what="rounds", subject=Side.RED, n=n)

    def write(given: Any, _: QuestionContext) -> SlotValues | None:
        if not _is_agreement(given, "rounds", Side) or (given.n < 0) is not fewer:
            return None
        return {"NUMBER": abs(given.n)}

    return Meaning(read, write)


ROUNDS_MORE, ROUNDS_FEWER = _rounds(fewer=False), _rounds(fewer=True)


def _read_card(values: SlotValues, _: QuestionContext) -> Agreement:
    return Agreement(what="card", subject=values["SIDE"], detail=values["CARD"])


def _write_card(given: Any, _: QuestionContext) -> SlotValues | None:
    return {"SIDE": given.subject, "CARD": given.detail} if _is_agreement(given, "card", Side) else None


def _read_token(values: SlotValues, asked: QuestionContext) -> Agreement:
    """A marker is the side's that was asked, unless another owner is named; who owns it changes nothing."""
    subject = _subject("of", values, asked) if "of" in values else asked.question.asked
    if subject is None:
        raise Unwritable("a marker without an owner")
    return Agreement(what="token", subject=subject, detail=values["TOKEN"], place=values.get("PLACE"))


def _write_token(given: Any, asked: QuestionContext) -> SlotValues | None:
    if not (_is_agreement(given, "token") or _is_agreement(given, "token", Side)):
        return None
    values = {"TOKEN": given.detail} | ({"PLACE": given.place} if given.place else {})
    owner = {"of": given.subject}
    is_plain = given.subject is asked.question.asked and " of " not in f" {given.detail} "
    return values if is_plain else values | owner


AP_GAIN, AP_LOSS = _points_agreement("ap", "FIGHTER"), _points_agreement("ap", "FIGHTER", loss=True)
SP_GAIN, SP_LOSS = _points_agreement("sp", "SIDE"), _points_agreement("sp", "SIDE", loss=True)
VP_GAIN, VP_LOSS = _points_agreement("vp", "SIDE"), _points_agreement("vp", "SIDE", loss=True)
CP_GAIN, CP_LOSS = (
    _detail_agreement("cp", "LIMB", LimbName),
    _detail_agreement("cp", "LIMB", LimbName, loss=True),
)
MARKER_GAIN = _detail_agreement("marker", "MARKER", Marker)
MARKER_LOSS = _detail_agreement("marker", "MARKER", Marker, loss=True)
PLACE_FIGHTER = Meaning(_read_place, _write_place)
PLACE_FIGHTER_ANEW, LOOK_AGAIN = _fighter_agreement("place"), _fighter_agreement("look")
REMOVE_FIGHTER = _fighter_agreement("removed")
TOKEN = Meaning(_read_token, _write_token)
CARD = Meaning(_read_card, _write_card)

AGREEMENTS = (
    Topic(
        ANY,
        (),
        (
            Form(
                "gain-ap",
                "by agreement: FIGHTER gains NUMBER AP",
                "by agreement: Yuri gains 2 AP",
                AP_GAIN,
            ),
            Form(
                "lose-ap",
                "by agreement: FIGHTER loses NUMBER AP",
                "by agreement: Yuri loses 1 AP",
                AP_LOSS,
            ),
            Form(
                "lose-cp",
                "by agreement: FIGHTER loses NUMBER CP in the LIMB",
                "by agreement: Yuri loses 2 CP in the legs",
                CP_LOSS,
            ),
            Form(
                "heal-cp",
                "by agreement: FIGHTER heals NUMBER CP in the LIMB",
                "by agreement: Yuri heals 1 CP in the head",
                CP_GAIN,
            ),
            Form(
                "take-marker",
                "by agreement: FIGHTER takes NUMBER MARKER",
                "by agreement: Yuri takes 1 poison",
                MARKER_GAIN,
            ),
            Form(
                "lose-marker",
                "by agreement: FIGHTER loses NUMBER MARKER",
                "by agreement: Yuri loses 1 fear",
                MARKER_LOSS,
            ),
            Form(
                "put",
                "by agreement: FIGHTER is placed at PLACE",
                "by agreement: Yuri is placed at 10, 20",
                PLACE_FIGHTER,
            ),
            Form(
                "put-anew",
                "by agreement: FIGHTER is placed",
                "by agreement: Yuri is placed",
                PLACE_FIGHTER_ANEW,
                FieldKind.ASKED,
            ),
            Form(
                "look-again",
                "by agreement: FIGHTER is looked at again",
                "by agreement: Yuri is looked at again",
                LOOK_AGAIN,
                FieldKind.ASKED,
            ),
            Form(
                "leave",
                "by agreement: FIGHTER leaves the field",
                "by agreement: Yuri leaves the field",
                REMOVE_FIGHTER,
            ),
            Form(
                "gain-vp",
                "by agreement: SIDE gains NUMBER VP",
                "by agreement: red gains 2 VP",
                VP_GAIN,
            ),
            Form(
                "lose-vp",
                "by agreement: SIDE loses NUMBER VP",
                "by agreement: red loses 1 VP",
                VP_LOSS,
            ),
            Form(
                "gain-sp",
                "by agreement: SIDE gains NUMBER SP",
                "by agreement: blue gains 1 SP",
                SP_GAIN,
            ),
            Form(
                "lose-sp",
                "by agreement: SIDE loses NUMBER SP",
                "by agreement: blue loses 1 SP",
                SP_LOSS,
            ),
            Form(
                "rounds-more",
                "by agreement: the match is longer by NUMBER",
                "by agreement: the match is longer by 1",
                ROUNDS_MORE,
            ),
            Form(
                "rounds-fewer",
                "by agreement: the match is shorter by NUMBER",
                "by agreement: the match is shorter by 1",
                ROUNDS_FEWER,
            ),
            Form(
                "card",
                "by agreement: SIDE plays CARD",
                "by agreement: red plays Smoke pots",
                CARD,
            ),
            Form(
                "token",
                "by agreement: token TOKEN [of OWNER] at PLACE",
                "by agreement: token Idol at 10, 20",
                TOKEN,
            ),
            Form(
                "token-laid",
                "by agreement: token TOKEN [of OWNER] is laid",
                "by agreement: token Idol is laid",
                TOKEN,
                FieldKind.ASKED,
            ),
        ),
        about_anybody=True,
    ),
)
