"""What is said stands in `lang`: no sentence, and no mark between phrases, lies in the code."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import edencli

HOME = Path(edencli.__file__).parent

# Rooms whose texts are English in every language, or nobody's to read.
ELSEWHERE = {
    "lang/*": "says it all",
    "notation/*": "what is typed is English in every language",
    "model/*": "describes the schemas, which are English",
    "files/shape*.py": "describes the schemas, which are English",
    "files/named_schema.py": "describes the schemas, which are English",
    "record.py": "writes code",
    "named_tuple.py": "writes code",
    "files/card_lines.py": "reads and writes what one types of a card",
    "files/card_text.py": "writes cards files",
    "files/syntax_faults.py": "knows the sentences of the YAML library",
    "match/reasons.py": "names parts",
    "cli/completion.py": "writes what shells run",
    "field/*": "tells only programmers",
    "api.py": "tells only programmers",
    "errors.py": "tells only programmers",
    "game.py": "tells only programmers",
    "prompt/corrections.py": "reads and writes what one types",
    "commands/requests/*": "draws tables of options and modes",
}
NO_SENTENCE = re.compile(
    r"(?s:\n +(?:tactical|kind|effects):.*)|to: |"  # YAML of the guide
    r"<!DOCTYPE html>.*|<\?xml.*|\"?>?\s*</?[a-z].*"
    r"|max-width.*|\"? (?:failures|file|message|src|time|type|value)=\"?"  # XML
    r"| id=sum-|\n +async await .*"  # HTML, and words of the language of scripts
    r"|\[//\]: # .*"  # how Markdown of ours is known
    r"|.*\) scale\(.*|matrix.*|translate.*|Helvetica.*"  # XML
    r"|\"?>? ?(?:class|data-[a-z]|aria-[a-z]+)=.*| hidden| checked| size|\.odds .*|@media .*"  # HTML
    r"|(?:default|style|script|img)-src .*|(?:'; )?(?:base-uri|form-action) .*|\" id=\""  # and its policy
    r"|, \"chain\": \""  # the record of a match
    r"|him her it them|\n +a an and of the\n.*"  # lists of words that are typed, or left out of names
    r"|Application Support"  # a folder of macOS
    r"|# yaml-language-server.*|# What is left .*"  # how files of ours begin, which are known by that
    r"|(   = )?edencli rules .*|--with '|--reaction |by agreement:?"  # what one types
    r"|--names |\d (?:north|south|east|west)| charges | ?throws | at ?|\^?touching |up to |within "  # as well
    r"|edencli:? "  # who speaks
    r"|Got unexpected extra argument.*|.* is not |range |valid "  # what the library of commands says
    r"|\{white: |, red: |\{at: |: true\}|\^kind: .*"  # what one writes in a file
    r"|away from|tab: complete|\n    move charge .*"  # what one types, a key, and ids of forms
    r"|.*\(\?[=!<:P].*|\(\.\*\?\).*|ijl.*|player ",  # a pattern, and letters that are measured, and a seed
    re.DOTALL,
)
# Where a mark belongs to notation, to data or to what programmers read.
MARKS = {
    "commands/fighter_finder.py: ': '",
    "prompt/stops.py: ', '",
    "games/play_script.py: ', '",
    "files/explain.py: ', '",
    "files/repairs.py: ', '",
    "pages/vocabulary_page.py: ', '",
    "transcript/golden.py: ', '",
    "lookup/rule_page.py: ', '",
    "output/html.py: '; '",
}


@cache
def trees() -> dict[str, ast.Module]:
    """The code of every module that could say something."""
    modules = {path.relative_to(HOME): path for path in sorted(HOME.rglob("*.py"))}
    return {
        name.as_posix(): ast.parse(path.read_text("utf-8"))
        for name, path in modules.items()
        if not any(name.match(room) for room in ELSEWHERE)
    }


def unread(node: ast.AST) -> Iterator[ast.AST]:
    """What of a node nobody reads: docstrings, types, and errors that are ours."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    elif isinstance(node, ast.Assert):
        yield from [node.msg] if node.msg else []
    elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
        yield from node.exc.args if getattr(node.exc.func, "id", "") != "Refused" else []
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"cast", "TypeVar"}:
        yield from node.args[:1]
    elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "__init__":
        yield from node.args  # of an error that is ours
    elif isinstance(node, ast.AnnAssign | ast.arg):
        yield from [node.annotation] if node.annotation else []
    elif isinstance(node, ast.FunctionDef):
        yield from [node.returns] if node.returns else []


def texts(tree: ast.Module) -> Iterator[ast.Constant]:
    """Every text in a module that somebody might read."""
    hidden = {id(part) for node in ast.walk(tree) for one in unread(node) for part in ast.walk(one)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in hidden:
            yield node


def test_no_sentence_lies_in_the_code() -> None:
    assert [
        f"{name}:{text.lineno}: {text.value}"
        for name, tree in trees().items()
        for text in texts(tree)
        if re.search(r"[A-Za-z]{2}.*\s|\s.*[A-Za-z]{2}", str(text.value))
        and not NO_SENTENCE.fullmatch(str(text.value))
    ] == []


def test_no_phrases_are_strung_together_in_the_code() -> None:
    strung = {
        f"{name}: {call.func.value.value!r}"
        for name, tree in trees().items()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Constant)
        and call.func.value.value in {", ", "; ", ": ", " – ", " and ", " or "}
    }

    assert strung == MARKS
