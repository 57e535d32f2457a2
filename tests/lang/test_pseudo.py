"""Every screen in a language made from English: what is left in plain letters came from no message.

What comes from files stays as it is written there, and so do ids, options, notation and a book's own words;
these are taken out first. Nothing may break at 80 columns, though every message is a third longer.
"""

import io
import json
import re
import shlex
import shutil
import textwrap
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pseudo
import pytest
from harm import replay_data
from ruamel.yaml import YAML

from edencli.bots import BOTS
from edencli.cli import COMMANDS, load_named, run
from edencli.cli.help import command_examples
from edencli.commands.new import sample_summary
from edencli.effects.event_details import WAYS
from edencli.lang import Words, current_words, set_current_words
from edencli.lookup.rule_page import WAYS_TO_LOOK_UP
from edencli.model.terms import Manner
from edencli.notation.slots import SLOTS
from edencli.rulebooks import catalogue
from edencli.rulebooks.raw_books import BOOKS

SAMPLES = Path(__file__).parents[2] / "samples"
WIDTH = 80
WIDTHS = (WIDTH, 45)

YURI, GRIN, LAMP = "cards/jokers.yaml#Yuri", "cards/jokers.yaml#Grin", "cards/isc.yaml#Lamplighter"


@pytest.fixture(scope="module", autouse=True)
def strange(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Words]:
    """Speak the strange language while these tests run."""
    before = current_words()
    set_current_words(pseudo.write(tmp_path_factory.mktemp("lang")))
    yield current_words()
    set_current_words(before)


@pytest.fixture(params=WIDTHS)
def printed(
    request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> "Printed":
    """Run a command among the samples, on a terminal of 80 or of 45 columns."""
    monkeypatch.chdir(SAMPLES)
    monkeypatch.setenv("COLUMNS", str(request.param))
    monkeypatch.delenv("CI", raising=False)
    return Printed(capsys, monkeypatch, request.param)


class Printed:
    """What a command writes: its answer, and what it says of the run.

    In the strange language no screen is shorter than in English, and no word of a message is torn.
    """

    def __init__(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int
    ) -> None:
        self._capsys = capsys
        self._patch = monkeypatch
        self.width = width

    def __call__(self, line: str, stdin: str = "") -> tuple[str, str]:
        strange = current_words()
        set_current_words(Words())
        english, _ = self._run(line, stdin)
        set_current_words(strange)
        with self._patch.context() as patch:
            patch.setattr(textwrap.TextWrapper, "_handle_long_word", _refuse_to_tear)
            told = self._run(line, stdin)
        if self.width == WIDTH:  # a narrow table may be told row by row, which takes fewer lines
            assert len(told[0].splitlines()) >= len(english.splitlines())
        return told

    def _run(self, line: str, stdin: str) -> tuple[str, str]:
        self._patch.setattr("sys.stdin", io.StringIO(stdin))
        with pytest.raises(SystemExit) as ended:
            run(shlex.split(line))
        told = self._capsys.readouterr()
        assert ended.value.code in {0, 1, 2, None}, told.err
        return told.out, told.err


OUR_WORD = re.compile("[ƀđƒǵĥĺɱńƥɋŕšťṽŵẋýžɃĐƑǴĤĴĶĹⱮŃƤɊŔŠŤṼŴẊÝŽ]")  # no book's accents
_TEAR = textwrap.TextWrapper._handle_long_word  # type: ignore[attr-defined]  # how every text is wrapped


def _refuse_to_tear(
    wrapper: textwrap.TextWrapper, chunks: list[str], line: list[str], n: int, room: int
) -> None:
    """Break a word that is too long, unless it is one of ours."""
    assert not OUR_WORD.search(chunks[-1]), f"{chunks[-1]} is torn"
    _TEAR(wrapper, chunks, line, n, room)


def texts(data: Any) -> Iterator[str]:
    """Every text of a file, but for the moves of a game, which are notation."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, list):
        for one in data:
            yield from texts(one)
    elif isinstance(data, dict):
        for key, one in data.items():
            yield str(key)
            yield from texts(one)


def _written() -> Iterator[str]:
    yaml = YAML(typ="safe")
    for file in SAMPLES.rglob("*.yaml"):
        yield from texts(yaml.load(file.read_text("utf-8")))
        yield sample_summary(file)
    yield from texts(yaml.load((SAMPLES.parent / "tests/files/examples/cards.yaml").read_text("utf-8")))


FILES = sorted({" ".join(text.split()) for text in _written()}, key=len, reverse=True)
NAMES = {
    word for text in FILES if len(text) < 40 and not text.islower() for word in re.findall(r"[A-Za-z]+", text)
} | {"COLUMNS"}  # a variable of the environment


def _of_books() -> Iterator[str]:
    """What the books call their rules, and where these stand."""
    for rule in catalogue.every_rule().values():
        yield from rule.titles.values()
        for place in rule.books.values():
            yield from (place.place, place.step or "", *place.words)
    for chapter in catalogue.chapters():
        yield from chapter.titles.values()
    for group in catalogue.glossary()["groups"]:
        yield from texts([list(term.values()) for term in group["terms"]])


BOOK_WORDS = sorted({text for text in _of_books() if text}, key=len, reverse=True)
KEYS = {
    *COMMANDS,
    *BOOKS,
    *BOTS,
    *catalogue.every_rule(),
    *catalogue.ruling_options(),
    *texts([one.get("values", []) for one in catalogue.ruling_options().values()]),
    *("edencli", "true", "false", "json", "text", "markdown", "yaml", "VIG"),
    *Manner,
    *WAYS,
}
ID = re.compile(r"\S*\w\|\w\S*|\[[^\[\]│]*\w\.[^\[\]│]*\]|\b[a-z][\w-]*(?:\.[\w-]+)+|\b[a-z]+(?:-[a-z]+)+\b")
DATA = re.compile(
    r"EDENCLI_\w+|--?[\w-]+|'[^'\n]*'|“[^”]*”|\S*/\S*|\S+\.(?:ya?ml|svg|txt|transcript)\S*"
    r"|\b(?:red|blue)(?= [A-Z])"
)


EXAMPLES = [
    *(text for examples in command_examples().values() for text in examples),
    *WAYS_TO_LOOK_UP.values(),
]


def _words(several: Iterable[str]) -> set[str]:
    return {word for text in several for word in text.split()}


def _without(several: Iterable[str], told: str) -> str:
    """A screen without the texts that it quotes, longest first."""
    for text in sorted({text for text in several if text in told}, key=len, reverse=True):
        told = re.sub(rf"(?<!\w){re.escape(text)}(?!\w)", " ", told)
    return told


def plain(told: str, *, own: Iterable[str] = (), known: Iterable[str] = ()) -> list[str]:
    """The words in plain letters that no file, book, id or notation brought along."""
    quoted = re.compile(r"^ *\d+ \| .*$", re.MULTILINE)  # a line of a file, cut where there is no room
    flat = " ".join(re.sub("[│━]", " ", quoted.sub(" ", told)).split())
    flat = re.sub(r"(?<=\w)- (?=\w)", "-", flat)  # parted at the end of a line
    flat = ID.sub(" ", _without((text for text in [*own, *FILES] if " " in text), flat))
    flat = DATA.sub(" ", _without([*own, *FILES], flat))
    return [
        word
        for word in re.findall(r"\b[A-Za-z]{3,}\b", flat)
        if word not in NAMES | KEYS and word not in known
    ]


def held(
    told: tuple[str, str], *, own: Iterable[str] = (), known: Iterable[str] = (), width: bool = True
) -> None:
    """Hold a screen to what was promised."""
    own, known = list(own), list(known)
    assert plain(told[0], own=own, known=known) == []
    assert plain(told[1], own=own, known=known) == []
    assert [
        line for line in told[0].splitlines() if width and len(line) > WIDTH and not TYPED.match(line)
    ] == []


# Lines that are copied and typed, and so are never parted.
TYPED = re.compile(r"    .* via .*|(  )?edencli .*|    .*[:#] .*")


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help(printed: Printed, command: str) -> None:
    """Arguments and the values of options are named as they are typed."""
    out, err = printed(f"{command} --help")

    table = load_named(COMMANDS[command][0]).modes if command else None
    typed = {word for row in (*table.rows, *table.modes) for word in re.split("[= ]", row)} if table else ()
    assert err == ""
    held((out, err), own=EXAMPLES, known=typed)


MISTYPED = """
shwo
show
show a --rot
rules --rulebook xx
roll 4 --difficulty much
roll 4 --difficulty 200
weather --times 9
show a b c
show a --sight b
new --list=3
rules --lang
rules --diff en
new --bla
"""


@pytest.mark.parametrize("line", MISTYPED.split("\n")[1:-1])
def test_what_is_mistyped(printed: Printed, line: str) -> None:
    out, err = printed(line)

    assert out == ""
    held((out, err), known=line.split())


LOOKED_UP = """
rules
rules --rulebook de
rules --rulings
rules --card
rules --card --rulebook fr
rules --diff en fr
rules --diff en de
rules --diff it pt
rules weather --rulebook de
rules qqqqq
rules dodge
rules doge
rules yaml-size
rules --effects
rules --card --rulings
rules --card dodge
weather --table
weather --table --rulebook fr
weather --times 3 --seed 7
weather --roll 9 --rulebook fr
weather --rulebook de
weather --rulebook de --optional it
weather --rulebook fr --optional it
weather --roll 9 --seed 3
weather --roll 40
"""


@pytest.mark.parametrize("line", LOOKED_UP.split("\n")[1:-1])
def test_what_is_looked_up(printed: Printed, line: str) -> None:
    chapters = {one.name for one in catalogue.chapters()} if line.startswith("rules") else set()

    held(
        printed(line),
        own=[*BOOK_WORDS, *EXAMPLES],
        known={*chapters, *line.split(), *_words(BOOK_WORDS if "--table" in line else ())},
    )


@pytest.mark.parametrize("chapter", [one.name for one in catalogue.chapters()])
def test_a_chapter_and_its_rules(printed: Printed, chapter: str) -> None:
    held(printed(f"rules {chapter} --rulebook fr"), own=BOOK_WORDS, known={chapter})
    for rule in catalogue.rules_of_chapter(chapter):
        held(printed(f"rules {rule}"), own=BOOK_WORDS)
        held(printed(f"rules {rule} --format markdown"), own=BOOK_WORDS, width=False)


def test_the_notation(printed: Printed) -> None:
    spelt = json.loads(printed("rules --notation --format json")[0])
    forms = {text for text in texts(spelt) if text.isascii()}

    known = {word for form in forms for word in re.findall(r"[\w-]+", form)}
    known |= {word for slot in SLOTS.values() for word in slot.words}

    held(printed("rules --notation"), own=forms, known=known)


def test_the_glossary(printed: Printed) -> None:
    _, err = printed("rules --glossary zzzzz")

    held(("", err), known={"zzzzz"})


SHOWN = f"""
show bands/jokers.yaml
show bands/chaos.yaml
show bands/isc.yaml --format markdown
show cards/jokers.yaml
show cards/missions.yaml
show cards/tactics.yaml
show cards/npfs.yaml
show scenery/quay.yaml
show scenery/quay.yaml --rulebook fr
show {YURI}
show {LAMP} --rulebook fr
show {YURI}y
show games/first-duel.yaml
show games/street-corner.yaml
show games/first-duel.yaml --sight Yuri 'Abama Big-Belly'
show games/first-duel.yaml --sight Yuri Nobody
show games/first-duel.yaml --route Yuri 30,40
show games/first-duel.yaml --route Yuri 'Abama Big-Belly'
show games/first-duel.yaml --blast Yuri 30,40
show games/first-duel.yaml --explosion 18,24
show games/first-duel.yaml --explosion 1,1
show games/first-duel.yaml --explosion 99,1
show games/first-duel.yaml --explosion 1,1 --blast Yuri 3,4
show games/first-duel.yaml --explosion here
show bands/jokers.yaml --explosion 1,1
show games/first-duel.yaml --svg none.txt
show nowhere.yaml
new --list
new
new castle
new --sample first-dual x
new --sample first-duel
validate bands
validate nowhere.yaml
validate ../tests/files/examples
validate-band bands/jokers.yaml
validate-band cards/jokers.yaml
validate-band bands/jokers.yaml --rulebook fr
validate --root nowhere bands
play games/first-duel.yaml --format xml
play games/first-duel.yaml --check --update
play games/first-duel.yaml --explain 12
play games/first-duel.yaml --why 36
show cards/tactics.yaml#Duck
play games/first-duel.yaml --explain 1200
play games/first-duel.yaml --until x
setup games/lanterns.yaml --export /dev/full
play games/first-duel.yaml --script none.yaml
play games/first-duel.yaml --field scenery/quay.yaml
play games/first-duel.yaml --record none.record
play -i games/first-duel.yaml --no-record
play games/first-duel.yaml --red steady --seed 3
play nowhere.record
show games/street-corner.yaml --sight Yuri
show games/street-corner.yaml --reach Yuri
roll 4 --difficulty 5 --seed 3
roll 4 --difficulty 11 --seed 3
roll 6 --against 4 --seed 1
roll --location --seed 1
roll --burn 4 --seed 1
roll {YURI} psi --difficulty 5 --odds
roll {YURI} burn --odds
roll {YURI} luck --difficulty 5
roll 4 --against 5 --odds
roll --location --odds
roll 4
roll 4 --location
resolve-attack {YURI} {GRIN} --seed 7
resolve-attack {YURI} {GRIN} --seed 7 --reaction dodge
resolve-attack {YURI} {GRIN} --seed 7 --reaction response --shift max-kill
resolve-attack {YURI} {GRIN} --odds
resolve-attack {YURI} {GRIN} --odds --reaction response
resolve-attack {YURI} {GRIN} --odds --target-state fear:1
resolve-attack {YURI} {GRIN} --odds --policies --then
resolve-attack {YURI} {GRIN} --dice 4,4
resolve-attack {YURI} {GRIN} --with Nothing
resolve-attack {YURI} {GRIN}y
resolve-attack {YURI} {GRIN} --target-state nose:2
resolve-attack {YURI} {GRIN} --target-state head:99
resolve-attack {YURI} {GRIN} --advise --dice 5,5,5,6,3
resolve-attack {YURI} {GRIN} --advise
resolve-attack {YURI} {GRIN} --odds --seed 4
resolve-attack {YURI} {GRIN} --dice 7
resolve-attack {YURI} {GRIN} --obstacles 2
resolve-attack Yuri Grin
"""


@pytest.mark.parametrize("line", SHOWN.split("\n")[1:-1])
def test_what_is_shown_and_done(printed: Printed, line: str) -> None:
    free = "markdown" in line or line.startswith("validate")  # lines as long as what they quote

    known = {*re.findall(r"\w+", line), "concise", "github"}  # what is typed is the same in every language
    held(printed(line), own=BOOK_WORDS, known=known, width=not free)


NARROW = f"""
rules --card
rules --rulings
rules --diff en fr
rules --notation
rules --effects
rules melee.dodge
rules weather
rules yaml-size
weather --table
weather --seed 7
new --list
show bands/jokers.yaml
show {YURI}
show {LAMP} --rulebook fr
show scenery/quay.yaml
show games/street-corner.yaml
show games/street-corner.yaml --sight Yuri
show games/street-corner.yaml --sight Yuri 'Captain Moreau'
show games/street-corner.yaml --route Vlädd Elenia
show games/street-corner.yaml --reach Yuri
show games/street-corner.yaml --blast Yuri 31,14
show games/street-corner.yaml --explosion 35,28
validate-band bands/jokers.yaml
roll 4 --difficulty 5 --seed 3
roll --burn 4 --seed 1
roll {YURI} psi --difficulty 5 --odds
resolve-attack {YURI} {GRIN} --seed 7 --reaction response --shift max-kill
resolve-attack {YURI} {GRIN} --odds --reaction response
resolve-attack {YURI} {GRIN} --odds --target-state fear:1
resolve-attack {YURI} {GRIN} --advise --dice 5,5,5,6,3
"""


@pytest.mark.parametrize("line", NARROW.split("\n")[1:-1])
def test_a_narrow_terminal(printed: Printed, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half as wide, and a third longer: whatever is not typed or drawn stays inside."""
    monkeypatch.setenv("COLUMNS", "45")

    out, _ = printed(line)

    assert out.strip()
    assert [one for one in out.splitlines() if len(one) > 45 and not TYPED.match(one)] == []


@pytest.mark.parametrize("game", sorted(file.stem for file in (SAMPLES / "games").glob("*.yaml")))
def test_a_transcript(printed: Printed, game: str) -> None:
    """In the narrow terminal with the ids of its rules."""
    held(printed(f"play games/{game}.yaml{'' if printed.width == WIDTH else ' --cite'}"))


def test_dice_that_are_asked_for(printed: Printed) -> None:
    asked = printed(f"resolve-attack {YURI} {GRIN} --by-hand --shift ask", "4 5 6 1\n3\n9\n\n")

    held(asked)
    held(printed("roll 3 --difficulty 4 --by-hand", "a\n1 2 3\n"))


DUEL = """
kind: game
name: Strange
red: samples/bands/jokers.yaml
blue: samples/bands/bamaka.yaml
dice: {{seed: 5}}
{field}
position:
  step: activation
  fighters: {{Yuri: {{{yuri}}}, Vlädd: {{{vladd}}}, Abama Big-Belly: {{{abama}}}}}
"""
TYPED_ANYWHERE = ["?", "red activates Yuri", "?", "state", "score", "log", "hint", "why", "undo", "redo"]
TYPED_BY_TAPE = ["map", "sight Yuri Abama", "measure Yuri Abama", "route Yuri 24,27"]


@pytest.mark.parametrize("measured", [True, False])
def test_what_is_typed_in_a_match(printed: Printed, tmp_path: Path, *, measured: bool) -> None:
    shutil.copytree(SAMPLES, tmp_path / "samples")
    at = ("at: [18, 24]", "at: [14, 24]", "at: [27, 24]") if measured else ("", "", "")
    field, at = "" if measured else "field: none", dict(zip(("yuri", "vladd", "abama"), at, strict=True))
    game = tmp_path / "strange.yaml"
    game.write_text(DUEL.format(field=field, **at).lstrip(), "utf-8")
    typed = [*TYPED_ANYWHERE, *(TYPED_BY_TAPE if measured else []), "Yuri charges Abama", "?"]

    out, err = printed(f"play -i {game} --no-record", "\n".join(typed) + "\n")

    assert len((out + err).splitlines()) > len(typed)
    assert "stdin:" not in err
    held(
        (out, err),
        own=[*BOOK_WORDS, *typed],
        known={"Strange", "FIGHTER", "ENEMY", "PLACE", "via", *_words(typed)},
        width=False,
    )


def test_a_picture(printed: Printed, tmp_path: Path) -> None:
    printed(f"show games/street-corner.yaml --svg {tmp_path}/table.svg")
    drawn = (tmp_path / "table.svg").read_text("utf-8")

    held(("\n".join(re.findall(r">([^<>]+)<", drawn.partition("</style>")[2])), ""), width=False)


@pytest.mark.parametrize("game", ["first-duel", "kitchen-table"])
def test_the_page_of_a_match(printed: Printed, tmp_path: Path, game: str) -> None:
    printed(f"show games/{game}.yaml --html {tmp_path}/page.html")
    page = (tmp_path / "page.html").read_text("utf-8")
    data = replay_data(page)
    shown = [re.sub(r"<(style|script)\b.*?</\1>", " ", page, flags=re.DOTALL), *data["lines"]]
    told = [text for one in shown for text in re.findall(r">([^<>]+)(?=<|$)|aria-label=\"([^\"]*)\"", one)]
    lines = [unescape(part) for text in told for part in text if part.strip()]

    held(
        ("\n".join([*lines, *data["say"].values()]), ""),
        own=BOOK_WORDS,
        known={"HTML", "hash", "last"},
        width=False,
    )
