"""Spoilt files, records, lines and command lines, run in this process: 0, 1 or 2, soon, and no harm.

A file is spoilt by its bytes, characters and lines, by keys and values of what it says, by parts of others.
`EDENCLI_SPOILT=200000 pytest tests/cli/test_spoilt.py -s` runs as many and prints the figures; what run
number N of a seed does depends on these two alone. `EDENCLI_SPOILT_SEED=40` begins with another seed.
"""

import copy
import io
import json
import os
import random
import re
import resource
import shlex
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from harm import ESCAPES, UNSEEN, harmless
from sessions import bring_on, sit, stand_up

from edencli import cli
from edencli.cli.completion import parse_command_line
from edencli.files.loader import parse_yaml

SAMPLES = Path(__file__).parents[2] / "samples"
MANY = int(os.environ.get("EDENCLI_SPOILT", "600"))
FIRST = int(os.environ.get("EDENCLI_SPOILT_SEED", "15"))
SEEDS = range(FIRST, FIRST + 4)
MOST_SECONDS, MOST_MEGABYTES = 2.0, 150
WRITTEN = ("kept.record", "written.yaml", "kept.yaml")
KEPT = ["the-audit", "low-water", "lanterns", "street-corner", "mill-pond", "by-eye"]
BY_EYE = """\
kind: game
name: By eye
rulebook: fr
chapters: [territory, infestation, weather]
field:
  measured: false
  npfs: [../cards/npfs.yaml]
  scenery: [../scenery/village.yaml, ../scenery/marsh.yaml]
red: ../bands/resistance.yaml
blue: ../bands/jokers.yaml
moves:
  - the weather is rolled once
  - red bids 0
  - blue bids 0
"""

PIECES = [
    *"[]{}:#-,'\"\n\t\\&*!|>%@`$~?",
    "##[error]pwned",
    "\n::error::pwned",
    " ::warning::pwned ",
    "<script>alert(1)</script>",
    "$(touch pwned)",
    "`touch pwned`",
    "[a](http://pwned)",
    "../../../../etc/passwd.yaml",
    "&a *a",
    "<<: ",
    "!!python/object:os.system ",
    "9" * 30,
    "-1",
    ".nan",
    "1e999",
    "red blue dice ",
    "999",
    "\\x1b[2J",
    "\\u202e",
    UNSEEN,
    ESCAPES,
    "\ud800",
    "",
]
# What may stand in a document where something else is wanted.
VALUES: list[Any] = [
    *(-1, 0, 1, 99, 10**6, 2**63, 10**30, 1.5, -1e308, True, False, None, [], {}, [[]], {"": {}}),
    *(
        "",
        " ",
        "1",
        "all",
        "user",
        "x" * 5000,
        "é " * 3000,
        "\u202eabc",
        "\x07\x1b[2J",
        "a\nb",
        "\ud800",
        "=1",
    ),
    *("../../../etc/passwd.yaml", "cards/jokers.yaml#Yuri", "::error::pwned", "<b>", UNSEEN, ESCAPES),
]
BYTES = [
    b"\0",
    b"\xff",
    b"\xfe\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\x1b]0;a\x07",
    b"\r",
    b"\x85",
    b"[" * 3000,
    b"{a: " * 2000,
]
DEEP = (20, 60, 150)
# Every command as somebody could type it; {} is the spoilt file.
LINES = [
    "validate {}",
    "validate {} --format github",
    "validate {} --format sarif",
    "validate {} --format json",
    "validate-band {}",
    "validate-band {} --format markdown",
    "show {}",
    "show {} --format markdown",
    "show {} --format json",
    "show {}#Yuri",
    "show {} --sight Yuri Elenia",
    "show {} --svg -",
    "play {}",
    "play {} --check",
    "play {} --format github",
    "play {} --format json",
    "play {} --as red --cite",
    "setup {}",
    "resolve-attack {}#Yuri {}#Mirka --odds",
    "resolve-attack --game {} --by-hand",
    "resolve-attack Yuri Vladd --game {} --odds --then",
    "resolve-attack Yuri Vladd --cards {} --odds --policies",
    "resolve-attack Yuri Vladd --cards cards/jokers.yaml --keep {} --seed 1",
    "roll {}#Yuri cbt --difficulty 4 --seed 1",
    "show {} --html -",
    "show {} --markdown -",
    "play {} --why 9",
    "play {} --random --seed 3 --until r2",
]
# Commands about a sound file that refers to a spoilt one.
AROUND = [
    "validate {}",
    "validate-band {}",
    "show {}",
    "show {} --until r2 --svg -",
    "show {} --until 40 --format json",
    "play {}",
    "play {} --random --seed 3 --until r2",
    "play {} --check",
    "setup {}",
]
TYPED = [
    "play {} -i --no-record --seed 5",
    "play {} -i --record kept.record --by-hand",
    "play {} -i --no-record --seed 5 --format json --as blue",
    "play {} -i --no-record --red random --seed 9 --all",
    "play {} -i --no-record --blue steady --seed 2",
]
# What may be typed besides answers.
ASIDE = [
    "?",
    "undo",
    "redo",
    "state",
    "map",
    "log",
    "odds",
    "hint",
    "why",
    "correct 4 4",
    "note Yuri",
    "done",
]
RECORDS = [
    "play {}",
    "play {} --script written.yaml",
    "play {} --all --format json",
    "show {}",
    "show {} --until 12 --svg -",
    "show {} --format json",
    "validate {}",
]
WORDS = [
    "rules {}",
    "rules {} --rulebook fr",
    "rules --card {}",
    "rules --diff {} fr",
    "weather --roll {}",
    "roll --difficulty {} --seed 1",
    "new --sample {} there",
    "schema {}",
    "resolve-attack Yuri {} --cards cards/jokers.yaml --odds",
    "resolve-attack Yuri Vladd --cards cards/jokers.yaml --dice {}",
    "resolve-attack Yuri Vladd --cards cards/jokers.yaml --dice {} --advise --shift max-kill",
    "resolve-attack Yuri Vladd --cards cards/jokers.yaml --target-state {} --odds",
    "resolve-attack Yuri Vladd --cards cards/jokers.yaml --attacker-state {} --odds --then",
    "resolve-attack Yuri Vladd --cards cards/jokers.yaml --engaged {} --with Knives --odds",
    "resolve-attack Yuri Vladd --cards cards/jokers.yaml --covered {} --with Bombs --odds",
    "resolve-attack Yuri Vladd --cards cards/jokers.yaml --obstacles {} --with Knives --odds",
    "resolve-attack Yuri Vladd --cards cards/jokers.yaml --with {} --odds",
    "resolve-attack Yuri Vladd --cards {} --odds",
    "resolve-attack {} Elenia --band bands/jokers.yaml --band bands/resistance.yaml --odds",
    "rules --effects {}",
    "rules --all {}",
    "rules --glossary {}",
    "show games/street-corner.yaml --sight Yuri {}",
    "show games/street-corner.yaml --route Yuri {}",
    "show cards/jokers.yaml#{}",
    "play games/first-duel.yaml --until {}",
    "show games/toll-road.yaml --until {}",
    "play games/first-duel.yaml -i --no-record --record {}",
    "validate {}",
    "{}",
]
TABLES = [
    "resolve-attack --band bands/jokers.yaml --band bands/resistance.yaml --by-hand",
    "resolve-attack --band bands/jokers.yaml --band bands/bamaka.yaml --by-hand --keep {}",
    "resolve-attack Yuri Elenia --band bands/jokers.yaml --band bands/resistance.yaml --by-hand",
    "resolve-attack --game games/salt-road.yaml --by-hand --rulebook fr",
    "resolve-attack --cards cards/npfs.yaml --cards cards/isc.yaml --seed 4",
]
AT_TABLE = [
    *("y e", "vl elenia", "yuri mirka with knives", "y b", "rat yuri", "d", "r", "passive", "?", "undo"),
    *(
        "round",
        "4516",
        "111",
        "6 6 6 6",
        "3",
        "h",
        "arms",
        "11111",
        "",
        "correct 4 5 1 1",
        "state",
        "y e ?",
        "quit",
    ),
]
COMPLETED = [
    "edencli {}",
    "edencli show cards/jokers.yaml#{}",
    "edencli play {}",
    "edencli resolve-attack --cards cards/jokers.yaml {}",
    "edencli show games/street-corner.yaml --sight {}",
    "edencli rules {}",
    "edencli {} --format ",
]
ASKED = [
    "melee.dodge",
    "head:2,poison:1,ap:1",
    "blue Grin: legs:1",
    "esquive",
    "Yuri",
    "4,5,1",
    "20,30",
    "r2",
    "Mirka Rag-Doll",
    "games/first-duel",
    "7.A",
]


class Trial(NamedTuple):
    """A command line, what is typed at it, which file was spoilt and how, and what a shell completes."""

    line: str
    word: str = ""
    typed: str = "4 4 4\n"
    file: Path | None = None
    content: bytes = b""
    completed: str = ""


def spoil(text: str, chance: random.Random) -> str:
    """A text with a few cuts, insertions and doublings."""
    for _ in range(chance.randint(1, 4)):
        begin = chance.randint(0, len(text))
        end = min(len(text), begin + chance.choice((0, 0, 1, 3, 20)))
        kept = text[begin:end] * chance.choice((0, 1, 2))
        text = text[:begin] + chance.choice(PIECES) + kept + text[end:]
    return text


def jumble(text: str, chance: random.Random) -> str:
    """A text that stays nearly in shape: values put for one another, lines lost, doubled, moved, indented."""
    lines = text.splitlines(keepends=True)
    for _ in range(chance.randint(1, 3)):
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        values = re.findall(r"[^\s,\[\]{}:]+", "".join(lines[max(0, other - 15) : other + 15])) or ["1"]
        found = [*re.finditer(r"[^\s,\[\]{}:]+", lines[at])]
        if found and chance.random() < 0.6:
            one = chance.choice(found)
            value = chance.choice([*values, "0", "-1", "99", "1000000", "true", "[]", "{}", "all"])
            lines[at] = lines[at][: one.start()] + value + lines[at][one.end() :]
        else:
            lines[at] = chance.choice(["", lines[at] * 2, f"  {lines[at]}", lines[other], lines[at].strip()])
    return "".join(lines)


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def corrupt(text: str, chance: random.Random) -> bytes:
    """The bytes of a text, some lost, changed, doubled, or followed by what is no text."""
    content = bytearray(encoded(text))
    for _ in range(chance.randint(1, 4)):
        begin = chance.randint(0, len(content))
        end = min(len(content), begin + chance.choice((0, 1, 1, 2, 400)))
        content[begin:end] = chance.choice([b"", content[begin:end] * 2, chance.randbytes(2), *BYTES])
    return bytes(content)


# ── documents ────────────────────────────────────────────────────────────────────────────────────────────


def places_in(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every mapping and list of a document with each of its keys."""
    if isinstance(data, dict | list):
        for key in data if isinstance(data, dict) else range(len(data)):
            yield data, key
            yield from places_in(data[key])


def nested(value: Any, chance: random.Random) -> Any:
    for _ in range(chance.choice(DEEP)):
        value = [value] if chance.random() < 0.5 else {"do": value}
    return value


def respell(data: Any, others: dict[Any, list[Any]], chance: random.Random) -> None:
    """Change a few keys and values of a document, or put parts of others there."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        places = [*places_in(data)]
        if not places:
            return
        inside, key = chance.choice(places)
        way = chance.randrange(7)
        if way == 0:
            inside[key] = chance.choice(VALUES)
        elif way == 1:
            inside[key] = nested(inside[key], chance)
        elif way == 2:
            del inside[key]
        elif way == 3 and isinstance(inside, list):
            inside[key:key] = [inside[key]] * chance.choice((1, 2, 300))
        elif way == 3:
            foreign = chance.choice([*others, *filter(None, map(str, VALUES))])
            inside[str(foreign)] = inside.pop(key)
        elif way == 4:
            inside[key] = chance.choice(chance.choice([*others.values()]))
        else:  # what stands under such a key elsewhere is likely to fit
            inside[key] = chance.choice(others.get(key) or [inside[key]])


def rewritten(data: Any, chance: random.Random) -> bytes:
    """A document as text, in one line or many."""
    return encoded(json.dumps(data, indent=chance.choice((None, 1)), ensure_ascii=chance.random() < 0.5))


def passed(word: str) -> str:
    """A word as a system hands it over: no NUL, and bytes that are no text as Python stands for them."""
    return word.replace("\0", "").replace("\ud800", "\udcff")


def rechained(text: str) -> str:
    """A record whose digests fit its lines again, as far as they are lines of a record."""
    lines, chain = [], ""
    for line in text.splitlines():
        body = re.sub(r', "chain": "[0-9a-f]*"}$', "}", line)
        chain = sha256((chain + body).encode("utf-8", "surrogatepass")).hexdigest()[:16]
        lines.append(f'{body[:-1]}, "chain": "{chain}"}}\n')
    return "".join(lines)


def plain(text: str) -> Any:
    """What a file says, as mappings, lists and values that can be changed."""
    return json.loads(json.dumps(parse_yaml(encoded(text), "a.yaml").data))


def form_of(line: str) -> str:
    words = line.split()
    return (
        "svg" if "--svg" in words else words[words.index("--format") + 1] if "--format" in words else "text"
    )


class World:
    """The samples in a folder, with records, and the ways in which something of them is spoilt."""

    def __init__(self, folder: Path) -> None:
        self.texts = {file: file.read_text("utf-8") for file in sorted(folder.rglob("*.yaml"))}
        self.goldens = {file: file.read_text("utf-8") for file in sorted(folder.rglob("*.transcript"))}
        self.records = {file: file.read_text("utf-8") for file in sorted(folder.glob("*.record"))}
        self.documents = {file: plain(text) for file, text in self.texts.items()}
        self.parts: dict[Any, list[Any]] = {}
        for inside, key in places_in([*self.documents.values()]):
            self.parts.setdefault(key, []).append(inside[key])
        self.spoilt = folder / "spoilt"

    def worse(self, file: Path, chance: random.Random) -> bytes:
        """What a file says, spoilt in one of five ways."""
        way = chance.random()
        if way < 0.4:
            data = copy.deepcopy(self.documents[file])
            respell(data, self.parts, chance)
            return rewritten(data, chance)
        if way < 0.5:
            return corrupt(self.texts[file], chance)
        if way < 0.6:
            return self.crossed(file, chance)
        worsen = jumble if way < 0.8 else spoil
        return encoded(worsen(self.texts[file], chance))

    def crossed(self, file: Path, chance: random.Random) -> bytes:
        """A file of which some lines are those of another."""
        lines, others = (
            self.texts[one].splitlines(keepends=True) for one in (file, chance.choice([*self.texts]))
        )
        at, to = chance.randrange(len(lines)), chance.randrange(len(others))
        lines[at : at + chance.choice((0, 1, 9, 99))] = others[to : to + chance.choice((1, 5, 99))]
        return encoded("".join(lines))

    def alone(self, chance: random.Random) -> Trial:
        """A copy that is spoilt, beside the file."""
        file = chance.choice(list(self.texts))
        spoilt = file.with_name("spoilt.yaml")
        return Trial(chance.choice(LINES), str(spoilt), file=spoilt, content=self.worse(file, chance))

    def within(self, chance: random.Random) -> Trial:
        """A file that others refer to, spoilt in its place."""
        file = chance.choice(list(self.texts))
        around = [
            one for one in self.texts if one != file and f"{file.parent.name}/{file.name}" in self.all_of(one)
        ]
        return Trial(
            chance.choice(AROUND),
            str(chance.choice(around or [file])),
            file=file,
            content=self.worse(file, chance),
        )

    def all_of(self, file: Path) -> str:
        """A file's text with the texts that it refers to, one deep."""
        text = self.texts[file]
        named = re.findall(r"\.\./(\w+/[\w-]+\.yaml)", text)
        return text + "".join(text for other, text in self.texts.items() if str(other).endswith(tuple(named)))

    def typed(self, chance: random.Random) -> Trial:
        """A game that is typed from somewhere in its moves on, some lines misspelt or asked aside."""
        file = chance.choice([file for file, text in self.texts.items() if "\nmoves:\n" in text])
        before, _, moves = self.texts[file].partition("\nmoves:\n")
        lines = [line for line in moves.splitlines() if line.startswith("  - ")]
        kept = chance.randint(0, len(lines))
        said = [line.removeprefix("  - ") for line in lines[kept : kept + 12]]
        for _ in range(chance.randint(1, 4)):
            at = chance.randint(0, len(said))
            said[at : at + chance.randint(0, 1)] = [
                spoil(chance.choice([*said, *ASIDE]), chance)
                if chance.random() < 0.7
                else chance.choice(ASIDE)
            ]
        return Trial(
            chance.choice(TYPED),
            str(file.with_name("spoilt.yaml")),
            typed="\n".join(said) + "\n",
            file=file.with_name("spoilt.yaml"),
            content=encoded("\n".join([before, "moves:", *lines[:kept]]) if kept else before),
        )

    def record(self, chance: random.Random) -> Trial:
        """A record that was edited, by somebody who mended its digests too."""
        text = spoil(chance.choice(list(self.records.values())), chance)
        spoilt = self.spoilt.with_suffix(".record")
        text = rechained(text) if chance.random() < 0.8 else text
        said = "\n".join(spoil(chance.choice([*ASKED, *ASIDE]), chance) for _ in range(3))
        content = corrupt(text, chance) if chance.random() < 0.2 else encoded(text)
        return Trial(chance.choice(RECORDS), str(spoilt), typed=said, file=spoilt, content=content)

    def answer(self, chance: random.Random) -> Trial:
        """A record of which one answer, throw or note was edited, or a line is missing or there twice."""
        head, *lines = chance.choice(list(self.records.values())).splitlines()
        at = chance.randrange(len(lines))
        body = json.loads(lines[at])
        key = chance.choice([key for key in body if key != "chain"])
        body[key] = chance.choice(
            ["", -1, 10**30, None, True, [], [9, 9], {}, "x" * 9, spoil(str(body[key]), chance)]
        )
        lines[at : at + chance.randint(0, 1)] = [json.dumps(body)] * chance.randint(0, 2)
        spoilt = self.spoilt.with_suffix(".record")
        text = rechained("\n".join([head, *lines]))
        return Trial(
            chance.choice(RECORDS), str(spoilt), typed="undo\n?\n", file=spoilt, content=encoded(text)
        )

    def golden(self, chance: random.Random) -> Trial:
        """A transcript that is not what is played."""
        file = chance.choice(list(self.goldens))
        line = "play {} --check" + chance.choice(["", " --format github", " --format concise"])
        text = self.goldens[file]
        content = corrupt(text, chance) if chance.random() < 0.5 else encoded(spoil(text, chance))
        return Trial(line, str(file.with_suffix(".yaml")), file=file, content=content)

    def words(self, chance: random.Random) -> Trial:
        """A command line with a word that is spoilt."""
        return Trial(chance.choice(WORDS), passed(spoil(chance.choice(ASKED), chance)))

    def table(self, chance: random.Random) -> Trial:
        """An evening with one's own dice, typed by somebody who often slips."""
        said = [chance.choice(AT_TABLE) for _ in range(chance.randint(3, 20))]
        said = [spoil(line, chance) if chance.random() < 0.2 else line for line in said]
        return Trial(chance.choice(TABLES), "kept.yaml", typed="\n".join(said) + "\n")

    def completion(self, chance: random.Random) -> Trial:
        """A line that Tab was pressed in."""
        asked = chance.choice(COMPLETED).replace("{}", spoil(chance.choice(ASKED), chance))
        return Trial("", completed=passed(asked))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for kind in ("bands", "cards", "scenery", "games"):
        (tmp_path / kind).mkdir()
        for file in (SAMPLES / kind).iterdir():
            (tmp_path / kind / file.name).write_bytes(file.read_bytes())
    (tmp_path / "games/by-eye.yaml").write_text(BY_EYE, encoding="utf-8")
    for n, game in enumerate(KEPT):
        session = sit(tmp_path / f"games/{game}.yaml", tmp_path / f"{game}.record", seed=n)
        bring_on(session, 30 * n + 10)
        stand_up(session)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


# What is dear is tried less often.
WAYS: list[Callable[[World, random.Random], Trial]] = [
    *(World.alone, World.words, World.alone, World.record, World.alone, World.within, World.completion),
    *(World.alone, World.words, World.alone, World.answer, World.alone, World.typed, World.completion),
    *(World.alone, World.words, World.within, World.golden, World.answer, World.table),
]


class Ran(NamedTuple):
    """What a trial came to."""

    code: object
    out: str
    err: str
    seconds: float


def ran(trial: Trial, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ran:
    """Try it in this process, with the file as it was spoilt, and put everything back."""
    kept = trial.file.read_bytes() if trial.file and trial.file.exists() else None
    if trial.file:
        trial.file.write_bytes(trial.content)
    word = os.path.relpath(trial.word) if trial.file else trial.word
    stdin = io.BytesIO(encoded(trial.typed))
    with monkeypatch.context() as patch:
        patch.setattr("sys.stdin", io.TextIOWrapper(stdin))
        if trial.completed:
            patch.setenv("_EDENCLI_COMPLETE", "complete_bash")
            patch.setenv("_TYPER_COMPLETE_ARGS", trial.completed)
        began = time.process_time()
        with pytest.raises(SystemExit) as end:
            cli.run([one.replace("{}", word) for one in trial.line.split()])
        seconds = time.process_time() - began
    if trial.file and kept is None:
        trial.file.unlink()
    elif trial.file and kept is not None:
        trial.file.write_bytes(kept)
    for written in WRITTEN:
        Path(written).unlink(missing_ok=True)
    shutil.rmtree("there", ignore_errors=True)  # a sample, where its name came through whole
    return Ran(end.value.code or 0, *capsys.readouterr(), seconds)


def fault(trial: Trial, ran: Ran) -> str | None:
    """What went wrong in a trial, if anything did."""
    form = form_of(trial.line)
    if ran.code not in {0, 1, 2}:
        return f"{ran.code}: {ran.err[-200:]}"
    if ran.seconds > MOST_SECONDS:
        return f"{ran.seconds:.1f} s"
    try:
        if trial.completed:
            *_, quote = parse_command_line(trial.completed)
            words = [quote + one + quote for one in ran.out.splitlines() if one]
            assert all(len(shlex.split(one)) == 1 for one in words), ran.out
        if ran.code == 0 or form in {"text", "github"}:
            harmless(ran.out, form)
        harmless(ran.err)
    except (AssertionError, ValueError) as harm:
        return str(harm)[:300]
    return None


def peak_memory() -> int:
    """How many megabytes this process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_spoilt_it_ends_with_0_1_or_2_and_does_no_harm(
    seed: int, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    world, ended, slowest = World(folder), Counter[object](), (0.0, "")
    before, faults, had = sorted(folder.rglob("*")), list[str](), peak_memory()
    for n in range(MANY // len(SEEDS)):
        trial = WAYS[n % len(WAYS)](world, random.Random(f"{seed}:{n}"))  # noqa: S311  # not for secrets
        came = ran(trial, capsys, monkeypatch)
        told = f"{n}: {trial.line} {trial.word.rpartition('/')[2]} {trial.completed}"
        slowest, ended[came.code] = max(slowest, (came.seconds, told)), ended[came.code] + 1
        if (wrong := fault(trial, came)) and len(faults) < 50:
            faults.append(f"{told}\n    {wrong}")
        if n % 1000 == 999:
            with capsys.disabled():
                print(f"{n + 1}: {dict(ended)}; {slowest}; {peak_memory() - had} MB; {faults}", flush=True)  # noqa: T201
    assert not faults, "\n".join(faults)
    assert peak_memory() - had < MOST_MEGABYTES
    left = [one for one in sorted(folder.rglob("*")) if one not in before]
    assert [one for one in left if one.suffix != ".open"] == []  # a process takes that away when it ends
