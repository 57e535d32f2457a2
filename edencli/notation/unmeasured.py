"""Forms for facts that the players tell about a field whose distances are not measured.

A fact is answered by a line about the fighters and the scenery that it names: whether it is so, past how many
obstacles a fighter sees, or for which of several it is so. No place is named: the players place the
miniatures.
"""

from collections.abc import Iterable

from edencli.match.facts import (
    UNSEEN,
    Arriving,
    AtPlace,
    AtScenery,
    Covered,
    Fact,
    FarAcross,
    InPounce,
    InReach,
    InView,
    Nearer,
    NearScenery,
    RoomToGo,
    SceneryAimedAt,
    SceneryInView,
    Seeing,
    Touching,
    Whereabouts,
    Within,
)
from edencli.match.questions import FieldListQuestion, FieldQuestion
from edencli.model.lexicon import split_outside_quotes
from edencli.notation.forms import Form, Topic, form
from edencli.notation.meanings import SOME_FIGHTERS, Meaning, constant_answer, fact_answer, slot_answer


def fact_topic(fact: type[Fact], *forms: Form) -> Topic:
    """Return the topic of a class of facts and the forms that tell it."""
    return Topic(FieldQuestion.kind, (fact,), forms, about_anybody=True)


def yes_no_topic(fact: type[Fact], so: tuple[str, str], not_so: tuple[str, str], **slots: str) -> Topic:
    """Return the topic of a yes-or-no fact: its two forms, and which of its parts is in which slot."""
    said = ((True, so), (False, not_so))
    forms = (form(*row, fact_answer(constant_answer(is_so), **slots)) for is_so, row in said)
    return fact_topic(fact, *forms)


def _several_topic(fact: type[Fact], name: str, said: str) -> Topic:
    """Return the topic of a fact about several fighters: one form for some of them, one for none."""
    forms = (
        form(f"{name}-these", f"{said} ENEMY [and ENEMY]…", fact_answer(SOME_FIGHTERS, FIGHTER="subject")),
        form(f"{name}-nobody", f"{said} nobody", fact_answer(constant_answer(()), FIGHTER="subject")),
    )
    return Topic(FieldListQuestion.kind, (fact,), forms, about_anybody=True)


def split_names(text: str) -> list[str]:
    """Split names at commas or as the notation joins them."""
    return split_outside_quotes(text, r",|\band\b")


def join_names(names: Iterable[str]) -> str:
    """Join names as the forms of several fighters do."""
    return " and ".join(names)


def _sight(meaning: Meaning) -> Meaning:
    return fact_answer(meaning, FIGHTER="viewer", ENEMY="target")


def _where(place: Whereabouts) -> Meaning:
    return fact_answer(constant_answer(place), FIGHTER="piece", SCENERY="scenery")


# The facts that players tell about a field that is not measured; only these questions are answered so.
FIELD_FACT_TOPICS = (
    _several_topic(Touching, "touches", "FIGHTER touches"),
    _several_topic(Nearer, "nearer-to", "FIGHTER is nearer to"),
    _several_topic(Within, "within", "FIGHTER is near"),
    _several_topic(Covered, "covers", "FIGHTER covers"),
    yes_no_topic(
        Touching,
        ("touches", "FIGHTER touches ENEMY"),
        ("apart", "FIGHTER does not touch ENEMY"),
        FIGHTER="one",
        ENEMY="other",
    ),
    yes_no_topic(
        Within,
        ("in-range", "FIGHTER is in range of ENEMY"),
        ("out-of-range", "FIGHTER is not in range of ENEMY"),
        FIGHTER="target",
        ENEMY="of",
    ),
    yes_no_topic(
        Nearer,
        ("nearer", "FIGHTER is nearer than ENEMY"),
        ("not-nearer", "FIGHTER is not nearer than ENEMY"),
        FIGHTER="one",
        ENEMY="other",
    ),
    fact_topic(
        Seeing,
        form("sees", "FIGHTER sees ENEMY [past NUMBER]", _sight(slot_answer("past", int, default=0))),
        form("sees-not", "FIGHTER does not see ENEMY", _sight(constant_answer(UNSEEN))),
    ),
    yes_no_topic(AtPlace, ("is-so", "FIGHTER is there"), ("is-not-so", "FIGHTER is not there"), FIGHTER="of"),
    yes_no_topic(
        Covered, ("covered", "FIGHTER is covered"), ("uncovered", "FIGHTER is not covered"), FIGHTER="victim"
    ),
    yes_no_topic(
        InView,
        ("in-view", "FIGHTER sees the point"),
        ("not-in-view", "FIGHTER does not see the point"),
        FIGHTER="by",
    ),
    yes_no_topic(
        InReach,
        ("in-reach", "FIGHTER reaches the point"),
        ("not-in-reach", "FIGHTER does not reach the point"),
        FIGHTER="by",
    ),
    yes_no_topic(RoomToGo, ("fits", "FIGHTER fits"), ("fits-not", "FIGHTER does not fit"), FIGHTER="mover"),
    yes_no_topic(
        Arriving,
        ("arrives", "FIGHTER reaches ENEMY"),
        ("falls-short", "FIGHTER does not reach ENEMY"),
        FIGHTER="mover",
        ENEMY="target",
    ),
)

# Facts about scenery and non-player fighters on a field without measuring.
SCENERY_FACT_TOPICS = (
    fact_topic(
        AtScenery,
        form("inside", "FIGHTER is inside SCENERY", _where(Whereabouts.INSIDE)),
        form("beside", "FIGHTER touches SCENERY", _where(Whereabouts.TOUCHING)),
        form("away", "FIGHTER is not at SCENERY", _where(Whereabouts.AWAY)),
    ),
    yes_no_topic(
        NearScenery,
        ("near", "FIGHTER is near SCENERY"),
        ("not-near", "FIGHTER is not near SCENERY"),
        FIGHTER="piece",
        SCENERY="scenery",
    ),
    yes_no_topic(
        SceneryInView,
        ("sees-scenery", "FIGHTER sees SCENERY"),
        ("sees-no-scenery", "FIGHTER does not see SCENERY"),
        FIGHTER="viewer",
        SCENERY="scenery",
    ),
    yes_no_topic(
        SceneryAimedAt,
        ("aims-at", "FIGHTER aims at SCENERY"),
        ("aims-past", "FIGHTER does not aim at SCENERY"),
        FIGHTER="by",
        SCENERY="scenery",
    ),
    fact_topic(FarAcross, form("across", "NUMBER cm", slot_answer("NUMBER", int))),
    yes_no_topic(
        InPounce,
        ("pounces", "FIGHTER can charge ENEMY"),
        ("pounces-not", "FIGHTER cannot charge ENEMY"),
        FIGHTER="npf",
        ENEMY="target",
    ),
)
