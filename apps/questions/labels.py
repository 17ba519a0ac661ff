"""Labels that filings print, as the words that tell one from another; and which of them some words of a question name.

Words are compared without case, order, inflection and small words. A label is named by words that it covers in full;
what it says beyond them counts against it, and two labels that fit alike are none.
"""

import re
import tomllib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import Protocol

import Stemmer

from apps.questions.lexicon import lexicon, phrases_of
from apps.questions.name_vocabulary import english
from apps.questions.slots import Filer, Periods
from apps.questions.tokens import ABBREVIATED, key_of
from apps.statements.labels import normal_label

RAW = tomllib.loads((Path(__file__).parent / "labels.toml").read_text(encoding="utf-8"))
NO_MEANING, ADDS_NOTHING, TURNS, BASES = (
    frozenset(RAW[key].split()) for key in ("no_meaning", "adds_nothing", "turns", "bases")
)
CALLED = {short: tuple(whole.split()) for short, whole in RAW["called"].items()}
POINTED = re.compile(r"\bu\.\s?([sk])\b\.?")
FOOTNOTE = re.compile(r"(?:\s{0,3}(?:\((?:\d{1,2}|[a-z])\)|\*{1,3}|[†‡])){1,4}\s{0,3}$")
PLACED = re.compile(
    r",\s{1,3}(?:primarily |mainly |principally )?(?:classified|included|recorded|reported|presented) (?:with)?in\b.*",
    re.DOTALL,
)  # of which line of a statement it is
IN_A_SUM = re.compile(r"^\s{0,3}(?:less|add|plus|deduct)\s?:", re.IGNORECASE)  # what a sum does with it
SHORT = re.compile(r"\(([A-Z]\w{0,5}[A-Z]\w?)s?\)")  # GLV, RevPAR
CAPITALS = re.compile(r"\b[A-Z]{2,5}\b")
JOINS = frozenset(("and", "or", "&", ",", "/"))
COUNTED = frozenset(("number",))
ADJUSTED = frozenset(("adjusted",))
LEAST_COINED = 3  # letters that a word has more than
LEAST_FUZZY = 2  # words of a question that may name a label that says one word more


@dataclass(frozen=True, slots=True)
class Label:
    """A label as a filing prints it. member: it names a part (a column's head, a segment), not only a line.

    title: it stands over a table, and names what all of it is about.
    """

    text: str
    member: bool = False
    title: bool = False


class Labels(Protocol):
    def held(self, filers: Sequence[Filer], periods: Periods, words: Iterable[str]) -> Sequence[Label]:
        """Those of the filings of these filers, about these periods, that hold any of the words (as `stem` cuts)."""
        ...


class NoLabels:
    """Of a store without filings."""

    def held(self, filers: Sequence[Filer], periods: Periods, words: Iterable[str]) -> Sequence[Label]:
        return ()


class Fit(IntEnum):
    """How well a label is named; the lower the better."""

    EXACT = 0  # word for word, plurals and small words aside
    INFLECTED = 1  # by the same words in another form
    WIDER = 2  # but for one word that only the label has
    WITHIN = 3  # by some words of the one part's name that has them


@dataclass(frozen=True, slots=True)
class Named:
    label: Label
    fit: Fit


def bare(label: str) -> str:
    """A label without its footnote marks, its closing colon, where in a statement it is included, and "Less:"."""
    return PLACED.sub("", FOOTNOTE.sub("", IN_A_SUM.sub("", label))).strip(" :")


@lru_cache(maxsize=20_000)
def words(text: str) -> frozenset[str]:
    """The words that tell one line from another, singular."""
    label = normal_label(POINTED.sub(r"u\1", bare(text).lower()))
    said = (CALLED.get(word, (word,)) for word in label.split())
    return frozenset(singular(word) for one in said for word in one) - NO_MEANING


def spelled_out(text: str) -> str:
    """What its short names of places stand for: "europe middle east africa" for "EMEA"."""
    return " ".join(word for short in CAPITALS.findall(text) for word in CALLED.get(short.lower(), ()))


def shortened(sought: Collection[str]) -> frozenset[str]:
    """The short names of places all of whose words are among these stems."""
    return frozenset(
        short for short, whole in CALLED.items() if len(short) > LEAST_COINED and set(map(stem, whole)) <= set(sought)
    )


@lru_cache(maxsize=20_000)
def short_names(label: str) -> frozenset[frozenset[str]]:
    """The names in capitals that a label says in brackets: "Gross Load Volume (GLV)" is called GLV."""
    return frozenset(words(name) for name in SHORT.findall(label))


def singular(word: str) -> str:
    if word in ABBREVIATED:
        return str(ABBREVIATED[word])
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    return str(_stemmer().stemWord(word))


@cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english")


@lru_cache(maxsize=20_000)
def stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words(text))


def stems_of(texts: Iterable[str]) -> frozenset[str]:
    return frozenset[str]().union(*map(stems, texts))


@cache
def called(concept: str) -> frozenset[frozenset[str]]:
    """Each way in which an item is called, as stems."""
    entries = (entry for entry in lexicon().entries if (entry.kind, entry.name) == ("item", concept))
    return frozenset(stems(" ".join(keys)) for entry in entries for keys in phrases_of(entry))


@cache
def measured() -> frozenset[frozenset[str]]:
    """Each way in which any item is called, as stems."""
    return frozenset[frozenset[str]]().union(*(called(one.name) for one in lexicon().entries if one.kind == "item"))


@cache
def ways(label: str) -> tuple[str, ...]:
    """What a line may be called: as asked, and of a row of the lexicon in its other ways of more than one word."""
    entries = (entry for entry in lexicon().entries if (entry.kind, entry.name) == ("row", label))
    others = (" ".join(keys) for entry in entries for keys in phrases_of(entry) if len(keys) > 1)
    return tuple(dict.fromkeys((label, *others)))


def margin_of(label: str) -> str:
    """Of what a line is the margin: "adjusted ebitda margin", "contribution margin"; "" where it is none."""
    entry = next((one for one in lexicon().entries if (one.kind, one.name) == ("row", label)), None)
    if entry:
        return str(entry.what.get("margin_of", ""))
    name, _, last = label.rpartition(" ")
    return name if last.lower() == "margin" else ""


def fit(asked: str, label: str) -> Fit | None:
    """How well `asked` names a label; None where it does not."""
    wanted, own = words(asked), words(label)
    if not wanted or not own:
        return None
    if own in (wanted, wanted - COUNTED) or wanted in short_names(label):
        return Fit.EXACT
    wanted_stems, own_stems = stems(asked), stems(label)
    if wanted_stems == own_stems:
        return Fit.INFLECTED if len(wanted) > 1 or _plural(wanted, own) else None
    more = [word for word in own if stem(word) not in wanted_stems]
    if not wanted_stems < own_stems or len(more) != 1 or len(wanted_stems) < LEAST_FUZZY:
        return None
    return Fit.WIDER if _neutral(more[0], label) else None


def _plural(asked: frozenset[str], own: frozenset[str]) -> bool:
    """Whether two single words differ in number alone: what builds up is no building."""
    return {key_of(word) for word in asked} == {key_of(word) for word in own}


def _neutral(more: str, label: str) -> bool:
    """Whether one more word leaves the label the same thing: no number, nothing joined by "and", no turn of it."""
    joined = bool(JOINS & set(label.lower().replace(",", " , ").split()))
    return more.isalpha() and more not in TURNS and not joined


def within(asked: str, labels: Iterable[Label]) -> Named | None:
    """The only part in whose name these words stand: "strip" for "Kelp Strip Resorts"."""
    wanted = words(asked)  # not as stems: "product" is no word of "Productivity Tools"
    found = [label for label in labels if label.member and wanted and wanted < words(label.text)]
    if len({stems(label.text) for label in found}) != 1 or not all(word.isalpha() for word in wanted):
        return None
    return Named(Label(bare(found[0].text), member=True), Fit.WITHIN)


def shortest(asked: str, labels: Iterable[Label]) -> Named | None:
    """ "Strip EBITDAR" for "Strip Resorts Adjusted Property EBITDAR": a word that is no everyday one tells them apart.

    The label that has all the words and the fewest beside them, where all others that have them only say more.
    """
    wanted = stems(asked)
    coined = any(word.isalpha() and len(word) > LEAST_COINED and word not in english() for word in words(asked))
    fitting = [label for label in labels if wanted < stems(label.text)] if coined else []
    first = min(fitting, key=lambda label: (len(stems(label.text)), label.text), default=None)
    if first is None or len(wanted) < LEAST_FUZZY or any(not stems(first.text) <= stems(one.text) for one in fitting):
        return None
    if (words(first.text) - words(asked)) & (TURNS - ADJUSTED):
        return None
    return Named(Label(bare(first.text), first.member), Fit.WIDER)


def named(asked: str, labels: Iterable[Label]) -> Named | None:
    """The label that `asked` names best; None where none is, or where two that say different things fit alike."""
    fitting = [(how, label) for label in labels if (how := fit(asked, label.text)) is not None]
    best = min((how for how, _ in fitting), default=None)
    if best is None:
        return within(asked, labels) or shortest(asked, labels)
    found = [label for how, label in fitting if how == best]
    short = frozenset[frozenset[str]]().union(*(short_names(label.text) for label in found))
    if len({stems(label.text) for label in found if words(label.text) not in short}) > 1:
        return None
    member = any(label.member for label in found)
    return Named(Label(min((bare(label.text) for label in found), key=lambda one: (len(one), one)), member), best)
