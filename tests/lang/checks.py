"""Checks of a language's folder: `tests/lang/test_languages.py` runs them over each.

`faults_of` names every fault of a language by its message: a message that English lacks, a value that English
lacks, the wrong number of forms, an undeclared form, and English that has changed since the message was
translated. `tests/lang/made_from/` has, by message, a digest of the English and of the language's own text.
`python tests/generated.py` adds messages that are new or translated again.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from gettext import c2py
from pathlib import Path
from typing import Any

from edencli.lang import AREAS, ENGLISH, HOME, Words
from edencli.model.terms import Gender

HERE = Path(__file__).parent
MADE_FROM = HERE / "made_from"
NOTES: Mapping[str, Any] = json.loads((HOME / "notes.json").read_text(encoding="utf-8"))
SLOT = re.compile(r"\{([a-z_][\w.-]*)(?::([a-z]+))?&?(?:\?([a-z]+))?((?:\|(?:[^|{}]|\{\})*)*)\}")
FORM = re.compile(r"(:[a-z]+|\?)$")
OF_AREA: Mapping[str, tuple[str, ...]] = {
    "rules": ("rules",),
    "cards": ("effects",),
    "help": ("help", "command", "new", "play", "diagnostics", "modes"),
    "notes": ("codes", "rules/rulings", "corrections", "books", "examples"),
}
"""The files of an area that may be complete, and parts of the rules' files; all others are the table's."""

GENDERS = frozenset(Gender)
"""Properties that a fighter has only where the card says so: no message may need one."""

Messages = Mapping[str, str]


def messages(folder: Path, file: str) -> dict[str, str]:
    """Every message of a file by its path in it; a list of sentences is one message."""
    found: dict[str, str] = {}

    def look(data: Any, at: str) -> None:
        if isinstance(data, str):
            found[at] = data
        elif isinstance(data, list) and all(isinstance(one, str) for one in data):
            found[at] = "\n".join(data)
        elif isinstance(data, dict):
            for key, one in data.items():
                look(one, f"{at}/{key}" if at else key)
        else:
            found[at] = f"neither a text nor texts: {data}"

    path = folder / f"{file}.json"
    look(json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}, "")
    return found


def files(folder: Path) -> list[str]:
    """The files of a language, without suffix and without its settings."""
    names = (path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.json"))
    return sorted(name for name in names if name != "language")


def base(message: str) -> str:
    """The message that this one is a form of."""
    return FORM.sub("", message)


def origin_of(english: Messages, message: str) -> str | None:
    """The English text of a message; an event of a card may have forms with more details."""
    origin = base(message)
    while origin not in english and origin.startswith("event."):
        origin = origin.rpartition(".")[0]
    return english.get(message, english.get(origin))


def faults_of(
    folder: Path, made_from: Path | None = None, english: Mapping[str, Messages] | None = None
) -> list[str]:
    """All faults of a language, one line each, the message first.

    It is compared with `english` if given, else with that of edencli.
    """
    if english is None:
        english = {file: messages(HOME / ENGLISH, file) for file in files(HOME / ENGLISH)}
    try:
        settings = Words(folder.name, home=folder.parent).settings
        forms = c2py(settings.plural)
        plurals = 1 + max(forms(n) for n in range(200))
        declared = {form for form in settings.forms if settings.forms[form][-1][0] == ""}
        for patterns in settings.forms.values():
            for pattern, shown in patterns:
                re.compile(pattern)
                assert "{}" in shown, f"{shown} shows no text"
    except (AssertionError, LookupError, OSError, TypeError, ValueError, re.error) as fault:
        return [f"language.json: {fault}"]
    said = {file: messages(folder, file) for file in files(folder)}
    declared |= {
        key.rpartition(":")[2] for own in said.values() for key in own if re.search(r":[a-z]+$", key)
    }
    faults = [f"language.json: no area '{area}'" for area in settings.complete if area not in AREAS]
    for file, own in said.items():
        for message, text in own.items():
            faults += [
                f"{file}: {message}: {fault}"
                for fault in _faults_of_message(file, message, text, english.get(file, {}), declared, plurals)
            ]
    faults += [
        f"{area}: {missing}: missing" for area in settings.complete for missing in _missing(area, said)
    ]
    if made_from is not None:
        faults += _changed(said, json.loads(made_from.read_text(encoding="utf-8")), english)
    return faults


def _faults_of_message(  # a message, and everything it is compared with
    file: str, message: str, text: str, english: Messages, declared: set[str], plurals: int
) -> Iterator[str]:
    origin = origin_of(english, message)
    if origin is None:
        yield "English has no such message"
        return
    if message.endswith("?"):
        return
    shown = {slot[1] for slot in SLOT.finditer(text)}
    known = {slot[1] for slot in SLOT.finditer(origin)} | set(_more_values(file, message))
    yield from (f"shows {{{value}}}, which English has not" for value in sorted(shown - known))
    if shown <= known and not FORM.search(message):
        yield from (f"leaves out {{{value}}}" for value in sorted(_needed(origin) - shown))
    if _has_values_alone(origin) and not _has_values_alone(text):
        yield "has a brace that is no value"
    for slot in SLOT.finditer(text):
        _, form, wanted, choices = slot.groups()
        if form and form not in declared:
            yield f"asks for the form '{form}', which nothing has"
        if wanted in GENDERS and not choices.rpartition("|")[2].strip():
            yield f"{slot[0]} has no text for a fighter without a gender"
        if choices and len(choices[1:].split("|")) != (2 if wanted else plurals):
            yield f"{slot[0]} has not {2 if wanted else plurals} texts"


def _has_values_alone(text: str) -> bool:
    """Tell whether every brace of a text is that of a value; examples of files have others."""
    return "{" not in SLOT.sub("", text)


def _needed(english: str) -> set[str]:
    """The values that every translation must show: all except those that only choose a form."""
    return {slot[1] for slot in SLOT.finditer(english) if not slot[4]}


def _more_values(file: str, message: str) -> list[str]:
    """Values that a message has though English does not show them."""
    found: list[str] = []
    for start, values in NOTES["values"].items():
        if f"{file}: {base(message)}".startswith(start):
            found += values
    return found


def area_of(file: str, message: str) -> str:
    """The area that a message belongs to."""
    parts = {file, file.partition("/")[0] if "/" in file else file}
    part = message.split("/")[1] if file.startswith("rules/") and message.count("/") else ""
    if part in OF_AREA["notes"] or file in OF_AREA["notes"]:
        return "notes"
    return next((area for area, names in OF_AREA.items() if parts & set(names)), "table")


def _missing(area: str, said: Mapping[str, Messages]) -> Iterator[str]:
    for file in files(HOME / ENGLISH):
        own = said.get(file, {})
        yield from (
            f"{file}: {message}"
            for message in messages(HOME / ENGLISH, file)
            if area_of(file, message) == area and message not in own and not FORM.search(message)
        )


# ── the origin of a message ────────────────────────────────────────────────────────────────────────────


def digest(text: str) -> str:
    """A short digest of a text; the order of its values matters, their names do not."""
    names: dict[str, str] = {}
    numbered = re.sub(
        r"\{([a-z_][\w.-]*)", lambda slot: "{" + names.setdefault(slot[1], str(len(names))), text
    )
    return hashlib.sha256(numbered.encode()).hexdigest()[:8]


def origins(folder: Path, before: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The English from which each message was translated: as before, unless it is new or translated again."""
    found: dict[str, list[str]] = {}
    for file in files(folder):
        english = messages(HOME / ENGLISH, file)
        for message, text in messages(folder, file).items():
            origin, id_ = origin_of(english, message) or "", f"{file}: {message}"
            known = before.get(id_)
            fresh = [digest(origin), digest(text)]
            found[id_] = known if known is not None and known[1] == fresh[1] else fresh
    return found


def _changed(
    said: Mapping[str, Messages], made_from: Mapping[str, list[str]], english: Mapping[str, Messages]
) -> Iterator[str]:
    for file, own in said.items():
        for message in own:
            id_ = f"{file}: {message}"
            origin = origin_of(english[file], message)
            if id_ not in made_from:
                yield f"{id_}: run tests/generated.py"
            elif origin is not None and made_from[id_][0] != digest(origin):
                yield f"{id_}: English was changed since: {origin}"


def write_origins() -> Iterator[tuple[Path, str]]:
    """The files that keep the origins of every language, and their new content."""
    for folder in sorted(HOME.iterdir()):
        if folder.name != ENGLISH and (folder / "language.json").exists():
            path = MADE_FROM / f"{folder.name}.json"
            before = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
            rows = origins(folder, before).items()
            text = ",\n".join(
                f"  {json.dumps(id_, ensure_ascii=False)}: {json.dumps(two)}" for id_, two in rows
            )
            yield path, f"{{\n{text}\n}}\n"
