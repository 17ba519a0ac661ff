"""At most five keywords of a filing (M2): the phrases that its own description of the business repeats most.

Deterministic, after RAKE (Rose et al., 2010): phrases are what stands between common words and marks; here a phrase
must be said several times, longer ones count more, and one that headings name counts double.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from apps.documents.cards.labels import SectionLabel, section_label
from apps.documents.sections import ParsedSection, one_line
from apps.reading.parsed import BlockKind

SOURCE = Path(__file__).parent / "common_words.toml"
COMMON = frozenset(tomllib.loads(SOURCE.read_text(encoding="utf-8"))["words"])
PROSE = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM})
MOST = 5
LONGEST = 3  # words of a phrase
LEAST_SAID = 3
CHARACTERS = 60_000  # of the description that are read
CONFIDENCE = 0.6
WORD = re.compile(r"[A-Za-z][\w&’'-]*[A-Za-z]|[.,;:()•|—–\d]")
NAMES = re.compile(r"[^\W\d_]+")


def keywords(sections: Sequence[ParsedSection], company: str) -> list[str]:
    """Phrases of two or three words, most telling first, as printed most often; none where too little is repeated.

    Names of the filer and words common to all filings are none.
    """
    told = _description(sections)
    own = {word.casefold() for word in NAMES.findall(company)}
    printed: dict[str, Counter[str]] = {}
    for text in told:
        for phrase in _phrases(text, own):
            printed.setdefault(phrase.casefold().removesuffix("s"), Counter())[phrase] += 1
    headings = " ".join(section.title for section in sections).casefold()
    scores = {key: _score(key, forms.total(), headings) for key, forms in printed.items()}
    best = sorted((key for key in scores if scores[key]), key=lambda key: (-scores[key], key))
    return [printed[key].most_common(1)[0][0] for key in _apart(best)]


def as_json(found: Sequence[str]) -> dict[str, object]:
    """As the other fields of a document's metadata stand there: value, confidence, source."""
    return {"value": list(found), "confidence": CONFIDENCE, "source": "text"}


def _description(sections: Sequence[ParsedSection]) -> list[str]:
    """Paragraphs of the business section; of the discussion, or of all, in filings without one."""
    labels = [section_label(section.path) for section in sections]
    for wanted in (SectionLabel.BUSINESS, SectionLabel.DISCUSSION, None):
        told = [section for section, label in zip(sections, labels, strict=True) if wanted in {label, None}]
        texts = [one_line(placed.text) for section in told for placed in section.blocks if placed.block.kind in PROSE]
        if sum(map(len, texts)) > CHARACTERS // 20:
            break
    return _first(texts)


def _first(texts: Sequence[str]) -> list[str]:
    kept, length = [], 0
    for text in texts:
        kept.append(text)
        length += len(text)
        if length > CHARACTERS:
            break
    return kept


def _phrases(text: str, own: set[str]) -> Iterator[str]:
    """Runs of two or three words between common words and marks, and each pair and triple in longer ones."""
    run: list[str] = []
    for word in (*WORD.findall(text), "."):
        if len(word) > 1 and word.casefold() not in COMMON and word.casefold().removesuffix("’s") not in own:
            run.append(word)
            continue
        for size in range(2, LONGEST + 1):
            yield from (" ".join(run[start : start + size]) for start in range(len(run) - size + 1))
        run = []


def _score(key: str, said: int, headings: str) -> float:
    if said < LEAST_SAID:
        return 0.0
    return said * (1 + 0.5 * key.count(" ")) * (2 if key in headings else 1)


def _apart(best: Sequence[str]) -> list[str]:
    """The first five that share no word with one before: five facets rather than one five times."""
    kept: list[str] = []
    for key in best:
        if len(kept) < MOST and not any(set(key.split()) & set(other.split()) for other in kept):
            kept.append(key)
    return kept
