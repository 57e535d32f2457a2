"""A language made from English: every message accented and about a third longer, short ones twice as long.

Slots are kept, and whatever is no text.

What is not said through a message shows at once, for it alone is written in plain letters.
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
    """A message in the strange language; the forms inside a slot are messages, too."""
    told, end = "", 0
    for found in _SLOT.finditer(text):
        slot, forms, close = found.groups()
        told += _longer(text[end : found.start()], narrow) + slot + _longer(forms, narrow) + close
        end = found.end()
    return told + _longer(text[end:], narrow)


def _longer(text: str, narrow: bool) -> str:  # noqa: FBT001  # one call has two of them
    """Accented, every third letter twice, in a short text each; an X by itself is that of every rulebook.

    What has room for so many letters only, as its note says, stays as long as a third more.
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
    """Write the language into a folder, titles of rules included, and speak it."""
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
    """All texts of an area but for files in them: what is wrong and right in the example of a code."""
    if isinstance(data, str):
        return data if key in {"bad", "good"} else accented(data, narrow=_is_narrow(id_))
    if isinstance(data, list):
        return [_accented(one, id_, key) for one in data]
    return {name: _accented(one, f"{id_}{name}", name) for name, one in data.items()}


def _is_narrow(id_: str) -> bool:
    """Tell whether a note says how many letters there is room for."""
    return any("letters" in note for start, note in NOTES.items() if id_.startswith(start))


def _add_titles(area: dict[str, Any], chapter: str) -> None:
    """Titles stand in the catalogue for languages in which a rulebook is printed, and here for others."""
    for id_, rule in catalogue.rules_of_chapter(chapter).items() if catalogue.find_chapter(chapter) else ():
        area[id_]["title"] = accented(rule.titles[ENGLISH])
    if named := catalogue.find_chapter(chapter):
        area["title"] = accented(named.titles[ENGLISH])
