"""Questions over prose, made by rule: a sentence of a known kind answers its question; those beside it do not.

Negatives are sentences of the same filing that speak of the same and lack what is asked, the same sentence moved to
another year or filer, and some at random; a part of the groups has no answer.
"""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from apps.answers.judge.pair_model import worded
from apps.learning.builders.filed import Filed, Said, alike, called
from apps.learning.builders.kinds import KINDS, KindOfSentence
from apps.learning.groups import Grade, Group
from apps.retrieval.stems import stems

ORIGIN = "prose by rule"
NEGATIVES = 5
UNANSWERED = 0.15  # of the groups
PASSAGES = 0.25  # of the groups: whole passages stand in place of sentences
OF_ANOTHER_YEAR, OF_ANOTHER_FILER = 0.6, 0.35
APART = 4  # sentences between passages that share none
LONGEST_SUBJECT = 11  # words
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
NO_SUBJECT = re.compile(
    r"(?:in addition|as |we |such|these|those|this|that|it |they|there|which|any|some|other|each|both|for |if |in )",
    re.IGNORECASE,
)
BASES = {"acquired": "buy", "sold": "sell", "purchased": "buy", "divested": "divest", "entered into": "enter into"}
BASES |= {"acquisition": "buy", "sale": "sell", "purchase": "buy", "divestiture": "divest", "disposition": "dispose of"}
UP = {"increased", "rose", "grew", "improved"}
DOWN = {"decreased", "declined", "fell"}
RISE, FALL = ("increase", "rise", "grow", "go up", "jump"), ("decrease", "fall", "decline", "drop", "go down", "shrink")
DEALS = {"acquired": "acquisition", "sold": "sale", "purchased": "purchase", "divested": "divestiture"}


def groups(filed: Filed, others: Sequence[Filed], rng: random.Random, most: int) -> Iterator[Group]:
    """At most `most` of this filing, of all kinds in turn as far as they go. others: filings to take strangers from."""
    by_kind = [[(one, match) for one in filed.said if (match := kind.pattern.search(one.text))] for kind in KINDS]
    for matches in by_kind:
        rng.shuffle(matches)
    made = 0
    for turn in range(max(map(len, by_kind), default=0)):
        for kind, matches in zip(KINDS, by_kind, strict=True):
            if turn < len(matches) and made < most and (group := _group(filed, others, kind, *matches[turn], rng)):
                made += 1
                yield group


def of_kinds(
    filed: Filed, others: Sequence[Filed], rng: random.Random, wanted: Mapping[str, tuple[int, int]]
) -> Iterator[Group]:
    """Of each kind named, so many sentences of this filing, and so many questions for each of them."""
    for kind in KINDS:
        most, times = wanted.get(kind.name, (0, 0))
        matches = [(one, match) for one in filed.said if (match := kind.pattern.search(one.text))] if most else []
        rng.shuffle(matches)
        for said, match in matches[:most]:
            made = (_group(filed, others, kind, said, match, rng) for _ in range(times))
            yield from filter(None, made)


def _group(
    filed: Filed, others: Sequence[Filed], kind: KindOfSentence, said: Said, match: re.Match[str], rng: random.Random
) -> Group | None:
    words = {name: _plain(value) for name, value in match.groupdict().items() if value}
    subject = words.get("subject") or words.get("object") or words.get("term") or words.get("post") or ""
    words.setdefault("heading", _plain(said.heading))
    if len(subject.split()) > LONGEST_SUBJECT or NO_SUBJECT.match(subject) or not words["heading"]:
        return None
    question = _question(filed, kind, words, rng)
    show = filed.passage if rng.random() < PASSAGES else filed.worded
    wrong = _negatives(filed, others, kind, said, f"{question} {subject}", show, rng)
    if rng.random() < UNANSWERED:
        return Group(question, tuple(wrong), (Grade.OFF_TOPIC,) * len(wrong), ORIGIN, filed.name)
    texts = (show(said), *wrong)
    return Group(question, texts, (Grade.ANSWERS, *[Grade.OFF_TOPIC] * len(wrong)), ORIGIN, filed.name)


def _question(filed: Filed, kind: KindOfSentence, words: dict[str, str], rng: random.Random) -> str:
    verb = words.get("verb") or words.get("how") or ""
    noun = words.get("noun") or ("increase" if verb in UP else "decrease")
    given = {
        "company": called(filed, rng),
        "year": str(filed.year or ""),
        "base": rng.choice(RISE if verb in UP else FALL if verb in DOWN else ("change",)),
        "act": BASES.get(verb, verb.removesuffix("d") if verb.endswith("ced") else verb.removesuffix("ed")),
        "direction": "higher" if verb in UP else "lower",
        "noun": noun,
        "a_noun": f"an {noun}" if noun[0] in "aeiou" else f"a {noun}",
        "deal": DEALS.get(verb, words.get("how", "deal")),
        **words,
    }
    question = rng.choice(kind.questions).format(**{"subject": "", "object": "", "verb": verb, "how": verb, **given})
    question = " ".join(question.split())
    return question.lower() if rng.random() < 0.25 else question[0].upper() + question[1:]


def _plain(words: str) -> str:
    """As it stands within a question: without the article and capital of a sentence's beginning."""
    words = re.sub(r"^(?:The|Our|Its|the|our|its|to) ", "", words.strip(" ,"))
    first, _, rest = words.partition(" ")
    return f"{first.lower()} {rest}".strip() if first[1:].islower() and rest else words


def _negatives(
    filed: Filed,
    others: Sequence[Filed],
    kind: KindOfSentence,
    said: Said,
    words: str,
    show: Callable[[Said], str],
    rng: random.Random,
) -> list[str]:
    own, apart = said.stems, APART if show == filed.passage else 0
    near = [one for one in filed.nearest(words, 40) if abs(one.at - said.at) > apart and not alike(one.stems, own)]
    lacking = [one for one in near if not kind.lacks.search(one.text)]
    same_kind = [one for one in near[8:] if kind.pattern.search(one.text)]
    strange = [one for one in rng.sample(filed.said, 1) if abs(one.at - said.at) > apart]
    chosen = [*lacking[: rng.randint(2, 3)], *near[12:14], *same_kind[:1], *strange]
    texts = [*_moved(filed, others, said, words, rng), *(show(one) for one in dict.fromkeys(chosen))]
    return [text for text in dict.fromkeys(texts) if text and text != show(said)][:NEGATIVES]


def _moved(filed: Filed, others: Sequence[Filed], said: Said, words: str, rng: random.Random) -> Iterator[str]:
    """The same of another filer or another year, where the question names the one or the other."""
    if others and filed.short.split()[0].lower() in words.lower() and rng.random() < OF_ANOTHER_FILER:
        yield _stranger(rng.choice(others), words, said.stems)
    if filed.year and str(filed.year) in words and rng.random() < OF_ANOTHER_YEAR:
        yield _another_year(filed, said, rng)


def _another_year(filed: Filed, said: Said, rng: random.Random) -> str:
    """The same sentence as another year's report would have it."""
    later = rng.choice([-4, -3, -2, -1, 1, 2, 3])
    text = YEAR.sub(lambda year: str(int(year[0]) + later), said.text)
    return worded(filed.name, f"{filed.period} {(filed.year or 0) + later}", said.heading, text)


def _stranger(other: Filed, words: str, own: frozenset[str]) -> str:
    """What another filer says of the same."""
    near = [one for one in other.nearest(words, 3) if not alike(one.stems, own) and stems(one.text)]
    return other.worded(near[0]) if near else ""
