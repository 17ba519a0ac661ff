"""The words of a question that are searched for: what only frames it goes, what filings say instead comes in."""

import re
from dataclasses import dataclass

from apps.retrieval.vocabulary import vocabulary, words

FRAMES = tuple(re.compile(pattern, re.IGNORECASE) for pattern in vocabulary()["frames"])
ASKING = words("asking")
SAID = tuple((re.compile(said["pattern"], re.IGNORECASE), said["printed"]) for said in vocabulary()["said"])


@dataclass(frozen=True, slots=True)
class Wording:
    """core: the question without its frame, for the dense path; words and expansion: for the lexical path."""

    core: str
    words: str
    expansion: str


def word(question: str, names: tuple[str, ...] = ()) -> Wording:
    """names: the words that named companies; inside their own filings they say nothing, so only the core keeps them."""
    core = _without_frames(question)
    dropped = ASKING | {part.lower() for name in names for part in re.split(r"[\s'’-]+", name)}
    kept = [token for token in re.findall(r"[\w&.,'’/-]+", core) if _bare(token) not in dropped]
    expansion = " ".join(printed for pattern, printed in SAID if pattern.search(question))
    return Wording(core, " ".join(kept), expansion)


def _bare(token: str) -> str:
    return re.sub(r"['’]s?$", "", token.strip(".,/-")).lower()


def _without_frames(question: str) -> str:
    core = question
    for frame in FRAMES:
        core = frame.sub(" ", core)
    core = " ".join(core.split())
    return core if len(core) >= min(20, len(question)) else question
