"""Shows whether two trees of edencli give equal answers, byte for byte.

    OLD/.venv/bin/python tests/same_answers.py write old.json --inputs OLD
    NEW/.venv/bin/python tests/same_answers.py write new.json --inputs OLD
    python tests/same_answers.py compare old.json new.json
    python tests/same_answers.py show new.json "edencli roll 4 --seed 1"

`write` passes some thousand command lines to `edencli.cli.run` in this process, one after the other, and
keeps each one's output, exit code and written files. It uses only this function of edencli, so that it still
works when code is moved. All inputs come from the tree that `--inputs` names, so that both trees get equal
ones; they are copied to one fixed folder, so that file names are equal too. `--quick` runs about a tenth.
Everything random has a fixed seed.
"""

import argparse
import base64
import fcntl
import gc
import io
import json
import os
import random
import shlex
import shutil
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any, NamedTuple

BOOKS = ("en", "fr", "de", "it", "pt")
CHAPTERS = ("territory", "infestation", "weather")
SCRATCH = Path(tempfile.gettempdir()) / "edencli-same-answers"
OUT = "out"
"""The folder for written files; it is empty at the beginning and the end of each case."""
RULINGS: Mapping[str, Sequence[Any]] = {
    "joint-blocking": (True, False),
    "deployment-contact": (True, False),
    "extinguish-under-fear": (True, False),
    "dodge-difficulty": ("every-modifier", "profile-and-markers"),
    "shooting-effects": ("needs-cp-lost", "always"),
}
COMMANDS = (
    "validate-band", "validate", "setup", "play", "resolve-attack", "roll", "rules", "weather", "show",
    "new", "schema",
)  # fmt: skip
SCHEMAS = (
    "band", "cards", "scenery", "game", "attack", "diagnostics", "event", "odds", "roll", "rules", "show",
    "table", "weather",
)  # fmt: skip


LONGEST = 400  # characters printed of a line or a command


class Case(NamedTuple):
    """Commands that run one after the other in one folder, each with its typed input."""

    steps: tuple[tuple[Sequence[str], str], ...]
    folder: str = "."

    @property
    def name(self) -> str:
        """The commands as one would type them; no two cases have equal names."""
        lines = [f"cd {self.folder}"] if self.folder != "." else []
        for words, typed in self.steps:
            lines.append(f"edencli {shlex.join(words)}" + (f" <<< {typed!r}" if typed else ""))
        return " && ".join(lines)


def one(*words: str, typed: str = "", folder: str = ".") -> Case:
    """A case with one command."""
    return Case(((words, typed),), folder)


# ── cases ───────────────────────────────────────────────────────────────────────────────────────────────


class Inputs:
    """The files for commands: those of a tree, copied to the scratch folder, and others."""

    def __init__(self, tree: Path) -> None:
        shutil.rmtree(SCRATCH, ignore_errors=True)
        (SCRATCH / ".edencli").mkdir(parents=True)  # references may not leave this folder
        no_code = shutil.ignore_patterns("*.py", "__pycache__")
        for name in (
            "samples",
            "tests/files/examples",
            "tests/files/hostile",
            "tests/games",
            "tests/effects",
        ):
            shutil.copytree(tree / name, SCRATCH / name, ignore=no_code)
        shutil.copytree(
            SCRATCH / "samples", SCRATCH / "made"
        )  # files made from samples, beside those they refer to
        examples = SCRATCH / "tests/files/examples"
        (examples / "huge.yaml").write_bytes(b"#" * (1024 * 1024 + 1))
        (examples / "crowd.yaml").write_text("-\n" * 50_001, encoding="utf-8")
        self.codes: dict[str, Any] = json.loads((tree / "edencli/lang/en/codes.json").read_text("utf-8"))
        self.rules = _titled(tree / "edencli/rulebooks/catalogue")
        self.rulings = list(json.loads((tree / "edencli/lang/en/rules/rulings.json").read_text("utf-8")))
        self.questions = [
            asked
            for name in ("drawn", "kept", "tuned")
            for path in tree.glob(f"tests/*/questions/{name}.json")
            for asked in json.loads(path.read_text("utf-8"))
        ]

    def files(self, folder: str) -> list[str]:
        """The YAML files of a folder, by their names in the scratch folder."""
        return sorted(path.relative_to(SCRATCH).as_posix() for path in (SCRATCH / folder).rglob("*.yaml"))

    def add(self, name: str, data: Mapping[str, Any] | str) -> str:
        """Write a file into the scratch folder; JSON is valid YAML."""
        path = SCRATCH / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False, indent=1)
        path.write_text(text, encoding="utf-8")
        return name


def _titled(folder: Path) -> list[str]:
    """The names of the rules in the JSON files of a folder: all entries with titles."""
    files = [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]
    entries = [entry for data in files if isinstance(data, dict) for entry in data.items()]
    return sorted({name for name, rule in entries if isinstance(rule, dict) and "titles" in rule})


@cache
def content(name: str) -> Any:
    """The data of a YAML file in the scratch folder."""
    from ruamel.yaml import YAML  # noqa: PLC0415  # comparing answers does not need it

    return YAML(typ="safe").load((SCRATCH / name).read_text("utf-8"))


def fighters(band: str) -> list[str]:
    """The names of a band's fighters."""
    return [who if isinstance(who, str) else str(who["name"]) for who in content(band)["fighters"]]


def sides(game: str) -> tuple[list[str], list[str]]:
    """The names of a game's fighters by side: those in its position, else all of both bands."""
    data, folder = content(game), Path(game).parent
    bands = [os.path.normpath(folder / data[side]) for side in ("red", "blue")]
    there = (data.get("position") or {}).get("fighters", ())
    red, blue = ([who for who in fighters(band) if not there or who in there] for band in bands)
    return red or fighters(bands[0]), blue or fighters(bands[1])


def help_cases() -> Iterator[Case]:
    """Help, and commands used wrongly."""
    for words in ((), ("--help",), ("--version",), ("--lang", "xx", "rules"), ("ruels",)):
        yield one(*words)
    for command, more in product(COMMANDS, ((), ("--help",), ("--nonsense",), ("nothing.yaml",))):
        if more or command != "weather":  # weather would throw dice
            yield one(command, *more)
    yield from (one("schema", kind) for kind in (*SCHEMAS, "nonsense"))


def file_cases(inputs: Inputs) -> Iterator[Case]:
    """Every sample validated and shown, in every form."""
    for form in ("text", "concise", "json", "github", "sarif"):
        yield one("validate", "samples", "--format", form)
    yield from (one("validate", "samples", "--rulebook", book) for book in BOOKS)
    for name in inputs.files("samples"):
        yield from (one("validate", name, "--format", form) for form in ("text", "json", "sarif"))
        yield from (one("validate", name, "--format", "concise", "--rulebook", book) for book in BOOKS)
        yield from (one("show", name, "--format", form) for form in ("text", "json", "markdown"))
        if content(name)["kind"] != "game":
            yield from (one("show", name, "--rulebook", book) for book in BOOKS)
    for name in (*inputs.files("samples/bands"), *inputs.files("samples/patrols")):
        yield from (one("validate-band", name, "--rulebook", book) for book in BOOKS)
        for form in ("json", "markdown", "github", "sarif"):
            yield one("validate-band", name, "--format", form)
        yield from (one("show", name, "--html", f"{OUT}/x.html", "--rulebook", book) for book in BOOKS)
        yield from (one("show", name, "--markdown", f"{OUT}/x.md", "--rulebook", book) for book in BOOKS)
    for name in (*inputs.files("samples/cards"), *inputs.files("samples/scenery")):
        entries = [
            entry["name"] for part in content(name).values() if isinstance(part, list) for entry in part
        ]
        for n, entry in enumerate(entries):
            for form in ("text", "json", "markdown"):
                yield one("show", f"{name}#{entry}", "--format", form)
            yield one("show", f"{name}#{entry}", "--rulebook", BOOKS[1 + n % 4])


def new_cases(inputs: Inputs) -> Iterator[Case]:
    """Files that are begun, and samples that are copied."""
    yield one("new", "--list")
    for kind in ("band", "cards", "scenery", "game", "nonsense"):
        yield from (one("new", kind), one("new", kind, "-o", f"{OUT}/x.yaml"))
    for sample in dict.fromkeys(Path(name).stem for name in inputs.files("samples")):
        folder = f"{OUT}/club"
        yield Case(((("new", "--sample", sample, folder), ""), (("validate", folder), "")))


def rule_cases(inputs: Inputs) -> Iterator[Case]:
    """The rulebooks: every rule, ruling and code, their differences, and questions."""
    wholes = ((), ("--rulings",), ("--glossary",), ("--card",), ("--notation",), ("--effects",), ("--all",))
    for whole, form, book in product(wholes, ("text", "json", "markdown"), BOOKS):
        yield one("rules", *whole, "--rulebook", book, "--format", form)
    for pair, form in product(permutations(BOOKS, 2), ("text", "json")):
        yield one("rules", "--diff", *pair, "--format", form)
    for rule, book in product(inputs.rules, BOOKS):
        yield one("rules", rule, "--rulebook", book)
    for n, name in enumerate((*inputs.rules, *inputs.rulings, *inputs.codes)):
        yield one("rules", name, "--format", ("json", "markdown")[n % 2])
    yield from (
        one("rules", name) for name in (*inputs.rulings, *inputs.codes, "7.A", f"H-{999}", "meele.dodge")
    )
    for chapter in sorted({rule.split(".")[0] for rule in inputs.rules}):
        yield from (one("rules", chapter, "--rulebook", book) for book in BOOKS)
    for n, asked in enumerate(inputs.questions):
        if n < 240 or n % 8 == 0:
            yield one("rules", asked["question"], "--rulebook", asked["language"])
    for word in ("dodge", "esquive", "Gegner", "colpo", "dado", "xyzzy"):
        yield one("rules", "--glossary", word)


def dice_cases(inputs: Inputs) -> Iterator[Case]:
    """The weather, and dice of every kind."""
    for book, form in product(BOOKS, ("text", "json", "markdown")):
        for lender in BOOKS if book == "de" else ("",):
            lent = ("--optional", lender) if lender else ()
            yield one("weather", "--table", "--rulebook", book, *lent, "--format", form)
    for book, n in product(BOOKS, range(1, 14)):
        yield one("weather", "--roll", str(n), "--rulebook", book)
        yield one("weather", "--times", str(1 + n % 3), "--seed", str(n), "--rulebook", book)
    for n in range(1, 13):
        for difficulty in (0, 3, 5, 7):
            yield one("roll", str(n), "--difficulty", str(difficulty), "--seed", str(n + difficulty))
        yield one(
            "roll", str(n), "--difficulty", str(1 + n % 6), "--odds", "--format", ("text", "json")[n % 2]
        )
        for more in (("--seed", str(n)), ("--odds",)):
            yield from (one("roll", str(n), "--against", "4", *more), one("roll", "--burn", str(n), *more))
        yield one("roll", "--location", "--seed", str(n))
    for words in (("3", "--dice", "1,2"), ("2", "--dice", "6,6,6"), ("-1",), ("x", "cbt")):
        yield one("roll", *words)
    for band, what in product(inputs.files("samples/bands"), ("psi", "cbt", "vig", "spd", "burn")):
        for who in fighters(band):
            named = ("roll", who, what, "--band", band, *(() if what == "burn" else ("--difficulty", "4")))
            yield from (one(*named, "--odds"), one(*named, "--seed", "5", "--state", "head:1,poison:1"))


def attack_cases(inputs: Inputs, chance: random.Random) -> Iterator[Case]:
    """Attacks: exact odds and single throws, hand to hand and at a distance, in many conditions."""
    bands = inputs.files("samples/bands")
    for n in range(700):
        one_band, other = chance.sample(bands, 2)
        attacker, target = chance.choice(fighters(one_band)), chance.choice(fighters(other))
        words = ["resolve-attack", attacker, target, "--band", one_band, "--band", other]
        words += ["--rulebook", BOOKS[n % 5], "--format", ("text", "json")[n % 3 == 0]]
        gear = _weapons(inputs, attacker)
        if gear and chance.random() < 0.6:
            words += ["--with", chance.choice(gear), "--obstacles", str(chance.choice((0, 0, 1, 2)))]
            words += ["--engaged", f"blue {chance.choice(fighters(other))}"] * (chance.random() < 0.3)
            words += ["--covered", chance.choice(fighters(other))] * (chance.random() < 0.1)
            words += ["--beacon"] * (chance.random() < 0.1)
        else:
            words += ["--reaction", chance.choice(("passive", "dodge", "response"))]
            words += chance.choice(([], [], ["--above"], ["--below"]))
        states = (
            "head:1",
            "head:1,ap:1,attacks:1",
            "legs:1,fear:1",
            "arms:1,poison:2",
            "rage:1",
            "torso:2,burn:1",
        )
        for side in ("--attacker-state", "--target-state"):
            words += [side, chance.choice(states)] if chance.random() < 0.35 else []
        shift = chance.choice(("none", "max-kill", "max-wounds"))
        yield one(*words, *(["--odds"] if n % 2 else ["--seed", str(n), "--shift", shift]))
        if n % 10 == 0:
            yield one(*words, "--odds", "--policies", "--then")
            yield one(*words, "--dice", "5,4,3,6,1,2,6,6,5,4,3,3,2,1,6,5,4,6", "--advise")


def _weapons(inputs: Inputs, fighter: str) -> list[str]:
    """The weapons with which a fighter of the samples may shoot or throw."""
    cards = (card for name in inputs.files("samples/cards") for card in content(name).get("fighters", ()))
    owned = (gear for card in cards if card["name"] == fighter for gear in card.get("equipment", ()))
    return [gear["name"] for gear in owned if {"shooting", "projectile", "blast"} & set(gear)]


def game_cases(inputs: Inputs) -> Iterator[Case]:
    """Every sample game played, explained and shown, in every form."""
    games = [*inputs.files("samples/games"), *inputs.files("tests/games")]
    for folder in ("samples/games", "samples", "tests/games"):
        yield from (
            one("play", folder, "--check", "--format", form) for form in ("text", "concise", "github")
        )
    for name in games:
        told: list[tuple[str, ...]] = [(), ("--cite",), ("--format", "json"), ("--rulebook", "it")]
        told += [("--as", *seen) for seen in (("red",), ("blue",), ("red", "--format", "json"))]
        told += [("--until", until, "--cite") for until in ("r2", "40", "e120")]
        told += [("--why", str(line)) for line in range(7, _told(name), 41)]
        told += [("--random", "--seed", str(seed)) for seed in range(2)]
        yield from (one("play", name, *more) for more in told)
        yield from (
            one("setup", name),
            one("setup", name, "--random", "--seed", "3", "--export", f"{OUT}/x.yaml"),
        )
        for until, form in (("r2", "text"), ("r4", "json"), ("30", "json"), ("e90", "text")):
            yield one("show", name, "--until", until, "--format", form)
        yield from (one("show", name, "--svg", f"{OUT}/x.svg", *more) for more in ((), ("--until", "r2")))
        yield from _looks(name)


def _told(game: str) -> int:
    """The number of lines of a game's transcript."""
    golden = (SCRATCH / game).with_suffix(".transcript")
    return golden.read_text("utf-8").count("\n") if golden.exists() else 40


def _looks(game: str) -> Iterator[Case]:
    """What fighters see and reach on the table of a game."""
    red, blue = sides(game)
    for until in ((), ("--until", "r2")) if "position" in content(game) else (("--until", "r2"),):
        table = ("show", game, *until)
        pairs = [*zip(red, blue, strict=False), *zip(blue, reversed(red), strict=False)]
        for n, (who, whom) in enumerate(pairs[::2]):
            form = ("--format", ("text", "json", "markdown")[n % 3])
            yield from (one(*table, "--sight", who, *more) for more in ((whom, *form), ()))
            yield one(*table, "--reach", who)
            place = f"{20 + 3 * n},{40 - 4 * n}"
            yield from (one(*table, "--route", who, to, *form) for to in (place, whom))
            yield from (one(*table, "--blast", who, place, *form), one(*table, "--explosion", place))
    first = red[0]
    for look in (("--sight", first, blue[0]), ("--reach", first), ("--blast", first, "30,30")):
        yield one("show", game, "--until", "r2", *look, "--svg", f"{OUT}/x.svg")


PAGES = (
    "?",
    "state",
    "score",
    "why",
    "hint",
    "advise",
    "log",
    "score\nmap",
    "odds",
    "secrets red",
    "? dodge",
    "help",
)
SAID = (
    "{a} flies", "{a} attacks {b}", "{a} moves 6 north", "{a} moves 300 north", "{a} charges {b}",
    "{a} shoots {b}", "{b} dodges", "{b} is done", "{a} moves to 1, 1", "red bids 99", "red bids 1", "1",
    "2", "7", "undo", "undo agreed", "yes", "no", "passive",
    "by agreement: {a} loses 1 CP in the head\nstate", "by agreement: {a} loses a shoe", "done",
    "expect: {{{a}: {{ap: 9}}}}", "note Look: there", "4 5 1 1", "show {a}", "sight {a} {b}",
    "measure {a} {b}", "route {a} 30,30", "{a} to behind {b}", "{a} moves 5 towards {b}\nstate",
    "secrets blue", "save out/x.yaml", "redo", "correct 1 1", "attacks {b}", "odds {b}", "{a}", "{a} does",
    "blue activates {b}\n?", "red activates {a}\n?",
)  # fmt: skip


def typed_cases(inputs: Inputs, chance: random.Random) -> Iterator[Case]:
    """Sample games stopped at some point, with typed pages, answers and slips."""
    for name in inputs.files("samples/games"):
        data, (red, blue) = content(name), sides(name)
        moves = data.get("moves") or []
        for n in range(3):
            part = {**data, "moves": moves[: len(moves) * (n + 1) // 4], "unfinished": True}
            game = inputs.add(f"made/games/part-{n}-{Path(name).stem}.yaml", part)
            options = ("play", "-i", game, "--no-record", *(("--as", "blue") if n == 2 else ()), *_dice(data))
            yield from (one(*options, typed=f"{page}\n") for page in chance.sample(PAGES, 4))
            for line in chance.sample(SAID, 6):
                said = line.format(a=chance.choice(red), b=chance.choice(blue))
                yield one(*options, typed=f"{said}\n")
            yield one(*options, "--format", "json", typed="")


def retyped_cases(inputs: Inputs) -> Iterator[Case]:
    """Sample games whose moves are typed: as in the file, and as people say them."""
    for name in inputs.files("samples/games"):
        data = content(name)
        lines = [line for move in data.get("moves") or [] if (line := _typed_line(move))]
        game = inputs.add(
            f"made/games/bare-{Path(name).stem}.yaml", {**data, "moves": [], "unfinished": True}
        )
        for said in (lines, [line.lower() for line in lines], [_without_doer(line) for line in lines]):
            typed = "".join(f"{line}\n" for line in said)
            by_hand = ("--by-hand",) if _dice(data) else ()
            yield one("play", "-i", game, "--no-record", "--all", *by_hand, typed=typed)


def _dice(game: Mapping[str, Any]) -> tuple[str, ...]:
    """A seed for a game without one, which would get a fresh one."""
    return () if "seed" in game.get("dice", {}) else ("--seed", "5")


def _typed_line(move: Any) -> str:
    """A move of a script as it is typed; empty for what only a script can say."""
    if isinstance(move, str):
        return move
    if "dice" in move:
        return " ".join(map(str, move["dice"]))
    if "note" in move:
        return f"note {move['note']}"
    return f"expect: {json.dumps(move['expect'], ensure_ascii=False)}" if "expect" in move else ""


def _without_doer(line: str) -> str:
    """An act without its fighter, as one may type it in that fighter's activation."""
    for verb in ("moves to", "charges", "attacks", "shoots", "is done", "throws"):
        before, found, after = line.partition(f" {verb}")
        if found and before and not before.startswith(("note", "expect")):
            return f"{verb}{after}"
    return line


def bout_cases(inputs: Inputs) -> Iterator[Case]:
    """Attacks and rolls typed one after another, and new matches of two bands."""
    bands = inputs.files("samples/bands")
    for n, (red, blue) in enumerate([*combinations(bands, 2)][::2]):
        a, b = fighters(red)[n % 4], fighters(blue)[n % 3]
        attacks = (
            f"{a} {b}\nd\n4 5 1 6\n3\n?\nundo\n",
            f"{a} {b}\np\n6 6 6 6\n",
            f"{b}\n{a}\n?\n",
            "?\nround\n",
        )
        named = ("resolve-attack", "--band", red, "--band", blue, "--rulebook", BOOKS[n % 5])
        yield one(*named, "--by-hand", typed=attacks[n % 4])
        yield one(*named, "--seed", str(n), typed=f"{a} {b}\ndodge\n{a} {b}\npassive\nundo\nround\n")
        kept = (*named, "--keep", f"{OUT}/kept.yaml", "--seed", str(n), a, b, "--reaction", "passive")
        yield Case(((kept, ""), (kept, "")))
        yield one("roll", a, "cbt", "--band", red, "--difficulty", "4", "--by-hand", typed="4 5 1 6\n6 1 2\n")
        match = ("play", red, blue, "--no-record", "--rulebook", BOOKS[n % 5], "--field")
        yield one(
            *match,
            inputs.files("samples/scenery")[n % 8],
            "--seed",
            str(n),
            "--red",
            "random",
            typed="1\n?\n",
        )
        yield one(*match, "none", "--by-hand", typed="red bids 1\nblue bids 0\nstate\n?\n")


def record_cases(inputs: Inputs) -> Iterator[Case]:
    """Matches that are typed and recorded, shown again, and written as scripts."""
    record = f"{OUT}/x.record"
    for name in inputs.files("samples/games"):
        for blue, typed in (("random", "note And so on.\n"), ("person", "")):
            bots = ("--red", "random", "--blue", blue)
            steps = (
                (("play", "-i", name, "--record", record, "--seed", "3", *bots), typed),
                (("play", record, "--all"), "state\nscore\nlog\nwhy\n"),
                (("play", record, "--all", "--script", f"{OUT}/x.yaml"), ""),
                (("show", record, "--as", "red"), ""),
                (("play", record), "undo agreed\nredo\nstate\n"),
            )
            yield Case(steps)


def faulty_cases(inputs: Inputs, chance: random.Random) -> Iterator[Case]:
    """Faulty files: the examples of the codes, hostile ones, and samples with slips."""
    here = "tests/files/examples"
    for code, explained in inputs.codes.items():
        for quality in ("bad", "good"):
            example = explained[quality]
            if example.startswith("$ edencli "):
                for more in ((), ("--format", "json")):
                    yield one(*shlex.split(example)[2:], *more, folder=here)
                continue
            name = Path(inputs.add(f"{here}/{code}-{quality}.yaml", example)).name
            for form in ("text", "json", "github"):
                yield one("validate", name, "--format", form, folder=here)
            if "kind: game" in example:
                yield one("play", name, folder=here)
    for name in inputs.files("tests/files/hostile"):
        yield from (one("validate", name, "--format", form) for form in ("text", "json", "sarif"))
    yield from (one("validate", "tests", "--format", form) for form in ("concise", "github"))
    for n, name in enumerate(chance.choices(inputs.files("samples"), k=240)):
        made = f"{Path('made', *Path(name).parts[1:-1])}/slip-{n}.yaml"
        slip = inputs.add(made, _with_slip((SCRATCH / name).read_text("utf-8"), chance))
        yield from (one("validate", slip), one("play" if "/games/" in slip else "show", slip))


def _with_slip(text: str, chance: random.Random) -> str:
    """A text with a slip in it: a line missing, doubled, swapped or indented, or a word changed."""
    lines = text.splitlines()
    at = chance.choice([n for n, line in enumerate(lines) if line.strip() and not line.startswith("#")])
    words = lines[at].split(" ")
    slips: list[list[str]] = [
        [],
        [lines[at], lines[at]],
        [lines[at][::-1]],
        [f"  {lines[at]}"],
        [lines[at].replace("e", "", 1)],
        [lines[at].translate(str.maketrans("0123456789", "9876543210"))],
        [" ".join(words[:-1])],
        [" ".join([*words[:-1], "nonsense"])],
        [lines[at].replace(": ", ": -", 1)],
    ]
    lines[at : at + 1] = chance.choice(slips)
    return "\n".join(lines) + "\n"


# ── random matches ───────────────────────────────────────────────────────────────────────────────────────


def match_cases(inputs: Inputs, most: int) -> Iterator[Case]:
    """Random matches, equally many in each book: text or JSON, some by `steady`, some typed and recorded."""
    for number, book in ((n, book) for n in range(most // len(BOOKS)) for book in BOOKS):
        game = inputs.add(f"matches/{book}-{number}.yaml", random_game(inputs, book, number))
        seed, eyes = str(number), not content(game)["field"].get("measured", True)
        if number % 10 == 9:
            record, bots = f"{OUT}/x.record", ("--red", "random", "--blue", "random")
            begin = ("play", "-i", game, "--seed", seed, "--record", record, *bots)
            again = (("play", record, "--all"), "state\nlog\n")
            yield Case(((begin, ""), again, (("play", record, "--all", "--script", f"{OUT}/x.yaml"), "")))
        elif number % 20 == 5 and not eyes:
            yield one("play", game, "--seed", seed, "--red", "steady", "--blue", "random", "--cite")
        else:
            form = (("--cite",), ("--format", "json"), (), ("--as", "red"))[number % 4]
            yield one("play", game, "--seed", seed, "--random", *form)


def random_game(inputs: Inputs, book: str, number: int) -> dict[str, Any]:
    """A game of two sample bands, sometimes with optional chapters, rulings, scenery, or without measuring.

    Every third one begins face to face in mid-field, else before the preparation.
    """
    chance = random.Random(f"{book} {number}")  # noqa: S311  # a test guards no secret
    every = [some for n in range(len(CHAPTERS) + 1) for some in combinations(CHAPTERS, n)]
    chapters = every[number % len(every)]
    bands = [*inputs.files("samples/bands"), *inputs.files("samples/patrols")]
    red, blue = chance.choice(bands), chance.choice(bands)
    fit = [it for it in inputs.files("samples/scenery") if "territory" not in chapters or _is_priced(it)]
    scenery = chance.sample(fit, chance.choice((1, 2) if "territory" in chapters else (0, 1, 1, 2)))
    field: dict[str, Any] = {"scenery": [f"../{name}" for name in scenery], "measured": number % 5 != 3}
    if field["measured"]:
        field["size"] = chance.choice((60, 60, 60, 80, [90, 60]))
    if "infestation" in chapters:
        field["npfs"] = ["../samples/cards/npfs.yaml"]
    game: dict[str, Any] = {
        "kind": "game", "name": f"Match {number}", "rulebook": book, "chapters": list(chapters),
        "red": f"../{red}", "blue": f"../{blue}", "field": field, "dice": {"seed": number},
        "rulings": {name: chance.choice(values) for name, values in RULINGS.items() if chance.random() < 0.3},
    }  # fmt: skip
    if book == "de":
        game["optional"] = chance.choice(("fr", "en", "it", "pt"))
    if number % 3 == 0 and field["measured"]:
        game["position"] = _face_to_face(red, blue)
    return game


def _is_priced(scenery: str) -> bool:
    """Tell whether all of a collection of scenery can be bought."""
    return all("cost" in piece for piece in content(scenery)["elements"])


def _face_to_face(red: str, blue: str) -> dict[str, Any]:
    """A position in which two bands stand in rows, a Move apart."""
    places = {
        f"{side} {who}": {"at": [15 + 6 * n, y]}
        for side, band, y in (("red", red, 24), ("blue", blue, 34))
        for n, who in enumerate(fighters(band))
    }
    leaders = {side: f"{side} {fighters(band)[0]}" for side, band in (("red", red), ("blue", blue))}
    players = {side: {"sp": 5, "leader": leader} for side, leader in leaders.items()}
    return {"step": "first-player", "fighters": places, "players": players}


def all_cases(inputs: Inputs, matches: int, *, quick: bool, only: str | None) -> Iterator[Case]:
    """All cases, or those of one kind; with `quick`, only one in several of each kind."""
    chance = random.Random(1)  # noqa: S311  # a test guards no secret
    kinds: dict[str, tuple[Iterable[Case], int]] = {
        "help": (help_cases(), 1),
        "files": (file_cases(inputs), 7),
        "new": (new_cases(inputs), 6),
        "rules": (rule_cases(inputs), 11),
        "dice": (dice_cases(inputs), 11),
        "attacks": (attack_cases(inputs, chance), 11),
        "games": (game_cases(inputs), 11),
        "typed": (typed_cases(inputs, chance), 23),
        "records": (record_cases(inputs), 11),
        "faulty": (faulty_cases(inputs, chance), 11),
        "matches": (match_cases(inputs, matches), 1),
        "retyped": (retyped_cases(inputs), 7),
        "bouts": (bout_cases(inputs), 11),
    }
    for kind, (cases, step) in kinds.items():
        chosen = list(cases)[:: step if quick else 1]  # unwanted kinds too: all share one random generator
        yield from chosen if only in {None, kind} else ()


# ── running ─────────────────────────────────────────────────────────────────────────────────────────────

Run = Callable[[list[str]], None]


def answer(run: Run, case: Case) -> str:
    """All that a case prints and writes, and its exit codes."""
    out = SCRATCH / case.folder / OUT
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    os.chdir(SCRATCH / case.folder)
    told = list[str]()
    for words, typed in case.steps:
        told += _step(run, words, typed)
        if len(case.steps) > 1:
            gc.collect()  # an object that still holds a record would lock it for the next command
    for path in sorted(path for path in out.rglob("*") if path.is_file()):
        written = path.read_bytes().decode("utf-8", "backslashreplace")
        told.append(f"── wrote {path.relative_to(out)}\n{written}")
    shutil.rmtree(out)
    return "".join(told)


def _step(run: Run, words: Sequence[str], typed: str) -> Iterator[str]:
    """The output and the exit code of one command."""
    out, err, before = _stream(), _stream(), sys.stdin
    sys.stdin = _stream(typed)
    code: object = None
    try:
        with redirect_stdout(out), redirect_stderr(err):
            run([*words])
    except SystemExit as end:
        code = end.code
    finally:
        sys.stdin = before
    yield f"── edencli {shlex.join(words)}: exit {code or 0}\n"
    for title, stream in (("stdout", out), ("stderr", err)):
        stream.seek(0)
        yield f"── {title}\n{stream.read()}"


def _stream(text: str = "") -> io.TextIOWrapper:
    """A stream in memory that edencli treats as a pipe."""
    return io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8", newline="\n", write_through=True)


def settle_environment() -> None:
    """Remove environment variables that would change an answer."""
    for name in [name for name in os.environ if name.startswith(("EDENCLI_", "_EDENCLI", "LC_", "FORCE_"))]:
        del os.environ[name]
    for name in ("CI", "GITHUB_ACTIONS", "LANGUAGE", "TERM"):
        os.environ.pop(name, None)
    state = str(SCRATCH / "state")
    os.environ |= {
        "NO_COLOR": "1",
        "COLUMNS": "80",
        "LINES": "24",
        "LANG": "C.UTF-8",
        "XDG_STATE_HOME": state,
    }


def write(target: Path, tree: Path, matches: int, *, quick: bool, only: str | None) -> None:
    """Run every case with the edencli of this interpreter, and write the answers."""
    lock = SCRATCH.with_suffix(".lock").open("w")
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # one run at a time: they share the scratch folder
    settle_environment()
    gc.set_threshold(100_000)
    from edencli.cli import run  # noqa: PLC0415  # only after the environment is settled

    say(f"asked is {sys.modules['edencli'].__file__}")
    began, inputs = time.monotonic(), Inputs(tree.resolve())
    cases = list(all_cases(inputs, matches, quick=quick, only=only))
    answers, spent, slowest = dict[str, str](), dict[str, float](), list[tuple[float, str]]()
    for n, case in enumerate(cases):
        if n % 500 == 0:
            say(f"{n} of {len(cases)}, {time.monotonic() - began:.0f} s")
        since = time.monotonic()
        told = _packed(answer(run, case))
        seconds = time.monotonic() - since
        command = next(iter(case.steps[0][0]), "nothing")
        spent[command] = spent.get(command, 0.0) + seconds
        slowest = sorted([*slowest, (seconds, case.name)])[-8:]
        if answers.setdefault(case.name, told) != told:
            say(f"asked twice, with two answers: {case.name}")
    os.chdir("/")
    target.write_text(json.dumps(answers, ensure_ascii=False, indent=0), encoding="utf-8")
    say("\n".join(f"{seconds:.1f} s {name[:LONGEST]}" for seconds, name in slowest))
    say("seconds by command: " + ", ".join(f"{name} {spent.get(name, 0):.0f}" for name in COMMANDS))
    exits = Counter(code for told in answers.values() for code in _exits(_unpacked(told)))
    say(f"commands by exit code: {dict(sorted(exits.items()))}")
    say(f"{len(answers)} answers, {time.monotonic() - began:.0f} s, {time.process_time():.0f} s of them CPU")


def _exits(told: str) -> list[str]:
    """The exit codes of the commands in an answer."""
    heads = (line for line in told.splitlines() if line.startswith("── edencli "))
    return [head.rpartition(": exit ")[2] for head in heads]


def _packed(text: str) -> str:
    return base64.b64encode(zlib.compress(text.encode("utf-8", "surrogateescape"))).decode()


def _unpacked(text: str) -> str:
    return zlib.decompress(base64.b64decode(text)).decode("utf-8", "surrogateescape")


def compare(old: Path, new: Path, most: int) -> int:
    """Print which answers differ, grouped by their first difference; return how many do."""
    before, after = (json.loads(path.read_text("utf-8")) for path in (old, new))
    alike: dict[str, list[str]] = {}
    for name in (name for name in before if name in after and before[name] != after[name]):
        was, now = _unpacked(before[name]), _unpacked(after[name])
        if was != now:
            alike.setdefault(first_difference(was, now), []).append(name)
    for difference, names in [*alike.items()][:most]:
        more = f"\n  and {len(names) - 1} more like it" if names[1:] else ""
        say(f"{names[0][:LONGEST]}\n{difference}{more}\n")
    for path, names in ((old, [*before.keys() - after.keys()]), (new, [*after.keys() - before.keys()])):
        for name in sorted(names)[:most]:
            say(f"{name[:LONGEST]}\n  only in {path}\n")
    differing = sum(map(len, alike.values())) + len(before.keys() ^ after.keys())
    say(f"{differing} of {len(before.keys() | after.keys())} answers differ, in {len(alike)} ways")
    return differing


def first_difference(old: str, new: str) -> str:
    """The first line that differs between two texts, and the part of the answer it is in."""
    lines, others = old.split("\n"), new.split("\n")
    at = next((n for n, pair in enumerate(zip(lines, others, strict=False)) if pair[0] != pair[1]), None)
    at = min(len(lines), len(others)) if at is None else at
    part = next((line for line in reversed(lines[:at]) if line.startswith("── ")), "")
    was, now = (repr(side[at][:LONGEST]) if at < len(side) else "(nothing)" for side in (lines, others))
    return f"  {part}\n  old: {was}\n  new: {now}"


def say(text: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Write, compare or show answers, as the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    ways = parser.add_subparsers(dest="way", required=True)
    writing = ways.add_parser("write", help="run everything, and keep the answers in OUT")
    writing.add_argument("out", type=Path)
    writing.add_argument("--inputs", type=Path, default=Path(__file__).resolve().parents[1], help="a tree")
    writing.add_argument("--matches", type=int, default=500, help="how many random matches (25 with --quick)")
    writing.add_argument("--quick", action="store_true", help="about a tenth of it")
    writing.add_argument("--only", metavar="KIND", help="one kind of what is run, such as matches or rules")
    comparing = ways.add_parser("compare", help="tell what differs")
    comparing.add_argument("old", type=Path)
    comparing.add_argument("new", type=Path)
    comparing.add_argument("--most", type=int, default=20, help="how many differences are told")
    showing = ways.add_parser("show", help="print the whole answers to commands like NAME")
    showing.add_argument("out", type=Path)
    showing.add_argument("name")
    given = parser.parse_args()
    if given.way == "write":
        matches = 25 if given.quick else given.matches
        write(given.out.resolve(), given.inputs, matches, quick=given.quick, only=given.only)
    elif given.way == "show":
        for name, told in json.loads(given.out.read_text("utf-8")).items():
            if given.name in name:
                say(f"{name}\n{_unpacked(told)}")
    else:
        return 1 if compare(given.old, given.new, given.most) else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
