"""The page of odds: the answer in words, what it rests on, its tables; and advice on shifts.

Written from the data of `odds_data` alone. Only percentages and averages are calculated here, to be shown
rounded.
"""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any

from edencli.lang import Words, clean
from edencli.match.pieces import Side
from edencli.match.reasons import Part
from edencli.model.lexicon import FighterLexicon
from edencli.model.terms import CHARACTERISTIC_OF, LimbName
from edencli.output.sheet import Data, Sheet
from edencli.rules.melee import Reaction
from edencli.transcript.phrases import (
    ALWAYS,
    HUNDREDTHS,
    NEVER,
    Phrases,
    average_text,
    percent,
    round_quotient,
)

AREA = "odds"

# Columns: a chance, the first column of a reaction or a limb, a fighter's name over three chances.
CELL_WIDTH = 8
FIRST_COLUMN_WIDTH = 10
NAME_WIDTH = 3 * CELL_WIDTH
BAR_WIDTH = 40
PAGE_MARGIN = 4
FATE_COLUMNS = ("out", "hurt", "average")
LIMB_COLUMNS = ("hit", "wounded", "out")
FACE_WIDTH = 5
LIMB_WIDTH = 6


class _OddsPhrases(Phrases):
    """The phrases of a page of odds."""

    def __init__(self, words: Words, width: int) -> None:
        super().__init__(words, FighterLexicon(()))
        self.room = width - PAGE_MARGIN
        self.name = min(NAME_WIDTH, self.room - len(FATE_COLUMNS) * CELL_WIDTH)

    def say_odds(self, message: str, **values: object) -> str:
        """Say a message of the odds."""
        return self.words.say(AREA, message, **values)

    def column_heads(self, *messages: str, widths: Iterable[int] = repeat(CELL_WIDTH)) -> list[str]:
        """The heads of columns, aligned to the right, each as wide as its column."""
        heads = map(self.say_odds, messages)
        return [f" {head}".rjust(width) for head, width in zip(heads, widths, strict=False)]

    def first_column_width(self, *messages: str) -> int:
        """The width of a first column that holds these messages."""
        return max(FIRST_COLUMN_WIDTH, *(len(self.say_odds(message)) + 2 for message in messages))

    def percent(self, cases: int, of: int) -> str:
        """A chance in percent."""
        return self.words.decimal(percent(cases, of))

    def out_chance(self, fate: Data, per: int) -> str:
        """The chance that a fighter is out, in words."""
        shown, cases = percent(fate["out"], per), fate["out"]
        certain = {NEVER: "out.never", ALWAYS: "out.always"}
        if shown in certain:
            return self.say_odds(certain[shown])
        if cases * HUNDREDTHS < per:
            return self.say_odds("one-in", chance=self.words.decimal(shown), n=round_quotient(per, cases))
        return self.words.decimal(shown)

    def out_sentence(self, fate: Data, per: int) -> str:
        """The sentence that says how likely a fighter is out."""
        return self.say_odds("chance.victim", fighter=fate["name"], chance=self.out_chance(fate, per))


def write_attack_odds(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the odds of an attack: all reactions in short, then the wanted one in detail."""
    page, results = _OddsPhrases(words, sheet.width), {one["reaction"]: one for one in data["results"]}
    sheet.title(_answer_sentence(page, data))
    sheet.lines(list(_basis_lines(page, data)))
    if data["attack"]["how"] != "melee":
        if data["results"]:
            sheet.verbatim(list(_by_victim(page, data["results"])))
        _write_more(sheet, page, data)
        for result in data["results"]:
            _write_details(sheet, page, result, "cp")
        return
    sheet.verbatim(list(_by_reaction(page, data)))
    _write_more(sheet, page, data)
    detail = results.pop(data["detail"], None)
    if detail is not None:
        _write_details(sheet, page, detail, f"cp.{data['detail']}")
    if results:
        sheet.text(
            page.say_odds(
                "others", options=[f"{data.get('asked-by', '--reaction')} {other}" for other in results]
            )
        )


def write_burn_odds(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the odds of a burning fighter."""
    page, (result,) = _OddsPhrases(words, sheet.width), data["results"]
    (fate,) = result["fates"]
    chances = page.out_sentence(fate, result["denominator"])
    sheet.title(page.say_odds("burn", fighter=fate["name"], chances=chances))
    left_out = [_card_name(page, one) for one in data["unforeseen"]]
    sheet.lines([page.say_odds("inexact" if left_out else "exact", cards=left_out)])
    sheet.verbatim(list(_by_victim(page, [result])))
    _write_details(sheet, page, result, "cp")


def _write_details(sheet: Sheet, page: _OddsPhrases, result: Data, heading: str) -> None:
    """Write for each fighter how likely it loses each number of CP, and what happens to its limbs."""
    for fate in result["fates"]:
        sheet.heading(page.say_odds(heading, victim=fate["name"]))
        sheet.verbatim(list(_by_cp(page, fate, result["denominator"])))
        sheet.verbatim(list(_by_limb(page, fate, result["denominator"])))


def _answer_sentence(page: _OddsPhrases, data: Data) -> str:
    """The answer in one sentence."""
    attack, results = data["attack"], data["results"]
    if attack["how"] == "melee":
        chances = [
            page.say_odds(
                f"chance.{one['reaction']}", chance=page.out_chance(one["fates"][0], one["denominator"])
            )
            for one in results
        ]
        fighters = {who: attack[who] for who in ("attacker", "target")}
        answered = page.say_odds("melee", chances=chances, **fighters)
        risks = [page.out_chance(own[0], one["denominator"]) for one in results if (own := one["fates"][1:])]
        return " ".join([answered, *(page.say_odds("risk", chance=risk, **fighters) for risk in risks)])
    fates = [page.out_sentence(fate, one["denominator"]) for one in results for fate in one["fates"]]
    return page.say_odds(
        attack["how"],
        attacker=attack["attacker"],
        target=attack["target"] or "",
        weapon=attack["weapon"],
        chances=fates or page.say_odds("nobody"),
    )


def _card_name(page: _OddsPhrases, one: Data) -> str:
    """The name of a card that is left out, and its owner; of a hidden hand only the owner."""
    if one["fighter"] is not None:
        return page.say_odds("card", card=one["card"], fighter=one["fighter"].partition(" ")[2])
    player = page.player(Side(one["player"]))
    return page.say_odds("card" if one["card"] else "card.hidden", card=one["card"] or "", fighter=player)


def _basis_lines(page: _OddsPhrases, data: Data) -> Iterator[str]:
    """What the odds rest on: the first roll, the policy, and what is assumed."""
    rolled = data["rolled"]
    if data["apart"]:
        yield page.say_odds("apart", why=data["apart"]["why"], rule=data["apart"]["rule"])
    left_out = [_card_name(page, one) for one in data["unforeseen"]]
    exact = "inexact" if left_out else "exact"
    if rolled is None:
        yield page.say_odds(exact, cards=left_out)
    else:
        parts = {name: page.parts(Part(**part) for part in rolled[name]) for name in ("pool", "difficulty")}
        rolls = {"dice": rolled["dice"], "needed": rolled["needed"]}
        message = "rolls" if rolled["dice"] else "rolls.nothing"
        yield page.say_odds(message, fighter=data["attack"]["attacker"], **parts, **rolls)
        yield page.say_odds(f"{exact}.{data['policy']}", cards=left_out)
    if data["kept"]:
        yield page.say_odds("kept", n=data["kept"])
    for taken, message in (
        ("spared", "spared"),
        ("explodes", "explodes"),
        ("strikes_back", "strikes-back"),
    ):
        if data[taken]:
            yield page.say_odds(message)
    yield from _marker_lines(page, data)
    if data["best"] and len(data["results"]) > 1:
        yield page.say_odds(f"best.{data['best']}", target=data["attack"]["target"])


def _marker_lines(page: _OddsPhrases, data: Data) -> Iterator[str]:
    """Which markers the weapon leaves, and how likely each fighter is not out and gets them."""
    markers = [page.say_odds("markers", n=one["n"], marker=page.term(one["marker"])) for one in data["lays"]]
    if not markers:
        return
    chances = [
        page.say_odds(
            "chance.victim", fighter=fate["name"], chance=page.percent(fate["laid"], one["denominator"])
        )
        for one in data["results"]
        for fate in one["fates"]
        if "laid" in fate
    ]
    message = "lays" if chances else "lays.explosion"
    yield page.say_odds(message, weapon=data["attack"]["weapon"], markers=markers, chances=chances)


def _by_reaction(page: _OddsPhrases, data: Data) -> Iterator[str]:
    """The table of reactions; a refused one is told with the reason."""
    results = {one["reaction"]: one for one in data["results"]}
    refused = {one["reaction"]: one for one in data["refused"]}
    rows: list[LabelledResult] = []
    for reaction in map(str, Reaction):
        first = page.say_odds(f"reaction.{reaction}")
        if reaction in results:
            rows.append((first, results[reaction]))
        elif reaction in refused:
            why = page.say_odds("refused", rule=refused[reaction]["rule"], why=refused[reaction]["why"])
            rows.append((first, why))
    yield from _result_table(page, data, "reaction", rows)


LabelledResult = tuple[str, Data | str]
"""The first cell of a row, and a result, or a text in its place."""


def _result_table(page: _OddsPhrases, data: Data, head: str, rows: Sequence[LabelledResult]) -> Iterator[str]:
    """Put results in rows, with what happens to two fighters side by side.

    If that is too wide, the second fighter's table stands below the first one's. The two are target and
    attacker, or the fighters that a shot may hit.
    """
    told = [one for _, one in rows if not isinstance(one, str)]
    melee = data["attack"]["how"] == "melee"
    names = [data["attack"][who] for who in ("target", "attacker")] if melee else _victims(told)
    fighters = [(n, _cut(name, NAME_WIDTH)) for n, name in enumerate(names)]
    heads, wide = "".join(page.column_heads(*FATE_COLUMNS)), page.first_column_width(head, *ROW_LABELS[head])
    fits = wide + sum(2 + len(heads) for _ in fighters) <= page.room + 2
    for beside in [fighters] if fits else [[one] for one in fighters]:
        yield f"{'':{wide}}  {'  '.join(f'{name:{len(heads)}}' for _, name in beside)}".rstrip()
        yield f"{page.say_odds(head):{wide}}{'  '.join(heads for _ in beside)}"
        for first, result in rows:
            if not isinstance(result, str):
                yield f"{first:{wide}}" + "  ".join(_fate(page, result, n) for n, _ in beside)
            elif not result:
                yield first
            elif beside[0] == fighters[0]:
                margin = " " * (wide + 2)
                yield from textwrap.wrap(
                    result, page.room, initial_indent=f"{first:{wide}}  ", subsequent_indent=margin
                )


ROW_LABELS = {
    "reaction": tuple(f"reaction.{one}" for one in Reaction),
    "shift": ("policy.none", "policy.max-kill", "policy.max-wounds"),
}
"""The labels that rows may begin with, by the head of their column."""


def _victims(results: Sequence[Data]) -> list[str]:
    return [fate["name"] for fate in results[0]["fates"]] if results else []


def _policy_rows(page: _OddsPhrases, data: Data) -> Iterator[LabelledResult]:
    """A row for each policy, under each reaction if there are any."""
    by_reaction: dict[str, list[LabelledResult]] = {}
    for one in data["policies"]:
        for result in one["results"]:
            row = (page.say_odds(f"policy.{one['policy']}"), result)
            by_reaction.setdefault(result["reaction"], []).append(row)
    for reaction, rows in by_reaction.items():
        if reaction is not None:
            yield page.say_odds(f"reaction.{reaction}"), ""
        yield from rows


def _write_more(sheet: Sheet, page: _OddsPhrases, data: Data) -> None:
    """Write, if they were asked for, the policies side by side, and the odds of two attacks in a row."""
    if "policies" in data:
        sheet.heading(page.say_odds("policies"))
        sheet.verbatim(list(_result_table(page, data, "shift", list(_policy_rows(page, data)))))
    if "twice" not in data:
        return
    attack, twice = data["attack"], data["twice"]
    sheet.heading(page.say_odds("twice", attacker=attack["attacker"], target=attack["target"]))
    if why := next((one["refused"] for one in twice if one["refused"]), None):
        sheet.text(page.say_odds("twice.refused", why=why))
    elif attack["how"] == "melee":
        rows: list[LabelledResult] = [(page.say_odds(f"reaction.{one['reaction']}"), one) for one in twice]
        sheet.verbatim(list(_result_table(page, data, "reaction", rows)))
        sheet.text(page.say_odds("twice.reacts", target=attack["target"]))
    else:
        sheet.verbatim(list(_by_victim(page, twice)))


def _fate(page: _OddsPhrases, result: Data, n: int) -> str:
    """The chances of the target (0) or the attacker (1); zeros if nothing can happen to the attacker."""
    if n < len(result["fates"]):
        return _chances(page, result["fates"][n], result["denominator"])
    return _align_cells(page.column_heads(*FATE_COLUMNS), [NEVER] * len(FATE_COLUMNS))


def _by_victim(page: _OddsPhrases, results: Sequence[Data]) -> Iterator[str]:
    """The table of the fighters that may be hit."""
    yield f"{page.say_odds('victim'):{page.name}}{''.join(page.column_heads(*FATE_COLUMNS))}"
    for result in results:
        for fate in result["fates"]:
            yield f"{_cut(fate['name'], page.name):{page.name}}{_chances(page, fate, result['denominator'])}"


def _by_cp(page: _OddsPhrases, fate: Data, per: int) -> Iterator[str]:
    """How likely each number of CP is lost, exactly and at least, with a bar for the latter."""
    cases = fate["by_cp"]
    heads = page.column_heads("lost", "exactly", "at-least", widths=(3, CELL_WIDTH + 1, CELL_WIDTH + 2))
    yield "".join(heads)
    room = min(BAR_WIDTH, page.room - sum(map(len, heads)) - 2)
    for cp, exactly in enumerate(cases):
        least = sum(cases[cp:])
        bar = "#" * round_quotient(least * room, per)
        chances = _align_cells(heads, [str(cp), page.percent(exactly, per), page.percent(least, per)])
        yield f"{chances}  {bar}".rstrip()


def _by_limb(page: _OddsPhrases, fate: Data, per: int) -> Iterator[str]:
    """How likely each limb is hit, is wounded (with what falls then), and puts the fighter out."""
    heads, first = page.column_heads(*LIMB_COLUMNS), page.first_column_width("limb")
    yield page.say_odds("limb").ljust(first) + "".join(heads)
    for limb in fate["by_limb"]:
        chances = _align_cells(heads, [page.percent(limb[case], per) for case in LIMB_COLUMNS])
        line, falls = f"{page.term(limb['limb']):{first}}{chances}", _characteristic_drop(page, limb)
        fits = len(line) + 2 + len(falls) <= page.room
        yield from [f"{line}  {falls}".rstrip()] if fits else (line, f"  {falls}")


def _characteristic_drop(page: _OddsPhrases, limb: Data) -> str:
    """The characteristic that falls when the limb is wounded, and to what value."""
    if not limb["wounded"] or limb["white"] == limb["red"]:
        return ""
    what = page.term(CHARACTERISTIC_OF[LimbName(limb["limb"])])
    return page.say_odds("falls", characteristic=what, white=limb["white"], red=limb["red"])


def _align_cells(heads: Sequence[str], cells: Sequence[str]) -> str:
    return "".join(cell.rjust(len(head)) for head, cell in zip(heads, cells, strict=True))


def _chances(page: _OddsPhrases, fate: Data, per: int) -> str:
    lost = page.words.decimal(average_text(fate["cp_lost"], per))
    cells = (page.percent(fate["out"], per), page.percent(fate["hurt"], per), lost)
    return _align_cells(page.column_heads(*FATE_COLUMNS), cells)


def _cut(name: str, width: int) -> str:
    """The name of a fighter, cut to a column's width."""
    name = clean(name)
    return name if len(name) < width else name[: width - 2] + "…"


def write_advice(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the options that a roll leaves for shifting, what each brings, and what it is best for."""
    page, message = _OddsPhrases(words, sheet.width), "advice.dodge" if data["dodging"] else "advice"
    sheet.title(page.say_odds(message, hits=data["successes"], face=data["face"], victim=data["name"]))
    if data["spared"]:
        sheet.text(page.say_odds("advice.spared", victim=data["name"]))
    heads, rows = (
        page.column_heads("spent", "left", *FATE_COLUMNS),
        [_choice(page, data, row) for row in data["options"]],
    )
    face, limb = page.say_odds("face"), page.say_odds("limb")
    wide = max(LIMB_WIDTH, *(len(one) + 1 for one in (limb, *(row[1] for row in rows))))
    named = [face, limb, *heads, page.say_odds("best")]
    lines = [
        f"{face:<{max(FACE_WIDTH, len(named[0]))}} {limb:{wide}}{_align_cells(heads, cells)}  {best}".rstrip()
        for face, limb, *cells, best in (named, *rows)
    ]
    if max(map(len, lines)) <= page.room:
        sheet.verbatim(lines)
    else:
        cells = [[cell.strip() for cell in row] for row in (named, *rows)]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        sheet.table(cells[0], cells[1:], widths=widths)


def _choice(page: _OddsPhrases, data: Data, row: Sequence[Any]) -> list[str]:
    """The row of one option: its cost, what it brings, and what it is best for."""
    option, per = dict(zip(data["fields"], row, strict=True)), data["denominator"]
    return [
        str(option["face"]),
        page.term(option["limb"]),
        str(option["spent"]),
        str(option["left"]),
        page.percent(option["out"], per),
        page.percent(option["hurt"], per),
        page.words.decimal(average_text(option["cp_lost"], per)),
        page.words.join_list(purpose for purpose, one in data["best"].items() if one == option["face"]),
    ]
