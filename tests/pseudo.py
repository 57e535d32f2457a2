"""A language made from English: every message accented and about a third longer, short ones twice as long.

Slots and everything other than text are kept. Text that does not come from a message is easy to see, since
only it is in plain letters.
"""

import json
import re
from pathlib import Path
from typing import Any

from edencli.lang import ENGLISH, HOME, Words
from edencli.rulebooks import catalogue

NAME = "xx"
PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
STRANGE = "áƀçđéƒǵĥíĵķĺɱńóƥɋŕšťúṽŵẋýžÁɃÇĐÉƑǴĤÍĴĶĹⱮŃÓƤɊŔŠŤÚṼŴẊÝŽ"
SHORT = 8
NOTES: dict[str, str] = json.loads((HOME / "notes.json").read_text(encoding="utf-8"))["messages"]
ACCENTED = str.maketrans(PLAIN, STRANGE)

_SLOT = re.compile(r"(\{[a-z_][\w.-]*(?::[a-z]+)?)((?:\|[^|{}]*)*)(\})")


def accented(text: str, *, narrow: bool = False) -> str:
    """A message in the made language; the forms inside a slot are messages too."""
    told, end = "", 0
    for found in _SLOT.finditer(text):
        slot, forms, close = found.groups()
        told += _longer(text[end : found.start()], narrow) + slot + _longer(forms, narrow) + close
        end = found.end()
    return told + _longer(text[end:], narrow)


def _longer(text: str, narrow: bool) -> str:  # noqa: FBT001  # one call has two of them
    """Accent a text and double every third letter, in a short text every letter; a single X is kept.

    A text whose note gives a number of letters grows by no more than a third.
    """
    told, letters, every = [], 0, 1 if len(text.strip()) < SHORT and not narrow else 3
    for word in re.split(r"(\bX\b)", text):
        for character in word if word != "X" else ():
            letters += character in PLAIN
            twice = character in PLAIN and letters % every == 0
            told.append(character.translate(ACCENTED) * (2 if twice else 1))
        told += ["X"] * (word == "X")
    return "".join(told)


def write(home: Path) -> Words:
    """Write the language into a folder, titles of rules included, and return it."""
    for file in (HOME / ENGLISH).rglob("*.json"):
        made = home / NAME / file.relative_to(HOME / ENGLISH)
        made.parent.mkdir(parents=True, exist_ok=True)
        area = json.loads(file.read_text("utf-8"))
        if file.stem == "language":
            area |= {"name": NAME, "decimal": ",", "separator": "; ", "phrases": " / "}
        else:
            area = _accented(area, file.relative_to(HOME / ENGLISH).with_suffix("").as_posix() + ": ")
        if file.parent.name == "rules":
            _add_titles(area, file.stem)
        made.write_text(json.dumps(area, ensure_ascii=False), encoding="utf-8")
    return Words(NAME, home=home)


def _accented(data: Any, id_: str, key: str = "") -> Any:
    """All texts of an area, except files: the wrong and right examples of a code."""
    if isinstance(data, str):
        return data if key in {"bad", "good"} else accented(data, narrow=_is_narrow(id_))
    if isinstance(data, list):
        return [_accented(one, id_, key) for one in data]
    return {name: _accented(one, f"{id_}{name}", name) for name, one in data.items()}


def _is_narrow(id_: str) -> bool:
    """Tell whether a message's note limits its letters."""
    return any("letters" in note for start, note in NOTES.items() if id_.startswith(start))


def _add_titles(area: dict[str, Any], chapter: str) -> None:
    """Add the titles of rules, which the catalogue only has for the rulebooks' languages."""
    for id_, rule in catalogue.rules_of_chapter(chapter).items() if catalogue.find_chapter(chapter) else ():
        area[id_]["title"] = accented(rule.titles[ENGLISH])
    if named := catalogue.find_chapter(chapter):
        area["title"] = accented(named.titles[ENGLISH])
