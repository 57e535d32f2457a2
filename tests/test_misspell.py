"""`tests/misspell.py` finds what can be misspelt, makes one slip, and remembers what came of it."""

import ast
import json
from pathlib import Path

from misspell import TREE, Site, find_sites, misspell, question_classes, read_results, slip_in

QUESTIONS = """class Question: ...
class Choice(Question[A]): ...
class Answer: ...
"""
RULES = '''"""melee.dodge"""
from edencli.match.questions import Answer, Choice
class ReactionChoice(Choice[int]):
    rule = "melee.dodge"
CHAPTER = ChapterRules(steps={"intendancy.3": burn}, acts={Dodge: ActRow(rule="melee", price="møre")})
é = Roll(rule="melee"), Choice(rule="melee.strike"), "melee", f"{x}.melee"
'''


def make_tree(home: Path) -> Path:
    written = {
        "edencli/rulebooks/catalogue/melee.json": json.dumps(
            {"melee.dodge": {"books": []}, "melee.strike": {"books": []}, "melee": {"books": []}}
        ),
        "edencli/match/questions.py": QUESTIONS,
        "edencli/rules/melee.py": RULES,
        "edencli/rules/registry.py": 'ACTS = {"move": InField("movement", "against_move")}\n',
    }
    for name, text in written.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")
    return home


def test_ids_registry_keys_and_uses_of_question_classes_are_found(tmp_path: Path) -> None:
    sites = find_sites(make_tree(tmp_path))

    assert [str(site) for site in sites] == [
        "edencli/match/questions.py:2 question class Question",
        "edencli/rules/melee.py:4 rule id melee.dodge",
        "edencli/rules/melee.py:5 registry key intendancy.3",
        "edencli/rules/melee.py:5 registry key melee",
        "edencli/rules/melee.py:5 registry key møre",
        "edencli/rules/melee.py:6 rule id melee",
        "edencli/rules/melee.py:6 question class Choice",
        "edencli/rules/melee.py:6 rule id melee.strike",
        "edencli/rules/registry.py:1 registry key move",
        "edencli/rules/registry.py:1 registry key movement",
        "edencli/rules/registry.py:1 registry key against_move",
    ]


def test_a_site_is_where_its_name_begins(tmp_path: Path) -> None:
    tree = make_tree(tmp_path)
    spelt = [
        (tree / site.path).read_text(encoding="utf-8")[site.begin :].startswith(site.name)
        for site in find_sites(tree)
    ]

    assert all(spelt)


def test_a_class_is_a_question_however_far_it_is_derived() -> None:
    source = "class A(B): ...\nclass B(Generic[T], Question[T]): ...\nclass Question: ...\nclass C: ...\n"

    assert question_classes([ast.parse(source)]) == {"Question", "A", "B"}


def test_a_slip_is_one_and_gives_no_other_name() -> None:
    slips = {slip_in("melee.dodge", frozenset({"melee.doge"}), seed) for seed in range(200)}

    assert "melee.dodge" not in slips
    assert "melee.doge" not in slips
    assert {len(slip) for slip in slips} == {10, 11, 12}
    assert slip_in("melee.dodge", frozenset(), 1) == slip_in("melee.dodge", frozenset(), 1)


class Unwatched:
    """A copy of a tree in which nothing is noticed but what mypy would."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.seen = list[str]()

    def write(self, path: str, text: str) -> None:
        (self.home / path).write_text(text, encoding="utf-8")

    def noticed_by(self, path: str) -> str | None:
        self.seen.append((self.home / path).read_text(encoding="utf-8"))
        return "mypy" if "Choice" not in self.seen[-1].splitlines()[-1] else None


def test_a_slip_is_made_and_taken_back(tmp_path: Path) -> None:
    copy = Unwatched(make_tree(tmp_path))
    site = next(site for site in find_sites(tmp_path) if site.name == "melee.strike")

    wrong, noticed = misspell(copy, site, frozenset(), seed=1)

    assert noticed is None
    assert copy.seen == [RULES.replace("melee.strike", wrong)]
    assert (tmp_path / site.path).read_text(encoding="utf-8") == RULES


def test_what_came_of_a_slip_is_remembered(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    site = Site("edencli/a.py", 3, 40, "melee.dodge", "rule id")
    row = {"site": str(site), "begin": 40, "wrong": "melee.doge", "noticed": None}
    results.write_text(json.dumps(row) + "\n", encoding="utf-8")

    assert read_results(results) == {f"{site} at 40": row}
    assert read_results(tmp_path / "none") == {}


def test_this_tree_has_many_sites_of_each_kind() -> None:
    kinds = [site.kind for site in find_sites(TREE)]

    assert min(map(kinds.count, ("rule id", "registry key", "question class"))) > 50
