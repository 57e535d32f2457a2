"""`edencli new`: a commented starter of every kind of file, and samples to copy with all they refer to.

A sample is named by its path without the ending (`bands/jokers`), or by its last part alone. Where several
have that last part, the one that refers to the others is taken: a game before a band before its cards.
"""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from edencli.commands.parameters import Format
from edencli.commands.requests.new import FileKind, NewRequest
from edencli.commands.show_page import show_page
from edencli.files.library import Library
from edencli.files.samples import SAMPLE_FOLDERS, full_sample_name, samples, samples_home
from edencli.files.source import read_beginning, shipped_folder
from edencli.files.stated_kind import stated_kind
from edencli.games.file_access import missing_schema, save, save_refusal
from edencli.lang import Words, clean, current_words
from edencli.model.near_names import NearKind, nearest_name
from edencli.output.console import Refused, remark, write_stdout
from edencli.output.sheet import Data, Sheet


def run_new(request: NewRequest) -> None:
    """List the samples, copy one, or write a starter."""
    words = current_words()
    request.modes.refuse_typed(words, request.typed)
    if request.listing:
        list_samples(words, request.form)
    elif request.sample is not None:
        copy_sample(words, request.sample, request.what, force=request.force)
    else:
        write_starter(words, request.what, request.output, force=request.force)


def list_samples(words: Words, form: Format) -> None:
    """Print the samples by kind, each with its summary."""
    show_page(form, words, "samples", samples_data(), write_samples)


def samples_data() -> Data:
    """Every sample by its folder: its name and its summary."""
    known = samples()
    groups = {
        folder: {name: sample_summary(path) for name, path in known.items() if name.startswith(f"{folder}/")}
        for folder in SAMPLE_FOLDERS
    }
    return {"groups": groups}


def write_samples(sheet: Sheet, words: Words, data: Data) -> None:
    """Write the samples under the titles of their folders, and how to copy one."""
    sheet.title(words.say("new", "title"))
    for group, listed in data["groups"].items():
        sheet.heading(words.area("new")["group"][group])
        sheet.names(list(listed.items()))
    sheet.text(words.say("new", "how"))


def write_starter(words: Words, kind: str | None, output: Path | None, *, force: bool) -> None:
    """Write a starter, to a file or to stdout."""
    if kind is None:
        raise Refused(words.say("new", "kind-missing"))
    if kind not in tuple(FileKind):
        raise Refused(words.say("new", "no-such-kind", kind=kind))
    if output is None:
        write_stdout(starter(kind))
        return
    begun = with_files_at_hand(kind, starter(kind), output.parent)
    _write(words, {output: begun, **missing_schema(kind, output.parent)}, force=force)


def copy_sample(words: Words, name: str, folder: str | None, *, force: bool) -> None:
    """Copy a sample and everything it needs into a folder, or all samples."""
    full = ALL_SAMPLES if name == ALL_SAMPLES else full_sample_name(name)
    if full is None:
        raise Refused(_no_such_sample(words, name))
    if folder is None:
        raise Refused(words.say("new", "folder-missing", name=full))
    if os.path.isfile(folder):  # noqa: PTH113  # this one never raises, however odd the name
        raise Refused(words.say("new", "folder-is-file", folder=folder))
    files: dict[Path, str] = {}
    for one in samples() if full == ALL_SAMPLES else (full,):
        files |= sample_files(one)
    _write(words, {Path(folder) / path: text for path, text in files.items()}, force=force)
    remark(words.say("new", "next", folder=folder))


def _no_such_sample(words: Words, name: str) -> str:
    short = {full.rpartition("/")[2]: full for full in reversed(samples())}
    near = nearest_name(name, [*short, *samples()], NearKind.FILE)
    if near is None:
        return words.say("new", "no-such-sample", name=name)
    return words.say("new", "no-such-sample/near", name=name, near=short.get(near, near))


def _write(words: Words, files: Mapping[Path, str], *, force: bool) -> None:
    """Write files and print their names; an existing file with the same text is left alone."""
    wanted = {
        path: text for path, text in files.items() if read_beginning(path, len(text.encode()) + 1) != text
    }
    there = [str(path) for path in wanted if os.path.lexists(path)]
    if there and not force:
        raise Refused(words.say("new", "exists", n=len(there), files=there[:3]), code=1)
    for path, text in wanted.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise save_refusal(words, path, fault.strerror or str(fault)) from None
        save(words, path, text, replace=force)
    write_stdout("".join(f"{clean(str(path))}\n" for path in files))


ALL_SAMPLES = "all"
_MODELINE = "# yaml-language-server: $schema="


def starter(kind: str) -> str:
    """A commented file of a kind to begin with; its schema is expected beside it."""
    text = (samples_home() / "starters" / f"{kind}.yaml").read_text(encoding="utf-8")
    return text.replace(f"{_MODELINE}../../schemas/", _MODELINE, 1)


_REFERENCES = {"band": ("cards",), "game": ("band", "scenery")}
"""The kinds of files that a starter refers to, each by a file named as its kind."""
_NEEDED = frozenset({"cards", "band"})
"""Kinds that a file cannot do without: a reference to one stays, even to a missing file."""
MOST_FILES_AT_HAND = 200


def with_files_at_hand(kind: str, text: str, folder: Path) -> str:
    """A starter that refers to existing files: in its folder, the one above, or folders beside it."""
    for wanted in _REFERENCES.get(kind, ()):
        name = f"{wanted}.yaml"
        found = _file_of_kind(wanted, name, folder)
        if found is not None:
            text = text.replace(name, Path(os.path.relpath(found, folder)).as_posix())
        elif wanted not in _NEEDED:
            text = text.replace(f"  {wanted}: [{name}]\n", f"  # {wanted}: [{name}]\n")
    return text


def _file_of_kind(kind: str, name: str, folder: Path) -> Path | None:
    """A file of a kind in a folder, else in the one above or in the folder of that kind beside it.

    A file with the given name comes before others.
    """
    above = folder.resolve().parent
    beside = [*sorted(above.glob("*.yaml")), *sorted(above.glob(f"{kind.rstrip('s')}s/*.yaml"))]
    for near in (files_at_hand(folder), beside):
        found = [path for path in near[:MOST_FILES_AT_HAND] if stated_kind(path) == kind]
        if found:
            return min(found, key=lambda path: path.name != name)
    return None


def files_at_hand(folder: Path) -> list[Path]:
    """The YAML files of a folder and of the folders in it."""
    return [*sorted(folder.glob("*.yaml")), *sorted(folder.glob("[!.]*/*.yaml"))]


def sample_summary(sample: Path) -> str:
    """The summary of a sample: the first sentence of its opening comment."""
    comment = sample.read_text(encoding="utf-8").split("\n#\n")[1]
    return " ".join(comment.replace("\n#", "").removeprefix("#").split()).partition(". ")[0].rstrip(".")


def sample_files(name: str) -> dict[Path, str]:
    """The texts of all files that a sample needs, by their paths in the user's folder."""
    needed = dict.fromkeys(_sample_and_references(samples()[name], Library()))
    files = {path.relative_to(samples_home()): _with_near_schema(path) for path in needed}
    for kind in sorted({_kind(text) for text in files.values()}):
        schema = shipped_folder("schemas") / f"{kind}.schema.json"
        files[Path("schemas") / schema.name] = schema.read_text(encoding="utf-8")
    return files


def _sample_and_references(path: Path, library: Library) -> Iterator[Path]:
    """A sample and, after it, everything it refers to."""
    yield path
    for reference in getattr(library.open(str(path)).value, "references", ()):
        yield from _sample_and_references((path.parent / reference).resolve(), library)


def _with_near_schema(path: Path) -> str:
    """The text of a sample, for schemas beside its folder."""
    return path.read_text(encoding="utf-8").replace(f"{_MODELINE}../../", f"{_MODELINE}../", 1)


def _kind(text: str) -> str:
    return text.partition(".schema.json")[0].rpartition("/")[2]
