"""Random matches, each played once without a card and then with it, to see whether the card changes them."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

from duels import BLUE, ELENIA, RED, VLADD, YLISS, YURI, fighter, use
from effects.carded import ability, begun, tactic

from edencli.bots.random_player import RandomPlayer
from edencli.field.units import cm
from edencli.match.card_events import CardCameToNothing, CardTookEffect
from edencli.match.events import Event
from edencli.match.limits import OverBudgetError
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.questions import Question, Roll
from edencli.match.state import Token
from edencli.model.fighter import Ability, Equipment
from edencli.model.game import Mission
from edencli.model.scenery import Keyword, Outline, Scenery
from edencli.model.terms import Category, LimbName, Marker
from edencli.referee.answers import IllegalAnswer
from edencli.referee.dice import SeededDice
from edencli.referee.referee import ProcedureFailed, Referee

ANSWERS = 140
"""The number of answers in one match."""
MARKED = 0.25
"""The probability that a fighter has a marker of a kind, or has been activated."""
TRICK = "Trick"
"""The name of the card that is tried."""
DOG = Piece(None, "Dog")

_GEAR = (
    Equipment(name="Gun", uses=(use(Category.SHOOTING, range=30, strength=6, burn=1, poison=1),)),
    Equipment(name="Jar", uses=(use(Category.PROJECTILE, range=30, explosive=5, fear=1, burn=1),)),
    Equipment(name="Lance", uses=(use(Category.BLAST, burn=1),)),
)
_ABILITIES = """
- effect: now
  choose: {who: {side: enemies}}
  do:
  - {op: push, n: 6}
  - {op: give-markers, marker: rage}
  - {op: give-markers, marker: slowdown}
  - {op: give-markers, marker: poison}
  - {op: take-markers, marker: fear, n: 1}
  - {op: take-up, name: Idol}
  - {op: put-down, name: Chip}
- effect: now
  do:
  - {op: discard}
  - {op: roll, who: {the: user}, stat: psi, against: enemy-leader, difficulty: 4, failed: [{op: take-vp}]}
  - {op: move, who: {the: user}, n: 2}
  - {op: bring-back, who: {}}
  - {op: lay, name: Peg}
- effect: now
  choose: {who: {wounded: true}}
  do:
  - {op: heal, limb: legs}
  - {op: heal, limb: head}
  - {op: heal, limb: arms}
  - {op: heal, limb: torso}
  - {op: exhaust}
"""


_DECK = [
    tactic("- {effect: now, do: [{op: give-vp}]}", name=name, more="tactical: true\n  cancellation: 1")
    for name in ("Ruse", "Feint", "Decoy")
]
_HUT = Scenery(
    name="Hut",
    outline=Outline(radius=3),
    keywords={Keyword.FLAMMABLE: None, Keyword.DESTRUCTION: 2, Keyword.OBSTACLE: 1},
)


TOLD_WHERE_AWAITED = {one: ("moved", {"how": "charge"}) for one in ("charge-declared", "charge-ended")}
TOLD_WHERE_AWAITED["ability-ended"] = ("ability-used", {})
"""Events that occur only if a card awaits them, with the event that marks their matches."""


class Evening(NamedTuple):
    """The questions, answers and events of a match without the card."""

    seed: int
    asked: tuple[Any, ...]
    answers: tuple[Any, ...]
    log: tuple[Event, ...]


def start_evening(seed: int, trick: Ability | Mission | None = None) -> Match:
    """A lively match: with wounds, fires, fear, equipment, markers, and an NPF."""
    helps = ability(_ABILITIES, name="Help", kind="action", more="cost: {ap: 1}")
    own = {piece: [helps] for piece in (YURI, VLADD, ELENIA, YLISS)}
    if isinstance(trick, Ability):
        own[YURI] = [*own[YURI], trick]
    profile = fighter(gear=_GEAR, cp=dict.fromkeys(LimbName, (2, 2)), vig=3)
    fast = fighter(gear=_GEAR, cp=dict.fromkeys(LimbName, (1, 2)), spd=6, vig=3)
    places = {YURI: (20.0, 20.0), VLADD: (20.0, 23.5), ELENIA: (23.0, 20.0), YLISS: (30.0, 30.0)}
    places[DOG] = (16.0, 22.0)
    match = begun(
        own,
        missions={RED: trick} if isinstance(trick, Mission) else {},
        profiles={YURI: profile, VLADD: fast, ELENIA: fast, YLISS: profile, DOG: profile},
        places=places,
        step=("activation", "activation", "intendancy.1", "tactical-phase")[seed % 4],
        chapters=("infestation", "territory"),
        npfs=(profile.with_changes(name="Stray", value=None, level=1),),
        tactics={RED: _DECK, BLUE: _DECK},
        scenery=[(_HUT, (10.0, 50.0))],
    )
    match.state.scenery[_HUT.name] = match.state.scenery[_HUT.name]._replace(burn=1)
    _make_lively(match, Random(seed))  # noqa: S311  # nothing secret
    return match


def _make_lively(match: Match, random: Random) -> None:
    state = match.state
    for piece, one in state.fighters.items():
        if piece.side is not None:
            one.markers = {marker: 1 for marker in Marker if random.random() < MARKED}
            one.lost = {random.choice(tuple(LimbName)): 1}
            one.used_match = {"charge": 1}
            one.counters = {"Oath": 2}
            one.activated = random.random() < MARKED
    for side in (RED, BLUE):
        state.sides[side].vp = 3
    state.sides[RED].half, state.sides[BLUE].half = "south", "north"
    state.tokens = (
        *(
            Token("Well", (cm(x), cm(y)), cm(2), area=True)
            for x, y in ((26, 24), (26, 15), (36, 34), (14, 20))
        ),
        Token("Idol", (cm(40), cm(40)), cm(1)),
        *(Token("Chip", (0, 0), cm(1), bearer=piece) for piece in (YURI, VLADD, ELENIA, YLISS)),
    )


@cache
def evening(seed: int) -> Evening:
    """A match without the card, played at random."""
    match = start_evening(seed)
    referee, player, dice = Referee(match), RandomPlayer(match, seed), SeededDice(seed)
    asked, answers = [], []
    while (question := referee.question) is not None and len(answers) < ANSWERS:
        answer = dice.throw(question) if isinstance(question, Roll) else player(question)
        asked.append(_key(question))
        answers.append(answer)
        referee.answer(answer)
    return Evening(seed, tuple(asked), tuple(answers), tuple(match.log))


def _key(question: Question[Any]) -> Any:
    parts = ("asked", "fighter", "mid_act", "dice", "step", "by", "victim")
    return (type(question), question.rule, *(getattr(question, part, None) for part in parts))


def changes_anything(played: Evening, trick: Ability | Mission, chance: int = 0) -> bool:
    """Tell whether a match goes another way with a card; events that only report the card do not count.

    The answers given without it are repeated; other questions are answered at random.
    """
    match = start_evening(played.seed, trick)
    try:
        referee = Referee(match)
        player, dice = RandomPlayer(match, chance), SeededDice(chance)
        left = list(zip(played.asked, played.answers, strict=True))
        while (question := referee.question) is not None and not _differs(match, played) and left:
            if _key(question) == left[0][0]:
                referee.answer(left.pop(0)[1])
            else:
                referee.answer(dice.throw(question) if isinstance(question, Roll) else player(question))
    except ProcedureFailed as broken:
        if not isinstance(broken.__cause__, OverBudgetError):
            raise
        return True  # the card sets itself off, which is reported
    except IllegalAnswer:
        return True
    return _differs(match, played)


def _differs(match: Match, played: Evening) -> bool:
    """Tell whether the events are no prefix of those without the card."""
    told = (CardTookEffect, CardCameToNothing)
    log = [
        event
        for event in match.log
        if not (isinstance(event, told) and event.card == TRICK) and event.kind not in TOLD_WHERE_AWAITED
    ]
    return any(one != other for one, other in zip(log, played.log, strict=False))


def evenings_with(kind: str, details: dict[str, Any], many: int) -> Iterator[Evening]:
    """Matches in which such an event happens."""
    kind, details = TOLD_WHERE_AWAITED.get(kind, (kind, details))
    for seed in range(many):
        played = evening(seed)
        if any(
            event.kind == kind and all(getattr(event, part, None) == one for part, one in details.items())
            for event in played.log
        ):
            yield played
