"""Which rules are tested in which rulebook, as a pytest plugin.

A test names what it shows: `@pytest.mark.rule("melee.dodge", books="en fr")`. It uses the fixture `book` and
runs once under each of these books (all that have the rule, if it names none). A rule that the catalogue
calls a procedure must really be cited during the test, by an event, a question or a refusal that passed
through `note`; otherwise the test fails. A definition need not be cited, and its test needs no book.
`--rules-report` counts the rules without a test, by book.
"""

import ast
from collections.abc import Generator, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from edencli.match.questions import Question
from edencli.record import Record
from edencli.rulebooks import catalogue
from edencli.rulebooks.raw_books import BOOKS
from edencli.rulebooks.values import Rulebook, rulebook

TESTS = Path(__file__).parent

_cited: set[str] = set()


class Mark(NamedTuple):
    """The claim of one mark: these rules, in these books (in all that have them, if it names none)."""

    rules: tuple[str, ...]
    books: tuple[str, ...] | None

    def claims(self, book: str) -> Iterator[str]:
        """The rules that it claims to show in one book."""
        for id_ in self.rules:
            rule = _known(id_)
            if book in (self.books or rule.books):
                if book not in rule.books:
                    raise pytest.UsageError(f"{book} has no rule {id_}")
                yield id_

    def in_books(self) -> set[str]:
        """The books that it names."""
        return set(self.books or (book for id_ in self.rules for book in _known(id_).books))


def mark(*rules: str, books: str | None = None) -> Mark:
    """Read a mark as it is written."""
    return Mark(rules, tuple(books.split()) if books else None)


def note(thing: object) -> None:
    """Remember every text in an event, a question or a refusal: it may cite a rule."""
    _cited.update(texts(thing))


def texts(thing: object) -> Iterator[str]:
    """Every text anywhere in a value."""
    if isinstance(thing, str):
        yield thing
        return
    parts: Iterable[object] = ()
    if isinstance(thing, Question):
        parts = (thing.rule, *thing.as_dict().values())
    elif isinstance(thing, Record):
        parts = thing.as_dict().values()
    elif isinstance(thing, Mapping):
        parts = (*thing.keys(), *thing.values())
    elif isinstance(thing, tuple | list):
        parts = thing
    for part in parts:
        yield from texts(part)


def uncited(marks: Iterable[Mark], book: str, cited: set[str]) -> list[str]:
    """The procedures that were claimed in a book and not cited."""
    claimed = {id_ for one in marks for id_ in one.claims(book)}
    return sorted(id_ for id_ in claimed - cited if _known(id_).kind == "procedure")


def shown() -> set[tuple[str, str]]:
    """Every rule and book that tests claim to show, read from their sources."""
    return {(id_, book) for one in _written() for book in one.in_books() for id_ in one.claims(book)}


def gaps(ids: Iterable[str]) -> dict[str, list[str]]:
    """Rules without a test, and the books in which they lack one."""
    covered = shown()
    missing = {id_: [book for book in _known(id_).books if (id_, book) not in covered] for id_ in ids}
    return {id_: books for id_, books in missing.items() if books}


def _written() -> Iterator[Mark]:
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield from filter(None, map(_decorator, node.decorator_list))


def _decorator(node: ast.expr) -> Mark | None:
    if not isinstance(node, ast.Call) or ast.unparse(node.func) != "pytest.mark.rule":
        return None
    books = next((ast.literal_eval(keyword.value) for keyword in node.keywords), None)
    return mark(*map(ast.literal_eval, node.args), books=books)


def _known(id_: str) -> catalogue.Rule:
    rule = catalogue.find_rule(id_)
    if rule is None:
        raise pytest.UsageError(f"the catalogue has no rule {id_}")
    return rule


def _marks(node: pytest.Item | pytest.Function | Any) -> list[Mark]:
    return [mark(*one.args, **one.kwargs) for one in node.iter_markers("rule")]


@pytest.fixture
def book(request: pytest.FixtureRequest) -> Rulebook:
    """The rulebook under which the test runs."""
    return rulebook(request.param)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rules-report", action="store_true", help="list the rules that no test shows, by book")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test under every book that its marks name, unless it names its books itself."""
    own = [one.args[0] for one in metafunc.definition.iter_markers("parametrize")]
    if "book" in metafunc.fixturenames and not any("book" in names for names in own):
        named = {book for one in _marks(metafunc.definition) for book in one.in_books()}
        metafunc.parametrize("book", [key for key in BOOKS if key in (named or BOOKS)], indirect=True)


def pytest_runtest_setup() -> None:
    _cited.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Fail a test that did not cite the procedures of its marks under its book."""
    result = yield
    params = getattr(item, "callspec", None)
    ran = params.params.get("book") if params else None
    books = (getattr(ran, "key", ran),) if ran else BOOKS
    missing = sorted({id_ for book in books for id_ in uncited(_marks(item), book, _cited)})
    if missing:
        pytest.fail(f"marked, but never cited: {', '.join(missing)}", pytrace=False)
    return result


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Count rules and rulebooks without a test."""
    if not config.getoption("--rules-report"):
        return
    terminalreporter.section("rules without a test")
    for chapter in catalogue.chapters():
        ids = catalogue.rules_of_chapter(chapter.name)
        missing = gaps(ids)
        counts = "  ".join(f"{book} {_share(ids.values(), missing, book)}" for book in BOOKS)
        terminalreporter.write_line(f"{chapter.name:<12} {counts}")
        for id_, books in missing.items():
            terminalreporter.write_line(f"    {id_}: {' '.join(books)}")


def _share(rules: Iterable[catalogue.Rule], missing: Mapping[str, list[str]], book: str) -> str:
    having = [rule.id for rule in rules if book in rule.books]
    without = sum(book in missing.get(id_, ()) for id_ in having)
    return f"{len(having) - without:>2}/{len(having):<2}"
