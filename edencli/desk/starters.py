"""Files to begin with: a commented starter of every kind, and shipped samples to copy."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from edencli.desk.choices import Kind
from edencli.desk.console import Refused, put, remark
from edencli.desk.filing import not_saved, save
from edencli.files.samples import about, called, copies, samples, starter
from edencli.files.source import beginning
from edencli.lang import Words, clean
from edencli.model.names import nearest


def list_samples(words: Words) -> None:
    """Print the samples by kind, each with what it is."""
    from edencli.report.sheet import Paint, TextSheet

    sheet, known = TextSheet(Paint.for_stream(sys.stdout, os.environ)), samples()
    for group, title in words.area("new")["group"].items():
        sheet.heading(title)
        sheet.names([(name, about(path)) for name, path in known.items() if name.startswith(f"{group}/")])
    sheet.text(words.say("new", "how"))
    put(str(sheet))


def begin(words: Words, kind: str | None, output: Path | None, *, force: bool) -> None:
    """Write a starter, to a file or to stdout."""
    if kind is None:
        raise Refused(words.say("new", "kind-missing"))
    if kind not in tuple(Kind):
        raise Refused(words.say("new", "no-such-kind", kind=kind))
    if output is None:
        put(starter(kind))
        return
    _write(words, {output: starter(kind)}, force=force)


def copy(words: Words, name: str, folder: str | None, output: Path | None, *, force: bool) -> None:
    """Copy a sample and what it needs into a folder."""
    full = called(name)
    if full is None:
        raise Refused(_no_such_sample(words, name))
    if output is not None:
        raise Refused(words.say("new", "no-output-for-samples"))
    if folder is None:
        raise Refused(words.say("new", "folder-missing", name=full))
    if os.path.isfile(folder):  # noqa: PTH113  # this one never raises, however odd the name
        raise Refused(words.say("new", "folder-is-file", folder=folder))
    _write(words, {Path(folder) / path: text for path, text in copies(full).items()}, force=force)
    remark(words.say("new", "next", folder=folder))


def _no_such_sample(words: Words, name: str) -> str:
    short = {full.rpartition("/")[2]: full for full in reversed(samples())}
    near = nearest(name, [*short, *samples()])
    if near is None:
        return words.say("new", "no-such-sample", name=name)
    return words.say("new", "no-such-sample/near", name=name, near=short.get(near, near))


def _write(words: Words, files: Mapping[Path, str], *, force: bool) -> None:
    """Write files and print their names; one that is there and says the same counts as written."""
    wanted = {path: text for path, text in files.items() if beginning(path, len(text.encode()) + 1) != text}
    there = [str(path) for path in wanted if os.path.lexists(path)]
    if there and not force:
        raise Refused(words.say("new", "exists", n=len(there), files=there[:3]), code=1)
    for path, text in wanted.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise not_saved(words, path, fault.strerror or str(fault)) from None
        save(words, path, text, replace=force)
    put("".join(f"{clean(str(path))}\n" for path in files))
