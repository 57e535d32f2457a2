"""Matches with cards written in the test, as an author writes them, and a field to play on."""

from collections.abc import Mapping, Sequence
from textwrap import dedent
from typing import Any

import rule_report
from duels import BLUE, ELENIA, RED, VLADD, YLISS, YURI, fighter

from edencli.effects.begin import create_match_with_cards
from edencli.field.units import cm
from edencli.files.loader import parse_yaml
from edencli.files.shapes import build_value
from edencli.match.card_events import CardTookEffect
from edencli.match.events import Event
from edencli.match.match import Match, Setup
from edencli.match.pieces import Piece, Side
from edencli.match.questions import Question, Roll
from edencli.match.state import FighterState, SceneryState, State
from edencli.model.fighter import Ability, Fighter
from edencli.model.game import Band, Cards, Mission, Symbol, Tactic
from edencli.model.scenery import Scenery
from edencli.referee.referee import Referee
from edencli.rulebooks.values import rulebook

PLACES: Mapping[Piece, tuple[float, float]] = {
    YURI: (20, 20),
    VLADD: (20, 23),
    ELENIA: (23, 20),
    YLISS: (40, 40),
}
"""Yuri touches both its comrade and its enemy; Yliss is far away."""


def read(text: str) -> Cards:
    """The cards in the text of a file."""
    cards: Cards = build_value("cards", parse_yaml(f"kind: cards\n{dedent(text)}".encode(), "test.yaml").data)
    return cards


def ability(effects: str, *, name: str = "Trick", kind: str = "permanent", more: str = "") -> Ability:
    """An ability with these effects; `more` are its other keys, one per line."""
    head = ["npfs:", "- name: Somebody", "  types: [beast]", "  level: 1", "  base: 30", "  limbs:"]
    limbs = (("head", 1, "psi"), ("arms", 2, "cbt"), ("torso", 3, "vig"), ("legs", 4, "spd"))
    head += [
        f"    {limb}: {{faces: [{n}], cp: {{white: 1}}, {stat}: {{white: 1}}}}" for limb, n, stat in limbs
    ]
    own = ["  abilities:", f"  - name: {name}", f"    kind: {kind}", "    text: ..."]
    own += [f"    {line}" for line in more.splitlines() if line.strip()]
    own += ["    effects:", *(f"    {line}" for line in dedent(effects).strip().splitlines())]
    return read("\n".join([*head, *own])).npfs[0].abilities[0]


def tactic(effects: str, *, name: str = "Ruse", more: str = "tactical: true") -> Tactic:
    """A tactical card with these effects."""
    lines = ["tactics:", f"- name: {name}", "  text: ...", f"  {more}", "  effects:"]
    lines += [f"  {line}" for line in dedent(effects).strip().splitlines()]
    return read("\n".join(lines)).tactics[0]


def mission(text: str) -> Mission:
    """A mission from its file's text, with default name, kind and deployment."""
    head = "missions:\n- name: Errand\n  kind: revealed\n  deployment: ambush\n"
    return read(head + "".join(f"  {line}\n" for line in dedent(text).strip().splitlines())).missions[0]


def begun(  # noqa: PLR0913  # a position has many parts, and a test names a few
    abilities: Mapping[Piece, Sequence[Ability]] | None = None,
    *,
    tactics: Mapping[Side, Sequence[Tactic]] | None = None,
    missions: Mapping[Side, Mission] | None = None,
    profiles: Mapping[Piece, Fighter] | None = None,
    places: Mapping[Piece, tuple[float, float]] = PLACES,
    step: str = "activation",
    book: str = "en",
    chapters: tuple[str, ...] = (),
    scenery: Sequence[tuple[Scenery, tuple[float, float]]] = (),
    weather: tuple[str, ...] = (),
    npfs: Sequence[Fighter] = (),
) -> Match:
    """A match of Yuri and Vlädd against Elenia and Yliss, with these cards, at a step of a round."""
    cards = {
        piece: ((profiles or {}).get(piece) or fighter()).with_changes(
            name=piece.name, abilities=tuple((abilities or {}).get(piece, ()))
        )
        for piece in dict.fromkeys((YURI, VLADD, ELENIA, YLISS, *places))
    }
    state = State({piece: FighterState(card, ap=3 if piece.side else 0) for piece, card in cards.items()})
    for piece, (x, y) in places.items():
        state.fighters[piece].put_on_field((cm(x), cm(y)))
    state.step = step
    bands = {
        side: _band(side, cards, (tactics or {}).get(side, ()), (missions or {}).get(side)) for side in Side
    }
    for side, leader in ((RED, YURI), (BLUE, ELENIA)):
        state.sides[side].sp, state.sides[side].leader = 9, leader
        state.sides[side].hand = tuple(card.name for card in bands[side].tactics)
        state.sides[side].mission = next((one.name for one in bands[side].missions), None)
    state.weather = weather
    state.scenery = {one.name: SceneryState((cm(x), cm(y))) for one, (x, y) in scenery}
    setup = Setup(
        bands=bands,
        chapters=chapters,
        scenery={one.name: one for one, _ in scenery},
        npfs={one.name: one for one in npfs},
    )
    return create_match_with_cards(rulebook(book), state, setup)


def _band(side: Side, cards: Mapping[Piece, Fighter], tactics: Sequence[Tactic], own: Mission | None) -> Band:
    return Band(
        name=f"The band of {side}",
        rulebook=None,
        symbol=Symbol(faction="Jokers Gang"),
        budget=None,
        fighters=tuple(card for piece, card in cards.items() if piece.side is side),
        missions=(own,) if own else (),
        tactics=tuple(tactics),
    )


class Played:
    """A match answered by rule: each answer is given for the rule that asks, and the dice in a row."""

    def __init__(self, match: Match, answers: Sequence[tuple[str, Any]], dice: str = "") -> None:
        self.match, self.asked = match, list[Question[Any]]()
        self.referee = Referee(match)
        left, faces = list(answers), [int(face) for face in dice if face != " "]
        while (question := self.referee.question) is not None:
            self.asked.append(question)
            rule_report.note(question)
            if isinstance(question, Roll):
                if len(faces) < question.dice:
                    break
                self.referee.answer(tuple(faces.pop(0) for _ in range(question.dice)))
            elif left and left[0][0] == question.rule:
                self.referee.answer(left.pop(0)[1])
            elif question.rule == "roll.location-shift" or (question.optional and (left or faces)):
                self.referee.answer(None)
            else:
                break
        rule_report.note(self.match.log)
        assert not left, f"{self.referee.question} is asked, and answered is {left[0]}"
        assert not faces, f"left over: {faces}"

    @property
    def log(self) -> list[Event]:
        return self.match.log

    def events(self, kind: type[Event]) -> list[Any]:
        """The events of a kind."""
        return [event for event in self.log if type(event) is kind]

    @property
    def worked(self) -> list[str | None]:
        """The cards that took effect by themselves."""
        return [event.card for event in self.events(CardTookEffect)]
