"""Making up a band: one common symbol, a value within the budget, no fighter twice, only decks it may play.

A faction that a rulebook does not name is allowed: players write their own. Names are compared as
`model.names` folds them. The dice must be readable on a profile card: each face of the location die hits
exactly one limb.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from edencli.model.fighter import Fighter
from edencli.model.game import Band, Symbol
from edencli.model.names import fold
from edencli.model.near_names import NearKind, nearest_name
from edencli.model.terms import FACES, Characteristic, WeaponEffect
from edencli.named_tuple import NamedTuple
from edencli.record import Record
from edencli.rulebooks.values import Rulebook


class Finding(NamedTuple):
    """A rule that a file breaks, or (`warns`) something its author should know.

    `path` leads to the key or item of the file, from the outside in: `("fighters", 2)`. `form` tells
    apart the ways to break one rule, where they need different sentences.
    """

    rule: str
    path: tuple[str | int, ...]
    values: Mapping[str, object] = MappingProxyType({})
    warns: bool = False
    form: str = ""


def check_card(fighter: Fighter) -> tuple[Finding, ...]:
    """Find what is wrong on a fighter's card, each finding with its path from the card."""
    return (*_wrong_faces(fighter), *_strange_abilities(fighter))


def _strange_abilities(fighter: Fighter) -> Iterator[Finding]:
    """Find the abilities that a fighter of these types may not have."""
    own = set(map(fold, fighter.types))
    for n, ability in enumerate(fighter.abilities):
        if ability.bearers and own.isdisjoint(map(fold, ability.bearers)):
            values = {"name": fighter.name, "ability": ability.name, "types": ability.bearers}
            yield Finding("card-bearer", ("abilities", n, "bearers"), values)


def _wrong_faces(fighter: Fighter) -> tuple[Finding, ...]:
    """Find the faces that are on no limb or on several."""
    hits = Counter(face for limb in fighter.limbs.values() for face in limb.faces)
    wrong = tuple(face for face in FACES if hits[face] != 1)
    if not wrong:
        return ()
    return (Finding(rule="card.location", path=("limbs",), values={"name": fighter.name, "faces": wrong}),)


class BandTotals(Record):
    """The totals of a band: its value and budget, its SP, and the hand size of each possible leader."""

    total: int
    budget: int
    sp: int
    hands: tuple[tuple[str, int], ...]


def band_totals(band: Band, book: Rulebook) -> BandTotals:
    """Add up the totals of a band as the first steps of the preparation do."""
    return BandTotals(
        total=sum(fighter.value_in(book.key) for fighter in band.fighters),
        budget=band.budget or book.band.budget,
        sp=starting_sp(band, book),
        hands=tuple((fighter.name, fighter.printed_value(Characteristic.PSI)) for fighter in band.fighters),
    )


def starting_sp(band: Band, book: Rulebook) -> int:
    """The SP of a band at the start: the PSI on its cards; a stigma band gets a part of it (setup.2-sp)."""
    psi = sum(fighter.printed_value(Characteristic.PSI) for fighter in band.fighters)
    return psi if band.symbol.stigma is None else -(-psi // book.band.stigma_sp_divisor)


def check_band(band: Band, book: Rulebook) -> tuple[Finding, ...]:
    """Find the rules of this book that a band breaks, and what its author should know.

    A misspelt faction is reported once; missions are then judged by the faction that was meant.
    """
    near = _misspelt_faction(band)
    meant = band if near is None else band.with_changes(symbol=Symbol(faction=near))
    return (
        *_strangers(band),
        *_over_budget(band, book),
        *_repeated("band.unique", "fighters", [fighter.name for fighter in band.fighters]),
        *_forbidden_missions(meant),
        *_repeated("mission.different", "missions", [mission.name for mission in band.missions]),
        *_repeated("tactical.name", "tactics", [tactic.name for tactic in band.tactics]),
        *_unknown_effects(band, book),
    )


def _strangers(band: Band) -> Iterator[Finding]:
    """Fighters without the band's symbol (band.faction, band.stigma)."""
    faction, stigma = band.symbol.faction, band.symbol.stigma
    if near := _misspelt_faction(band):
        values = {"symbol": faction, "nearest": near}
        yield Finding(rule="band.faction", path=("faction",), form="nobody", values=values)
        return
    for n, fighter in enumerate(band.fighters):
        if faction is not None and fold(faction) not in map(fold, fighter.factions):
            yield _stranger("band.faction", n, fighter, faction, fighter.factions)
        if stigma is not None and fighter.stigma is not stigma:
            yield _stranger("band.stigma", n, fighter, stigma, fighter.stigma or "")


def _misspelt_faction(band: Band) -> str | None:
    """The faction that was meant, or None.

    It is sought only if no fighter has the faction that is written, but some have one with a similar name.
    """
    faction, own = band.symbol.faction, {name for fighter in band.fighters for name in fighter.factions}
    if faction is None or fold(faction) in map(fold, own):
        return None
    return nearest_name(faction, sorted(own), NearKind.KEY)


def _stranger(rule: str, n: int, fighter: Fighter, symbol: str, own: str | tuple[str, ...]) -> Finding:
    values = {"name": fighter.name, "symbol": symbol, "own": own}
    return Finding(rule=rule, path=("fighters", n), values=values)


def _over_budget(band: Band, book: Rulebook) -> Iterator[Finding]:
    """The first fighter that takes the band over its budget (band.budget)."""
    whole, spent = band_totals(band, book), 0
    for n, fighter in enumerate(band.fighters):
        points = fighter.value_in(book.key)
        spent += points
        if spent > whole.budget:
            values = {"total": whole.total, "budget": whole.budget, "points": points}
            yield Finding(rule="band.budget", path=("fighters", n), values=values)
            return


def _repeated(rule: str, key: str, names: Sequence[str]) -> Iterator[Finding]:
    seen: dict[str, str] = {}
    for n, name in enumerate(names):
        if fold(name) in seen:
            yield Finding(rule=rule, path=(key, n), values={"name": name})
        seen[fold(name)] = name


def _forbidden_missions(band: Band) -> Iterator[Finding]:
    """Missions with a symbol that is not the one of the band (mission.symbol)."""
    for n, mission in enumerate(band.missions):
        if mission.symbol is not None and not _shares(band.symbol, mission.symbol):
            values = {"name": mission.name, "symbol": mission.symbol.faction or mission.symbol.stigma}
            yield Finding(rule="mission.symbol", path=("missions", n), values=values)


def _shares(chosen: Symbol, asked: Symbol) -> bool:
    if asked.stigma is not None:
        return chosen.stigma is asked.stigma
    return chosen.faction is not None and fold(chosen.faction) == fold(asked.faction or "")


def _unknown_effects(band: Band, book: Rulebook) -> Iterator[Finding]:
    """Equipment with an effect that this book does not have, and which does nothing here."""
    for n, fighter in enumerate(band.fighters):
        for equipment, effect in _effects(fighter):
            if effect not in book.equipment.effects:
                values = {"name": fighter.name, "equipment": equipment, "book": book.key}
                yield Finding(rule=f"gear.{effect}", path=("fighters", n), values=values, warns=True)


def _effects(fighter: Fighter) -> Iterator[tuple[str, str]]:
    """Each piece of a fighter's equipment with each of its effects, once."""
    for piece in fighter.equipment:
        for effect in WeaponEffect:
            if any(effect in use.effects for use in piece.uses):
                yield piece.name, effect
