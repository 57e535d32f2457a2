"""Odds on a page: the answer in words, what it rests on, its tables; and advice on shifts.

Written from the data of `odds` alone. Nothing is reckoned here but percentages and averages, rounded to be
shown.
"""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any

from edencli.lang import Words, clean
from edencli.match.pieces import Side
from edencli.match.reasons import Part
from edencli.model.cast import Cast
from edencli.model.terms import CHARACTERISTIC_OF, LimbName
from edencli.output.sheet import Data, Sheet
from edencli.rules.melee import Reaction
from edencli.transcript.phrases import ALWAYS, NEVER, Phrases, percent

AREA = "odds"

# Columns: a chance, the first column of a reaction or a limb, a fighter's name over three chances.
CELL = 8
FIRST = 10
NAME = 3 * CELL
BAR = 40
MARGIN = 4
FATE = ("out", "hurt", "average")
LIMB_FATE = ("hit", "wounded", "out")
HUNDREDTHS = 100
FACE_WIDTH = 5
LIMB_WIDTH = 6


class _Teller(Phrases):
    """The phrases of a page of odds."""

    def __init__(self, words: Words, width: int) -> None:
        super().__init__(words, Cast(()))
        self.room = width - MARGIN
        self.name = min(NAME, self.room - len(FATE) * CELL)

    def told(self, message: str, **values: object) -> str:
        """Say a message of the odds."""
        return self.words.say(AREA, message, **values)

    def heads(self, *messages: str, widths: Iterable[int] = repeat(CELL)) -> list[str]:
        """The heads of columns that are set to the right, each as wide as its column must be."""
        heads = map(self.told, messages)
        return [f" {head}".rjust(width) for head, width in zip(heads, widths, strict=False)]

    def first(self, *messages: str) -> int:
        """How wide a first column is that holds these messages."""
        return max(FIRST, *(len(self.told(message)) + 2 for message in messages))

    def percent(self, cases: int, of: int) -> str:
        """A chance."""
        return self.words.decimal(percent(cases, of))

    def chance(self, fate: Data, per: int) -> str:
        """The chance that a fighter is out, in words."""
        shown, cases = percent(fate["out"], per), fate["out"]
        certain = {NEVER: "out.never", ALWAYS: "out.always"}
        if shown in certain:
            return self.told(certain[shown])
        if cases * HUNDREDTHS < per:
            return self.told("one-in", chance=self.words.decimal(shown), n=rounded(per, cases))
        return self.words.decimal(shown)

    def is_out(self, fate: Data, per: int) -> str:
        """How often a fighter is out."""
        return self.told("chance.victim", fighter=fate["name"], chance=self.chance(fate, per))


def write_outlook(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the odds of an attack: all reactions in short, and the one that is asked for in detail."""
    page, results = _Teller(words, sheet.width), {one["reaction"]: one for one in data["results"]}
    sheet.title(_answer(page, data))
    sheet.lines(list(_basis(page, data)))
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
            page.told(
                "others", options=[f"{data.get('asked-by', '--reaction')} {other}" for other in results]
            )
        )


def write_burn(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the odds of one burning fighter."""
    page, (result,) = _Teller(words, sheet.width), data["results"]
    (fate,) = result["fates"]
    chances = page.is_out(fate, result["denominator"])
    sheet.title(page.told("burn", fighter=fate["name"], chances=chances))
    left_out = [_named(page, one) for one in data["unforeseen"]]
    sheet.lines([page.told("inexact" if left_out else "exact", cards=left_out)])
    sheet.verbatim(list(_by_victim(page, [result])))
    _write_details(sheet, page, result, "cp")


def _write_details(sheet: Sheet, page: _Teller, result: Data, heading: str) -> None:
    """Write for each fighter how many CP he loses how often, and what becomes of his limbs."""
    for fate in result["fates"]:
        sheet.heading(page.told(heading, victim=fate["name"]))
        sheet.verbatim(list(_by_cp(page, fate, result["denominator"])))
        sheet.verbatim(list(_by_limb(page, fate, result["denominator"])))


def _answer(page: _Teller, data: Data) -> str:
    """The answer in one sentence."""
    attack, results = data["attack"], data["results"]
    if attack["how"] == "melee":
        chances = [
            page.told(f"chance.{one['reaction']}", chance=page.chance(one["fates"][0], one["denominator"]))
            for one in results
        ]
        fighters = {who: attack[who] for who in ("attacker", "target")}
        answered = page.told("melee", chances=chances, **fighters)
        risks = [page.chance(own[0], one["denominator"]) for one in results if (own := one["fates"][1:])]
        return " ".join([answered, *(page.told("risk", chance=risk, **fighters) for risk in risks)])
    fates = [page.is_out(fate, one["denominator"]) for one in results for fate in one["fates"]]
    return page.told(
        attack["how"],
        attacker=attack["attacker"],
        target=attack["target"] or "",
        weapon=attack["weapon"],
        chances=fates or page.told("nobody"),
    )


def _named(page: _Teller, one: Data) -> str:
    """A card that is left out, by whose it is; of a hand that is hidden only that."""
    if one["fighter"] is not None:
        return page.told("card", card=one["card"], fighter=one["fighter"].partition(" ")[2])
    player = page.player(Side(one["player"]))
    return page.told("card" if one["card"] else "card.hidden", card=one["card"] or "", fighter=player)


def _basis(page: _Teller, data: Data) -> Iterator[str]:
    """Say what the odds rest on: the first roll, the policy, and what is taken for granted."""
    rolled = data["rolled"]
    left_out = [_named(page, one) for one in data["unforeseen"]]
    exact = "inexact" if left_out else "exact"
    if rolled is None:
        yield page.told(exact, cards=left_out)
    else:
        parts = {name: page.parts(Part(**part) for part in rolled[name]) for name in ("pool", "difficulty")}
        rolls = {"dice": rolled["dice"], "needed": rolled["needed"]}
        message = "rolls" if rolled["dice"] else "rolls.nothing"
        yield page.told(message, fighter=data["attack"]["attacker"], **parts, **rolls)
        yield page.told(f"{exact}.{data['policy']}", cards=left_out)
    if data["kept"]:
        yield page.told("kept", n=data["kept"])
    for taken, message in (
        ("spared", "spared"),
        ("explodes", "explodes"),
        ("strikes_back", "strikes-back"),
        ("cards", "cards"),
    ):
        if data[taken] and not (taken == "cards" and left_out):
            yield page.told(message)
    yield from _laid(page, data)
    if data["best"] and len(data["results"]) > 1:
        yield page.told(f"best.{data['best']}", target=data["attack"]["target"])


def _laid(page: _Teller, data: Data) -> Iterator[str]:
    """Say which markers the weapon leaves, and how often on whom who is still there then."""
    markers = [page.told("markers", n=one["n"], marker=page.term(one["marker"])) for one in data["lays"]]
    if not markers:
        return
    chances = [
        page.told(
            "chance.victim", fighter=fate["name"], chance=page.percent(fate["laid"], one["denominator"])
        )
        for one in data["results"]
        for fate in one["fates"]
        if "laid" in fate
    ]
    message = "lays" if chances else "lays.explosion"
    yield page.told(message, weapon=data["attack"]["weapon"], markers=markers, chances=chances)


def _by_reaction(page: _Teller, data: Data) -> Iterator[str]:
    """Put the reactions one under the other; of one that is refused, why."""
    results = {one["reaction"]: one for one in data["results"]}
    refused = {one["reaction"]: one for one in data["refused"]}
    rows: list[Labelled] = []
    for reaction in map(str, Reaction):
        first = page.told(f"reaction.{reaction}")
        if reaction in results:
            rows.append((first, results[reaction]))
        elif reaction in refused:
            why = page.told("refused", rule=refused[reaction]["rule"], why=refused[reaction]["why"])
            rows.append((first, why))
    yield from _by_rows(page, data, "reaction", rows)


Labelled = tuple[str, Data | str]
"""What a row begins with, and a result, or what stands there in its place."""


def _by_rows(page: _Teller, data: Data, head: str, rows: Sequence[Labelled]) -> Iterator[str]:
    """Put results one under the other, what becomes of two fighters side by side.

    Where that is too wide, the second stands under the first. Those two are the target and the attacker, or
    whomever a shot may find.
    """
    told = [one for _, one in rows if not isinstance(one, str)]
    melee = data["attack"]["how"] == "melee"
    names = [data["attack"][who] for who in ("target", "attacker")] if melee else _victims(told)
    fighters = [(n, _cut(name, NAME)) for n, name in enumerate(names)]
    heads, wide = "".join(page.heads(*FATE)), page.first(head, *HEADED[head])
    fits = wide + sum(2 + len(heads) for _ in fighters) <= page.room + 2
    for beside in [fighters] if fits else [[one] for one in fighters]:
        yield f"{'':{wide}}  {'  '.join(f'{name:{len(heads)}}' for _, name in beside)}".rstrip()
        yield f"{page.told(head):{wide}}{'  '.join(heads for _ in beside)}"
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


HEADED = {
    "reaction": tuple(f"reaction.{one}" for one in Reaction),
    "shift": ("policy.none", "policy.max-kill", "policy.max-wounds"),
}
"""What a row may begin with, by the head of its column."""


def _victims(results: Sequence[Data]) -> list[str]:
    return [fate["name"] for fate in results[0]["fates"]] if results else []


def _policy_rows(page: _Teller, data: Data) -> Iterator[Labelled]:
    """A row a policy, under each reaction where there are any."""
    by_reaction: dict[str, list[Labelled]] = {}
    for one in data["policies"]:
        for result in one["results"]:
            row = (page.told(f"policy.{one['policy']}"), result)
            by_reaction.setdefault(result["reaction"], []).append(row)
    for reaction, rows in by_reaction.items():
        if reaction is not None:
            yield page.told(f"reaction.{reaction}"), ""
        yield from rows


def _write_more(sheet: Sheet, page: _Teller, data: Data) -> None:
    """Write, where it was asked for, the policies side by side, and what two attacks in a row come to."""
    if "policies" in data:
        sheet.heading(page.told("policies"))
        sheet.verbatim(list(_by_rows(page, data, "shift", list(_policy_rows(page, data)))))
    if "twice" not in data:
        return
    attack, twice = data["attack"], data["twice"]
    sheet.heading(page.told("twice", attacker=attack["attacker"], target=attack["target"]))
    if why := next((one["refused"] for one in twice if one["refused"]), None):
        sheet.text(page.told("twice.refused", why=why))
    elif attack["how"] == "melee":
        rows: list[Labelled] = [(page.told(f"reaction.{one['reaction']}"), one) for one in twice]
        sheet.verbatim(list(_by_rows(page, data, "reaction", rows)))
        sheet.text(page.told("twice.reacts", target=attack["target"]))
    else:
        sheet.verbatim(list(_by_victim(page, twice)))


def _fate(page: _Teller, result: Data, n: int) -> str:
    """What a reaction makes of the target (0) or the attacker (1), to whom nothing may happen."""
    if n < len(result["fates"]):
        return _chances(page, result["fates"][n], result["denominator"])
    return _under(page.heads(*FATE), [NEVER] * len(FATE))


def _by_victim(page: _Teller, results: Sequence[Data]) -> Iterator[str]:
    """Put those who may be hit one under the other."""
    yield f"{page.told('victim'):{page.name}}{''.join(page.heads(*FATE))}"
    for result in results:
        for fate in result["fates"]:
            yield f"{_cut(fate['name'], page.name):{page.name}}{_chances(page, fate, result['denominator'])}"


def _by_cp(page: _Teller, fate: Data, per: int) -> Iterator[str]:
    """Say how often so many CP are lost, exactly and at least, with a bar for the latter."""
    cases = fate["by_cp"]
    heads = page.heads("lost", "exactly", "at-least", widths=(3, CELL + 1, CELL + 2))
    yield "".join(heads)
    room = min(BAR, page.room - sum(map(len, heads)) - 2)
    for cp, exactly in enumerate(cases):
        least = sum(cases[cp:])
        bar = "#" * rounded(least * room, per)
        chances = _under(heads, [str(cp), page.percent(exactly, per), page.percent(least, per)])
        yield f"{chances}  {bar}".rstrip()


def _by_limb(page: _Teller, fate: Data, per: int) -> Iterator[str]:
    """Say how often each limb is hit, is wounded (and what falls then), and is the end of the fighter."""
    heads, first = page.heads(*LIMB_FATE), page.first("limb")
    yield page.told("limb").ljust(first) + "".join(heads)
    for limb in fate["by_limb"]:
        chances = _under(heads, [page.percent(limb[case], per) for case in LIMB_FATE])
        line, falls = f"{page.term(limb['limb']):{first}}{chances}", _falls(page, limb)
        fits = len(line) + 2 + len(falls) <= page.room
        yield from [f"{line}  {falls}".rstrip()] if fits else (line, f"  {falls}")


def _falls(page: _Teller, limb: Data) -> str:
    """Say which characteristic a newly wounded limb changes, and to what."""
    if not limb["wounded"] or limb["white"] == limb["red"]:
        return ""
    what = page.term(CHARACTERISTIC_OF[LimbName(limb["limb"])])
    return page.told("falls", characteristic=what, white=limb["white"], red=limb["red"])


def average(total: int, per: int) -> str:
    """An average with two decimals."""
    if not total:
        return NEVER
    whole, hundredths = divmod(rounded(total * HUNDREDTHS, per), HUNDREDTHS)
    return f"{whole}.{hundredths:02}"


def rounded(total: int, per: int) -> int:
    """A quotient, rounded to the nearest whole number, halves up."""
    return (2 * total + per) // (2 * per)


def _under(heads: Sequence[str], cells: Sequence[str]) -> str:
    return "".join(cell.rjust(len(head)) for head, cell in zip(heads, cells, strict=True))


def _chances(page: _Teller, fate: Data, per: int) -> str:
    lost = page.words.decimal(average(fate["cp_lost"], per))
    cells = (page.percent(fate["out"], per), page.percent(fate["hurt"], per), lost)
    return _under(page.heads(*FATE), cells)


def _cut(name: str, width: int) -> str:
    """A fighter's name, cut where a column ends."""
    name = clean(name)
    return name if len(name) < width else name[: width - 2] + "…"


def write_advice(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the choices that a roll leaves, what each may come to, and what it is best for."""
    page, message = _Teller(words, sheet.width), "advice.dodge" if data["dodging"] else "advice"
    sheet.title(page.told(message, hits=data["successes"], face=data["face"], victim=data["name"]))
    if data["spared"]:
        sheet.text(page.told("advice.spared", victim=data["name"]))
    heads, rows = page.heads("spent", "left", *FATE), [_choice(page, data, row) for row in data["options"]]
    face, limb = page.told("face"), page.told("limb")
    wide = max(LIMB_WIDTH, *(len(one) + 1 for one in (limb, *(row[1] for row in rows))))
    named = [face, limb, *heads, page.told("best")]
    lines = [
        f"{face:<{max(FACE_WIDTH, len(named[0]))}} {limb:{wide}}{_under(heads, cells)}  {best}".rstrip()
        for face, limb, *cells, best in (named, *rows)
    ]
    if max(map(len, lines)) <= page.room:
        sheet.verbatim(lines)
    else:
        cells = [[cell.strip() for cell in row] for row in (named, *rows)]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        sheet.table(cells[0], cells[1:], widths=widths)


def _choice(page: _Teller, data: Data, row: Sequence[Any]) -> list[str]:
    """What one choice costs and brings, and what it is best for."""
    option, per = dict(zip(data["fields"], row, strict=True)), data["denominator"]
    return [
        str(option["face"]),
        page.term(option["limb"]),
        str(option["spent"]),
        str(option["left"]),
        page.percent(option["out"], per),
        page.percent(option["hurt"], per),
        page.words.decimal(average(option["cp_lost"], per)),
        page.words.listed(purpose for purpose, one in data["best"].items() if one == option["face"]),
    ]
