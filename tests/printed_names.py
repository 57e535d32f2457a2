"""Names as cards print them, for tests: with marks, quotes, digits and words of the moves."""

from hypothesis import strategies as st

from edencli.model.names import name_fault

_MARKS = st.sampled_from(list("#:,;[]{}\"'’“”„«»&()-./! 0123456789"))
_LETTERS = st.characters(categories=["Ll", "Lu", "Lo"])
_LINE_WORDS = st.sampled_from(
    """
    red blue nobody with at to via of in the exactly charges moves attacks shoots plays token is picks by no
    agreement dice uses does not nothing and without # #7 2 12,5 ; Yuri Elenia Knives
    """.split()  # noqa: SIM905  # a list of words is read as words
)
_MARKED = st.text(st.one_of(_MARKS, _LETTERS), min_size=1, max_size=10)
_SOME_WORDS = st.lists(st.one_of(_LINE_WORDS, _MARKED), min_size=1, max_size=4).map(" ".join)

PRINTED_NAMES = (
    st.one_of(_MARKED, _SOME_WORDS)
    .map(lambda name: " ".join(name.split()))
    .filter(lambda name: name_fault(name) is None)
)
