"""Every language says what English says, with its values and forms of its own; what is faulty falls back."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from lang.checks import MADE_FROM, NOTES, area_of, faults_of, files, messages, origins

from edencli import lang
from edencli.cli import run
from edencli.lang import AREAS, ENGLISH, HOME, Words, current_words, set_current_words
from edencli.model.terms import Marker

LANGUAGES = sorted(path.parent.name for path in HOME.glob("*/language.json"))
OTHERS = [name for name in LANGUAGES if name != ENGLISH]
EXAMPLES = json.loads((MADE_FROM.parent / "examples.json").read_text(encoding="utf-8"))
SHORT = 3  # words: what is shorter needs a note


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Leave the language as it was found."""
    before = current_words()
    yield
    set_current_words(before)


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of all languages, in which faults may be planted; edencli speaks from it."""
    home = tmp_path / "lang"
    shutil.copytree(HOME, home, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(lang, "HOME", home)
    lang._language.cache_clear()
    lang._area.cache_clear()
    return home


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_language_has_no_fault(name: str) -> None:
    made_from = None if name == ENGLISH else MADE_FROM / f"{name}.json"

    assert faults_of(HOME / name, made_from) == []


def change(path: Path, message: str, text: Callable[[str], str] | str) -> None:
    """Say a message of a file otherwise."""
    data = json.loads(path.read_text(encoding="utf-8"))
    data[message] = text if isinstance(text, str) else text(data[message])
    path.write_text(json.dumps(data), encoding="utf-8")


WOUNDED = "wounded"
PLANTED: dict[str, tuple[Callable[[str], str], str]] = {
    "a dropped placeholder": (lambda text: text.replace("{victim} ", ""), "leaves out {victim}"),
    "a misspelt placeholder": (
        lambda text: text.replace("{victim}", "{vctim}"),
        "shows {vctim}, which English has not",
    ),
    "a lost plural": (lambda text: re.sub(r"\{wounds\|.*?\}", "{wounds|blessure}", text), "has not 2 texts"),
    "an undeclared form": (
        lambda text: text.replace("{limb:to}", "{limb:two}"),
        "asks for the form 'two', which nothing has",
    ),
    "a gender that no card need give": (
        lambda text: text.replace("{victim} ", "{victim} {victim?she|elle|} "),
        "has no text for a fighter without a gender",
    ),
    "a brace too many": (lambda text: text + "{", "has a brace that is no value"),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_named_and_no_other(fault: str, copied: Path) -> None:
    text, said = PLANTED[fault]
    change(copied / "fr" / "events.json", WOUNDED, text)

    (found,) = faults_of(copied / "fr")

    assert found.startswith(f"events: {WOUNDED}: ")
    assert found.endswith(said)


def test_a_message_that_english_lacks_is_named(copied: Path) -> None:
    change(copied / "fr" / "events.json", "wouunded", "{victim} est blessé.")

    assert faults_of(copied / "fr") == ["events: wouunded: English has no such message"]


def test_a_changed_english_sentence_names_its_old_translation(copied: Path) -> None:
    change(copied / ENGLISH / "events.json", WOUNDED, "{victim}: {wounds} {wounds|wound|wounds}, {limb}.")

    found = changed_in(copied)

    assert len(found) == 1
    assert found[0].startswith(f"events: {WOUNDED}: English was changed since: ")


def changed_in(home: Path) -> list[str]:
    """The messages of French that are out of date where English is that of a folder."""
    english = {file: messages(home / ENGLISH, file) for file in files(home / ENGLISH)}
    return faults_of(home / "fr", MADE_FROM / "fr.json", english)


def test_only_what_was_translated_anew_is_made_from_the_new_english(tmp_path: Path) -> None:
    folder = tmp_path / "fr"
    folder.mkdir()
    (folder / "events.json").write_text(json.dumps({WOUNDED: "neu", "healed": "as before"}), encoding="utf-8")
    as_now = origins(folder, {})
    old = {id_: ["stale000", one[1]] for id_, one in as_now.items()}
    old["events: wounded"] = ["stale000", "other000"]

    again = origins(folder, old)

    assert again == {"events: wounded": as_now["events: wounded"], "events: healed": old["events: healed"]}


BREAKS: dict[str, Callable[[Path], object]] = {
    "no JSON": lambda home: (home / "fr/language.json").write_text("{", "utf-8"),
    "a setting is missing": lambda home: (home / "fr/language.json").write_text('{"name": "F"}', "utf-8"),
    "an area is no JSON": lambda home: (home / "fr/events.json").write_text("[", "utf-8"),
}


@pytest.mark.parametrize("broken", BREAKS)
def test_a_broken_language_breaks_no_other(
    broken: str, copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    BREAKS[broken](copied)

    with pytest.raises(SystemExit) as ended:
        run(["weather", "--roll", "9"])

    assert (ended.value.code, capsys.readouterr().err) == (0, "")


def test_a_broken_setting_is_one_fault(copied: Path) -> None:
    BREAKS["a setting is missing"](copied)

    (fault,) = faults_of(copied / "fr")

    assert fault.startswith("language.json: ")


def test_a_message_that_shows_what_there_is_not_is_said_in_english(copied: Path) -> None:
    change(copied / "fr" / "events.json", WOUNDED, "{vctim} subit {wounds} blessures.")
    values = {"victim": "Yuri", "wounds": 2, "limb": "legs"}

    assert Words("fr", home=copied).say("events", WOUNDED, **values) == Words().say(
        "events", WOUNDED, **values
    )


def test_a_list_of_another_length_is_said_in_english(copied: Path) -> None:
    change(copied / "fr" / "sheet.json", "band.head", "")
    data = json.loads((copied / "fr" / "sheet.json").read_text(encoding="utf-8"))
    (copied / "fr" / "sheet.json").write_text(json.dumps(data | {"band.head": ["Nom"]}), encoding="utf-8")

    assert Words("fr", home=copied).area("sheet")["band.head"] == Words().area("sheet")["band.head"]


def test_an_incomplete_language_says_so_once(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run(["weather", "--roll", "9", "--lang", "it"])
    told = capsys.readouterr()

    assert ended.value.code == 0
    assert told.err == "edencli: Italiano: not everything is translated yet; the rest is in English\n"
    assert "Regolamento inglese" in told.out


def test_every_message_belongs_to_an_area_and_every_short_text_has_a_note_or_an_example() -> None:
    unnoted = []
    for file in files(HOME / ENGLISH):
        assert file.partition("/")[0] in NOTES["areas"], file
        for message, text in messages(HOME / ENGLISH, file).items():
            assert area_of(file, message) in AREAS
            words = re.sub(r"\{[^}]*\}", "", text).split()
            if 0 < len(words) <= SHORT and file in {"events", "effects", "odds", "table", "status"}:
                id_ = f"{file}: {message}"
                noted = id_ in EXAMPLES or any(id_.startswith(start) for start in NOTES["messages"])
                unnoted += [] if noted or text.endswith(".") else [f"{id_}: {text}"]

    assert unnoted == []


def test_an_example_is_of_a_message_that_there_is() -> None:
    known = {
        f"{file}: {message}" for file in files(HOME / ENGLISH) for message in messages(HOME / ENGLISH, file)
    }

    assert [id_ for id_ in EXAMPLES if id_ not in known] == []


@pytest.mark.parametrize("note", [*NOTES["messages"], *NOTES["values"]])
def test_a_note_is_about_messages_that_there_are(note: str) -> None:
    file, _, start = note.partition(": ")

    assert any(message.startswith(start) for message in messages(HOME / ENGLISH, file))


LOOSE_SIGN = re.compile(r"(?<! ) [;:!?»]|[}\d] %|« ")
"""A French sign that a line may break off from its word: the space beside it is a plain one."""


@pytest.mark.parametrize("text", ["Rouge :", "esquive ; riposte", "« oui\N{NO-BREAK SPACE}»", "oui ?", "2 %"])
def test_a_sign_with_a_plain_space_is_loose(text: str) -> None:
    assert LOOSE_SIGN.search(text)


def test_no_french_sign_can_be_torn_off_its_word() -> None:
    loose = [
        f"{file}: {message}: {text}"
        for file in files(HOME / "fr")
        for message, text in messages(HOME / "fr", file).items()
        if LOOSE_SIGN.search(text)
    ]

    assert loose == []


@pytest.mark.parametrize("name", LANGUAGES)
def test_no_two_markers_have_one_letter(name: str) -> None:
    letters = [Words(name).say("status", f"marker-letter.{marker}") for marker in Marker]

    assert len({*letters}) == len(Marker)
    assert all(len(letter) <= 2 for letter in letters)
