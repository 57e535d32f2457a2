"""Spoilt files and spoilt command lines, run in this process: 0, 1 or 2, and nothing that does harm.

`EDENCLI_SPOILT=200000 pytest tests/cli/test_spoilt.py -s` runs as many and prints the figures.
"""

import io
import os
import random
import resource
import time
from collections import Counter
from pathlib import Path

import pytest
from harm import ESCAPES, UNSEEN, harmless

from edencli import cli

SAMPLES = Path(__file__).parents[2] / "samples"
MANY = int(os.environ.get("EDENCLI_SPOILT", "2000"))
SEEDS = [15, 16, 17, 18]

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
    "roll {}#Yuri cbt --difficulty 4 --seed 1",
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
    "show games/street-corner.yaml --sight Yuri {}",
    "show games/street-corner.yaml --route Yuri {}",
    "show cards/jokers.yaml#{}",
    "play games/first-duel.yaml --until {}",
    "validate {}",
    "{}",
]
ASKED = [
    "melee.dodge",
    "esquive",
    "Yuri",
    "4,5,1",
    "20,30",
    "r2",
    "Mirka Rag-Doll",
    "games/first-duel",
    "7.A",
]


def spoil(text: str, chance: random.Random) -> str:
    """A text with a few cuts, insertions and doublings."""
    for _ in range(chance.randint(1, 4)):
        begin = chance.randint(0, len(text))
        end = min(len(text), begin + chance.choice((0, 0, 1, 3, 20)))
        kept = text[begin:end] * chance.choice((0, 1, 2))
        text = text[:begin] + chance.choice(PIECES) + kept + text[end:]
    return text


def typed(word: str) -> str:
    """A word as a system hands it over: no NUL, and bytes that are no text as Python stands for them."""
    return word.replace("\0", "").replace("\ud800", "\udcff")


def form_of(line: str) -> str:
    words = line.split()
    return (
        "svg" if "--svg" in words else words[words.index("--format") + 1] if "--format" in words else "text"
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for kind in ("bands", "cards", "scenery", "games"):
        (tmp_path / kind).mkdir()
        for file in (SAMPLES / kind).iterdir():
            (tmp_path / kind / file.name).write_bytes(file.read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CI", raising=False)
    return tmp_path


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_spoilt_it_ends_with_0_1_or_2_and_does_no_harm(
    seed: int, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    chance, ended = random.Random(seed), Counter[object]()  # noqa: S311  # not for secrets
    texts = {file: file.read_text("utf-8") for file in sorted(folder.rglob("*.yaml"))}
    before, slowest = sorted(folder.rglob("*")), (0.0, "")
    for n in range(MANY // len(SEEDS)):
        if n % 4:
            file = chance.choice(list(texts))
            spoilt = file.with_name("spoilt.yaml")
            content = spoil(texts[file], chance)
            spoilt.write_bytes(content.encode("utf-8", "surrogatepass"))
            line, word = chance.choice(LINES), os.path.relpath(spoilt, folder)
        else:
            line, word = chance.choice(WORDS), typed(spoil(chance.choice(ASKED), chance))
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"4 4 4\n")))
        began = time.process_time()
        with pytest.raises(SystemExit) as end:
            cli.run([one.replace("{}", word) for one in line.split()])
        slowest = max(slowest, (time.process_time() - began, f"{n}: {line}"))
        said, form = capsys.readouterr(), form_of(line)
        ended[end.value.code or 0] += 1
        assert (end.value.code or 0) in {0, 1, 2}, (n, line, word, said.err[-300:])
        if end.value.code in {0, None} or form in {"text", "github"}:
            harmless(said.out, form)
        harmless(said.err)
        if n % 4:
            spoilt.unlink()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{n + 1} runs: {dict(ended)}; slowest {slowest[0]:.1f} s ({slowest[1]}); peak {peak} MB")  # noqa: T201
    assert [one for one in sorted(folder.rglob("*")) if one not in before] == []
