"""Matches on a field that nobody measures: what the players say of it, and what they do without places.

A fact is answered by a line about the fighters whom it names: that it is so, or not; past how many obstacles
one sees; of whom among several it is so. Nobody says where he stands: who is deployed or moves is believed.
"""

from collections.abc import Mapping
from typing import Any

from edencli.match.facts import (
    UNSEEN,
    Arriving,
    AtPlace,
    Covered,
    Fact,
    FactGroup,
    InReach,
    InView,
    Nearer,
    RoomToGo,
    Seeing,
    Touching,
    Within,
)
from edencli.match.pieces import Piece
from edencli.match.questions import FieldListQuestion, FieldQuestion
from edencli.match.state import SceneryState
from edencli.notation.errors import Unsuited
from edencli.notation.forms import Form, Meaning, QuestionContext, SlotValues, Topic
from edencli.notation.meanings import acting_fighter, declared_answer, used_weapon
from edencli.rules.acts import Blast, Move, Throw
from edencli.rules.npfs import NpfPlacement, Prowl
from edencli.rules.placing import FighterPlacement, SceneryPlacement

_SIGHT = {"FIGHTER": "viewer", "ENEMY": "target"}


def fact_values(asked: QuestionContext, slots: Mapping[str, str]) -> SlotValues:
    """The fighters and scenery that the fact that is asked for names, by the slots they stand in."""
    named = asked.fact.as_dict()
    return {slot: named[part] for slot, part in slots.items()}


def check_fact(values: SlotValues, asked: QuestionContext, slots: Mapping[str, str]) -> None:
    """Refuse a line about others than the fact; who touch each other may change places."""
    wanted = fact_values(asked, slots)
    meant = {
        slot: values[slot]
        if slot == "SCENERY"
        else asked.resolve_fighter(values[slot], tuple(wanted.values()))
        for slot in slots
    }
    changed = isinstance(asked.fact, Touching) and set(meant.values()) == set(wanted.values())
    if meant != wanted and not changed:
        wrong = meant["SCENERY" if meant.get("SCENERY") != wanted.get("SCENERY") else "FIGHTER"]
        raise Unsuited("another-fact", meant=asked.names.cast.labels.get(wrong, wrong))


def fact_answer(*, said: bool, slots: Mapping[str, str]) -> Meaning:
    """A form by which a fact of the field is so or not, and which part of the fact stands in which slot."""

    def read(values: SlotValues, asked: QuestionContext) -> bool:
        check_fact(values, asked, slots)
        return said

    return Meaning(read, lambda given, asked: dict(fact_values(asked, slots)) if given is said else None)


def fact_topic(fact: type[Fact], *forms: Form) -> Topic:
    """The topic of a class of facts, which is told by some forms."""
    return Topic(FieldQuestion.kind, (fact,), forms, about_anybody=True)


def yes_no_topic(
    fact: type[Fact], so: tuple[str, str, str], not_so: tuple[str, str, str], **slots: str
) -> Topic:
    """A fact of the field that is so or not: its two forms, and which part of it stands in which slot."""
    yes, no = (
        Form(*so, fact_answer(said=True, slots=slots)),
        Form(*not_so, fact_answer(said=False, slots=slots)),
    )
    return fact_topic(fact, yes, no)


def _read_seen(values: SlotValues, asked: QuestionContext) -> int:
    check_fact(values, asked, _SIGHT)
    past: int = values.get("past", 0)
    return past


def _write_seen(given: Any, asked: QuestionContext) -> SlotValues | None:
    if type(given) is not int or given == UNSEEN:
        return None
    return {**fact_values(asked, _SIGHT), **({"past": given} if given else {})}


def _read_unseen(values: SlotValues, asked: QuestionContext) -> int:
    check_fact(values, asked, _SIGHT)
    return UNSEEN


def _write_unseen(given: Any, asked: QuestionContext) -> SlotValues | None:
    return dict(fact_values(asked, _SIGHT)) if type(given) is int and given == UNSEEN else None


def _read_some(values: SlotValues, asked: QuestionContext) -> tuple[Piece, ...]:
    """Those who are named among the fighters that are asked about."""
    fact = _among(values, asked)
    named = [asked.resolve_fighter(one, fact.pieces) for one in (values["ENEMY"], *values.get("and", ()))]
    other = next((piece for piece in named if piece not in fact.pieces), None)
    if other is not None:
        raise Unsuited("another-fact", meant=asked.names.cast.labels[other])
    return tuple(piece for piece in fact.pieces if piece in named)


def _read_nobody(values: SlotValues, asked: QuestionContext) -> tuple[Piece, ...]:
    _among(values, asked)
    return ()


def _among(values: SlotValues, asked: QuestionContext) -> FactGroup:
    """What is asked of several, if the line is about the fighter of whom it is asked."""
    assert isinstance(asked.fact, FactGroup), "the form's topic"  # noqa: S101
    fighter = asked.resolve_fighter(values["FIGHTER"], (asked.fact.subject,))
    if fighter != asked.fact.subject:
        raise Unsuited("another-fact", meant=asked.names.cast.labels[fighter])
    return asked.fact


def _write_some(given: Any, asked: QuestionContext) -> SlotValues | None:
    if not isinstance(given, tuple) or not given or not isinstance(asked.fact, FactGroup):
        return None
    return {"FIGHTER": asked.fact.subject, "ENEMY": given[0], "and": list(given[1:])}


def _write_nobody(given: Any, asked: QuestionContext) -> SlotValues | None:
    return {"FIGHTER": asked.fact.subject} if given == () and isinstance(asked.fact, FactGroup) else None


SOME_FIGHTERS = Meaning(_read_some, _write_some)
NO_FIGHTERS = Meaning(_read_nobody, _write_nobody)
SIGHT_FACT = Meaning(_read_seen, _write_seen)
NO_SIGHT_FACT = Meaning(_read_unseen, _write_unseen)


def _read_deploy_put(values: SlotValues, asked: QuestionContext) -> FighterPlacement:
    own = [piece for piece in values["FIGHTER"] if piece.side is asked.question.asked]
    return FighterPlacement(asked.resolve_fighter(values["FIGHTER"], own), None)


def _write_deploy_put(given: Any, _: QuestionContext) -> SlotValues | None:
    return {"FIGHTER": given.fighter} if isinstance(given, FighterPlacement) and given.place is None else None


def _read_scenery_put(values: SlotValues, _: QuestionContext) -> SceneryPlacement:
    return SceneryPlacement(values["SCENERY"], SceneryState(None))


def _write_scenery_put(given: Any, _: QuestionContext) -> SlotValues | None:
    return (
        {"SCENERY": given.scenery}
        if isinstance(given, SceneryPlacement) and given.lying.place is None
        else None
    )


def _read_infest_put(values: SlotValues, _: QuestionContext) -> NpfPlacement:
    return NpfPlacement(values["NPF"], None)


def _write_infest_put(given: Any, _: QuestionContext) -> SlotValues | None:
    return {"NPF": given.card} if isinstance(given, NpfPlacement) and given.place is None else None


def _read_prowl_there(values: SlotValues, asked: QuestionContext) -> Prowl:
    return Prowl(fighter=acting_fighter(values, asked), path=())


def _write_prowl_there(given: Any, _: QuestionContext) -> SlotValues | None:
    return {"FIGHTER": given.fighter} if isinstance(given, Prowl) and not given.path else None


def _read_go(values: SlotValues, asked: QuestionContext) -> Move:
    touching = tuple(asked.resolve_fighter(meant) for meant in values.get("touching", ()))
    return Move(fighter=acting_fighter(values, asked), path=(), touching=touching)


def _write_go(given: Any, _: QuestionContext) -> SlotValues | None:
    if not isinstance(given, Move) or given.path:
        return None
    return {"FIGHTER": given.fighter, "touching": list(given.touching)}


def _unmeasured_template(kind: type[Throw | Blast], slot: str) -> Meaning:
    """The same where the players look at it, aimed at nobody."""

    def read(values: SlotValues, asked: QuestionContext) -> Throw | Blast:
        fighter = acting_fighter(values, asked)
        return kind(fighter=fighter, **used_weapon(values, slot, fighter, asked))

    def write(given: Any, asked: QuestionContext) -> SlotValues | None:
        if asked.match.is_measured or not isinstance(given, kind) or given.at is not None:
            return None
        return {"FIGHTER": given.fighter, slot: given.weapon}

    return declared_answer(read, write)


DEPLOY_PUT = Meaning(_read_deploy_put, _write_deploy_put)
SCENERY_PUT = Meaning(_read_scenery_put, _write_scenery_put)
INFEST_PUT = Meaning(_read_infest_put, _write_infest_put)
PROWL_THERE = declared_answer(_read_prowl_there, _write_prowl_there)
MOVE_UNMEASURED = declared_answer(_read_go, _write_go)
THROW_THERE, BLAST_THERE = _unmeasured_template(Throw, "PROJECTILE"), _unmeasured_template(Blast, "BLAST")


def _several_topic(fact: type[Fact], some: tuple[str, str, str], none: tuple[str, str, str]) -> Topic:
    """A fact of the field about several fighters: its two forms, for some of them and for nobody."""
    forms = (Form(*some, SOME_FIGHTERS), Form(*none, NO_FIGHTERS))
    return Topic(FieldListQuestion.kind, (fact,), forms, about_anybody=True)


# What the players say of a field that nobody measures; no other question is answered so.
FIELD_FACT_TOPICS = (
    _several_topic(
        Touching,
        ("touches-these", "FIGHTER touches ENEMY [and ENEMY]…", "Yuri touches Elenia"),
        ("touches-nobody", "FIGHTER touches nobody", "Yuri touches nobody"),
    ),
    _several_topic(
        Nearer,
        ("nearer-to-these", "FIGHTER is nearer to ENEMY [and ENEMY]…", "Yuri is nearer to Elenia"),
        ("nearer-to-nobody", "FIGHTER is nearer to nobody", "Yuri is nearer to nobody"),
    ),
    _several_topic(
        Within,
        ("within-these", "FIGHTER is near ENEMY [and ENEMY]…", "Yuri is near Elenia"),
        ("within-nobody", "FIGHTER is near nobody", "Yuri is near nobody"),
    ),
    _several_topic(
        Covered,
        ("covers-these", "FIGHTER covers ENEMY [and ENEMY]…", "Yuri covers Elenia"),
        ("covers-nobody", "FIGHTER covers nobody", "Yuri covers nobody"),
    ),
    yes_no_topic(
        Touching,
        ("touches", "FIGHTER touches ENEMY", "Yuri touches Elenia"),
        ("apart", "FIGHTER does not touch ENEMY", "Yuri does not touch Elenia"),
        FIGHTER="one",
        ENEMY="other",
    ),
    yes_no_topic(
        Within,
        ("in-range", "FIGHTER is in range of ENEMY", "Elenia is in range of Yuri"),
        ("out-of-range", "FIGHTER is not in range of ENEMY", "Elenia is not in range of Yuri"),
        FIGHTER="target",
        ENEMY="of",
    ),
    yes_no_topic(
        Nearer,
        ("nearer", "FIGHTER is nearer than ENEMY", "Elenia is nearer than Yuri"),
        ("not-nearer", "FIGHTER is not nearer than ENEMY", "Elenia is not nearer than Yuri"),
        FIGHTER="one",
        ENEMY="other",
    ),
    fact_topic(
        Seeing,
        Form("sees", "FIGHTER sees ENEMY [past NUMBER]", "Yuri sees Elenia past 2", SIGHT_FACT),
        Form("sees-not", "FIGHTER does not see ENEMY", "Yuri does not see Elenia", NO_SIGHT_FACT),
    ),
    yes_no_topic(
        AtPlace,
        ("is-so", "FIGHTER is there", "Yuri is there"),
        ("is-not-so", "FIGHTER is not there", "Yuri is not there"),
        FIGHTER="of",
    ),
    yes_no_topic(
        Covered,
        ("covered", "FIGHTER is covered", "Elenia is covered"),
        ("uncovered", "FIGHTER is not covered", "Elenia is not covered"),
        FIGHTER="victim",
    ),
    yes_no_topic(
        InView,
        ("in-view", "FIGHTER sees the point", "Yuri sees the point"),
        ("not-in-view", "FIGHTER does not see the point", "Yuri does not see the point"),
        FIGHTER="by",
    ),
    yes_no_topic(
        InReach,
        ("in-reach", "FIGHTER reaches the point", "Yuri reaches the point"),
        ("not-in-reach", "FIGHTER does not reach the point", "Yuri does not reach the point"),
        FIGHTER="by",
    ),
    yes_no_topic(
        RoomToGo,
        ("fits", "FIGHTER fits", "Yuri fits"),
        ("fits-not", "FIGHTER does not fit", "Yuri does not fit"),
        FIGHTER="mover",
    ),
    yes_no_topic(
        Arriving,
        ("arrives", "FIGHTER reaches ENEMY", "Yuri reaches Elenia"),
        ("falls-short", "FIGHTER does not reach ENEMY", "Yuri does not reach Elenia"),
        FIGHTER="mover",
        ENEMY="target",
    ),
)
