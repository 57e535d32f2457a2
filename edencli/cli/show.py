"""`edencli show`: a card, a band, a file full of cards, as a player would like to see it."""

import os
from typing import TYPE_CHECKING

import typer

from edencli.cli.help import Command
from edencli.cli.options import FORM, ROOT, RULEBOOK
from edencli.desk.choices import Book, Form
from edencli.desk.console import Refused
from edencli.lang import Words, spoken

if TYPE_CHECKING:
    from edencli.desk.tables import Wish
    from edencli.files.library import File, Library
    from edencli.report.sheet import Sheet

app = typer.Typer(rich_markup_mode=None, add_completion=False)

_AREA = "sheet"


def _completed(incomplete: str) -> list[str]:
    """What the shell may complete: a file, or after its # the names in it."""
    from edencli.desk.contents import completed

    return completed(incomplete)


@app.command(cls=Command)
def show(
    context: typer.Context,
    target: str = typer.Argument(
        autocompletion=_completed,
        help="show.target",
    ),
    sight: tuple[str, str] = typer.Option(None, help="show.sight"),
    route: tuple[str, str] = typer.Option(None, help="show.route"),
    blast: tuple[str, str] = typer.Option(None, help="show.blast"),
    explosion: str = typer.Option(None, metavar="X,Y", help="show.explosion"),
    svg: str = typer.Option(None, help="show.svg"),
    rulebook: Book = RULEBOOK,
    root: str = ROOT,
    form: Form = FORM,
) -> None:
    """Show a band's sheet, a card, what a file holds, or the table of a game with a position.

    FIGHTER is a name, TARGET a name or a place; places are X,Y in centimetres.
    """
    from edencli.desk.checks import library as checked_library
    from edencli.desk.filing import folder, opened
    from edencli.desk.tables import Wish

    words = spoken()
    library = checked_library(root=folder(root, words))
    name, wanted = _split(target)
    file = opened(library, name)
    book = _book(words, context, file, rulebook)
    wish = Wish(sight, route, blast, explosion, svg)
    if wish.wants_table or (file.kind == "game" and file.value.position is not None and not wanted):
        _show_table(form, words, library, name, book, wish)
    elif wanted:
        _show_entry(form, words, library, file, wanted, book)
    elif file.kind == "band":
        _show_band(form, words, library, file, book)
    else:
        _show_list(form, words, library, file, name, book)


def _split(target: str) -> tuple[str, str]:
    """The file and the name in `FILE#NAME`; a file may have a # in its own name."""
    file, mark, name = target.rpartition("#")
    whole = not mark or os.path.exists(target)  # noqa: PTH110  # this one never raises, however odd the name
    return (target, "") if whole else (file, name)


def _book(words: Words, context: typer.Context, file: "File", asked: Book) -> str:
    """The rulebook that is shown: the file's own, which nobody may contradict, else the one asked for."""
    own: str | None = getattr(file.value, "rulebook", None)
    source = context.get_parameter_source("rulebook")
    if own and own != asked and source is not None and source.name == "COMMANDLINE":
        raise Refused(words.say(_AREA, "show.other-book", file=file.name, own=own, asked=asked))
    return own or asked


def _show_entry(form: Form, words: Words, library: "Library", file: "File", name: str, book: str) -> None:
    """Show every entry of that name: usually one, but a mission may be called as a fighter is."""
    from edencli.desk.contents import groups, written
    from edencli.desk.filing import ensure_sound
    from edencli.desk.page import show as put
    from edencli.model.names import fold
    from edencli.report.card import write_entry

    known = [entry for group in groups(words, library, file) for entry in group.entries]
    ensure_sound(library)
    found = [
        entry for n, entry in enumerate(known) if fold(entry.name) == fold(name) and entry not in known[:n]
    ]
    if not found:
        raise Refused(_nothing(words, file, name, [entry.name for entry in known]), code=1)
    data = {"file": file.name, "rulebook": book, "entries": [written(library, entry) for entry in found]}

    def write(sheet: "Sheet", *_: object) -> None:
        for entry in found:
            write_entry(sheet, words, entry, book)

    put(form, words, "entries", data, write)


def _nothing(words: Words, file: "File", name: str, known: list[str]) -> str:
    from edencli.model.names import nearest

    near = nearest(name, known)
    message = "show.no-entry/near" if near else "show.no-entry"
    return words.say(_AREA, message, file=file.name, name=name, near=near)


def _show_band(form: Form, words: Words, library: "Library", file: "File", book: str) -> None:
    """Show a band's sheet."""
    from edencli.desk.contents import band_of
    from edencli.desk.page import show as put
    from edencli.report.band import band_data, write_band
    from edencli.rulebooks.values import rulebook

    band, built = band_of(library, file), rulebook(book)
    put(form, words, "band", band_data(band, built), lambda sheet, *_: write_band(sheet, words, band, built))


def _show_table(form: Form, words: Words, library: "Library", name: str, book: str, wish: "Wish") -> None:
    """Show where everybody stands in a game, or answer what is asked of that."""
    from edencli.desk.checks import Checks
    from edencli.desk.filing import ensure_sound
    from edencli.desk.tables import AREA, show_table

    file = library.open(name)
    if file.kind != "game":
        option = (*wish.questions, "--svg")[0]
        raise Refused(words.say(AREA, "no-game", file=file.name, kind=file.kind, option=option))
    if file.value.position is None:
        raise Refused(words.say(AREA, "no-position", file=file.name))
    checks = Checks(library, default=book)
    checks.file(name, kind="game")
    ensure_sound(library)
    checked = checks.game(file)
    assert checked is not None, "a game without a fault can be played"  # noqa: S101  # a law of `checks`
    show_table(form, words, file, checked, wish)


def _show_list(form: Form, words: Words, library: "Library", file: "File", name: str, book: str) -> None:
    """Show the names in a file, which is called as it was on the command line."""
    from edencli.desk.contents import groups
    from edencli.desk.filing import ensure_sound
    from edencli.desk.page import show as put
    from edencli.report.card import write_list

    listed = list(groups(words, library, file))
    ensure_sound(library)
    names = [{"group": group.title, "names": [entry.name for entry in group.entries]} for group in listed]
    data = {"file": file.name, "groups": names}

    def write(sheet: "Sheet", *_: object) -> None:
        write_list(sheet, words, name, listed, book)

    put(form, words, str(file.kind), data, write)
