"""`edencli show`: the contents of a file as a card, a sheet, a list or a table."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from edencli.commands.parameters import check_choice, complete_yaml_files, names_file
from edencli.commands.requests.show import ShowRequest
from edencli.commands.show_page import show_page
from edencli.files.gather import GatheredBand, Gatherer
from edencli.files.library import File, Library
from edencli.files.source import is_record
from edencli.games.file_access import ensure_sound, open_sound, root_folder, write_or_print
from edencli.lang import Words, current_words
from edencli.model.fighter import Equipment
from edencli.model.game import Band
from edencli.model.lexicon import Lexicon
from edencli.model.names import fold
from edencli.output.console import Refused, remark, write_stdout
from edencli.output.sheet import Data
from edencli.pages.card_page import (
    CardEntry,
    EntryGroup,
    file_sections,
    group_data,
    write_entries,
    write_name_list,
)
from edencli.rulebooks.values import rulebook

AREA: Final = "sheet"
DECKS: Final = ("fighters", "npfs", "missions", "tactics")


def show_contents(request: ShowRequest) -> None:
    """Show a band's sheet, the entries with a name, the names in a file, or the table of a game."""
    from edencli.games.checks import make_library  # completing names needs no checks

    words = current_words()
    check_choice(words, "--as", request.side, (None, "red", "blue"))
    library = make_library(root=root_folder(request.root, words))
    if not names_file(request.file):
        request = _with_card_at_hand(words, request)
    given = request.modes.given_rows(words, request.typed)
    if is_record(Path(request.file)):
        from edencli.commands.show_table import show_record

        request.modes.refuse(words, given, "cards" if request.cards else "record")
        show_record(words, request)
        return
    file = open_sound(library, request.file)
    request.modes.refuse(words, given, _shown_way(file, request), file=file.name, kind=file.kind)
    book = _book(words, file, request)
    words = words.of_book(book)
    if request.cards:
        from edencli.commands.show_table import show_table

        show_table(words, library, request, book)
        return
    if request.html and file.kind == "game":
        _show_replay(words, library, file, request, book)
        return
    if request.csv:
        print_csv(words, file)
        return
    if request.printed:
        _print_cards(words, library, file, request.printed, book)
        return
    if request.table or request.svg or request.until or (_has_table(file) and not request.name):
        from edencli.commands.show_table import show_table

        show_table(words, library, request, book)
    elif request.name:
        show_page(
            request.form, words, "entries", _entries(words, library, file, request.name, book), write_entries
        )
    elif file.kind == "band":
        from edencli.pages.band_page import band_data, write_band

        show_page(
            request.form, words, "band", band_data(load_band(library, file), rulebook(book)), write_band
        )
    else:
        listed = list(groups(words, library, file))
        ensure_sound(library)
        data = {"file": file.name, "groups": [group_data(words, group, book) for group in listed]}
        show_page(request.form, words, str(file.kind), data, write_name_list)


def _with_card_at_hand(words: Words, request: ShowRequest) -> ShowRequest:
    """The request with `FILE#NAME` for the bare name of a card at hand; unchanged where no card is meant.

    Raises:
        Refused: The name may mean several cards, or is misspelt.
    """
    from edencli.commands.new import MOST_FILES_AT_HAND, files_at_hand  # only a bare name needs them
    from edencli.files.stated_kind import stated_kind

    files = [path for path in files_at_hand(Path())[:MOST_FILES_AT_HAND] if stated_kind(path) == "cards"]
    entries = Lexicon(
        (entry.name, f"{path.as_posix()}#{entry.name}") for path in files for entry in load_entries(str(path))
    )
    found = tuple(dict.fromkeys(entries.meanings(request.target)))
    if len(found) > 1:
        raise Refused(words.say("table", "ambiguous", name=request.target, names=found))
    if found:
        remark(words.say(AREA, "show.at-hand", card=found[0]))
        return request.with_changes(target=found[0])
    if near := entries.nearest_name(request.target):
        raise Refused(words.say(AREA, "show.nothing-at-hand", name=request.target, near=near), code=1)
    return request


def _shown_way(file: File, request: ShowRequest) -> str:
    """The way of showing a file in the table of modes."""
    if request.name:
        return "name"
    if request.cards and file.kind == "game":
        return "cards"
    if request.html and file.kind == "game":
        return "replay"
    if request.csv and file.kind != "game":
        return "--csv"
    if request.printed:
        return f"--{next(iter(request.printed))}"
    return "table" if file.kind == "game" else "file"


def _show_replay(words: Words, library: Library, file: File, request: ShowRequest, book: str) -> None:
    """Write the page of a game."""
    from edencli.commands.replay import show_game_replay
    from edencli.games.checks import Checks

    checks = Checks(library, default=book, moves=False)
    checks.check_file(request.file, kind="game")
    ensure_sound(library)
    show_game_replay(words, checks, file, request)


def print_csv(words: Words, file: File) -> None:
    """Print the cards of a cards file as CSV."""
    from edencli.commands.card_csv import card_table

    if file.kind != "cards" or file.document is None:
        raise Refused(words.say(AREA, "csv.no-cards", file=file.name), code=1)
    write_stdout(card_table(file.document.data))


def _has_table(file: File) -> bool:
    return file.kind == "game" and file.value.position is not None


def _print_cards(words: Words, library: Library, file: File, printed: Mapping[str, str], book: str) -> None:
    """Print all the cards of a band, replacing only older pages."""
    from edencli.pages.printed_cards import PrintedBand, printed_html, printed_markdown

    option = next(iter(printed))
    if file.kind != "band":
        raise Refused(words.say("paper", "only-bands", option=f"--{option}", file=file.name, kind=file.kind))
    cards = PrintedBand(load_band(library, file), rulebook(book))
    for option, name in printed.items():
        page = printed_html(words, cards) if option == "html" else printed_markdown(words, cards)
        write_or_print(words, name, page)


def _book(words: Words, file: File, request: ShowRequest) -> str:
    """The rulebook to show: the file's own, which an option must not contradict, else the one asked for."""
    own: str | None = getattr(file.value, "rulebook", None)
    if own and own != request.rulebook and "--rulebook" in request.typed:
        raise Refused(words.say(AREA, "show.other-book", file=file.name, own=own, asked=request.rulebook))
    return own or request.rulebook


def _matching_entries(words: Words, file: File, name: str, known: list[CardEntry]) -> tuple[CardEntry, ...]:
    """The entries of a file that a name means: usually one, but a mission may share a fighter's name."""
    entries = Lexicon((entry.name, entry) for entry in known)
    found = entries.meanings(name)
    if len({fold(entry.name) for entry in found}) > 1:
        names = tuple(dict.fromkeys(entry.name for entry in found))
        raise Refused(words.say("table", "ambiguous", name=name, names=names))
    if not found:
        near = entries.nearest_name(name)
        message = "show.no-entry/near" if near else "show.no-entry"
        raise Refused(words.say(AREA, message, file=file.name, name=name, near=near), code=1)
    return found


def _entries(words: Words, library: Library, file: File, name: str, book: str) -> Data:
    """The data of every entry that a name means."""
    known = [entry for group in groups(words, library, file) for entry in group.entries]
    ensure_sound(library)
    written = _entries_with_sections(library, _matching_entries(words, file, name, known))
    return {
        "file": file.name,
        "rulebook": book,
        "sections": [section for section, _ in written],
        "entries": [entry for _, entry in written],
    }


def _entries_with_sections(library: Library, entries: Iterable[CardEntry]) -> list[tuple[str, Data]]:
    """The section of each entry, and its data as the file writes it, which schemas describe."""
    known = (file.document.data for file in library.files if file.document)
    data = [one for one in known if isinstance(one, dict)]
    return [
        next(
            (section, one)
            for whole in data
            for section in file_sections(entry)
            for one in whole.get(section, ())
            if isinstance(one, dict) and fold(str(one["name"])) == fold(entry.name)
        )
        for entry in entries
    ]


def load_band(library: Library, file: File) -> Band:
    """The band of a sound file; ends the command where a card is missing."""
    band = Gatherer(library, kept=True).gather_band(file).band
    ensure_sound(library)
    assert band is not None, "a band without a fault was gathered"  # noqa: S101  # `gather` promises it
    return band


def groups(words: Words, library: Library, file: File) -> Iterator[EntryGroup]:
    """Everything in a file that has a name and can be shown, grouped as in a list."""
    titles = words.area("sheet")["list"]
    if file.kind == "game":
        game = Gatherer(library, kept=True).gather_game(file)
        for side, gathered in game.bands.items():
            yield from _side(words, titles[side], gathered)
        yield EntryGroup(titles["elements"], game.scenery)
    elif file.kind == "scenery":
        yield EntryGroup(titles["elements"], file.value)
    else:
        value = Gatherer(library, kept=True).gather_band(file).band if file.kind == "band" else file.value
        yield from (EntryGroup(titles[deck], getattr(value, deck, ())) for deck in DECKS)


def complete_target(begun: str) -> list[str]:
    """Shell completions for `FILE` or `FILE#NAME`."""
    file, mark, name = begun.partition("#")
    if not mark:
        return complete_yaml_files(begun)
    return [f"{file}#{known}" for known in names_starting_with(name, load_entries(file))]


def load_entries(name: str) -> tuple[CardEntry, ...]:
    """Everything with a name in a sound file; nothing for a faulty one."""
    library = Library()
    file = library.open(name)
    listed = groups(current_words(), library, file) if file.is_sound else ()
    return tuple(entry for group in listed for entry in group.entries)


def names_starting_with(begun: str, entries: Iterable[CardEntry | Equipment]) -> list[str]:
    """The names of entries that begin with this text, each once."""
    return [
        one for one in dict.fromkeys(entry.name for entry in entries) if fold(one).startswith(fold(begun))
    ]


def weapons_of(name: str, entries: Iterable[CardEntry]) -> tuple[Equipment, ...]:
    """The equipment of the fighter that a name means."""
    meant = Lexicon((entry.name, entry) for entry in entries).meanings(name)
    return tuple(piece for one in meant for piece in getattr(one, "equipment", ()))


def _side(words: Words, title: str, gathered: GatheredBand) -> Iterator[EntryGroup]:
    band = gathered.band
    if band is not None:
        yield EntryGroup(
            words.fill(title, {"name": band.name}), (*band.fighters, *band.missions, *band.tactics)
        )
