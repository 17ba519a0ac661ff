"""What a question for words asks for: its kind, and the terms that an answer should speak of (R2)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import pairwise

from apps.answers.intent import Intent
from apps.answers.prose.language import pattern, vocabulary
from apps.answers.prose.manner import is_ruling
from apps.answers.prose.names import asks_customer, asks_name, has_name, shares_whole
from apps.answers.wording import framing_stems, stems, topic
from apps.retrieval.subjects import titles_for

WEAK_WEIGHT, KINDRED_SHARE, ABOVE_SHARE, PAIR_WEIGHT = 0.25, 0.85, 0.5, 0.5
SHORTEST_STEM = 5  # letters; shorter ones begin words of other meanings
BESIDES = re.compile(r",? and why\b[^?]*", re.IGNORECASE)
CAPITALIZED, SHORTEST_INITIALS = re.compile(r"\b[A-Z][a-z]+"), 3
SHORTEST_EFFECT = 15  # characters; before what is shorter than this no effect is told
MONTH_OF = re.compile(r"\bMay(?=,? (?:\d|of\b))")  # the month, not the verb
NAME = re.compile(r"(?<=[a-z,;—–] )(?:the )?[A-Z][\w&.’'-]+")  # a word with a capital inside a sentence


class Kind(StrEnum):
    """What an answer has to say."""

    WHY = "why"
    IDENTITY = "identity"
    MOST = "most"
    WHEN = "when"
    WHO = "who"
    COUNT = "count"
    YES_NO = "yes-no"
    LIST = "list"
    WHAT = "what"


NAMED = frozenset({Kind.WHO, Kind.LIST})


@dataclass(frozen=True, slots=True)
class Term:
    """A word asked for, by its stem. kindred: stems of words that mean the same in filings."""

    stem: str
    kindred: frozenset[str]
    weight: float


@dataclass(frozen=True, slots=True)
class Asked:
    """pairs: stems that stand side by side in the question. titles: stems of titles of sections about the subject.

    known: where a name is asked for, the stems of the filer's names and of the question, which are none; else None.
    customer: whether it is that of who buys the most.
    """

    kind: Kind
    terms: tuple[Term, ...]
    pairs: tuple[tuple[str, str], ...] = ()
    titles: frozenset[str] = frozenset()
    known: frozenset[str] | None = None
    customer: bool = False

    def coverage(self, text: str, above: str = "") -> tuple[float, frozenset[str]]:
        """The part of the weight of terms and pairs that `text` speaks of, from 0 to 1, and the stems of those terms.

        A word of the same meaning counts a little less, and what only stands in the headings above counts half.
        """
        said, titled = stems(text), stems(f"{above} {initials(above)}")
        words, headings = _with_families(said, self.terms), frozenset(titled)
        shares = {term: _share(term, words) or ABOVE_SHARE * _share(term, headings) for term in self.terms}
        total = sum(term.weight for term in self.terms) + PAIR_WEIGHT * len(self.pairs)
        met = sum(term.weight * share for term, share in shares.items()) + PAIR_WEIGHT * self._pairs_in(said, titled)
        return (met / total if total else 0.0), frozenset(term.stem for term, share in shares.items() if share)

    def _pairs_in(self, said: tuple[str, ...], titled: tuple[str, ...]) -> float:
        held, above = set(pairwise(said)), set(pairwise(titled))
        return sum(self._pair_in(pair, held) or ABOVE_SHARE * self._pair_in(pair, above) for pair in self.pairs)

    def _pair_in(self, pair: tuple[str, str], held: set[tuple[str, str]]) -> float:
        """Said in the same words, or in others of their meaning."""
        if pair in held:
            return 1.0
        first, second = ({stem, *self._kindred_of(stem)} for stem in pair)
        return KINDRED_SHARE if any(one in first and other in second for one, other in held) else 0.0

    def _kindred_of(self, stem: str) -> frozenset[str]:
        return next((term.kindred for term in self.terms if term.stem == stem), frozenset())

    def named(self, titles: Iterable[str]) -> float:
        """The part of what was asked that those of `titles` name which name nothing else, from 0 to 1."""
        return min(1.0, sum(self._named(frozenset(stems(title)) - framing_stems()) for title in titles))

    def _named(self, said: frozenset[str]) -> float:
        strong = [term for term in self.terms if term.weight == 1.0]
        met = [term for term in strong if said & {term.stem, *term.kindred}]
        others = said - frozenset[str]().union(*({term.stem, *term.kindred} for term in met)) - _generic()
        return 0.0 if others or not met else len(met) / len(strong)

    def is_the_cause(self, text: str, above: str = "") -> bool:
        """Whether `text` gives what was asked about as the reason of something else."""
        marker = pattern("cause").search(text) if self.kind is Kind.WHY else None
        if marker is None or marker.start() < SHORTEST_EFFECT:
            return False
        before, after = frozenset(stems(f"{above} {text[: marker.start()]}")), frozenset(stems(text[marker.end() :]))
        subject = {term.stem for term in self.terms if term.weight == 1.0} - _changes()
        return subject & after > subject & before

    def part(self, met: frozenset[str]) -> float:
        """The part of the terms' weight that the terms `met` have."""
        total = sum(term.weight for term in self.terms)
        return sum(term.weight for term in self.terms if term.stem in met) / total if total else 0.0

    def signs(self, text: str) -> bool:
        """Whether `text` reads like an answer to a question of this kind."""
        if self.customer:
            return shares_whole(text) and not self.lacks_name(text)
        pattern = _signs()[self.kind]
        named = self.kind in NAMED and len(NAME.findall(text)) > 1
        return named or bool(pattern and pattern.search(text))

    def lacks_name(self, text: str) -> bool:
        """Whether a name is asked for and `text` holds none; a contract or by-law names no one in what it rules."""
        return self.known is not None and (is_ruling(text) or not has_name(text, self.known))


def initials(title: str) -> str:
    """What a name of several words is called for short: RMS for Rotary and Mission Systems."""
    letters = "".join(word[0] for word in CAPITALIZED.findall(title))
    return letters if len(letters) >= SHORTEST_INITIALS else ""


def _with_families(said: tuple[str, ...], terms: Iterable[Term]) -> frozenset[str]:
    """The stems said, and those of `terms` of which a longer or a shorter form is said: unions of a unionised plant."""
    words = frozenset(said)
    alone = {term.stem for term in terms if len(term.stem) >= SHORTEST_STEM and not words & {term.stem, *term.kindred}}
    long = [word for word in words if len(word) >= SHORTEST_STEM] if alone else []
    return words | {stem for stem in alone if any(word.startswith(stem) or stem.startswith(word) for word in long)}


def _share(term: Term, words: frozenset[str]) -> float:
    if term.stem in words:
        return 1.0
    return KINDRED_SHARE if term.kindred & words else 0.0


def read_asked(intent: Intent, names: Iterable[str] = ()) -> Asked:
    """names: of the filer; they say which filing is asked, not what for."""
    filer = {stem for name in names for stem in stems(name)}
    core = MONTH_OF.sub(" ", intent.core)
    asked = [stem for stem in topic(core) if stem not in filer and len(stem) > 1]
    kind = kind_of(core)
    terms = tuple(Term(stem, _kindred().get(stem, frozenset()), _weight(stem)) for stem in asked)
    named = asks_name(core) and kind is not Kind.IDENTITY
    customer = named and asks_customer(core)
    if kind is Kind.IDENTITY:
        terms = _with_one_of("identity", terms)
    if customer:
        terms = _with_one_of("concentration", terms)
    strong = [term.stem for term in terms if term.weight == 1.0]
    pairs = tuple(pair for pair in pairwise(stems(core)) if set(pair) <= set(strong))
    titles = frozenset(stems(" ".join(titles_for(core))))
    known = frozenset({*filer, *stems(core)}).union(*(term.kindred for term in terms)) if named else None
    return Asked(kind, terms, tuple(dict.fromkeys(pairs)), titles, known, customer)


def _with_one_of(name: str, terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """`terms`, and one of the words that any answer to such a question says."""
    first, *rest = stems(vocabulary()["words"][name])
    return (*(term for term in terms if term.stem not in {first, *rest}), Term(first, frozenset(rest), 1.0))


def kind_of(core: str) -> Kind:
    """The first kind that fits; `WHAT` when none does. What is only asked besides, and why, comes second."""
    first = BESIDES.sub("", core)
    return next((kind for kind, pattern in _kinds() if pattern.search(first)), Kind.WHAT)


def _weight(stem: str) -> float:
    return WEAK_WEIGHT if stem in _weak() else 1.0


@cache
def _kinds() -> tuple[tuple[Kind, re.Pattern[str]], ...]:
    return tuple((Kind(one["kind"]), re.compile(one["asked"], re.IGNORECASE)) for one in vocabulary()["kinds"])


@cache
def _signs() -> dict[Kind, re.Pattern[str] | None]:
    told = {Kind(one["kind"]): one["signs"] for one in vocabulary()["kinds"]}
    flags = {Kind.WHO: re.NOFLAG, Kind.WHEN: re.NOFLAG}
    return {kind: re.compile(told[kind], flags.get(kind, re.IGNORECASE)) if told.get(kind) else None for kind in Kind}


@cache
def _kindred() -> dict[str, frozenset[str]]:
    """For each stem those of the other words of its groups."""
    groups = [frozenset(stems(group)) for group in vocabulary()["words"]["same"]]
    every = frozenset[str]().union(*groups)
    return {stem: frozenset[str]().union(*(group for group in groups if stem in group)) - {stem} for stem in every}


def is_having(stem: str) -> bool:
    """A word that only joins the filer to what it has: the sentence that states a figure may do so otherwise."""
    return stem in _having()


@cache
def _having() -> frozenset[str]:
    return frozenset(stems(vocabulary()["words"]["having"]))


@cache
def _changes() -> frozenset[str]:
    named = stems("increase decrease change")
    return frozenset(named).union(*(_kindred().get(stem, frozenset()) for stem in named))


@cache
def _generic() -> frozenset[str]:
    return frozenset(stems(vocabulary()["words"]["generic"]))


@cache
def _weak() -> frozenset[str]:
    return frozenset(stems(vocabulary()["words"]["weak"]))
