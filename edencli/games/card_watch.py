"""Which effects of cards games exercise: each effect fired, was offered, or never came up.

An effect fired when it did something. It was offered when its card was in force, or could have been played or
used, and it did nothing. A card without effects or counted objectives counts as one part, which fires when
the card is played or the ability used. A permanent ability that is played by agreement leaves no trace and is
not counted.
"""

import enum
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from edencli.effects.authoring import Card
from edencli.files.diagnostic import Document, KeyPath, Node
from edencli.files.loader import parse_yaml
from edencli.files.source import read_source
from edencli.games.play_script import PlayedGame
from edencli.match.card_events import TacticPlayed
from edencli.match.effect_tally import EffectTally
from edencli.match.facts import UnknownFact
from edencli.match.match import Match
from edencli.match.questions import Question
from edencli.match.table_events import AbilityUsed, MissionPlayed
from edencli.model.effect import CardEffect, Now, lasting_effects
from edencli.model.game import Cards
from edencli.model.terms import AbilityKind
from edencli.named_tuple import NamedTuple
from edencli.rules.actions import why_not_declare
from edencli.rules.acts import UseAbility
from edencli.rules.questions import ActQuestion, MissionChoice, TacticPlay

_TEXT: Final = "text"
_OBJECTIVE: Final = "objective"


class Exercise(enum.StrEnum):
    """How far games exercised an effect."""

    FIRED = "fired"
    OFFERED = "offered"
    NEVER = "never"


class CardWatch:
    """Counts what cards do in the games that are played."""

    def __init__(self) -> None:
        self.tally = EffectTally()

    def hear_answer(self, match: Match, question: Question[Any], _: object) -> None:
        """Note what a player may use or play when an answer is given."""
        self.tally.note_offered(match, _offered_at(match, question))

    def hear_end(self, played: PlayedGame) -> None:
        """Note which cards with nothing but a text were played."""
        for card in _cards_played(played.match):
            for part in _text_parts(card):
                self.tally.note_fired(played.match, part)

    def exercise_of(self, effect: object) -> Exercise:
        """How far an effect was exercised."""
        if self.tally.has_fired(effect):
            return Exercise.FIRED
        return Exercise.OFFERED if self.tally.was_offered(effect) else Exercise.NEVER


def _offered_at(match: Match, question: Question[Any]) -> Iterator[object]:
    """The parts of all cards that may be played or used at a question."""
    if isinstance(question, ActQuestion):
        for ability in match.state_of(question.fighter).card.abilities:
            act = UseAbility(fighter=question.fighter, ability=ability)
            if ability.kind is AbilityKind.ACTION and _may_be_done(match, act):
                yield from _parts_done_at_once(ability)
    elif isinstance(question, TacticPlay | MissionChoice) and question.asked is not None:
        band = match.setup.bands[question.asked]
        cards: tuple[Card, ...] = (*band.tactics, *band.missions)
        for card in cards:
            if card.name in question.options:
                yield from _parts_done_at_once(card)


def _may_be_done(match: Match, act: UseAbility) -> bool:
    """Tell whether an ability may be used, without asking the players for facts."""
    try:
        return why_not_declare(match, act.fighter, act) is None
    except UnknownFact:
        return False


def _parts_done_at_once(card: Card) -> Iterator[object]:
    yield from (effect for effect in card.effects if isinstance(effect, Now))
    yield from _text_parts(card)


def _text_parts(card: Card) -> list[object]:
    """The card itself, where only its text says what it does."""
    return [card] if not any(True for _ in _parts_said(card)) else []


def _parts_said(card: Card) -> Iterator[object]:
    """The effects of a card, and the objectives that it counts."""
    yield from card.effects
    yield from (one for one in getattr(card, "objectives", ()) if one.is_counted_by_card)


def _cards_played(match: Match) -> Iterator[Card]:
    """The cards that were played and the abilities that were used in a match."""
    for event in match.log:
        if isinstance(event, AbilityUsed):
            abilities = match.state.fighters[event.fighter].card.abilities
            yield from (one for one in abilities if one.name == event.ability)
        elif isinstance(event, TacticPlayed):
            yield from (one for one in match.setup.bands[event.side].tactics if one.name == event.card)
        elif isinstance(event, MissionPlayed):
            yield from (one for one in match.setup.bands[event.side].missions if one.name == event.mission)


class EffectPlace(NamedTuple):
    """One effect in a file: its card, the fighter that has it (for an ability), its word and its lines."""

    card: str
    fighter: str | None
    word: str
    lines: range
    effect: object


def card_parts(name: str, cards: Cards) -> Iterator[EffectPlace]:
    """All effects in a cards file with their lines, in order."""
    document = parse_yaml(read_source(name).content, name)
    for path, fighter, card in _cards_in(cards):
        yield from _parts_of(document, path, fighter, card)


def _cards_in(cards: Cards) -> Iterator[tuple[KeyPath, str | None, Card]]:
    """Each card of a file: its path, the fighter where it is an ability, and the card."""
    for deck in ("fighters", "npfs"):
        for n, fighter in enumerate(getattr(cards, deck)):
            for m, ability in enumerate(fighter.abilities):
                yield (deck, n, "abilities", m), fighter.name, ability
    for deck in ("missions", "tactics"):
        yield from (((deck, n), None, card) for n, card in enumerate(getattr(cards, deck)))


def _parts_of(document: Document, path: KeyPath, fighter: str | None, card: Card) -> Iterator[EffectPlace]:
    """The parts of one card: its effects with those inside them, its objectives, or else its text."""
    found: list[tuple[KeyPath, str, object]] = []
    for n, effect in enumerate(card.effects):
        found += _with_inner_effects(document, (*path, "effects", n), effect)
    for n, objective in enumerate(getattr(card, "objectives", ())):
        if objective.is_counted_by_card:
            found.append(((*path, "objectives", n), _OBJECTIVE, objective))
    if not found and getattr(card, "kind", None) is not AbilityKind.PERMANENT:
        found.append(((*path, "text"), _TEXT, card))
    for where, word, part in found:
        yield EffectPlace(card.name, fighter, word, _lines(document, where), part)


def _with_inner_effects(
    document: Document, path: KeyPath, effect: CardEffect
) -> Iterator[tuple[KeyPath, str, object]]:
    """An effect, and the effects inside it, in the order of the file."""
    yield path, effect.word, effect
    inner = [one for op in lasting_effects((effect,)) for one in op.effects]
    node = _node_at(document, path)
    places = [(*path, *below) for below in _effect_places(node)] if node else []
    if len(places) != len(inner):
        places = [path] * len(inner)
    yield from ((where, one.word, one) for where, one in zip(places, inner, strict=True))


def _effect_places(node: Node) -> Iterator[KeyPath]:
    """The paths below a node where an effect begins."""
    for step, child in node.children.items():
        if "effect" in child.children:
            yield (step,)
        yield from ((step, *below) for below in _effect_places(child))


def _node_at(document: Document, path: KeyPath) -> Node | None:
    node = document.root
    for step in path:
        node = node.children.get(step) if node else None
    return node


def _lines(document: Document, path: KeyPath) -> range:
    """The lines of a value, from its first to its last word."""
    node = _node_at(document, path)
    if node is None:
        line = document.value_place(path).line
        return range(line, line + 1)
    first = node.key.line if node.key else node.place.line
    return range(first, max(_last_lines(node)) + 1)


def _last_lines(node: Node) -> Iterator[int]:
    if not node.children:
        ends_before = node.place.end_column == 1 and node.place.end_line > node.place.line
        yield node.place.end_line - ends_before
    for child in node.children.values():
        yield from _last_lines(child)


def lcov_report(parts: Mapping[str, Iterable[EffectPlace]], watch: CardWatch) -> str:
    """The LCOV report of what was exercised: a line of an effect is hit where all effects on it fired."""
    told = []
    for file, several in parts.items():
        hits: dict[int, bool] = {}
        for part in several:
            fired = watch.exercise_of(part.effect) is Exercise.FIRED
            for line in part.lines:
                hits[line] = fired and hits.get(line, True)
        lines = [f"DA:{line},{int(hit)}" for line, hit in sorted(hits.items())]
        told += ["TN:", f"SF:{file}", *lines, f"LF:{len(hits)}", f"LH:{sum(hits.values())}", "end_of_record"]
    return "".join(f"{line}\n" for line in told)
