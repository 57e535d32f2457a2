"""No text in the sources is a slip away from a rule id: a misspelt id is noticed wherever it stands.

Ids are texts where data and rules meet. Only a few are looked up while modules are imported: a slip in
another would have to wait for a test of the very page, bot or answer that uses it.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from misspell import prose_in, slip_in

from edencli.rulebooks import catalogue

PACKAGE = Path(__file__).parents[1] / "edencli"
IDS = frozenset(
    id_
    for chapter in catalogue.chapters()
    for id_ in catalogue.rules_of_chapter(chapter.name)
    if "." in id_  # the others are plain words, too
)
# The beginning of ids, and the name of a value: both are a slip away from an id, and right.
RIGHT = {"intendancy.", "activation-end"}


def texts_of(source: str) -> Iterator[tuple[int, str]]:
    """Every text of a module with its line, but for docstrings."""
    tree = ast.parse(source)
    prose = prose_in(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.lineno, node.value


def shortened(text: str) -> set[str]:
    """A text, and what is left with one letter gone: texts a slip apart have one of these in common."""
    return {text, *(text[:n] + text[n + 1 :] for n in range(len(text)))}


def misspelt(texts: Iterable[str], ids: Iterable[str]) -> Mapping[str, str]:
    """The texts that are no id but a slip away from one, with that id."""
    near = {short: id_ for id_ in ids for short in shortened(id_)}
    known, longest = set(ids), max(map(len, ids), default=0) + 1
    found = dict[str, str]()
    for text in {text for text in texts if len(text) <= longest} - known:
        id_ = next((near[short] for short in shortened(text) if short in near), None)
        if id_ is not None:
            found[text] = id_
    return found


def test_no_text_is_a_slip_away_from_a_rule_id() -> None:
    places = {
        text: f"{path.relative_to(PACKAGE)}:{line}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for line, text in texts_of(path.read_text(encoding="utf-8"))
    }
    wrong = misspelt(places, IDS)

    assert len(IDS & places.keys()) > 100
    assert {places[text]: (text, id_) for text, id_ in wrong.items() if text not in RIGHT} == {}


def test_every_slip_in_an_id_is_noticed() -> None:
    slips = {slip_in(id_, IDS, seed): id_ for id_ in IDS for seed in range(5)}

    assert slips.keys() - misspelt(slips, IDS).keys() == set()


def test_other_texts_are_no_misspelt_ids() -> None:
    assert misspelt(["melee.dodge", "melee", "", "a melee.dodge of"], IDS) == {}
    assert misspelt(["melee.doge"], IDS) == {"melee.doge": "melee.dodge"}
