"""Real screens in the languages that are begun: what is kept in `tests/lang/screens/` was read by eye.

EDENCLI_UPDATE=1 .venv/bin/python -m pytest tests/lang/test_screens.py     writes them anew, to be read
"""

import os
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from edencli import __version__
from edencli.cli import run
from edencli.files.loader import parse_yaml
from edencli.files.shapes import build_value
from edencli.lang import Words, current_words, set_current_words
from edencli.pages.card_sentences import effect_sentence, scoring_conditions

HERE = Path(__file__).parent / "screens"
SAMPLES = Path(__file__).parents[2] / "samples"
COMMANDS = (
    "play games/first-duel.yaml",
    "rules melee.dodge --rulebook {book}",
    "show cards/jokers.yaml#Yuri",
    "resolve-attack Yuri Vlädd --cards cards/jokers.yaml --odds",
    "resolve-attack Yuri Vlädd --cards cards/jokers.yaml --reaction dodge --dice 5,2,6,1,4,3,5,2",
    "weather --roll 9",
)


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Leave the language as it was found; among the samples, at 80 columns."""
    before = current_words()
    monkeypatch.chdir(SAMPLES)
    monkeypatch.setenv("COLUMNS", "80")
    yield
    set_current_words(before)


def hold(name: str, text: str) -> None:
    """Compare a text with what is kept of that name, or keep it."""
    path, text = HERE / name, text.replace(f"  {__version__}\n", "  0.0.0\n")  # the head of a transcript
    if os.environ.get("EDENCLI_UPDATE"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["fr", "de", "it", "pt"])
def test_the_screens_of_a_first_evening(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    set_current_words(Words(language))
    shown = []
    for command in COMMANDS:
        with pytest.raises(SystemExit) as ended:
            run(shlex.split(command.format(book=language)))
        assert ended.value.code == 0
        shown.append(f"$ edencli {command.format(book=language)}\n{capsys.readouterr().out}")

    hold(f"{language}.txt", "\n".join(shown))


@pytest.mark.parametrize("language", ["fr", "de"])
def test_the_sentences_of_all_sample_cards(language: str) -> None:
    words, lines = Words(language), list[str]()
    for file in sorted(Path("cards").glob("*.yaml")):
        cards = build_value("cards", parse_yaml(file.read_bytes(), file.name).data)
        abilities = [one for who in (*cards.fighters, *cards.npfs) for one in who.abilities]
        for card in (*abilities, *cards.tactics, *cards.missions):
            said = [effect_sentence(words, effect) for effect in card.effects]
            for objective in getattr(card, "objectives", ()):
                said += scoring_conditions(words, objective)
            lines += [f"{file.stem}#{card.name}", *(f"    {one}" for one in said)] if said else []

    hold(f"cards.{language}.txt", "".join(f"{line}\n" for line in lines))
