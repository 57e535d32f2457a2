"""The entries of a file as cards and as lists: profiles, missions, tactical cards, scenery.

Equipment and abilities stand in the game's own notation: `Helmet (Pr): head +1`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from edencli.files.shapes import build_value
from edencli.lang import Words, clean
from edencli.model.fighter import Ability, Fighter, Limb
from edencli.model.game import Mission, Objective, Tactic
from edencli.model.scenery import Scenery
from edencli.named_tuple import NamedTuple
from edencli.output.sheet import Data, Sheet, one_paragraph
from edencli.pages.band_page import symbol_name
from edencli.pages.card_sentences import scoring_conditions, sentence_on_card
from edencli.pages.gear import game_word, gear_notation, use_limits
from edencli.rulebooks.raw_books import BOOKS, raw_book

_AREA = "sheet"


def ability_terms(words: Words, ability: Ability) -> str:
    """The terms of an ability: its kind, its cost, its limit and who may have it."""
    cost = [
        words.say(_AREA, what, **{what: amount}) for what, amount in ability.cost.as_dict().items() if amount
    ]
    bearers = [words.say(_AREA, "bearers", types=words.join_list(ability.bearers))] if ability.bearers else []
    limits = [*use_limits(words, ability.limit), *bearers]
    return words.join_list([words.say(_AREA, ability.kind), *cost, *limits])


_LIMB_WIDTHS = (5, 5, 12, 6, 7)


def write_fighter(sheet: Sheet, words: Words, fighter: Fighter, book: str) -> None:
    """Write a profile card: name and value, limbs, equipment, abilities."""
    texts = words.area(_AREA)
    sheet.title(words.say(_AREA, "title", name=fighter.name, worth=worth_text(words, fighter, book)))
    sheet.aside(words.join_phrases(_small_print(words, fighter, book)))
    limbs = [_limb(words, limb) for limb in fighter.limbs.values()]
    sheet.table(texts["limbs.head"], limbs, widths=_LIMB_WIDTHS)
    sheet.aside(texts["legend"])
    if fighter.equipment:
        sheet.heading(texts["equipment"])
        sheet.points([("", gear_notation(words, piece)) for piece in fighter.equipment])
    if fighter.abilities:
        sheet.heading(texts["abilities"])
        sheet.points([_ability(words, ability) for ability in fighter.abilities])


def worth_text(words: Words, fighter: Fighter, book: str) -> str:
    """The value of a fighter by that book, or the level of an NPF."""
    if fighter.level is not None:
        return words.say(_AREA, "level", level=fighter.level)
    return words.say(_AREA, "points", points=fighter.value_in(book))


def about_fighter(words: Words, fighter: Fighter) -> Iterator[str]:
    """The factions, the stigma and the types of a fighter."""
    if fighter.factions:
        yield words.join_list(one_paragraph(faction) for faction in fighter.factions)
    if fighter.stigma:
        yield words.say(_AREA, "stigma", stigma=game_word(words, fighter.stigma))
    yield words.join_list(one_paragraph(one) for one in fighter.types)


def _small_print(words: Words, fighter: Fighter, book: str) -> Iterator[str]:
    """The small print of a profile: faction, stigma, types, base, and the fighter's value in other books."""
    yield from about_fighter(words, fighter)
    yield words.say(_AREA, "base", base=fighter.base)
    elsewhere = [
        (key, fighter.value_in(key)) for key in BOOKS if fighter.value_in(key) != fighter.value_in(book)
    ]
    if elsewhere:
        worths = [words.say(_AREA, "worth", book=key, points=points) for key, points in elsewhere]
        yield words.say(_AREA, "worth-elsewhere", worths=worths)


def _ability(words: Words, ability: Ability) -> tuple[str, str]:
    text = words.say(_AREA, "ability", terms=ability_terms(words, ability), text=one_paragraph(ability.text))
    return clean(ability.name), " ".join([text, *effect_lines(words, ability)])


def effect_lines(words: Words, card: Ability | Mission | Tactic) -> Iterator[str]:
    """A sentence for each effect of a card, to be read beside its text."""
    for effect in card.effects:
        yield words.say(_AREA, "in-effect", effect=sentence_on_card(words, card, effect))


def _limb(words: Words, limb: Limb) -> list[str]:
    texts = words.area(_AREA)
    return [
        texts["limb"][limb.name],
        faces_text(words, limb.faces),
        texts["white"] * limb.white_cp + texts["red"] * limb.red_cp,
        words.say(_AREA, "bonus", what=texts["characteristic"][limb.characteristic], amount=limb.white),
        str(limb.red) if limb.red_cp else texts["none"],
    ]


def faces_text(words: Words, faces: tuple[int, ...]) -> str:
    """The faces of the location die that hit a limb: 2–3, or one by one."""
    first, last = min(faces), max(faces)
    if len(faces) > 1 and last - first == len(faces) - 1:
        return f"{first}–{last}"
    return words.join_list(str(face) for face in sorted(faces))


def write_mission(sheet: Sheet, words: Words, mission: Mission) -> None:
    """Write a mission card: its kind, who may play it, what happens at once, what scores."""
    texts = words.area(_AREA)
    sheet.title(clean(mission.name))
    sheet.aside(words.join_phrases(about_mission(words, mission)))
    if mission.immediate:
        sheet.heading(texts["immediate"])
        sheet.points([("", one_paragraph(mission.immediate))])
    sheet.heading(texts["objectives"])
    sheet.points([(_vp_label(words, one), _objective(words, one)) for one in mission.objectives])
    if mission.effects:
        sheet.points([("", text) for text in effect_lines(words, mission)])


def card_text(words: Words, card: Ability | Mission | Tactic) -> list[str]:
    """The text of a card, in one line or several."""
    if isinstance(card, Ability | Tactic):
        return [one_paragraph(card.text)]
    at_once = [one_paragraph(card.immediate)] if card.immediate else []
    scored = [(_vp_label(words, one), one_paragraph(one.text)) for one in card.objectives]
    return [*at_once, *(words.say(_AREA, "scored", vp=vp, text=text) for vp, text in scored)]


def _objective(words: Words, objective: Objective) -> str:
    """The text of an objective, and what is counted if the card counts by itself."""
    text = one_paragraph(objective.text)
    counted = [words.say(_AREA, "counts", what=what) for what in scoring_conditions(words, objective)]
    return words.join_phrases([text.removesuffix("."), *counted]) if counted else text


def about_mission(words: Words, mission: Mission) -> Iterator[str]:
    """The kind of a mission, its deployment, and who may play it."""
    texts = words.area(_AREA)
    yield from (texts[mission.kind], texts[mission.deployment])
    if mission.symbol is None:
        yield texts["for-all"]
    else:
        yield words.say(_AREA, "for", symbol=symbol_name(words, mission.symbol))


def _vp_label(words: Words, objective: Objective) -> str:
    if objective.vp is None:
        return words.say(_AREA, f"text.{objective.counted}")
    return words.say(_AREA, f"vp.{objective.counted}", vp=objective.vp)


def write_tactic(sheet: Sheet, words: Words, tactic: Tactic) -> None:
    """Write a tactical card: its special rules and what it does."""
    sheet.title(clean(tactic.name))
    sheet.aside(words.join_phrases((words.say(_AREA, "tactic"), about_tactic(words, tactic))))
    sheet.points([("", text) for text in (one_paragraph(tactic.text), *effect_lines(words, tactic))])


def about_tactic(words: Words, tactic: Tactic) -> str:
    """The special rules of a tactical card."""
    kept = {"tactical": tactic.tactical, "first-round": tactic.first_round}
    rules = [game_word(words, name) for name, holds in kept.items() if holds]
    own = tactic.cost.as_dict().items()
    rules += [words.say(_AREA, what, **{what: n}) for what, n in own if n is not None and (n or what == "sp")]
    if tactic.cancellation is not None:
        rules.append(game_word(words, "cancellation", tactic.cancellation))
    rules += [words.say(_AREA, "stays")] if tactic.stays else []
    rules += [] if tactic.symbol is None else [symbol_name(words, tactic.symbol)]
    return words.join_list(rules) or words.say(_AREA, "no-keywords")


def write_scenery(sheet: Sheet, words: Words, piece: Scenery, book: str) -> None:
    """Write a piece of scenery: its outline, what the players agreed, its line in the book's list."""
    texts = words.area(_AREA)
    sheet.title(clean(piece.name))
    sheet.aside(scenery_size(words, piece))
    rows = [(texts["basic"], words.join_phrases(_agreed_properties(words, piece)))]
    if piece.element or piece.keywords:
        rows.append(
            (texts["territory"], words.join_phrases(_as_element(words, piece, _element_entry(piece, book))))
        )
    sheet.points(rows)


def _agreed_properties(words: Words, piece: Scenery) -> Iterator[str]:
    """What the players agreed about a piece of scenery: sight, crossing, slowness."""
    texts = words.area(_AREA)
    yield texts["sight"][piece.sight]
    yield texts["crossable" if piece.crossable else "not-crossable"]
    if piece.slow:
        yield texts["slow"]


def scenery_size(words: Words, piece: Scenery) -> str:
    """The size of the outline of a piece of scenery."""
    outline = piece.outline
    if outline.radius is not None:
        return words.say(_AREA, "outline.disc", radius=words.decimal(f"{outline.radius:g}"))
    width, depth = (max(axis) - min(axis) for axis in zip(*outline.corners, strict=True))
    size = {"width": words.decimal(f"{width:g}"), "depth": words.decimal(f"{depth:g}")}
    return words.say(_AREA, "outline.corners", **size, corners=len(outline.corners))


def _element_entry(piece: Scenery, book: str) -> Mapping[str, Any]:
    """The line of a piece's element in the book's list; empty if there is none."""
    elements = (raw_book(book).get("territory") or {}).get("elements", ())
    return next((line for line in elements if line["name"] == piece.element), {})


def _as_element(words: Words, piece: Scenery, line: Mapping[str, Any]) -> Iterator[str]:
    """Element, price, size and keywords: those of the book's list, or else those of the piece."""
    yield _element(words, piece, line)
    cost = line.get("cost", piece.cost)
    yield words.say(_AREA, "price.by-size" if cost is None else "price", cost=cost)
    size = piece.size or line.get("size")
    if size:
        yield game_word(words, size)
    keywords = line.get("keywords", piece.keywords)
    yield words.join_list(keyword_text(words, name, x) for name, x in keywords.items())


def _element(words: Words, piece: Scenery, line: Mapping[str, Any]) -> str:
    if piece.element is None:
        return words.say(_AREA, "element.unnamed")
    name = game_word(words, piece.element)
    return name if line else words.say(_AREA, "element.unknown", element=name)


def keyword_text(words: Words, name: str, x: int | None) -> str:
    """A keyword of scenery, with its number if it has one."""
    return (
        game_word(words, name)
        if x is None
        else words.say(_AREA, "keyword", keyword=game_word(words, name), x=x)
    )


CardEntry = Fighter | Mission | Tactic | Scenery


class EntryGroup(NamedTuple):
    """Entries that are listed together under a heading."""

    title: str
    entries: Sequence[CardEntry]


_SECTIONS: Mapping[type[CardEntry], tuple[str, ...]] = {
    Fighter: ("fighters", "npfs"),
    Mission: ("missions",),
    Tactic: ("tactics",),
    Scenery: ("elements",),
}


def file_sections(entry: CardEntry) -> tuple[str, ...]:
    """The sections of a file in which entries of this kind may stand."""
    return _SECTIONS[type(entry)]


def write_entries(sheet: Sheet, words: Words, data: Data) -> None:
    """Write each entry as its card, from its data and the section of its file."""
    for section, written in zip(data["sections"], data["entries"], strict=True):
        kind = "scenery" if section == "elements" else "cards"
        made = build_value(kind, {"kind": kind, section: [written]})
        (entry,) = made if kind == "scenery" else getattr(made, section)
        write_entry(sheet, words, entry, data["rulebook"])


def write_entry(sheet: Sheet, words: Words, entry: CardEntry, book: str) -> None:
    """Write one entry as its card."""
    match entry:
        case Fighter():
            write_fighter(sheet, words, entry, book)
        case Mission():
            write_mission(sheet, words, entry)
        case Tactic():
            write_tactic(sheet, words, entry)
        case Scenery():
            write_scenery(sheet, words, entry, book)


def group_data(words: Words, group: EntryGroup, book: str) -> Data:
    """The names in a group, each with what tells it from the others."""
    names = [entry.name for entry in group.entries]
    return {
        "group": group.title,
        "names": names,
        "about": [_about(words, one, book) for one in group.entries],
    }


def write_name_list(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the names in a file, by group."""
    full = [group for group in data["groups"] if group["names"]]
    sheet.title(words.say(_AREA, "list.title" if full else "list.empty", file=data["file"]))
    for group in full:
        sheet.heading(group["group"])
        sheet.names(list(zip(map(clean, group["names"]), group["about"], strict=True)))
    if full:
        sheet.text(words.say(_AREA, "list.more", file=data["file"]))


def _about(words: Words, entry: CardEntry, book: str) -> str:
    match entry:
        case Fighter():
            return words.join_phrases((worth_text(words, entry, book), *about_fighter(words, entry)))
        case Mission():
            return words.join_phrases(about_mission(words, entry))
        case Tactic():
            return about_tactic(words, entry)
        case Scenery():
            return scenery_size(words, entry)
