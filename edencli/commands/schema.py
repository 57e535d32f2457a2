"""`edencli schema`: print the JSON Schema of a kind of file or an answer, or one with a project's names."""

import json
import os
from pathlib import Path

from edencli.commands.requests.schema import SchemaRequest
from edencli.files.source import files_within, read_beginning, shipped_folder
from edencli.games.file_access import ensure_sound, save
from edencli.lang import Words, current_words
from edencli.output.console import Refused, remark, write_stdout

_AREA = "schema"
_NAMED = frozenset({"band", "cards", "game"})


def print_schema(request: SchemaRequest) -> None:
    """Print a schema, or write it to a file; it refers to no other schema."""
    words = current_words()
    text = (shipped_folder("schemas") / f"{request.kind}.schema.json").read_text(encoding="utf-8")
    if request.names:
        folder = request.output.parent if request.output else Path()
        text = named_text(words, request.kind, text, request.names, folder)
    if request.output is None:
        write_stdout(text)
        return
    before = read_beginning(request.output, len(text.encode()) + 1)
    if before is not None and not is_schema(before):
        raise Refused(words.say(_AREA, "no-schema", file=str(request.output)), code=1)
    save(words, request.output, text, replace=True)
    remark(words.say(_AREA, "written" if before != text else "same", file=str(request.output)))


def named_text(words: Words, kind: str, text: str, files: list[str], folder: Path) -> str:
    """A schema with the names in cards files, or in the cards files of folders; it will be in a folder."""
    from edencli.files.named_schema import name_schema, names_of
    from edencli.games.checks import make_library

    if kind not in _NAMED:
        raise Refused(words.say(_AREA, "no-names", kind=kind))
    library = make_library()
    opened = [library.open(found) for name in files for found in files_within(name, None)]
    if any(not file.is_readable or (file.kind == "cards" and not file.is_sound) for file in opened):
        ensure_sound(library)
    decks = [file.value for file in opened if file.kind == "cards"]
    if not decks:
        raise Refused(words.say(_AREA, "no-cards", files=files), code=1)
    sources = [Path(os.path.relpath(name, folder)).as_posix() for name in files]
    named = name_schema(kind, json.loads(text), names_of(decks), sources)
    return json.dumps(named, indent=2, ensure_ascii=False) + "\n"


def is_schema(beginning: str) -> bool:
    """Tell whether a text begins like one of edencli's schemas."""
    return beginning.lstrip().startswith("{") and "https://eden.invalid/schemas/" in beginning[:400]
