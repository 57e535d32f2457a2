"""The log of a replay page: the passages of a transcript, each with its frame, its rules and its cards.

A passage leads to the frame of its last event. It has the numbers of the lines that explain it: the rules
that were applied, and the text of each card it names. Only what the viewer sees is told.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Protocol

from edencli.lookup.rule_page import BookValues, rule_title
from edencli.match.card_events import CardTookEffect, DiceThrown, TacticPlayed
from edencli.match.events import AttackEnded, Event, Left, Located, Opposed, Rolled, Used
from edencli.match.match import Match
from edencli.match.pieces import Piece, Side
from edencli.match.reasons import Part
from edencli.match.table_events import ActivationEnded, DiceCompared, MissionPlayed, VpScored, WeatherRolled
from edencli.model.fighter import Ability
from edencli.model.game import Mission, Tactic
from edencli.named_tuple import NamedTuple
from edencli.pages.card_page import card_text
from edencli.pictures.replay_lines import LineTable, safe_text
from edencli.rulebooks import catalogue
from edencli.rules.missions import mission_of
from edencli.rules.questions import EndScoreOffer, ScoreOffer
from edencli.transcript.chronicle import SECTION, Heading, Passage, TranscriptPart
from edencli.transcript.event_sentences import EventSentences, event_rules

AREA: Final = "replay"
_TOLD_WITH_THROW: Final = (ActivationEnded, AttackEnded, Used)
"""Events that may end the passage of a throw; its dice stay in view with them."""


class Moments(Protocol):
    """The frames that a log refers to (`edencli.pictures.replay_frames.MomentWriter`)."""

    match: Match
    """The match as it stands after the last event."""
    seen: list[Event | None]
    """The events as the viewer saw them; None for one that is hidden from the viewer."""
    frame_of: list[int]
    """The frame that shows each event."""
    table: LineTable
    pieces: list[Piece]
    """The fighters of the match."""


class Mark(NamedTuple):
    """A moment to be marked on the slider: its frame, its kind, and what happened."""

    frame: int
    kind: str
    text: str


class LogWriter:
    """Writes the log of one match as HTML; a passage that was written before is not written again."""

    def __init__(self, story: EventSentences, moments: Moments) -> None:
        self._story = story
        self._moments = moments
        self._explained: dict[str, int] = {}
        self._written: dict[object, str] = {}
        self._told_to = 0
        self._introduced = set[str]()
        self._sides = {one.name: one.side for one in moments.pieces if story.names.label(one) == one.name}
        names = sorted(map(re.escape, self._sides), key=len, reverse=True)
        self._names = re.compile(rf"\b(?:{'|'.join(names)})\b" if names else r"(?!)")
        self.photos: dict[str, str] = {}
        """The `img` element of each photo, by its name in notes."""
        self.rounds: list[tuple[int, str]] = []
        """The frame at which each round begins, and the heading of the round."""
        self.summary_headings: list[str] = []
        """The headings of the summary; the `id` of each is `sum-` and its number, from 1."""

    def write(self, parts: Iterable[TranscriptPart], summary: Iterable[TranscriptPart]) -> str:
        """Write the log: headings and passages of what happened, then those of the summary."""
        self._told_to, self.rounds, self.summary_headings = 0, [], []
        self._introduced = set[str]()
        told = [self._heading(one) if isinstance(one, Heading) else self._passage(one) for one in parts]
        summed_up = [
            self._sum_heading(one) if isinstance(one, Heading) else self._passage(one) for one in summary
        ]
        return "".join([*told, *summed_up])

    def _heading(self, heading: Heading, id_: str = "") -> str:
        if heading.level == SECTION:
            self._add_round(heading)
        if not heading.text:
            return "<li class=gap>\n"
        level = 3 if heading.level == SECTION else 4
        return f"<li class=h{id_}><h{level}>{safe_text(heading.text)}</h{level}>\n"

    def _sum_heading(self, heading: Heading) -> str:
        """A heading of the summary, with an id so that the page can link to it."""
        if heading.level == SECTION:
            return self._heading(heading)
        self.summary_headings.append(heading.text)
        return self._heading(heading, f" id=sum-{len(self.summary_headings)}")

    def _add_round(self, heading: Heading) -> None:
        """Note where a round begins: at its event, or after the passage before it.

        The section with the sum so far is no round.
        """
        begin = self._last_of(heading.events[:1])
        if heading.text != self._story.words.say("transcript", "so-far"):
            self.rounds.append((self._told_to if begin is None else begin, heading.text))

    def _passage(self, passage: Passage) -> str:
        """A passage: a button that leads to its frame and opens the lines that explain it."""
        frame = self._last_of(passage.events)
        self._told_to = self._told_to if frame is None else frame
        text = self._introduce(passage.text) if passage.events else passage.text
        told = text, tuple(passage.events), passage.depth, tuple(passage.prices), passage.photo
        if told not in self._written:
            self._written[told] = self._passage_html(passage, text, frame)
        return self._written[told]

    def _introduce(self, text: str) -> str:
        """Add the side of a fighter behind its name where the log first has that name."""
        return self._names.sub(self._with_side, text)

    def _with_side(self, found: re.Match[str]) -> str:
        name = found[0]
        side = self._sides[name]
        if side is None or name in self._introduced:
            return name
        self._introduced.add(name)
        return self._story.words.say(AREA, "of-side", fighter=name, side=self._story.term(side))

    def _last_of(self, numbers: Iterable[int]) -> int | None:
        """The frame of the last of these events; None if the viewer sees none of them."""
        frames = (self._moments.frame_of[n] for n in numbers if self._moments.seen[n] is not None)
        return max(frames, default=None)

    def _passage_html(self, passage: Passage, told: str, frame: int | None) -> str:
        text = safe_text(told)
        price = "".join(f"<small>{safe_text(one)}</small> " for one in passage.prices)
        inner = f" class=d{min(passage.depth, 2)}" if passage.depth else ""
        if frame is None:
            return f"<li{inner}><p>{price}{text}</p>{self.photos.get(passage.photo, '')}\n"
        why = " ".join(map(str, self._explanations(passage.events)))
        return f'<li{inner} data-k={frame} data-w="{why}"><button>{price}{text}</button>\n'

    def _explanations(self, numbers: Sequence[int]) -> Iterator[int]:
        """The numbers of the lines that explain these events, each once."""
        seen = [one for n in sorted(set(numbers)) if (one := self._moments.seen[n]) is not None]
        rules = dict.fromkeys(rule for event in seen for rule in event_rules(event))
        yield from (number for rule in rules if (number := self._rule(rule)))
        cards = dict.fromkeys(card for event in seen for card in named_cards(self._moments.match, event))
        yield from (self._line(safe_text(name), "", [text]) for name, text in cards)
        missions = {
            mission.name: mission
            for event in seen
            if (mission := named_mission(self._moments.match, event)) is not None
        }
        for mission in missions.values():
            yield self._line(safe_text(mission.name), "", card_text(self._story.words, mission))

    def _rule(self, id_: str) -> int:
        """The number of the line that explains a rule; 0 if the catalogue has no such rule."""
        if id_ not in self._explained:
            rule, words, book = catalogue.find_rule(id_), self._story.words, self._moments.match.book.key
            self._explained[id_] = 0
            if rule is not None:
                own = book if book in rule.books else next(iter(rule.books))
                values, prose = BookValues(own), words.area(f"rules/{rule.chapter}")[id_]
                summary = [words.fill(line, values) for line in prose["summary"]]
                self._explained[id_] = self._line(safe_text(rule_title(words, rule)), id_, summary)
        return self._explained[id_]

    def _line(self, title: str, id_: str, paragraphs: Iterable[str]) -> int:
        code = f" <code>{safe_text(id_)}</code>" if id_ else ""
        body = "".join(f"<p>{safe_text(one)}</p>" for one in paragraphs)
        return self._moments.table.number(f"<p><b>{title}</b>{code}</p>{body}")

    def marks(self) -> Iterator[Mark]:
        """The moments to be marked: fighters who leave, VP, tactical cards."""
        for event, frame in zip(self._moments.seen, self._moments.frame_of, strict=True):
            if isinstance(event, Left | VpScored | TacticPlayed):
                kind = {Left: "out", VpScored: "vp", TacticPlayed: "tactic"}[type(event)]
                is_leader = isinstance(event, Left) and event.fighter in self._leaders()
                told = self._story.sentence(event) or ""
                message = "mark.leader" if is_leader else "mark"
                yield Mark(frame, kind, self._story.words.say(AREA, message, what=told))

    def _leaders(self) -> list[Piece | None]:
        return [side.leader for side in self._moments.match.state.sides.values()]


def named_cards(match: Match, event: Event) -> Iterator[tuple[str, str]]:
    """The cards that an event names, each with its text.

    A viewer who may see the name of a card may see its text.
    """
    parts = event.as_dict()
    side, user = parts.get("side"), parts.get("fighter")
    for name in (parts.get("card"), parts.get("ability")):
        if isinstance(name, str) and (text := _card_text(match, side, user, name)):
            yield name, text
    for value in parts.values():
        named = [one.name for one in value if isinstance(one, Part)] if isinstance(value, tuple) else []
        yield from ((one, text) for one in named if one and (text := _text_in_play(match, one)))


def _card_text(match: Match, side: Side | None, user: Piece | None, name: str) -> str:
    """The text of a side's tactical card, or of a fighter's ability; empty if there is no such card."""
    abilities = match.state_of(user).card.abilities if user in match.state.fighters else ()
    band = match.setup.bands.get(side) if side else None
    cards: list[Ability | Tactic] = [*abilities, *(band.tactics if band and user is None else ())]
    return next((one.text for one in cards if one.name == name), "")


def named_mission(match: Match, event: Event) -> Mission | None:
    """The mission that an event names or scores, if the event is as secret as that mission.

    An open event with the name of a secret mission means another card of that name.
    """
    if isinstance(event, VpScored) and event.why in {ScoreOffer.rule, EndScoreOffer.rule}:
        mission = mission_of(match, event.side)
    elif isinstance(event, MissionPlayed | CardTookEffect) and event.side is not None:
        name = event.mission if isinstance(event, MissionPlayed) else event.card
        mission = next((one for one in match.setup.bands[event.side].missions if one.name == name), None)
    else:
        return None
    return mission if mission is not None and mission.kind is event.secrecy else None


def _text_in_play(match: Match, name: str) -> str:
    """The text of some fighter's ability, or of a tactical card that was played; empty if there is none."""
    abilities = (one for fighter in match.state.fighters.values() for one in fighter.card.abilities)
    played = (
        card
        for side, band in match.setup.bands.items()
        for card in band.tactics
        if card.name in match.state.sides[side].played
    )
    cards: list[Ability | Tactic] = [*abilities, *played]
    return next((one.text for one in cards if one.name == name), "")


def dice_html(event: Event | None, before: str) -> str:
    """The dice to be shown after an event: those it threw, or those of the throw that it ends."""
    if isinstance(event, Rolled):
        return _dice(event.dice, event.needed)
    if isinstance(event, DiceThrown):
        return _dice(event.dice, event.needed)
    if isinstance(event, Opposed | WeatherRolled):
        return _dice(event.dice)
    if isinstance(event, DiceCompared):
        return _dice((event.red, event.blue))
    if isinstance(event, Located):
        return _dice((event.face,))
    return before if isinstance(event, _TOLD_WITH_THROW) else ""


def _dice(faces: Sequence[int], needed: int | None = None) -> str:
    """Dice as elements; those that reach the needed number are marked as successes."""
    return "".join(
        f"<{tag} class=p{face}>{face}</{tag}> "
        for face in faces
        for tag in ("b" if needed is not None and face >= needed else "i",)
    )
