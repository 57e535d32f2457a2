"""Checks for authors of cards: effects that would give away the fighters a card remembers in secret."""

from collections.abc import Iterator

from edencli.effects.event_details import CardPath
from edencli.model.card_words import Role, Who
from edencli.model.effect import CardEffect, Instead, Lasting, When, file_key, words_within
from edencli.model.fighter import Ability, Cost
from edencli.model.game import Mission, Tactic
from edencli.model.operation import Choosing, RememberFighters
from edencli.record import Record
from edencli.rules.band import Finding

_PLACES = ("touching", "within", "near", "landmark", "scenery", "between", "zone", "nearest", "seen_by")
"""The parts of a filter that ask for places: judged by eye, the question would name the fighter."""


def find_betrayals(
    card: Ability | Tactic | Mission, said: list[tuple[CardPath, Record]]
) -> Iterator[Finding]:
    """Find effects that would reveal a fighter remembered in secret before they work (effect-secret).

    An effect about that fighter must be a `when` that no player can decline: it works, and that names the
    fighter.
    """
    remembering = [one for _, one in said if isinstance(one, RememberFighters) and one.secret]
    yield from _open_choices(said, is_secret=bool(remembering))
    if not remembering:
        return
    priced = isinstance(card, Ability) and card.kind == "permanent" and card.cost != Cost()
    for path, effect in said:
        if not isinstance(effect, CardEffect) or not _speaks_of_it(effect):
            continue
        if not isinstance(effect, When):
            yield Finding("effect-secret", (*path, "effect"), {"word": effect.word}, form="word")
            continue
        for part in ("may", "from_hand"):
            if getattr(effect, part):
                yield Finding("effect-secret", (*path, file_key(part)), {"word": file_key(part)})
        if priced:
            yield Finding("effect-secret", ("cost",), {"word": "cost"})
        yield from _places_asked(effect, path)


def _open_choices(said: list[tuple[CardPath, Record]], *, is_secret: bool) -> Iterator[Finding]:
    """Find targets chosen in secret to which an operation visibly does something else than remember them."""
    for path, one in said:
        if isinstance(one, Choosing) and one.secret and (not is_secret or one.random or one.scenery):
            yield Finding("effect-secret", (*path, "secret"), {}, form="choice")
        choose = getattr(one, "choose", None)
        if is_secret and choose is not None and choose.secret:
            for n, done in enumerate(getattr(one, "do", ())):
                is_hidden = isinstance(done, RememberFighters) and done.secret
                if not is_hidden and (isinstance(done, Lasting) or "who" in done.parts):
                    yield Finding("effect-secret", (*path, "do", n, "op"), {"word": done.word}, form="done")


def _speaks_of_it(effect: CardEffect) -> bool:
    """Tell whether an effect itself names the remembered fighters; lasting effects it begins do not count."""
    begun = {id(word) for op in words_within(effect) if isinstance(op, Lasting) for word in words_within(op)}
    own = (word for word in words_within(effect) if id(word) not in begun)
    return any(Role.REMEMBERED in word.as_dict().values() for word in own)


def _places_asked(effect: When | Instead, path: CardPath) -> Iterator[Finding]:
    """Find filters by place for the remembered fighter that are asked before the effect works."""
    for part in ("doer", "sufferer"):
        who: Who | None = getattr(effect, part)
        if who is not None and who.the is Role.REMEMBERED:
            for place in _PLACES:
                if getattr(who, place) is not None:
                    yield Finding(
                        "effect-secret",
                        (*path, part, file_key(place)),
                        {"word": file_key(place)},
                        form="place",
                    )
