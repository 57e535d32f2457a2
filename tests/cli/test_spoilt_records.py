"""Records of strangers, whose digests fit: each ends with 0, 1 or 2, soon, and shows no other file.

`EDENCLI_SPOILT_RECORDS=20000 pytest tests/cli/test_spoilt_records.py -s` tries as many and prints the
figures; what trial N of a seed does depends on these two alone. `EDENCLI_SPOILT_SEED=40` begins with another.
"""

import gzip
import io
import json
import os
import random
import resource
import shutil
import time
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from harm import ESCAPES, UNSEEN, harmless
from sessions import bring_on, sit, stand_up

from edencli import cli

ROOT = Path(__file__).parents[2]
OLD = sorted((ROOT / "tests/records").glob("*.record.gz"))
MANY = int(os.environ.get("EDENCLI_SPOILT_RECORDS", "120"))
FIRST = int(os.environ.get("EDENCLI_SPOILT_SEED", "15"))
SEEDS = range(FIRST, FIRST + 2)
MOST_SECONDS, MOST_MEGABYTES = 2.0, 150
SECRET = "AWS_SECRET=hunter2"  # noqa: S105  # what no record may show
BY_BOTS = "play strange.record"  # bots may play it to its end
COMMANDS = [
    BY_BOTS,
    *["play strange.record --red person --blue person"] * 3,
    "play strange.record --script written.yaml",
    "play strange.record --all --format json --red person --blue person",
    "play strange.record --as red --check --red person --blue person",
    "show strange.record",
    "show strange.record --until 12 --svg -",
    "show strange.record --until r2 --format json",
    "validate strange.record",
    "setup strange.record",
    "resolve-attack --record strange.record --by-hand",
    "resolve-attack Yuri Vladd --last --odds",
]
TYPED = [
    "?",
    "undo",
    "undo agreed",
    "redo",
    "state",
    "log",
    "hint",
    "correct 4 4",
    "note a",
    "",
    "4 4",
    "passes",
]

Body = dict[str, Any]
Bodies = list[Body]
NUMBERS = [
    -1,
    0,
    1,
    2,
    7,
    10**6,
    10**8,
    10**9 - 1,
    10**9,
    2**53,
    10**30,
    1.5,
    float("nan"),
    True,
    None,
    "1",
    [],
]
TEXTS = [
    "",
    "-",
    ".",
    "..",
    "/",
    "x" * 5000,
    "x " * 4000,
    "\0",
    "a\0b",
    "\ud800",
    "\udcff",
    "a\nb",
    "::error::pwned",
    UNSEEN,
    ESCAPES,
    "red",
    "person",
    "steady",
    "random",
    "xx",
    "EN",
    "9" * 400,
    "red activates Yuri",
    "dice: [4]",
    None,
    3,
    {},
]
NAMES = [
    "/etc/passwd",
    "/dev/zero",
    "/dev/stdin",
    "/dev/fd/0",
    "zero",
    "null",
    "pipe",
    "secret.yaml",
    "../secret.yaml",
    "../../dev/zero",
    "games/../../secret.yaml",
    "bands",
    "bands/",
    "./bands/jokers.yaml",
    "C:\\secret.yaml",
    "~/secret.yaml",
    "x/" * 2000 + "y.yaml",
    "y" * 300 + ".yaml",
    *(text for text in TEXTS if isinstance(text, str)),
]
FOLDERS = ["/dev", "/dev/fd", "/proc/self", "/proc/self/fd", "/etc", "/", "nowhere", "/nowhere", *NAMES]


def linked(bodies: Bodies) -> bytes:
    """Lines of a record, each with the digest of itself and all before it."""
    lines, chain = [], ""
    for body in bodies:
        text = json.dumps(body)
        chain = sha256((chain + text).encode()).hexdigest()[:16]
        lines.append(f'{text[:-1]}, "chain": "{chain}"}}\n')
    return "".join(lines).encode()


def unlinked(content: bytes) -> Bodies:
    """The lines of a record without their digests."""
    bodies = [json.loads(line) for line in content.splitlines()]
    for body in bodies:
        del body["chain"]
    return bodies


# ── the ways in which a record is spoilt ─────────────────────────────────────────────────────────────────


def spoil_head(bodies: Bodies, chance: random.Random) -> None:
    """Change one part of the head, leave it out, or add one."""
    head = bodies[0]
    files = head["files"] if isinstance(head.get("files"), dict) else {}
    key = chance.choice([*head, "seed", "drawn", "bots", "new"])
    values = {"folder": FOLDERS, "game": [*NAMES, *files], "seed": NUMBERS, "drawn": NUMBERS}
    if chance.random() < 0.1:
        head.pop(key, None)
    elif key == "bots":
        head[key] = {chance.choice(["red", "blue", "green"]): chance.choice([*TEXTS, "bot.py", "/dev/zero"])}
    elif key == "files" and files and chance.random() < 0.8:
        spoil_files(files, chance)
    else:
        head[key] = chance.choice(values.get(key, [*TEXTS, *NUMBERS]))


def spoil_files(files: dict[str, Any], chance: random.Random) -> None:
    """Rename a file that the record carries, change its text, leave it out, or add another."""
    name = chance.choice(list(files))
    way = chance.randrange(6)
    if way == 0:
        files[chance.choice(NAMES)] = files.pop(name)
    elif way == 1:
        del files[name]
    elif way == 2:
        files[name] = chance.choice([*TEXTS, files[chance.choice(list(files))], "#" * 2**20, "[" * 9999])
    elif way == 3:
        files[chance.choice(NAMES)] = chance.choice(["", SECRET, files[name]])
    elif isinstance(files[name], str):
        lines = files[name].splitlines(keepends=True) or [""]
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        reference = f"red: {chance.choice(NAMES)}\n"
        lines[at] = chance.choice(["", lines[at] * 2, lines[other], f"  {lines[at]}", reference, "\ud800\n"])
        files[name] = "".join(lines)


def spoil_line(bodies: Bodies, chance: random.Random) -> None:
    """Change one part of a line, as no program or as another moment would have written it."""
    line = chance.choice(bodies[1:] or [{}])
    key = chance.choice(
        ["kind", "n", "side", "text", "declined", "faces", "source", "events", "agreed", "private"]
    )
    others: dict[str, list[Any]] = {
        "kind": ["answer", "dice", "note", "undo", "redo", "correction", "ghost", None],
        "n": [*range(-2, 9), near(line, "n", 1), len(bodies), *NUMBERS],
        "side": ["red", "blue", None, "green", [], 3],
        "text": [*TEXTS, *(body.get("text") for body in bodies[1:])],
        "faces": [
            [],
            [1],
            [6] * 500,
            [1] * 99,
            [0],
            [7],
            [True],
            [None],
            "1",
            *(one.get("faces") for one in bodies),
        ],
        "source": ["seed", "hand", "", "ghost", 3],
        "events": [near(line, "events", 1), near(line, "events", -1), *NUMBERS],
    }
    if chance.random() < 0.1:
        line.pop(key, None)
    else:
        line[key] = chance.choice(others.get(key, [True, False, None, 1, "true"]))


def near(line: Body, part: str, step: int) -> Any:
    """A number that is nearly that of a line."""
    return line[part] + step if type(line.get(part)) is int else step


def doubt(bodies: Bodies, chance: random.Random) -> None:
    """Put in one answer for another, other dice of the same number, or leave off what comes later."""
    answers, throws = ([one for one in bodies[1:] if one.get("kind") == kind] for kind in ("answer", "dice"))
    way = chance.randrange(4)
    if way == 0 and answers:
        chance.choice(answers)["text"] = chance.choice(answers).get("text")
    elif way == 1 and throws:
        throw = chance.choice(throws)
        throw["faces"] = [chance.randint(1, 6) for _ in throw.get("faces") or ()]
    elif way == 2:
        del bodies[chance.randrange(1, len(bodies) + 1) :]
    elif throws and isinstance(throws[-1].get("faces"), list):
        del bodies[bodies.index(throws[-1]) + 1 :]
        faces = [chance.randint(1, 6) for _ in throws[-1]["faces"]]
        bodies.append({"kind": "correction", "n": throws[-1].get("n"), "faces": faces})


def take_back(bodies: Bodies, chance: random.Random) -> None:
    """Take back the last inputs, give some again, and say something else."""
    numbers = list(dict.fromkeys(one["n"] for one in bodies[1:] if type(one.get("n")) is int))
    for n in reversed(numbers[-chance.randint(1, 9) :]):
        bodies.append({"kind": "undo", "n": n, "agreed": True})
        if chance.random() < 0.2:
            bodies.append({"kind": "redo", "n": n})
    if chance.random() < 0.3 and len(bodies) > 2:
        bodies.append({**chance.choice(bodies[1:]), "n": len(bodies)})


def move_lines(bodies: Bodies, chance: random.Random) -> None:
    """Leave lines out, double them, or put them elsewhere."""
    if len(bodies) < 3:
        return
    begin = chance.randrange(1, len(bodies))
    end = min(len(bodies), begin + chance.choice((1, 1, 2, 9)))
    moved = [dict(body) for body in bodies[begin:end]]
    if chance.random() < 0.6:
        del bodies[begin:end]
    at = chance.randrange(1, len(bodies) + 1)
    bodies[at:at] = moved * chance.choice((0, 1, 1, 2))


def add_line(bodies: Bodies, chance: random.Random) -> None:
    """Put something between that takes back, gives again, corrects, notes, throws or answers."""
    near = chance.choice([body.get("n", 0) for body in bodies[1:]] or [0])
    n = near + chance.choice((-1, 0, 0, 0, 1)) if isinstance(near, int) else 0
    kind = chance.choice(["undo", "redo", "correction", "correction", "note", "dice", "answer"])
    faces = [chance.randint(1, 6) for _ in range(chance.choice((0, 1, 2, 3, 4, 4, 5, 500)))]
    line: Body = {"kind": kind, "n": n, "agreed": chance.random() < 0.5, "events": chance.randrange(99)}
    if kind in {"correction", "dice"}:
        line |= {"faces": faces, "source": chance.choice(["seed", "hand"])}
    if kind in {"note", "answer"}:
        line |= {"text": chance.choice([text for text in TEXTS if isinstance(text, str)])}
    bodies.insert(chance.choice((1, len(bodies), chance.randrange(1, len(bodies) + 1))), line)


def flood(bodies: Bodies, chance: random.Random) -> None:
    """Say something that may stand there very often."""
    last = max((body["n"] for body in bodies[1:] if type(body.get("n")) is int), default=0)
    line: Body = {"kind": chance.choice(["note", "undo", "redo", "answer", "dice", "correction"]), "n": last}
    if chance.random() < 0.5:
        bodies += [{**line, "kind": ("undo", "redo")[n % 2]} for n in range(5000)]
    else:
        bodies += [{**line, "n": last + n, "text": "a", "events": 3} for n in range(5000)]


WAYS: list[Callable[[Bodies, random.Random], None]] = [
    *(spoil_head, spoil_line, spoil_head, move_lines, doubt, add_line, spoil_head, add_line, take_back),
    *(doubt, spoil_line, doubt, take_back, add_line, doubt, spoil_head, take_back),
]


def spoilt(content: bytes, chance: random.Random) -> bytes:
    """A record of a stranger, sometimes torn or cut in the middle of a line."""
    bodies = unlinked(content)
    for _ in range(chance.choice((1, 1, 1, 1, 2, 3))):
        way = flood if chance.random() < 0.01 else chance.choice(WAYS)
        way(bodies, chance)
    made = linked(bodies)
    return made[: chance.randrange(len(made))] if chance.random() < 0.05 else made


# ── what is tried with it ────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the samples, a secret, and a pipe that nobody writes to."""
    here = tmp_path / "here"
    for kind in ("bands", "cards", "scenery", "games"):
        shutil.copytree(ROOT / "samples" / kind, here / kind)
    for secret in (tmp_path / "secret.yaml", here / "secret.yaml"):
        secret.write_text(f"{SECRET}\n", encoding="utf-8")
    os.mkfifo(here / "pipe")
    monkeypatch.chdir(here)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return here


def own_records(folder: Path) -> list[bytes]:
    """Records that were written here: short ones, from a seed, by hand, with something taken back."""
    for n, (game, seed) in enumerate(
        (("first-duel", 7), ("lanterns", None), ("low-water", 3), ("the-audit", None))
    ):
        session = sit(folder / f"games/{game}.yaml", folder / f"{game}.record", seed=seed)
        bring_on(session, 12 * n + 8)
        if session.inputs:
            session.undo(agreed=True)
            session.redo()
        stand_up(session)
    return [path.read_bytes() for path in sorted(folder.glob("*.record"))]


class Ended:
    """How a command ended: its code, what it printed, how much time it took."""

    def __init__(
        self, line: str, typed: str, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch
    ) -> None:
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        began = time.process_time()
        with pytest.raises(SystemExit) as end:
            cli.run(line.split())
        self.seconds = time.process_time() - began if line != BY_BOTS else 0.0
        self.code = end.value.code or 0
        self.out, self.err = capsys.readouterr()

    def fault(self) -> str | None:
        """What is wrong with it, if anything is."""
        if self.code not in {0, 1, 2}:
            return f"{self.code}: {self.err[-300:]}"
        if self.seconds > MOST_SECONDS:
            return f"{self.seconds:.1f} s"
        if SECRET in self.out + self.err and '"' + SECRET not in self.out:
            return "it shows a secret"
        try:
            harmless(self.err)
        except AssertionError as harm:
            return str(harm)[:300]
        return None


def memory() -> int:
    """How many megabytes this process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


@pytest.mark.parametrize("seed", SEEDS)
def test_a_record_of_a_stranger_ends_with_0_1_or_2_and_harms_nobody(
    seed: int, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    records = [*own_records(folder), *(gzip.decompress(path.read_bytes()) for path in OLD)]
    ended, slowest, faults = Counter[object](), (0.0, ""), list[str]()
    here, before = Path("strange.record"), memory()
    for n in range(MANY // len(SEEDS)):
        chance = random.Random(f"{seed}:{n}")  # noqa: S311  # not for secrets
        here.write_bytes(spoilt(chance.choice(records), chance))
        line = chance.choice(COMMANDS)
        typed = "".join(f"{chance.choice(TYPED)}\n" for _ in range(3))
        with monkeypatch.context() as patch:
            came = Ended(line, typed, capsys, patch)
        Path("written.yaml").unlink(missing_ok=True)
        slowest, ended[came.code] = max(slowest, (came.seconds, f"{n}: {line}")), ended[came.code] + 1
        if (wrong := came.fault()) and len(faults) < 50:
            faults.append(f"{seed}:{n}: {line}\n    {wrong}")
        if n % 1000 == 999:
            with capsys.disabled():
                print(f"{n + 1}: {dict(ended)}; {slowest}; {memory() - before} MB; {faults}", flush=True)  # noqa: T201
    assert not faults, "\n".join(faults)
    assert memory() - before < MOST_MEGABYTES
