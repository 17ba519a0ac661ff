"""Whether a sentence speaks of the filers whose filings it cites (A8)."""

import re
from collections.abc import Iterable, Mapping, Sequence

from apps.answers.check.sources import Ready


def strangers(sentence: str, cited: Iterable[Ready], filers: Mapping[str, Sequence[str]]) -> list[str]:
    """Filers that the sentence names and whose filings it does not cite, by `filers`: name -> what it goes by.

    A name counts where it stands as it is written; one within the name of a cited filer does not, nor one that the
    cited place names itself.
    """
    sources = list(cited)
    behind = {ready.source.filer for ready in sources}
    own = [name for filer in behind for name in filers.get(filer, ())]
    own += [name for ready in sources for name in ready.source.names]
    bare = _without(sentence, own)
    said = " ".join(ready.source.text for ready in sources)
    return [
        filer
        for filer, names in filers.items()
        if filer not in behind and any(_stands(name, bare) and not _stands(name, said) for name in names)
    ]


def _without(sentence: str, names: Iterable[str]) -> str:
    for name in sorted(names, key=len, reverse=True):
        sentence = re.sub(rf"\b{re.escape(name)}\b", " ", sentence)
    return sentence


def _stands(name: str, sentence: str) -> bool:
    return len(name) > 2 and bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", sentence))
