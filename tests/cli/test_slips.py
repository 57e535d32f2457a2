"""One slip, one error, with what was meant: in the samples and in the words of a command line.

A slip leaves out, exchanges or replaces one letter. Each place of a kind of file gets one, of its own draw;
`EDENCLI_SLIPS=2000 pytest tests/cli/test_slips.py -s` tries as many and prints the figures.
"""

import json
import os
import random
import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from ruamel.yaml import YAML

from edencli import cli

SAMPLES = Path(__file__).parents[2] / "samples"
MANY = int(os.environ.get("EDENCLI_SLIPS", "130"))
LETTERS = "abcdefghijklmnopqrstuvwxyz"
# What an author calls as he likes, and what only a match knows: whoever plays is told.
FREE = re.compile(
    r".*(name|text|note|types/\*|factions/\*|immediate|type|not-type|faction|bears|near|named|through"
    r"|enters|leaves|raised|by|ended|weapon|gear|has-counter|counters|mentions|bearers/\*)"
)
FIGHTER = re.compile(r".*expect/[A-Z][^/]*")

Run = Callable[..., tuple[int, str, str]]


class Scalar(NamedTuple):
    """A text of a sample, and where it stands."""

    file: Path
    path: str
    is_key: bool
    begin: int
    end: int
    text: str


def scalars(file: Path) -> Iterator[Scalar]:
    """Every key and every text of a file that has letters."""
    content = file.read_text(encoding="utf-8")
    open_ = [((), YAML(pure=True).compose(content), False)]
    while open_:
        path, node, is_key = open_.pop()
        if node.id == "mapping":
            for key, value in node.value:
                open_ += [((*path, key.value), key, True), ((*path, key.value), value, False)]
        elif node.id == "sequence":
            open_ += [((*path, "*"), one, False) for one in node.value]
        elif re.search(r"[^\W\d_]{3}", text := content[node.start_mark.index : node.end_mark.index]):
            yield Scalar(file, "/".join(path), is_key, node.start_mark.index, node.end_mark.index, text)


def places() -> list[list[Scalar]]:
    """All that stands at one place of a kind of file, place by place."""
    found = defaultdict(list)
    for file in sorted(SAMPLES.glob("[bcgps]*/*.yaml")):
        for one in scalars(file):
            near = one.path.split("/")[-1 if one.is_key else -2 :]
            found[file.parent.name, one.is_key, one.path.count("/"), *near].append(one)
    return [found[key] for key in sorted(found)]


def slip(text: str, draw: random.Random) -> str:
    """The text with one letter left out, exchanged with the next, or replaced by another."""
    word = draw.choice([*re.finditer(r"[^\W\d_]{3,}", text)])
    i, letters = draw.randrange(len(word[0])), list(word[0])
    match draw.choice(["out", "exchanged", "replaced"]):
        case "out":
            del letters[i]
        case "exchanged":
            letters[i - 1 : i + 1] = reversed(letters[i - 1 : i + 1])
            letters[:2] = reversed(letters[:2]) if i == 0 else letters[:2]
        case _:
            letters[i] = draw.choice([one for one in LETTERS if one != letters[i].lower()])
    slipped = text[: word.start()] + "".join(letters) + text[word.end() :]
    return slipped if slipped.casefold() != text.casefold() else slip(text, draw)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command beside the samples: its exit code, and what it says on each stream."""
    for folder in SAMPLES.iterdir():
        shutil.copytree(folder, tmp_path / folder.name)
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            cli.run([*arguments])
        return int(ended.value.code or 0), *capsys.readouterr()

    return run


class Told(NamedTuple):
    """What a slip came to: the errors but those that follow from another file's, as code and sentence."""

    one: Scalar
    slipped: str
    errors: list[tuple[str, str]]

    @property
    def suggests(self) -> bool:
        """Whether it is said what was meant: the text, or the words of a move that were misspelt."""
        said = " ".join(sentence for _, sentence in self.errors)
        meant = self.one.text.strip("'\"")
        return meant in said or any(near in meant for near in re.findall(r"Did you mean (.+?)\?", said))


def told(run: Run, one: Scalar, draw: random.Random) -> Told:
    """Make a slip and check the file."""
    content, name = one.file.read_text(encoding="utf-8"), one.file.relative_to(SAMPLES)
    slipped = slip(one.text, draw)
    name.write_text(content[: one.begin] + slipped + content[one.end :], encoding="utf-8")
    _, said, _ = run("validate", str(name), "--format", "json")
    name.write_text(content, encoding="utf-8")
    found: list[dict[str, Any]] = [each for file in json.loads(said)["files"] for each in file["diagnostics"]]
    return Told(
        one,
        slipped,
        [
            (each["code"], f"{each['message']} {each['hint']}")
            for each in found
            if each["severity"] == "error" and each["code"] != "reference-faulty"
        ],
    )


def test_one_slip_in_a_file_is_one_error_that_says_what_was_meant(run: Run) -> None:
    free = {True: FIGHTER, False: FREE}
    known = [place for place in places() if not free[place[0].is_key].fullmatch(place[0].path)]
    drawn = known if len(known) < MANY else known[:: len(known) // MANY]
    tried = [
        told(run, draw.choice(place), draw)
        for n in range(max(1, MANY // len(known)))
        for place in drawn
        for draw in [random.Random(f"{n}:{place[0].path}")]  # noqa: S311  # no secret
    ]
    says = sum(one.suggests for one in tried)
    print(f"{len(tried)} slips at {len(drawn)} places; {says} say what was meant")  # noqa: T201

    assert [one for one in tried if len(one.errors) != 1] == []
    assert [one for one in tried if not one.suggests] == []


# Command lines in which every word of letters is one of a known set.
LINES = [
    "validate-band bands/jokers.yaml --format markdown --rulebook fr",
    "play games/first-duel.yaml --as red --random --seed 2",
    "play games/first-duel.yaml --format concise --random --seed 2",
    "play games/first-duel.yaml --check --root games",
    "play bands/jokers.yaml bands/bamaka.yaml --field scenery/ruins.yaml --blue steady --red random",
    "resolve-attack Yuri Mirka --cards cards/jokers.yaml --reaction dodge --with knives --odds",
    "resolve-attack Yuri Elenia --game games/street-corner.yaml --odds --format json --policies",
    "resolve-attack cards/jokers.yaml#Yuri cards/jokers.yaml#Mirka --odds --target-state legs:2",
    "resolve-attack Yuri Mirka --band bands/jokers.yaml --seed 1 --reaction response --optional fr",
    "roll cards/jokers.yaml#Yuri psi --difficulty 4 --seed 1",
    "rules melee.dodge --rulebook fr --format markdown",
    "rules --glossary --rulebook pt",
    "weather --rulebook fr --seed 3 --format json",
    "show games/street-corner.yaml --sight Yuri Elenia",
    "show bands/jokers.yaml#Mirka",
    "new band",
    "new cards",
    "schema diagnostics",
]


@pytest.mark.parametrize("line", LINES)
def test_one_slip_in_a_command_line_is_refused_with_what_was_meant(line: str, run: Run) -> None:
    words, unmended = line.split(), []
    for n, word in enumerate(words):
        for draw in (random.Random(f"{word}:{one}") for one in range(max(2, MANY // 200))):  # noqa: S311  # no secret
            if len(word) < len("red"):
                continue
            slipped = slip(word, draw) if re.search(r"[^\W\d_]{3}", word) else word[:-1]
            if word.startswith(slipped):
                continue  # the beginning of a name will do
            code, *said = run(*words[:n], slipped, *words[n + 1 :])
            parts = re.split("[#:]", word.strip("-"))
            if code == 0 or not any(part in " ".join(said).replace("\n", " ") for part in parts):
                unmended.append((slipped, code, said))

    assert unmended == []
