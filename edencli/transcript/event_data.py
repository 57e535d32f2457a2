"""Events as data and back: the JSON of a match or an attack has everything that its sentences need.

As data, an event is its kind and its parts by name; lengths and places are in centimetres, as in everything
that people write, and a fighter is a side and a name. `event_from(event_data(event)) == event`, for every
event.
"""

import enum
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from types import UnionType
from typing import Any, get_args, get_origin

from edencli.field.units import PER_CM
from edencli.lang import Words
from edencli.match.events import AttackEnded, Event, Left, event_kinds
from edencli.match.match import Match
from edencli.match.pieces import OwnedCard, Piece, Side
from edencli.match.reasons import Part, Refusal
from edencli.match.state import SceneryState, Token
from edencli.model.lexicon import NOBODY, FighterLexicon, name_with_side
from edencli.output.sheet import Data, Sheet
from edencli.transcript.phrases import refusal_sentence

# The parts of an event that are lengths, or made of them.
LENGTH_PARTS = frozenset({"place", "path", "cost", "radius", "far"})

LATER_SCENERY_PARTS = {"attacks", "burn", "destroyed"}
"""Parts of scenery that change after it was placed; other events tell of them."""


def event_data(event: Event) -> Data:
    """An event as JSON has it: its kind, then its parts by name."""
    return {"kind": event.kind} | {name: _plain(name, part) for name, part in event.as_dict().items()}


def _plain(name: str, part: Any) -> Any:
    if isinstance(part, Piece):
        return name_with_side(part)
    if isinstance(part, enum.Enum):
        return str(part)
    if isinstance(part, Part | SceneryState | Token):
        usual: Mapping[str, Any] = Token._field_defaults if isinstance(part, Token) else {}
        usual = {"effect": None} if isinstance(part, Part) else usual
        parts = ((key, one) for key, one in part._asdict().items() if usual.get(key, ...) != one)
        return {key: _plain(key, one) for key, one in parts if key not in LATER_SCENERY_PARTS}
    if isinstance(part, list | tuple):
        return [_plain(name, one) for one in part]
    if isinstance(part, dict):
        return {str(key): _plain(name, one) for key, one in part.items()}
    return part / PER_CM if name in LENGTH_PARTS and part is not None else part


def event_from(data: Data) -> Event:
    """The event that was turned into this data."""
    kind = event_kinds()[data["kind"]]
    return kind(**{name: _part(name, of, data[name]) for name, of in kind.part_types.items()})


def _part(name: str, of: Any, part: Any) -> Any:
    """A part of an event, read by its declared type."""
    kind, inner = get_origin(of) or of, get_args(of)
    if kind is UnionType:  # one type, or None
        return None if part is None else _part(name, inner[0], part)
    if kind is Piece:
        side, _, called = part.partition(" ")
        return Piece(None if side == NOBODY else Side(side), called)
    if kind is tuple:
        kinds = inner[:1] * len(part) if inner[-1] is ... else inner
        return tuple(_part(name, of, one) for of, one in zip(kinds, part, strict=True))
    if kind is dict:
        return {key: _part(name, inner[1], part[key]) for key in inner[0] if key in part}
    if kind in {Part, SceneryState, Token}:
        return kind(
            **{key: _part(key, of, part[key]) for key, of in kind.__annotations__.items() if key in part}
        )
    return kind(round(part * PER_CM) if name in LENGTH_PARTS else part)


def attack_data(log: Sequence[Event]) -> Data:
    """The events of an attack, and its result, as data."""
    return {"events": [event_data(event) for event in log], "outcome": {"blows": list(_blows(log))}}


def apart_data(words: Words, match: Match, refusal: Refusal | None) -> Data | None:
    """Why an attack cannot be made as the fighters stand in a match; None if it can."""
    if refusal is None:
        return None
    why = refusal_sentence(words, FighterLexicon(match.state.fighters), refusal)
    return {"rule": refusal.rule, "reason": refusal.reason, "why": why}


def card_data(one: OwnedCard) -> Data:
    """A card that may affect an attack, and its owner, as data."""
    return {
        "fighter": one.user and name_with_side(one.user),
        "player": one.side and str(one.side),
        "card": one.card,
    }


def condition_data(match: Match, piece: Piece, names: FighterLexicon[Piece]) -> Data:
    """The condition of a fighter as data: CP by limb, markers, AP, the number of its attacks."""
    from edencli.referee.duel import (  # noqa: PLC0415  # only a resolved attack needs it
        condition_counts,
        is_incapacitated,
        print_condition,
    )

    fighter, counts = match.state_of(piece), condition_counts(match.state_of(piece))
    return {
        "fighter": name_with_side(piece),
        "name": names.label(piece),
        "out": is_incapacitated(match, piece),
        "limbs": {
            str(name): {"white": limb.white_cp, "red": limb.red_cp, "lost": counts[name]}
            for name, limb in fighter.card.limbs.items()
        },
        "markers": {str(marker): n for marker, n in fighter.markers.items() if n},
        "ap": fighter.ap,
        "attacks": counts["attacks"],
        "state": print_condition(fighter),
    }


def condition_sentence(words: Words, left: Data) -> str:
    """The condition of a fighter in one line, with boxes as on its card."""
    if left["out"]:
        return words.say("attack", "left.out", fighter=left["name"])
    texts, limbs = words.area("sheet"), []
    for name, limb in left["limbs"].items():
        whole = texts["white"] * limb["white"] + texts["red"] * limb["red"]
        boxes = "×" * limb["lost"] + whole[limb["lost"] :]
        limbs.append(words.say("session", "limb", limb=texts["limb"][name], boxes=boxes))
    markers = [f"{n} {words.say('events', f'term.{marker}')}" for marker, n in left["markers"].items()]
    rest = words.join_list([words.say("attack", "left.ap", ap=left["ap"]), *markers])
    return words.say("attack", "left", fighter=left["name"], limbs=words.join_phrases(limbs), rest=rest)


def write_attack(sheet: Sheet, words: Words, data: Data) -> None:
    """Write an attack step by step."""
    log = [event_from(one) for one in data["events"]]
    from edencli.transcript.event_sentences import EventSentences  # noqa: PLC0415  # odds tell no event

    story = EventSentences(words, FighterLexicon(pieces_named(log)))
    sentences = [sentence for event in log if (sentence := story.sentence(event))]
    left = [condition_sentence(words, one) for one in data["left"]]
    notes = list(_attack_notes(words, data))
    told = [wrap(one, sheet.width, subsequent_indent="    ") for one in (*sentences, *notes, *left)]
    sheet.raw_lines([line for lines in told for line in lines])
    if data["go_on"]:
        sheet.raw_lines([words.say("attack", "go-on"), data["go_on"]])


def _attack_notes(words: Words, data: Data) -> Iterator[str]:
    """Sentences on what an attack outside its match leaves out: distance, sight and cards."""
    if data["apart"]:
        yield words.say("attack", "apart", why=data["apart"]["why"], rule=data["apart"]["rule"])
    owners = (one["fighter"] or one["player"] or "" for one in data["unused"])
    cards = [
        words.say("attack", "unused.card", card=one["card"], owner=owner.partition(" ")[2] or owner)
        for one, owner in zip(data["unused"], owners, strict=True)
    ]
    if cards:
        yield words.say("attack", "unused", cards=cards)


def pieces_named(log: Iterable[Event]) -> list[Piece]:
    """All fighters that these events name, each once."""
    parts = (part for event in log for part in event.as_dict().values())
    flat = (one for part in parts for one in ([part] if isinstance(part, Piece) else _several(part)))
    return list(dict.fromkeys(one for one in flat if isinstance(one, Piece)))


def _several(part: Any) -> Sequence[Any]:
    return part if isinstance(part, tuple) else ()


def _blows(log: Sequence[Event]) -> Iterator[Data]:
    out = {event.fighter for event in log if isinstance(event, Left)}
    for blow in log:
        if isinstance(blow, AttackEnded):
            told = event_data(blow)
            names = ("attacker", "victim", "success", "limb", "wounds", "cp_lost")
            yield {name: told[name] for name in names} | {"incapacitated": blow.victim in out}
