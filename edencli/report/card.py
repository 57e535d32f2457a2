"""One card as a player would like to see it: a fighter's profile, a mission, a tactical card."""

from collections.abc import Iterator

from edencli.lang import Words, clean
from edencli.model.cards import Mission, Objective, Symbol, Tactic
from edencli.model.fighter import Ability, Fighter, Limb
from edencli.report.gear import notation, prose, term, terms
from edencli.report.sheet import Sheet
from edencli.rulebooks.plain import BOOKS

_AREA = "sheet"
_LIMB_WIDTHS = (5, 5, 12, 6, 7)


def write_fighter(sheet: Sheet, words: Words, fighter: Fighter, book: str) -> None:
    """Write a profile card: who he is, his limbs, his equipment, his abilities."""
    said = words.area(_AREA)
    sheet.title(words.say(_AREA, "title", name=fighter.name, worth=worth(words, fighter, book)))
    sheet.aside("; ".join(_small_print(words, fighter, book)))
    limbs = [_limb(words, limb) for limb in fighter.limbs.values()]
    sheet.table(said["limbs.head"], limbs, widths=_LIMB_WIDTHS)
    sheet.aside(said["legend"])
    if fighter.equipment:
        sheet.heading(said["equipment"])
        sheet.points([("", notation(words, piece)) for piece in fighter.equipment])
    if fighter.abilities:
        sheet.heading(said["abilities"])
        sheet.points([_ability(words, ability) for ability in fighter.abilities])


def worth(words: Words, fighter: Fighter, book: str) -> str:
    """What a fighter costs a band by that book, or an NPF's level."""
    if fighter.level is not None:
        return words.say(_AREA, "level", level=fighter.level)
    return words.say(_AREA, "points", points=fighter.worth(book))


def about_fighter(words: Words, fighter: Fighter) -> Iterator[str]:
    """Tell his factions, his stigma and his types."""
    if fighter.factions:
        yield words.listed(prose(faction) for faction in fighter.factions)
    if fighter.stigma:
        yield words.say(_AREA, "stigma", stigma=term(words, fighter.stigma))
    yield words.listed(prose(one) for one in fighter.types)


def _small_print(words: Words, fighter: Fighter, book: str) -> Iterator[str]:
    """What stands small on the card, and what other books say of his value."""
    yield from about_fighter(words, fighter)
    yield words.say(_AREA, "base", base=fighter.base)
    elsewhere = [(key, fighter.worth(key)) for key in BOOKS if fighter.worth(key) != fighter.worth(book)]
    if elsewhere:
        worths = [words.say(_AREA, "worth", book=key, points=points) for key, points in elsewhere]
        yield words.say(_AREA, "worth-elsewhere", worths=worths)


def _ability(words: Words, ability: Ability) -> tuple[str, str]:
    text = words.say(_AREA, "ability", terms=terms(words, ability), text=prose(ability.text))
    return clean(ability.name), text


def _limb(words: Words, limb: Limb) -> list[str]:
    said = words.area(_AREA)
    return [
        said["limb"][limb.name],
        _faces(limb.faces),
        said["white"] * limb.white_cp + said["red"] * limb.red_cp,
        words.say(_AREA, "bonus", what=said["characteristic"][limb.characteristic], amount=limb.white),
        str(limb.red) if limb.red_cp else said["none"],
    ]


def _faces(faces: tuple[int, ...]) -> str:
    first, last = min(faces), max(faces)
    if len(faces) > 1 and last - first == len(faces) - 1:
        return f"{first}–{last}"
    return ", ".join(str(face) for face in sorted(faces))


def write_mission(sheet: Sheet, words: Words, mission: Mission) -> None:
    """Write a mission card: what sort it is, who may play it, what happens at once, what scores."""
    said = words.area(_AREA)
    sheet.title(clean(mission.name))
    sheet.aside("; ".join(about_mission(words, mission)))
    if mission.immediate:
        sheet.heading(said["immediate"])
        sheet.points([("", prose(mission.immediate))])
    sheet.heading(said["objectives"])
    sheet.points([(_scored(words, one), prose(one.text)) for one in mission.objectives])


def about_mission(words: Words, mission: Mission) -> Iterator[str]:
    """Tell its kind, its deployment, and who may play it."""
    said = words.area(_AREA)
    yield from (said[mission.kind], said[mission.deployment])
    if mission.symbol is None:
        yield said["for-all"]
    else:
        yield words.say(_AREA, "for", symbol=symbol(words, mission.symbol))


def symbol(words: Words, one: Symbol) -> str:
    """Name a faction, or a stigma as one."""
    if one.stigma is None:
        return prose(one.faction or "")
    return words.say(_AREA, "stigma", stigma=term(words, one.stigma))


def _scored(words: Words, objective: Objective) -> str:
    if objective.vp is None:
        return words.say(_AREA, f"text.{objective.counted}")
    return words.say(_AREA, f"vp.{objective.counted}", vp=objective.vp)


def write_tactic(sheet: Sheet, words: Words, tactic: Tactic) -> None:
    """Write a tactical card: its special rules and what it does."""
    sheet.title(clean(tactic.name))
    sheet.aside("; ".join((words.say(_AREA, "tactic"), about_tactic(words, tactic))))
    sheet.points([("", prose(tactic.text))])


def about_tactic(words: Words, tactic: Tactic) -> str:
    """Name the special rules of a tactical card."""
    kept = {"tactical": tactic.tactical, "first-round": tactic.first_round}
    rules = [term(words, name) for name, holds in kept.items() if holds]
    if tactic.cancellation is not None:
        rules.append(term(words, "cancellation", tactic.cancellation))
    return words.listed(rules) or words.say(_AREA, "no-keywords")
