"""Row labels reduced to what they mean: case, notes, parentheses, "net of ..." and spelling variants folded."""

import re
from functools import lru_cache

PARENTHESES = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
TAIL = re.compile(
    r"(?:,\s*+|(?<![\s,])\s*+)\b(?:(?:net )?of (?:accumulated|allowances?|current|unamortized)|"
    r"less (?:accumulated|allowances?|current)|"
    r"at (?:cost|par|fair value|amortized cost)|including|"
    r"\$\s?[\d.]+ (?:par|stated)|par value|see notes?|notes?\s+\d).*$"
)
TRAILING_NET = re.compile(r"(?<![,\s])[,\s]++net$")
SPELLINGS = (
    (re.compile(r"&"), " and "),
    (re.compile(r"['’`´]s?\b|['’`´]"), ""),
    (re.compile(r"[-–—/]"), " "),
    (re.compile(r"\b(?:stock|share)(?:holder|owner)s?\b"), "shareholders"),
    (re.compile(r"\bmembers? (?=equity|deficit)"), "shareholders "),
    (re.compile(r"\bcommon (?=shares? outstanding)"), "common "),
    (re.compile(r"\bnon (?=controlling|current|operating|cash)"), "non "),
    (re.compile(r"[^a-z0-9 ]"), " "),
    (re.compile(r"\bnoncontrolling\b"), "non controlling"),
    (re.compile(r"\bnoncurrent\b"), "non current"),
    (re.compile(r"\bnonoperating\b"), "non operating"),
    (re.compile(r"\bnoncash\b"), "non cash"),
    (re.compile(r"\bnoninterest\b"), "non interest"),
    (re.compile(r"\bthe\b"), ""),
    (re.compile(r"\s+"), " "),
)


@lru_cache(maxsize=20_000)
def normal_label(text: str) -> str:
    """The label as the ontology spells it: lower case, no parentheses, no notes, "and" for "&", plain spaces."""
    label = text.lower().replace("\u00a0", " ").replace("\n", " ")
    while (stripped := PARENTHESES.sub(" ", label)) != label:
        label = stripped
    label = TAIL.sub("", label)
    label = TRAILING_NET.sub("", label.strip(" .:;,"))
    for pattern, replacement in SPELLINGS:
        label = pattern.sub(replacement, label)
    return label.strip()
