"""Words that nothing knows and that are one letter off a word of the lexicon: "averge", "divdends"."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache

from apps.questions.lexicon import Node, lexicon
from apps.questions.name_slips import FREE, Spellings
from apps.questions.query import Taken
from apps.questions.tokens import Word


def respelled(words: Sequence[Word], places: Collection[int]) -> tuple[tuple[Word, ...], tuple[Taken, ...]]:
    """The words with those of `places` put right that one word alone is near, and what was taken for what."""
    right = {at: near[0] for at in places if len(near := _near(words[at])) == 1}
    taken = tuple(Taken(words[at].text, key, meaning=True) for at, key in sorted(right.items()))
    changed = (replace(word, text=right[at], key=right[at]) if at in right else word for at, word in enumerate(words))
    return tuple(changed), taken


def _near(word: Word) -> list[str]:
    """Of a word with a capital letter nothing, but of the first: it may be a name."""
    plain = word.text.islower() or (not word.start and word.text[1:].islower())
    strange = plain and len(word.key) >= FREE and word.key not in vocabulary()
    return _spellings().near(word.key) if strange else []


@cache
def vocabulary() -> frozenset[str]:
    """The words of all phrases of the lexicon, as keys."""
    return frozenset(_keys(lexicon().root))


@cache
def _spellings() -> Spellings:
    return Spellings.of(sorted(vocabulary()))


def _keys(node: Node) -> Iterator[str]:
    for word, below in node.below.items():
        if word.isalpha():
            yield word
        yield from _keys(below)
