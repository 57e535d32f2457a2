"""`edencli compare`: read two trees of files, or two files, and print what differs between them."""

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from edencli.commands.parameters import default_book
from edencli.commands.requests.compare import CompareRequest
from edencli.commands.show_page import show_page
from edencli.files.trees import Texts, TreeReadError, read_tree
from edencli.games.compared_odds import MOST_PAIRS, pair_odds_data, touched_pairs
from edencli.games.comparison import (
    CheckedTree,
    bands_data,
    cards_data,
    count_faulty,
    files_data,
    games_data,
    touched_games,
)
from edencli.lang import Words, current_words
from edencli.output.console import ProgressLine, Refused
from edencli.output.sheet import Data
from edencli.pages.compare_page import SECTIONS, write_comparison

AREA = "compare"
Item = TypeVar("Item")


def compare(request: CompareRequest) -> None:
    """Print what differs between two trees or two files; exit with 1 if anything does."""
    words = current_words()
    names = (request.old, request.new)
    are_files = [os.path.isfile(name) for name in names]  # noqa: PTH113  # Path raises on long names
    if all(are_files):
        found = differences(words, *_two_files(words, request))
    else:
        texts = [_read(words, name, read_tree) for name in names]
        with _empty_folder() as folder:
            found = differences(words, *(_tree(request, one, folder) for one in texts))
    data = {"old": request.old, "new": request.new, **found}
    show_page(request.form, words, "compare", data, write_comparison)
    raise SystemExit(1 if any(data[section] for section in SECTIONS) else 0)


def _tree(request: CompareRequest, texts: Texts, folder: Path) -> CheckedTree:
    return CheckedTree.of_texts(texts, folder, wanted=request.rulebook, default=default_book())


def _two_files(words: Words, request: CompareRequest) -> list[CheckedTree]:
    """Two files of one kind, compared under the name of the newer."""

    def read(path: str) -> CheckedTree:
        return CheckedTree.of_file(request.new, path, wanted=request.rulebook, default=default_book())

    trees = [_read(words, path, read) for path in (request.old, request.new)]
    old, new = (tree.kinds.get(request.new) for tree in trees)
    if not old or old != new:
        raise Refused(words.say(AREA, "two-kinds", old=old or "?", new=new or "?"))
    return trees


def _read(words: Words, name: str, read: Callable[[str], Item]) -> Item:
    try:
        return read(name)
    except TreeReadError as fault:
        raise Refused(words.say(AREA, f"unread.{fault.reason}", **{"name": name, **fault.values})) from None


@contextlib.contextmanager
def _empty_folder() -> Iterator[Path]:
    """Work in an empty folder, so that files are called by their paths inside their tree."""
    with tempfile.TemporaryDirectory(prefix="edencli-") as made, contextlib.chdir(made):
        yield Path(made).resolve()


def differences(words: Words, old: CheckedTree, new: CheckedTree) -> Data:
    """All differences between two trees, and how much was compared."""
    with ProgressLine() as sign:

        def follow(what: str, items: Sequence[Item], name: Callable[[Item], str]) -> Iterator[Item]:
            """Yield items one by one, and show the progress."""
            for n, item in enumerate(items, start=1):
                sign.show(words.say(AREA, f"progress.{what}", n=n, of=len(items), name=name(item)))
                yield item

        for tree in (old, new):
            for file in follow("files", list(tree.kinds), str):
                tree.file(file)
        games, pairs = touched_games(old, new), touched_pairs(old, new)
        weighed = follow("odds", pairs[:MOST_PAIRS], lambda pair: pair.attacker[1].name)
        return {
            "compared": len(old.kinds.keys() & new.kinds.keys()),
            "faulty": count_faulty(old, new),
            "files": list(files_data(words, old, new)),
            "bands": list(bands_data(words, old, new)),
            "games": list(games_data(words, old, new, follow("games", games, str))),
            "cards": list(cards_data(words, old, new)),
            "odds": [row for pair in weighed for row in pair_odds_data(pair)],
            "pairs_left": max(0, len(pairs) - MOST_PAIRS),
        }
